"""Planning attacks: which hexes to attack, from where and with whom, so that every attack is worth its risk."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from worldfire.players.cadet.picture import FAR, STACK, Picture
from worldfire.players.cadet.prospects import Prospect, Target, factor, prospect, pushed_by, target_at
from worldfire.players.cadet.reach import Reaches
from worldfire.rules.s11_10_entry import crossing_violation
from worldfire.titles import judgement_of

#: an attack must promise at least so many build points
LEAST_VALUE = 1.0
#: odds step below which nobody attacks, whatever it promises: 3:2, for at even odds luck decides
LEAST_STEP = 1
#: and in the last turn, when nothing else is left to hope for: even odds
AT_THE_END = 0
MOST_ATTACKERS = 8
#: what another attacker must add while it could still attack somewhere else: less for whoever must break through, whose
#: crushing attacks cost him less than many fair ones; more for a defender, whose counter-attacks are many and small
CONCENTRATED, NEEDED_ELSEWHERE = 0.5, 0.7
#: and what it must add when it could not
NOT_NEEDED = 0.15
#: units so near to a hex may cut off its retreat: beside it, or watching the hex beside it
CLOSES_IN = 2


@dataclass
class Attack:
    target: int
    #: (unit, the hex that it attacks from)
    positions: list[tuple[int, int]]
    prospect: Prospect
    #: what it promises beyond what its units might be worth elsewhere
    merit: float


@dataclass
class Posting:
    """Who will stand where when the plan is carried out."""

    picture: Picture
    #: unit → where it will be
    at: dict[int, int] = field(default_factory=dict)
    #: hex → land units that will be there, those that cannot move included
    load: dict[int, int] = field(default_factory=dict)
    #: who may be sent somewhere, and who may attack but only from where he is
    movable: frozenset[int] = frozenset()
    rooted: frozenset[int] = frozenset()
    _company: dict[int, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, picture: Picture, movable: Iterable[int], rooted: Iterable[int] = ()) -> Posting:
        free = frozenset(movable)
        fixed = {place: sum(unit not in free for unit in units) for place, units in picture.own.items()}
        return cls(picture, load=fixed, movable=free, rooted=frozenset(rooted))

    def room(self, place: int) -> int:
        return STACK - self.load.get(place, 0)

    def seats(self, unit: int, place: int, taken: int = 0) -> bool:
        """Is there room for the unit beside so many others who will come? Whoever stays where he is needs none."""
        return unit in self.rooted or self.room(place) > taken

    def admits(self, unit: int, place: int) -> bool:
        """Is there room for the unit, among friends?"""
        return self.room(place) > 0 and self.picture.may_join(unit, self.company(place))

    def company(self, place: int) -> list[int]:
        """Land units that will be there."""
        found = self._company.get(place)
        if found is None:
            found = self._company[place] = [
                unit for unit in self.picture.own.get(place, ()) if unit not in self.movable
            ]
        return found

    def guards(self, place: int) -> int:
        """Land units other than HQs that will be there."""
        return sum(not self.picture.is_headquarters(unit) for unit in self.company(place))

    def put(self, unit: int, place: int) -> None:
        self.at[unit] = place
        if unit not in self.rooted:
            self.company(place).append(unit)
            self.load[place] = self.load.get(place, 0) + 1


def plan_attacks(
    picture: Picture,
    posting: Posting,
    able: Iterable[int],
    positions_of: Callable[[int], Iterable[int]],
    *,
    support: Mapping[int, Fraction] | None = None,
    struck: Container[int] = (),
    only: Container[int] | None = None,
) -> list[Attack]:
    """The best attack first, with no more units than it wants; then the best that the others can still make.

    On these hexes only, if they are named.
    """
    holds_back = judgement_of(picture.game).holds_back
    free = {unit for unit in able if not holds_back(picture.game, unit)}
    options = _options(picture, free, positions_of)
    options = {place: found for place, found in options.items() if only is None or place in only}
    ours = set(picture.own) | set(posting.at.values())
    targets = {place: target_at(picture, place, ours) for place in options}
    for place, factors in (support or {}).items():
        if place in targets:
            targets[place].support = factors
    pushes = sum(judgement_of(picture.game).pushes(picture.game, power) for power in picture.powers)
    for place, target in targets.items():
        target.struck, target.pushes = int(place in struck), pushes
    found: list[Attack] = []
    fought: dict[int, Target] = {}
    best: dict[int, Attack | None] = {}
    stale = set(targets)
    while True:
        for place in stale:
            best[place] = _best_attack(targets[place], posting, free, options[place])
        candidates = [attack for attack in best.values() if attack is not None]
        if not candidates:
            return _reinforced(found, fought, posting, free, options)
        chosen = max(candidates, key=lambda attack: (attack.merit, -attack.target))
        found.append(chosen)
        used = {unit for unit, _ in chosen.positions}
        for unit, place in chosen.positions:
            posting.put(unit, place)
        free -= used
        taken = {place for _, place in chosen.positions}
        ours |= taken
        fought[chosen.target] = targets.pop(chosen.target)
        del best[chosen.target]
        pushed = pushed_by(fought[chosen.target], chosen.positions)
        for target in targets.values():
            target.pushes -= pushed
        stale = {
            place
            for place, attack in best.items()
            if (
                attack is not None
                and (pushed or any(unit in used or origin in taken for unit, origin in attack.positions))
            )
            or any(picture.near(place, origin) <= CLOSES_IN for origin in taken)
        }


def _options(
    picture: Picture, able: Iterable[int], positions_of: Callable[[int], Iterable[int]]
) -> dict[int, list[tuple[Fraction, int, int]]]:
    """Enemy hex → (factors, unit, hex to attack from), the strongest first."""
    found: dict[int, list[tuple[Fraction, int, int]]] = {}
    for unit in able:
        if not picture.counter(unit).strength:
            continue
        for origin in positions_of(unit):
            for place in picture.neighbours[origin]:
                if place in picture.enemy and crossing_violation(picture.game, unit, origin, place) is None:
                    found.setdefault(place, []).append((factor(picture, unit, origin, place), unit, origin))
    for choices in found.values():
        choices.sort(key=lambda choice: (-choice[0], choice[1], _behind(picture, choice[2]), choice[2]))
    return found


def _behind(picture: Picture, origin: int) -> float:
    """Whoever advances attacks from the hex nearest to his goals: behind the defenders, across their way home."""
    return picture.goals.get(origin, FAR) if picture.advances else 0.0


def _best_attack(
    target: Target, posting: Posting, free: set[int], options: list[tuple[Fraction, int, int]]
) -> Attack | None:
    """Units are added, strongest first; those that are kept make the attack better by more than they may be worth elsewhere."""
    positions: list[tuple[int, int]] = []
    taken: dict[int, int] = {}
    used: set[int] = set()
    best: Attack | None = None
    least_step = AT_THE_END if target.picture.is_last_turn else LEAST_STEP
    elsewhere = CONCENTRATED if target.picture.advances else NEEDED_ELSEWHERE
    for _, unit, origin in options:
        if unit in used or unit not in free or not posting.seats(unit, origin, taken.get(origin, 0)):
            continue
        if not target.picture.may_join(unit, (*used, *posting.company(origin))):
            continue  # strangers neither attack together nor share a hex
        used.add(unit)
        taken[origin] = taken.get(origin, 0) + (unit not in posting.rooted)
        positions.append((unit, origin))
        found = prospect(target, positions)
        merit = found.value - elsewhere * len(positions)
        if found.step >= least_step and (best is None or merit > best.merit):
            best = Attack(target.place, list(positions), found, merit)
        if len(positions) >= MOST_ATTACKERS:
            break
    return best if best is not None and best.prospect.value >= LEAST_VALUE else None


def _reinforced(
    attacks: list[Attack],
    targets: Mapping[int, Target],
    posting: Posting,
    free: set[int],
    options: Mapping[int, list[tuple[Fraction, int, int]]],
) -> list[Attack]:
    """Whoever has found nothing better to do joins an attack, as long as that makes it better at all."""
    for attack in attacks:
        for _, unit, origin in options[attack.target]:
            if unit not in free or not posting.seats(unit, origin) or len(attack.positions) >= MOST_ATTACKERS:
                continue
            fellows = (fellow for fellow, _ in attack.positions)
            if not posting.picture.may_join(unit, (*fellows, *posting.company(origin))):
                continue
            more = [*attack.positions, (unit, origin)]
            found = prospect(targets[attack.target], more)
            if found.value > attack.prospect.value + NOT_NEEDED:
                attack.positions, attack.prospect = more, found
                posting.put(unit, origin)
                free.discard(unit)
    return attacks


def standing_still(picture: Picture) -> Callable[[int], Iterable[int]]:
    """Attacks from where everybody is now."""
    return lambda unit: (picture.place(unit),)


def after_moving(
    picture: Picture, reaches: Reaches, fits: Callable[[int, int], bool]
) -> Callable[[int], Iterable[int]]:
    """Attacks from wherever a unit can get to and would be in supply."""

    def positions(unit: int) -> Iterable[int]:
        return (
            place
            for place in reaches.of(unit)
            if any(beside in picture.enemy for beside in picture.neighbours[place]) and fits(unit, place)
        )

    return positions
