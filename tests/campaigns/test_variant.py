"""A variant of Barbarossa with three clauses replaced: played to its end beside the plain game, all who reckon agreeing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import msgspec
import pytest

from conformance.kiev import kiev
from conformance.positions import give_control
from conformance.steps import begin_step, declare, turn_down, units
from worldfire.advice.odds import ONE_DIE, LandOdds, LandSizes, land_odds
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Change, Ruleset, assemble
from worldfire.forces.things import FACE_DOWN, PLACE, place_index
from worldfire.forces.who import side_of
from worldfire.players.cadet.picture import look
from worldfire.players.cadet.prospects import prospect, target_at
from worldfire.players.table import MOST_CAMPAIGN_PICKS, PLAYERS, play_out, seeded_campaign, seeded_secret
from worldfire.rules.s02_4_supply import defence_out_of_supply, in_supply
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_factors import Reckoning, attack_factor, defence_factor, explain, land_attack
from worldfire.rules.s11_15_land_roll import LandRoll, land_roll, one_die_reading
from worldfire.rules.s11_15_odds import LandAttack, Modifier, Table, final_step
from worldfire.rules.s11_15_resolution import LandCombatResult
from worldfire.tables.counters import LandCounter
from worldfire.titles import ruleset
from worldfire.titles.campaigns import CAMPAIGN
from worldfire.titles.wif import TITLE

MUD = Modifier("mud", Fraction(-1))
ATTACKERS = ("ge-arm-xlvii",)


def two_factors(game: Position, unit: int, counter: LandCounter) -> int | None:
    return 2 if game.state[FACE_DOWN][unit] and not in_supply(game, unit) else None


def muddy(game: HasRuleset, attack: LandAttack) -> LandRoll:
    tables = game.ruleset.tables.source
    dry = one_die_reading(attack, final_step(attack, tables), tables)
    return LandRoll(1, msgspec.structs.replace(dry, modifiers=(*dry.modifiers, MUD), modifier=dry.modifier - 1))


def bogged_down(game: Position, reckoning: Reckoning, unit: int) -> Fraction:
    """Mud costs every attacker two factors, and nothing else does."""
    return Fraction(max(1, (land_counter(game, unit).strength or 0) - 2))


CHANGES: dict[str, Change] = {
    "two factors": defence_out_of_supply.replaced_by(two_factors),
    "mud": land_roll.replaced_by(muddy),
    "bogged down": attack_factor.replaced_by(bogged_down),
}
VARIANT = tuple(CHANGES)


@cache
def variant(*changes: str) -> Ruleset:
    plain = ruleset("wif", ("5",))
    own = tuple(CHANGES[name] for name in changes)
    changed = replace(TITLE, name="wif-in-mud", changes=(*TITLE.changes, *own))
    return assemble(changed, ("5",), plain.tables, plain.tables_digest)


def in_mud(game: Game, *changes: str) -> Game:
    """The same position under the variant's rules, or under some of them."""
    game.ruleset = variant(*(changes or VARIANT))
    game.forget()
    return game


def pocket() -> Game:
    """West of Kiev with the defender face-down and his country lost behind him."""
    game = kiev(begin=False, options=("5",))
    give_control(game, "germany", "country:USSR")
    give_control(game, "ussr", "E1832", "E1833", "E1733")
    turn_down(game, "su-inf-3")
    return game


def reckoning(game: Game) -> Reckoning:
    target = place_index(game, "E1833")
    return Reckoning(target, units(game, *ATTACKERS), units(game, "su-inf-3"), table=Table.BLITZKRIEG)


def odds_of(game: Game) -> LandOdds:
    return land_odds(game, land_attack(game, reckoning(game)), LandSizes(1, 1))


def thrown(game: Game) -> dict[str, Fraction]:
    """What the game itself makes of every throw of the die."""
    begin_step(game, "land combat", "germany")
    declare(game, "germany", E1833=ATTACKERS)
    game.submit("germany", "done")
    counted: dict[str, Fraction] = defaultdict(Fraction)
    for die, chance in ONE_DIE:
        one = game.copy()
        one.chance = ScriptedChance([die])
        entry = one.submit("germany", "choose-table", "blitzkrieg")
        (result,) = [event for event in entry.events if isinstance(event, LandCombatResult)]
        counted[result.result] += chance
    return counted


@pytest.mark.parametrize("changes", [VARIANT, *((name,) for name in VARIANT)])
def test_explanation_odds_dice_and_computer_player_agree(changes: tuple[str, ...]) -> None:
    """All of them hear of all three replacements, and of each alone."""
    game, plain = in_mud(pocket(), *changes), pocket()
    said, before = explain(game, reckoning(game)), explain(plain, reckoning(plain))
    assert said.attack == (6 if "bogged down" in changes else 8)
    assert said.defence == (2 if "two factors" in changes else 1)
    assert (MUD in said.modifiers) == ("mud" in changes)
    assert (said.odds, said.modifier) != (before.odds, before.modifier)
    odds = odds_of(game)
    assert (odds.odds, odds.modifiers) == ({said.odds: 1}, said.modifiers)
    assert odds.results != odds_of(plain).results
    assert expected(game) == pytest.approx((float(odds.attacker_losses), float(odds.defender_losses)))
    assert expected(game) != pytest.approx(expected(plain))
    assert thrown(game) == odds.results


def expected(game: Game) -> tuple[float, float]:
    """What the cadet thinks that such an attack costs both sides."""
    (unit,) = units(game, *ATTACKERS)
    target = target_at(look(game, side_of(game, unit)), place_index(game, "E1833"))
    likely = prospect(target, [(unit, game.state[PLACE][unit])])
    assert likely.table is Table.BLITZKRIEG
    return likely.chances.attackers_lost, likely.chances.defenders_lost


def test_the_plain_game_beside_it_is_the_plain_game() -> None:
    """Asked in turns, in one process."""
    plain, muddied = pocket(), in_mud(pocket())
    for _ in range(2):
        for game, mud in ((plain, False), (muddied, True)):
            (defender,) = units(game, "su-inf-3")
            assert defence_factor(game, defender, place_index(game, "E1833")) == (2 if mud else 1)
            assert (MUD in explain(game, reckoning(game)).modifiers) == mud


def campaign_in_mud() -> Game:
    setup = seeded_campaign("barbarossa", 5, length=CAMPAIGN).header.setup
    return Game.new(variant(*VARIANT), ("germany", "ussr"), setup, secret=seeded_secret("mud", 5), game_id="mud")


def test_the_computer_attacks_in_it() -> None:
    game, rng = campaign_in_mud(), Random(5)
    while not any(isinstance(event, LandCombatResult) for event in game.entries[-1].events):
        seat, decision = next(iter(game.waiting.items()))
        game.submit(seat, *PLAYERS["cadet"](game, seat, rng), decision)
    assert game.on_stack("land combat")


@pytest.mark.parametrize("players", ["random", pytest.param("cadet", marks=pytest.mark.soak)])
def test_it_is_played_to_its_end(players: str) -> None:
    game = campaign_in_mud()
    play_out(game, Random(5), PLAYERS[players], MOST_CAMPAIGN_PICKS)
    assert game.over
    assert game.state.result["winner"]
    assert any(isinstance(event, LandCombatResult) for entry in game.entries for event in entry.events)
