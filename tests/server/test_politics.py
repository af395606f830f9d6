"""The page of politics: what two seats read of the same position, and that nobody reads what is hidden from him."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec
import pytest

from server.lazy import Page
from server.lazy import Seat as Seated
from server.positions import exercise, seat_people
from worldfire.engine.game import Game
from worldfire.engine.state import Frame
from worldfire.engine.views import Seat, view
from worldfire.forces.markers import COMMON, FIRST_YEAR, MARKER_POOL, MARKER_VALUE, carry, use_markers
from worldfire.forces.things import board_of, move, place_index
from worldfire.forces.who import CONQUEROR, align_country, country_named, power_named, units_of
from worldfire.players.table import seeded_campaign
from worldfire.rules.s02_2_zones_of_control import is_land_unit
from worldfire.rules.s09_02_pacts import common_border
from worldfire.rules.s13_02_pact_markers import Stance, pact_pool
from worldfire.rules.s13_07_3_peace import TALKS, Paper, Talks
from worldfire.rules.s13_09_victory import BID
from worldfire.server.house import House
from worldfire.server.political_story import seat_of_politics
from worldfire.server.politics import PoliticsPage, page_of_politics
from worldfire.server.problems import Problem
from worldfire.server.reading import Reader
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, JAPAN, TENSION, number_of, values_of
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS


def page_for(game: Game, seat: Seat) -> PoliticsPage:
    return page_of_politics(Reader(view(game, seat, len(game.entries)), game.ruleset), seat)


@cache
def _pacific() -> Game:
    """Day of Infamy before its set-up: the pact of Japan and the USSR with a corps and markers, and US pools."""
    game = seeded_campaign("day-of-infamy", 3, length="campaign")
    use_markers(game)
    japan, ussr = power_named(game, "japan"), power_named(game, "ussr")
    for power, other, name in ((japan, ussr, "japan"), (ussr, japan, "ussr")):
        army = (unit for unit in units_of(game, country_named(game, name)) if is_land_unit(game, unit))
        for unit in list(army)[:4]:
            move(game, unit, min(common_border(game, power, other)))
        carry(game, (0, 4, 9), COMMON, pact_pool(game, Stance.OFFENSIVE, power, other))
        carry(game, (3,), COMMON, pact_pool(game, Stance.DEFENSIVE, power, other))
    for pool, picked in ((ENTRY, (1, 5, 8, 10)), (TENSION, (2, 6))):
        carry(game, picked, COMMON, number_of(game, pool, JAPAN))
    return game


@cache
def _world() -> Game:
    return seeded_campaign("global-war", 1, length="campaign")


def altered(game: Game, spared: tuple[int, ...], rng: Random) -> Game:
    """A twin with other values under every hidden marker, but for those in the pools that the seat may look into."""
    state = game.state.copy()
    pools, values = state.columns[MARKER_POOL.key], state.columns[MARKER_VALUE.key]
    rows = [row for row, pool in enumerate(pools) if pool < FIRST_YEAR and pool not in spared]
    mixed = [values[row] for row in rows]
    rng.shuffle(mixed)
    for row, value in zip(rows, mixed, strict=True):
        values[row] = value
    twin = Game(game.ruleset, game.header, game.chance, game.secret)
    twin.resume(state, game.entries, game.head)
    return twin


# ------------------------------------------------------------------------------------------------------------ what is hidden


def own_pools(game: Game, seat: Seat) -> tuple[int, ...]:
    """Open to the seat: defensive markers to everybody, offensive ones and the USA's pools to their owners."""
    japan, ussr = power_named(game, "japan"), power_named(game, "ussr")
    pairs = ((japan, ussr), (ussr, japan))
    found = [pact_pool(game, Stance.DEFENSIVE, power, other) for power, other in pairs]
    found += [
        pact_pool(game, Stance.OFFENSIVE, power, other)
        for (power, other), owner in zip(pairs, ("japan", "ussr"), strict=True)
        if owner == seat
    ]
    if seat == "usa":
        found += [number_of(game, pool, JAPAN) for pool in (ENTRY, TENSION)]
    return tuple(found)


@pytest.mark.rule("13.2")
@pytest.mark.rule("13.3.1")
@pytest.mark.parametrize("seat", ["japan", "ussr", "usa", "china", None])
def test_other_values_under_hidden_markers_leave_every_byte_of_the_page(seat: Seat) -> None:
    game, rng = _pacific(), Random(1)
    told = msgspec.json.encode(page_for(game, seat))
    for _ in range(5):
        assert msgspec.json.encode(page_for(altered(game, own_pools(game, seat), rng), seat)) == told


@pytest.mark.rule("13.3.1")
def test_the_owner_of_markers_reads_other_pages_of_other_values() -> None:
    """The twins of the test before are not simply the same."""
    game, rng = _pacific(), Random(1)
    for seat in ("japan", "usa"):
        pages = {msgspec.json.encode(page_for(altered(game, (), rng), seat)) for _ in range(5)}
        assert len(pages) > 1


