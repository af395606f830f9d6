"""Findings of an audit of the politics of Fatal Alliances: who aligns, what capitals are worth, who rises, who is bound."""

from __future__ import annotations

import pytest
from front import front
from test_fa_break_up import accept, surrender

from conformance.entry_pools import markers
from conformance.great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, impulse_of, initiative, wars
from conformance.positions import align, give_control, power, put
from conformance.turns import Change, field, in_turn, play, power_index, prompt, put_into
from worldfire.engine.game import Game
from worldfire.engine.shapes import One
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import board_of, counter_of, place_index
from worldfire.forces.turn import TurnBegan
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    change_control,
    country_named,
    found_power,
    units_of,
)
from worldfire.rules.s09_02_pacts import end_pact, have_pact, sign_pact
from worldfire.rules.s09_06_aligning import LAST_NEUTRAL, alignable, alignment_violation
from worldfire.rules.s09_war import declaration_violation, targets
from worldfire.rules.s13_01_partisans import is_eligible
from worldfire.tables.counters import LandType
from worldfire.titles.fa.civil_war.factions import FIGHTING, STAGE
from worldfire.titles.fa.entry.pools import US_ENTRY, markers_in
from worldfire.titles.fa.independence import FREE_CAPITAL, lands_of
from worldfire.titles.fa.japan import JAPANS_OWN_WAR
from worldfire.titles.fa.latent import Joining
from worldfire.titles.fa.morale_events import SUCCESSES, for_hexes, worth_of_hex
from worldfire.titles.fa.options.o11_automatic_entry import due
from worldfire.titles.fa.politics.absorbing import CAUCASUS, regions_to_absorb
from worldfire.titles.fa.politics.back_on_the_track import SURRENDERED_TO, back_on_the_track
from worldfire.titles.fa.politics.dealing import breaches
from worldfire.titles.fa.politics.events.calling import EVENTS_PLAYED, has_happened
from worldfire.titles.fa.politics.events.telegram import LUSITANIA, Sinking
from worldfire.titles.fa.politics.flags import FLAG, SECOND_FLAG
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of
from worldfire.titles.fa.potential_homes import home_now, homes_of
from worldfire.titles.fa.risings import areas_of_the_dice, number_before_all
from worldfire.titles.fa.trade import agreements_in_force

CUP = (1, 2, 3, 0, 1, 2, 3, 2)


def points(central: int, allied: int) -> Change:
    return field(POLITICAL_POINTS, (central, allied))


def flag(name: str, box: int) -> Change:
    """Its only flag: below 0 towards the Central Powers."""

    def change(game: Game) -> None:
        game.write(FLAG, country(game, name), box)
        game.write(SECOND_FLAG, country(game, name), 0)

    return change


# ------------------------------------------------------------------------------------------------------- who aligns minors


def china_fights_japan(game: Game) -> None:
    """Germany has sent Japan against a China that had joined nobody."""
    japan, china = power_index(game, "japan"), power_index(game, "china")
    found_power(game, japan, power_index(game, "germany"))
    found_power(game, china, power_index(game, "france"))
    game.set(JAPANS_OWN_WAR, "china")
    wars(("japan", "china"))(game)


@pytest.mark.rule("fa:20.2")
@pytest.mark.rule("fa:9.6")
def test_japan_and_china_align_nobody_before_they_are_full_allies() -> None:
    """Neither the attacked nor the willing: Siam's flag lies in the last box, and France has it."""
    where = (AUGUST, in_turn("Jan/Feb 1916"), impulse_of(ALLIES, 4), china_fights_japan, flag("siam", 15))
    game = fa_in("aligning minors", *where, markers(common=CUP))
    siam, china, france = country(game, "siam"), power_index(game, "china"), power_index(game, "france")
    found = alignment_violation(game, china, siam)
    assert found is not None
    assert found.key == "not-a-full-ally"
    assert alignable(game, china) == ()
    assert alignable(game, france) == (siam,)
    asked = set()
    while not game.over and prompt(game) == "align-minor":
        assert game.decision is not None
        asked.add(int(game.decision.args["power"]))
        play(game, next(iter(game.waiting)), "align-nobody")
    assert france in asked
    assert china not in asked


