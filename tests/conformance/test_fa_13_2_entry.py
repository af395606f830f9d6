"""FA 9.3, 9.4, 13.2: wars are paid for, and how the USA and the Commonwealth come into them."""

from __future__ import annotations

from random import Random

import pytest
from entry_pools import chosen, markers
from great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, impulse_of, initiative, wars
from hidden import looks_alike
from turns import Change, field, in_turn, play, power_index, prompt, unit

from worldfire.advice.political_cards import POLITICAL_WRITERS
from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import is_hex
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import FACE_DOWN, PLACE, place_index
from worldfire.forces.turn import is_active
from worldfire.forces.who import found_power
from worldfire.rules.s09_war import declaration_violation
from worldfire.rules.s10_actions import new_impulse
from worldfire.titles.fa.entry.drawing import BELGIUM_ATTACKED, CommonwealthIsReady, Drawing
from worldfire.titles.fa.entry.noticing import ACTIONS_DONE, EntryActionSeen, Noticing
from worldfire.titles.fa.entry.options import is_chosen, prerequisites, tension_needed
from worldfire.titles.fa.entry.pools import (
    CW_ENTRY,
    CW_MAY_DECLARE,
    ENTRY_DEBT,
    US_ENTRY,
    US_TENSION,
    EntryMarkersShown,
    debt_of,
    level,
    markers_in,
    values_of,
)
from worldfire.titles.fa.entry.war import EntryAttempted, die_modifier, enemies_of_the_usa, war_number
from worldfire.titles.fa.japan import JAPANS_OWN_WAR
from worldfire.titles.fa.politics.back_on_the_track import FALLEN_ALLIES
from worldfire.titles.fa.politics.flags import FLAG
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of
from worldfire.titles.fa.trade import AGREEMENTS, agreements_in_force

CUP = (1, 2, 3, 0, 1, 2, 3, 2)


def points(central: int, allied: int) -> Change:
    return field(POLITICAL_POINTS, (central, allied))


def reason(game: Game, seat: str, verb: str, noun: object = None) -> str:
    with pytest.raises(Refused) as refusal:
        play(game, seat, verb, noun)
    return refusal.value.violations[0].key


def at_options(*changes: Change, dice: tuple[int, ...] = (), turn: str = "Nov/Dec 1914") -> Game:
    """The US entry step after its regular marker, the first of the cup, has been drawn."""
    game = fa_in("US entry", AUGUST, in_turn(turn), initiative(CENTRAL), *changes, dice=(0, *dice))
    assert prompt(game) == "choose-war-option"
    return game


# -------------------------------------------------------------------------------------------------------- 13.2.1 markers


@pytest.mark.rule("fa:9.4.1")
def test_a_level_is_what_the_markers_say() -> None:
    game = at_options(markers(us=(3, 2), tension=(1, 4), cw=(5,), common=(0,)))
    assert (level(game, US_ENTRY), level(game, US_TENSION), level(game, CW_ENTRY)) == (5, 5, 5)


@pytest.mark.rule("fa:13.2.1.1")
@pytest.mark.parametrize(("turn", "drawn"), [("Nov/Dec 1915", 1), ("Jan/Feb 1916", 2), ("Jan/Feb 1917", 3)])
@pytest.mark.rule("fa:13.2")
def test_the_usa_draws_more_each_year(turn: str, drawn: int) -> None:
    game = fa_in("US entry", AUGUST, in_turn(turn), initiative(CENTRAL), markers(common=CUP), dice=(0,) * drawn)
    assert markers_in(game, US_ENTRY) == drawn


