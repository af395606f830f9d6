"""13.2 Entry markers: who takes how many, who may look, moving and turning, and a pool that runs out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from test_s09_02_pacts import markers, partition, wars
from turns import Change, campaign_in, field, in_turn, play, power_index, prompt

from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.engine.views import export, imagine, view
from worldfire.forces.markers import COMMON, FIRST_YEAR, MARKER_POOL, MARKER_VALUE, count_in
from worldfire.forces.situation import PACTS
from worldfire.forces.turn import INITIATIVE_SIDE
from worldfire.rules.s13_02_entry_markers import (
    MarkerMoved,
    MarkerPlaced,
    MarkerSeen,
    MarkerTooHigh,
    MarkerTurned,
    markers_to_take,
)
from worldfire.rules.s13_02_pact_markers import (
    MarkerReturned,
    Stance,
    marker_count,
    marker_total,
    marker_values,
    pact_pool,
    record,
    recorded,
)

AXIS, ALLIES = 0, 1


def two_pacts(game: Game) -> None:
    germany, ussr, japan = (power_index(game, name) for name in ("germany", "ussr", "japan"))
    game.set(PACTS, ((germany, ussr), (ussr, japan)))


def end_of_turn(
    *changes: Change, dice: tuple[int, ...] = (), turn: str = "Jan/Feb 1940", first: int = ALLIES, **more: Any
) -> Game:
    return campaign_in(
        "global-war",
        "entry markers",
        field(INITIATIVE_SIDE, first),
        wars(("germany", "commonwealth"), ("china", "japan")),
        partition,
        *changes,
        in_turn(turn),
        dice=dice,
        **more,
    )


@pytest.mark.rule("13.2", example="WF2-042")
def test_a_marker_is_moved_face_down_and_needs_another_turn_to_be_turned() -> None:
    """The USSR lays a marker face-up on the German border and moves a face-down one there from the Japanese border."""
    game = end_of_turn(two_pacts, markers("ussr", "japan", Stance.OFFENSIVE, 3), dice=(1,))
    ussr, germany, japan = (power_index(game, name) for name in ("ussr", "germany", "japan"))
    assert (tuple(game.waiting), prompt(game)) == (("ussr",), "take-marker")
    assert set(game.offers("ussr")["take-marker"].domain) == {"germany", "japan"}  # type: ignore[attr-defined]
    events = play(game, "ussr", "take-marker", "germany")
    seen = next(event for event in events if isinstance(event, MarkerSeen))
    assert seen.seen_by == ("ussr",)
    assert MarkerPlaced(power=ussr, against=germany, defensive=True) in play(game, "ussr", "make-defensive")
    moved = play(game, "ussr", "move-offensive-marker", "japan 3")
    assert MarkerMoved(power=ussr, origin=japan, against=germany) in moved, "there is but one other border"
    assert marker_values(game, ussr, germany, Stance.OFFENSIVE) == (3,)
    assert marker_total(game, ussr, germany, Stance.DEFENSIVE) == seen.value, "it does not defend yet"
    assert tuple(game.waiting) == ("germany",), "one move or one turn, and the other side follows"


@pytest.mark.rule("13.2")
def test_germany_takes_two_markers_and_japan_one_every_second_turn() -> None:
    game = end_of_turn(two_pacts, first=AXIS, dice=(1, 1, 1, 1))
    germany, japan = power_index(game, "germany"), power_index(game, "japan")
    assert markers_to_take(game, germany) == 2
    for _ in range(2):
        assert (tuple(game.waiting), prompt(game)) == (("germany",), "take-marker")
        play(game, "germany", "take-marker", "ussr")
        play(game, "germany", "make-offensive")
    assert prompt(game) == "rearrange-markers"
    play(game, "germany", "leave-pact-markers")
    assert (tuple(game.waiting), prompt(game)) == (("japan",), "take-marker")
    play(game, "japan", "take-marker", "ussr")
    play(game, "japan", "make-offensive")
    in_turn("Mar/Apr 1940")(game)
    assert markers_to_take(game, japan) == 0
    assert markers_to_take(game, power_index(game, "ussr")) == 1
    in_turn("May/Jun 1940")(game)
    assert markers_to_take(game, japan) == 1


@pytest.mark.rule("13.2")
def test_a_marker_is_turned_over() -> None:
    game = end_of_turn(markers("ussr", "germany", Stance.OFFENSIVE, 2))
    ussr, germany = power_index(game, "ussr"), power_index(game, "germany")
    play(game, "ussr", "take-no-marker")
    events = play(game, "ussr", "turn-up-marker", "germany 2")
    assert MarkerTurned(power=ussr, against=germany, defensive=True) in events
    assert marker_total(game, ussr, germany, Stance.DEFENSIVE) == 2


@pytest.mark.rule("13.2")
def test_nobody_without_a_pact_or_a_border_takes_any() -> None:
    assert end_of_turn(field(PACTS, ())).over
    whole = campaign_in("global-war", "entry markers", field(INITIATIVE_SIDE, AXIS))
    assert whole.over, "before Poland is divided Germany and the USSR are too far apart"


# ------------------------------------------------------------------------------------------------- who may look at them


def _other_secrets(game: Game, seat: str | None, rng: Random) -> Game:
    """The same game with other numbers on every marker that the seat may not see."""
    twin = game.copy()
    visible = MARKER_VALUE.visible
    hidden = [row for row in range(len(game.state[MARKER_VALUE])) if not visible(game.state, row, seat)]
    values = [game.state[MARKER_VALUE][row] for row in hidden]
    rng.shuffle(values)
    for row, value in zip(hidden, values, strict=True):
        twin.write(MARKER_VALUE, row, value)
    return twin


@pytest.mark.rule("13.2")
def test_nobody_can_tell_what_the_hidden_markers_say() -> None:
    """Not his allies either: every view is the same whatever the others' markers say, at each decision of the step."""
    game = end_of_turn(two_pacts, first=AXIS, dice=(17, 3, 22, 9))
    rng, differing = Random(7), 0
    for verb, noun in (
        ("take-marker", "ussr"),
        ("make-offensive", None),
        ("take-marker", "ussr"),
        ("make-defensive", None),
        ("leave-pact-markers", None),
        ("take-marker", "ussr"),
        ("make-offensive", None),
        ("leave-pact-markers", None),
        ("take-marker", "germany"),
    ):
        for seat in (*game.seats, None):
            twin = _other_secrets(game, seat, rng)
            differing += twin.state.encode() != game.state.encode()
            assert view(twin, seat).encode() == view(game, seat).encode()
            assert export(twin, seat) == export(game, seat)
            assert twin.waiting == game.waiting
        play(game, next(iter(game.waiting)), verb, noun)
    assert differing > 50
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    pool = pact_pool(game, Stance.OFFENSIVE, germany, ussr)
    hidden = [row for row, lies in enumerate(game.state[MARKER_POOL]) if lies == pool]
    assert hidden
    column = view(game, "italy").columns[MARKER_VALUE.key]
    assert all(column[marker] is None for marker in hidden)
    own = view(game, "germany").columns[MARKER_VALUE.key]
    assert [own[marker] for marker in hidden] == [game.state[MARKER_VALUE][marker] for marker in hidden]
    assert not [entry for entry in game.entries for out in entry.outcomes if out.kind == "entry marker" and out.seen_by]
    imagined = imagine(view(game, "ussr"), game.ruleset, Random(1))
    assert sorted(imagined.state[MARKER_VALUE]) == sorted(game.state[MARKER_VALUE])


