"""fa:2.4.3, 13.3, 21.13: ships in neutral ports, limited sources of supply, what fa:11.3.4 carries over the sea."""

from __future__ import annotations

import pytest
from waters import Waters, waters

from conformance.positions import align, give_control, power, put
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS
from worldfire.forces.things import FACE_DOWN, place_name
from worldfire.forces.who import HOME_COUNTRY, NOBODY, align_country, change_control, side_of
from worldfire.rules.s02_3_overstacking import is_overstacked, too_many
from worldfire.rules.s02_3_stacking import naval_room
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.rules.s11_04_2_sailing import Hand
from worldfire.rules.s11_04_naval_units import Sailor, naval_counter
from worldfire.rules.s11_04_under_way import NAVAL_MOVE, Voyage
from worldfire.rules.s11_05_4_committing import Force
from worldfire.rules.s11_05_8_aborts import ABORTING, Aborting
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.rules.s11_10_6_overrun import NavalUnitOverrun
from worldfire.rules.s13_04_return_to_base import without_base
from worldfire.rules.s13_07_1_the_fallen import CountryPasses
from worldfire.rules.s13_07_conquest import catch_ships
from worldfire.titles.fa.sea.neutral_ports import (
    guest_in_a_neutral_port,
    guests_are_thrown_out,
    is_neutral_port,
    is_unwelcome,
    nobody_rules_there,
    ship_in_a_neutral_port,
    shut_to_guests,
)

SPEE = [("Scharnhorst", "germany-scharnhorst"), ("Emden", "germany-emden"), ("CL", "germany SCS")]
AUXILIARIES = [("Wilhelm", "germany-kprz-wilhelm"), ("Trafalgar", "germany-cape-trafalgar")]
OFF_CHILE = "South-East Pacific"


def spee(places: dict[str, list[tuple[str, str]]] | None = None, **more: object) -> Waters:
    """FS8: the squadron off Chile, whose ports it may use."""
    return waters({f"{OFF_CHILE} 0": [*SPEE, *AUXILIARIES], **(places or {})}, **more)  # type: ignore[arg-type]


def sailing(here: Waters) -> Waters:
    here.start("naval movement")
    return here


@pytest.mark.rule("fa:2.4.3", example="FS8")
def test_three_ships_lie_in_one_port_of_a_country_and_auxiliaries_besides() -> None:
    here = sailing(spee({"Wilhelmshaven": [("Home", "germany SCS")]}))
    four = ["Scharnhorst", "Emden", "CL"]
    assert here.refusal("germany", four, "Valparaiso") == ""
    here.sail("germany", ["Scharnhorst", "Emden"], "Valparaiso")
    assert here.refusal("germany", ["CL"], "Coronel") == "fa:2.4.3 one-port-of-each-neutral"
    assert here.refusal("germany", ["CL"], "Lima") == "", "Peru is another country"
    assert here.refusal("germany", ["Wilhelm", "Trafalgar"], "Coronel") == "", "auxiliaries come besides"
    here.sail("germany", ["CL"], "Valparaiso")
    put(here.game, here["Home"], f"{OFF_CHILE} 0")
    here.game.forget()
    assert here.refusal("germany", ["Home"], "Valparaiso") == "fa:2.4.3 few-ships-in-a-neutral-port"


@pytest.mark.rule("fa:2.4.3")
def test_ports_say_the_same_one_by_one_and_all_at_once() -> None:
    """Of every sort of ship, and of convoy points, after some have moved in."""
    here = sailing(spee({"Lima": [("Home", "germany SCS")], "Kiel": [("U", "germany SUB")]}))
    game, ports = here.game, frozenset(ground_of(here.game).ports)
    germany = power(game, "germany")
    for name in ("Emden", "CL", "Wilhelm", "Home", "U"):
        refusing = {port for port in ports if ship_in_a_neutral_port(game, here[name], port) is not None}
        assert shut_to_guests(game, Sailor(here[name]), ports) == refusing
        assert bool(refusing)
    for points in (2, 10):
        convoys = Sailor(NOBODY, germany, points)
        refusing = {port for port in ports if guest_in_a_neutral_port(game, convoys, port) is not None}
        assert shut_to_guests(game, convoys, ports) == refusing
        assert bool(refusing)


