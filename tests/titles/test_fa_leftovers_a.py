"""Small things of Fatal Alliances that were seen and left alone for a while."""

from __future__ import annotations

import pytest
from front import front
from revolution import fighting

from conformance.entry_pools import markers
from conformance.great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, initiative
from conformance.positions import give_control, power, put, set_weather
from conformance.steps import begin_step, find, march
from conformance.turns import field, in_turn, play, put_into
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.partisans import RED, SOIL, all_partisans
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, move, place_index
from worldfire.forces.turn import is_active, power_name
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    NOBODY,
    POWER,
    align_country,
    change_control,
    change_country,
    country_named,
    power_named,
)
from worldfire.rules.s02_3_overstacking import is_overstacked
from worldfire.rules.s02_3_stacking import aircraft_limit
from worldfire.rules.s04_reinforcements import Arrivals, overflow_hexes
from worldfire.rules.s11_09_rail import RAILS
from worldfire.rules.s11_10_entry import politics_violation
from worldfire.titles.fa.civil_war.ending import END_OF_CIVIL_WAR, Ending
from worldfire.titles.fa.civil_war.factions import reds
from worldfire.titles.fa.independence import FIGHTS_FOR
from worldfire.titles.fa.politics.benefits import PASSAGE, TROOPS, grants
from worldfire.titles.fa.politics.flags import FLAG, shift
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of
from worldfire.titles.fa.risings import FOURTEEN_POINTS

# ------------------------------------------------------------------------------------------------- 22.6 dates of the calendar


@pytest.mark.rule("fa:22.6")
@pytest.mark.rule("fa:15.3.1")
@pytest.mark.parametrize(("options", "moves"), [((), True), (("11",), False)])
def test_no_flag_moves_when_countries_join_by_the_calendar(options: tuple[str, ...], moves: bool) -> None:
    """Tsingtao and the events would bring in a Japan that is not on the list."""
    game = fa_in(
        "political actions",
        AUGUST,
        initiative(CENTRAL),
        in_turn("Sep/Oct 1914"),
        lambda game: game.write(FLAG, country(game, "japan"), 8),
        options=options,
        dice=(1,) * 8,
    )
    japan = country(game, "japan")
    shift(game, japan, ALLIES)
    assert (game.state[FLAG][japan] == 9) is moves
    assert not is_active(game, power_named(game, "japan"))


# ---------------------------------------------------------------------------------------------- 15.4 Poles of the 14 Points

IN_POLAND, IN_GALICIA = "E2732", "E2731"


def polish_rising(where: str, *holders: str) -> Game:
    """A Polish partisan of France, with or without the 14 Points; these have all of Poland and of Galicia."""
    game = front({}, wars=(("germany", "france"), ("austria-hungary", "france")))
    holder, empire = holders
    give_control(game, holder, IN_POLAND, "E2733", "E2832")
    give_control(game, empire, IN_GALICIA)
    partisan = all_partisans(game)[0]
    change_country(game, partisan, country_named(game, "france"))
    game.write(SOIL, partisan, country_named(game, "poland"))
    game.write(RED, partisan, 1)
    move(game, partisan, place_index(game, where))
    return game


def goes(game: Game, way: str) -> str:
    begin_step(game, "land movement", "france")
    units = (all_partisans(game)[0],)
    found = game.why_not("move", (units, (place_index(game, way),)), "france")
    return f"{found[0].rule} {found[0].key}" if found else ""


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:13.1.3")
def test_poles_of_the_fourteen_points_move_in_galicia() -> None:
    """It is Polish to them while a Central Power has it, but the rest of Austria-Hungary is not."""
    game = polish_rising(IN_POLAND, "germany", "austria-hungary")
    assert goes(game, IN_GALICIA) == "13.1.3 partisan-stays-home"
    game.set(FOURTEEN_POINTS, True)
    assert goes(game, IN_GALICIA) == ""
    for start, place, why in (
        (IN_GALICIA, IN_POLAND, ""),
        (IN_GALICIA, "E2730", ""),
        ("E2730", "E2729", "13.1.3 partisan-stays-home"),
    ):
        game = polish_rising(start, "germany", "austria-hungary")
        game.set(FOURTEEN_POINTS, True)
        assert goes(game, place) == why
    game = polish_rising(IN_POLAND, "germany", "france")
    game.set(FOURTEEN_POINTS, True)
    assert goes(game, IN_GALICIA) == "13.1.3 partisan-stays-home", "it is no Central Power's"


