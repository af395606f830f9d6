"""Traceability: which sections of the rulebook each passing test carries, and whose code it ran.

A test says so with `@pytest.mark.rule("14.3.2", example="WF2-138")`, more than once if need be. A full run that passes
must give what `tests/conformance/record.json` says; `pytest --write-conformance` writes that record, its summary in the
package and the page `docs/conformance.md`.
"""

from __future__ import annotations

import gc
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

# Tests start the program many times over: what one process has compiled the next finds, even where the machine keeps nothing.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Before anything of the package is imported: registered functions then note that they were called.
os.environ.setdefault("WORLDFIRE_RECORD_RULES", "1")

import pytest
from hypothesis import settings

import traceability
from traceability import PLAYED_IN, RECORD, Record, as_modest, load_record, passed_tests, registered_code
from worldfire.engine import citations

sys.dont_write_bytecode = False
if "PYTEST_XDIST_WORKER" in os.environ:
    gc.disable()  # nothing that is collected goes again; `pytest_collection_finish` is only called where tests are run
assert os.environ.get(citations.RECORD_VARIABLE), "the variable has another name now"

# A loaded machine is slow now and then: properties are judged by what holds, not by how long one example took.
settings.register_profile("worldfire", deadline=None)
settings.load_profile("worldfire")

#: in which order
_LONG = {"browser": 0, "fuzz": 1, "server": 2, "golden": 3, "players": 4}
PROPERTY, PLAYED = "worldfire-rules", "worldfire-played"

#: test function (without the case of a parametrised one) → what its passing cases carried and ran
_marks: dict[str, set[tuple[str, str, int]]] = defaultdict(set)
_ran: dict[str, set[str]] = defaultdict(set)
#: what recorded and fuzzed games have called
_played: set[str] = set()
_complaint: list[str] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-conformance", action="store_true", help="write the record of conformance and its page")
    parser.addoption("--soak", action="store_true", help="run the tests that play whole campaigns, and no others")
    parser.addoption("--fuzz-games", type=int, default=24, help="how many random games of each exercise and of the toy")


@pytest.fixture(scope="session")
def fuzz_games(pytestconfig: pytest.Config) -> int:
    games: int = pytestconfig.getoption("--fuzz-games")
    return games


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """`-n auto`: one more than there are cores, because tests of the browser and the server wait much of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.getoption("dist") != "load":
        return None
    from dealing import InTwoHalves  # noqa: PLC0415  (not everybody who runs tests has xdist)

    return InTwoHalves(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whole campaigns belong to `make soak`. Folders of long tests come first, so that no worker is left alone with them."""
    _check_marks(items)
    wanted = bool(config.getoption("--soak"))
    chosen: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        fits = (item.get_closest_marker("soak") is not None) is wanted
        (chosen if fits else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = sorted(chosen, key=lambda item: _LONG.get(item.path.parent.name, len(_LONG)))


def _check_marks(items: list[pytest.Item]) -> None:
    """A mark names one section: of several only the first would count, and nobody would notice."""
    for item in items:
        for mark in item.iter_markers("rule"):
            if len(mark.args) != 1 or not isinstance(mark.args[0], str) or set(mark.kwargs) - {"example"}:
                told = ", ".join(map(repr, mark.args))
                raise pytest.UsageError(
                    f"{item.nodeid}: mark.rule({told}) does not name one section; give each section a mark of its own"
                )


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end, and most of what a game makes goes by itself: both are looked at less often."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


# -------------------------------------------------------------------------------------------- in the process that tests


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    citations.clear_visits()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    yield
    marks = [(mark.args[0], mark.kwargs.get("example") or "") for mark in item.iter_markers("rule")]
    if marks:
        item.user_properties.append((PROPERTY, {"marks": marks, "ran": sorted(citations.visited_sections)}))
    if item.nodeid.startswith(PLAYED_IN):
        item.user_properties.append((PLAYED, sorted(citations.visited_code)))


# ------------------------------------------------------------------------------- in the process that collects the reports


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when != "call" or not report.passed:
        return
    for name, value in report.user_properties:
        if name == PROPERTY:
            _note(report.nodeid.partition("[")[0], value)
        elif name == PLAYED:
            _played.update(code for code in value if code.startswith("worldfire."))


def _note(test: str, value: Any) -> None:
    carries = len({section for section, _ in value["marks"]})
    _marks[test].update((section, example, carries) for section, example in value["marks"])
    _ran[test].update(value["ran"])


def _recorded() -> Record:
    ran = {section for sections in _ran.values() for section in sections}
    return Record(tuple(passed_tests(_marks, _ran, load_record())), tuple(filter(registered_code, ran)), tuple(_played))


def _is_full_run(config: pytest.Config) -> bool:
    chosen = ("soak", "keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly")
    if any(getattr(config.option, name, None) for name in chosen):
        return False
    paths = {(config.invocation_params.dir / argument).resolve() for argument in config.args}
    return paths == {(config.rootpath / path).resolve() for path in config.getini("testpaths")}


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    config = session.config
    if hasattr(config, "workerinput") or not _is_full_run(config):
        return
    recorded = _recorded()
    if config.getoption("--write-conformance"):  # tests that fail are left out
        traceability.write(recorded)
    elif exitstatus == pytest.ExitCode.OK:
        shown = as_modest(recorded, load_record()).dump()
        if RECORD.read_text(encoding="utf-8") != shown:
            _complaint.append(_difference(shown))
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _difference(recorded: str) -> str:
    old = {line.rstrip(",") for line in RECORD.read_text(encoding="utf-8").splitlines()}
    changed = sorted(old ^ {line.rstrip(",") for line in recorded.splitlines()})
    return "\n".join(changed[:20])


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if _complaint:
        terminalreporter.section("the record of conformance is out of date", red=True)
        terminalreporter.write_line("write it with: pytest --write-conformance")
        terminalreporter.write_line(_complaint[0])
