"""15.3.1 Japan and China: what its flag brings Japan to do, Tsingtao, and the twenty-one demands.

Far enough towards the Allies Japan joins them. Far enough towards the Central Powers it makes its own war, on Russia or on
China; it joins them altogether in their last box, and is neutral again as soon as the Allies have won it back.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.enmity import WARS, unit_at_war
from worldfire.forces.ground import hex_named
from worldfire.forces.kinds import Owner, Power, PowerId, Side
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import AT_WAR, RESERVES_CALLED
from worldfire.forces.things import board_of, things_at
from worldfire.forces.turn import is_active, other_side, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    FALLEN_POWER,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    ControlChanged,
    PowerVanishes,
    change_control,
    country_named,
    found_power,
    master_of,
    power_named,
    power_of,
)
from worldfire.rules.s09_02_pacts import end_pact, have_pact
from worldfire.rules.s09_06_aligning import alignment_violation, stays_neutral
from worldfire.rules.s09_war import declaration_violation, may_protect
from worldfire.rules.s11_10_entry import CLOSED_HEX
from worldfire.rules.s13_07_1_conquerors import holder_of
from worldfire.rules.s13_07_3_peace import may_come_to_terms
from worldfire.rules.s13_07_5_reversion import heir_of, owner_in_1939
from worldfire.rules.s15_surprise import surprise
from worldfire.titles.fa.conditional_surrender import KEEPS, make_peace
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.entry.noticing import notice
from worldfire.titles.fa.latent import Joining, is_latent, joining
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.morale_step import highest_morale
from worldfire.titles.fa.politics.back_on_the_track import back_on_the_track, by_chart_or_as_it_was
from worldfire.titles.fa.politics.flags import (
    CLOSED_UNTIL,
    FLAG,
    LAST_BOX,
    FlagMoved,
    can_be_influenced,
    remove_flag,
    shift,
)
from worldfire.titles.fa.politics.income import POLITICS_BEGIN
from worldfire.titles.fa.politics.points import earns_by_taking, seat_that_spends
from worldfire.titles.fa.sides_at_war import FIGHTS_ALONE, DrawnIntoWar, join_the_war

JAPAN, CHINA, RUSSIA, COMMONWEALTH, GERMANY = "japan", "china", "russia", "commonwealth", "germany"
TSINGTAO, FOOCHOW = "Tsingtao", "Foochow"
_SECTION = "fa:15.3.1"
SWITCHES = "25"
_CHINESE_BOXES = Figure("boxes that the twenty-one demands move China", _SECTION)
_JAPANESE_BOXES = Figure("boxes that refused demands move Japan", _SECTION)
WORLD_SHEET = "G"

#: whom Japan fights on its own account; "" if nobody, or if it is a full member of a side
JAPANS_OWN_WAR: Field[str] = Field("japans_own_war", "")
SAILS, HOME_AGAIN = "sails", "home again"
#: units that the Commonwealth moves while Japan is not active: "" before that, then whether they still do
EXPEDITION: Field[str] = Field("japans_expedition", "")
#: those of them that Germany moves instead, and whether it does so now
UNDER_GERMANY: Field[tuple[int, ...]] = Field("japans_units_under_germany", ())
LED_BY_GERMANY: Field[bool] = Field("japan_led_by_germany", False)


class JapanGoesToWar(Event, frozen=True):
    target_power: PowerId


class DemandsAnswered(Event, frozen=True):
    """China has accepted the twenty-one demands, or not."""

    accepted: bool


def _japan(game: Position) -> int:
    return power_named(game, JAPAN)


def _box(game: Position, row: str) -> int:
    """The number in a cell such as “+9 of either side”."""
    return int("".join(sign for sign in chart_named(game, "political_boxes").at(row, "box") if sign.isdecimal()))


# ------------------------------------------------------------------------------------------------------- what its flag brings


@rule(_SECTION)
def japans_flag_moves(game: Game, event: FlagMoved) -> Call | None:
    japan = _japan(game)
    country = country_named(game, JAPAN)
    if japan == NOBODY or event.country != country or stays_neutral(game, country):
        return None
    return Call(SWITCHING.name, Switching(event.side, event.box))


@rule(_SECTION)
def _takes_sides(game: Position, switching: Switching) -> bool:
    """Does a flag so far along change what it does? Asked when the switch begins: one before it may have been enough."""
    if is_latent(game, _japan(game)) or is_on_expedition(game, _japan(game)):
        return switching.box >= _box(game, "Japan active")
    if not game.state.get(JAPANS_OWN_WAR):
        return False
    return switching.side != central_side(game) or switching.box == LAST_BOX


@rule(_SECTION)
def is_on_expedition(game: Position, power: int) -> bool:
    """Is it Japan, of which the Commonwealth moves some units although it is not active?"""
    return game.state.get(EXPEDITION) == SAILS and game.state.get(POWER_NAMES)[power] == JAPAN


@rule(_SECTION)
def _is_uncommitted(game: Position, power: int) -> bool:
    """Japan in a war that does not make it a full member of a side."""
    own_war = bool(game.state.get(JAPANS_OWN_WAR)) and power == _japan(game)
    return own_war or is_on_expedition(game, power)


@rule(_SECTION)
def expedition_comes_home(game: Game) -> None:
    """Japan has made up its mind: all its units are its own again, it is at peace, and has a morale."""
    japan = _japan(game)
    if not is_on_expedition(game, japan):
        return
    game.set(EXPEDITION, HOME_AGAIN)
    game.set(UNDER_GERMANY, ())
    game.set(LED_BY_GERMANY, False)
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if japan not in pair))
    game.set(RESERVES_CALLED, tuple(power for power in game.state.get(RESERVES_CALLED) if power != japan))
    game.write(MORALE, japan, highest_morale(game, japan) * TENTHS)


class Switching(msgspec.Struct):
    """The side towards which its flag has moved, and how far; the latent power that it goes against."""

    side: int
    box: int
    arisen: int = NOBODY


def _victims(game: Position) -> tuple[str, ...]:
    """Russia, or China while it is on nobody's side yet or on the other; not who is no more."""
    return tuple(name for name in (RUSSIA, CHINA) if _may_be_attacked(game, power_named(game, name)))


