"""Saying what happened: ids become names here, so that rules need not carry texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

from worldfire.engine.clauses import HasRuleset
from worldfire.engine.events import kinds_of_event
from worldfire.engine.kinds import Known, Meaning, Number, Place, Seat, Several, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Verb
from worldfire.engine.shapes import Item
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import (
    Country,
    Destination,
    Facing,
    Owner,
    Power,
    SeaArea,
    SeaName,
    Shifts,
    Side,
    Skies,
    Strengths,
    Turn,
    Year,
)
from worldfire.forces.pools import FORCE_POOL, REMOVED, PoolKey, named_place, read_pool_name
from worldfire.forces.situation import TURN
from worldfire.forces.things import HEXES, name_of, place_name, sea_of_section
from worldfire.forces.who import COUNTRY_NAMES, NOBODY, POWER_NAMES, SIDE_NAMES
from worldfire.rules.s13_06_production import ShipInDock, dock_cost, dock_turns, forecast, owner_of_pool
from worldfire.rules.s14_2_missions import Sortie
from worldfire.rules.s24_1_bidding import Group
from worldfire.tables.campaign import turn_name
from worldfire.titles import title_of
from worldfire.words import knows_in, proper, say, say_in

Naming = Callable[[Position, int], str]


def _country(game: Position, country: int) -> str:
    return proper(game.state.get(COUNTRY_NAMES)[country])


def _power(game: Position, power: int) -> str:
    return "nobody" if power == NOBODY else proper(game.state.get(POWER_NAMES)[power])


def _side(game: Position, side: int) -> str:
    return "nobody" if side == NOBODY else proper(game.state.get(SIDE_NAMES)[side])


def tell_place(game: Position, place: int) -> str:
    """A place in words."""
    sea = sea_of_section(game, place) if game.state.get(HEXES) else ""
    if sea:
        return say("section-of-sea", section=place_name(game, place).rpartition(" ")[2], sea=named_sea(sea))
    name = place_name(game, place)
    if name == REMOVED:
        return say("box-of-removed-units")
    pool = read_pool_name(name)
    return name if pool is None else str(pool._replace(owner=proper(pool.owner)))


def _sea_area(game: Position, place: int) -> str:
    """A sea area; or a port, where convoy points may lie in one as well."""
    sea = sea_of_section(game, place)
    return named_sea(sea) if sea else tell_place(game, place)


def _sea_name(game: Position, sea: str) -> str:
    return named_sea(sea)


def named_sea(sea: str) -> str:
    """With its article, if the name takes one: the Coral Sea, but Polynesia."""
    return sea if sea in say("seas-without-article").split(", ") else say("sea-area", sea=sea)


#: kinds whose values are lands or powers; in campaigns seats are named after them
_LANDS = (Power, Country, Owner, Seat)


@cache
def _with_article() -> frozenset[str]:
    return frozenset(say("lands-with-article").split(", "))


@cache
def _small_beginning() -> re.Pattern[str]:
    """A land at the beginning of a sentence, with the small letter of its article."""
    return re.compile(rf"(?:^|(?<=[.?!] ))the (?={'|'.join(sorted(_with_article()))})")


def _turn(game: Position, turn: int) -> str:
    return turn_name(turn)


def _year(game: Position, year: int) -> str:
    return str(year)  # a number would be told with a comma


def _or_number(naming: Naming) -> Naming:
    """A refusal may speak of what is not there: somebody has named it."""

    def name(game: Position, number: int) -> str:
        try:
            return naming(game, number)
        except IndexError:
            return str(number)

    return name


def _sortie(game: Position, item: str) -> str:
    """What an aircraft may fly: the word, the hex, and its cargo or what a carrier allots to air-to-air combat."""
    word, *rest = item.split(" ")
    if not rest:
        return word
    place, *detail = rest
    told = f"{word} {place_name(game, int(place))}"
    if not detail:
        return told
    if detail[0].startswith("+"):
        return f"{told} {detail[0]}"
    return f"{told} with {' and '.join(name_of(game, int(unit)) for unit in detail)}"


def _destination(game: Position, place: int) -> str:
    return say("stay-where-it-is") if place == Destination.STAY else tell_place(game, place)


def _pool_key(game: Position, item: str) -> str:
    pool = read_pool_name(item)
    return item if pool is None else str(pool._replace(owner=proper(owner_of_pool(game, item))))


def _group(game: Position, powers: str) -> str:
    return "+".join(proper(power) for power in powers.split("+"))


def _owner(game: Position, name: str) -> str:
    return proper(name)


def _strengths(game: Position, tenths: Sequence[int]) -> str:
    return " to ".join(f"{each // 10}.{each % 10}" for each in tenths)


def _shifts(game: Position, numbers: Sequence[int]) -> str:
    return " and ".join(f"{number:+d}" for number in numbers)


def _skies(game: Position, weather: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{zone} {sky}" for zone, sky in weather)


def _facing(game: Position, face_down: bool) -> str:
    return "face-down" if face_down else "face-up"


#: how kinds are told that have no text of their own
_WORDS: Mapping[type[Meaning], Callable[[Position, Any], str]] = {
    Thing: _or_number(name_of),
    Place: _or_number(tell_place),
    Destination: _destination,
    SeaArea: _or_number(_sea_area),
    SeaName: _sea_name,
    Power: _power,
    Country: _country,
    Side: _side,
    Turn: _turn,
    Year: _year,
    Seat: _owner,
    Owner: _owner,
    Group: _group,
    PoolKey: _pool_key,
    Sortie: _sortie,
    Facing: _facing,
    Strengths: _strengths,
    Shifts: _shifts,
    Skies: _skies,
}


def tell(game: Position, kind: type[Meaning] | None, value: Any) -> Any:
    """A value in words, as its kind is told; numbers and words of no kind stay as they are."""
    if kind is None or kind is Number:
        return int(value) if isinstance(value, Number) else value
    if isinstance(value, list | tuple) and not kind.whole:
        return ", ".join(str(tell(game, kind, item)) for item in value) or "none"
    if isinstance(value, str) and issubclass(kind, Known):
        return value
    words = next((_WORDS[base] for base in kind.__mro__ if base in _WORDS), None)
    return _by_itself(game, kind, value) if words is None else words(game, value)


def _by_itself(game: Position, kind: type[Meaning], value: Any) -> Any:
    """A value of a kind that says itself how it is told: by a text, by what it points at, or as it stands."""
    phrase = kind.phrase(value)
    if phrase is not None:
        return say_in(title_of(game).name, phrase.key, **named(game, phrase.args))
    thing, place = kind.target(game, value)
    if thing is not None:
        return name_of(game, thing)
    return value if place is None or isinstance(value, str) else tell_place(game, place)


def in_a_sentence(game: Position, kind: type[Meaning] | None, value: Any) -> Any:
    """The same as a sentence speaks of it: lands have their article, the Ottoman Empire but Germany."""
    if kind is None or not issubclass(kind, _LANDS):
        return tell(game, kind, value)
    if isinstance(value, list | tuple):
        return ", ".join(in_a_sentence(game, kind, each) for each in value) or "none"
    name = tell(game, kind, value)
    return say("land-with-article", land=name) if name in _with_article() else name


def named(game: Position, args: Mapping[str, Any]) -> dict[str, Any]:
    """What a refusal or a prompt speaks of, in words: each value knows its kind."""
    return {name: _argument(game, value) for name, value in args.items()}


def _argument(game: Position, value: Any) -> Any:
    if isinstance(value, Violation):
        return tell_reason(game, value)
    if isinstance(value, Fraction):
        return f"{float(value):.4g}"
    if isinstance(value, Several):
        return in_a_sentence(game, value.kind, value)
    return in_a_sentence(game, type(value) if isinstance(value, Meaning) else None, value)


def named_fields(game: Position, event: Mapping[str, Any]) -> dict[str, Any]:
    """What a plain event says, in words: its fields have been declared."""
    kinds = kinds_of_event(event["event"])
    unsaid = ("event", "seen_by")
    return {name: in_a_sentence(game, kinds.get(name), value) for name, value in event.items() if name not in unsaid}


def how_many(event: Mapping[str, Any]) -> dict[str, int]:
    """Of each field that names several, how many: one unit marches, several march."""
    return {f"{name}_count": len(value) for name, value in event.items() if isinstance(value, list | tuple)}


def tell_event(game: Position, event: Any) -> str:
    """One line for an event, live or read from a log."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return tell_text(game, f"event-{plain['event']}", **(named_fields(game, plain) | how_many(plain)))