@pytest.mark.rule("fa:20.2")
@pytest.mark.rule("fa:9.6")
def test_a_china_at_war_with_germany_is_a_full_ally() -> None:
    both = wars(("china", "germany"))
    where = (AUGUST, in_turn("Jan/Feb 1916"), impulse_of(ALLIES, 4), china_fights_japan, both, flag("siam", 15))
    game = fa_in("aligning minors", *where, markers(common=CUP))
    assert alignable(game, power_index(game, "china")) == (country(game, "siam"),)


# ------------------------------------------------------------------------------------------------------------- capitals


def fighting() -> Game:
    pairs = [(one, other) for one in ("germany", "austria-hungary") for other in ("france", "russia", "commonwealth")]
    game = front({}, wars=pairs)
    game.set(POLITICAL_POINTS, (0, 0))
    game.say(TurnBegan(turn=game.state.get(TURN)))
    game.set(TURN, game.state.get(TURN) + 1)
    return game


@pytest.mark.rule("fa:14.1")
def test_london_is_a_capital_and_those_of_the_dominions_are_of_minor_rank() -> None:
    game = fighting()
    empire = power(game, "commonwealth")
    worth = {
        name: worth_of_hex(game, empire, place_index(game, name)) for name in ("London", "Delhi", "Wellington", "Leeds")
    }
    assert worth == {"London": 5, "Delhi": 2, "Wellington": 2, "Leeds": 1}
    before = for_hexes(game, empire)[1]
    give_control(game, "germany", "London")
    assert for_hexes(game, empire)[1] == before - 5


@pytest.mark.rule("fa:14.1")
@pytest.mark.rule("fa:15")
@pytest.mark.parametrize(
    ("taker", "place", "cheers", "politics"),
    [
        ("russia", "Budapest", 5, 5),
        ("germany", "Moscow", 5, 5),
        ("germany", "London", 5, 5),
        ("germany", "Delhi", 2, 3),
        ("germany", "Melbourne", 0, 1),
        ("france", "Lome", 0, 1),
        ("commonwealth", "Windhoek", 0, 1),
    ],
)
def test_only_capitals_of_major_powers_are_more_than_what_they_are_besides(
    taker: str, place: str, cheers: int, politics: int
) -> None:
    game = fighting()
    change_control(game, place_index(game, place), power(game, taker))
    assert game.state[SUCCESSES][power(game, taker)] == cheers
    assert points_of(game, game.state[SIDE][power(game, taker)]) == politics


# ------------------------------------------------------------------------------------------------------- after the break-up


def names_of(game: Game, *dice: int) -> set[str]:
    return {area.name for area in areas_of_the_dice(game, dice)}


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:13.1.1")
def test_the_czechs_rise_against_whoever_has_conquered_them() -> None:
    game = surrender(serve=())
    assert "Czech" not in names_of(game, 4), "they are no country yet, and nobody has made Points"
    accept(game)
    assert "Czech" in names_of(game, 4)
    area = next(area for area in areas_of_the_dice(game, (4,)) if area.name == "Czech")
    assert is_eligible(game, area)
    assert number_before_all(game, area) == 12


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:13.1.1")
def test_galicia_rises_when_the_old_empire_is_rolled() -> None:
    """Austria and Hungary do not; whoever would have their partisans looks for them in a region instead."""
    game = accept(surrender(serve=()))
    put_into(game, "partisans", initiative(CENTRAL), dice=(8, *(10,) * 20))
    while prompt(game) == "choose-partisan-region":
        seat = next(iter(game.waiting))
        assert game.decision is not None
        if game.decision.args["area"] == "Austria-Hungary":
            break
        play(game, seat, "choose-partisan-region", str(game.decision.args["area"]))
    assert prompt(game) == "choose-partisan-region"
    shape = game.offers_to(seat).shape(game, "choose-partisan-region")
    assert isinstance(shape, One)
    assert "Austria-Hungary" not in shape.domain
    assert {"West Galicia", "East Galicia", "Transylvania"} <= {*shape.domain}
    play(game, seat, "choose-partisan-region", "East Galicia")


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:20.3")
def test_nobody_frees_the_old_empire() -> None:
    """Two partisans in Lemberg become soldiers of Poland or Ukraine; those of Vienna of nobody."""
    game = accept(surrender(serve=()))
    names = game.state.get(COUNTRY_NAMES)
    found = {
        place: {names[each] for each in lands_of(game, place_index(game, place))} for place in ("Lemberg", "Vienna")
    }
    assert found == {"Lemberg": {"poland", "ukraine"}, "Vienna": set()}


