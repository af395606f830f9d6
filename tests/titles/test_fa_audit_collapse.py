"""What an audit found in fa:13.6, 14 and 20.3: what is left of empires, and countries that did not exist in 1914."""

from __future__ import annotations

from typing import Any

import pytest
from front import TARGET, front
from revolution import fighting
from test_fa_break_up import AUSTRIAN, EMPIRE, HUNGARIAN, accept, rolled_for, surrender, where
from test_fa_opinions import say

from conformance.positions import give_control, power, put
from conformance.steps import find, units
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name, things_at
from worldfire.forces.turn import INITIATIVE_SIDE, other_side
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    align_country,
    change_control,
    country_named,
)
from worldfire.rules.s11_15_land_combat import preview
from worldfire.rules.s13_06_3_bonus_points import bonus_point_for
from worldfire.rules.s13_07_5_reversion import Reverting, heir_of_hex, hexes_to_revert
from worldfire.rules.s13_07_conquest import Conquest
from worldfire.titles.fa.civil_war.ending import END_OF_CIVIL_WAR, Ending
from worldfire.titles.fa.civil_war.factions import whites
from worldfire.titles.fa.conditional_surrender import make_peace
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.independence import (
    FOUNDING,
    FREE_CAPITAL,
    Founding,
    countries_to_found,
    declare_independence,
    freedom_is_lost,
)
from worldfire.titles.fa.morale_events import AT_WAR_SINCE, for_hexes, worth_of_hex
from worldfire.titles.fa.pilots import needs_pilot, unmanned

TOGETHER = "two co-operating major powers attack together"
EASTERN_WAR = (("germany", "russia"), ("germany", "france"), ("germany", "commonwealth"), (EMPIRE, "russia"))


def within(game: Game, procedure: str, locals: Any, *dice: int) -> Game:
    """The game in the middle of this procedure."""
    game.state.frames.clear()
    game.push(procedure, locals)
    game.chance = ScriptedChance([*dice])
    game.put_state(game.state)
    return game


def held_by(game: Game, name: str) -> int:
    return game.state[CONTROLLER][place_index(game, name)]


# ------------------------------------------------------------------------------------------------- 14.5 the inherited army


def inherited(units: dict[str, str]) -> Game:
    game = accept(surrender(units, serve=units))
    game.submit("germany", "dismiss-inherited", ())
    return game


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:15.3.6")
def test_inherited_corps_are_of_one_army() -> None:
    """They attack out of Metz and Strasbourg: -1 for the two halves of the monarchy, nothing once all are German."""
    both = {AUSTRIAN: "Metz", HUNGARIAN: "Strasbourg"}

    def reasons(game: Game) -> set[str]:
        return {each.reason for each in preview(game, place_index(game, TARGET), units(game, *both)).modifiers}

    assert TOGETHER in reasons(front({place: [unit] for unit, place in both.items()}))
    assert TOGETHER not in reasons(inherited(both))


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:13.5.3.1")
def test_inherited_corps_earn_points_in_germany() -> None:
    game = inherited({AUSTRIAN: "Metz"})
    corps = find(game, AUSTRIAN)
    assert bonus_point_for(game, corps, place_index(game, "Metz"), ())
    assert not bonus_point_for(game, corps, place_index(game, "Paris"), ())
    assert not bonus_point_for(game, find(game, "bulgaria INF"), place_index(game, "Metz"), ())


@pytest.mark.rule("fa:14.5")
@pytest.mark.parametrize("pool", ["reserve pool of", "tray of"])
def test_inherited_units_wait_in_german_pools(pool: str) -> None:
    game = surrender(serve=())
    flier = next(unit for unit in rolled_for(game) if needs_pilot(counter_of(game, unit)))
    move(game, flier, place_index(game, f"{pool} {EMPIRE}"))
    game.chance = ScriptedChance([4 if unit == flier else 5 for unit in rolled_for(game)])
    accept(game)
    game.submit("germany", "dismiss-inherited", ())
    assert where(game, counter_of(game, flier).id) == f"{pool} germany"
    assert (flier in unmanned(game, power(game, "germany"))) is pool.startswith("reserve")


# ------------------------------------------------------------------------------------------------ 14.4 the Whites have won


