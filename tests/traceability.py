"""Which passing test carries and runs which section: the record of a whole run, the summary that the package carries, the
page `docs/conformance.md`, and for a title with a book of its own a page such as `docs/conformance-fa.md`.

    pytest --write-conformance

writes all of them; an ordinary whole run fails if the record is out of date.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Set
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import msgspec

from worldfire import options as option_modules
from worldfire import rules as rule_modules
from worldfire import titles as title_modules
from worldfire.cli.rules import HOME_TITLE, IMPLEMENTED, TITLES, Line, Proof, Proven, cited, lines, totals
from worldfire.engine.citations import code_by_section
from worldfire.tables.sections import load_sections
from worldfire.titles.title import GameTitle

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "tests/conformance/record.json"
SUMMARY = ROOT / "src/worldfire/data/rules/conformance.json"
PAGE = ROOT / "docs/conformance.md"

#: a test that carries more sections than this tours them; none of them is its own
MOST_OWN_SECTIONS = 4
#: tests in these folders play recorded and random games through `submit`
PLAYED_IN = ("tests/golden/", "tests/fuzz/")


class PassedTest(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """A passing test that carries a section. All cases of a parametrised test count as one."""

    test: str
    section: str
    #: the worked example that it plays
    example: str = ""
    #: how many sections it carries; of a parametrised test, the case that carries the fewest beside this one
    carries: int = 1
    #: it ran code of its section; if not, it only attests figures of the tables
    plays: bool = True

    @property
    def own(self) -> bool:
        return self.plays and self.carries <= MOST_OWN_SECTIONS


class Record(msgspec.Struct, frozen=True):
    """What a whole run of the suite has shown."""

    tests: tuple[PassedTest, ...]
    #: sections whose registered code ran in some test. Which test ran what is not kept: what one test has worked out and the
    #: process remembers, the next does not call again, so that would change with the order of the tests
    ran: tuple[str, ...] = ()
    #: functions of the package that recorded and fuzzed games have called
    played: tuple[str, ...] = ()

    def dump(self) -> str:
        """One line for each test and function, in a fixed order, so that a change reads well in a diff."""
        tests = ",\n".join(msgspec.json.encode(test).decode() for test in sorted(set(self.tests)))
        ran, played = (
            ",\n".join(msgspec.json.encode(name).decode() for name in sorted(set(names)))
            for names in (self.ran, self.played)
        )
        return f'{{"tests":[\n{tests}\n],"ran":[\n{ran}\n],"played":[\n{played}\n]}}\n'


def load_record() -> Record:
    return msgspec.json.decode(RECORD.read_bytes(), type=Record)


@cache
def _register_everything() -> None:
    """Code registers when it is imported, also rules that no title plays yet."""
    for package in (rule_modules, option_modules, title_modules):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def registered_code(section: str) -> tuple[str, ...]:
    """The functions of the package (not of a title that only exists in tests) that cite a section."""
    _register_everything()
    return tuple(sorted({name for name in code_by_section.get(section, ()) if name.startswith("worldfire.")}))


def proofs(record: Record) -> dict[str, Proven]:
    """Every section that has code or tests, with how well it is proven."""
    tests: Mapping[str, list[PassedTest]] = defaultdict(list)
    for test in record.tests:
        tests[test.section].append(test)
    found: dict[str, Proven] = {}
    for title in TITLES:
        for item in load_sections(title):
            section = cited(title, item.section)
            code = registered_code(section)
            about = sorted(tests.get(section, ()))
            if not code and not about:
                continue
            playing = [test for test in about if test.plays]
            found[section] = Proven(
                section,
                _proof(code, playing, ran=section in record.ran),
                tuple(dict.fromkeys(test.test for test in playing)),
                tuple(sorted({test.example for test in playing if test.example})),
                tuple(name for name in code if name not in record.played),
            )
    return found


def _proof(code: tuple[str, ...], playing: list[PassedTest], *, ran: bool) -> Proof:
    if any(test.own for test in playing):
        return "own test"
    if playing:
        return "run through"
    if not code:
        return "figures"
    return "no test" if ran else "never ran"


def summary(record: Record) -> str:
    made = ",\n".join(msgspec.json.encode(proven).decode() for proven in proofs(record).values())
    return f"[\n{made}\n]\n"


# ------------------------------------------------------------------------------------------------------------- the page

INTRODUCTION = f"""\
# Conformance

Generated by `pytest --write-conformance` (`make docs`) from what passing tests carried and ran; do not edit.

What a section's *proof* is, best first:

- **own test**: a passing test that carries this section (and at most {MOST_OWN_SECTIONS - 1} others) ran its code;
- **run through**: the tests that carry it tour many sections and only pass by;
- **no test**: its code ran in tests of other sections, and no test carries it;
- **never ran**: code cites it, and no test ran that code;
- **figures**: it has no code; a test compares our tables with what it states.

