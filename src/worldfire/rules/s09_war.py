"""9 Declaring war, in the ten steps of the book: pacts broken (9.2), wars declared on major powers and minor countries (9.3),
who takes in the attacked (9.5), who aligns of his own will (9.6), and the reserves (9.7).

What belongs to one nation attaches from outside: steps are inserted before `next_power_declares_on_minors` (attempts of a
reluctant power, 9.4; territorial claims, 19.6) and before `next_minor_is_allocated` (what it notices, 13.3.3). A declaration
that it takes notice of says `UsEntryAction` at once, for the dice are thrown when all have been made; each voluntary alignment
says `UsEntryAlignment` when all are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema, memo
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.capitals import capital_distance
from worldfire.forces.enmity import at_war, unit_at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import EachPower, powers_in_action
from worldfire.forces.kinds import Country, CountryId, Owner, Power, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.pools import named_place
from worldfire.forces.situation import AT_WAR, Pairs
from worldfire.forces.things import PLACE, counter_of, things_at
from worldfire.forces.turn import active_side, is_active, other_side, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    POWER_NUMBERS,
    SIDE,
    country_named,
    power_named,
    ruler_of,
    units_on_map,
)
from worldfire.rules.s04_reinforcements import ARRIVALS, Arrivals, finds_room
from worldfire.rules.s09_02_pacts import (
    break_pact,
    break_violation,
    end_pact,
    have_pact,
    leave_the_borders,
    might_break,
    partners,
)
from worldfire.rules.s09_06_aligning import (
    ALIGNING,
    SETTING_UP,
    Aligning,
    MinorAbandoned,
    align_minor,
    alignable,
    own_power,
    stays_neutral,
)
from worldfire.rules.s13_07_7_standing_down import call_back
from worldfire.rules.s18_1_cooperation import bring_allies_together

#: (declarer, victim): wars that the campaign has a power declare in its first impulse
OPENING_WARS: Field[Pairs] = Field("opening_wars", ())

#: sides that declare no other war in the impulse in which they must declare those
NO_OTHER_WARS: Field[tuple[int, ...]] = Field("no_other_wars", ())


class WarDeclared(Event, frozen=True):
    power: PowerId
    target_power: PowerId


class ReservesCalled(Event, frozen=True):
    power: PowerId
    units: tuple[ThingId, ...]


class UsEntryAction(Event, frozen=True):
    """A declaration of war that the USA takes notice of (13.3.3); a minor country is told by its own power."""

    power: PowerId
    target_power: PowerId


class UsEntryAlignment(Event, frozen=True):
    """A minor country that a power has aligned of its own will, as the USA takes notice of it (13.3.3), said in step 9."""

    power: PowerId
    country: CountryId


class MinorOffered(Event, frozen=True):
    """A major power would not align the country that was attacked."""

    country: CountryId
    power: PowerId


@clause("9.3", "18.1")
def declare_war(game: Game, power: int, enemy: int) -> None:
    """The two are at war from now on; a pact that there was between them is no more."""
    noticed = us_entry_roll_is_due(game, power, enemy)
    if have_pact(game, power, enemy):
        end_pact(game, power, enemy)
    game.set(AT_WAR, (*game.state.get(AT_WAR), (power, enemy)))
    bring_allies_together(game)
    game.say(WarDeclared(power=power, target_power=enemy))
    if noticed:
        game.say(UsEntryAction(power=power, target_power=enemy))


@clause("9.3")
def us_entry_roll_is_due(game: Position, power: int, enemy: int) -> bool:
    """For each declaration in a campaign with the USA, but not against a major power with units in one's home country."""
    if not _somebody_takes_notice(game):
        return False
    homes_of, places = game.state[HOME_COUNTRY], game.state[PLACE]
    own = {country_named(game, name) for name in ground_of(game).homes_of_power.get(power_name(game, power), ())}
    own.discard(NOBODY)
    return not any(homes_of[places[unit]] in own for unit in units_on_map(game, (enemy,)))


def _somebody_takes_notice(game: Position) -> bool:
    """Does the reluctant power play?"""
    reluctant = power_named(game, nations_of(game).reluctant)
    return reluctant != NOBODY and game.state[SIDE][reluctant] != NOBODY


