"""Rule help: our own short paraphrase of a section, read from `data/help/<title>.md`.

Each section is a heading `## 11.15.5` with one paragraph below it. A section without one is explained by the section above
it: whoever asks for 11.15.7 gets 11.15.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from worldfire.tables.files import DataError, Problem, data_root
from worldfire.tables.sections import load_sections

HEADING = "## "
LEAST_WORDS, MOST_WORDS = 40, 120


class Help(msgspec.Struct, frozen=True):
    """What a section says; `told_by` is the section that the paragraph belongs to, itself or one above it."""

    section: str
    title: str
    text: str
    told_by: str


def help_for(title: str, section: str) -> Help | None:
    """The help on a section of a title's rulebook; None if there is no such section, or nothing is written on it."""
    titles = _titles(title)
    name = titles.get(section)
    if name is None:
        return None
    texts = help_texts(title)
    told_by = next((above for above in _upwards(section) if above in texts), None)
    return None if told_by is None else Help(section, name, texts[told_by], told_by)


def _upwards(section: str) -> Iterator[str]:
    """The number of the section, then what it belongs to: 14.3.2/night gives 14.3.2, 14.3, 14."""
    number = section.partition("/")[0]
    while number:
        yield number
        number = number.rpartition(".")[0]


@cache
def _titles(title: str) -> Mapping[str, str]:
    if not (data_root() / "rules" / f"{title}.csv").is_file():
        return {}
    return {section.section: section.title for section in load_sections(title)}


@cache
def help_texts(title: str) -> Mapping[str, str]:
    """Section → paragraph, as written."""
    path = data_root() / "help" / f"{title}.md"
    if not path.is_file():
        return {}
    found: dict[str, str] = {}
    problems: list[Problem] = []
    blocks = path.read_text(encoding="utf-8").split(f"\n{HEADING}")[1:]
    for block in blocks:
        heading, _, text = block.partition("\n")
        section, words = heading.strip(), text.split()
        if section not in _titles(title):
            problems.append(Problem(path.name, 0, section, "the rulebook has no such section"))
        if section in found:
            problems.append(Problem(path.name, 0, section, "is explained twice"))
        if not LEAST_WORDS <= len(words) <= MOST_WORDS:
            problems.append(Problem(path.name, 0, section, f"has {len(words)} words"))
        found[section] = " ".join(words)
    if problems:
        raise DataError(problems)
    return found