@pytest.mark.rule("fa:13.2.1.1", example="FL1")
@pytest.mark.rule("fa:9.4.3")
def test_the_commonwealth_draws_after_each_allied_impulse_and_two_for_belgium() -> None:
    """Even one that all have passed; out of the same cup as the USA, and not after an impulse of the others."""
    for side, attacked, drawn in ((ALLIES, False, 1), (ALLIES, True, 2), (CENTRAL, True, 0)):
        held = markers(cw=(2, 2), common=CUP)
        game = fa_in(
            "impulse",
            AUGUST,
            in_turn("Sep/Oct 1914"),
            impulse_of(side, 5),
            new_impulse,
            points(0, 0),
            held,
            field(BELGIUM_ATTACKED, attacked),
            dice=(0,) * drawn,
            debug=False,
        )
        pass_the_impulse(game)
        assert markers_in(game, CW_ENTRY) == 2 + drawn


def pass_the_impulse(game: Game) -> None:
    """Everybody declines whatever he is asked."""
    idle = ("declare-no-war", "call-out-reserves", "align-nobody", "save-offensive-points", "stay-out-of-the-war")
    for _ in range(40):
        if game.over:
            return
        seat = next(iter(game.waiting))
        offers = game.offers(seat)
        verb = next((verb for verb in idle if verb in offers), next(iter(offers)))
        noun: object = () if verb == "call-out-reserves" else None
        if verb == "choose-actions":
            noun = tuple((choices.item, "pass") for choices in offers[verb].items)
        play(game, seat, verb, noun)


@pytest.mark.rule("fa:9.4.3")
def test_at_eighteen_the_markers_go_back_and_the_permission_stays() -> None:
    """The Commonwealth draws no more, and nothing asks for its level on the day it declares war."""
    held = markers(cw=(5, 5, 5, 2), common=(1, 0, 0))
    due = Drawing(((CW_ENTRY, 3),))
    game = fa_in("drawing entry markers", AUGUST, held, locals=due, dice=(2,))
    assert game.state.get(CW_MAY_DECLARE)
    assert (markers_in(game, CW_ENTRY), game.over) == (0, True)
    assert CommonwealthIsReady(level=18) in game.events


@pytest.mark.rule("fa:13.2.1")
def test_markers_are_a_secret_of_their_owner() -> None:
    """Not even an ally sees them."""
    game = at_options(markers(us=(3, 2), tension=(1, 4), cw=(5, 1), common=CUP))
    looks_alike(game, ("commonwealth", "france", "germany", "usa", None), Random(3))


# ------------------------------------------------------------------------------------------------------- 13.2.2 options


@pytest.mark.rule("fa:13.2.2")
@pytest.mark.rule("fa:13.2.2.1")
def test_options_need_levels_and_others_of_an_earlier_turn() -> None:
    game = at_options(markers(us=(5,) * 5, tension=(5, 5, 2), common=(0,)), chosen(12), dice=(10,))
    assert (prerequisites(game, 40), tension_needed(game, 40)) == ((25,), 20)
    assert (prerequisites(game, 25), tension_needed(game, 25)) == ((), 13)
    keys = {option: reason(game, "usa", "choose-war-option", option) for option in (12, 24, 25, 26, 30)}
    assert keys == {
        12: "war-option-chosen-already",
        24: "war-option-needs-another",
        25: "war-option-tension-too-low",
        26: "war-option-needs-another",
        30: "war-option-entry-too-low",
    }
    play(game, "usa", "choose-war-option", 22)  # tension 5, a die of 10: no marker moves
    assert reason(game, "usa", "choose-war-option", 23) == "war-option-needs-another", "not in the same turn"


@pytest.mark.rule("fa:13.2.2")
@pytest.mark.rule("fa:13.2.2", example="FA-E73")
def test_a_second_option_only_if_the_first_moved_nothing() -> None:
    """Tension 6: one marker on a die of 6 or less; what proves the level is shown, and no marker more."""
    held = markers(us=(5, 4, 3, 3), common=(0,))
    game = at_options(held, dice=(6, 0))
    events = play(game, "usa", "choose-war-option", 10)
    assert EntryMarkersShown(pool=US_ENTRY, values=(3, 4, 5)) in events
    assert (markers_in(game, US_ENTRY), markers_in(game, US_TENSION)) == (4, 1)
    assert reason(game, "usa", "choose-war-option", 12) == "war-option-moved-a-marker"
    game = at_options(held, dice=(7, 10))
    play(game, "usa", "choose-war-option", 10)
    play(game, "usa", "choose-war-option", 12)
    assert reason(game, "usa", "choose-war-option", 18) == "two-war-options-chosen"
    assert all(is_chosen(game, option) for option in (10, 12))


