"""11.4.4: the gates between the seas, and 13.4 as far as overrun ships need it."""

from __future__ import annotations

import pytest

from conformance.positions import give_control, position, power, set_wars, units_at
from worldfire.engine.game import Game
from worldfire.forces.things import place_index
from worldfire.rules.s11_04_sea_passages import may_pass, seas_from_port
from worldfire.rules.s11_10_6_overrun import refuges


@pytest.fixture
def world() -> Game:
    return position("global-war", wars=[("germany", "commonwealth"), ("italy", "commonwealth")])


def passes(game: Game, who: str, one: str, other: str) -> bool:
    there, back = (may_pass(game, power(game, who), *way) for way in ((one, other), (other, one)))
    if "Sea of Japan" not in (one, other):
        assert there == back
    return there


SUEZ = ("E1203", "E1304", "E1204", "E1305", "E1205")


@pytest.mark.rule("11.4.4/option 2")
@pytest.mark.rule("11.4.4/option 5")
@pytest.mark.rule("11.4.4/option 6")
@pytest.mark.rule("11.4.4")
@pytest.mark.parametrize(
    ("one", "other", "gates"),
    [
        ("Eastern Mediterranean", "Red Sea", SUEZ),
        ("Western Mediterranean", "Cape St Vincent", ("Gibraltar",)),
        ("North Sea", "Bay of Biscay", ("London",)),
    ],
)
def test_an_enemy_at_the_gate_shuts_it(world: Game, one: str, other: str, gates: tuple[str, ...]) -> None:
    give_control(world, "commonwealth", *gates)
    for who, may in (("commonwealth", True), ("italy", False), ("usa", True)):
        assert passes(world, who, one, other) is may, who
    give_control(world, "italy", gates[0])
    assert not passes(world, "commonwealth", one, other)
    give_control(world, "italy", *gates)
    assert passes(world, "italy", one, other)
    set_wars(world, ())
    assert passes(world, "commonwealth", one, other)


@pytest.mark.rule("11.4.4/option 3")
@pytest.mark.rule("11.4.4")
def test_the_bosporus_is_open_to_the_friends_of_istanbul_only(world: Game) -> None:
    ways = ("Eastern Mediterranean", "Black Sea")
    assert not passes(world, "commonwealth", *ways)
    assert not passes(world, "usa", *ways), "also in peace"
    give_control(world, "germany", "Istanbul")
    assert passes(world, "italy", *ways)
    assert not passes(world, "commonwealth", *ways)


@pytest.mark.rule("11.4.4/option 4")
@pytest.mark.rule("11.4.4")
def test_two_of_three_gates_shut_the_baltic(world: Game) -> None:
    ways = ("Baltic Sea", "North Sea")
    assert passes(world, "germany", *ways), "it holds Kiel"
    assert not passes(world, "commonwealth", *ways), "nobody of its side holds any of the three"
    give_control(world, "commonwealth", "Oslo")
    assert passes(world, "germany", *ways)
    assert passes(world, "commonwealth", *ways)
    give_control(world, "commonwealth", "Copenhagen")
    assert not passes(world, "germany", *ways), "the enemy holds the other two"


@pytest.mark.rule("11.4.4/option 8")
@pytest.mark.rule("11.4.4")
def test_the_sea_of_japan_is_entered_by_who_has_a_port_there_or_no_enemy_that_has() -> None:
    game = position("global-war")
    assert passes(game, "usa", "Japanese Coast", "Sea of Japan")
    set_wars(game, [("japan", "usa")])
    assert not passes(game, "usa", "Japanese Coast", "Sea of Japan")
    assert passes(game, "japan", "Japanese Coast", "Sea of Japan")
    assert may_pass(game, power(game, "usa"), "Sea of Japan", "Japanese Coast"), "only entering is forbidden"


@pytest.mark.rule("11.4.4/option 1")
@pytest.mark.rule("11.4.4")
def test_a_canal_leads_to_a_second_sea_unless_the_enemy_stands_beside_it(world: Game) -> None:
    kiel = place_index(world, "Kiel")
    assert set(seas_from_port(world, power(world, "germany"), kiel)) == {"Baltic Sea", "North Sea"}
    for number in ("W0641", "W0640", "W0740", "W0741"):
        give_control(world, "commonwealth", number)
    assert set(seas_from_port(world, power(world, "germany"), kiel)) == {"Baltic Sea"}


@pytest.mark.rule("13.4")
def test_an_overrun_ship_returns_to_a_friendly_port_within_its_range() -> None:
    """Through open gates only: from Leningrad to the Baltic ports, and beyond Denmark when the gates are open."""
    game = position("global-war", units={"Leningrad": ["ussr SCS"]}, wars=[("germany", "ussr")])
    (ship,) = units_at(game, "Leningrad")
    murmansk = place_index(game, "Murmansk")
    assert place_index(game, "Leningrad") in refuges(game, ship)
    assert murmansk not in refuges(game, ship), "Germany holds Kiel, nobody on the Allied side a gate"
    give_control(game, "ussr", "Oslo", "Copenhagen")
    assert murmansk in refuges(game, ship)
