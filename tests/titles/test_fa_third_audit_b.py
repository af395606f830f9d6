"""Findings of a third audit of Fatal Alliances: declaring war, entry, surprise, offensives."""

from __future__ import annotations

import pytest
from front import front
from test_fa_audit_entry import buying

from conformance.entry_pools import chosen
from conformance.positions import power
from conformance.turns import field
from worldfire.engine.game import Game
from worldfire.titles.fa.entry.deeds import line_of_war
from worldfire.titles.fa.entry.pools import ENTRY_IN_USE

# ------------------------------------------------------------------------------------------- what the neutral USA builds


def in_america(*options: int) -> Game:
    return buying("usa", 60, field(ENTRY_IN_USE, True), chosen(*options))


GARRISONS, DIVISIONS = "usa: GAR", "usa: INF div"


@pytest.mark.rule("fa:13.2.2.1")
def test_the_one_unit_of_the_turn_is_one_in_an_order_too() -> None:
    """Under option 18: not two garrisons, nor a garrison and a division; one, and then no other."""
    game = in_america(18)
    for order in (((GARRISONS, 2),), ((GARRISONS, 1), (DIVISIONS, 1))):
        assert [reason.key for reason in game.why_not("build", order, "usa")] == ["usa-builds-one-unit"]
    game.submit("usa", "build", ((GARRISONS, 1),))
    assert [reason.key for reason in game.why_not("build", ((DIVISIONS, 1),), "usa")] == ["usa-builds-one-unit"]
    game = in_america(18, 27)
    assert not list(game.why_not("build", ((GARRISONS, 2), (DIVISIONS, 1)), "usa"))


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:21.1")
def test_before_option_18_the_neutral_usa_builds_no_factories() -> None:
    game = in_america()
    assert [reason.key for reason in game.why_not("build-factory-in", None, "usa")] == ["build-needs-war-option"]
    assert in_america(18).offers("usa")["build-factory-in"].domain


# ------------------------------------------------------------------------------------------------------- who is attacked


@pytest.mark.rule("fa:9.3")
@pytest.mark.rule("fa:9.1")
@pytest.mark.parametrize(
    ("who", "victim", "line"),
    [
        ("france", "italy", "24"),
        ("france", "china", "24"),
        ("germany", "china", "20"),
        ("france", "ottoman-empire", "22"),
        ("germany", "italy", "21"),
        ("france", "germany", ""),
    ],
)
def test_an_attack_on_a_latent_power_is_noticed_like_one_on_a_minor_country(who: str, victim: str, line: str) -> None:
    """Unless it has a line of its own; before it joins it is treated as a minor country."""
    game = front({}, wars=[])
    assert line_of_war(game, power(game, who), power(game, victim)) == line
