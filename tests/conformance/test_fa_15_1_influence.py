"""FA 15, 15.1 Political points, flags and influence."""

from __future__ import annotations

from random import Random

import pytest
from great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, initiative, wars
from hidden import looks_alike
from turns import Change, field, in_turn, play, prompt

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.forces.situation import TURN
from worldfire.forces.turn import PRODUCED
from worldfire.forces.who import POWER_NAMES, change_control
from worldfire.rules.s13_06_production import BuildPointsMade
from worldfire.titles.fa.politics.benefits import PASSAGE, TROOPS, grants, restricted_to
from worldfire.titles.fa.politics.flags import ALLY, CLOSED_UNTIL, FLAG, IN_LAST_BOX, SECOND_FLAG
from worldfire.titles.fa.politics.income import dice_of_income
from worldfire.titles.fa.politics.influence import AttemptsWasted, BonusAttempts, InfluenceRolled, price_of_attempts
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of, spender


def points(central: int, allied: int) -> Change:
    return field(POLITICAL_POINTS, (central, allied))


def flag(name: str, box: int, since: int = 0) -> Change:
    def change(game: Game) -> None:
        game.write(FLAG, country(game, name), box)
        game.write(IN_LAST_BOX, country(game, name), since)

    return change


def box(game: Game, name: str) -> int:
    return game.state[FLAG][country(game, name)]


def bid(game: Game, seat: str, **attempts: int) -> tuple[object, ...]:
    return play(
        game, seat, "buy-influence", tuple((name.replace("_", "-"), number) for name, number in attempts.items())
    )


def auction(*changes: Change, dice: tuple[int, ...] = (), first: int = CENTRAL) -> Game:
    return fa_in("influence", AUGUST, initiative(first), *changes, dice=dice)


# ---------------------------------------------------------------------------------------------------------------- 15.1


@pytest.mark.rule("fa:15.1", example="FA-E46")
def test_attempts_in_one_country_cost_more_and_more() -> None:
    game = auction()
    assert [price_of_attempts(game, number) for number in (1, 2, 3, 4)] == [2, 5, 9, 14]


@pytest.mark.rule("fa:15.1", example="FP2")
@pytest.mark.rule("fa:15.1", example="FA-E47")
def test_the_auction() -> None:
    """Greece to the Allies by their bonus die, Bulgaria to both, the side without the initiative first."""
    dice = (
        9,  # bonus die of the Central Powers: Sweden, Norway, Japan
        2,  # of the Allies: Greece, Norway, Siam
        *(6, 7),  # the Allies in Bulgaria, against 6: one box
        *(8, 9),  # the Central Powers there, against 8: one back
        *(7, 8, 1, 1),  # the Allies in Greece, against 7: three boxes
        *(1, 2, 3),  # Japan, against 5
        *(1, 1, 1),  # Norway: three free attempts each, the Allies first
        *(10, 10, 10),
        *(1, 1, 1),  # Sweden
    )
    game = auction(points(14, 7), flag("siam", -ALLY), dice=dice)
    bid(game, "germany", greece=3, bulgaria=2)
    assert points_of(game, CENTRAL) == 14, "sealed until both are in"
    events = bid(game, "france", greece=1, bulgaria=2)
    assert game.over
    assert (points_of(game, CENTRAL), points_of(game, ALLIES)) == (0, 1), "Siam is at war: a point"
    assert box(game, "greece") == 1 + 3
    assert box(game, "bulgaria") == -2
    rolled = [(event.side, event.country) for event in events if isinstance(event, InfluenceRolled)]
    bulgaria = country(game, "bulgaria")
    assert [side for side, where in rolled if where == bulgaria] == [ALLIES, CENTRAL]
    assert AttemptsWasted(side=CENTRAL, country=country(game, "greece"), attempts=3) in events
    assert (
        BonusAttempts(side=ALLIES, die=2, countries=(country(game, "greece"), country(game, "norway")), points=1)
        in events
    )


@pytest.mark.rule("fa:15.1")
def test_what_the_others_bid_is_hidden_until_both_are_in() -> None:
    """Neither the view nor the offers of one side depend on what the other has written down."""
    seen = []
    for attempts in (0, 3):
        game = auction(points(14, 7))
        bid(game, "germany", greece=attempts)
        seen.append(view(game, "france").encode())
        assert prompt(game) == "buy-influence"
    assert seen[0] == seen[1]


@pytest.mark.rule("fa:15.1")
def test_a_side_cannot_buy_more_than_it_has() -> None:
    game = auction(points(8, 2))
    with pytest.raises(Refused):
        bid(game, "germany", greece=3)
    with pytest.raises(Refused):
        bid(game, "germany", greece=2, bulgaria=2)


@pytest.mark.rule("fa:15.1")
@pytest.mark.rule("fa:15.3.5")
def test_after_a_surrender_nobody_buys_attempts_but_the_bonus_die_counts() -> None:
    def closed(game: Game) -> None:
        game.write(CLOSED_UNTIL, country(game, "greece"), game.state.get(TURN))

    game = auction(points(9, 9), closed, dice=(9, 2, *(10,) * 30))
    with pytest.raises(Refused):
        bid(game, "germany", greece=1)
    bid(game, "germany")
    events = bid(game, "france")
    assert any(isinstance(event, InfluenceRolled) and event.country == country(game, "greece") for event in events)


