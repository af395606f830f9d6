"""Saying what happened: ids become names here, so that rules need not carry texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from worldfire.engine.clauses import HasRuleset
from worldfire.engine.game import Game
from worldfire.engine.violation import Violation
from worldfire.forces.pools import FORCE_POOL, named_place
from worldfire.forces.situation import TURN
from worldfire.forces.things import name_of, place_name
from worldfire.forces.who import COUNTRY_NAMES, NOBODY, POWER_NAMES, SIDE_NAMES
from worldfire.rules.s13_06_production import dock_cost, dock_turns, forecast
from worldfire.tables.campaign import turn_name
from worldfire.titles import title_of
from worldfire.words import proper, say

Naming = Callable[[Game, int], str]


def _country(game: Game, country: int) -> str:
    return proper(game.state.get(COUNTRY_NAMES)[country])


def _power(game: Game, power: int) -> str:
    return "nobody" if power == NOBODY else proper(game.state.get(POWER_NAMES)[power])


def _side(game: Game, side: int) -> str:
    return proper(game.state.get(SIDE_NAMES)[side])


#: the id of a country within the name of a place: `force pool of germany: ARM`, `available in 1942, ussr: SUB`
_OWNER = re.compile(r"(?:(?<= of )|(?<=\d, ))[a-z][a-z-]*(?=:|$)")


def tell_place(game: Game, place: int) -> str:
    """A place in words."""
    return _OWNER.sub(lambda found: proper(found[0]), place_name(game, place))


def _turn(game: Game, turn: int) -> str:
    return turn_name(turn)


def _year(game: Game, year: int) -> str:
    return str(year)  # a number would be told with a comma


def _or_number(naming: Naming) -> Naming:
    """A refusal may speak of what is not there: somebody has named it."""

    def name(game: Game, number: int) -> str:
        try:
            return naming(game, number)
        except IndexError:
            return str(number)

    return name


#: arguments that are units, and those that are places
THING_ARGUMENTS = (
    "thing",
    "things",
    "aircraft",
    "unit",
    "units",
    "carrier",
    "bouncer",
    "target",
    "fighters",
    "bombers",
    "sources",
)
PLACE_ARGUMENTS = ("to", "origin", "base", "place", "path")
#: arguments that are ids of seats and countries
_ID_ARGUMENTS = frozenset({"seat", "winner", "home"})

#: argument → how its number is named; a tuple of numbers is named one by one
_NAMING: Mapping[str, Naming] = {
    **dict.fromkeys(THING_ARGUMENTS, _or_number(name_of)),
    **dict.fromkeys(PLACE_ARGUMENTS, _or_number(tell_place)),
    **dict.fromkeys(("power", "powers", "controller", "target_power", "declarer", "liberator"), _power),
    "turn": _turn,
    "year": _year,
    "country": _country,
    "side": _side,
}


#: verbs whose items are places
VERBS_WITH_PLACES = frozenset(
    {
        "return-to",
        "set-up-convoys",
        "place-unit",
        "place-partisan",
        "head-home",
        "rebase-to",
        "flee-to",
        "resolve",
        "retreat-to",
    }
)


def named(game: Game, args: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments with names in place of numbers."""
    told: dict[str, Any] = {}
    for key, value in args.items():
        naming = _NAMING.get(key)
        if key == "strengths":
            told[key] = " to ".join(f"{tenths // 10}.{tenths % 10}" for tenths in value)
        elif key == "weather":
            told[key] = ", ".join(f"{zone} {weather}" for zone, weather in value)
        elif key == "values":
            told[key] = " and ".join(f"{number:+d}" for number in value)
        elif key == "face_down":
            told[key] = "face-down" if value else "face-up"
        elif isinstance(value, Violation):
            told[key] = tell_reason(game, value)
        elif isinstance(value, Fraction):
            told[key] = f"{float(value):.4g}"
        elif key in _ID_ARGUMENTS or (key == "by" and isinstance(value, str)):
            told[key] = proper(value)
        elif naming is None:
            told[key] = value
        elif isinstance(value, int):
            told[key] = naming(game, value)
        else:
            told[key] = ", ".join(naming(game, item) for item in value) or "none"
    return told


def tell_event(game: Game, event: Any) -> str:
    """One line for an event, live or read from a log."""
    plain: dict[str, Any] = dict(msgspec.to_builtins(event))
    name = plain.pop("event")
    plain.pop("seen_by", None)
    return say(f"event-{name}", **named(game, plain))


def tell_rule(game: HasRuleset, section: str) -> str:
    """The number of a section as the book of the game's own title has it."""
    return title_of(game).number(section)


def tell_reason(game: Game, violation: Violation) -> str:
    """A reason in words, where its rule is shown beside it."""
    return say(violation.key, **named(game, violation.args))


def tell_violation(game: Game, violation: Violation) -> str:
    """A reason with its rule, as a player reads it."""
    rule = f"[{tell_rule(game, violation.rule)}] " if violation.rule else ""
    return rule + tell_reason(game, violation)


def tell_item(game: Game, verb: str, item: Any) -> str:
    """What a part of a noun stands for: places for landing, words as they are, otherwise a unit."""
    if verb == "fly" and isinstance(item, str) and " " in item:
        return _sortie(game, item)
    if not isinstance(item, int):
        role, _, share = str(item).partition(" ")
        if verb == "choose-roles" and share:
            return say("role-with-share", role=role, share=share)
        return (
            proper(item) if item in game.state.get(COUNTRY_NAMES) or item in game.state.get(POWER_NAMES) else str(item)
        )
    return tell_place(game, item) if verb in VERBS_WITH_PLACES else name_of(game, item)


def tell_purchase(game: Game, verb: str, item: Any) -> str | None:
    """What a player may build or complete, with its price and the turn in which it would arrive; None of other choices."""
    if verb == "complete-ship":
        cost, turns = dock_cost(game, item), dock_turns(game, item)
        return say("build-item", name=name_of(game, item), cost=cost, turn=turn_name(game.state.get(TURN) + turns))
    pool = named_place(game, f"{FORCE_POOL} {item}") if verb == "build" else None
    found = None if pool is None else forecast(game, pool)
    return None if found is None else say("build-item", name=item, cost=found[0], turn=turn_name(found[1]))


def _sortie(game: Game, item: str) -> str:
    """What an aircraft may fly: the word, the hex, and its cargo or what a carrier allots to air-to-air combat."""
    word, place, *detail = item.split(" ")
    told = f"{word} {place_name(game, int(place))}"
    if not detail:
        return told
    return f"{told} {detail[0]}" if detail[0].startswith("+") else f"{told} with {name_of(game, int(detail[0]))}"