# -------------------------------------------------------------------------------------------------------------------- pacts


@pytest.mark.rule("9.2")
@pytest.mark.rule("13.2")
def test_a_pact_shows_garrisons_to_all_and_offensive_markers_to_their_owner() -> None:
    game = _pacific()
    (own,), (public,) = page_for(game, "japan").pacts, page_for(game, None).pacts
    mine = next(side for side in own.sides if side.power == "japan")
    theirs = next(side for side in own.sides if side.power == "ussr")
    seen = next(side for side in public.sides if side.power == "japan")
    assert mine.values is not None
    assert len(mine.values) == mine.offensive == seen.offensive == 3
    assert seen.values is None
    assert theirs.values is None
    assert mine.garrison == seen.garrison > 0
    assert mine.attack_least == mine.attack_most == min(mine.garrison + sum(mine.values), 2 * mine.garrison)
    assert seen.attack_least == mine.garrison <= mine.attack_most <= seen.attack_most
    assert mine.needed == 2 * theirs.defence
    assert len(theirs.defensive) == 1
    assert theirs.defence == min(
        theirs.garrison * own.multiple + theirs.defensive[0], 2 * theirs.garrison * own.multiple
    )
    assert mine.border
    assert mine.may_break == (not mine.refused)
    assert not seen.refused, "why it may not depends on hidden numbers"


# ----------------------------------------------------------------------------------------------------------------- US entry


@pytest.mark.rule("9.4")
@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.3.2")
def test_the_usa_reads_its_levels_options_and_chances() -> None:
    game = _pacific()
    (own,), (others,) = page_for(game, "usa").entry, page_for(game, "japan").entry
    held = own.pools[0]
    assert (held.kind, held.count) == ("entry", 4)
    assert held.values == list(values_of(game, ENTRY, JAPAN))
    assert held.level == (3 * sum(held.values) + 1) // 2
    assert [(pool.count, pool.values, pool.level) for pool in others.pools] == [(4, None, None), (2, None, None)]
    (attempt,), (unknown,) = own.attempts, others.attempts
    assert attempt.chance == (attempt.highest or 0) / 10
    assert (unknown.highest, unknown.chance, unknown.reasons) == (None, None, attempt.reasons)
    chosen = {option.number for option in own.options if option.chosen}
    assert chosen == set(game.state.get(US_ENTRY_OPTIONS))
    by_number = {option.number: option for option in own.options}
    assert (by_number[9].tension, by_number[9].surely, by_number[9].chance) == (4, 0, 0.4)
    assert any("34" in text or "22" in text for text in by_number[34].needs)
    plain = [option for option in own.options if option.target != "Germany and Italy" and not option.needs]
    high = next(option for option in plain if not option.chosen and option.level > held.level)
    assert high.refused
    assert not next(option for option in others.options if option.number == high.number).refused


# ------------------------------------------------------------------------------------------------------------- the wide world


@pytest.mark.rule("9.1")
@pytest.mark.rule("9.8")
def test_the_world_of_1939_wars_minors_trade_and_victory() -> None:
    page = page_for(_world(), "germany")
    states = {(one.one, one.other): one.state for one in page.relations}
    assert states["germany", "ussr"] == "pact"
    assert states["japan", "china"] == "war"
    assert states["germany", "france"] == "peace"
    assert {power.name: power.standing for power in page.powers}["germany"] == "neutral"
    minors = {minor.name: minor for minor in page.minors}
    assert minors["siam"].willing == ["japan"]
    assert minors["poland"].standing == "neutral"
    assert not minors["poland"].joining
    (spain,) = minors["spain"].joining
    assert (spain.met, spain.rule) == (False, "19.7")
    assert "Gibraltar" in spain.text
    owed = {(row.giver, row.recipient): row for row in page.trade}
    assert (owed["ussr", "germany"].resources, owed["germany", "ussr"].points) == (7, 2)
    assert all(row.ends for row in page.trade)
    assert {claim.region: claim.answer for claim in page.claims}["Bessarabia"] == ""
    assert not page.offshoots[0].stands
    assert page.proposals == []


@pytest.mark.rule("13.9/final victory")
@pytest.mark.rule("13.9/automatic victory")
@pytest.mark.rule("24.1.2")
def test_victory_counts_objectives_less_bids_and_names_the_cities_that_a_side_lacks() -> None:
    game = seeded_campaign("day-of-infamy", 4, length="campaign")
    before = page_for(game, None).victory
    game.write(BID, power_named(game, "japan"), 3)
    after = page_for(game, None).victory
    assert before is not None
    assert after is not None
    totals = [next(seat for seat in one.seats if seat.seat == "japan") for one in (before, after)]
    assert float(totals[0].total) - float(totals[1].total) == 3
    assert totals[1].powers[0].bid == 3
    axis, allies = after.automatic
    assert not {city.name for city in axis.missing} & {city.name for city in allies.missing}
    assert axis.held == len(allies.missing)
    assert "Tokyo" in {city.name for city in allies.missing}


