"""Findings of a fifth audit of Fatal Alliances, in politics, co-operation, minor countries and options (fa:14 to 22)."""

from __future__ import annotations

import pytest
from front import front
from revolution import fighting
from test_fa_fourth_audit_politics import let_go

from conformance.great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, initiative
from conformance.positions import align, power
from conformance.steps import begin_step, find
from conformance.turns import field, play, power_index, prompt
from worldfire.engine.game import Game
from worldfire.engine.shapes import Set
from worldfire.forces.pools import REMOVED
from worldfire.forces.situation import WITHOUT_FORCE_POOL
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name
from worldfire.forces.who import CONQUEROR, NEW_HOME, NOBODY, align_country, change_control, units_of
from worldfire.rules.s04_reinforcements import return_to_pool
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.tables.counters import NavalCounter
from worldfire.titles.fa.entry.noticing import ACTIONS_DONE
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of

AUSTRIAN, GERMAN = "austria-hungary-austria-inf-i", "germany-inf-vi"
POLISH, RUSSIAN = "russia-poland-mil-warsaw", "russia-inf-xxiii"


def _reinforcements_until(name: str, power: str, game: Game) -> Game:
    """The reinforcement stage; whatever else is asked before is answered in the first way that is offered."""
    begin_step(game, "reinforcements", power)
    while game.waiting and prompt(game) != name:
        (seat,) = game.waiting
        verb, shape = next(iter(game.offers(seat).items()))
        game.submit(seat, verb, () if isinstance(shape, Set) else None)
    return game


# ------------------------------------------------------------------------------------------- 14.1, option 7: the home front


@pytest.mark.rule("fa:14.1")
@pytest.mark.rule("fa:14.5")
def test_inherited_corps_go_to_the_home_front_like_german_ones() -> None:
    """Austria-Hungary is no more, and its corps in Berlin serves Germany in every respect."""
    game = front({"Berlin": [AUSTRIAN, GERMAN]}, options=["7"])
    align(game, "austria", "germany")
    _reinforcements_until("send-to-home-front", "germany", game)
    offered = game.offers("germany")["send-to-home-front"].domain
    assert {*offered} == {find(game, AUSTRIAN), find(game, GERMAN)}


@pytest.mark.rule("fa:14.1")
def test_troops_of_a_conquered_country_are_no_corps_of_the_major_power_itself() -> None:
    """Russia raises militia in Poland; only its own corps strengthen its home front."""
    game = front({"Petrograd": [POLISH, RUSSIAN]}, wars=(("germany", "russia"),), options=["7"])
    _reinforcements_until("send-to-home-front", "russia", game)
    assert {*game.offers("russia")["send-to-home-front"].domain} == {find(game, RUSSIAN)}


# ---------------------------------------------------------------------------------------------------- 14.4 Reds and the USA


REVOLUTION, PETROGRAD_FALLS = "9", "7"


@pytest.mark.rule("fa:14.4")
@pytest.mark.rule("fa:13.2.3.1")
def test_neutrals_do_not_mind_that_petrograd_is_red() -> None:
    """The dice have made Petrograd and Moscow Red; the USA has noticed the revolution, and no conquest."""
    done = fighting().state.get(ACTIONS_DONE)
    assert REVOLUTION in done
    assert PETROGRAD_FALLS not in done


@pytest.mark.rule("fa:13.2.3.1")
def test_neutrals_mind_that_petrograd_is_german() -> None:
    game = front({})
    change_control(game, place_index(game, "Petrograd"), power(game, "germany"))
    assert PETROGRAD_FALLS in game.state.get(ACTIONS_DONE)


# ---------------------------------------------------------------------------------------------- 15.2 governments in exile


@pytest.mark.rule("fa:15.2")
@pytest.mark.rule("fa:20.5.2")
def test_an_army_in_exile_is_built_again_though_it_was_left_out_of_the_pools_before() -> None:
    """France had not taken the Belgians into its force pools; for four points it has."""

    def conquered(game: Game) -> None:
        belgium, germany = country(game, "belgium"), power_index(game, "germany")
        game.set(WITHOUT_FORCE_POOL, (belgium,))
        game.write(FORMER_POWER, belgium, power_index(game, "france"))
        game.write(CONQUEROR, belgium, germany)
        align_country(game, belgium, germany)
        for unit in units_of(game, belgium):
            move(game, unit, place_index(game, REMOVED))

    points = field(POLITICAL_POINTS, (0, 4))
    game = fa_in("play", AUGUST, conquered, points, initiative(CENTRAL), dice=(0,) * 4)
    play(game, "france", "government-in-exile", "belgium")
    assert points_of(game, ALLIES) == 0
    lost = units_of(game, country(game, "belgium"))[0]
    return_to_pool(game, lost)
    assert place_name(game, game.state[PLACE][lost]).startswith("force pool of belgium")


# ------------------------------------------------------------------------------------------- 14.3 countries that are let go


def bulgaria_had_joined_and_fallen(game: Game) -> None:
    """France has conquered it completely."""
    bulgaria, france = country(game, "bulgaria"), power_index(game, "france")
    align_country(game, bulgaria, power_index(game, "germany"))
    game.write(CONQUEROR, bulgaria, france)
    align_country(game, bulgaria, france)
    for place in hexes_of(game, bulgaria):
        change_control(game, place, france)
    for unit in army_of(game, "bulgaria"):
        move(game, unit, place_index(game, REMOVED))


def army_of(game: Game, name: str) -> list[int]:
    """But for ships, and units of later years."""
    units = (
        unit for unit in units_of(game, country(game, name)) if not isinstance(counter_of(game, unit), NavalCounter)
    )
    return [unit for unit in units if not place_name(game, game.state[PLACE][unit]).startswith("available")]


@pytest.mark.rule("fa:14.3")
@pytest.mark.rule("fa:13.6.2")
def test_a_country_that_is_neutral_again_has_an_army_for_its_next_war() -> None:
    game = let_go("france", bulgaria_had_joined_and_fallen)
    assert game.state[CONQUEROR][country(game, "bulgaria")] == NOBODY
    assert {place_name(game, game.state[PLACE][unit]) for unit in army_of(game, "bulgaria")} == {"army of bulgaria"}


@pytest.mark.rule("fa:14.3")
@pytest.mark.rule("fa:13.6.1.4")
def test_an_army_that_fought_on_abroad_goes_home_with_its_country() -> None:
    """Conquered at home by France, Bulgaria fought on beside Germany with another home; now it is neutral in its own."""

    def fights_on(game: Game) -> None:
        bulgaria = country(game, "bulgaria")
        bulgaria_had_joined_and_fallen(game)
        align_country(game, bulgaria, power_index(game, "germany"))
        game.write(NEW_HOME, bulgaria, country(game, "germany"))
        move(game, army_of(game, "bulgaria")[0], place_index(game, "Berlin"))

    game = let_go("france", fights_on)
    assert {place_name(game, game.state[PLACE][unit]) for unit in army_of(game, "bulgaria")} == {"army of bulgaria"}
    assert game.state[NEW_HOME][country(game, "bulgaria")] == NOBODY
