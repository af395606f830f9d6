"""What an audit of the turn found: guests, garrisons, straits, the American chain, pilots, hungry units, entry actions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from front import GERMANS, TARGET, front
from test_fa_land_combat import METZ
from waters import ALLIES, Waters, waters

from conformance.positions import country, give_control, power, put
from conformance.steps import begin_step, find, said
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.pools import circle_space, named_place
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_5_control import send_away
from worldfire.rules.s04_reinforcements import ArrivalDelayed, arrival_hexes
from worldfire.rules.s09_02_pacts import garrison_on
from worldfire.rules.s09_06_aligning import align_minor
from worldfire.rules.s13_04_return_to_base import RETURN_TO_BASE_STEP
from worldfire.rules.s13_06_1_by_sea import ROUTING, Routing
from worldfire.rules.s13_06_1_network import SENT, Sent
from worldfire.rules.s13_06_1_routes import Leg, Route, word_of
from worldfire.titles.fa.entry.noticing import EntryActionSeen
from worldfire.titles.fa.entry.options import EMBARGO, OPTIONS_CHOSEN, REDUCE_TRADE, SUPPORT_BLOCKADE
from worldfire.titles.fa.entry.outrages import ports_used
from worldfire.titles.fa.options.o03_straits import no_sea_beside_is_open
from worldfire.titles.fa.options.o04_emergency_supply import hungry_near
from worldfire.titles.fa.pacts import printed_value
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.sea.neutral_ports import TRADE_ROUTE

MOLTKE, FRENCH = "germany-hq-moltke", "france INF"


# --------------------------------------------------------------------------------------------------- ships in neutral ports


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:15.1.1")
def test_ships_are_overrun_where_their_host_joins_the_other_side_and_troops_are_sent_home() -> None:
    """Chile becomes Britain's ally: two cruisers must flee or are lost, the corps beside them is on the circle."""
    ships = [("Emden", "germany-emden"), ("CL", "germany SCS")]
    here = waters({"Valparaiso": [*ships, ("Corps", "germany INF")]}, (3,), side="allies")
    here.turn_down("Emden")
    align_minor(here.game, country(here.game, "chile"), power(here.game, "commonwealth"))
    assert place_name(here.game, here.at("Corps")) == circle_space(here.game.state.get(TURN) + 2)
    assert here.place_named("Emden") == here.place_named("CL") == "Valparaiso"
    here.game.state.frames.clear()
    here.game.forget()
    here.game.sweep()
    (owed,) = here.game.state.queue
    here.start(owed.procedure, owed.locals)
    assert place_name(here.game, here.at("Emden")) == "tray of germany"
    assert here.asked == ("germany", "flee-by-sea")


@pytest.mark.rule("fa:13.2.3.1")
@pytest.mark.rule("fa:5.1.11")
def test_convoys_of_the_neutral_usa_in_neutral_ports_are_no_entry_action() -> None:
    here = waters({}, side="allies")
    here.lay("usa", "Bergen", 2)
    assert ports_used(here.game, ALLIES) == {}
    here.lay("france", "Bergen", 2)
    assert ports_used(here.game, ALLIES) == {here.place("Bergen"): 1}


# ----------------------------------------------------------------------------------------------------------- garrisons


@pytest.mark.rule("fa:9.2.3")
def test_a_fort_is_no_garrison() -> None:
    game = front({})
    germany, russia = power(game, "germany"), power(game, "russia")
    fort = put(game, "fort-germany-1", "Konigsberg")
    game.forget()
    assert printed_value(game, fort) == 0
    assert garrison_on(game, germany, russia) == 0
    put(game, GERMANS[0], "Konigsberg")
    game.forget()
    assert garrison_on(game, germany, russia) == Fraction(1)


# -------------------------------------------------------------------------------------------------------------- straits


