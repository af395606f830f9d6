"""Naval production with the war at sea: 13.6.5, 4.1.3, 4.2.1, and the convoys of minor countries (19.4.1)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from positions import align, country, give_control, power, put, unit, units_at
from shipping import Shipping, shipping

from worldfire.forces.ground import ground_of
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import FACE_DOWN, NO_PLANES, PLACE, place_index, place_name
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY
from worldfire.rules.s04_1_3_replacement_ships import ShipReplaced
from worldfire.rules.s04_2_1_convoys import ConvoysArrived, ConvoysDelayed
from worldfire.rules.s04_reinforcements import SCRAPPED, Scrapped, lose_ships_without_ports
from worldfire.rules.s09_06_aligning import SettingUp, army
from worldfire.rules.s11_04_naval_units import whose_convoys
from worldfire.rules.s13_06_3_bonus_points import BONUS_POINTS
from worldfire.rules.s13_06_5_naval_production import (
    CONVOYS_MADE,
    ConvoysBuilt,
    ConvoysRepaired,
    ConvoysWithoutHome,
    repair_cost_of_convoys,
)
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PowerProduction, UnitBuilt, cost_of, turns_of
from worldfire.rules.s19_4_1_minor_fleets import MinorConvoysSetUp
from worldfire.tables.campaign import turn_number
from worldfire.tables.counters import Kit

SHIPS = ("5", "6")
CLASSIC = ("classic",)


def buying(name: str, points: int, here: Shipping) -> Shipping:
    """The power has so many build points and no resource."""
    owner = power(here.game, name)
    here.game.write(BONUS_POINTS, owner, points)
    return here.start(PRODUCTION_OF_A_POWER.name, PowerProduction(owner))


def points_at(here: Shipping, name: str, place: str) -> int:
    return here.game.state.amount(CONVOY_POINTS, power(here.game, name), place_index(here.game, place))


def refusal(here: Shipping, verb: str, noun: object) -> str:
    found = here.game.why_not(verb, noun, here.asked[0])
    return found[0].key if found else ""


# --------------------------------------------------------------------------------------------------------- 13.6.5 convoys


@pytest.mark.rule("13.6.5/naval units", example="WF2-075")
def test_five_convoy_points_cost_five_and_take_four_turns() -> None:
    here = buying("usa", 12, shipping(convoys={}, options=CLASSIC))
    usa, turn = power(here.game, "usa"), here.game.state.get(TURN)
    assert refusal(here, "build-convoys", 3) == "convoys-in-whole-units"
    assert refusal(here, "build-convoys", 15) == "not-enough-build-points"
    assert here.do("build-convoys", 5)[0] == ConvoysBuilt(power=usa, points=5, cost=5, turn=turn + 4)
    assert points_at(here, "usa", circle_space(turn + 4)) == here.game.state[CONVOYS_MADE][usa] == 5
    assert here.game.enclosing(PowerProduction).points == 7


@pytest.mark.rule("13.6.5/convoys")
def test_single_convoy_points_are_built_with_option_5() -> None:
    here = buying("usa", 3, shipping(convoys={}, options=SHIPS))
    assert refusal(here, "build-convoys", 4) == "not-enough-build-points"
    usa, turn = power(here.game, "usa"), here.game.state.get(TURN)
    assert here.do("build-convoys", 3)[0] == ConvoysBuilt(power=usa, points=3, cost=3, turn=turn + 4)


@pytest.mark.rule("13.6.5/naval units", example="WF2-079")
@pytest.mark.rule("13.6.5/convoy repair")
def test_repairing_convoy_points_costs_two_for_five_and_one_for_a_few_with_option_5() -> None:
    damaged = {"commonwealth": {"repair pool of commonwealth": 10}}
    classic = buying("commonwealth", 4, shipping(convoys=damaged, options=CLASSIC))
    britain, turn = power(classic.game, "commonwealth"), classic.game.state.get(TURN)
    assert [repair_cost_of_convoys(classic.game, points) for points in (3, 5, 10)] == [None, 2, 4]
    told = classic.do("repair-convoys", 5)
    assert told[0] == ConvoysRepaired(power=britain, points=5, cost=2, turn=turn + 2)
    assert points_at(classic, "commonwealth", circle_space(turn + 2)) == 5
    ships = shipping(convoys={"commonwealth": {"repair pool of commonwealth": 7}}, options=SHIPS)
    costs = [repair_cost_of_convoys(ships.game, points) for points in range(1, 9)]
    assert costs == [1, 1, 2, 2, 2, 3, 3, 4]
    buying("commonwealth", 3, ships)
    assert ships.do("repair-convoys", 7)[0] == ConvoysRepaired(power=britain, points=7, cost=3, turn=turn + 2)
    assert points_at(ships, "commonwealth", "repair pool of commonwealth") == 0


@pytest.mark.rule("13.6.5/naval units")
def test_without_a_port_at_home_convoys_on_the_circle_are_lost() -> None:
    here = shipping(convoys={"italy": {"repair pool of italy": 5}})
    italy, game = power(here.game, "italy"), here.game
    lose_ships_without_ports(game)
    assert points_at(here, "italy", "repair pool of italy") == 5
    for place, holder in enumerate(game.state[CONTROLLER]):
        if holder == italy:
            game.write(CONTROLLER, place, power(game, "france"))
    game.forget()
    lose_ships_without_ports(game)
    assert ConvoysWithoutHome(power=italy, points=5) in game.record.events
    assert (points_at(here, "italy", "repair pool of italy"), points_at(here, "italy", "tray of italy")) == (0, 5)


# -------------------------------------------------------------------------------------------------------------- costs


@pytest.mark.rule("13.6.5/sub cost", example="WF2-077")
def test_submarines_of_the_standard_game_cost_half_with_option_5() -> None:
    """The Type XXI of the tables is a counter of single boats already: 1 and 2. A Classic boat of 2 costs 1."""
    ships = shipping(convoys={}, options=("5",), kits=(Kit.WIF,)).game
    classic = shipping(convoys={}, options=CLASSIC).game
    assert cost_of(classic, unit(classic, "germany SUB")) == 2
    assert cost_of(ships, unit(ships, "germany SUB")) == 1


@pytest.mark.rule("13.6.5/sub cost", example="WF2-077")
def test_a_late_submarine_costs_one_and_then_two() -> None:
    """The Classic boats of 1943 cost 2 and 4, as the Type XXI did; the list has the XXI among the kits' single boats only."""
    here = shipping(convoys={}, options=("5",), kits=(Kit.WIF,))
    boat, pool = unit(here.game, "ge-sub-1943-wif"), "force pool of germany: SUB"
    for other in units_at(here.game, pool):
        put(here.game, other, "removed from the game")
    put(here.game, boat, pool)
    buying("germany", 9, here)
    assert UnitBuilt(thing=boat, cost=1, turn=here.game.state.get(TURN) + turns_of(here.game, boat)) in here.do(
        "build", {"germany: SUB": 1}
    )
    put(here.game, boat, "construction pool of germany")
    buying("germany", 9, here)
    assert [event.cost for event in here.do("complete-ship", boat) if isinstance(event, UnitBuilt)] == [2]


