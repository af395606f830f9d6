"""9.4 The USA attempts to declare war; 13.3.2 what declaring costs, and the options that a war brings."""

from __future__ import annotations

from typing import Any

import pytest
from test_s13_03_us_entry import ALLIES, AXIS, FLEET, declare, declaring, points, wars
from turns import Change, field, play, power_index, prompt, put
from us_markers import chosen, markers, pool

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.markers import COMMON, values_in
from worldfire.rules.s09_war import declaration_violation, targets
from worldfire.titles.wif.nations.us_entry.moving import TensionRaised
from worldfire.titles.wif.nations.us_entry.options import EntryOptionGained
from worldfire.titles.wif.nations.us_entry.pools import (
    ENTRY,
    EUROPE,
    JAPAN,
    NEVER_AT_WAR,
    TENSION,
    MarkersReturned,
    MarkersShown,
    level,
)
from worldfire.titles.wif.nations.us_entry.war import MUST_ATTEMPT, WarAttempted, die_modifier, war_number
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS

#: entry 38 and tension 18 against Japan
JAY = markers(ja=(5, 5, 5, 5, 5), ge=(1,), ja_tension=(5, 5, 2), ge_tension=(), common=(0, 1, 2))


def in_china(game: Game) -> None:
    """A Japanese unit stands in China."""
    put("Nanking", "ja-inf-18")(game)


def attempting(*changes: Change, dice: tuple[int, ...] = ()) -> Game:
    game = declaring(ALLIES, *changes, dice=dice, turn="Nov/Dec 1941")
    assert (prompt(game), tuple(game.waiting)) == ("attempt-war", ("usa",))
    return game


@pytest.mark.rule("9.4/attempting to declare war")
@pytest.mark.rule("9.4", example="WF1-080")
@pytest.mark.parametrize(("die", "succeeds"), [(4, True), (5, False)])
def test_jay_needs_four_or_less(die: int, succeeds: bool) -> None:
    """Entry 38, tension 18: a 3, and one less on the die for the Japanese in China."""
    game = attempting(JAY, chosen(34), in_china, put("Honolulu", *FLEET), dice=(die, 0, 0, 0, 0, 0))
    assert (level(game, ENTRY, JAPAN), level(game, TENSION, JAPAN)) == (38, 18)
    assert (war_number(game, JAPAN), die_modifier(game, JAPAN)) == (3, -1)
    events = play(game, "usa", "attempt-war", ("japan",))
    japan, usa = power_index(game, "japan"), power_index(game, "usa")
    assert WarAttempted(powers=(japan,), die=die, modifier=-1, succeeded=succeeds) in events
    assert at_war(game, usa, japan) is succeeds
    shown = [event for event in events if isinstance(event, MarkersShown)]
    assert bool(shown) is succeeds
    if succeeds:
        assert {(event.pool, event.target) for event in shown} == {(ENTRY, JAPAN), (ENTRY, EUROPE), (TENSION, JAPAN)}


@pytest.mark.rule("9.4", example="B5")
def test_not_yet_mr_president() -> None:
    """without the bill and with the fleet in San Diego no roll succeeds, but the attempt may be made."""
    game = attempting(JAY, in_china, dice=(1, 0, 0))
    assert (war_number(game, JAPAN), die_modifier(game, JAPAN)) == (3, 3 + 2 - 1)
    events = play(game, "usa", "attempt-war", ("japan",))
    japan = power_index(game, "japan")
    assert WarAttempted(powers=(japan,), die=1, modifier=4, succeeded=False) in events
    assert not any(isinstance(event, MarkersShown) for event in events)
    assert {(event.pool, event.count) for event in events if isinstance(event, MarkersReturned)} == {
        (ENTRY, 1),
        (TENSION, 1),
    }
    assert (len(pool(game, ENTRY, JAPAN)), pool(game, TENSION, JAPAN)) == (4, (5, 5))
    assert values_in(game, COMMON) == (0, 1, 2, 2, 5)
    assert game.state.get(NEVER_AT_WAR) == ()


@pytest.mark.rule("9.4", example="B5")
def test_with_an_empty_tension_pool_a_failure_is_the_last() -> None:
    """never again against Japan; Germany is untouched."""
    game = attempting(markers(ja=(5, 5), ge=(1,), common=(0,)), dice=(1, 0))
    play(game, "usa", "attempt-war", ("japan",))
    assert game.state.get(NEVER_AT_WAR) == (power_index(game, "japan"),)
    assert pool(game, ENTRY, JAPAN) == (5,)
    again = attempting(field(NEVER_AT_WAR, game.state.get(NEVER_AT_WAR)))
    shape: Any = again.offers("usa")["attempt-war"]
    assert shape.domain == ("germany", "italy")


