"""Findings of a fourth audit of Fatal Alliances: surrender, Japan, trade and concessions (fa:14.3, 14.5, 15, 21.9)."""

from __future__ import annotations

import pytest
from front import front
from revolution import fighting

from conformance.great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, fallen, initiative
from conformance.positions import Pairs, put
from conformance.steps import begin_step, declare, find, where
from conformance.turns import Change, in_turn, play, power_index, prompt, put_into
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import REMOVED
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, move, place_index, place_name
from worldfire.forces.turn import is_active, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    FALLEN_POWER,
    HEXES_AT_HOME,
    HEXES_HELD,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    dissolve_power,
    found_power,
    units_of,
)
from worldfire.rules.s09_02_pacts import have_pact
from worldfire.rules.s10_actions import LAND
from worldfire.rules.s13_06_4_promises import kept_by
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.rules.s13_07_5_reversion import countries_to_revert, hexes_to_revert
from worldfire.rules.s13_07_7_standing_down import STOOD_DOWN
from worldfire.tables.counters import LandType
from worldfire.titles.fa.civil_war.ending import Ending
from worldfire.titles.fa.civil_war.factions import NEUTRAL_FOR_GOOD, REDS_WON, STAGE, reds
from worldfire.titles.fa.conditional_surrender import SurrenderOffer
from worldfire.titles.fa.hq_support import HqSupports
from worldfire.titles.fa.japan import JAPANS_OWN_WAR, make_its_own_war
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.offensives import (
    LEADERS,
    OFFENSIVE_POINTS,
    UNSPENT,
    help_left,
    possible_leaders,
    price_of_leading,
    to_turn_up,
)
from worldfire.titles.fa.politics.back_on_the_track import SURRENDERED_TO, side_surrendered_to
from worldfire.titles.fa.politics.benefits import PASSAGE, PORTS, RESOURCES, grants
from worldfire.titles.fa.politics.concessions import demands
from worldfire.titles.fa.politics.dealing import breaches, deals
from worldfire.titles.fa.politics.flags import FLAG, attempts_are_sold, can_be_influenced, shift
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.special_units import LIMAN
from worldfire.titles.fa.trade import AGREEMENTS, agreements_in_force

WINTER = (AUGUST, in_turn("Jan/Feb 1916"), initiative(CENTRAL))
WARS = (("germany", "commonwealth"), ("austria-hungary", "commonwealth"))


def holder(game: Game, place: str) -> int:
    return game.state[CONTROLLER][place_index(game, place)]


def flag(name: str, lies: int) -> Change:
    return lambda game: game.write(FLAG, country(game, name), lies)


def box(game: Game, name: str) -> int:
    return game.state[FLAG][country(game, name)]


def conquered(name: str, by: str) -> Change:
    """Completely: the power is no more, what it held is its conqueror's, and its army has left the game."""

    def change(game: Game) -> None:
        fallen(name, by)(game)
        for place in tuple(game.look_up(HEXES_HELD).get(power_index(game, name), ())):
            change_control(game, place, power_index(game, by))
        for unit in units_of(game, country(game, name)):
            move(game, unit, place_index(game, REMOVED))

    return change


def joined(name: str, by: str) -> Change:
    return lambda game: found_power(game, power_index(game, name), power_index(game, by))


def own_war(victim: str) -> Change:
    return lambda game: make_its_own_war(game, victim)


def shifted(side: int, boxes: int = 1) -> Change:
    return lambda game: shift(game, country(game, "japan"), side, boxes)


def let_go(name: str, *changes: Change, wars: Pairs = WARS) -> Game:
    """The power's conditional surrender has been accepted."""
    game = front({}, wars=wars)
    offer = SurrenderOffer(power_index(game, name))
    put_into(game, "conditional surrender", *WINTER, *changes, locals=offer, dice=(1,) * 9)
    play(game, next(iter(game.waiting)), "accept-surrender")
    return game


# ------------------------------------------------------------------------------------------- 14.3 what the beaten had taken


