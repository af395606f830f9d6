"""FA 15.3, 15.4: special countries and political events."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest
from entry_pools import chosen, markers
from great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, impulse_of, initiative, wars
from turns import Change, controlled, field, in_turn, play, power_index, prompt

from conformance.positions import set_wars
from worldfire.engine.chance import LooseChance
from worldfire.engine.errors import Refused
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.pools import circle_space, pool_of
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    POWER,
    POWER_NAMES,
    SIDE,
    PowerArises,
    change_control,
    found_power,
    units_of,
    units_on_map,
)
from worldfire.players import random_player
from worldfire.rules.s09_06_aligning import army
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_05_8_damage import ConvoysSunk
from worldfire.rules.s11_10_entry import CLOSED_HEX, politics_violation
from worldfire.rules.s15_surprise import SURPRISE
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.counters import LandType
from worldfire.titles.fa.entry.noticing import EntryActionSeen
from worldfire.titles.fa.entry.pools import US_ENTRY, markers_in
from worldfire.titles.fa.entry.step import regular_markers
from worldfire.titles.fa.japan import JAPANS_OWN_WAR
from worldfire.titles.fa.morale import MORALE, TENTHS, morale
from worldfire.titles.fa.politics.back_on_the_track import back_on_the_track
from worldfire.titles.fa.politics.events.america import chihuahua_is_returned, the_usa_occupies_chihuahua
from worldfire.titles.fa.politics.events.calling import EVENTS_PLAYED
from worldfire.titles.fa.politics.events.telegram import HOME_FRONT_MOBILISED, Sinking
from worldfire.titles.fa.politics.events.uprisings import lands_of_the_jihad
from worldfire.titles.fa.politics.flags import ALLY, CLOSED_UNTIL, FLAG, SECOND_FLAG, shift
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of
from worldfire.titles.fa.risings import FOURTEEN_POINTS, any_area, areas_that_may_rise, number_of_area
from worldfire.titles.fa.sea.special_ships import ship_named
from worldfire.titles.fa.trade import AGREEMENTS, agreements_in_force

CUP = (1, 2, 3, 0, 1, 2, 3, 2)


def points(central: int, allied: int) -> Change:
    return field(POLITICAL_POINTS, (central, allied))


def box(game: Game, name: str) -> int:
    return game.state[FLAG][country(game, name)]


def flag(name: str, lies: int) -> Change:
    return lambda game: game.write(FLAG, country(game, name), lies)


def morale_of(name: str, level: int) -> Change:
    return lambda game: game.write(MORALE, power_index(game, name), level * TENTHS)


def joined(name: str, by: str, *enemies: str) -> Change:
    """A latent major power that has come into the war."""

    def change(game: Game) -> None:
        found_power(game, power_index(game, name), power_index(game, by))
        wars(*((name, enemy) for enemy in enemies))(game)

    return change


def events_of(side: int, *changes: Change, turn: str = "Jan/Feb 1917", dice: tuple[int, ...] = ()) -> Game:
    """The start of a declaration of war step."""
    where = (AUGUST, in_turn(turn), impulse_of(side, 4), initiative(side), markers(us=(2, 2), common=CUP))
    return fa_in("political events", *where, *changes, dice=dice)


def offered(game: Game, seat: str) -> set[str]:
    return set(game.offers(seat)["trigger-event"].domain) if seat in game.waiting else set()


# --------------------------------------------------------------------------------------------------------------- events


@pytest.mark.rule("fa:15.4", example="FA-E55")
@pytest.mark.parametrize(("die", "mexican", "gained"), [(5, 4, 2), (6, 0, 2), (7, 0, 2), (8, 0, 0)])
def test_the_zimmermann_telegram(die: int, mexican: int, gained: int) -> None:
    """In a German step either Germany or the USA sets it off, once."""
    game = events_of(CENTRAL, chosen(10, 24, 38), dice=(die, *(0,) * gained))
    before = box(game, "mexico")
    assert "zimmermann" in offered(game, "germany")
    play(game, "germany", "trigger-no-event")
    assert "zimmermann" in offered(game, "usa")
    play(game, "usa", "trigger-event", "zimmermann")
    assert box(game, "mexico") == before - mexican
    assert markers_in(game, US_ENTRY) == 2 + gained
    assert "zimmermann" in game.state.get(EVENTS_PLAYED)
    assert events_of(CENTRAL, chosen(38), field(EVENTS_PLAYED, ("zimmermann",))).over
    assert events_of(ALLIES, chosen(38)).over, "in a German step only"


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:13.2.3.1")
def test_unrestricted_u_boats_and_the_lusitania() -> None:
    """Three points to the Allies, six once the USA is at war; the Lusitania is sunk on 3 or less, once."""
    held = markers(us=(2,), common=CUP)
    game = fa_in("Lusitania", AUGUST, held, initiative(CENTRAL), locals=Sinking(0), dice=(9, 9, 3, 0))
    assert markers_in(game, US_ENTRY) == 2
    assert game.state.get(EVENTS_PLAYED) == ("lusitania",)
    game = fa_in("play", AUGUST, held, points(0, 0), initiative(CENTRAL), dice=(0, 0, 0, 0, 9, 9, 4))
    play(game, "germany", "declare-u-boat-war")
    assert points_of(game, ALLIES) == 3
    assert game.state.get(EVENTS_PLAYED) == ("lusitania",), "the die was thrown, though it brought nothing"
    atlantic = wars(("usa", "germany"), ("commonwealth", "germany"))
    game = fa_in("play", AUGUST, atlantic, points(0, 0), initiative(CENTRAL), dice=(4,))
    play(game, "germany", "declare-u-boat-war")
    assert points_of(game, ALLIES) == 6


@pytest.mark.rule("fa:15.4")
def test_lenin_goes_to_russia() -> None:
    """From 1916 on: Russia tired and in no German city, Germany in Warsaw and in a Russian city."""
    taken = (controlled("germany", "E2834"), lambda game: change_control(game, _place(game, "Riga"), 0))
    tired = morale_of("russia", 10)

    def step(*changes: Change, turn: str = "Jan/Feb 1916") -> Game:
        held = markers(us=(2, 2), common=CUP)
        return fa_in("US entry", AUGUST, in_turn(turn), initiative(CENTRAL), held, *changes, dice=(0,) * 6)

    assert prompt(step(*taken)) == "choose-war-option", "morale"
    assert prompt(step(tired)) == "choose-war-option", "Warsaw"
    assert prompt(step(*taken, tired, turn="Nov/Dec 1915")) == "choose-war-option", "too early"
    game = step(*taken, tired)
    assert offered(game, "germany") == {"lenin"}
    play(game, "germany", "trigger-event", "lenin")
    assert regular_markers(game) == 3
    assert markers_in(game, US_ENTRY) == 2 + 3


def _place(game: Game, name: str) -> int:
    board = game.ruleset.tables.board
    return board.index[board.find(name)]


@pytest.mark.rule("fa:15.4")
def test_pancho_villa_raids() -> None:
    """After option 25 while both are neutral; unpunished he costs a marker on 3 or less; occupied, Mexico leans."""
    game = events_of(CENTRAL, chosen(25))
    play(game, "germany", "trigger-event", "villa")
    villa = ship_named(game, "mexico-cav-villa")
    assert game.state[PLACE][villa] == _place(game, "Chihuahua")
    raided = (chosen(25), field(EVENTS_PLAYED, ("villa",)))
    game = fa_in("Pancho Villa", AUGUST, *raided, markers(us=(2, 2), common=CUP), dice=(3, 0))
    assert markers_in(game, US_ENTRY) == 1

    def occupied(game: Game) -> None:
        game.write(CONTROLLER, _place(game, "Chihuahua"), power_index(game, "usa"))

    game = fa_in("Pancho Villa", AUGUST, *raided, occupied, markers(us=(2, 2), common=CUP))
    assert (game.over, markers_in(game, US_ENTRY)) == (True, 2)
    before = box(game, "mexico")
    game = fa_in("political points", AUGUST, *raided, occupied, initiative(CENTRAL), dice=(1,) * 4)
    assert box(game, "mexico") == before - 1
    assert events_of(CENTRAL, chosen(25), wars(("usa", "germany"))).over


@pytest.mark.rule("fa:15.4")
def test_the_usa_drives_villa_out() -> None:
    """American troops that have entered Chihuahua hold it; his band is not set up again, and goes back with peace."""
    game = events_of(CENTRAL, chosen(25))
    play(game, "germany", "trigger-event", "villa")
    villa, place, usa = ship_named(game, "mexico-cav-villa"), _place(game, "Chihuahua"), power_index(game, "usa")
    troops = next(unit for unit in units_of(game, country(game, "usa")) if counter_of(game, unit).type is LandType.INF)
    assert politics_violation(game, troops, place) is None
    move(game, troops, place)
    the_usa_occupies_chihuahua(game)
    assert game.state[CONTROLLER][place] == usa
    assert game.state[PLACE][villa] == pool_of(game, villa)
    assert villa not in army(game, country(game, "mexico"))
    set_wars(game, (("usa", "germany"),))
    chihuahua_is_returned(game, WarDeclared(power=usa, target_power=power_index(game, "germany")))
    assert game.state[CONTROLLER][place] == power_index(game, "mexico")
    assert game.state[PLACE][troops] == place_index(game, circle_space(game.state.get(TURN) + 2))


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:13.1.1")
def test_the_fourteen_points() -> None:
    """Two partisan dice from now on; Poles and Czechs under the Central Powers may rise."""
    game = events_of(ALLIES, chosen(40))
    assert "Czech" not in {area.name for area in areas_that_may_rise(game)}
    play(game, "usa", "trigger-event", "fourteen-points")
    assert game.state.get(FOURTEEN_POINTS)
    assert "Czech" in {area.name for area in areas_that_may_rise(game)}
    game = fa_in("partisans", AUGUST, field(FOURTEEN_POINTS, True), initiative(CENTRAL), dice=(4, 4, *(10,) * 30))
    assert any(type(event).__name__ == "Rolled" and len(event.dice) == 2 for event in game.events)


@pytest.mark.rule("fa:15.4")
def test_the_call_for_jihad() -> None:
    """By a Central Ottoman Empire before the USA is in; Persia and Afghanistan lean a box, the USA hears on 7 or less."""
    turks = joined("ottoman-empire", "germany", "russia", "france")
    british = wars(("commonwealth", "germany"))
    game = events_of(CENTRAL, turks, british)
    lands = lands_of_the_jihad(game)
    assert len(lands) == 6, "all but Libya: Italy is neutral"
    rolls = [(10, 0) if number_of_area(game, any_area(game, land)) >= 10 else (10,) for land in lands]
    game = events_of(CENTRAL, turks, british, dice=(*chain.from_iterable(rolls), 7, 0))
    before = box(game, "persia")
    assert "jihad" in offered(game, "germany")
    play(game, "germany", "trigger-event", "jihad")
    while prompt(game) == "place-partisan":
        seat = next(iter(game.waiting))
        play(game, seat, "place-partisan", game.offers(seat)["place-partisan"].domain[0])
    assert box(game, "persia") == before - 1
    assert markers_in(game, US_ENTRY) == 3
    assert "jihad" in game.state.get(EVENTS_PLAYED)
    assert "jihad" not in offered(events_of(CENTRAL), "germany")


@pytest.mark.rule("fa:15.4")
def test_horsemen_of_the_desert() -> None:
    """Lawrence in Arabia from 1916 on, the Senussi near Tobruk once Italy is an Ally."""
    turks = joined("ottoman-empire", "germany", "russia", "commonwealth")
    turkish = controlled("ottoman-empire", "E1406")
    game = events_of(ALLIES, turks, turkish, wars(("commonwealth", "germany")), turn="Jan/Feb 1916")
    assert "lawrence" in offered(game, "commonwealth")
    play(game, "commonwealth", "trigger-event", "lawrence")
    places = game.offers("commonwealth")["place-horsemen"].domain
    play(game, "commonwealth", "place-horsemen", places[0])
    lawrence = ship_named(game, "partisans-arabia-part-lawrence-cav")
    assert game.state[PLACE][lawrence] == places[0]
    assert game.state[POWER][game.state[COUNTRY][lawrence]] == power_index(game, "commonwealth")
    italians = joined("italy", "france", "germany", "austria-hungary")
    game = events_of(CENTRAL, turks, italians, turn="Jan/Feb 1916")
    play(game, "germany", "trigger-event", "senussi")
    assert prompt(game) == "place-horsemen"
    assert _place(game, "Tobruk") in game.offers("germany")["place-horsemen"].domain


@pytest.mark.rule("fa:15.4", example="FP6")
def test_the_czech_legion_and_recruits_from_africa() -> None:
    """At any time while an enemy is in the country and morale is 7 or less; France pays five points."""

    def invaded(game: Game) -> None:
        units = [
            unit for unit in range(len(game.state[PLACE])) if game.state[COUNTRY][unit] == country(game, "germany")
        ]
        move(game, units[0], _place(game, "Riga"))
        move(game, units[1], _place(game, "Lille"))

    tired = (invaded, morale_of("russia", 7), morale_of("france", 7), points(0, 5))
    game = fa_in("play", AUGUST, *tired, initiative(CENTRAL), markers(common=CUP), dice=(0,) * 4)
    assert "raise-czech-legion" in game.announcements("russia")
    play(game, "russia", "raise-czech-legion")
    legion = ship_named(game, "czech-inf-czech-legion")
    assert place_name(game, game.state[PLACE][legion]).startswith("production circle")
    assert game.state[COUNTRY][legion] == country(game, "russia")
    play(game, "france", "recruit-in-africa")
    assert points_of(game, ALLIES) == 0
    with pytest.raises(Refused):
        play(game, "france", "recruit-in-africa")
    fresh = (invaded, morale_of("russia", 8), morale_of("france", 8), points(0, 5))
    game = fa_in("play", AUGUST, *fresh, initiative(CENTRAL), markers(common=CUP), dice=(0,) * 4)
    assert not {"raise-czech-legion", "recruit-in-africa"} & set(game.announcements("russia"))


@pytest.mark.rule("fa:15.4")
def test_pressure_on_the_neutrals() -> None:
    """Ten points: all four lean two boxes; Norway cancels, Sweden and the Netherlands send one less, Denmark joins."""
    dice = (0, 8, 6, 5, 6)
    game = events_of(ALLIES, chosen(10, 24), points(0, 10), dice=dice)
    before = {name: box(game, name) for name in ("norway", "sweden", "netherlands")}
    play(game, "commonwealth", "trigger-event", "pressure-neutrals")
    assert points_of(game, ALLIES) == 0
    trade = {(giver, to): number for giver, to, number in game.state.get(AGREEMENTS)}
    assert ("norway", "germany") not in trade
    assert (trade["sweden", "germany"], trade["netherlands", "germany"]) == (2, 1)
    assert box(game, "sweden") == before["sweden"] - 2
    assert box(game, "norway") == 1, "from +3 two boxes"
    assert game.state[POWER][country(game, "denmark")] in (
        power_index(game, "germany"),
        power_index(game, "austria-hungary"),
    )
    assert box(game, "denmark") == -ALLY
    assert markers_in(game, US_ENTRY) == 1


@pytest.mark.rule("fa:15.4")
def test_norwegian_merchants_under_another_flag() -> None:
    """After the Lusitania, for five points: five convoy points in a British port of the Commonwealth's choice."""
    game = events_of(ALLIES, points(0, 5), field(EVENTS_PLAYED, ("lusitania",)))
    before = box(game, "norway")
    play(game, "commonwealth", "trigger-event", "reflag-norwegians")
    commonwealth, liverpool = power_index(game, "commonwealth"), _place(game, "Liverpool")
    there = game.state.amount(CONVOY_POINTS, commonwealth, liverpool)
    assert _place(game, "Le Havre") not in game.offers("commonwealth")["berth-merchants"].domain
    play(game, "commonwealth", "berth-merchants", liverpool)
    assert game.state.amount(CONVOY_POINTS, commonwealth, liverpool) == there + 5
    assert box(game, "norway") == before + 1
    assert events_of(ALLIES, points(0, 5)).over, "the Lusitania sails"