@pytest.mark.rule("13.3.2 option ?")
@pytest.mark.rule("9.4")
def test_germany_and_italy_are_one_attempt_and_two_costs() -> None:
    held = markers(ge=(5,) * 10, ge_tension=(5,) * 4, ja=(1,), common=(0,))
    options = chosen(7, 11, 15, 18, 19, 20, 27, 29, 30, 34)
    game = attempting(held, options, dice=(8, 5, 0, 0, 0, 6, 0, 0, 10))
    with pytest.raises(Refused) as refusal:
        play(game, "usa", "attempt-war", ("japan", "germany"))
    assert refusal.value.violations[0].key == "japan-by-itself"
    events = [*play(game, "usa", "attempt-war", ("germany", "italy")), *declare(game)]
    germany, italy, usa = (power_index(game, name) for name in ("germany", "italy", "usa"))
    assert at_war(game, usa, germany)
    assert at_war(game, usa, italy)
    assert sum(isinstance(event, WarAttempted) for event in events) == 1
    assert [event.points for event in events if isinstance(event, TensionRaised) and event.option == 0] == [25, 25]
    assert len(pool(game, TENSION, EUROPE)) == 4 + 3 + 2  # a 5 moves a third marker, a 6 does not
    assert EntryOptionGained(option=14) in events


@pytest.mark.rule("9.4")
def test_a_failed_attempt_on_both_costs_one_marker_of_each_pool() -> None:
    game = attempting(markers(ge=(1, 1), ge_tension=(1, 1), common=(0,)), dice=(10, 0, 0))
    play(game, "usa", "attempt-war", ("germany", "italy"))
    assert (len(pool(game, ENTRY, EUROPE)), len(pool(game, TENSION, EUROPE))) == (1, 1)


@pytest.mark.rule("9.4")
def test_modifiers_of_the_attempt() -> None:
    game = attempting(wars(("usa", "japan")), markers(ge=(1,)))
    assert die_modifier(game, EUROPE) == 3 - 1  # the bill not passed, at war already
    game = attempting(put("Honolulu", *FLEET), chosen(34))
    assert (die_modifier(game, JAPAN), die_modifier(game, EUROPE)) == (0, 0)


@pytest.mark.rule("13.3.2", example="WF2-046")
def test_a_war_with_japan_brings_the_options_against_it() -> None:
    """All that are available: the Burma Road is open, so not option 24. Each is rolled for, and no marker has to move."""
    held = markers(ja=(5,) * 5, ge=(1,), common=(0, 0, 0, 0, 0))
    game = declaring(
        AXIS, held, chosen(1, 9, 13, 17, 23, 26, 31, 36, 40, 41), dice=(6, 0, 0, 0, 0, 3), turn="Nov/Dec 1941"
    )
    events = declare(game, ("japan", "usa"))
    assert points(events) == {"11": 45}
    assert prompt(game) == "move-markers-or-not"  # option 42: 19 points, a 3
    before = len(pool(game, ENTRY, JAPAN))
    play(game, "usa", "leave-markers")
    assert len(pool(game, ENTRY, JAPAN)) == before
    taken = set(game.state.get(US_ENTRY_OPTIONS))
    assert 42 in taken
    assert not {24, 43, 15, 22} & taken


@pytest.mark.rule("13.3.1")
def test_at_war_with_all_three_every_marker_goes_back() -> None:
    """And every option that can be had counts as chosen, but for 37 and 44."""
    held = markers(ja=(5, 5), ge=(1,), ja_tension=(2,), common=(0,))
    game = declaring(AXIS, wars(("usa", "germany"), ("usa", "italy")), held, turn="Nov/Dec 1941")
    declare(game, ("japan", "usa"))
    assert (pool(game, ENTRY, JAPAN), pool(game, ENTRY, EUROPE), pool(game, TENSION, JAPAN)) == ((), (), ())
    assert values_in(game, COMMON) == (0, 1, 2, 5, 5)
    taken = set(game.state.get(US_ENTRY_OPTIONS))
    assert {9, 22, 34, 41, 45, 50} <= taken
    assert not {37, 44, 24, 4} & taken


@pytest.mark.rule("13.3.2 option 42")
@pytest.mark.rule("13.3.2")
def test_the_guarantee_forces_an_attempt() -> None:
    """Option 42: Japan attacks Portugal; the USA must try, with four less on the die but at least one."""
    game = declaring(AXIS, JAY, chosen(42), dice=(10,), turn="Nov/Dec 1941")
    declare(game, ("japan", "portugal"))
    assert game.state.get(MUST_ATTEMPT)
    game = declaring(ALLIES, JAY, chosen(42), field(MUST_ATTEMPT, True), dice=(3, 0, 0), turn="Nov/Dec 1941")
    assert prompt(game) != "attempt-war"
    assert not game.state.get(MUST_ATTEMPT)
    assert len(pool(game, ENTRY, JAPAN)) == 4, "3 + 5 - 4 is 4, one too many"


@pytest.mark.rule("13.3.2 option 48")
@pytest.mark.rule("9.4")
@pytest.mark.rule("13.3.2")
def test_the_usa_leaves_minors_alone_before_option_48() -> None:
    game = declaring(ALLIES, wars(("germany", "commonwealth")))
    usa = power_index(game, "usa")
    assert targets(game, usa, minors=True) == ()
    game.set(US_ENTRY_OPTIONS, (48,))
    assert {"haiti", "spain"} <= set(targets(game, usa, minors=True))
    assert targets(game, usa, minors=False) == ()
    found = declaration_violation(game, usa, "japan")
    assert found is not None
    assert found.key == "usa-needs-its-entry-level"
