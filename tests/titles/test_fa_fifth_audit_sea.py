"""Findings of a fifth audit of Fatal Alliances: supply, the turn, lending, the war at sea and over it."""

from __future__ import annotations

import pytest
from front import front
from test_fa_audit_collapse import ukraine

from conformance.positions import power, put
from worldfire.engine.game import Game
from worldfire.forces.things import place_index
from worldfire.forces.who import CONQUEROR, CONTROLLER, HOME_COUNTRY, align_country, country_named
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_4_supply_limits import sea_is_open, tracer_of_country
from worldfire.rules.s04_2_1_convoys import ports_abroad

# ------------------------------------------------------------------------------------------------- 2.4.2, 19.1 supply

EAST = (("germany", "russia"), ("austria-hungary", "russia"))
BULGARIANS, GERMANS, AUSTRIANS = "bulgaria-inf-1-bulg", "germany-inf-vi", "austria-hungary-inf-div-1"


def serbia_conquered(conqueror: str) -> Game:
    """In rain, when Sofia is too far from Belgrade for a unit to trace to it by itself."""
    game = front({}, wars=EAST, aligned=[("bulgaria", "germany")], weather="rain")
    serbia, master = country_named(game, "serbia"), power(game, conqueror)
    game.write(CONQUEROR, serbia, master)
    align_country(game, serbia, master)
    for place, home in enumerate(game.state[HOME_COUNTRY]):
        if home == serbia:
            game.write(CONTROLLER, place, master)
    game.forget()
    return game


@pytest.mark.rule("fa:2.4.2")
@pytest.mark.rule("fa:19.1")
@pytest.mark.parametrize(
    ("conqueror", "unit", "supplied"),
    [
        ("austria-hungary", BULGARIANS, False),
        ("germany", BULGARIANS, True),
        ("austria-hungary", GERMANS, True),
        ("germany", AUSTRIANS, True),
    ],
)
def test_a_conquered_capital_supplies_no_minor_country_of_an_ally(conqueror: str, unit: str, supplied: bool) -> None:
    """Bulgarians co-operate with Germany, which leads them, and not with Austria-Hungary."""
    game = serbia_conquered(conqueror)
    assert in_supply(game, put(game, unit, "Belgrade")) is supplied


@pytest.mark.rule("fa:2.4.2")
@pytest.mark.rule("fa:20.3")
@pytest.mark.parametrize(("unit", "supplied"), [(GERMANS, True), (BULGARIANS, False)])
def test_the_capital_of_a_new_country_supplies_its_major_power(unit: str, supplied: bool) -> None:
    """All of western Russia is German; in Kiev, far from home, Germans are supplied by rail as in any ally's capital."""
    game = ukraine("Kiev", "Odessa")
    game.submit("germany", "choose-free-capital", place_index(game, "Kiev"))
    russia = power(game, "russia")
    for place, holder in enumerate(game.state[CONTROLLER]):
        if holder == russia:
            game.write(CONTROLLER, place, power(game, "germany"))
    align_country(game, country_named(game, "bulgaria"), power(game, "germany"))
    game.forget()
    assert in_supply(game, put(game, unit, "Kiev")) is supplied


@pytest.mark.rule("fa:2.4.2.3")
@pytest.mark.rule("fa:19.1")
@pytest.mark.parametrize(
    ("guard", "country", "open_"),
    [
        ("greece SCS", "serbia", True),
        ("greece SCS", "united-kingdom", True),
        ("commonwealth SCS", "serbia", True),
        ("france SCS", "serbia", False),
        ("greece SCS", "france", False),
    ],
)
def test_whatever_ship_the_major_power_controls_keeps_a_sea_open(guard: str, country: str, open_: bool) -> None:
    """Greeks and Serbs, who do not co-operate, are both led by the Commonwealth."""
    sea, led = "Eastern Mediterranean", (("greece", "commonwealth"), ("serbia", "commonwealth"))
    wars = [("austria-hungary", "commonwealth"), ("austria-hungary", "france")]
    game = front({}, wars=wars, aligned=led)
    tracer = tracer_of_country(game, country_named(game, country))
    put(game, "austria-hungary SCS", f"{sea} 2")
    assert not sea_is_open(game, tracer, sea)
    put(game, guard, f"{sea} 1")
    assert sea_is_open(game, tracer, sea) is open_


# -------------------------------------------------------------------------------------------------- 4.2.1 reinforcements


@pytest.mark.rule("fa:4.2.1")
@pytest.mark.rule("fa:20.3")
def test_a_convoy_point_arrives_in_a_port_of_a_new_country() -> None:
    game = ukraine("Kiev", "Odessa")
    germany, odessa = power(game, "germany"), place_index(game, "Odessa")
    assert all(odessa not in ports for ports in ports_abroad(game, germany))
    game.submit("germany", "choose-free-capital", place_index(game, "Kiev"))
    (ports,) = ports_abroad(game, germany)
    assert odessa in ports
