"""Land combat from the declaration to the advance: attacks by exact odds, cheap losses, and advances that stay in supply."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.shapes import Assign, One, Set
from worldfire.forces.things import counter_of, things_at
from worldfire.forces.who import seat_of
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.assault import Attack, Posting, plan_attacks, standing_still
from worldfire.players.cadet.bombers import expected_support
from worldfire.players.cadet.finale import is_ending
from worldfire.players.cadet.guarding import is_city, must_stay
from worldfire.players.cadet.picture import ARMOURED, FAR, STACK, Picture, look
from worldfire.players.cadet.prospects import prospect_on, target_of_battle
from worldfire.players.cadet.theatres import pictures
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s10_actions import left_of
from worldfire.rules.s11_10_land_movement import Moves
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_land_combat import ACTIVITY, LandCombat
from worldfire.rules.s11_15_odds import Fate, Table

#: a hex so far from the goals that nobody needs to go there
ENOUGH = 0.0
#: what it costs to break through to where supply does not reach: spearheads that are cut off are turned face-down and lost
CUT_OFF, CUT_OFF_AT_THE_END = 8, 3
#: units around a hex that outweigh an HQ or a city without a guard beside it
BARE = 4


# ---------------------------------------------------------------------------------------------------------------- declaring


def declare_attacks(question: Question) -> Action:
    """Every attack that promises more than it costs, the best ones first if the action allows only some.

    HQs hold back, and so does a defender's last guard.
    """
    combat = question.game.enclosing(LandCombat)
    if any(seat_of(question.game, unit) == question.seat for unit, _ in combat.declared):
        return "done", None
    if "declare-attacks" not in question.offers:
        return "done", None
    shape = question.shape("declare-attacks", Assign)
    picture = look(question.game, question.side, question.powers)
    able = {int(choices.item) for choices in shape.items if not picture.is_headquarters(int(choices.item))}
    support, attacks = expected_support(picture), list[Attack]()
    parts = pictures(question, picture)
    for part in parts:
        there = {unit for unit in able if part.commands(unit)}
        if not part.advances or part.is_last_turn:
            there -= must_stay(part, there)  # who attacks may be lost, and his city with him
        attacks += plan_attacks(part, Posting(part), there, standing_still(part), support=support)
    if len(parts) > 1:
        attacks.sort(key=lambda attack: (-attack.merit, attack.target))
    limits = (left_of(question.game, power, ACTIVITY) for power in question.powers)
    most = min(limits, default=len(attacks))  # partisans of a power that is no more fight without limits
    noun: tuple[tuple[int, int], ...] = ()
    for attack in attacks[: max(0, most)]:
        more = (*noun, *((unit, attack.target) for unit, _ in attack.positions))
        noun = more if question.is_legal("declare-attacks", more) else noun  # one that is refused spoils no other
    return ("declare-attacks", noun) if noun else ("done", None)


def choose_attack(question: Question) -> Action:
    """The attack that most surely clears its hex first: its advance may trap the others."""
    shape = question.shape("resolve", One)
    picture = look(question.game, question.side, question.powers)
    return "resolve", max(shape.domain, key=lambda place: (picture.stake(int(place)), -int(place)))


def choose_table(question: Question) -> Action:
    """The better table for whoever is asked, reckoned exactly."""
    battle = question.game.enclosing(Battle)
    attacking = question.side == battle.side
    target = target_of_battle(question.game, battle)
    values = {table.value: prospect_on(question.game, battle, target, table) for table in Table}
    best = max if attacking else min
    return "choose-table", best(values, key=lambda table: values[table])


# ------------------------------------------------------------------------------------------------------------------- losses


def _cheapest_first(picture: Picture, units: Iterable[int]) -> list[int]:
    return sorted(units, key=lambda unit: (picture.worth(unit), picture.strength((unit,)), unit))


def _lose(question: Question, verb: str, first: Iterable[int] = ()) -> Action:
    """As few and as cheap as may be, one of `first` among them if anybody is named there."""
    shape = question.shape(verb, Set)
    picture = look(question.game, question.side, question.powers)
    order = _cheapest_first(picture, (int(unit) for unit in shape.domain))
    must = [unit for unit in order if unit in set(first)][:1]
    order = [*must, *(unit for unit in order if unit not in must)]
    return verb, tuple(order[: shape.least])


def lose_attackers(question: Question) -> Action:
    return _lose(question, "lose-attackers", question.game.enclosing(Battle).first_loss)


def lose_defenders(question: Question) -> Action:
    return _lose(question, "lose-defenders")


def destroy_surplus(question: Question) -> Action:
    """What is too many goes one by one: whatever is worth least."""
    verb, shape = question.only_shape(One)
    return verb, min(map(int, shape.domain), key=lambda unit: (_price(question, unit), unit))


def _price(question: Question, unit: int) -> float:
    counter = counter_of(question.game, unit)
    return float(getattr(counter, "cost", None) or 0) + float(getattr(counter, "strength", None) or 0) / 10


def give_up(question: Question) -> Action:
    """Isolated units are kept: they still hold their hex."""
    question.shape("give-up-units", Set)
    return "give-up-units", ()


# --------------------------------------------------------------------------------------------------- retreats and advances


def retreat_to(question: Question) -> Action:
    """The attacker sends them where most of his own units stand around: out of supply, and next to be attacked.

    But not to his lonely HQs and empty cities.
    """
    shape = question.shape("retreat-to", One)
    picture = look(question.game, question.side, question.powers)

    def around(place: int) -> int:
        near = picture.neighbours[place]
        return sum(len(picture.own.get(there, ())) - BARE * _is_bare(picture, there) for there in near)

    return "retreat-to", max(
        (int(place) for place in shape.domain), key=lambda place: (around(place), -picture.stake(place), -place)
    )


def _is_bare(picture: Picture, place: int) -> bool:
    """An own city or HQ without a guard."""
    there = picture.own.get(place, ())
    return (bool(there) or is_city(picture, place)) and all(picture.is_headquarters(unit) for unit in there)


def advance(question: Question) -> Action:
    """Into a hex that is worth it and in supply; after a breakthrough with everybody who can go on."""
    shape = question.offers.get("advance")
    battle = question.game.enclosing(Battle)
    if not isinstance(shape, Set):
        return "stay-put", None
    picture = look(question.game, question.side, question.powers)
    lines = picture.supply_lines([picture.place(unit) for unit in picture.headquarters])
    able = [int(unit) for unit in shape.domain if not picture.is_headquarters(int(unit))]
    guards = must_stay(picture, able)
    units = [unit for unit in able if unit not in guards]
    supplied = picture.supplied(lines, battle.target)
    if not units or (not supplied and picture.stake(battle.target) < 1):
        return "stay-put", None
    if not supplied and not is_ending(picture):
        units = _cheapest_first(picture, units)[:1]  # whoever is cut off there may be lost
    room = STACK - len(land_units(question.game, things_at(question.game, battle.target)))
    onward = (
        [unit for unit in units if picture.counter(unit).type in ARMOURED] if battle.fate is Fate.BREAKTHROUGH else []
    )
    order = sorted(units, key=lambda unit: (unit not in onward, -picture.strength((unit,)), unit))
    chosen = tuple(sorted(order[: max(1, room)]))
    for noun in (chosen, chosen[:1]):
        if question.is_legal("advance", noun):
            return "advance", noun
    return "stay-put", None


def advance_further(question: Question) -> Action:
    """One hex more if it takes something, or leads to the goal, and supply reaches it."""
    shape = question.offers.get("advance-further")
    if not isinstance(shape, Moves):
        return "stop-advancing", None
    battle = question.game.enclosing(Battle)
    picture = look(question.game, question.side, question.powers)
    lines = picture.supply_lines([picture.place(unit) for unit in picture.headquarters])
    here = picture.goals.get(battle.target, FAR)
    cut_off = CUT_OFF_AT_THE_END if is_ending(picture) else CUT_OFF
    best: tuple[float, object] | None = None
    for stack in shape.stacks:
        for place, _ in stack.ways:
            merit = here - picture.goals.get(place, FAR) + picture.stake(place) * picture.enemy_holds(place)
            merit += 2.0 * len(picture.enemy.get(place, ())) - (0 if picture.supplied(lines, place) else cut_off)
            if merit > ENOUGH and (best is None or merit > best[0]):
                noun = (stack.units, (place,))
                if question.is_legal("advance-further", noun):
                    best = (merit, noun)
    return ("advance-further", best[1]) if best is not None else ("stop-advancing", None)


def keep_face_up(question: Question) -> Action:
    """Armour and the strongest stay ready."""
    shape = question.shape("keep-face-up", Set)
    picture = look(question.game, question.side, question.powers)
    order = sorted(
        (int(unit) for unit in shape.domain),
        key=lambda unit: (picture.counter(unit).type not in ARMOURED, -picture.strength((unit,)), unit),
    )
    return "keep-face-up", tuple(sorted(order[: shape.least]))