def pools_offered(here: Shipping, name: str) -> list[Any]:
    return [item for item in here.game.offers(here.asked[0])["build"].items if str(item.item).startswith(name)]  # type: ignore[attr-defined]


@pytest.mark.rule("13.6.5/buying units", example="WF1-001")
@pytest.mark.rule("13.6.5/convoys", example="WF1-001")
def test_every_type_but_convoy_points_is_limited_by_its_counters() -> None:
    """The last transport leaves the pool empty; of convoy points there is no last one."""
    here = buying("usa", 400, shipping(convoys={}, options=CLASSIC))
    (pool,) = pools_offered(here, "usa: TRS")
    here.do("build", {pool.item: pool.most})
    assert not pools_offered(here, "usa: TRS")
    assert refusal(here, "build", {pool.item: 1}) == "no-such-force-pool", "nothing is left in it"
    for _ in range(3):
        here.do("build-convoys", 50)
    usa = power(here.game, "usa")
    assert here.game.state[CONVOYS_MADE][usa] == 150


@pytest.mark.rule("13.6.5/naval units", example="A14")
def test_a_carrier_gets_its_planes_back_in_a_supplied_major_port() -> None:
    """A14: for the cost of its first cycle, in two turns; not in a minor port abroad."""
    here = shipping(convoys={}, wars=[("japan", "usa")], options=CLASSIC)
    game = here.game
    ship = put(game, "us-cv-enterprise-wif", "San Diego")
    game.write(NO_PLANES, ship, 1)
    turn, cost = game.state.get(TURN), cost_of(game, ship)
    buying("usa", 20, here)
    assert here.do("complete-ship", ship)[1] == UnitBuilt(thing=ship, cost=cost, turn=turn + 2)
    assert not game.state[NO_PLANES][ship]
    assert place_name(game, game.state[PLACE][ship]) == circle_space(turn + 2)
    put(game, ship, "Manila")
    game.write(NO_PLANES, ship, 1)
    give_control(game, "japan", "Manila")
    game.forget()
    buying("usa", 20, here)
    assert refusal(here, "complete-ship", ship) == "not-in-a-dock"


