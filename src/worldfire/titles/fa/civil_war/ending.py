"""fa:14.4 The end of the civil war: whoever holds all but two of Russia's printed factories has won it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Country, Owner, PowerId
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import PARTISANS, REMOVED, named_place
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS
from worldfire.forces.things import PLACE, move, on_the_map, place_index, place_name
from worldfire.forces.turn import other_side, power_name
from worldfire.forces.who import (
    HEXES_HELD,
    NOBODY,
    POWER,
    ControlChanged,
    align_country,
    change_control,
    change_country,
    country_named,
    dissolve_power,
    power_named,
    side_of,
    side_of_power,
    units_of,
)
from worldfire.rules.s02_5_control import displace_convoys
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s13_01_partisans import nearest_enemy
from worldfire.rules.s13_07_1_conquerors import holder_of
from worldfire.titles.fa.civil_war.collapse import RUSSIAN_CIVIL_WAR, WHITES_ABROAD, Collapse, red_minors
from worldfire.titles.fa.civil_war.factions import (
    AUSTRIA_HUNGARY,
    GERMANY,
    NEUTRAL_FOR_GOOD,
    REDS_WON,
    SECTION,
    STAGE,
    WHITES_WON,
    factions,
    goes_over,
    is_fighting,
    new_patrons,
    red_country,
    reds,
    soil,
    white_country,
    whites,
)
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.morale_events import misses_what_it_has_now
from worldfire.titles.fa.names import RED_RUSSIA
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.politics.points import earns_by_taking, seat_that_spends
from worldfire.titles.fa.trade import sign

FACTORIES_LEFT = Figure("printed factories of Russia that the winner of its civil war may lack", SECTION)
TO_GERMANY = Figure("resources that a victorious Red Russia sends Germany", SECTION)
TO_AUSTRIA_HUNGARY = Figure("resources that a victorious Red Russia sends Austria-Hungary", SECTION)


class CivilWarEnds(Event, frozen=True):
    power: PowerId


class Ending(msgspec.Struct):
    """The faction that has won, and minor countries that look for another master."""

    winner: int
    orphans: tuple[int, ...] = ()


# ------------------------------------------------------------------------------------------------------------- who has won


@rule(SECTION)
def factories_of(game: Position, power: int) -> int:
    """Printed factories on Russian soil that the faction holds, itself or by its minor countries."""
    return sum(number for place, number in _printed(game).items() if holder_of(game, place) == power)


def _printed(game: Position) -> dict[int, int]:
    land = soil(game)
    return {place: sum(both) for place, both in ground_of(game).factories.items() if place in land and any(both)}


@rule(SECTION)
def winner_of(game: Position) -> int:
    """NOBODY while it goes on."""
    if not is_fighting(game):
        return NOBODY
    enough = sum(_printed(game).values()) - FACTORIES_LEFT(game)
    return next((power for power in factions(game) if factories_of(game, power) >= enough), NOBODY)


@rule(SECTION)
def a_factory_changes_hands(game: Game, event: ControlChanged) -> Call | None:
    """Not while the dice divide the country: then all of it is looked at together."""
    if not is_fighting(game) or event.place not in _printed(game):
        return None
    if game.on_stack(RUSSIAN_CIVIL_WAR.name) or game.on_stack(END_OF_CIVIL_WAR.name):
        return None
    winner = winner_of(game)
    return None if winner == NOBODY else Call(END_OF_CIVIL_WAR.name, Ending(winner))


@step(SECTION)
def dice_may_decide_it(game: Game, collapse: Collapse) -> Control:
    winner = winner_of(game)
    return None if winner == NOBODY else Call(END_OF_CIVIL_WAR.name, Ending(winner))


# --------------------------------------------------------------------------------------------------------- one side is left


@step(SECTION)
def beaten_whites_leave_what_is_abroad(game: Game, ending: Ending) -> Control:
    """Only Russia is at stake: what they hold outside it does not become that of a neutral Red Russia."""
    return Call(WHITES_ABROAD.name, Collapse()) if ending.winner == reds(game) else None


@rule(SECTION, "fa:15")
def nothing_is_taken_at_the_end(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """As when Russia collapsed, nobody is paid for what changes hands."""
    return usual(game, power) and not game.on_stack(END_OF_CIVIL_WAR.name)


@step(SECTION)
def losers_go_over(game: Game, ending: Ending) -> Control:
    """Units and towns of the losing faction are the winner's; the minor countries beside the Reds stay by themselves."""
    white_wins = ending.winner == whites(game)
    loser, home = (reds(game), white_country(game)) if white_wins else (whites(game), red_country(game))
    beaten = red_country(game) if white_wins else white_country(game)
    game.say(CivilWarEnds(power=ending.winner))
    for unit in units_of(game, beaten):
        if not is_partisan(game, unit):
            goes_over(game, unit, home)
    for place in tuple(game.look_up(HEXES_HELD).get(loser, ())):
        change_control(game, place, ending.winner)
    game.write(PILOTS, ending.winner, game.state[PILOTS][ending.winner] + game.state[PILOTS][loser])
    game.write(PILOTS, loser, 0)
    ending.orphans = tuple(country for country in red_minors(game) if game.state[POWER][country] == reds(game))
    return None if white_wins else Goto("reds_are_neutral")