@pytest.mark.rule("9.6")
@pytest.mark.rule("13.7.1")
def test_a_minor_country_is_aligned_or_conquered_and_then_waits_for_nothing() -> None:
    game = seeded_campaign("day-of-infamy", 5, length="campaign")
    siam, japan = country_named(game, "siam"), power_named(game, "japan")
    align_country(game, siam, japan)
    found = {minor.name: minor for minor in page_for(game, None).minors}["siam"]
    assert (found.standing, found.power, found.side, found.joining) == ("aligned", "japan", "axis", [])
    game.write(CONQUEROR, siam, japan)
    assert {minor.name: minor for minor in page_for(game, None).minors}["siam"].standing == "conquered"


@pytest.mark.rule("13.7.3")
def test_terms_of_peace_that_lie_on_the_table_are_read_by_all() -> None:
    game = seeded_campaign("day-of-infamy", 6, length="campaign")
    japan, china = power_named(game, "japan"), power_named(game, "china")
    state = game.state.copy()
    talks = Talks(japan, china, japan, countries=(country_named(game, "korea"),))
    state.frames = [Frame(TALKS.name, "terms_are_answered", talks)]
    game.resume(state, game.entries, game.head)
    for seat in ("usa", None):
        (proposal,) = page_for(game, seat).proposals
        assert (proposal.kind, proposal.by, proposal.to) == ("peace", "japan", "china")
        assert proposal.gives[0].countries == ["korea"]
        assert proposal.gives[1].countries == []


@pytest.mark.rule("13.7.3")
def test_terms_of_peace_that_are_drawn_up_are_read_by_their_author_alone() -> None:
    """The others go on reading what was put last."""
    game = seeded_campaign("day-of-infamy", 6, length="campaign")
    japan, china = power_named(game, "japan"), power_named(game, "china")
    korea, formosa = country_named(game, "korea"), country_named(game, "formosa")
    state = game.state.copy()
    talks = Talks(japan, china, japan, countries=(korea,), draft=Paper(countries=(formosa,)), seat="japan")
    state.frames = [Frame(TALKS.name, "terms_are_drawn_up", talks)]
    game.resume(state, game.entries, game.head)
    read = {seat: page_for(game, seat).proposals[0].gives[0].countries for seat in ("japan", "china", None)}
    assert read == {"japan": ["formosa"], "china": ["korea"], None: ["korea"]}


# ------------------------------------------------------------------------------------------------------------- over the wire


def test_a_campaign_without_much_politics_shows_what_there_is(house: House, page: Page, other_page: Page) -> None:
    game = seeded_campaign("barbarossa", 1, length="campaign")
    seats = seat_people(house, game, {"germany": page, "ussr": other_page})
    told = page.get(f"{seats['germany'].path}/politics", seat="germany")
    assert (told["entry"], told["track"], told["morale"]) == ([], None, None)
    assert told["victory"] is None, "it has a score of its own"
    assert {minor["name"] for minor in told["minors"]} >= {"finland", "rumania"}
    page.get(f"{seats['germany'].path}/politics", 403, seat="ussr")
    assert page.get(f"{seats['germany'].path}/politics")["powers"] == told["powers"]


def test_an_exercise_has_no_politics() -> None:
    with pytest.raises(Problem):
        page_for(exercise("air-duel"), None)


# ----------------------------------------------------------------------------------------------------------------- the story


@pytest.mark.rule("17.2")
def test_the_story_tells_politics_and_folds_what_only_repeats_it(page: Page) -> None:
    started = page.post("/api/lessons", lesson="vichy")
    seat = Seated(page, started["game"], started["seat"])
    decision = seat.table()["decision"]
    seat.act(decision["id"], "install-vichy", None)
    lines = page.get(f"{seat.path}/story", seat="germany")["lines"]
    told = {line["text"]: line for line in lines if line["kind"] == "politics"}
    assert any(text.startswith("Germany installs a government") for text in told)
    (syria,) = (line for text, line in told.items() if text.startswith("Syria: with"))
    assert syria["hex"], "it stands at its capital"
    assert not [text for text in told if text.endswith("joins Vichy France.")]


@pytest.mark.rule("9.3")
def test_news_stand_at_the_capital_that_they_are_about() -> None:
    game = _world()
    germany, france, poland = (power_named(game, name) for name in ("germany", "france", "poland"))
    board = board_of(game)

    def place(event: str, **told: int) -> str:
        found = seat_of_politics(game, {"event": event, **told})
        return "" if found is None else board.number(found)

    warsaw, paris, berlin = (board.number(place_index(game, city)) for city in ("Warsaw", "Paris", "Berlin"))
    assert place("WarDeclared", power=germany, target_power=poland) == warsaw
    assert place("WarDeclared", power=germany, target_power=france) == paris
    assert place("CountryConquered", power=germany, country=country_named(game, "poland")) == warsaw
    assert place("PowerFallen", power=germany) == berlin
    assert place("VichyDeclared", power=germany) == ""
    assert place("Marched", power=germany) == ""