@pytest.mark.rule("fa:2.4.3", example="FS8")
def test_four_at_once_are_too_many() -> None:
    here = sailing(spee({f"{OFF_CHILE} 0": [*SPEE, *AUXILIARIES, ("Fourth", "germany SCS")]}))
    assert here.refusal("germany", ["Scharnhorst", "Emden", "CL", "Fourth"], "Valparaiso") == (
        "fa:2.4.3 few-ships-in-a-neutral-port"
    )
    assert here.refusal("germany", ["Scharnhorst", "Emden", "CL", "Wilhelm"], "Valparaiso") == ""


@pytest.mark.rule("fa:2.4.3", example="FS8")
def test_three_neutral_ports_in_all_and_colonies_count_with_their_owner() -> None:
    bases = {"Lima": [("A", "germany SCS")], "Batavia": [("B", "germany SCS")], "Lisbon": [("C", "germany SCS")]}
    here = sailing(spee(bases))
    assert here.refusal("germany", ["Emden"], "Valparaiso") == "fa:2.4.3 few-neutral-ports"
    assert here.refusal("germany", ["Wilhelm"], "Valparaiso") == ""
    two = sailing(spee({"Lima": bases["Lima"], "Batavia": bases["Batavia"], "North Sea 0": [("D", "germany SCS")]}))
    assert two.refusal("germany", ["D"], "Rotterdam") == "fa:2.4.3 one-port-of-each-neutral"


@pytest.mark.rule("fa:2.4.3")
def test_who_leaves_a_neutral_port_is_not_based_there_any_more() -> None:
    """All of them to another port of the country, or to a fourth port if nobody stays behind in one of three."""
    sea = "South-East Pacific 0"
    here = sailing(waters({"Valparaiso": [("A", "germany SCS"), ("B", "germany SCS")]}))
    assert here.refusal("germany", ["A", "B"], sea, "Coronel") == ""
    assert here.refusal("germany", ["A"], sea, "Coronel") == "fa:2.4.3 one-port-of-each-neutral"
    three = {"Lima": [("A", "germany SCS")], "Batavia": [("B", "germany SCS")], "Lisbon": [("C", "germany SCS")]}
    assert sailing(waters(three)).refusal("germany", ["A"], sea, "Valparaiso") == ""
    crowded = sailing(waters({**three, "Lima": [("A", "germany SCS"), ("D", "germany SCS")]}))
    assert crowded.refusal("germany", ["A"], sea, "Valparaiso") == "fa:2.4.3 few-neutral-ports"
    assert crowded.refusal("germany", ["A", "D"], sea, "Valparaiso") == ""


@pytest.mark.rule("fa:2.4.3", example="FS8")
@pytest.mark.rule("fa:21.13", example="FS8")
def test_american_ports_take_auxiliaries_only_and_nobody_takes_submarines_or_wrecks() -> None:
    ships = {"West Coast 0": [("Emden", "germany-emden"), ("Wilhelm", "germany-kprz-wilhelm"), ("U1", "germany SUB")]}
    here = sailing(waters(ships))
    assert here.refusal("germany", ["Emden"], "San Francisco") == "fa:2.4.3 auxiliaries-only-in-us-ports"
    assert here.refusal("germany", ["Wilhelm"], "San Francisco") == ""
    assert here.refusal("germany", ["U1"], "La Paz (Baja California)") == "fa:2.4.3 no-submarines-in-neutral-ports"
    assert here.refusal("germany", ["Emden"], "La Paz (Baja California)") == ""
    here.game.write(DAMAGED, here["Emden"], 1)
    here.game.forget()
    assert here.refusal("germany", ["Emden"], "La Paz (Baja California)") == "fa:2.4.3 no-repairs-in-neutral-ports"