# ------------------------------------------------------------------------------------------------------------ running out


def _lay_all(game: Game, pools: Any) -> None:
    """Every marker of the game goes where the function of its row says."""
    laid = sorted((pools(row), value) for row, value in enumerate(game.state[MARKER_VALUE]))
    game.fill(MARKER_POOL, (pool for pool, _ in laid))
    game.fill(MARKER_VALUE, (value for _, value in laid))


@pytest.mark.rule("13.2")
def test_when_all_markers_are_used_those_of_the_next_year_join_the_pool() -> None:
    def used_up(game: Game) -> None:
        elsewhere = pact_pool(game, Stance.OFFENSIVE, power_index(game, "italy"), power_index(game, "france"))
        pools = tuple(game.state[MARKER_POOL])
        _lay_all(game, lambda row: pools[row] if pools[row] > FIRST_YEAR + 940 else elsewhere)

    game = end_of_turn(used_up, dice=(0,))
    coming = [pool for pool in game.state[MARKER_POOL] if pool >= FIRST_YEAR]
    first = min(coming)
    play(game, "ussr", "take-marker", "germany")
    assert count_in(game, COMMON) == coming.count(first) - 1
    assert first not in game.state[MARKER_POOL]


@pytest.mark.rule("13.2")
def test_in_the_end_everybody_returns_half_and_its_value_stays_on_record() -> None:
    def emptied(game: Game) -> None:
        pair = power_index(game, "ussr"), power_index(game, "germany")
        pools = [pact_pool(game, stance, *pair) for stance in Stance]
        _lay_all(game, lambda row: pools[row % 2])

    game = end_of_turn(emptied, dice=(0,) * 200)
    ussr, germany = power_index(game, "ussr"), power_index(game, "germany")
    before = {stance: marker_count(game, ussr, germany, stance) for stance in Stance}
    totals = {stance: marker_total(game, ussr, germany, stance) for stance in Stance}
    events = play(game, "ussr", "take-marker", "germany")
    returned = [event for event in events if isinstance(event, MarkerReturned)]
    assert len(returned) == sum((count + 1) // 2 for count in before.values())
    play(game, "ussr", "make-defensive")
    taken = marker_total(game, ussr, germany, Stance.DEFENSIVE) - totals[Stance.DEFENSIVE]
    assert marker_total(game, ussr, germany, Stance.OFFENSIVE) == totals[Stance.OFFENSIVE]
    assert 0 <= taken <= 5, "only the new marker was added"
    on_record = sum(recorded(game, ussr, germany, stance) for stance in Stance)
    assert on_record == sum(event.value for event in returned)


@pytest.mark.rule("13.2")
@pytest.mark.parametrize(("on_record", "lot", "turned"), [(3, 0, True), (1, -1, False)])
def test_a_marker_on_record_is_turned_if_the_draw_does_not_exceed_it(on_record: int, lot: int, turned: bool) -> None:
    """The lowest marker of the common pool says 0, the highest 3."""

    def change(game: Game) -> None:
        record(game, power_index(game, "ussr"), power_index(game, "germany"), Stance.OFFENSIVE, on_record)

    game = end_of_turn(change)
    game.chance = ScriptedChance((lot % count_in(game, COMMON),))
    ussr, germany = power_index(game, "ussr"), power_index(game, "germany")
    play(game, "ussr", "take-no-marker")
    events = play(game, "ussr", "turn-recorded-marker", "germany offensive")
    if turned:
        assert MarkerTurned(power=ussr, against=germany, defensive=True) in events
        values = marker_values(game, ussr, germany, Stance.DEFENSIVE)
        assert sum(values) + recorded(game, ussr, germany, Stance.OFFENSIVE) == on_record
        assert len(values) == 1
    else:
        assert MarkerTooHigh(power=ussr, value=3) in events
        assert recorded(game, ussr, germany, Stance.OFFENSIVE) == on_record
        assert not marker_count(game, ussr, germany, Stance.DEFENSIVE)