@pytest.mark.rule("fa:13.2.2.1")
def test_the_warning_may_be_repeated_and_gives_a_free_attempt() -> None:
    held = markers(us=(5,) * 8, common=(0,))
    game = at_options(held, chosen(32), dice=(10, 0, 7))
    play(game, "usa", "choose-war-option", 32)  # 15: one marker, no second on a 10
    assert prompt(game) == "influence-freely"
    before = game.state[FLAG][country(game, "brazil")]
    play(game, "usa", "influence-freely", "brazil")
    assert game.state[FLAG][country(game, "brazil")] == before + 1


@pytest.mark.rule("fa:13.2.2.1")
def test_ships_leave_american_ports_unharmed_when_these_are_closed() -> None:
    """Option 28: face-down or not, the auxiliary cruiser puts to sea without a die."""

    def in_new_york(game: Game) -> None:
        cruiser = unit(game, "germany-kprz-wilhelm")
        game.write(PLACE, cruiser, place_index(game, "New York"))
        game.write(FACE_DOWN, cruiser, 1)

    game = at_options(markers(us=(5,) * 8, common=(0,)), in_new_york, dice=(0,))
    play(game, "usa", "choose-war-option", 28)
    assert (prompt(game), list(game.waiting)) == ("flee-by-sea", ["germany"])
    play(game, "germany", "flee-by-sea", game.offers("germany")["flee-by-sea"].sample(Random(2)))
    cruiser = unit(game, "germany-kprz-wilhelm")
    assert game.state[PLACE][cruiser] != place_index(game, "New York")
    assert is_hex(game, game.state[PLACE][cruiser])


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:5.1.11")
def test_the_embargo_ends_the_trade_with_germany() -> None:
    """3, 2, 1 and none; the Netherlands send one, Portugal and Brazil lean three boxes."""

    def sent(game: Game, giver: str) -> int:
        found = agreements_in_force(game)
        return sum(each.resources for each in found if each.giver == power_index(game, giver))

    held = markers(us=(5,) * 8, common=(0,))
    for options, left in (((), 3), ((10,), 2), ((10, 24), 1), ((10, 24, 38), 0)):
        assert sent(at_options(held, chosen(*options)), "usa") == left
    game = at_options(held, chosen(10, 24), dice=(10, 0))
    lean = game.state[FLAG][country(game, "portugal")]
    assert sent(game, "netherlands") == 2
    play(game, "usa", "choose-war-option", 38)
    assert game.state[FLAG][country(game, "portugal")] == lean + 3
    assert sent(game, "netherlands") == 1
    assert ("netherlands", "germany", 1) in game.state.get(AGREEMENTS)


# -------------------------------------------------------------------------------------------------------- 13.2.3 actions


@pytest.mark.rule("fa:13.2.3", example="FA-E73")
def test_both_roll_for_themselves_and_what_is_missing_is_owed() -> None:
    """−5 points: a marker on a die of 5 or less. The Commonwealth has none: its next draw only pays."""
    held = markers(us=(2,), common=CUP)
    game = fa_in("entry action", AUGUST, held, locals=Noticing("24", -5), dice=(6, 5))
    assert (markers_in(game, US_ENTRY), debt_of(game, "commonwealth")) == (1, 1)
    assert [event.power for event in game.events if isinstance(event, EntryActionSeen)] == [
        power_index(game, "usa"),
        power_index(game, "commonwealth"),
    ]
    owing = field(ENTRY_DEBT, (("commonwealth", 1),))
    game = fa_in("drawing entry markers", AUGUST, held, owing, locals=Drawing(((CW_ENTRY, 2),)), dice=(0,))
    assert (markers_in(game, CW_ENTRY), debt_of(game, "commonwealth")) == (1, 0)


