"""FA 15.2 Political actions: rebels, trade, advisors, high command, spies, exile, subversion, concessions."""

from __future__ import annotations

from random import Random

import pytest
from entry_pools import markers
from great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, initiative, wars
from hidden import looks_alike
from turns import Change, field, in_turn, play, power_index, prompt

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.forces.partisans import SOIL, is_partisan
from worldfire.forces.pools import REMOVED
from worldfire.forces.situation import TURN
from worldfire.forces.things import ON_THE_MAP, PLACE, counter_of, move, place_index, place_name
from worldfire.forces.who import CONQUEROR, NEW_HOME, POWER, SIDE, align_country, found_power, units_of
from worldfire.rules.s02_3_stacking import is_headquarters_counter
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s11_10_entry import politics_violation
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.rules.s18_2_commitments import foreign_troops_violation
from worldfire.tables.counters import LandCounter, LandType, Size
from worldfire.titles.fa.politics.back_on_the_track import SURRENDERED_TO
from worldfire.titles.fa.politics.concessions import CONCESSIONS, demands, has_conceded, price_of_demand
from worldfire.titles.fa.politics.events.uprisings import LAWRENCES_CAVALRY, RIDING
from worldfire.titles.fa.politics.flags import FLAG
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of
from worldfire.titles.fa.politics.spies import REPORTS, SPYMASTERS, Spying
from worldfire.titles.fa.politics.subversion import price_of_subversion, tenths_subverted
from worldfire.titles.fa.sea.special_ships import ship_named
from worldfire.titles.fa.trade import AGREEMENTS


def points(central: int, allied: int) -> Change:
    return field(POLITICAL_POINTS, (central, allied))


def place_of(game: Game, name: str) -> int:
    board = game.ruleset.tables.board
    return board.index[board.find(name)]


# --------------------------------------------------------------------------------------------------------------- rebels


@pytest.mark.rule("fa:15.2")
def test_rebels_are_sponsored_once_by_the_later_side_first() -> None:
    """Four points buy a partisan roll; the side without the initiative begins."""
    game = fa_in("rebels", AUGUST, initiative(CENTRAL), points(9, 20), dice=(1, 0))
    assert set(game.waiting) == {"france"}
    assert game.decision is not None
    assert (game.decision.args["sponsoring"], game.decision.args["placating"]) == (4, 8), "the prices are told"
    areas = game.offers("france")["sponsor-rebels"].domain
    assert "Bosnia" in areas
    play(game, "france", "sponsor-rebels", "Bosnia")
    assert points_of(game, ALLIES) == 16
    while prompt(game) == "place-partisan":
        seat = next(iter(game.waiting))
        play(game, seat, "place-partisan", game.offers(seat)["place-partisan"].domain[0])
    assert any(is_partisan(game, unit) for unit in game.look_up(ON_THE_MAP))
    with pytest.raises(Refused) as refusal:
        play(game, "france", "sponsor-rebels", "Bosnia")
    assert refusal.value.violations[0].key == "rebels-sponsored-once"
    play(game, "france", "leave-rebels")
    assert set(game.waiting) == {"germany"}


@pytest.mark.rule("fa:15.2")
def test_partisans_are_placated_for_eight_points() -> None:
    def risen(game: Game) -> None:
        partisan = next(unit for unit in range(len(game.state[PLACE])) if is_partisan(game, unit))
        move(game, partisan, place_of(game, "Sarajevo"))
        game.write(SOIL, partisan, country(game, "bosnia"))

    game = fa_in("rebels", AUGUST, initiative(ALLIES), points(9, 9), risen)
    assert set(game.waiting) == {"germany"}
    (partisan,) = game.offers("germany")["placate-rebels"].domain
    play(game, "germany", "placate-rebels", partisan)
    assert (points_of(game, CENTRAL), place_name(game, game.state[PLACE][partisan])) == (1, "partisans")


# ---------------------------------------------------------------------------------------------------------------- trade