# ------------------------------------------------------------------------------------------------------- all its resources


@pytest.mark.rule("fa:15.1.1")
@pytest.mark.rule("fa:15.3.5")
@pytest.mark.parametrize(("name", "sends"), [("ottoman-empire", True), ("china", False), ("japan", False)])
def test_the_ottoman_empire_sends_all_it_has_like_a_minor_country(name: str, sends: bool) -> None:
    game = fa_in("surrender", AUGUST, flag(name, -14))
    own = power_index(game, name)
    gifts = [each for each in agreements_in_force(game) if each.giver == own]
    everything = len([1 for each in gifts if game.state[SIDE][each.recipient] == CENTRAL]) == len(gifts) == 1
    assert everything is sends


# ------------------------------------------------------------------------------------------------------------------ pacts


def pact_of(name: str, other: str) -> Change:
    return lambda game: sign_pact(game, power_index(game, name), power_index(game, other))


@pytest.mark.rule("fa:9.2.1")
@pytest.mark.rule("fa:14.3")
def test_a_power_that_is_a_flag_again_has_its_pacts() -> None:
    where = (AUGUST, in_turn("Jan/Feb 1916"), impulse_of(CENTRAL, 4), points(9, 9))
    game = fa_in("surrender", *where, pact_of("italy", "germany"))
    germany, italy = power_index(game, "germany"), power_index(game, "italy")
    found = declaration_violation(game, germany, "italy")
    assert found is not None
    assert found.key == "pact-must-be-broken"
    assert "italy" not in targets(game, germany, minors=True)
    assert "italy" in targets(game, power_index(game, "austria-hungary"), minors=True)
    end_pact(game, germany, italy)
    assert "italy" in targets(game, germany, minors=True)


@pytest.mark.rule("fa:9.2.1")
@pytest.mark.rule("fa:15.3.5")
def test_a_pact_ends_when_the_flag_joins_the_other_side() -> None:
    game = fa_in("surrender", AUGUST, pact_of("italy", "germany"))
    germany, italy = power_index(game, "germany"), power_index(game, "italy")
    put_into(game, "a latent power joins", locals=Joining(italy, power_index(game, "france")))
    assert at_war(game, italy, germany)
    assert not have_pact(game, italy, germany)


# ------------------------------------------------------------------------------------------------------------- Lusitania


@pytest.mark.rule("fa:15.4")
def test_the_lusitania_sails_once() -> None:
    """The event is the first declaration of U-boat war, whatever its die."""
    held = (AUGUST, markers(us=(2,), common=CUP), initiative(CENTRAL))
    game = fa_in("Lusitania", *held, locals=Sinking(0), dice=(9, 9, 4))
    assert has_happened(game, LUSITANIA)
    assert markers_in(game, US_ENTRY) == 1
    again = fa_in("Lusitania", *held, field(EVENTS_PLAYED, (LUSITANIA,)), locals=Sinking(0), dice=(9, 9))
    assert again.over


# ------------------------------------------------------------------------------------------------------ automatic entry


@pytest.mark.rule("fa:22.6")
@pytest.mark.rule("fa:15.3.5")
def test_nobody_joins_by_the_calendar_twice() -> None:
    """Italy has surrendered, Bulgaria was freed by the surrender of its conqueror."""

    def beaten(game: Game) -> None:
        italy = power_index(game, "italy")
        found_power(game, italy, power_index(game, "france"))
        back_on_the_track(game, italy)
        game.write(LAST_NEUTRAL, country(game, "bulgaria"), 1915)

    game = fa_in("surrender", AUGUST, in_turn("Mar/Apr 1916"), beaten, options=("11",))
    names = game.state.get(COUNTRY_NAMES)
    assert {names[each] for side in (CENTRAL, ALLIES) for each in due(game, side)} == {"ottoman-empire", "portugal"}


# ---------------------------------------------------------------------------------------------------------- independence


