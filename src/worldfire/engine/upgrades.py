"""Versions of a title's rules, and what a state needs to go on under newer ones.

New columns, fields and locals that begin with their defaults need nothing. For everything else (a name that changes, a
value that means something new, what the set-up would have written) the title lists an `Upgrade` to the next version.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from worldfire.engine.errors import SaveError
from worldfire.engine.log import Header
from worldfire.engine.schema import Schema
from worldfire.engine.state import Document


class RulesVersion(NamedTuple):
    """The title's version, raised by whoever changes its rules, and a fingerprint of what a state is made of."""

    title: str
    schema: str


def schema_digest(schema: Schema) -> str:
    """Changes with the columns and fields that a state has, and so with its digests."""
    names = sorted((*(column.key for column in schema.columns), *(item.name for item in schema.fields)))
    return sha256("\n".join(names).encode()).hexdigest()[:16]


def unchanged(document: Document, header: Header) -> Document:
    """Defaults are all that a state of the older version needs."""
    return document


@dataclass(frozen=True)
class Upgrade:
    """From one version of a title's rules to the next."""

    old: str
    new: str
    change: Callable[[Document, Header], Document] = unchanged


def brought_up(document: Document, header: Header, old: str, new: str, upgrades: tuple[Upgrade, ...]) -> Document:
    """A state's document of an old version as one of the new version, by the chain of upgrades between them."""
    while old != new:
        step = next((upgrade for upgrade in upgrades if upgrade.old == old), None)
        if step is None:
            raise SaveError(
                f"the game is played by version {old} of the rules of {header.title}, these are version {new}, "
                "and there is no upgrade between them"
            )
        document, old = step.change(document, header), step.new
    return document
