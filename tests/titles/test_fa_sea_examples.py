"""The worked examples of the book at sea (fa:11.3, 11.4), and sentences there that are easily missed."""

from __future__ import annotations

import pytest
from waters import ALLIES, CENTRAL, WARS, Waters, waters

from conformance.positions import give_control, power, put
from worldfire.forces.things import COUNTER
from worldfire.rules.s02_1_sea_areas import adjacent_seas
from worldfire.rules.s11_04_2_sailing import setting_out
from worldfire.rules.s11_04_5_naval_transport import reach_violation
from worldfire.rules.s11_04_6_interception import InterceptionTried
from worldfire.rules.s11_04_naval_units import Sailor
from worldfire.rules.s11_04_sea_passages import may_pass, submarines_may_pass
from worldfire.rules.s11_04_under_way import NAVAL_COMBAT, NavalCombat, Voyage
from worldfire.rules.s11_05_4_committing import Force, Stack
from worldfire.rules.s11_05_8_surface_combat import surface_factors
from worldfire.rules.s11_05_naval_combat import Searched
from worldfire.rules.s11_05_round import NavalRound
from worldfire.titles.fa.offensives import LEADERS
from worldfire.titles.fa.sea.naval_offensive import seas_within
from worldfire.titles.fa.sequence import SEQUENCE

AMERICA_AT_WAR = (*WARS, ("germany", "usa"))


def allied(ships: dict[str, list[tuple[str, str]]], *throws: int) -> Waters:
    """A naval action of the Allies, the USA among them."""
    actions = dict.fromkeys(("commonwealth", "france", "russia", "usa"), "naval")
    friends = [("usa", "commonwealth")]
    here = waters(ships, throws, side="allies", wars=AMERICA_AT_WAR, actions=actions, co_operating=friends)
    here.start("naval movement")
    return here


@pytest.mark.rule("fa:2.4.3", example="FA-E04")
def test_portugal_and_angola_are_one_host() -> None:
    here = waters({"Lisbon": [("Guest", "germany SCS")], "Gulf of Guinea 0": [("CL", "germany-emden")]})
    here.start("naval movement")
    assert here.refusal("germany", ["CL"], "Loanda") == "fa:2.4.3 one-port-of-each-neutral"


@pytest.mark.rule("fa:11.3.1", example="FA-E17")
def test_one_destination_is_one_move_and_two_are_two() -> None:
    fleet = [(f"US{n}", "usa SCS") for n in range(6)]
    names = [name for name, _ in fleet]
    here = allied({"Charleston": fleet, "Boston": [("Last", "usa SCS")]})
    here.sail("usa", names, "East Coast", "Caribbean 0")
    assert here.moves("usa") == 1
    here = allied({"Charleston": fleet, "Boston": [("Last", "usa SCS")]})
    here.sail("usa", names[:3], "East Coast", "Caribbean 0")
    here.sail("usa", names[3:], "East Coast", "Caribbean 1")
    assert here.moves("usa") == 2


@pytest.mark.rule("fa:11.3.2.1", example="FA-E18")
def test_ships_of_two_powers_that_sail_together_are_a_move_of_each() -> None:
    here = allied(
        {
            "London": [("CW1", "commonwealth SCS"), ("CW2", "commonwealth SCS"), ("TRS", "usa TRS")],
            "Boston": [("X", "usa SCS")],
        }
    )
    here.game.give_consent("usa", "commonwealth", "sail", "yes")
    here.sail("commonwealth", ["CW1", "CW2", "TRS"], "North Sea 0")
    assert (here.moves("commonwealth"), here.moves("usa")) == (1, 1)


@pytest.mark.rule("fa:11.3.2.1", example="FA-E19")
def test_a_force_that_parts_makes_two_moves() -> None:
    here = allied(
        {"Alexandria": [("One", "commonwealth SCS"), ("Two", "commonwealth SCS")], "London": [("X", "france SCS")]}
    )
    here.sail("commonwealth", ["One", "Two"], "Eastern Mediterranean", verb="sail-and-pause")
    here.part(["One"], "Eastern Mediterranean 1")
    here.sail_on("Central Mediterranean 1")
    assert here.moves("commonwealth") == 2
    assert (here.place_named("One"), here.place_named("Two")) == ("Eastern Mediterranean 1", "Central Mediterranean 1")


