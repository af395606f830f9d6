"""Rule help: what a section says, in our own words, for whoever clicks its number."""

from __future__ import annotations

from functools import partial

import msgspec

from worldfire.server.problems import Problem
from worldfire.server.wire import Ask, Endpoint
from worldfire.tables.help import help_for
from worldfire.titles import TITLES


class RuleHelp(msgspec.Struct):
    title: str
    section: str
    #: the section's name
    name: str
    text: str
    #: the section that the text belongs to: this one, or the one above it
    told_by: str


async def explain_section(ask: Ask) -> RuleHelp:
    title, section = ask.path("title"), ask.path("section")
    found = await ask.house.run(TITLES[title].help if title in TITLES else partial(help_for, title), section)
    if found is None:
        raise Problem(404, "not-found", f"there is no help on {title} {section}", rule=section)
    return RuleHelp(title, section, found.title, found.text, found.told_by)


ENDPOINTS = (
    Endpoint("GET", "/api/help/{title}/{section}", "What a section of the rules says", explain_section, RuleHelp),
)
