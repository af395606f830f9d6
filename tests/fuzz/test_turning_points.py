"""Random play from turning points of Global War that random games hardly reach: Vichy, claims, conquests, liberation.

Each is a story carried forward to the decision; from there chance plays on with dice of its own. It seldom declares wars or
makes peace, so that it stays with what is going on.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from golden.forwarding import at_war, conquered, controlled, in_turn, put
from golden.story import Story, global_war
from golden.test_bessarabia import claimed
from golden.test_italy_and_china import FACTORIES, GARRISONS
from worldfire.engine.chance import SealedChance
from worldfire.forces.situation import TURN
from worldfire.players.fuzzer import has_played
from worldfire.players.invariants import Inventory
from worldfire.players.random_player import pick

WEST = (("germany", "france"), ("germany", "commonwealth"), ("italy", "france"), ("italy", "commonwealth"))
ALL_FACTORIES_OF_FRANCE = ("Paris", "Metz", "Lyon", "Marseille", "Lille", "Bordeaux")
#: verbs that lead away from the turning point → what is done instead, nine times of ten
STAY = {"declare-war": "declare-no-war", "talk-peace-with": "make-no-peace"}


def summer_1940(*lost: str) -> Story:
    story = global_war()
    story.carry_forward(
        in_turn("Jul/Aug 1940"),
        at_war(*WEST),
        conquered("germany", "poland"),
        put("London", "fr-gar-xli"),
        controlled("germany", *lost),
        put("Paris", "ge-inf-xxx"),
    )
    return story


def vichy() -> Story:
    story = summer_1940("Paris")
    story.let_pass("vichy")
    return story


def france_conquered() -> Story:
    story = summer_1940(*ALL_FACTORIES_OF_FRANCE)
    story.let_pass("choose-new-home")
    return story


def italy_conquered() -> Story:
    story = global_war()
    allies = (
        ("italy", "commonwealth"),
        ("germany", "commonwealth"),
        ("italy", "usa"),
        ("germany", "usa"),
        ("japan", "usa"),
    )
    story.carry_forward(
        in_turn("Jul/Aug 1943"),
        at_war(*allies),
        put("E2105", "it-hq-a-graziani"),
        controlled("commonwealth", "Tripoli"),
        controlled("usa", "Rome", "Trieste"),
        put("Rome", "us-mot-ix"),
        put("Trieste", "us-mech-viii"),
        put("Genoa", "it-lnd-sm-79-wif"),
    )
    story.let_pass("choose-new-home")
    return story


def china_liberated() -> Story:
    story = global_war()
    story.carry_forward(
        in_turn("Jul/Aug 1942"),
        at_war(("japan", "usa"), ("japan", "commonwealth")),
        put("removed from the game", *GARRISONS),
        controlled("japan", *FACTORIES),
    )
    story.let_pass("choose-actions", "japan")
    story.let_pass("leave-fleet", "china")
    story.act("china", "leave-fleet-to", "commonwealth", die=5)
    story.let_pass("choose-actions", "commonwealth")
    story.carry_forward(controlled("commonwealth", "Chungking"), put("Chungking", "cw-inf-3-ind"))
    story.let_pass("liberate")
    return story


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("point", [vichy, claimed, france_conquered, italy_conquered, china_liberated])
def test_random_play_from_here(point: Callable[[], Story], seed: int) -> None:
    game, rng = point().game, Random(seed)
    game.chance = SealedChance(f"{point.__name__} {seed}".encode())
    inventory, first = Inventory(game), game.state.get(TURN)
    while not game.over and not has_played(first, 3, game):
        seat = rng.choice(sorted(game.waiting))
        verb, noun = pick(game, seat, rng)
        if STAY.get(verb) in game.offers(seat) and rng.random() < 0.9:
            verb, noun = STAY[verb], None
        game.submit(seat, verb, noun)
        assert not list(inventory.faults(game)), f"after {verb} of {seat}"
