"""13.6.1 Transporting resources by sea, 13.6.4 transport of build points, and the promises of 5."""

from __future__ import annotations

from random import Random

import pytest
from positions import give_control, power
from shipping import Shipping, shipping

from worldfire.engine.errors import Refused
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of, place_index
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s13_06_1_by_sea import (
    GoodsRouted,
    GoodsSeized,
    PromiseDelivered,
    lent_points,
    production_points,
    seizable,
)
from worldfire.rules.s13_06_1_flow import most_use
from worldfire.rules.s13_06_1_network import ledger
from worldfire.rules.s13_06_1_plans import default_plan, goods_to_send, plan_violation
from worldfire.rules.s13_06_1_plans import shipping as shape_of
from worldfire.rules.s13_06_1_routes import port_toll, rails_between
from worldfire.rules.s13_06_4_promises import goods_of, promises, room_for_points
from worldfire.rules.s13_06_production import UNUSED, ResourcesSent, resources_of
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, US_ENTRY_OPTIONS

BY_SEA = "South China Sea by japan > China Sea by japan > P2937"


def the_southern_resources(china_sea: int = 5) -> Shipping:
    """Japan has those of Malaya, the Indies and Hainan, and 10 convoy points in the South China Sea."""
    return shipping(
        control={"japan": ["A0630", "country:Malaya", "A0721", "A0519"]},
        convoys={"japan": {"South China Sea": 10, "China Sea": china_sea}},
    ).routes_of("japan")


def southern_routes(here: Shipping, number: int) -> dict[str, str]:
    ways = {
        "A0630/1": f"A0630 > {BY_SEA} > P2937",
        "A0923/1": f"A0823 > {BY_SEA} > P2837",
        "A0923/2": f"A0823 > {BY_SEA} > P2737",
        "A0721/1": f"A0721 > {BY_SEA} > P2737",
        "A0721/2": f"A0721 > {BY_SEA} > P2638",
        "A0519/1": f"A0519 > {BY_SEA} > P2638",
    }
    return dict(list(ways.items())[:number])


# -------------------------------------------------------------------------------------------------- chains of convoy points


@pytest.mark.rule("13.6.1/transporting resources by sea", example="WF2-061")
def test_only_five_get_through_the_china_sea() -> None:
    here = the_southern_resources()
    assert here.asked == (here.seat("japan"), "route-goods")
    assert here.refusal("japan", southern_routes(here, 6)) == "13.6.1 too-few-convoy-points"
    japan = power(here.game, "japan")
    events = here.plan("japan", southern_routes(here, 5))
    undelivered = PromiseDelivered(power=japan, recipient=power(here.game, "usa"), resources=0, points=0)
    assert events == (GoodsRouted(power=japan, goods=5, by_sea=5, convoys=10), undelivered)
    assert production_points(here.game, japan) == 5


@pytest.mark.rule("13.6.1")
def test_what_has_arrived_is_produced_with() -> None:
    here = the_southern_resources(china_sea=6)
    japan = power(here.game, "japan")
    here.plan("japan", southern_routes(here, 6))
    own = len(resources_of(here.game, japan))
    told = here.production_of("japan")
    assert ResourcesSent(power=japan, points=6, unused=own - 6) in told


@pytest.mark.rule("13.6.1/transporting resources by sea")
def test_a_gap_in_the_chain_stops_everything() -> None:
    here = the_southern_resources(china_sea=0)
    assert here.refusal("japan", southern_routes(here, 1)) == "13.6.1 too-few-convoy-points"
    assert here.refusal("japan", {"A0630/1": "A0630 > South China Sea by japan > P2937 > P2937"}).startswith(
        "13.6.1 harbour-not-on-this-sea"
    )
    assert here.refusal("japan", {"A0630/1": "P2937"}) == "13.6.1 no-railway-there"


