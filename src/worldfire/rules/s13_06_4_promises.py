"""5 and 13.6.4 What is promised: resources and build points that one country gives another this turn.

Who gives what is announced in the lending stage, or follows from trade agreements (5.1), which are a title's own. A neutral
minor country gives without a plan of its own: whoever receives its resources fetches them.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.capitals import capital_of
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import main_home
from worldfire.forces.things import board_of
from worldfire.forces.turn import controls, power_name
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY, NOBODY, SIDE
from worldfire.rules.s13_06_production import (
    printed_resources,
    resources_in,
    resources_of,
    useable_factories,
)
from worldfire.rules.s19_4_minor_units import home_of

#: (giver, recipient, resources, build points): announced in this turn's lending stage (5)
PROMISED: Field[tuple[tuple[int, int, int, int], ...]] = Field("promised", ())


class Promise(msgspec.Struct, frozen=True):
    giver: int
    recipient: int
    resources: int = 0
    points: int = 0
    #: the home country where the gift lies; NOBODY: wherever the giver has resources
    within: int = NOBODY


class Goods(msgspec.Struct, frozen=True):
    """A resource, or a promised build point, by its name; who gives it; where it lies."""

    name: str
    giver: int
    #: NOBODY for a build point: it begins at any factory that made one
    place: int
    #: for a build point: to whom it is promised
    recipient: int = NOBODY


@clause("5.1")
def trade_agreements(game: Position) -> tuple[Promise, ...]:
    """What has to be given this turn without being announced."""
    return ()


@rule("5")
def promises(game: Position) -> tuple[Promise, ...]:
    def look() -> tuple[Promise, ...]:
        return (*trade_agreements(game), *(Promise(*given) for given in game.state.get(PROMISED)))

    return game.recall("promises", look)


def is_minor(game: Position, power: int) -> bool:
    """A neutral minor country: a power on no side."""
    return game.state[SIDE][power] == NOBODY


def promised_by(game: Position, giver: int) -> tuple[Promise, ...]:
    """One promise for each recipient: what an agreement and an announcement give the same one is counted together."""
    found: dict[tuple[int, int], Promise] = {}
    for promise in promises(game):
        if promise.giver == giver:
            whole = found.get((promise.recipient, promise.within))
            found[promise.recipient, promise.within] = promise if whole is None else _added(whole, promise)
    return tuple(found.values())


def _added(one: Promise, more: Promise) -> Promise:
    return msgspec.structs.replace(one, resources=one.resources + more.resources, points=one.points + more.points)


def gifts_for(game: Position, power: int) -> tuple[Promise, ...]:
    """Of neutral minor countries: what one of them owes for several reasons is one gift."""
    givers = dict.fromkeys(promise.giver for promise in promises(game) if promise.recipient == power)
    return tuple(
        promise
        for giver in givers
        if is_minor(game, giver)
        for promise in promised_by(game, giver)
        if promise.recipient == power and promise.resources
    )


@rule("5", "13.6.1")
def goods_of(game: Position, power: int) -> tuple[Goods, ...]:
    """Everything that the power sends this turn: its resources, those that minor countries give it, its build points."""
    return game.recall(("goods", power), lambda: tuple(_each_goods(game, power)))


@clause("5.1")
def gift_lies_at(game: Position, place: int) -> int:
    """Where a neutral country's resource of this hex is fetched."""
    return place


def _each_goods(game: Position, power: int) -> Iterator[Goods]:
    for name, place in resources_of(game, power):
        yield Goods(name, power, place)
    for gift in gifts_for(game, power):
        for name, place in resources_of_minor(game, gift.giver, gift.within):
            yield Goods(name, gift.giver, gift_lies_at(game, place))
    for promise in promised_by(game, power):
        for number in range(promise.points):
            name = f"build point {number + 1} for {power_name(game, promise.recipient)}"
            yield Goods(name, power, NOBODY, promise.recipient)


def resources_of_minor(game: Position, minor: int, within: int = NOBODY) -> tuple[tuple[str, int], ...]:
    """(name, hex) of each resource that the neutral minor country controls itself, in one home country if it is named."""
    board, holders, homes = board_of(game), game.state[CONTROLLER], game.state[HOME_COUNTRY]
    return tuple(
        (f"{board.number(place)}/{number + 1}", place)
        for place in game.ruleset.once(printed_resources)
        if holders[place] == minor and within in (NOBODY, homes[place])
        for number in range(resources_in(game, place))
    )


@rule("5.1")
def may_be_given(game: Position, giver: int, recipient: int, place: int) -> bool:
    """May a major power's resource from this hex be what it has promised? Some are promised from one country only."""
    wanted = {each.within for each in promised_by(game, giver) if each.recipient == recipient and each.resources}
    return giver == recipient or NOBODY in wanted or game.state[HOME_COUNTRY][place] in wanted


@rule("5")
def kept_by(game: Position, power: int) -> int:
    """How many of its own resources it may use itself: what is promised is gone, delivered or not."""
    given = sum(promise.resources for promise in promised_by(game, power))
    return max(0, len(resources_of(game, power)) - given)


# ------------------------------------------------------------------------------------------- 13.6.4 where build points go


@clause("13.6.4/transport")
def takes_as_a_capital(game: Position, home: int, place: int) -> bool:
    """Does the hex take as many build points as a capital of the home country?"""
    return place == capital_of(game, home)


@rule("13.6.4/transport")
def room_for_points(game: Position, recipient: int, place: int) -> int:
    """Build points for a capital, another city, a major port and each factory there, in the recipient's home country."""
    home = home_of(game, main_home(game, recipient))
    if game.state[HOME_COUNTRY][place] != home or not controls(game, recipient, place):
        return 0
    ground, chart = ground_of(game), chart_named(game, "build_point_transport")

    def most(row: str) -> int:
        return int(chart.number(row, "build points"))

    major_port = ground.ports.get(place) == "major"
    if not major_port and place not in ground.cities:
        return 0
    capital = takes_as_a_capital(game, home, place)
    city = place in ground.cities and not capital
    factories = useable_factories(game, recipient, place) * most("factory")
    return capital * most("capital") + city * most("other city") + major_port * most("major port") + factories


@rule("13.6.4/transport")
def ends_of_points(game: Position, recipient: int) -> dict[int, int]:
    """Hex → how many build points it takes."""

    def look() -> dict[int, int]:
        ground, homes = ground_of(game), game.state[HOME_COUNTRY]
        home = home_of(game, main_home(game, recipient))
        near = sorted(place for place in {*ground.cities, *ground.ports} if homes[place] == home)
        rooms = {place: room_for_points(game, recipient, place) for place in near}
        return {place: room for place, room in rooms.items() if room}

    return game.recall(("ends of build points", recipient), look)


MODULE = Module(schema=Schema(fields=(PROMISED,)))
