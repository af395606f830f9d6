"""What a veteran tries first between nations: cases B3 to B15, each played from its situation to its outcome.

B1, B2, B5 and B13 stand with the rules that they ask about (`test_s09_01_neutrals.py`, `test_s19_5_pact.py`,
`test_s09_04_us_war.py`, `test_s19_6_claims.py`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from positions import power
from shipping import Shipping, shipping
from test_s13_07_conquest import REMOVED, happened, holder
from test_s13_07_italy import ITALIAN, ROMA, SETTING, face_up, garrisons
from test_s17_4_running_vichy import vichy
from test_s17_vichy import aligned, armistice, finish, groups, where
from test_s19_6_claims import ALLIES, AXIS, claimed, country, joins, politics, trade, until, wars
from test_s20_factions import (
    COMMUNIST,
    COMMUNISTS,
    FIGHTER,
    NATIONALIST,
    NATIONALISTS,
    china,
    city,
    supplies,
)
from turns import Change, campaign_in, controlled, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.things import PLACE, place_index
from worldfire.forces.turn import ACTIONS
from worldfire.forces.who import FALLEN_POWER, NEW_HOME, NOBODY, POWER, POWER_NAMES, SEAT
from worldfire.rules import s13_09_victory
from worldfire.rules.s02_3_stacking import AIRCRAFT_BASE
from worldfire.rules.s05_lending import lending
from worldfire.rules.s09_06_aligning import MinorAligned
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s10_actions import limit, may_do
from worldfire.rules.s11_10_6_overrun import NavalUnitOverrun
from worldfire.rules.s13_06_1_by_sea import PromiseDelivered
from worldfire.rules.s13_06_4_promises import kept_by, promises
from worldfire.rules.s13_06_production import resources_of
from worldfire.rules.s13_07_1_the_fallen import PowerFallen
from worldfire.rules.s13_07_conquest import CountryConquered
from worldfire.rules.s13_09_victory import BID, TotalCounted, objectives
from worldfire.rules.s19_4_minor_units import leaving_home_violation
from worldfire.titles.wif.nations.borders import CLAIMS_ANSWERED
from worldfire.titles.wif.nations.factions import DISPUTED, FACTIONS_GONE
from worldfire.titles.wif.nations.vichy.standing import INSTALLER

WEST = [("germany", "commonwealth"), ("germany", "france"), ("italy", "commonwealth"), ("italy", "france")]


# ------------------------------------------------------------------------------------------ B3 the price of Bessarabia


def vichy_is_installed(game: Game) -> None:
    game.set(INSTALLER, power_index(game, "germany"))


def leaves(game: Game, *corps: str) -> str:
    """Why these corps may not go from home to Lvov."""
    found = leaving_home_violation(game, tuple(unit(game, name) for name in corps), place_index(game, "Lvov"))
    return "" if found is None else found.key


@pytest.mark.rule("19.6.2/rumania allows the claim", example="B3")
def test_b3_the_price_of_bessarabia() -> None:
    claim = claimed("Bessarabia")
    play(claim, "germany", "allow-claim")
    allowed = field(*_answers_of(claim))
    game = politics(AXIS, allowed, vichy_is_installed)
    assert sum(each.resources for each in trade(game)) == 6
    until(game, "mediate-claims")
    play(game, "germany", "deny-both-claims")
    game = politics(AXIS, field(*_answers_of(game)), vichy_is_installed)  # the next Axis step
    until(game, "align-minor")
    assert joins(game, "germany") == {"rumania"}
    assert MinorAligned(country=country(game, "rumania"), power=0) in play(game, "germany", "align-minor", "rumania")
    assert sum(each.resources for each in trade(game)) == 6, "France is gone, and the claims were denied"
    assert not [each for each in promises(game) if each.giver == power_index(game, "hungary")]


def _answers_of(game: Game) -> tuple[Any, Any]:
    return CLAIMS_ANSWERED, game.state.get(CLAIMS_ANSWERED)


@pytest.mark.rule("19.4.3", example="B3")
def test_b3_who_may_leave_home_and_whom_the_ussr_may_align() -> None:
    denied = field(*_answers_of(_denied()))

    def germanys(game: Game) -> None:
        for name in ("rumania", "hungary", "bulgaria"):
            game.write(POWER, country(game, name), power_index(game, "germany"))

    rumanians = ("rumania-inf-i", "rumania-inf-ii")
    hungarians, bulgarians = ("hungary-inf-i", "hungary-inf-ii"), ("bulgaria-inf-i", "bulgaria-inf-ii")
    home = (put("Bucharest", *rumanians), put("Budapest", *hungarians), put("Sofia", *bulgarians))
    game = politics(AXIS, denied, germanys, *home)
    assert leaves(game, *rumanians) == ""
    for army in (hungarians, bulgarians):
        assert (leaves(game, army[0]), leaves(game, *army)) == ("", "one-unit-abroad")
    assert "bulgaria" not in joins(politics(ALLIES, denied), "ussr")
    assert "bulgaria" not in joins(politics(ALLIES, denied, wars(("germany", "ussr"))), "ussr"), (
        "it was attacked itself"
    )
    assert "bulgaria" in joins(politics(ALLIES, denied, wars(("ussr", "germany"))), "ussr")


def _denied() -> Game:
    game = claimed("Bessarabia")
    play(game, "germany", "allow-claim")
    game = politics(AXIS, field(*_answers_of(game)))
    until(game, "mediate-claims")
    play(game, "germany", "deny-both-claims")
    return game


# ------------------------------------------------------------------------------------------------ B7 lending under siege


def besieged(**situation: Any) -> Shipping:
    """A German corps holds a British city."""
    return shipping(wars=WEST, control={"germany": ["Birmingham"]}, units={"Birmingham": ["ge-inf-xlv"]}, **situation)


@pytest.mark.rule("5", example="B7")
def test_b7_one_of_each_and_nothing_for_nothing() -> None:
    """One resource and one build point in all; resources for resources are refused, build points for resources are not."""
    here = besieged(convoys={})
    game, britain = here.game, power(here.game, "commonwealth")
    for points in (False, True):
        assert lending(game, britain, points).most == 1
    here.start("lending")
    while here.asked != (here.seat("commonwealth"), "lend-resources"):
        here.do(here.asked[1], ())
    assert game.why_not("lend-resources", (("france", 2),), here.seat("commonwealth"))
    here.do("lend-resources", {"france": 1})
    while here.asked != (here.seat("france"), "lend-build-points"):
        assert here.asked != (here.seat("france"), "lend-resources")
        here.do(here.asked[1], ())
    here.do("lend-build-points", {"commonwealth": 1})


@pytest.mark.rule("5", example="B7")
def test_b7_what_can_be_delivered_is_sent_and_what_cannot_is_lost() -> None:
    """A resource promised to France: with convoys it must go, without them neither has it."""
    promised = [("commonwealth", "france", 1, 0)]
    seas = {"North Sea": 5, "Bay of Biscay": 5}
    here = besieged(promised=promised, convoys={"commonwealth": seas}).routes_of("commonwealth")
    assert here.refusal("commonwealth", {}) == "5 promise-can-be-kept"
    blocked = besieged(promised=promised, convoys={}).routes_of("commonwealth")
    game, britain = blocked.game, power(blocked.game, "commonwealth")
    assert kept_by(game, britain) == len(resources_of(game, britain)) - 1
    events = blocked.plan("commonwealth", {})
    told = [event for event in events if isinstance(event, PromiseDelivered)]
    assert [(event.resources, event.points) for event in told] == [(0, 0)]
    assert blocked.sent("france") == {}


# ------------------------------------------------------------------------------------- B8 Vichy with the fleet abroad

RICHELIEU = put("Dakar", "fr-bb-richelieu-sif")


@pytest.mark.rule("17.2", example="B8")
@pytest.mark.rule("17.3.2", example="B8")
@pytest.mark.rule("5.1/iraq", example="B8")
def test_b8_vichy_with_the_fleet_abroad() -> None:
    """Less 2: a 10 wins neither North and West Africa nor Syria nor Indo-China, a 5 Equatorial Africa, a 4 the Pacific."""
    game = armistice(RICHELIEU, put("Lyon", "fr-inf-v", "fr-inf-x"), dice=(10, 5, 10, 10, 10, 10, 4, 10, 10))
    play(game, "germany", "install-vichy")
    won = {row for row, free in groups(game).items() if free}
    lost = {"Corsica, Morocco, Algeria and Tunisia", "French West Africa", "Syria", "Indo-China"}
    assert not won & lost
    assert {"French Equatorial Africa", "Pacific map minors and territories"} <= won
    for die, free in ((4, False), (5, True)):
        again = armistice(RICHELIEU, dice=(1, die, *(1,) * 7))
        play(again, "germany", "install-vichy")
        assert groups(again)["French Equatorial Africa"] is free
    play(game, "france", "raise-free-france", "middle-congo")
    while prompt(game) != "halve-vichy-army":
        seat = next(iter(game.waiting))
        assert prompt(game) in ("bring-french-home", "place-french-unit", "french-units")
        verb, shape = next(iter(game.offers(seat).items()))
        play(game, seat, verb, next(iter(shape.every())))
    army: Any = game.offers("germany")["lose-vichy-units"]
    assert army.least == army.most == (len(army.domain) + 1) // 2
    dead = tuple(sorted(army.domain))[: army.least]
    play(game, "germany", "lose-vichy-units", dead)
    assert (prompt(game), tuple(game.waiting)) == ("scrap-vichy-losses", ("france",))
    play(game, "france", "scrap-vichy-losses", ())
    assert where(game, "fr-hq-a-de-gaulle").startswith("force pool of france")
    game.forget()
    given = [each for each in promises(game) if each.giver == power_index(game, "iraq")]
    assert [(each.recipient, each.resources) for each in given] == [(power_index(game, "germany"), 1)]


@pytest.mark.rule("17.2", example="B8")
def test_b8_free_france_without_a_home_of_1939() -> None:
    """Only the Pacific is won, where France has no minor country: Vichy has that too."""
    game = armistice(RICHELIEU, dice=(1, 4, 1, 1, 1, 1, 4, 1, 1))
    play(game, "germany", "install-vichy")
    assert [row for row, free in groups(game).items() if free] == ["Pacific map minors and territories"]
    events = finish(game)
    assert game.state[POWER][country(game, "new-caledonia")] == power_index(game, "vichy-france")
    assert PowerFallen(power=power_index(game, "france")) in events


# ------------------------------------------------------------------------------------------------ B10 Italy, three of four

EVEN = (*SETTING, ITALIAN, put("Tirana", "it-mtn-alpini"))
ONE_MORE = (put("Palermo", "us-mot-ix"), face_up("us-mot-ix"))


@pytest.mark.rule("13.7.1/italy", example="B10")
@pytest.mark.rule("13.7.1/incomplete conquest", example="B10")
def test_b10_italy_three_of_four() -> None:
    """Rome and Tripoli, no factory: with equal garrisons Italy stands, with a corps more in Sicily it falls to the USA."""
    stands = campaign_in("global-war", "conquest", *EVEN)
    allied, italian = garrisons(stands)
    assert allied == italian > 0
    italy = country(stands, "italy")
    assert italy not in [event.country for event in happened(stands, CountryConquered)]
    assert happened(stands, CountryConquered), "Libya falls with Tripoli all the same"

    game = campaign_in("global-war", "conquest", *EVEN, *ONE_MORE, put("Marseille", "it-inf-ccnn"), dice=(4,))
    usa = power_index(game, "usa")
    assert CountryConquered(country=italy, power=usa, complete=False) in happened(game, CountryConquered)
    assert holder(game, "W0521", "W0623", "Milan", "Turin", "Venice") == {"germany"}, "under German units"
    assert holder(game, "W0522", "W0524", "Florence") == {"germany"}, "in German zones of control alone"
    assert holder(game, "W0823", "Leghorn") == {"usa"}
    assert holder(game, "W0420") == {"france"}
    assert (tuple(game.waiting), prompt(game)) == (("italy",), "flee-by-sea")
    assert not happened(game, NavalUnitOverrun), "a face-up ship does not roll, but must leave"
    voyages: Any = game.offers("italy")["flee-by-sea"]
    (fleet,) = voyages.fleets
    play(game, "italy", "flee-by-sea", (fleet.units, fleet.ways[0]))
    assert game.state[PLACE][unit(game, ROMA)] == fleet.ways[0][-1]
    homes: Any = game.offers("italy")["choose-new-home"]
    assert "albania" in homes.domain
    assert "libya" not in homes.domain
    play(game, "italy", "choose-new-home", "albania")
    assert where(game, "it-mtn-alpini").endswith("Tirana")
    assert where(game, "it-inf-ccnn") == REMOVED, "Marseille is further from Albania than 4 hexes"
    assert where(game, "it-inf-x") == REMOVED, "it was in Italy"
    fights_on = power_index(game, "italy")
    assert not game.state[FALLEN_POWER][fights_on]
    game.set(ACTIONS, ("land",) * len(game.state.get(POWER_NAMES)))
    halved = limit(game, fights_on, "rail movement")
    game.write(NEW_HOME, italy, NOBODY)
    assert halved == (limit(game, fights_on, "rail movement") + 1) // 2


# ----------------------------------------------------------------------------------------------------- B11 two Chinas


@pytest.mark.rule("20", example="B11")
@pytest.mark.rule("18.1", example="B11")
def test_b11_two_chinas() -> None:
    """A Communist INF walks into Chengtu, where a Nationalist FTR stands: they do not stack, and neither lives on the city
    until the conquest step makes it Communist."""
    game = china(put("A0736", COMMUNIST), put("Chengtu", FIGHTER), procedure="step: land movement")
    chengtu, corps, fighter = place_index(game, "Chengtu"), unit(game, COMMUNIST), unit(game, FIGHTER)
    play(game, "china", "move", ((corps,), (chengtu,)))
    play(game, "china", "done")
    assert (prompt(game), tuple(game.waiting)) == ("destroy-surplus", ("china",))
    offered: Any = game.offers("china")["destroy-surplus"]
    assert set(offered.domain) == {corps, fighter}
    play(game, "china", "destroy-surplus", fighter)
    assert game.over
    assert [supplies(game, "Chengtu", name) for name in (NATIONALIST, COMMUNIST)] == [False, False]
    assert city(game, "Chengtu") == NATIONALISTS

    disputed = field(DISPUTED, game.state.get(DISPUTED))
    later = china(put("Chengtu", COMMUNIST, FIGHTER), disputed, procedure="step: conquest")
    assert city(later, "Chengtu") == COMMUNISTS
    assert supplies(later, "Chengtu", COMMUNIST)
    assert where(later, FIGHTER).startswith("production circle"), "Nationalist aircraft do not stay"
    base = AIRCRAFT_BASE(later, unit(later, FIGHTER), chengtu)
    assert base is not None


@pytest.mark.rule("20", example="B11")
def test_b11_communists_without_a_city_leave_and_half_come_back() -> None:
    lost = china(
        controlled("japan", "Sian", "Lanchow"), put("A0738", COMMUNIST, "ch-inf-2"), procedure="step: conquest"
    )
    assert {where(lost, name) for name in (COMMUNIST, "ch-inf-2")} == {REMOVED}
    gone = lost.state.get(FACTIONS_GONE)
    assert gone == (country(lost, COMMUNISTS),)
    removed = put(REMOVED, COMMUNIST, "ch-inf-2")
    freed = china(field(FACTIONS_GONE, gone), removed, procedure="step: liberation", dice=(0,))
    assert sorted(where(freed, name) for name in (COMMUNIST, "ch-inf-2")) == [
        "force pool of communist-china: INF",
        REMOVED,
    ]


#: where the infantry of both factions waits for the example
STATIONS = {COMMUNIST: "Lanchow", "ch-inf-2": "Sian", NATIONALIST: "Chungking", "ch-inf-8": "Chengtu"}
NEXT = {COMMUNIST: "A0738", "ch-inf-2": "A0538", NATIONALIST: "A0535", "ch-inf-8": "A0736"}


@pytest.mark.rule("20", example="WF2-179")
@pytest.mark.parametrize("pair", [(COMMUNIST, "ch-inf-2"), (NATIONALIST, "ch-inf-8"), (COMMUNIST, NATIONALIST)])
def test_one_set_of_limits_for_both_factions(pair: tuple[str, str]) -> None:
    """With a combined action two land units move, of one faction or one of each, and no third."""
    game = china(*(put(place, name) for name, place in STATIONS.items()))

    def order(name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (unit(game, name),), (place_index(game, NEXT[name]),)

    for name in pair:
        play(game, "china", "move", order(name))
        assert where(game, name).startswith(NEXT[name])
    for name in STATIONS.keys() - set(pair):
        assert game.why_not("move", order(name), "china")
        assert where(game, name).endswith(STATIONS[name])
    refused = may_do(game, power_index(game, "china"), "land movement")
    assert refused is not None
    assert refused.rule == "10.2"


# ------------------------------------------------------------------------------------------------------ B15 the count


def attested_deeds(game: Game) -> None:
    """The USA has declared war on Haiti, and aligned Mexico and Brazil."""
    usa = power_index(game, "usa")
    game.say(WarDeclared(power=usa, target_power=power_index(game, "haiti")))
    for minor in ("mexico", "brazil"):
        game.say(MinorAligned(country=country(game, minor), power=usa))


def the_count(*changes: Change) -> Game:
    last = (in_turn("Jul/Aug 1945"), wars(("germany", "france"), ("germany", "commonwealth")))
    installed = field(INSTALLER, 1)
    deeds = (vichy("senegal"), installed, aligned("usa", "mexico", "brazil"), attested_deeds)
    return campaign_in("global-war", "victory check", *last, *deeds, *changes, title="wif")


def counted(game: Game, name: str) -> Fraction:
    powers = tuple(power for power, seat in enumerate(game.state[SEAT]) if seat != NOBODY)
    return objectives(game, powers)[power_index(game, name)]


@pytest.mark.rule("13.9/final victory", example="B15")
def test_b15_the_count() -> None:
    """Mexico City is American; Buenos Aires and Mecca go to the nearest capital; Dakar is Italy's, who installed Vichy."""
    game = the_count()
    assert power_index(game, "italy") == game.state.get(INSTALLER)
    totals = {event.seat: Fraction(event.total) for event in game.events if isinstance(event, TotalCounted)}
    expected = 18
    assert totals["usa"] == counted(game, "usa") - expected - 2, "one for Haiti, one for Mexico with Brazil"

    def gains(power: str, *change: Change) -> Fraction:
        before = counted(game, power)
        for each in change:
            each(game)
        return counted(game, power) - before

    assert gains("italy", controlled("commonwealth", "Dakar")) == -1
    # Mexico City neutral would be counted by distance: Washington is nearest all the same
    assert gains("usa", controlled("mexico", "Mexico City")) == 0
    assert gains("commonwealth", controlled("usa", "Buenos Aires")) == -1, (
        "Cape Town was nearest, 6 for a hex off the map"
    )
    assert gains("france", controlled("usa", "Mecca")) == -1, "Free France has its home in Africa"


