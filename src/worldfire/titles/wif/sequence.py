"""3 The sequence of play of World in Flames, in the order and by the names of the book."""

from __future__ import annotations

from worldfire.rules.s03_sequence import Entry, SequenceOfPlay

STAGES_BEFORE: tuple[Entry, ...] = (
    Entry("A", "reinforcements", "4"),
    Entry("B", "lending", "5"),
    Entry("C", "initiative", "6"),
)
WEATHER = Entry("D1", "weather", "8")
BEFORE_ACTIONS: tuple[Entry, ...] = (
    Entry("D2.1", "declare war", "9"),
    Entry("D2.2", "choose actions", "10"),
)
ACTION_STEPS: tuple[Entry, ...] = (
    Entry("D2.3(a)", "port attack", "11.2"),
    Entry("D2.3(b)", "naval air missions", "11.3"),
    Entry("D2.3(c)", "naval movement", "11.4"),
    Entry("D2.3(d)", "naval combat", "11.5"),
    Entry("D2.3(e)", "opponent’s naval combat", "11.6"),
    Entry("D2.3(f)", "strategic bombardment", "11.7"),
    Entry("D2.3(g)", "ground strike", "11.8"),
    Entry("D2.3(h)", "rail movement", "11.9"),
    Entry("D2.3(i)", "land movement", "11.10"),
    Entry("D2.3(j)", "air transport", "11.11"),
    Entry("D2.3(k)", "debark at sea", "11.12"),
    Entry("D2.3(l)", "invasions", "11.13"),
    Entry("D2.3(m)", "paradrop", "11.14"),
    Entry("D2.3(n)", "land combat", "11.15"),
    Entry("D2.3(o)", "rebase", "11.16"),
    Entry("D2.3(p)", "reorganisation", "11.17"),
)
END_OF_TURN_STEPS: tuple[Entry, ...] = (
    Entry("E1", "partisans", "13.1"),
    Entry("E2", "entry markers", "13.2"),
    Entry("E2", "US entry", "13.3"),
    Entry("E3", "return to base at the end of the turn", "13.4"),
    Entry("E4", "final reorganisation", "13.5"),
    Entry("E5", "production", "13.6"),
    Entry("E6", "intelligence", "13.6.11"),
    Entry("E7.2", "conquest", "13.7.1"),
    Entry("E7.3", "allied minor support", "13.7.2"),
    Entry("E7.4", "mutual peace", "13.7.3"),
    Entry("E7.4", "neutrality pacts", "9.2"),
    Entry("E7.5", "Vichy declaration", "13.7.4"),
    Entry("E7.6", "liberation", "13.7.5"),
    Entry("E7.7", "surrender", "13.7.6"),
    Entry("E8", "destruction", "13.8"),
    Entry("E9", "victory check", "13.9"),
)
#: intelligence, and the destruction of factories and oil
_OF_OPTIONS = ("E6", "E8")


def items_of_the_book(letter: str) -> tuple[str, ...]:
    """The items of 3.1 that a step of the table is, and the stage that it belongs to; those of options stand with these."""
    if letter in _OF_OPTIONS:
        return ()
    item = letter.lower()
    whole = {"d2.3": "3.1/d2.3", "e7.": "3.1/e7", "e": "3.1/e"}
    return (f"3.1/{item}", *(stage for start, stage in whole.items() if item.startswith(start)))


SEQUENCE = SequenceOfPlay(
    stages=STAGES_BEFORE,
    weather=WEATHER,
    opening=BEFORE_ACTIONS,
    actions=ACTION_STEPS,
    also_for_passing=frozenset({"opponent’s naval combat"}),  # ships of those who passed can still be fought (11.1)
    end_of_turn=END_OF_TURN_STEPS,
    cited=items_of_the_book,
)
