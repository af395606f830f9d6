"""13.3 US entry: markers and levels (13.3.1), entry options and their tension (13.3.2), entry actions (13.3.3)."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, field, in_turn, play, power_index, prompt, put
from us_markers import chosen, markers, pool, us_game

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import CONQUEROR, COUNTRY_NAMES
from worldfire.rules.s09_war import UsEntryAction
from worldfire.titles.wif.nations.us_entry.moving import (
    BARRED_BY_USA,
    DRAWS_LOST,
    BarredByUsa,
    EntryActionNoted,
    TensionRaised,
)
from worldfire.titles.wif.nations.us_entry.options import EntryOptionChosen
from worldfire.titles.wif.nations.us_entry.pools import (
    ENTRY,
    EUROPE,
    JAPAN,
    NEVER_AT_WAR,
    TENSION,
    MarkersShown,
    level,
)
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS

AXIS, ALLIES = 0, 1


def wars(*pairs: tuple[str, str]) -> Change:
    def change(game: Game) -> None:
        known = game.state.get(AT_WAR)
        game.set(AT_WAR, (*known, *((power_index(game, one), power_index(game, other)) for one, other in pairs)))

    return change


def reason(game: Game, noun: Any, verb: str = "choose-entry-option") -> str:
    with pytest.raises(Refused) as refusal:
        play(game, "usa", verb, noun)
    return refusal.value.violations[0].key


def at_options(*changes: Change, dice: tuple[int, ...] = (), turn: str = "Jan/Feb 1941", **kwargs: Any) -> Game:
    """The US entry step of a turn whose regular marker, the first of the common pool, has gone to Germany and Italy."""
    game = us_game("US entry", in_turn(turn), *changes, dice=(0, *dice), **kwargs)
    if prompt(game) == "put-entry-marker":
        play(game, "usa", "put-entry-marker", EUROPE)
    assert prompt(game) == "choose-entry-option"
    return game


# ------------------------------------------------------------------------------------------------- 13.3.1 markers, levels


@pytest.mark.rule("9.4/the entry and tension pools")
@pytest.mark.rule("9.4", example="WF1-079")
def test_the_level_counts_the_other_pool_half() -> None:
    game = us_game("US entry", markers(ge=(5, 5, 4, 3), ja=(3, 3, 2), ge_tension=(4, 3), ja_tension=(1,)))
    assert (level(game, ENTRY, EUROPE), level(game, ENTRY, JAPAN)) == (30, 21)
    assert (level(game, TENSION, EUROPE), level(game, TENSION, JAPAN)) == (11, 5)


@pytest.mark.rule("13.3.1/regular entry markers")
@pytest.mark.rule("13.3.1")
def test_a_regular_marker_is_drawn_blindly_after_its_pool_was_chosen() -> None:
    """From 1942 on there are two each turn."""
    game = us_game("US entry", in_turn("Nov/Dec 1941"), markers(common=(0, 1, 2, 5)), dice=(3,))
    play(game, "usa", "put-entry-marker", JAPAN)
    assert (pool(game, ENTRY, JAPAN), prompt(game)) == ((5,), "choose-entry-option")
    game = us_game("US entry", in_turn("Jan/Feb 1942"), markers(common=(0, 1, 2, 5)), dice=(3, 0))
    for target in (JAPAN, EUROPE):
        play(game, "usa", "put-entry-marker", target)
    assert (pool(game, ENTRY, JAPAN), pool(game, ENTRY, EUROPE), prompt(game)) == ((5,), (0,), "choose-entry-option")


@pytest.mark.rule("13.3.1", example="WF2-043")
def test_the_conquest_of_the_united_kingdom_brings_a_marker_each_turn() -> None:
    def conquered(game: Game) -> None:
        game.write(CONQUEROR, game.state.get(COUNTRY_NAMES).index("united-kingdom"), power_index(game, "germany"))

    game = us_game("US entry", in_turn("Jan/Feb 1941"), markers(common=(1, 2, 3)), conquered, dice=(0, 1))
    play(game, "usa", "put-entry-marker", JAPAN)
    assert (pool(game, ENTRY, JAPAN), pool(game, ENTRY, EUROPE)) == ((1,), (3,))
    assert prompt(game) == "choose-entry-option"


@pytest.mark.rule("13.3.1")
def test_at_war_with_all_three_nobody_draws() -> None:
    everybody = wars(("usa", "japan"), ("usa", "germany"), ("usa", "italy"))
    game = us_game("US entry", everybody, markers(ja=(1, 2)))
    assert game.over


# --------------------------------------------------------------------------------------------------- 13.3.2 entry options


@pytest.mark.rule("13.3.2", example="WF2-044")
@pytest.mark.rule("13.3.2", example="WF2-045")
def test_jay_embargoes_oil_and_passes_war_appropriations() -> None:
    """Level 34 against all three (34 and 35, as in the book, cannot be had from whole markers): no fireside chat."""
    held = markers(ja=(5, 5, 5, 2), ge=(5, 5, 5, 2), ja_tension=(5, 4), ge_tension=(5, 3), common=(0,))
    game = at_options(chosen(13, 22, 23), held, dice=(10, 3, 0, 0))
    assert (level(game, ENTRY, JAPAN), level(game, ENTRY, EUROPE)) == (34, 34)
    assert (level(game, TENSION, JAPAN), level(game, TENSION, EUROPE)) == (18, 17)
    assert reason(game, 35) == "entry-level-too-low"
    events = play(game, "usa", "choose-entry-option", 31)  # tension 9, a roll of 10
    assert TensionRaised(option=31, points=9) in events
    assert (len(pool(game, ENTRY, JAPAN)), len(pool(game, TENSION, JAPAN))) == (4, 2)
    play(game, "usa", "choose-entry-option", 34)  # 13, a roll of 3: two markers, of his choice
    assert prompt(game) == "take-marker-from"
    play(game, "usa", "take-marker-from", JAPAN)
    play(game, "usa", "take-marker-from", JAPAN)
    assert pool(game, ENTRY, JAPAN) == (5, 5)
    assert sorted(pool(game, TENSION, JAPAN)) == [2, 4, 5, 5]
    assert len(pool(game, ENTRY, EUROPE)) == 5
    keys = {option: reason(game, option) for option in (1, 14, 12)}
    assert keys == {1: "two-options-chosen", 14: "first-option-moved-a-marker", 12: "two-options-chosen"}
    assert {31, 34} <= set(game.state.get(US_ENTRY_OPTIONS))
    play(game, "usa", "no-more-entry-options")
    assert game.over


@pytest.mark.rule("13.3.2")
def test_markers_are_turned_over_as_proof() -> None:
    """Enough to prove the level, the highest first, and no more; for options 22 and 34 tension as well."""
    game = at_options(markers(ja=(5, 4, 1), ge=(3, 3), common=(0,)), dice=(10,))
    events = play(game, "usa", "choose-entry-option", 12)  # against all: 23 half points against each
    assert [event for event in events if isinstance(event, MarkersShown)] == [
        MarkersShown(pool=ENTRY, target=JAPAN, values=(4, 5)),
        MarkersShown(pool=ENTRY, target=EUROPE, values=(3, 3)),
    ]
    game = at_options(markers(ja=(5, 4, 1), common=(0,)), dice=(10,))
    events = play(game, "usa", "choose-entry-option", 9)
    assert [event for event in events if isinstance(event, MarkersShown)] == [
        MarkersShown(pool=ENTRY, target=JAPAN, values=(4, 5))
    ]


@pytest.mark.rule("13.3.2/the entry options")
@pytest.mark.rule("13.3.2")
def test_a_prerequisite_must_come_from_an_earlier_turn_and_each_option_only_once() -> None:
    game = at_options(markers(ja=(5, 5, 5, 5), common=(0,)), dice=(10, 10))
    assert reason(game, 17) == "option-needs-another"
    play(game, "usa", "choose-entry-option", 9)
    assert reason(game, 17) == "option-needs-another"
    assert reason(game, 9) == "option-chosen-already"
    game = at_options(markers(ja=(5, 5, 5, 5), common=(0,)), chosen(9), dice=(10,))
    assert EntryOptionChosen(option=17) in play(game, "usa", "choose-entry-option", 17)


@pytest.mark.rule("13.3.2")
def test_gearing_up_needs_tension() -> None:
    held = markers(ja=(5, 5, 5), ge=(5, 5, 5), ja_tension=(5,), ge_tension=(5,), common=(0,))
    game = at_options(held)
    assert reason(game, 22) == "tension-level-too-low"
    held = markers(ja=(5, 5, 5), ge=(5, 5, 5), ja_tension=(5, 1), ge_tension=(5,), common=(0,))
    game = at_options(held, dice=(10,))
    assert reason(game, 34) == "option-needs-another"
    play(game, "usa", "choose-entry-option", 22)
    assert 22 in game.state.get(US_ENTRY_OPTIONS)


FLEET = (
    "us-cv-lexington-sif",
    "us-cv-saratoga-sif",
    "us-bb-arizona-sif",
    "us-bb-california-sif",
    "us-bb-colorado-sif",
    "us-bb-idaho-sif",
    "us-bb-maryland-sif",
    "us-bb-mississippi-sif",
    "us-bb-nevada-sif",
    "us-bb-new-mexico-sif",
)


@pytest.mark.rule("13.3.2 option 26")
@pytest.mark.rule("13.3.2", example="WF2-049")
def test_the_fleet_at_pearl_harbor_changes_tension_by_up_to_three() -> None:
    """Option 9 costs 4: anything from 1 to 7. Jay makes it 5."""
    game = at_options(chosen(26), markers(ja=(5, 5), common=(0,)), put("Honolulu", *FLEET), dice=(5, 0))
    play(game, "usa", "choose-entry-option", 9)
    assert prompt(game) == "set-tension"
    shape: Any = game.offers("usa")["set-tension"]
    assert shape.domain == tuple(range(1, 8))
    play(game, "usa", "set-tension", 5)
    assert pool(game, TENSION, JAPAN) == (5,)


@pytest.mark.rule("13.3.2 option 14")
@pytest.mark.rule("13.3.2 option 35")
@pytest.mark.rule("13.3.2")
def test_changes_of_tension_add_up_and_need_the_whole_fleet() -> None:
    game = at_options(chosen(26, 35), markers(ja=(5, 5), common=(0,)), put("Honolulu", *FLEET[:-1]))
    play(game, "usa", "choose-entry-option", 9)
    shape: Any = game.offers("usa")["set-tension"]
    assert shape.domain == tuple(range(2, 7))  # the chat only: a battleship is missing
    game = at_options(chosen(26, 35, 14), markers(ge=(5, 5), common=(0,)), put("Honolulu", *FLEET))
    play(game, "usa", "choose-entry-option", 15)  # 6, against Germany and Italy
    shape = game.offers("usa")["set-tension"]
    assert shape.domain == tuple(range(3, 10))


@pytest.mark.rule("13.3.2")
def test_an_empty_pool_keeps_the_usa_out_of_that_war_for_good() -> None:
    """Level 9 against Japan from markers against Germany and Italy: the tension has nothing to move."""
    game = at_options(markers(ge=(5, 5, 5, 5), common=(0,)), dice=(1,))
    play(game, "usa", "choose-entry-option", 9)
    assert game.state.get(NEVER_AT_WAR) == (power_index(game, "japan"),)


@pytest.mark.rule("13.3.2")
def test_options_wait_for_what_the_war_brings() -> None:
    game = at_options(markers(ja=(5,) * 8, ge=(5,) * 8, common=(0,)))
    assert {option: reason(game, option) for option in (4, 7, 24, 43)} == {
        4: "option-condition-not-met",
        7: "option-condition-not-met",
        24: "option-condition-not-met",
        43: "option-condition-not-met",
    }
    tide = at_options(markers(ge=(5,) * 8, common=(0,)), campaign="fascist-tide")
    assert reason(tide, 9) == "option-aimed-at-nobody"


# --------------------------------------------------------------------------------------------------- 13.3.3 entry actions


def declaring(side: int, *changes: Change, dice: tuple[int, ...] = (), turn: str = "Sep/Oct 1939") -> Game:
    return us_game("declare war", field(ACTIVE_SIDE, side), in_turn(turn), *changes, dice=dice)


def declare(game: Game, *wanted: tuple[str, str]) -> tuple[Any, ...]:
    """These powers declare these wars, everybody else none; what happened, until nobody is asked for a war any more."""
    left, events = list(wanted), []
    nothing = {"attempt-war": "attempt-no-war", "claim-region": "claim-nothing"}
    while prompt(game) in ("declare-war", *nothing):
        seat = next(iter(game.waiting))
        if prompt(game) in nothing:
            events += play(game, seat, nothing[prompt(game)])
            continue
        mine = next((name for who, name in left if who == seat), None)
        if mine is not None and mine in game.offers(seat)["declare-war"].domain:  # type: ignore[attr-defined]
            left.remove((seat, mine))
            events += play(game, seat, "declare-war", mine)
        else:
            events += play(game, seat, "declare-no-war")
    assert not left
    return tuple(events)


def points(events: tuple[Any, ...]) -> dict[str, int]:
    return {event.action: event.points for event in events if isinstance(event, EntryActionNoted)}


@pytest.mark.rule("13.3.1/action entry markers")
@pytest.mark.rule("13.3.3/the entry actions")
@pytest.mark.rule("13.3.3 action 20")
@pytest.mark.rule("13.3.3")
def test_germany_attacks_poland() -> None:
    """12 points: a marker against Germany and Italy, and a second on a die of 1 or 2."""
    for die, picks, count in ((2, (0, 0), 2), (3, (0,), 1)):
        game = declaring(AXIS, markers(common=(1, 2, 3)), dice=(0, die, *picks)[1:])
        events = declare(game, ("germany", "poland"))
        assert points(events) == {"20c": 12}
        assert len(pool(game, ENTRY, EUROPE)) == count


@pytest.mark.rule("13.3.3 action 31")
@pytest.mark.rule("13.3.3", example="WF2-051")
@pytest.mark.rule("13.3.3", example="WF2-052")
def test_markers_that_are_not_there_cost_draws_and_friends() -> None:
    """The USSR attacks Rumania: a roll of 6 takes two markers from an empty pool. Then France attacks Italy."""
    denied = wars(("germany", "france"))
    game = declaring(ALLIES, denied, markers(common=(1, 2, 3)), dice=(6, 9))
    ussr, france = power_index(game, "ussr"), power_index(game, "france")
    game.say(UsEntryAction(power=ussr, target_power=power_index(game, "rumania")))
    events = declare(game, ("france", "italy"))
    assert points(events) == {"31a": -16, "25": -18}
    assert game.state.get(DRAWS_LOST) == 3
    assert game.state.get(BARRED_BY_USA) == (ussr, france)
    assert BarredByUsa(power=ussr) in events


@pytest.mark.rule("13.3.3", example="WF2-054")
@pytest.mark.parametrize(
    ("before", "wanted", "cost"),
    [
        ((("italy", "france"),), (("commonwealth", "italy"),), {"24": -9}),
        ((), (("commonwealth", "italy"),), {"24": -18}),
        ((), (("commonwealth", "italy"), ("france", "italy")), {"24": -18}),
    ],
)
def test_the_second_of_a_pair_pays_half_and_both_together_once(
    before: tuple[tuple[str, str], ...], wanted: tuple[tuple[str, str], ...], cost: dict[str, int]
) -> None:
    held = wars(("germany", "commonwealth"), ("germany", "france"), *before)
    game = declaring(ALLIES, held, markers(ge=(1, 2, 3, 4), common=(1,)), dice=(10, 0, 0), turn="May/Jun 1940")
    assert points(declare(game, *wanted)) == cost
    assert len(pool(game, ENTRY, EUROPE)) == (4 if cost == {"24": -9} else 3)
