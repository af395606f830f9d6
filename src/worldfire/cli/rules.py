"""`worldfire rules`: every section of a rulebook, and how well it is proven.

The test suite says so in `data/rules/conformance.json`, a summary of what its passing tests carried and ran: see
`tests/traceability.py`.
"""

from __future__ import annotations

from textwrap import fill
from typing import Annotated, Literal

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from worldfire import titles
from worldfire.tables.files import DataError, find_data
from worldfire.tables.help import help_for
from worldfire.tables.sections import Section, load_sections

#: titles that have a list of sections, in the order in which they are shown
TITLES = ("wif", "aif", "patif", "fa")
#: sections are cited by number; those of another rulebook than World in Flames' carry its title: "fa:14.3"
HOME_TITLE = "wif"

#: How well a section is proven, best first.
#: own test: a passing test of this section, or of this and few others, ran its code.
#: run through: the tests that carry it tour many sections and only pass by.
#: no test: its code ran in tests of other sections, and no test carries it.
#: never ran: its code is there, and no test ran it.
#: figures: it has no code; tests compare our tables with what it states.
Proof = Literal["own test", "run through", "no test", "never ran", "figures"]
#: columns of a paragraph that explains a section
HELP_WIDTH = 100
IMPLEMENTED: tuple[Proof, ...] = ("own test", "run through", "no test")


class Proven(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the test suite says of a section that has code or tests."""

    section: str
    proof: Proof
    #: passing tests that carry the section and ran its code
    tests: tuple[str, ...] = ()
    #: the worked examples among them
    examples: tuple[str, ...] = ()
    #: functions that cite the section and that no recorded or fuzzed game has called
    unplayed: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A row of `--json`."""

    section: str
    title: str
    option: str | None
    implemented: bool
    tested: bool
    tests: tuple[str, ...]
    proof: Proof | None
    examples: tuple[str, ...]
    unplayed: tuple[str, ...]


def cited(title: str, section: str) -> str:
    """How code and tests name a section of this title."""
    return section if title == HOME_TITLE else f"{title}:{section}"


def load_proofs() -> dict[str, Proven]:
    """Section, as it is cited → what its tests have shown."""
    text = find_data("rules/conformance.json").read_bytes()
    return {proven.section: proven for proven in msgspec.json.decode(text, type=tuple[Proven, ...])}


def lines(title: str = HOME_TITLE) -> tuple[Line, ...]:
    """Every section of a title in the order of its rulebook."""
    proofs = load_proofs()
    return tuple(_line(section, proofs.get(cited(title, section.section))) for section in load_sections(title))


def _line(section: Section, proven: Proven | None) -> Line:
    tests = () if proven is None else proven.tests
    return Line(
        section.section,
        section.title,
        section.option or None,
        proven is not None and proven.proof in IMPLEMENTED,
        bool(tests),
        tests,
        None if proven is None else proven.proof,
        () if proven is None else proven.examples,
        () if proven is None else proven.unplayed,
    )


def totals(rows: tuple[Line, ...]) -> dict[str, int]:
    """How many sections there are, how many of each proof, and how much of the code no game has called."""
    proofs: tuple[Proof, ...] = ("own test", "run through", "no test", "never ran", "figures")
    return {
        "sections": len(rows),
        **{proof: sum(row.proof == proof for row in rows) for proof in proofs},
        "worked examples": len({example for row in rows for example in row.examples}),
        "functions never played": len({name for row in rows for name in row.unplayed}),
    }


def rules(
    section: Annotated[str, typer.Argument(help="Explain this section instead of listing all.")] = "",
    title: Annotated[str, typer.Option(help=f"One of {', '.join(TITLES)}.")] = HOME_TITLE,
    json: Annotated[bool, typer.Option("--json", help="Print a list of objects instead of a table.")] = False,
) -> None:
    """Show which sections of a rulebook are implemented, and how well each is proven; or explain one of them."""
    if section:
        _explain(title, section)
        return
    try:
        rows = lines(title)
    except DataError as error:
        typer.echo(f"there is no list of sections for {title!r}; there are {', '.join(TITLES)}\n{error}", err=True)
        raise typer.Exit(2) from error
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(rows)).decode())
        return
    game = titles.TITLES.get(title)
    common = game.common_numbers if game is not None else {}
    heads = ("section", *(("common book",) if common else ()), "title", "option", "implemented", "proof", "tests")
    table = Table(*heads, title=f"Sections of {title}")
    for row in rows:
        table.add_row(
            row.section,
            *((common.get(row.section, ""),) if common else ()),
            row.title,
            row.option,
            "yes" if row.implemented else "",
            row.proof,
            str(len(row.tests)) if row.tests else "",
        )
    console = Console()
    console.print(table)
    console.print(
        ", ".join(f"{number} {what}" for what, number in totals(rows).items()), highlight=False, soft_wrap=True
    )


def _explain(title: str, section: str) -> None:
    game = titles.TITLES.get(title)
    found = help_for(title, section) if game is None else game.help(section)
    if found is None:
        typer.echo(f"there is no help on {title} {section}", err=True)
        raise typer.Exit(2)
    typer.echo(f"{found.section} {found.title}\n")
    typer.echo(fill(found.text, width=HELP_WIDTH))
    if found.told_by != found.section:
        typer.echo(f"\n({found.told_by})")