@pytest.mark.rule("fa:15.4")
def test_the_home_front_is_mobilised_by_either_side() -> None:
    held = markers(us=(2, 2), common=CUP)
    where = (AUGUST, in_turn("Jan/Feb 1915"), initiative(CENTRAL), chosen(25), points(0, 0), held)
    game = fa_in("US entry", *where, dice=(0,) * 3)
    play(game, "germany", "trigger-event", "home-front")
    assert game.state.get(HOME_FRONT_MOBILISED)
    assert (points_of(game, ALLIES), markers_in(game, US_ENTRY)) == (10, 4)
    game = fa_in("US entry", *where, dice=(0,) * 3)
    while "france" not in game.waiting:
        play(game, next(iter(game.waiting)), "trigger-no-event")
    play(game, "france", "trigger-event", "home-front")
    assert (points_of(game, CENTRAL), markers_in(game, US_ENTRY)) == (10, 2)


# -------------------------------------------------------------------------------------------------------------- countries


@pytest.mark.rule("fa:15.3.5", example="FP4")
@pytest.mark.rule("fa:9.3", example="FA-E15")
@pytest.mark.rule("fa:9.6")
def test_italy_joins_the_allies_for_three_points() -> None:
    """Its Allied flag in the last box: with two points it is refused; France then aligns nobody else in this step."""

    def step(allied: int) -> Game:
        where = (AUGUST, in_turn("May/Jun 1915"), impulse_of(ALLIES, 4), points(0, allied), markers(common=CUP))
        return fa_in("aligning minors", *where, flag("italy", 15), flag("portugal", 15))

    def of_france(game: Game) -> Game:
        while "france" not in game.waiting:
            play(game, next(iter(game.waiting)), "align-nobody")
        return game

    assert set(of_france(step(2)).offers("france")["align-minor"].domain) == {"portugal"}
    game = of_france(step(3))
    play(game, "france", "align-minor", "italy")
    italy = power_index(game, "italy")
    assert points_of(game, ALLIES) == 0
    assert (game.state[SIDE][italy], box(game, "italy")) == (ALLIES, ALLY)
    assert game.state[SECOND_FLAG][country(game, "italy")] == 0
    assert all(at_war(game, italy, power_index(game, enemy)) for enemy in ("germany", "austria-hungary"))


