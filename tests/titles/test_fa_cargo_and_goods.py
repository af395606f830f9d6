"""fa:11.3.4, 11.11 what is carried over the sea; fa:5.1.11, 13.5.1.3 seizures; fa:13.2.3.1 ships that change hands."""

from __future__ import annotations

import pytest
from waters import Waters, waters

from conformance.entry_pools import chosen
from conformance.positions import power, put
from worldfire.forces.ground import is_hex
from worldfire.forces.situation import TURN
from worldfire.forces.things import COUNTER, FACE_DOWN, PLACE, aboard, place_name
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.rules.s11_04_5_naval_transport import boarding_violation, invades_from
from worldfire.rules.s11_15_2_shore_bombardment import BOMBARDS
from worldfire.rules.s13_04_return_to_base import RETURN_TO_BASE_STEP
from worldfire.rules.s13_06_1_by_sea import ROUTING, GoodsSeized, Routing, seizable
from worldfire.rules.s13_06_1_network import SENT, Sent
from worldfire.rules.s13_06_1_routes import Leg, Route, word_of
from worldfire.tables.campaign import turn_number
from worldfire.titles.fa.sea.neutral_ports import TRADE_ROUTE
from worldfire.titles.fa.sea.seizure import may_blockade
from worldfire.titles.fa.sea.special_ships import ShipsExchanged, ship_named


def port(*ships: tuple[str, str], place: str = "London") -> Waters:
    """Troops and ships in a port."""
    here = waters({place: [*ships]}, side="allies")
    for number, thing in enumerate(_counters(here, "INF", "division", "commonwealth")[:3]):
        put(here.game, thing, place)
        here.things[f"Div{number}"] = thing
    kinds = {"Corps": ("INF", "corps"), "Cav": ("CAV", "corps"), "Art": ("ART", "division"), "HQ": ("HQ-I", "corps")}
    for short, (kind, size) in kinds.items():
        here.things[short] = put(here.game, _counters(here, kind, size, "commonwealth")[0], place)
    here.things["Plane"] = put(here.game, "commonwealth LND", place)
    here.game.forget()
    return here


def _counters(here: Waters, kind: str, size: str, owner: str) -> list[int]:
    """Units of this kind that are not on the map."""
    tables, wanted = here.game.ruleset.tables.counters, (owner, kind, size)
    return [
        thing
        for thing, row in enumerate(here.game.state[COUNTER])
        if (tables[row].power, str(tables[row].type), str(getattr(tables[row], "size", ""))) == wanted
        and not is_hex(here.game, here.game.state[PLACE][thing])
    ]


def why(here: Waters, *pairs: tuple[str, str]) -> str:
    found = boarding_violation(here.game, "commonwealth", tuple((here[unit], here[ship]) for unit, ship in pairs))
    return "" if found is None else f"{found.rule} {found.key}"


@pytest.mark.rule("fa:11.3.4.1")
def test_a_transport_takes_a_corps_or_two_small_units() -> None:
    here = port(("TRS", "commonwealth TRS"))
    assert why(here, ("Corps", "TRS")) == why(here, ("Plane", "TRS")) == why(here, ("Cav", "TRS")) == ""
    assert why(here, ("Div0", "TRS"), ("Art", "TRS")) == ""
    assert why(here, ("Div0", "TRS"), ("Art", "TRS"), ("Div1", "TRS")) == "fa:11.3.4.1 transport-has-cargo"
    for pair in (("Corps", "Div0"), ("Div0", "Corps"), ("Div0", "Plane")):
        assert why(here, *((unit, "TRS") for unit in pair)) == "fa:11.3.4.1 transport-has-cargo"


