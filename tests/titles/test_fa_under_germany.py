"""fa:15.3.1: Germany moves its share of Japan's units in its own impulse, as if Japan had called a combined."""

from __future__ import annotations

import pytest
from sailing import sailed, who_placed

from conformance.positions import give_control, power, put
from conformance.steps import begin_step, find, places
from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.forces.charts import chart_named
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE, allied_seats, seat_of_power
from worldfire.forces.who import CONTROLLER, SIDE, power_of
from worldfire.rules.s02_3_overstacking import too_many
from worldfire.rules.s02_4_supply_limits import sea_is_open, tracer_of
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s04_reinforcements import may_be_given_up, tray_of_power
from worldfire.rules.s10_actions import account_of, left_of
from worldfire.rules.s11_04_2_sailing import Hand
from worldfire.rules.s11_04_6_interception import hunters
from worldfire.rules.s11_04_naval_units import Sailor
from worldfire.rules.s11_04_under_way import Interception
from worldfire.rules.s11_05_4_committing import Force, fights
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PowerProduction
from worldfire.server.reading import Reader
from worldfire.server.story import Line, Teller
from worldfire.titles.fa.divisions import break_down_violation
from worldfire.titles.fa.japan import LED_BY_GERMANY, UNDER_GERMANY, make_its_own_war
from worldfire.titles.fa.latent import zones_on_the_map
from worldfire.titles.fa.politics.points import earns_by_taking
from worldfire.titles.fa.under_germany import LEADING, may_be_led

GERMANYS, COMMONWEALTHS = "japan-inf-i", "japan-inf-konoye"
HER_SHIP, HIS_SHIP, RAIDER = "japan-satsuma", "japan-kongo", "germany-scharnhorst"

pytestmark = pytest.mark.rule("fa:15.3.1")


@pytest.fixture
def game() -> Game:
    return sailed()


def _led(game: Game) -> Game:
    begin_step(game, LEADING.name, "germany", action="naval", throws=[1] * 9)
    game.submit("germany", "lead-japanese")
    return game


def _why_not(game: Game, verb: str, noun: object, seat: str) -> str:
    (found,) = game.why_not(verb, noun, seat)
    return found.key


def _go_on_to(game: Game, prompt: str) -> None:
    while game.decision is not None and game.decision.prompt != prompt:
        game.submit(next(iter(game.waiting)), "done")


def test_each_side_places_its_own_share(game: Game) -> None:
    share, placed = game.state.get(UNDER_GERMANY), who_placed()
    assert [counter_of(game, unit).type for unit in share if unit == find(game, GERMANYS)] == ["INF"]
    assert placed.count("germany") == len(share) == 9
    assert placed.count("commonwealth") == 10
    assert seat_of_power(game, power(game, "japan")) == "commonwealth"
    assert all(power_of(game, unit) == power(game, "japan") for unit in share)


def test_the_commonwealth_cannot_move_them(game: Game) -> None:
    begin_step(game, "land movement", "commonwealth", action="combined")
    theirs, ours = find(game, GERMANYS), find(game, COMMONWEALTHS)
    osaka = place_index(game, "Osaka")
    assert _why_not(game, "move", ((theirs,), (osaka,)), "commonwealth") == "germany-moves-it"
    assert game.why_not("move", ((ours,), (osaka,)), "commonwealth") == ()


@pytest.mark.rule("fa:10.2")
def test_germany_leads_them_with_the_limits_of_a_japanese_combined(game: Game) -> None:
    japan, osaka = power(game, "japan"), place_index(game, "Osaka")
    _led(game)
    assert account_of(game, japan) == japan
    chart = chart_named(game, "activities_combined")
    assert left_of(game, japan, "land movement") == int(chart.at("land movement", "japan"))
    assert left_of(game, power(game, "commonwealth"), "land movement") == 0, "the others of the side have passed"
    _go_on_to(game, "land-movement")
    assert tuple(game.waiting) == ("germany",)
    assert _why_not(game, "move", ((find(game, COMMONWEALTHS),), (osaka,)), "germany") == "commonwealth-moves-it"
    game.submit("germany", "move", ((find(game, GERMANYS),), (osaka,)))
    assert left_of(game, japan, "land movement") == int(chart.at("land movement", "japan")) - 1
    assert game.state[PLACE][find(game, GERMANYS)] == osaka


def test_afterwards_all_is_as_it_was(game: Game) -> None:
    before = game.copy()
    _led(game)
    assert game.state.get(LED_BY_GERMANY)
    assert game.state.get(ACTIVE_SIDE) == game.state[SIDE][power(game, "commonwealth")]
    _go_on_to(game, "")
    assert game.over
    assert game.state.get(ACTIVE_SIDE) == game.state[SIDE][power(game, "germany")]
    assert set(game.state.get(ACTIONS)) == {"naval"}
    assert seat_of_power(game, power(game, "japan")) == "commonwealth"
    assert not game.state.get(LED_BY_GERMANY)
    assert game.state[PLACE] == before.state[PLACE]


