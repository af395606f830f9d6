"""13.7.3 Mutual peace: two players agree on terms, and what they agreed on is carried out.

One proposes, the other accepts, amends or declines; every proposal stands in the log as it was put. A major power and a
minor country come to peace at their old borders. Pacts without a war before them stand in `s09_02_making_pacts`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import NOTHING, Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Country, CountryId, Owner, Power, PowerId
from worldfire.forces.partisans import is_partisan
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import on_the_map
from worldfire.forces.turn import is_active, other_side, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRY_NAMES,
    HEXES_HELD,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    country_named,
    master_of,
    power_named,
    power_of,
    ruler_of,
)
from worldfire.rules.s02_5_control import clear_for_new_holder
from worldfire.rules.s09_02_pacts import EnemyIsNoMore, sign_pact
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.rules.s13_07_1_conquerors import hexes_of, holder_of
from worldfire.rules.s13_07_1_the_fallen import army_goes_home, end_minor, finish_minor, lose_units
from worldfire.rules.s13_07_3_terms import (
    Terms,
    contiguity_violation,
    countries_of,
    held_by,
    is_conquered_minor,
    transferred,
)
from worldfire.rules.s13_07_conquest import CONQUEST, Conquest, catch_ships, nation_lives
from worldfire.rules.s13_09_victory import SCORE_PLACES

#: how often terms are put forward before the last word is yes or no
PROPOSALS = 4


class TermsProposed(Event, frozen=True):
    """What each would give the other, as it was put forward."""

    power: PowerId
    target_power: PowerId
    giving: tuple[PlaceId, ...]
    taking: tuple[PlaceId, ...]
    giving_countries: tuple[CountryId, ...]
    taking_countries: tuple[CountryId, ...]


class TermsDeclined(Event, frozen=True):
    power: PowerId
    target_power: PowerId


class PeaceMade(Event, frozen=True):
    """Two major powers are at peace; a pact is in place between them."""

    power: PowerId
    target_power: PowerId


class MinorAtPeace(Event, frozen=True):
    """A minor country and a major power return to their old borders."""

    country: CountryId
    power: PowerId


class CountryTransferred(Event, frozen=True):
    country: CountryId
    power: PowerId
    conquered: bool


# --------------------------------------------------------------------------------------------------------- who may talk


@rule("13.7.3")
def minors_at_war_with(game: Position, power: int) -> tuple[int, ...]:
    """Minor countries of the other side that it attacked and that still stand."""
    pairs = game.state.get(AT_WAR)
    found = []
    for name in ground_of(game).minors:
        country = country_named(game, name)
        own = NOBODY if country == NOBODY else own_power(game, country)
        if own == NOBODY or is_conquered_minor(game, country) or game.state[SIDE][ruler_of(game, country)] == NOBODY:
            continue
        if (power, own) in pairs or (own, power) in pairs:
            found.append(country)
    return tuple(found)


@clause("13.7.3")
def may_come_to_terms(game: Position, power: int, other: int) -> bool:
    """Two major powers that are at war."""
    return at_war(game, power, other)


def _partners(game: Position, power: int) -> tuple[str, ...]:
    majors = powers_of_side(game, other_side(game.state[SIDE][power]))
    names = game.state.get(COUNTRY_NAMES)
    return (
        *(power_name(game, other) for other in majors if may_come_to_terms(game, power, other)),
        *(names[country] for country in minors_at_war_with(game, power)),
    )


class Peacemaking(msgspec.Struct):
    """How many powers have been asked."""

    asked: int = 0


TALKERS = EachPower(powers_in_order, lambda game, power: bool(_partners(game, power)))


def _partners_shape(game: Position, making: Peacemaking, seat: str) -> Shape | Violation:
    return One(_partners(game, TALKERS.next(game, making.asked)))


def _open_talks(game: Game, making: Peacemaking, seat: str, noun: Noun) -> Control:
    power = TALKERS.next(game, making.asked)
    making.asked = TALKERS.after(game, power)
    other = power_named(game, noun)
    if game.state[SIDE][other] != NOBODY:
        return Call(TALKS.name, Talks(power, other, power, seat=seat))
    country = country_named(game, noun)
    return Call(TALKS.name, Talks(power, ruler_of(game, country), power, minor=country, seat=seat))


def _no_talks(game: Game, making: Peacemaking, seat: str, noun: Noun) -> Control:
    making.asked = TALKERS.after(game, TALKERS.next(game, making.asked))
    return Goto("powers_may_talk")


NO_TALKS = Verb("make-no-peace", "13.7.3", _no_talks)
OPEN_TALKS = Verb("talk-peace-with", "13.7.3", _open_talks, _partners_shape, items=Owner)


@step("13.7.3", NO_TALKS, OPEN_TALKS)
def powers_may_talk(game: Game, making: Peacemaking) -> Control:
    """Nobody does in a campaign that a score of its own decides."""
    power = NOBODY if game.state.get(SCORE_PLACES) else TALKERS.next(game, making.asked)
    if power == NOBODY:
        return End()
    return one(
        seat_of_power(game, power), NO_TALKS, OPEN_TALKS, rule="13.7.3", prompt="peace-talks", power=Power(power)
    )


@step("13.7.3")
def talks_are_over(game: Game, making: Peacemaking) -> Control:
    return Goto("powers_may_talk")


PEACEMAKING = procedure("mutual peace", "13.7.3", powers_may_talk, talks_are_over, locals=Peacemaking)


# -------------------------------------------------------------------------------------------------------------- the talks


class Paper(msgspec.Struct, frozen=True):
    """What the one who opened the talks gives, and what the other does."""

    hexes: tuple[int, ...] = ()
    countries: tuple[int, ...] = ()
    hexes_back: tuple[int, ...] = ()
    countries_back: tuple[int, ...] = ()


class Talks(msgspec.Struct):
    """Two powers, whose turn it is to put terms forward, what each would give, and how often terms were put."""

    power: int
    other: int
    speaker: int
    #: peace with this minor country is meant, which the other power controls
    minor: int = NOBODY
    #: what `power` gives, and what `other` gives, as it was put last
    hexes: tuple[int, ...] = ()
    countries: tuple[int, ...] = ()
    hexes_back: tuple[int, ...] = ()
    countries_back: tuple[int, ...] = ()
    put: int = 0
    #: countries whose new owner still chooses their status
    open: tuple[tuple[int, int], ...] = ()
    #: what the speaker draws up; nobody but his seat reads it before it is put
    draft: Paper = Paper()
    seat: str = ""


def terms_of(talks: Talks, giver: int) -> Terms:
    """What was put last."""
    if giver == talks.power:
        return Terms(giver, talks.other, talks.hexes, talks.countries)
    return Terms(giver, talks.power, talks.hexes_back, talks.countries_back)


def draft_of(talks: Talks, giver: int) -> Terms:
    """What is being drawn up."""
    draft = talks.draft
    if giver == talks.power:
        return Terms(giver, talks.other, draft.hexes, draft.countries)
    return Terms(giver, talks.power, draft.hexes_back, draft.countries_back)


def _listener(talks: Talks) -> int:
    return talks.other if talks.speaker == talks.power else talks.power


def _hexes_shape(game: Position, talks: Talks, giver: int) -> Shape | Violation:
    if talks.minor != NOBODY:
        return refused("13.7.3", "peace-without-terms")
    whole = {place for country in draft_of(talks, giver).countries for place in hexes_of(game, country)}
    held = sorted(place for place in held_by(game, giver) if place not in whole)
    return Set(tuple(held), 0, len(held))


def _countries_shape(game: Position, talks: Talks, giver: int) -> Shape | Violation:
    if talks.minor != NOBODY:
        return refused("13.7.3", "peace-without-terms")
    names = game.state.get(COUNTRY_NAMES)
    domain = tuple(names[country] for country in countries_of(game, giver))
    return Set(domain, 0, len(domain)) if domain else refused("13.7.3", "no-country-to-give")


def _set_hexes(talks: Talks, giver: int, noun: Noun) -> None:
    given = {"hexes" if giver == talks.power else "hexes_back": noun}
    talks.draft = msgspec.structs.replace(talks.draft, **given)


def _set_countries(game: Position, talks: Talks, giver: int, noun: Noun) -> None:
    countries = tuple(country_named(game, name) for name in noun)
    whole = {place for country in countries for place in hexes_of(game, country)}
    _set_hexes(talks, giver, tuple(place for place in draft_of(talks, giver).hexes if place not in whole))
    given = {"countries" if giver == talks.power else "countries_back": countries}
    talks.draft = msgspec.structs.replace(talks.draft, **given)


def _offer_hexes(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    _set_hexes(talks, talks.speaker, noun)
    return Goto("terms_are_drawn_up")


def _demand_hexes(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    _set_hexes(talks, _listener(talks), noun)
    return Goto("terms_are_drawn_up")


def _offer_countries(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    _set_countries(game, talks, talks.speaker, noun)
    return Goto("terms_are_drawn_up")


def _demand_countries(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    _set_countries(game, talks, _listener(talks), noun)
    return Goto("terms_are_drawn_up")


def _own_hexes(game: Position, talks: Talks, seat: str) -> Shape | Violation:
    return _hexes_shape(game, talks, talks.speaker)


def _their_hexes(game: Position, talks: Talks, seat: str) -> Shape | Violation:
    return _hexes_shape(game, talks, _listener(talks))


def _own_countries(game: Position, talks: Talks, seat: str) -> Shape | Violation:
    return _countries_shape(game, talks, talks.speaker)


def _their_countries(game: Position, talks: Talks, seat: str) -> Shape | Violation:
    return _countries_shape(game, talks, _listener(talks))


@rule("13.7.3")
def _why_not_put(game: Position, talks: Talks, seat: str, noun: Noun) -> Violation | None:
    return contiguity_violation(game, draft_of(talks, talks.power)) or contiguity_violation(
        game, draft_of(talks, talks.other)
    )


def _put(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    talks.put += 1
    draft, talks.draft = talks.draft, Paper()
    talks.hexes, talks.countries = draft.hexes, draft.countries
    talks.hexes_back, talks.countries_back = draft.hexes_back, draft.countries_back
    mine, theirs = terms_of(talks, talks.speaker), terms_of(talks, _listener(talks))
    game.say(
        TermsProposed(
            power=talks.speaker,
            target_power=_listener(talks),
            giving=mine.hexes,
            taking=theirs.hexes,
            giving_countries=mine.countries,
            taking_countries=theirs.countries,
        )
    )
    return Goto("terms_are_answered")


def _break_off(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    game.say(TermsDeclined(power=talks.speaker, target_power=_listener(talks)))
    return End()


OFFER_HEXES = Verb("offer-hexes", "13.7.3", _offer_hexes, _own_hexes, items=Place, private=True)
DEMAND_HEXES = Verb("demand-hexes", "13.7.3", _demand_hexes, _their_hexes, items=Place, private=True)
OFFER_COUNTRIES = Verb("offer-countries", "13.7.3", _offer_countries, _own_countries, items=Owner, private=True)
DEMAND_COUNTRIES = Verb("demand-countries", "13.7.3", _demand_countries, _their_countries, items=Owner, private=True)
PUT_TERMS = Verb("put-terms", "13.7.3", _put, violation=_why_not_put)
BREAK_OFF = Verb("break-off-talks", "13.7.3", _break_off)


@step("13.7.3", PUT_TERMS, BREAK_OFF, OFFER_HEXES, DEMAND_HEXES, OFFER_COUNTRIES, DEMAND_COUNTRIES)
def terms_are_drawn_up(game: Game, talks: Talks) -> Control:
    """Until they are put to the other; who offers or demands anew replaces what stood there."""
    return one(
        seat_of_power(game, talks.speaker),
        PUT_TERMS,
        BREAK_OFF,
        OFFER_HEXES,
        DEMAND_HEXES,
        OFFER_COUNTRIES,
        DEMAND_COUNTRIES,
        rule="13.7.3",
        prompt="draw-up-terms",
        power=Power(_listener(talks)),
    )


def _accept(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    return Goto("terms_are_kept")


def _amend(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    talks.speaker, talks.seat = _listener(talks), seat
    talks.draft = Paper(talks.hexes, talks.countries, talks.hexes_back, talks.countries_back)
    return Goto("terms_are_drawn_up")


def _reject(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    game.say(TermsDeclined(power=_listener(talks), target_power=talks.speaker))
    return End()


def _may_amend(game: Position, talks: Talks, seat: str) -> Shape | Violation:
    if talks.put >= PROPOSALS or talks.minor != NOBODY:
        return refused("13.7.3", "last-word")
    return NOTHING


ACCEPT = Verb("accept-terms", "13.7.3", _accept)
AMEND = Verb("amend-terms", "13.7.3", _amend, _may_amend)
REJECT = Verb("reject-terms", "13.7.3", _reject)


@step("13.7.3", REJECT, ACCEPT, AMEND)
def terms_are_answered(game: Game, talks: Talks) -> Control:
    return one(
        seat_of_power(game, _listener(talks)),
        REJECT,
        ACCEPT,
        AMEND,
        rule="13.7.3",
        prompt="answer-terms",
        power=Power(talks.speaker),
    )


# ------------------------------------------------------------------------------------------------------- what was agreed on


@step("13.7.3")
def terms_are_kept(game: Game, talks: Talks) -> Control:
    """Hexes and countries change hands, the war is over, and forces go home."""
    if talks.minor != NOBODY:
        minor_makes_peace(game, talks.minor, talks.power)
        return End()
    for giver in (talks.power, talks.other):
        talks.open += tuple(_hand_over(game, terms_of(talks, giver)))
    return Goto("status_is_chosen")


@rule("13.7.3", "2.5.4")
def _hand_over(game: Game, terms: Terms) -> Iterator[tuple[int, int]]:
    """What was aligned is conquered now; what was conquered its new owner may also align: (country, new owner)."""
    for place in transferred(game, terms):
        change_control(game, place, terms.taker)
        clear_for_new_holder(game, place)
    for country in terms.countries:
        if is_conquered_minor(game, country):
            yield country, terms.taker
        else:
            _take_as_conquered(game, country, terms.taker)


@rule("13.7.3", "13.7.1/complete conquest")
def _take_as_conquered(game: Game, country: int, power: int) -> None:
    """No unit is transferred: its army goes as in any conquest, or fights on if it has another home country."""
    game.write(FORMER_POWER, country, game.state[POWER][country])
    lose_units(game, country)
    game.write(CONQUEROR, country, power)
    if not nation_lives(game, country):
        align_country(game, country, power)
        end_minor(game, country, power)
    game.say(CountryTransferred(country=country, power=power, conquered=True))


@rule("13.7.3")
def _pass_on(game: Game, country: int, power: int, *, conquered: bool) -> None:
    """A country that was conquered already; while it fights on elsewhere only its land passes.

    No unit is transferred: those that fought for the other side leave the game, and ships stay with it.
    """
    fights_on, ruler = game.state[NEW_HOME][country] != NOBODY, game.state[POWER][country]
    game.write(CONQUEROR, country, power if conquered else NOBODY)
    if not (conquered and fights_on):
        if game.state[SIDE][ruler] != game.state[SIDE][power]:
            finish_minor(game, country, power, ruler)
        game.write(NEW_HOME, country, NOBODY)
        align_country(game, country, power)
    game.say(CountryTransferred(country=country, power=power, conquered=conquered))


_STATUS = ("conquered", "aligned")


def _status(game: Position, talks: Talks, seat: str) -> Shape | Violation:
    return One(_STATUS)


def _choose_status(game: Game, talks: Talks, seat: str, noun: Noun) -> Control:
    (country, power), talks.open = talks.open[0], talks.open[1:]
    _pass_on(game, country, power, conquered=noun == _STATUS[0])
    return Goto("status_is_chosen")


TAKE_COUNTRY_AS = Verb("take-country-as", "13.7.3", _choose_status, _status)


@step("13.7.3", TAKE_COUNTRY_AS)
def status_is_chosen(game: Game, talks: Talks) -> Control:
    if not talks.open:
        return None
    country, power = talks.open[0]
    return one(
        seat_of_power(game, power), TAKE_COUNTRY_AS, rule="13.7.3", prompt="take-country-as", country=Country(country)
    )


@step("13.7.3")
def war_is_over(game: Game, talks: Talks) -> Control:
    end_war(game, talks.power, talks.other)
    return None


@step("13.7.3", also=("11.10.6/overrunning naval units",))
def ships_leave(game: Game, talks: Talks) -> Control:
    """Ships in ports that were given away must leave them."""
    return catch_ships(game) or Goto("refugees_move_on")


@step("13.7.3")
def more_ships_leave(game: Game, talks: Talks) -> Control:
    return Goto("ships_leave")


@step("13.7.3", also=("13.7.1/incomplete conquest", "13.7.1/complete conquest"))
def refugees_move_on(game: Game, talks: Talks) -> Control:
    """Whose refuge was given away needs another at once; who has none any more is completely conquered."""
    given = (*talks.countries, *talks.countries_back)
    homeless = tuple(nation for nation in given if _has_no_home_yet(game, nation))
    return Call(CONQUEST.name, Conquest(homeless=homeless, only_powers=True))


def _has_no_home_yet(game: Position, nation: int) -> bool:
    """A country that was given away and fights on for whoever gave it."""
    given_away = game.state[CONQUEROR][nation] not in (NOBODY, game.state[POWER][nation])
    return given_away and game.state[NEW_HOME][nation] == NOBODY and nation_lives(game, nation)


TALKS = procedure(
    "peace talks",
    "13.7.3",
    terms_are_drawn_up,
    terms_are_answered,
    terms_are_kept,
    status_is_chosen,
    war_is_over,
    ships_leave,
    more_ships_leave,
    refugees_move_on,
    locals=Talks,
    private={"draft": "seat"},
)


@rule("13.7.3")
def end_war(game: Game, power: int, other: int) -> None:
    """Between the two and their minor countries; forces in each other's hexes go home, and a pact is in place."""
    sides = {power, other}
    wars = (pair for pair in game.state.get(AT_WAR) if {master_of(game, each) for each in pair} != sides)
    game.set(AT_WAR, tuple(wars))
    withdraw(game, power, other)
    game.say(PeaceMade(power=power, target_power=other))
    sign_pact(game, power, other)
    for each in (power, other):
        if not is_active(game, each):
            leave_allied_soil(game, each)