@pytest.mark.rule("13.6.1/transporting resources by sea")
def test_a_coast_without_a_port_is_as_a_minor_port() -> None:
    """Palembang's oil is picked up from the coast; a resource that lies elsewhere is not."""
    here = the_southern_resources()
    assert "A0721" not in {board_of(here.game).number(port) for port in ground_of(here.game).ports}
    assert here.refusal("japan", {"A0721/1": f"A0721 > {BY_SEA} > P2937"}) == ""
    assert here.refusal("japan", {"A0630/1": f"A0721 > {BY_SEA} > P2937"}) == "13.6.1 not-loaded-there"
    assert ledger(here.game, power(here.game, "japan"))["port A0721"] == 5


# ------------------------------------------------------------------------------------------------------------ A13 minor ports

SIX = ("M0620/1", "M0620/2", "M0720/1", "M0720/2", "M0921/1", "M1121/1")
ATLANTIC = ("Canadian Coast", "North Atlantic", "Faeroes Gap")
#: factories of the United Kingdom that six resources can use
BRITISH = ("W1536", "W1536", "W1536", "W1839", "W1842", "W1641")


def canada(owner: str = "commonwealth", points: int = 6, **situation: object) -> Shipping:
    return shipping(
        convoys={owner: dict.fromkeys(ATLANTIC, points)},
        **situation,  # type: ignore[arg-type]
    )


def to_britain(port: str, number: int, owner: str = "commonwealth") -> dict[str, str]:
    chain = " > ".join(f"{sea} by {owner}" for sea in ATLANTIC)
    return {goods: f"{port} > {chain} > W1839 > {end}" for goods, end in zip(SIX[:number], BRITISH, strict=False)}


@pytest.mark.rule("13.6.1/transporting resources by sea")
def test_five_through_a_minor_port_and_any_number_through_a_major_one() -> None:
    """A13, with Montreal in the place of St Johns, to which no railway leads here."""
    here = canada().routes_of("commonwealth")
    assert here.refusal("commonwealth", to_britain("M0620", 6)) == "13.6.1 minor-port-is-busy"
    assert here.refusal("commonwealth", to_britain("M0620", 5)) == ""
    assert here.refusal("commonwealth", to_britain("M0520", 6)) == ""


@pytest.mark.rule("13.6.4/transport", example="WF2-070")
def test_build_points_share_ports_and_convoys_with_resources() -> None:
    """A13: one lend-leased build point leaves four resources of Montreal's five; three resources leave two of five points."""
    here = canada(points=5, promised=[("usa", "commonwealth", 0, 1)]).routes_of("usa")
    usa = power(here.game, "usa")
    assert here.asked[0] == here.seat("usa")
    chain = " > ".join(f"{sea} by commonwealth" for sea in ATLANTIC)
    events = here.plan("usa", {"build point 1 for commonwealth": f"M0718: M0620 > {chain} > W1839 > W1536"})
    assert events[-1] == PromiseDelivered(power=usa, recipient=power(here.game, "commonwealth"), resources=0, points=1)
    here.others_until("commonwealth")
    assert here.refusal("commonwealth", to_britain("M0620", 5)) == "13.6.1 too-few-convoy-points"
    assert here.refusal("commonwealth", to_britain("M0620", 4)) == ""
    left = ledger(here.game, power(here.game, "commonwealth"))
    assert (left["port M0620"], left["North Atlantic by commonwealth"]) == (4, 4)


@pytest.mark.rule("13.6.1/transporting resources by sea", example="A13")
def test_a_resource_is_shipped_overseas_only_once() -> None:
    """A13: landed in Murmansk, railed to Vladivostok, and on by sea."""
    here = canada().routes_of("commonwealth")
    twice = "M0520 > Canadian Coast by commonwealth > E1653 > P2942 > Sea of Japan by commonwealth > P2639 > P2638"
    assert here.refusal("commonwealth", {"M0720/1": twice}) == "13.6.1 one-sea-leg"


@pytest.mark.rule("8.2.1/iced-in ports")
def test_the_ice_of_the_last_impulse_shuts_montreal() -> None:
    here = canada(weather="snow").routes_of("commonwealth")
    assert here.refusal("commonwealth", to_britain("M0620", 1)) == "13.6.1 harbour-not-on-this-sea"
    assert here.refusal("commonwealth", to_britain("M0520", 1)) == ""