# ------------------------------------------------------------------------------------------------------- 4.2.1 arrivals


@pytest.mark.rule("4.2.1")
@pytest.mark.rule("4.2.1/option not 7")
def test_convoy_points_arrive_at_home_and_one_in_an_aligned_minor_country() -> None:
    here = shipping(convoys={})
    game = here.game
    italy = power(game, "italy")
    game.add(CONVOY_POINTS, italy, place_index(game, circle_space(game.state.get(TURN))), 5)
    here.start("convoys arrive")
    assert here.asked == (here.seat("italy"), "place-convoy-abroad")  # Albania
    port = game.offers(here.asked[0])["place-convoy-abroad"].domain[0]  # type: ignore[attr-defined]
    assert here.do("place-convoy-abroad", port)[0] == ConvoysArrived(power=italy, points=1, place=port)
    genoa, naples = place_index(game, "Genoa"), place_index(game, "Naples")
    assert set(here.do("place-convoys", {genoa: 1, naples: 3})) == {
        ConvoysArrived(power=italy, points=1, place=genoa),
        ConvoysArrived(power=italy, points=3, place=naples),
    }
    assert here.asked == ("", "")


@pytest.mark.rule("4.2.1")
@pytest.mark.rule("4.2.1/option not 7")
def test_in_classic_convoys_arrive_in_fives_so_that_they_can_sail_again() -> None:
    """Abroad too: there is nothing less than five of them."""
    here = shipping(convoys={}, options=CLASSIC)
    game = here.game
    italy = power(game, "italy")
    game.add(CONVOY_POINTS, italy, place_index(game, circle_space(game.state.get(TURN))), 15)
    here.start("convoys arrive")
    port = game.offers(here.asked[0])["place-convoy-abroad"].domain[0]  # type: ignore[attr-defined]
    assert here.do("place-convoy-abroad", port)[0] == ConvoysArrived(power=italy, points=5, place=port)
    genoa, naples = place_index(game, "Genoa"), place_index(game, "Naples")
    (why,) = game.why_not("place-convoys", {genoa: 3, naples: 7}, here.asked[0])
    assert (why.rule, why.key) == ("11.4.2", "convoys-in-whole-units")
    offer = game.offers(here.asked[0])["place-convoys"]
    assert all(points % 5 == 0 for seed in range(5) for _, points in offer.sample(Random(seed)))
    here.do("place-convoys", {genoa: 5, naples: 5})
    assert [points_at(here, "italy", place) for place in ("Genoa", "Naples")] == [5, 5]


@pytest.mark.rule("4.2.1/option 5")
def test_with_option_5_one_arrives_in_another_home_country_too() -> None:
    here = shipping(convoys={}, options=SHIPS)
    game = here.game
    game.add(CONVOY_POINTS, power(game, "commonwealth"), place_index(game, circle_space(game.state.get(TURN))), 4)
    here.start("convoys arrive")
    halifax = place_index(game, "Halifax")
    assert here.do("place-convoy-abroad", halifax)[0].place == halifax  # type: ignore[attr-defined]
    assert here.asked[1] == "place-convoy-abroad"  # an aligned minor country
    here.do("place-no-convoy-abroad")
    offer = game.offers(here.asked[0])["place-convoys"]
    assert halifax not in {bounds.item for bounds in offer.items}  # type: ignore[attr-defined]
    here.do("place-convoys", {place_index(game, "Liverpool"): 3})
    assert points_at(here, "commonwealth", "Liverpool") == 3


