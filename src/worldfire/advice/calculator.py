"""The attack calculator: any combat that somebody describes, reckoned by the rules themselves. Pages and commands share it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from worldfire.advice.air_chances import air_chances, next_exchange
from worldfire.advice.arena import (
    ATTACKERS,
    DEFENDERS,
    TARGET,
    Ground,
    Hexside,
    Piece,
    Scene,
    Sky,
    WrongCase,
    counter_named,
    enter,
)
from worldfire.advice.chances import hits
from worldfire.advice.odds import (
    BombingOdds,
    FlakOdds,
    NavalOdds,
    bombing_odds,
    flak_odds,
    naval_odds,
)
from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.forces.participants import participant
from worldfire.forces.things import Counter
from worldfire.rules.s11_05_naval_tables import Row
from worldfire.rules.s11_07_bombing_table import Altitude, Bombardment, Time
from worldfire.rules.s11_15_factors import Arrival, Reckoning
from worldfire.rules.s11_15_odds import Table
from worldfire.rules.s14_2_missions import factors, weather_violation
from worldfire.rules.s14_air_combat import ACTIVE, INACTIVE, AirCombat, front_rating, in_combat
from worldfire.tables.counters import AirCounter, LandCounter
from worldfire.titles import USUAL, title_named
from worldfire.titles.telling import tell_reason

#: more units than any hex holds or is attacked by
MOST_UNITS = 24
MOST_FACTORS = 500
MOST_SHIPS = 30
#: ways of counting hits on ships grow with their number
MOST_DEFENCES = 8
HEXES_AROUND = 6

Name = Annotated[str, Meta(max_length=80)]
Options = Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=100)]
Factors = Annotated[float, Meta(ge=0, le=MOST_FACTORS)]
Shift = Annotated[int, Meta(ge=-20, le=20)]


class AttackingUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    counter: Name
    #: what runs along the hexside that it attacks across
    across: Annotated[tuple[Hexside, ...], Meta(max_length=7)] = ()
    arrives: Literal["overland", "paradrop", "invasion"] = "overland"
    #: 11.13: the sea-box section that it invades from, and whether a TRS brought it
    section: Annotated[int, Meta(ge=0, le=4)] = 0
    from_transport: bool = False


class DefendingUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    counter: Name
    face_down: bool = False
    in_supply: bool = True


class FlyingBomber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    counter: Name
    #: it flies at extended range
    extended: bool = False


Attackers = Annotated[tuple[AttackingUnit, ...], Meta(max_length=MOST_UNITS)]
Defenders = Annotated[tuple[DefendingUnit, ...], Meta(max_length=MOST_UNITS)]
Bombers = Annotated[tuple[FlyingBomber, ...], Meta(max_length=MOST_UNITS)]


class _Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    title: Name = USUAL
    options: Options = ()


class LandCase(_Case, frozen=True, kw_only=True, tag="land"):
    """A land attack (11.15)."""

    attackers: Attackers
    defenders: Defenders = ()
    ground: Ground = Ground()
    #: bombers in ground support, and the factors that ships add
    attack_air: Bombers = ()
    defence_air: Bombers = ()
    attack_ships: Annotated[int, Meta(ge=0, le=MOST_FACTORS)] = 0
    defence_ships: Annotated[int, Meta(ge=0, le=MOST_FACTORS)] = 0
    surprise: bool = False


class AirLineUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's lines, front aircraft first."""

    fighters: Annotated[tuple[Name, ...], Meta(max_length=MOST_UNITS)] = ()
    bombers: Annotated[tuple[Name, ...], Meta(max_length=MOST_UNITS)] = ()
    #: what surprise points add to its value
    surprise: Shift = 0


class AirCase(_Case, frozen=True, kw_only=True, tag="air"):
    """A round of air-to-air combat (14.3)."""

    active: AirLineUp
    inactive: AirLineUp
    night: bool = False
    high_altitude: bool = False


class StrikeCase(_Case, frozen=True, kw_only=True, tag="strike"):
    """A ground strike (11.8)."""

    bombers: Annotated[tuple[FlyingBomber, ...], Meta(min_length=1, max_length=MOST_UNITS)]
    targets: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=MOST_UNITS)]
    ground: Ground = Ground()
    surprise: bool = False


