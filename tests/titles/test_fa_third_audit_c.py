"""What a third audit of the war at sea found: fa:11.2 to 11.5, 11.10, 11.11, 13.3, 13.5.6, 21.13."""

from __future__ import annotations

import pytest
from waters import ALLIES, CENTRAL, WARS, Waters, waters

from conformance.positions import power, put
from worldfire.forces.situation import TURN
from worldfire.forces.who import COUNTRY, country_named
from worldfire.rules.s11_04_5_naval_transport import cargo_violation, quay_violation
from worldfire.rules.s11_04_sea_passages import may_pass, submarines_may_pass
from worldfire.rules.s11_05_8_damage import ConvoysSunk
from worldfire.titles.fa.entry.options import CLOSE_PANAMA, NAVAL_WARFARE, OPTIONS_CHOSEN, REFUTE_WAR_ZONES
from worldfire.titles.fa.sea.strategic_warfare import ConvoysHunted, answering, hunters
from worldfire.titles.fa.sea.u_boats import UNRESTRICTED


def choose(here: Waters, *options: int) -> None:
    """The USA has chosen these last turn."""
    here.game.set(OPTIONS_CHOSEN, tuple((option, here.game.state.get(TURN) - 1) for option in options))


# ------------------------------------------------------------------------------------------------------------- the canal


@pytest.mark.rule("fa:11.3.3")
@pytest.mark.rule("fa:13.2.2.1")
def test_a_closed_canal_keeps_submarines_out_as_well() -> None:
    here = waters({})
    germany, commonwealth = power(here.game, "germany"), power(here.game, "commonwealth")
    for passes in (may_pass, submarines_may_pass):
        assert passes(here.game, germany, "East Pacific", "Caribbean")
    choose(here, CLOSE_PANAMA)
    for passes in (may_pass, submarines_may_pass):
        assert not passes(here.game, germany, "East Pacific", "Caribbean")
        assert passes(here.game, commonwealth, "East Pacific", "Caribbean")


# ------------------------------------------------------------------------------------------------------------- transport


@pytest.mark.rule("fa:11.3.4.2")
@pytest.mark.rule("fa:11.3.4.1")
def test_every_division_of_the_infantry_class_embarks_from_the_beach() -> None:
    """A motorised one too, though no warship takes it aboard; a corps needs a port, an HQ or an AMPH, if it is not MAR."""
    ships = [("TRS", "commonwealth TRS"), ("AMPH", "commonwealth AMPH"), ("BB", "commonwealth SCS")]
    here = waters({"North Sea 0": ships}, side="allies")
    units = {"MOT": "commonwealth-united-kingdom-mot-div-armd-cars", "INF": "commonwealth INF", "MAR": "usa MAR"}
    for name, unit in units.items():
        here.things[name] = put(here.game, unit, "W1444")
    here.game.forget()
    for unit, ship, goes in (("MOT", "TRS", True), ("INF", "TRS", False), ("INF", "AMPH", True), ("MAR", "TRS", True)):
        assert (quay_violation(here.game, here[unit], here[ship]) is None) is goes
    refusal = cargo_violation(here.game, here["MOT"], here["BB"])
    assert refusal is not None
    assert refusal.key == "warships-carry-divisions"


# ---------------------------------------------------------------------------------------------------------- interception


@pytest.mark.rule("fa:11.3.5")
@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.parametrize(("options", "caught"), [((), False), ((REFUTE_WAR_ZONES,), True), ((NAVAL_WARFARE,), True)])
def test_american_convoys_that_may_be_attacked_may_be_intercepted(options: tuple[int, ...], caught: bool) -> None:
    here = waters({"North Atlantic 2": [("U", "germany SUB")]}, (10,), side="allies", actions={"usa": "combined"})
    choose(here, *options)
    convoys = here.lay("usa", "New York", 2)
    here.start("naval movement")
    here.sail("usa", [convoys], "East Coast", "North Atlantic 0")
    assert (here.asked == ("germany", "intercept")) is caught


@pytest.mark.rule("fa:13.5.6")
@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.parametrize(("options", "prey"), [((), 0), ((REFUTE_WAR_ZONES,), 1), ((NAVAL_WARFARE,), 1)])
def test_and_are_picked_off_at_the_end_of_the_turn(options: tuple[int, ...], prey: int) -> None:
    here = waters({"North Atlantic 2": [("U", "germany SUB"), ("Foe", "usa SCS")]}, (10, 10))
    choose(here, *options)
    here.lay("usa", "North Atlantic 0", 5)
    assert len(hunters(here.game, "North Atlantic", CENTRAL)) == prey
    assert len(answering(here.game, "North Atlantic", ALLIES)) == (NAVAL_WARFARE in options)


# ------------------------------------------------------------------------------------------------------------ the way home


@pytest.mark.rule("fa:11.3.1")
@pytest.mark.rule("fa:11.3.2.1")
def test_who_waits_in_port_on_the_way_home_with_nothing_left_is_not_lost() -> None:
    """Three points of movement and of range bring an old ship over two sea areas into port: she can only stay there."""
    here = waters({"Cape St Vincent 0": [("Old", "commonwealth-majestic")]}, side="allies")
    here.start("naval movement")
    here.sail("commonwealth", ["Old"], "Bay of Biscay", "English Channel", "Plymouth", verb="sail-and-pause")
    assert here.place_named("Old") == "Plymouth"


# ---------------------------------------------------------------------------------------------------------- who leaves


@pytest.mark.rule("fa:11.4.10")
@pytest.mark.parametrize(("points", "asked"), [(1, False), (9, True)])
def test_who_has_no_enemy_left_in_the_sea_area_does_not_leave_it(points: int, asked: bool) -> None:
    """A convoy point is sunk: nobody goes home to celebrate. Where others are left, both sides may go."""
    here = waters({"North Sea 3": [("BB", "commonwealth-dreadnought")]}, (1, 10, 10, 10), side="allies")
    here.lay("germany", "North Sea 0", points)
    here.start("naval combat")
    here.give_battle("BB")
    here.calmly("leave-combat")
    if asked:  # one of those that are left was hit by an A
        here.abort([here.convoys("germany", "North Sea 0", 1)], "Wilhelmshaven")
    assert here.events(ConvoysSunk)
    assert (here.asked == ("commonwealth", "leave-combat")) is asked


# ------------------------------------------------------------------------------------------------------ strategic warfare


@pytest.mark.rule("fa:13.5.6")
@pytest.mark.rule("fa:13.2.3.1")
@pytest.mark.parametrize(("serves", "roll"), [("austria-hungary", 4), ("germany", 6)])
def test_a_submarine_that_serves_germany_is_one_of_its_u_boats(serves: str, roll: int) -> None:
    """Whatever is printed on it: after the break-up of Austria-Hungary German crews man its boats."""
    wars = (*WARS, ("austria-hungary", "commonwealth"))
    here = waters({"North Atlantic 2": [("Boat", "austria-hungary SUB")]}, (4,), wars=wars)
    here.game.write(COUNTRY, here["Boat"], country_named(here.game, serves))
    here.game.set(UNRESTRICTED, here.game.state.get(TURN))
    here.lay("commonwealth", "North Atlantic 0", 1)
    here.start("strategic warfare")
    assert [event.roll for event in here.game.events if isinstance(event, ConvoysHunted)] == [roll]
