"""Air missions: ground strikes where attacks follow or the enemy is best kept down, ground support where it tips the odds,
interception on fair terms, patrols and factories when the turn may end, supply to spearheads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from worldfire.engine.shapes import Send
from worldfire.forces.flights import Flight, fighters, flying_to, of_side
from worldfire.forces.things import FACE_DOWN, PLACE
from worldfire.forces.turn import active_side
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.assault import Attack
from worldfire.players.cadet.bombers import air_counter, enemy_fighters_over, rating, spare_fighters
from worldfire.players.cadet.marching import plan_now
from worldfire.players.cadet.picture import FAR, Picture, look
from worldfire.players.cadet.prospects import Target, prospect, target_at
from worldfire.players.cadet.rallying import use_of
from worldfire.rules.s10_actions import left_of
from worldfire.rules.s11_08_ground_strike import strike_factor
from worldfire.rules.s11_15_land_combat import LandCombat
from worldfire.rules.s14_2_missions import KINDS, STAY, Mission, Wave, printed_factors, read_sortie, tactical_factors
from worldfire.rules.s15_surprise import extra_ground_strike_dice
from worldfire.tables.counters import AirType

SIDES_OF_DIE = 10
BOMBERS = (Flight.BOMBER, Flight.EXTENDED_BOMBER)
#: what it is worth that an enemy is idle: for each of his factors, and for an HQ; and so far from the front less of it
KEPT_FROM_FIGHTING, KEPT_FROM_LEADING = 0.06, 0.8
AT_THE_FRONT, BEHIND_IT = 2, 0.4
#: a ground strike, or support, must promise so many build points
WORTH_FLYING = 0.15
#: with less chance than this of another impulse, aircraft are free for other work, bombers if they carry enough
TURN_ENDS, LEAST_BOMBS = 0.7, 1
#: lost bombers, in build points, if enemy fighters may come: with an escort and without
ESCORTED, UNESCORTED = 0.3, 1.0


def hold_back(question: Question) -> Action:
    return "hold-back", None


def fly_attackers(question: Question) -> Action:
    mission = question.game.enclosing(Mission)
    if mission.kind == "ground strike":
        return _ground_strike(question)
    if mission.kind == "ground support":
        return _support_attack(question)
    if mission.kind == "strategic bombardment":
        return _bomb_factories(question)
    if mission.kind == "air supply":
        return _supply_by_air(question)
    return hold_back(question)


def _choices(question: Question) -> dict[int, dict[int, dict[Flight, str]]]:
    """Aircraft → hex → how it may fly there → the word for it."""
    shape = question.offers.get("fly")
    found: dict[int, dict[int, dict[Flight, str]]] = {}
    for item in shape.items if isinstance(shape, Send) else ():
        by_hex = found.setdefault(int(item.item), {})
        for word in item.to:
            if word != STAY:
                flight, place, _ = read_sortie(str(word))
                by_hex.setdefault(place, {})[flight] = str(word)
    return found


def _send(question: Question, sent: Mapping[int, str]) -> Action:
    shape = question.offers.get("fly")
    if not sent or not isinstance(shape, Send):
        return hold_back(question)
    alone = {unit: word for unit, word in sent.items() if read_sortie(word)[0] is not Flight.ESCORT}
    for flying in (sent, alone):  # an escort that is refused keeps no bomber at home
        noun = tuple((item.item, flying.get(int(item.item), STAY)) for item in shape.items)
        if flying and question.is_legal("fly", noun):
            return "fly", noun
    return hold_back(question)


def _bombing(picture: Picture, choices: Mapping[int, Mapping[int, Mapping[Flight, str]]]) -> dict[int, dict[int, str]]:
    """Aircraft → hex → the word for carrying bombs there; fighters carry them if nobody needs them as fighters."""
    spare = spare_fighters(picture)
    found: dict[int, dict[int, str]] = {}
    for unit, hexes in choices.items():
        roles = (*BOMBERS, Flight.FIGHTER_BOMBER) if unit in spare else BOMBERS
        words = {place: next((ways[role] for role in roles if role in ways), None) for place, ways in hexes.items()}
        found[unit] = {place: word for place, word in words.items() if word is not None}
    return found


def fly_patrols(question: Question) -> Action:
    """Fighters that are not kept in reserve, over the strongest stacks, where they need not fear the escort."""
    picture = look(question.game, question.side, question.powers)
    choices, spare = _choices(question), spare_fighters(picture)
    sent: dict[int, str] = {}
    watched: set[int] = set()
    for unit in sorted(spare.intersection(choices), key=lambda unit: (-rating(picture, unit), unit)):
        open_ = [place for place in choices[unit] if place not in watched and _may_patrol(picture, unit, place)]
        if open_:
            place = max(open_, key=lambda place: (picture.strength(picture.own.get(place, ())), -place))
            sent[unit] = choices[unit][place][Flight.PATROL]
            watched.add(place)
    return _send(question, sent)


def _may_patrol(picture: Picture, unit: int, place: int) -> bool:
    enemies = [rating(picture, enemy) for enemy in enemy_fighters_over(picture, place)]
    return place in picture.own and max(enemies, default=0) <= rating(picture, unit) + 1


def _supply_by_air(question: Question) -> Action:
    """Transports to the units that are most use face-up, while they still have an impulse to come."""
    game, picture = question.game, look(question.game, question.side, question.powers)
    if picture.another_impulse < TURN_ENDS:
        return hold_back(question)
    waiting = {
        place: max((use_of(picture, unit) for unit in units if picture.is_down(unit)), default=0.0)
        for place, units in picture.own.items()
    }
    choices = _choices(question)
    left = min((left_of(game, power, KINDS["air supply"].activity) for power in question.powers), default=0)
    sent: dict[int, str] = {}
    for unit, hexes in choices.items():
        open_ = [place for place in hexes if waiting.get(place, 0.0) > 0 and not enemy_fighters_over(picture, place)]
        if open_ and len(sent) < left:
            place = max(open_, key=lambda place: (waiting[place], -place))
            sent[unit] = next(iter(hexes[place].values()))
            del waiting[place]
    return _send(question, sent)


def _bomb_factories(question: Question) -> Action:
    """Bombers that the front will hardly need again this turn, to factories that no fighter guards."""
    game, picture = question.game, look(question.game, question.side, question.powers)
    if picture.another_impulse >= TURN_ENDS:
        return hold_back(question)
    words = _bombing(picture, _choices(question))
    left = min((left_of(game, power, KINDS["strategic bombardment"].activity) for power in question.powers), default=0)
    sent: dict[int, str] = {}
    for unit in sorted(words, key=lambda unit: (-printed_factors(game, unit)[1], unit)):
        open_ = [place for place in words[unit] if not enemy_fighters_over(picture, place)]
        if open_ and len(sent) < left and printed_factors(game, unit)[1] >= LEAST_BOMBS:
            sent[unit] = words[unit][max(open_, key=lambda place: (picture.stake(place), -place))]
    return _send(question, sent)


def _ground_strike(question: Question) -> Action:
    """The best bombers against hexes that will be attacked, then against whoever is best kept from moving."""
    game, picture = question.game, look(question.game, question.side, question.powers)
    choices = _choices(question)
    words = _bombing(picture, choices)
    left = min((left_of(game, power, KINDS["ground strike"].activity) for power in question.powers), default=0)
    left -= picture.another_impulse >= TURN_ENDS and _has_transports(picture)  # a mission for air supply
    within = {place for hexes in words.values() for place in hexes}
    attacks = {attack.target: attack for attack in plan_now(question, struck=within).attacks}
    hopes = {
        place: _Strike(picture, place, attacks.get(place), _risk(picture, choices, place))
        for place in within
        if place in picture.enemy
    }
    sent: dict[int, str] = {}
    escorted: set[int] = set()
    while left > 0:
        options = [
            (hopes[place].gain(unit), unit, place)
            for unit in words
            if unit not in sent
            for place in words[unit]
            if place in hopes
        ]
        if not options:
            break
        gain, unit, place = max(options)
        if gain < worth_flying(picture):
            break
        sent[unit] = words[unit][place]
        hopes[place].add(unit)
        escorted.add(place)
        left -= 1
    _escort(picture, choices, sent, escorted)
    return _send(question, sent)


def _has_transports(picture: Picture) -> bool:
    """Is a transport ready to fly?"""
    return any(
        air_counter(picture, unit).type is AirType.ATR and not picture.game.state[FACE_DOWN][unit]
        for units in picture.planes.values()
        for unit in units
    )


def worth_flying(picture: Picture) -> float:
    """What a flight must promise: less as the turn draws to its end, for who has not flown by then has been idle for it."""
    return WORTH_FLYING * min(1.0, picture.impulses_left / 2)


def _risk(picture: Picture, choices: Mapping[int, Mapping[int, Mapping[Flight, str]]], place: int) -> float:
    """What bombers to this hex may suffer: little if none of the enemy's fighters reach it, or an escort is as good."""
    dangers = [rating(picture, unit) for unit in enemy_fighters_over(picture, place)]
    if not dangers:
        return 0.0
    escorts = [rating(picture, unit) for unit, ways in choices.items() if Flight.ESCORT in ways.get(place, {})]
    return ESCORTED if max(escorts, default=-9) >= max(dangers) - 1 else UNESCORTED


