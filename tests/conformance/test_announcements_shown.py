"""What the rules let a seat announce unasked is on its page, whoever has the turn, and on nobody else's."""

from __future__ import annotations

import pytest
from turns import in_turn
from us_markers import us_game

from worldfire.engine.state import Frame
from worldfire.engine.views import view
from worldfire.server.presenting import Scene


@pytest.mark.rule("13.3.3")
def test_japan_is_offered_to_close_the_burma_road_though_it_is_not_asked() -> None:
    game = us_game("US entry", in_turn("Jan/Feb 1941"))
    state = game.state.copy()
    state.frames.insert(0, Frame("play", "begin_turn", None))
    game.resume(state, game.entries, game.head)
    assert "japan" not in game.waiting

    def announced(seat: str | None) -> dict[str, str]:
        part = Scene(view(game, seat), game.ruleset, undo=False).part("announcements")
        return {verb: offer.label for verb, offer in part.items()}

    assert announced("japan")["close-burma-road"] == "close the Burma Road"
    assert "close-burma-road" not in announced("usa")
    assert announced(None) == {}