@pytest.mark.rule("fa:15.3.5", example="FP2")
def test_italy_has_two_flags_that_only_rise() -> None:
    """Each side moves its own, both roll although one has bought more."""
    game = auction(points(14, 14), dice=(9, 2, *(10,) * 3, *(7, 7), 7, *(10,) * 30))
    start = country(game, "italy")
    assert (game.state[FLAG][start], game.state[SECOND_FLAG][start]) == (4, -3)
    bid(game, "germany", italy=1)
    bid(game, "france", italy=2)
    assert (game.state[FLAG][start], game.state[SECOND_FLAG][start]) == (6, -4)


@pytest.mark.rule("fa:15.1.1", example="FP2")
def test_a_flag_in_a_last_box_stays_or_falls_back() -> None:
    """Not by the other side's success; but after a whole turn there without being aligned."""
    game = auction(points(9, 9), flag("greece", 15), dice=(9, 9, *(1,) * 30))
    bid(game, "germany", greece=2)
    bid(game, "france")
    assert box(game, "greece") == 15
    now = in_turn("Mar/Apr 1915")
    game = fa_in("political points", AUGUST, now, initiative(CENTRAL), dice=(1, 1, 1, 1))
    turn = game.state.get(TURN)
    for since, wanted in ((turn - 1, 14), (turn, 15)):
        game = fa_in("political points", AUGUST, now, initiative(CENTRAL), flag("greece", 15, since), dice=(1, 1, 1, 1))
        assert box(game, "greece") == wanted


@pytest.mark.rule("fa:15.1.1", example="FA-E48")
def test_benefits_go_on_in_higher_boxes() -> None:
    for lies, passage, troops in ((8, False, False), (9, True, False), (14, True, True), (-9, False, False)):
        game = auction(flag("greece", lies))
        greece = country(game, "greece")
        assert grants(game, greece, ALLIES, PASSAGE) is passage
        assert grants(game, greece, ALLIES, TROOPS) is troops
    assert restricted_to(game, greece) == CENTRAL
    assert not grants(auction(flag("italy", 14)), country(game, "italy"), ALLIES, PASSAGE)


# ------------------------------------------------------------------------------------------------------------------- 15


@pytest.mark.rule("fa:15")
def test_each_side_rolls_two_dice_and_the_central_powers_one_once_the_usa_is_in() -> None:
    game = fa_in("political points", AUGUST, initiative(ALLIES), points(0, 0), dice=(3, 4, 10, 9))
    assert (points_of(game, CENTRAL), points_of(game, ALLIES)) == (19, 7)
    joined = wars(("usa", "germany"))
    game = fa_in("political points", AUGUST, joined, initiative(ALLIES), points(0, 0), dice=(3, 4, 10))
    assert (points_of(game, CENTRAL), points_of(game, ALLIES)) == (10, 7)
    assert (dice_of_income(game, CENTRAL), dice_of_income(game, ALLIES)) == (1, 2)


@pytest.mark.rule("fa:15")
def test_the_active_power_with_the_most_production_spends() -> None:
    def produces(**made: int) -> Change:
        def change(game: Game) -> None:
            for name, number in made.items():
                game.write(PRODUCED, game.state.get(POWER_NAMES).index(name), number)

        return change

    game = auction(produces(commonwealth=30, france=10, russia=14))
    assert game.state.get(POWER_NAMES)[spender(game, ALLIES)] == "russia", "the Commonwealth is neutral"
    france, russia = (game.state.get(POWER_NAMES).index(name) for name in ("france", "russia"))
    game.say(BuildPointsMade(power=france, production=12, multiple="1.0", bonus=0, points=4))
    game.say(BuildPointsMade(power=russia, production=8, multiple="1.25", bonus=9, points=19))
    assert spender(game, ALLIES) == france, "neither bonuses nor what was lent count"


@pytest.mark.rule("fa:15")
def test_what_was_the_enemys_pays_each_time_and_only_once_in_a_hex() -> None:
    game = auction(points(0, 0), in_turn("Sep/Oct 1914"))
    powers = game.state.get(POWER_NAMES)
    board = game.ruleset.tables.board
    lille, paris, brussels = (board.index[board.find(name)] for name in ("Lille", "Paris", "Brussels"))
    germany, france = powers.index("germany"), powers.index("france")
    change_control(game, lille, germany)
    first = points_of(game, CENTRAL)
    assert first in (1, 3)
    change_control(game, lille, powers.index("austria-hungary"))
    assert points_of(game, CENTRAL) == first, "from one ally to another"
    change_control(game, lille, france)
    assert points_of(game, ALLIES) == first, "it changes hands again"
    change_control(game, paris, germany)
    assert points_of(game, CENTRAL) == first + 5
    change_control(game, brussels, france)
    assert points_of(game, ALLIES) == first, "a neutral country that joins pays nothing"


@pytest.mark.rule("fa:13.2.1")
def test_hidden_markers_do_not_show_in_the_step() -> None:
    game = auction(points(9, 9))
    bid(game, "germany", greece=1)
    looks_alike(game, ("france", "usa", None), Random(1))