@pytest.mark.rule("fa:15.3.5", example="FP4")
@pytest.mark.rule("fa:9.6", example="FP4")
@pytest.mark.rule("fa:17", example="FP4")
def test_italy_chooses() -> None:
    """The whole declaration of war step: France brings Italy in, the Commonwealth aligns Portugal, the USA rolls for both."""
    british = wars(("commonwealth", "germany"), ("commonwealth", "austria-hungary"))
    where = (AUGUST, british, in_turn("May/Jun 1915"), impulse_of(ALLIES, 4), initiative(CENTRAL), points(0, 3))
    game = fa_in(
        "declare war", *where, flag("italy", 15), flag("portugal", 15), markers(us=(3, 3), common=CUP), dice=()
    )
    game.chance, game.debug = LooseChance(Random(1)), False
    givers = {each.giver for each in agreements_in_force(game)}
    italy, rng, seen = power_index(game, "italy"), Random(1), list[Event]()
    assert italy in givers
    wanted, offered = {"commonwealth": "portugal", "france": "italy"}, dict[str, set[str]]()
    while not game.over:
        seat = next(iter(game.waiting))
        offers = game.offers(seat)
        if "align-minor" in offers:
            offered[seat] = set(offers["align-minor"].domain)
            seen += play(game, seat, "align-minor", wanted[seat])
        else:
            verb = next((no for no in ("declare-no-war", "stay-out-of-the-war") if no in offers), next(iter(offers)))
            seen += play(game, seat, verb, offers[verb].sample(rng))
    assert offered == {"commonwealth": {"italy", "portugal"}, "france": {"italy"}}, "and Russia is asked for nothing"
    assert points_of(game, ALLIES) == 0
    assert is_active(game, italy)
    assert morale(game, italy) == 12
    assert [event.action for event in seen if isinstance(event, EntryActionSeen)] == ["23", "12"]
    names = game.state.get(POWER_NAMES)
    surprising = {(names[one], names[other]) for one, other in game.state.get(SURPRISE)}
    assert surprising == {("italy", "germany"), ("italy", "austria-hungary")}, "France has been at war with both"
    assert italy not in {each.giver for each in agreements_in_force(game)}, "its trade ends"


