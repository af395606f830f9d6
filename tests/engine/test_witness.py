"""What is remembered is never a guess: caches declare what they read, debug mode watches, and every cache can be proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.helpers import WHERE, tiny_game
from worldfire.engine.clauses import clause
from worldfire.engine.errors import RulesetError, StateError
from worldfire.engine.facts import Facts
from worldfire.engine.game import Game
from worldfire.engine.permitting import Permission
from worldfire.engine.procedures import Control, Verb, one, procedure, step
from worldfire.engine.schema import CONSENTS, Claim, Column, Derived, Field, Quantity, Schema, memo
from worldfire.engine.seams import SumOf

LUCK: Field[int] = Field("luck", 0)
GOLD = Quantity("gold")
COLOUR = Column(WHERE.family, "colour")
PARTS = Schema(columns=(COLOUR,), fields=(LUCK,), quantities=(GOLD,))

#: what is added to a sum
MORE = SumOf[[], int]("more")


@clause("tiny 1")
def handicap(game: Game) -> int:
    return 0


def played(*caches: Derived[Any], debug: bool = True, extra: tuple[Field[Any], ...] = (), **kwargs: Any) -> Game:
    """A game that waits for nothing in particular."""
    verb = Verb("wait", "tiny 1", lambda game, frame_locals, seat, noun: None)

    @step("tiny 1", verb)
    def ask(game: Game, frame_locals: Any) -> Control:
        return one("a", verb, rule="tiny 1", prompt="wait", always=True)

    schema = PARTS + Schema(fields=extra, derived=caches)
    return tiny_game(procedure("game", "tiny 1", ask), schema=schema, debug=debug, **kwargs)


def total(state: Facts) -> int:
    return sum(state[WHERE])


@pytest.mark.parametrize(
    ("build", "read"),
    [
        (lambda state: sum(state[COLOUR]), "colour"),
        (lambda state: sum(state.columns[COLOUR.key]), "colour"),
        (lambda state: state.get(LUCK), "luck"),
        (lambda state: state.fields[LUCK.name], "luck"),
        (lambda state: state.amount(GOLD, 0, 0), "gold"),
        (lambda state: list(state.amounts(GOLD)), "gold"),
        (lambda state: list(state.quantities), "all quantities"),
        (lambda state: state.consents.get(("a", "b", "enter")), "consents"),
        (lambda state: state.frames[-1].locals, "the stack"),
    ],
)
def test_an_undeclared_read_raises(build: Callable[[Facts], Any], read: str) -> None:
    careless = Derived("careless", (WHERE,), build)
    with pytest.raises(StateError, match=rf"'careless' reads '(.*\.)?{read}' and does not declare it"):
        played(careless).look_up(careless)
    played(careless, debug=False).look_up(careless)  # nobody watches a real game


def test_a_declared_read_does_not_raise() -> None:
    careful = Derived(
        "careful",
        (WHERE, COLOUR, LUCK, GOLD, CONSENTS),
        lambda state: (sum(state[COLOUR]), state.get(LUCK), state.amount(GOLD, 0, 0), len(state.consents)),
    )
    assert played(careful).look_up(careful) == (0, 0, 0, 0)


def test_what_a_memo_works_out_is_watched_too() -> None:
    kept = memo("kept", (WHERE,))
    game = played(kept)
    assert game.recall("total", lambda: total(game.state), kept) == total(game.state)
    with pytest.raises(StateError, match="'kept' reads 'luck'"):
        game.recall("luck", lambda: game.state.get(LUCK), kept)


def test_whoever_asks_a_cache_declares_it_even_if_it_is_filled() -> None:
    inner = Derived("inner", (WHERE,), total)
    kept = memo("kept", (LUCK,))
    game = played(inner, kept)
    game.look_up(inner)
    with pytest.raises(StateError, match=r"'kept' asks 'inner' and does not declare .*where"):
        game.recall("doubled", lambda: 2 * game.look_up(inner), kept)


def test_what_the_asked_cache_reads_is_read_as_well() -> None:
    inner = Derived("inner", (LUCK,), lambda state: state.get(LUCK))
    kept = memo("kept", (inner,))
    game = played(inner, kept)

    def doubled() -> int:
        return game.recall("doubled", lambda: 2 * game.look_up(inner), kept)

    assert doubled() == 0
    game.set(LUCK, 4)
    assert doubled() == 8


WEALTH: Field[int] = Field("wealth", 0, gist=lambda coins: coins > 9)


def test_a_value_with_the_same_gist_drops_no_cache() -> None:
    looked = []
    rich = Derived("rich", (WEALTH,), lambda state: looked.append(state.get(WEALTH)) or state.get(WEALTH) > 9)
    digests = []
    game = played(rich, extra=(WEALTH,), debug=False)
    for coins in (5, 9, 10, 99):
        game.set(WEALTH, coins)
        assert game.look_up(rich) == (coins > 9)
        digests.append(game.keyed_digest())
    assert looked == [5, 10]
    assert len(set(digests)) == 4


def test_a_cache_that_makes_more_of_a_field_than_its_gist_is_caught() -> None:
    greedy = Derived("greedy", (WEALTH,), lambda state: state.get(WEALTH))
    game = played(greedy, extra=(WEALTH,))
    game.look_up(greedy)
    game.set(WEALTH, 5)
    with pytest.raises(StateError, match="'greedy' is not what a rebuild gives"):
        game.check_caches()


def _mended(value: list[int], state: Facts, row: int, old: int, new: int) -> None:
    value[0] += new - old


SUM = Derived("sum", (), lambda state: [total(state)], _mended, mends=(WHERE,))


def test_a_change_that_is_mended_does_not_drop_the_cache() -> None:
    game = played(SUM)
    known = game.look_up(SUM)
    game.write(WHERE, 0, 7)
    assert game.look_up(SUM) is known
    assert known == [total(game.state)]
    game.fill(WHERE, [1] * len(game.state[WHERE]))
    assert game.look_up(SUM) is not known


def test_what_is_attached_to_a_seam_drops_even_a_cache_that_mends_itself() -> None:
    """Nobody knows how to mend what an option reads."""
    asking = Derived("asking", (), lambda state: [total(state)], _mended, mends=(WHERE,), asks=(MORE,))
    plain, changed = (
        played(asking, seams=(MORE,), changes=changes)
        for changes in ((), (MORE.attach(lambda game: 1, reads=(WHERE, LUCK)),))
    )
    for game, kept in ((plain, True), (changed, False)):
        known = game.look_up(asking)
        game.write(WHERE, 0, 7)
        assert (game.look_up(asking) is known) is kept
    known = changed.look_up(asking)
    changed.set(LUCK, 3)
    assert changed.look_up(asking) is not known


def test_what_replaces_a_clause_drops_the_caches_that_ask_it() -> None:
    kept = memo("kept", (WHERE,), asks=(handicap,))

    def luck(game: Game) -> int:
        return game.state.get(LUCK)

    game = played(kept, changes=(handicap.replaced_by(luck, reads=(LUCK,)),))

    def reckoned() -> int:
        return game.recall("reckoned", lambda: handicap(game), kept)

    assert reckoned() == 0
    game.set(LUCK, 5)
    assert reckoned() == 5


class _Answers:
    """A cache that is filled bit by bit."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {}

    def claims(self, game: Game) -> Iterator[Claim]:
        return (Claim(row, value, lambda row=row: game.state[WHERE][row]) for row, value in self.known.items())