def test_germany_is_nobodys_ally_for_leading_them(game: Game) -> None:
    before = {seat: allied_seats(game, seat) for seat in game.seats}
    assert "commonwealth" in before["france"]
    _led(game)
    assert seat_of_power(game, power(game, "japan")) == "germany"
    assert {seat: allied_seats(game, seat) for seat in game.seats} == before


def test_the_log_tells_once_whom_germany_moves(game: Game) -> None:
    """Who answers for Japan at the moment is a detail."""
    assert [line.kind for line in _story(game) if "units of Japan too" in line.text] == ["other"]
    _led(game)
    _go_on_to(game, "")
    assert {line.kind for line in _story(game) if "plays Japan" in line.text} == {"minor"}


def _story(game: Game) -> list[Line]:
    seen = view(game, "france")
    return Teller(Reader(seen, game.ruleset)).tell(seen.log)


def test_germany_may_leave_them(game: Game) -> None:
    begin_step(game, LEADING.name, "germany", action="naval")
    game.submit("germany", "leave-japanese")
    assert game.over
    assert not game.state.get(LED_BY_GERMANY)


def test_only_in_impulses_of_the_central_powers(game: Game) -> None:
    game.set(ACTIVE_SIDE, game.state[SIDE][power(game, "germany")])
    assert may_be_led(game)
    game.set(ACTIVE_SIDE, game.state[SIDE][power(game, "commonwealth")])
    assert not may_be_led(game)


def test_they_take_german_land_for_japan(game: Game) -> None:
    """Nobody gains political points by that."""
    osaka, japan = place_index(game, "Osaka"), power(game, "japan")
    move(game, find(game, "japan-inf-iii"), place_index(game, "Tokyo"))
    move(game, find(game, "japan-cav-kihei"), place_index(game, "Tokyo"))
    give_control(game, "germany", "Osaka")
    _led(game)
    _go_on_to(game, "land-movement")
    game.submit("germany", "move", ((find(game, GERMANYS),), (osaka,)))
    assert game.state[CONTROLLER][osaka] == japan
    assert not earns_by_taking(game, japan)


def test_they_attack_german_units(game: Game) -> None:
    """Germany plays both sides of the combat."""
    osaka = place_index(game, "Osaka")
    move(game, find(game, "japan-inf-iii"), place_index(game, "Tokyo"))
    move(game, find(game, "japan-cav-kihei"), place_index(game, "Tokyo"))
    give_control(game, "germany", "Osaka")
    defender = put(game, "germany-inf-vi", "Osaka")
    _led(game)
    _go_on_to(game, "declare-attacks")
    assert (
        _why_not(game, "declare-attacks", ((find(game, COMMONWEALTHS), osaka),), "germany") == "commonwealth-moves-it"
    )
    attackers = tuple((find(game, name), osaka) for name in (GERMANYS, "japan-inf-ii"))
    game.submit("germany", "declare-attacks", attackers)
    while not game.over:
        assert tuple(game.waiting) == ("germany",)
        offers = game.offers_to("germany")
        verb = "done" if "done" in offers.names else offers.names[0]
        shape = None if verb == "done" else offers.shape(game, verb)
        game.submit("germany", verb, None if shape is None else next(iter(shape.every()), None))
    fought = (defender, *(unit for unit, _ in attackers))
    fell = [unit for unit in fought if "tray" in place_name(game, game.state[PLACE][unit])]
    assert fell, "there was a combat"


@pytest.mark.rule("fa:11.5")
def test_at_sea_only_the_commonwealths_ships_fight(game: Game) -> None:
    (sea,) = places(game, "China Sea 2")
    hers, his = find(game, HER_SHIP), find(game, HIS_SHIP)
    raider = put(game, RAIDER, "China Sea 2")
    for ship in (hers, his):
        move(game, ship, sea)
    assert fights(game, his, Force((raider,)))
    assert not fights(game, hers, Force((raider,)))
    assert fights(game, raider, Force((his, hers)))
    assert not fights(game, raider, Force((hers,)))


@pytest.mark.rule("fa:11.4")
def test_nobody_intercepts_germanys_ships(game: Game) -> None:
    put(game, RAIDER, "China Sea 2")
    caught = {}
    for name in (HER_SHIP, HIS_SHIP):
        hand = Hand(Sailor(find(game, name)), 1, 1)
        caught[name] = tuple(hunters(game, Interception("China Sea", (hand,), "commonwealth", False, False)))
    assert caught == {HER_SHIP: (), HIS_SHIP: (find(game, RAIDER),)}