@pytest.mark.rule("fa:15.3.5", example="FP4")
def test_after_a_surrender_italy_is_a_flag_again() -> None:
    game = events_of(ALLIES, joined("italy", "france", "germany"))
    back_on_the_track(game, power_index(game, "italy"))
    italy = country(game, "italy")
    assert (box(game, "italy"), game.state[SECOND_FLAG][italy]) == (1, 0)
    assert game.state[CLOSED_UNTIL][italy] == game.state.get(TURN) + 6
    assert not is_active(game, power_index(game, "italy")) or game.state[SIDE][power_index(game, "italy")] == -1


@pytest.mark.rule("fa:15.3.1", example="FA-E53")
@pytest.mark.parametrize("accepts", [True, False])
def test_the_twenty_one_demands(accepts: bool) -> None:
    """Accepted: Foochow too, China five boxes to the Central Powers. Refused: back to China, five and four boxes."""
    game = fa_in("twenty-one demands", AUGUST, initiative(CENTRAL), flag("china", 1), flag("japan", 3))
    play(game, next(iter(game.waiting)), "accept-demands" if accepts else "refuse-demands")
    japan, chinese = power_index(game, "japan"), power_index(game, "china")
    if accepts:
        assert (box(game, "china"), game.state[CONTROLLER][_place(game, "Foochow")]) == (-5, japan)
    else:
        assert (box(game, "china"), box(game, "japan")) == (6, -2)
        assert game.state[CONTROLLER][_place(game, "Tsingtao")] == chinese