@pytest.mark.rule("fa:13.2.3.1", example="FA-E31")
def test_gas_counts_until_a_marker_moves_for_anybody() -> None:
    game = fa_in("entry action", AUGUST, markers(common=CUP), locals=Noticing("28", 3), dice=(4, 4))
    assert "28" not in game.state.get(ACTIONS_DONE)
    game = fa_in("entry action", AUGUST, markers(common=CUP), locals=Noticing("28", 3), dice=(4, 3, 0))
    assert "28" in game.state.get(ACTIONS_DONE)


# ---------------------------------------------------------------------------------------------------------- 9.3, 9.4 wars


@pytest.mark.rule("fa:9.3", example="FL1")
@pytest.mark.rule("fa:9.4.3")
def test_a_declaration_costs_three_points_and_without_them_there_is_no_war() -> None:
    """Five points: Belgium is paid for, and then nobody on the side declares anything."""
    game = fa_in(
        "declare war",
        AUGUST,
        in_turn("Sep/Oct 1914"),
        impulse_of(CENTRAL, 5),
        points(5, 5),
        markers(common=CUP),
        dice=(9, 9),
    )
    assert prompt(game) == "declare-war"
    told = " ".join(POLITICAL_WRITERS["declare-war"](game, "germany", "belgium").lines)
    assert "costs 3 of your side’s 5 political points" in told
    assert "USA takes notice" in told
    assert "one more marker after each Allied impulse" in told
    play(game, "germany", "declare-war", "belgium")
    assert points_of(game, CENTRAL) == 2
    assert prompt(game) == "take-in-minor", "France is offered it, nobody else declares war"
    assert game.state.get(BELGIUM_ATTACKED)
    assert at_war(game, power_index(game, "germany"), power_index(game, "belgium"))


@pytest.mark.rule("fa:9.4.3")
@pytest.mark.rule("fa:9.3")
def test_the_commonwealth_waits_for_its_permission_and_pays_like_all() -> None:
    def step(*changes: Change) -> Game:
        return fa_in(
            "declare war",
            AUGUST,
            in_turn("Sep/Oct 1914"),
            impulse_of(ALLIES, 6),
            markers(us=(1,), common=CUP),
            *changes,
            dice=(9, 9),
        )

    def asked(game: Game) -> set[str]:
        return set(game.waiting) if prompt(game) == "declare-war" else set()

    game = step(points(5, 3), field(CW_MAY_DECLARE, True))
    assert asked(game) == {"commonwealth"}
    told = POLITICAL_WRITERS["declare-war"](game, "commonwealth", "germany").lines
    assert "Others are drawn into the war: the Commonwealth with Austria-Hungary." in told
    play(game, "commonwealth", "declare-war", "germany")
    assert is_active(game, power_index(game, "commonwealth"))
    assert at_war(game, power_index(game, "commonwealth"), power_index(game, "austria-hungary")), "a matter of sides"
    assert points_of(game, ALLIES) == 0
    game = step(points(5, 2), field(CW_MAY_DECLARE, True))
    assert prompt(game) not in ("declare-war", "attempt-entry")
    game = step(points(5, 5))
    play(game, "usa", "stay-out-of-the-war")
    while "commonwealth" not in game.waiting:
        play(game, next(iter(game.waiting)), "declare-no-war")
    assert reason(game, "commonwealth", "declare-war", "germany") == "commonwealth-not-ready"


def a_war_of_its_own(game: Game) -> None:
    """Japan is a Central Power against Russia only."""
    japan, russia = power_index(game, "japan"), power_index(game, "russia")
    found_power(game, japan, power_index(game, "germany"))
    game.set(JAPANS_OWN_WAR, "russia")
    game.set(AT_WAR, (*game.state.get(AT_WAR), (japan, russia)))