def _may_be_attacked(game: Position, power: int) -> bool:
    if power == NOBODY or game.state[FALLEN_POWER][power]:
        return False
    side = game.state[SIDE][power]
    return is_latent(game, power) if side == NOBODY else side != central_side(game)


def _shape(game: Position, switching: Switching, seat: str) -> Shape | Violation:
    return One(_victims(game))


def _choose(game: Game, switching: Switching, seat: str, noun: Noun) -> Control:
    victim = power_named(game, noun)
    switching.arisen = victim if is_latent(game, victim) else NOBODY
    make_its_own_war(game, noun)
    return Goto("japan_sets_up")


SEND_JAPAN = Verb("send-japan-against", _SECTION, _choose, _shape, items=Owner)


@step(_SECTION, SEND_JAPAN)
def where_does_japan_go(game: Game, switching: Switching) -> Control:
    """To the Allies; to a war of its own, as Germany chooses; altogether to the Central Powers; or back to peace.

    With nobody whom it could fight on its own account it waits for the last box.
    """
    if not _takes_sides(game, switching):
        return End()
    central = central_side(game)
    if game.state.get(JAPANS_OWN_WAR):
        return Goto("japan_joins_altogether" if switching.side == central else "japan_is_neutral_again")
    if switching.side != central:
        return Goto("japan_joins_the_allies")
    if not _victims(game):
        last = abs(game.state[FLAG][country_named(game, JAPAN)]) >= LAST_BOX
        return Goto("japan_joins_the_central_powers") if last else End()
    germany = power_named(game, GERMANY)
    return one(seat_of_power(game, germany), SEND_JAPAN, rule=_SECTION, prompt="send-japan", power=Power(germany))


@rule(_SECTION, "fa:9.3")
def make_its_own_war(game: Game, victim: str) -> None:
    """It is a Central Power towards this one only; its flag stays on the track."""
    japan, enemy, country = _japan(game), power_named(game, victim), country_named(game, JAPAN)
    expedition_comes_home(game)
    lies = game.state[FLAG][country]
    game.set(JAPANS_OWN_WAR, victim)
    found_power(game, japan, power_named(game, GERMANY))
    game.write(FLAG, country, lies)
    if is_latent(game, enemy):
        found_power(game, enemy, _protector_of_china(game))
    if have_pact(game, japan, enemy):
        end_pact(game, japan, enemy)
    game.say(JapanGoesToWar(target_power=enemy))
    _attack(game, enemy)