# ----------------------------------------------------------------------------------------------------- 4.2.1, 9.7 overflow

LYON_MILITIA, RESERVE, POOL = "france-mil-lyon", "france-inf-x", "reserve pool of france"


def arriving(game: Game, name: str) -> Game:
    """The unit comes onto the map like a reinforcement, or like a reserve that is called out."""
    return put_into(
        game, "arrivals", locals=Arrivals(power(game, "france"), (find(game, name),), place_index(game, POOL))
    )


@pytest.mark.rule("fa:4.2.1")
@pytest.mark.rule("fa:9.7")
def test_a_city_overflows_once_a_turn_for_reinforcements_and_reserves_together() -> None:
    game = front({"Lyon": ["france-inf-i", "france-inf-iv"]})
    reserve = find(game, RESERVE)

    def cities() -> set[int]:
        return {city for _, city in overflow_hexes(game, reserve, ())}

    lyon = place_index(game, "Lyon")
    arriving(game, LYON_MILITIA)
    beside = game.offers("france")["place-unit"].domain
    assert lyon not in beside
    assert lyon in cities()
    game.submit("france", "place-unit", beside[0])
    assert lyon not in cities(), "nor for a reserve in an impulse of this turn"
    assert cities()
    game.set(TURN, game.state.get(TURN) + 1)
    assert lyon in cities()


# ------------------------------------------------------------------------------------------- 14.4 what Whites hold abroad


def holders(game: Game, *names: str) -> list[str]:
    return [power_name(game, game.state[CONTROLLER][place_index(game, name)]) for name in names]


@pytest.mark.rule("fa:14.4")
def test_what_beaten_whites_hold_abroad_does_not_become_red() -> None:
    """A Central Power has its home again; another Ally gets the rest, Poland too, which is not Russian any more."""
    game = fighting()
    give_control(game, "russia", "Lemberg", "Warsaw", "Sofia")
    allied = points_of(game, ALLIES)
    game.state.frames.clear()
    game.push(END_OF_CIVIL_WAR.name, Ending(reds(game)))
    game.put_state(game.state)
    while game.waiting:
        assert [*game.waiting] == ["russia"]
        game.submit("russia", "entrust-minor", "france")
    assert holders(game, "Lemberg", "Warsaw", "Sofia") == ["austria-hungary", "france", "france"]
    assert holders(game, "Kiev", "Odessa") == ["red-russia", "red-russia"]
    assert points_of(game, ALLIES) == allied


# --------------------------------------------------------------------------------------------- 8.2.1.2 aircraft on the ice

SWAMP = "E2534"


@pytest.mark.rule("fa:8.2.1.2")
@pytest.mark.rule("fa:2.3.1.2")
def test_one_aircraft_may_be_based_in_a_frozen_swamp() -> None:
    """As in any forest; an HQ makes room for another, and a thaw leaves no room for either."""
    game = front({SWAMP: ["russia FTR", "russia FTR"]}, weather="snow")
    swamp = place_index(game, SWAMP)
    begin_step(game, "land movement", "russia")
    assert aircraft_limit(game, swamp, ()) == 1
    assert is_overstacked(game, swamp)
    headquarters = put(game, "russia HQ-I", SWAMP)
    assert aircraft_limit(game, swamp, (headquarters,)) == 2
    assert not is_overstacked(game, swamp)
    set_weather(game, "rain")
    assert aircraft_limit(game, swamp, (headquarters,)) == 1
    assert is_overstacked(game, swamp)


