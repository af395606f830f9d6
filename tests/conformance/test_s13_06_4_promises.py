"""5 and 13.6.4: a promise larger than what the giver makes or the recipient can take is kept as far as it goes."""

from __future__ import annotations

from random import Random

import pytest
from positions import power
from shipping import shipping

from worldfire.rules.s13_06_1_by_sea import given_points, lent_points, production_points
from worldfire.rules.s13_06_1_plans import default_plan, goods_to_send, plan_violation
from worldfire.rules.s13_06_1_plans import shipping as shape_of
from worldfire.rules.s13_06_4_promises import ends_of_points, promised_by
from worldfire.rules.s13_06_production import income_at_home


@pytest.mark.rule("13.6.4/transport")
def test_an_agreement_and_announcements_for_the_same_recipient_are_one_promise() -> None:
    """The 2 build points of 5.1 and two announcements; then far more than there is room for in all of the USSR."""
    for announced in (1, 40):
        here = shipping(convoys={}, promised=[("germany", "ussr", 0, announced), ("germany", "ussr", 0, 80)])
        here.routes_of("germany")
        germany, ussr = power(here.game, "germany"), power(here.game, "ussr")
        assert [(one.recipient, one.points) for one in promised_by(here.game, germany)] == [(ussr, 2 + announced + 80)]
        names = [goods.name for goods in goods_to_send(here.game, germany)]
        assert len(names) == len(set(names)), "each build point has a name of its own"
        for seed in range(4):
            plan = shape_of(here.game, germany).sample(Random(seed))
            assert plan_violation(here.game, germany, plan) is None
        here.plan("germany", dict(default_plan(here.game, germany)))
        room = sum(ends_of_points(here.game, ussr).values())
        assert len([name for name in here.sent("germany") if name.startswith("build point")]) <= room
        made = income_at_home(here.game, germany, production_points(here.game, germany))
        assert 0 < made < 2 + announced + 80
        assert [lent_points(here.game, whose) for whose in (germany, ussr)] == [-made, made]


@pytest.mark.rule("13.6.4")
def test_no_more_is_given_than_was_made_whoever_was_promised_it() -> None:
    promised = [("germany", "italy", 0, 5), ("germany", "ussr", 0, 30)]
    here = shipping(convoys={}, promised=promised, pacts=False).routes_of("germany")
    germany, italy, ussr = (power(here.game, name) for name in ("germany", "italy", "ussr"))
    here.plan("germany", dict(default_plan(here.game, germany)))
    made = income_at_home(here.game, germany, production_points(here.game, germany))
    assert 5 < made < 35
    assert given_points(here.game, germany) == {italy: 5, ussr: made - 5}
    assert [lent_points(here.game, whose) for whose in (germany, ussr)] == [-made, made - 5]
