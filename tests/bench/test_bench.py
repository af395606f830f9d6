"""The bench tells the truth about what it is given: bars, ratios, history, and an exit code that a Makefile sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from worldfire.bench import Figure, Yardsticks, measuring, timing
from worldfire.bench.at_sea import GUADALCANAL, NAVAL_STEPS
from worldfire.bench.figures import OF_CATANATRON
from worldfire.bench.timing import high, least_of, nothing, ratio_of, side_by_side
from worldfire.bench.wars import WARS
from worldfire.cli.main import app

YARDSTICKS = Yardsticks(catanatron=20_000, chess=100_000)


@pytest.mark.parametrize(
    ("value", "more_is_better", "holds"),
    [(4, False, True), (5, False, True), (6, False, False), (4, True, False), (5, True, True), (6, True, True)],
)
def test_a_bar_holds_on_its_own_side(value: float, more_is_better: bool, holds: bool) -> None:
    figure = Figure("x", value, "ms", 5, more_is_better)
    assert figure.holds is holds
    assert figure.verdict == ("yes" if holds else "NO")


def test_ratios_do_not_depend_on_the_machine() -> None:
    """A rate is a part of the yardstick's, a time is told in its actions; twice as fast a machine gives the same."""
    twice = Yardsticks(2 * YARDSTICKS.catanatron, 2 * YARDSTICKS.chess)
    slow = (Figure("a", 5_000, "/s"), Figure("b", 3.0, "ms"), Figure("c", 2.0, "s"), Figure("d", 0.5, OF_CATANATRON))
    fast = (Figure("a", 10_000, "/s"), Figure("b", 1.5, "ms"), Figure("c", 1.0, "s"), Figure("d", 0.5, OF_CATANATRON))
    found = [YARDSTICKS.ratios(figure) for figure in slow]
    assert found[0] == {"catanatron": pytest.approx(0.25), "chess": pytest.approx(0.05)}
    assert found[1] == {"catanatron": pytest.approx(60), "chess": pytest.approx(300)}
    assert found[3] == {"catanatron": pytest.approx(0.5), "chess": pytest.approx(0.1)}
    for one, other in zip(found, (twice.ratios(figure) for figure in fast), strict=True):
        assert one == pytest.approx(other)
    assert YARDSTICKS.ratios(Figure("errors", 0, "")) == {"catanatron": None, "chess": None}


def test_the_least_of_the_passes_counts_and_no_piece_of_work_is_left_out() -> None:
    passes = [[1.0, 9.0, 3.0], [2.0, 8.0, 2.0], [3.0, 7.0, 4.0]]
    assert least_of(passes) == [1.0, 7.0, 2.0]
    assert high([*[0.001] * 94, *[0.5] * 6]) == 500
    with pytest.raises(ValueError, match="shorter"):
        least_of([[1.0], []])


class Clock:
    """Seconds that pass only while somebody plays, and twice as fast while the machine is busy."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds, self.busy, self.order = 0.0, False, list[str]()
        monkeypatch.setattr(timing, "now", lambda: self.seconds)

    def player(self, name: str, slices: list[tuple[int, float]]) -> timing.Slices:
        def play() -> Iterator[int]:
            for actions, seconds in slices:
                self.order.append(name)
                self.seconds += 2 * seconds if self.busy else seconds
                yield actions

        return play


def test_both_sides_are_measured_in_turn_by_one_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slice by slice, the least time of each, all of them counted; theirs stop when ours are done."""
    clock = Clock(monkeypatch)
    ours, theirs = clock.player("we", [(10, 1.0), (30, 4.0)]), clock.player("they", [(50, 1.0)] * 9)
    pair = side_by_side(ours, theirs, passes=2)
    assert pair == ((40, 5.0), (100, 2.0))
    assert clock.order == ["we", "they"] * 2 + ["we", "they"] * 2
    assert ratio_of([pair, pair]) == pytest.approx(8 / 50)
    assert ratio_of([side_by_side(ours, nothing)]) == 0.0


def test_a_busy_machine_moves_both_rates_and_not_the_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    ours, theirs = clock.player("we", [(10, 1.0)] * 3), clock.player("they", [(50, 1.0)] * 3)
    quiet = side_by_side(ours, theirs)
    clock.busy = True
    busy = side_by_side(ours, theirs)
    assert busy[0].rate == quiet[0].rate / 2
    assert ratio_of([busy]) == ratio_of([quiet]) == pytest.approx(0.2)


def test_the_wars_are_measured_by_the_bars_of_the_design() -> None:
    barbarossa, global_war, great_war = WARS
    assert great_war.title == "fa"
    assert great_war.bars == global_war.bars
    assert (barbarossa.bars.asked, barbarossa.bars.offers, barbarossa.bars.ratio) == (2, 3, 0.05)
    assert (global_war.bars.asked, global_war.bars.offers, global_war.bars.game, global_war.bars.save) == (4, 6, 5, 5)
    assert (GUADALCANAL.bars.asked, GUADALCANAL.bars.fork_and_move, GUADALCANAL.bars.game) == (5, 3, 8)
    assert all(step in GUADALCANAL.set_up(1).ruleset.procedures for step in NAVAL_STEPS)


# --------------------------------------------------------------------------------------------------------- the command


def bench(*words: str) -> Result:
    return CliRunner().invoke(app, ["bench", *words])


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """What is measured instead of the engine."""
    found = [Figure("quick", 1.0, "ms", 2), Figure("many", 0.5, OF_CATANATRON, 0.4, True)]

    def measured(yardsticks: Yardsticks) -> Iterator[Figure]:
        assert yardsticks == YARDSTICKS
        yield from found

    monkeypatch.setattr(measuring, "BENCHMARKS", {"something": measured})
    monkeypatch.setattr(measuring, "measure_yardsticks", lambda: YARDSTICKS)
    # Nothing is timed, so nobody needs to look through all that the tests before have left.
    monkeypatch.setattr(measuring.gc, "collect", lambda: 0)
    return found


def test_json_keeps_its_keys(figures: list[Figure], tmp_path: Path) -> None:
    result = bench("--json", "--out", str(tmp_path / "bench.json"))
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert [figure["name"] for figure in told][:2] == ["quick", "many"]
    assert all(list(figure) == ["name", "value", "unit", "bar", "more_is_better"] for figure in told)
    assert json.loads((tmp_path / "bench.json").read_text(encoding="utf-8")) == told


def test_a_missed_bar_is_a_failure(figures: list[Figure]) -> None:
    assert bench().exit_code == 0
    figures.append(Figure("slow", 3.0, "ms", 2))
    result = bench()
    assert result.exit_code == 1
    assert "bars missed: 1" in result.output


def test_every_run_leaves_a_line(figures: list[Figure], tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    for _ in range(2):
        assert bench("--history", str(file)).exit_code == 0
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 2
    assert lines[1]["rows"]["quick"] == {"value": 1.0, "unit": "ms", "holds": True, "catanatron": 20.0, "chess": 100.0}
    assert lines[1]["python"]