class _Strike:
    """What strikes on one hex have promised so far: a better attack, or enemies who stay where they are."""

    def __init__(self, picture: Picture, place: int, attack: Attack | None, risk: float) -> None:
        self.picture, self.place = picture, place
        self.target = target_at(picture, place)
        up = [unit for unit in self.target.defenders if not picture.is_down(unit)]
        self.still_up = float(len(up))
        self.rise = idleness(picture, place, up)
        if attack is not None:
            without = prospect(self.target, attack.positions).value
            self.rise = max(self.rise, prospect(self.target, attack.positions, extra_down=1).value - without)
        self.risk = risk

    def _hit(self, bomber: int) -> float:
        game, place = self.picture.game, self.place
        dice = 1 + max((extra_ground_strike_dice(game, bomber, unit) for unit in self.target.defenders), default=0)
        miss = 1 - min(SIDES_OF_DIE, strike_factor(game, bomber, place)) / SIDES_OF_DIE
        return 1 - miss**dice

    def gain(self, bomber: int) -> float:
        return float(self.still_up * self._hit(bomber) * self.rise) - self.risk

    def add(self, bomber: int) -> None:
        self.still_up *= 1 - self._hit(bomber)
        self.risk = 0.0


def idleness(picture: Picture, place: int, units: Sequence[int]) -> float:
    """What it is worth, for each of these enemies, that he neither moves nor attacks when his side is next to act."""
    if not units:
        return 0.0
    near = min((picture.near(place, own) for own in picture.own), default=FAR)
    chiefs = sum(picture.is_headquarters(unit) for unit in units)
    worth = KEPT_FROM_FIGHTING * picture.strength(units) + KEPT_FROM_LEADING * chiefs
    return worth / len(units) * (1.0 if near <= AT_THE_FRONT else BEHIND_IT)