@pytest.mark.rule("fa:15.3.1")
def test_tsingtao_draws_japan_to_the_allies() -> None:
    """A box each turn that Germany holds it, once the Commonwealth is in the war."""
    for fighting, lies in ((False, 3), (True, 4)):
        changes = (wars(("commonwealth", "germany")),) if fighting else ()
        game = fa_in("political points", AUGUST, *changes, flag("japan", 3), initiative(CENTRAL), dice=(1,) * 4)
        assert box(game, "japan") == lies


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:13.2.3.1")
def test_japan_makes_its_own_war() -> None:
    """At +9 of the Central Powers it goes against Russia or China as Germany chooses, and is at war with nobody else."""
    held = markers(us=(2,), common=CUP)
    where = (AUGUST, in_turn("Jan/Feb 1916"), initiative(CENTRAL), held, flag("japan", -8))
    game = fa_in("political points", *where, dice=(1,) * 4)
    assert game.over

    def leans(game: Game) -> None:
        shift(game, country(game, "japan"), CENTRAL)

    game = fa_in("rebels", *where, leans, dice=(9, 9))
    assert prompt(game) == "send-japan"
    play(game, "germany", "send-japan-against", "russia")
    japan = power_index(game, "japan")
    assert game.state.get(JAPANS_OWN_WAR) == "russia"
    assert at_war(game, japan, power_index(game, "russia"))
    assert not at_war(game, japan, power_index(game, "france"))
    assert box(game, "japan") == -9


