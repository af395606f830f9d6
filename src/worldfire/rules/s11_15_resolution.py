"""11.15.5 Resolving one land attack: the table, the die, losses, retreats, the advance, and who is turned face-down."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.clauses import HasRuleset, clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, joint, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.things import PLACE, turn_face_down
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s02_3_overstacking import units_too_many
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s08_weather import terrain_at
from worldfire.rules.s11_10_6_overrun import destroy, enter
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_advance import ADVANCE, ADVANCE_FURTHER, STOP_ADVANCING, may_advance, may_go_further
from worldfire.rules.s11_15_battle import (
    Battle,
    attackers,
    attacking_seats,
    deciders,
    defenders,
    face_up,
    has_landed,
    origin_of,
    reckoning_of,
)
from worldfire.rules.s11_15_factors import (
    ARMOUR,
    GUNS,
    MECHANISED,
    count_kinds,
    is_fort_hexside,
    is_winterised,
    land_attack,
)
from worldfire.rules.s11_15_land_roll import LandRoll, chosen_reading, land_roll, result_without_dice
from worldfire.rules.s11_15_odds import (
    Facing,
    Fate,
    LandAttack,
    LandResult,
    Table,
    losses_of_attackers,
    read_result,
)
from worldfire.rules.s11_15_retreats import (
    is_lost_instead,
    must_go_on,
    retreat,
    retreat_hexes,
    retreat_violation,
    shatter,
    stands_off_map,
    turn_survivors_face_down,
)
from worldfire.rules.s13_06_3_bonus_points import homes_as_it_begins
from worldfire.tables.counters import LandType


class OddsReckoned(Event, frozen=True):
    """What the attack is rolled on; factors are written as fractions."""

    place: PlaceId
    table: str
    attack: str
    defence: str
    odds: str
    modifier: int


class LandCombatResult(Event, frozen=True):
    """`roll` is the modified die, 0 where none was thrown."""

    place: PlaceId
    roll: int
    result: str


class NotionalDestroyed(Event, frozen=True):
    place: PlaceId


def result_of(battle: Battle) -> LandResult:
    return read_result(battle.result)


# ------------------------------------------------------------------------------------------------ who is still in it


@step("11.15.5", also=("11.15.1/supply", "13.6.3/bonus build points"))
def attackers_are_ready(game: Game, battle: Battle) -> Control:
    """Whoever is out of supply or face-down by now does not attack; without attackers or defenders there is no combat."""
    ready = face_up(game, attackers(game, battle))
    fit = {unit for unit in ready if has_landed(battle, unit) or in_supply(game, unit)}
    battle.origins = tuple((unit, origin) for unit, origin in battle.origins if unit in fit)
    if not battle.origins:
        return Goto("battle_is_over")
    battle.defenders = defenders(game, battle)
    battle.involved = (*(unit for unit, _ in battle.origins), *battle.defenders)
    battle.supplied = tuple(unit for unit in battle.involved if in_supply(game, unit))
    battle.like_home = homes_as_it_begins(game, battle.involved)
    if battle.defenders or battle.notional:
        return None
    landed = tuple(arrival.unit for arrival in battle.arrivals if arrival.unit in fit)
    return occupy(game, landed, battle.target) if landed else None


@clause("11.15.5/paradrops and invasions")
def occupy(game: Game, landed: tuple[int, ...], place: int) -> Call | None:
    """Who landed takes the hex that no enemy land unit holds any longer."""
    return enter(game, landed, place)


# ------------------------------------------------------------------------------------------------- choosing the table


@clause("11.15.5/choosing combat table", "11.15.5/table choice divisions", "11.15.5/table choice aa at")
def attacker_chooses_table(game: Position, battle: Battle) -> bool:
    """More armour, or more MECH against no armour, in a clear, forest or desert hex without a city."""
    target = battle.target
    if terrain_at(game, target) not in ("clear", "forest", "desert") or target in ground_of(game).cities:
        return False
    counted = tuple(
        unit for unit in attackers(game, battle) if not is_fort_hexside(game, origin_of(battle, unit), target)
    )
    guns = sum(land_counter(game, unit).type in GUNS for unit in battle.defenders)  # corps each, divisions or not
    against = count_kinds(game, battle.defenders, ARMOUR) + guns
    if count_kinds(game, counted, ARMOUR) > against:
        return True
    more = count_kinds(game, counted, MECHANISED) > count_kinds(game, battle.defenders, MECHANISED)
    return not against and more


@clause("11.15.5/choosing combat table")
def tables_to_choose(game: Position, battle: Battle) -> tuple[Table, ...]:
    """The tables that whoever chooses may take."""
    return (Table.BLITZKRIEG, Table.ASSAULT)


def _tables(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    return One(tuple(table.value for table in tables_to_choose(game, battle)))


def _choose_table(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    battle.table = Table(noun)
    return None


CHOOSE_TABLE = Verb("choose-table", "11.15.5", _choose_table, _tables)


@step("11.15.5", CHOOSE_TABLE, also=("11.15.5/choosing combat table",))
def choose_combat_table(game: Game, battle: Battle) -> Control:
    if not battle.defenders and not battle.notional:
        return Goto("battle_is_over")
    tables = tables_to_choose(game, battle)
    if len(tables) == 1:
        battle.table = tables[0]
        return None
    seats = attacking_seats(game, battle) if attacker_chooses_table(game, battle) else _defending_seats(game, battle)
    return joint(seats, CHOOSE_TABLE, rule="11.15.5", prompt="choose-table", place=Place(battle.target))


def _defending_seats(game: Position, battle: Battle) -> tuple[str, ...]:
    alive = tuple(unit for unit in battle.defenders if game.state[PLACE][unit] == battle.target)
    return deciders(game, alive or battle.defenders, game.state[CONTROLLER][battle.target], battle.side)


# ---------------------------------------------------------------------------------------------------- rolling the die


def attack_of(game: Position, battle: Battle) -> LandAttack:
    return land_attack(game, reckoning_of(game, battle))


@step("11.15.5", also=("11.15.5/odds ratios", "11.15.5/rolling the die"))
def roll_the_die(game: Game, battle: Battle) -> Control:
    """Odds after the weather and every modifier; without factors on one side the result is automatic."""
    attack = attack_of(game, battle)
    automatic = result_without_dice(game, attack)
    if automatic is not None:
        battle.result = automatic
        game.say(LandCombatResult(place=battle.target, roll=0, result=automatic))
        return Goto("attackers_losses")
    roll = land_roll(game, attack)
    battle.first_loss = first_losses(game, battle, attack, roll)
    reading = chosen_reading(game, roll)
    battle.modifier = reading.modifier
    game.say(
        OddsReckoned(
            place=battle.target,
            table=battle.table.value,
            attack=_written(attack.attack),
            defence=_written(attack.defence),
            odds=reading.odds,
            modifier=reading.modifier,
        )
    )
    seats = seats_concerned(game, battle)
    return Roll("land combat", seats[0], roll.dice, concerns=seats)


def seats_concerned(game: Position, battle: Battle) -> tuple[str, ...]:
    """Whom the dice of the combat concern; the first, the attacker, throws them."""
    return (attacking_seats(game, battle)[0], *_defending_seats(game, battle))


def _written(factors: Fraction) -> str:
    return str(factors.numerator) if factors.denominator == 1 else f"{float(factors):.2f}".rstrip("0")


@clause("11.15.5/table: land combat modifiers", "11.15.5/loss substitution")
def first_losses(game: Position, battle: Battle, attack: LandAttack, roll: LandRoll) -> tuple[int, ...]:
    """Attackers that gain a benefit, or may stand in for one that does; the first loss must be among them."""
    units = attackers(game, battle)
    found: set[int] = set()
    if armour_gains(game, roll):
        stand_ins = {LandType.MECH, LandType.MOT}
        found.update(unit for unit in units if land_counter(game, unit).type in ARMOUR | stand_ins)
    if attack.winterised_attackers and attack.weather in ("snow", "blizzard"):
        found.update(unit for unit in units if is_winterised(game, unit))
    return tuple(sorted(found))


@clause("11.15.5/table: land combat modifiers")
def armour_gains(game: HasRuleset, roll: LandRoll) -> bool:
    """Does attacking armour gain a modifier?"""
    return any(modifier.reason == "armour superiority" for modifier in roll.usual.modifiers)


@step("11.15.5", also=("11.15.5/results",))
def read_the_result(game: Game, battle: Battle) -> Control:
    reading = chosen_reading(game, land_roll(game, attack_of(game, battle)))
    battle.result = reading.result(game.total, game.ruleset.tables.source)
    game.say(LandCombatResult(place=battle.target, roll=reading.modified(game.total), result=battle.result))
    return None


# -------------------------------------------------------------------------------------------------------------- losses


def _lose(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    destroy(game, *noun)
    return None


def _attackers_to_lose(game: Position, battle: Battle) -> int:
    units, result = attackers(game, battle), result_of(battle)
    if result.all_attackers:
        return len(units)
    return min(int(losses_of_attackers(result, attack_of(game, battle))), len(units))


def _attacker_losses_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    count = _attackers_to_lose(game, battle)
    return Set(attackers(game, battle), count, count)


def _attacker_losses_violation(game: Position, battle: Battle, seat: str, noun: Noun) -> Violation | None:
    if battle.first_loss and not set(noun) & set(battle.first_loss):
        return refused("11.15.5", "first-loss-had-the-benefit")
    return None


def _lose_attackers(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    battle.lost = (len(noun), 0)
    return _lose(game, battle, seat, noun)


LOSE_ATTACKERS = Verb(
    "lose-attackers", "11.15.5", _lose_attackers, _attacker_losses_shape, _attacker_losses_violation, items=Thing
)


@step("11.15.5", LOSE_ATTACKERS, also=("11.15.5/results",))
def attackers_losses(game: Game, battle: Battle) -> Control:
    if not _attackers_to_lose(game, battle):
        return None
    return joint(attacking_seats(game, battle), LOSE_ATTACKERS, rule="11.15.5", prompt="lose-attackers")


def _defenders_to_lose(game: Position, battle: Battle) -> int:
    return min(int(result_of(battle).defender_losses), len(defenders(game, battle)))


def _defender_losses_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    count = _defenders_to_lose(game, battle)
    return Set(defenders(game, battle), count, count)


def _lose_defenders(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    battle.lost = (battle.lost[0], len(noun))
    return _lose(game, battle, seat, noun)


LOSE_DEFENDERS = Verb("lose-defenders", "11.15.5", _lose_defenders, _defender_losses_shape, items=Thing)


@step("11.15.5", LOSE_DEFENDERS, also=("11.15.5/results",))
def defenders_losses(game: Game, battle: Battle) -> Control:
    if not _defenders_to_lose(game, battle):
        return None
    return joint(_defending_seats(game, battle), LOSE_DEFENDERS, rule="11.15.5", prompt="lose-defenders")


@step("11.15.5", also=("11.15.5/results",))
def notional_unit_is_lost(game: Game, battle: Battle) -> Control:
    """Anything but a dash for the defender destroys it; it is no loss of his."""
    if battle.notional and result_of(battle).destroys_notional:
        battle.notional = False
        game.say(NotionalDestroyed(place=battle.target))
    battle.fate = result_of(battle).fate
    return None


# ---------------------------------------------------------------------------------------------- retreats and shatters


def _as_retreat(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    battle.fate = Fate.RETREAT
    return None


def _as_rolled(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    return None


TAKE_RESULT = Verb("take-result", "11.15.5", _as_rolled)
TREAT_AS_RETREAT = Verb("treat-as-retreat", "11.15.5", _as_retreat)


@step("11.15.5", TAKE_RESULT, TREAT_AS_RETREAT, also=("11.15.5/shatter",))
def downgrade_to_retreat(game: Game, battle: Battle) -> Control:
    """The attacker may treat an S or B as an R, once the losses are taken."""
    if battle.fate not in (Fate.SHATTER, Fate.BREAKTHROUGH) or not defenders(game, battle):
        return None
    seats = attacking_seats(game, battle)
    return joint(seats, TAKE_RESULT, TREAT_AS_RETREAT, rule="11.15.5", prompt="downgrade-result", result=battle.result)


@step("11.15.5", also=("11.15.5/shatter", "11.15.5/retreats"))
def survivors_leave(game: Game, battle: Battle) -> Control:
    """Shattered units go at once; those who retreat go one by one."""
    survivors = defenders(game, battle)
    if battle.fate in (Fate.SHATTER, Fate.BREAKTHROUGH):
        for unit in survivors:
            shatter(game, battle, unit)
    elif battle.fate is Fate.RETREAT:
        lost = tuple(unit for unit in survivors if is_lost_instead(game, unit))
        destroy(game, *lost)
        rest = (unit for unit in survivors if unit not in lost)
        battle.retreating = tuple(unit for unit in rest if not stands_off_map(game, battle, unit))
    return None


@step("11.15.5", also=("11.15.5/retreats",))
def next_retreat(game: Game, battle: Battle) -> Control:
    if not battle.retreating:
        return Goto("defenders_facing")
    return Goto("choose_retreat") if battle.way else Goto("choose_unit_to_retreat")


def _retreating_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    return One(battle.retreating)


def _pick_unit(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    others = tuple(unit for unit in battle.retreating if unit != noun)
    battle.retreating, battle.way = (noun, *others), (battle.target,)
    return None


RETREAT_UNIT = Verb("retreat-unit", "11.15.5", _pick_unit, _retreating_shape, items=Thing)


@step("11.15.5", RETREAT_UNIT, also=("11.15.5/retreats",))
def choose_unit_to_retreat(game: Game, battle: Battle) -> Control:
    """The attacker retreats the units, individually and in the order he likes."""
    return joint(attacking_seats(game, battle), RETREAT_UNIT, rule="11.15.5", prompt="retreat-unit")


def _retreat_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    hexes = retreat_hexes(game, battle.retreating[0], battle.way)
    return One(hexes) if hexes else refused("11.15.5", "nowhere-to-retreat", unit=Thing(battle.retreating[0]))


def _retreat(game: Game, battle: Battle, seat: str, place: Noun) -> Control:
    unit = battle.retreating[0]
    retreat(game, unit, place)
    battle.way += (place,)
    if not must_go_on(game, battle, unit, place):
        _retreat_is_over(battle)
    return Goto("next_retreat")


def _retreat_is_over(battle: Battle) -> None:
    battle.retreating, battle.way = battle.retreating[1:], ()


def _why_not_retreat(game: Position, battle: Battle, seat: str, noun: Noun) -> Violation | None:
    known = type(noun) is int and is_hex(game, noun)
    return retreat_violation(game, battle.retreating[0], battle.way, noun) if known else None


RETREAT_TO = Verb("retreat-to", "11.15.5", _retreat, _retreat_shape, explain=_why_not_retreat, items=Place)


@step("11.15.5", RETREAT_TO, also=("11.15.5/retreats",))
def choose_retreat(game: Game, battle: Battle) -> Control:
    unit = battle.retreating[0]
    if not retreat_hexes(game, unit, battle.way):
        return Goto("nowhere_to_go")
    return joint(attacking_seats(game, battle), RETREAT_TO, rule="11.15.5", prompt="retreat-to", unit=Thing(unit))


@step("11.15.5", also=("11.15.5/retreats",))
def nowhere_to_go(game: Game, battle: Battle) -> Control:
    """A unit that cannot retreat, or not any further, is destroyed."""
    destroy(game, battle.retreating[0])
    _retreat_is_over(battle)
    return Goto("next_retreat")


@step("11.15.5", also=("11.15.5/facing",))
def defenders_facing(game: Game, battle: Battle) -> Control:
    """Face-down after a retreat, or if they lost more units than the attackers."""
    if battle.fate is Fate.RETREAT or battle.lost[1] > battle.lost[0]:
        turn_survivors_face_down(game, battle)
    return None


# ------------------------------------------------------------------------------------------------------------- advance


@step("11.15.5", also=("11.15.5/advancing after combat", "11.15.5/paradrops and invasions"))
def landed_units(game: Game, battle: Battle) -> Control:
    """Who landed holds the hex if no defender is left, and is destroyed otherwise."""
    landed = tuple(unit for unit in attackers(game, battle) if has_landed(battle, unit))
    if not landed:
        return None
    if battle.notional or defenders(game, battle):
        destroy(game, *landed)
        return None
    return occupy(game, landed, battle.target)


def _halt(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    return Goto("attackers_facing")


STAY_PUT = Verb("stay-put", "11.15.5", _halt)


@step("11.15.5", ADVANCE, STAY_PUT, also=("11.15.5/advancing after combat",))
def advance_after_combat(game: Game, battle: Battle) -> Control:
    if not may_advance(game, battle):
        return Goto("attackers_facing")
    return joint(attacking_seats(game, battle), ADVANCE, STAY_PUT, rule="11.15.5", prompt="advance-after-combat")


@step("11.15.5", ADVANCE_FURTHER, STOP_ADVANCING, also=("11.15.5/advancing after combat",))
def advance_further(game: Game, battle: Battle) -> Control:
    if not may_go_further(game, battle):
        return Goto("crowding_of_the_advance")
    seats = attacking_seats(game, battle)
    return joint(seats, ADVANCE_FURTHER, STOP_ADVANCING, rule="11.15.5", prompt="advance-further")


@step("11.15.5")
def and_again(game: Game, battle: Battle) -> Control:
    return Goto("advance_further")


@step("11.15.5", also=("2.3.1",))
def crowding_of_the_advance(game: Game, battle: Battle) -> Control:
    """2.3: stacking limits count after an advance, before anybody is turned face-down."""
    return units_too_many(game)


# -------------------------------------------------------------------------------------------------------------- facing


def _stay_up(game: Position, battle: Battle) -> int:
    """† leaves half of those still face-up so, a half unit rounded up (R2-25)."""
    still = face_up(game, attackers(game, battle))
    facing = result_of(battle).facing
    return {Facing.ALL: len(still), Facing.HALF: (len(still) + 1) // 2, Facing.NONE: 0}[facing]


def _facing_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    still, count = face_up(game, attackers(game, battle)), _stay_up(game, battle)
    return Set(still, count, count)


def _keep_up(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    for unit in face_up(game, attackers(game, battle)):
        if unit not in noun:
            turn_face_down(game, unit)
    return None


KEEP_FACE_UP = Verb("keep-face-up", "11.15.5", _keep_up, _facing_shape, items=Thing)


@step("11.15.5", KEEP_FACE_UP, also=("11.15.5/facing",))
def attackers_facing(game: Game, battle: Battle) -> Control:
    if not face_up(game, attackers(game, battle)):
        return None
    return joint(attacking_seats(game, battle), KEEP_FACE_UP, rule="11.15.5", prompt="keep-face-up")


@step("11.15.5")
def battle_is_over(game: Game, battle: Battle) -> Control:
    return End(battle.result)


LAND_ATTACK_PROCEDURE = procedure(
    "land attack",
    "11.15.5",
    attackers_are_ready,
    choose_combat_table,
    roll_the_die,
    read_the_result,
    attackers_losses,
    defenders_losses,
    notional_unit_is_lost,
    downgrade_to_retreat,
    survivors_leave,
    next_retreat,
    choose_unit_to_retreat,
    choose_retreat,
    nowhere_to_go,
    defenders_facing,
    landed_units,
    advance_after_combat,
    advance_further,
    and_again,
    crowding_of_the_advance,
    attackers_facing,
    battle_is_over,
    locals=Battle,
)


MODULE = Module(procedures=(LAND_ATTACK_PROCEDURE,))
