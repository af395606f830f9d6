"""11.15.2: shore bombardment by the book's examples, and the combat example of 11.15.5 that needs it, played through."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from conformance.ashore import Landing, landing
from conformance.positions import give_control, position, power, put, units_at
from conformance.sorties import Sortie
from conformance.steps import begin_step, declare, find, is_down, said, turn_down, units, where
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import FACE_DOWN, board_of, place_index
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_14_paradrop import PARADROPPED
from worldfire.rules.s11_15_2_shore_bombardment import Bombarded
from worldfire.rules.s11_15_resolution import LandCombatResult, OddsReckoned
from worldfire.rules.s15_surprise import surprise
from worldfire.rules.s24_1_set_up import STANDARD_KITS
from worldfire.tables.counters import Kit

JAPANESE = ("ja-mech-5-arm", "ja-inf-6", "ja-mil-osaka")
BOMBERS = ("ja-lnd-ki-51-wif", "ja-lnd-ki-32-wif", "ja-lnd-ki-21-i-pif")
SHIPS = ("ja-bb-yamato-sif", "ja-bb-fuso-sif", "ja-bb-kongo-sif")


def prompt(game: Game) -> str:
    return "" if game.decision is None else game.decision.prompt


def aim(game: Game, names: Iterable[str], place: str) -> tuple[tuple[int, int], ...]:
    return tuple((find(game, name), place_index(game, place)) for name in names)


def factors(game: Game) -> dict[str, str]:
    return {name: event.factors for event in said(game, Bombarded) for name in SHIPS if find(game, name) == event.ship}


# --------------------------------------------------------------------------------------------------------------- Lae


def lae(weather: str = "rain", ship: str = "Bismarck Sea 2") -> Game:
    """Paratroops have come down on Lae, and the Fuso lies off the coast."""
    game = position(
        "global-war",
        units={"P2318": ["japan PARA"], ship: ["ja-bb-fuso-sif"], "Port Moresby": ["commonwealth MIL"]},
        wars=[("japan", "commonwealth")],
        weather=weather,
    )
    give_control(game, "commonwealth", "P2318", "Port Moresby")
    (paratroops,) = (unit for unit in units_at(game, "P2318"))
    game.write(FRESHLY_LANDED, paratroops, PARADROPPED)
    begin_step(game, "land combat", "japan", throws=[5])
    while prompt(game) == "declare-attacks":
        game.submit("japan", "done")
    if prompt(game) == "ignore-notional":
        game.submit("commonwealth", "keep-notional")
    return game


@pytest.mark.rule("11.15.2", example="WF2-013")
def test_the_fuso_bombards_lae() -> None:
    """The 1* of the 2 section is 2 in rain: 5 - 2 = 3."""
    game = lae()
    assert (tuple(game.waiting), prompt(game)) == (("japan",), "shore-bombardment")
    game.submit("japan", "bombard", aim(game, ["ja-bb-fuso-sif"], "P2318"))
    if prompt(game) == "shore-bombardment":
        game.submit("japan", "done")
    assert factors(game) == {"ja-bb-fuso-sif": "3"}
    assert is_down(game, "ja-bb-fuso-sif")


@pytest.mark.rule("11.15.2")
@pytest.mark.parametrize(("weather", "ship"), [("storm", "Bismarck Sea 2"), ("rain", "Bismarck Sea 0")])
def test_nobody_bombards_in_a_storm_or_from_the_0_section(weather: str, ship: str) -> None:
    assert prompt(lae(weather, ship)) != "shore-bombardment"


@pytest.mark.rule("11.15.2")
def test_one_ship_for_each_unit() -> None:
    game = lae()
    ship = put(game, "ja-bb-kongo-sif", "Bismarck Sea 3")
    game.put_state(game.state)
    both = (*aim(game, ["ja-bb-fuso-sif"], "P2318"), (ship, place_index(game, "P2318")))
    (found,) = game.why_not("bombard", both, "japan")
    assert (found.rule, found.key, found.args["most"]) == ("11.15.2", "one-ship-for-each-unit", 1)


# ------------------------------------------------------------------------------------------------------------- Odessa


@pytest.mark.rule("15.1/naval units")
@pytest.mark.parametrize("surprised", [False, True])
def test_surprised_ships_do_not_help_the_defence(surprised: bool) -> None:
    """A Soviet cruiser off Odessa, attacked in the impulse in which Germany declares war or later."""
    game = position(
        "global-war", units={"Odessa": ["ussr INF"], "Black Sea 3": ["ussr SCS"]}, wars=[("germany", "ussr")]
    )
    board = board_of(game)
    beside = board.number(ground_of(game).crossing.open[place_index(game, "Odessa")][0])
    give_control(game, "germany", "country:Poland", "country:Rumania", "country:USSR")
    give_control(game, "ussr", "Odessa")
    attackers = (put(game, "ge-arm-xlvii", beside), put(game, "Rundstedt", beside))
    begin_step(game, "land combat", "germany", throws=[5])
    if surprised:
        surprise(game, power(game, "germany"), power(game, "ussr"))
    pairs = tuple((unit, place_index(game, "Odessa")) for unit in attackers)
    game.submit("germany", "declare-attacks", pairs)
    game.submit("germany", "done")
    asked = (next(iter(game.waiting)), prompt(game))
    assert (asked == ("ussr", "shore-bombardment")) is not surprised


# -------------------------------------------------------------------------------------------------------- Nikolayevsk


def nikolayevsk() -> Game:
    """The picture of 11.15.5: snow, three Japanese corps, their ships in the 3 section, Soviet convoys in the 0 section."""
    game = position(
        "global-war",
        units={
            "P2648": [*JAPANESE[:2], *BOMBERS],
            "P2449": [JAPANESE[2]],
            "P2549": ["su-mech-3"],
            "P2649": ["su-arm-2"],
            "Okhotsk Sea 3": SHIPS,
            "P2548": ["japan HQ-I"],
        },
        wars=[("japan", "ussr")],
        weather="snow",
        kits=(*STANDARD_KITS, Kit.PIF),
    )
    give_control(game, "japan", "P2648", "P2449", "P2548")
    game.add(CONVOY_POINTS, power(game, "ussr"), place_index(game, "Okhotsk Sea 0"), 5)
    turn_down(game, "su-mech-3", "su-arm-2")
    game.write(FACE_DOWN, find(game, SHIPS[0]), 0)  # in 1939 the Yamato is still being built
    assert in_supply(game, find(game, "su-mech-3"))
    assert [in_supply(game, find(game, name)) for name in JAPANESE] == [True] * 3
    return begin_step(game, "land combat", "japan", throws=[9])


@pytest.mark.rule("11.15.5", example="WF2-029")
@pytest.mark.rule("11.15.2")
@pytest.mark.rule("11.15.5/combat example")
def test_the_combat_at_nikolayevsk() -> None:
    """17 halved is 8.5; of 9 shells 8.5 count; 7 tactical factors halve to 3.5: 20.5 to 6 is 3:1, in snow 3:2."""
    game = nikolayevsk()
    declare(game, "japan", P2549=JAPANESE)
    game.submit("japan", "done")
    game.submit("japan", "bombard", aim(game, SHIPS[:2], "P2549"))
    if prompt(game) == "shore-bombardment":
        game.submit("japan", "done")
    assert factors(game) == {SHIPS[0]: "5", SHIPS[1]: "4"}
    flight = Sortie(game, {name: find(game, name) for name in BOMBERS})
    while prompt(game) != "fly-attackers":
        flight.hold()
    flight.do("fly", flight.order(dict.fromkeys(BOMBERS, ("fly", "P2549"))))
    flight.let_go(until=("choose-table",))
    assert tuple(game.waiting) == ("ussr",), "one MECH each: the defender chooses"
    game.submit("ussr", "choose-table", "blitzkrieg")
    (reckoned,), (result,) = said(game, OddsReckoned), said(game, LandCombatResult)
    assert (reckoned.attack, reckoned.defence, reckoned.odds, reckoned.modifier) == ("20.5", "6", "3:2", 1)
    assert (result.roll, result.result) == (10, "†/B")
    game.submit("japan", "take-result")
    assert where(game, "su-mech-3") == "production"
    game.submit("japan", "advance", units(game, JAPANESE[2]))
    assert prompt(game) == "keep-face-up", "the hex cost 2 points, so nobody goes further"
    game.submit("japan", "keep-face-up", units(game, *JAPANESE[:2]))
    assert [is_down(game, name) for name in (*JAPANESE, *SHIPS)] == [False, False, True, True, True, False]
    assert where(game, JAPANESE[2]) == "P2549"
    assert game.over
    assert board_of(game).number(place_index(game, "Nikolayevsk")) == "P2549"


# ------------------------------------------------------------------------------------- ships at sea, in an invasion of Lae


JAPANESE_FLEET = {
    "Bismarck Sea 3": [("AMPH", "japan AMPH"), ("MAR", "ja-mar-snlf"), ("Kongo", "ja-bb-kongo-sif")],
    "Bismarck Sea 2": [("Akagi", "japan CV"), ("boat", "japan SUB"), ("Fuso", "ja-bb-fuso-sif")],
    "Bismarck Sea 0": [("Haruna", "ja-bb-haruna-sif")],
}


def off_lae(
    allies: dict[str, list[tuple[str, str]]], wars: Iterable[tuple[str, str]] = (), beach: str = "Lae", **more: object
) -> Landing:
    """A marine corps has landed at Lae in rain, with the notional unit of the Commonwealth against it."""
    here = landing(
        {place: [*JAPANESE_FLEET.get(place, ()), *allies.get(place, ())] for place in {*JAPANESE_FLEET, *allies}},
        {"MAR": "AMPH"},
        side="axis",
        actions={"japan": "land"},
        **{"wars": [("japan", "commonwealth"), *wars], "weather": "rain", **more},
    )
    give_control(here.game, "commonwealth", beach)
    here.start("step: invasions")
    here.land("invade", MAR=beach)
    here.start("step: land combat")
    here.do("keep-notional")
    return here


@pytest.mark.rule("11.15.2")
def test_which_ships_bombard() -> None:
    """Face-up SCS in sections 1 to 4: neither the carrier nor the submarine, nor a ship in the 0 section."""
    here = off_lae({})
    assert here.asked == ("japan", "shore-bombardment")
    offered = {choices.item for choices in here.offer("bombard").items}
    assert offered == {here["Kongo"], here["Fuso"]}
    assert here.why_not("bombard", Haruna="Lae") == "11.15.2 no-bombardment-from-the-0-section"
    assert here.why_not("bombard", Kongo="Lae", Fuso="Lae") == "11.15.2 one-ship-for-each-unit"


@pytest.mark.rule("11.15.2")
@pytest.mark.rule("11.15.1/invasion & paradrop combats (and notional units)")
def test_a_ship_defends_with_the_notional_unit() -> None:
    """Attackers first. The notional unit of 1, 1 for the section, doubled by mountains, is 4."""
    here = off_lae({"Bismarck Sea 4": [("Warspite", "cw-bb-warspite-sif"), ("Hood", "cw-bb-hood-sif")]}, throws=[5])
    here.do("bombard", here.pairs({"Fuso": "Lae"}))
    here.do("done")
    assert here.asked == ("commonwealth", "shore-bombardment")
    assert here.why_not("bombard", Warspite="Lae", Hood="Lae") == "11.15.2 one-ship-for-each-unit"
    here.do("bombard", here.pairs({"Warspite": "Lae"}))
    here.do("done")
    told = [(event.ship, event.factors) for event in here.events(Bombarded)]
    assert told == [(here["Fuso"], "3"), (here["Warspite"], "2")]
    assert (here.face_down("Fuso"), here.face_down("Warspite"), here.face_down("Hood")) == (True, True, False)
    here.let_go(until=("choose-table",))
    here.do("choose-table", "assault")
    (reckoned,) = here.events(OddsReckoned)
    assert (reckoned.attack, reckoned.defence) == ("7", "6"), "4 marines and 3 shells against 4 and 2"


@pytest.mark.rule("9.8")
@pytest.mark.rule("18.2")
@pytest.mark.parametrize(
    ("ship", "wars", "friends", "may"),
    [
        ("usa SCS", [("japan", "usa")], [("usa", "commonwealth")], True),
        ("usa SCS", [], [("usa", "commonwealth")], False),  # not at war
        ("usa SCS", [("japan", "usa")], [], False),  # does not co-operate
    ],
)
def test_whose_ships_help_the_notional_unit(
    ship: str, wars: list[tuple[str, str]], friends: list[tuple[str, str]], may: bool
) -> None:
    here = off_lae({"Bismarck Sea 4": [("ship", ship)]}, wars, co_operating=friends, throws=[5])
    here.do("done")
    assert (here.asked == ("usa", "shore-bombardment")) is may


@pytest.mark.rule("11.1")
def test_who_has_passed_bombards_nothing() -> None:
    """The Italian ships beside a German invasion, if Italy has passed."""
    units = {"North Sea 3": [("AMPH", "germany AMPH"), ("INF", "germany INF"), ("ship", "italy SCS")]}
    for action, may in (("land", True), ("pass", False)):
        here = landing(
            units,
            {"INF": "AMPH"},
            side="axis",
            actions={"germany": "land", "italy": action},
            wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
            co_operating=[("germany", "italy")],
        )
        here.start("step: invasions")
        here.land("invade", INF="Hull")
        here.start("step: land combat")
        here.do("keep-notional")
        assert (here.asked == ("italy", "shore-bombardment")) is may


@pytest.mark.rule("11.15.2")
def test_jungle_hides_half_and_a_hex_on_two_sea_areas_is_bombarded_from_both() -> None:
    """Guadalcanal, in rain, lies on the Solomons and on the Coral Sea: 5 - 0, and 3 - 2, each halved."""
    units = {
        "Solomons 4": [("AMPH", "japan AMPH"), ("MAR", "ja-mar-snlf"), ("Fuso", "ja-bb-fuso-sif")],
        "Solomons 3": [("second", "japan AMPH"), ("LG", "ja-mar-lg")],
        "Coral Sea 2": [("Ise", "ja-bb-ise-sif")],
    }
    here = landing(
        units,
        {"MAR": "AMPH", "LG": "second"},
        side="axis",
        actions={"japan": "land"},
        wars=[("japan", "commonwealth")],
        weather="rain",
    )
    here.start("step: invasions")
    here.land("invade", MAR="P1717", LG="P1717")
    here.start("step: land combat")
    here.do("keep-notional")
    here.do("bombard", here.pairs({"Fuso": "P1717", "Ise": "P1717"}))
    here.do("done")
    assert {event.ship: event.factors for event in here.events(Bombarded)} == {here["Fuso"]: "5/2", here["Ise"]: "1/2"}