def _attack(game: Game, enemy: int) -> None:
    japan = _japan(game)
    game.set(AT_WAR, (*game.state.get(AT_WAR), (japan, enemy)))
    game.say(DrawnIntoWar(power=japan, target_power=enemy))
    surprise(game, japan, enemy)


def _protector_of_china(game: Position) -> int:
    powers = powers_of_side(game, other_side(central_side(game)))
    return next((power for power in powers if is_active(game, power)), powers[0])


@step(_SECTION)
def japan_sets_up(game: Game, switching: Switching) -> Control:
    return by_chart_or_as_it_was.run(game, Joining(_japan(game), power_named(game, GERMANY)))


@step(_SECTION, also=("fa:9.3",))
def whom_it_attacks_sets_up(game: Game, switching: Switching) -> Control:
    """China, if it was a flag until now."""
    if switching.arisen == NOBODY:
        return None
    return by_chart_or_as_it_was.run(game, Joining(switching.arisen, _protector_of_china(game)))


@step(_SECTION, also=("fa:13.2.3.1",))
def the_switch_is_noticed(game: Game, switching: Switching) -> Control:
    return notice(game, SWITCHES)


@step(_SECTION)
def switching_is_over(game: Game, switching: Switching) -> Control:
    return End()


@step(_SECTION)
def japan_joins_the_allies(game: Game, switching: Switching) -> Control:
    """None of its objectives counts for the Central Powers any more."""
    expedition_comes_home(game)
    remove_flag(game, country_named(game, JAPAN))
    commonwealth = power_named(game, COMMONWEALTH)
    by = commonwealth if is_active(game, commonwealth) else _protector_of_china(game)
    return joining(_japan(game), by)


@step(_SECTION)
def switch_to_the_allies_is_over(game: Game, switching: Switching) -> Control:
    return End()


@step(_SECTION)
def japan_joins_the_central_powers(game: Game, switching: Switching) -> Control:
    """Without a war of its own before."""
    expedition_comes_home(game)
    remove_flag(game, country_named(game, JAPAN))
    return joining(_japan(game), power_named(game, GERMANY))


@step(_SECTION)
def switch_to_the_central_powers_is_over(game: Game, switching: Switching) -> Control:
    return Goto("the_switch_is_noticed")


@step(_SECTION, also=("fa:13.2.3.1",))
def japan_joins_altogether(game: Game, switching: Switching) -> Control:
    """Also if its own war is over, and it fights nobody."""
    remove_flag(game, country_named(game, JAPAN))
    game.set(JAPANS_OWN_WAR, "")
    enemies = (power for power in powers_of_side(game, other_side(central_side(game))) if is_active(game, power))
    enemy = next((power for power in enemies if not have_pact(game, _japan(game), power)), NOBODY)
    if enemy != NOBODY and not is_active(game, _japan(game)):
        _attack(game, enemy)
    join_the_war(game, central_side(game), _japan(game))
    return Goto("the_switch_is_noticed")


@step(_SECTION)
def japan_is_neutral_again(game: Game, switching: Switching) -> Control:
    """All goes back on both sides, and China is at peace too if that was its only war. Its flag stays where it has come to."""
    victim = power_named(game, game.state.get(JAPANS_OWN_WAR))
    game.set(JAPANS_OWN_WAR, "")
    lies = game.state[FLAG][country_named(game, JAPAN)]
    make_peace(game, _japan(game))
    back_on_the_track(game, _japan(game), int(lies > 0), abs(lies))
    game.write(CLOSED_UNTIL, country_named(game, JAPAN), 0)
    if power_name(game, victim) == CHINA and not is_active(game, victim) and not is_latent(game, victim):
        back_on_the_track(game, victim)
        game.write(CLOSED_UNTIL, country_named(game, CHINA), 0)
    return End()


@rule(_SECTION)
def own_war_is_over(game: Game, event: PowerVanishes) -> None:
    """Whatever has made Japan a flag again, its own war is over."""
    if event.power == _japan(game):
        game.set(JAPANS_OWN_WAR, "")


