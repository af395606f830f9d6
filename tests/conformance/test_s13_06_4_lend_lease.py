"""13.6.4 Lend lease: capacities, and foreign aircraft."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.pools import LEND_LEASE_POOL
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, place_name
from worldfire.rules.s13_06_4_lend_lease import (
    FOREIGN_UNITS,
    LEND_AIRCRAFT,
    ForeignUnitBorrowed,
    ForeignUnits,
    ForeignUnitTakenBack,
    may_borrow,
)
from worldfire.tables.counters import Kit

KITS = (Kit.WIF, Kit.SIF, Kit.CLIF, Kit.PIF)
BRITISH, AMERICAN = "cw-ftr-p-51c-pif", "us-ftr-p-51c-pif"


def war(game: Game) -> None:
    game.set(AT_WAR, ((power_index(game, "germany"), power_index(game, "commonwealth")),))


def where(game: Game, counter: str) -> str:
    return place_name(game, game.state[PLACE][unit(game, counter)])


def lending(power: str, *changes: Change) -> Game:
    number = power_index(campaign_in("global-war", "choose actions", kits=KITS), power)
    return campaign_in("global-war", FOREIGN_UNITS.name, war, *changes, locals=ForeignUnits(number), kits=KITS)


AVAILABLE = (in_turn("Jul/Aug 1943"), put(LEND_LEASE_POOL, BRITISH), put("force pool of usa: FTR2", AMERICAN))


@pytest.mark.rule("13.6.4/foreign aircraft and naval units", example="WF2-071")
@pytest.mark.rule("13.6.4")
def test_a_mustang_changes_hands_when_the_usa_agrees() -> None:
    """At the start of 1943 it goes to the lend lease pool; in Jul/Aug Jay agrees and the two counters change places."""
    january = campaign_in("global-war", "reinforcements", in_turn("Jan/Feb 1943"), kits=KITS)
    assert where(january, BRITISH) == LEND_LEASE_POOL
    assert where(january, AMERICAN) == "force pool of usa: FTR2"

    declined = lending("commonwealth", *AVAILABLE)
    assert declined.over  # Jay has not agreed, so nobody is asked

    game = campaign_in("global-war", "declare war", war, *AVAILABLE, kits=KITS)
    game.submit("usa", "consent", ("commonwealth", LEND_AIRCRAFT.name, "yes"))
    commonwealth = power_index(game, "commonwealth")
    game.state.frames = []
    game.push(FOREIGN_UNITS.name, ForeignUnits(commonwealth))
    game.resume(game.state, game.entries, game.head)
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "borrow-aircraft")
    mustang, own = unit(game, BRITISH), unit(game, AMERICAN)
    shape: Any = game.offers("commonwealth")["borrow-aircraft"]
    assert mustang in shape.domain
    events = play(game, "commonwealth", "borrow-aircraft", (mustang,))
    assert ForeignUnitBorrowed(thing=mustang, unit=own) in events
    assert where(game, BRITISH) == "force pool of united-kingdom: FTR2"
    assert where(game, AMERICAN) == LEND_LEASE_POOL


@pytest.mark.rule("13.6.4/foreign aircraft and naval units")
def test_the_source_may_take_it_back_from_the_force_pool() -> None:
    lent = (put(LEND_LEASE_POOL, AMERICAN), put("force pool of united-kingdom: FTR2", BRITISH))
    game = lending("usa", in_turn("Jul/Aug 1943"), *lent)
    assert (tuple(game.waiting), prompt(game)) == (("usa",), "take-back-aircraft")
    mustang, own = unit(game, BRITISH), unit(game, AMERICAN)
    events = play(game, "usa", "take-back-aircraft", (mustang,))
    assert ForeignUnitTakenBack(thing=mustang, unit=own) in events
    assert (where(game, BRITISH), where(game, AMERICAN)) == (LEND_LEASE_POOL, "force pool of usa: FTR2")
    flying = lending("usa", in_turn("Jul/Aug 1943"), put(LEND_LEASE_POOL, AMERICAN), put("London", BRITISH))
    assert flying.over


@pytest.mark.rule("13.6.4/foreign aircraft and naval units")
def test_only_active_powers_borrow_and_the_ussr_only_in_a_war_with_germany() -> None:
    game = lending("commonwealth", *AVAILABLE)
    game.state.consents["usa", "commonwealth", LEND_AIRCRAFT.name] = "yes"
    game.forget()
    commonwealth = power_index(game, "commonwealth")
    assert unit(game, BRITISH) in may_borrow(game, commonwealth)
    game.set(AT_WAR, ())
    assert may_borrow(game, commonwealth) == ()
    russian = (put(LEND_LEASE_POOL, "su-ftr-p-40c-pif"), put("force pool of usa: FTR2", "us-ftr-p-40c-pif"))
    game = lending("commonwealth", *russian)
    game.state.consents["usa", "ussr", LEND_AIRCRAFT.name] = "yes"
    game.forget()
    ussr, germany, japan = (power_index(game, name) for name in ("ussr", "germany", "japan"))
    game.set(AT_WAR, ((japan, ussr),))
    assert may_borrow(game, ussr) == ()
    game.set(AT_WAR, ((japan, ussr), (germany, ussr)))
    assert unit(game, "su-ftr-p-40c-pif") in may_borrow(game, ussr)
