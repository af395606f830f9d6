"""Global War from its own set-up, carried forward: Italy is conquered in two turns, and China falls and is liberated.

What the story does not tell is passed over: everybody else does as little as he may, and every die is a 5.
"""

from __future__ import annotations

import pytest

from golden.forwarding import at_war, conquered, controlled, in_turn, put
from golden.story import Story, global_war
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.who import CONQUEROR, FALLEN_POWER, country_named, power_named, power_of
from worldfire.rules.s13_09_victory import standings
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.tables.campaign import turn_number


def march(story: Story, seat: str, *moves: tuple[str, str]) -> None:
    """The power takes a land action, and each unit goes one hex."""
    story.let_pass("choose-actions", seat)
    story.act(seat, "choose-actions", ((seat, "land"),))
    for unit, place in moves:
        story.let_pass("land-movement", seat)
        story.act(seat, "move", (story.units(unit), (story.at(place),)), die=5)  # ships in port may have to run


def fights(story: Story, power: str) -> bool:
    return any(power_named(story.game, power) in pair for pair in story.game.state.get(AT_WAR))


@pytest.mark.rule("13.7.1/italy")
@pytest.mark.rule("13.7.1/incomplete conquest")
@pytest.mark.rule("13.7.1/complete conquest")
def test_italy_is_conquered() -> None:
    """Tripoli, Rome and the factory of Trieste are three of four; the new home in Albania falls in the next turn."""
    story = global_war()
    powers = (("germany", "commonwealth"), ("italy", "commonwealth"), ("germany", "usa"), ("italy", "usa"))
    story.carry_forward(
        in_turn("Jul/Aug 1943"),
        at_war(*powers),
        controlled("commonwealth", "Tripoli"),
        put("E2105", "it-hq-a-graziani"),
        controlled("usa", "W0519", "Pola"),
        put("W0519", "us-mot-ix"),
        put("Pola", "us-mech-viii"),
    )
    march(story, "usa", ("us-mot-ix", "Rome"), ("us-mech-viii", "Trieste"))
    story.let_pass("choose-new-home", "italy")
    story.act("italy", "choose-new-home", "albania", die=5)
    assert story.chronicle("CountryConquered", "NewHomeChosen") == [
        "CountryConquered: Italy, USA, False",
        "CountryConquered: Libya, Commonwealth, True",
        "NewHomeChosen: Italy, Albania",
    ]
    assert story.where("it-hq-i-badoglio") == "removed from the game"
    assert story.holder("Milan") == "usa"
    assert fights(story, "italy")
    assert story.replayed().state.digest() == story.game.state.digest()
    _the_last_home(story)


def _the_last_home(story: Story) -> None:
    story.let_pass("choose-actions", "usa")
    assert story.game.state.get(TURN) == turn_number("Sep/Oct 1943")
    story.carry_forward(
        conquered("commonwealth", "eritrea", "ethiopia", "italian-somaliland"),
        controlled("usa", "E2821"),
        put("E2821", "us-mech-viii"),
    )
    march(story, "usa", ("us-mech-viii", "Tirana"))
    story.let_pass("leave-fleet", "italy")
    story.act("italy", "leave-fleet-to", "germany", die=5)
    game, italy = story.game, power_named(story.game, "italy")
    assert story.chronicle("CountryConquered", "PowerFallen") == [
        "CountryConquered: Albania, USA, True",
        "PowerFallen: Italy",
    ]
    assert game.state[FALLEN_POWER][italy] == 1
    assert not fights(story, "italy")
    assert {game.state[CONQUEROR][country_named(game, name)] for name in ("italy", "albania")} == {
        power_named(game, "usa")
    }
    assert story.holder("Rhodes") == "dodecanese", "nobody is near it: it is neutral"
    assert standings(game)["italy"] == 0


FACTORIES = ("Shanghai", "Changsha", "Wuhan", "Peking", "Sian", "Chungking", "Kunming", "Lanchow")
GARRISONS = (
    "ch-mil-chungking",
    "ch-mil-sian",
    "ch-hq-i-mao",
    "ch-gar-13-res",
    "ch-inf-1-2",
    "ch-mil-kunming",
    "ch-mil-lan-chow",
)


@pytest.mark.rule("13.7.1/complete conquest")
@pytest.mark.rule("13.7.5")
@pytest.mark.rule("20")
def test_china_falls_and_is_liberated() -> None:
    """Every factory was lost; an Indian corps marches into Chungking, and China is back with half of its army to build."""
    story = global_war()
    story.carry_forward(
        in_turn("Jul/Aug 1942"),
        at_war(("japan", "usa"), ("japan", "commonwealth")),
        put("removed from the game", *GARRISONS),
        controlled("japan", *FACTORIES),
    )
    story.let_pass("leave-fleet", "china")
    story.act("china", "leave-fleet-to", "commonwealth", die=5)
    assert story.chronicle("CountryConquered", "PowerFallen") == [
        "CountryConquered: China, Japan, True",
        "PowerFallen: China",
    ]
    assert not fights(story, "china")
    assert "EntryActionNoted: China conquered, Japan, 25" in story.chronicle("EntryActionNoted")
    story.let_pass("choose-actions", "commonwealth")
    story.carry_forward(controlled("commonwealth", "A0535"), put("A0535", "cw-inf-3-ind"))
    march(story, "commonwealth", ("cw-inf-3-ind", "Chungking"))
    story.let_pass("liberate", "commonwealth")
    story.act("commonwealth", "liberate", ("china",), die=5)
    assert story.chronicle("PowerIsBack", "CountryLiberated", "FactionReturns") == [
        "PowerIsBack: China",
        "CountryLiberated: China, China, Commonwealth",
        "FactionReturns: Nationalist China",
    ]
    _free_china(story)
    assert story.replayed().state.digest() == story.game.state.digest()


def _free_china(story: Story) -> None:
    """It fights again, has what its liberator held, and builds from its own pools; the Communists have no city."""
    game, china = story.game, power_named(story.game, "china")
    assert fights(story, "china")
    assert (story.holder("Chungking"), story.holder("Sian")) == ("china", "japan")
    assert powers_cooperate(game, china, power_named(game, "commonwealth"))
    infantry = ("ch-inf-17", "ch-inf-8", "ch-inf-6", "ch-inf-1-2", "ch-hq-i-mao")
    returned = [story.where(unit) == "force pool of nationalist-china: INF" for unit in infantry]
    assert returned == [True, True, True, False, False], "half of six, and no Communist"
    assert power_of(game, story.unit("ch-inf-17")) == china
    story.let_pass("choose-actions", "china")
    assert story.game.state.get(TURN) == turn_number("Nov/Dec 1942")
    story.let_pass("build-units", "china")
