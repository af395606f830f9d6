"""Findings of the audit: landings in a naval action, weather at home, prices of points, and what losses and loans count."""

from __future__ import annotations

import pytest
from front import GERMANS, front
from test_fa_land_combat import METZ

from conformance.great_war import AUGUST, fa_in
from conformance.positions import power, put
from conformance.steps import begin_step, find, is_down, places, said, turn_down, units
from worldfire.engine.game import Game
from worldfire.engine.shapes import Amounts
from worldfire.forces.things import FACE_DOWN, PLACE, aboard, place_index
from worldfire.forces.turn import PRODUCED
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s05_lending import most_to_lend
from worldfire.rules.s10_actions import left_of
from worldfire.rules.s11_10_entry import entry_cost
from worldfire.rules.s11_17_reorganisation import Reorganised
from worldfire.rules.s13_06_production import BuildPointsMade, cost_of
from worldfire.titles.fa.entry.options import NAVAL_SUPPORT, OPTIONS_CHOSEN
from worldfire.titles.fa.morale_events import price_of_loss
from worldfire.titles.fa.offensives import LEADERS
from worldfire.titles.fa.politics.events.east import RECRUITS_LEFT

I_CORPS, OLYMPIC = "commonwealth-united-kingdom-inf-i", "commonwealth-trs-olympic"
WEST = (("germany", "commonwealth"), ("germany", "france"))
MOLTKE, KLUCK = "germany-hq-moltke", "germany-hq-kluck"


# ------------------------------------------------------------------------------------------------------------ 10.2 landing


@pytest.mark.rule("fa:10.2")
@pytest.mark.rule("fa:10.2.1.1")
def test_a_naval_action_lands_a_few_units() -> None:
    """Three for the Commonwealth, debarking and invading together; nobody marches."""
    game = front({"North Sea 2": [OLYMPIC]}, wars=WEST)
    corps, rotterdam = put(game, I_CORPS, "Rotterdam"), place_index(game, "Rotterdam")
    game.write(PLACE, corps, aboard(find(game, OLYMPIC)))
    game.write(CONTROLLER, rotterdam, power(game, "commonwealth"))
    begin_step(game, "debark at sea", "commonwealth", action="naval")
    assert _landings_left(game) == (0, 3, 3)
    game.submit("commonwealth", "debark", ((corps, rotterdam),))
    assert game.state[PLACE][corps] == rotterdam
    assert _landings_left(game)[1:] == (2, 2)


def _landings_left(game: Game) -> tuple[int, ...]:
    rows = ("land movement", "debark at sea", "invasion of a unit")
    return tuple(left_of(game, power(game, "commonwealth"), row) for row in rows)


@pytest.mark.rule("fa:10.2.1.1")
def test_in_a_combined_action_all_land_moves_count_together() -> None:
    game = front({}, wars=WEST)
    begin_step(game, "debark at sea", "commonwealth", action="combined")
    assert _landings_left(game) == (8, 8, 8)


# ------------------------------------------------------------------------------------------------------- 21.5 territorials


@pytest.mark.rule("fa:21.5")
@pytest.mark.rule("fa:11.9.2.2")
@pytest.mark.parametrize(("weather", "cost"), [("fine", 3), ("rain", 6), ("storm", 6)])
def test_rain_doubles_what_a_territorial_pays_at_home(weather: str, cost: int) -> None:
    game = front({"G0912": ["germany-tanganyika-terr-tanganyika"]}, wars=WEST, weather=weather)
    start, end = places(game, "G0912", "G0913")
    assert entry_cost(game, find(game, "germany-tanganyika-terr-tanganyika"), start, end) == cost


# ----------------------------------------------------------------------------------------- 18.3 who pays, and at what price


def _aircraft_near(*headquarters: str) -> tuple[Game, int]:
    """A German aircraft that is face-down in Metz beside these HQs; Moltke leads an offensive on land."""
    game = front({METZ: [*headquarters, *GERMANS[:1]]})
    aircraft = put(game, "germany FTR", METZ)
    game.write(FACE_DOWN, aircraft, 1)
    turn_down(game, GERMANS[0])
    game.set(LEADERS, ((power(game, "germany"), find(game, MOLTKE), "land"),))
    return begin_step(game, "reorganisation", "germany"), aircraft