def test_debug_mode_finds_out_again_what_a_cache_claims() -> None:
    answers = Derived("answers", (), lambda state: _Answers(), mends=(WHERE,), claims=_Answers.claims)
    game = played(answers)
    game.look_up(answers).known[0] = game.state[WHERE][0]
    game.submit("a", "wait")
    game = played(answers)
    game.look_up(answers).known[0] = game.state[WHERE][0] + 1
    with pytest.raises(StateError, match="the cache 'answers' is not what a rebuild gives: 0 is 0, remembered is 1"):
        game.submit("a", "wait")


def test_debug_mode_finds_a_memo_that_was_not_emptied() -> None:
    kept = memo("kept", (WHERE,))
    game = played(kept)
    seen = [1, 1, 2]
    game.recall("next", lambda: seen.pop(0), kept)
    with pytest.raises(StateError, match="the cache 'kept' is not what a rebuild gives: 'next' is 2, remembered is 1"):
        game.submit("a", "wait")


@pytest.mark.parametrize(
    ("cache", "problem"),
    [
        (Derived("blind", (), total, _mended), "does not say which columns"),
        (memo("kept", (SUM,)), "reads caches that no schema declares: sum"),
    ],
)
def test_a_cache_that_cannot_be_kept_is_refused(cache: Derived[Any], problem: str) -> None:
    with pytest.raises(RulesetError, match=problem):
        played(cache)


def test_consents_drop_the_caches_that_read_them() -> None:
    agreed = Derived("agreed", (CONSENTS,), lambda state: dict(state.consents))
    game = played(agreed, permissions=(Permission("enter", "tiny 1"),))
    assert game.look_up(agreed) == {}
    game.submit("a", "consent", ("b", "enter", "no"))
    assert game.look_up(agreed) == {("a", "b", "enter"): "no"}
