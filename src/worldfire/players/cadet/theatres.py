"""Theatres of a world war: where a power's enemies stand together, how much of its army each needs, and who goes where.

Enemies whose fronts are near to each other make one theatre; so does a neighbour of the other side who may attack some day.
Every theatre is given what holds it, the nearest first; all others go where the army can win, which is where the enemy is
weakest. Each theatre has a picture of its own: in one the power may attack while it only holds the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from worldfire.forces.situation import TURN
from worldfire.forces.turn import power_name, powers_of_side
from worldfire.forces.who import NOBODY, power_of
from worldfire.players.cadet.asking import Question
from worldfire.players.cadet.coasts import Coast
from worldfire.players.cadet.picture import AHEAD, ARMOURED, FAR, Picture, flow
from worldfire.titles import judgement_of, war_plan_of

#: fronts of the enemy so many hexes apart are one
APART = 4
#: enemies with fewer factors make no theatre: whoever is near deals with them
AN_ARMY = 8
#: nobody marches further than this to a front, and enemies who threaten nothing make one only if they are near
MARCH, NEAR = 25, 8
#: so near to what we hold an enemy is a threat
REACH = 8
#: the part of a threat's factors that holds it: of enemies, and of those who may attack some day
HOLDS, WATCHES = 0.7, 0.25
#: factors that each port on a threatened coast wants, and the part of the army that all of them may take
OF_A_POST, ON_THE_COAST = 5, 0.15
#: where the army attacks more than so many times the enemy's factors are not needed
ENOUGH = 3.0
#: an HQ leads so many factors
LED = 25
#: troops who only watch stand so far behind the front, and each hex of the way there counts like so many factors
BEHIND, OF_THE_WAY = 2.0, 0.4
#: hexes that armour had rather march to a front where it may attack, and everybody for each of his factors
OF_ARMOUR, OF_A_FACTOR = 6.0, 0.5


@dataclass
class Theatre:
    """One of them, with those who are sent there."""

    #: where the enemy stands, or the land of whoever may become one
    front: frozenset[int]
    #: factors of the enemy there that threaten us, and all of them
    threat: int
    army: int
    #: who is no enemy yet, and the turn in which he may be
    foe: int = NOBODY
    when: float = -inf
    #: hexes from the front of it, over land of friends and enemies
    distance: Mapping[int, float] = field(default_factory=dict)
    #: hexes that are nearer to it than to any other
    area: set[int] = field(default_factory=set)
    units: set[int] = field(default_factory=set)
    #: ports of our own, to which the enemy might come over the sea
    is_coast: bool = False
    #: is anybody there at war with us already?
    is_open: bool = False

    def need(self, turn: int) -> float:
        if self.is_coast:
            return float(self.threat)
        return self.threat * (HOLDS if self.when <= turn + AHEAD else WATCHES)


def pictures(question: Question, whole: Picture) -> tuple[Picture, ...]:
    """The picture of each theatre; who has but one war to think of sees it whole."""
    if not whole.powers:
        return (whole,)
    return parts(whole, question.planned("theatres", lambda: deploy(whole)))


def parts(whole: Picture, theatres: Iterable[Theatre]) -> tuple[Picture, ...]:
    """The same picture divided: every enemy is seen in the theatre in whose area he stands, or by those who have none."""
    divided = tuple(theatres)
    if len(divided) < 2:
        return (whole,)
    found = [
        whole.part(theatre.area, frozenset(theatre.units), theatre.foe, theatre.distance, defends=theatre.is_coast)
        for theatre in divided
        if theatre.units
    ]
    busy = {unit for theatre in divided for unit in theatre.units}
    idle = frozenset(unit for unit in whole.units if whole.commands(unit) and unit not in busy)
    elsewhere = set(whole.playing).difference(*(theatre.area for theatre in divided))
    return (*found, whole.part(elsewhere, idle)) if idle else tuple(found)


def deploy(picture: Picture) -> tuple[Theatre, ...]:
    """All theatres that somebody can march to, each with its troops."""
    troops = [unit for unit in picture.units if picture.commands(unit)]
    places = {picture.place(unit) for unit in troops}
    found = []
    for theatre in (*_fronts(picture), *_borders(picture), *_coasts(picture)):
        theatre.distance = flow(picture.neighbours, picture.open_ways, dict.fromkeys(theatre.front, 0.0))
        nearest = min((theatre.distance.get(place, FAR) for place in places), default=FAR)
        if nearest <= (MARCH if theatre.threat else NEAR):
            found.append(theatre)
    _share_the_land(found)
    fighters = [unit for unit in troops if not picture.is_headquarters(unit)]
    posts = [post for power in sorted(picture.powers) if (post := _post(picture, power, fighters)) is not None]
    on_duty = {unit for post in posts for unit in post.units}
    _send(picture, found, [unit for unit in fighters if unit not in on_duty])
    _send_chiefs(picture, found, [unit for unit in troops if picture.is_headquarters(unit)])
    return (*found, *posts)


def _post(picture: Picture, power: int, troops: Iterable[int]) -> Theatre | None:
    """The border where the power owes a garrison, with those who are weakest and nearest to it."""
    game, judgement = picture.game, judgement_of(picture.game)
    watch = judgement.watch(game, power)
    if watch is None or not watch.places:
        return None
    post = Theatre(watch.places, 0, 0, is_coast=True)
    post.distance = flow(picture.neighbours, picture.open_ways, dict.fromkeys(watch.places, BEHIND))

    def price(unit: int) -> tuple[float, int]:
        return picture.strength((unit,)) + OF_THE_WAY * post.distance.get(picture.place(unit), FAR), unit

    able = [unit for unit in troops if watch.counts(unit) and not judgement.rooted(game, unit)]
    have = Fraction(0)
    for unit in sorted(able, key=price):
        if have >= watch.owed:
            break
        if post.distance.get(picture.place(unit), FAR) < FAR:
            post.units.add(unit)
            have += watch.counts(unit)
    return post


# -------------------------------------------------------------------------------------------------------------- the fronts


def _fronts(picture: Picture) -> list[Theatre]:
    """Enemies at war, or about to be, who stand near to each other."""
    held = picture.from_holdings
    found = []
    for group in _groups(picture, picture.opposing):
        army = sum(picture.strength(picture.opposing[place]) for place in group)
        near = (place for place in group if held.get(place, FAR) <= REACH)
        threat = round(sum(_menace(picture, unit) for place in near for unit in picture.opposing[place]))
        if army >= AN_ARMY:
            is_open = not group.isdisjoint(picture.enemy)
            found.append(Theatre(frozenset(group), threat, army, is_open=is_open))
    return found


def _menace(picture: Picture, unit: int) -> float:
    """What an enemy's factors count: by the plan some are to be feared more than others."""
    plan, foe = war_plan_of(picture.game), power_name(picture.game, power_of(picture.game, unit))
    fear = max((plan.fear(power_name(picture.game, own), foe) for own in picture.powers), default=1.0)
    return fear * picture.strength((unit,))