@pytest.mark.rule("fa:14.4")
@pytest.mark.rule("fa:14.1")
def test_whites_who_have_won_do_not_miss_what_is_ceded_for_ever() -> None:
    game = fighting()
    white, riga, kiev = whites(game), place_index(game, "Riga"), place_index(game, "Kiev")
    assert worth_of_hex(front({}, wars=EASTERN_WAR), white, riga) == 1
    assert worth_of_hex(game, white, riga) == 0
    assert for_hexes(game, white)[1] < 0, "Warsaw"
    since = next(turn for owner, turn, _ in game.state.get(AT_WAR_SINCE) if owner == white)
    within(game, END_OF_CIVIL_WAR.name, Ending(white))
    assert game.over
    assert for_hexes(game, white) == ("hexes", 0)
    assert next(turn for owner, turn, _ in game.state.get(AT_WAR_SINCE) if owner == white) == since
    change_control(game, kiev, power(game, "germany"))
    assert for_hexes(game, white) == ("hexes", -1)


# ------------------------------------------------------------------------------------------------------ 20.3 new countries


def ukraine(*cities: str) -> Game:
    """Germany holds these cities and founds Ukraine."""
    game = front({}, wars=EASTERN_WAR, control={"germany": cities})
    game.set(INITIATIVE_SIDE, central_side(game))
    within(game, FOUNDING.name, Founding(), *[0] * 20)
    game.submit("germany", "found-country", "ukraine")
    return game


@pytest.mark.rule("fa:20.3")
@pytest.mark.rule("fa:13.6.3")
def test_its_founder_chooses_the_capital_of_a_new_country() -> None:
    game = ukraine("Kiev", "Odessa", "Kharkov")
    assert game.decision is not None
    assert game.decision.prompt == "choose-free-capital"
    cities = {place_index(game, name) for name in ("Kiev", "Odessa", "Kharkov")}
    assert {*game.offers("germany")["choose-free-capital"].domain} == cities
    game.submit("germany", "choose-free-capital", place_index(game, "Kiev"))
    assert game.state[FREE_CAPITAL][country_named(game, "ukraine")] == place_index(game, "Kiev")
    assert held_by(game, "Odessa") == power(game, "ukraine")
    assert game.over


@pytest.mark.rule("fa:20.3")
def test_with_one_city_nobody_is_asked() -> None:
    game = ukraine("Odessa")
    assert game.state[FREE_CAPITAL][country_named(game, "ukraine")] == place_index(game, "Odessa")
    assert game.over


@pytest.mark.rule("fa:20.3")
@pytest.mark.rule("fa:13.6.1.2")
def test_a_new_country_falls_with_its_capital_and_every_factory() -> None:
    game = ukraine("Kiev", "Odessa", "Zhitomir")
    game.submit("germany", "choose-free-capital", place_index(game, "Kiev"))
    country, russia = country_named(game, "ukraine"), power(game, "russia")
    change_control(game, place_index(game, "Kiev"), russia)
    within(game, "conquest", Conquest())
    assert game.state[FREE_CAPITAL][country] == place_index(game, "Kiev"), "it has the factory of Odessa"
    assert held_by(game, "Odessa") == power(game, "ukraine")
    change_control(game, place_index(game, "Odessa"), russia)
    assert freedom_is_lost(game, country)
    within(game, "conquest", Conquest())
    assert game.state[FREE_CAPITAL][country] == NOBODY
    assert held_by(game, "Zhitomir") == russia


# ------------------------------------------------------------------------------------------- 13.6.3 lands that were ceded


def may_found(game: Game, name: str) -> set[str]:
    founded = dict(countries_to_found(game, power(game, name)))
    return {each for each in ("baltic-states", "estonia", "ukraine") if country_named(game, each) in founded}


@pytest.mark.rule("fa:13.6.3")
@pytest.mark.rule("fa:14.4")
def test_allies_and_whites_may_free_what_russia_has_ceded() -> None:
    game = fighting()
    assert may_found(game, "germany") == {"baltic-states", "estonia"}, "it took them from Russia"
    for name in ("france", "russia"):
        give_control(game, name, "Riga", "Reval", "Kiev")
        assert may_found(game, name) == {"baltic-states", "estonia"}
    before = front({}, wars=EASTERN_WAR)
    give_control(before, "france", "Riga")
    assert not may_found(before, "france"), "it is Russian"


@pytest.mark.rule("fa:20.3")
@pytest.mark.rule("fa:14.4")
def test_ceded_lands_that_lose_their_freedom_may_be_freed_again() -> None:
    game = fighting()
    baltic, riga = country_named(game, "baltic-states"), place_index(game, "Riga")
    give_control(game, "france", "Riga")
    declare_independence(game, baltic, power(game, "france"), riga)
    change_control(game, riga, power(game, "baltic-states"))
    change_control(game, riga, power(game, "germany"))
    within(game, "conquest", Conquest())
    assert game.state[FREE_CAPITAL][baltic] == NOBODY
    assert game.state[CONQUEROR][baltic] == game.state[POWER][baltic] == power(game, "germany")
    give_control(game, "france", "Riga")
    assert may_found(game, "france") == {"baltic-states"}