@pytest.mark.rule("fa:2.4.3", example="FS8")
def test_guests_are_in_supply_and_an_enemy_beside_them_changes_nothing() -> None:
    here = sailing(spee({"Valparaiso": [("Foe", "commonwealth SCS"), ("Guest", "germany SCS")]}))
    assert in_supply(here.game, here["Guest"])
    assert in_supply(here.game, here["Foe"])
    here.sail("germany", ["Emden"], "Valparaiso")
    assert here.place_named("Emden") == "Valparaiso"
    assert here.place_named("Foe") == "Valparaiso"


@pytest.mark.rule("fa:2.4.3")
def test_a_neutral_power_bases_nowhere_and_the_usa_their_convoys_on_the_trade_route() -> None:
    here = waters({"North Sea 0": [("US", "usa SCS")]}, side="allies", actions={"usa": "combined"})
    here.lay("usa", "North Sea 0", 5)
    convoy = here.convoys("usa", "North Sea 0", 2)  # three stay for the trade (5.1.11)
    far = here.lay("usa", f"{OFF_CHILE} 0", 2)
    sailing(here)
    assert here.refusal("usa", ["US"], "Bergen").startswith(("fa:2.4.3", "13.4.2"))
    assert here.refusal("usa", [convoy], "Bergen") == ""
    assert here.refusal("usa", [far], "Valparaiso").startswith("13.4.2")


@pytest.mark.rule("fa:2.4.3", example="FS8")
@pytest.mark.rule("fa:11.9.6.2", example="FS8")
def test_a_host_that_joins_the_other_side_overruns_its_guests() -> None:
    """Two are face-down and roll: one is lost, one kept; kept and face-up ones flee at twice their range or are lost."""
    here = waters({"Valparaiso": [*SPEE], "Iquique": [("Far", "germany SCS")]}, (3, 8), side="allies")
    for name in ("Scharnhorst", "Emden"):
        here.game.write(FACE_DOWN, here[name], 1)
    align(here.game, "chile", "commonwealth")
    here.game.state.frames.clear()
    here.game.forget()
    here.game.sweep()
    assert here.game.state.queue, "the end of any step sees to it"
    owed = here.game.state.queue[0]
    here.game.state.queue = ()
    here.start(owed.procedure, owed.locals)
    rolls = [event for event in here.game.events if isinstance(event, NavalUnitOverrun)]
    while here.asked[1]:
        assert here.asked == ("germany", "flee-by-sea")
        offer = here.offer("flee-by-sea")
        fleet = offer.fleets[0]
        here.do("flee-by-sea", (fleet.units, fleet.ways[0], ()))
    assert [(event.roll, event.result) for event in rolls] == [(3, "destroyed"), (8, "escapes")]
    assert place_name(here.game, here.at("Scharnhorst")) == "tray of germany"
    assert here.place_named("CL") != "Valparaiso"


@pytest.mark.rule("fa:2.4.3")
def test_convoys_are_guests_too_and_flee_from_a_host_that_joins_the_other_side() -> None:
    """Nothing but convoy points lies in the port; those of the host's new friends stay."""
    here = waters({}, side="allies")
    for owner in ("germany", "france"):
        here.lay(owner, "Valparaiso", 2)
    align(here.game, "chile", "commonwealth")
    here.game.forget()
    owed = guests_are_thrown_out(here.game)
    assert owed is not None
    here.start(owed.procedure, owed.locals)
    assert here.asked == ("germany", "flee-by-sea")
    (fleet,) = here.offer("flee-by-sea").fleets
    here.do("flee-by-sea", (fleet.units, fleet.ways[0], ()))
    port = here.place("Valparaiso")
    left = {owner: points for owner, at, points in here.game.state.amounts(CONVOY_POINTS) if at == port}
    assert left == {power(here.game, "france"): 2}


