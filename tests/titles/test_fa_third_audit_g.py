"""Findings of a third audit of Fatal Alliances: politics, co-operation, minor countries, and what a campaign begins with."""

from __future__ import annotations

import pytest

from conformance.great_war import ALLIES, AUGUST, CENTRAL, fa_in, wars
from conformance.positions import align, put
from conformance.turns import Change, field, play, power_index
from worldfire.engine.game import Game
from worldfire.forces.things import PLACE, counter_of
from worldfire.forces.who import found_power
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.politics.rebels import areas_to_sponsor

BRITAIN_AT_WAR = wars(("commonwealth", "germany"), ("commonwealth", "austria-hungary"))


def points(central: int, allied: int) -> Change:
    return field(POLITICAL_POINTS, (central, allied))


def number(game: Game, counter: str) -> int:
    return next(unit for unit in range(len(game.state[PLACE])) if counter_of(game, unit).id == counter)


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


# --------------------------------------------------------------------------------------------------- 15.1.1 who leaves again


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


# ---------------------------------------------------------------------------------------------------------- 22.5 the errata
