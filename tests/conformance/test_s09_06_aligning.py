"""9.6, 19.4 and 19.6: aligning Finland, Hungary and Rumania, and setting up their units."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from turns import Change, campaign_in, controlled, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR, WITHOUT_FORCE_POOL
from worldfire.forces.things import PLACE, place_index, place_name, things_at
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import CONTROLLER, COUNTRY, COUNTRY_NAMES, HOME_COUNTRY, POWER, change_control, power_of
from worldfire.players import random_player
from worldfire.rules.s02_4_supply_limits import tracer_of
from worldfire.rules.s02_4_supply_sources import primary_sources
from worldfire.rules.s04_reinforcements import return_to_pool
from worldfire.rules.s09_06_aligning import (
    LAST_NEUTRAL,
    ForcePoolDecided,
    MinorAligned,
    MinorSetUp,
    SettingUp,
    align_minor,
    alignment_violation,
    minor_set_up_violation,
)
from worldfire.rules.s09_war import WarDeclared
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.wif.nations.borders import RESTORATION, BorderRestored

AXIS = 0
CLAIMED = {"Kishinev": "ussr", "E2051": "ussr", "Cluj": "hungary", "Bucharest": "rumania", "Lvov": "poland"}


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def aligning(*changes: Change) -> Game:
    return campaign_in("barbarossa", "declare war", field(ACTIVE_SIDE, AXIS), *changes)


def place_all(game: Game, *where: str) -> None:
    """Set up what is asked for, one unit after the other in these places, over and over."""
    while prompt(game) == "set-up-minor":
        shape: Any = game.offers("germany")["set-up-minor"]
        rooms = {room.choice: room.most for room in shape.rooms}
        noun = []
        for choices in shape.items:
            place = next(
                place
                for place in (*(place_index(game, name) for name in where), *choices.to)
                if place in choices.to and rooms.get(place, 1)
            )
            rooms[place] = rooms.get(place, 1_000) - 1
            noun.append((choices.item, place))
        play(game, "germany", "set-up-minor", tuple(noun))


@pytest.mark.rule("9.6")
@pytest.mark.rule("19.6.1")
@pytest.mark.rule("19.4.1")
@pytest.mark.rule("19.4.2")
@pytest.mark.rule("19.4")
def test_finland_aligns_with_germany() -> None:
    game = aligning()
    germany, finland = power_index(game, "germany"), country(game, "finland")
    assert WarDeclared(power=germany, target_power=power_index(game, "ussr")) in game.events
    assert (tuple(game.waiting), prompt(game)) == (("germany",), "align-minor")
    shape: Any = game.offers("germany")["align-minor"]
    assert shape.domain == ("finland", "hungary")
    assert MinorAligned(country=finland, power=germany) in play(game, "germany", "align-minor", "finland")
    helsinki = place_index(game, "Helsinki")
    assert game.state[POWER][finland] == germany
    assert game.state[LAST_NEUTRAL][finland] == 1941
    assert place_name(game, game.state[PLACE][unit(game, "finland-mech-iv")]) == "production circle, Jul/Aug 1941"
    assert place_name(game, game.state[PLACE][unit(game, "finland-mil-helsinki")]) == "reserve pool of germany"
    assert prompt(game) == "set-up-minor"
    land: Any = game.offers("germany")["set-up-minor"]
    assert [choices.item for choices in land.items] == [
        unit(game, name) for name in ("finland-hq-i-mannerheim", "finland-inf-ii", "finland-inf-gd", "finland-mot-iii")
    ]
    too_many = tuple((choices.item, helsinki) for choices in land.items)
    with pytest.raises(Refused):
        game.submit("germany", "set-up-minor", too_many)
    place_all(game, "Helsinki")
    assert prompt(game) == "set-up-minor-convoys"
    play(game, "germany", "set-up-minor-convoys", ((1, helsinki),))
    assert prompt(game) == "minor-force-pools"
    assert game.state[CONTROLLER][helsinki] == germany
    assert power_of(game, unit(game, "finland-inf-ii")) == germany
    assert len(things_at(game, helsinki)) >= 2
    events = play(game, "germany", "add-to-force-pools")
    assert ForcePoolDecided(country=finland, joins=True) in events
    assert prompt(game) == "call-out-reserves"  # 9.7: one minor country a step, and the Helsinki MIL can be called
    assert alignment_violation(game, germany, finland) is not None


@pytest.mark.rule("19.4.1")
@pytest.mark.rule("2.3.1")
def test_nobody_is_set_up_among_partisans() -> None:
    """Found by random play: ships of Argentina, whose only large port partisans held."""
    rebel = "partisans-part-13"

    def soviet(game: Game) -> None:
        game.write(COUNTRY, unit(game, rebel), country(game, "ussr"))

    free, held = (aligning(*changes) for changes in ((), (soviet, put("Helsinki", rebel))))
    hexes = []
    for game in (free, held):
        play(game, "germany", "align-minor", "finland")
        shape: Any = game.offers("germany")["set-up-minor"]
        hexes.append({place for choices in shape.items for place in choices.to})
    assert hexes[1] == hexes[0] - {place_index(free, "Helsinki")}


@pytest.mark.rule("9.6")
def test_nobody_need_be_aligned() -> None:
    game = aligning()
    play(game, "germany", "align-nobody")
    assert prompt(game) != "align-minor"
    assert game.state[POWER][country(game, "finland")] == power_index(game, "finland")


@pytest.mark.rule("19.4.2")
def test_units_left_out_of_the_force_pools_are_gone_for_good() -> None:
    game = aligning()
    play(game, "germany", "align-minor", "hungary")
    place_all(game, "Budapest")
    play(game, "germany", "leave-out-of-force-pools")
    hungary = country(game, "hungary")
    assert game.state.get(WITHOUT_FORCE_POOL) == (hungary,)
    removed = "removed from the game"
    assert place_name(game, game.state[PLACE][unit(game, "hungary-mot-mot")]) == removed
    lost = unit(game, "hungary-inf-i")
    return_to_pool(game, lost)
    assert place_name(game, game.state[PLACE][lost]) == removed


@pytest.mark.rule("19.4.1")
@pytest.mark.rule("19.4")
def test_half_of_the_units_set_up_at_home() -> None:
    """Hungary has been given a part of Slovakia."""
    game = aligning()
    board, hungary = game.ruleset.tables.board, country(game, "hungary")
    controlled("hungary", *board.hexes_of("Slovakia"))(game)
    play(game, "germany", "align-minor", "hungary")
    shape: Any = game.offers("germany")["set-up-minor"]
    abroad = [place for place in shape.items[0].to if game.state[HOME_COUNTRY][place] != hungary]
    assert len(abroad) >= len(shape.items)
    noun = tuple((choices.item, place) for choices, place in zip(shape.items, abroad, strict=False))
    found = minor_set_up_violation(game, SettingUp(hungary), "germany", noun)
    assert found is not None
    assert found.key == "half-must-be-at-home"
    at_home = [place for place in shape.items[0].to if game.state[HOME_COUNTRY][place] == hungary]
    assert place_index(game, "Cluj") in at_home  # Transylvania is Hungarian
    place_all(game, *(board.number(place) for place in at_home))
    assert prompt(game) == "minor-force-pools"
    placed = [event for event in game.entries[-1].events if type(event) is MinorSetUp]
    assert [event.country for event in placed] == [hungary]


# ------------------------------------------------------------------------------------------------------ 19.6 the conditions


def before_the_war(*changes: Change) -> Game:
    """Global War: nobody has claimed anything."""
    return campaign_in("global-war", "declare war", field(ACTIVE_SIDE, AXIS), in_turn("Jan/Feb 1941"), *changes)


def given(region: str, claimant: str) -> Change:
    """The claim to the region has been allowed."""

    def change(game: Game) -> None:
        board = game.ruleset.tables.board
        for number in board.region(region):
            game.write(HOME_COUNTRY, board.index[number], country(game, claimant))

    return change


def reasons(game: Game) -> dict[str, str]:
    """Minor country → why Germany may not align it."""
    germany = power_index(game, "germany")
    found = {
        name: alignment_violation(game, germany, country(game, name)) for name in ("finland", "hungary", "rumania")
    }
    return {name: violation.key for name, violation in found.items() if violation is not None}


def war(declarer: str, victim: str) -> Change:
    return lambda game: game.set(AT_WAR, ((power_index(game, declarer), power_index(game, victim)),))


@pytest.mark.rule("19.6.1")
@pytest.mark.rule("19.6.2")
@pytest.mark.rule("19.6.2/the ussr doesn't claim bessarabia")
def test_without_claims_they_wait_for_germanys_war() -> None:
    nobody = dict.fromkeys(("finland", "hungary", "rumania"), "country-does-not-align")
    assert reasons(before_the_war()) == nobody
    assert reasons(before_the_war(war("ussr", "germany"))) == nobody  # not if the USSR declared it
    assert reasons(before_the_war(war("germany", "ussr"))) == {}


@pytest.mark.rule("19.7")
def test_only_a_neutral_country_is_aligned_and_one_by_each_power_in_a_step() -> None:
    """Germany may have Finland, Hungary and Rumania, takes one, and is not asked again in this step."""
    game = aligning(war("germany", "ussr"))
    while prompt(game) != "align-minor":
        play(game, "germany", "declare-no-war")
    offered: Any = game.offers("germany")["align-minor"]
    assert len(offered.domain) > 1
    chosen = offered.domain[0]
    germany = power_index(game, "germany")
    assert alignment_violation(game, germany, country(game, chosen)) is None
    play(game, "germany", "align-minor", chosen)
    place_all(game)
    assert prompt(game) != "align-minor"
    again = alignment_violation(game, germany, country(game, chosen))
    assert again is not None
    assert again.key == "country-not-neutral"


@pytest.mark.rule("19.6.2")
def test_a_hex_in_yugoslavia_brings_hungary_and_rumania() -> None:
    assert reasons(before_the_war(controlled("germany", "Belgrade"))) == {"finland": "country-does-not-align"}


@pytest.mark.rule("19.6.2/rumania allows the claim")
def test_rumania_after_bessarabia() -> None:
    """With Transylvania gone as well Rumania waits for the fall of France."""
    bessarabia, transylvania = given("Bessarabia", "ussr"), given("Transylvania", "hungary")
    waits = "country-does-not-align"
    assert reasons(before_the_war(bessarabia)) == {"finland": waits, "hungary": waits}
    assert reasons(before_the_war(bessarabia, transylvania)) == {"finland": waits, "rumania": waits}


@pytest.mark.rule("19.6.1/the ussr claims the finnish borderlands")
def test_finland_after_the_borderlands() -> None:
    assert "finland" not in reasons(before_the_war(given("Finnish borderlands", "ussr")))


# ------------------------------------------------------------------------------------------------- 19.6 the borders themselves


@pytest.mark.rule("19.6")
def test_what_was_claimed_is_home_country_when_barbarossa_begins() -> None:
    game = aligning()
    homes = {name: game.state.get(COUNTRY_NAMES)[game.state[HOME_COUNTRY][place_index(game, name)]] for name in CLAIMED}
    assert homes == CLAIMED


@pytest.mark.rule("19.6.2/rumania allows the claim")
def test_bessarabia_is_rumanian_again_when_the_last_hex_is_lost() -> None:
    game = campaign_in("barbarossa", "choose actions", war("germany", "ussr"))
    board, germany = game.ruleset.tables.board, power_index(game, "germany")
    *others, last = (board.index[number] for number in board.region("Bessarabia"))
    for place in others:
        change_control(game, place, germany)
    assert game.state.queue == ()
    assert primary_source(game, "su-inf-59", "Kishinev") is False  # it is lost, and yet it is Soviet soil
    change_control(game, last, germany)
    (owed,) = game.state.queue
    assert owed.procedure == RESTORATION.name
    game.state.queue = ()
    game.push(owed.procedure, owed.locals)
    game.resume(game.state, game.entries, game.head)
    assert BorderRestored(region="Bessarabia", country=country(game, "rumania")) in game.events
    assert game.state[HOME_COUNTRY][place_index(game, "Kishinev")] == country(game, "rumania")
    assert game.state[HOME_COUNTRY][place_index(game, "Cluj")] == country(game, "hungary")


def primary_source(game: Game, counter: str, city: str) -> bool:
    return place_index(game, city) in primary_sources(game, tracer_of(game, unit(game, counter)))


@pytest.mark.rule("19.6.2/rumania allows the claim")
def test_kishinev_supplies_the_soviets_and_not_the_rumanians() -> None:
    game = campaign_in("barbarossa", "choose actions", war("germany", "ussr"))
    assert primary_source(game, "su-inf-59", "Kishinev")
    controlled("germany", "Kishinev")(game)
    assert not primary_source(game, "rumania-inf-i", "Kishinev")
    assert primary_source(game, "rumania-inf-i", "Bucharest")


def set_up_by_chance(name: str, power: str, seed: int) -> int:
    """A minor country of Global War is aligned with the power and set up by a random player; how many units were placed."""
    start = begin_campaign("global-war", secret=b"names")
    setting = SettingUp(country(start, name))
    game = campaign_in(
        "global-war",
        "a minor country’s set-up",
        lambda game: game.set(AT_WAR, ()),
        lambda game: void(align_minor(game, setting.country, power_index(game, power))),
        locals=setting,
    )
    rng, seat, placed = Random(seed), next(iter(game.waiting)), 0
    while prompt(game) == "set-up-minor":
        verb, noun = random_player.pick(game, seat, rng)
        play(game, seat, verb, noun)
        placed += len(noun)
    return placed


def void(found: object) -> None:
    """For a change that also answers."""


@pytest.mark.rule("19.4.1")
@pytest.mark.rule("18.1")
@pytest.mark.parametrize("seed", range(3))
def test_the_army_and_the_fleet_of_spain_find_room(seed: int) -> None:
    """Franco's army and all the ships: many units for few cities and ports."""
    assert set_up_by_chance("spain", "france", seed) > 12


@pytest.mark.rule("19.4.1")
@pytest.mark.parametrize("name", ["netherlands", "belgium", "portugal"])
def test_an_empire_with_a_small_home_country_keeps_half_of_its_army_there(name: str) -> None:
    assert set_up_by_chance(name, "commonwealth", 1) > 0
