"""18.1 Who can co-operate."""

from __future__ import annotations

import pytest
from positions import align, country, position, power, put
from steps import begin_step

from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CO_OPERATING
from worldfire.forces.things import PLACE, board_of, place_index, things_at
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s18_1_cooperation import cooperation_violation, countries_cooperate


def on_the_map() -> Game:
    """Germany and Italy co-operate; Hungary is aligned with Italy, Rumania with Germany."""
    game = position(
        "global-war",
        units={
            "Delhi": ["cw-mech-21-ind"],
            "Canberra": ["cw-mil-sydney"],
            "Berlin": ["ge-inf-xlv"],
            "Budapest": ["hungary-inf-i"],
            "Bucharest": ["rumania-inf-i"],
            "Rome": ["italy INF"],
        },
        wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
    )
    align(game, "hungary", "italy")
    align(game, "rumania", "germany")
    return game


@pytest.mark.rule("18.1", example="WF2-166")
@pytest.mark.rule("18")
def test_who_may_stack_together() -> None:
    """An Australian and an Indian may; a German with a minor country of Italy may not, though Italy may."""
    game = on_the_map()
    names = ("Delhi", "Canberra", "Berlin", "Budapest", "Bucharest", "Rome")
    indian, australian, german, hungarian, rumanian, italian = (
        things_at(game, place_index(game, name))[0] for name in names
    )
    delhi, budapest = place_index(game, "Delhi"), place_index(game, "Budapest")
    assert stacking_violation(game, delhi, (indian, australian)) is None
    found = stacking_violation(game, budapest, (hungarian, german))
    assert found is not None
    assert found.key == "units-do-not-cooperate"
    assert cooperation_violation(game, german, italian) is None
    assert cooperation_violation(game, hungarian, italian) is None
    assert cooperation_violation(game, rumanian, german) is None
    assert cooperation_violation(game, rumanian, hungarian) is not None


@pytest.mark.rule("18.1")
def test_minor_countries_co_operate_that_have_been_with_the_same_power_since_1939() -> None:
    game = on_the_map()
    albania, libya, hungary = (country(game, name) for name in ("albania", "libya", "hungary"))
    assert countries_cooperate(game, albania, libya)  # (4): both Italian in 1939
    assert not countries_cooperate(game, albania, hungary)
    align(game, "rumania", "italy")
    assert not countries_cooperate(game, country(game, "rumania"), hungary)  # the same power, but not since 1939
    align(game, "libya", "germany")
    assert not countries_cooperate(game, albania, libya)  # no longer


@pytest.mark.rule("18.1")
def test_major_powers_co_operate_once_the_war_has_brought_them_together() -> None:
    game = on_the_map()
    germany, japan, italy = (country(game, name) for name in ("germany", "japan", "italy"))
    assert countries_cooperate(game, germany, italy)
    assert not countries_cooperate(game, germany, japan)
    game.set(CO_OPERATING, ((power(game, "germany"), power(game, "japan")),))
    assert countries_cooperate(game, japan, germany)
    assert not countries_cooperate(game, germany, italy)


@pytest.mark.rule("18.2/but you can do this")
def test_powers_that_do_not_co_operate_enter_each_others_hexes_and_trace_supply_through_them() -> None:
    """A Soviet corps marches through Persia, which the Commonwealth holds, and is supplied from Baku."""
    game = position(
        "global-war",
        wars=[("germany", "ussr"), ("germany", "commonwealth")],
        control={"commonwealth": ["country:Iran"]},
    )
    assert not countries_cooperate(game, country(game, "ussr"), country(game, "united-kingdom"))
    board, crossing = board_of(game), ground_of(game).crossing
    start, first, second = next(
        (start, first, second)
        for start in (board.index[number] for number in board.hexes_of("USSR"))
        for first in crossing.open[start]
        for second in crossing.open[first]
        if board.tables.country[first] == board.tables.country[second] == "Iran" and second not in crossing.open[start]
    )
    corps = put(game, "ussr CAV", board.number(start))
    put(game, "ussr HQ-I", board.number(start))
    begin_step(game, "land movement", "ussr")
    game.submit("ussr", "move", ((corps,), (first, second)))
    game.submit("ussr", "done")
    assert game.state[PLACE][corps] == second
    assert game.state[CONTROLLER][second] == power(game, "commonwealth")
    assert in_supply(game, corps)