# ---------------------------------------------------------------------------------------------------- 13.6.3.2 reversion


def city_in(game: Game, region: str) -> int:
    return min(place for place in ground_of(game).regions[region] if place in ground_of(game).cities)


@pytest.mark.rule("fa:13.6.3.2")
def test_transylvania_reverts_to_rumania() -> None:
    game = front({}, wars=EASTERN_WAR, aligned=(("rumania", "france"),))
    game.set(INITIATIVE_SIDE, other_side(central_side(game)))
    place = city_in(game, "Transylvania")
    change_control(game, place, power(game, "russia"))
    within(game, "reversion", Reverting())
    while (seat := next(iter(game.waiting))) != "russia":
        game.submit(seat, "revert-nothing")
    assert place in game.offers("russia")["revert-hexes"].domain
    game.submit("russia", "revert-hexes", (place,))
    assert game.state[CONTROLLER][place] == power(game, "rumania")
    assert game.state[HOME_COUNTRY][place] == country_named(game, "rumania")
    for name in ("russia", "france"):
        assert place not in hexes_to_revert(game, power(game, name))


@pytest.mark.rule("fa:13.6.3.2")
def test_hexes_of_a_minor_country_go_to_who_leads_it() -> None:
    """Nish is Serbian, and Serbia is Russia's: France may return it, Russia has it already."""
    game = front({}, wars=EASTERN_WAR, aligned=(("serbia", "russia"),))
    nish, (france, russia) = place_index(game, "Nish"), (power(game, name) for name in ("france", "russia"))
    assert nish not in hexes_to_revert(game, russia)
    change_control(game, nish, france)
    assert nish in hexes_to_revert(game, france)
    assert heir_of_hex(game, france, nish) == russia
    game.write(CONQUEROR, country_named(game, "serbia"), power(game, "germany"))
    assert nish not in hexes_to_revert(game, france)


@pytest.mark.rule("fa:13.6.3.2")
@pytest.mark.parametrize(("freed", "heir"), [(True, "poland"), (False, "russia")])
def test_galicia_is_a_free_polands_rather_than_russias(freed: bool, heir: str) -> None:
    game = front({}, wars=EASTERN_WAR)
    france, poland = power(game, "france"), country_named(game, "poland")
    if freed:
        game.write(CONQUEROR, poland, NOBODY)
        align_country(game, poland, france)
    place = city_in(game, "West Galicia")
    change_control(game, place, france)
    assert heir_of_hex(game, france, place) == power(game, heir), place_name(game, place)


# ------------------------------------------------------------------------------------------------------ computer players


def test_a_computer_player_governs_from_the_city_farthest_from_the_enemy() -> None:
    game = ukraine("Kiev", "Odessa", "Kharkov")
    put(game, "russia INF", "Kharkov")
    assert say(game) == ("choose-free-capital", place_index(game, "Odessa"))
    assert game.over


@pytest.mark.rule("fa:14.3")
@pytest.mark.rule("fa:2.5.4")
def test_whoever_stands_on_land_of_a_country_that_is_given_back_leaves_it() -> None:
    """Poland was the Ottomans': when they surrender it is Russia's again, and a German corps is not welcome in its hexes."""
    game = front({"W0235": ["germany INF"]}, wars=[("germany", "russia"), ("ottoman-empire", "russia")])
    poland, ottomans = country_named(game, "poland"), power(game, "ottoman-empire")
    game.write(CONQUEROR, poland, ottomans)
    align_country(game, poland, ottomans)
    change_control(game, place_index(game, "W0235"), power(game, "poland"))
    (corps,) = things_at(game, place_index(game, "W0235"))
    make_peace(game, ottomans)
    assert game.state[POWER][poland] == power(game, "russia")
    assert place_name(game, game.state[PLACE][corps]).startswith("production circle")


@pytest.mark.rule("fa:20.3")
@pytest.mark.rule("fa:9.3")
def test_a_country_that_comes_over_is_at_war_with_none_of_its_new_friends() -> None:
    """Ukraine is founded against the Allies and given to one of them; it goes on fighting nobody by its own name."""
    game = ukraine("Odessa")
    own, country = power(game, "ukraine"), country_named(game, "ukraine")
    before = {pair for pair in game.state.get(AT_WAR) if own in pair}
    assert (own, power(game, "russia")) in before
    align_country(game, country, power(game, "france"))
    assert not any(own in pair for pair in game.state.get(AT_WAR))
    assert not at_war(game, own, power(game, "russia"))
    assert at_war(game, own, power(game, "germany")), "whom its master fights"