class BombingCase(_Case, frozen=True, kw_only=True, tag="bombing"):
    """A strategic bombardment (11.7)."""

    bombers: Annotated[tuple[FlyingBomber, ...], Meta(min_length=1, max_length=MOST_UNITS)]
    weather: Sky = "fine"
    night: bool = False
    high_altitude: bool = False
    #: an air-to-air or anti-aircraft combat was fought
    opposed: bool = False
    #: what the hex can lose; none: no limit
    most: Annotated[int, Meta(ge=0, le=99)] | None = None


class FlakCase(_Case, frozen=True, kw_only=True, tag="flak"):
    """Anti-aircraft fire of ships against bombers (11.5.9)."""

    factors: Factors
    bombers: Annotated[int, Meta(ge=1, le=MOST_SHIPS)]
    shifts: Shift = 0


class NavalCase(_Case, frozen=True, kw_only=True, tag="naval"):
    """One side's fire in a round of naval combat (11.5.8 to 11.5.10)."""

    row: Literal["surface", "air-to-sea", "ASW", "SUB"]
    factors: Factors
    ships: Annotated[int, Meta(ge=1, le=MOST_SHIPS)]
    shifts: Shift = 0
    #: the defence factors of the ships that are hit, if they are known
    defences: Annotated[tuple[Annotated[int, Meta(ge=0, le=10)], ...], Meta(max_length=MOST_DEFENCES)] = ()


Case = LandCase | AirCase | StrikeCase | BombingCase | FlakCase | NavalCase


# --------------------------------------------------------------------------------------------------------------- checks


def _land(case: _Case, name: str, field: str) -> None:
    counter = counter_named(case.title, name, field)
    if not isinstance(counter, LandCounter) or counter.strength is None:
        raise WrongCase(field, f"{name} has no combat factors")


def _air(title: str, name: str, field: str, wanted: Literal["tactical", "strategic"]) -> None:
    counter: Counter = counter_named(title, name, field)
    if not isinstance(counter, AirCounter) or getattr(counter, wanted) is None:
        raise WrongCase(field, f"{name} has no {wanted} factors")


def _entered(case: _Case, scene: Scene) -> Game:
    try:
        return enter(case.title, case.options, scene)
    except RulesetError as error:
        raise WrongCase("options", str(error)) from error


def _check_title(case: _Case) -> None:
    try:
        title_named(case.title)
    except RulesetError as error:
        raise WrongCase("title", str(error)) from error


def _check_flying_weather(game: Game, field: str) -> None:
    reason = weather_violation(game, TARGET)
    if reason is not None:
        raise WrongCase(field, tell_reason(game, reason))


# ------------------------------------------------------------------------------------------------------------ land combat


def land_combat(case: LandCase) -> tuple[Game, Reckoning]:
    """The arena and who fights whom there; the pieces are numbered attackers, defenders, their bombers, the others'."""
    _check_title(case)
    if not case.attackers:
        raise WrongCase("attackers", "somebody must attack")
    for at, attacker in enumerate(case.attackers):
        _land(case, attacker.counter, f"attackers[{at}].counter")
    for at, defender in enumerate(case.defenders):
        _land(case, defender.counter, f"defenders[{at}].counter")
    for field, bombers in (("attack_air", case.attack_air), ("defence_air", case.defence_air)):
        for at, bomber in enumerate(bombers):
            _air(case.title, bomber.counter, f"{field}[{at}].counter", "tactical")
    landing = any(attacker.arrives != "overland" for attacker in case.attackers)
    if not case.defenders and not landing:
        raise WrongCase("defenders", "somebody must defend, unless the attackers land from the sea or the air")
    hexsides = _hexsides(case.attackers)
    pieces = (
        *(Piece(one.counter, ATTACKERS, _origin(one, hexsides)) for one in case.attackers),
        *(Piece(one.counter, DEFENDERS, TARGET, one.face_down, one.in_supply) for one in case.defenders),
        *(Piece(one.counter, ATTACKERS, 1, extended=one.extended) for one in case.attack_air),
        *(Piece(one.counter, DEFENDERS, 1, extended=one.extended) for one in case.defence_air),
    )
    attackers, defenders = len(case.attackers), len(case.defenders)
    supporters = tuple(range(attackers + defenders, len(pieces)))
    ships = (case.attack_ships, case.defence_ships)
    game = _entered(case, Scene(case.ground, pieces, hexsides, case.surprise, supporters, ships))
    if supporters:
        _check_flying_weather(game, "ground.weather")
    arrivals = tuple(
        Arrival(unit, one.arrives, one.section, one.from_transport)
        for unit, one in enumerate(case.attackers)
        if one.arrives != "overland"
    )
    everybody = tuple(range(attackers))
    return game, Reckoning(TARGET, everybody, tuple(range(attackers, attackers + defenders)), arrivals, landing)