@pytest.mark.rule("fa:15.2")
@pytest.mark.rule("fa:5.1")
def test_trade_agreements_are_signed_and_cancelled_one_a_side() -> None:
    """Ten points a resource to sign, fifteen a resource to have one of the other side cancelled; initiative first."""
    game = fa_in("trade agreements", AUGUST, initiative(ALLIES), points(20, 20))
    assert set(game.waiting) == {"france"}
    assert ("bulgaria", "germany", 1) in game.state.get(AGREEMENTS)
    offered = game.offers("france")["cancel-trade-agreement"].domain
    assert "bulgaria germany 1" in offered
    assert "sweden germany 3" not in offered, "45 points"
    assert "persia commonwealth 1" not in offered, "one's own"
    play(game, "france", "cancel-trade-agreement", "bulgaria germany 1")
    assert (points_of(game, ALLIES), ("bulgaria", "germany", 1) in game.state.get(AGREEMENTS)) == (5, False)
    assert set(game.waiting) == {"germany"}
    offered = game.offers("germany")["sign-trade-agreement"].domain
    givers = {deal.rsplit(" ", 2)[0] for deal in offered}
    assert {"italy", "rumania"} <= givers
    assert not givers & {"france", "russia", "usa", "germany"}, "no major power but those that are still flags"
    chosen = next(deal for deal in offered if deal.endswith("germany 1"))
    play(game, "germany", "sign-trade-agreement", chosen)
    giver, to, _ = chosen.rsplit(" ", 2)
    assert any((one, other) == (giver, to) for one, other, _ in game.state.get(AGREEMENTS))
    assert (points_of(game, CENTRAL), game.over) == (10, True)


# ------------------------------------------------------------------------------------------------- who fights together


@pytest.mark.rule("fa:15.2", example="FL6")
@pytest.mark.rule("fa:19.1")
def test_the_high_command_needs_the_usa_and_forty_points() -> None:
    assert fa_in("Allied high command", AUGUST, points(0, 99)).over, "the USA is not in the war"
    joined = wars(("usa", "germany"), ("commonwealth", "germany"))
    assert fa_in("Allied high command", AUGUST, joined, points(0, 39)).over
    game = fa_in("Allied high command", AUGUST, joined, points(0, 40))
    france, commonwealth = power_index(game, "france"), power_index(game, "commonwealth")
    assert not powers_cooperate(game, france, commonwealth)
    play(game, next(iter(game.waiting)), "establish-high-command")
    assert powers_cooperate(game, france, commonwealth)
    assert points_of(game, ALLIES) == 0


@pytest.mark.rule("fa:15.2")
def test_military_advisors_at_any_time() -> None:
    def turks(game: Game) -> None:
        found_power(game, power_index(game, "ottoman-empire"), power_index(game, "germany"))
        wars(("ottoman-empire", "russia"))(game)

    game = fa_in("play", AUGUST, turks, points(10, 0), initiative(CENTRAL), dice=(0,) * 4)
    germany, turkey = power_index(game, "germany"), power_index(game, "ottoman-empire")
    assert "send-military-advisors" in game.announcements("germany")
    play(game, "germany", "send-military-advisors", "ottoman-empire")
    assert powers_cooperate(game, germany, turkey)
    assert points_of(game, CENTRAL) == 0


# ---------------------------------------------------------------------------------------------------------------- spies


@pytest.mark.rule("fa:15.2")
def test_spies_see_all_markers_but_the_one_that_is_withheld() -> None:
    """Two points; the owner chooses which, and nobody but the payer learns anything."""
    held = markers(us=(5, 3, 1), cw=(2,), common=(0, 0))

    def spied(withheld: int) -> Game:
        game = fa_in("spies", AUGUST, held, points(5, 0), initiative(CENTRAL), locals=Spying("US entry", CENTRAL))
        assert prompt(game) == "withhold-marker"
        game.set(SPYMASTERS, ("germany", ""))
        play(game, "usa", "withhold-marker", withheld)
        return game

    first, second = spied(5), spied(1)
    assert first.state.get(REPORTS[CENTRAL]) == ("US entry", (1, 3))
    assert second.state.get(REPORTS[CENTRAL]) == ("US entry", (3, 5))
    for seat in ("austria-hungary", "france", None):
        assert view(first, seat).encode() == view(second, seat).encode()
    assert view(first, "germany").encode() != view(second, "germany").encode()
    looks_alike(first, ("france", "austria-hungary", None), Random(5))


@pytest.mark.rule("fa:15.2")
def test_spies_are_sent_at_any_time_for_two_points() -> None:
    held = markers(us=(5, 3, 1), cw=(2,), common=(0, 0))
    game = fa_in("play", AUGUST, held, points(5, 0), initiative(CENTRAL), dice=(0,) * 4)
    play(game, "germany", "spy-on-pool", "US entry")
    assert (prompt(game), points_of(game, CENTRAL)) == ("withhold-marker", 3)
    assert "spy-on-pool" not in game.announcements("austria-hungary")


@pytest.mark.rule("fa:15.2")
@pytest.mark.rule("fa:2.6")
def test_spies_spoil_a_tenth_at_the_end_of_the_turn() -> None:
    game = fa_in("spies at the end of the turn", AUGUST, initiative(CENTRAL), points(9, 25))
    assert set(game.waiting) == {"germany"}
    play(game, "germany", "send-spies")
    assert (points_of(game, CENTRAL), points_of(game, ALLIES)) == (7, 22), "2.5 is 3"
    play(game, "france", "send-no-spies")
    assert game.over


