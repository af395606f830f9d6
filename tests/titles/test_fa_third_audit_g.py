"""Findings of a third audit of Fatal Alliances: politics, co-operation, minor countries, and what a campaign begins with."""

from __future__ import annotations

import pytest
from front import front
from sailing import sailed

from conformance.entry_pools import markers
from conformance.great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, impulse_of, initiative, wars
from conformance.positions import align, power, put
from conformance.turns import Change, field, in_turn, play, power_index, prompt, put_into
from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.things import PLACE, counter_of, place_index, place_name
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    NEW_HOME,
    NOBODY,
    POWER,
    align_country,
    change_control,
    found_power,
)
from worldfire.rules.s09_06_aligning import align_minor
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s13_06_4_promises import promised_by
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.fa.conditional_surrender import make_peace
from worldfire.titles.fa.entry.pools import CW_MAY_DECLARE
from worldfire.titles.fa.independence import FREE_CAPITAL
from worldfire.titles.fa.japan import is_on_expedition
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.politics.back_on_the_track import SURRENDERED_TO
from worldfire.titles.fa.politics.benefits import RESOURCES, grants
from worldfire.titles.fa.politics.concessions import has_conceded, price_of_demand
from worldfire.titles.fa.politics.dealing import breaches, deals
from worldfire.titles.fa.politics.flags import FLAG, can_be_influenced, is_ally_of, is_independent
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of, worth_of_hex
from worldfire.titles.fa.politics.rebels import areas_to_sponsor
from worldfire.titles.fa.trade import agreements_in_force, sign

BRITAIN_AT_WAR = wars(("commonwealth", "germany"), ("commonwealth", "austria-hungary"))


def points(central: int, allied: int) -> Change:
    return field(POLITICAL_POINTS, (central, allied))


def number(game: Game, counter: str) -> int:
    return next(unit for unit in range(len(game.state[PLACE])) if counter_of(game, unit).id == counter)


# ------------------------------------------------------------------------------------------------------- 15 political points


@pytest.mark.rule("fa:15")
@pytest.mark.rule("fa:20.2")
def test_a_country_that_nobody_takes_in_pays_its_conqueror() -> None:
    """It is an enemy when it falls, although nobody entered a hex: its cities, ports and resources, those overseas too."""
    russia = wars(("germany", "russia"), ("austria-hungary", "russia"))
    step = (russia, in_turn("Sep/Oct 1914"), impulse_of(CENTRAL, 7), points(20, 5))
    game = fa_in("declare war", *step, markers(us=(1,), common=(1, 2, 3, 0, 1, 2, 3, 2)), dice=(9,) * 20)
    own = power_index(game, "netherlands")
    held = [place for place, holder in enumerate(game.state[CONTROLLER]) if holder == own]
    worth = sum(worth_of_hex(game, place) for place in held)
    assert worth > worth_of_hex(game, place_index(game, "Amsterdam")) > 0
    while "netherlands" not in game.offers(seat := next(iter(game.waiting)))["declare-war"].domain:
        play(game, seat, "declare-no-war")
    play(game, seat, "declare-war", "netherlands")
    while prompt(game) == "declare-war":
        play(game, next(iter(game.waiting)), "declare-no-war")
    assert prompt(game) == "take-in-minor"
    paid = points_of(game, CENTRAL)
    play(game, next(iter(game.waiting)), "decline-minor")
    assert {game.state[CONTROLLER][place] for place in held} == {power_index(game, "germany")}
    assert points_of(game, CENTRAL) == paid + worth


# ---------------------------------------------------------------------------------------------------- 15.2 political actions


@pytest.mark.rule("fa:15.2")
@pytest.mark.rule("fa:19.1")
def test_an_italy_that_joins_later_serves_under_the_high_command() -> None:
    game = fa_in("Allied high command", AUGUST, BRITAIN_AT_WAR, wars(("usa", "germany")), points(0, 40))
    play(game, next(iter(game.waiting)), "establish-high-command")
    italy, france = power_index(game, "italy"), power_index(game, "france")
    assert not powers_cooperate(game, italy, france)
    found_power(game, italy, france)
    assert all(powers_cooperate(game, italy, power_index(game, name)) for name in ("france", "commonwealth", "usa"))
    assert not powers_cooperate(game, italy, power_index(game, "russia"))


