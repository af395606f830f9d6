"""Whatever is sent as a noun, the answer is a refusal with its reason and never a crash."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from server.lazy import Page, Seat
from server.positions import barbarossa_until, exercise, seat_people
from worldfire.server.house import House

pytestmark = pytest.mark.both_databases

VERBS = ("place-unit", "choose-actions", "rail", "move", "declare-attacks", "rebase")
PIECES = (
    None,
    True,
    -1,
    0,
    1,
    3,
    2_800,
    99_999,
    -99_999,
    2**40,
    1.5,
    "",
    "stay",
    "patrol 2803",
    "fly 1 2",
    "germany",
    "E1832/1",
)


def nonsense(rng: Random, depth: int = 3) -> Any:
    kind = rng.random()
    if depth == 0 or kind < 0.4:
        return rng.choice(PIECES)
    if kind < 0.9:
        return [nonsense(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return {str(rng.choice(PIECES)): nonsense(rng, depth - 1) for _ in range(rng.randint(0, 2))}


def mutations(noun: Any, rng: Random) -> Any:
    """A noun that fits, with one part replaced: gets further than pure nonsense."""
    if isinstance(noun, list) and noun and rng.random() < 0.8:
        at = rng.randrange(len(noun))
        return [*noun[:at], mutations(noun[at], rng), *noun[at + 1 :]]
    return nonsense(rng, 1)


@pytest.mark.parametrize("verb", VERBS)
def test_nonsense_is_refused(verb: str, page: Page, house: House) -> None:
    seat = seat_people(house, barbarossa_until(verb), {"germany": page, "ussr": page})["germany"]
    rng = Random(verb)
    table = seat.table()
    choice = seat.lazy_choice(table, (verb,))
    for _ in range(60):
        noun = mutations(choice[2], rng) if rng.random() < 0.7 else nonsense(rng)
        why = page.post(f"{seat.path}/why-not", seat="germany", verb=verb, noun=noun)
        assert all(reason["text"] for reason in why["violations"])
        if why["violations"]:
            assert seat.act(choice[0], verb, noun, status=422)["error"]["text"]
    assert seat.table()["entries"] == table["entries"]


def test_a_noun_without_end_is_not_read(page: Page, house: House) -> None:
    game = exercise("surprise-points")
    heinz: Seat = seat_people(house, game, {"heinz": page, "anna": page})["heinz"]
    noun: Any = 1
    for _ in range(500):
        noun = [noun]
    assert heinz.act(None, "choose-roles", noun, status=400)["error"]["field"] == "noun"