@pytest.mark.rule("fa:11.3.4.1")
def test_an_amph_is_choosy_and_a_warship_takes_a_division_of_infantry() -> None:
    here = port(("AMPH", "commonwealth AMPH"), ("BB", "commonwealth SCS"), ("Sub", "commonwealth SUB"))
    assert why(here, ("Corps", "AMPH")) == why(here, ("Div0", "AMPH"), ("Div1", "AMPH")) == ""
    for unit in ("Cav", "Art", "Plane"):
        assert why(here, (unit, "AMPH")) == "fa:11.3.4.1 amph-does-not-carry-it"
    assert why(here, ("Div0", "BB")) == ""
    assert why(here, ("Div0", "BB"), ("Div1", "BB")) == "fa:11.3.4.1 transport-has-cargo"
    assert why(here, ("Corps", "BB")) == why(here, ("Art", "BB")) == "fa:11.3.4.1 warships-carry-divisions"
    assert why(here, ("Div0", "Sub")) == "fa:11.3.4.1 not-a-transport"
    assert "SCS" in invades_from(here.game, here["Div0"])
    assert "SCS" not in invades_from(here.game, here["Corps"])
    put(here.game, here["BB"], "North Sea 2")
    here.game.write(PLACE, here["Div0"], aboard(here["BB"]))
    found = BOMBARDS(here.game, here["BB"], here.place("Ostend"))
    assert found is not None
    assert found.key == "laden-ship-does-not-bombard"


@pytest.mark.rule("fa:11.3.4.2")
def test_a_bare_coast_lets_divisions_of_infantry_aboard_and_others_beside_an_hq() -> None:
    here = port(("TRS", "commonwealth TRS"), place="W1336")
    put(here.game, here["TRS"], "North Sea 1")
    here.game.forget()
    assert why(here, ("Div0", "TRS")) == why(here, ("Corps", "TRS")) == why(here, ("HQ", "TRS")) == "", (
        "the HQ is there"
    )
    put(here.game, here["HQ"], "London")
    here.game.forget()
    assert why(here, ("Div0", "TRS")) == ""
    assert why(here, ("Corps", "TRS")) == "11.4.5 no-port-to-embark"


@pytest.mark.rule("fa:11.3.4.3")
def test_cargo_lands_face_up_unless_its_ship_began_the_step_at_sea() -> None:
    for start, tired in (("London", False), ("North Sea 0", True)):
        here = port(("TRS", "commonwealth TRS"))
        put(here.game, here["TRS"], start)
        here.game.write(PLACE, here["Corps"], aboard(here["TRS"]))
        here.start("naval movement")
        way = ("North Sea", "Harwich") if start == "London" else ("Harwich",)
        here.sail("commonwealth", ["TRS"], *way)
        assert here.place_named("Corps") == "Harwich"
        assert here.face_down("Corps") is tired
        assert here.face_down("TRS")


@pytest.mark.rule("fa:13.3")
@pytest.mark.rule("fa:13.3.2")
def test_at_the_end_of_the_turn_laden_ships_go_home_and_only_they_are_turned() -> None:
    here = port(("TRS", "commonwealth TRS"))
    put(here.game, here["TRS"], "North Sea 2")
    here.game.write(PLACE, here["Corps"], aboard(here["TRS"]))
    here.start(RETURN_TO_BASE_STEP.name)
    while here.asked[1]:
        if here.asked[1] == "decide-returns":
            here.do("decide-returns", tuple((item.item, item.least) for item in here.offer("decide-returns").items))
        else:
            fleet = here.offer("return-from-sea").fleets[0]
            here.do("return-from-sea", (fleet.units, fleet.ways[0], ()))
    assert here.face_down("TRS")
    assert not here.face_down("Corps")


# ------------------------------------------------------------------------------------------------------------- seizures


