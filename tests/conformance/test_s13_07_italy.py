"""13.7.1 What becomes of an Italy that is no more; how it falls stands with the veterans' cases (B10)."""

from __future__ import annotations

import pytest
from test_s13_07_conquest import AGAINST_ITALY, NORTHERN_ITALY, country, no_ships
from turns import Change, campaign_in, power_index, put, unit

from worldfire.engine.game import Game
from worldfire.forces.capitals import capital_of
from worldfire.forces.things import FACE_DOWN, PLACE, place_index, things_at
from worldfire.forces.who import COUNTRY_NAMES, NOBODY, POWER
from worldfire.rules.s09_war import declaration_violation, targets
from worldfire.rules.s13_07_1_conquerors import hexes_of, influence
from worldfire.rules.s13_07_1_the_fallen import pass_country


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
    pass_country(game, territory, italy, usa, NOBODY)
    assert game.state[POWER][territory] == power_index(game, name)
    assert declaration_violation(game, power_index(game, "germany"), name) is None
    assert name in targets(game, power_index(game, "germany"), minors=True)