@pytest.mark.rule("fa:2.4.3")
def test_a_minor_country_that_fights_beside_a_power_at_peace_is_no_host_of_its_enemy() -> None:
    here = waters({"Valparaiso": [("Guest", "germany SCS")]}, side="allies")
    align(here.game, "chile", "usa")
    germany, chile = power(here.game, "germany"), power(here.game, "chile")
    port = here.place("Valparaiso")
    change_control(here.game, port, chile)
    assert is_neutral_port(here.game, germany, port)
    here.game.set(AT_WAR, (*here.game.state.get(AT_WAR), (germany, chile)))
    assert not is_neutral_port(here.game, germany, port)
    assert is_neutral_port(here.game, power(here.game, "france"), port)
    assert guests_are_thrown_out(here.game) is not None


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:13.6.1.3")
def test_a_conquest_elsewhere_does_not_disturb_guests_of_neutrals() -> None:
    here = waters({"Valparaiso": [("Foe", "commonwealth SCS"), ("Guest", "germany SCS")]})
    here.lay("france", "Lima", 1)
    assert catch_ships(here.game) is None
    align(here.game, "chile", "commonwealth")
    here.game.forget()
    caught = catch_ships(here.game)
    assert caught is not None
    assert caught.locals.ships == here.ids("Guest")


# -------------------------------------------------------------------------------------------------------- limited sources


def cut_off(units: dict[str, list[tuple[str, str]]]) -> Waters:
    """German units in Tsingtao, which no supply reaches; announcements belong into a turn."""
    here = waters(units, debug=True)
    here.start("naval movement")
    frames = here.game.state.frames
    here.game.push(TURN_OF_PLAY, None)
    frames.insert(0, frames.pop())
    return here


@pytest.mark.rule("fa:2.4.3")
def test_a_port_supplies_three_ships_or_one_unit() -> None:
    ships = [(f"S{n}", "germany SCS") for n in range(4)]
    blockade = [("Foe", "commonwealth SCS")]
    here = cut_off({"Tsingtao": [*ships, ("GAR", "germany GAR"), ("Sub", "germany SUB")], "China Sea 1": blockade})
    assert not any(in_supply(here.game, here[name]) for name in ("S0", "GAR"))
    why = here.game.why_not
    assert why("designate-supply", here.ids("S0", "GAR"), "germany")[0].key == "source-is-limited"
    assert here["Sub"] not in here.game.announcements("germany")["designate-supply"].domain  # type: ignore[attr-defined]
    here.game.submit("germany", "designate-supply", here.ids("S0", "S1", "S2"))
    assert [in_supply(here.game, here[name]) for name in ("S0", "S1", "S2", "S3", "GAR")] == [True] * 3 + [False] * 2
    assert why("designate-supply", here.ids("S3"), "germany")[0].key == "source-is-limited"
    assert why("designate-supply", here.ids("GAR"), "germany")[0].key == "source-is-limited"


@pytest.mark.rule("fa:2.4.3")
def test_one_land_unit_takes_all_of_it() -> None:
    here = cut_off(
        {"Tsingtao": [("GAR", "germany GAR"), ("CL", "germany SCS")], "China Sea 1": [("Foe", "commonwealth SCS")]}
    )
    here.game.submit("germany", "designate-supply", here.ids("GAR"))
    assert in_supply(here.game, here["GAR"])
    assert here.game.why_not("designate-supply", here.ids("CL"), "germany")[0].key == "source-is-limited"


@pytest.mark.rule("fa:2.4.3", example="FS8")
@pytest.mark.rule("fa:2.3.1.3")
def test_ships_of_both_sides_do_not_crowd_a_minor_neutral_port() -> None:
    guests = [*((f"G{n}", "germany SCS") for n in range(3)), *((f"B{n}", "commonwealth SCS") for n in range(3))]
    here = waters({"Coronel": guests})
    assert not is_overstacked(here.game, here.place("Coronel"))
    give_control(here.game, "commonwealth", "Coronel")
    here.game.forget()
    assert naval_room(here.game, here.place("Coronel")) < 0, "in a port of its own there is room for four"


