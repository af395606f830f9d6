"""The land movement of an impulse: one plan for the whole side, carried out unit by unit.

First guards are posted and undefended places of worth are taken, then attacks are prepared; whoever is left holds the line
or closes up to the next goal. HQs move last and no further than their troops need.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from worldfire.engine.shapes import Noun
from worldfire.forces.things import PLACE, board_of
from worldfire.forces.zones import around
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.assault import Attack, Posting, after_moving, plan_attacks
from worldfire.players.cadet.bombers import expected_support
from worldfire.players.cadet.coasts import post_coast_guards
from worldfire.players.cadet.finale import is_ending, run_for_open_places
from worldfire.players.cadet.guarding import post_guards
from worldfire.players.cadet.holding import hold
from worldfire.players.cadet.picture import Picture, look
from worldfire.players.cadet.reach import Reaches
from worldfire.players.cadet.staff import best_hexes, waits_for_ships
from worldfire.players.cadet.theatres import pictures
from worldfire.rules.s02_3_stacking import land_room
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_10_land_movement import Moves
from worldfire.titles import judgement_of

MOVE, OVERRUN, DONE = "move", "overrun", "done"
#: who goes beyond supply meets no more than so many times his strength; when no more turns than this are left, anything
SAFE_ODDS, LAST_TURNS = 1, 0
#: whoever is rooted stays while the enemy is so near
BEFORE_THE_ENEMY = 2


@dataclass
class March:
    """What a side means to do with its land units this impulse."""

    picture: Picture
    reaches: Reaches
    posting: Posting
    attacks: list[Attack] = field(default_factory=list)
    #: (unit, hex it goes to), in the order in which they are to move
    orders: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class _Field:
    """A theatre of the march: its picture, and who gets orders in it."""

    picture: Picture
    troops: list[int]
    #: HQ → where it could go
    chiefs: dict[int, tuple[int, ...]]
    #: the supply that there will be when HQs have moved
    lines: dict[int, float]

    @classmethod
    def of(cls, picture: Picture, march: March, movable: Iterable[int]) -> _Field:
        able = [unit for unit in movable if picture.commands(unit)]
        leading = [unit for unit in able if picture.is_headquarters(unit)]
        chiefs = {unit: tuple(march.reaches.of(unit)) for unit in leading if not waits_for_ships(picture, unit)}
        camps = best_hexes(picture, chiefs, {}, march.posting)
        standing = [picture.place(unit) for unit in picture.headquarters if unit not in camps]
        lines = picture.supply_lines((*standing, *camps.values()))
        return cls(picture, [unit for unit in able if unit not in leading], chiefs, lines)


def plan(
    picture: Picture,
    support: Mapping[int, Fraction] | None = None,
    struck: Container[int] = (),
    reaches: Reaches | None = None,
    theatres: Iterable[Picture] = (),
) -> March:
    """The whole movement of the side as it stands now, with the ground support and ground strikes that are hoped for."""
    able = tuple(
        unit
        for unit in picture.units
        if picture.commands(unit) and not picture.is_down(unit) and (picture.counter(unit).movement or 0) > 0
    )
    rooted = frozenset(unit for unit in able if _is_dug_in(picture, unit))
    movable = tuple(unit for unit in able if unit not in rooted)
    march = March(picture, reaches or Reaches(picture), Posting.of(picture, movable, rooted))
    posting, reaches = march.posting, march.reaches
    fields = [_Field.of(part, march, movable) for part in theatres or (picture,)]
    for part in fields:
        _hunt(march, part)
    for part in fields:
        post_guards(part.picture, reaches, posting, [unit for unit in part.troops if unit not in posting.at])
    post_coast_guards(picture, reaches, posting, [unit for part in fields for unit in part.troops])
    for part in fields:
        _march_to_battle(march, part, support, struck)
    for unit, place in _in_marching_order(picture, posting):
        march.orders.append((unit, place))
    for part in fields:
        for unit, place in best_hexes(part.picture, part.chiefs, dict(posting.at), posting).items():
            posting.put(unit, place)
            march.orders.append((unit, place))
    return march


def _hunt(march: March, field: _Field) -> None:
    """Enemies with a price on their heads, who take no places, are attacked by whoever has no other enemy near."""
    picture, bounty = field.picture, judgement_of(march.picture.game).bounty
    quarry = {place for place, units in picture.enemy.items() if all(bounty(picture.game, unit) for unit in units)}
    if not quarry:
        return
    armies = {place for place in picture.enemy if place not in quarry}
    near = around(board_of(picture.game), armies, BEFORE_THE_ENEMY)
    free = [unit for unit in field.troops if picture.place(unit) not in near and in_supply(picture.game, unit)]

    def fits(unit: int, place: int) -> bool:
        return march.posting.room(place) > 0 and picture.supplied(field.lines, place)

    positions_of = after_moving(picture, march.reaches, fits)
    march.attacks += plan_attacks(picture, march.posting, free, positions_of, only=quarry)


def _is_dug_in(picture: Picture, unit: int) -> bool:
    """Does it hold a place before the enemy that it would lose by leaving? It may still attack from there."""
    near = picture.enemy_distance(picture.place(unit)) <= BEFORE_THE_ENEMY
    return near and judgement_of(picture.game).rooted(picture.game, unit) > 0


def _march_to_battle(
    march: March, field: _Field, support: Mapping[int, Fraction] | None, struck: Container[int]
) -> None:
    """Take what is open, prepare attacks, and post the others."""
    picture, posting, reaches = field.picture, march.posting, march.reaches

    def fits(unit: int, place: int) -> bool:
        return posting.room(place) > 0 and picture.supplied(field.lines, place)

    _take_what_is_open(march, field, fits)
    if is_ending(picture):
        run_for_open_places(picture, reaches, posting, field.troops)
    free = [unit for unit in field.troops if unit not in posting.at]
    rooted = [unit for unit in sorted(posting.rooted) if picture.commands(unit)]
    ready = [unit for unit in (*free, *rooted) if in_supply(picture.game, unit)]
    positions_of = _from_trenches(posting, after_moving(picture, reaches, fits))
    march.attacks += plan_attacks(picture, posting, ready, positions_of, support=support, struck=struck)
    hold(picture, reaches, posting, [unit for unit in free if unit not in posting.at], field.lines)


def _from_trenches(posting: Posting, positions_of: Callable[[int], Iterable[int]]) -> Callable[[int], Iterable[int]]:
    """Whoever would lose something by leaving attacks from where he is."""
    return lambda unit: (posting.picture.place(unit),) if unit in posting.rooted else positions_of(unit)


def _take_what_is_open(march: March, field: _Field, fits: Callable[[int, int], bool]) -> None:
    """Undefended hexes of worth, each by the weakest unit that can get there; beyond supply by whoever would survive it."""
    picture, posting, troops = field.picture, march.posting, field.troops
    wanted = {
        place: picture.stake(place)
        for unit in troops
        for place in march.reaches.of(unit)
        if picture.stake(place) and picture.enemy_holds(place) and place not in picture.enemy
    }
    for place in sorted(wanted, key=lambda place: (-wanted[place], place)):
        takers = [
            unit
            for unit in troops
            if unit not in posting.at and place in march.reaches.of(unit) and posting.admits(unit, place)
        ]
        if not takers:
            continue
        if not fits(takers[0], place) and picture.turns_left > LAST_TURNS:
            takers = [
                unit for unit in takers if picture.strength((unit,)) * SAFE_ODDS >= enemies_around(picture, place)
            ]
        if takers:
            posting.put(min(takers, key=lambda unit: (picture.strength((unit,)), unit)), place)


def enemies_around(picture: Picture, place: int) -> int:
    """The strength of the enemies within two hexes."""
    around = {further for near in picture.neighbours[place] for further in picture.neighbours[near]}
    return sum(picture.strength(picture.opposing[near]) for near in around if near in picture.opposing)


def _in_marching_order(picture: Picture, posting: Posting) -> list[tuple[int, int]]:
    """Those nearest the enemy first, so that nobody is crowded out on the way."""
    return sorted(posting.at.items(), key=lambda order: (picture.enemy_distance(order[1]), order[0]))


# ------------------------------------------------------------------------------------------------------- carrying it out


def move(question: Question) -> Action:
    """An overrun if there is one, else the next order of the plan that is still possible."""
    overrun = _overrun(question)
    if overrun is not None:
        question.forget("march")
        return OVERRUN, overrun
    if MOVE not in question.offers:
        return DONE, None
    march = question.planned("march", lambda: plan_now(question))
    for order in tuple(march.orders):
        unit, place = order
        if question.game.state[PLACE][unit] != place and land_room(question.game, place) < 1:
            continue  # somebody must leave first; if nobody can, this unit stays
        march.orders.remove(order)
        noun = _way(question, march, unit, place)
        if noun is not None:
            return MOVE, noun
    return DONE, None


def plan_now(question: Question, struck: Container[int] = ()) -> March:
    """A plan for this moment; what is known of the units' reach is kept for the next."""
    picture = look(question.game, question.side, question.powers)
    reaches = question.planned("reaches", lambda: Reaches(picture)).seen_from(picture)
    question.note("reaches", reaches)
    return plan(picture, expected_support(picture), struck, reaches, pictures(question, picture))


def _way(question: Question, march: March, unit: int, place: int) -> Noun | None:
    here = question.game.state[PLACE][unit]
    if here == place or here != march.picture.place(unit):
        return None
    if place in march.reaches.of(unit):
        noun = ((unit,), march.reaches.path(unit, place))
        if question.is_legal(MOVE, noun):
            return noun
    fresh = Reaches(look(question.game, question.side, question.powers))
    if place in fresh.of(unit):
        noun = ((unit,), fresh.path(unit, place))
        if question.is_legal(MOVE, noun):
            return noun
    return None


def _overrun(question: Question) -> Noun | None:
    """The first overrun on offer: it costs nothing and destroys whole stacks."""
    shape = question.offers.get(OVERRUN)
    if not isinstance(shape, Moves):
        return None
    for stack in shape.stacks:
        for place, _ in stack.ways:
            noun = (stack.units, (place,))
            if question.is_legal(OVERRUN, noun):
                return noun
    return None
