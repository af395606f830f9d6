"""Naval combat: whom to intercept and when to give battle, what surprise points buy, whose ships are hit, when to break off."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.position import Position
from worldfire.engine.shapes import Amounts, Assign, Item, One, Orders, Set
from worldfire.forces.in_turn import STAY
from worldfire.forces.participants import air_component
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, counter_of, sea_of_section, things_at
from worldfire.forces.who import NOBODY, side_of, side_of_power
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import is_world_war
from worldfire.players.cadet.seascape import (
    OF_THE_AIR,
    TRANSPORTS,
    Seascape,
    has_cargo,
    is_kind,
    might,
    worth,
)
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s11_04_2_sailing import sea_at
from worldfire.rules.s11_04_6_interception import hunters, needed
from worldfire.rules.s11_04_naval_units import naval_counter
from worldfire.rules.s11_04_under_way import Interception, Voyage
from worldfire.rules.s11_05_4_committing import Force
from worldfire.rules.s11_05_6_surprise_points import Picking
from worldfire.rules.s11_05_naval_air_combat import NavalAirCombat
from worldfire.rules.s11_05_round import NAVAL_AIR, SURFACE, NavalRound, included, read_stack
from worldfire.tables.counters import AirCounter, AirType, NavalType

#: give battle with so much of the enemy's might, and leave with less than so much
GIVE_BATTLE, BREAK_OFF = 1.2, 0.7
#: the might of escorts that each submarine dares to face in a world war
DARED_BY_A_SUBMARINE = 6.0
#: the least die that makes an interception worth turning a ship for
GOOD_CHANCE = 2
#: what an enemy target must be worth more than the one chosen, in build points, to be paid for
WORTH_THE_POINTS = 4.0


def _pass(question: Question) -> Action:
    return next((verb for verb in ("pass", "done") if verb in question.offers), "pass"), None


def _worth_of(game: Position, item: Item) -> float:
    """Of a ship, an aircraft, or convoy points as a combat names them."""
    stack = read_stack(item) if isinstance(item, str) else None
    return float(stack.points) if stack is not None else worth(game, item)


def _side_of(game: Position, item: Item) -> int:
    stack = read_stack(item) if isinstance(item, str) else None
    return side_of_power(game, stack.power) if stack is not None else side_of(game, int(item))


# --------------------------------------------------------------------------------------------------------- interception


def intercept(question: Question) -> Action:
    """With a fair chance, and only whom one can beat; the ship that is turned is the one that is missed least."""
    game = question.game
    attempt = game.enclosing(Interception)
    prey = [hand.sailor.ship for hand in attempt.hands if not hand.sailor.is_convoy]
    ours = [unit for unit in hunters(game, attempt) if not is_kind(game, unit, NavalType.SUB)]
    strong = _might(game, ours) >= GIVE_BATTLE * _might(game, prey) and _might(game, ours) > 0
    if not strong or needed(game, attempt) < GOOD_CHANCE:
        return _pass(question)
    if "intercept-again" in question.offers:
        return "intercept-again", None
    shape = question.shape("intercept", One)
    able = [int(unit) for unit in shape.domain if not has_cargo(game, int(unit))]
    if not able:
        return _pass(question)
    return "intercept", min(able, key=lambda unit: (is_kind(game, unit, NavalType.CV), might(game, unit), unit))


def _might(game: Position, units: Iterable[int]) -> float:
    return sum(might(game, unit) for unit in units)


def commit_to_interception(question: Question) -> Action:
    """Submarines show themselves for transports and convoys only."""
    attempt = question.game.enclosing(Interception)
    prey = any(hand.sailor.is_convoy or is_kind(question.game, hand.sailor.ship, *TRANSPORTS) for hand in attempt.hands)
    return ("commit-submarines" if prey else "hold-submarines"), None


def leave_the_hunted(question: Question) -> Action:
    """Who is not meant goes on."""
    return "leave-the-hunted", None


def stop_or_fight(question: Question) -> Action:
    """Who has arrived stops here, as high as he can; others fight their way through a weaker enemy."""
    game = question.game
    attempt, voyage = game.enclosing(Interception), game.enclosing(Voyage)
    arrived = not voyage.ahead or sea_at(game, voyage.goal) == attempt.sea if voyage.goal != NOBODY else False
    ships = [hand.sailor.ship for hand in attempt.hands if not hand.sailor.is_convoy]
    seascape = Seascape(game, question.side, question.powers)
    strong = _might(game, ships) >= GIVE_BATTLE * seascape.enemy_might(attempt.sea)
    verb = "fight-through" if strong and not arrived else "stop-here"
    shape = question.shape(verb, One)
    return verb, max(map(int, shape.domain), key=lambda place: section_number(game, place))


# ------------------------------------------------------------------------------------------------------- giving battle


def initiate(question: Question) -> Action:
    """In every sea area where something can be sunk and the enemy is weaker."""
    game, seascape = question.game, Seascape(question.game, question.side, question.powers)
    again = question.offers.get("initiate-with-interceptor")
    for place in again.domain if isinstance(again, One) else ():
        if _wants_battle(seascape, sea_of_section(game, int(place))):
            return "initiate-with-interceptor", place
    shape = question.offers.get("initiate-combat")
    units = [int(unit) for unit in shape.domain] if isinstance(shape, One) else []
    able = [
        unit
        for unit in units
        if not has_cargo(game, unit) and _wants_battle(seascape, sea_of_section(game, game.state[PLACE][unit]))
    ]
    if not able:
        return _pass(question)
    return "initiate-combat", min(
        able, key=lambda unit: (is_kind(game, unit, NavalType.CV, *TRANSPORTS), might(game, unit), unit)
    )


def _wants_battle(seascape: Seascape, sea: str) -> bool:
    prey = [unit for unit in seascape.enemies(sea) if not is_kind(seascape.game, unit, NavalType.SUB)]
    convoys = seascape.convoys.get((sea, 1 - seascape.side), 0)
    if not prey and not convoys:
        return False
    own, enemy = seascape.own_might(sea), seascape.enemy_might(sea)
    only_submarines = all(is_kind(seascape.game, unit, NavalType.SUB) for unit in seascape.own(sea))
    if only_submarines:
        dared = DARED_BY_A_SUBMARINE * len(seascape.own(sea)) if is_world_war(seascape.game) else 0.0
        return bool(convoys) and enemy <= dared
    return own >= GIVE_BATTLE * enemy


def fly_in(question: Question) -> Action:
    """Aircraft join a battle that they help to win, or in which own transports are in danger."""
    shape = question.offers.get("fly-to-sea")
    if not isinstance(shape, Orders):
        return _pass(question)
    game, seascape = question.game, Seascape(question.game, question.side, question.powers)
    orders: list[tuple[int, int]] = []
    for choices in shape.items:
        counter = counter_of(game, int(choices.item))
        places = [int(place) for place in choices.to if place != STAY and section_number(game, int(place)) > 0]
        if not places or not isinstance(counter, AirCounter) or not (counter.air_to_sea or 0) > 0:
            continue
        sea = sea_of_section(game, places[0])
        fair = seascape.own_might(sea) + might(game, int(choices.item)) >= BREAK_OFF * seascape.enemy_might(sea)
        if fair and (seascape.enemy_might(sea) or seascape.convoys.get((sea, 1 - seascape.side))):
            orders.append((int(choices.item), max(places, key=lambda place: section_number(game, place))))
    for number in (min(len(orders), shape.most), 1):
        noun = shape.read(tuple(sorted(orders[:number])))
        if orders and question.is_legal("fly-to-sea", noun):
            return "fly-to-sea", noun
    return _pass(question)


def commit_submarines(question: Question) -> Action:
    """Against convoys and transports; in port they stay in their pens."""
    game, fight = question.game, question.game.enclosing(NavalRound)
    if fight.port != NOBODY:
        return "keep-submarines-out", None
    seascape = Seascape(game, question.side, question.powers)
    prey = bool(seascape.convoys.get((fight.sea, 1 - question.side))) or any(
        is_kind(game, unit, *TRANSPORTS) for unit in seascape.enemies(fight.sea)
    )
    return ("commit-submarines-to-combat" if prey else "keep-submarines-out"), None


def take_sections(question: Question) -> Action:
    """Everybody, if one is stronger than all of them; else the section with the most to sink for its guns."""
    verb, shape = question.only_shape(Set)
    game, fight = question.game, question.game.enclosing(NavalRound)
    ours = _might(game, fight.forces[question.side].units)
    places = [int(place) for place in shape.domain]
    guns = {place: _might(game, _enemies_at(game, place, question.side)) for place in places}
    if ours >= GIVE_BATTLE * sum(guns.values()):
        return verb, tuple(places)

    def merit(place: int) -> float:
        prey = sum(worth(game, unit) for unit in _enemies_at(game, place, question.side))
        laid = sum(points for _, at, points in game.state.amounts(CONVOY_POINTS) if at == place)
        return prey + laid - 4.0 * guns[place]

    return verb, (max(places, key=lambda place: (merit(place), -place)),)


def _enemies_at(game: Position, place: int, side: int) -> list[int]:
    return [unit for unit in things_at(game, place) if side_of(game, unit) != side]


# ------------------------------------------------------------------------------------------------- surprise and types


def _included(question: Question) -> tuple[Force, Force]:
    """Own and enemy units in the round."""
    fight = question.game.enclosing(NavalRound)
    return included(question.game, fight, question.side), included(question.game, fight, 1 - question.side)


def avoid(question: Question) -> Action:
    """Who is the weaker and has the points slips away."""
    own, enemy = _included(question)
    weak = _might(question.game, own.units) < _might(question.game, enemy.units)
    return ("avoid-combat" if weak else "accept-combat"), None


def _air(game: Position, units: Iterable[int]) -> float:
    total = 0.0
    for unit in units:
        counter = counter_of(game, unit)
        if isinstance(counter, AirCounter):
            total += counter.air_to_sea or 0
        elif is_kind(game, unit, NavalType.CV):
            total += air_component(game, unit)
    return total


def _guns(game: Position, units: Iterable[int]) -> float:
    return sum(naval_counter(game, unit).attack for unit in units if is_kind(game, unit, NavalType.SCS, NavalType.CV))


def choose_type(question: Question) -> Action:
    """The type in which one is the stronger; if that is the usual one, the points are kept."""
    own, enemy = _included(question)
    game = question.game
    air = _air(game, own.units) - _air(game, enemy.units)
    guns = _guns(game, own.units) - _guns(game, enemy.units)
    shape = question.offers.get("choose-combat-type")
    if not isinstance(shape, One) or (air >= 0 and OF_THE_AIR * air >= guns):
        return "leave-type-open", None  # whoever has aircraft may call for naval air combat
    wanted = SURFACE if guns > 0 else NAVAL_AIR if air > 0 else ""
    return ("choose-combat-type", wanted) if wanted in shape.domain else ("leave-type-open", None)


def call_naval_air(question: Question) -> Action:
    """Carriers fight with their planes: never let the guns come near if the planes are not much the weaker."""
    own, enemy = _included(question)
    game = question.game
    ours, theirs = _air(game, own.units), _air(game, enemy.units)
    better_guns = _guns(game, own.units) > GIVE_BATTLE * _guns(game, enemy.units)
    call = ours >= theirs or not better_guns
    return ("call-naval-air-combat" if call else "call-for-nothing"), None


def call_submarine(question: Question) -> Action:
    """They were committed for it."""
    return "call-submarine-combat", None


def shift_columns(question: Question) -> Action:
    """All into the own column, what is left against theirs."""
    return _spend(question, "shift-columns")


def spend_in_the_air(question: Question) -> Action:
    return _spend(question, "spend-surprise")


def _spend(question: Question, verb: str) -> Action:
    shape = question.shape(verb, Amounts)
    left, noun = shape.most, []
    for bounds in shape.items:
        number = max(bounds.least, min(left, bounds.most))
        left -= number
        noun.append((bounds.item, number))
    return verb, tuple(noun)


# ----------------------------------------------------------------------------------------------------------- who is hit


def pick_target(question: Question) -> Action:
    """Of the own ships the one that is missed least, of the enemy's the dearest: carriers and cargo first."""
    shape = question.shape("pick-target", One)
    return "pick-target", _hit(question, shape.domain)


