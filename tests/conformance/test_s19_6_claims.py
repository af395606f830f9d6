"""19.6 Soviet claims in all their branches, the claims of Rumania's neighbours, and the peace that Germany may enforce."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, controlled, field, in_turn, play, power_index, prompt, put, unit
from us_markers import markers

from worldfire.engine.game import Game
from worldfire.forces.borders import region_hexes
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    FALLEN_POWER,
    FIRST_CONQUEROR,
    HOME_COUNTRY,
    POWER,
    POWER_NAMES,
    align_country,
)
from worldfire.rules.s09_06_aligning import MinorAligned, alignment_violation
from worldfire.rules.s09_war import WarDeclared, declaration_violation
from worldfire.rules.s13_06_4_promises import promises
from worldfire.titles.wif.nations.borders import CLAIMS_ANSWERED, PEACE_ENFORCED, answer_to
from worldfire.titles.wif.nations.claims import MEDIATED, BordersClaimed, ClaimAnswered, regions_to_claim
from worldfire.titles.wif.nations.enforced_peace import PeaceEnforced, countries_to_save
from worldfire.titles.wif.nations.us_entry.moving import EntryActionNoted

AXIS, ALLIES = 0, 1
WEST = (("germany", "commonwealth"), ("germany", "france"))


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def wars(*pairs: tuple[str, str]) -> Change:
    return lambda game: game.set(AT_WAR, tuple((power_index(game, a), power_index(game, b)) for a, b in pairs))


def politics(side: int, *changes: Change, dice: tuple[int, ...] = (), us_entry: bool = False) -> Game:
    """The declaration of war step of a side in the third impulse of Mar/Apr 1940, with the war in the west going on."""
    return campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, side),
        field(IMPULSE, 3),
        in_turn("Mar/Apr 1940"),
        wars(*WEST),
        *changes,
        dice=dice,
        us_entry=us_entry,
    )


def until(game: Game, wanted: str) -> Game:
    """Whoever is asked for something else does as little as possible."""
    little = {
        "declare-war": "declare-no-war",
        "attempt-war": "attempt-no-war",
        "align-minor": "align-nobody",
        "claim-region": "claim-nothing",
    }
    while prompt(game) not in (wanted, ""):
        seat = next(iter(game.waiting))
        verb = little.get(prompt(game), prompt(game))
        play(game, seat, verb, () if verb == prompt(game) else None)
    assert prompt(game) == wanted
    return game


def seat_asked(game: Game) -> str:
    return next(iter(game.waiting))


def holders(game: Game, region: str) -> set[str]:
    names = game.state.get(POWER_NAMES)
    return {names[game.state[CONTROLLER][place]] for place in region_hexes(ground_of(game), region)}


def homes(game: Game, region: str) -> set[str]:
    names = game.state.get(COUNTRY_NAMES)
    return {names[game.state[HOME_COUNTRY][place]] for place in region_hexes(ground_of(game), region)}


def claimed(region: str) -> Game:
    """The USSR claims it; Germany is asked."""
    game = until(politics(ALLIES), "claim-region")
    assert seat_asked(game) == "ussr"
    play(game, "ussr", "claim-region", region)
    assert (seat_asked(game), prompt(game)) == ("germany", "answer-claim")
    return game


def answered(**claims: bool) -> Change:
    names = {"borderlands": "Finnish borderlands", "bessarabia": "Bessarabia"}
    rows: list[tuple[str, bool]] = []
    for name, allowed in claims.items():
        regions = ("Transylvania", "South Dobruja") if name == "neighbours" else (names[name],)
        rows += [(region, allowed) for region in regions]
    return field(CLAIMS_ANSWERED, tuple(rows))


def joins(game: Game, power: str) -> set[str]:
    """Of the countries around, those that the power may align now."""
    game.forget()
    around = ("finland", "hungary", "rumania", "bulgaria")
    return {name for name in around if alignment_violation(game, power_index(game, power), country(game, name)) is None}


# ------------------------------------------------------------------------------------------------------------- the claims


@pytest.mark.rule("19.6.1/the ussr claims the finnish borderlands")
@pytest.mark.rule("19.6")
def test_not_in_the_first_allied_step_and_once_in_the_game() -> None:
    game = politics(ALLIES)
    assert regions_to_claim(game) == ("Finnish borderlands", "Bessarabia")
    first = politics(ALLIES, in_turn("Sep/Oct 1939"), field(IMPULSE, 2))
    assert regions_to_claim(first) == ()
    assert regions_to_claim(politics(ALLIES, in_turn("Sep/Oct 1939"), field(IMPULSE, 3))) != ()
    assert regions_to_claim(politics(AXIS)) == ()
    assert regions_to_claim(politics(ALLIES, answered(bessarabia=False))) == ("Finnish borderlands",)
    rumania = politics(ALLIES, lambda game: align_country(game, country(game, "rumania"), 0))
    assert regions_to_claim(rumania) == ("Finnish borderlands",), "only while the country is neutral"


@pytest.mark.rule("19.6.1/the ussr claims the finnish borderlands")
def test_finland_gives_up_its_borderlands() -> None:
    game = claimed("Finnish borderlands")
    events = play(game, "germany", "allow-claim")
    finland = country(game, "finland")
    assert ClaimAnswered(country=finland, region="Finnish borderlands", allowed=True) in events
    assert (holders(game, "Finnish borderlands"), homes(game, "Finnish borderlands")) == ({"ussr"}, {"ussr"})
    assert game.state[POWER][finland] == power_index(game, "finland"), "it stays neutral"
    assert prompt(game) == "claim-region", "the next is claimed when the first is settled"
    assert regions_to_claim(game) == ("Bessarabia",)
    assert declaration_violation(game, power_index(game, "ussr"), "finland") is not None
    assert "finland" in joins(game, "germany")
    assert sum(each.resources for each in trade(game)) == 6


def trade(game: Game) -> list[Any]:
    ussr, germany = power_index(game, "ussr"), power_index(game, "germany")
    game.forget()
    return [each for each in promises(game) if (each.giver, each.recipient) == (ussr, germany)]


@pytest.mark.rule("19.6.1/the ussr claims the finnish borderlands")
def test_finland_denies_and_is_attacked_at_once() -> None:
    game = claimed("Finnish borderlands")
    ussr, finland = power_index(game, "ussr"), country(game, "finland")
    assert BordersClaimed(power=ussr, country=finland, region="Finnish borderlands") in game.entries[-1].events
    events = play(game, "germany", "deny-claim")
    assert WarDeclared(power=ussr, target_power=power_index(game, "finland")) in events
    until(game, "take-in-minor")
    assert seat_asked(game) == "germany"
    assert MinorAligned(country=finland, power=0) in play(game, "germany", "take-in-minor")
    assert prompt(game) == "set-up-minor"
    assert sum(each.resources for each in trade(game)) == 7, "Germany did not choose to have it"


# ---------------------------------------------------------------------------------------------------- Rumania's neighbours


@pytest.mark.rule("19.6.2/rumania allows the claim")
@pytest.mark.rule("19.6.2/the ussr claims bessarabia")
@pytest.mark.parametrize(("verb", "heirs"), [("allow-both-claims", True), ("deny-both-claims", False)])
def test_germany_mediates_in_the_next_axis_step(verb: str, heirs: bool) -> None:
    game = claimed("Bessarabia")
    play(game, "germany", "allow-claim")
    assert homes(game, "Bessarabia") == {"ussr"}
    game = politics(AXIS, answered(bessarabia=True))
    until(game, "mediate-claims")
    assert seat_asked(game) == "germany"
    play(game, "germany", verb)
    assert prompt(game) != "mediate-claims"
    expected = ({"hungary"}, {"bulgaria"}) if heirs else ({"rumania"}, {"rumania"})
    assert (homes(game, "Transylvania"), homes(game, "South Dobruja")) == expected
    assert (holders(game, "Transylvania"), holders(game, "South Dobruja")) == expected
    assert game.state.get(MEDIATED) == now(game)


def france_gone(game: Game) -> None:
    game.write(FALLEN_POWER, power_index(game, "france"), 1)


@pytest.mark.rule("19.6.1/the ussr doesn't claim the finnish borderlands")
@pytest.mark.rule("19.7/bulgaria, finland, hungary and rumania")
@pytest.mark.rule("19.6.2/the ussr doesn't claim bessarabia")
def test_without_a_claim() -> None:
    assert joins(politics(AXIS), "germany") == set()
    greece = politics(AXIS, controlled("germany", "Athens"))
    assert joins(greece, "germany") == {"bulgaria"}
    assert joins(politics(AXIS, controlled("germany", "Belgrade")), "germany") == {"hungary", "rumania", "bulgaria"}
    war = politics(AXIS, wars(("germany", "ussr")))
    assert joins(war, "germany") == {"finland", "hungary", "rumania"}
    game = politics(ALLIES)
    for name in ("ussr", "commonwealth"):
        assert declaration_violation(game, power_index(game, name), "rumania") is not None


@pytest.mark.rule("19.6.2/rumania allows the claim")
def test_after_both_claims_were_allowed() -> None:
    allowed = answered(bessarabia=True, neighbours=True)
    assert joins(politics(AXIS, allowed), "germany") == {"hungary", "bulgaria"}
    assert joins(politics(AXIS, allowed, france_gone), "germany") == {"hungary", "bulgaria", "rumania"}
    this_step = politics(AXIS, allowed, france_gone)
    this_step.set(MEDIATED, now(this_step))
    assert joins(this_step, "germany") == {"rumania"}, "the others in a later step only"
    wars(("germany", "ussr"))(this_step)
    assert joins(this_step, "germany") == {"rumania", "finland"}, "even if Germany attacks the USSR in this one"
    assert joins(politics(ALLIES, allowed, wars(("ussr", "germany"))), "ussr") == {"rumania"}
    assert joins(politics(ALLIES, allowed, wars(("germany", "ussr"))), "ussr") == set()


@pytest.mark.rule("19.8/bulgaria")
@pytest.mark.rule("19.6.2/rumania allows the claim")
def test_after_both_claims_were_denied() -> None:
    denied = answered(bessarabia=True, neighbours=False)
    assert joins(politics(AXIS, denied), "germany") == {"rumania"}
    everybody = {"finland", "hungary", "bulgaria", "rumania"}
    assert joins(politics(AXIS, denied, wars(("germany", "ussr"))), "germany") == everybody
    assert joins(politics(ALLIES, denied, wars(("ussr", "germany"))), "ussr") == {"bulgaria"}
    assert joins(politics(AXIS, denied, wars(("ussr", "germany"))), "germany") == {"rumania"}
    game = politics(ALLIES, denied)
    assert declaration_violation(game, power_index(game, "commonwealth"), "rumania") is not None
    war = politics(ALLIES, denied, wars(("ussr", "germany")))
    assert declaration_violation(war, power_index(war, "commonwealth"), "rumania") is None


def now(game: Game) -> tuple[int, int]:
    return game.state.get(TURN), game.state.get(IMPULSE)


@pytest.mark.rule("19.6.2/rumania denies the claim")
def test_when_rumania_denies() -> None:
    denied, fighting = answered(bessarabia=False), wars(("ussr", "rumania"))
    assert joins(politics(AXIS, denied, fighting), "germany") - {"rumania"} == {"hungary"}
    assert joins(politics(ALLIES, denied, fighting), "ussr") == set()
    peace = politics(AXIS, denied, field(PEACE_ENFORCED, ("rumania",)))
    assert joins(peace, "germany") == {"rumania", "hungary", "bulgaria"}
    assert declaration_violation(peace, power_index(peace, "ussr"), "rumania") is not None

    def fallen(game: Game) -> None:
        for column in (CONQUEROR, FIRST_CONQUEROR):
            game.write(column, country(game, "rumania"), power_index(game, "ussr"))

    assert joins(politics(AXIS, denied, fallen), "germany") == {"hungary"}
    assert joins(politics(ALLIES, denied, fallen), "ussr") == {"bulgaria"}


# ------------------------------------------------------------------------------------------------------------ enforced peace


def winter_war(*changes: Change) -> Game:
    """Finland has denied, is Germany's, and the year ends."""

    def finland_fights(game: Game) -> None:
        align_country(game, country(game, "finland"), power_index(game, "germany"))

    return campaign_in(
        "global-war",
        "step: mutual peace",
        in_turn("Jan/Feb 1940"),
        wars(*WEST, ("ussr", "finland")),
        answered(borderlands=False),
        finland_fights,
        controlled("germany", "Helsinki", "Viipuri"),
        put("Helsinki", "finland-inf-ii"),
        *changes,
    )