@pytest.mark.rule("11.4.4")
def test_resources_pass_where_a_surface_ship_could() -> None:
    """Morocco's for France through the straits of Gibraltar, unless an enemy holds the rock."""
    seas = {"Cape St Vincent": 1, "Western Mediterranean": 1}
    route = {"W2810/1": "W2810 > Cape St Vincent by france > Western Mediterranean by france > W1122 > W1333"}
    here = shipping(convoys={"france": seas}, wars=[("germany", "france")]).routes_of("france")
    assert here.refusal("france", route) == ""
    give_control(here.game, "germany", "Gibraltar")
    here.routes_of("france")
    assert here.refusal("france", route) == "11.4.4 passage-closed"


# ------------------------------------------------------------------------------------------------------------- shared chains


@pytest.mark.rule("13.6.1/transporting resources by sea")
def test_a_chain_of_two_powers_needs_both_active_and_the_owner_willing() -> None:
    wars = [("germany", "commonwealth"), ("germany", "usa")]
    neutral = canada("usa", wars=wars[:1], carries=[("usa", "commonwealth")]).routes_of("commonwealth")
    assert neutral.refusal("commonwealth", to_britain("M0520", 1, "usa")) == "13.6.1 does-not-carry-for"
    unasked = canada("usa", wars=wars).routes_of("commonwealth")
    assert unasked.refusal("commonwealth", to_britain("M0520", 1, "usa")) == "13.6.1 does-not-carry-for"
    willing = canada("usa", wars=wars, carries=[("usa", "commonwealth")]).routes_of("commonwealth")
    assert willing.refusal("commonwealth", to_britain("M0520", 6, "usa")) == ""
    willing.plan("commonwealth", to_britain("M0520", 6, "usa"))
    assert ledger(willing.game, power(willing.game, "usa"))["North Atlantic by usa"] == 0


# ---------------------------------------------------------------------------------------------------------------- promises


@pytest.mark.rule("5")
@pytest.mark.rule("13.6.1/transporting resources by rail and road")
def test_a_promise_is_kept_across_a_straits_hexside_inland() -> None:
    """Where Sicily's are the only open ports, what lands there is railed across the straits of Messina."""
    seas = ("East Coast", "Central Atlantic", "Cape St Vincent", "Western Mediterranean", "Italian Coast")
    here = shipping(convoys={"usa": dict.fromkeys(seas, 3)})
    game, usa, italy = here.game, power(here.game, "usa"), power(here.game, "italy")
    left, number, sicily = ledger(game, usa), board_of(game).number, ("W0314", "W0414", "W0313", "W0212")
    for port in ground_of(game).ports:
        if game.state[CONTROLLER][port] != usa and number(port) not in sicily:
            left[port_toll(number(port))] = 0
    american = [goods for goods in goods_of(game, usa) if goods.name.startswith("M")]
    routes = most_use(game, usa, italy, american[:2], left)
    assert len(routes) == 2
    for route in routes.values():
        assert number(route.land) in sicily
        assert rails_between(game, usa, italy).inland(route.land)[route.end], "the straits are crossed"


@pytest.mark.rule("5", example="WF1-067")
def test_what_is_promised_must_be_delivered_if_it_can_be_and_is_gone_if_not() -> None:
    seas = {"East Coast": 2, "North Atlantic": 2, "Faeroes Gap": 2, "Canadian Coast": 2}
    here = shipping(convoys={"usa": seas}, promised=[("usa", "commonwealth", 2, 0)]).routes_of("usa")
    usa = power(here.game, "usa")
    home = {f"M0719/{number}": "M0719" for number in (1, 2)}
    assert here.refusal("usa", home) == "5 promise-can-be-kept"
    plan = dict(default_plan(here.game, usa))
    britain = power(here.game, "commonwealth")
    assert here.plan("usa", plan)[-1] == PromiseDelivered(power=usa, recipient=britain, resources=2, points=0)
    cut_off = shipping(convoys={}, promised=[("usa", "china", 8, 0)]).routes_of("usa")
    assert cut_off.refusal("usa", home) == ""
    used = {name: word for name, word in default_plan(cut_off.game, usa) if word != UNUSED}
    unused = next(
        goods for goods in goods_to_send(cut_off.game, usa) if goods.name not in used and goods.name[0] == "M"
    )
    assert len(used) == len(resources_of(cut_off.game, usa)) - 8 - 4  # Japan's are gone too, Italy is owed none
    assert cut_off.refusal("usa", used) == ""
    assert cut_off.refusal("usa", used | {unused.name: "M1219"}) in ("5 not-so-many-promised", "13.6.2 factory-full")
    china = power(cut_off.game, "china")
    assert cut_off.plan("usa", used)[-1] == PromiseDelivered(power=usa, recipient=china, resources=0, points=0)
    assert production_points(cut_off.game, china) == 0


