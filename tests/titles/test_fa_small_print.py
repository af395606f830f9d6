"""Sentences of Fatal Alliances in sections below a section: the weather, what counts, ships that are met, fighters, guns."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_land_combat import METZ, go_on
from waters import ALLIES, CENTRAL, Waters, waters

from conformance.positions import align, power, put, set_weather
from conformance.steps import begin_step, declare, find, said, units
from worldfire.engine.game import Game
from worldfire.forces.flights import Flight
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.markers import MARKER_POOL, MARKER_POOLS
from worldfire.forces.situation import INITIATIVE, TURN
from worldfire.forces.things import PLACE, aboard, board_of, counter_of, place_index
from worldfire.forces.turn import INITIATIVE_SIDE
from worldfire.forces.who import CONTROLLER, COUNTRY_NAMES, HOME_COUNTRY, NOBODY
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s03_sequence import PLAY
from worldfire.rules.s08_weather import terrain_at, weather_at
from worldfire.rules.s10_actions import ActivityCounted, left_of
from worldfire.rules.s11_05_naval_combat import Searched
from worldfire.rules.s11_05_round import NavalRound
from worldfire.rules.s11_08_ground_strike import GroundStrike
from worldfire.rules.s11_15_land_combat import preview
from worldfire.rules.s13_06_production import reachable as by_rail
from worldfire.rules.s14_1_range import reach_of, return_reach
from worldfire.rules.s14_air_combat import AirResult
from worldfire.rules.s24_1_set_up import bases_among
from worldfire.tables.campaign import turn_number
from worldfire.tables.counters import NavalCounter
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.fa.sea.limited_sources import DESIGNATED

WEST = [("germany", "france"), ("germany", "commonwealth")]
DESERT, SWAMP = "E0101", "E2043"
BOMBER = "germany-lnd-albatros-c-i"

# ---------------------------------------------------------------------------------------------------------- 8.2.1 weather


@pytest.mark.rule("fa:8.2.1.1")
def test_deserts_have_better_weather() -> None:
    found = {}
    for weather in ("fine", "rain", "storm", "snow", "blizzard"):
        game = front({}, weather=weather)
        found[weather] = weather_at(game, place_index(game, DESERT))
    assert found == {"fine": "fine", "rain": "fine", "snow": "fine", "storm": "rain", "blizzard": "snow"}


@pytest.mark.rule("fa:8.2.1.2")
def test_a_frozen_swamp_is_forest() -> None:
    game = front({})
    swamp = place_index(game, SWAMP)
    for weather, terrain in (("fine", "swamp"), ("rain", "swamp"), ("snow", "forest"), ("blizzard", "forest")):
        set_weather(game, weather)
        assert terrain_at(game, swamp) == terrain


@pytest.mark.rule("fa:8.2.1.4")
@pytest.mark.parametrize(("weather", "closed"), [("fine", False), ("snow", True)])
def test_ice_holds_ships_in_port_to_the_end_of_the_turn(weather: str, closed: bool) -> None:
    """A ship in Riga does not leave, and one that comes in is turned; neither is turned up again at the end of the turn."""
    ships = {"Riga": [("Held", "russia SCS")], "Libau": [("Free", "russia SCS")]}
    here = waters(ships, side="allies", weather=weather)
    here.start("naval movement")
    assert (here.refusal("russia", ["Held"], "Baltic Sea 1") != "") is closed
    here.sail("russia", ["Free"], "Baltic Sea", "Riga")
    assert here.face_down("Free")
    here.start("final reorganisation")
    assert here.face_down("Free") is closed


# ------------------------------------------------------------------------------------------------- 10.2.1.1 what counts


@pytest.mark.rule("fa:10.2.1.1")
def test_strikes_and_rebases_count_and_fighters_and_support_do_not() -> None:
    """With a land action each aircraft that strikes is a mission; who supports a land attack or escorts is none."""
    game = front({TARGET: ["france INF"], METZ: (*GERMANS, BOMBER)}, wars=WEST)
    germany, target, fighter = power(game, "germany"), place_index(game, TARGET), put(game, "germany FTR", METZ)
    begin_step(game, "ground strike", "germany", throws=[9])
    before = left_of(game, germany, "ground strike")
    game.submit("germany", "fly", ((find(game, BOMBER), f"fly {target}"), (fighter, f"escort {target}")))
    assert left_of(game, germany, "ground strike") == left_of(game, germany, "rebase") == before - 1
    assert [event.activity for event in said(game, ActivityCounted)] == ["ground strike"]  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------------------ 11.3, 11.4


@pytest.mark.rule("fa:11.3.2.3")
@pytest.mark.rule("fa:11.3.2.6")
def test_a_ship_stops_and_patrols_or_goes_on_and_convoys_stay_low() -> None:
    """It may take any section up to the movement that it has left, there or in the next sea area."""
    here = waters({"Wilhelmshaven": [("Moltke", "germany-moltke")]})
    here.lay("germany", "Wilhelmshaven", 3)
    here.start("naval movement")
    sections = here.ends("Moltke")
    left = here.movement(here["Moltke"]) - 1
    assert {end for end in sections if end.startswith("North Sea")} == {
        f"North Sea {n}" for n in range(min(left, 4) + 1)
    }
    further = left - 1
    assert {end for end in sections if end.startswith("Faroes")} == {
        f"Faroes Gap {n}" for n in range(min(further, 4) + 1)
    }
    convoy = here.convoys("germany", "Wilhelmshaven", 3)
    assert here.refusal("germany", [convoy], "North Sea 1")
    here.sail("germany", [convoy], "North Sea 0")
    assert here.points("germany", "North Sea 0")[0] == 3


def caught(*throws: int) -> Waters:
    """A German cruiser sails into the North Sea past a British one."""
    ships = {"North Sea 4": [("CW", "commonwealth SCS")], "Wilhelmshaven": [("Moltke", "germany-moltke")]}
    here = waters(ships, throws)
    here.start("naval movement")
    here.sail("germany", ["Moltke"], "North Sea", "Faroes Gap 0")
    here.do("intercept", here["CW"])
    return here


@pytest.mark.rule("fa:11.3.5.2")
def test_who_is_not_found_sails_on() -> None:
    here = caught(10)
    assert here.asked == ("germany", "naval-orders")
    here.sail_on("Faroes Gap 0")
    here.calmly()
    assert here.place_named("Moltke") == "Faroes Gap 0"


@pytest.mark.rule("fa:11.3.5.3")
def test_who_is_found_stops_there_or_fights_through() -> None:
    here = caught(1)
    assert set(here.game.offers("germany")) == {"stop-here", "fight-through"}
    here.do("stop-here", here.spot("North Sea 3"))
    assert here.place_named("Moltke") == "North Sea 3"
    assert not here.events(Searched), "no combat before the step of combats"


@pytest.mark.rule("fa:11.3.5.3")
def test_who_returns_to_base_and_is_found_cannot_stop() -> None:
    ships = {"North Sea 3": [("CW", "commonwealth SCS")], "Faroes Gap 1": [("Moltke", "germany-moltke")]}
    here = waters(ships, (1, 10, 10))
    here.game.set(INITIATIVE_SIDE, CENTRAL)
    here.start("return to base at the end of the turn")
    here.calmly()
    here.do("decide-returns", ((here["Moltke"], 1),))
    here.calmly()
    while here.asked[1] == "decide-returns":
        here.do("decide-returns", ((here["CW"], 0),))
    here.sail("germany", ["Moltke"], "North Sea", "Wilhelmshaven", verb="return-from-sea")
    here.do("intercept", here["CW"])
    assert len(here.events(Searched)) == 2, "nobody asks: it fights through"
    assert here.place_named("Moltke") == "North Sea 0"


@pytest.mark.rule("fa:11.4.1.1")
@pytest.mark.rule("fa:11.4.4.1")
def test_who_alone_finds_the_enemy_picks_the_sections_that_fight() -> None:
    """Both sides search, the active side first; units of the finder that his own die did not find stay out of it."""
    ships = {
        "North Sea 4": [("CW", "commonwealth SCS")],
        "North Sea 1": [("Idle", "commonwealth SCS"), ("Low", "germany SCS")],
        "North Sea 2": [("High", "germany SCS")],
    }
    here = waters(ships, (2, 10), side="allies")
    here.start("naval combat")
    here.give_battle("CW")
    here.calmly()
    searches = here.events(Searched)
    assert [(event.side, bool(event.found)) for event in searches] == [(ALLIES, True), (CENTRAL, False)]
    assert here.asked == ("commonwealth", "take-sections")
    assert {*here.offer("take-sections").domain} == {here.spot("North Sea 1"), here.spot("North Sea 2")}
    assert here.game.why_not("take-sections", (), "commonwealth"), "at least one"
    here.do("take-sections", (here.spot("North Sea 1"),))
    fighting = here.game.enclosing(NavalRound).forces
    assert [set(force.units) for force in fighting] == [{here["Low"]}, {here["CW"]}]


@pytest.mark.rule("fa:11.3.4.4")
def test_face_up_aircraft_leave_a_face_up_transport_which_is_turned() -> None:
    """In the rebase step, at whose end she is; nobody leaves if either of them is face-down."""
    for tired, lands in (((), True), (("Plane",), False), (("TRS",), False)):
        here = waters({"North Sea 1": [("TRS", "germany TRS"), ("Plane", BOMBER)]}, actions={"germany": "air"})
        here.game.write(PLACE, here["Plane"], aboard(here["TRS"]))
        here.turn_down(*tired)
        here.start("step: rebase")
        offered = here.asked[1] == "rebase" and here["Plane"] in here.offer("rebase").domain
        assert offered is lands
        if lands:
            here.do("rebase", here["Plane"])
            here.do("rebase-to", here.spot("Wilhelmshaven"))
            assert here.face_down("TRS")


@pytest.mark.rule("fa:13.3.3")
@pytest.mark.rule("fa:13.5.1.4")
def test_who_stays_at_sea_without_a_base_is_lost_convoys_too() -> None:
    """Germany holds no port on any sea in reach; who cannot come in now only because of others there is not lost."""
    for ports_lost, left in ((True, 0), (False, 3)):
        here = waters({"Baltic Sea 2": [("CL", "germany SCS")]})
        here.lay("germany", "Baltic Sea 0", 3)
        for port in ground_of(here.game).ports if ports_lost else ():
            here.game.write(CONTROLLER, port, power(here.game, "russia"))
        here.game.set(INITIATIVE_SIDE, CENTRAL)
        here.start("return to base at the end of the turn")
        while here.asked[1]:
            verb = next(iter(here.game.offers(here.asked[0])))
            if verb == "decide-returns":
                here.do(verb, tuple((item.item, 0) for item in here.offer(verb).items))
            else:
                here.do(verb, next(iter(here.offer(verb).every())))
        assert here.points("germany", "Baltic Sea 0")[0] == left
        assert here.place_named("CL") == ("tray of germany" if ports_lost else "Baltic Sea 1")


# ---------------------------------------------------------------------------------------------------- 13.5.1.1 resources


@pytest.mark.rule("fa:13.5.1.1")
def test_resources_pass_neutral_countries_but_no_enemy() -> None:
    """From Cologne German goods come as far as Brussels while Belgium is neutral, and no further than the border after."""
    game = front({}, wars=WEST)
    germany = power(game, "germany")
    reached = by_rail(game, germany, place_index(game, "Cologne"))
    assert place_index(game, "Brussels") in reached, "a neutral country lets goods pass"
    assert place_index(game, "Paris") not in reached
    align(game, "belgium", "france")
    game.forget()
    assert place_index(game, "Brussels") not in by_rail(game, germany, place_index(game, "Cologne"))


# --------------------------------------------------------------------------------------------------------------- 16 flying


@pytest.mark.rule("fa:16.1.1.1")
@pytest.mark.rule("fa:16.2.5.1")
@pytest.mark.rule("fa:16.2.5.2")
@pytest.mark.rule("fa:16.2.5.3")
def test_how_far_a_fighter_flies_out_and_back() -> None:
    """Patrols and escorts as printed; interceptors half the way out and all the way back; as a bomber half both ways."""
    game = front({})
    fighter = find(game, "commonwealth-ftr-bristol-f-2b")
    ways = {
        flight: (reach_of(game, fighter, flight), return_reach(game, fighter, flight)) for flight in Flight if flight
    }
    assert {flight.word: way for flight, way in ways.items() if not flight.is_bomber} == {
        "patrol": (3, 3),
        "escort": (3, 3),
        "interception": (2, 3),
    }
    assert ways[Flight.FIGHTER_BOMBER] == (2, 2)


@pytest.mark.rule("fa:16.1.1.2")
def test_extended_range_doubles_the_way_and_halves_the_bombs() -> None:
    """From Freiburg to Paris are more than the five hexes of a Rumpler: it comes there at extended range, with half."""
    game = front({"Paris": ["france INF"]}, wars=WEST)
    rumpler, near = put(game, "germany-lnd-rumpler-c-iv", "Freiburg"), put(game, "germany-lnd-aeg-g-iv", "Freiburg")
    begin_step(game, "ground strike", "germany", throws=[1, 1], action="air")
    offered = {choices.item: choices.to for choices in game.offers("germany")["fly"].items}  # type: ignore[attr-defined]
    assert near not in offered
    (order,) = [word for word in offered[rumpler] if word != "stay"]
    assert order.startswith("fly-extended ")
    game.submit("germany", "fly", ((rumpler, order),))
    (strike,) = said(game, GroundStrike)
    printed = counter_of(game, rumpler).tactical  # type: ignore[union-attr]
    assert strike.factor == rounded(Fraction(printed or 0, 2))  # type: ignore[attr-defined]


@pytest.mark.rule("fa:16.3.2.2")
@pytest.mark.rule("fa:16.2.5.3")
def test_the_inactive_side_shoots_first_and_the_active_side_aborts_first() -> None:
    """An interceptor over its own base: its side's dice fall first, then the bomber's, and the bomber may go home first."""
    game = front({TARGET: ["france INF", "france-ftr-nieuport-11"], METZ: [BOMBER]}, wars=WEST)
    target = place_index(game, TARGET)
    begin_step(game, "ground strike", "germany", throws=[5, 6, 5, 6, 5, 6, 5, 6, 9], action="air")
    game.submit("france", "hold-back")
    game.submit("germany", "fly", ((find(game, BOMBER), f"fly {target}"),))
    game.submit("france", "fly", ((find(game, "france-ftr-nieuport-11"), f"intercept {target}"),))
    go_on(game, ("air-abort",))
    shots = [event.side for event in said(game, AirResult)]  # type: ignore[attr-defined]
    assert shots == [ALLIES, CENTRAL]
    assert [*game.waiting] == ["germany"]
    game.submit("germany", "fight-on")
    assert game.decision is not None
    assert (game.decision.prompt, [*game.waiting]) == ("air-abort", ["france"])


# ----------------------------------------------------------------------------------------------------------- 21.4 guns

ANTI_TANK, TANKS = "germany-at-div-tank-abwehr-ii", "commonwealth-united-kingdom-arm-div-tank-iv"


def tank_attack(attacker: str, *guns: str) -> Game:
    """The attacker in Metz, a German corps with these guns in the clear beside it."""
    held = {"commonwealth": [METZ], "germany": [TARGET]}
    game = front({METZ: [attacker], TARGET: (GERMANS[0], *guns)}, wars=WEST, control=held)
    game.set(DESIGNATED, tuple((unit, game.state[PLACE][unit]) for unit in units(game, attacker)))
    return game


@pytest.mark.rule("fa:21.4/anti-tank units")
def test_anti_tank_guns_are_twice_as_strong_against_tanks() -> None:
    corps, defence = "commonwealth-united-kingdom-inf-i", []
    for name in (corps, TANKS):
        game = tank_attack(name, ANTI_TANK)
        defence.append(preview(game, place_index(game, TARGET), units(game, name)).defence)
    assert defence[1] - defence[0] == 2, "its two factors once more"


@pytest.mark.rule("fa:21.4/anti-tank units")
@pytest.mark.parametrize(("guns", "chooser"), [((), "commonwealth"), ((ANTI_TANK,), "germany")])
def test_anti_tank_guns_take_the_choice_of_table_from_tanks(guns: tuple[str, ...], chooser: str) -> None:
    """Alone before infantry the tanks choose it; guns count as tanks of the defence."""
    game = combat(tank_attack(TANKS, *guns), [5, 5], active="commonwealth")
    declare(game, "commonwealth", **{TARGET: [TANKS]})
    game.submit("commonwealth", "done")
    go_on(game, ("choose-table",))
    assert [*game.waiting] == [chooser]


@pytest.mark.rule("fa:21.4/field artillery units")
def test_guns_fire_over_a_river_at_full_strength_and_not_over_the_alps() -> None:
    """From Freiburg across the Rhine; between two hexes with the Alps between them nobody is a target."""
    gun = "germany-art-div-fuss-art-i"
    game = front({"Freiburg": [gun], TARGET: ["france INF"]}, wars=WEST)
    begin_step(game, "ground strike", "germany", throws=[9])
    game.submit("germany", "lay-guns", ((find(game, gun), place_index(game, TARGET)),))
    game.submit("germany", "done")
    (strike,) = said(game, GroundStrike)
    assert strike.factor == 3  # type: ignore[attr-defined]
    one, other = next(ends for ends in _alpine_hexsides(game))
    game = front({one: [gun], other: ["france INF"]}, wars=WEST, control={"germany": [one], "france": [other]})
    begin_step(game, "ground strike", "germany")
    assert game.over, "nobody is asked"


def _alpine_hexsides(game: Game) -> list[tuple[str, str]]:
    """On the map of Europe, between two hexes of land."""
    board = board_of(game)
    numbers = [board.number(place) for place in range(len(board)) if board.is_land(place)]
    return [
        (one, board.number(place))
        for one in numbers
        if one.startswith("W")
        for place in board.adjacent[board.index[one]]
        if board.is_land(place) and "alpine" in board.side(one, board.number(place))
    ]


@pytest.mark.rule("fa:21.5/movement")
def test_territorials_leave_home_only_for_a_power_at_war() -> None:
    """Those of the Sudan march to Egypt when the Commonwealth is in the war, and not before; the desert is clear to them."""
    for wars, leaves in ((WEST, True), (WEST[:1], False)):
        game = front({}, wars=wars)
        egypt = next(place for place in ground_of(game).crossing.open[_border(game)] if _home(game, place) == "egypt")
        unit = put(game, "anglo-egyptian-sudan TERR", board_of(game).number(_border(game)))
        begin_step(game, "land movement", "commonwealth")
        found = game.why_not("move", ((unit,), (egypt,)), "commonwealth") if game.decision is not None else (None,)
        assert (not found) is leaves


def _home(game: Game, place: int) -> str:
    home = game.state[HOME_COUNTRY][place]
    return "" if home == NOBODY else game.state.get(COUNTRY_NAMES)[home]


def _border(game: Game) -> int:
    """A hex of the Sudan beside Egypt."""
    ways = ground_of(game).crossing.open
    return next(
        place
        for place in range(len(board_of(game)))
        if _home(game, place) == "anglo-egyptian-sudan" and any(_home(game, there) == "egypt" for there in ways[place])
    )


# ---------------------------------------------------------------------------------------------------------- 22.2 set-up


@pytest.mark.rule("fa:22.2/administrative counters")
def test_where_the_markers_lie_when_the_war_begins() -> None:
    """July 1914, the initiative two spaces with the Central Powers, and two entry markers each for the USA and the CW."""
    game = begin_campaign("1914", title="fa", secret=b"markers")
    assert game.state.get(TURN) == turn_number("Jul/Aug 1914")
    assert (game.state.get(INITIATIVE), game.state.get(INITIATIVE_SIDE)) == ("Central Powers +2", CENTRAL)
    game.state.frames.clear()
    game.push(PLAY, None)
    game.state.frames[-1].step = "markers_at_the_start"
    game.put_state(game.state)
    lying = Counter(game.state[MARKER_POOL])
    drawn = {name: lying[number] for number, (name, _) in enumerate(game.state.get(MARKER_POOLS), 1)}
    assert drawn == {"US entry": 2, "US tension": 0, "CW entry": 2}


@pytest.mark.rule("fa:22.2/where to set up")
def test_a_neutral_power_sets_up_in_its_own_hexes_and_ships_in_ports() -> None:
    """The USA first: what is not named for a place goes anywhere in its territory."""
    game = begin_campaign("1914", title="fa", secret=b"own hexes")
    usa, ports, ships = power(game, "usa"), ground_of(game).ports, 0
    while [*game.waiting] == ["usa"]:
        offers = game.offers("usa")
        verb, shape = next(iter(offers.items()))
        for choices in shape.items if verb == "set-up" else ():  # type: ignore[attr-defined]
            hexes = {place for place in choices.to if is_hex(game, place)}
            assert {game.state[CONTROLLER][place] for place in hexes} <= {usa}
            if isinstance(counter_of(game, choices.item), NavalCounter):
                ships += 1
                assert hexes <= {*ports}
        game.submit("usa", verb, shape.sample(Random(1)))
    assert ships


@pytest.mark.rule("fa:22.2/what units to set up")
def test_territorials_are_set_up_at_home() -> None:
    """The four German ones of Africa each in its own colony, that of the Pacific on any of its islands; others anywhere."""
    game = begin_campaign("1914", title="fa", secret=b"at home")
    africa = ("cameroons", "south-west-africa", "tanganyika", "togo")
    islands = ("caroline-is", "marianas", "new-britain", "papua")
    zone, pacific = (
        tuple(place for place in range(len(board_of(game))) if _home(game, place) in names)
        for names in (africa, islands)
    )

    def homes(name: str, places: tuple[int, ...]) -> set[str]:
        return {_home(game, place) for place in bases_among(game, find(game, name), places)}

    for colony in africa:
        assert homes(f"germany-{colony}-terr-{colony}", zone) == {colony}
    assert len(homes("germany-german-pacific-terr-pacific", pacific)) > 1
    assert homes("germany-hq-von-lettow", zone) == {*africa}