@pytest.mark.rule("19.6.1/the ussr claims the finnish borderlands", example="B13")
@pytest.mark.parametrize("soldier", [True, False])
def test_b13_winter_war(soldier: bool) -> None:
    """A Soviet INF in the borderlands keeps them; the Finns' conquest goes back, and their army waits."""
    inside = (put("E2051", "su-inf-59"), controlled("ussr", "E2051")) if soldier else ()
    game = winter_war(*inside, controlled("finland", "Murmansk"), put("Murmansk", "finland-inf-gd"))
    assert (seat_asked(game), prompt(game)) == ("germany", "enforce-peace")
    events = play(game, "germany", "enforce-peace", "finland")
    finland = country(game, "finland")
    assert (
        PeaceEnforced(power=power_index(game, "germany"), country=finland, region="Finnish borderlands", given=soldier)
        in events
    )
    owner = "ussr" if soldier else "finland"
    assert (holders(game, "Finnish borderlands"), homes(game, "Finnish borderlands")) == ({owner}, {owner})
    assert game.state[CONTROLLER][place_index(game, "Murmansk")] == power_index(game, "ussr")
    assert game.state[CONTROLLER][place_index(game, "Helsinki")] == power_index(game, "finland")
    for name in ("finland-inf-ii", "finland-inf-gd"):
        assert place_name(game, game.state[PLACE][unit(game, name)]) == "army of finland"
    assert game.state[POWER][finland] == power_index(game, "finland")
    game.set(ACTIVE_SIDE, AXIS)
    assert joins(game, "germany") == {"finland"}
    assert declaration_violation(game, power_index(game, "ussr"), "finland") is not None
    assert answer_to(game, "Finnish borderlands") is False