def tell_text(game: HasRuleset, key: str, /, **args: Any) -> str:
    """In the words of the game's own title; sentences begin with a capital letter."""
    return _small_beginning().sub("The ", say_in(title_of(game).name, key, **args))


def tell_if_known(game: HasRuleset, key: str) -> str:
    """The same, or nothing if there is no text for it."""
    return tell_text(game, key) if knows_in(title_of(game).name, key) else ""


def tell_verb(game: HasRuleset, verb: str) -> str:
    """What a player does with it, as on a button."""
    return tell_text(game, f"verb-{verb}")


def tell_rule(game: HasRuleset, section: str) -> str:
    """The number of a section as the book of the game's own title has it."""
    return title_of(game).number(section)


def tell_reason(game: Position, violation: Violation) -> str:
    """A reason in words, where its rule is shown beside it."""
    return tell_text(game, violation.key, **named(game, violation.args))


def tell_violation(game: Position, violation: Violation) -> str:
    """A reason with its rule, as a player reads it."""
    rule = f"[{tell_rule(game, violation.rule)}] " if violation.rule else ""
    return rule + tell_reason(game, violation)


def kind_of_items(game: Position, verb: str) -> type[Meaning] | None:
    """What nouns of the verb name."""
    known = _verb(game, verb)
    return None if known is None else known.items


def kind_of_targets(game: Position, verb: str) -> type[Meaning] | None:
    """What the items of the verb's nouns may be assigned to."""
    known = _verb(game, verb)
    return None if known is None else known.to


def _verb(game: Position, name: str) -> Verb | None:
    """None: a word of the kernel."""
    said = game.ruleset.announcements.get(name)
    return said.verb if said is not None else game.ruleset.verbs.get(name)


def tell_item(game: Position, verb: str, item: Item) -> str:
    """What a part of a noun stands for."""
    return str(tell(game, kind_of_items(game, verb), item))


def tell_target(game: Position, verb: str, choice: Item) -> str:
    """What an item may be assigned to."""
    return str(tell(game, kind_of_targets(game, verb), choice))


def tell_purchase(game: Position, verb: str, item: Item) -> str | None:
    """What a player may build or complete, with its price and the turn in which it would arrive; None of other choices."""
    kind = kind_of_items(game, verb)
    if kind is ShipInDock:
        ship = int(item)
        turn = turn_name(game.state.get(TURN) + dock_turns(game, ship))
        return say("build-item", name=name_of(game, ship), cost=dock_cost(game, ship), turn=turn)
    pool = named_place(game, f"{FORCE_POOL} {item}") if kind is PoolKey else None
    found = None if pool is None else forecast(game, pool)
    return None if found is None else say("build-item", name=item, cost=found[0], turn=turn_name(found[1]))
