"""Cautions: what is allowed and yet regretted, and a default set-up that gives no cause for them."""

from __future__ import annotations

from random import Random

import pytest

from worldfire.advice.cautions import cautions
from worldfire.advice.placement import propose_set_up
from worldfire.engine.game import Game
from worldfire.forces.things import HEXES, counter_of, on_the_map, place_index, place_name
from worldfire.forces.who import COUNTRY_NAMES
from worldfire.players import default_player
from worldfire.rules.s02_4_supply import in_supply
from worldfire.titles.campaigns import begin_campaign


def at_army_group_south(secret: bytes = b"south") -> Game:
    """The default set-up of Barbarossa, up to the land units of Army Group South."""
    game = begin_campaign("barbarossa", secret=secret)
    while game.decision is not None and "Army Group South" not in str(game.decision.args.get("zone")):
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, Random(1)))
    return game


@pytest.mark.rule("24.1")
@pytest.mark.rule("2.4.2")
@pytest.mark.parametrize("secret", [b"a", b"b", b"c"])
def test_the_default_set_up_of_barbarossa_is_in_supply(secret: bytes) -> None:
    game = begin_campaign("barbarossa", secret=secret)
    while game.decision is not None:
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, Random(1)))
    assert [place_name(game, place) for unit, place in on_the_map(game) if not in_supply(game, unit)] == []


@pytest.mark.rule("2.4.2")
def test_germans_in_rumania_are_cautioned_until_hungary_is_aligned() -> None:
    game = at_army_group_south()
    verb, noun = propose_set_up(game, "germany")
    assert cautions(game, "germany", verb, noun) == ()
    (first, _), *others = noun
    jassy = place_index(game, "Jassy")
    changed = ((first, jassy), *others)
    (caution,) = cautions(game, "germany", verb, changed)
    assert (caution.rule, caution.key, caution.hexes) == ("2.4.2", "caution-no-supply-until-aligned", (jassy,))
    assert game.state.get(COUNTRY_NAMES)[caution.args["country"]] == "hungary"
    assert caution.args["units"] == (first,)
    text = caution.text(game)
    assert "Jassy" in text
    assert "Hungary" in text
    assert game.why_not(verb, changed, "germany") == (), "a caution forbids nothing"


@pytest.mark.rule("2.4.2")
def test_where_a_zone_has_no_hex_in_supply_nobody_is_cautioned() -> None:
    """The Rumanian army is supplied at home, and ships are in port: neither has a better choice."""
    game = begin_campaign("barbarossa", secret=b"rumania")
    told = []
    while game.decision is not None:
        seat = next(iter(game.waiting))
        verb, noun = default_player.pick(game, seat, Random(1))
        told += cautions(game, seat, verb, noun)
        game.submit(seat, verb, noun)
    assert told == []
    assert any(
        counter_of(game, unit).home == "rumania" for unit, place in on_the_map(game) if place < game.state.get(HEXES)
    )
