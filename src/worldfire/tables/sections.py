"""The project's own list of every section of a rulebook: number, short title, and the optional rule it belongs to."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import msgspec

from worldfire.tables.files import DataError, Problem, find_data, read_rows

SECTION_COLUMNS = ("section", "title", "option")
NUMBER_COLUMNS = ("common", "own")


class Section(msgspec.Struct, frozen=True):
    """A section, or ("14.3.2/night") a clause of one that the book sets apart from its number."""

    section: str
    title: str
    #: numbers of the optional rules that must be in use; none for a standard rule
    options: tuple[int, ...] = ()

    @property
    def option(self) -> str:
        """The numbers as they are written in the list: "8" or "8;44", empty for a standard rule."""
        return ";".join(str(number) for number in self.options)


def load_sections(title: str = "wif", root: Traversable | None = None) -> tuple[Section, ...]:
    """Every section of a title in the order of its rulebook."""
    problems: list[Problem] = []
    found: dict[str, Section] = {}
    for row in read_rows(find_data(f"rules/{title}.csv", root), SECTION_COLUMNS):
        problems += [row.problem(column, "must not be empty") for column in ("section", "title") if not row[column]]
        if row["section"] in found:
            problems.append(row.problem("section", f"{row['section']} is listed twice"))
        numbers = row["option"].split(";") if row["option"] else []
        if not all(number.isdigit() for number in numbers):
            problems.append(row.problem("option", f"{row['option']!r} is not a list of option numbers"))
            continue
        found[row["section"]] = Section(row["section"], row["title"], tuple(int(number) for number in numbers))
    if problems:
        raise DataError(problems)
    return tuple(found.values())


def load_numbers(title: str) -> dict[str, str]:
    """Sections of the common book → the section of a title's own book that says the same or stands in its place."""
    common, own = (
        {section.section for section in load_sections()},
        {section.section for section in load_sections(title)},
    )
    problems: list[Problem] = []
    found: dict[str, str] = {}
    for row in read_rows(find_data(f"rules/numbers/{title}.csv"), NUMBER_COLUMNS):
        problems += (
            [row.problem("common", "the common book has no such section")] if row["common"] not in common else []
        )
        problems += [row.problem("own", "the title has no such section")] if row["own"] not in own else []
        if row["common"] in found:
            problems.append(row.problem("common", "is listed twice"))
        found[row["common"]] = row["own"]
    if problems:
        raise DataError(problems)
    return found
