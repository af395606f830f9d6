"""13.7.1 Italy, three of four (B10), and what follows for its limits, its ships and its distant units."""

from __future__ import annotations

from typing import Any

import pytest
from test_s13_07_conquest import AGAINST_ITALY, NORTHERN_ITALY, country, happened, no_ships, where
from turns import Change, campaign_in, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.capitals import capital_of
from worldfire.forces.things import FACE_DOWN, PLACE, place_index, things_at
from worldfire.forces.turn import ACTIONS
from worldfire.forces.who import COUNTRY_NAMES, NEW_HOME, POWER, POWER_NAMES
from worldfire.rules.s09_war import declaration_violation, targets
from worldfire.rules.s10_actions import limit
from worldfire.rules.s11_10_6_overrun import NavalUnitOverrun
from worldfire.rules.s13_07_1_conquerors import hexes_of, influence
from worldfire.rules.s13_07_conquest import CountryConquered, pass_country


def garrisons(game: Game) -> tuple[int, int]:
    """Allied and Italian, in Italy with Sicily."""
    hexes = hexes_of(game, country(game, "italy"))
    allied = sum(influence(game, power_index(game, name), hexes)[1] for name in ("usa", "commonwealth", "france"))
    return int(allied), int(influence(game, power_index(game, "italy"), hexes)[1])


def face_up(*counters: str) -> Change:
    def change(game: Game) -> None:
        for counter in counters:
            game.write(FACE_DOWN, unit(game, counter), 0)

    return change


ROMA = "it-bb-roma-sif"
SETTING = (*NORTHERN_ITALY, no_ships("italy"), put("W0823", ROMA), face_up(ROMA), put("Turin", "it-inf-x", "it-inf-v"))
ITALIAN = face_up("it-inf-x", "it-inf-v")


@pytest.mark.rule("13.7.1/italy")
@pytest.mark.rule("13.7.1/incomplete conquest")
def test_one_corps_more_in_sicily_decides() -> None:
    """Rome and Tripoli, no factory, as much of a garrison as the Italians: Italy stands. One more US corps, and it falls."""
    stands = campaign_in("global-war", "conquest", *SETTING, ITALIAN)
    allied, italian = garrisons(stands)
    assert allied == italian > 0
    assert country(stands, "italy") not in [event.country for event in happened(stands, CountryConquered)]
    sicily = put("Palermo", "us-mot-ix")
    game = campaign_in(
        "global-war",
        "conquest",
        *SETTING,
        ITALIAN,
        sicily,
        face_up("us-mot-ix"),
        put("Tirana", "it-mtn-alpini"),
        dice=(4,),
    )
    italy, usa = country(game, "italy"), power_index(game, "usa")
    fallen = happened(game, CountryConquered)
    assert CountryConquered(country=italy, power=usa, complete=False) in fallen
    assert country(game, "libya") in [event.country for event in fallen]  # with Tripoli its capital
    assert (tuple(game.waiting), prompt(game)) == (("italy",), "flee-by-sea")
    assert not happened(game, NavalUnitOverrun)  # a face-up ship does not roll, but must leave
    refuge: Any = game.offers("italy")["flee-by-sea"]
    play(game, "italy", "flee-by-sea", next(iter(refuge.every())))
    homes: Any = game.offers("italy")["choose-new-home"]
    assert "albania" in homes.domain
    assert "libya" not in homes.domain
    play(game, "italy", "choose-new-home", "albania")
    assert game.state[NEW_HOME][italy] == country(game, "albania")
    assert where(game, "it-mtn-alpini").endswith("Tirana")
    game.set(ACTIONS, ("air",) * len(game.state.get(POWER_NAMES)))
    halved = limit(game, power_index(game, "italy"), "air missions")
    game.write(NEW_HOME, italy, -1)
    whole = limit(game, power_index(game, "italy"), "air missions")
    assert halved == (whole + 1) // 2 or halved == whole > 1000


@pytest.mark.rule("13.7.1/complete conquest")
def test_a_territory_that_nobody_inherits_is_neutral_and_may_be_attacked() -> None:
    """A territory of an Italy that is no more; nobody is near it."""
    game = campaign_in("global-war", "choose actions", AGAINST_ITALY)
    usa, italy = power_index(game, "usa"), power_index(game, "italy")
    name = next(
        name
        for number, name in enumerate(game.state.get(COUNTRY_NAMES))
        if game.state[POWER][number] == italy and capital_of(game, number) is None and hexes_of(game, number)
    )
    territory = country(game, name)
    for place in hexes_of(game, territory):
        for thing in things_at(game, place):
            game.write(PLACE, thing, place_index(game, "removed from the game"))
    pass_country(game, territory, italy, usa)
    assert game.state[POWER][territory] == power_index(game, name)
    assert declaration_violation(game, power_index(game, "germany"), name) is None
    assert name in targets(game, power_index(game, "germany"), minors=True)