def _escort(
    picture: Picture, choices: Mapping[int, Mapping[int, Mapping[Flight, str]]], sent: dict[int, str], to: Iterable[int]
) -> None:
    """A fighter with the bombers where the enemy's fighters may come; the best where most may come."""
    dangers = {place: enemy_fighters_over(picture, place) for place in to}
    for place in sorted(dangers, key=lambda place: (-len(dangers[place]), place)):
        if not dangers[place]:
            continue
        able = [unit for unit, ways in choices.items() if unit not in sent and Flight.ESCORT in ways.get(place, {})]
        if able:
            best = max(able, key=lambda unit: (rating(picture, unit), -unit))
            sent[best] = choices[best][place][Flight.ESCORT]


def _support_attack(question: Question) -> Action:
    """Bombers to the declared attacks whose odds they improve most."""
    game, picture = question.game, look(question.game, question.side, question.powers)
    combat = game.enclosing(LandCombat)
    targets: dict[int, tuple[Target, list[tuple[int, int]], float]] = {}
    for attack in combat.attacks:
        if attack.target in picture.enemy:
            target = target_at(picture, attack.target)
            positions = [(unit, game.state[PLACE][unit]) for unit in attack.units]
            targets[attack.target] = (target, positions, prospect(target, positions).value)
    return _support(question, picture, targets, sign=1)