@pytest.mark.rule("fa:2.4.2.4")
@pytest.mark.rule("fa:2.4.2.3")
def test_options_2_and_3_no_straits_are_closed_where_no_enemy_is() -> None:
    """Nobody carries supply through the sea beside them, but nobody blocks it either."""
    game = front({}, wars=[("germany", "commonwealth")], options=("2", "3"))
    here, there = place_index(game, "W0837"), place_index(game, "W0839")  # any two hexes on one sea area
    germany = country(game, "germany")
    assert not no_sea_beside_is_open(game, germany, here, there)
    put(game, "commonwealth-majestic", "North Sea 1")
    game.forget()
    assert no_sea_beside_is_open(game, germany, here, there)
    game.add(CONVOY_POINTS, power(game, "germany"), place_index(game, "North Sea 0"), 1)
    assert not no_sea_beside_is_open(game, germany, here, there)


# ------------------------------------------------------------------------------------------------ the American chain


def american(points: int, *options: int) -> Waters:
    """A neutral USA with so many convoy points in the North Sea and one more on the open ocean."""
    here = waters({}, (10,) * 9, side="allies", actions={"usa": "combined"})
    here.game.set(OPTIONS_CHOSEN, tuple((option, here.game.state.get(TURN) - 1) for option in options))
    here.lay("usa", "North Sea 0", points)
    here.lay("usa", "Central Atlantic 0", 1)
    return here


@pytest.mark.rule("fa:5.1.11")
def test_the_neutral_usa_does_not_sail_its_chain_away() -> None:
    """Three points stay in each sea of the trade, and fewer once less is owed."""
    for options, least in (((), 3), ((REDUCE_TRADE,), 2), ((REDUCE_TRADE, EMBARGO), 0)):
        here = american(5, *options)
        here.start("naval movement")
        for points in (1, 2, 3, 4, 5):
            found = here.refusal("usa", [here.convoys("usa", "North Sea 0", points)], "Bergen")
            allowed = points <= 5 - least
            assert found == ("" if allowed else "fa:5.1.11 trade-needs-these-convoys"), (options, points)
        assert here.refusal("usa", [here.convoys("usa", "Central Atlantic 0", 1)], "East Coast", "New York") == ""


@pytest.mark.rule("fa:5.1.11")
def test_what_is_offered_leaves_the_chain_alone() -> None:
    here = american(4)
    here.start("naval movement")
    fleets = here.game.offers("usa")["sail"].fleets  # type: ignore[attr-defined]
    assert {item for fleet in fleets for item in fleet.units} == {
        here.convoys("usa", "North Sea 0", 1),
        here.convoys("usa", "Central Atlantic 0", 1),
    }
    here.sail("usa", [here.convoys("usa", "North Sea 0", 1)], "Bergen")
    assert here.points("usa", "North Sea 0")[0] == 3
    assert here.refusal("usa", [here.convoys("usa", "North Sea 0", 1)], "Bergen").startswith("fa:5.1.11")


@pytest.mark.rule("fa:5.1.11")
@pytest.mark.rule("fa:13.3")
def test_the_chain_does_not_return_to_base_either() -> None:
    here = american(4)
    here.start(RETURN_TO_BASE_STEP.name)
    assert here.asked == ("usa", "decide-returns")
    chain, other = here.convoys("usa", "North Sea 0", 4), here.convoys("usa", "Central Atlantic 0", 1)
    assert {item.item: (item.least, item.most) for item in here.offer("decide-returns").items} == {
        chain: (0, 1),
        other: (0, 1),
    }
    (found,) = here.game.why_not("decide-returns", ((chain, 2), (other, 1)), "usa")
    assert (found.rule, found.key) == ("fa:5.1.11", "trade-needs-these-convoys")
    here.do("decide-returns", ((chain, 1), (other, 0)))
    assert here.asked == ("usa", "return-from-sea")


@pytest.mark.rule("fa:5.1.11")
def test_a_chain_that_is_all_bound_asks_nobody_and_stops_nothing() -> None:
    """Losses have left two points: none of them goes, and the step is over without a question."""
    here = waters({}, side="allies", actions={"usa": "combined"})
    here.lay("usa", "North Sea 0", 2)
    here.start(RETURN_TO_BASE_STEP.name)
    assert here.asked == ("", "")
    assert here.points("usa", "North Sea 0")[0] == 2


