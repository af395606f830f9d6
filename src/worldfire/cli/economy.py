"""`worldfire campaigns NAME --economy`: what every power would produce with the convoys that it sets up."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.markup import escape

from worldfire.advice.economy import Economy, Exchange, Idle, economies
from worldfire.advice.routing_report import Journey
from worldfire.cli.output import emit_json, emit_table
from worldfire.engine.game import Game
from worldfire.forces.printed import place_name, printed_resource
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import NOBODY
from worldfire.rules.s13_06_4_promises import is_minor
from worldfire.titles.telling import tell_reason
from worldfire.words import say

#: of the totals: resources that the power controls, useable factories, what resources make of them
COLUMNS = ("power", "resources", "blue", "red", "production", "× multiple", "makes", "trade", "build points")


def show_economy(game: Game, *, as_json: bool) -> None:
    found, trade = economies(game)
    if as_json:
        emit_json(
            {"powers": [as_plain(game, economy) for economy in found], "trade": [_deal(game, one) for one in trade]}
        )
        return
    emit_table("Production", COLUMNS, [_totals(game, economy) for economy in found])
    rows = [tuple(escape(str(cell)) for cell in _deal(game, one).values()) for one in trade]
    emit_table("Trade agreements and lending", ("giver", "recipient", "promised", "arrives", "kept"), rows)
    for economy in found:
        title = f"{power_name(game, economy.power)}: what arrives, and what does not"
        rows = [tuple(map(escape, (what, name, where))) for what, name, where in _lines(game, economy)]
        emit_table(title, ("", "from", "to, or why not"), rows)


def as_plain(game: Game, economy: Economy) -> dict[str, Any]:
    """One power's economy for programs."""
    income, number = economy.income, board_of(game).number
    return {
        "power": power_name(game, economy.power),
        "resources": economy.resources,
        "factories": [
            {
                "hex": number(here.place),
                "name": place_name(game, here.place),
                "blue": here.blue,
                "red": here.red,
                "fed": here.fed,
            }
            for here in economy.factories
        ],
        "arrives": [
            {"from": name, "to": where, "goods": way.goods.name, "route": way.word}
            for way in economy.sent
            for name, where in [(_origin(game, way), _end(game, way))]
        ],
        "idle": [
            {"from": _idle_name(game, one), "goods": one.goods.name, "why": _why(game, one)} for one in economy.idle
        ],
        "production points": income.production,
        "off the map": income.off_map,
        "multiple": float(income.multiple),
        "bonus": income.bonus,
        "makes": economy.made,
        "lent": income.lent,
        "build points": income.points,
    }


def _totals(game: Game, economy: Economy) -> tuple[str, ...]:
    income = economy.income
    blue, red = (sum(getattr(here, colour) for here in economy.factories) for colour in ("blue", "red"))
    off_map = f" + {income.off_map} off map" if income.off_map else ""
    return (
        power_name(game, economy.power),
        str(economy.resources),
        str(blue),
        str(red),
        f"{income.production}{off_map}",
        str(float(income.multiple)),
        str(economy.made),
        f"{income.lent:+}" if income.lent else "",
        str(income.points),
    )


def _deal(game: Game, one: Exchange) -> dict[str, Any]:
    """A promise in words, and whether all of it arrives."""
    return {
        "giver": power_name(game, one.giver),
        "recipient": power_name(game, one.recipient),
        "promised": _amounts(one.resources, one.points),
        "arrives": _amounts(one.resources_arrived, one.points_arrived),
        "kept": _kept(game, one),
    }


def _kept(game: Game, one: Exchange) -> str:
    """A neutral minor country gives what is fetched: nobody has to."""
    if (one.resources, one.points) == (one.resources_arrived, one.points_arrived):
        return "yes"
    return "not all fetched" if is_minor(game, one.giver) else "no"


def _amounts(resources: int, points: int) -> str:
    both = ((resources, "resources"), (points, "build points"))
    return ", ".join(f"{number} {what}" for number, what in both if number) or "nothing"


def _lines(game: Game, economy: Economy) -> list[tuple[str, str, str]]:
    """(how many, from where, to where or why not), the same things together."""
    sent = Counter((_origin(game, way), _end(game, way)) for way in economy.sent)
    idle = Counter((_idle_name(game, one), _why(game, one)) for one in economy.idle)
    return [
        *((str(number), name, f"to {where}") for (name, where), number in sent.items()),
        *((str(number), name, why) for (name, why), number in idle.items()),
    ]


def _origin(game: Game, way: Journey) -> str:
    goods = way.goods
    if goods.place == NOBODY:
        return say("goods-points")
    name, oil = printed_resource(game, goods.name)
    return f"{name}{' (oil)' if oil else ''}"


def _end(game: Game, way: Journey) -> str:
    """The factory, whose it is if another's, and the sea areas on the way."""
    assert way.route is not None
    seas = ", ".join(f"{leg.sea} by {power_name(game, leg.owner)}" for leg in way.route.legs)
    whose = "" if way.recipient == NOBODY else f" ({power_name(game, way.recipient)})"
    return f"{place_name(game, way.route.end)}{whose}{f' through {seas}' if seas else ''}"


def _idle_name(game: Game, one: Idle) -> str:
    return _origin(game, Journey(one.goods, ""))


def _why(game: Game, one: Idle) -> str:
    found = one.why
    return (found or say("idle-room-is-kept")) if isinstance(found, str) else tell_reason(game, found)
