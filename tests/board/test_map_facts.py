"""Every fact that the rulebook gives about the printed map holds on the board."""

from __future__ import annotations

import csv
from pathlib import Path

from map_facts import PREDICATES, Fact, holds, read_facts

from worldfire.board import load
from worldfire.board.paths import air_range

FACTS = read_facts()
STATED = [f for f in FACTS if f.certainty == "stated" and f.predicate != "not-board"]
IMPLIED = [f for f in FACTS if f.certainty == "implied" and f.predicate != "not-board"]


def exceptions() -> set[tuple[str, str, str]]:
    with Path(__file__).with_name("map_exceptions.csv").open(encoding="utf-8", newline="") as file:
        return {(r["line"], r["predicate"], r["arguments"]) for r in csv.DictReader(file) if r["reason"]}


def name(item: Fact) -> tuple[str, str, str]:
    return item.line, item.predicate, "|".join(item.arguments)


def contradictions() -> dict[tuple[str, str, str], int]:
    """Stated facts that the grid does not give, with what it gives instead."""
    with Path(__file__).with_name("map_contradictions.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["reason"]]
    return {(row["line"], row["predicate"], row["arguments"]): int(row["counted"]) for row in rows}


AGREED = [item for item in STATED if name(item) not in contradictions()]


def test_stated_fact_holds() -> None:
    board = load()
    assert [f"line {one.line}: {one.predicate} {one.arguments}" for one in AGREED if not holds(board, one)] == []


def test_stated_facts_that_do_not_hold_are_the_listed_ones() -> None:
    """They contradict other stated facts (docs/rulings-map.md); the list says what the grid counts instead."""
    listed = contradictions()
    assert {name(item) for item in STATED if name(item) not in {name(one) for one in AGREED}} == set(listed)
    for (_, _, arguments), points in listed.items():
        a, b, _ = arguments.split("|")
        assert air_range(load(), a, b) == points


def test_implied_facts_hold_but_for_the_listed_ones() -> None:
    board = load()
    failed = {name(f) for f in IMPLIED if not holds(board, f)}
    assert failed == exceptions()
    assert len(failed) <= 0.05 * len(IMPLIED)


def test_every_line_is_a_predicate_or_says_why_not() -> None:
    assert all(f.predicate in PREDICATES or (f.predicate == "not-board" and f.arguments) for f in FACTS)


def test_what_is_not_about_the_board_stays_rare() -> None:
    assert sum(f.predicate == "not-board" for f in FACTS) < 0.05 * len(FACTS)
