"""How games of earlier versions of the rules go on."""

from __future__ import annotations

from array import array

from worldfire.engine.log import Header
from worldfire.engine.state import Document, column_in, with_column
from worldfire.engine.upgrades import Upgrade
from worldfire.forces.turn import other_side
from worldfire.forces.who import FIRST_CONQUEROR, POWER_NAMES, SIDE
from worldfire.titles.fa.break_up import BROKEN_UP, EMPIRE, HEIR
from worldfire.titles.fa.entry.options import EMBARGO, OPTIONS_CHOSEN
from worldfire.titles.fa.entry.pools import USA
from worldfire.titles.fa.politics.back_on_the_track import FALLEN_ALLIES, SURRENDERED_TO
from worldfire.titles.fa.politics.events.calling import EVENTS_PLAYED
from worldfire.titles.fa.politics.events.uprisings import (
    LAWRENCE,
    LAWRENCES_CAVALRY,
    RIDING,
    SENUSSI,
    SENUSSI_CAVALRY,
)
from worldfire.titles.fa.sea.limited_sources import DESIGNATED
from worldfire.titles.fa.trade import AGREEMENTS, DUTCH_TRADE
from worldfire.titles.fa.victory import ONCE_SURRENDERED


def sources_are_designated_anew(document: Document, header: Header) -> Document:
    """Version 1 did not write down where a unit draws its supply (fa:2.4.3): its owner says so again."""
    fields = {name: value for name, value in document["fields"].items() if name != DESIGNATED.name}
    return {**document, "fields": fields}


def the_called_ride_on(document: Document, header: Header) -> Document:
    """Version 1 took the Senussi and Lawrence for such by their counters (fa:15.4); whom an event has called stays so."""
    events = document["fields"][EVENTS_PLAYED.name]
    called = [
        cavalry for event, cavalry in ((LAWRENCE, LAWRENCES_CAVALRY), (SENUSSI, SENUSSI_CAVALRY)) if event in events
    ]
    return {**document, "fields": {**document["fields"], RIDING.name: sorted(called)}}


def fallen_allies_are_named(document: Document, header: Header) -> Document:
    """Version 1 knew who had surrendered, not for whom it had fought (fa:9.4.2): for the Allies, as far as one can tell."""
    fields, sides, beaten_by = (
        document["fields"],
        column_in(document, SIDE.key),
        column_in(document, SURRENDERED_TO.key),
    )
    allied = sides[fields[POWER_NAMES.name].index(USA)]
    central = other_side(allied)
    fallen = [
        power for power in fields[ONCE_SURRENDERED.name] if sides[power] == allied or beaten_by[power] == central + 1
    ]
    return {**document, "fields": {**fields, FALLEN_ALLIES.name: fallen}}


def the_embargo_is_written_down(document: Document, header: Header) -> Document:
    """Version 1 asked for the embargo whenever the Dutch sent something (fa:13.2.2.1); now their agreement says it."""
    fields = document["fields"]
    if all(option != EMBARGO for option, _ in fields[OPTIONS_CHOSEN.name]):
        return document
    rows = [
        [giver, to, min(number, 1) if (giver, to) == DUTCH_TRADE else number]
        for giver, to, number in fields[AGREEMENTS.name]
    ]
    return {**document, "fields": {**fields, AGREEMENTS.name: rows}}


def from_version_1(document: Document, header: Header) -> Document:
    for change in (
        sources_are_designated_anew,
        the_called_ride_on,
        fallen_allies_are_named,
        the_embargo_is_written_down,
    ):
        document = change(document, header)
    return document


def the_heir_is_the_first_conqueror(document: Document, header: Header) -> Document:
    """Version 2 left the broken empire the first conqueror of what it had taken (fa:14.5): it is its heir."""
    if not document["fields"].get(BROKEN_UP.name):
        return document
    names, conquerors = document["fields"][POWER_NAMES.name], column_in(document, FIRST_CONQUEROR.key)
    empire, heir = names.index(EMPIRE), names.index(HEIR)
    inherited = array(conquerors.typecode, (heir if power == empire else power for power in conquerors))
    return with_column(document, FIRST_CONQUEROR.key, inherited)


UPGRADES = (
    # landings within the limit (19.2.1) and closed skies (20.1) bind a running game as well
    Upgrade("1", "2", from_version_1),
    # a running game keeps its counters and maps; all other rules of the third audit bind it as they bind a new one
    Upgrade("2", "3", the_heir_is_the_first_conqueror),
    Upgrade("3", "4"),  # faults of whole random wars, and what three audits had left alone, bind a running game as well
    Upgrade("4", "5"),  # so do the rules that a fourth audit mended
    Upgrade("5", "6"),  # and those of a fifth
)