SWITCHING = procedure(
    "Japan takes sides",
    _SECTION,
    where_does_japan_go,
    japan_sets_up,
    whom_it_attacks_sets_up,
    the_switch_is_noticed,
    switching_is_over,
    japan_joins_the_allies,
    switch_to_the_allies_is_over,
    japan_joins_the_central_powers,
    switch_to_the_central_powers_is_over,
    japan_joins_altogether,
    japan_is_neutral_again,
    locals=Switching,
)


@rule(_SECTION, "fa:9.3")
def japan_fights_alone(game: Position, one_: int, other: int) -> bool:
    """In its own war it is at peace with everybody but its enemy."""
    victim = game.state.get(JAPANS_OWN_WAR)
    return bool(victim) and _japan(game) in (one_, other) and power_named(game, victim) not in (one_, other)


@rule(_SECTION)
def japan_declares_nothing(
    usual: Callable[[Position, int, str], Violation | None], game: Position, power: int, name: str
) -> Violation | None:
    """In its own war, or while it only sends some units, it declares no other."""
    if _is_uncommitted(game, power):
        return refused(_SECTION, "japan-has-its-own-war", power=Power(power))
    return usual(game, power, name)


@rule(_SECTION, "fa:13.6.2")
def only_active_powers_talk(
    usual: Callable[[Position, int, int], bool], game: Position, power: int, other: int
) -> bool:
    """While it only sends some units its war is not its own to end: politics ends it."""
    return usual(game, power, other) and not any(is_on_expedition(game, each) for each in (power, other))


@rule(_SECTION, "fa:20.2")
def full_members_protect(usual: Callable[[Position, int, int], bool], game: Position, power: int, country: int) -> bool:
    """Japan and China take nobody in unless they are full allies of a side."""
    return usual(game, power, country) and _is_full_member(game, power)


@rule(_SECTION, "fa:20.2", "fa:9.6")
def full_members_align(
    usual: Callable[[Position, int, int], Violation | None], game: Position, power: int, country: int
) -> Violation | None:
    """Nor do they align anybody of their own will."""
    if not _is_full_member(game, power):
        return refused(_SECTION, "not-a-full-ally", power=Power(power))
    return usual(game, power, country)


def _is_full_member(game: Position, power: int) -> bool:
    """Not Japan in a war of its own, nor China while it only defends itself against it."""
    attacked = game.state.get(JAPANS_OWN_WAR) == power_name(game, power) == CHINA
    enemies = {master_of(game, enemy) for enemy in game.look_up(WARS).get(power, ())} if attacked else set()
    return not (attacked and enemies <= {_japan(game)}) and not _is_uncommitted(game, power)


@rule(_SECTION)
def japan_stays_on_its_map(game: Position, unit: int, place: int) -> Violation | None:
    """Its units never leave the map of the world."""
    if power_of(game, unit) != _japan(game) or board_of(game).number(place).startswith(WORLD_SHEET):
        return None
    return refused(_SECTION, "japan-stays-in-asia", unit=Thing(unit), place=Place(place))


@rule(_SECTION)
def japan_keeps_what_was_german(game: Position, power: int, country: int) -> bool:
    """Tsingtao and the islands never go back to Germany."""
    return power == _japan(game) and owner_in_1939(game, country) == power_named(game, GERMANY)


@rule(_SECTION, "fa:13.6.3.2")
def nor_as_a_friend(usual: Callable[[Position, int, int], int], game: Position, power: int, country: int) -> int:
    """Not even when the two are on one side."""
    heir = usual(game, power, country)
    return NOBODY if heir != NOBODY and japan_keeps_what_was_german(game, power, country) else heir


@rule(_SECTION)
def only_where_it_fights(game: Position, unit: int, place: int) -> Violation | None:
    """In its own war it enters its own hexes and those of whom it fights, not those of the Central Powers."""
    power, holder = power_of(game, unit), game.state[CONTROLLER][place]
    if not game.state.get(JAPANS_OWN_WAR) or power != _japan(game) or holder == NOBODY:
        return None
    if master_of(game, holder) == power or unit_at_war(game, unit, holder):
        return None
    return refused(_SECTION, "japan-has-its-own-war", power=Power(power))