@pytest.mark.rule("13.6.4/transport", example="WF2-069")
def test_london_takes_six_build_points() -> None:
    here = shipping(convoys={})
    britain = power(here.game, "commonwealth")
    assert room_for_points(here.game, britain, place_index(here.game, "London")) == 6
    assert room_for_points(here.game, britain, place_index(here.game, "Paris")) == 0
    here = canada(points=7, promised=[("usa", "commonwealth", 0, 7)]).routes_of("usa")
    way = f"M0718: M0520 > {' > '.join(f'{sea} by commonwealth' for sea in ATLANTIC)} > W1839 > W1536"
    lent = {f"build point {number} for commonwealth": way for number in range(1, 8)}
    assert here.refusal("usa", lent) == "13.6.4 no-room-for-points"
    lent["build point 7 for commonwealth"] = way.removesuffix(" > W1536") + " > W1839"
    delivered = PromiseDelivered(power=power(here.game, "usa"), recipient=britain, resources=0, points=7)
    assert here.plan("usa", lent)[-1] == delivered


@pytest.mark.rule("13.6.4/transport")
def test_build_points_that_arrive_are_the_recipients_and_others_are_lost() -> None:
    """Two are promised from Germany, by rail; one more for Italy cannot cross to an island without convoys."""
    here = shipping(convoys={}, promised=[("germany", "ussr", 0, 1), ("germany", "usa", 0, 1)], pacts=False).routes_of(
        "germany"
    )
    germany, ussr, usa = (power(here.game, name) for name in ("germany", "ussr", "usa"))
    plan = dict(default_plan(here.game, germany))
    assert plan["build point 1 for usa"] == UNUSED
    assert here.refusal("germany", plan | {"build point 1 for ussr": UNUSED}) == "5 promise-can-be-kept"
    here.plan("germany", plan)
    assert [lent_points(here.game, whose) for whose in (germany, ussr, usa)] == [-2, 1, 0]


@pytest.mark.rule("5.1")
@pytest.mark.rule("5.1/shipment and receipt")
def test_a_neutral_sweden_supplies_germany_over_the_baltic_and_the_holder_of_narvik() -> None:
    here = shipping(convoys={"germany": {"Baltic Sea": 5}}, pacts=False)
    game = here.game
    germany, sweden = power(game, "germany"), power(game, "sweden")
    given = {promise.recipient: promise.resources for promise in promises(game) if promise.giver == sweden}
    assert given == {germany: 3}
    here.routes_of("germany")
    by_ship = "W0545 > Baltic Sea by germany > E2941 > W0935"
    assert here.refusal("germany", dict.fromkeys(("W0153/1", "W0153/2"), by_ship)) == ""
    ends = ("W0935", "W0935", "W0836", "W0836")
    four = {
        name: by_ship.replace("W0935", end)
        for name, end in zip(("W0150/1", "W0153/1", "W0153/2", "W0153/3"), ends, strict=True)
    }
    assert here.refusal("germany", four) == "5 not-so-many-promised"
    give_control(game, "commonwealth", "Narvik")
    game.forget()
    given = {promise.recipient: promise.resources for promise in promises(game) if promise.giver == sweden}
    assert given == {germany: 3, power(game, "commonwealth"): 1}