# ---------------------------------------------------------------------------------------------------------------- exile


@pytest.mark.rule("fa:15.2", example="FC2")
def test_four_points_bring_the_belgian_army_into_the_french_pools() -> None:
    def conquered(game: Game) -> None:
        belgium, germany = country(game, "belgium"), power_index(game, "germany")
        game.write(FORMER_POWER, belgium, power_index(game, "france"))
        game.write(CONQUEROR, belgium, germany)
        align_country(game, belgium, germany)
        for unit in units_of(game, belgium):
            move(game, unit, place_index(game, REMOVED))

    game = fa_in("play", AUGUST, conquered, points(0, 4), initiative(CENTRAL), dice=(0,) * 4)
    belgium = country(game, "belgium")
    play(game, "france", "government-in-exile", "belgium")
    assert game.state[POWER][belgium] == power_index(game, "france")
    assert game.state[NEW_HOME][belgium] == country(game, "france")
    assert points_of(game, ALLIES) == 0
    where = {place_name(game, game.state[PLACE][unit]) for unit in units_of(game, belgium)}
    assert all(name.startswith("force pool of belgium") for name in where)
    assert game.state[CONQUEROR][belgium] == power_index(game, "germany"), "its land stays German"


@pytest.mark.rule("fa:15.2", example="FC2")
def test_the_army_of_a_country_that_fights_on_abroad_is_raised_again_too() -> None:
    """Belgium still has the Congo: what it lost at home is in the French pools for four points, once."""

    def conquered_at_home(game: Game) -> None:
        belgium = country(game, "belgium")
        game.write(CONQUEROR, belgium, power_index(game, "germany"))
        align_country(game, belgium, power_index(game, "france"))
        game.write(NEW_HOME, belgium, country(game, "belgian-congo"))
        for unit in units_of(game, belgium)[:3]:
            move(game, unit, place_index(game, REMOVED))

    game = fa_in("play", AUGUST, conquered_at_home, points(0, 8), initiative(CENTRAL), dice=(0,) * 4)
    play(game, "france", "government-in-exile", "belgium")
    back = units_of(game, country(game, "belgium"))[:3]
    assert all(place_name(game, game.state[PLACE][unit]).startswith("force pool of belgium") for unit in back)
    assert points_of(game, ALLIES) == 4
    with pytest.raises(Refused):
        play(game, "france", "government-in-exile", "belgium")


# ----------------------------------------------------------------------------------------------------------- subversion


@pytest.mark.rule("fa:15.2", example="FA-E49a")
@pytest.mark.rule("fa:15.2", example="FA-E49b")
@pytest.mark.parametrize(
    ("turn", "victim", "price"),
    [
        ("Jan/Feb 1915", "russia", 9),
        ("Jan/Feb 1916", "russia", 6),
        ("Jan/Feb 1916", "germany", 9),
        ("Jan/Feb 1917", "germany", 6),
    ],
)
def test_subversion_becomes_cheaper(turn: str, victim: str, price: int) -> None:
    game = fa_in("surrender", AUGUST, in_turn(turn), initiative(CENTRAL))
    assert price_of_subversion(game, power_index(game, victim), 3) == price


@pytest.mark.rule("fa:15.2")
def test_one_victim_a_side_from_points_already_had() -> None:
    game = fa_in("subversion", AUGUST, in_turn("Jan/Feb 1915"), initiative(CENTRAL), points(6, 9))
    assert set(game.waiting) == {"france"}, "the side with the worse initiative first"
    play(game, "france", "subvert", "germany 3")
    assert (points_of(game, ALLIES), tenths_subverted(game, power_index(game, "germany"))) == (0, 3)
    assert set(game.waiting) == {"germany"}
    assert "russia 3" not in game.offers("germany")["subvert"].domain
    play(game, "germany", "subvert-nobody")
    assert game.over


# ---------------------------------------------------------------------------------------------------------- concessions