def _groups(picture: Picture, places: Iterable[int]) -> list[set[int]]:
    """Places that are joined by steps of no more than twice so many hexes over land."""
    chief: dict[int, int] = {}

    def head(place: int) -> int:
        while chief[place] != place:
            chief[place] = place = chief[chief[place]]
        return place

    reached: dict[int, int] = {}
    for start in sorted(places):
        chief[start] = start
        rim = seen = {start}
        for _ in range(APART):
            rim = {near for here in rim for near in picture.neighbours[here]} - seen
            seen = seen | rim
        for here in seen:
            other = reached.setdefault(here, start)
            if other != start:
                chief[head(start)] = head(other)
    groups: dict[int, set[int]] = {}
    for place in chief:
        groups.setdefault(head(place), set()).add(place)
    return list(groups.values())


def _borders(picture: Picture) -> list[Theatre]:
    """Major powers of the other side that are no enemies yet."""
    game, plan = picture.game, war_plan_of(picture.game)
    names = [power_name(game, power) for power in picture.powers]
    held = picture.from_holdings
    found = []
    for foe in powers_of_side(game, 1 - picture.side):
        land = {place for place, of in picture.neighbours_to_be.items() if of == foe and held.get(place, FAR) <= REACH}
        if not land:
            continue
        name = power_name(game, foe)
        when = min(min(plan.first_turn(name, own), plan.first_turn(own, name)) for own in names)
        troops = [unit for place in land for unit in picture.strangers.get(place, ()) if power_of(game, unit) == foe]
        army = picture.strength(troops)
        found.append(Theatre(frozenset(land), army, army, foe, when))
    return found