@pytest.mark.rule("4.2.1")
def test_convoys_without_a_port_wait_for_the_next_turn() -> None:
    here = shipping(convoys={})
    game = here.game
    germany, turn = power(game, "germany"), game.state.get(TURN)
    game.add(CONVOY_POINTS, germany, place_index(game, circle_space(turn)), 5)
    for place, holder in enumerate(game.state[CONTROLLER]):
        if holder == germany:
            game.write(CONTROLLER, place, power(game, "france"))
    here.start("convoys arrive")
    assert ConvoysDelayed(power=germany, points=5) in game.record.events
    assert points_at(here, "germany", circle_space(turn + 1)) == 5


# --------------------------------------------------------------------------------------------------- 4.1.3 replacement ships


def in_1942(options: tuple[str, ...] = SHIPS) -> tuple[Shipping, int, int]:
    """Hyuga the battleship and Hyuga the carrier, which has come into the force pool."""
    here = shipping(convoys={}, options=options)
    game = here.game
    game.set(TURN, turn_number("Jan/Feb 1942"))
    game.set(YEAR, 1942)
    old, new = unit(game, "ja-bb-hyuga-sif"), unit(game, "ja-cv-hyuga-sif")
    put(game, new, "force pool of japan: CV2")
    return here, old, new


@pytest.mark.rule("4.1.3")
@pytest.mark.parametrize(
    ("where", "face_down", "to"),
    [
        ("Tokyo", 0, "repair pool of japan"),
        ("construction pool of japan", 0, "construction pool of japan"),
        ("repair pool of japan", 0, "construction pool of japan"),
        ("production circle, Mar/Apr 1940", 0, "construction pool of japan"),
        ("production circle, Mar/Apr 1940", 1, "force pool of japan: CV2"),
        ("force pool of japan: SCS2", 0, "force pool of japan: CV2"),
        ("Japanese Coast 2", 0, "repair pool of japan"),
        ("tray of japan", 0, "force pool of japan: CV2"),
    ],
)
def test_a_replacement_takes_the_place_of_its_original(where: str, face_down: int, to: str) -> None:
    here, old, new = in_1942()
    put(here.game, old, where)
    here.game.write(FACE_DOWN, old, face_down)
    here.start("ships replaced")
    assert here.asked == (here.seat("japan"), "replace-ships")
    told = here.do("replace-ships", (new,))
    assert Scrapped(thing=old) in told
    assert told[-1] == ShipReplaced(thing=new, unit=old)
    assert here.game.state[SCRAPPED][old]
    assert place_name(here.game, here.game.state[PLACE][new]) == to


@pytest.mark.rule("4.1.3")
def test_a_ship_that_is_not_in_the_game_is_not_replaced() -> None:
    here, old, _ = in_1942()
    put(here.game, old, "out of play of japan")
    here.start("ships replaced")
    assert here.asked[1] != "replace-ships"


@pytest.mark.rule("4.1.3")
def test_a_replacement_waits_and_is_scrapped_if_its_original_was() -> None:
    here, old, new = in_1942()
    put(here.game, old, "Tokyo")
    here.start("ships replaced")
    here.do("replace-ships", ())
    assert place_name(here.game, here.game.state[PLACE][new]) == "out of play of japan"
    here, old, new = in_1942()
    here.game.write(SCRAPPED, old, 1)
    here.start("ships replaced")
    assert here.game.state[SCRAPPED][new]


@pytest.mark.rule("4.1.3")
@pytest.mark.parametrize(
    ("taken", "other"), [("ja-cv-shinano-sif", "ja-cv-shinano-b-sif"), ("ja-cv-shinano-b-sif", "ja-cv-shinano-sif")]
)
def test_of_two_designs_for_the_shinano_the_other_is_scrapped(taken: str, other: str) -> None:
    here, _, _ = in_1942()
    game = here.game
    new, left, old = unit(game, taken), unit(game, other), unit(game, "ja-bb-shinano-sif")
    for ship in (new, left):
        put(game, ship, "force pool of japan: CV2")
    put(game, old, "construction pool of japan")
    here.start("ships replaced")
    told = here.do("replace-ships", (new,))
    assert [event.thing for event in told if isinstance(event, Scrapped)] == [old, left]
    assert place_name(game, game.state[PLACE][new]) == "construction pool of japan"