*Implemented* are the first three. A worked example of the book that a test plays stands behind the test. Code that no
recorded game (`tests/golden`) and no random game (`tests/fuzz`) has called is *never played*: only a test of its own reaches
it, because no campaign can come there yet, or comes there too seldom. Sections with neither code nor tests are only counted;
a title with a rulebook of its own has a page that ticks off every row of it: [Fatal Alliances III](conformance-fa.md).
"""


def page(record: Record) -> str:
    by_title = {title: lines(title) for title in TITLES}
    columns = tuple(totals(by_title[HOME_TITLE]))
    out = [INTRODUCTION, f"| title | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    out += [f"| {title} | {' | '.join(map(str, totals(rows).values()))} |" for title, rows in by_title.items()]
    for title, rows in by_title.items():
        shown = [row for row in rows if row.proof]
        if not shown:
            continue
        out += ["", f"## {title}", "", "| section | proof | code | tests |", "|---|---|---|---|"]
        out += [_row(title, row, record) for row in shown]
        unplayed = sorted({name for row in rows for name in row.unplayed})
        out += ["", f"### Never played: {len(unplayed)} functions", ""]
        out += [f"- `{name.removeprefix('worldfire.')}`" for name in unplayed]
    return "\n".join(out) + "\n"


def _row(title: str, row: Line, record: Record) -> str:
    section = cited(title, row.section)
    name = f"{row.section} {row.title}" + (f" (option {row.option.replace(';', ' and ')})" if row.option else "")
    code = "<br>".join(f"`{each.removeprefix('worldfire.')}`" for each in registered_code(section))
    about = sorted(test for test in record.tests if test.section == section)
    tests = "<br>".join(_test(test) for test in about)
    return f"| {name} | {row.proof} | {code} | {tests} |"


def _test(test: PassedTest) -> str:
    name = test.test.partition("::")[2] or test.test
    kind = "" if test.plays else " (figures)"
    return f"`{name}`{kind} {test.example}".rstrip()


# ------------------------------------------------------------------------------ the page of a title that has its own book

#: how a row of its book stands, best first
STANDINGS: dict[str, str] = {
    "tested": "☑ code of its own that names it, and tests that run that code",
    "untested": "☑ code of its own that ran in tests of other sections",
    "common": "☑ the common book has the same section, and its code is proven there",
    "figures": "☑ only figures, which a test compares with our tables",
    "with": "◪ nothing names it by itself; the section above it, which is implemented, covers it",
    "in part": "◪ something of it is missing: what, is said in the row",
    "nothing": "– there is nothing in it to play",
    "never ran": "☐ code names it, and no test has run that code",
    "open": "☐ not implemented",
}
#: code of one title says nothing about another
OF_THE_HOME_TITLE = f"worldfire.titles.{HOME_TITLE}."

OWN_INTRODUCTION = """\
# Conformance of {title}

Generated by `pytest --write-conformance` (`make docs`) from what passing tests carried and ran; do not edit. Every row of its
rulebook is ticked off here, in the order of the book; headings that the book does not number stand behind a stroke. What a
*proof* is stands in [Conformance](conformance.md), and so do the tests of the common book.
"""


class Ticked(msgspec.Struct, frozen=True):
    """A row of a title's own book, and how it stands."""

    section: str
    name: str
    standing: str
    #: what else there is to say
    remark: str = ""


@cache
def _noted(name: str) -> Mapping[str, str]:
    """Section → what a file beside the tests says of it."""
    file = ROOT / "tests/conformance" / name
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as rows:
        return {row["section"]: row["remark"] for row in csv.DictReader(rows)}


def ticked(title: GameTitle, record: Record) -> tuple[Ticked, ...]:
    """Every row of the title's book."""
    found = proofs(record)
    common: Mapping[str, list[str]] = defaultdict(list)
    for theirs, own in title.numbers.items():
        common[own].append(theirs)
    rows: dict[str, Ticked] = {}
    for item in load_sections(title.name):
        above = _above(item.section)
        over = next((rows[each] for each in above if each in rows), None)
        standing, remark = _standing(title, item.section, common.get(item.section, ()), over, found)
        rows[item.section] = Ticked(item.section, item.title, standing, remark)
    return tuple(rows.values())


def _above(section: str) -> tuple[str, ...]:
    """What a section belongs to, the nearest first; chapters are too wide to cover anything."""
    number, _, heading = section.partition("/")
    above = [number] if heading else []
    while "." in number:
        number = number.rpartition(".")[0]
        above.append(number)
    return tuple(each for each in above if "." in each)


def _standing(
    title: GameTitle, section: str, common: Iterable[str], over: Ticked | None, found: Mapping[str, Proven]
) -> tuple[str, str]:
    own = found.get(cited(title.name, section))
    shared = [each for each in common if each in found and found[each].proof in IMPLEMENTED and _is_common(title, each)]
    missing = _noted(f"gaps_{title.name}.csv").get(section)
    if missing is not None:
        return "in part", missing
    if own is not None and own.proof in IMPLEMENTED:
        return ("tested" if own.tests else "untested"), ""
    if shared:
        return "common", f"common book: {', '.join(shared)}"
    if own is not None:
        return own.proof, ""
    empty = _noted(f"nothing_to_play_{title.name}.csv").get(section)
    if empty is not None:
        return "nothing", empty
    covered = over is not None and over.standing in ("tested", "untested", "common")
    return ("with", f"with {over.section}") if over is not None and covered else ("open", "")


