"""13.3.2 Places that US entry options open: Honolulu (26), the Pacific (36), Guam (40), the Philippines (41)."""

from __future__ import annotations

import pytest
from test_s13_03_us_entry import wars
from turns import Change, field, power_index, unit
from us_markers import chosen, us_game

from worldfire.engine.game import Game
from worldfire.forces.things import PLACE, place_index
from worldfire.forces.who import change_control
from worldfire.rules.s02_3_stacking import HARBOUR
from worldfire.rules.s11_04_bases import PORT_WITH_TERMS
from worldfire.rules.s11_10_entry import CLOSED_HEX
from worldfire.rules.s24_1_set_up import bases_among, crowd_violation
from worldfire.titles.wif.nations.us_entry.noticing import ACTIONS_NOTED


def game_with(*changes: Change) -> Game:
    return us_game("US entry", *changes)


def ids(game: Game, power: str, kind: str, home: str = "") -> list[str]:
    tables = game.ruleset.tables
    present = [tables.counters[row] for row in game.state.columns["things.counter"]]
    return [one.id for one in present if one.power == power and one.type == kind and home in ("", one.home)]


def is_closed(game: Game, counter: str, place: str) -> bool:
    return CLOSED_HEX(game, unit(game, counter), place_index(game, place)) is not None


@pytest.mark.rule("13.3.2 option 36")
@pytest.mark.rule("13.3.2")
def test_the_commonwealth_may_not_reinforce_the_pacific() -> None:
    """Malaya, Hong Kong, its territories on the Pacific map; Australia is no territory, and a war opens all of them."""
    game = game_with()
    corps, fighter = ids(game, "commonwealth", "INF")[0], ids(game, "commonwealth", "FTR")[0]
    for place in ("Singapore", "Hong Kong", "Rabaul"):
        assert is_closed(game, corps, place), place
        assert is_closed(game, fighter, place), place
    for place in ("Sydney", "Rangoon", "Calcutta"):
        assert not is_closed(game, corps, place), place
    assert not is_closed(game_with(chosen(36)), corps, "Singapore")
    assert not is_closed(game_with(wars(("japan", "commonwealth"))), corps, "Singapore")
    change_control(game, place_index(game, "Rabaul"), power_index(game, "japan"))
    assert not is_closed(game, corps, "Singapore"), "an Axis unit has come"


@pytest.mark.rule("13.3.2")
@pytest.mark.rule("24.1")
def test_the_ban_binds_the_set_up() -> None:
    game = game_with()
    corps = unit(game, ids(game, "commonwealth", "INF")[0])
    places = tuple(place_index(game, name) for name in ("Singapore", "Sydney"))
    assert bases_among(game, corps, places) == places[1:]
    ship = unit(game, ids(game, "usa", "SCS")[0])
    places = tuple(place_index(game, name) for name in ("Honolulu", "San Diego"))
    assert bases_among(game, ship, places) == places[1:]


@pytest.mark.rule("13.3.3 action 3")
@pytest.mark.rule("24.1")
def test_japan_sets_nobody_up_on_the_marshalls_before_they_are_rolled_for() -> None:
    game = game_with()
    places = tuple(place_index(game, name) for name in ("Ponape", "Kusaie", "Kwajalein", "Saipan"))
    for kind in ("INF", "FTR", "SCS"):
        assert bases_among(game, unit(game, ids(game, "japan", kind)[0]), places) == places[3:], kind
    armed = game_with(field(ACTIONS_NOTED, ("3",)))
    corps = unit(armed, ids(armed, "japan", "INF")[0])
    assert bases_among(armed, corps, places) == places


@pytest.mark.rule("13.3.2 option 40")
@pytest.mark.rule("13.3.2")
def test_guam_is_opened_by_its_option_or_by_the_marshalls() -> None:
    game = game_with()
    corps = ids(game, "usa", "INF")[0]
    assert is_closed(game, corps, "Guam")
    assert not is_closed(game_with(chosen(40)), corps, "Guam")
    assert not is_closed(game_with(field(ACTIONS_NOTED, ("3",))), corps, "Guam")


@pytest.mark.rule("13.3.2 option 41")
@pytest.mark.rule("13.3.2")
def test_the_philippines_hold_their_own_units_and_two_ships() -> None:
    game = game_with()
    corps, ships = ids(game, "usa", "INF", "usa")[0], [unit(game, ship) for ship in ids(game, "usa", "SCS")[:3]]
    own = next((one for one in ids(game, "usa", "INF", "philippines")), None)
    manila = place_index(game, "Manila")
    assert is_closed(game, corps, "Manila")
    if own is not None:
        assert not is_closed(game, own, "Manila")
    assert PORT_WITH_TERMS(game, manila)
    assert HARBOUR(game, ships[0], manila) is None
    assert crowd_violation(game, tuple(ships[:2]), manila) is None
    assert crowd_violation(game, tuple(ships), manila) is not None
    for ship in ships[:2]:
        game.write(PLACE, ship, manila)
    assert HARBOUR(game, ships[2], manila) is not None
    assert not is_closed(game_with(chosen(41)), corps, "Manila")
    assert not is_closed(game_with(wars(("usa", "japan"))), corps, "Manila")


@pytest.mark.rule("13.3.2 option 26")
@pytest.mark.rule("13.3.2")
def test_only_transports_base_at_honolulu_and_pago_pago() -> None:
    game = game_with()
    cruiser, transport = (unit(game, ids(game, "usa", kind)[0]) for kind in ("SCS", "TRS"))
    for port in ("Honolulu", "Pago Pago"):
        assert HARBOUR(game, cruiser, place_index(game, port)) is not None
        assert HARBOUR(game, transport, place_index(game, port)) is None
    free = game_with(chosen(26))
    assert HARBOUR(free, cruiser, place_index(free, "Honolulu")) is None
