"""5 The lending stage, what US entry options allow in it (13.3.2), and how trade agreements change (5.1)."""

from __future__ import annotations

from typing import Any

import pytest
from positions import country, power, set_wars
from shipping import Shipping, shipping

from worldfire.forces.who import FALLEN_POWER
from worldfire.rules.s05_lending import Promised, is_invaded, lending, most_to_lend
from worldfire.rules.s09_06_aligning import MinorAligned
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_06_4_promises import PROMISED, kept_by, promises
from worldfire.rules.s13_06_production import resources_of
from worldfire.titles.wif.nations.soviet_trade import (
    ALIGNED_BY_GERMANY,
    ATTACKED,
    DEEDS,
    HAD_BEFORE_FRANCE_FELL,
    somebody_aligned,
    somebody_declared_war,
)
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


@pytest.mark.rule("13.3.2 option 15")
@pytest.mark.rule("13.3.2 option 27")
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


@pytest.mark.rule("13.3.2 option 19")
@pytest.mark.rule("13.3.2 option 30")
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


@pytest.mark.rule("13.3.2 option 19")
@pytest.mark.rule("5")
def test_the_neutral_usa_gets_what_the_ussr_gives() -> None:
    here = stage(*WEST, ("ussr", "germany"))
    here.game.set(US_ENTRY_OPTIONS, (19,))
    assert (offered(here, "ussr")["usa"], offered(here, "usa")["ussr"]) == (5, 5)
    assert "usa" not in offered(here, "commonwealth"), "of others it needs nothing"


@pytest.mark.rule("13.3.2 option 9")
@pytest.mark.rule("13.3.2 option 19")
def test_what_the_ussr_gives_china_needs_the_option_for_china() -> None:
    here = stage(*WEST, ("ussr", "germany"), ("china", "japan"))
    here.game.set(US_ENTRY_OPTIONS, (19,))
    assert "china" not in offered(here, "ussr")
    here.game.set(US_ENTRY_OPTIONS, (9,))
    assert offered(here, "ussr") == {"china": 5}
    set_wars(here.game, [*WEST, ("ussr", "japan"), ("china", "japan")])
    assert offered(here, "ussr")["china"] == most_to_lend(here.game, power(here.game, "ussr"), False)


@pytest.mark.rule("13.3.2 option 9")
@pytest.mark.rule("13.3.2 option 17")
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


# ------------------------------------------------------------------------------------------------------ 5.1 trade agreements


def owed(here: Shipping, giver: str, recipient: str) -> tuple[int, int]:
    """(resources, build points) by agreement."""
    here.game.forget()
    between = (power(here.game, giver), power(here.game, recipient))
    found = [promise for promise in promises(here.game) if (promise.giver, promise.recipient) == between]
    return sum(promise.resources for promise in found), sum(promise.points for promise in found)


def under_pact(*wars: tuple[str, str]) -> Shipping:
    return stage(*(wars or WEST))


@pytest.mark.rule("5.1/germany-ussr")
def test_what_germany_does_in_the_east_lessens_the_soviet_deliveries() -> None:
    here = under_pact()
    game = here.game
    assert (owed(here, "ussr", "germany"), owed(here, "germany", "ussr")) == ((7, 0), (0, 2))
    deeds = (
        lambda: somebody_declared_war(game, WarDeclared(power(game, "germany"), power(game, "yugoslavia"))),
        lambda: somebody_declared_war(game, WarDeclared(power(game, "italy"), power(game, "bulgaria"))),
        lambda: somebody_aligned(game, MinorAligned(country(game, "hungary"), power(game, "germany"))),
        lambda: somebody_aligned(game, MinorAligned(country(game, "rumania"), power(game, "germany"))),
    )
    for number, deed in enumerate(deeds, start=1):
        deed()
        assert owed(here, "ussr", "germany") == (7 - number, 0)
    assert game.state.get(DEEDS) == (HAD_BEFORE_FRANCE_FELL, ATTACKED, ALIGNED_BY_GERMANY, HAD_BEFORE_FRANCE_FELL)
    set_wars(game, [*WEST, ("ussr", "finland")])
    somebody_aligned(game, MinorAligned(country(game, "finland"), power(game, "germany")))
    assert owed(here, "ussr", "germany") == (3, 0), "the Soviet attack has driven the Finns to it"
    game.write(FALLEN_POWER, power(game, "france"), 1)
    somebody_aligned(game, MinorAligned(country(game, "yugoslavia"), power(game, "italy")))
    assert owed(here, "ussr", "germany") == (3, 0), "France has fallen"


@pytest.mark.rule("5.1/germany-ussr")
@pytest.mark.parametrize(("verb", "sent"), [("keep-build-point", (7, 1)), ("take-resource-more", (8, 2))])
def test_for_a_soviet_attack_germany_keeps_a_point_or_gets_a_resource_more(verb: str, sent: tuple[int, int]) -> None:
    here = under_pact()
    game = here.game
    ussr, turkey = power(game, "ussr"), power(game, "turkey")
    call = somebody_declared_war(game, WarDeclared(ussr, turkey))
    assert call is not None
    here.start(call.procedure, call.locals)
    assert here.asked == (here.seat("germany"), "soviet-attack-and-trade")
    here.do(verb)
    assert (owed(here, "ussr", "germany")[0], owed(here, "germany", "ussr")[1]) == sent
    assert somebody_declared_war(game, WarDeclared(ussr, power(game, "iran"))) is None


PACIFIC = ("West Coast", "Mendocino", "Hawaiian Islands", "Central Pacific Ocean")


def pacific_trade(*, american: int, japanese: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """What the USA owes Japan, and Japan the USA, with so many convoy points each."""
    convoys = {"usa": dict.fromkeys(PACIFIC, american), "japan": {"Japanese Coast": japanese}}
    here = shipping(convoys=convoys, wars=WEST)
    return owed(here, "usa", "japan"), owed(here, "japan", "usa")


@pytest.mark.rule("5.1/japan-usa")
def test_whoever_has_no_convoys_for_the_pacific_trade_loses_what_it_owes() -> None:
    assert pacific_trade(american=5, japanese=5) == ((4, 0), (0, 1))
    assert pacific_trade(american=4, japanese=5) == ((4, 0), (0, 0)), "Japan uses its build point"
    assert pacific_trade(american=5, japanese=4) == ((0, 0), (0, 1)), "the USA uses its resources"
    assert pacific_trade(american=0, japanese=0) == ((4, 0), (0, 1)), "both lose what they should have sent"


@pytest.mark.rule("5.1/italy-usa")
def test_without_italian_convoys_nobody_owes_the_other_anything() -> None:
    atlantic = dict.fromkeys(("East Coast", "Central Atlantic", "Cape St Vincent"), 4)
    italian = dict.fromkeys(("Western Mediterranean", "Italian Coast"), 4)
    war = [("germany", "commonwealth")]
    both = shipping(convoys={"usa": atlantic, "italy": italian}, wars=war)
    assert (owed(both, "usa", "italy"), owed(both, "italy", "usa")) == ((3, 0), (0, 1))
    italy_alone = shipping(convoys={"italy": italian}, wars=war)
    assert (owed(italy_alone, "usa", "italy"), owed(italy_alone, "italy", "usa")) == ((3, 0), (0, 0))
    usa_alone = shipping(convoys={"usa": atlantic}, wars=war)
    assert (owed(usa_alone, "usa", "italy"), owed(usa_alone, "italy", "usa")) == ((0, 0), (0, 0))
