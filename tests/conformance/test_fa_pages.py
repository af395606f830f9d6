"""What the pages of Fatal Alliances show, and what they must not: flags, morale, entry pools, marks on the map."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from entry_pools import markers
from great_war import ALLIES, CENTRAL, fa_in, initiative, wars
from turns import Change, field

from worldfire.advice.standing import standing
from worldfire.engine.game import Game
from worldfire.engine.shapes import Amounts
from worldfire.engine.views import view
from worldfire.forces.charts import chart_named
from worldfire.forces.things import place_index
from worldfire.forces.who import POWER_NAMES
from worldfire.rules.s24_1_scene import unit_of
from worldfire.server.catalogue import look_of
from worldfire.server.founding import Plan, found, title_of
from worldfire.server.messages import Delta
from worldfire.server.politics import PoliticsPage, page_of_politics
from worldfire.server.presenting import Scene
from worldfire.server.reading import Reader
from worldfire.tables.campaign import turn_number
from worldfire.tables.looks import load_colours
from worldfire.titles import TITLES
from worldfire.titles.fa.factories import UNFINISHED
from worldfire.titles.fa.marks import marks_on
from worldfire.titles.fa.morale import MORALE
from worldfire.titles.fa.morale_events import LOSSES, MORALE_POINTS
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.politics.spies import REPORTS, SPYMASTERS
from worldfire.titles.fa.saved_points import SAVED_POINTS
from worldfire.titles.fa.trenches import ENTRENCHED
from worldfire.titles.fa.victory import central_objectives, counted_places
from worldfire.words import knows, with_fraction

SEATS = ("germany", "austria-hungary", "france", "russia", "commonwealth", "usa")
POINTS: Change = field(POLITICAL_POINTS, (8, 9))
AT_WAR = wars(("germany", "france"))


def page_for(game: Game, seat: str | None) -> PoliticsPage:
    return page_of_politics(Reader(view(game, seat, len(game.entries)), game.ruleset), seat)


def told(game: Game, seat: str | None) -> bytes:
    return msgspec.json.encode(page_for(game, seat))


@cache
def _in_politics(us: tuple[int, ...], cw: tuple[int, ...]) -> Game:
    """Both sides are to write down their attempts; spies of Germany have seen a marker of the USA."""

    def seen(game: Game) -> None:
        game.set(SPYMASTERS, ("germany", ""))
        game.set(REPORTS[CENTRAL], ("US entry", us[:1]))

    return fa_in("influence", POINTS, initiative(CENTRAL), AT_WAR, markers(us=us, cw=cw), seen, debug=False)


@pytest.mark.rule("fa:9.4.1")
@pytest.mark.rule("fa:13.2.1")
def test_only_its_own_player_reads_a_pool_and_only_the_spymaster_what_spies_saw() -> None:
    one, other = _in_politics((1, 4), (2, 5)), _in_politics((3, 0), (5, 2))
    differs = {seat for seat in (*SEATS, None) if told(one, seat) != told(other, seat)}
    assert differs == {"usa", "germany"}, "the Commonwealth holds the same markers in another order"
    usa, commonwealth = page_for(one, "usa").entry
    assert (usa.pools[0].values, usa.pools[0].level, usa.pools[0].reported) == ([1, 4], 5, None)
    assert (commonwealth.pools[0].count, commonwealth.pools[0].values) == (2, None)
    assert page_for(one, "germany").entry[0].pools[0].reported == [1]


@pytest.mark.rule("fa:15.1")
def test_attempts_are_nobody_else_s_business_before_both_sides_have_written() -> None:
    begun = _in_politics((1, 4), (2, 5))
    spenders = tuple(begun.waiting)
    assert len(spenders) == 2
    pages = []
    for wanted in ("bulgaria", "sweden"):
        game = begun.copy()
        shape = game.offers(spenders[0])["buy-influence"]
        assert isinstance(shape, Amounts)
        bids = tuple((bounds.item, int(bounds.item == wanted)) for bounds in shape.items)
        game.submit(spenders[0], "buy-influence", bids)
        pages.append({seat: told(game, seat) for seat in (*SEATS, None) if seat != spenders[0]})
    assert pages[0] == pages[1]


@pytest.mark.rule("fa:15.1")
@pytest.mark.rule("fa:15.1.1")
def test_the_track_tells_boxes_dice_and_what_is_granted() -> None:
    track = page_for(_in_politics((1, 4), (2, 5)), "germany").track
    assert track is not None
    assert (track.points, track.prices[:3], track.free) == ({"central-powers": 8, "allies": 9}, [2, 5, 9], 3)
    flags = {flag.country: flag for flag in track.flags}
    ottomans, italy = flags["ottoman-empire"], flags["italy"]
    assert (ottomans.boxes, ottomans.numbers) == ({"central-powers": 7}, {"central-powers": 7, "allies": 5})
    assert ottomans.bonus["central-powers"] == [2, 4, 6, 10]
    assert ottomans.grants["central-powers"], "from the fifth box on its ports are only theirs"
    assert set(italy.boxes) == {"central-powers", "allies"}


@pytest.mark.rule("fa:14.1")
@pytest.mark.rule("fa:14.2")
def test_morale_tells_levels_reasons_and_refusals() -> None:
    def worn(game: Game) -> None:
        france = game.state.get(POWER_NAMES).index("france")
        game.write(MORALE, france, 70)
        game.write(LOSSES, france, 13)

    game = fa_in("influence", POINTS, initiative(ALLIES), AT_WAR, worn, debug=False)
    shown = page_for(game, None).morale
    assert shown is not None
    france = next(power for power in shown.powers if power.power == "france")
    highest = chart_named(game, "morale-start").number("1914", "france")
    assert (france.level, france.highest, france.refuse, france.surrender) == (7, highest, 2, 1)
    losses = next(reason.points for reason in france.reasons if reason.text == "units lost")
    assert losses == -13
    assert france.points == sum(reason.points for reason in france.reasons)
    assert france.next == 7 - abs(france.points) // 10


@pytest.mark.rule("fa:14.1")
@pytest.mark.parametrize("options", [(), ("7",)])
def test_every_reason_of_morale_is_told_in_words(options: tuple[str, ...]) -> None:
    game = fa_in("influence", POINTS, AT_WAR, options=options, debug=False)
    keys = {reason(game, 0)[0].replace(" ", "-") for reason in MORALE_POINTS.one_by_one(game)}
    assert {"losses", "garrison"} <= keys
    assert [key for key in keys if not knows(f"morale-reason-{key}")] == []


@pytest.mark.rule("fa:21.6")
@pytest.mark.rule("fa:21.7")
@pytest.mark.rule("fa:11.3.2.5")
def test_trenches_forts_and_minefields_lie_on_the_map_and_changes_tell_of_them() -> None:
    game = fa_in("influence", POINTS, AT_WAR, debug=False)
    before = Scene(view(game, "france", len(game.entries)), game.ruleset, undo=False)
    corps = unit_of(game, "france-inf-ix")
    game.write(ENTRENCHED, corps, 1)
    after = Scene(view(game, "france", len(game.entries)), game.ruleset, undo=False)
    delta = Delta(**after.delta(before))
    assert isinstance(delta.marks, msgspec.Struct)
    marks = after.part("marks")
    assert marks.units == {"trench": (corps,)}
    kinds = {mark.kind for mark in marks.hexes}
    assert kinds == {"fort", "mines"}
    assert all(mark.sides for mark in marks.hexes if mark.kind == "fort")
    kiel = next(mark for mark in marks.hexes if mark.hex == game.ruleset.tables.board.find("Kiel"))
    assert (kiel.side, kiel.seas) == ("central-powers", ("North Sea", "Baltic Sea"))


@pytest.mark.rule("fa:13.5.3")
@pytest.mark.rule("fa:21.1")
def test_saved_points_and_building_sites_lie_on_the_map() -> None:
    game = fa_in("influence", POINTS, AT_WAR, debug=False)
    essen, cologne = (place_index(game, name) for name in ("Essen", "Cologne"))
    game.add(SAVED_POINTS, game.state.get(POWER_NAMES).index("germany"), essen, 4)
    game.set(UNFINISHED, ((cologne, turn_number("Jan/Feb 1916")),))
    marks = {mark.kind: mark for mark in marks_on(game).hexes}
    board = game.ruleset.tables.board
    assert (marks["saved"].hex, marks["saved"].letters) == (board.find("Essen"), "BP 4")
    assert marks["saved"].text == "4 saved build points"
    assert marks["site"].hex == board.find("Cologne")
    assert marks["site"].text.endswith("Jan/Feb 1916")


@pytest.mark.rule("fa:13.7.1.2")
def test_everybody_reads_how_many_objectives_the_central_powers_have() -> None:
    """Of all objectives held by powers of the side, and of those that count half; nobody is told a rank by seats."""
    game = fa_in("influence", POINTS, AT_WAR, debug=False)
    victory = page_for(game, "france").victory
    assert victory is not None
    assert victory.total is not None
    assert not victory.seats
    assert (victory.total.side, victory.total.needed) == ("central-powers", 16)
    assert victory.total.held == with_fraction(central_objectives(game))
    assert standing(game).headline == f"Central Powers: {victory.total.held} objectives, 16 needed, turn 1 of 30"
    assert len(standing(game).prizes) == len(counted_places(game))


def test_every_title_has_its_look_and_a_game_of_any_title_its_name() -> None:
    for title in TITLES.values():
        look = look_of(title.name)
        majors = title.nations.major_powers
        assert majors <= set(load_colours(title.name)), "every great power has a colour of its own"
        assert all(look.colours[power].land for power in majors)
        assert all(kind.name for kind in look.marks.values())
    assert look_of("fa").caveat
    assert not look_of("wif").caveat
    assert title_of(Plan(campaign="1914", title="fa")) == "1914"
    assert found(Plan(campaign="1914", title="fa")).header.title == "fa"
