"""`worldfire rules`: every section of a rulebook, the code that implements it and the tests that ran that code.

What ran is recorded by the test suite in `data/rules/conformance.json` (see tests/conftest.py); which code belongs to which
section is known once it is imported. `python -m worldfire.cli.rules --write-docs FILE` writes the page of the docs.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from worldfire import options as option_modules
from worldfire import rules as rule_modules
from worldfire import titles as title_modules
from worldfire.engine.citations import code_by_section
from worldfire.tables.files import DataError, find_data
from worldfire.tables.sections import Section, load_sections

#: titles that have a list of sections, in the order in which they are shown
TITLES = ("wif", "aif", "patif", "fa")
#: sections are cited by number; those of another rulebook than World in Flames' carry its title: "fa:14.3"
HOME_TITLE = "wif"
DOCS_PAGE = "docs/conformance.md"


class PassedTest(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """A passing test that carries a section. All cases of a parametrised test count as one."""

    test: str
    section: str
    #: the worked example that it plays
    example: str = ""
    #: sections whose registered code it ran
    ran: tuple[str, ...] = ()

    @property
    def plays(self) -> bool:
        """Did it run code of its section? If not, it only attests figures of the tables."""
        return self.section in self.ran or self.section.partition("/")[0] in self.ran


def load_conformance() -> tuple[PassedTest, ...]:
    """What the last full run of the test suite recorded."""
    text = find_data("rules/conformance.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[PassedTest, ...])


def dump_conformance(tests: Iterable[PassedTest]) -> str:
    """One line for each test, in a fixed order, so that a change reads well in a diff."""
    lines = (msgspec.json.encode(test).decode() for test in sorted(set(tests)))
    return "[\n" + ",\n".join(lines) + "\n]\n"


class Standing(msgspec.Struct, frozen=True):
    """A section, the code registered under it, and the passing tests that speak of it."""

    section: Section
    code: tuple[str, ...]
    #: a passing test ran code registered under the section
    implemented: bool
    #: tests of the rule: they ran its code
    tests: tuple[PassedTest, ...]
    #: tests that only compare our tables with what the section says
    figures: tuple[PassedTest, ...]

    @property
    def examples(self) -> tuple[str, ...]:
        """Worked examples of the rulebook that were played under this section."""
        return tuple(sorted({test.example for test in self.tests if test.example}))

    @property
    def proven(self) -> str:
        tested = ("rule tested",) if self.tests else ()
        attested = ("figures attested",) if self.figures or self.examples else ()
        return ", ".join(tested + attested) or "not tested"


class Line(msgspec.Struct, frozen=True):
    """A row of `--json`."""

    section: str
    title: str
    option: str | None
    implemented: bool
    tested: bool
    tests: tuple[str, ...]


@cache
def _register_everything() -> None:
    """Code registers when it is imported, also rules that no title plays yet."""
    for package in (rule_modules, option_modules, title_modules):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def registered_code(cited: str) -> tuple[str, ...]:
    """The functions of the package (not of a title that only exists in tests) that cite a section."""
    _register_everything()
    return tuple(sorted({name for name in code_by_section.get(cited, ()) if name.startswith("worldfire.")}))


def standings(title: str = HOME_TITLE, passed: Iterable[PassedTest] | None = None) -> tuple[Standing, ...]:
    """Every section of a title with its code and tests."""
    passed = load_conformance() if passed is None else tuple(passed)
    tests: Mapping[str, list[PassedTest]] = defaultdict(list)
    for test in passed:
        tests[test.section].append(test)
    ran = {section for test in passed for section in test.ran}
    found = []
    for section in load_sections(title):
        cited = section.section if title == HOME_TITLE else f"{title}:{section.section}"
        code = registered_code(cited)
        about = sorted(tests.get(cited, ()))
        playing = tuple(test for test in about if test.plays)
        figures = tuple(test for test in about if not test.plays)
        found.append(Standing(section, code, bool(code) and cited in ran, playing, figures))
    return tuple(found)


def _line(standing: Standing) -> Line:
    return Line(
        standing.section.section,
        standing.section.title,
        standing.section.option or None,
        standing.implemented,
        bool(standing.tests),
        tuple(dict.fromkeys(test.test for test in standing.tests)),
    )


def _totals(rows: tuple[Standing, ...]) -> str:
    implemented = sum(row.implemented for row in rows)
    tested = sum(bool(row.tests) for row in rows)
    examples = len({example for row in rows for example in row.examples})
    return f"{len(rows)} sections, {implemented} implemented, {tested} tested; {examples} worked examples"


# ---------------------------------------------------------------------------------------------------------- the command


def rules(
    title: Annotated[str, typer.Option(help=f"One of {', '.join(TITLES)}.")] = HOME_TITLE,
    json: Annotated[bool, typer.Option("--json", help="Print a list of objects instead of a table.")] = False,
) -> None:
    """Show which sections of a rulebook are implemented and tested."""
    try:
        rows = standings(title)
    except DataError as error:
        typer.echo(f"there is no list of sections for {title!r}; there are {', '.join(TITLES)}\n{error}", err=True)
        raise typer.Exit(2) from error
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode([_line(row) for row in rows])).decode())
        return
    table = Table("section", "title", "option", "implemented", "tested", title=f"Sections of {title}")
    for row in rows:
        table.add_row(
            row.section.section,
            row.section.title,
            row.section.option,
            "yes" if row.implemented else "",
            str(len(row.tests)) if row.tests else "",
        )
    console = Console()
    console.print(table)
    console.print(_totals(rows), highlight=False)


# ------------------------------------------------------------------------------------------------------------- the docs


def docs_page() -> str:
    """`docs/conformance.md`: the sections that have code or tests, and totals."""
    lines = [
        "# Conformance",
        "",
        "Generated by `python -m worldfire.cli.rules --write-docs docs/conformance.md`; do not edit.",
        "",
        "A section is *implemented* when a passing test ran code that cites it; *rule tested* when such a test carries the",
        "section. Its *figures are attested* when a test compares our tables with figures that the section states, or plays",
        "one of its worked examples (the id stands behind the test). Sections with neither code nor tests are only counted.",
        "",
        "| title | sections | implemented | tested | worked examples |",
        "|---|---|---|---|---|",
    ]
    passed = load_conformance()
    by_title = {title: standings(title, passed) for title in TITLES}
    for title, rows in by_title.items():
        implemented, tested = sum(row.implemented for row in rows), sum(bool(row.tests) for row in rows)
        examples = len({example for row in rows for example in row.examples})
        lines.append(f"| {title} | {len(rows)} | {implemented} | {tested} | {examples} |")
    for title, rows in by_title.items():
        shown = [row for row in rows if row.code or row.tests or row.figures]
        if shown:
            lines += [
                "",
                f"## {title}",
                "",
                "| section | implemented | code | tests | proven |",
                "|---|---|---|---|---|",
            ]
            lines += [_docs_row(row) for row in shown]
    return "\n".join(lines) + "\n"


def _docs_row(row: Standing) -> str:
    code = "<br>".join(f"`{name.removeprefix('worldfire.')}`" for name in row.code)
    tests = "<br>".join(_docs_test(test) for test in row.tests + row.figures)
    name = f"{row.section.section} {row.section.title}"
    if row.section.options:
        name += f" (option {row.section.option.replace(';', ' and ')})"
    return f"| {name} | {'yes' if row.implemented else 'no'} | {code} | {tests} | {row.proven} |"


def _docs_test(test: PassedTest) -> str:
    name = test.test.partition("::")[2] or test.test
    return f"`{name}` {test.example}".rstrip()


def _main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] != "--write-docs":
        print("usage: python -m worldfire.cli.rules --write-docs FILE", file=sys.stderr)
        return 2
    Path(arguments[1]).write_text(docs_page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(_main(sys.argv[1:]))