def _hit(question: Question, targets: Iterable[Item]) -> Item:
    game = question.game

    def merit(item: Item) -> tuple[float, str]:
        sign = 1 if _side_of(game, item) == question.side else -1
        return sign * _worth_of(game, item), str(item)

    return min(targets, key=merit)


def overrule_target(question: Question) -> Action:
    """If the dearest target is worth the points, or to save a ship of one's own."""
    shape = question.offers.get("overrule-target")
    chosen = question.game.enclosing(Picking).chosen
    if not isinstance(shape, One):
        return "leave-target", None
    best = _hit(question, shape.domain)
    gain = abs(_worth_of(question.game, best) - _worth_of(question.game, chosen))
    better = _hit(question, (best, chosen)) == best
    return ("overrule-target", best) if better and gain >= WORTH_THE_POINTS else ("leave-target", None)


def decide_between(question: Question) -> Action:
    verb, shape = question.only_shape(One)
    return verb, shape.domain[0]


def hunt_submarines(question: Question) -> Action:
    """Those whose guns are missed least."""
    shape = question.shape("hunt-submarines", Set)
    ranked = sorted(map(int, shape.domain), key=lambda ship: (naval_counter(question.game, ship).attack, ship))
    return "hunt-submarines", shape.read(tuple(ranked[: shape.least]))