class DeclaringWar(msgspec.Struct):
    """How far the powers of the side have got."""

    #: powers that have had their turn to break pacts
    broken: int = 0
    #: powers that have declared on major powers, and after them those that have declared on minor countries
    declared: int = 0
    #: (minor country, who attacked it) still to be taken in by somebody, and who has declined the first of them
    attacked: tuple[tuple[int, int], ...] = ()
    declined: tuple[int, ...] = ()
    #: powers that have called out reserves
    called: int = 0


@step("9.3")
def wars_of_the_campaign(game: Game, declaring: DeclaringWar) -> Control:
    """What the campaign says must be declared in a power's first impulse."""
    due = tuple(pair for pair in game.state.get(OPENING_WARS) if game.state[SIDE][pair[0]] == active_side(game))
    for power, enemy in due:
        if not at_war(game, power, enemy):
            declare_war(game, power, enemy)
        country = country_named(game, power_name(game, enemy))
        if game.state[SIDE][enemy] == NOBODY and country != NOBODY:
            declaring.attacked += ((country, power),)
    if due and active_side(game) in game.state.get(NO_OTHER_WARS):
        declaring.declared = 2 * len(powers_in_action(game))
    if due:
        game.set(OPENING_WARS, tuple(pair for pair in game.state.get(OPENING_WARS) if pair not in due))
    return None


class Targets(One, frozen=True, tag="One"):
    """Those on whom war may be declared; any other name is refused with its reason."""

    known: tuple[str, ...] = ()

    def judge(self, noun: Noun) -> str | None:
        return None if noun in self.known else "noun-not-offered"


# ------------------------------------------------------------------------------------------------------- 9.2 breaking pacts


def _might_break(game: Position, power: int) -> bool:
    return any(might_break(game, power, other) for other in partners(game, power))


BREAKERS = EachPower(powers_in_action, _might_break)


def who_breaks(game: Position) -> int:
    """The power that is asked to break its pacts now."""
    return BREAKERS.next(game, game.enclosing(DeclaringWar).broken)


def _pacts_to_break(game: Position, declaring: DeclaringWar, seat: str) -> Shape | Violation:
    power = BREAKERS.next(game, declaring.broken)
    found = {other: break_violation(game, power, other) for other in partners(game, power)}
    free = tuple(power_name(game, other) for other, why in found.items() if why is None)
    reasons = (why for why in found.values() if why is not None)
    return Targets(free, tuple(power_name(game, other) for other in found)) if free else next(reasons)


def _pact_violation(game: Position, declaring: DeclaringWar, seat: str, noun: Noun) -> Violation | None:
    return break_violation(game, BREAKERS.next(game, declaring.broken), power_named(game, noun))