@pytest.mark.rule("13.9/final victory", example="B15")
def test_b15_bids_and_ranks() -> None:
    """A seat with two powers adds before the bids; equals share a rank."""

    def one_player(game: Game) -> None:
        seat = game.state[SEAT][power_index(game, "japan")]
        game.write(SEAT, power_index(game, "italy"), seat)
        game.write(BID, power_index(game, "japan"), -5)
        game.write(BID, power_index(game, "italy"), -3)

    game = the_count(one_player)
    totals = {event.seat: Fraction(event.total) for event in game.events if isinstance(event, TotalCounted)}
    assert totals["japan"] == counted(game, "japan") + counted(game, "italy") + 8
    assert "italy" not in totals
    ranks = game.state.result["ranking"]
    assert set(ranks) == set(totals)
    for seat, rank in ranks.items():
        assert rank == 1 + sum(other > totals[seat] for other in totals.values())
    assert game.state.result["winner"] == tuple(seat for seat in totals if ranks[seat] == 1)


@pytest.mark.rule("13.9/final victory", example="B15")
def test_b15_a_tie_is_half_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stockholm is Berlin's; as near to Rome's power it would be half of each."""
    game = the_count()
    stockholm = place_index(game, "Stockholm")
    germany, italy = (power_index(game, name) for name in ("germany", "italy"))
    before = counted(game, "germany"), counted(game, "italy")
    usual = s13_09_victory._nearest

    def tie(game: Any, place: int, powers: tuple[int, ...]) -> tuple[int, ...]:
        return (germany, italy) if place == stockholm else usual(game, place, powers)

    monkeypatch.setattr(s13_09_victory, "_nearest", tie)
    assert (counted(game, "germany"), counted(game, "italy")) == (
        before[0] - Fraction(1, 2),
        before[1] + Fraction(1, 2),
    )