def tables_of(reckoning: Reckoning) -> tuple[Reckoning, ...]:
    """The same combat on each table."""
    return tuple(msgspec.structs.replace(reckoning, table=table) for table in (Table.ASSAULT, Table.BLITZKRIEG))


def _hexsides(attackers: Iterable[AttackingUnit]) -> tuple[tuple[Hexside, ...], ...]:
    """The different hexsides that are attacked across, one for each hex that somebody attacks from."""
    found = tuple(dict.fromkeys(_side(one) for one in attackers if one.arrives == "overland"))
    if len(found) > HEXES_AROUND:
        raise WrongCase("attackers", f"a hex is attacked across {HEXES_AROUND} hexsides at most")
    return found


def _side(attacker: AttackingUnit) -> tuple[Hexside, ...]:
    return tuple(sorted(set(attacker.across)))


def _origin(attacker: AttackingUnit, hexsides: Sequence[tuple[Hexside, ...]]) -> int:
    return TARGET if attacker.arrives != "overland" else 1 + hexsides.index(_side(attacker))


# -------------------------------------------------------------------------------------------------------------- in the air


class AirSide(msgspec.Struct, frozen=True):
    """What a side's roll may do: its strength, its column, every result with its chance."""

    #: (counter, what it counts for), fighters then bombers, each from the front
    fighters: tuple[tuple[str, int], ...]
    bombers: tuple[tuple[str, int], ...]
    strength: Fraction
    value: int
    #: an unarmed bomber that leads its side does not roll
    rolls: bool
    results: dict[str, Fraction]


class AirRound(msgspec.Struct, frozen=True):
    active: AirSide
    inactive: AirSide