def _break(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    power = BREAKERS.next(game, declaring.broken)
    declaring.broken = powers_in_action(game).index(power)
    break_pact(game, power, power_named(game, noun))
    return Goto("next_power_breaks_pacts")


def _keep_pacts(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    declaring.broken = BREAKERS.after(game, BREAKERS.next(game, declaring.broken))
    return Goto("next_power_breaks_pacts")


KEEP_PACTS = Verb("keep-pacts", "9.2", _keep_pacts)
BREAK_PACT = Verb("break-pact", "9.2", _break, _pacts_to_break, _pact_violation, items=Owner)


@step("9.2", KEEP_PACTS, BREAK_PACT, also=("9",))
def next_power_breaks_pacts(game: Game, declaring: DeclaringWar) -> Control:
    """Whoever could break one as far as everybody knows is asked, so that being asked tells nothing of hidden markers."""
    power = BREAKERS.next(game, declaring.broken)
    if power == NOBODY:
        return None
    seat = seat_of_power(game, power)
    return one(seat, KEEP_PACTS, BREAK_PACT, rule="9.2", prompt="break-pact", always=True, power=Power(power))


@rule("9.2/effect of neutrality pacts")
def guests_leave_the_borders(game: Game, event: WarDeclared) -> None:
    """Whoever is at war with a power now leaves the common borders that his allies have with it by a pact."""
    for power, enemy in ((event.power, event.target_power), (event.target_power, event.power)):
        leave_the_borders(game, power, enemy)


# ------------------------------------------------------------------------------------------------------ 9.3 free declarations


def _is_major(game: Position, name: str) -> bool:
    power = power_named(game, name)
    return power != NOBODY and game.state[SIDE][power] != NOBODY and not game.state[FALLEN_POWER][power]


@clause("9.3", "9.4")
def declaration_violation(game: Position, power: int, name: str) -> Violation | None:
    """Why the power may not declare war on the major power or country of this name."""
    barred = declarer_violation(game, power)
    if barred is not None:
        return barred
    if _is_major(game, name):
        return _violation_of_major(game, power, power_named(game, name))
    return _violation_of_minor(game, power, country_named(game, name))


@clause("9.3", "9.4")
def declarer_violation(game: Position, power: int) -> Violation | None:
    """Why the power may declare war on nobody: some never do, or need more than their own will."""
    return None


def _violation_of_major(game: Position, power: int, enemy: int) -> Violation | None:
    if game.state[SIDE][enemy] == game.state[SIDE][power]:
        return refused("9.3", "on-the-same-side", power=Power(power), target_power=Power(enemy))
    if at_war(game, power, enemy):
        return refused("9.3", "already-at-war", power=Power(power), target_power=Power(enemy))
    if have_pact(game, power, enemy):
        return refused("9.2", "pact-must-be-broken", power=Power(power), target_power=Power(enemy))
    return None


@rule("9.3")
def _violation_of_minor(game: Position, power: int, country: int) -> Violation | None:
    own, ruler = own_power(game, country), ruler_of(game, country)
    if game.state[SIDE][ruler] == game.state[SIDE][power]:
        return refused("9.3", "on-the-same-side", power=Power(power), target_power=Power(ruler))
    if not _stands_alone(game, country):
        return refused("9.3", "belongs-to-another", country=Country(country), power=Power(ruler))
    if at_war(game, power, own):
        return refused("9.3", "already-at-war", power=Power(power), target_power=Power(own))
    centre = ground_of(game).centres.get(game.state.get(COUNTRY_NAMES)[country])
    if centre is None or game.state[CONTROLLER][centre] == NOBODY:
        return refused("9.3", "country-not-on-the-maps", country=Country(country))
    if stays_neutral(game, country):
        return refused("9.3", "country-stays-neutral", country=Country(country))
    return left_alone_violation(game, power, country)


def _stands_alone(game: Position, country: int) -> bool:
    """It belongs to nobody else."""
    return ruler_of(game, country) == own_power(game, country)


#: what follows from who belongs to whom
BELONGING = memo("belonging", (POWER, CONQUEROR, COUNTRY_NAMES, POWER_NUMBERS))


def _minors_that_stand_alone(game: Position) -> Iterator[str]:
    """Those on the maps: war is declared on no others. A territory that nobody inherited counts as one (13.7.1)."""

    def look() -> tuple[tuple[str, int], ...]:
        nations, centres = nations_of(game), ground_of(game).centres
        minors = {*ground_of(game).minors, *nations.latent, *nations.seceding}
        countries = game.state.get(COUNTRY_NAMES)
        alone = (name for country, name in enumerate(countries) if name in minors and _stands_alone(game, country))
        return tuple((name, centres[name]) for name in alone if name in centres)

    holders, latent = game.state[CONTROLLER], nations_of(game).latent
    alone = game.recall("minors that stand alone", look, BELONGING)
    return (
        name for name, centre in alone if holders[centre] != NOBODY and not (name in latent and _is_major(game, name))
    )


@clause("9.3")
def left_alone_violation(game: Position, power: int, country: int) -> Violation | None:
    """Why this minor country is left alone by this power for now, though it is neutral and on the maps."""
    return None


def targets(game: Position, power: int, *, minors: bool) -> tuple[str, ...]:
    """Names of those on whom the power may declare war in this part of the step."""
    return game.recall(("targets", power, minors), lambda: tuple(_each_target(game, power, minors=minors)))


def _each_target(game: Position, power: int, *, minors: bool) -> Iterator[str]:
    if declarer_violation(game, power) is not None:
        return iter(())
    names: Iterable[str]
    if minors:
        names = _minors_that_stand_alone(game)
    else:
        enemies = powers_of_side(game, other_side(game.state[SIDE][power]))
        names = tuple(power_name(game, enemy) for enemy in enemies)
    return (name for name in names if declaration_violation(game, power, name) is None)


def _declarer(game: Position, declaring: DeclaringWar) -> tuple[int, bool] | None:
    """The next power with somebody to declare war on, and whether minor countries are meant; None if there is none.

    Who could attack only countries that would align with him in this very step is not asked.
    """
    return game.recall(("declarer", declaring.declared), lambda: _look_for_declarer(game, declaring))


def _look_for_declarer(game: Position, declaring: DeclaringWar) -> tuple[int, bool] | None:
    powers, names = powers_of_side(game, active_side(game)), game.state.get(COUNTRY_NAMES)
    for turn in range(declaring.declared, 2 * len(powers)):
        minors, power = turn >= len(powers), powers[turn % len(powers)]
        friends = {names[country] for country in alignable(game, power)}
        if any(name not in friends for name in _each_target(game, power, minors=minors)):
            return turn, minors
    return None


def _power_declaring(game: Position, declaring: DeclaringWar) -> tuple[int, int, bool]:
    found = _declarer(game, declaring)
    assert found is not None
    turn, minors = found
    powers = powers_of_side(game, active_side(game))
    return turn, powers[turn % len(powers)], minors


def who_declares(game: Position) -> int:
    """The power that is asked to declare war now."""
    return _power_declaring(game, game.enclosing(DeclaringWar))[1]


def _targets_shape(game: Position, declaring: DeclaringWar, seat: str) -> Shape | Violation:
    _, power, minors = _power_declaring(game, declaring)
    majors = (name for name in game.state.get(POWER_NAMES) if _is_major(game, name))
    return Targets(targets(game, power, minors=minors), (*majors, *game.state.get(COUNTRY_NAMES)))


def _target_violation(game: Position, declaring: DeclaringWar, seat: str, noun: Noun) -> Violation | None:
    _, power, _ = _power_declaring(game, declaring)
    return declaration_violation(game, power, noun)


def _declare(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    turn, power, _ = _power_declaring(game, declaring)
    declaring.declared = turn
    pay_for_war(game, power)
    if _is_major(game, noun):
        declare_war(game, power, power_named(game, noun))
    else:
        country = country_named(game, noun)
        declare_war(game, power, own_power(game, country))
        if all(known != country for known, _ in declaring.attacked):  # it is taken in once, whoever joins the attack
            declaring.attacked += ((country, power),)
    return Goto(game.state.frames[-1].step)


@clause("9.3")
def pay_for_war(game: Game, power: int) -> None:
    """What a declaration costs whoever makes it: nothing."""


def _declare_nothing(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    declaring.declared = _power_declaring(game, declaring)[0] + 1
    return Goto(game.state.frames[-1].step)


def _is_asked(game: Position, declaring: DeclaringWar, seat: str) -> bool:
    """The step asks nobody who has no target."""
    return True


DECLARE_WAR = Verb("declare-war", "9.3", _declare, _targets_shape, _target_violation, items=Owner, possible=_is_asked)
DECLARE_NOTHING = Verb("declare-no-war", "9.3", _declare_nothing)


@step("9.3", DECLARE_NOTHING, DECLARE_WAR, also=("9",))
def next_power_declares(game: Game, declaring: DeclaringWar) -> Control:
    """All powers of the side on major powers of the other."""
    found = _declarer(game, declaring)
    return None if found is None or found[1] else _ask_to_declare(game, declaring)


@step("9.3", DECLARE_NOTHING, DECLARE_WAR)
def next_power_declares_on_minors(game: Game, declaring: DeclaringWar) -> Control:
    """Then all of them on neutral minor countries."""
    return None if _declarer(game, declaring) is None else _ask_to_declare(game, declaring)


def _ask_to_declare(game: Game, declaring: DeclaringWar) -> Control:
    _, power, minors = _power_declaring(game, declaring)
    seat, asked = seat_of_power(game, power), Power(power)
    return one(
        seat, DECLARE_NOTHING, DECLARE_WAR, rule="9.3", prompt="declare-war", power=asked, minors=Number(int(minors))
    )


# ----------------------------------------------------------------------------------------------- 9.5 allocating minors


@clause("19.2", "24.4.7")
def protectors(game: Position, country: int, attacker: int) -> tuple[int, ...]:
    """Active major powers of the other side to which the country offers to align, the nearest first.

    Where none of these is active it turns to the neutral ones: so Poland is the Commonwealth's in the first impulse.
    """
    powers = powers_of_side(game, other_side(game.state[SIDE][attacker]))
    eligible = [power for power in powers if may_protect(game, power, country)]
    asked = [power for power in eligible if is_active(game, power)] or eligible
    return tuple(sorted(asked, key=lambda power: (capital_distance(game, power, country), power)))


@clause("19.2")
def may_protect(game: Position, power: int, country: int) -> bool:
    """Would the country offer itself to this power? To any of the other side, unless a title knows better."""
    return True


def _protector(game: Position, declaring: DeclaringWar) -> int:
    country, attacker = declaring.attacked[0]
    asked = (power for power in protectors(game, country, attacker) if power not in declaring.declined)
    return next(asked, NOBODY)


def minor_on_offer(game: Position) -> tuple[int, int, int]:
    """The attacked country that looks for help now, its attacker, and the power that is asked after this one declines."""
    declaring = game.enclosing(DeclaringWar)
    country, attacker = declaring.attacked[0]
    asked = [power for power in protectors(game, country, attacker) if power not in declaring.declined]
    return country, attacker, next(iter(asked[1:]), NOBODY)


@step("9.5", also=("19.2",))
def next_minor_is_allocated(game: Game, declaring: DeclaringWar) -> Control:
    """In the order of declaration; who is taken in by nobody is conquered at once."""
    while declaring.attacked:
        if _protector(game, declaring) != NOBODY:
            return Goto("offer_minor")
        country, attacker = declaring.attacked[0]
        declaring.attacked, declaring.declined = declaring.attacked[1:], ()
        game.say(MinorAbandoned(country=country, power=attacker))
    return Goto("minors_are_aligned")


def _take_in(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    power = _protector(game, declaring)
    (country, _), declaring.attacked, declaring.declined = declaring.attacked[0], declaring.attacked[1:], ()
    return taken_in(game, country, power)


@clause("9.5")
def taken_in(game: Game, country: int, power: int) -> Control:
    """The country that was attacked is the power's from now on, and sets its units up."""
    return Call(SETTING_UP.name, align_minor(game, country, power))


def _decline(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    power = _protector(game, declaring)
    declaring.declined += (power,)
    game.say(MinorOffered(country=declaring.attacked[0][0], power=power))
    return Goto("next_minor_is_allocated")


TAKE_IN = Verb("take-in-minor", "9.5", _take_in)
DECLINE_MINOR = Verb("decline-minor", "9.5", _decline)


@step("9.5", TAKE_IN, DECLINE_MINOR)
def offer_minor(game: Game, declaring: DeclaringWar) -> Control:
    country, power = declaring.attacked[0][0], _protector(game, declaring)
    seat = seat_of_power(game, power)
    return one(
        seat, TAKE_IN, DECLINE_MINOR, rule="9.5", prompt="take-in-minor", country=Country(country), power=Power(power)
    )


@step("9.5")
def minor_is_taken_in(game: Game, declaring: DeclaringWar) -> Control:
    return Goto("next_minor_is_allocated")


@step("9.6", also=("9",))
def minors_are_aligned(game: Game, declaring: DeclaringWar) -> Control:
    return Call(ALIGNING.name, Aligning())


@step("9.6", also=("9",))
def alignments_are_noticed(game: Game, declaring: DeclaringWar) -> Control:
    """Step 9: the reluctant power, if it plays, takes notice of those who aligned of their own will."""
    if _somebody_takes_notice(game):
        for country, power in game.result or ():
            game.say(UsEntryAlignment(power=power, country=country))
    return None


# ------------------------------------------------------------------------------------------ 9.7 calling out the reserves


@clause("9.7")
def reserves(game: Position, power: int) -> tuple[int, ...]:
    """Reserve units of the power and its minors that it may call out now and for which there is room."""
    pool = named_place(game, f"reserve pool of {power_name(game, power)}")
    if pool is None:
        return ()
    active = is_active(game, power)
    units = [
        unit for unit in things_at(game, pool) if (active or _fights_alone(game, unit)) and may_be_called(game, unit)
    ]
    key = ("reserves with room", power)
    return game.recall(key, lambda: tuple(unit for unit in units if finds_room(game, unit)))


def _fights_alone(game: Position, unit: int) -> bool:
    """Is its minor country at war with a major power, though its own major power is neutral?"""
    own, side = own_power(game, game.state[COUNTRY][unit]), game.state[SIDE]
    return own != NOBODY and any(at_war(game, own, enemy) and side[enemy] != NOBODY for enemy in range(len(side)))


@clause("9.7")
def may_be_called(game: Position, unit: int) -> bool:
    """Is it a reserve that may be called out now? Some wait for a war with a certain power."""
    named = nations_of(game).reserves.get(counter_of(game, unit).available, "")
    return not named or unit_at_war(game, unit, power_named(game, named))


CALLERS = EachPower(powers_in_action, lambda game, power: bool(reserves(game, power)))


def _units_to_call(game: Position, declaring: DeclaringWar, seat: str) -> Shape | Violation:
    units = reserves(game, CALLERS.next(game, declaring.called))
    return Set(units, 0, len(units))


def _call_out(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    """They are set up like reinforcements, but face-down; who finds no room stays in the reserve pool."""
    power = CALLERS.next(game, declaring.called)
    declaring.called = CALLERS.after(game, power)
    if not noun:
        return Goto("next_power_calls_reserves")
    game.say(ReservesCalled(power=power, units=noun))
    pool = named_place(game, f"reserve pool of {power_name(game, power)}")
    assert pool is not None
    return Call(ARRIVALS.name, Arrivals(power, noun, pool, face_down=True))


CALL_OUT_RESERVES = Verb("call-out-reserves", "9.7", _call_out, _units_to_call, items=Thing)


@step("9.7")
def militia_come_back(game: Game, declaring: DeclaringWar) -> Control:
    """Reserves and militia that left the game at peace are in the force pools of whoever is at war again."""
    for power in powers_in_action(game):
        if is_active(game, power):
            call_back(game, power)
    return None


@step("9.7", CALL_OUT_RESERVES, also=("9",))
def next_power_calls_reserves(game: Game, declaring: DeclaringWar) -> Control:
    """Any that are not called out now may be later."""
    power = CALLERS.next(game, declaring.called)
    if power == NOBODY:
        return End()
    return one(
        seat_of_power(game, power), CALL_OUT_RESERVES, rule="9.7", prompt="call-out-reserves", power=Power(power)
    )


@step("9.7")
def power_has_called_reserves(game: Game, declaring: DeclaringWar) -> Control:
    return Goto("next_power_calls_reserves")


DECLARING_WAR = procedure(
    "declare war",
    "9",
    wars_of_the_campaign,
    next_power_breaks_pacts,  # 1: 9.2
    next_power_declares,  # 2: 9.3
    next_power_declares_on_minors,  # 5
    next_minor_is_allocated,  # 7: 9.5
    offer_minor,
    minor_is_taken_in,
    minors_are_aligned,  # 8: 9.6
    alignments_are_noticed,  # 9: 13.3.3
    militia_come_back,  # 10: 9.7
    next_power_calls_reserves,
    power_has_called_reserves,
    locals=DeclaringWar,
)


MODULE = Module(
    schema=Schema(fields=(OPENING_WARS, NO_OTHER_WARS), derived=(BELONGING,)),
    procedures=(DECLARING_WAR,),
    subscribes=((WarDeclared, guests_leave_the_borders),),
)
