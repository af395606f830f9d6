"""2.8: counting from hex to hex."""

from __future__ import annotations

import pytest

from worldfire.board.loading import load
from worldfire.board.paths import distance


@pytest.mark.rule("2.8", example="WF1-059")
def test_from_berlin_to_nuremberg() -> None:
    """The final hex counts, the first does not."""
    board = load()
    assert (board.find("Berlin"), board.find("Nuremberg")) == ("W0437", "W0532")
    assert distance(board, "W0437", "W0532") == 5
    assert distance(board, "W0437", "W0437") == 0