def _support(
    question: Question,
    picture: Picture,
    targets: dict[int, tuple[Target, list[tuple[int, int]], float]],
    *,
    sign: int,
) -> Action:
    choices = _choices(question)
    words = _bombing(picture, choices)
    sent: dict[int, str] = {}
    flown: set[int] = set()
    while True:
        options = []
        for unit, hexes in words.items():
            if unit in sent:
                continue
            for place, word in hexes.items():
                if place not in targets:
                    continue
                target, positions, now = targets[place]
                more = tactical_factors(picture.game, unit, place)
                gain = sign * (prospect(_supported(target, more, sign), positions).value - now)
                risk = 0.0 if place in flown else _risk(picture, choices, place)
                options.append((gain - risk, unit, place, word))
        if not options:
            break
        gain, unit, place, word = max(options)
        if gain < worth_flying(picture):
            break
        sent[unit] = word
        flown.add(place)
        target, positions, _ = targets[place]
        target = _supported(target, tactical_factors(picture.game, unit, place), sign)
        targets[place] = (target, positions, prospect(target, positions).value)
    _escort(picture, choices, sent, flown)
    return _send(question, sent)


def _supported(target: Target, factors: Fraction, sign: int) -> Target:
    """The same with more factors for the attacker (1) or the defender (-1)."""
    if sign > 0:
        return replace(target, support=target.support + factors)
    return replace(target, against=target.against + factors)


def fly_interceptors(question: Question) -> Action:
    """Fighters where they meet bombers on fair terms; in ground support bombers too, where they spoil an attack."""
    game, picture = question.game, look(question.game, question.side, question.powers)
    mission, wave = game.enclosing(Mission), game.enclosing(Wave)
    choices = _choices(question)
    sent: dict[int, str] = {}
    for place in sorted({place for hexes in choices.values() for place in hexes}):
        coming = of_side(game, flying_to(game, place), 1 - wave.side)
        able = [
            unit for unit, hexes in choices.items() if unit not in sent and Flight.INTERCEPTION in hexes.get(place, {})
        ]
        if not coming or not able:
            continue
        able.sort(key=lambda unit: (-rating(picture, unit), unit))
        best = able[0]
        escorts = [rating(picture, unit) for unit in fighters(game, coming)]
        against = max(escorts, default=0) if escorts else max(rating(picture, unit) for unit in coming)
        if rating(picture, best) >= against - (0 if escorts else 1):
            sent[best] = choices[best][place][Flight.INTERCEPTION]
            for second in able[1:2]:
                if len(coming) > 1:
                    sent[second] = choices[second][place][Flight.INTERCEPTION]
    if mission.kind == "ground support" and wave.side != active_side(game):
        support = _defensive_support(question, picture, mission)
        if support[0] == "fly":
            sent = {**{int(unit): str(word) for unit, word in support[1] if word != STAY}, **sent}
    return _send(question, sent)


def _defensive_support(question: Question, picture: Picture, mission: Mission) -> Action:
    """Bombers over own hexes that are attacked: the same reckoning from the attacker's side, to be made worse."""
    game = question.game
    seen_by_attacker = look(game, 1 - question.side)
    targets: dict[int, tuple[Target, list[tuple[int, int]], float]] = {}
    for place in mission.given:
        positions = [(unit, game.state[PLACE][unit]) for unit, target in mission.attacks if target == place]
        if place in seen_by_attacker.enemy and positions:
            target = target_at(seen_by_attacker, place)
            targets[place] = (target, positions, prospect(target, positions).value)
    return _support(question, picture, targets, sign=-1)