@pytest.mark.rule("fa:15.2")
def test_an_italy_on_the_other_side_does_not_serve_under_it() -> None:
    game = fa_in("Allied high command", AUGUST, BRITAIN_AT_WAR, wars(("usa", "germany")), points(0, 40))
    play(game, next(iter(game.waiting)), "establish-high-command")
    italy = power_index(game, "italy")
    found_power(game, italy, power_index(game, "germany"))
    assert not powers_cooperate(game, italy, power_index(game, "france"))


@pytest.mark.rule("fa:15.2")
@pytest.mark.rule("fa:13.1.1")
def test_rebels_are_sponsored_in_colonies_that_the_table_does_not_name() -> None:
    """Burma is aligned with the Commonwealth as Egypt is; Portugal's colonies are neutral, and Canada is a home country."""
    game = fa_in("rebels", AUGUST, BRITAIN_AT_WAR)
    central = areas_to_sponsor(game, CENTRAL)
    assert {"Egypt", "Burma", "Malaya"} <= {*central}
    assert not {"Portuguese Timor", "Canada", "Siam"} & {*central}
    assert "Burma" not in areas_to_sponsor(game, ALLIES)


@pytest.mark.rule("fa:15.2")
@pytest.mark.rule("fa:15.1.1")
def test_nobody_signs_for_resources_that_are_promised_though_they_all_go_elsewhere() -> None:
    """Sweden owes Germany three; while it sends everything to the Allies the agreement waits, but is not free."""

    def leans(game: Game) -> None:
        game.write(FLAG, country(game, "sweden"), 11)

    def swedish(*changes: Change) -> set[str]:
        game = fa_in("trade agreements", AUGUST, BRITAIN_AT_WAR, *changes, points(100, 100))
        return {deal for deal in deals(game, ALLIES) if deal.startswith("sweden commonwealth")}

    game = fa_in("trade agreements", AUGUST, leans)
    assert grants(game, country(game, "sweden"), ALLIES, RESOURCES)
    assert swedish(leans) == swedish()
    promised = swedish(lambda game: sign(game, "sweden", "france", 1))
    assert len(promised) == len(swedish()) - 1
    assert swedish(leans, lambda game: sign(game, "sweden", "france", 1)) == promised


@pytest.mark.rule("fa:15.2")
@pytest.mark.rule("fa:15.3.1")
def test_a_japan_that_only_sends_units_trades_with_the_allies() -> None:
    """It is not active: it signs with them and sends what it has signed, but has no trade with those whom it fights."""
    game = sailed()
    game.set(POLITICAL_POINTS, (100, 100))
    japan, commonwealth = power(game, "japan"), power(game, "commonwealth")
    assert is_on_expedition(game, japan)
    japanese = [deal for deal in deals(game, ALLIES) if "japan" in deal.split()]
    assert "japan commonwealth 2" in japanese
    assert not any(deal.split()[1] == "japan" for deal in japanese)
    assert not any("japan" in deal.split() for deal in deals(game, CENTRAL))
    sign(game, "japan", "commonwealth", 2)
    sign(game, "japan", "germany", 1)
    promised = [(each.recipient, each.resources) for each in promised_by(game, japan)]
    assert promised == [(commonwealth, 2)]
    assert "japan commonwealth 2" in breaches(game, CENTRAL)


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.parametrize("enemy", ["germany", "austria-hungary"])
def test_japan_sails_when_the_commonwealth_declares_war_on_whichever_central_power(enemy: str) -> None:
    """War with one of them is war with Germany (9.3): the Japanese do not wait for the next impulse."""
    ready = (AUGUST, in_turn("Sep/Oct 1914"), impulse_of(ALLIES, 6), field(CW_MAY_DECLARE, True), points(5, 3))
    game = fa_in("declare war", *ready, markers(us=(1,), common=(1, 2, 3, 0, 1, 2, 3, 2)), dice=(9,) * 12)
    assert prompt(game) == "declare-war"
    play(game, "commonwealth", "declare-war", enemy)
    assert is_on_expedition(game, power_index(game, "japan"))