@pytest.mark.rule("fa:11.3.2.2", example="FA-E20")
def test_the_first_point_leads_into_the_sea_around_the_port() -> None:
    here = waters({"Amsterdam": [("CL", "germany SCS")]})
    here.start("naval movement")
    assert here.refusal("germany", ["CL"], "English Channel 0") == "11.4.2 port-not-on-this-sea"
    assert here.refusal("germany", ["CL"], "North Sea", "English Channel 0") == ""


@pytest.mark.rule("fa:11.3.4.2", example="FA-E22")
@pytest.mark.parametrize(
    ("sea", "in_reach"), [("English Channel", True), ("Bay of Biscay", True), ("North Sea", False)]
)
def test_brest_is_on_two_sea_areas(sea: str, in_reach: bool) -> None:
    here = waters({"Brest": [("Corps", "france INF")], f"{sea} 0": [("TRS", "france TRS")]}, side="allies")
    assert (reach_violation(here.game, here["Corps"], here["TRS"]) is None) is in_reach


# -------------------------------------------------------------------------------------------------- the blockade example


def blockade(*throws: int) -> Waters:
    """Storm in the North Sea: the British in every section, Germans in 2 and 3, a fleet that comes out of Kiel."""
    ships = {f"North Sea {n}": [(f"CW{n}", "commonwealth SCS")] for n in (0, 1, 3, 4)}
    ships["North Sea 2"] = [("CW2", "commonwealth SCS"), ("Sub", "commonwealth SUB"), ("Ge2", "germany SCS")]
    ships["North Sea 3"] += [("Ge3", "germany SCS"), ("NAV", "germany NAV")]
    ships["Kiel"] = [("Fleet", "germany-moltke")]
    here = waters(ships, throws, weather="storm")
    here.start("naval movement")
    here.sail("germany", ["Fleet"], "North Sea", "Faroes Gap 0")
    here.do("intercept", here["CW0"])
    here.do("commit-submarines")
    return here


def included(here: Waters) -> set[str]:
    fight = here.game.enclosing(NavalRound)
    units = {*fight.forces[0].units, *fight.forces[1].units}
    return {name for name, thing in here.things.items() if thing in units}


@pytest.mark.rule("fa:11.3.5", example="FA-E23a")
@pytest.mark.rule("fa:11.3.5.4", example="FA-E23b")
def test_only_who_finds_and_who_is_found_fights_the_first_round() -> None:
    """A 2 is a 3 in the storm; the Germans roll a 5."""
    here = blockade(2, 5)
    here.calmly("stop-or-fight")
    (tried,) = here.events(InterceptionTried)
    assert (tried.roll, tried.needed, tried.success) == (3, 4, True)
    assert here.asked == ("germany", "stop-or-fight")
    here.do("fight-through", here.spot("North Sea 2"))
    here.calmly("screen-ships")
    assert included(here) == {"CW3", "CW4", "Fleet"}, "sections 3 and 4, and who was moving"


@pytest.mark.rule("fa:11.4.10", example="FA-E23c")
def test_in_the_second_round_the_intercepted_are_found_like_others() -> None:
    """The Germans roll a 2, which is a 3: only section 3 takes part, not the fleet in section 2."""
    ships = {
        "North Sea 2": [("Fleet", "germany-moltke")],
        "North Sea 3": [("Ge3", "germany SCS"), ("CW3", "commonwealth SCS")],
    }
    here = waters(ships, (2, 10), weather="storm")
    here.start(NAVAL_COMBAT, NavalCombat("North Sea", ALLIES, rounds=1))
    here.calmly("screen-ships")
    assert "Ge3" in included(here)
    assert "Fleet" not in included(here)


@pytest.mark.rule("fa:11.3.5.5", example="FA-E23d")
@pytest.mark.rule("fa:11.3.5.5", example="FA-E23e")
def test_who_has_fought_through_goes_on_with_what_is_left() -> None:
    """One point for the sea area and two for the section; the range pays for the sea area alone."""
    ships = {"North Sea 4": [("CW4", "commonwealth SCS")], "Kiel": [("Fleet", "germany-moltke")]}
    here = waters(ships, (1, 10, 10, 10))
    here.start("naval movement")
    here.sail("germany", ["Fleet"], "North Sea", "Faroes Gap 0")
    here.do("intercept", here["CW4"])
    here.do("fight-through", here.spot("North Sea 2"))
    here.calmly("avoid-combat")
    here.do("avoid-combat") if "avoid-combat" in here.game.offers(here.asked[0]) else None
    here.calmly()
    assert here.asked == ("germany", "naval-orders")
    hand = here.game.enclosing(Voyage).hands[0]
    assert (hand.movement, hand.range) == (5 - 1 - 2, 3 - 1)
    here.part(["Fleet"], "North Sea 2")
    assert here.place_named("Fleet") == "North Sea 2", "or it stays, in the section where it fought"