def air_combat(case: AirCase) -> AirRound:
    """The first exchange of fire of these lines, the active side first."""
    _check_title(case)
    lines = {"active": case.active, "inactive": case.inactive}
    for side, lined in lines.items():
        if not lined.fighters and not lined.bombers:
            raise WrongCase(side, "each side has an aircraft at least")
        for role, names in (("fighters", lined.fighters), ("bombers", lined.bombers)):
            for at, name in enumerate(names):
                field = f"{side}.{role}[{at}]"
                if not isinstance(counter_named(case.title, name, field), AirCounter):
                    raise WrongCase(field, f"{name} does not fly")
    if not case.active.fighters and not case.inactive.fighters:
        raise WrongCase("active.fighters", "without a fighter on either side there is no air-to-air combat")
    order = (
        (ATTACKERS, case.active.fighters),
        (ATTACKERS, case.active.bombers),
        (DEFENDERS, case.inactive.fighters),
        (DEFENDERS, case.inactive.bombers),
    )
    pieces = tuple(Piece(name, side) for side, names in order for name in names)
    game = _entered(case, Scene(Ground(), pieces))
    starts = [sum(len(names) for _, names in order[:at]) for at in range(len(order) + 1)]
    spans = [tuple(range(start, end)) for start, end in pairwise(starts)]
    for side, span in (("active", spans[0]), ("inactive", spans[2])):
        for at, thing in enumerate(span):
            if not participant(game, thing).is_ftr:
                raise WrongCase(f"{side}.fighters[{at}]", f"{pieces[thing].counter} cannot fly as a fighter")
    announced = (("night", case.night), ("high altitude", case.high_altitude))
    combat = AirCombat(
        places=(TARGET,),
        fighters=(spans[0], spans[2]),
        bombers=(spans[1], spans[3]),
        surprise=(case.active.surprise, case.inactive.surprise),
        conditions=tuple(name for name, holds in announced if holds),
    )
    strengths, fire = next_exchange(game, combat)

    def lined_up(line: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
        """The front aircraft with its whole rating, the others as they back it."""
        return tuple(
            (
                pieces[thing].counter,
                in_combat(game, combat, thing).air_to_air if at else front_rating(game, combat, thing),
            )
            for at, thing in enumerate(line)
        )

    def of(side: int) -> AirSide:
        rolls = fire.rolls[side]
        return AirSide(
            lined_up(combat.fighters[side]),
            lined_up(combat.bombers[side]),
            Fraction(strengths[side], 10),
            fire.values[side],
            rolls,
            air_chances(game, combat, fire, side) if rolls else {},
        )

    return AirRound(of(ACTIVE), of(INACTIVE))


# ------------------------------------------------------------------------------------------------------------- from the air


class StrikeOdds(msgspec.Struct, frozen=True):
    """The chance of each target to be turned face-down, in their order, and how many of them are."""

    units: tuple[Fraction, ...]
    number: dict[int, Fraction]


def ground_strike(case: StrikeCase) -> StrikeOdds:
    _check_title(case)
    for at, bomber in enumerate(case.bombers):
        _air(case.title, bomber.counter, f"bombers[{at}].counter", "tactical")
    for at, name in enumerate(case.targets):
        counter_named(case.title, name, f"targets[{at}]")
    pieces = (
        *(Piece(one.counter, ATTACKERS, 1, extended=one.extended) for one in case.bombers),
        *(Piece(name, DEFENDERS) for name in case.targets),
    )
    game = _entered(case, Scene(case.ground, pieces, surprise=case.surprise))
    _check_flying_weather(game, "ground.weather")
    flown = tuple(range(len(case.bombers)))
    chances = dict(hits(game, TARGET, flown))
    units = range(len(flown), len(pieces))
    missed = next((unit for unit in units if unit not in chances), None)
    if missed is not None:
        raise WrongCase(f"targets[{missed - len(flown)}]", f"{pieces[missed].counter} is no target of a ground strike")
    hit = tuple(chances[unit] for unit in units)
    return StrikeOdds(hit, _number_of(hit))


def _number_of(chances: Iterable[Fraction]) -> dict[int, Fraction]:
    """How many of these come true; each bomber rolls for each unit, so that they do not depend on one another."""
    found = {0: Fraction(1)}
    for chance in chances:
        following: dict[int, Fraction] = defaultdict(Fraction)
        for number, known in found.items():
            following[number] += known * (1 - chance)
            following[number + 1] += known * chance
        found = dict(following)
    return {number: chance for number, chance in sorted(found.items()) if chance}


def bombardment(case: BombingCase) -> BombingOdds:
    _check_title(case)
    for at, bomber in enumerate(case.bombers):
        _air(case.title, bomber.counter, f"bombers[{at}].counter", "strategic")
    pieces = tuple(Piece(one.counter, ATTACKERS, 1, extended=one.extended) for one in case.bombers)
    game = _entered(case, Scene(Ground(weather=case.weather), pieces))
    _check_flying_weather(game, "weather")
    raid = Bombardment(
        factors=sum((factors(game, bomber)[1] for bomber in range(len(pieces))), Fraction(0)),
        weather=case.weather,
        altitude=Altitude.HIGH if case.high_altitude else Altitude.LOW,
        time=Time.NIGHT if case.night else Time.DAY,
        opposed=case.opposed,
    )
    return bombing_odds(raid, game.ruleset.tables.source, case.most)


def anti_aircraft(case: FlakCase) -> FlakOdds:
    _check_title(case)
    tables = title_named(case.title).tables().source
    return flak_odds(Fraction(case.factors).limit_denominator(100), case.bombers, tables, shifts=case.shifts)


def naval_fire(case: NavalCase) -> NavalOdds:
    _check_title(case)
    tables = title_named(case.title).tables().source
    wanted = Fraction(case.factors).limit_denominator(100)
    return naval_odds(Row(case.row), wanted, case.ships, tables, shifts=case.shifts, defences=case.defences)