@pytest.mark.rule("fa:15.3.1")
def test_japan_joins_the_allies_and_its_flag_is_gone() -> None:
    """At +9 of the Allies; none of its units ever leaves the map of the world."""

    def leans(game: Game) -> None:
        shift(game, country(game, "japan"), ALLIES)

    held = markers(us=(2,), common=CUP)
    game = fa_in("rebels", AUGUST, in_turn("Jan/Feb 1916"), initiative(CENTRAL), held, flag("japan", 8), leans)
    japan = power_index(game, "japan")
    assert (game.state[SIDE][japan], box(game, "japan")) == (ALLIES, 0)
    assert at_war(game, japan, power_index(game, "germany"))
    unit = next(unit for unit in range(len(game.state[PLACE])) if game.state[COUNTRY][unit] == country(game, "japan"))
    found = CLOSED_HEX(game, unit, _place(game, "Paris"))
    assert found is not None
    assert found.key == "japan-stays-in-asia"
    assert CLOSED_HEX(game, unit, _place(game, "Tsingtao")) is None


def _settled(game: Game) -> Game:
    """Whatever is asked is answered at random, until the procedure is over."""
    frames = len(game.state.frames)
    while len(game.state.frames) >= frames and game.waiting:
        seat = next(iter(game.waiting))
        game.submit(seat, *random_player.pick(game, seat, Random(1)))
    return game