@pytest.mark.rule("fa:5.1.11")
def test_a_usa_at_war_does_what_it_likes_with_its_convoys() -> None:
    wars = (("germany", "commonwealth"), ("germany", "usa"))
    here = waters({}, side="allies", wars=wars, actions={"usa": "naval"})
    here.lay("usa", "East Coast 0", 3)
    here.start("naval movement")
    assert here.refusal("usa", [here.convoys("usa", "East Coast 0", 3)], "New York") == ""


# ------------------------------------------------------------------------------------------------------------- seizures


def seized(sea: str, giver: str, *options: int, also_american: bool = False) -> list[str]:
    """The entry actions after the Commonwealth has seized there what the giver ships to Germany."""
    here = waters({f"{sea} 1": [("CL", "commonwealth SCS")], "North Sea 2": [("Guard", "commonwealth SCS")]}, (10,) * 9)
    game = here.game
    game.set(OPTIONS_CHOSEN, tuple((option, game.state.get(TURN) - 1) for option in options))
    usa, owner, germany = (power(game, name) for name in ("usa", giver, "germany"))
    hamburg = here.place("Hamburg")

    def sent(by: int, name: str, *seas: str) -> Sent:
        route = Route(hamburg, hamburg, hamburg, tuple(Leg(each, by) for each in seas))
        return Sent(by, by, germany, name, word_of(game, route))

    goods = (sent(owner, "a", sea),)
    if also_american:
        goods += (sent(usa, "b", *TRADE_ROUTE(game)),)
    game.state.frames.clear()
    game.push(ROUTING.name, Routing())
    game.state.frames[-1].step = "next_power_searches"
    game.set(SENT, goods)
    game.put_state(game.state)
    assert here.asked == ("commonwealth", "search-and-seize")
    here.do("search-and-seize", (here.spot(sea),))
    return list(dict.fromkeys(str(event.action) for event in here.events(EntryActionSeen)))


@pytest.mark.rule("fa:13.2.3.1")
@pytest.mark.rule("fa:13.5.1.3")
def test_only_american_trade_in_the_north_sea_is_the_blockade() -> None:
    """Whatever else the Commonwealth seizes is a search and seizure, though it could blockade the North Sea as well."""
    assert seized("North Sea", "usa") == ["26"]
    assert seized("North Sea", "usa", SUPPORT_BLOCKADE) == []
    assert seized("North Sea", "ottoman-empire") == ["14"]
    assert seized("Baltic Sea", "ottoman-empire") == ["14"]
    assert seized("North Sea", "ottoman-empire", also_american=True) == ["26"], "a sea area counts once"
    assert seized("North Sea", "ottoman-empire", SUPPORT_BLOCKADE, also_american=True) == ["14"]
    assert seized("Baltic Sea", "ottoman-empire", also_american=True) == ["14"]


# --------------------------------------------------------------------------------------------------------------- pilots


@pytest.mark.rule("fa:2.5.4")
@pytest.mark.rule("fa:16.4.3")
def test_a_displaced_aircraft_leaves_its_pilot_behind() -> None:
    game = front({METZ: ["germany FTR"]})
    aircraft, germany = find(game, "germany FTR"), power(game, "germany")
    before = game.state[PILOTS][germany]
    send_away(game, place_index(game, METZ), (aircraft,))
    assert place_name(game, game.state[PLACE][aircraft]) == circle_space(game.state.get(TURN) + 2)
    assert game.state[PILOTS][germany] == before + 1