@rule("13.7.3")
def withdraw(game: Game, power: int, other: int) -> None:
    """Forces of each in hexes of the other come back as reinforcements."""
    pairs = ((power, other), (other, power))
    send_home(
        game,
        tuple(
            unit
            for unit, place in on_the_map(game)
            if (power_of(game, unit), holder_of(game, place)) in pairs and not is_partisan(game, unit)
        ),
    )


@rule("13.7.3")
def leave_allied_soil(game: Game, power: int) -> None:
    """A power at war with nobody has no units in an ally's country."""
    send_home(
        game,
        tuple(
            unit
            for unit, place in on_the_map(game)
            if power_of(game, unit) == power and not is_partisan(game, unit) and holder_of(game, place) != power
        ),
    )


@rule("13.7.3")
def neutral_again(game: Game, event: EnemyIsNoMore) -> None:
    """So it is if its last enemy is completely conquered."""
    if not is_active(game, event.power):
        leave_allied_soil(game, event.power)


@rule("13.7.3")
def minor_makes_peace(game: Game, country: int, power: int) -> None:
    """Old borders; a minor country that is at war with nobody any more is neutral, its army beside the map.

    Naval units that were destroyed stay destroyed.
    """
    own = own_power(game, country)
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if {*pair} != {own, power}))
    master = game.state[POWER][country]
    at_peace = not any(own in pair for pair in game.state.get(AT_WAR))
    new = own if at_peace else master
    lands = (country, *_possessions(game, country)) if at_peace else (country,)
    hexes = tuple(place for land in lands for place in hexes_of(game, land))
    returned = tuple(place for place in hexes if at_peace or holder_of(game, place) == power)
    for place in returned:
        change_control(game, place, new)
    for place in tuple(game.look_up(HEXES_HELD).get(own, ())):
        home = game.state[HOME_COUNTRY][place]
        if home not in (NOBODY, country) and ruler_of(game, home) == power:
            change_control(game, place, power)
            clear_for_new_holder(game, place)
    if at_peace:
        for land in lands:
            align_country(game, land, own)
            army_goes_home(game, land)
    for place in returned:
        clear_for_new_holder(game, place)
    game.say(MinorAtPeace(country=country, power=power))


@rule("13.7.3")
def _possessions(game: Position, country: int) -> tuple[int, ...]:
    """What belonged to the minor country, came to its major power with it and is still there."""
    owners, names = ground_of(game).minors, game.state.get(COUNTRY_NAMES)
    return tuple(
        land
        for land, name in enumerate(names)
        if land != country
        and owners.get(name) == names[country]
        and game.state[POWER][land] == game.state[POWER][country]
        and game.state[CONQUEROR][land] == NOBODY
    )


MODULE = Module(procedures=(PEACEMAKING, TALKS), subscribes=((EnemyIsNoMore, neutral_again),))