@pytest.mark.rule("fa:15.2.1", example="FA-E52")
def test_concessions_are_bought_one_after_another() -> None:
    """Access step by step in different turns; resources for 10, 20, 30, and never half of them."""

    def beaten(game: Game) -> None:
        game.write(SURRENDERED_TO, power_index(game, "france"), CENTRAL + 1)

    peace = wars(("germany", "russia"), ("austria-hungary", "russia"))
    where = (peace, beaten, in_turn("Jan/Feb 1916"), initiative(CENTRAL))
    game = fa_in("concessions", *where, points(60, 0))
    france = power_index(game, "france")
    assert set(demands(game, CENTRAL)) == {"france passage", "france resources"}
    assert demands(game, ALLIES) == ()
    prices = []
    for _ in range(2):
        prices.append(price_of_demand(game, france, "resources"))
        play(game, "germany", "demand-concession", "france resources")
    assert prices == [10, 20]
    play(game, "germany", "demand-concession", "france passage")
    assert points_of(game, CENTRAL) == 20
    assert has_conceded(game, france, CENTRAL, "passage")
    assert "france territory" not in demands(game, CENTRAL), "in a later turn"
    assert "france resources" not in demands(game, CENTRAL), "30 points are missing"
    turn = game.state.get(TURN)
    bought = field(CONCESSIONS, ((france, "passage", CENTRAL, turn - 1),))
    assert "france territory" in demands(fa_in("concessions", *where, points(60, 0), bought), CENTRAL)
    assert game.state[SIDE][france] == ALLIES


@pytest.mark.rule("fa:15.2.1", example="FA-E52")
@pytest.mark.rule("fa:19.2.1")
def test_access_to_territories_is_none_to_the_kingdom_and_guests_need_an_hq() -> None:
    """The beaten Commonwealth lets Germans into Egypt with an HQ, not into England; when war comes again they are gone."""

    def beaten(game: Game) -> None:
        game.write(SURRENDERED_TO, power_index(game, "commonwealth"), CENTRAL + 1)
        turn = game.state.get(TURN) - 1
        commonwealth = power_index(game, "commonwealth")
        game.set(CONCESSIONS, tuple((commonwealth, kind, CENTRAL, turn) for kind in ("passage", "territory")))

    game = fa_in("concessions", AUGUST, beaten, initiative(CENTRAL), points(0, 0))
    corps = next(unit for unit in units_of(game, country(game, "germany")) if _is_corps(game, unit))
    cairo, london = place_of(game, "Cairo"), place_of(game, "London")
    assert politics_violation(game, corps, cairo) is None
    assert politics_violation(game, corps, london) is not None
    refusal = foreign_troops_violation(game, (corps,), cairo)
    assert refusal is not None
    assert refusal.key == "foreign-troops"
    leader = next(unit for unit in units_of(game, country(game, "germany")) if _is_hq(game, unit))
    assert foreign_troops_violation(game, (leader, corps), cairo) is None
    move(game, corps, cairo)
    declare_war(game, power_index(game, "commonwealth"), power_index(game, "germany"))
    assert place_name(game, game.state[PLACE][corps]).startswith("production circle")


def _is_corps(game: Game, unit: int) -> bool:
    counter = counter_of(game, unit)
    return counter.type is LandType.INF and isinstance(counter, LandCounter) and counter.size is Size.CORPS


def _is_hq(game: Game, unit: int) -> bool:
    return is_headquarters_counter(counter_of(game, unit))


@pytest.mark.rule("fa:15.1.1")
@pytest.mark.rule("fa:19.2.1")
def test_whom_a_friendly_neutral_lets_in_are_foreign_troops() -> None:
    """Greece at +13: major powers' units with an HQ of their own, as many as it commands; no minor country's."""

    def friendly(game: Game) -> None:
        game.write(FLAG, country(game, "greece"), 13)
        align_country(game, country(game, "serbia"), power_index(game, "france"))

    game = fa_in("surrender", AUGUST, friendly, initiative(CENTRAL))
    athens = place_of(game, "Athens")
    corps = next(unit for unit in units_of(game, country(game, "france")) if _is_corps(game, unit))
    serbs = next(unit for unit in units_of(game, country(game, "serbia")) if _is_corps(game, unit))
    leader = next(unit for unit in units_of(game, country(game, "france")) if _is_hq(game, unit))
    assert politics_violation(game, corps, athens) is None
    assert politics_violation(game, serbs, athens) is not None
    assert foreign_troops_violation(game, (corps,), athens) is not None
    assert foreign_troops_violation(game, (leader, corps), athens) is None


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:15.2")
def test_nobody_placates_lawrence() -> None:
    def rides(game: Game) -> None:
        lawrence = ship_named(game, LAWRENCES_CAVALRY)
        move(game, lawrence, place_of(game, "Jerusalem"))
        game.write(SOIL, lawrence, country(game, "arabia"))
        game.set(RIDING, (LAWRENCES_CAVALRY,))

    game = fa_in("rebels", AUGUST, initiative(ALLIES), points(9, 9), rides)
    with pytest.raises(Refused) as refusal:
        play(game, "germany", "placate-rebels", ship_named(game, LAWRENCES_CAVALRY))
    assert refusal.value.violations[0].key == "nobody-to-placate"