@pytest.mark.rule("5.1/portugal", example="WF1-069")
def test_portugal_supplies_whoever_of_the_allies_holds_madrid_in_production() -> None:
    seas = dict.fromkeys(("Cape St Vincent", "Central Atlantic", "East Coast"), 1)
    here = shipping(convoys={"usa": seas}, wars=[("germany", "usa")])
    usa, portugal = power(here.game, "usa"), power(here.game, "portugal")
    assert not [promise for promise in promises(here.game) if promise.giver == portugal]
    give_control(here.game, "usa", "Madrid")
    here.routes_of("usa")
    (gift,) = [promise for promise in promises(here.game) if promise.giver == portugal]
    assert (gift.recipient, gift.resources) == (usa, 1)
    (resource,) = [goods for goods in goods_to_send(here.game, usa) if goods.giver == portugal]
    word = next(choices.to[-1] for choices in shape_of(here.game, usa).items if choices.item == resource.name)
    here.plan("usa", {resource.name: str(word)})
    assert production_points(here.game, usa) == 1


@pytest.mark.rule("13.6.1/transporting resources by rail and road")
def test_a_port_in_a_zone_of_control_ships_only_what_lies_there_under_guard() -> None:
    """On the Algerian coast, with German troops beside it."""
    situation = {
        "convoys": {"france": {"Western Mediterranean": 2}},
        "wars": [("germany", "france")],
        "control": {"germany": ["W1112"]},
    }
    word = {"W1012/1": "W1012 > Western Mediterranean by france > W1122 > W1333"}
    free = shipping(**situation).routes_of("france")  # type: ignore[arg-type]
    assert free.refusal("france", word) == ""
    besieged = shipping(units={"W1112": ["germany INF"]}, **situation).routes_of("france")  # type: ignore[arg-type]
    assert besieged.refusal("france", word) == "13.6.1 not-loaded-there"
    guards = {"W1112": ["germany INF"], "W1012": ["france INF"]}
    guarded = shipping(units=guards, **situation).routes_of("france")  # type: ignore[arg-type]
    assert guarded.refusal("france", word) == ""


@pytest.mark.rule("5.1/japan-usa")
def test_the_usa_and_japan_share_the_line_across_the_pacific() -> None:
    seas = ("West Coast", "Mendocino", "Hawaiian Islands", "Central Pacific Ocean")
    here = shipping(
        convoys={"usa": dict.fromkeys(seas, 5), "japan": {"Japanese Coast": 5}},
    ).routes_of("usa")
    usa, japan = power(here.game, "usa"), power(here.game, "japan")
    plan = dict(default_plan(here.game, usa))
    delivered = [word for word in plan.values() if "Japanese Coast by japan" in word]
    assert len(delivered) == 4
    here.plan("usa", plan)
    assert production_points(here.game, japan) == 4


# ------------------------------------------------------------------------------------------------------- search and seizure


def atlantic_trade(*british: str) -> Shipping:
    """A neutral USA brings France a resource; a German submarine lies in the Central Atlantic."""
    here = shipping(
        convoys={"usa": {"East Coast": 1, "Central Atlantic": 1, "Cape St Vincent": 1, "Bay of Biscay": 1}},
        promised=[("usa", "france", 1, 0)],
        wars=[("germany", "commonwealth"), ("germany", "france")],
        units={"Central Atlantic 3": ["germany SUB", *british]},
    ).routes_of("usa")
    here.plan("usa", dict(default_plan(here.game, power(here.game, "usa"))))
    return here.others_until("")


@pytest.mark.rule("13.6.1/search and seizure")
def test_a_submarine_seizes_what_a_neutral_brings_its_enemy() -> None:
    here = atlantic_trade()
    germany, france = power(here.game, "germany"), power(here.game, "france")
    assert here.asked == (here.seat("germany"), "search-and-seize")
    place = place_index(here.game, "Central Atlantic 0")
    before = production_points(here.game, france)
    assert here.do("search-and-seize", (place,)) == (GoodsSeized(power=germany, place=place, goods=1),)
    assert production_points(here.game, france) == before - 1


