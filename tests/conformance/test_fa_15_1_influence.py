"""FA 15, 15.1 Political points and influence."""

from __future__ import annotations

import pytest
from great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, initiative
from turns import Change, field, in_turn, play, prompt

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.titles.fa.politics.flags import ALLY, CLOSED_UNTIL, FLAG, IN_LAST_BOX, SECOND_FLAG, box_towards
from worldfire.titles.fa.politics.influence import InfluenceRolled, price_of_attempts
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of


def points(central: int, allied: int) -> Change:
    return field(POLITICAL_POINTS, (central, allied))


def flag(name: str, box: int, since: int = 0) -> Change:
    def change(game: Game) -> None:
        game.write(FLAG, country(game, name), box)
        game.write(IN_LAST_BOX, country(game, name), since)

    return change


def box(game: Game, name: str) -> int:
    return game.state[FLAG][country(game, name)]


def bids(game: Game, seat: str, **attempts: int) -> None:
    play(game, seat, "buy-influence", tuple((name.replace("_", "-"), number) for name, number in attempts.items()))


@pytest.mark.rule("fa:15.1", example="FA-E46")
def test_attempts_in_one_country_cost_more_and_more() -> None:
    game = fa_in("influence", AUGUST, initiative(CENTRAL))
    assert [price_of_attempts(game, number) for number in (1, 2, 3, 4)] == [2, 5, 9, 14]


@pytest.mark.rule("fa:15.1", example="FP2")
@pytest.mark.rule("fa:15.1", example="FA-E47")
def test_the_auction() -> None:
    """Greece to the Allies by their bonus die, Bulgaria to both, the one without the initiative first."""
    joined = flag("netherlands", ALLY)  # a country that is at war already
    dice = (
        7,  # the bonus die of the Central Powers: Bulgaria, Denmark and another
        2,  # of the Allies: Greece, Norway …
    )
    game = fa_in("influence", AUGUST, initiative(CENTRAL), points(14, 7), joined, dice=dice)
    assert prompt(game) == "buy-influence"
    assert set(game.waiting) == {"germany", "france"} or len(game.waiting) == 2
