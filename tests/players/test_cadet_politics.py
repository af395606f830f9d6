"""How the cadet plays the politics of a world war: wars by the plan, pacts, fronts that may come, US entry, and buying."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from conformance.turns import campaign_in, controlled, field, in_turn, power_index, prompt
from worldfire.engine.game import Game
from worldfire.engine.shapes import One, Set
from worldfire.engine.state import Frame
from worldfire.forces.ground import is_hex
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import HEXES, PLACE, counter_of, place_index
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES, power_of
from worldfire.players import cadet
from worldfire.players.cadet import convoys, diplomacy, home, president, railways
from worldfire.players.cadet.asking import put_question
from worldfire.players.cadet.coasts import Coast
from worldfire.players.cadet.picture import FAR, is_world_war, look
from worldfire.players.cadet.seascape import Seascape
from worldfire.rules.s09_02_pacts import have_pact
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_09_rail import factory_name
from worldfire.rules.s13_06_5_naval_production import ConvoysBuilt
from worldfire.rules.s13_06_production import PowerProduction, UnitBuilt
from worldfire.tables.counters import LandType, NavalCounter, NavalType
from worldfire.titles.campaigns import begin_campaign

AXIS, ALLIES = 0, 1


def declaring(side: int, turn: str, *wars: tuple[str, str], held: tuple[str, str] | None = None) -> Game:
    """Global War before its set-up, in the step in which this side declares war."""

    def at_war(game: Game) -> None:
        pairs = tuple((power_index(game, one), power_index(game, other)) for one, other in wars)
        game.set(AT_WAR, (*game.state.get(AT_WAR), *pairs))

    changes = [field(ACTIVE_SIDE, side), in_turn(turn), at_war]
    changes += [controlled(*held)] if held else []
    return campaign_in("global-war", "declare war", *changes)


def wars_declared(game: Game) -> set[tuple[str, str]]:
    """Those that the cadet declares for every power of the side."""
    names = {
        power_index(game, name): name for name in ("germany", "italy", "japan", "commonwealth", "france", "ussr", "usa")
    }
    names |= {power_index(game, name): name for name in ("poland", "belgium", "denmark", "netherlands")}
    found: set[tuple[str, str]] = set()
    while prompt(game) in ("declare-war", "break-pact"):
        (seat,) = game.waiting
        events: Any = game.submit(seat, *cadet.pick(game, seat, Random(1))).events
        found |= {(names[one.power], names[one.target_power]) for one in events if isinstance(one, WarDeclared)}
    return found


def test_germany_attacks_poland_in_1939_and_nobody_else_does_anything() -> None:
    assert wars_declared(declaring(AXIS, "Sep/Oct 1939")) == {("germany", "poland")}


def test_the_west_stands_by_poland() -> None:
    found = wars_declared(declaring(ALLIES, "Sep/Oct 1939", ("germany", "poland")))
    assert found == {("commonwealth", "germany"), ("france", "germany")}
    assert wars_declared(declaring(ALLIES, "Sep/Oct 1939")) == set()


def test_germany_goes_west_when_the_season_has_come() -> None:
    war = (("commonwealth", "germany"), ("france", "germany"))
    assert ("germany", "belgium") not in wars_declared(declaring(AXIS, "Jan/Feb 1940", *war))
    found = wars_declared(declaring(AXIS, "May/Jun 1940", *war))
    assert {("germany", "belgium"), ("germany", "netherlands")} <= found
    assert not any(target in ("ussr", "usa") for _, target in found)


def test_japan_strikes_everybody_at_once() -> None:
    found = wars_declared(declaring(AXIS, "Nov/Dec 1941"))
    assert {("japan", "usa"), ("japan", "commonwealth")} <= found
    assert not any(power == "japan" for power, _ in wars_declared(declaring(AXIS, "Sep/Oct 1941")))


def test_a_pact_is_kept_until_the_war_against_the_partner_is_due() -> None:
    """Whether it may be broken the garrisons decide; whether it is, the plan."""
    game = declaring(AXIS, "May/Jun 1941", held=("germany", "Paris"))
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    assert have_pact(game, germany, ussr)
    question = put_question(game, next(iter(game.waiting)), Random(1))
    asked = replace(question, args={"power": germany}, offers={"break-pact": One(("ussr",))})
    assert diplomacy.break_pact(asked) == ("break-pact", "ussr")
    too_early = declaring(AXIS, "May/Jun 1940", held=("germany", "Paris"))
    assert diplomacy.break_pact(replace(asked, game=too_early)) == ("keep-pacts", None)
    not_yet = declaring(AXIS, "May/Jun 1941")
    assert diplomacy.break_pact(replace(asked, game=not_yet)) == ("keep-pacts", None), "Paris first"


def test_markers_lie_offensive_where_the_plan_attacks_and_defensive_where_it_expects_to_be() -> None:
    game = declaring(AXIS, "Jan/Feb 1940")
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    question = put_question(game, next(iter(game.waiting)), Random(1))
    assert diplomacy.place_marker(replace(question, args={"power": germany, "against": ussr})) == (
        "make-offensive",
        None,
    )
    assert diplomacy.place_marker(replace(question, args={"power": ussr, "against": germany})) == (
        "make-defensive",
        None,
    )


def test_nobody_aligns_yugoslavia_before_it_can_be_held() -> None:
    game = declaring(ALLIES, "Sep/Oct 1939")
    question = put_question(game, next(iter(game.waiting)), Random(1))
    offer = replace(question, offers={"align-minor": One(("yugoslavia",))})
    assert home.align_minor(offer) == ("align-nobody", None)
    later = declaring(ALLIES, "Mar/Apr 1941")
    assert home.align_minor(replace(offer, game=later)) == ("align-minor", "yugoslavia")


def test_the_usa_takes_the_option_that_its_plan_wants_most() -> None:
    game = declaring(ALLIES, "Jan/Feb 1940")
    question = put_question(game, next(iter(game.waiting)), Random(1))
    offer = replace(question, offers={"choose-entry-option": One((14, 9, 12, 1))})
    assert president.choose_option(offer) == ("choose-entry-option", 12)
    assert president.choose_option(replace(question, offers={})) == ("no-more-entry-options", None)


def test_the_usa_attempts_the_war_that_the_dice_favour() -> None:
    game = declaring(ALLIES, "Nov/Dec 1941")
    question = put_question(game, next(iter(game.waiting)), Random(1))
    names = Set(("germany", "italy", "japan"), 1, 3)
    offer = replace(question, offers={"attempt-war": names}, args={"against_japan": 7, "against_europe": 3})
    assert president.attempt_war(offer) == ("attempt-war", ("japan",))
    assert president.attempt_war(replace(offer, args={"against_japan": 2, "against_europe": 8})) == (
        "attempt-war",
        ("germany", "italy"),
    )
    assert president.attempt_war(replace(offer, args={"against_japan": 2, "against_europe": 3})) == (
        "attempt-no-war",
        None,
    )


# ------------------------------------------------------------------------------------------------------------ the picture


def corps(game: Game, country: str) -> int:
    """A corps of the country that is not on the map."""
    number = game.state.get(COUNTRY_NAMES).index(country)
    return next(
        unit
        for unit, of in enumerate(game.state[COUNTRY])
        if of == number
        and counter_of(game, unit).type is LandType.INF
        and game.state[PLACE][unit] >= game.state.get(HEXES)
    )


def stationed(game: Game, country: str, place: str) -> int:
    unit = corps(game, country)
    game.write(PLACE, unit, place_index(game, place))
    return unit


def test_only_whoever_is_at_war_is_an_enemy() -> None:
    neutral, fighting = declaring(AXIS, "Sep/Oct 1939"), declaring(AXIS, "Sep/Oct 1939", ("france", "germany"))
    for game in (neutral, fighting):
        paris, berlin, tokyo = stationed(game, "france", "Paris"), stationed(game, "germany", "Berlin"), "Tokyo"
        samurai = stationed(game, "japan", tokyo)
        picture = look(game, AXIS, (power_index(game, "germany"),))
        enemies = [unit for units in picture.enemy.values() for unit in units]
        assert is_world_war(game)
        assert enemies == ([paris] if game is fighting else [])
        assert picture.enemy_holds(place_index(game, "Paris")) is (game is fighting)
        assert {berlin, samurai} & {*picture.units} == {berlin}, "Japan has other enemies"
        assert [unit for unit in (berlin, samurai) if picture.commands(unit)] == [berlin]


def test_a_war_that_is_planned_draws_troops_before_it_begins() -> None:
    """Poland in 1939; later the USSR, for nobody else is left; never a neutral country that no plan names."""
    game = declaring(AXIS, "Sep/Oct 1939")
    germany = look(game, AXIS, (power_index(game, "germany"),))
    east, west, swiss = (place_index(game, name) for name in ("Breslau", "Stuttgart", "Bern"))
    assert germany.front_distance(east) < germany.front_distance(west) < FAR
    assert swiss not in germany.expected
    assert place_index(game, "Warsaw") in germany.expected


# ----------------------------------------------------------------------------------------------------------------- buying


@pytest.mark.parametrize("turn", ["Sep/Oct 1939", "May/Jun 1945"])
@pytest.mark.parametrize(("power", "points"), [("usa", 24), ("germany", 25), ("italy", 3), ("commonwealth", 14)])
def test_whatever_is_made_is_spent(power: str, points: int, turn: str) -> None:
    """On whatever arms there are, even if it comes too late: what is left over buys nothing."""
    game = begin_campaign("global-war", secret=b"buying", length="campaign")
    in_turn(turn)(game)
    assert spent(game, power, points) >= points * 4 / 5


def test_ships_are_completed_with_what_the_pools_leave_over() -> None:
    """China has no fleet to speak of: but no unit is left that it could build instead."""
    game = begin_campaign("global-war", secret=b"buying", length="campaign")
    in_turn("Sep/Oct 1943")(game)
    docks, removed = place_index(game, "construction pool of china"), place_index(game, "removed from the game")
    for unit in range(len(game.state[PLACE])):
        if power_of(game, unit) == power_index(game, "china") and not is_hex(game, game.state[PLACE][unit]):
            game.write(PLACE, unit, docks if isinstance(counter_of(game, unit), NavalCounter) else removed)
    assert spent(game, "china", 6) == 6


def spent(game: Game, power: str, points: int) -> int:
    """What the cadet spends of so many points."""
    state = game.state.copy()
    state.frames = [Frame("a power’s production", "buy", PowerProduction(power_index(game, power), points=points))]
    game.resume(state, game.entries, game.head)
    total = 0
    while prompt(game) == "build-units":
        events: Any = game.submit(power, *cadet.pick(game, power, Random(1))).events
        total += sum(event.cost for event in events if isinstance(event, UnitBuilt | ConvoysBuilt))
    return total


# ------------------------------------------------------------------------------------------------------ coasts and factories


def test_a_port_that_the_enemy_could_land_in_keeps_its_last_guard() -> None:
    game = declaring(AXIS, "May/Jun 1941", ("commonwealth", "germany"))
    guard, inland = stationed(game, "germany", "Hamburg"), stationed(game, "germany", "Munich")
    stationed(game, "united-kingdom", "London")
    coast = Coast(look(game, AXIS, (power_index(game, "germany"),)))
    assert not coast.posts, "nobody could come"
    transport = next(
        unit
        for unit, of in enumerate(game.state[COUNTRY])
        if game.state.get(COUNTRY_NAMES)[of] == "united-kingdom" and counter_of(game, unit).type is NavalType.TRS
    )
    game.write(PLACE, transport, place_index(game, "Newcastle"))
    coast = Coast(look(game, AXIS, (power_index(game, "germany"),)))
    assert place_index(game, "Hamburg") in coast.posts
    assert [unit for unit in (guard, inland) if coast.needs(unit)] == [guard]
    stationed(game, "germany", "Hamburg")
    assert not Coast(look(game, AXIS, (power_index(game, "germany"),))).needs(guard), "there is another now"


def test_factories_leave_when_the_enemy_is_near() -> None:
    game = declaring(AXIS, "Jul/Aug 1941", ("germany", "ussr"))
    moscow, siberia = place_index(game, "Moscow"), place_index(game, "Sverdlovsk")
    stationed(game, "germany", "Minsk")
    stationed(game, "ussr", "Moscow")
    picture = look(game, ALLIES, (power_index(game, "ussr"),))
    kiev = place_index(game, "Kiev")
    offered = {factory_name(kiev): (moscow, siberia), factory_name(siberia): (moscow,)}
    assert picture.enemy_distance(kiev) <= railways.TOO_NEAR < picture.enemy_distance(siberia)
    assert railways.factory_to_save(picture, offered) == (factory_name(kiev), siberia)
    assert railways.factory_to_save(picture, {factory_name(siberia): (moscow,)}) is None


# ---------------------------------------------------------------------------------------------------------------- the sea


def test_convoys_feed_the_country_with_most_factories() -> None:
    """Canada has factories too, but what it has over and above them is wanted in Britain."""
    game = declaring(ALLIES, "Mar/Apr 1940", ("commonwealth", "germany"))
    britain = power_index(game, "commonwealth")
    wanted = convoys.demand(Seascape(game, ALLIES, (britain,)), britain, convoys.ENOUGH)
    assert {"North Atlantic", "Canadian Coast"} <= set(wanted)
    assert wanted["North Atlantic"] >= wanted["Canadian Coast"] > 0


def test_troops_gather_nearer_to_what_may_be_landed_on() -> None:
    game = declaring(ALLIES, "Mar/Apr 1942", ("germany", "usa"), ("commonwealth", "germany"))
    america = Seascape(game, ALLIES, (power_index(game, "usa"),))
    london, new_york, houston = (america.staging(place_index(game, name)) for name in ("London", "New York", "Houston"))
    assert london > max(new_york, houston) > 0
    assert place_index(game, "Tokyo") not in america.targets, "Japan is no enemy here"
