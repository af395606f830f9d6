"""What political choices of the common book mean (5, 9, 13.7): whom a war concerns, what a country brings, what terms say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Item
from worldfire.forces.enmity import at_war
from worldfire.forces.kinds import Country, Power
from worldfire.forces.nations import main_home
from worldfire.forces.pools import named_place
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import board_of, counter_of, things_at
from worldfire.forces.turn import is_active, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import COUNTRY_NAMES, NOBODY, SIDE, country_named, power_named, ruler_of
from worldfire.rules.s09_02_pacts import (
    TIMES_TO_BREAK,
    attacking_value,
    break_violation,
    common_border,
    defending_value,
)
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s09_war import declare_war, minor_on_offer, protectors, who_breaks, who_declares
from worldfire.rules.s13_06_4_promises import trade_agreements
from worldfire.rules.s13_06_production import factories_in, resources_in
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.rules.s13_07_3_peace import Talks, draft_of, terms_of
from worldfire.rules.s13_07_3_terms import Terms
from worldfire.rules.s19_4_minor_units import home_of
from worldfire.tables.counters import AirCounter, LandCounter
from worldfire.titles import title_of
from worldfire.titles.cards import Card, CardWriter
from worldfire.titles.telling import in_a_sentence, tell_reason, tell_text
from worldfire.words import knows, say


def _power(game: Position, power: int) -> str:
    return str(in_a_sentence(game, Power, power))


def _country(game: Position, country: int) -> str:
    return str(in_a_sentence(game, Country, country))


def _numbers(game: Position, places: Iterable[int]) -> tuple[str, ...]:
    board = board_of(game)
    return tuple(board.number(place) for place in places)


# ------------------------------------------------------------------------------------------------------- what a country has


def worth_of(game: Position, country: int) -> Iterator[str]:
    """Its army, and what its hexes give to whoever holds them."""
    army = named_place(game, f"army of {game.state.get(COUNTRY_NAMES)[country]}")
    units = Counter(_branch(game, unit) for unit in (() if army is None else things_at(game, army)))
    if units:
        yield say("card-army", land=units["land"], air=units["air"], ships=units["sea"])
    places = hexes_of(game, country)
    factories = sum(sum(factories_in(game, place)) for place in places)
    resources = sum(resources_in(game, place) for place in places)
    if factories or resources:
        yield say("card-wealth", factories=factories, resources=resources)


def _branch(game: Position, unit: int) -> str:
    counter = counter_of(game, unit)
    if isinstance(counter, LandCounter):
        return "land"
    return "air" if isinstance(counter, AirCounter) else "sea"


# ------------------------------------------------------------------------------------------------------- 9.3, 9.5 going to war


def _war(game: Game, seat: str, target: Item | None) -> Card:
    power, enemy = who_declares(game), power_named(game, str(target))
    if enemy != NOBODY and game.state[SIDE][enemy] != NOBODY:
        return _war_on_major(game, power, enemy)
    return _war_on_minor(game, power, country_named(game, str(target)))


def _war_on_major(game: Game, power: int, enemy: int) -> Card:
    lines = [say("card-war-major"), *_drawn_in(game, power, enemy)]
    called = [len(_reserves(game, one)) for one in (power, enemy)]
    if any(called):
        lines.append(say("card-war-reserves", own=called[0], theirs=called[1]))
    if any({one.giver, one.recipient} == {power, enemy} for one in trade_agreements(game)):
        lines.append(say("card-war-trade", power=_power(game, enemy)))
    lines += [line for line in [title_of(game).politics.notice_of_war(game, power, enemy)] if line]
    home = home_of(game, main_home(game, enemy))
    brief = say("card-major-active" if is_active(game, enemy) else "card-major-neutral")
    return Card("", tuple(lines), brief, _numbers(game, hexes_of(game, home)), weighty=True)


def _drawn_in(game: Game, power: int, enemy: int) -> Iterator[str]:
    """Who else would be at war by that, tried out; or that nobody would though the enemy has friends."""
    trial = game.fork()
    declare_war(trial, power, enemy)
    fresh = [war for war in trial.state.get(AT_WAR) if war not in game.state.get(AT_WAR) and set(war) != {power, enemy}]
    friends = (one for one in powers_of_side(game, game.state[SIDE][enemy]) if one != enemy)
    if fresh:
        wars = (say("card-war-pair", one=_power(game, one), other=_power(game, other)) for one, other in fresh)
        yield say("card-war-drawn-in", wars=", ".join(wars))
    elif not all(at_war(game, power, one) for one in friends):
        yield say("card-war-alone")


def _reserves(game: Position, power: int) -> tuple[int, ...]:
    pool = named_place(game, f"reserve pool of {power_name(game, power)}")
    return () if pool is None else tuple(things_at(game, pool))


def _war_on_minor(game: Position, power: int, country: int) -> Card:
    helpers = protectors(game, country, power)
    asked = [_power(game, helper) for helper in helpers]
    lines = [
        *worth_of(game, country),
        say("card-war-protectors", powers=", ".join(asked)) if asked else say("card-war-unprotected"),
        title_of(game).politics.notice_of_war(game, power, own_power(game, country)),
    ]
    brief = say("card-turns-to", power=asked[0]) if asked else say("card-turns-to-nobody")
    return Card("", tuple(line for line in lines if line), brief, _numbers(game, hexes_of(game, country)), weighty=True)


def _take_in(game: Game, seat: str, nothing: Item | None) -> Card:
    country, attacker, _ = minor_on_offer(game)
    lines = (*worth_of(game, country), say("card-take-in-war", power=_power(game, attacker)))
    return Card(say("card-take-in"), lines, hexes=_numbers(game, hexes_of(game, country)))


def _leave_alone(game: Game, seat: str, nothing: Item | None) -> Card:
    country, attacker, after = minor_on_offer(game)
    if after != NOBODY:
        return Card(say("card-next-is-asked", power=_power(game, after)))
    return Card(say("card-falls-at-once", country=_country(game, country), power=_power(game, attacker)))


def _align(game: Game, seat: str, name: Item | None) -> Card:
    country, key = country_named(game, str(name)), f"card-align-{name}"
    own = say(key) if knows(key) else ""
    return Card(own, tuple(worth_of(game, country)), hexes=_numbers(game, hexes_of(game, country)))


def _land(game: Game, seat: str, name: Item | None) -> Card:
    """A country that may change hands."""
    country = country_named(game, str(name))
    return Card("", tuple(worth_of(game, country)), hexes=_numbers(game, hexes_of(game, country)))


# -------------------------------------------------------------------------------------------------------------- 9.2 pacts


def _break(game: Game, seat: str, name: Item | None) -> Card:
    """A player reads his own hidden markers, and everybody the other's garrison."""
    power, other = who_breaks(game), power_named(game, str(name))
    why = break_violation(game, power, other)
    own, theirs = float(attacking_value(game, power, other)), float(defending_value(game, other, power))
    lines = [
        say("card-garrisons", own=f"{own:g}", theirs=f"{theirs:g}", needed=f"{theirs * TIMES_TO_BREAK(game):g}"),
        say("card-pact-can-break") if why is None else tell_reason(game, why),
    ]
    return Card("", tuple(lines), hexes=_numbers(game, common_border(game, power, other)), weighty=True)