@pytest.mark.rule("fa:18.3.2")
@pytest.mark.rule("fa:11.14.3")
def test_only_points_of_the_leader_himself_are_dear_to_others() -> None:
    """An aircraft in a land action: 2 points of Kluck, or 4 of the 6 that Moltke has for his offensive."""
    game, aircraft = _aircraft_near(MOLTKE, KLUCK)
    moltke, kluck = units(game, MOLTKE, KLUCK)
    game.submit("germany", "reorganise", aircraft)
    shape = game.offers("germany")["spend-points"]
    assert isinstance(shape, Amounts)
    assert (shape.least, shape.most) == (2, 4)
    for gifts, legal in {(0, 2): True, (4, 0): True, (2, 2): True, (2, 0): False, (1, 1): False, (0, 3): False}.items():
        noun = tuple(sorted(zip((moltke, kluck), gifts, strict=True), key=lambda gift: _order(shape, gift[0])))
        assert (not game.why_not("spend-points", noun, "germany")) is legal, gifts
    game.submit("germany", "spend-points", {kluck: 2})
    game.submit("germany", "finish-reorganising")
    assert not game.state[FACE_DOWN][aircraft]
    assert is_down(game, KLUCK)
    assert not is_down(game, MOLTKE)


def _order(shape: Amounts, source: int) -> int:
    return [bounds.item for bounds in shape.items].index(source)


@pytest.mark.rule("fa:18.3.2")
def test_where_only_the_leader_has_points_others_pay_double() -> None:
    """There is but one answer, and nobody is asked."""
    game, aircraft = _aircraft_near(MOLTKE)
    game.submit("germany", "reorganise", aircraft)
    assert said(game, Reorganised) == [Reorganised(unit=aircraft, sources=(find(game, MOLTKE),), points=4)]


@pytest.mark.rule("fa:18.3.2")
def test_units_of_the_offensive_have_one_price() -> None:
    game, _ = _aircraft_near(MOLTKE, KLUCK)
    game.submit("germany", "reorganise", find(game, GERMANS[0]))
    shape = game.offers("germany")["spend-points"]
    assert isinstance(shape, Amounts)
    assert (shape.least, shape.most) == (1, 1)


# ------------------------------------------------------------------------------------------------------------- 5 lending


@pytest.mark.rule("fa:5")
@pytest.mark.parametrize(("left", "most"), [(6, 5), (0, 5), (15, 5)])
def test_half_is_lent_of_what_its_own_factories_made(left: int, most: int) -> None:
    """France made ten of its own; what it lent of them, or was lent to it, counts neither way."""
    game = fa_in("lending", AUGUST)
    france = power(game, "france")
    game.write(PRODUCED, france, left)
    game.say(BuildPointsMade(power=france, production=10, multiple="1", bonus=0, points=left))
    assert most_to_lend(game, france, True) == most


@pytest.mark.rule("fa:5")
def test_nothing_is_lent_by_whose_factories_made_nothing() -> None:
    game = fa_in("lending", AUGUST)
    france = power(game, "france")
    game.write(PRODUCED, france, 4)
    game.say(BuildPointsMade(power=france, production=0, multiple="1", bonus=4, points=4))
    assert most_to_lend(game, france, True) == 0


# -------------------------------------------------------------------------------------------------------- 14.1 what is lost


@pytest.mark.rule("fa:14.1")
def test_help_with_the_price_does_not_make_a_loss_cheaper() -> None:
    """Ships that the USA helps to build (option 31) and corps of Africans are missed at their printed cost."""
    game = front({})
    names = ("commonwealth-majestic", "france-inf-i")
    before = {name: (cost_of(game, find(game, name)), price_of_loss(game, find(game, name))) for name in names}
    game.set(OPTIONS_CHOSEN, ((NAVAL_SUPPORT, 1),))
    game.set(RECRUITS_LEFT, 4)
    for name, (cost, loss) in before.items():
        assert cost_of(game, find(game, name)) == cost - 1
        assert price_of_loss(game, find(game, name)) == loss == cost
