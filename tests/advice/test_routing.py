"""The solver’s routes: as many goods as possible, then as few convoy points; pins, forbidden routes, and a cut."""

from __future__ import annotations

import pytest

from conformance.positions import power
from conformance.shipping import Shipping, shipping
from worldfire.advice.production import propose_resources
from worldfire.advice.routing import NoPlan, propose_for_all, propose_routes
from worldfire.bench import routes
from worldfire.bench.figures import Yardsticks
from worldfire.rules.s13_06_1_network import Network, ends_for, ledger
from worldfire.rules.s13_06_1_plans import default_plan, goods_to_send, plan_violation
from worldfire.rules.s13_06_1_routes import convoys_of
from worldfire.rules.s13_06_production import UNUSED

ATLANTIC = ("Canadian Coast", "North Atlantic", "Faeroes Gap")


def canada(points: int = 3, **more: int) -> Shipping:
    """Convoys between Canada and Britain, and what else there is."""
    seas = dict.fromkeys(ATLANTIC, points) | {name.replace("_", " "): number for name, number in more.items()}
    return shipping(convoys={"commonwealth": seas}).routes_of("commonwealth")


def over_the_sea(plan: object) -> dict[str, str]:
    return {name: word for name, word in plan if convoys_of(word)}  # type: ignore[attr-defined]


def test_it_uses_as_much_as_whole_numbers_can_and_no_more_convoys() -> None:
    here = canada(3, Bay_of_Biscay=2)
    britain = power(here.game, "commonwealth")
    found = propose_routes(here.game, britain)
    plan, quick = found.plans[britain], default_plan(here.game, britain)
    assert plan_violation(here.game, britain, plan) is None
    assert found.used == sum(word != UNUSED for _, word in quick)
    assert found.convoys <= sum(convoys_of(word) for _, word in quick)
    assert found.gap == 0
    assert over_the_sea(plan)


def test_the_way_through_fewer_sea_areas_is_taken() -> None:
    """From Newfoundland straight into the Bay of Biscay, though the Faeroes Gap would do."""
    here = canada(0, North_Atlantic=1, Bay_of_Biscay=1, Faeroes_Gap=1, Denmark_Strait=1)
    britain = power(here.game, "commonwealth")
    found = propose_routes(here.game, britain)
    (word,) = over_the_sea(found.plans[britain]).values()
    assert convoys_of(word) == found.convoys == 2


def test_a_route_can_be_pinned_or_forbidden() -> None:
    here = canada(3, Bay_of_Biscay=3)
    britain = power(here.game, "commonwealth")
    free = propose_routes(here.game, britain)
    name, word = next(iter(over_the_sea(free.plans[britain]).items()))
    without = propose_routes(here.game, britain, forbidden=[(name, word)])
    other = dict(without.plans[britain])[name]
    assert other != word
    assert without.used == free.used
    pinned = propose_routes(here.game, britain, pins={name: other})
    assert dict(pinned.plans[britain])[name] == other
    for proposal in (without, pinned):
        assert plan_violation(here.game, britain, proposal.plans[britain]) is None
    unused = propose_routes(here.game, britain, pins={name: UNUSED})
    assert dict(unused.plans[britain])[name] == UNUSED
    with pytest.raises(NoPlan):
        propose_routes(here.game, britain, pins={name: "M0720 > nowhere"})


def test_powers_of_a_side_share_what_there_is() -> None:
    wars = [("germany", "commonwealth"), ("germany", "france")]
    here = shipping(
        convoys={"france": {"Cape St Vincent": 1, "Bay of Biscay": 1}, "commonwealth": {"Western Mediterranean": 1}},
        wars=wars,
        carries=[("commonwealth", "france"), ("france", "commonwealth")],
    )
    powers = [power(here.game, name) for name in ("france", "commonwealth")]
    found = propose_for_all(here.game, powers)
    legs = [part for plan in found.plans.values() for _, word in plan for part in word.split(" > ") if " by " in part]
    assert legs
    assert all(legs.count(leg) == 1 for leg in legs)
    together = sum(propose_routes(here.game, one).used for one in powers)
    assert found.used <= together


def test_computer_players_get_a_plan_without_a_solver() -> None:
    here = canada()
    verb, noun = propose_resources(here.game, here.asked[0])
    assert verb == "route-goods"
    assert here.game.why_not(verb, noun, here.asked[0]) == ()
    assert over_the_sea(noun)


def test_if_it_is_cut_off_the_gap_is_told() -> None:
    """No time at all: the plan that needs no solver, and nothing is known of how good it is."""
    here = canada()
    britain = power(here.game, "commonwealth")
    found = propose_routes(here.game, britain, seconds=0.0)
    assert plan_violation(here.game, britain, found.plans[britain]) is None
    assert found.gap >= 0


def test_the_network_ends_where_factories_are() -> None:
    here = canada()
    britain = power(here.game, "commonwealth")
    goods = goods_to_send(here.game, britain)[0]
    ends = ends_for(here.game, goods, britain)
    network = Network(here.game, britain, britain, ledger(here.game, britain), ends)
    assert set(network.points) == set(ATLANTIC)
    assert {end for _, inland in network.landings("Faeroes Gap") for end in inland} <= set(ends)


def test_the_bench_measures_all_powers(monkeypatch: pytest.MonkeyPatch) -> None:
    game = canada().game
    monkeypatch.setattr(routes, "set_up", lambda: game)
    monkeypatch.setattr(routes, "best", lambda action, repeat: 0.0)
    figures = list(routes.routing(Yardsticks()))
    assert [figure.bar for figure in figures] == [routes.ALL_ROUTES] * 2
    assert "gap 0 %" in figures[0].name
