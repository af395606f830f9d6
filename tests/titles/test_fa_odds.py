"""The terminal knows the odds of Fatal Alliances."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from worldfire.cli.main import app


@pytest.mark.rule("fa:11.12.5.3")
def test_odds_of_a_land_attack() -> None:
    """12 against 8 is 1.5, that is +3, less 2 for two trenches."""
    found = CliRunner().invoke(
        app, ["odds", "land", "--attack", "12", "--defence", "8", "--title", "fa", "--further", "-2", "--json"]
    )
    assert found.exit_code == 0, found.output
    answer = json.loads(found.output)
    told = json.dumps(answer)
    assert '"odds"' in told
    assert "3:2" in told
    assert '"further"' in told
