"""11.5.8 Combat results: each X, then each D, then each A hits a target, and a die against its defence says how hard.

`Results` is one side suffering what the other has inflicted. Who chooses the targets, and among which, depends on the kind
of combat: the owner in surface combat, both sides in turn in an air-to-sea attack (11.5.9), and in a submarine combat
(11.5.10) the owner within limits.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.kinds import SideId
from worldfire.forces.things import PLACE
from worldfire.forces.turn import other_side
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT
from worldfire.rules.s11_04_naval_units import Item, Sailor, naval_counter
from worldfire.rules.s11_04_under_way import NAVAL_COMBAT, NavalCombat, Suffered
from worldfire.rules.s11_05_4_committing import Force, Stack, is_submarine_unit
from worldfire.rules.s11_05_6_surprise_points import CHOOSING_A_TARGET, Picking
from worldfire.rules.s11_05_8_damage import damage, defence, is_damaged, sink
from worldfire.rules.s11_05_naval_tables import Hit, NavalResult, damage_chance, next_worse
from worldfire.rules.s11_05_round import (
    NavalRound,
    TargetName,
    change_convoys,
    convoys_at_risk,
    hit_together,
    name_of_stack,
    read_stack,
    ships_at_risk,
)
from worldfire.tables.counters import NavalType

#: how targets are chosen
BY_OWNER, IN_TURN, AMONG_CONVOYS, AMONG_SUBMARINES = "owner", "in turn", "convoys", "submarines"


class HitSuffered(Event, frozen=True):
    """A target suffers a result, or the next worse one; a die of 0: nothing hung on it."""

    target: TargetName
    inflicted: str
    die: int
    suffered: str


class Results(msgspec.Struct):
    """What a side has still to suffer."""

    side: int
    hits: tuple[str, ...]
    choosing: str
    #: how many have been suffered
    done: int = 0
    target: int | str = ""


@rule("11.5.8/combat results")
def in_the_books_order(result: NavalResult) -> tuple[str, ...]:
    """All X first, then all D, then all A."""
    return (
        *((Hit.DESTROY,) * result.destroyed),
        *((Hit.DAMAGE,) * result.damaged),
        *((Hit.ABORT,) * result.aborted),
    )


# -------------------------------------------------------------------------------------------------------- who can be hit


def everybody_at_risk(game: Position, fight: NavalRound, side: int) -> tuple[Item, ...]:
    convoys = (name_of_stack(stack) for stack in convoys_at_risk(game, fight, side))
    return (*ships_at_risk(game, fight, side), *convoys)


@clause("11.5.8/combat results")
def owners_choice(game: Position, fight: NavalRound, side: int) -> tuple[Item, ...]:
    """What the owner may choose in surface and naval air combat."""
    return everybody_at_risk(game, fight, side)


@rule("11.5.10")
def _open_to_submarines(game: Position, fight: NavalRound, results: Results) -> tuple[Item, ...]:
    """Convoy points, and for every second loss carriers and surface combat ships in the 0 section; nobody without convoys."""
    convoys = tuple(name_of_stack(stack) for stack in convoys_at_risk(game, fight, results.side))
    if not convoys or results.done % 2 == 0:
        return convoys
    escorts = (
        ship
        for ship in ships_at_risk(game, fight, results.side)
        if naval_counter(game, ship).type in (NavalType.CV, NavalType.SCS)
        and section_number(game, game.state[PLACE][ship]) == 0
    )
    return (*convoys, *escorts)


def _submarines(game: Position, fight: NavalRound, side: int) -> tuple[Item, ...]:
    return tuple(ship for ship in ships_at_risk(game, fight, side) if is_submarine_unit(game, ship))


@clause("11.5.8/combat results", "11.5.9/the air-to-sea attack", "11.5.10")
def next_choice(game: Position, fight: NavalRound, results: Results) -> Picking:
    """Who chooses the next target, among which, and among which for surprise points."""
    side, enemy = results.side, other_side(results.side)
    if results.choosing == AMONG_SUBMARINES:
        hunted = _submarines(game, fight, side)
        return Picking(side, hunted, hunted)
    if results.choosing == AMONG_CONVOYS:
        convoys = _open_to_submarines(game, fight, results)
        return Picking(side, convoys, everybody_at_risk(game, fight, side) if convoys else ())
    if results.choosing == IN_TURN and results.done % 2 == 0:
        return Picking(enemy, everybody_at_risk(game, fight, side), owners_choice(game, fight, side))
    return Picking(side, owners_choice(game, fight, side), everybody_at_risk(game, fight, side))


@step("11.5.8", also=("11.5.8/combat results", "11.5.10"))
def next_result(game: Game, results: Results) -> Control:
    """Results that nobody is left to suffer are ignored."""
    if not results.hits:
        return End()
    choice = next_choice(game, game.enclosing(NavalRound), results)
    return Call(CHOOSING_A_TARGET.name, choice) if choice.candidates else End()


# ------------------------------------------------------------------------------------------------------- what they suffer


def _sailor(target: Item) -> Sailor:
    stack = read_stack(target)
    if stack is not None:
        return stack.sailor
    assert isinstance(target, int)
    return Sailor(target)


def _is_shaken(fight: NavalRound, target: Item) -> bool:
    stack = read_stack(target)
    return stack.shaken if stack is not None else target in fight.shaken


def _is_certain(game: Position, fight: NavalRound, results: Results) -> bool:
    """Nothing hangs on the die: it always, or never, rolls its defence; or another half abort would make a whole one."""
    chance = damage_chance(defence(game, _sailor(results.target)))
    second_half = results.hits[0] == Hit.ABORT and _is_shaken(fight, results.target)
    return chance in (0, 1) or second_half


@step("11.5.8", also=("11.5.8/combat results",))
def roll_against_defence(game: Game, results: Results) -> Control:
    results.target = game.result
    fight = game.enclosing(NavalRound)
    if _is_certain(game, fight, results):
        return Goto("suffer_unrolled")
    return Roll("naval-damage", fight.seats[results.side][0], concerns=fight.seats[other_side(results.side)])


@step("11.5.8", also=("11.5.8/combat results",))
def suffer_the_result(game: Game, results: Results) -> Control:
    hit = Hit(results.hits[0])
    holds = game.total > defence(game, _sailor(results.target))
    return _suffer(game, results, next_worse(hit) if holds else hit, game.total)


@step("11.5.8", also=("11.5.8/combat results",))
def suffer_unrolled(game: Game, results: Results) -> Control:
    hit = Hit(results.hits[0])
    never = not damage_chance(defence(game, _sailor(results.target)))
    return _suffer(game, results, next_worse(hit) if never else hit, 0)


def _suffer(game: Game, results: Results, suffered: Hit | None, die: int) -> Control:
    assert suffered is not None, "an X, D or A becomes at least half an abort"
    game.say(HitSuffered(target=results.target, inflicted=results.hits[0], die=die, suffered=suffered))
    _keep_the_toll(game, results, suffered, die)
    stack = read_stack(results.target)
    fight = game.enclosing(NavalRound)
    if stack is not None:
        _hit_convoys(game, fight, results.side, stack, suffered)
    else:
        assert isinstance(results.target, int)
        _hit_ship(game, fight, results.target, suffered)
    results.hits, results.done = results.hits[1:], results.done + 1
    return Goto("next_result")


def _keep_the_toll(game: Game, results: Results, suffered: Hit, die: int) -> None:
    """For whoever follows the combat: what was suffered by whom, in order."""
    at_sea = game.on_stack(NAVAL_COMBAT)
    keeper = game.enclosing(NavalCombat) if at_sea else game.enclosing(NavalRound)
    number = game.enclosing(NavalCombat).rounds if at_sea else 1
    hit = Suffered(number, results.side, results.target, results.hits[0], die, suffered)
    keeper.toll = (*keeper.toll, hit)


@rule("11.5.8/combat results")
def _hit_ship(game: Game, fight: NavalRound, ship: int, hit: Hit) -> None:
    sailor, place = Sailor(ship), game.state[PLACE][ship]
    if hit is Hit.DESTROY or (hit is Hit.DAMAGE and is_damaged(game, sailor)):
        sink(game, sailor, place)
    elif hit is Hit.DAMAGE:
        damage(game, sailor, place)
    elif hit is Hit.ABORT or ship in fight.shaken:
        fight.aborted = Force((*fight.aborted.units, ship), fight.aborted.convoys)
    else:
        fight.shaken += (ship,)


@clause("11.5.8/convoys")
def hit_on_convoys(game: Position, hit: Hit) -> tuple[int, Hit]:
    """How many convoy points a result hits, and what it does to them."""
    return CONVOY_POINTS_A_UNIT(game), hit


@rule("11.5.8/convoys")
def _hit_convoys(game: Game, fight: NavalRound, side: int, target: Stack, suffered: Hit) -> None:
    points, hit = hit_on_convoys(game, suffered)
    for stack in hit_together(fight, side, target, points):
        if hit is Hit.DESTROY or (hit is Hit.DAMAGE and stack.damaged):
            sink(game, stack.sailor, stack.place)
            change_convoys(fight, side, stack, None)
        elif hit is Hit.DAMAGE:
            damage(game, stack.sailor, stack.place)
            change_convoys(fight, side, stack, msgspec.structs.replace(stack, damaged=True))
        elif hit is Hit.ABORT or stack.shaken:
            change_convoys(fight, side, stack, None)
            fight.aborted = Force(fight.aborted.units, _gathered(fight.aborted.convoys, stack))
        else:
            change_convoys(fight, side, stack, msgspec.structs.replace(stack, shaken=True))


def _gathered(aborted: tuple[Stack, ...], more: Stack) -> tuple[Stack, ...]:
    """Convoy points that have aborted, with more of them: those of a power in a section that are alike are one stack."""
    points = {stack.of(0): stack.points for stack in aborted}
    kind = msgspec.structs.replace(more, points=0, shaken=False)
    points[kind] = points.get(kind, 0) + more.points
    return tuple(stack.of(number) for stack, number in points.items())


RESULTS = procedure(
    "naval combat results",
    "11.5.8",
    next_result,
    roll_against_defence,
    suffer_the_result,
    suffer_unrolled,
    locals=Results,
)


# ------------------------------------------------------------------------------------------------------- what is inflicted


class NavalAttack(Event, frozen=True):
    """A side attacks with so many factors in a row of the naval combat chart, and inflicts these results."""

    side: SideId
    row: str
    factors: str
    column: int
    ships: int
    destroyed: int
    damaged: int
    aborted: int


MODULE = Module(procedures=(RESULTS,))