@rule(_SECTION)
def japan_earns_nothing(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Before it has joined a side altogether, nobody gains points by what it takes."""
    return usual(game, power) and not _is_uncommitted(game, power)


# ---------------------------------------------------------------------------------------------------------------- Tsingtao


@rule(_SECTION)
def tsingtao_draws_japan(game: Game) -> None:
    """A box towards the Allies each turn that Germany holds it, if the Commonwealth is in the war."""
    country = country_named(game, JAPAN)
    german = holder_of(game, hex_named(game, TSINGTAO)) == power_named(game, GERMANY)
    at_war_there = german and is_active(game, power_named(game, COMMONWEALTH))
    if country != NOBODY and at_war_there and can_be_influenced(game, country):
        shift(game, country, other_side(central_side(game)))


class Demands(msgspec.Struct):
    """The twenty-one demands."""


@rule(_SECTION)
def tsingtao_falls(game: Game, event: ControlChanged) -> Call | None:
    """To Japan: it demands more of China at once, while that is at peace."""
    if event.place != hex_named(game, TSINGTAO) or holder_of(game, event.place) != _japan(game):
        return None
    china = country_named(game, CHINA)
    return Call(DEMANDS.name, Demands()) if china != NOBODY and can_be_influenced(game, china) else None


def _accept(game: Game, demands: Demands, seat: str, noun: Noun) -> Control:
    """Japan keeps Tsingtao and has Foochow; China leans to the Central Powers."""
    game.say(DemandsAnswered(accepted=True))
    change_control(game, hex_named(game, FOOCHOW), _japan(game))
    shift(game, country_named(game, CHINA), central_side(game), _CHINESE_BOXES(game))
    return None


def _refuse(game: Game, demands: Demands, seat: str, noun: Noun) -> Control:
    """Tsingtao is China's; Japan leans to the Central Powers, China to the Allies."""
    game.say(DemandsAnswered(accepted=False))
    place, central = hex_named(game, TSINGTAO), central_side(game)
    send_home(game, things_at(game, place))
    change_control(game, place, power_named(game, CHINA))
    if can_be_influenced(game, country_named(game, JAPAN)):
        shift(game, country_named(game, JAPAN), central, _JAPANESE_BOXES(game))
    shift(game, country_named(game, CHINA), other_side(central), _CHINESE_BOXES(game))
    return None


ACCEPT_DEMANDS = Verb("accept-demands", _SECTION, _accept)
REFUSE_DEMANDS = Verb("refuse-demands", _SECTION, _refuse)


@step(_SECTION, ACCEPT_DEMANDS, REFUSE_DEMANDS)
def demands_are_made(game: Game, demands: Demands) -> Control:
    """The Allies decide how China reacts."""
    allies = other_side(central_side(game))
    seat = seat_that_spends(game, allies)
    return one(seat, ACCEPT_DEMANDS, REFUSE_DEMANDS, rule=_SECTION, prompt="answer-demands", side=Side(allies))


DEMANDS = procedure("twenty-one demands", _SECTION, demands_are_made, locals=Demands)


MODULE = Module(
    schema=Schema(fields=(JAPANS_OWN_WAR, EXPEDITION, UNDER_GERMANY, LED_BY_GERMANY)),
    procedures=(SWITCHING, DEMANDS),
    subscribes=((FlagMoved, japans_flag_moves), (ControlChanged, tsingtao_falls), (PowerVanishes, own_war_is_over)),
    changes=(
        FIGHTS_ALONE.attach(japan_fights_alone, reads=(JAPANS_OWN_WAR, POWER_NAMES)),
        declaration_violation.wrapped_by(japan_declares_nothing),
        may_come_to_terms.wrapped_by(only_active_powers_talk),
        may_protect.wrapped_by(full_members_protect),
        alignment_violation.wrapped_by(full_members_align),
        CLOSED_HEX.attach(japan_stays_on_its_map, reads=(COUNTRY, POWER, POWER_NAMES)),
        CLOSED_HEX.attach(
            only_where_it_fights, reads=(JAPANS_OWN_WAR, COUNTRY, POWER, POWER_NAMES, COUNTRY_NAMES, AT_WAR)
        ),
        KEEPS.attach(japan_keeps_what_was_german),
        heir_of.wrapped_by(nor_as_a_friend),
        earns_by_taking.wrapped_by(japan_earns_nothing),
        POLITICS_BEGIN.attach(tsingtao_draws_japan),
    ),
)
