"""Findings of a fourth audit of Fatal Alliances: at sea, on the rails and on the way into a friend's country."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest
from front import front
from test_fa_strangers import BEF, FRENCH_HQ, INF
from waters import ALLIES, Waters, waters

from conformance.positions import power, put
from conformance.steps import begin_step, find
from worldfire.board.model import WORLD
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.pools import REMOVED
from worldfire.forces.situation import PACTS
from worldfire.forces.things import PLACE, aboard, board_of, move, place_index
from worldfire.forces.turn import COUNTED
from worldfire.forces.who import CONTROLLER, NOBODY, change_control, country_named, hexes_of_side, units_of
from worldfire.players.cadet import garrisons, reinforcing
from worldfire.players.cadet.garrisons import ferries
from worldfire.players.cadet.reinforcing import MOST_HEXES, reinforcements
from worldfire.players.cadet.seascape import SAFE
from worldfire.rules.s09_02_pacts import barred_borders
from worldfire.rules.s09_06_aligning import SettingUp, most_abroad
from worldfire.rules.s11_04_6_interception import InterceptionTried
from worldfire.rules.s11_04_naval_movement import SAIL_TOGETHER
from worldfire.rules.s11_04_under_way import Voyage
from worldfire.rules.s11_04_voyages import Fleet, Voyages
from worldfire.rules.s11_05_4_committing import Force
from worldfire.rules.s11_05_8_aborts import ABORTING, Aborting
from worldfire.rules.s11_09_rail import RailMovement, hexes_for_trains, railway
from worldfire.rules.s14_1_range import closed_skies
from worldfire.rules.s18_2_foreign_troops import GUESTS
from worldfire.server.sea_questions import SailingQuestion, tell_sailing
from worldfire.titles.fa.rail import cheapest_way, length_of

# ------------------------------------------------------------------------------------------------ 11.3.5.1 interception


@pytest.mark.rule("fa:11.3.5.1")
def test_submarines_that_are_held_back_find_not_even_a_large_fleet() -> None:
    fleet = [f"S{number}" for number in range(11)]
    for verb, success in (("commit-submarines", True), ("hold-submarines", False)):
        here = waters(
            {
                "North Sea 3": [("Sub", "commonwealth SUB")],
                "Wilhelmshaven": [(name, "germany SCS") for name in fleet],
            },
            (1,),
        )
        here.start("naval movement")
        here.sail("germany", fleet, "North Sea 0")
        here.do("intercept", here["Sub"])
        here.do(verb)
        (tried,) = here.events(InterceptionTried)
        assert (tried.roll, tried.success) == (0, success)
        assert here.asked == ("germany", "stop-or-fight" if success else "naval-orders")


# ---------------------------------------------------------------------------------- 11.3.4.3, 11.9.5, 19.2.1 foreigners

TRANSPORTS = [(name, "commonwealth TRS") for name in "ABC"]
CORPS = [(number, f"{INF}-{number.lower()}") for number in ("I", "II", "III")]
TO_CALAIS = ("English Channel", "Calais")


def portsmouth(*ashore: tuple[str, str], more: tuple[tuple[str, str], ...] = ()) -> Waters:
    """Three transports and three corps in Portsmouth, who are foreigners in France."""
    here = waters({"Portsmouth": [*TRANSPORTS, *CORPS, *more], "Calais": ashore}, side="allies", wars=BEF)
    here.start("naval movement")
    return here


def aboard_already(here: Waters, **berths: str) -> Waters:
    for unit, ship in berths.items():
        here.game.write(PLACE, here[unit], aboard(here[ship]))
    here.game.forget()
    return here


@pytest.mark.rule("fa:11.3.4.3")
@pytest.mark.rule("fa:11.9.5")
@pytest.mark.rule("fa:19.2.1")
def test_the_hq_of_the_bef_sails_to_france_and_leads_who_sails_with_it() -> None:
    here = portsmouth(more=(("HQ", FRENCH_HQ),))
    assert here.refusal("commonwealth", ["A"], *TO_CALAIS) == "18.2 foreign-troops"
    assert here.refusal("commonwealth", ["A"], *TO_CALAIS, cargo={"I": "A"}) == "18.2 foreign-troops"
    assert "Calais" in here.ends("A"), "with the HQ aboard"
    both = {"HQ": "A", "I": "B"}
    assert here.refusal("commonwealth", ["A", "B"], *TO_CALAIS, cargo=both) == ""
    assert here.refusal("commonwealth", ["A", "B", "C"], *TO_CALAIS, cargo=both) == "18.2 foreign-troops"
    here.sail("commonwealth", ["A"], *TO_CALAIS, cargo={"HQ": "A"})
    assert here.place_named("HQ") == "Calais"


@pytest.mark.rule("fa:11.3.4.3")
@pytest.mark.rule("fa:19.2.1")
def test_the_page_shows_the_ports_that_an_hq_opens() -> None:
    here = portsmouth(more=(("HQ", FRENCH_HQ),))
    shown = [
        {
            haven.place
            for haven in tell_sailing(
                here.game, SailingQuestion("commonwealth", "sail", (here["A"],), (), berths)
            ).havens
        }
        for berths in ((), ((here["I"], here["A"]),), ((here["HQ"], here["A"]),))
    ]
    assert [here.spot("Calais") in havens for havens in shown] == [False, False, True]


@pytest.mark.rule("fa:11.3.4.3")
@pytest.mark.rule("fa:19.2.1")
def test_an_hq_that_is_aboard_leads_the_corps_on_another_ship() -> None:
    here = aboard_already(portsmouth(more=(("HQ", FRENCH_HQ),)), HQ="A", I="B")
    assert here.refusal("commonwealth", ["B"], *TO_CALAIS) == "18.2 foreign-troops"
    assert here.refusal("commonwealth", ["A", "B"], *TO_CALAIS) == ""
    here.sail("commonwealth", ["A", "B"], "English Channel", verb="sail-and-pause")
    calais = here.spot("Calais")
    assert calais in {way[-1] for way in here.offer("sail-on").every()}
    here.sail_on("Calais")
    assert [here.place_named(name) for name in ("HQ", "I")] == ["Calais", "Calais"]


@pytest.mark.rule("fa:19.2.1")
def test_the_hq_of_one_country_of_the_empire_leads_the_corps_of_another() -> None:
    canadian = ("Canadian", "canada INF")
    here = aboard_already(portsmouth(more=(("HQ", FRENCH_HQ), canadian)), HQ="B", Canadian="A")
    assert here.refusal("commonwealth", ["A", "B"], *TO_CALAIS) == ""


@pytest.mark.rule("fa:19.2.1")
def test_no_task_force_exceeds_the_limit_that_each_of_its_ships_would_keep() -> None:
    """Sir John French commands two ships and two corps."""
    here = portsmouth(("HQ", FRENCH_HQ))
    loads = {"I": "A", "II": "B", "III": "C"}
    assert here.refusal("commonwealth", ["A", "B"], *TO_CALAIS) == ""
    assert here.refusal("commonwealth", ["A", "B", "C"], *TO_CALAIS) == "18.2 foreign-troops"
    assert here.refusal("commonwealth", ["A", "B", "C"], *TO_CALAIS, cargo=loads) == "18.2 foreign-troops"
    here.sail("commonwealth", ["A", "B", "C"], "English Channel", verb="sail-and-pause", cargo=loads)
    assert [reason.key for reason in here.game.why_not("sail-on", (here.spot("Calais"),), "commonwealth")] == [
        "foreign-troops"
    ]
    here.part(["C"], "English Channel 0")
    here.sail_on("Calais")
    assert here.place_named("II") == "Calais"


@pytest.mark.rule("fa:19.2.1")
def test_ships_and_convoy_points_of_one_task_force_are_counted_together() -> None:
    here = waters({"English Channel 0": TRANSPORTS[:2], "Calais": [("HQ", FRENCH_HQ)]}, side="allies", wars=BEF)
    here.lay("commonwealth", "English Channel 0", 1)
    one = here.convoys("commonwealth", "English Channel 0", 1)
    here.start("naval movement")
    assert here.refusal("commonwealth", ["A", one], "Calais") == ""
    assert here.refusal("commonwealth", ["A", "B", one], "Calais") == "fa:19.2.1 convoys-of-strangers"


@pytest.mark.rule("fa:19.2.1")
def test_who_came_in_with_an_hq_does_not_stay_in_port_without_it() -> None:
    here = aboard_already(portsmouth(more=(("HQ", FRENCH_HQ),)), HQ="A", I="B")
    here.sail("commonwealth", ["A", "B"], *TO_CALAIS, verb="sail-and-pause")
    for ship, reasons in (("B", ["foreign-troops"]), ("A", [])):
        parting = (here.ids(ship), here.spot("Calais"))
        assert [reason.key for reason in here.game.why_not("part-company", parting, "commonwealth")] == reasons


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:13.3.2")
def test_who_goes_home_together_keeps_the_limit_too() -> None:
    here = waters({"English Channel 2": TRANSPORTS, "Calais": [("HQ", FRENCH_HQ)]}, side="allies", wars=BEF)
    here.start("return to base at the end of the turn")
    home = [choice.item for choice in here.offer("decide-returns").items]
    here.do("decide-returns", dict.fromkeys(home, 1))
    for ships, reason in ((["A", "B"], ""), (["A", "B", "C"], "18.2 foreign-troops")):
        assert here.refusal("commonwealth", ships, "Calais", verb="return-from-sea") == reason


@pytest.mark.rule("fa:19.2.1")
def test_no_aircraft_fly_to_france_in_one_order_beyond_the_limit() -> None:
    game = front({"Calais": [FRENCH_HQ]}, wars=BEF)
    flying = [put(game, "commonwealth NAV", "English Channel 0") for _ in range(3)]
    begin_step(game, "naval air missions", "commonwealth", action="air")
    calais = place_index(game, "Calais")
    for number, reasons in ((2, []), (3, ["foreign-troops"])):
        orders = tuple((unit, calais) for unit in flying[:number])
        assert [reason.key for reason in game.why_not("fly-naval-air", orders, "commonwealth")] == reasons


# --------------------------------------------------------------------------------------- 11.9.5, 9.2.1 whose hexes they are

CENTRAL = [("germany", "france"), ("austria-hungary", "france"), ("germany", "russia")]
GERMAN = "germany-inf-vi"


def by_rail(game: Game, unit: int, to: int, seat: str = "germany") -> list[str]:
    """Why it does not go there; and what is offered goes with it."""
    reasons = [reason.key for reason in game.why_not("rail", (unit, to), seat)]
    offered = {choices.item: choices.to for choices in game.offers(seat)["rail"].items}.get(unit, ())  # type: ignore[attr-defined]
    assert (to in offered) is (not reasons)
    return reasons


@pytest.mark.rule("fa:11.9.5")
@pytest.mark.rule("fa:11.8.1")
def test_no_train_passes_through_a_country_that_does_not_let_it_in() -> None:
    game = front({"Munich": [GERMAN]}, wars=CENTRAL, control={"germany": ["Belgrade"]})
    corps, belgrade = find(game, GERMAN), place_index(game, "Belgrade")
    begin_step(game, "rail movement", "germany")
    assert by_rail(game, corps, belgrade) == []
    game.submit("austria-hungary", "consent", ("germany", "enter", "no"))
    assert by_rail(game, corps, belgrade) == ["no-railway"]
    assert by_rail(game, corps, place_index(game, "Berlin")) == []


@pytest.mark.rule("fa:11.9.5")
@pytest.mark.rule("fa:20.1")
def test_no_aircraft_flies_over_a_country_that_does_not_let_it_in() -> None:
    game = front({"Munich": [GERMAN]}, wars=CENTRAL)
    aircraft, vienna = put(game, "germany LND", "Munich"), place_index(game, "Vienna")
    begin_step(game, "rail movement", "germany")
    assert vienna not in closed_skies(game, aircraft)
    game.submit("austria-hungary", "consent", ("germany", "enter", "no"))
    assert vienna in closed_skies(game, aircraft)


@pytest.mark.rule("fa:9.2.1")
def test_no_train_passes_the_common_border_of_a_pact() -> None:
    """Austria-Hungary has made peace with Russia, Germany has not: the line from Posen to Cattaro leads along the border."""
    game = front({"Posen": [GERMAN]}, wars=CENTRAL)
    corps, cattaro = find(game, GERMAN), place_index(game, "Cattaro")
    begin_step(game, "rail movement", "germany")
    assert by_rail(game, corps, cattaro) == []
    game.set(PACTS, ((power(game, "austria-hungary"), power(game, "russia")),))
    game.forget()
    germans = power(game, "germany")
    barred = barred_borders(game, germans)
    way = railway(game, RailMovement(0), game.state[PLACE][corps], cattaro, germans)
    assert cattaro not in barred
    assert way is None or not barred.intersection(way)
    assert barred <= closed_skies(game, put(game, "germany LND", "Posen"))


@pytest.mark.rule("fa:9.1")
def test_no_train_passes_through_a_friend_who_is_not_in_the_war() -> None:
    game = front({}, wars=[("germany", "commonwealth")])
    british, new_york = power(game, "commonwealth"), place_index(game, "New York")
    assert new_york in hexes_of_side(game, ALLIES)
    assert new_york not in hexes_for_trains(game, ALLIES, british)
    assert new_york in hexes_for_trains(game, ALLIES, power(game, "usa"))


# ------------------------------------------------------------------------------------------------------ 11.11 invasions


@pytest.mark.rule("fa:11.11")
def test_invaders_come_in_the_ship_of_a_friend_who_is_not_at_war_with_that_enemy() -> None:
    """The USA fights only Germany, and brings a British corps to the coast of the Ottoman Empire."""
    fights = [("germany", "usa"), ("germany", "commonwealth"), ("commonwealth", "ottoman-empire")]
    game = front({}, wars=fights)
    corps = put(game, "commonwealth INF", "London")
    game.write(PLACE, corps, aboard(put(game, "usa TRS", "Eastern Mediterranean 2")))
    game.forget()
    begin_step(game, "invasions", "commonwealth")
    jaffa = place_index(game, "Jaffa")
    game.submit("commonwealth", "invade", ((corps, jaffa),))
    assert game.state[PLACE][corps] == jaffa


# ------------------------------------------------------------------------------------------------- 11.8.2 the shortest line


@pytest.mark.rule("fa:11.8.2")
def test_a_train_takes_the_shortest_line_in_european_hexes() -> None:
    """From Petrograd to Tashkent it is 40 of them, though another line has fewer hexes."""
    game = front({"Petrograd": ["russia-inf-v"]}, wars=[("germany", "russia")])
    begin_step(game, "rail movement", "russia")
    russia, corps = power(game, "russia"), find(game, "russia-inf-v")
    way = railway(game, RailMovement(ALLIES), game.state[PLACE][corps], place_index(game, "Tashkent"), russia)
    assert way is not None
    assert length_of(game, way) == 40
    game.submit("russia", "rail", (corps, way[-1]))
    assert game.state[COUNTED["rail moves"]][russia] == 1


@pytest.mark.rule("fa:11.8.2")
def test_a_train_avoids_the_world_map_if_only_a_long_line_leads_over_it() -> None:
    """Over the World map it would be 45 hexes and cost a move more; on the map of Europe it is 50."""
    game = front({})
    scale = board_of(game).tables.scale
    large = [place for place, of_place in enumerate(scale) if of_place == WORLD][:11]
    small = [place for place, of_place in enumerate(scale) if of_place != WORLD][:51]
    lines: dict[int, list[int]] = {}
    for line in (small, [small[0], *large, small[-1]]):
        for here, there in pairwise(line):
            lines.setdefault(here, []).append(there)

    def onward(here: int, known: Container[int]) -> list[int]:
        return [there for there in lines.get(here, ()) if there not in known]

    assert cheapest_way(game, small[0], small[-1], onward) == tuple(small)
    lines[small[0]] = large[:1]
    assert cheapest_way(game, small[0], small[-1], onward) == (small[0], *large, small[-1])


# -------------------------------------------------------------------------------------- 19.2.1 who started the step there


@pytest.mark.rule("fa:19.2.1")
def test_a_guest_may_sail_from_one_port_of_its_host_to_another() -> None:
    """It started the step in France: without an HQ it may go to another port there, pause, and stay."""
    for verb in ("sail", "sail-and-pause"):
        here = waters({"Calais": TRANSPORTS}, side="allies", wars=BEF)
        here.start("naval movement")
        here.sail("commonwealth", ["A"], "English Channel", "Cherbourg", verb=verb)
        assert here.place_named("A") == "Cherbourg"
        assert here.game.state.get(GUESTS) == ()
    parting = (here.ids("A"), here.spot("Cherbourg"))
    assert here.game.why_not("part-company", parting, "commonwealth") == ()


@pytest.mark.rule("fa:19.2.1")
def test_a_guest_who_has_put_to_sea_comes_back_into_the_same_country() -> None:
    here = waters({"Calais": TRANSPORTS, "Portsmouth": [("D", "commonwealth TRS")]}, side="allies", wars=BEF)
    here.start("naval movement")
    here.sail("commonwealth", ["A"], "English Channel", verb="sail-and-pause")
    here.sail_on("Cherbourg")
    assert here.refusal("commonwealth", ["D"], "English Channel", "Cherbourg") == "18.2 foreign-troops"


# ------------------------------------------------------------------------------- 19.2.1 together behind an HQ, on all ways


def under_way(here: Waters) -> Voyage:
    return [frame.locals for frame in here.game.state.frames if isinstance(frame.locals, Voyage)][-1]


def asked_again(here: Waters) -> None:
    game = here.game
    game.forget()
    game.resume(game.state, game.entries, game.head)


def without_ports_but_the_french(here: Waters) -> None:
    french, germans = power(here.game, "france"), power(here.game, "germany")
    for port in ground_of(here.game).ports:
        if here.game.state[CONTROLLER][port] not in (french, NOBODY):
            change_control(here.game, port, germans)
    here.game.forget()


def homeward_bound(ships: list[tuple[str, str]], **berths: str) -> Waters:
    """They return from Biscay past a raider in the Channel, and have none but French ports left."""
    ashore = [(name, counter) for name, counter in (("HQ", FRENCH_HQ), ("K", KITCHENER)) if name in berths]
    abroad = [] if "HQ" in berths else [("HQ", FRENCH_HQ)]
    raider = ("Spee", "germany SCS")
    here = waters(
        {"Bay of Biscay 2": ships, "London": ashore, "Calais": abroad, "English Channel 3": [raider]},
        (10,) * 30,
        side="allies",
        wars=BEF,
    )
    without_ports_but_the_french(aboard_already(here, **berths))
    here.start("return to base at the end of the turn")
    while here.asked[1] == "decide-returns":
        home = [choice.item for choice in here.offer("decide-returns").items]
        here.do("decide-returns", {unit: int(unit != here["Spee"]) for unit in home})
    return here


KITCHENER = "commonwealth-united-kingdom-hq-kitchener"
HOME = ("English Channel", "Calais")


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:2.4.3")
def test_who_goes_home_behind_an_hq_is_not_lost_as_long_as_it_leads_the_way() -> None:
    """The raider has missed them."""
    here = homeward_bound(TRANSPORTS[:2], HQ="A")
    assert here.refusal("commonwealth", ["B"], *HOME, verb="return-from-sea") == "18.2 foreign-troops"
    here.sail("commonwealth", ["A", "B"], *HOME, verb="return-from-sea")
    here.do("intercept", here["Spee"])
    assert here.asked == ("commonwealth", "naval-orders")
    here.sail_on("Calais")
    assert [here.place_named(name) for name in ("A", "B", "HQ")] == ["Calais"] * 3


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:2.4.3")
def test_who_goes_home_behind_an_hq_has_other_orders_too() -> None:
    """Their way was closed to them: another port behind the HQ is no loss either."""
    here = homeward_bound(TRANSPORTS[:2], HQ="A")
    here.sail("commonwealth", ["A", "B"], *HOME, verb="return-from-sea")
    here.do("intercept", here["Spee"])
    under_way(here).plan = ()
    asked_again(here)
    assert len(under_way(here).hands) == 2
    assert here.spot("Calais") in {way[-1] for way in here.offer("sail-on").every()}


@pytest.mark.rule("fa:19.2.1")
def test_who_all_stay_in_the_port_that_they_came_into_are_judged_no_second_time() -> None:
    """Their HQ is no more: the end of the step decides; nobody stays if others of them sail on."""
    here = aboard_already(portsmouth(more=(("HQ", FRENCH_HQ),)), HQ="A")
    here.sail("commonwealth", ["A", "B"], *TO_CALAIS, verb="sail-and-pause")
    here.game.write(PLACE, here["HQ"], place_index(here.game, REMOVED))
    asked_again(here)
    for ships, reasons in ((["A", "B"], []), (["B"], ["foreign-troops"])):
        parting = (here.ids(*ships), here.spot("Calais"))
        assert [reason.key for reason in here.game.why_not("part-company", parting, "commonwealth")] == reasons


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.parametrize("verb", ["sail-on", "sail-on-and-pause"])
def test_ways_on_are_offered_that_all_of_them_may_go(verb: str) -> None:
    """Sir John French commands two ships: no port of France takes all three."""
    for ships, in_calais in (("AB", True), ("ABC", False)):
        here = portsmouth(("HQ", FRENCH_HQ))
        here.sail("commonwealth", list(ships), "English Channel", verb="sail-and-pause")
        ways = list(here.offer(verb).every())
        assert ways
        assert all(not here.game.why_not(verb, way, "commonwealth") for way in ways)
        assert ((here.spot("Calais"),) in ways) is in_calais


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:13.3.2")
def test_who_finds_only_ports_that_the_others_fill_is_shattered() -> None:
    """Kitchener went down with his ship: Sir John French, in Calais, commands two of the three others."""
    here = homeward_bound([*TRANSPORTS, ("D", "commonwealth TRS")], K="A")
    here.sail("commonwealth", list("ABCD"), *HOME, verb="return-from-sea")
    here.do("intercept", here["Spee"])
    assert here.asked == ("commonwealth", "naval-orders")
    voyage = under_way(here)
    voyage.hands = tuple(hand for hand in voyage.hands if hand.sailor.ship != here["A"])
    for name in "AK":
        here.game.write(PLACE, here[name], place_index(here.game, REMOVED))
    asked_again(here)
    ways = list(here.offer("sail-on").every())
    assert ways
    assert all(not here.game.why_not("sail-on", way, "commonwealth") for way in ways)
    assert tuple(hand.sailor.ship for hand in under_way(here).hands) == here.ids("B", "C")
    assert here.place_named("D").startswith("production circle")


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:2.3.1.3")
def test_convoy_points_follow_an_hq_and_do_not_stay_without_it() -> None:
    here = aboard_already(portsmouth(more=(("HQ", FRENCH_HQ),)), HQ="A")
    here.lay("commonwealth", "Portsmouth", 1)
    one = here.convoys("commonwealth", "Portsmouth", 1)
    assert here.refusal("commonwealth", [one], *TO_CALAIS) == "fa:19.2.1 convoys-of-strangers"
    assert here.refusal("commonwealth", ["A", one], *TO_CALAIS) == ""
    assert here.refusal("commonwealth", ["A", "B", one], *TO_CALAIS) == "fa:19.2.1 convoys-of-strangers"
    here.sail("commonwealth", ["A", one], "English Channel", verb="sail-and-pause")
    assert (here.spot("Calais"),) in list(here.offer("sail-on-and-pause").every())
    here.do("sail-on-and-pause", (here.spot("Calais"),))
    there = here.convoys("commonwealth", "Calais", 1)
    for items, reasons in (((there,), ["convoys-of-strangers"]), (here.ids("A"), []), ((*here.ids("A"), there), [])):
        parting = (items, here.spot("Calais"))
        assert [reason.key for reason in here.game.why_not("part-company", parting, "commonwealth")] == reasons


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:2.3.1.3")
def test_convoy_points_that_sail_on_take_nobodys_place() -> None:
    """Sir John French commands two ships; with the convoy points, which are in the port too, there are three."""
    here = portsmouth(("HQ", FRENCH_HQ))
    here.lay("commonwealth", "Portsmouth", 1)
    one = here.convoys("commonwealth", "Portsmouth", 1)
    here.sail("commonwealth", ["A", one], *TO_CALAIS, verb="sail-and-pause")
    here.do("enough-aboard")
    here.game.write(PLACE, here["B"], here.spot("Calais"))
    here.game.forget()
    parting = (here.ids("A"), here.spot("Calais"))
    assert here.game.why_not("part-company", parting, "commonwealth") == ()


@pytest.mark.rule("fa:9.1")
@pytest.mark.rule("fa:19.2.1")
def test_who_is_not_hunted_waits_for_orders_if_the_hq_stays_behind() -> None:
    """The HQ sails in an American ship, and Austria-Hungary, which fights only the USA, finds it."""
    here = waters(
        {
            "Portsmouth": [("A", "usa TRS"), ("B", "commonwealth TRS"), ("HQ", FRENCH_HQ)],
            "English Channel 3": [("Radetzky", "austria-hungary SCS")],
        },
        (1,) * 5,
        side="allies",
        wars=[*BEF, ("austria-hungary", "usa"), ("germany", "usa")],
        actions=dict.fromkeys(("commonwealth", "france", "usa"), "naval"),
        co_operating=[("usa", "commonwealth"), ("usa", "france")],
    )
    aboard_already(here, HQ="A")
    here.game.state.consents["usa", "commonwealth", SAIL_TOGETHER.name] = "yes"
    here.start("naval movement")
    here.sail("commonwealth", ["A", "B"], *TO_CALAIS)
    here.do("intercept", here["Radetzky"])
    assert here.asked == ("commonwealth", "leave-the-hunted")
    here.do("leave-the-hunted")
    assert here.asked == ("commonwealth", "naval-orders")
    assert here.place_named("B").startswith("English Channel")
    assert here.spot("Calais") not in {way[-1] for way in here.offer("sail-on").every()}


def ways_of(here: Waters, verb: str) -> dict[str, bool]:
    """Who can be picked, and whether for Calais."""
    calais, fleets = here.spot("Calais"), here.offer(verb).fleets
    picked = {name: [fleet for fleet in fleets if here[name] in fleet.units] for name in "AB"}
    return {name: any(way[-1] == calais for fleet in of for way in fleet.ways) for name, of in picked.items()}


@pytest.mark.rule("fa:13.3.2")
@pytest.mark.rule("fa:19.2.1")
def test_who_can_go_home_only_behind_an_hq_is_offered_that_way() -> None:
    here = homeward_bound(TRANSPORTS[:2], HQ="A")
    assert ways_of(here, "return-from-sea") == {"A": True, "B": True}


@pytest.mark.rule("fa:13.3.2")
@pytest.mark.rule("fa:19.2.1")
def test_who_aborts_from_a_combat_behind_an_hq_is_offered_that_way() -> None:
    here = waters({"Bay of Biscay 2": TRANSPORTS[:2], "London": [("HQ", FRENCH_HQ)]}, side="allies", wars=BEF)
    without_ports_but_the_french(aboard_already(here, HQ="A"))
    here.start(ABORTING.name, Aborting("Bay of Biscay", Force(here.ids("A", "B"))))
    assert ways_of(here, "abort-to") == {"A": True, "B": True}


@pytest.mark.rule("fa:19.2.1")
def test_the_bot_sails_to_the_next_best_port_if_the_best_opens_to_an_hq_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    here = portsmouth()
    calais, gibraltar, start = (here.spot(name) for name in ("Calais", "Gibraltar", "Portsmouth"))
    far = {calais: SAFE, gibraltar: SAFE + 1}
    picture = SimpleNamespace(garrisons={}, advances=False, holds=far.__contains__)
    picture.front_distance = lambda port: far.get(port, MOST_HEXES)
    seascape = SimpleNamespace(game=here.game, ashore=picture, faces_an_army=far.__contains__)
    for name in ("price_of_leaving", "_use", "_round_trip"):
        monkeypatch.setattr(reinforcing, name, lambda *arguments: 0)
    for name in ("is_world_war", "may_be_spared", "may_pass"):
        monkeypatch.setattr(reinforcing, name, lambda *arguments: True)
    ways = tuple((here.spot("English Channel 0"), port) for port in far)
    fleet = Fleet(start, here.ids("A"), ways, ((here["I"], here["A"]),))
    assert [move.way[-1] for move in reinforcements(cast("Any", seascape), Voyages((fleet,)))] == [gibraltar]


@pytest.mark.rule("fa:19.2.1")
def test_the_bot_ferries_to_the_next_best_port_if_the_best_opens_to_an_hq_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = portsmouth()
    calais, gibraltar, start = (here.spot(name) for name in ("Calais", "Gibraltar", "Portsmouth"))
    merits = {calais: 9.0, gibraltar: 8.0, start: 0.0}
    monkeypatch.setattr(garrisons, "port_merit", lambda seascape, port, ships: merits[port])
    monkeypatch.setattr(garrisons, "price_of_leaving", lambda seascape, unit: 0)
    for name in ("may_be_spared", "may_invade", "may_pass"):
        monkeypatch.setattr(garrisons, name, lambda *arguments: True)
    ways = tuple((here.spot("English Channel 0"), port) for port in (calais, gibraltar))
    fleet = Fleet(start, here.ids("A"), ways, ((here["I"], here["A"]),))
    found = ferries(cast("Any", SimpleNamespace(game=here.game)), Voyages((fleet,)))
    assert [(len(move.berths), move.way[-1]) for move in found] == [(1, gibraltar), (0, gibraltar)]


# ----------------------------------------------------------------------------------------------- 20.5.1 half of an army


@pytest.mark.rule("fa:20.5.1")
def test_troops_of_a_colony_are_of_the_army_of_which_half_stays_at_home() -> None:
    """Wherever they are set up: they do not fall out of the count."""
    game = front({}, aligned=(("belgium", "france"),))
    belgium = country_named(game, "belgium")
    for unit in units_of(game, belgium):
        move(game, unit, place_index(game, "army of belgium"))
    congolese = find(game, "belgium-terr-belgian-congo")
    setting, most = SettingUp(belgium), []
    for place in ("army of belgium", "Brussels", "Leopoldville"):
        move(game, congolese, place_index(game, place))
        most.append(most_abroad(game, setting))
    assert most == [most[0], most[0], most[0] - 1]