# ------------------------------------------------------------------------------------------------------ 19.4.1 minor convoys


def align_keeping_its_hexes(here: Shipping, minor: str) -> None:
    """With the Commonwealth: its hexes keep its name until its units are set up."""
    holders = here.game.state[CONTROLLER][:]
    align(here.game, minor, "commonwealth")
    for place, holder in enumerate(holders):
        here.game.write(CONTROLLER, place, holder)


@pytest.mark.rule("19.4.1/table: minor country convoy point set-up")
@pytest.mark.rule("19.4.1/option 5")
@pytest.mark.rule("19.4.1", example="WF2-172")
@pytest.mark.parametrize(
    ("minor", "port", "options", "units"),
    [
        ("norway", "Oslo", CLASSIC, (5, 5, 5)),
        ("norway", "Oslo", SHIPS, (3, 3, 3, 3, 3)),
        ("finland", "Helsinki", CLASSIC, (5,)),
        ("finland", "Helsinki", SHIPS, (3,)),
    ],
)
def test_minor_countries_bring_their_convoys(
    minor: str, port: str, options: tuple[str, ...], units: tuple[int, ...]
) -> None:
    """Finland's tanker waits for option 7."""
    here = shipping(convoys={}, options=options)
    game = here.game
    norway, britain = country(game, minor), power(game, "commonwealth")
    oslo = place_index(game, port)
    align_keeping_its_hexes(here, minor)
    here.start("a minor country’s set-up", SettingUp(norway))
    while here.asked[1] == "set-up-minor":
        shape = game.offers(here.asked[0])["set-up-minor"]
        here.do("set-up-minor", shape.sample(Random(1)))
    assert here.asked == (here.seat("commonwealth"), "set-up-minor-convoys")
    told = here.do("set-up-minor-convoys", {number + 1: oslo for number in range(len(units))})
    assert MinorConvoysSetUp(country=norway, points=sum(units)) in told
    assert game.state.amount(CONVOY_POINTS, britain, oslo) == sum(units)
    assert whose_convoys(game, britain, oslo) == power(game, minor), "they are its units for the rest of the impulse"


@pytest.mark.rule("19.4.1")
def test_convoys_count_among_the_initial_units_of_which_half_are_at_home() -> None:
    """The Netherlands without an army: ten convoy points are four naval units, and two of them may be in the East Indies."""
    here = shipping(convoys={}, options=SHIPS)
    game = here.game
    dutch = country(game, "netherlands")
    align_keeping_its_hexes(here, "netherlands")
    for one in army(game, dutch):
        put(game, one, "removed from the game")
    here.start("a minor country’s set-up", SettingUp(dutch))
    batavia, amsterdam = place_index(game, "Batavia"), place_index(game, "Amsterdam")
    shape = game.offers(here.asked[0])["set-up-minor-convoys"]
    for seed in range(5):
        abroad = [place for _, place in shape.sample(Random(seed)) if game.state[HOME_COUNTRY][place] != dutch]
        assert len(abroad) <= 2
    (why,) = game.why_not("set-up-minor-convoys", {1: batavia, 2: batavia, 3: batavia, 4: amsterdam}, here.asked[0])
    assert (why.rule, why.key) == ("19.4.1", "half-must-be-at-home")
    here.do("set-up-minor-convoys", {1: batavia, 2: amsterdam, 3: batavia, 4: amsterdam})
    assert points_at(here, "commonwealth", "Batavia") == 6


@pytest.mark.rule("19.4.1", example="WF2-171")
def test_a_spain_attacked_in_1940_has_its_fleet_without_the_espana() -> None:
    here = shipping(convoys={}, options=SHIPS)
    game = here.game
    game.set(YEAR, 1940)
    spain, sunk, afloat = country(game, "spain"), unit(game, "spain-bb-espana-sif"), unit(game, "spain-ca-cervera-sif")
    align_keeping_its_hexes(here, "spain")
    here.start("a minor country’s set-up", SettingUp(spain))
    for _ in range(3):
        here.do("set-up-minor", game.offers(here.asked[0])["set-up-minor"].sample(Random(1)))
    assert place_name(game, game.state[PLACE][sunk]) == "removed from the game"
    assert game.state[PLACE][afloat] in ground_of(game).ports
