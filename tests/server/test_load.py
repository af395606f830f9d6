"""The load itself: a small one runs through, and what is lost or broken would be seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update
from typer.testing import CliRunner

from worldfire.cli.main import app
from worldfire.server.database import Database
from worldfire.server.founding import Plan
from worldfire.server.load import Load, Report, World, _growth, put_under_load
from worldfire.server.tables import ENTRIES

SMALL = Load(games=2, rate=10, seconds=2)
FINE = Report(
    games=200,
    clients=400,
    actions=1500,
    seconds=30.0,
    p50=10.0,
    p95=99.0,
    p99=200.0,
    acknowledged_p95=99.0,
    processor_per_action=6.0,
    errors=0,
    errors_by_kind={},
    stale=0,
    kills=0,
    lost=0,
    broken=0,
    complaints=0,
    delta_bytes_p50=1,
    delta_bytes_p95=1,
)


def test_a_small_load_alone_and_beside_others() -> None:
    load = msgspec.structs.replace(
        SMALL, beside=True, verifications=1, imports=1, replays=1, whole=Plan(exercise="air-duel")
    )
    report = put_under_load(load, lambda _: None)
    assert report.actions > 0
    assert report.p50 > 0
    assert (report.errors, report.lost, report.broken, report.complaints) == (0, 0, 0, 0)
    assert report.beside_done == {"verified": 1, "imported": 1, "replayed": 1}
    assert report.beside_p95 > 0
    assert report.errors_by_kind == {}
    figures = {figure.name: figure.value for figure in report.figures(load)}
    assert figures["work beside that was not done"] == 0
    assert figures["ratio of the two"] == report.beside_ratio


def test_what_is_lost_or_broken_is_seen(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    world = World(SMALL, url, lambda _: None)
    world.make_games()
    assert (world.lost(), world.broken()) == (0, 0)
    world.kept.append((world.pairs[0].id, "load-1", 5))  # acknowledged, and nothing is there under this key
    database = Database(url, 1)
    with database.writing() as connection:
        here = ENTRIES.c.game == world.pairs[1].id
        connection.execute(
            update(ENTRIES).where(here, ENTRIES.c.seq == 3).values(line=b'{"seq":3,"seat":"","verb":""}')
        )
    database.close()
    assert (world.lost(), world.broken()) == (1, 1)


def test_the_bar() -> None:
    def verdicts(load: Load, **changes: Any) -> list[str]:
        return [figure.verdict for figure in msgspec.structs.replace(FINE, **changes).figures(load)]

    assert verdicts(Load()) == ["yes"] * 5
    assert verdicts(Load(), p95=101.0)[0] == "NO"
    assert verdicts(Load(), actions=1400)[1] == "NO"
    assert verdicts(Load(), lost=1)[3] == "NO"
    flat, grown = [500.0] * 30, [500.0 + 10 * minute for minute in range(30)]
    assert verdicts(Load(), memory=flat, memory_growth=_growth(flat))[-1] == "yes"
    assert verdicts(Load(), memory=grown, memory_growth=_growth(grown))[-1] == "NO"
    assert verdicts(Load(beside=True), beside_ratio=2.1)[3] == "NO"
    assert verdicts(Load(kills=True), p95=5000.0, errors=1) == ["NO", "yes", "yes"]


@pytest.mark.parametrize(("p95", "code"), [(99.0, 0), (101.0, 1)])
def test_the_command_fails_where_a_bar_is_missed(monkeypatch: pytest.MonkeyPatch, p95: float, code: int) -> None:
    report = msgspec.structs.replace(FINE, p95=p95)
    monkeypatch.setattr("worldfire.server.load.put_under_load", lambda plan, tell: report)
    assert CliRunner().invoke(app, ["load"]).exit_code == code
