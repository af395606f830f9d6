"""Findings of an audit of entry and events in Fatal Alliances: what help is worth, who rides, who surprises, who may attack."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from front import front
from test_fa_break_up import accept, surrender

from conformance.entry_pools import chosen, markers
from conformance.great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, impulse_of, initiative, wars
from conformance.positions import power, put
from conformance.steps import find
from conformance.turns import Change, field, in_turn, play, power_index, prompt
from worldfire.engine.game import Game
from worldfire.engine.state import decode_state
from worldfire.forces.partisans import all_partisans
from worldfire.forces.pools import PARTISANS, REMOVED
from worldfire.forces.things import PLACE, board_of, move, place_index, place_name, things_at
from worldfire.forces.who import POWER_NAMES, found_power
from worldfire.rules.s09_war import declaration_violation, targets
from worldfire.rules.s11_10_entry import politics_violation
from worldfire.rules.s13_01_3_partisan_effects import partisan_abroad_violation
from worldfire.rules.s13_01_partisans import Rising, may_be_reused
from worldfire.rules.s13_06_production import (
    PRODUCTION_OF_A_POWER,
    PowerProduction,
    UnitBuilt,
    cost_of,
    pools_to_build_from,
    price_of_order,
)
from worldfire.rules.s15_surprise import SURPRISE
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.fa.conditional_surrender import SurrenderAccepted
from worldfire.titles.fa.entry.permissions import SHIPS_SUPPORTED
from worldfire.titles.fa.entry.pools import ENTRY_IN_USE
from worldfire.titles.fa.entry.war import die_modifier
from worldfire.titles.fa.gearing import ATTACKED
from worldfire.titles.fa.latent import JOINING, Joining
from worldfire.titles.fa.politics.back_on_the_track import FALLEN_ALLIES, SURRENDERED_TO, back_on_the_track
from worldfire.titles.fa.politics.dealing import deals
from worldfire.titles.fa.politics.events.calling import EVENTS_PLAYED
from worldfire.titles.fa.politics.events.east import RECRUITS_LEFT
from worldfire.titles.fa.politics.events.uprisings import (
    LAWRENCE,
    LAWRENCES_CAVALRY,
    RIDING,
    SENUSSI_CAVALRY,
    horsemen_stir_the_land,
)
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.risings import RISING_IN, any_area
from worldfire.titles.fa.trade import AGREEMENTS, agreements_in_force
from worldfire.titles.fa.upgrades import from_version_1
from worldfire.titles.fa.victory import ONCE_SURRENDERED

CUP = (1, 2, 3, 0, 1, 2, 3, 2)


def points(central: int, allied: int) -> Change:
    return field(POLITICAL_POINTS, (central, allied))


def joined(name: str, by: str, *enemies: str) -> Change:
    """A latent major power that has come into the war."""

    def change(game: Game) -> None:
        found_power(game, power_index(game, name), power_index(game, by))
        wars(*((name, enemy) for enemy in enemies))(game)

    return change


def war_step(side: int, *changes: Change, procedure: str = "declare war", dice: tuple[int, ...] = (9,) * 8) -> Game:
    where = (AUGUST, in_turn("Jan/Feb 1916"), impulse_of(side, 4), initiative(side), markers(us=(2, 2), common=CUP))
    return fa_in(procedure, *where, *changes, dice=dice)


# ------------------------------------------------------------------------------------------------- help for the next units


def buying(name: str, have: int, *changes: Change) -> Game:
    game = front({}, wars=[("germany", "france"), ("germany", "commonwealth")])
    for change in (*changes, field(ATTACKED, (power(game, name),))):  # so that gears do not matter
        change(game)
    game.state.frames.clear()
    game.state.queue = ()
    game.push(PRODUCTION_OF_A_POWER.name, PowerProduction(power(game, name), points=have))
    game.state.frames[-1].step = "buy"
    game.put_state(game.state)
    return game


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.parametrize(
    ("who", "order", "changes"),
    [
        ("france", (("france: INF", 2),), (field(RECRUITS_LEFT, 1),)),
        (
            "commonwealth",
            (("united-kingdom: SCS1", 1), ("united-kingdom: SCS3", 1)),
            (chosen(31), field(SHIPS_SUPPORTED, 9)),
        ),
    ],
)
def test_one_order_has_no_more_help_than_is_left(
    who: str, order: tuple[tuple[str, int], ...], changes: tuple[Change, ...]
) -> None:
    """One is left to be cheaper: of two in one order only the first is, as if they had been ordered one by one."""
    game = buying(who, 20, *changes)
    pools = pools_to_build_from(game, power(game, who))
    units = tuple((things_at(game, pools[name])[0], number) for name, number in order)
    cheap = sum(cost_of(game, unit) * number for unit, number in units)
    assert price_of_order(game, units) == cheap + 1
    poor = buying(who, cheap, *changes)
    assert [reason.key for reason in poor.why_not("build", order, who)] == ["not-enough-build-points"]
    game.submit(who, "build", order)
    assert game.enclosing(PowerProduction).points == 20 - cheap - 1
    made = [event.cost for event in game.record.events if isinstance(event, UnitBuilt)]
    assert sum(made) == cheap + 1


# ---------------------------------------------------------------------------------------------------- horsemen of the desert


def called(side: int, seat: str, event: str, *changes: Change) -> Game:
    game = war_step(side, *changes, procedure="political events")
    play(game, seat, "trigger-event", event)
    play(game, seat, "place-horsemen", game.offers(seat)["place-horsemen"].domain[0])
    return game


def in_land(game: Game, name: str) -> int:
    return next(place for place in range(len(board_of(game))) if board_of(game).tables.country[place] == name)


TURKS = joined("ottoman-empire", "germany", "russia", "commonwealth", "france")
ITALIANS = joined("italy", "france", "germany", "austria-hungary")


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:13.1.2")
def test_the_senussi_drawn_from_the_pool_are_partisans_like_any_other() -> None:
    """Called they ride far and stay; destroyed, and drawn again in an ordinary rising, they do neither."""
    game = called(CENTRAL, "germany", "senussi", TURKS, ITALIANS)
    senussi, turk, cairo = find(game, SENUSSI_CAVALRY), find(game, "ottoman-empire-inf-i"), place_index(game, "Cairo")
    assert game.state.get(RIDING) == (SENUSSI_CAVALRY,)
    libya = any_area(game, "Libya")
    assert horsemen_stir_the_land(game, libya) == 2
    assert partisan_abroad_violation(game, senussi, cairo) is None
    assert cooperation_violation(game, senussi, turk) is None
    assert not may_be_reused(game, senussi)

    def only_the_senussi(game: Game) -> None:
        """Destroyed, and the only ones in the pool."""
        for unit in all_partisans(game):
            move(game, unit, place_index(game, PARTISANS if unit == senussi else REMOVED))
        game.set(RIDING, (SENUSSI_CAVALRY,))

    game = fa_in(
        RISING_IN.name,
        *(AUGUST, TURKS, ITALIANS, initiative(CENTRAL), only_the_senussi),
        locals=Rising(order=("Libya",)),
        dice=(1, 0),
    )
    assert prompt(game) == "place-partisan"
    (seat,) = game.waiting
    place = game.offers(seat)["place-partisan"].domain[0]
    play(game, seat, "place-partisan", place)
    assert game.state[PLACE][senussi] == place
    assert game.state.get(RIDING) == ()
    assert horsemen_stir_the_land(game, libya) == 0
    assert partisan_abroad_violation(game, senussi, cairo) is not None
    assert may_be_reused(game, senussi)


@pytest.mark.rule("fa:15.4")
def test_only_a_lawrence_who_was_called_rides_in_neutral_arabia() -> None:
    game = called(ALLIES, "commonwealth", "lawrence", TURKS, wars(("commonwealth", "germany")))
    lawrence, arabia = find(game, LAWRENCES_CAVALRY), in_land(game, "Arabia")
    assert politics_violation(game, lawrence, arabia) is None
    game.set(RIDING, ())
    assert politics_violation(game, lawrence, arabia) is not None


def upgraded(game: Game, **fields: Any) -> Any:
    """The state as a game of version 1 goes on, which had these fields."""
    document: dict[str, Any] = game.state.document()
    news = (RIDING.name, FALLEN_ALLIES.name)
    kept = {name: value for name, value in document["fields"].items() if name not in news}
    document["fields"] = {**kept, **fields}
    whole = msgspec.msgpack.encode(from_version_1(document, game.header))
    return decode_state(whole, game.ruleset.schema, game.ruleset.procedures)


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:9.4.2")
@pytest.mark.rule("fa:13.2.2.1")
def test_a_game_of_version_1_keeps_what_it_has_come_to() -> None:
    """Whom an event has called rides on, the Allies that surrendered count, and the embargo cuts the Dutch."""
    game = war_step(ALLIES, TURKS, procedure="political events")
    russia, germany, italy = (power_index(game, name) for name in ("russia", "germany", "italy"))
    game.write(SURRENDERED_TO, italy, CENTRAL + 1)
    old = {
        EVENTS_PLAYED.name: [LAWRENCE],
        ONCE_SURRENDERED.name: [germany, russia, italy],
        "fa_options_chosen": [[38, 1]],
    }
    state = upgraded(game, **old)
    assert state.get(RIDING) == (LAWRENCES_CAVALRY,)
    assert state.get(FALLEN_ALLIES) == (russia, italy)
    assert ("netherlands", "germany", 1) in state.get(AGREEMENTS)
    assert ("netherlands", "germany", 2) in upgraded(game).get(AGREEMENTS)


# ------------------------------------------------------------------------------------------------ war on a latent major power


@pytest.mark.rule("fa:17")
@pytest.mark.rule("fa:9.3")
@pytest.mark.rule("fa:9.5")
def test_who_is_attacked_is_surprised_and_surprises_nobody() -> None:
    """Germany attacks Italy, which France takes in: Austria-Hungary is at war with it too, and both surprise it."""
    game = war_step(CENTRAL, points(3, 9))
    while prompt(game) != "take-in-minor":
        (seat,) = game.waiting
        offers = game.offers(seat)
        if "declare-war" in offers and "italy" in offers["declare-war"].domain:
            play(game, seat, "declare-war", "italy")
        else:
            play(game, seat, next(iter(offers)))
    play(game, next(iter(game.waiting)), "take-in-minor")
    names = game.state.get(POWER_NAMES)
    surprising = {(names[one], names[other]) for one, other in game.state.get(SURPRISE)}
    assert surprising == {("germany", "italy"), ("austria-hungary", "italy")}


# ------------------------------------------------------------------------------------------------------- who may attack whom


def refusal(game: Game, who: str, name: str) -> str:
    found = declaration_violation(game, power_index(game, who), name)
    return "" if found is None else found.key


@pytest.mark.rule("fa:9.4.3")
@pytest.mark.rule("fa:9.4.2")
@pytest.mark.parametrize("victim", ["italy", "ottoman-empire", "japan"])
def test_no_way_into_the_war_through_a_latent_power(victim: str) -> None:
    """Before its 18 points the Commonwealth attacks none, nor does the neutral USA after option 48; minors they do."""
    game = war_step(ALLIES, points(9, 9), chosen(48))
    assert refusal(game, "commonwealth", victim) == "commonwealth-not-ready"
    assert refusal(game, "usa", victim) == "usa-only-attempts"
    assert refusal(game, "france", victim) == ""
    assert [refusal(game, who, "norway") for who in ("commonwealth", "usa")] == ["", ""]
    game = war_step(ALLIES, points(9, 9), wars(("usa", "germany")))
    assert refusal(game, "usa", victim) == "usa-leaves-minors", "as if it were one"


@pytest.mark.rule("fa:9.4")
def test_in_the_war_they_may_attack_a_latent_power() -> None:
    game = war_step(ALLIES, points(9, 9), chosen(48), wars(("commonwealth", "germany"), ("usa", "germany")))
    assert [refusal(game, who, "italy") for who in ("commonwealth", "usa")] == ["", ""]


@pytest.mark.rule("fa:9.4")
@pytest.mark.rule("fa:22.4")
def test_in_1917_too_the_usa_leaves_minor_countries_alone() -> None:
    """It has chosen all options up to 40, and can choose none any more."""
    game = begin_campaign("1917", title="fa", secret=b"1917", debug=True)
    game.set(POLITICAL_POINTS, (20, 20))
    assert not game.state.get(ENTRY_IN_USE)
    usa, france = power_index(game, "usa"), power_index(game, "france")
    assert targets(game, usa, minors=True) == ()
    assert targets(game, france, minors=True)
    assert refusal(game, "usa", "netherlands") == "usa-leaves-minors"


# ---------------------------------------------------------------------------------------------------------- the die for entry


@pytest.mark.rule("fa:9.4.2")
@pytest.mark.rule("fa:14.3")
def test_an_ally_that_is_a_flag_again_helps_the_die() -> None:
    """Italy surrendered as an Ally, the Ottoman Empire as a Central Power; neither is on a side any more."""
    game = war_step(ALLIES, TURKS, ITALIANS)
    before, italy, turks = die_modifier(game), power_index(game, "italy"), power_index(game, "ottoman-empire")
    for number in (italy, turks):
        game.say(SurrenderAccepted(power=number))
        back_on_the_track(game, number)
    assert die_modifier(game) == before - 1
    found_power(game, italy, power_index(game, "germany"))
    assert die_modifier(game) == before - 1, "and whatever becomes of it"
    found_power(game, turks, power_index(game, "france"))
    assert die_modifier(game) == before - 1


@pytest.mark.rule("fa:9.4.2")
@pytest.mark.rule("fa:14.5")
def test_italy_that_leaves_when_austria_breaks_up_counts_as_surrendered() -> None:
    game = surrender(italy=True)
    before = die_modifier(game)
    accept(game)
    assert die_modifier(game) == before - 1


# ------------------------------------------------------------------------------------------------------------- Dutch trade


def dutch(game: Game) -> dict[int, int]:
    """Country → resources that it sends to Germany."""
    own = power_index(game, "netherlands")
    return {each.within: each.resources for each in agreements_in_force(game) if each.giver == own}


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:15.2")
def test_pressure_after_the_embargo_leaves_germany_nothing_of_the_dutch() -> None:
    """The embargo leaves them one, pressure none; one may be signed for again, but never two."""
    held = (AUGUST, in_turn("Nov/Dec 1914"), initiative(CENTRAL), markers(us=(5,) * 8, common=(0,)))
    game = fa_in("US entry", *held, chosen(10, 24), dice=(0, 10, 0))
    play(game, "usa", "choose-war-option", 38)
    assert dutch(game) == {country(game, "netherlands"): 1}
    game.set(POLITICAL_POINTS, (99, 99))
    assert not any(deal.startswith("netherlands germany") for deal in deals(game, CENTRAL))
    assert any(deal.startswith("netherlands austria-hungary") for deal in deals(game, CENTRAL))
    rows = game.state.get(AGREEMENTS)
    game = war_step(
        ALLIES,
        *(chosen(10, 24, 38), field(AGREEMENTS, rows), points(99, 10)),
        procedure="political events",
        dice=(0, 8, 7, 5, 5),
    )
    play(game, "commonwealth", "trigger-event", "pressure-neutrals")
    assert dutch(game) == {}
    signed = [deal for deal in deals(game, CENTRAL) if deal.startswith("netherlands germany")]
    assert signed == ["netherlands germany 1"]


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:5.1.4")
def test_pressed_without_the_embargo_the_dutch_keep_their_own_resource() -> None:
    """“Not the NEI resource”: what comes from overseas goes on to Germany."""
    game = war_step(ALLIES, chosen(10, 24), points(0, 10), procedure="political events", dice=(0, 8, 7, 5, 5))
    play(game, "commonwealth", "trigger-event", "pressure-neutrals")
    assert dutch(game) == {country(game, "dutch-guyana"): 1}


@pytest.mark.rule("fa:22.4")
@pytest.mark.rule("fa:13.2.2.1")
def test_the_campaign_of_1917_begins_after_the_embargo() -> None:
    game = begin_campaign("1917", title="fa", secret=b"1917")
    assert ("netherlands", "germany", 1) in game.state.get(AGREEMENTS)


@pytest.mark.rule("fa:15.3.5")
@pytest.mark.rule("fa:2.5.4")
def test_guests_leave_a_latent_power_that_is_driven_into_the_war_against_them() -> None:
    """A Russian corps that the Ottomans had let in; the Commonwealth attacks them."""
    game = front({}, wars=[("germany", "russia"), ("germany", "commonwealth")])
    corps = put(game, "russia INF", "Istanbul")
    ottomans = power(game, "ottoman-empire")
    game.state.frames.clear()
    game.push(JOINING.name, Joining(ottomans, power(game, "germany"), attacked=True))
    game.put_state(game.state)
    assert place_name(game, game.state[PLACE][corps]).startswith("production circle")