# --------------------------------------------------------------------------------------------------------------- 15.2 spies


@pytest.mark.rule("fa:15.2")
def test_spies_spoil_once_a_side_and_look_as_often_as_they_are_paid() -> None:
    """Germany could pay again, and there would be something to spoil again."""
    points = field(POLITICAL_POINTS, (30, 60))
    game = fa_in("spies at the end of the turn", AUGUST, initiative(CENTRAL), points)
    play(game, "germany", "send-spies")
    assert (points_of(game, CENTRAL), points_of(game, ALLIES)) == (28, 54)
    assert [*game.waiting] == ["france"], "Germany is not asked again"
    play(game, "france", "send-spies")
    assert (points_of(game, CENTRAL), points_of(game, ALLIES)) == (25, 52)
    assert game.over
    game = fa_in("play", AUGUST, markers(us=(5, 3, 1), common=(0, 0)), points, initiative(CENTRAL), dice=(0,) * 4)
    for saved in (28, 26):
        play(game, "germany", "spy-on-pool", "US entry")
        play(game, "usa", "withhold-marker", 5)
        assert points_of(game, CENTRAL) == saved


# ------------------------------------------------------------------------------------------------------ 22.4 Salonika in 1917


@pytest.mark.rule("fa:15.1.1")
@pytest.mark.rule("fa:22.4")
def test_troops_at_salonika_stay_there_until_greece_lets_troops_in() -> None:
    """At +9 it lets supply and trains pass, no more; whom the campaign has put there stays, and walks on at +13."""
    game = front({"Salonika": ["france-hq-sarrail", "france-inf-ix"]})
    greece, salonika, beside = country_named(game, "greece"), place_index(game, "Salonika"), place_index(game, "E2618")
    corps = find(game, "france-inf-ix")
    game.write(FLAG, greece, 9)
    assert politics_violation(game, corps, beside) is not None
    assert grants(game, greece, ALLIES, PASSAGE)
    assert not grants(game, greece, ALLIES, TROOPS)
    assert {salonika, beside} <= RAILS(game, frozenset(), ALLIES, power(game, "france"))
    begin_step(game, "land movement", "france")
    assert game.over, "there is nowhere to go on foot"
    assert game.state[PLACE][corps] == salonika
    game.write(FLAG, greece, 13)
    begin_step(game, "land movement", "france")
    march(game, "france", ["france-hq-sarrail", "france-inf-ix"], "E2618")
    assert game.state[PLACE][corps] == beside


# --------------------------------------------------------------------------------------------------- 20.3 soldiers of Bosnia


@pytest.mark.rule("fa:20.3")
@pytest.mark.rule("fa:13.6.3")
def test_soldiers_of_a_country_free_it_from_the_ally_that_has_just_taken_it() -> None:
    """Russia has conquered Bosnia from Austria-Hungary in this turn, and leads soldiers of Bosnia in Sarajevo."""

    def taken(game: Game) -> None:
        bosnia, russia, sarajevo = country(game, "bosnia"), power(game, "russia"), place_index(game, "Sarajevo")
        soldier = find(game, "austria-hungary-bosnia-gar-sarajevo")
        move(game, soldier, sarajevo)
        change_country(game, soldier, country(game, "russia"))
        game.write(FIGHTS_FOR, soldier, bosnia + 1)
        change_control(game, sarajevo, russia)
        game.write(CONQUEROR, bosnia, russia)
        align_country(game, bosnia, russia)

    game = fa_in("independence", AUGUST, in_turn("Nov/Dec 1915"), initiative(CENTRAL), taken, dice=(0,) * 20)
    bosnia = country(game, "bosnia")
    play(game, "russia", "declare-independence")
    assert (game.state[CONQUEROR][bosnia], game.state[POWER][bosnia]) == (NOBODY, power(game, "russia"))
    assert holders(game, "Sarajevo") == ["bosnia"]
    own = power(game, "bosnia")
    assert at_war(game, own, power(game, "austria-hungary"))
    assert not at_war(game, own, power(game, "russia"))
