"""Sections, code, tests and worked examples hang together, and what is generated from them is up to date."""

from __future__ import annotations

import ast
import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import traceability
from traceability import PassedTest, Record, proofs
from worldfire.cli import rules
from worldfire.engine.citations import code_by_section
from worldfire.rules import s13_07_3_peace
from worldfire.tables.files import DataError
from worldfire.tables.sections import load_sections
from worldfire.titles import TITLES

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
REASONS = ("later: ", "never: ")


def _rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def recorded(request: pytest.FixtureRequest) -> Record:
    """What the committed record says; while it is being written there is nothing to compare."""
    if request.config.getoption("--write-conformance"):
        pytest.skip("the record is being written")
    return traceability.load_record()


# ------------------------------------------------------------------------------------------------------------- sections


@pytest.mark.parametrize("title", rules.TITLES)
def test_every_title_has_its_list_of_sections(title: str) -> None:
    sections = load_sections(title)
    assert len(sections) == len({section.section for section in sections})
    assert all(section.title and len(section.title) <= 70 for section in sections)


def test_an_option_is_a_number() -> None:
    options = {section.section: section.options for section in load_sections("wif")}
    assert options["14.3.3/bounce jets"] == (8, 44)
    assert options["14.3"] == ()
    assert {number for numbers in options.values() for number in numbers} <= set(range(1, 61))


def test_a_wrong_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "wif.csv").write_text("section,title,option\n1,One,\n1,Uno,x\n,Nothing,\n", encoding="utf-8")
    with pytest.raises(DataError) as error:
        load_sections("wif", tmp_path)
    assert [(problem.line, problem.column) for problem in error.value.problems] == [
        (3, "section"),
        (3, "option"),
        (4, "section"),
    ]


def _citable() -> set[str]:
    """Every section of every rulebook, as code and tests name it."""
    return {rules.cited(title, section.section) for title in rules.TITLES for section in load_sections(title)}


def test_code_cites_sections_that_exist() -> None:
    known = _citable()
    assert traceability.registered_code("14.3")  # imports everything
    cited = {section for section in list(code_by_section) if traceability.registered_code(section)}
    assert cited
    assert cited <= known


def test_no_rule_is_there_for_its_tests_alone() -> None:
    """Code that cites a section is used by the package itself, not only by whoever tests it."""
    used: set[str] = set()
    for file in (ROOT / "src/worldfire").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                used.add(node.id)
            elif isinstance(node, ast.Attribute):
                used.add(node.attr)
    traceability.registered_code("14.3")  # imports everything
    cited = {name for code in list(code_by_section.values()) for name in code if name.startswith("worldfire.")}
    inner = {name for name in cited if "<locals>" in name}  # a function that a builder has made
    assert not {name for name in cited - inner if name.rpartition(".")[2] not in used}


def test_tests_carry_sections_and_examples_that_exist(request: pytest.FixtureRequest) -> None:
    known = _citable()
    examples = {row["id"] for name in ("examples.csv", "examples_fa.csv") for row in _rows(name)}
    for item in request.session.items:
        for mark in item.iter_markers("rule"):
            assert mark.args[0] in known, f"{item.nodeid} carries section {mark.args[0]}"
            example = mark.kwargs.get("example")
            assert example is None or example in examples, f"{item.nodeid} carries example {example}"


# ------------------------------------------------------------------------------------------------------ worked examples


def test_examples_are_listed_once_under_sections_that_exist() -> None:
    known = {section.section for section in load_sections("wif")}
    rows = _rows("examples.csv")
    assert not [number for number, times in Counter(row["id"] for row in rows).items() if times > 1]
    assert {row["section"] for row in rows} <= known
    assert all(row["title"] for row in rows)