@pytest.mark.rule("19.6.1/the ussr claims the finnish borderlands")
def test_no_peace_while_soviet_corps_in_supply_stand_deep_in_finland_or_germany_fights() -> None:
    assert countries_to_save(winter_war(put("E2051", "su-inf-59"))) == ("finland",)
    beside_leningrad = (put("E2251", "su-inf-59"), controlled("ussr", "E2051", "E2151", "E2251"))
    assert countries_to_save(winter_war(*beside_leningrad)) == ()
    assert countries_to_save(winter_war(put("E2651", "su-inf-59"))) == ("finland",), "it is out of supply"
    great_war = winter_war(wars(("germany", "ussr"), ("ussr", "finland")))
    assert countries_to_save(great_war) == ()


@pytest.mark.rule("19.6")
def test_germany_need_not_enforce_a_peace() -> None:
    game = winter_war()
    play(game, "germany", "let-them-fight")
    assert prompt(game) != "enforce-peace"
    assert game.state[POWER][country(game, "finland")] == power_index(game, "germany")


@pytest.mark.rule("13.3.3")
@pytest.mark.rule("19.6")
def test_the_usa_takes_notice_of_a_claim() -> None:
    game = until(politics(ALLIES, markers(ge=(1, 2), common=(1,)), dice=(5, 0, 0), us_entry=True), "claim-region")
    game.set(CLAIMS_ANSWERED, (("Bessarabia", False),))
    events = play(game, "ussr", "claim-region", "Finnish borderlands")
    noted = [event for event in events if isinstance(event, EntryActionNoted)]
    assert [event.action for event in noted] == ["28"]