def _is_common(title: GameTitle, section: str) -> bool:
    """Is most of the code that names the section part of the title's rules too, or a tool that any rule may use?"""
    homes = [_home(name) for name in registered_code(section) if not name.startswith(OF_THE_HOME_TITLE)]
    used = [home for home in homes if not hasattr(home, "MODULE") or home.MODULE in title.rules.modules]
    return 2 * len(used) > len(homes)


def _home(function: str) -> ModuleType:
    """The Python module in which a function stands."""
    name = function
    while name not in sys.modules:
        name = name.rpartition(".")[0]
    return sys.modules[name]


def own_page(title: GameTitle, record: Record) -> str:
    rows = ticked(title, record)
    numbers = Counter(row.standing for row in rows)
    out = [
        OWN_INTRODUCTION.format(title=title.card.name if title.card else title.name),
        "| rows | how they stand |",
        "|---:|---|",
    ]
    out += [f"| {numbers[standing]} | {told} |" for standing, told in STANDINGS.items()]
    out += [f"| **{len(rows)}** | all |", "", *_examples(title.name, record), "## Section by section", ""]
    out += ["| | section | code | tests |", "|---|---|---|---|"]
    out += [_own_row(title.name, row, record) for row in rows]
    return "\n".join(out) + "\n"


def _own_row(title: str, row: Ticked, record: Record) -> str:
    section = cited(title, row.section)
    code = "<br>".join(f"`{each.removeprefix('worldfire.')}`" for each in registered_code(section))
    tests = "<br>".join(_test(test) for test in sorted(record.tests) if test.section == section)
    remark = f" ({row.remark})" if row.remark else ""
    return f"| {STANDINGS[row.standing][0]} | {row.section} {row.name}{remark} | {code} | {tests} |"


def _examples(title: str, record: Record) -> list[str]:
    """Its worked examples and acceptance cases: how many a passing test carries, and which are open."""
    with (ROOT / f"tests/conformance/examples_{title}.csv").open(encoding="utf-8", newline="") as file:
        known = [row["id"] for row in csv.DictReader(file)]
    carried = {test.example for test in record.tests}
    left = [number for number in known if number not in carried]
    told = f"Of {len(known)} worked examples and acceptance cases {len(known) - len(left)} have a passing test."
    return [told if not left else f"{told} Open: {', '.join(left)}.", ""]


def own_pages() -> dict[Path, GameTitle]:
    """Titles that have a rulebook of their own."""
    books = (title for title in title_modules.TITLES.values() if title.numbers)
    return {ROOT / f"docs/conformance-{title.name}.md": title for title in books}


#: what is made of the record
GENERATED = {
    SUMMARY: summary,
    PAGE: page,
    **{file: partial(own_page, title) for file, title in own_pages().items()},
}


def write(record: Record) -> None:
    RECORD.write_text(record.dump(), encoding="utf-8")
    write_generated(record)


def write_generated(record: Record) -> None:
    for file, made in GENERATED.items():
        file.write_text(made(record), encoding="utf-8")


def as_modest(shown: Record, before: Record) -> Record:
    """For a comparison: a test that was recorded as not playing its section, because the process remembered the answers, may
    well play it in another order of the tests. The next writing notes it."""
    modest = {(test.test, test.section) for test in before.tests if not test.plays}
    tests = (
        msgspec.structs.replace(test, plays=False) if (test.test, test.section) in modest else test
        for test in shown.tests
    )
    return Record(tuple(tests), shown.ran, shown.played)


def passed_tests(
    marks: Mapping[str, Iterable[tuple[str, str, int]]], ran: Mapping[str, Set[str]], before: Record
) -> Iterable[PassedTest]:
    """From test → (section, example, how many sections the case carries) and test → sections that ran.

    A test that finds its section's answers remembered by the process does not call them, and that changes with the order of the
    tests: what the record has seen it play stands, as long as some test runs that section.
    """
    ran_somewhere = {section for sections in ran.values() for section in sections}
    seen_playing = {(test.test, test.section) for test in before.tests if test.plays}
    for test, carried in marks.items():
        fewest: dict[tuple[str, str], int] = {}
        for section, example, number in carried:
            fewest[section, example] = min(number, fewest.get((section, example), number))
        for (section, example), number in fewest.items():
            code = {section, section.partition("/")[0]}
            remembered = (test, section) in seen_playing and not ran_somewhere.isdisjoint(code)
            plays = remembered or not ran[test].isdisjoint(code)
            yield PassedTest(test, section, example, number, plays)