@pytest.mark.rule("fa:14.3")
def test_a_fallen_empire_is_a_flag_again_when_its_conqueror_is_let_go() -> None:
    """France had conquered the Ottoman Empire, which has not surrendered: both sides may woo it at once."""
    game = let_go("france", joined("ottoman-empire", "germany"), conquered("ottoman-empire", "france"))
    land, own = country(game, "ottoman-empire"), power_index(game, "ottoman-empire")
    assert holder(game, "Constantinople") == own
    assert (game.state[CONQUEROR][land], game.state[SIDE][own], game.state[FALLEN_POWER][own]) == (NOBODY, NOBODY, 0)
    assert box(game, "ottoman-empire") == 1
    assert attempts_are_sold(game, land)


@pytest.mark.rule("fa:14.3")
def test_a_fallen_major_power_is_neutral_when_its_conqueror_is_let_go() -> None:
    """Germany had conquered France: it has its land back, its army in the force pools, and a pact with Germany."""
    game = let_go("germany", conquered("france", "germany"))
    france, germany, land = power_index(game, "france"), power_index(game, "germany"), country(game, "france")
    assert {game.state[CONTROLLER][place] for place in game.look_up(HEXES_AT_HOME)[land]} == {france}
    assert holder(game, "Metz") == germany
    assert (game.state[CONQUEROR][land], game.state[FALLEN_POWER][france]) == (NOBODY, 0)
    assert have_pact(game, france, germany)
    assert not is_active(game, france)
    corps = next(unit for unit in units_of(game, land) if counter_of(game, unit).type is LandType.INF)
    assert place_name(game, game.state[PLACE][corps]).startswith("force pool of france")


@pytest.mark.rule("fa:14.3")
def test_a_released_commonwealth_has_the_armies_of_all_its_home_countries_back() -> None:
    """And the heart to fight again."""

    def conquered_everywhere(game: Game) -> None:
        germany = power_index(game, "germany")
        for name in ground_of(game).homes_of_power["commonwealth"]:
            land = country(game, name)
            game.write(CONQUEROR, land, germany)
            for place in hexes_of(game, land):
                change_control(game, place, germany)
            for unit in units_of(game, land):
                move(game, unit, place_index(game, REMOVED))
        game.write(FALLEN_POWER, power_index(game, "commonwealth"), 1)
        game.write(MORALE, power_index(game, "commonwealth"), 0)

    game = let_go("germany", conquered_everywhere, wars=(("germany", "france"),))
    assert not game.state[FALLEN_POWER][power_index(game, "commonwealth")]
    assert game.state[MORALE][power_index(game, "commonwealth")] == 7 * TENTHS
    for name in ("united-kingdom", "canada", "australia"):
        there = (unit for unit in units_of(game, country(game, name)) if unit not in game.state.get(STOOD_DOWN))
        units = [unit for unit in there if _is_of_this_year(game, unit)]
        assert all(place_name(game, game.state[PLACE][unit]) != REMOVED for unit in units)


def _is_of_this_year(game: Game, unit: int) -> bool:
    counter = counter_of(game, unit)
    return counter.year is None or counter.year <= game.state.get(YEAR)


@pytest.mark.rule("fa:14.3")
def test_a_home_country_is_its_powers_own_when_whoever_had_conquered_it_is_let_go() -> None:
    """France fights on without its home country: Germany surrenders to it."""

    def at_home(game: Game) -> None:
        game.write(CONQUEROR, country(game, "france"), power_index(game, "germany"))
        change_control(game, place_index(game, "Paris"), power_index(game, "germany"))

    game = let_go("germany", at_home)
    assert game.state[CONQUEROR][country(game, "france")] == NOBODY
    assert holder(game, "Paris") == power_index(game, "france")


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:14.3")
def test_a_conquered_china_is_free_when_japan_is_neutral_again() -> None:
    game = fa_in(
        "rebels",
        *WINTER,
        flag("japan", -2),
        own_war("china"),
        conquered("china", "japan"),
        shifted(ALLIES, 3),
        dice=(9,) * 9,
    )
    china = country(game, "china")
    assert game.state.get(JAPANS_OWN_WAR) == ""
    assert game.state[CONQUEROR][china] == NOBODY
    assert holder(game, "Peking") == power_index(game, "china")
    assert can_be_influenced(game, china)
    assert box(game, "china") == 1
    assert not any(power_index(game, "china") in pair for pair in game.state.get(AT_WAR))