# ------------------------------------------------------------------------------------------------------------ 13.7.3 peace


def _talk(game: Game, seat: str, name: Item | None) -> Card:
    other = power_named(game, str(name))
    if other != NOBODY and game.state[SIDE][other] != NOBODY:
        return Card(say("card-talk-major"), weighty=True)
    country = country_named(game, str(name))
    text = say("card-talk-minor", power=_power(game, ruler_of(game, country)))
    return Card(text, hexes=_numbers(game, hexes_of(game, country)), weighty=True)


def _terms_on_the_table(game: Game, seat: str, nothing: Item | None) -> Card:
    return _terms(game, seat, terms_of)


def _terms_drawn_up(game: Game, seat: str, nothing: Item | None) -> Card:
    return _terms(game, seat, draft_of)


def _terms(game: Game, seat: str, read: Callable[[Talks, int], Terms]) -> Card:
    """What each would give, with the hexes of it."""
    talks = game.enclosing(Talks)
    if talks.minor != NOBODY:
        text = tell_text(game, "card-old-borders", country=_country(game, talks.minor))
        return Card(text, hexes=_numbers(game, hexes_of(game, talks.minor)))
    lines, places = [], []
    for terms in (read(talks, talks.power), read(talks, talks.other)):
        gifts = [_country(game, country) for country in terms.countries]
        if terms.hexes:
            gifts.append(say("card-hexes", count=len(terms.hexes)))
        own = seat_of_power(game, terms.giver) == seat
        what = ", ".join(gifts) or say("card-nothing")
        key = "card-you-give" if own else "card-they-give"
        lines.append(tell_text(game, key, power=_power(game, terms.giver), what=what))
        places += [*terms.hexes, *(place for country in terms.countries for place in hexes_of(game, country))]
    return Card(say("card-peace-follows"), tuple(lines), hexes=_numbers(game, places))


def _plain(key: str) -> CardWriter:
    """A choice whose meaning is always the same."""
    return lambda game, seat, item: Card(say(key))


POLITICAL_WRITERS: dict[str, CardWriter] = {
    "declare-war": _war,
    "take-in-minor": _take_in,
    "decline-minor": _leave_alone,
    "align-minor": _align,
    "break-pact": _break,
    "talk-peace-with": _talk,
    "offer-countries": _land,
    "demand-countries": _land,
    "revert-countries": _land,
    "liberate": _land,
    "put-terms": _terms_drawn_up,
    "accept-terms": _terms_on_the_table,
    "amend-terms": _plain("card-amend-terms"),
    "reject-terms": _plain("card-reject-terms"),
    "surrender": _plain("card-surrender"),
    "do-not-surrender": _plain("card-fight-on"),
    "accept-pact": _plain("card-accept-pact"),
    "decline-pact": _plain("card-decline-pact"),
    "add-to-force-pools": _plain("card-join-force-pools"),
    "leave-out-of-force-pools": _plain("card-leave-force-pools"),
}
