"""A variant of Barbarossa with three clauses changed: played to its end beside the plain game, all who reckon agreeing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import msgspec
import pytest

from conformance.kiev import GERMANS, kiev
from conformance.steps import begin_step, declare, turn_down, units
from worldfire.advice.odds import ONE_DIE, LandSizes, land_odds
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Ruleset, assemble
from worldfire.forces.things import place_index
from worldfire.players.cadet.prospects import chances
from worldfire.players.table import PLAYERS, play_out, seeded_campaign, seeded_secret
from worldfire.rules.s02_4_supply import defence_out_of_supply
from worldfire.rules.s11_15_factors import Reckoning, defence_factor, explain, land_attack
from worldfire.rules.s11_15_land_roll import LandRoll, land_roll
from worldfire.rules.s11_15_odds import LandAttack, Modifier, Table
from worldfire.rules.s11_15_resolution import LandCombatResult, armour_gains
from worldfire.tables.counters import LandCounter
from worldfire.titles import ruleset
from worldfire.titles.campaigns import CAMPAIGN
from worldfire.titles.wif import TITLE

MUD = Modifier("mud", Fraction(-1))


def two_factors(game: Game, unit: int, counter: LandCounter) -> int | None:
    return 2


def muddy(usual: Callable[[HasRuleset, LandAttack], LandRoll], game: HasRuleset, attack: LandAttack) -> LandRoll:
    roll = usual(game, attack)
    reading = msgspec.structs.replace(
        roll.usual, modifiers=(*roll.usual.modifiers, MUD), modifier=roll.usual.modifier - 1
    )
    return msgspec.structs.replace(roll, usual=reading)


def never(game: HasRuleset, roll: LandRoll) -> bool:
    return False


CHANGES = (defence_out_of_supply.replaced_by(two_factors), land_roll.wrapped_by(muddy), armour_gains.replaced_by(never))


@cache
def variant() -> Ruleset:
    plain = ruleset("wif", ("5",))
    changed = replace(TITLE, name="wif-in-mud", changes=(*TITLE.changes, *CHANGES))
    return assemble(changed, ("5",), plain.tables, plain.tables_digest)


def in_mud(game: Game) -> Game:
    """The same position under the variant's rules."""
    game.ruleset = variant()
    game.forget()
    return game


def reckoning(game: Game) -> Reckoning:
    target = place_index(game, "E1833")
    return Reckoning(target, units(game, *GERMANS), units(game, "su-inf-3"), table=Table.BLITZKRIEG)


def test_explanation_odds_dice_and_computer_player_agree() -> None:
    game = begin_step(in_mud(kiev(begin=False)), "land combat", "germany")
    attack = land_attack(game, reckoning(game))
    odds = land_odds(game, attack, LandSizes(4, 1))
    assert MUD in explain(game, reckoning(game)).modifiers
    assert MUD in odds.modifiers
    assert chances(game, attack, 4, 1).attackers_lost == pytest.approx(float(odds.attacker_losses))
    declare(game, "germany", E1833=GERMANS)
    game.submit("germany", "done")
    counted: dict[str, Fraction] = defaultdict(Fraction)
    for die, chance in ONE_DIE:
        thrown = game.copy()
        thrown.chance = ScriptedChance([die])
        entry = thrown.submit("germany", "choose-table", "blitzkrieg")
        (result,) = [event for event in entry.events if isinstance(event, LandCombatResult)]
        counted[result.result] += chance
    assert counted == odds.results


def test_the_plain_game_beside_it_is_the_plain_game() -> None:
    """Asked in turns, in one process."""
    plain, muddied = kiev(begin=False), in_mud(kiev(begin=False))
    for game in (plain, muddied):
        turn_down(game, "su-inf-3")
    for _ in range(2):
        for game, mud in ((plain, False), (muddied, True)):
            (defender,) = units(game, "su-inf-3")
            assert (defence_factor(game, defender, place_index(game, "E1833")) == 2) == mud
            assert (MUD in explain(game, reckoning(game)).modifiers) == mud


@pytest.mark.parametrize(("players", "most"), [("random", 100_000), ("cadet", 250)])
def test_it_is_played(players: str, most: int) -> None:
    """Random players to the end, the cadet through its first impulses."""
    setup = seeded_campaign("barbarossa", 5, length=CAMPAIGN).header.setup
    game = Game.new(variant(), ("germany", "ussr"), setup, secret=seeded_secret("mud", 5), game_id="mud")
    if players == "random":
        play_out(game, Random(5), PLAYERS[players], most)
        assert game.over
        assert game.state.result["winner"]
    else:
        rng = Random(5)
        while len(game.entries) < most:
            seat = next(iter(game.waiting))
            game.submit(seat, *PLAYERS[players](game, seat, rng))
    assert any(isinstance(event, LandCombatResult) for entry in game.entries for event in entry.events)