def test_every_example_is_played_or_waived_never_both(recorded: Record) -> None:
    examples = {row["id"] for row in _rows("examples.csv")}
    waived = {row["example"]: row["reason"] for row in _rows("waived.csv")}
    played = {test.example for test in recorded.tests if test.example and test.plays}
    assert set(waived) <= examples
    assert not played & set(waived), "played and waived"
    assert not examples - played - set(waived), "neither played nor waived"
    assert all(reason.startswith(REASONS) and reason.partition(": ")[2] for reason in waived.values())


def test_examples_of_fatal_alliances_have_a_test_or_are_called_open(recorded: Record) -> None:
    """Those of its book and of the acceptance list; the game is not offered before none is open."""
    rows = _rows("examples_fa.csv")
    carried = {test.example for test in recorded.tests}
    assert not [number for number, times in Counter(row["id"] for row in rows).items() if times > 1]
    assert {row["id"] for row in rows if row["state"] == "open"} == {row["id"] for row in rows} - carried


# ---------------------------------------------------------------------------------------------------- what is generated


def test_the_summary_and_the_page_are_up_to_date(recorded: Record) -> None:
    for file, made in traceability.GENERATED.items():
        assert file.read_text(encoding="utf-8") == made(recorded), (
            f"{file.name}: write it with pytest --write-conformance"
        )


def test_air_combat_is_implemented_and_tested(recorded: Record) -> None:
    found = proofs(recorded)
    for section in ("2.6", "2.7", "11.5.9", "14.2.4", "14.3", "14.3.1", "14.3.2", "14.3.3", "14.4"):
        assert found[section].proof == "own test", section
        assert found[section].tests, section
    assert found["14.3.3"].examples
    assert "16.3" not in found


def test_what_proves_a_section() -> None:
    """A test of few sections that ran its code; a tour; somebody else's test; and figures without code."""
    own = PassedTest("own", "14.3.1", carries=traceability.MOST_OWN_SECTIONS)
    tour = PassedTest("tour", "14.3.2", carries=traceability.MOST_OWN_SECTIONS + 1)
    table = PassedTest("table", "22.8", plays=False)
    idle = PassedTest("idle", "14.4", plays=False)
    found = proofs(Record((own, tour, table, idle), ran=("14.3", "14.3.1", "14.3.2")))
    assert (found["14.3.1"].proof, found["14.3.1"].tests) == ("own test", ("own",))
    assert (found["14.3.2"].proof, found["14.3.2"].tests) == ("run through", ("tour",))
    assert (found["14.3"].proof, found["14.3"].tests) == ("no test", ())
    assert (found["14.4"].proof, found["14.4"].tests) == ("never ran", ()), "what it carries did not run"
    assert found["22.8"].proof == "figures"


def test_code_that_no_game_called_is_listed() -> None:
    code = traceability.registered_code("14.3.2")
    found = proofs(Record((), played=code[:1]))
    assert found["14.3.2"].unplayed == code[1:]
    assert not set(code[1:]) & set(proofs(Record((), played=code))["14.3.2"].unplayed)


def test_a_case_that_carries_few_sections_is_a_test_of_its_own() -> None:
    """Of a parametrised test the narrowest case counts."""
    made = traceability.passed_tests(
        {"t": [("14.3.1", "", 9), ("14.3.1", "", 1), ("14.3", "", 9)]}, {"t": {"14.3.1", "14.3"}}, Record(())
    )
    assert {test.section: test.own for test in made} == {"14.3.1": True, "14.3": False}


def test_what_a_test_was_seen_to_play_stands_while_its_section_runs_somewhere() -> None:
    """A process remembers answers, so which test calls a function first changes with the order of the tests."""
    marks = {"t": [("14.3.1", "", 1), ("14.3.2", "", 1)], "u": [("14.3.1", "", 1)]}
    ran = {"t": set[str](), "u": {"14.3.1"}}
    before = Record((PassedTest("t", "14.3.1"), PassedTest("t", "14.3.2")))
    made = {(test.test, test.section): test.plays for test in traceability.passed_tests(marks, ran, before)}
    assert made == {("t", "14.3.1"): True, ("t", "14.3.2"): False, ("u", "14.3.1"): True}
    assert not any(test.plays for test in traceability.passed_tests(marks, ran, Record(())) if test.test == "t")