def choose_losses(question: Question) -> Action:
    """What is shot down does not come back."""
    shape = question.shape("choose-losses", One)
    return "choose-losses", max(map(str, shape.domain), key=lambda name: ("destroy" in name, name.count("abort"), name))


def kind_of_loss(question: Question) -> Action:
    """The points are better kept for targets."""
    return "let-them-choose", None


def leave(question: Question) -> Action:
    """Who has become much the weaker goes; transports with cargo a little sooner."""
    game, seascape = question.game, Seascape(question.game, question.side, question.powers)
    sea = game.enclosing(NavalRound).sea
    least = 1.0 if seascape.carries(sea) else BREAK_OFF
    weak = seascape.own_might(sea) < least * seascape.enemy_might(sea)
    return ("leave-combat" if weak else "stay-in-combat"), None


# ------------------------------------------------------------------------------------------------------------- the air


def choose_roles(question: Question) -> Action:
    """Without enemy aircraft all carry bombs; otherwise every other carrier sends up its fighters."""
    shape = question.shape("choose-roles", Assign)
    game = question.game
    first, second = game.enclosing(NavalAirCombat).included
    enemies = second if shape.items[0].item in first else first
    opposed = _air(game, enemies) > 0 or any(counter_of(game, unit).type is AirType.FTR for unit in enemies)
    noun, carriers = [], 0
    for choices in shape.items:
        words = [str(word) for word in choices.to]
        is_carrier = is_kind(game, int(choices.item), NavalType.CV)
        carriers += is_carrier
        defends = opposed and (not is_carrier or (carriers % 2 == 1 and len(shape.items) > 1))
        kind = "fighter" if defends else "bomber"
        fitting = [word for word in words if word.startswith(kind)] or words
        noun.append((choices.item, fitting[0] if defends or len(fitting) == 1 else fitting[-1]))
    return "choose-roles", tuple(noun)


def attack_port(question: Question) -> Action:
    """The port with the most to sink first."""
    verb, shape = question.only_shape(One)
    game = question.game

    def prey(place: int) -> float:
        return sum(worth(game, unit) for unit in _enemies_at(game, place, question.side))

    return verb, max(map(int, shape.domain), key=lambda place: (prey(place), -place))
