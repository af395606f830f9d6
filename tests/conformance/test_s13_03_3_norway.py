"""13.3.3, US entry action 39: the Commonwealth mines the coast of Norway, and what Norway makes of it."""

from __future__ import annotations

from typing import Any

import pytest
from test_s13_03_2_closed_places import ids
from test_s13_03_us_entry import ALLIES, wars
from turns import Change, controlled, field, in_turn, play, power_index, prompt, put, unit
from us_markers import markers, us_game

from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.engine.state import Frame
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import FACE_DOWN, PLACE, place_index
from worldfire.forces.turn import ACTIVE_SIDE, WEATHER, power_name
from worldfire.forces.who import country_named
from worldfire.rules.s08_weather import weather_chart
from worldfire.rules.s09_06_aligning import SETTING_UP, MinorAligned, align_minor, alignable, own_power
from worldfire.rules.s10_actions import new_impulse
from worldfire.rules.s11_04_sea_passages import may_pass
from worldfire.rules.s13_06_1_routes import seas_of_harbour
from worldfire.rules.s13_06_4_promises import promises
from worldfire.rules.s19_4_1_minor_fleets import convoys_of_minor
from worldfire.titles.wif.nations.norway import ONE_LESS, REACTION, REACTIONS
from worldfire.titles.wif.nations.us_entry.mining import CoastMined
from worldfire.titles.wif.nations.us_entry.moving import EntryActionNoted

FOR_CW, UNDERMINED, TRADE, FOR_GERMANY, ALIGNED = REACTIONS
FIGHTING = wars(("germany", "commonwealth"), ("germany", "france"))


def ships(game: Game, power: str, kind: str) -> list[str]:
    return ids(game, power, kind)


def go_on(game: Game, frame: Frame) -> None:
    """The game stands there."""
    state = game.state.copy()
    state.frames = [frame]
    game.resume(state, game.entries, game.head)


def before_an_impulse(*changes: Change, dice: tuple[int, ...] = (), action: str = "naval") -> Game:
    """The Allies' impulse of Jan/Feb 1940 with a British cruiser off the coast; everybody has chosen his action."""
    cruiser = ships(us_game("US entry"), "commonwealth", "SCS")[0]
    game = us_game(
        "US entry",
        field(ACTIVE_SIDE, ALLIES),
        in_turn("Jan/Feb 1940"),
        FIGHTING,
        markers(ge=(1, 2, 3)),
        put("Norwegian Sea 4", cruiser),
        *changes,
    )
    game.chance = ScriptedChance(dice)
    new_impulse(game)
    go_on(game, Frame("impulse", "step: choose actions", None))
    while prompt(game) == "choose-actions":
        seat = next(iter(game.waiting))
        shape: Any = game.offers(seat)["choose-actions"]
        chosen = {choices.item: action if choices.item == "commonwealth" else "pass" for choices in shape.items}
        play(game, seat, "choose-actions", tuple(chosen.items()))
    return game


def the_cruiser(game: Game) -> int:
    return unit(game, ships(game, "commonwealth", "SCS")[0])


def said(events: tuple[Any, ...], kind: type) -> Any:
    return next((event for event in events if isinstance(event, kind)), None)


@pytest.mark.rule("13.3.3 action 39")
@pytest.mark.rule("13.3.3")
def test_the_coast_is_mined_once_at_the_start_of_a_naval_action() -> None:
    game = before_an_impulse(dice=(1, 0))
    assert (prompt(game), tuple(game.waiting)) == ("mine-norwegian-coast", ("commonwealth",))
    happened = play(game, "commonwealth", "mine-norwegian-coast", the_cruiser(game))
    assert game.state[FACE_DOWN][the_cruiser(game)]
    mined, noted = said(happened, CoastMined), said(happened, EntryActionNoted)
    assert (mined.roll, mined.reaction) == (1, FOR_CW)
    assert (noted.action, noted.points) == ("39", -10)
    assert prompt(game) != "mine-norwegian-coast"
    assert game.state.get(REACTION) == FOR_CW


@pytest.mark.rule("13.3.3")
@pytest.mark.parametrize(
    "change",
    [
        wars(("usa", "japan")),
        controlled("germany", "Paris"),
        field(REACTION, FOR_CW),
        lambda game: game.write(FACE_DOWN, the_cruiser(game), 1),
    ],
    ids=["the USA fights", "Paris fell", "mined before", "face-down"],
)
def test_when_the_coast_cannot_be_mined(change: Change) -> None:
    assert prompt(before_an_impulse(change, dice=(10,) * 40)) != "mine-norwegian-coast"


@pytest.mark.rule("13.3.3")
def test_only_with_a_naval_action_and_nobody_must() -> None:
    assert prompt(before_an_impulse(action="combined")) != "mine-norwegian-coast"
    game = before_an_impulse()
    play(game, "commonwealth", "leave-norwegian-coast")
    assert game.state.get(REACTION) == ""
    assert not game.state[FACE_DOWN][the_cruiser(game)]


@pytest.mark.rule("13.3.3")
def test_a_carrier_in_the_north_sea_helps_unless_germans_face_it() -> None:
    blank = us_game("US entry")
    carrier, raider = ships(blank, "commonwealth", "CV")[0], ships(blank, "germany", "SCS")[0]
    covered = put("North Sea 4", carrier)
    for change, roll in (((covered,), 2), ((covered, put("Norwegian Sea 1", raider)), 3)):
        game = before_an_impulse(*change, dice=(3, 0))
        happened = play(game, "commonwealth", "mine-norwegian-coast", the_cruiser(game))
        assert said(happened, CoastMined).roll == roll