# ------------------------------------------------------------------------------------------------ 15.3.1 Japan in the Pacific


def german_pacific(game: Game) -> None:
    """Japan has conquered Tsingtao, and holds the hexes of Palau."""
    japan = power_index(game, "japan")
    game.write(CONQUEROR, country(game, "tsingtao"), japan)
    align_country(game, country(game, "tsingtao"), japan)
    for place in (*hexes_of(game, country(game, "tsingtao")), *hexes_of(game, country(game, "palau"))):
        game.write(CONTROLLER, place, japan)


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:13.6.3.2")
def test_germany_gets_nothing_in_the_pacific_back_from_a_japan_on_its_side() -> None:
    game = fa_in("trade agreements", *WINTER, german_pacific, own_war("russia"))
    japan = power_index(game, "japan")
    assert game.state[SIDE][japan] == game.state[SIDE][power_index(game, "germany")]
    assert countries_to_revert(game, japan) == ()
    assert hexes_to_revert(game, japan) == ()


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:14.3")
def test_a_beaten_japan_keeps_the_islands_that_it_holds_without_having_conquered_them() -> None:
    against = (("japan", "germany"), *WARS)
    game = let_go("japan", joined("japan", "commonwealth"), german_pacific, wars=against)
    japan = power_index(game, "japan")
    islands = {*hexes_of(game, country(game, "palau"))}
    assert game.state[POWER][country(game, "palau")] == power_index(game, "germany")
    assert islands
    assert {game.state[CONTROLLER][place] for place in islands} == {japan}


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:15.3.5")
def test_a_japan_that_has_surrendered_joins_the_allies_like_any_flag() -> None:
    """It had made its own war before."""
    game = let_go("japan", flag("japan", -10), own_war("russia"))
    assert box(game, "japan") == 1
    put_into(game, "rebels", flag("japan", 8), shifted(ALLIES), dice=(1,) * 9)
    assert game.state[SIDE][power_index(game, "japan")] == ALLIES
    assert at_war(game, power_index(game, "japan"), power_index(game, "germany"))


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:15.3.5")
def test_a_japan_that_has_surrendered_may_make_another_war_of_its_own() -> None:
    game = let_go("japan", flag("japan", -10), own_war("russia"))
    put_into(game, "rebels", flag("japan", -8), shifted(CENTRAL), dice=(1,) * 9)
    assert prompt(game) == "send-japan"
    play(game, "germany", "send-japan-against", "russia")
    assert at_war(game, power_index(game, "japan"), power_index(game, "russia"))
    assert not at_war(game, power_index(game, "japan"), power_index(game, "france"))


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.parametrize(("side", "boxes", "ends"), [(ALLIES, 10, NOBODY), (CENTRAL, 5, CENTRAL)])
def test_its_flag_still_says_what_becomes_of_a_japan_whose_enemy_is_no_more(side: int, boxes: int, ends: int) -> None:
    """Germany has conquered Russia: Japan is at peace until its flag brings it further."""
    over = (flag("japan", -10), own_war("russia"), conquered("russia", "germany"))
    game = fa_in("rebels", *WINTER, *over, dice=(9,) * 9)
    japan, france = power_index(game, "japan"), power_index(game, "france")
    assert not is_active(game, japan)
    game = fa_in("rebels", *WINTER, *over, shifted(side, boxes), dice=(9,) * 99)
    assert game.state[SIDE][japan] == ends
    assert at_war(game, japan, france) == (ends == CENTRAL)


@pytest.mark.rule("fa:15.3.1")
def test_the_flag_of_a_japan_that_is_neutral_again_lies_where_the_allies_have_brought_it() -> None:
    """By five boxes from +2 of the Central Powers; both sides may go on at once."""
    game = fa_in("rebels", *WINTER, flag("japan", -2), own_war("russia"), shifted(ALLIES, 5), dice=(9,) * 9)
    assert game.state[SIDE][power_index(game, "japan")] == NOBODY
    assert box(game, "japan") == 4
    assert attempts_are_sold(game, country(game, "japan"))