@pytest.mark.rule("fa:9.4.2")
def test_the_usa_enters_the_war_or_loses_a_marker_of_each_pool() -> None:
    """Level 50 and tension 20: the war number is 6; without the draft the die is worse by 3."""
    held = markers(us=(5,) * 10, tension=(5,) * 4, common=(0,))
    where = (AUGUST, in_turn("Mar/Apr 1917"), impulse_of(ALLIES, 6), points(5, 3), held)

    def attempt(dice: tuple[int, ...], *changes: Change) -> Game:
        game = fa_in("declare war", *where, *changes, dice=dice)
        if prompt(game) == "trigger-event":  # the 14 Points
            play(game, "usa", "trigger-no-event")
        while prompt(game) == "declare-war":
            play(game, next(iter(game.waiting)), "declare-no-war")
        assert prompt(game) == "attempt-entry"
        return game

    game = attempt((6,), chosen(40))
    assert (war_number(game), die_modifier(game)) == (6, 0)
    events = play(game, "usa", "attempt-entry")
    usa = power_index(game, "usa")
    assert EntryAttempted(power=usa, die=6, modifier=0, succeeded=True) in events
    assert all(at_war(game, usa, power_index(game, enemy)) for enemy in ("germany", "austria-hungary"))
    assert (markers_in(game, US_ENTRY), markers_in(game, US_TENSION), points_of(game, ALLIES)) == (0, 0, 0)
    assert EntryMarkersShown(pool=US_TENSION, values=(5, 5, 5, 5)) in events
    game = attempt((6,), chosen(40), a_war_of_its_own)
    assert power_index(game, "japan") not in enemies_of_the_usa(game)
    play(game, "usa", "attempt-entry")
    assert at_war(game, usa, power_index(game, "germany"))
    assert not at_war(game, usa, power_index(game, "japan")), "which fights Russia alone"
    game = attempt((4, 0, 0))
    assert die_modifier(game) == 3
    play(game, "usa", "attempt-entry")
    assert (markers_in(game, US_ENTRY), markers_in(game, US_TENSION)) == (9, 3)
    assert not is_active(game, usa)
    assert points_of(game, ALLIES) == 3


@pytest.mark.rule("fa:9.4.2")
def test_each_fallen_ally_makes_the_die_better() -> None:
    for fallen, modifier in (((), 3), ((3,), 2), ((3, 4), 1)):
        game = at_options(markers(us=(5,), common=(0,)), field(FALLEN_ALLIES, fallen))
        assert die_modifier(game) == modifier


@pytest.mark.rule("fa:9.3")
@pytest.mark.rule("fa:13.2.1.1")
def test_attacked_while_neutral_the_usa_is_in_the_war_and_returns_its_markers() -> None:
    held = markers(us=(5, 5), tension=(1,), cw=(3,), common=CUP)
    game = fa_in("declare war", AUGUST, in_turn("Sep/Oct 1914"), impulse_of(CENTRAL, 5), points(3, 0), held, dice=(9,))
    play(game, "germany", "declare-war", "usa")
    assert at_war(game, power_index(game, "usa"), power_index(game, "austria-hungary"))
    assert (values_of(game, US_ENTRY), values_of(game, US_TENSION), markers_in(game, CW_ENTRY)) == ((), (), 1)


@pytest.mark.rule("fa:9.4")
def test_the_usa_leaves_minor_countries_alone_before_option_48() -> None:
    where = (AUGUST, wars(("usa", "germany")), in_turn("Sep/Oct 1917"), impulse_of(ALLIES, 5), points(0, 9))
    game = fa_in("declare war", *where, markers(common=CUP))
    usa, france = power_index(game, "usa"), power_index(game, "france")
    found = declaration_violation(game, usa, "norway")
    assert found is not None
    assert found.key == "usa-leaves-minors"
    assert declaration_violation(game, france, "norway") is None
    chosen(48)(game)
    assert declaration_violation(game, usa, "norway") is None