@pytest.mark.rule("fa:2.4.3", example="FS8")
def test_a_damaged_ship_that_only_neutrals_could_take_in_is_lost() -> None:
    for wounded, expected in ((False, False), (True, True)):
        here = spee()
        here.game.write(DAMAGED, here["CL"], int(wounded))
        here.start(ABORTING.name, Aborting(OFF_CHILE, Force(here.ids("CL"))))
        lost = place_name(here.game, here.at("CL")) == "tray of germany"
        assert lost is expected, "not in the repair pool either"
        assert here.asked[1] == ("" if wounded else "abort-to")


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:13.3")
def test_damaged_on_the_way_home_with_only_neutrals_ahead() -> None:
    """A mine or an interception has damaged her: no neutral takes her in any more."""
    for wounded, asked in ((0, "naval-orders"), (1, "")):
        here = spee()
        here.game.write(DAMAGED, here["CL"], wounded)
        printed = naval_counter(here.game, here["CL"])
        hand = Hand(Sailor(here["CL"]), printed.movement, printed.range)
        here.start(NAVAL_MOVE, Voyage("germany", (hand,), here.at("CL"), goal=NOBODY, homeward=True))
        assert here.asked[1] == asked
        assert (place_name(here.game, here.at("CL")) == "tray of germany") is bool(wounded)


@pytest.mark.rule("fa:13.6.1.5")
def test_ships_in_a_port_that_nobody_rules_any_more_are_overrun() -> None:
    """France falls, and nobody has any influence in Madagascar: the British cruiser there is no guest of a neutral."""
    here = waters({"Diego Suarez": [("Guest", "commonwealth SCS")]}, side="allies")
    game, port = here.game, here.place("Diego Suarez")
    country_, owner = game.state[HOME_COUNTRY][port], power(game, "madagascar")
    change_control(game, port, owner)
    align_country(game, country_, owner)
    game.forget()
    assert not is_unwelcome(game, side_of(game, here["Guest"]), port), "as a neutral it might host her"
    nobody_rules_there(game, CountryPasses(country=country_, power=owner))
    caught = catch_ships(game)
    assert caught is not None
    here.start(caught.procedure, caught.locals)
    assert here.asked == ("commonwealth", "flee-by-sea")


@pytest.mark.rule("fa:13.3.3")
@pytest.mark.rule("fa:2.4.3")
def test_no_more_stay_at_sea_than_neutrals_would_take_in() -> None:
    """South of Australia only the Dutch Indies are near: they would take in three ships, one less if one lies there."""
    slow = ("germany-kaiser-friedrich-iii", "germany-wittelsbach", "germany-braunschweig", "germany-deutschland")
    ships = [(name, name) for name in slow]
    lying, auxiliary = {"Batavia": [("Lying", "germany SCS")]}, [("Wilhelm", "germany-kprz-wilhelm")]
    for number, places, more, lost in (
        (3, {}, [], False),
        (4, {}, [], True),
        (3, lying, [], True),
        (3, {}, auxiliary, False),
    ):
        here = waters({"Great Australian Bight 1": [*ships[:number], *more], **places})
        assert bool(without_base(here.game)) is lost


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:13.3.2")
def test_guests_of_a_neutral_do_not_concern_each_other() -> None:
    """A Swede who serves France and a British ship do not co-operate: in an Allied port one must go, in Amsterdam none."""
    here = waters({"Amsterdam": [("CW", "commonwealth TRS")], "Calais": []}, side="allies", debug=True)
    align(here.game, "sweden", "france")
    here.things["Swede"] = put(here.game, "sweden-fylgia", "Amsterdam")
    here.game.forget()
    assert not is_overstacked(here.game, here.place("Amsterdam"))
    for ship in ("CW", "Swede"):
        put(here.game, here[ship], "Calais")
    here.game.forget()
    assert is_overstacked(here.game, here.place("Calais"))
    assert set(too_many(here.game, here.place("Calais"))) == set(here.ids("CW", "Swede"))
