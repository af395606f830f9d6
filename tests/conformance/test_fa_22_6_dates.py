"""FA 22.6 Automatic entry dates: countries join by the calendar."""

from __future__ import annotations

import pytest
from entry_pools import markers
from great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, impulse_of, initiative
from turns import field, in_turn, play, power_index, prompt

from worldfire.engine.game import Game
from worldfire.forces.who import COUNTRY_NAMES, POWER, SIDE
from worldfire.titles.fa.entry.effects import warn_the_ambassador
from worldfire.titles.fa.options.o11_automatic_entry import due
from worldfire.titles.fa.politics.benefits import TROOPS, grants
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of

DATES = ("11",)


def names(game: Game, side: int) -> set[str]:
    return {game.state.get(COUNTRY_NAMES)[each] for each in due(game, side)}


@pytest.mark.rule("fa:22.6")
def test_who_is_due_when() -> None:
    def at(turn: str) -> Game:
        return fa_in("political points", AUGUST, in_turn(turn), initiative(CENTRAL), dice=(1,) * 4, options=DATES)

    assert names(at("Sep/Oct 1914"), CENTRAL) == set()
    assert names(at("Nov/Dec 1914"), CENTRAL) == {"ottoman-empire"}
    assert names(at("May/Jun 1915"), ALLIES) == {"italy"}
    game = at("Sep/Oct 1915")
    assert names(game, CENTRAL) == {"ottoman-empire", "bulgaria"}
    assert grants(game, country(game, "greece"), ALLIES, TROOPS), "access before it joins"
    assert "greece" not in names(game, ALLIES)
    assert names(at("May/Jun 1918"), ALLIES) == {"italy", "greece", "portugal", "rumania", "brazil"}


@pytest.mark.rule("fa:22.6")
def test_bulgaria_joins_on_its_day_and_nobody_is_influenced() -> None:
    """Without points; it aligns with the nearest Central Power that is in the war."""
    game = fa_in(
        "declare war",
        AUGUST,
        in_turn("Sep/Oct 1915"),
        impulse_of(CENTRAL, 4),
        field(POLITICAL_POINTS, (0, 0)),
        markers(common=(1, 2)),
        lambda game: game.write(SIDE, power_index(game, "ottoman-empire"), CENTRAL),
        dice=(9, 9),
        options=DATES,
    )
    assert prompt(game) == "set-up-minor"
    assert game.state[POWER][country(game, "bulgaria")] in (
        power_index(game, "germany"),
        power_index(game, "austria-hungary"),
    )
    assert points_of(game, CENTRAL) == 0
    game = fa_in("political actions", AUGUST, initiative(CENTRAL), dice=(1, 1, 1, 1), options=DATES)
    assert prompt(game) != "buy-influence"
    play(game, next(iter(game.waiting)), "leave-rebels")


@pytest.mark.rule("fa:22.6")
@pytest.mark.rule("fa:13.2.2.1")
def test_the_warned_ambassador_brings_no_attempt_of_influence() -> None:
    """There is no diplomacy, so the USA has the tension and nothing else."""
    warned = [warn_the_ambassador(fa_in("surrender", AUGUST, options=options)) for options in ((), DATES)]
    assert [control is None for control in warned] == [False, True]
