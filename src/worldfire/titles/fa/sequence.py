"""3 The sequence of play of Fatal Alliances: no port attacks, no air transport, no paradrops; morale and politics instead.

Sections are those of the common book where it has the step, otherwise of Fatal Alliances itself.
"""

from __future__ import annotations

from worldfire.rules.s03_sequence import Entry, SequenceOfPlay

ACTION_STEPS: tuple[Entry, ...] = (
    Entry("D2.3(a)", "naval air missions", "11.3"),
    Entry("D2.3(b)", "naval movement", "11.4"),
    Entry("D2.3(c)", "naval combat", "11.5"),
    Entry("D2.3(d)", "opponent’s naval combat", "11.6"),
    Entry("D2.3(e)", "strategic bombardment", "11.7"),
    Entry("D2.3(f)", "ground strike", "11.8"),
    Entry("D2.3(g)", "rail movement", "11.9"),
    Entry("D2.3(h)", "land movement", "11.10"),
    Entry("D2.3(i)", "debark at sea", "11.12"),
    Entry("D2.3(j)", "invasions", "11.13"),
    Entry("D2.3(k)", "land combat", "11.15"),
    Entry("D2.3(l)", "rebase", "11.16"),
    Entry("D2.3(m)", "reorganisation", "11.17"),
)
END_OF_TURN_STEPS: tuple[Entry, ...] = (
    Entry("E1", "partisans", "13.1"),
    Entry("E2", "US entry", "13.3"),
    Entry("E3", "return to base at the end of the turn", "13.4"),
    Entry("E4", "final reorganisation", "13.5"),
    Entry("E5", "production", "13.6"),
    Entry("E5", "strategic warfare", "fa:13.5.6"),
    Entry("E6", "morale", "fa:13.5.7"),
    Entry("E7.1", "conquest", "13.7.1"),
    Entry("E7.2", "allied minor support", "fa:3.1"),
    Entry("E7", "mutual peace", "13.7.3"),
    Entry("E7.3", "liberation", "13.7.5"),
    Entry("E7.4", "surrender", "13.7.6"),
    Entry("E8", "victory check", "13.9"),
    Entry("E9", "political actions", "fa:15"),
)

#: activities and steps that the book sets apart only as parts of these items
_PARTS_OF = {"d2.3": "d2.3", "e": "e"}


def items_of_the_book(letter: str) -> tuple[str, ...]:
    """The item of 3.1 that a step is, or that it is a part of."""
    item = letter.lower()
    return (f"fa:3.1/{next((whole for start, whole in _PARTS_OF.items() if item.startswith(start)), item)}",)


SEQUENCE = SequenceOfPlay(
    stages=(
        Entry("A", "reinforcements", "4"),
        Entry("B", "lending", "5"),
        Entry("C", "initiative", "6"),
    ),
    weather=Entry("D1", "weather", "8"),
    opening=(Entry("D2.1", "declare war", "9"), Entry("D2.2", "choose actions", "10")),
    actions=ACTION_STEPS,
    also_for_passing=frozenset({"opponent’s naval combat"}),
    end_of_turn=END_OF_TURN_STEPS,
    cited=items_of_the_book,
)
