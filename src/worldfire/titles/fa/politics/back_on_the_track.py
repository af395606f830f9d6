"""15.3.5, 14.3 After a conditional surrender: who was latent is a flag again, and the others may be asked for concessions."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.changes import Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Field, Schema
from worldfire.forces.ground import is_hex
from worldfire.forces.nations import nations_of
from worldfire.forces.pools import circle_space, named_place
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import PLACE, move, place_index, place_name, sea_of_section, things_at
from worldfire.forces.turn import is_active, other_side, power_name
from worldfire.forces.who import COUNTRY, POWER, POWERS, SIDE, country_named, dissolve_power
from worldfire.rules.s04_reinforcements import ARRIVALS, Arrivals
from worldfire.rules.s11_04_naval_units import take_markers_off
from worldfire.titles.fa.conditional_surrender import (
    CONDITIONAL_SURRENDER,
    PowerReleased,
    SurrenderAccepted,
    SurrenderOffer,
    is_released,
)
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.entry.noticing import notice
from worldfire.titles.fa.entry.war import has_given_up
from worldfire.titles.fa.latent import JOINING, Joining, set_up_by_its_chart
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.morale_step import recovers
from worldfire.titles.fa.politics.concessions import surrendered_to
from worldfire.titles.fa.politics.flags import CLOSED_UNTIL, FLAG, SECOND_FLAG, lay_flag
from worldfire.titles.fa.victory import ONCE_SURRENDERED

_SECTION = "fa:15.3.5"
#: turns in which nobody buys attempts in a country that has surrendered, and the morale with which it comes back
_TURNS_CLOSED = Figure("turns in which nobody influences who has surrendered", "fa:15.3.5")
_MORALE = Figure("morale of a latent power that comes back", "fa:15.3.5")
AN_ALLY_SURRENDERS, RUSSIAN_REVOLUTION = "8", "9"
RUSSIA = "russia"

#: the side to which the power has conditionally surrendered, and 1; 0: to nobody
SURRENDERED_TO = Column(POWERS, "surrendered to")
#: powers that have surrendered as Allies, though they may be flags again or even on the other side
FALLEN_ALLIES: Field[tuple[int, ...]] = Field("fa_fallen_allies", ())
#: 1: the power was in the war before, and what it had left waits for it
ARMY_KEPT = Column(POWERS, "army kept")


@rule("fa:14.3", "fa:13.7.1.2", "fa:13.2.3.1")
def surrender_is_remembered(game: Game, event: SurrenderAccepted) -> Call | None:
    """For concessions, for the count at the end of the game, and by the USA if it was an Ally."""
    side = game.state[SIDE][event.power]
    leaves_its_side(game, event.power)
    known = game.state.get(ONCE_SURRENDERED)
    if event.power not in known:
        game.set(ONCE_SURRENDERED, (*known, event.power))
    if side == central_side(game):
        return None
    return notice(game, RUSSIAN_REVOLUTION if power_name(game, event.power) == RUSSIA else AN_ALLY_SURRENDERS)


@rule("fa:14.3", "fa:14.5", "fa:9.4.2")
def leaves_its_side(game: Game, power: int) -> None:
    """It has surrendered to the other side; that it did so as an Ally counts for the USA whatever becomes of it."""
    side = game.state[SIDE][power]
    game.write(SURRENDERED_TO, power, other_side(side) + 1)
    known = game.state.get(FALLEN_ALLIES)
    if side != central_side(game) and power not in known:
        game.set(FALLEN_ALLIES, (*known, power))


@rule("fa:15.2.1")
def side_surrendered_to(game: Position, power: int) -> int:
    return game.state[SURRENDERED_TO][power] - 1


@rule("fa:14.3")
def at_peace_since_its_surrender(game: Position, power: int) -> bool:
    return bool(game.state[SURRENDERED_TO][power]) and not is_active(game, power)


@rule("fa:9.4.2")
def surrender_counts(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    return usual(game, power) or power in game.state.get(FALLEN_ALLIES)


# -------------------------------------------------------------------------------------------------------- a flag once more


def _kept(game: Position, power: int) -> int:
    """Where the army waits for the day when the power comes back."""
    place = named_place(game, f"out of play of {power_name(game, power)}")
    assert place is not None
    return place


@step(_SECTION)
def latent_powers_are_flags_again(game: Game, offer: SurrenderOffer) -> Control:
    if offer.accepted and power_name(game, offer.power) in nations_of(game).latent:
        back_on_the_track(game, offer.power)
    return None


@rule(_SECTION, "fa:14.3")
def released_flags(usual: Callable[[Game, int, int], None], game: Game, power: int, conqueror: int) -> None:
    """Who was latent before the war is a flag again; as it has not surrendered itself, both sides may woo it at once."""
    if power_name(game, power) not in nations_of(game).latent:
        usual(game, power, conqueror)
        return
    back_on_the_track(game, power)
    game.write(CLOSED_UNTIL, country_named(game, power_name(game, power)), 0)


@rule("fa:14.3", _SECTION)
def it_takes_heart_again(game: Game, event: PowerReleased) -> None:
    """With what it had lost its morale would not let it stay in another war."""
    game.write(MORALE, event.power, max(game.state[MORALE][event.power], _MORALE(game) * TENTHS))


@rule(_SECTION, "fa:15.3.1", "fa:15.3.2")
def back_on_the_track(game: Game, power: int, side: int | None = None, box: int = 1) -> None:
    """One flag, usually at +1 of the Allies, closed to bought influence for six turns; its army is kept."""
    country = country_named(game, power_name(game, power))
    kept = _kept(game, power)
    for unit, place in enumerate(game.state[PLACE]):
        if game.state[POWER][game.state[COUNTRY][unit]] == power and _stays_in_being(game, place):
            move(game, unit, kept)
    _move_convoys(game, power, kept, lambda place: _is_out_there(game, place))
    game.write(ARMY_KEPT, power, 1)
    dissolve_power(game, power)
    game.write(FLAG, country, 0)
    game.write(SECOND_FLAG, country, 0)
    lay_flag(game, country, other_side(central_side(game)) if side is None else side, box)
    game.write(CLOSED_UNTIL, country, game.state.get(TURN) + _TURNS_CLOSED(game))


def _stays_in_being(game: Position, place: int) -> bool:
    """On the map, at sea, or on the production circle."""
    return _is_out_there(game, place) or place_name(game, place).startswith("production circle")


def _is_out_there(game: Position, place: int) -> bool:
    """In a hex, at sea, or aboard who is."""
    return place < 0 or is_hex(game, place) or bool(sea_of_section(game, place))


def _move_convoys(game: Game, power: int, to: int, which: Callable[[int], bool]) -> None:
    for owner, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        if owner == power and which(place):
            game.add(CONVOY_POINTS, power, place, -points)
            take_markers_off(game, power, place)
            game.add(CONVOY_POINTS, power, to, points)


@step(_SECTION, also=("fa:15.3.1",))
def by_chart_or_as_it_was(game: Game, joining_: Joining) -> Control:
    """The second time it sets up what it had left, at home, and after a surrender it has little heart for it.

    Its convoys come next turn, like any that are new.
    """
    power = joining_.power
    if not game.state[ARMY_KEPT][power]:
        return set_up_by_its_chart.run(game, joining_)
    kept = _kept(game, power)
    game.write(ARMY_KEPT, power, 0)
    if game.state[SURRENDERED_TO][power]:
        game.write(SURRENDERED_TO, power, 0)
        game.write(MORALE, power, _MORALE(game) * TENTHS)
    _move_convoys(game, power, place_index(game, circle_space(game.state.get(TURN) + 1)), lambda place: place == kept)
    units = things_at(game, kept)
    return Call(ARRIVALS.name, Arrivals(power, units, kept)) if units else None


MODULE = Module(
    schema=Schema(columns=(SURRENDERED_TO, ARMY_KEPT), fields=(FALLEN_ALLIES,)),
    subscribes=((SurrenderAccepted, surrender_is_remembered), (PowerReleased, it_takes_heart_again)),
    changes=(
        recovers.replaced_by(at_peace_since_its_surrender),
        surrendered_to.replaced_by(side_surrendered_to),
        has_given_up.wrapped_by(surrender_counts),
        is_released.wrapped_by(released_flags),
        Insert(CONDITIONAL_SURRENDER.name, latent_powers_are_flags_again, after="collapse_or_peace"),
        Instead(JOINING.name, "set_up_by_its_chart", by_chart_or_as_it_was),
    ),
)
