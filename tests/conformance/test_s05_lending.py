"""5 The lending stage, and what US entry options allow in it (13.3.2)."""

from __future__ import annotations

from typing import Any

import pytest
from positions import power, set_wars
from shipping import Shipping, shipping

from worldfire.rules.s05_lending import Promised, is_invaded, lending, most_to_lend
from worldfire.rules.s13_06_4_promises import PROMISED, kept_by
from worldfire.rules.s13_06_production import resources_of
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS

WEST = [("germany", "commonwealth"), ("germany", "france"), ("italy", "commonwealth"), ("italy", "france")]


def stage(*wars: tuple[str, str], **situation: Any) -> Shipping:
    return shipping(convoys={}, wars=wars or WEST, **situation)


def offered(here: Shipping, giver: str, *, points: bool = False) -> dict[str, int]:
    """Recipient → at most so many."""
    here.game.forget()
    return {str(item.item): item.most for item in lending(here.game, power(here.game, giver), points).items}


@pytest.mark.rule("5")
@pytest.mark.rule("13.6.4")
def test_active_allies_announce_what_they_give() -> None:
    here = stage(promised=[("italy", "germany", 9, 9)])
    here.start("lending")
    assert here.game.state.get(PROMISED) == (), "last turn's are over"
    game, britain, france = here.game, power(here.game, "commonwealth"), power(here.game, "france")
    while here.asked != (here.seat("commonwealth"), "lend-resources"):
        here.do(here.asked[1], ())
    own = len(resources_of(game, britain))
    assert offered(here, "commonwealth") == {"france": own}
    told = here.do("lend-resources", {"france": 3})
    assert Promised(power=britain, recipient=france, resources=3, points=0) in told
    assert kept_by(game, britain) == own - 3
    assert offered(here, "france") == {}, "nobody gives resources to whoever gives him some"
    while here.asked != (here.seat("france"), "lend-build-points"):
        assert here.asked != (here.seat("france"), "lend-resources")
        here.do(here.asked[1], ())
    assert "commonwealth" in offered(here, "france", points=True), "build points for resources are no such thing"
    here.do("lend-build-points", {"commonwealth": 1})
    assert game.state.get(PROMISED) == ((britain, france, 3, 0), (france, britain, 0, 1))


@pytest.mark.rule("5")
def test_neutral_powers_neither_give_nor_get() -> None:
    here = stage()
    assert "usa" not in offered(here, "commonwealth")
    assert "japan" not in offered(here, "germany")
    assert offered(here, "japan") == {}


@pytest.mark.rule("5")
def test_whose_home_is_invaded_gives_one_of_each() -> None:
    here = stage(control={"germany": ["Lille"]})
    france = power(here.game, "france")
    assert is_invaded(here.game, france)
    assert (most_to_lend(here.game, france, points=False), most_to_lend(here.game, france, points=True)) == (1, 1)
    assert not is_invaded(here.game, power(here.game, "commonwealth"))


@pytest.mark.rule("5")
@pytest.mark.rule("13.3.2")
@pytest.mark.parametrize(("option", "points"), [(15, False), (27, True)])
def test_the_usa_lends_to_the_west_by_its_entry_options(option: int, points: bool) -> None:
    here = stage()
    assert offered(here, "usa", points=points) == {}
    here.game.set(US_ENTRY_OPTIONS, (option,))
    assert offered(here, "usa", points=points) == {"commonwealth": 5, "france": 5}, "though it is neutral"
    set_wars(here.game, [*WEST, ("usa", "germany"), ("usa", "italy")])
    here.game.set(US_ENTRY_OPTIONS, ())
    whole = most_to_lend(here.game, power(here.game, "usa"), points)
    assert offered(here, "usa", points=points) == {"commonwealth": whole, "france": whole}


@pytest.mark.rule("5")
@pytest.mark.rule("13.3.2")
def test_what_goes_to_and_from_the_ussr() -> None:
    here = stage(*WEST, ("ussr", "japan"))
    assert "ussr" not in offered(here, "commonwealth")
    here.game.set(US_ENTRY_OPTIONS, (19,))
    assert offered(here, "commonwealth")["ussr"] == offered(here, "ussr")["commonwealth"] == 1
    assert "ussr" not in offered(here, "commonwealth", points=True), "option 30 is another"
    set_wars(here.game, [*WEST, ("ussr", "germany")])
    assert offered(here, "commonwealth")["ussr"] == 5
    set_wars(here.game, [*WEST, ("ussr", "germany"), ("usa", "germany")])
    assert offered(here, "commonwealth")["ussr"] == most_to_lend(here.game, power(here.game, "commonwealth"), False)


@pytest.mark.rule("5")
@pytest.mark.rule("13.3.2")
def test_what_goes_to_china() -> None:
    here = stage(*WEST, ("china", "japan"))
    assert "china" not in offered(here, "commonwealth")
    here.game.set(US_ENTRY_OPTIONS, (9,))
    assert offered(here, "commonwealth")["china"] == 5
    set_wars(here.game, [*WEST, ("china", "japan"), ("commonwealth", "japan"), ("usa", "japan")])
    here.game.set(US_ENTRY_OPTIONS, ())
    assert offered(here, "commonwealth")["china"] == most_to_lend(here.game, power(here.game, "commonwealth"), False)