@pytest.mark.rule("fa:15.3.1")
def test_china_sets_up_when_japan_attacks_it() -> None:
    def leans(game: Game) -> None:
        shift(game, country(game, "japan"), CENTRAL)

    held = markers(us=(2,), common=CUP)
    changes = (AUGUST, in_turn("Jan/Feb 1916"), initiative(CENTRAL), held, flag("japan", -8), leans)
    game = fa_in("rebels", *changes, dice=(0,) * 60)
    play(game, "germany", "send-japan-against", "china")
    asked = set()
    while prompt(game).startswith("set-up"):
        asked.add(game.state.frames[-1].locals.turn)
        seat = next(iter(game.waiting))
        game.submit(seat, *random_player.pick(game, seat, Random(1)))
        if units_on_map(game, (power_index(game, "china"),)):
            break
    assert {layout_of(game).tasks[turn][0] for turn in asked} == {"japan", "china"}


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:15.3.5")
def test_who_comes_back_has_what_it_had() -> None:
    """Japan is neutral again, and joins the Allies later: no second set-up by the chart, and its convoys are not lost."""

    def came_and_went(game: Game) -> None:
        japan = power_index(game, "japan")
        game.add(CONVOY_POINTS, japan, place_index(game, "convoy pool of japan"), -2)
        game.add(CONVOY_POINTS, japan, _place(game, "Tokyo"), 2)
        soldier = next(unit for unit in units_of(game, country(game, "japan")) if _is_infantry(game, unit))
        move(game, soldier, _place(game, "Tokyo"))
        found_power(game, japan, power_index(game, "germany"))
        back_on_the_track(game, japan)
        game.write(CLOSED_UNTIL, country(game, "japan"), 0)

    def leans(game: Game) -> None:
        for _ in range(8):
            shift(game, country(game, "japan"), ALLIES)

    held = markers(us=(2,), common=CUP)
    changes = (AUGUST, in_turn("Jan/Feb 1916"), initiative(CENTRAL), held, came_and_went, leans)
    game = fa_in("rebels", *changes, dice=(0,) * 20)
    _settled(game)
    japan = power_index(game, "japan")
    assert game.state[SIDE][japan] == ALLIES
    assert [_is_infantry(game, unit) for unit in units_on_map(game, (japan,))] == [True]
    coming = place_index(game, circle_space(game.state.get(TURN) + 1))
    assert game.state.amount(CONVOY_POINTS, japan, coming) == 2


def _is_infantry(game: Game, unit: int) -> bool:
    return counter_of(game, unit).type is LandType.INF


@pytest.mark.rule("fa:15.3.1")
def test_a_flag_that_goes_on_past_its_box_brings_japan_in_once() -> None:
    def leans(game: Game) -> None:
        for _ in range(2):
            shift(game, country(game, "japan"), ALLIES)

    held = markers(us=(2,), common=CUP)
    game = fa_in(
        "rebels", AUGUST, in_turn("Jan/Feb 1916"), initiative(CENTRAL), held, flag("japan", 8), leans, dice=(0,) * 40
    )
    before = tuple(game.events)
    _settled(game)
    events = (*before, *chain.from_iterable(entry.events for entry in game.entries))
    assert sum(isinstance(event, PowerArises) for event in events) == 1
    assert game.state[SIDE][power_index(game, "japan")] == ALLIES


@pytest.mark.rule("fa:13.2.3.1")
def test_deeds_that_bring_the_usa_nearer() -> None:
    """American convoys sunk, Paris occupied, an American harbour of the Germans: each is a line of the chart."""
    held = markers(us=(2,), common=CUP)
    game = fa_in("surrender", AUGUST, in_turn("Jan/Feb 1916"), initiative(CENTRAL), held)
    game.say(ConvoysSunk(power=power_index(game, "usa"), points=1, place=0))
    change_control(game, _place(game, "Paris"), power_index(game, "germany"))
    change_control(game, _place(game, "Brussels"), power_index(game, "france"))
    due = [consequence.locals.action for consequence in game.state.queue if hasattr(consequence.locals, "action")]
    assert due == ["17", "6"]