def _coasts(picture: Picture) -> list[Theatre]:
    """The ports that the enemy's transports could come to: a corps for each, but never too much of the army."""
    posts = Coast(picture).posts
    army = picture.strength(unit for unit in picture.units if picture.commands(unit))
    guards = min(OF_A_POST * len(posts), int(ON_THE_COAST * army))
    return [Theatre(frozenset(posts), guards, 0, is_coast=True)] if guards else []


def _share_the_land(theatres: list[Theatre]) -> None:
    """Every hex to the theatre that it is nearest to; a front that is fought on before a border. A coast has no land."""
    nearest: dict[int, tuple[float, int]] = {}
    for number, theatre in enumerate(theatres):
        for place, steps in theatre.distance.items() if not theatre.is_coast else ():
            if place not in nearest or steps < nearest[place][0]:
                nearest[place] = (steps, number)
    for place, (_, number) in nearest.items():
        theatres[number].area.add(place)


# ------------------------------------------------------------------------------------------------------------ the troops


def _send(picture: Picture, theatres: list[Theatre], troops: list[int]) -> None:
    """First what each must hold, then the surplus where the enemy is weakest."""
    turn = picture.game.state.get(TURN)
    free = {unit for unit in troops if any(picture.place(unit) in theatre.distance for theatre in theatres)}
    ranked = sorted(theatres, key=_order_of_attack)
    wanted = {id(theatre): theatre.need(turn) for theatre in theatres}
    factors, asked = picture.strength(free), sum(wanted.values())
    scarce = min(1.0, factors / asked) if asked else 1.0
    for theatre in reversed(ranked):
        _take(picture, theatre, ranked, free, scarce * wanted[id(theatre)])
    for theatre in ranked:
        if not theatre.is_coast:
            _take(picture, theatre, ranked, free, max(ENOUGH * theatre.army, AN_ARMY))
    fronts = [theatre for theatre in theatres if not theatre.is_coast] or theatres
    for unit in sorted(free):
        near = min(fronts, key=lambda theatre: theatre.distance.get(picture.place(unit), FAR))
        if near.distance.get(picture.place(unit), FAR) < FAR:
            near.units.add(unit)


def _order_of_attack(theatre: Theatre) -> tuple[bool, bool, bool, float, int]:
    """Wars before borders, the weakest enemy first; borders by when the war may come; coasts last."""
    return theatre.is_coast, theatre.foe != NOBODY, not theatre.is_open, theatre.when, theatre.army


def _take(picture: Picture, theatre: Theatre, others: list[Theatre], free: set[int], factors: float) -> None:
    """The nearest of those who are free, and who are not nearer to another theatre, until there are so many factors.

    Where nobody attacks, the weak will do, and armour is not wanted.
    """
    have = picture.strength(theatre.units)

    def way(unit: int) -> tuple[float, float, int]:
        here = picture.place(unit)
        away = theatre.distance.get(here, FAR)
        other = min((each.distance.get(here, FAR) for each in others if each is not theatre), default=FAR)
        wasted = OF_ARMOUR * (picture.counter(unit).type in ARMOURED) + OF_A_FACTOR * picture.strength((unit,))
        return away - min(other, away) + wasted * (not theatre.is_open), away, unit

    for unit in sorted(free, key=way):
        if have >= factors:
            break
        if theatre.distance.get(picture.place(unit), FAR) <= MARCH:
            theatre.units.add(unit)
            free.discard(unit)
            have += picture.strength((unit,))


def _send_chiefs(picture: Picture, theatres: list[Theatre], chiefs: list[int]) -> None:
    """One to each so many factors, to those who fight before those who watch; the others where most troops are."""
    ranked = sorted(theatres, key=lambda each: (not each.is_open, -picture.strength(each.units)))
    posts = [each for each in ranked for _ in range(picture.strength(each.units) // LED)]
    free = set(chiefs)
    for theatre in (*posts, *ranked[:1] * len(chiefs)):
        able = [unit for unit in free if theatre.distance.get(picture.place(unit), FAR) <= MARCH]
        if able:
            chief = min(able, key=lambda unit: (theatre.distance[picture.place(unit)], unit))
            theatre.units.add(chief)
            free.discard(chief)