# ------------------------------------------------------------------------------------------------- easily missed sentences


@pytest.mark.rule("fa:11.3.2.4")
def test_a_port_shared_with_another_power_costs_a_point() -> None:
    for company, highest in (([], "North Sea 3"), ([("Guest", "france SCS")], "North Sea 2")):
        here = waters({"Harwich": [("CW", "commonwealth-dreadnought"), *company]}, side="allies")
        here.start("naval movement")
        assert max(end for end in here.ends("CW") if end.startswith("North Sea")) == highest


@pytest.mark.rule("fa:11.3.2.4")
@pytest.mark.rule("fa:2.4.3")
def test_who_shared_the_port_when_the_impulse_began_pays_whoever_has_left_since() -> None:
    """The second of two guests pays as the first did; in the port of a neutral nobody is in anybody's way."""
    company = [("CW", "commonwealth-dreadnought"), ("Guest", "france SCS")]
    here = waters(
        {"Harwich": company, "Bergen": [("Raider", "germany SCS"), ("Foe", "commonwealth SCS")]}, side="allies"
    )
    here.start("naval movement")
    here.sail("france", ["Guest"], "North Sea 1")
    assert max(end for end in here.ends("CW") if end.startswith("North Sea")) == "North Sea 2"
    assert not setting_out(here.game, Sailor(here["Foe"]), here.place("Bergen")).owed


@pytest.mark.rule("fa:11.3.3")
def test_no_water_is_closed_but_two_canals() -> None:
    here = waters({})
    british, german = (power(here.game, name) for name in ("commonwealth", "germany"))
    give_control(here.game, "germany", "Gibraltar", "Istanbul", "Kiel", "Copenhagen")
    for passes in (may_pass, submarines_may_pass):
        assert passes(here.game, british, "Western Mediterranean", "Cape St Vincent")
        assert passes(here.game, british, "Aegean Sea", "Black Sea")
        assert passes(here.game, british, "North Sea", "Baltic Sea")
        assert passes(here.game, british, "Eastern Mediterranean", "Red Sea")
        assert not passes(here.game, german, "Eastern Mediterranean", "Red Sea")
    give_control(here.game, "germany", "Port Said")
    assert not may_pass(here.game, british, "Red Sea", "Eastern Mediterranean"), "one hex beside it is enough"


@pytest.mark.rule("fa:11.4.9")
def test_three_convoy_points_shoot_at_submarines_on_the_surface() -> None:
    here = waters({"North Sea 1": [("U1", "germany SUB"), ("CL", "germany SCS")]})
    convoys = (Stack(power(here.game, "commonwealth"), here.spot("North Sea 0"), 8),)
    for boats, factors in ((("U1",), 2), (("CL",), 0)):
        fight = NavalRound("North Sea", forces=(Force(here.ids(*boats)), Force((), convoys)))
        assert surface_factors(here.game, fight, ALLIES) == factors


@pytest.mark.rule("fa:11.4.4")
def test_convoys_betray_nobody_in_an_interception_and_in_storms() -> None:
    ships = {"North Sea 3": [("CW", "commonwealth SCS")], "Kiel": [("Fleet", "germany-moltke")]}
    here = waters(ships, (5,))
    convoy = here.lay("germany", "Kiel", 5)
    here.start("naval movement")
    here.sail("germany", ["Fleet", convoy], "North Sea 0")
    here.do("intercept", here["CW"])
    assert [event.roll for event in here.events(InterceptionTried)] == [5]


@pytest.mark.rule("fa:11.3.5.1")
def test_one_unit_serves_all_attempts_in_a_sea_area() -> None:
    ships = {"North Sea 1": [("CW", "commonwealth SCS")], "Kiel": [("One", "germany SCS"), ("Two", "germany SCS")]}
    here = waters(ships, (10, 10))
    here.start("naval movement")
    here.sail("germany", ["One"], "North Sea 0")
    here.do("intercept", here["CW"])
    here.part(["One"], "North Sea 0")
    here.sail("germany", ["Two"], "North Sea 0")
    assert set(here.game.offers("commonwealth")) >= {"intercept-again"}
    here.do("intercept-again")
    assert len(here.events(InterceptionTried)) == 2