def reds_have_won(game: Game) -> None:
    game.set(STAGE, REDS_WON)
    game.set(NEUTRAL_FOR_GOOD, (reds(game),))
    dissolve_power(game, power_index(game, "russia"))


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:14.4")
@pytest.mark.parametrize("end", [conquered("russia", "germany"), reds_have_won])
def test_japan_is_not_sent_against_a_russia_that_is_no_more(end: Change) -> None:
    game = fa_in("rebels", *WINTER, end, flag("japan", -8), shifted(CENTRAL), dice=(9,) * 9)
    assert game.state.get(JAPANS_OWN_WAR) == "china", "nobody is asked"


@pytest.mark.rule("fa:15.3.1")
def test_a_japan_that_could_fight_nobody_stays_at_peace() -> None:
    """Russia is no more, and China fights beside Germany."""
    alone = (conquered("russia", "germany"), joined("china", "germany"), flag("japan", -8))
    game = fa_in("rebels", *WINTER, *alone, shifted(CENTRAL), dice=(9,) * 9)
    assert prompt(game) != "send-japan"
    assert (box(game, "japan"), game.state[SIDE][power_index(game, "japan")]) == (-9, NOBODY)


@pytest.mark.rule("fa:15.3.1")
def test_a_japan_that_could_fight_nobody_joins_the_central_powers_in_the_last_box() -> None:
    nobody = (conquered("russia", "germany"), joined("china", "germany"), flag("japan", -14))
    game = fa_in("rebels", *WINTER, *nobody, shifted(CENTRAL), dice=(9,) * 30)
    japan = power_index(game, "japan")
    assert (game.state[SIDE][japan], is_active(game, japan)) == (CENTRAL, True)
    assert at_war(game, japan, power_index(game, "france"))
    assert not game.state.get(JAPANS_OWN_WAR)


# ------------------------------------------------------------------------------------------- 15.2 trade and 15.2.1 concessions


def won_by_the_reds() -> Game:
    """The civil war is over, and both sides have points to spend."""
    game = fighting()
    put_into(game, "end of the Russian civil war", locals=Ending(reds(game)))
    assert game.state.get(STAGE) == REDS_WON
    game.set(POLITICAL_POINTS, (100, 100))
    return game


@pytest.mark.rule("fa:15.2")
@pytest.mark.rule("fa:14.4")
def test_a_victorious_red_russia_is_no_trade_partner() -> None:
    """It sends Germany and Austria-Hungary what it owes them, and the Allies cannot have that cancelled."""
    game = won_by_the_reds()
    assert {(giver, to) for giver, to, _ in game.state.get(AGREEMENTS)} >= {("red-russia", "germany")}
    for side in (CENTRAL, ALLIES):
        assert not any(deal.startswith("red-russia") for deal in deals(game, side))
    assert breaches(game, ALLIES)
    assert not any(deal.startswith("red-russia") for deal in breaches(game, ALLIES))


@pytest.mark.rule("fa:15.2.1")
@pytest.mark.rule("fa:14.4")
def test_nothing_is_demanded_of_a_russia_that_is_red() -> None:
    game = won_by_the_reds()
    assert side_surrendered_to(game, power_index(game, "russia")) == CENTRAL
    assert demands(game, CENTRAL) == ()


@pytest.mark.rule("fa:15.2.1")
def test_nothing_is_demanded_of_whoever_has_been_conquered_since_its_surrender() -> None:
    def beaten(game: Game) -> None:
        game.write(SURRENDERED_TO, power_index(game, "france"), CENTRAL + 1)
        game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if power_index(game, "france") not in pair))
        game.set(POLITICAL_POINTS, (60, 60))

    game = front({}, wars=WARS)
    beaten(game)
    assert "france passage" in demands(game, CENTRAL)
    conquered("france", "germany")(game)
    assert demands(game, CENTRAL) == ()


# ---------------------------------------------------------------------------------------------------------- 14.5 the break-up


@pytest.mark.rule("fa:14.5")
def test_a_conquered_italy_gets_nothing_of_a_broken_empire() -> None:
    """Germany has Rome, and has Trieste too when Austria-Hungary breaks up."""
    against = (("italy", "austria-hungary"), *WARS)
    game = front({}, wars=against)
    joined("italy", "france")(game)
    conquered("italy", "germany")(game)
    offer = SurrenderOffer(power_index(game, "austria-hungary"))
    put_into(game, "conditional surrender", *WINTER, locals=offer, dice=(10,) * 400)
    play(game, next(iter(game.waiting)), "accept-surrender")
    italy, germany = power_index(game, "italy"), power_index(game, "germany")
    assert [holder(game, place) for place in ("Trieste", "Rome")] == [germany, germany]
    assert (game.state[FALLEN_POWER][italy], game.state[CONQUEROR][country(game, "italy")]) == (1, germany)


