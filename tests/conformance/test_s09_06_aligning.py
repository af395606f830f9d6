"""9.6, 19.4 and 19.6: aligning Finland, Hungary and Rumania, and setting up their units."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, controlled, field, in_turn, play, power_index, prompt, unit

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR, WITHOUT_FORCE_POOL
from worldfire.forces.things import PLACE, place_index, place_name, things_at
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import CONTROLLER, COUNTRY_NAMES, HOME_COUNTRY, POWER, power_of
from worldfire.rules.s04_reinforcements import return_to_pool
from worldfire.rules.s09_06_aligning import (
    LAST_NEUTRAL,
    ForcePoolDecided,
    MinorAligned,
    MinorSetUp,
    SettingUp,
    alignment_violation,
    minor_set_up_violation,
)
from worldfire.rules.s09_war import WarDeclared

AXIS = 0


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
def test_finland_aligns_with_germany() -> None:
    game = aligning()
    germany, finland = power_index(game, "germany"), country(game, "finland")
    assert WarDeclared(power=germany, target_power=power_index(game, "ussr")) in game._events
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
    assert prompt(game) == "minor-force-pools"
    assert game.state[CONTROLLER][helsinki] == germany
    assert power_of(game, unit(game, "finland-inf-ii")) == germany
    assert len(things_at(game, helsinki)) >= 2
    events = play(game, "germany", "add-to-force-pools")
    assert ForcePoolDecided(country=finland, joins=True) in events
    assert prompt(game) == "call-out-reserves"  # 9.7: one minor country a step, and the Helsinki MIL can be called
    assert alignment_violation(game, germany, finland) is not None


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
def test_half_of_the_units_set_up_at_home() -> None:
    """Hungary holds Transylvania, which the map prints in Rumania."""
    game = aligning()
    play(game, "germany", "align-minor", "hungary")
    shape: Any = game.offers("germany")["set-up-minor"]
    board, hungary = game.ruleset.tables.board, country(game, "hungary")
    abroad = [board.index[number] for number in board.tables.regions["Transylvania"]]
    abroad = [place for place in abroad if place in shape.items[0].to]
    assert len(abroad) >= len(shape.items)
    noun = tuple((choices.item, place) for choices, place in zip(shape.items, abroad, strict=False))
    found = minor_set_up_violation(game, SettingUp(hungary), "germany", noun)
    assert found is not None
    assert found.key == "half-must-be-at-home"
    at_home = [place for place in shape.items[0].to if game.state[HOME_COUNTRY][place] == hungary]
    place_all(game, *(board.number(place) for place in at_home))
    assert prompt(game) == "minor-force-pools"
    placed = [event for event in game.entries[-1].events if type(event) is MinorSetUp]
    assert [event.country for event in placed] == [hungary]


# ------------------------------------------------------------------------------------------------------ 19.6 the conditions


def before_the_war(*changes: Change) -> Game:
    """Global War: nobody has claimed anything."""
    return campaign_in("global-war", "declare war", field(ACTIVE_SIDE, AXIS), in_turn("Jan/Feb 1941"), *changes)


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
def test_without_claims_they_wait_for_germanys_war() -> None:
    nobody = dict.fromkeys(("finland", "hungary", "rumania"), "country-does-not-align")
    assert reasons(before_the_war()) == nobody
    assert reasons(before_the_war(war("ussr", "germany"))) == nobody  # not if the USSR declared it
    assert reasons(before_the_war(war("germany", "ussr"))) == {}


@pytest.mark.rule("19.6.2")
def test_a_hex_in_yugoslavia_brings_hungary_and_rumania() -> None:
    assert reasons(before_the_war(controlled("germany", "Belgrade"))) == {"finland": "country-does-not-align"}


@pytest.mark.rule("19.6.2/rumania allows the claim")
def test_rumania_after_bessarabia() -> None:
    """With Transylvania gone as well Rumania waits for the fall of France."""
    board = before_the_war().ruleset.tables.board
    bessarabia = controlled("ussr", board.tables.regions["Bessarabia"][0])
    transylvania = controlled("hungary", board.tables.regions["Transylvania"][0])
    waits = "country-does-not-align"
    assert reasons(before_the_war(bessarabia)) == {"finland": waits, "hungary": waits}
    assert reasons(before_the_war(bessarabia, transylvania)) == {"finland": waits, "rumania": waits}


@pytest.mark.rule("19.6.1/the ussr claims the finnish borderlands")
def test_finland_after_the_borderlands() -> None:
    board = before_the_war().ruleset.tables.board
    borderlands = controlled("ussr", board.tables.regions["Finnish borderlands"][0])
    assert "finland" not in reasons(before_the_war(borderlands))