@pytest.mark.rule("fa:22.4")
@pytest.mark.rule("fa:15.2")
def test_nobody_trades_with_a_japan_that_is_out_of_the_game() -> None:
    game = fa_in("trade agreements", points(100, 100), campaign="1917")
    for side in (CENTRAL, ALLIES):
        givers = {deal.split()[0] for deal in deals(game, side)}
        assert "japan" not in givers
        assert "china" in givers


@pytest.mark.rule("fa:15.2.1")
def test_concessions_lapse_with_the_peace() -> None:
    """France has let trains pass and sends a resource; it fights again, surrenders again, and has conceded nothing."""

    def beaten(game: Game) -> None:
        game.write(SURRENDERED_TO, power_index(game, "france"), CENTRAL + 1)

    game = fa_in("concessions", wars(("germany", "russia")), beaten, initiative(CENTRAL), points(60, 0))
    france, germany = power_index(game, "france"), power_index(game, "germany")
    for kind in ("passage", "resources"):
        play(game, "germany", "demand-concession", f"france {kind}")
    assert has_conceded(game, france, CENTRAL, "passage")
    assert (france, germany) in {(each.giver, each.recipient) for each in agreements_in_force(game)}
    declare_war(game, france, germany)
    make_peace(game, france)
    assert not is_active(game, france)
    assert not has_conceded(game, france, CENTRAL, "passage")
    assert france not in {each.giver for each in agreements_in_force(game)}
    assert price_of_demand(game, france, "resources") == 10


# --------------------------------------------------------------------------------------------------- 15.1.1 who leaves again


@pytest.mark.rule("fa:15.1.1")
def test_soldiers_leave_the_colonies_of_a_country_that_joins_the_other_side() -> None:
    """Pressed by the Commonwealth the Netherlands may join the Central Powers of a sudden, and the Indies with them."""
    game = front({}, wars=(("germany", "france"), ("germany", "commonwealth")))
    corps = put(game, "commonwealth-united-kingdom-inf-i", "Batavia")
    align_minor(game, country(game, "netherlands"), power(game, "germany"))
    assert place_name(game, game.state[PLACE][corps]).startswith("production circle")


@pytest.mark.rule("fa:15.1")
@pytest.mark.rule("fa:14.3")
def test_a_country_that_is_neutral_again_can_be_influenced_again() -> None:
    """The Ottoman Empire has conquered Persia and surrenders: the Persians are free, and their flag is on the track."""
    game = front({}, wars=(("germany", "commonwealth"),))
    turkey, persia = power(game, "ottoman-empire"), country(game, "persia")
    box = game.state[FLAG][persia]
    found_power(game, turkey, power(game, "germany"))
    wars(("ottoman-empire", "commonwealth"))(game)
    align_minor(game, persia, power(game, "commonwealth"))
    assert is_ally_of(game, persia, ALLIES)
    game.write(CONQUEROR, persia, turkey)
    align_country(game, persia, turkey)
    for place in hexes_of(game, persia):
        change_control(game, place, turkey)
    make_peace(game, turkey)
    assert is_independent(game, persia)
    assert can_be_influenced(game, persia)
    assert game.state[FLAG][persia] == box


# ------------------------------------------------------------------------------------------------ 20.5.3 half stays at home


FARMAN, HANRIOT = "belgium-lnd-farman-hf-20", "belgium-ftr-hanriot-hd-1-coppens"
ABROAD = ("belgium-inf-ii-belg", "belgium-inf-iii-belg", "belgium-gar-antwerp", "belgium-gar-liege")