# ------------------------------------------------------------------------------------------------- 15.1.1 what neutrals grant


@pytest.mark.rule("fa:15.1.1")
@pytest.mark.rule("fa:15.3.1")
def test_a_japan_in_its_own_war_keeps_its_resources() -> None:
    """At +12 of the Central Powers: it is a major power, and lends what it likes."""
    game = fa_in("rebels", *WINTER, flag("japan", -12), own_war("russia"), dice=(9,) * 9)
    japan = power_index(game, "japan")
    assert kept_by(game, japan) > 0
    assert not any(each.giver == japan for each in agreements_in_force(game))
    assert not any(grants(game, country(game, "japan"), CENTRAL, benefit) for benefit in (PORTS, PASSAGE, RESOURCES))


# ----------------------------------------------------------------------------------------------------- 21.9 Liman von Sanders


TURK, BRITISH = "ottoman-empire-inf-i", "commonwealth-united-kingdom-inf-i"


def turkish_offensive(place: str = "Damascus", *, down: bool = False) -> Game:
    """The Ottomans have points to spend; Liman stands with a corps of theirs, and a British one is near."""
    game = front({place: [LIMAN, TURK]}, wars=(("germany", "commonwealth"),))
    joined("ottoman-empire", "germany")(game)
    game.set(
        AT_WAR, (*game.state.get(AT_WAR), (power_index(game, "ottoman-empire"), power_index(game, "commonwealth")))
    )
    near = board_of(game).adjacent[place_index(game, place)][0]
    put(game, BRITISH, place_name(game, near))
    change_control(game, near, power_index(game, "commonwealth"))
    game.write(FACE_DOWN, find(game, LIMAN), int(down))
    for number in range(len(game.state[OFFENSIVE_POINTS])):
        game.write(OFFENSIVE_POINTS, number, 20 if number == power_index(game, "ottoman-empire") else 0)
    return begin_step(game, "offensive points", "germany", action="land", throws=(5,) * 9)


@pytest.mark.rule("fa:21.9")
@pytest.mark.rule("fa:18.3.2")
def test_liman_leads_an_offensive_of_the_ottomans() -> None:
    """It doubles an Ottoman unit and himself, and he leads no German one in the same impulse."""
    game = turkish_offensive()
    liman, ottomans, germany = find(game, LIMAN), power_index(game, "ottoman-empire"), power_index(game, "germany")
    assert prompt(game) == "spend-offensive-points"
    game.submit(seat_of_power(game, ottomans), "lead-offensive", liman)
    assert game.state.get(LEADERS) == ((ottomans, liman, "land"),)
    assert game.state[OFFENSIVE_POINTS][ottomans] == 20 - price_of_leading(game, liman)
    game.write(OFFENSIVE_POINTS, germany, 20)
    assert liman not in possible_leaders(game, germany, LAND)
    begin_step(game, "land combat", "germany", throws=(5,) * 9)
    declare(game, "germany", **{where(game, BRITISH): [TURK, LIMAN]})
    game.submit("germany", "done")
    assert prompt(game) == "double-units"
    assert {*game.offers("germany")["double-units"].domain} == {find(game, TURK), liman}
    left = help_left(game, ottomans)
    game.say(HqSupports(unit=liman, place=place_index(game, where(game, BRITISH))))
    assert liman in game.state.get(UNSPENT)
    assert help_left(game, ottomans) == left - 1


@pytest.mark.rule("fa:21.9")
@pytest.mark.rule("fa:18.4")
@pytest.mark.parametrize(("place", "possible"), [("Damascus", True), ("Berlin", False)])
def test_ottoman_points_turn_liman_up_in_ottoman_lands(place: str, possible: bool) -> None:
    game = turkish_offensive(place, down=True)
    assert (find(game, LIMAN) in to_turn_up(game, power_index(game, "ottoman-empire"))) is possible
