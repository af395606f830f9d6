"""The cadet in Barbarossa: it has an answer to everything, always a legal one, always the same, from what it may know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import worldfire
from worldfire.advice.odds import LandSizes, land_odds
from worldfire.engine.game import Game
from worldfire.engine.state import State
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, counter_of
from worldfire.forces.turn import IMPULSE, IMPULSE_BOX
from worldfire.forces.who import COUNTRY, POWER, SIDE, side_of
from worldfire.players import cadet, random_player
from worldfire.players.cadet import answers, marching
from worldfire.players.cadet.asking import Question
from worldfire.players.cadet.picture import look
from worldfire.players.cadet.prospects import Prospect, chances, is_trapped, prospect, target_at
from worldfire.players.cadet.sight import as_seen_by, nothing_is_hidden
from worldfire.players.table import Pick, seeded_campaign
from worldfire.rules.s11_15_odds import LandAttack, Table
from worldfire.tables.counters import LandCounter


def play(game: Game, rng: Random, picks: dict[str, Pick], until: Callable[[Game], bool]) -> list[tuple[str, str]]:
    """Play until something is so; every (seat, prompt) that was answered. An illegal action would raise."""
    asked = []
    while not game.over and not until(game):
        seat, decision = next(iter(game.waiting.items()))
        assert game.decision is not None
        asked.append((seat, game.decision.prompt))
        verb, noun = picks[seat](game, seat, rng)
        game.submit(seat, verb, noun, decision)
    return asked


def after_impulse(number: int) -> Callable[[Game], bool]:
    first = None

    def is_after(game: Game) -> bool:
        nonlocal first
        first = game.state.get(TURN) if first is None else first
        return game.state.get(IMPULSE) > number or game.state.get(TURN) > first

    return is_after


BOTH: dict[str, Pick] = {"germany": cadet.pick, "ussr": cadet.pick}


# --------------------------------------------------------------------------------------------- an answer to everything


def test_every_heuristic_answers_a_prompt_of_the_rules() -> None:
    source = Path(worldfire.__file__).parent
    files = (path for room in ("rules", "titles", "options") for path in (source / room).rglob("*.py"))
    prompts = {name for path in files for name in re.findall(r'prompt="([a-z-]+)"', path.read_text())}
    prompts |= {f"air-{verb}" for verb in ("shoot-down", "drive-off", "clear-through")}  # named by their verbs
    prompts |= {"fly-patrols", "fly-attackers", "fly-interceptors", "fly-counter-interceptors"}  # by their waves
    prompts |= {"bid-first", "bid-higher"}  # by whether anybody has bid
    assert set(answers.HEURISTICS) <= prompts


@pytest.mark.soak
def test_a_whole_game_needs_no_fallback_and_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against random Soviets the Germans take what they need; every answer is a heuristic's own and legal as it is."""

    def never(question: Question) -> Any:
        raise AssertionError(f"{question.prompt} was left to the default")

    monkeypatch.setattr(answers, "default", never)
    game = seeded_campaign("barbarossa", 1, length="campaign")
    play(game, Random(1), {"germany": cadet.pick, "ussr": random_player.pick}, lambda game: False)
    assert game.state.result["winner"] == "axis"


@pytest.mark.parametrize("seed", [2, 3])
def test_both_sides_answer_by_their_heuristics(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "default", lambda question: pytest.fail(question.prompt))
    game = seeded_campaign("barbarossa", seed, length="campaign")
    asked = play(game, Random(seed), BOTH, after_impulse(4))
    assert {"land-movement", "declare-attacks", "fly-attackers"} <= {prompt for _, prompt in asked}


def test_what_is_unknown_is_answered_quietly_and_what_is_illegal_never(monkeypatch: pytest.MonkeyPatch) -> None:
    game = seeded_campaign("barbarossa", 1, length="campaign")
    play(game, Random(1), BOTH, lambda game: game.decision is not None and game.decision.prompt == "land-movement")
    seat = next(iter(game.waiting))
    monkeypatch.setattr(answers, "HEURISTICS", {})
    assert cadet.pick(game, seat, Random(1)) == ("done", None)
    monkeypatch.setattr(answers, "HEURISTICS", {"land-movement": lambda question: ("move", ((-1,), (-1,)))})
    assert cadet.pick(game, seat, Random(1)) == ("done", None)


def test_the_same_seed_gives_the_same_game() -> None:
    digests = []
    for _ in range(2):
        game = seeded_campaign("barbarossa", 4, length="campaign")
        play(game, Random(4), BOTH, after_impulse(3))
        digests.append(game.state.digest())
    assert digests[0] == digests[1]


# ---------------------------------------------------------------------------------------------- only what it may know


def test_barbarossa_hides_nothing_so_the_cadet_looks_at_the_game_itself() -> None:
    game = seeded_campaign("barbarossa", 1, length="campaign")
    assert nothing_is_hidden(game)
    assert as_seen_by(game, "germany") is game