@pytest.mark.rule("fa:5.1.11", example="FS6")
@pytest.mark.parametrize(
    ("ships", "allowed"),
    [
        ({"CL": "commonwealth SCS", "U1": "germany SUB", "NAV": "germany NAV"}, True),
        ({"CL": "commonwealth SCS", "Foe": "germany SCS"}, False),
        ({"CL": "france SCS"}, False),
        ({"Sub": "commonwealth SUB"}, False),
    ],
)
def test_the_blockade_needs_a_british_ship_and_no_german_one_on_the_surface(
    ships: dict[str, str], allowed: bool
) -> None:
    here = waters({"North Sea 1": list(ships.items())}, side="allies")
    if "Foe" in ships:
        here.game.write(FACE_DOWN, here["Foe"], 1)
    assert may_blockade(here.game, power(here.game, "commonwealth")) is allowed
    assert not may_blockade(here.game, power(here.game, "france"))


@pytest.mark.rule("fa:5.1.11", example="FS6")
def test_a_neutral_commonwealth_seizes_nothing() -> None:
    here = waters({"North Sea 1": [("CL", "commonwealth SCS")]}, wars=(("germany", "france"),), side="allies")
    assert not may_blockade(here.game, power(here.game, "commonwealth"))


@pytest.mark.rule("fa:5.1.11", example="FS6")
@pytest.mark.rule("fa:13.5.1.3", example="FS6")
def test_what_is_seized_in_the_north_sea_is_the_american_trade() -> None:
    """Goods that the USA send to Germany through it, and none that go elsewhere."""
    here = waters({"North Sea 1": [("CL", "commonwealth SCS")]}, side="allies")
    usa, germany, british = (power(here.game, name) for name in ("usa", "germany", "commonwealth"))
    new_york, hamburg = here.place("New York"), here.place("Hamburg")
    legs = tuple(Leg(sea, usa) for sea in TRADE_ROUTE(here.game))
    word = word_of(here.game, Route(hamburg, new_york, hamburg, legs))
    here.game.set(SENT, (Sent(usa, usa, germany, "a", word), Sent(usa, usa, british, "b", word)))
    found = seizable(here.game, british)
    assert [sent.goods for sent in found["North Sea"]] == ["a"]
    assert seizable(here.game, power(here.game, "france")) == {}


@pytest.mark.rule("fa:13.5.1.3", example="FS6")
@pytest.mark.parametrize(
    ("ships", "allowed"),
    [
        ({"U1": "germany SUB"}, True),
        ({"U1": "germany SUB", "NAV": "france NAV"}, True),
        ({"U1": "germany SUB", "CL": "commonwealth SCS"}, False),
        ({"NAV": "germany NAV"}, False),
    ],
)
def test_what_a_neutral_ships_to_an_enemy_is_seized_where_no_warship_protects_it(
    ships: dict[str, str], allowed: bool
) -> None:
    here = waters({"North Atlantic 1": list(ships.items())})
    usa, germany, france = (power(here.game, name) for name in ("usa", "germany", "france"))
    route = Route(here.place("Brest"), here.place("New York"), here.place("Brest"), (Leg("North Atlantic", usa),))
    here.game.set(SENT, (Sent(usa, usa, france, "steel", word_of(here.game, route)),))
    assert ("North Atlantic" in seizable(here.game, germany)) is allowed


@pytest.mark.rule("fa:13.5.1.3")
@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.parametrize(
    ("options", "section", "allowed"),
    [((), 0, True), ((36,), 0, False), ((36,), 2, True), ((36, 42), 2, True), ((36, 42, 50), 2, False)],
)
def test_a_us_warship_protects_goods_where_it_may_escort(options: tuple[int, ...], section: int, allowed: bool) -> None:
    """In the 0 section of a sea area that an option opens to it; after option 50 in any section."""
    here = waters({"North Atlantic 1": [("U1", "germany SUB")], f"North Atlantic {section}": [("BB", "usa SCS")]})
    chosen(*options)(here.game)
    usa, germany, france = (power(here.game, name) for name in ("usa", "germany", "france"))
    route = Route(here.place("Brest"), here.place("New York"), here.place("Brest"), (Leg("North Atlantic", usa),))
    here.game.set(SENT, (Sent(usa, usa, france, "steel", word_of(here.game, route)),))
    assert ("North Atlantic" in seizable(here.game, germany)) is allowed