@pytest.mark.rule("fa:4.2.1")
@pytest.mark.rule("fa:16.4.3")
def test_an_aircraft_without_room_gives_its_pilot_back() -> None:
    """Every city at home is lost: the aircraft that was manned arrives next turn, and needs a pilot then."""
    game = front({})
    germany, pool = power(game, "germany"), named_place(game, "reserve pool of germany")
    assert pool is not None
    aircraft = find(game, "germany FTR")
    game.write(PLACE, aircraft, pool)
    game.write(PILOTS, germany, 1)
    for place, home in enumerate(game.state[HOME_COUNTRY]):
        if home == country(game, "germany"):
            game.write(CONTROLLER, place, power(game, "france"))
    begin_step(game, "reinforcements", "germany")
    while game.decision is not None and game.decision.prompt != "man-aircraft":
        seat = next(iter(game.waiting))
        verb = next(iter(game.offers_to(seat).names))
        shape = game.offers_to(seat).shape(game, verb)
        assert shape is not None
        game.submit(seat, verb, next(shape.every()))
    game.submit("germany", "man-aircraft", (aircraft,))
    assert [event.thing for event in said(game, ArrivalDelayed)] == [aircraft]  # type: ignore[attr-defined]
    assert game.state[PILOTS][germany] == 1


# ---------------------------------------------------------------------------------------------------------- hungry units


def cut_off() -> Game:
    """Moltke is in Paris, which is German, and the French are between him and home."""
    game = front({"Paris": [MOLTKE], METZ: [GERMANS[1]], TARGET: [FRENCH]}, options=("4",))
    give_control(game, "germany", "Paris")
    return game


@pytest.mark.rule("fa:2.4.4/emergency hq supply")
@pytest.mark.parametrize("name", ["germany FTR", "austria INF"])
def test_an_hq_feeds_aircraft_and_units_of_an_ally_too(name: str) -> None:
    """Whoever co-operates with it: also an aircraft, and the corps of a power that another seat plays."""
    game = cut_off()
    unit, moltke = put(game, name, "Paris"), find(game, MOLTKE)
    game.forget()
    assert not in_supply(game, unit)
    begin_step(game, "step: land combat", "germany")
    game.submit("germany", "feed-units", ((unit, moltke),))
    assert in_supply(game, unit)


@pytest.mark.rule("fa:2.4.4/emergency hq supply")
def test_an_hq_feeds_ships_in_port() -> None:
    game = front({METZ: [GERMANS[1]], TARGET: [FRENCH]}, options=("4",))
    give_control(game, "germany", "Brest")
    ship, moltke = put(game, "germany SCS", "Brest"), put(game, MOLTKE, "Brest")
    for sea in ground_of(game).sea_of(place_index(game, "Brest")):
        put(game, "france SCS", f"{sea} 1")
    game.forget()
    assert not in_supply(game, ship)
    begin_step(game, "step: land combat", "germany")
    game.submit("germany", "feed-units", ((ship, moltke),))
    assert in_supply(game, ship)


@pytest.mark.rule("fa:2.4.4/emergency hq supply")
@pytest.mark.rule("fa:2.4.2.4")
def test_no_path_leads_to_an_hq_beside_it_where_supply_may_not_go() -> None:
    game = cut_off()
    corps, moltke = put(game, GERMANS[0], "Paris"), find(game, MOLTKE)
    put(game, moltke, "W1430")
    for holder, fed in (("germany", True), ("netherlands", False)):
        give_control(game, holder, "W1430")
        game.forget()
        assert hungry_near(game, moltke, (corps,)) == ((corps,) if fed else ())


# -------------------------------------------------------------------------------------------------------- the Pacific


@pytest.mark.rule("fa:4.2.1")
@pytest.mark.rule("fa:21.5")
def test_the_pacific_territorial_comes_to_german_ports_of_1914_only() -> None:
    """Ports that Germany has taken since are none of them, and those that it has lost neither."""
    game = front({})
    unit = find(game, "germany-german-pacific-terr-pacific")

    def hexes() -> set[int]:
        game.forget()
        return set(arrival_hexes(game, unit))

    before = hexes()
    rabaul, truk = place_index(game, "Rabaul"), place_index(game, "Truk")
    assert {rabaul, truk} <= before
    give_control(game, "germany", "Vladivostok", "Manila")
    assert hexes() == before
    give_control(game, "japan", "Truk")
    assert hexes() == before - {truk}
