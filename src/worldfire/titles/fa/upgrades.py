"""How games of earlier versions of the rules go on."""

from __future__ import annotations

from worldfire.engine.log import Header
from worldfire.engine.state import Document
from worldfire.engine.upgrades import Upgrade
from worldfire.titles.fa.sea.limited_sources import DESIGNATED


def sources_are_designated_anew(document: Document, header: Header) -> Document:
    """Version 1 did not write down where a unit draws its supply (fa:2.4.3): its owner says so again."""
    fields = {name: value for name, value in document["fields"].items() if name != DESIGNATED.name}
    return {**document, "fields": fields}


UPGRADES = (
    # landings within the limit (19.2.1) and closed skies (20.1) bind a running game as well
    Upgrade("1", "2", sources_are_designated_anew),
)
