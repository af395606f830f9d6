"""15.2 Subversion: in the morale step each side may spend points on the morale of one power of the other side."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Phrase, Word
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, procedure, step
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Owner, PowerId
from worldfire.forces.participants import YEAR
from worldfire.forces.turn import is_active, other_side, power_name, powers_of_side
from worldfire.forces.who import NOBODY, power_named
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.morale import morale
from worldfire.titles.fa.politics.points import ask_the_spender, pay, points_of, price_of
from worldfire.titles.fa.who_first import EachSide

_SECTION = "fa:15.2"
#: who is cheaper to subvert, and since when; everybody is from the later year on
SHAKY = Listed("powers that are cheaper to subvert first", "fa:15.2")
SHAKY_FROM = Figure("first year in which shaky powers are cheaper to subvert", "fa:15.2")
ALL_FROM = Figure("first year in which all powers are cheaper to subvert", "fa:15.2")
FIRST = "1 attempt"

#: (power, tenths of a level) that subversion takes in this morale step
SUBVERTED: Field[tuple[tuple[int, int], ...]] = Field("subverted", ())


class Plot(Word):
    """“russia 3”: so many tenths of its morale."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        name, tenths = str(value).rsplit(" ", 1)
        return Phrase("subversion-plot", {"victim": Owner(name), "tenths": Number(int(tenths))})


class PowerSubverted(Event, frozen=True):
    power: PowerId
    tenths: int


class Subversion(msgspec.Struct):
    """Sides that are through."""

    done: tuple[int, ...] = ()


@rule(_SECTION)
def price_of_subversion(game: Position, power: int, tenths: int) -> int:
    """The first tenth costs two, each further one a point more; each a point less for whom time has worn out."""
    year = game.state.get(YEAR)
    worn = year >= ALL_FROM(game) or (year >= SHAKY_FROM(game) and power_name(game, power) in SHAKY(game))
    first = price_of(game, FIRST) - worn
    return sum(first + number for number in range(tenths))


@rule(_SECTION)
def plots(game: Position, side: int) -> tuple[str, ...]:
    """What the side could pay for: active powers of the other side that have morale."""
    found = []
    for power in powers_of_side(game, other_side(side)):
        tenths = 1
        if not is_active(game, power) or morale(game, power) is None:
            continue
        while price_of_subversion(game, power, tenths) <= points_of(game, side):
            found.append(f"{power_name(game, power)} {tenths}")
            tenths += 1
    return tuple(found)


#: the side with the worse initiative first, as in all of the morale step
PLOTTERS = EachSide("subversion", lambda game, side: bool(plots(game, side)))


def _side(game: Position, subversion: Subversion) -> int:
    return PLOTTERS.next(game, subversion.done)


def _shape(game: Position, subversion: Subversion, seat: str) -> Shape | Violation:
    return One(plots(game, _side(game, subversion)))


def _subvert(game: Game, subversion: Subversion, seat: str, noun: Noun) -> Control:
    side, (name, tenths) = _side(game, subversion), noun.rsplit(" ", 1)
    subversion.done += (side,)
    power = power_named(game, name)
    pay(game, side, price_of_subversion(game, power, int(tenths)))
    game.set(SUBVERTED, (*game.state.get(SUBVERTED), (power, int(tenths))))
    game.say(PowerSubverted(power=power, tenths=int(tenths)))
    return Goto("next_side_subverts")


def _none(game: Game, subversion: Subversion, seat: str, noun: Noun) -> Control:
    subversion.done += (_side(game, subversion),)
    return Goto("next_side_subverts")


SUBVERT = Verb("subvert", _SECTION, _subvert, _shape, items=Plot)
SUBVERT_NOBODY = Verb("subvert-nobody", _SECTION, _none)


@step(_SECTION)
def nobody_is_subverted_yet(game: Game, subversion: Subversion) -> Control:
    game.set(SUBVERTED, ())
    return None


@step(_SECTION, SUBVERT_NOBODY, SUBVERT)
def next_side_subverts(game: Game, subversion: Subversion) -> Control:
    side = _side(game, subversion)
    if side == NOBODY:
        return End()
    return ask_the_spender(game, side, SUBVERT_NOBODY, SUBVERT, rule=_SECTION, prompt="subvert")


SUBVERSION = procedure("subversion", _SECTION, nobody_is_subverted_yet, next_side_subverts, locals=Subversion)


def tenths_subverted(game: Position, power: int) -> int:
    """What the power loses besides in this morale step."""
    return sum(tenths for victim, tenths in game.state.get(SUBVERTED) if victim == power)
