"""13.3 What no other test of US entry asks: trade under embargoes (13, 23, 31), pairs of declarations, Madagascar, seizures."""

from __future__ import annotations

import pytest
from test_s13_03_us_entry import ALLIES, AXIS, declare, declaring, points, wars
from test_s19_7_colonies import axis_step, colonies
from turns import field, in_turn, power_index
from us_markers import chosen, markers, us_game

from worldfire.forces.situation import PACTS, TURN
from worldfire.forces.things import board_of, place_index
from worldfire.forces.who import COUNTRY_NAMES, HOME_COUNTRY, POWER, country_named
from worldfire.rules.s09_war import UsEntryAction
from worldfire.rules.s13_06_1_by_sea import GoodsSeized
from worldfire.rules.s13_06_1_network import SENT, Sent
from worldfire.titles.wif.nations.colonies import INDO_CHINA_ALIGNED
from worldfire.titles.wif.nations.trade import agreements_in_force
from worldfire.titles.wif.nations.us_entry.deeds import goods_were_seized
from worldfire.titles.wif.nations.us_entry.moving import Noticing
from worldfire.titles.wif.nations.us_entry.noticing import DECLARATIONS_DUE, note_war


@pytest.mark.parametrize(
    ("option", "resources"),
    [
        pytest.param((), 4, id="no embargo"),
        pytest.param((13,), 3, marks=pytest.mark.rule("13.3.2 option 13")),
        pytest.param((13, 23), 2, marks=pytest.mark.rule("13.3.2 option 23")),
        pytest.param((13, 23, 31), 0, marks=pytest.mark.rule("13.3.2 option 31")),
    ],
)
def test_embargoes_lessen_what_japan_gets(
    monkeypatch: pytest.MonkeyPatch, option: tuple[int, ...], resources: int
) -> None:
    """With the first Japan needs to send no build point any more, with the last the Indies send nothing either."""
    monkeypatch.setattr("worldfire.titles.wif.nations.trade.after_defaults", lambda game, name, *terms: terms)
    game = us_game("US entry", in_turn("Jan/Feb 1940"), chosen(*option))
    usa, japan = power_index(game, "usa"), power_index(game, "japan")
    found = agreements_in_force(game)
    given = {(each.giver, each.recipient): (each.resources, each.points) for each in found}
    assert given.get((usa, japan), (0, 0))[0] == resources
    assert given.get((japan, usa), (0, 0))[1] == (0 if option else 1)
    dutch = [each for each in found if each.recipient == japan and each.giver not in (usa, japan)]
    assert bool(dutch) is (31 not in option)


PAIRS = (
    # action, side, wars before, declarations, points
    ("12", AXIS, (("germany", "france"),), (("italy", "france"),), {"12b": 4}),
    ("13", AXIS, (("germany", "ussr"), ("italy", "france")), (("italy", "ussr"),), {"13b": 8}),
    ("22", ALLIES, (("commonwealth", "germany"),), (("france", "germany"),), {"22b": -4}),
    ("24", ALLIES, (), (("commonwealth", "italy"), ("france", "italy")), {"24": -18}),
    ("25", ALLIES, (("commonwealth", "italy"),), (("france", "italy"),), {"25": -9}),
)


@pytest.mark.parametrize(
    ("action", "side", "before", "wanted", "cost"),
    [pytest.param(*row, marks=pytest.mark.rule(f"13.3.3 action {row[0]}"), id=row[0]) for row in PAIRS],
)
def test_the_second_power_of_a_pair_costs_half(
    action: str,
    side: int,
    before: tuple[tuple[str, str], ...],
    wanted: tuple[tuple[str, str], ...],
    cost: dict[str, int],
) -> None:
    situation = (wars(("japan", "china"), *before), field(PACTS, ()))
    game = declaring(
        side, *situation, markers(ge=(1, 2, 3, 4), common=(1,) * 4), dice=(10, 0, 0, 0), turn="May/Jun 1940"
    )
    assert points(declare(game, *wanted)) == cost


@pytest.mark.rule("13.3.3 action 5")
@pytest.mark.rule("19.7/indo-china and madagascar")
def test_madagascar_follows_a_turn_after_indo_china() -> None:
    game = axis_step()
    assert colonies(game) == {"french-indo-china"}
    game.write(POWER, country_named(game, "french-indo-china"), power_index(game, "japan"))
    game.set(INDO_CHINA_ALIGNED, game.state.get(TURN))
    assert colonies(game) == set(), "not in the same turn"
    game.set(INDO_CHINA_ALIGNED, game.state.get(TURN) - 1)
    assert colonies(game) == {"madagascar"}


def seized(seizer: str, recipient: str, carrier: str, *us_wars: str) -> str:
    """The action that the USA rolls for when goods to the recipient are lost off the convoys of a neutral; "": none."""
    others = ((seizer, recipient), *(("usa", enemy) for enemy in us_wars))
    game = us_game("US entry", in_turn("Jan/Feb 1940"), wars(*others), markers(ge=(1,), ja=(1,)))
    one, other, owner = (power_index(game, name) for name in (seizer, recipient, carrier))
    end = board_of(game).number(place_index(game, "London"))
    word = f"{end} > North Sea by {carrier} > {end} > {end}"
    game.set(SENT, (Sent(owner, owner, other, "a resource", word, 1),))
    called = goods_were_seized(game, GoodsSeized(power=one, place=place_index(game, "North Sea 0"), goods=1))
    if called is None:
        return ""
    assert isinstance(called.locals, Noticing)
    return called.locals.action


@pytest.mark.parametrize(
    ("seizer", "recipient", "carrier", "action"),
    [
        pytest.param("japan", "china", "usa", "34", marks=pytest.mark.rule("13.3.3 action 34")),
        pytest.param("germany", "commonwealth", "usa", "35", marks=pytest.mark.rule("13.3.3 action 35")),
        pytest.param("commonwealth", "germany", "japan", "36", marks=pytest.mark.rule("13.3.3 action 36")),
    ],
)
def test_the_usa_takes_notice_of_search_and_seizure(seizer: str, recipient: str, carrier: str, action: str) -> None:
    assert seized(seizer, recipient, carrier) == action


@pytest.mark.rule("13.6.1/search and seizure")
@pytest.mark.rule("13.3.3")
def test_the_usa_minds_only_what_is_done_to_whom_it_is_not_at_war_with() -> None:
    """Whose convoys are searched counts, not whose goods they carry."""
    assert seized("commonwealth", "germany", "japan", "germany") == "36"
    assert seized("commonwealth", "germany", "japan", "japan") == ""


@pytest.mark.rule("13.3.3 action 32")
def test_a_us_attack_on_a_minor_country_costs_it_markers() -> None:
    game = us_game("US entry", in_turn("Jan/Feb 1942"), markers(ge=(1,), ja=(1,)), chosen(48))
    usa, haiti = power_index(game, "usa"), power_index(game, "haiti")
    note_war(game, UsEntryAction(power=usa, target_power=haiti))
    assert [(action, culprit) for action, culprit, _, _ in game.state.get(DECLARATIONS_DUE)] == [("32b", usa)]


@pytest.mark.rule("19.10")
def test_austria_and_east_prussia_are_german_soil() -> None:
    """They fall with Germany, not by themselves."""
    game = us_game("US entry")
    names = game.state.get(COUNTRY_NAMES)
    for place in ("Vienna", "Konigsberg"):
        assert names[game.state[HOME_COUNTRY][place_index(game, place)]] == "germany"
    assert not {"austria", "east-prussia"} & {*names}
