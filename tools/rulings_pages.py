"""Writes docs/rulings.md and its pages from docs/rulings.csv. Run it after changing the table; a test fails until you do.

A row: the page it stands on, the section (or sections, separated by commas), the question where one is asked, the ruling, the
test that proves it, and where the ruling comes from (R2-… are numbers of the analysis).
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
TABLE = DOCS / "rulings.csv"

#: page → its title and what to know before reading it
PAGES = {
    "air-combat": ("Air-to-air combat", "Sections 14.3 and 11.5.9, with options 8 and 44."),
    "turn": (
        "The turn, weather, actions, reinforcements and production",
        "Where the book is silent or says two things.",
    ),
    "land": ("Supply and control", "Where the rulebook is unclear about the war on land."),
    "land-combat": ("Rail, land movement, land combat", "Where the book leaves a question open."),
    "sea": (
        "Naval movement, naval combat, return to base",
        "Where the rulebook is unclear about 11.4 to 11.6 and 13.4.",
    ),
    "great-war-at-sea": (
        "Fatal Alliances: the war at sea",
        "Where its rulebook is unclear about 2.4.3, 11.3 to 11.5 and 13.5.6. Sections are its own.",
    ),
    "air": (
        "Aircraft missions",
        "Where the rulebook is unclear about 11.7, 11.8, 11.11, 11.14, 11.15.4, 11.16, 11.17, 14.1, 14.2 and 15.",
    ),
    "politics": (
        "Partisans, conquest, aligning, surprise",
        "Where the book is silent or our board differs from the printed map.",
    ),
    "set-up": (
        "Setting up a campaign",
        """\
World in Flames keeps its set-up in section 24, which our texts do not have; its index only says that it is in 24.1.6. The
procedure follows the sister games, which share its wording: Patton in Flames 11.1, America in Flames 23.5, Fatal Alliances 22.
What each power sets up is in `data/campaigns/wif/*.yaml`, with a provenance for every entry.

A zone is a union of terms; a hex belongs to a term if it meets all its conditions: countries, regions (including those given by
start lines), places, a number of hexes around places or from what somebody holds, only cities or ports, sheets, seas, degrees.
`where` keeps the words of the source.

The default placement is advice (`advice/placement.py`): a proposal for the verb `set-up` that the engine judges like a player's
own, so a recorded game does not depend on it. It has no verb of its own. Zones face the enemy, or the other side while all are
neutral, or whoever the campaign names (`front`): Germany faces Poland and France in 1939. Where nobody is near, units hold what
is worth most.""",
    ),
    "data": (
        "Counters, charts and campaigns",
        "Where the sources contradict each other, leave something open, or need a figure that nobody states. `WF1-…` and\n"
        "`WF2-…` are the rulebook's worked examples.",
    ),
    "map": (
        "The map",
        "Where the rulebook contradicts itself about the map, or its figures cannot all be true of one grid, this is what the\n"
        "board does, and why. Lines are those of the rulebook's text.",
    ),
    "great-war-politics": (
        "Fatal Alliances: politics and entry",
        "Where its rulebook is unclear about 9, 13.1, 13.2, 13.6, 13.7, 15 and 22. Sections are its own.",
    ),
    "great-war-on-land": (
        "Fatal Alliances: the war on land and in the air",
        "Where its rulebook is unclear about 4.3, 11.7, 11.12, 14.2, 16.4, 18, 19.2 and 21. Sections are its own.",
    ),
}

GENERATED = "*Generated from `docs/rulings.csv` by `tools/rulings_pages.py`; edit the table, not this page.*"


@dataclass(frozen=True)
class Ruling:
    page: str
    section: str
    question: str
    ruling: str
    #: file::function, as pytest names it; empty: no test yet
    test: str
    source: str


def rulings() -> list[Ruling]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [Ruling(**row) for row in csv.DictReader(file)]


def pages() -> dict[Path, str]:
    """Every page with its text."""
    found = rulings()
    made = {DOCS / f"rulings-{page}.md": _page(page, [item for item in found if item.page == page]) for page in PAGES}
    return {DOCS / "rulings.md": _index(found), **made}


def _index(found: list[Ruling]) -> str:
    lines = [
        "# Rulings",
        "",
        GENERATED,
        "",
        "Where the rulebook is unclear or contradicts itself, this is what the program does, and why. One table,",
        "[rulings.csv](rulings.csv), holds section, question, ruling, the test that proves it, and the source.",
        "",
        "| about | rulings | with a test of their own |",
        "|---|---|---|",
    ]
    for page, (title, _) in PAGES.items():
        own = [item for item in found if item.page == page]
        lines.append(f"| [{title}](rulings-{page}.md) | {len(own)} | {sum(bool(item.test) for item in own)} |")
    lines.append(f"| all | {len(found)} | {sum(bool(item.test) for item in found)} |")
    return "\n".join(lines) + "\n"


def _page(page: str, own: list[Ruling]) -> str:
    title, introduction = PAGES[page]
    lines = [f"# Rulings: {title}", "", GENERATED, "", introduction, "", "| section | ruling | test |", "|---|---|---|"]
    lines += [f"| {item.section} | {_words(item)} | {_test(item)} |" for item in own]
    return "\n".join(lines) + "\n"


def _words(item: Ruling) -> str:
    question = f"**{item.question}** " if item.question else ""
    source = f" *({item.source})*" if item.source else ""
    return f"{question}{item.ruling}{source}"


def _test(item: Ruling) -> str:
    return f"`{item.test.partition('::')[2]}`" if item.test else ""


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
