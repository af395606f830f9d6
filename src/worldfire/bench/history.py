"""What was measured before: a line for each run, in figures that do not depend on the machine."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from platform import python_version
from subprocess import run

import msgspec

from worldfire.bench.measuring import Measured


class Row(msgspec.Struct, frozen=True):
    """A figure, and the same beside the yardsticks: a rate as a part of theirs, a time in actions of theirs."""

    value: float
    unit: str
    holds: bool
    catanatron: float | None
    chess: float | None


class Run(msgspec.Struct, frozen=True):
    at: str
    commit: str
    python: str
    rows: dict[str, Row]


def remember(measured: Measured, path: Path) -> Run:
    """Add a line to the file."""
    rows = {
        figure.name: Row(
            _short(figure.value) or 0.0,
            figure.unit,
            figure.holds,
            **{name: _short(ratio) for name, ratio in measured.yardsticks.ratios(figure).items()},
        )
        for figure in measured.figures
    }
    done = Run(datetime.now(UTC).isoformat(timespec="seconds"), _commit(), python_version(), rows)
    with path.open("ab") as file:
        file.write(msgspec.json.encode(done) + b"\n")
    return done


def _short(number: float | None) -> float | None:
    """Three figures say all that such a measurement can say."""
    return None if number is None else float(f"{number:.3g}")


def _commit() -> str:
    found = run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return found.stdout.strip()