# ----------------------------------------------------------------------------------------------------------- the Whites win


def _masters(game: Position, ending: Ending, seat: str) -> Shape | Violation:
    return One(new_patrons(game, reds(game)))


def _adopt(game: Game, ending: Ending, seat: str, noun: Noun) -> Control:
    country = ending.orphans[0]
    ending.orphans = ending.orphans[1:]
    align_country(game, country, power_named(game, noun))
    return Goto("red_minors_are_adopted")


ADOPT_MINOR = Verb("adopt-red-minor", SECTION, _adopt, _masters, items=Owner)


@step(SECTION, ADOPT_MINOR)
def red_minors_are_adopted(game: Game, ending: Ending) -> Control:
    """By another Central Power each; they are still at war with the Whites."""
    if not ending.orphans or not new_patrons(game, reds(game)):
        return None
    seat, country = seat_that_spends(game, central_side(game)), ending.orphans[0]
    return one(seat, ADOPT_MINOR, rule=SECTION, prompt="adopt-red-minor", country=Country(country))


@step(SECTION)
def whites_fight_on(game: Game, ending: Ending) -> Control:
    """With some morale again, which they may lose again; what they have lost until then they do not miss any more."""
    game.set(STAGE, WHITES_WON)
    red, white = reds(game), whites(game)
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if red not in pair))
    heir = nearest_enemy(game, white_country(game))
    for unit in units_of(game, red_country(game)):
        if heir == NOBODY:
            move(game, unit, place_index(game, REMOVED))
        else:
            change_country(game, unit, country_named(game, power_name(game, heir)))
    dissolve_power(game, red)
    level = int(chart_named(game, "morale_start").at("Whites after the civil war", power_name(game, white)))
    game.write(MORALE, white, level * TENTHS)
    misses_what_it_has_now(game, white)
    return End()


# ------------------------------------------------------------------------------------------------------------- the Reds win


@step(SECTION)
def reds_are_neutral(game: Game, ending: Ending) -> Control:
    """With their minor countries, for good: strangers leave, the army stands down, and resources go west."""
    red, white = factions(game)[1], whites(game)
    land, allies = soil(game), other_side(central_side(game))
    send_home(
        game,
        tuple(
            unit
            for unit, place in on_the_map(game)
            if place in land and side_of(game, unit) == allies and not is_partisan(game, unit)
        ),
    )
    for owner, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        if points and place in land and side_of_power(game, owner) == allies:
            displace_convoys(game, owner, place, points)
    neutral = [red]
    for country in ending.orphans:
        own = own_power(game, country)
        neutral.append(own)
        align_country(game, country, own)
        _stands_down(game, country, f"army of {power_name(game, own)}")
    _stands_down(game, red_country(game), f"out of play of {RED_RUSSIA}")
    align_country(game, white_country(game), red)
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if not {*pair} & {white, *neutral}))
    game.set(STAGE, REDS_WON)
    game.set(NEUTRAL_FOR_GOOD, tuple(neutral))
    dissolve_power(game, white)
    dissolve_power(game, red)
    sign(game, RED_RUSSIA, GERMANY, TO_GERMANY(game))
    sign(game, RED_RUSSIA, AUSTRIA_HUNGARY, TO_AUSTRIA_HUNGARY(game))
    return End()


def _stands_down(game: Game, country: int, where: str) -> None:
    """Its units leave the map; partisans are partisans no more."""
    rest = named_place(game, where)
    for unit in units_of(game, country):
        if is_partisan(game, unit):
            move(game, unit, place_index(game, PARTISANS))
        elif rest is not None and not place_name(game, game.state[PLACE][unit]).startswith(("removed", "available")):
            move(game, unit, rest)


END_OF_CIVIL_WAR = procedure(
    "end of the Russian civil war",
    SECTION,
    beaten_whites_leave_what_is_abroad,
    losers_go_over,
    red_minors_are_adopted,
    whites_fight_on,
    reds_are_neutral,
    locals=Ending,
)

MODULE = Module(
    procedures=(END_OF_CIVIL_WAR,),
    subscribes=((ControlChanged, a_factory_changes_hands),),
    changes=(
        Insert(RUSSIAN_CIVIL_WAR.name, dice_may_decide_it, after="factions_muster"),
        earns_by_taking.wrapped_by(nothing_is_taken_at_the_end),
    ),
)