@pytest.mark.rule("fa:20.3")
@pytest.mark.parametrize("declared", [True, False])
def test_an_army_in_exile_frees_its_country_from_one_of_its_cities(declared: bool) -> None:
    """Serbia fights on beside France: a corps is back in Nish, another in Salonika changes nothing there."""
    game = front({}, wars=(("germany", "france"), ("austria-hungary", "france")))
    align(game, "serbia", "france")
    serbia, france, empire = country_named(game, "serbia"), power(game, "france"), power(game, "austria-hungary")
    for place in ground_of(game).cities_of["serbia"]:
        change_control(game, place, empire)
    game.write(CONQUEROR, serbia, empire)
    game.write(NEW_HOME, serbia, country_named(game, "france"))
    corps = infantry_of(game, "serbia")
    put(game, corps[0], "Nish")
    put(game, corps[1], "Salonika")
    change_control(game, place_index(game, "Nish"), france)
    before = game.state[CONTROLLER][place_index(game, "Salonika")]
    put_into(game, "independence", dice=(1,) * 40)
    assert prompt(game) == "declare-independence"
    play(game, "france", "declare-independence" if declared else "wait-for-freedom")
    assert (game.state[CONQUEROR][serbia] == NOBODY) is declared
    if declared:
        nish, own = place_index(game, "Nish"), power(game, "serbia")
        assert game.state[POWER][serbia] == france
        assert game.state[FREE_CAPITAL][serbia] == nish
        assert game.state[CONTROLLER][nish] == own
        assert game.state[CONTROLLER][place_index(game, "Belgrade")] == empire
        assert at_war(game, own, empire)
        assert game.state[CONTROLLER][place_index(game, "Salonika")] == before


def infantry_of(game: Game, name: str) -> list[int]:
    found = units_of(game, country_named(game, name))
    return [unit for unit in found if counter_of(game, unit).type is LandType.INF]


# ---------------------------------------------------------------------------------------------------------- the Caucasus


@pytest.mark.rule("fa:15.2")
@pytest.mark.parametrize("joined", [True, False])
def test_the_caucasus_is_absorbed_for_the_ottoman_empire_only(joined: bool) -> None:
    def ottomans(game: Game) -> None:
        if joined:
            found_power(game, power_index(game, "ottoman-empire"), power_index(game, "germany"))
            wars(("ottoman-empire", "russia"))(game)

    game = fa_in("surrender", AUGUST, impulse_of(CENTRAL, 4), points(99, 0), ottomans)
    assert regions_to_absorb(game) == ()
    game.set(STAGE, FIGHTING)
    assert (CAUCASUS in regions_to_absorb(game)) is joined


# ------------------------------------------------------------------------------------------------------------ concessions


@pytest.mark.rule("fa:15.2.1")
def test_a_beaten_commonwealth_sends_the_resources_that_it_concedes() -> None:
    def beaten(game: Game) -> None:
        game.write(SURRENDERED_TO, power_index(game, "commonwealth"), CENTRAL + 1)

    peace = wars(("germany", "russia"), ("austria-hungary", "russia"))
    game = fa_in("concessions", peace, beaten, in_turn("Jan/Feb 1916"), initiative(CENTRAL), points(60, 60))
    play(game, "germany", "demand-concession", "commonwealth resources")
    empire, germany = power_index(game, "commonwealth"), power_index(game, "germany")
    sent = [each for each in agreements_in_force(game) if (each.giver, each.recipient) == (empire, germany)]
    assert [each.resources for each in sent] == [1]
    assert "commonwealth germany 1" in breaches(game, ALLIES), "like any agreement it may be cancelled"


# ------------------------------------------------------------------------------------------------------------- the hex 1029


@pytest.mark.rule("fa:22.4")
@pytest.mark.rule("fa:2.5.1")
def test_the_french_hex_beside_metz_is_no_part_of_alsace_lorraine() -> None:
    game = fighting()
    board = board_of(game)
    assert "W1029" not in board.tables.regions["Alsace-Lorraine"]
    place, france = board.index["W1029"], country_named(game, "france")
    change_control(game, place, power(game, "germany"))
    assert homes_of(game, place) == {france}
    assert home_now(game, place) == france