@pytest.mark.rule("fa:13.5.6")
def test_strategic_warfare_falls_between_building_and_morale() -> None:
    names = [entry.name for entry in SEQUENCE.end_of_turn]
    assert names.index("production") < names.index("strategic warfare") < names.index("morale")


@pytest.mark.rule("fa:13.3")
def test_convoys_may_stay_and_who_stays_drops_a_section() -> None:
    here = waters({"North Sea 2": [("CL", "germany SCS")], "North Sea 0": [("Low", "germany SCS")]})
    here.lay("germany", "North Sea 0", 3)
    here.start("return to base at the end of the turn")
    offer = {item.item: (item.least, item.most) for item in here.offer("decide-returns").items}
    assert offer[here["Low"]] == (1, 1), "who is in section 0 must go home"
    assert offer[here["CL"]] == (0, 1)
    convoy = next(name for name in offer if isinstance(name, str))
    assert offer[convoy] == (0, 3)
    here.do("decide-returns", ((here["CL"], 0), (here["Low"], 1), (convoy, 0)))
    assert here.place_named("CL") == "North Sea 1"


# ------------------------------------------------------------------------------------------------------- naval offensives


def led_from_bremen(*throws: int) -> Waters:
    """FA-E59: an HQ of value 2 in Bremen leads a naval offensive."""
    ships = {"North Sea 1": [("CL", "germany SCS"), ("Foe", "commonwealth SCS")], "Faroes Gap 0": []}
    here = waters(ships, throws)
    board = here.game.ruleset.tables.counters
    leader = next(
        thing
        for thing, row in enumerate(here.game.state[COUNTER])
        if board[row].power == "germany" and str(board[row].type) == "HQ-I" and board[row].reorganisation == 2
    )
    put(here.game, leader, "Bremen")
    here.game.set(LEADERS, ((power(here.game, "germany"), leader, "naval"),))
    here.things["HQ"] = leader
    return here


@pytest.mark.rule("fa:18.3.1", example="FA-E59")
def test_an_hq_in_bremen_reaches_the_north_sea_and_all_beside_it() -> None:
    here = led_from_bremen()
    seas = seas_within(here.game, here["HQ"])
    assert seas["North Sea"] == 1
    assert {sea for sea, far in seas.items() if far == 2} == set(adjacent_seas(here.game, "North Sea"))
    assert "English Channel" in seas, "a dashed border is a step like any other"


@pytest.mark.rule("fa:18.3.1", example="FA-E59")
@pytest.mark.rule("fa:2.7.1")
def test_search_dice_are_thrown_again_as_often_as_its_value() -> None:
    """Its own die, then the opponent's; for a third it has none left."""
    here = led_from_bremen(9, 10, 1, 10)
    here.start("naval combat")
    here.give_battle("CL")
    assert here.asked == ("germany", "throw-search-again")
    here.do("throw-search-again")
    assert here.asked == ("germany", "throw-search-again"), (
        "the die of the other side; its own is not thrown a third time"
    )
    here.do("throw-search-again")
    assert here.game.over
    assert [(event.side, event.die) for event in here.events(Searched)] == [(CENTRAL, 10), (ALLIES, 10)]


@pytest.mark.rule("fa:11.3.3")
def test_suez_is_cut_off_from_the_mediterranean_with_the_canal() -> None:
    ships = {"Suez": [("CL", "commonwealth SCS")], "Eastern Mediterranean 0": [("Home", "commonwealth SCS")]}
    for holder, reaches in (("commonwealth", True), ("germany", False)):
        here = waters(ships, side="allies")
        give_control(here.game, holder, "Port Said")
        here.start("naval movement")
        assert (here.refusal("commonwealth", ["CL"], "Eastern Mediterranean 0") == "") is reaches
        assert (here.refusal("commonwealth", ["Home"], "Suez") == "") is reaches
        assert here.refusal("commonwealth", ["CL"], "Red Sea 0") == ""
        seas = {end.rpartition(" ")[0] for end in here.ends("CL")}
        assert ("Eastern Mediterranean" in seas) is reaches


@pytest.mark.rule("fa:11.2")
def test_only_aircraft_with_air_to_sea_factors_fly_to_sea() -> None:
    here = waters({"Wilhelmshaven": [("NAV", "germany NAV"), ("FTR", "germany FTR")]}, actions={"germany": "air"})
    here.start("naval air missions")
    flying = {choices.item for choices in here.offer("fly-naval-air").items}
    assert flying == {here["NAV"]}, "no fighters"