@pytest.mark.rule("fa:13.5.1.3")
@pytest.mark.parametrize(("sent", "found"), [(("steel",), [1]), (("steel", "oil"), [1, 1])])
def test_goods_are_seized_once_though_several_seas_are_searched(sent: tuple[str, ...], found: list[int]) -> None:
    """Steel for France is gone in the first of its seas; in the second only oil by another way is found, and noticed."""
    seas = ("East Coast", "North Atlantic")
    here = waters({f"{sea} 1": [(sea, "germany SUB")] for sea in seas}, throws=(10,) * len(found))
    game = here.game
    usa, france = (power(game, name) for name in ("usa", "france"))
    new_york, brest = here.place("New York"), here.place("Brest")
    both = word_of(game, Route(brest, new_york, brest, tuple(Leg(sea, usa) for sea in seas)))
    one = word_of(game, Route(brest, new_york, brest, (Leg(seas[1], usa),)))
    game.set(SENT, tuple(Sent(usa, usa, france, name, both if name == "steel" else one) for name in sent))
    game.state.frames.clear()
    game.push(ROUTING.name, Routing())
    game.state.frames[-1].step = "next_power_searches"
    game.put_state(game.state)
    events = here.do("search-and-seize", tuple(section_at(game, sea, 0) for sea in seas))
    assert [event.goods for event in events if isinstance(event, GoodsSeized)] == found


# ------------------------------------------------------------------------------------------------- ships that change hands


def first_turn(ships: dict[str, list[tuple[str, str]]]) -> Waters:
    here = waters({**ships, "Hamburg": [("Idle", "germany SCS")]})
    here.start("naval movement")
    frames = here.game.state.frames
    here.game.push(TURN_OF_PLAY, None)
    frames.insert(0, frames.pop())
    return here


@pytest.mark.rule("fa:13.2.3.1")
def test_the_goeben_becomes_turkish_in_an_ottoman_port() -> None:
    here = first_turn({"Pola": [("Goeben", "germany-goeben-breslau")], "Tsingtao": [("CL", "germany SCS")]})
    assert here.game.why_not("hand-over-goeben", None, "germany")[0].key == "not-in-an-ottoman-port"
    put(here.game, here["Goeben"], "Istanbul")
    assert here.game.why_not("hand-over-goeben", None, "commonwealth")[0].key == "seizes-no-ships"
    here.game.submit("germany", "hand-over-goeben")
    (event,) = here.events(ShipsExchanged)
    assert (event.action, here.where_is(here.game.state[PLACE][event.new])) == ("OE2", "Istanbul")
    assert place_name(here.game, here.at("Goeben")) == "removed from the game"
    assert here.game.why_not("hand-over-goeben", None, "germany")[0].key == "ships-were-exchanged"


@pytest.mark.rule("fa:13.2.3.1")
def test_battleships_for_the_ottomans_are_seized_in_the_first_turn() -> None:
    here = first_turn({"London": [("CL", "commonwealth SCS")]})
    circle = here.game.state[PLACE][ship_named(here.game, "ottoman-empire-resadiye")]
    late = here.game.fork()
    late.set(TURN, turn_number("Sep/Oct 1914"))
    assert late.why_not("seize-ottoman-ships", None, "commonwealth")[0].key == "ships-are-complete"
    here.game.submit("commonwealth", "seize-ottoman-ships")
    assert here.game.state[PLACE][ship_named(here.game, "commonwealth-agincourt")] == circle
    here.game.submit("commonwealth", "seize-chilean-ship")
    canada = here.game.state[PLACE][ship_named(here.game, "commonwealth-canada")]
    assert place_name(here.game, canada) == "construction pool of commonwealth"
    assert [event.action for event in here.events(ShipsExchanged)] == ["OE1", "C1"]
