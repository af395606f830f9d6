"""What a seat is offered is told by its kind: units by name, hexes by number, everything else in words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from drills import IN_THE_AIR
from server.positions import barbarossa_until, exercise
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.views import view
from worldfire.forces.things import name_of
from worldfire.players import random_player
from worldfire.server.offering import Offer, present_decision
from worldfire.server.reading import Reader
from worldfire.server.wire import plain


def _offers(game: Game, seed: int, most: int) -> Iterator[tuple[str, Offer]]:
    """Every offer of a game that is played at random for so many actions."""
    rng = Random(seed)
    for _ in range(most):
        if game.over:
            return
        seat = next(iter(game.waiting))
        seen = view(game, seat, len(game.entries))
        assert seen.decision is not None
        yield from present_decision(Reader(seen, game.ruleset), seen.decision).offers.items()
        game.submit(seat, *random_player.pick(game, seat, rng))


def _check(game: Game, verb: str, offer: Offer) -> None:
    """A number that is offered knows what it is, and the units and hexes that it points at are told by their names."""
    for kind, parts in ((offer.item_kind, offer.items), (offer.target_kind, offer.targets)):
        for raw, part in parts.items():
            assert kind or not raw.lstrip("-").isdigit(), f"{verb} offers {raw} and does not say what it is"
            if kind == Thing.__name__ and part.unit is not None:
                assert (part.label, part.hex) == (name_of(game, part.unit), None), verb
    # The page reads the shape as it is sent, so it can be sent.
    msgspec.json.encode(offer, enc_hook=plain)


@pytest.mark.parametrize("name", IN_THE_AIR)
def test_whatever_an_air_combat_offers_is_told(name: str) -> None:
    verbs: set[str] = set()
    for seed in range(6):
        game = exercise(name, seed)
        for verb, offer in _offers(game, seed, 200):
            _check(game, verb, offer)
            verbs.add(verb)
    assert "arrange" in verbs


@pytest.mark.parametrize("verb", ["move", "declare-attacks"])
def test_whatever_a_campaign_offers_is_told(verb: str) -> None:
    game = barbarossa_until(verb)
    for name, offer in _offers(game, 1, 120):
        _check(game, name, offer)


def test_who_bounces_whom_is_told_by_name() -> None:
    """14.3.3: both are aircraft, not places."""
    seen: list[Offer] = []
    for seed in range(12):
        game = exercise("bounce-over-kursk", seed)
        seen += [offer for verb, offer in _offers(game, seed, 200) if verb == "bounce"]
    assert seen
    for offer in seen:
        assert set(offer.items) == {"with", "whom"}
        assert all(part.unit is not None and part.hex is None for part in offer.targets.values())


def _plain(offer: Offer) -> Any:
    return msgspec.to_builtins(offer, enc_hook=plain)


def test_where_an_attack_may_go_or_stay_is_told() -> None:
    game = barbarossa_until("declare-attacks")
    offer = next(offer for verb, offer in _offers(game, 1, 1) if verb == "declare-attacks")
    told = _plain(offer)
    assert (told["item_kind"], told["target_kind"]) == ("Thing", "Destination")
    assert told["targets"]["-1"] == {"label": "stays"}
    others = [part for raw, part in told["targets"].items() if raw != "-1"]
    assert others
    assert all(part["label"].startswith(part["hex"]) for part in others)
