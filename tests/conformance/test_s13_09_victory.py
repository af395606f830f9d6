"""13.9 The victory check, and the sequence of play (3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from turns import Change, campaign_in, controlled, field, in_turn, power_index

from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.forces.ground import slug
from worldfire.forces.situation import TURN
from worldfire.forces.things import COUNTER, place_index
from worldfire.forces.turn import TurnBegan
from worldfire.forces.who import CONTROLLER, NOBODY, SIDE
from worldfire.players.default_player import pick
from worldfire.players.table import play_out, seeded_campaign
from worldfire.rules.s10_actions import ActionChosen
from worldfire.rules.s11_05_8_damage import destroy_ship
from worldfire.rules.s12_end_of_action import ImpulseBegan, LastImpulseTested
from worldfire.rules.s13_09_victory import (
    BID,
    SCORE_PLACES,
    GameWon,
    ScoreCounted,
    automatic_winner,
    objectives,
    score,
    scores,
)
from worldfire.tables.campaign import turn_number
from worldfire.titles.campaigns import campaign_named
from worldfire.titles.wif.sequence import ACTION_STEPS, END_OF_TURN_STEPS

AXIS, ALLIES = 0, 1

BARBAROSSA_CITIES = (
    *("Minsk", "Kiev", "Odessa", "Smolensk", "Vitebsk", "Gomel", "Zhitomir", "Vinnitsa"),
    *("Kherson", "Nikolayev", "Krivoy Rog", "Pskov", "Novgorod", "Poltava", "Kishinev", "Cernauti"),
)


@pytest.mark.rule("13.9")
@pytest.mark.parametrize(("short_of_it", "winner"), [(0, "axis"), (1, "allies")])
def test_barbarossa_is_won_by_cities(short_of_it: int, winner: str) -> None:
    score = campaign_named("barbarossa").score
    assert score is not None
    needed = score.value.needed
    held = needed - short_of_it
    cities = BARBAROSSA_CITIES[:held]
    game = campaign_in("barbarossa", "victory check", in_turn("Jan/Feb 1942"), controlled("germany", *cities))
    assert game.over
    assert game.state.result == {"winner": winner, "score": held, "needed": needed}
    side = AXIS if winner == "axis" else ALLIES
    assert game.events == [ScoreCounted(side=AXIS, count=held, needed=needed), GameWon(side=side)]


@pytest.mark.rule("13.9")
def test_the_game_goes_on_before_its_last_turn() -> None:
    game = campaign_in("barbarossa", "victory check", in_turn("Nov/Dec 1941"))
    assert game.state.result is None
    assert len(game.state.get(SCORE_PLACES)) == 53


# ------------------------------------------------------------------------------------------------------- objectives


def end_of_the_war(game: Game) -> None:
    """The Allies hold every objective but those of Germany; Stockholm is neutral."""
    board, controller = game.ruleset.tables.board, game.state[CONTROLLER]
    usa = power_index(game, "usa")
    for name in game.ruleset.tables.source.chart("objectives").rows.labels:
        place = board.index[board.find(name)]
        owner = controller[place]
        axis = owner != NOBODY and game.state[SIDE][owner] == AXIS
        neutral = owner == NOBODY or game.state[SIDE][owner] == NOBODY
        if (axis or neutral) and name != "Stockholm":
            game.write(CONTROLLER, place, usa)
    controlled("germany", "Berlin", "Kiel", "Munich", "Oslo")(game)
    for power, bid in (("germany", 16), ("japan", -8), ("italy", 0), ("usa", 23)):
        game.write(BID, power_index(game, power), bid)


SEATS = {
    "germany": "heinz",
    "japan": "kasigi",
    "italy": "kasigi",
    "usa": "jay",
    "china": "jay",
    "commonwealth": "jeremy",
    "france": "jeremy",
    "ussr": "anna",
}


@pytest.mark.rule("13.9/final victory", example="WF2-134")
def test_a_neutral_objective_counts_for_the_nearest_capital_and_bids_are_subtracted() -> None:
    game = campaign_in("global-war", "victory check", in_turn("Jul/Aug 1945"), end_of_the_war, seats=SEATS)
    assert game.over
    assert game.state.result["totals"]["heinz"] == "-11"
    assert game.state.result["totals"]["kasigi"] == "8"


def objectives_of_jay(number: int) -> Change:
    """The USA and China hold so many objectives, the Commonwealth the others."""

    def change(game: Game) -> None:
        board = game.ruleset.tables.board
        names = game.ruleset.tables.source.chart("objectives").rows.labels
        for count, name in enumerate(names):
            owner = "commonwealth" if count >= number else "china" if count % 4 == 0 else "usa"
            game.write(CONTROLLER, board.index[board.find(name)], power_index(game, owner))
        game.write(BID, power_index(game, "usa"), 22)
        assert game.state[BID][power_index(game, "china")] == 1, "23 with the USA's"
        for city in game.ruleset.tables.source.chart("automatic_victory").rows.labels:
            assert board.find(city) is not None, slug(city)
        controlled("germany", "Berlin")(game)

    return change


@pytest.mark.rule("13.9/final victory", example="WF2-135")
def test_a_player_adds_up_the_objectives_of_all_his_powers() -> None:
    names_before_berlin = 32
    game = campaign_in(
        "global-war", "victory check", in_turn("Jul/Aug 1945"), objectives_of_jay(names_before_berlin + 1), seats=SEATS
    )
    assert game.state.result["totals"]["jay"] == "9"


@pytest.mark.rule("13.9/automatic victory")
def test_all_the_great_cities_win_at_once() -> None:
    def everything(game: Game) -> None:
        board = game.ruleset.tables.board
        for city in game.ruleset.tables.source.chart("automatic_victory").rows.labels:
            game.write(CONTROLLER, board.index[board.find(city)], power_index(game, "usa"))

    game = campaign_in("global-war", "victory check", in_turn("Mar/Apr 1944"), everything)
    assert automatic_winner(game) == ALLIES
    assert game.events[0] == GameWon(side=ALLIES)
    allies = tuple(power for power, side in enumerate(game.state[SIDE]) if side == ALLIES)
    assert sum(objectives(game, allies).values(), Fraction(0)) == 70  # the enemy's objectives count as neutral
    plain = campaign_in("global-war", "victory check", in_turn("Mar/Apr 1944"))
    assert plain.state.result is None


# ------------------------------------------------------------------------------------------- 3 the sequence of play


def told(game: Game) -> list[Event]:
    return [event for entry in game.entries for event in entry.events]


@pytest.mark.rule("3")
@pytest.mark.rule("3.1")
@pytest.mark.rule("7")
def test_a_campaign_is_played_turn_by_turn_and_impulse_by_impulse() -> None:
    game = seeded_campaign("barbarossa", 3, length="campaign")
    play_out(game, Random(3), pick)
    events = told(game)
    turns = [event.turn for event in events if isinstance(event, TurnBegan)]
    first = turn_number("May/Jun 1941")
    assert turns == list(range(first, first + 5))
    assert game.state.get(TURN) == turn_number("Jan/Feb 1942")
    impulses = [event for event in events if isinstance(event, ImpulseBegan)]
    for earlier, later in pairwise(impulses):
        assert later.impulse == 1 or later.side != earlier.side
    tests = [event for event in events if isinstance(event, LastImpulseTested)]
    assert len(tests) == len(impulses) == sum(isinstance(event, ActionChosen) for event in events)
    assert sum(test.ended for test in tests) == len(turns)
    assert game.state.result["winner"] in ("axis", "allies")


@pytest.mark.rule("3.1")
def test_the_steps_stand_in_the_order_of_the_book() -> None:
    letters = [letter for letter, _, _ in ACTION_STEPS]
    assert letters == [f"D2.3({letter})" for letter in "abcdefghijklmnop"]
    sections = [tuple(int(part) for part in section.split(".")) for _, _, section in ACTION_STEPS]
    assert sections == sorted(sections)
    assert [letter for letter, _, _ in END_OF_TURN_STEPS] == sorted(letter for letter, _, _ in END_OF_TURN_STEPS)
    game = campaign_in("barbarossa", "choose actions", field(TURN, turn_number("May/Jun 1941")))
    for _, name, _ in (*ACTION_STEPS, *END_OF_TURN_STEPS):
        assert game.ruleset.procedures[f"step: {name}"].book_step


#: what a land and air campaign performs, in the order of 3.1; an impulse may come again and again
TURN_IN_ORDER = (
    "reinforcements",
    "initiative",
    "weather",
    "declare war",
    "choose actions",
    "strategic bombardment",
    "ground strike",
    "rail movement",
    "land movement",
    "air transport",
    "paradrop",
    "land combat",
    "rebase",
    "reorganisation",
    "partisans",
    "final reorganisation",
    "production",
    "conquest",
    "liberation",
    "victory check",
)
_ITEMS = (
    "a",
    "c",
    "d",
    "d1",
    "d2",
    "d2.1",
    "d2.2",
    "d2.3",
    "d2.4",
    "d3",
    "e",
    "e1",
    "e4",
    "e5",
    "e7",
    "e7.2",
    "e7.6",
    "e9",
)


def items_of_the_sequence(test: Callable[[pytest.MonkeyPatch], None]) -> Callable[[pytest.MonkeyPatch], None]:
    """The test speaks of all these items of 3.1."""
    for item in (*_ITEMS, *(f"d2.3({letter})" for letter in "fghijmnop")):
        test = pytest.mark.rule(f"3.1/{item}")(test)
    return test


@items_of_the_sequence
def test_a_turn_performs_its_steps_in_the_order_of_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    performed: list[str] = []
    push = Game.push

    def listening(game: Game, name: str, frame_locals: Any, *, interlude: bool = False) -> None:
        performed.append(name)
        push(game, name, frame_locals, interlude=interlude)

    monkeypatch.setattr(Game, "push", listening)
    play_out(seeded_campaign("barbarossa", 3, length="campaign"), Random(3), pick)
    turns = " ".join(str(TURN_IN_ORDER.index(name)) for name in performed if name in TURN_IN_ORDER)
    impulse = r"(2 )?3 4( 5 6 7 8 9 10 11 12 13)? "
    turn = rf"0 1 ({impulse})+14 15 16 17 18 19"
    assert re.fullmatch(rf"{turn}( {turn}){{4}}", turns), turns[:400]


@pytest.mark.rule("13.9")
def test_guadalcanal_counts_places_by_their_worth_and_carriers() -> None:
    """Japan begins with 10 points; a carrier that it loses costs it one, and one that it sinks makes up for that."""
    game = seeded_campaign("guadalcanal", 1, length="campaign")
    assert scores(game) == {"axis": 10, "allies": 21}
    for holder, place in (("japan", "Pearl Harbor"), ("usa", "Lae")):
        game.write(CONTROLLER, place_index(game, place), power_index(game, holder))
    assert scores(game) == {"axis": 12, "allies": 19}
    for carrier, japan in (("ja-cv-akagi-sif", 11), ("us-cv-yorktown-sif", 12), ("us-ca-astoria-sif", 12)):
        ship = list(game.state[COUNTER]).index(game.ruleset.tables.index[carrier])
        destroy_ship(game, ship)
        assert score(game) == japan, carrier