def belgians(abroad: int) -> Change:
    """Two aircraft and a corps in Belgium, so many corps in France, and nobody else with aircraft."""

    def change(game: Game) -> None:
        align(game, "belgium", "france")
        for place, names in (("Antwerp", (FARMAN,)), ("Brussels", (HANRIOT, "belgium-inf-i-belg"))):
            for name in names:
                put(game, name, place)
        for name, place in zip(ABROAD[:abroad], ("Paris", "Lille", "Le Havre", "Marseille"), strict=False):
            put(game, name, place)

    return change


@pytest.mark.rule("fa:20.5.3")
@pytest.mark.rule("fa:16.4.1")
def test_aircraft_of_a_minor_country_are_withdrawn_while_half_of_its_army_is_at_home() -> None:
    """Three of six at home let one go to the reserve pool; when it has gone two of five are too few for another."""
    game = fa_in("reinforcements", AUGUST, belgians(3))
    farman, hanriot = number(game, FARMAN), number(game, HANRIOT)
    pilots = game.state[PILOTS][power_index(game, "france")]
    assert {*game.offers("france")["withdraw-aircraft"].domain} == {farman, hanriot}
    with pytest.raises(Refused) as refusal:
        play(game, "france", "withdraw-aircraft", (farman, hanriot))
    assert refusal.value.violations[0].key == "half-must-stay-home"
    play(game, "france", "withdraw-aircraft", (farman,))
    assert place_name(game, game.state[PLACE][farman]) == "reserve pool of france"
    assert game.state[PILOTS][power_index(game, "france")] == pilots + 1
    assert prompt(fa_in("reinforcements", AUGUST, belgians(4))) != "withdraw-aircraft"


# ---------------------------------------------------------------------------------------------------------- 22.5 the errata


@pytest.mark.rule("fa:22.5")
def test_what_the_errata_say_of_the_fleet_of_the_empire() -> None:
    """Of the two battleships one is on the circle with its keel laid, and the other can be laid down."""
    game = begin_campaign("1914", title="fa", secret=b"errata")
    eugen, monarch = (number(game, f"austria-hungary-{name}") for name in ("prinz-eugen", "erzt-monarch"))
    assert place_name(game, game.state[PLACE][eugen]) == "production circle, Sep/Oct 1914"
    assert place_name(game, game.state[PLACE][monarch]) == "force pool of austria-hungary: SCS3"


# ------------------------------------------------------------------------------------------------------ 20.3 independence


@pytest.mark.rule("fa:20.3")
@pytest.mark.parametrize(("cities", "asked"), [(("Nish", "Skopje"), True), (("Nish", "Belgrade"), False)])
def test_a_country_that_frees_itself_chooses_its_capital(cities: tuple[str, str], asked: bool) -> None:
    """Serbs are back in two of their cities: they govern from either, but from Belgrade if that is one of them."""
    game = front({}, wars=(("germany", "france"), ("austria-hungary", "france")))
    align(game, "serbia", "france")
    serbia, france, empire = country(game, "serbia"), power(game, "france"), power(game, "austria-hungary")
    for place in ground_of(game).cities_of["serbia"]:
        change_control(game, place, empire)
    game.write(CONQUEROR, serbia, empire)
    game.write(NEW_HOME, serbia, country(game, "france"))
    for name, city in zip(("serbia-inf-i-serb", "serbia-inf-ii-serb"), cities, strict=True):
        put(game, name, city)
        change_control(game, place_index(game, city), france)
    put_into(game, "independence", dice=(1,) * 40)
    play(game, "france", "declare-independence")
    assert (prompt(game) == "choose-free-capital") is asked
    if asked:
        assert {*game.offers("france")["govern-from"].domain} == {place_index(game, city) for city in cities}
        play(game, "france", "govern-from", place_index(game, "Skopje"))
    assert game.state[CONQUEROR][serbia] == NOBODY
    assert game.state[FREE_CAPITAL][serbia] == (place_index(game, "Skopje") if asked else NOBODY)
    assert game.state[POWER][serbia] == france