@contextmanager
def hidden_faces() -> Iterator[None]:
    """A house rule for the test: nobody sees which of the other side's units are face-down."""

    def own_side(state: State, row: int, seat: str | None) -> bool:
        side = state[SIDE][state[POWER][state[COUNTRY][row]]]
        return side == {"germany": 0, "ussr": 1}.get(seat or "", -1)

    before = FACE_DOWN.visible
    object.__setattr__(FACE_DOWN, "visible", own_side)
    try:
        yield
    finally:
        object.__setattr__(FACE_DOWN, "visible", before)


def test_what_is_hidden_does_not_change_what_it_does() -> None:
    """The same position with all Soviet units face-up, and with half of them face-down."""
    game = seeded_campaign("barbarossa", 1, length="campaign")
    play(game, Random(1), BOTH, lambda game: _is_asked(game, "germany", "declare-attacks"))
    turned = game.copy()
    for unit in range(0, len(turned.state[FACE_DOWN])):
        if side_of(turned, unit) == 1 and isinstance(counter_of(turned, unit), LandCounter):
            turned.write(FACE_DOWN, unit, unit % 2)
    seen = cadet.pick(game, "germany", Random(1)), cadet.pick(turned, "germany", Random(1))
    assert seen[0] != seen[1], "the position must be one in which it matters"
    with hidden_faces():
        assert not nothing_is_hidden(game)
        assert cadet.pick(game, "germany", Random(1)) == cadet.pick(turned, "germany", Random(1))


def _is_asked(game: Game, seat: str, prompt: str) -> bool:
    return game.decision is not None and game.decision.prompt == prompt and seat in game.waiting


# ------------------------------------------------------------------------------------------------------- how it judges


@pytest.mark.parametrize("options", [(), ("26",), ("27",), ("26", "27")])
def test_its_chances_are_the_exact_ones(options: tuple[str, ...]) -> None:
    """The same expectations as the advice gives for an attack of 13 against 4 in the open, whatever dice are thrown."""
    game = seeded_campaign("barbarossa", 1, length="campaign", options=options)
    for table in Table:
        attack = LandAttack(attack=Fraction(13), defence=Fraction(4), table=table, extra_loss=True)
        exact = land_odds(game, attack, LandSizes(attackers=3, defenders=2))
        mine = chances(game, attack, 3, 2)
        assert mine.attackers_lost == pytest.approx(float(exact.attacker_losses))
        assert mine.defenders_lost == pytest.approx(float(exact.defender_losses))
        assert mine.cleared == pytest.approx(float(exact.hex_cleared or 0))


def test_no_march_overstacks_or_leaves_its_headquarters_beside_the_enemy() -> None:
    game = seeded_campaign("barbarossa", 2, length="campaign")
    play(game, Random(2), BOTH, lambda game: _is_asked(game, "germany", "land-movement"))
    march = marching.plan(look(game, 0))
    places = list(march.posting.at.values())
    assert max(places.count(place) for place in places) <= 2
    for unit in march.picture.headquarters:
        place = march.posting.at.get(unit, march.picture.place(unit))
        assert march.picture.enemy_distance(place) > 1 or places.count(place) > 1


def test_an_attack_that_closes_the_pocket_is_worth_more() -> None:
    """The same attackers against the same hex: with own units all around it, nobody who retreats gets away."""
    game = seeded_campaign("barbarossa", 2, length="campaign")
    play(game, Random(2), BOTH, lambda game: _is_asked(game, "germany", "land-movement"))
    picture = look(game, 0)
    target, positions = next(
        (attack.target, attack.positions[:number])
        for attack in marching.plan(picture).attacks
        for number in range(1, len(attack.positions) + 1)
        if not is_trapped(picture, attack.target, {origin for _, origin in attack.positions[:number]})
        and _somebody_gets_away(prospect(target_at(picture, attack.target), attack.positions[:number]))
    )
    around = set(picture.neighbours[target])
    assert not is_trapped(picture, target, set())
    assert is_trapped(picture, target, around)
    open_, closed = (target_at(picture, target, ours) for ours in (frozenset[int](), around))
    assert prospect(closed, positions).value > prospect(open_, positions).value


def _somebody_gets_away(found: Prospect) -> bool:
    return found.chances.retreated + found.chances.shattered > 0


def test_headquarters_turn_the_spearheads_face_up_when_the_turn_draws_to_its_end() -> None:
    """Early on they keep their points and follow the front; with about one impulse to come they give them."""
    game = seeded_campaign("barbarossa", 2, length="campaign")
    play(game, Random(2), BOTH, lambda game: _is_asked(game, "germany", "reorganise"))
    assert game.state.get(IMPULSE) == 1
    assert cadet.pick(game, "germany", Random(2)) == ("finish-reorganising", None)
    game.set(IMPULSE_BOX, 7)
    verb, unit = cadet.pick(game, "germany", Random(2))
    assert verb == "reorganise"
    assert game.state[FACE_DOWN][unit]
