"""15.2 Rebels: each side may sponsor a partisan roll once a turn, and placate partisans anywhere, the later side first."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, procedure, step
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import PartisanArea, PartisanAreaName, Side, SideId
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import PARTISANS
from worldfire.forces.things import ON_THE_MAP, move, place_index
from worldfire.forces.who import SIDE
from worldfire.rules.s13_01_partisans import Rising, controller_of_partisans, may_be_reused
from worldfire.titles.fa.politics.points import (
    ask_the_spender,
    pay,
    payment_violation,
    price_of,
)
from worldfire.titles.fa.risings import RISING_IN, any_area, areas_that_may_rise
from worldfire.titles.fa.who_first import next_side

SPONSOR, PLACATE = "sponsor rebels", "placate rebels"


class RebelsSponsored(Event, frozen=True):
    side: SideId
    area: PartisanAreaName


class RebelsPlacated(Event, frozen=True):
    side: SideId
    thing: ThingId


class Rebels(msgspec.Struct):
    """Sides that are through, and the side at work if it has sponsored rebels already."""

    done: tuple[int, ...] = ()
    sponsored: tuple[int, ...] = ()


def _side(game: Position, rebels: Rebels) -> int:
    """The side without the initiative comes first."""
    return next_side(game, "rebels", rebels.done)


@rule("fa:15.2")
def areas_to_sponsor(game: Position, side: int) -> tuple[str, ...]:
    """Any area that may rise against the other side."""
    return tuple(
        area.name for area in areas_that_may_rise(game) if game.state[SIDE][controller_of_partisans(game, area)] == side
    )


def _areas(game: Position, rebels: Rebels, seat: str) -> Shape | Violation:
    side = _side(game, rebels)
    if side in rebels.sponsored:
        return refused("fa:15.2", "rebels-sponsored-once", side=Side(side))
    found = payment_violation(game, side, price_of(game, SPONSOR))
    if found is not None:
        return found
    areas = areas_to_sponsor(game, side)
    return One(areas) if areas else refused("fa:15.2", "nobody-to-sponsor", side=Side(side))


def _sponsor(game: Game, rebels: Rebels, seat: str, noun: Noun) -> Control:
    side = _side(game, rebels)
    rebels.sponsored += (side,)
    pay(game, side, price_of(game, SPONSOR))
    game.say(RebelsSponsored(side=side, area=any_area(game, noun).name))
    return Call(RISING_IN.name, Rising(order=(noun,)))


@rule("fa:15.2")
def partisans_on_map(game: Position) -> tuple[int, ...]:
    """Those that are not bound to fight on (15.4)."""
    return tuple(unit for unit in game.look_up(ON_THE_MAP) if is_partisan(game, unit) and may_be_reused(game, unit))


def _partisans(game: Position, rebels: Rebels, seat: str) -> Shape | Violation:
    side = _side(game, rebels)
    found = payment_violation(game, side, price_of(game, PLACATE))
    if found is not None:
        return found
    units = partisans_on_map(game)
    return One(units) if units else refused("fa:15.2", "nobody-to-placate", side=Side(side))


def _placate(game: Game, rebels: Rebels, seat: str, noun: Noun) -> Control:
    side = _side(game, rebels)
    pay(game, side, price_of(game, PLACATE))
    move(game, noun, place_index(game, PARTISANS))
    game.say(RebelsPlacated(side=side, thing=noun))
    return Goto("next_side_deals_with_rebels")


def _leave(game: Game, rebels: Rebels, seat: str, noun: Noun) -> Control:
    rebels.done += (_side(game, rebels),)
    return Goto("next_side_deals_with_rebels")


SPONSOR_REBELS = Verb("sponsor-rebels", "fa:15.2", _sponsor, _areas, items=PartisanArea)
PLACATE_REBELS = Verb("placate-rebels", "fa:15.2", _placate, _partisans, items=Thing)
LEAVE_REBELS = Verb("leave-rebels", "fa:15.2", _leave)


@step("fa:15.2", LEAVE_REBELS, SPONSOR_REBELS, PLACATE_REBELS)
def next_side_deals_with_rebels(game: Game, rebels: Rebels) -> Control:
    if len(rebels.done) > 1:
        return End()
    side = _side(game, rebels)
    return ask_the_spender(
        game,
        side,
        LEAVE_REBELS,
        SPONSOR_REBELS,
        PLACATE_REBELS,
        rule="fa:15.2",
        prompt="deal-with-rebels",
        sponsoring=price_of(game, SPONSOR),
        placating=price_of(game, PLACATE),
    )


@step("fa:15.2")
def rebels_have_risen(game: Game, rebels: Rebels) -> Control:
    return Goto("next_side_deals_with_rebels")


REBELS = procedure("rebels", "fa:15.2", next_side_deals_with_rebels, rebels_have_risen, locals=Rebels)