def convoys_next_turn(game: Game, power: str) -> int:
    owner, place = power_index(game, power), circle(game, game.state.get(TURN) + 1)
    return sum(points for whose, at, points in game.state.amounts(CONVOY_POINTS) if (whose, at) == (owner, place))


def circle(game: Game, turn: int) -> int:
    return place_index(game, circle_space(turn))


def given(game: Game) -> dict[str, int]:
    norway = own_power(game, country_named(game, "norway"))
    return {power_name(game, each.recipient): each.resources for each in promises(game) if each.giver == norway}


@pytest.mark.rule("13.3.3")
@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("die", "friend"), [(1, "commonwealth"), (9, "germany")])
def test_whoever_wins_norway_has_its_convoys_its_trade_and_the_gate_of_oslo(die: int, friend: str) -> None:
    kiel_is_lost = controlled("commonwealth", "Kiel")
    game = before_an_impulse(kiel_is_lost, controlled("germany", "Copenhagen"), dice=(die, 0))
    play(game, "commonwealth", "mine-norwegian-coast", the_cruiser(game))
    assert convoys_next_turn(game, friend) == 10
    assert given(game) == {friend: 1}
    assert convoys_of_minor(game, country_named(game, "norway")) == 5
    passes = {
        power: may_pass(game, power_index(game, power), "North Sea", "Baltic Sea")
        for power in ("commonwealth", "germany")
    }
    assert passes == {"commonwealth": friend == "commonwealth", "germany": friend == "germany"}


@pytest.mark.rule("13.3.3")
@pytest.mark.rule("9.6")
def test_norway_joins_germany_at_once_and_the_usa_minds_the_mines_only() -> None:
    game = before_an_impulse(dice=(10, 0))
    happened = play(game, "commonwealth", "mine-norwegian-coast", the_cruiser(game))
    assert said(happened, MinorAligned).power == power_index(game, "germany")
    assert (prompt(game), tuple(game.waiting)) == ("set-up-minor", ("germany",))
    noted = [event.action for entry in game.entries for event in entry.events if isinstance(event, EntryActionNoted)]
    assert noted == ["39"]


@pytest.mark.rule("19.7/norway")
@pytest.mark.rule("13.3.3")
@pytest.mark.rule("9.6")
@pytest.mark.parametrize("supplied", [True, False])
def test_norway_follows_germany_once_london_falls_or_moscow(monkeypatch: pytest.MonkeyPatch, supplied: bool) -> None:
    """A German land unit there counts while it is in supply."""
    monkeypatch.setattr("worldfire.titles.wif.nations.norway.in_supply", lambda game, unit: supplied)
    corps = ids(us_game("US entry"), "germany", "INF")[0]

    def joins(reaction: str, city: str) -> bool:
        held = (controlled("germany", city), put(city, corps), field(REACTION, reaction))
        game = us_game("US entry", in_turn("Jan/Feb 1941"), FIGHTING, *held)
        return country_named(game, "norway") in alignable(game, power_index(game, "germany"))

    met = {(reaction, city) for reaction in REACTIONS for city in ("London", "Moscow") if joins(reaction, city)}
    impressed = {(TRADE, "London"), (FOR_GERMANY, "London"), (FOR_GERMANY, "Moscow")}
    assert met == (impressed if supplied else set())


@pytest.mark.rule("13.3.3")
@pytest.mark.rule("19.4.1")
def test_norway_undermined_sets_up_a_corps_less() -> None:
    game = us_game("US entry", in_turn("Jan/Feb 1940"), field(REACTION, UNDERMINED), field(ONE_LESS, True))
    setting = align_minor(game, country_named(game, "norway"), power_index(game, "commonwealth"))
    go_on(game, Frame(SETTING_UP.name, game.ruleset.procedures[SETTING_UP.name].first, setting))
    mountain = unit(game, "norway-mtn-i")
    assert game.state[PLACE][mountain] == circle(game, game.state.get(TURN) + 1)
    assert not game.state.get(ONE_LESS)


@pytest.mark.rule("13.3.3")
@pytest.mark.rule("5.1/sweden")
def test_swedish_ore_stays_in_port_in_winter_past_a_mined_coast() -> None:
    blank = us_game("US entry")
    british, german = ships(blank, "commonwealth", "SCS")[0], ships(blank, "germany", "SCS")[0]

    def sends(weather: str, *changes: Change) -> bool:
        game = us_game("US entry", in_turn("Jan/Feb 1941"), FIGHTING, field(WEATHER, _zones(blank, weather)), *changes)
        germany = power_index(game, "germany")
        return bool(seas_of_harbour(game, germany, place_index(game, "Malmo")))

    mined, watched = field(REACTION, UNDERMINED), put("North Sea 2", british)
    assert sends("snow", watched)
    assert not sends("snow", mined, watched)
    assert sends("rain", mined, watched)
    assert sends("blizzard", mined)
    assert sends("blizzard", mined, watched, put("North Sea 0", german))
    assert sends("blizzard", mined, watched, controlled("germany", "Oslo"))


def _zones(game: Game, arctic: str) -> tuple[tuple[str, str], ...]:
    zones = weather_chart(game).columns.labels
    return tuple((zone, arctic if zone == "Arctic" else "fine") for zone in zones)