@pytest.mark.rule("13.6.1/search and seizure")
def test_a_warship_of_an_enemy_protects_them() -> None:
    here = atlantic_trade("cw-bb-warspite-sif")
    assert seizable(here.game, power(here.game, "germany")) == {}
    assert here.asked == ("", "")


@pytest.mark.rule("13.6.1/search and seizure")
@pytest.mark.parametrize(
    ("options", "escort", "safe"),
    [
        ((), "us-bb-texas-sif at Central Atlantic 0", False),
        ((11, 29), "us-bb-texas-sif at Central Atlantic 0", False),  # of the East Coast and the North Atlantic
        ((38,), "us-bb-texas-sif at Central Atlantic 0", True),
        ((38,), "us-bb-texas-sif at Central Atlantic 2", False),  # escorts lie in the 0 section
        ((50,), "us-bb-texas-sif at Central Atlantic 2", True),
    ],
)
def test_a_neutral_american_protects_them_where_it_may_escort(
    options: tuple[int, ...], escort: str, safe: bool
) -> None:
    ship, _, where = escort.partition(" at ")
    here = shipping(
        convoys={"usa": {"East Coast": 1, "Central Atlantic": 1, "Cape St Vincent": 1, "Bay of Biscay": 1}},
        promised=[("usa", "france", 1, 0)],
        wars=[("germany", "commonwealth"), ("germany", "france")],
        units={"Central Atlantic 3": ["germany SUB"], where: [ship]},
    )
    here.game.set(US_ENTRY_IN_USE, True)
    here.game.set(US_ENTRY_OPTIONS, (15, 32, *options))  # resources to the west, in US convoys
    here = here.routes_of("usa")
    here.plan("usa", dict(default_plan(here.game, power(here.game, "usa"))))
    here = here.others_until("")
    assert (seizable(here.game, power(here.game, "germany")) == {}) is safe
    assert here.asked == (("", "") if safe else (here.seat("germany"), "search-and-seize"))


@pytest.mark.rule("13.6.1/transporting resources by sea")
@pytest.mark.rule("13.3.2 option 32")
def test_the_neutral_usa_keeps_a_promise_with_the_convoys_of_its_friend_alone() -> None:
    """Without option 32 its own must not carry it, though they lie in every sea area: nobody's plan may count on them."""
    seas = ("East Coast", "Canadian Coast", "North Atlantic", "Bay of Biscay")
    here = shipping(
        convoys={"usa": dict.fromkeys(seas, 9), "commonwealth": dict.fromkeys(seas, 2)},
        promised=[("usa", "commonwealth", 3, 2)],
        wars=[("germany", "commonwealth")],
    )
    here.game.set(US_ENTRY_IN_USE, True)
    here.game.set(US_ENTRY_OPTIONS, (15, 27))
    here = here.routes_of("usa")
    plan = default_plan(here.game, power(here.game, "usa"))
    across = [word for _, word in plan if "Bay of Biscay" in word]
    assert len(across) == 2
    assert not any(" by usa" in word for word in across)
    assert here.refusal("usa", dict(plan)) == ""
    assert "PromiseDelivered" in {type(event).__name__ for event in here.plan("usa", dict(plan))}


# ----------------------------------------------------------------------------------------------------------- what is offered


@pytest.mark.rule("13.6.1")
def test_what_is_sampled_and_what_is_said_choice_by_choice_is_legal() -> None:
    here = canada(promised=[("commonwealth", "usa", 1, 0)]).routes_of("commonwealth")
    britain = power(here.game, "commonwealth")
    shape = shape_of(here.game, britain)
    for seed in range(5):
        assert plan_violation(here.game, britain, shape.sample(Random(seed))) is None
    prefix: tuple[str, ...] = ()
    while (onward := shape.next_choices(prefix)) != (None,):
        prefix += (str(onward[-1]),)
    assert plan_violation(here.game, britain, shape.noun_of(prefix)) is None
    with pytest.raises(Refused):
        here.plan("commonwealth", {"M0720/1": "M0720 > nowhere"})
