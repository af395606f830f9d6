"""What earlier audits had left alone: ships that are strangers, lent build points, American help, the American trade."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from front import GERMANS, combat, front
from test_fa_audit_entry import buying
from test_fa_land_combat import go_on
from waters import waters

from conformance.entry_pools import chosen
from conformance.positions import power
from conformance.steps import declare, find, is_down, places, units
from worldfire.engine.game import Game
from worldfire.forces.pools import circle_space, repair_pool
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import move, place_index
from worldfire.rules.s11_04_naval_units import convoy_name
from worldfire.rules.s11_15_land_combat import Attack
from worldfire.rules.s13_04_return_to_base import without_base
from worldfire.rules.s13_06_production import PowerProduction, dock_cost
from worldfire.titles.fa.entry.permissions import SHIPS_SUPPORTED
from worldfire.titles.fa.gearing import BUILT_THIS_TURN, built
from worldfire.titles.fa.hq_support import support_violation

# ------------------------------------------------------------------------------------------ fa:19.2 strangers who bombard

BREMEN, INLAND = "W0837", "W0838"
BELGIUM = ("Ostend", "W1134", "W1233", "W1133", "W1033")
FRENCH_SHIP, BRITISH_SHIP, AMERICAN_SHIP = "france-courbet", "commonwealth-dreadnought", "usa-new-york"
BRITISH_HQ, AMERICAN_HQ = "commonwealth-united-kingdom-hq-french", "usa-hq-pershing"
AMERICANS = ("usa-inf-vii", "usa-inf-viii", "usa-inf-ix")
BRITISH_GUN = "commonwealth-united-kingdom-art-div-rga-i"
WARS = [(ally, "germany") for ally in ("france", "commonwealth", "usa")]
FLEET = {"North Sea 3": [FRENCH_SHIP, BRITISH_SHIP, AMERICAN_SHIP]}


def aim(game: Game, *ships: str, at: str = BREMEN) -> tuple[tuple[int, int], ...]:
    (target,) = places(game, at)
    return tuple((ship, target) for ship in units(game, *ships))


def off_bremen(**more: Sequence[str]) -> Game:
    """Americans attack Bremen, and ships of three Allies lie off it: friends of the Americans, the others strangers."""
    where = {BREMEN: GERMANS[:1], INLAND: AMERICANS, **FLEET, **more}
    game = combat(front(where, wars=WARS, control={"usa": [INLAND, *more]}), [5] * 9, active="usa")
    declare(game, "usa", **{BREMEN: AMERICANS})
    go_on(game, until=("shore-bombardment",))
    return game


@pytest.mark.rule("fa:19.2")
@pytest.mark.rule("fa:11.12.2")
def test_ships_that_do_not_cooperate_do_not_bombard_in_one_attack() -> None:
    """Americans co-operate with both, French and British not with each other: the first comer keeps the other out."""
    game = off_bremen()
    assert not game.why_not("bombard", aim(game, BRITISH_SHIP), "commonwealth")
    game.submit("france", "bombard", aim(game, FRENCH_SHIP))
    (refused,) = game.why_not("bombard", aim(game, BRITISH_SHIP), "commonwealth")
    assert (refused.rule, refused.key) == ("fa:19.2", "mission-with-strangers")
    game.submit("usa", "bombard", aim(game, AMERICAN_SHIP))
    go_on(game, until=("lay-guns", "choose-attack"))
    assert [is_down(game, ship) for ship in (FRENCH_SHIP, AMERICAN_SHIP, BRITISH_SHIP)] == [True, True, False]


@pytest.mark.rule("fa:19.2")
@pytest.mark.rule("fa:21.4")
@pytest.mark.parametrize(("ship", "seat"), [(BRITISH_SHIP, "commonwealth"), (FRENCH_SHIP, "france")])
def test_nobody_fires_where_a_strange_ship_has_bombarded(ship: str, seat: str) -> None:
    """A British gun fires with a British ship, but not after a French one."""
    game = off_bremen(W0738=[BRITISH_GUN])
    game.submit(seat, "bombard", aim(game, ship))
    go_on(game, until=("lay-guns",))
    assert is_down(game, ship)
    assert (game.decision is not None and game.decision.prompt == "lay-guns") is (seat == "commonwealth")


@pytest.mark.rule("fa:19.2")
@pytest.mark.rule("fa:11.12.3")
def test_no_hq_supports_a_defence_with_a_strange_ship() -> None:
    """French ships help the Americans in Calais: a British HQ beside it may not, an American one may."""
    leaders = (BRITISH_HQ, AMERICAN_HQ)
    game = front(
        {"Calais": AMERICANS[:1], "Ostend": GERMANS, "Boulogne": leaders[:1], "W1333": leaders[1:], **FLEET},
        wars=WARS,
        control={"germany": BELGIUM},
    )
    combat(game)
    declare(game, "germany", Calais=GERMANS)
    go_on(game, until=("shore-bombardment",))
    (calais,) = places(game, "Calais")
    attack = Attack(calais, units(game, *GERMANS), (), notional=False)
    before = [support_violation(game, unit, attack) for unit in units(game, *leaders)]
    game.submit("france", "bombard", aim(game, FRENCH_SHIP, at="Calais"))
    go_on(game, until=("support-with-hq",))
    british, american = (support_violation(game, unit, attack) for unit in units(game, *leaders))
    assert before == [None, None]
    assert british is not None
    assert british.key == "units-do-not-cooperate"
    assert american is None


# ---------------------------------------------------------------------------------------- fa:13.2.2.1 American shipyards


def in_the_docks(name: str, *options: int) -> Game:
    """A British battleship, and captured convoy points of France, wait for repair."""

    def damaged(game: Game) -> None:
        britain, france = power(game, "commonwealth"), power(game, "france")
        move(game, find(game, BRITISH_SHIP), repair_pool(game, britain))
        game.add(CONVOY_POINTS, france, repair_pool(game, france), 2)

    return buying(name, 20, damaged, chosen(*options))


@pytest.mark.rule("fa:13.2.2.1")
def test_naval_support_helps_who_repairs_his_own_ships() -> None:
    """Options 31 and 34: what the USA repairs costs it the full price, and is none of the ten ships of the Commonwealth."""
    ships = [in_the_docks(name, *options) for name, *options in (("commonwealth", 34), ("commonwealth", 31, 34))]
    full, helped = (dock_cost(game, find(game, BRITISH_SHIP)) for game in ships)
    assert full is not None
    assert helped == full - 1
    game = in_the_docks("usa", 31, 34)
    ship = find(game, BRITISH_SHIP)
    assert dock_cost(game, ship) == full
    game.submit("usa", "complete-ship", ship)
    assert game.enclosing(PowerProduction).points == 20 - full
    assert game.state.get(SHIPS_SUPPORTED) == 0


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:13.5.5.4")
def test_the_usa_repairs_convoy_points_of_its_friends() -> None:
    """They are naval units as ships are: after option 34 two that France has captured."""
    before = in_the_docks("usa", 31)
    france, turn = power(before, "france"), before.state.get(TURN)
    pool = repair_pool(before, france)
    two = convoy_name(france, pool, 2)
    assert [found.key for found in before.why_not("repair-convoys-of-friends", two)] == [
        "no-convoys-of-friends-to-repair"
    ]
    game = in_the_docks("usa", 34)
    game.submit("usa", "repair-convoys-of-friends", two)
    assert game.enclosing(PowerProduction).points == 18
    assert game.state.amount(CONVOY_POINTS, france, pool) == 0
    assert game.state.amount(CONVOY_POINTS, france, place_index(game, circle_space(turn + 2))) == 2
    assert built(game, BUILT_THIS_TURN, power(game, "usa"))["NAVAL"] == 1


# --------------------------------------------------------------------------------------------------- fa:2.4.3 guests

GERMAN_SHIPS = ("germany-kaiser-friedrich-iii", "germany-wittelsbach", "germany-braunschweig", "germany-deutschland")


def ships(*names: str) -> list[tuple[str, str]]:
    return [(name, name) for name in names]


@pytest.mark.rule("fa:2.4.3")
def test_convoy_points_sail_into_a_neutral_port_as_guests_beside_ships() -> None:
    """Two of them are a naval unit: with three ships one too many, with two not."""
    here = waters({"North Sea 0": ships(*GERMAN_SHIPS[:3])})
    points = here.lay("germany", "North Sea 0", 2)
    here.start("naval movement")
    assert here.refusal("germany", [*GERMAN_SHIPS[:3], points], "Rotterdam") == "fa:2.4.3 few-ships-in-a-neutral-port"
    assert here.refusal("germany", [*GERMAN_SHIPS[:2], points], "Rotterdam") == ""


@pytest.mark.rule("fa:13.3.3")
@pytest.mark.rule("fa:2.4.3")
@pytest.mark.parametrize(("based", "lost"), [(["Lisbon"], False), (["Lisbon", "Copenhagen"], True)])
def test_no_more_stay_at_sea_than_three_neutral_ports_take_in(based: list[str], lost: bool) -> None:
    """One could reach the Dutch Indies only, one only ports of South America: four with two in Europe."""
    at_sea = {"Great Australian Bight 1": ships(GERMAN_SHIPS[0]), "South-East Pacific 1": ships(GERMAN_SHIPS[1])}
    here = waters({**at_sea, **{port: ships(ship) for port, ship in zip(based, GERMAN_SHIPS[2:], strict=False)}})
    crowd = without_base(here.game)
    assert bool(crowd) is lost
    assert {*crowd} <= {*here.ids(*GERMAN_SHIPS[:2])}