@pytest.mark.rule("fa:2.4.2")
def test_germanys_ships_close_no_sea_area_and_keep_none_open(game: Game) -> None:
    raider = put(game, RAIDER, "Sea of Japan 2")
    hers, his = find(game, HER_SHIP), find(game, HIS_SHIP)
    japans, germanys = tracer_of(game, find(game, COMMONWEALTHS)), tracer_of(game, raider)
    move(game, hers, place_index(game, "Sea of Japan 2"))
    assert sea_is_open(game, germanys, "Sea of Japan")
    assert not sea_is_open(game, japans, "Sea of Japan")
    move(game, his, place_index(game, "Sea of Japan 2"))
    assert sea_is_open(game, japans, "Sea of Japan")
    move(game, raider, place_index(game, "China Sea 2"))
    assert not sea_is_open(game, germanys, "Sea of Japan")


@pytest.mark.rule("fa:13.3")
def test_germany_brings_its_ships_home_at_the_end_of_the_turn(game: Game) -> None:
    hers, his = find(game, HER_SHIP), find(game, HIS_SHIP)
    for ship in (hers, his):
        move(game, ship, place_index(game, "China Sea 2"))
    begin_step(game, step_name("return to base at the end of the turn"), "germany")
    assert tuple(game.waiting) == ("germany",)
    here = game.state[PLACE][hers]
    assert (
        _why_not(game, "return-from-sea", ((his,), (place_index(game, "Osaka"),), ()), "germany") == "does-not-return"
    )
    game.submit("germany", "return-from-sea", ((hers,), (place_index(game, "Nagasaki"),), ()))
    assert game.state[PLACE][hers] == place_index(game, "Nagasaki") != here
    assert tuple(game.waiting) == ("commonwealth",), "who decides for the others"


@pytest.mark.rule("fa:4.2")
def test_germany_places_what_comes_back(game: Game) -> None:
    lost = find(game, GERMANYS)
    move(game, lost, place_index(game, circle_space(game.state.get(TURN))))
    begin_step(game, "reinforcements", "germany")
    while game.decision is not None and game.decision.prompt != "place-unit":
        seat = next(iter(game.waiting))
        game.submit(seat, *_first(game, seat))
    assert tuple(game.waiting) == ("germany",)
    game.submit("germany", "place-unit", place_index(game, "Osaka"))
    assert seat_of_power(game, power(game, "japan")) == "commonwealth"


def _first(game: Game, seat: str) -> tuple[str, object]:
    offers = game.offers_to(seat)
    shape = offers.shape(game, offers.names[0])
    return offers.names[0], None if shape is None else next(iter(shape.every()), None)


@pytest.mark.rule("fa:2.3.1")
def test_nobody_destroys_the_others_share_by_crowding_it(game: Game) -> None:
    ours = find(game, COMMONWEALTHS)
    for name in ("japan-inf-iii", "japan-cav-kihei"):
        move(game, find(game, name), place_index(game, "Nagasaki"))
    nagasaki = game.state[PLACE][ours]
    assert ours in too_many(game, nagasaki)
    assert find(game, GERMANYS) not in too_many(game, nagasaki), "the Commonwealth has crowded them"
    game.set(LED_BY_GERMANY, True)
    assert ours not in too_many(game, nagasaki)
    assert find(game, GERMANYS) in too_many(game, nagasaki)


def test_the_commonwealth_neither_gives_them_up_nor_regroups_them(game: Game) -> None:
    theirs = find(game, GERMANYS)
    assert theirs not in may_be_given_up(game, power(game, "japan"))
    found = break_down_violation(game, theirs)
    assert found is not None
    assert found.key == "germany-moves-it"


def test_when_japan_makes_up_its_mind_it_sets_up_only_the_rest(game: Game) -> None:
    assert zones_on_the_map(game, power(game, "japan")) == 2
    make_its_own_war(game, "russia")
    assert game.state.get(UNDER_GERMANY) == ()
    assert zones_on_the_map(game, power(game, "japan")) == 2
    assert zones_on_the_map(game, power(game, "china")) == 0


@pytest.mark.rule("fa:13.5")
def test_what_germany_loses_is_built_for_its_own_share(game: Game) -> None:
    lost, japan = find(game, GERMANYS), power(game, "japan")
    move(game, lost, tray_of_power(game, japan))
    game.state.frames.clear()
    game.push(PRODUCTION_OF_A_POWER.name, PowerProduction(japan))
    game.put_state(game.state)
    assert game.over, "nobody is asked"
    assert place_name(game, game.state[PLACE][lost]).startswith("production circle")
    assert lost in game.state.get(UNDER_GERMANY)


def test_japan_may_make_up_its_mind_while_germany_leads_it(game: Game) -> None:
    """Then the rest of that impulse is nobody's, and Germany plays Japan for good."""
    _led(game)
    _go_on_to(game, "land-movement")
    make_its_own_war(game, "russia")
    game.put_state(game.state)
    _go_on_to(game, "")
    assert game.over
    assert (
        game.state.get(ACTIVE_SIDE)
        == game.state[SIDE][power(game, "japan")]
        == game.state[SIDE][power(game, "germany")]
    )
    assert seat_of_power(game, power(game, "japan")) == "germany"
    assert not game.state.get(LED_BY_GERMANY)
