"""15.4 How political events are triggered: in declaration of war steps, at the start of the US entry step, or at any time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Phrase, Word, stands_for
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.situation import CAMPAIGN
from worldfire.forces.turn import active_side, power_name, seat_of_power
from worldfire.forces.who import NOBODY, SIDE, power_named
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.titles.fa.entry.pools import plays
from worldfire.titles.fa.politics.points import pay, payment_violation, price_of

#: when an event may be triggered
WAR_STEP, ENTRY_STEP, ANY_TIME = "declare war", "US entry", "any time"

#: as campaigns that have only some of them call these
PRINTED = {
    "lawrence": "Lawrence of Arabia",
    "pressure-neutrals": "Pressure the Neutrals",
    "home-front": "Home front mobilisation",
}

#: events that have happened
EVENTS_PLAYED: Field[tuple[str, ...]] = Field("political_events", ())


class EventName(Word):
    """A political event by its name in the tables."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"political-event-{value}", {})


EventNamed = Annotated[str, stands_for(EventName)]


class EventTriggered(Event, frozen=True):
    name: EventNamed
    power: PowerId


@dataclass(frozen=True)
class PoliticalEvent:
    """Who may trigger it and when, what must be true, what it costs the side, and what it does."""

    name: str
    when: str
    powers: tuple[str, ...]
    #: may it happen now? (game, power that triggers it)
    condition: Callable[[Position, int], bool]
    effect: Callable[[Game, int], Control]
    #: in whose declaration of war step, if not in that of the power that triggers it
    step_of: str = ""
    #: the row of what it costs
    price: str = ""


class Calling(msgspec.Struct):
    """When it is, and the powers that have let it pass."""

    when: str = WAR_STEP
    passed: tuple[str, ...] = ()


@rule("fa:22.4")
def is_in_the_campaign(game: Position, name: str) -> bool:
    """A later campaign has few of them left."""
    if not game.state.get(CAMPAIGN):
        return True
    great_war = layout_of(game).campaign.great_war
    return great_war is None or great_war.events is None or PRINTED.get(name, name) in great_war.events.value


def has_happened(game: Position, name: str) -> bool:
    return name in game.state.get(EVENTS_PLAYED)


@rule("fa:15.4")
def event_violation(game: Position, event: PoliticalEvent, power: int) -> Violation | None:
    """Why the power may not trigger it now."""
    if has_happened(game, event.name) or not is_in_the_campaign(game, event.name):
        return refused("fa:15.4", "event-has-happened", event=EventName(event.name))
    if not event.condition(game, power):
        return refused("fa:15.4", "event-not-now", event=EventName(event.name))
    return payment_violation(game, game.state[SIDE][power], price_of(game, event.price)) if event.price else None


def _caller(game: Position, name: str) -> int:
    power = power_named(game, name)
    return power if plays(game, power) else NOBODY


def _its_step(game: Position, event: PoliticalEvent, power: int) -> bool:
    if event.when != WAR_STEP:
        return True
    of = power_named(game, event.step_of) if event.step_of else power
    return of != NOBODY and game.state[SIDE][of] == active_side(game)


def possible_events(game: Position, when: str, power: int, name: str) -> tuple[str, ...]:
    return tuple(
        event.name
        for event in all_events(game)
        if event.when == when
        and name in event.powers
        and _its_step(game, event, power)
        and event_violation(game, event, power) is None
    )


@clause("fa:15.4")
def all_events(game: Position) -> tuple[PoliticalEvent, ...]:
    """Those of the title, in the order of the book."""
    return ()


def trigger(game: Game, event: PoliticalEvent, power: int) -> Control:
    """It happens, and is paid for; it never happens again."""
    if event.price:
        pay(game, game.state[SIDE][power], price_of(game, event.price))
    mark_as_happened(game, event.name, power)
    return event.effect(game, power)


def mark_as_happened(game: Game, name: str, power: int) -> None:
    game.set(EVENTS_PLAYED, (*game.state.get(EVENTS_PLAYED), name))
    game.say(EventTriggered(name=name, power=power))


# ------------------------------------------------------------------------------------------------------------- asking


def _next(game: Position, calling: Calling) -> tuple[int, tuple[str, ...]] | None:
    """The next power that could trigger something, and what."""
    names = dict.fromkeys(name for event in all_events(game) for name in event.powers)
    for name in names:
        power = _caller(game, name)
        if name not in calling.passed and power != NOBODY:
            found = possible_events(game, calling.when, power, name)
            if found:
                return power, found
    return None


def _shape(game: Position, calling: Calling, seat: str) -> Shape | Violation:
    found = _next(game, calling)
    assert found is not None
    return One(found[1])


def _trigger(game: Game, calling: Calling, seat: str, noun: Noun) -> Control:
    found = _next(game, calling)
    assert found is not None
    return trigger(game, next(event for event in all_events(game) if event.name == noun), found[0])


def _let_pass(game: Game, calling: Calling, seat: str, noun: Noun) -> Control:
    found = _next(game, calling)
    assert found is not None
    calling.passed += (power_name(game, found[0]),)
    return Goto("next_power_triggers")


TRIGGER_EVENT = Verb("trigger-event", "fa:15.4", _trigger, _shape, items=EventName)
TRIGGER_NOTHING = Verb("trigger-no-event", "fa:15.4", _let_pass)


@step("fa:15.4", TRIGGER_NOTHING, TRIGGER_EVENT)
def next_power_triggers(game: Game, calling: Calling) -> Control:
    found = _next(game, calling)
    if found is None:
        return End()
    seat = seat_of_power(game, found[0])
    return one(seat, TRIGGER_NOTHING, TRIGGER_EVENT, rule="fa:15.4", prompt="trigger-event", power=Power(found[0]))


@step("fa:15.4")
def event_is_over(game: Game, calling: Calling) -> Control:
    return Goto("next_power_triggers")


CALLING = procedure("political events", "fa:15.4", next_power_triggers, event_is_over, locals=Calling)