def test_what_a_test_plays_beyond_the_record_is_no_difference() -> None:
    before = Record((PassedTest("t", "14.3.1", plays=False), PassedTest("t", "14.3.2")))
    shown = Record((PassedTest("t", "14.3.1"), PassedTest("t", "14.3.2")))
    assert traceability.as_modest(shown, before).dump() == before.dump()
    less = Record((PassedTest("t", "14.3.1"), PassedTest("t", "14.3.2", plays=False)))
    assert traceability.as_modest(less, before).dump() != before.dump()


# ---------------------------------------------------------------------------------------------------------- the command


def _run(*arguments: str) -> Any:
    app = typer.Typer()
    app.command()(rules.rules)
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.parametrize("title", rules.TITLES)
def test_the_command_lists_every_section_as_json(title: str) -> None:
    answer = _run("--title", title, "--json")
    assert answer.exit_code == 0
    rows = json.loads(answer.output)
    assert [row["section"] for row in rows] == [section.section for section in load_sections(title)]
    for row in rows:
        assert {"section", "title", "option", "implemented", "tested", "tests"} < set(row)
        assert row["tested"] == bool(row["tests"])
        assert row["implemented"] == (row["proof"] in rules.IMPLEMENTED)


def test_the_command_prints_a_row_for_each_section_and_totals() -> None:
    answer = _run()
    assert answer.exit_code == 0
    assert "14.3.2" in answer.output
    assert f"{len(load_sections('wif'))} sections" in answer.output.splitlines()[-1]


def test_the_command_knows_its_titles() -> None:
    answer = _run("--title", "chess")
    assert answer.exit_code == 2


# ------------------------------------------------------------------------------ the page of a title that has its own book


def _standing_of(*sections: str) -> dict[str, str]:
    title = TITLES["fa"]
    code = traceability.registered_code("fa:21.6")
    own = PassedTest("t", "fa:21.6")
    rows = traceability.ticked(
        title, Record((own,), ran=("fa:21.6", "fa:21.10", "11.10.1", "11.5.6", "13.7.3"), played=code)
    )
    assert len(rows) == len(load_sections("fa"))
    return {row.section: row.standing for row in rows if row.section in sections}


def test_each_row_of_a_book_of_its_own_is_ticked_for_what_it_is() -> None:
    """Own code with and without a test; the common book's; what the section above covers; nothing to play; nothing done."""
    wanted = {
        "21.6": "tested",
        "21.10": "untested",
        "11.9.1": "common",
        "11.4.5": "common",
        "11.4.5/spending surprise points": "with",
        "1.1": "nothing",
        "14.2": "never ran",
        "8.1": "open",
    }
    assert _standing_of(*wanted) == wanted


def test_what_another_title_plays_is_not_ticked_for_this_one() -> None:
    """Mutual peace ran, but in rules that are not among those of Fatal Alliances."""
    modules = TITLES["fa"].rules.modules
    plays_it = s13_07_3_peace.MODULE in modules or traceability.registered_code("fa:13.6.2")
    assert (_standing_of("13.6.2")["13.6.2"] == "open") == (not plays_it)


@pytest.mark.parametrize("file", ["gaps_fa.csv", "nothing_to_play_fa.csv"])
def test_remarks_are_on_sections_that_exist(file: str) -> None:
    known = {section.section for section in load_sections("fa")}
    rows = _rows(file)
    assert {row["section"] for row in rows} <= known
    assert all(row["remark"] for row in rows)
    assert len({row["section"] for row in rows}) == len(rows)


def test_what_has_nothing_to_play_has_no_code() -> None:
    assert not [
        row["section"]
        for row in _rows("nothing_to_play_fa.csv")
        if traceability.registered_code(f"fa:{row['section']}")
    ]
