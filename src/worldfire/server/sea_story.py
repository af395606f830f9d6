"""The war at sea in the log: a voyage on one line with the seas on its way, a naval combat from the search to what it cost."""

from __future__ import annotations

from typing import Any

from worldfire.forces.things import sea_of_section
from worldfire.server.naming import place_words, several
from worldfire.server.offering import section_of
from worldfire.server.reading import Reader
from worldfire.titles.telling import named_fields, named_sea, tell_event
from worldfire.words import say

#: kinds of line: a voyage; a combat as it begins, goes on, and what it has cost
SEA, BATTLE, CLASH, TOLL = "sea", "battle", "clash", "toll"
#: who goes where
_SAILING = frozenset({"Sailed", "FlewToSea", "InterceptionTried", "Embarked", "Debarked", "ConvoysArrived"})
#: what a naval combat, or a port attack, is made of
_FIGHTING = frozenset(
    {
        "NavalCombatInitiated",
        "PortAttacked",
        "Searched",
        "SurprisePoints",
        "CombatAvoided",
        "CombatTypeChosen",
        "RolesRevealed",
        "SurprisePointsSpent",
        "ColumnsShifted",
        "TargetSelected",
        "AntiAircraftFire",
        "NavalAttack",
        "HitSuffered",
        "ConvoysSunk",
        "ConvoysDamaged",
        "AbortedFromCombat",
        "SideLeftCombat",
        "NavalCombatOver",
        "PortAttackOver",
        "Invaded",
        "Bombarded",
    }
)
_OPENINGS = frozenset({"NavalCombatInitiated", "PortAttacked"})
_BEGINNINGS = _OPENINGS | {"Searched"}
_ENDS = frozenset({"NavalCombatOver", "PortAttackOver"})
#: told by something else that happens at the same time
FOLDED_AT_SEA = frozenset({"ConvoysMoved", "ConvoysUsed", "ConvoysFresh", "ShipDamaged", "ToRepairPool"})
#: what a hit comes to → the text that sums up who suffered it
_TOLL = {"X": "story-sunk", "D": "story-damaged", "A": "story-driven-off"}


class SeaStory:
    """What a line of the sea needs of those before it: where each ship has been, what the combat has cost."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        #: ship, or power whose convoys sail → its places since it set out
        self._ways: dict[int | str, list[int]] = {}
        #: the combats that are being fought, the innermost last: sea area or port, and what each target suffered there
        self._fights: list[tuple[str, list[tuple[str, str]]]] = []

    def hear(self, event: dict[str, Any]) -> None:
        kind = event["event"]
        if kind == "Moved":
            self._move(event["thing"], event["origin"], event["to"])
        elif kind == "ConvoysMoved":
            self._move(f"convoys {event['power']}", event["origin"], event["to"])
        elif kind in _BEGINNINGS:
            where = self._where(event)
            if where not in (known for known, _ in self._fights):
                self._fights.append((where, []))
        elif kind == "HitSuffered" and self._fights:
            self._fights[-1][1].append((event["suffered"], str(named_fields(self.reader, event)["target"])))

    def kind(self, event: dict[str, Any]) -> str | None:
        """The kind of its line; None: it is nothing of the sea."""
        name = event["event"]
        if name == "RolesRevealed" and not self._fights:
            return None
        if name in _OPENINGS:
            return BATTLE
        return TOLL if name in _ENDS else SEA if name in _SAILING else CLASH if name in _FIGHTING else None

    def words(self, event: dict[str, Any]) -> str | None:
        """What is told in words of its own."""
        if event["event"] == "Sailed":
            return self._voyage(event)
        if event["event"] in _ENDS:
            return self._sum(event)
        return None

    def sea(self, event: dict[str, Any]) -> str | None:
        """The sea area that it is about."""
        place = event.get("to", event.get("place"))
        return sea_of_section(self.reader, place) or None if isinstance(place, int) else None

    def _where(self, event: dict[str, Any]) -> str:
        return self.sea(event) or str(event["place"])

    # ------------------------------------------------------------------------------------------------------------ voyages

    def _move(self, who: int | str, origin: int, to: int) -> None:
        if section_of(self.reader, origin) is None and section_of(self.reader, to) is None:
            return
        self._ways.setdefault(who, [origin]).append(to)

    def _voyage(self, event: dict[str, Any]) -> str | None:
        ships, points = tuple(event["ships"]), event["convoy_points"]
        convoys = [who for who in self._ways if isinstance(who, str)] if points else []
        ways = [self._ways.pop(who) for who in (*ships, *convoys) if who in self._ways]
        if not ways:
            return None
        way = ways[0]
        seas = [sea_of_section(self.reader, place) for place in way]
        via = [sea for sea in dict.fromkeys(seas[1:-1]) if sea and sea not in (seas[0], seas[-1])]
        return say(
            f"story-voyage-{'both' if ships and points else 'ships' if ships else 'convoys'}",
            who=several(self.reader, ships),
            ships=len(ships),
            points=points,
            origin=place_words(self.reader, way[0]),
            via=say("story-voyage-via", seas=", ".join(map(named_sea, via))) if via else "",
            to=place_words(self.reader, event["to"]),
        )

    # ------------------------------------------------------------------------------------------------------------ battles

    def _sum(self, event: dict[str, Any]) -> str:
        """Who was sunk, damaged and driven off, each by the worst that befell him."""
        where = self._where(event)
        toll = [hit for known, hits in self._fights if known == where for hit in hits]
        self._fights = [fight for fight in self._fights if fight[0] != where]
        found: dict[str, str] = {}
        for suffered in ("A", "D", "X"):
            found |= {target: suffered for what, target in toll if what == suffered}
        parts = [
            say(text, units=", ".join(target for target, what in found.items() if what == suffered))
            for suffered, text in _TOLL.items()
            if suffered in found.values()
        ]
        return " ".join((tell_event(self.reader, event), *(parts or [say("story-nobody-hit")])))
