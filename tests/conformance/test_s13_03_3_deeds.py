"""13.3.3 Deeds that are US entry actions: cities, straits, conquests, alignments, maps."""

from __future__ import annotations

from typing import Any

import pytest
from test_s13_03_us_entry import AXIS, wars
from turns import Change, controlled, field, in_turn, power_index, put
from us_markers import markers, pool, us_game

from worldfire.engine.game import Game
from worldfire.forces.things import place_index
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import CONTROLLER, COUNTRY_NAMES, change_control
from worldfire.rules.s09_02_pacts import PactMade
from worldfire.rules.s09_war import UsEntryAlignment
from worldfire.rules.s13_07_conquest import CountryConquered
from worldfire.titles.wif.nations.us_entry.deeds import (
    is_the_kingdom_invaded,
    japan_goes_too_far,
    notice_deed,
)
from worldfire.titles.wif.nations.us_entry.noticing import ACTIONS_NOTED
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, EUROPE, JAPAN


def waiting(*changes: Change, dice: tuple[int, ...] = ()) -> Game:
    """In the US entry step, where the USA is asked for the pool of its regular marker."""
    return us_game("US entry", in_turn("Jan/Feb 1941"), markers(common=(1, 1, 1, 1, 1, 1, 1, 1)), *changes, dice=dice)


def due(game: Game) -> dict[str, int]:
    """What waits to be rolled for, with its points."""
    return {item.locals.action: item.locals.points for item in game.state.queue}


@pytest.mark.rule("13.3.3 action 10")
@pytest.mark.rule("13.3.3", example="WF2-053")
def test_each_chinese_city_that_japan_takes_is_rolled_for() -> None:
    """Again when it is taken again; nobody rolls for a village, or for a city that China takes back."""
    game = waiting(controlled("china", "Changsha", "Chungking"))
    japan, china = power_index(game, "japan"), power_index(game, "china")
    city = place_index(game, "Changsha")
    for taker, rolls in ((japan, 1), (china, 1), (japan, 2)):
        change_control(game, city, taker)
        assert [item.locals.action for item in game.state.queue] == ["10"] * rolls
    assert game.state.queue[0].locals.points == 4
    change_control(game, place_index(game, "A0536"), china)
    change_control(game, place_index(game, "A0536"), japan)
    assert len(game.state.queue) == 2, "open country"


@pytest.mark.rule("13.3.3", example="WF2-050")
def test_japan_aligns_indo_china() -> None:
    """12 points: a marker to the Japanese pool, and another on a 1 or 2."""
    for die, count in ((2, 2), (3, 1)):
        game = waiting(dice=(die, 0, 0))
        call = notice_deed(game, "align a minor", power_index(game, "japan"), "french-indo-china")
        assert call is not None
        game.push(call.procedure, call.locals, interlude=True)
        game.put_state(game.state)
        assert len(pool(game, ENTRY, JAPAN)) == count
        assert "1" in game.state.get(ACTIONS_NOTED)
        assert notice_deed(game, "align a minor", power_index(game, "japan"), "french-indo-china") is None


@pytest.mark.rule("13.3.3 action 18")
@pytest.mark.rule("13.3.3")
def test_straits_count_once_each_and_for_each_pool() -> None:
    game = waiting(controlled("commonwealth", "Singapore", "Gibraltar", "Suez"))
    japan, italy, germany = (power_index(game, name) for name in ("japan", "italy", "germany"))
    change_control(game, place_index(game, "Singapore"), japan)
    change_control(game, place_index(game, "Gibraltar"), germany)
    change_control(game, place_index(game, "Suez"), italy)
    assert [(item.locals.action, item.locals.target) for item in game.state.queue] == [
        ("18a", JAPAN),
        ("18b", EUROPE),
        ("18b", EUROPE),
    ]
    change_control(game, place_index(game, "Suez"), power_index(game, "commonwealth"))
    change_control(game, place_index(game, "Suez"), germany)
    assert len(game.state.queue) == 3


@pytest.mark.rule("13.3.3")
@pytest.mark.parametrize(
    ("country", "by", "action"),
    [
        ("china", "japan", "4"),
        ("united-kingdom", "germany", "16"),
        ("australia", "japan", "17"),
        ("australia", "germany", ""),
        ("poland", "germany", ""),
    ],
)
def test_conquests_that_the_usa_takes_notice_of(country: str, by: str, action: str) -> None:
    game = waiting()
    number = game.state.get(COUNTRY_NAMES).index(country)
    game.say(CountryConquered(country=number, power=power_index(game, by), complete=False))
    assert list(due(game)) == ([action] if action else [])


@pytest.mark.rule("13.3.3 action 19")
@pytest.mark.rule("13.3.3 action 30")
@pytest.mark.rule("13.3.3")
def test_minors_that_align_and_the_pact_of_japan_with_the_ussr() -> None:
    game = waiting()
    siam, hungary, iraq = (game.state.get(COUNTRY_NAMES).index(name) for name in ("siam", "hungary", "iraq"))
    japan, germany, commonwealth, ussr = (
        power_index(game, name) for name in ("japan", "germany", "commonwealth", "ussr")
    )
    for country, power in ((siam, japan), (hungary, germany), (iraq, commonwealth)):
        game.say(UsEntryAlignment(country=country, power=power))
    game.say(PactMade(power=ussr, target_power=germany))
    game.say(PactMade(power=ussr, target_power=japan))
    assert due(game) == {"19a": 3, "19b": 3, "30": -5, "2": 3}


@pytest.mark.rule("13.3.3 action 3")
@pytest.mark.rule("13.3.3 action 37")
@pytest.mark.rule("13.3.3")
def test_japan_on_the_marshalls_and_on_other_maps() -> None:
    """The Marshalls as soon as a unit is there; other maps once each, while Japan is not at war with the West."""
    game = waiting()
    assert japan_goes_too_far(game) is None
    put("Kwajalein", "ja-inf-18")(game)
    call: Any = japan_goes_too_far(game)
    assert (call.locals.action, call.locals.points) == ("3", 6)
    assert japan_goes_too_far(game) is None
    put("Cape Verde Basin 2", next(iter(_submarines(game))))(game)
    call = japan_goes_too_far(game)
    assert (call.locals.action, call.locals.points) == ("37a", 12)
    fighting = waiting(wars(("japan", "commonwealth")), put("Gulf of Panama 1", next(iter(_submarines(game)))))
    assert japan_goes_too_far(fighting) is None


def _submarines(game: Game) -> list[str]:
    counters = game.ruleset.tables.counters
    present = {game.ruleset.tables.counters[row].id for row in game.state.columns["things.counter"]}
    return [unit.id for unit in counters if unit.id in present and unit.power == "japan" and unit.type == "SUB"]


@pytest.mark.rule("13.3.3 action 15")
@pytest.mark.rule("13.3.3")
def test_the_kingdom_is_invaded_when_a_land_unit_stands_there_after_the_combat() -> None:
    def invade(game: Game) -> None:
        game.write(CONTROLLER, place_index(game, "Plymouth"), power_index(game, "germany"))

    game = waiting(field(ACTIVE_SIDE, AXIS), invade)
    assert is_the_kingdom_invaded.run(game, None) is None
    game = waiting(field(ACTIVE_SIDE, AXIS), invade, put("Plymouth", "ge-inf-i"))
    call: Any = is_the_kingdom_invaded.run(game, None)
    assert (call.locals.action, call.locals.power, call.locals.points) == ("15", power_index(game, "germany"), 30)
