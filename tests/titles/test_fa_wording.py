"""Names that players read in the Great War: places of convoy points, lands that both sides hold, what a headquarters brings."""

from __future__ import annotations

import pytest

from conformance.steps import find
from worldfire.engine.game import Game
from worldfire.forces.kinds import PartisanArea, SeaArea
from worldfire.forces.things import place_index
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.fa.offensives import LEAD_AT_SEA, LEAD_ON_LAND
from worldfire.titles.fa.pages.cards import CARDS
from worldfire.titles.fa.politics.subversion import SUBVERT
from worldfire.titles.telling import tell


@pytest.fixture(scope="module")
def game() -> Game:
    return begin_campaign("1914", title="fa", secret=b"words")


@pytest.mark.rule("fa:22.2")
def test_convoy_points_lie_at_sea_or_in_a_port_with_a_name(game: Game) -> None:
    assert tell(game, SeaArea, section_at(game, "Baltic Sea", 0)) == "the Baltic Sea"
    assert tell(game, SeaArea, place_index(game, "W0736")) == "W0736 Hamburg"


@pytest.mark.rule("fa:13.1.1")
def test_a_land_that_both_sides_hold_is_told_with_the_side(game: Game) -> None:
    assert tell(game, PartisanArea, "Poland under allies") == "Poland under the Allies"
    assert tell(game, PartisanArea, "Poland under central-powers") == "Poland under the Central Powers"
    assert tell(game, PartisanArea, "Finland") == "Finland"


@pytest.mark.rule("fa:18.3.2")
def test_the_card_of_a_headquarters_says_what_it_brings_and_what_it_costs(game: Game) -> None:
    card = CARDS[LEAD_ON_LAND.name](game, "germany", find(game, "Moltke"))
    assert card.text == "Doubles the factors of up to 6 units within 3 hexes, once each, or gives a gun another die."
    assert card.lines == ("Costs 9 offensive points.",)
    at_sea = CARDS[LEAD_AT_SEA.name](game, "germany", find(game, "Kluck"))
    assert at_sea.text == "Throws up to 2 searches again, in sea areas that are up to 2 areas away."


@pytest.mark.rule("fa:15.2")
def test_each_plot_has_its_price(game: Game) -> None:
    plots = [CARDS[SUBVERT.name](game, "germany", f"russia {tenths}") for tenths in (1, 2)]
    assert [plot.brief for plot in plots] == ["2 points", "5 points"]
