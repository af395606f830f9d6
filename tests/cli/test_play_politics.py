"""Political decisions in the terminal: what a choice brings is told before it is made."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from browser.positions import global_war_at_war, paris_has_fallen, peace_talks, us_entry
from worldfire.cli.main import app

runner = CliRunner()


def play(folder: Path, game: bytes, seat: str, *words: str) -> str:
    """What is said while these words are typed."""
    file = folder / "game.wf"
    file.write_bytes(game)
    typed = "\n".join([*words, "quit"]) + "\n"
    result = runner.invoke(app, ["play", "--load", str(file), "--seat", seat], input=typed)
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


@pytest.mark.rule("9.3")
def test_war_is_declared_by_name(tmp_path: Path) -> None:
    told = play(tmp_path, global_war_at_war(9), "germany", "declare war; about France; France")
    assert "France neutral" in told
    assert "The USA takes notice: a marker" in told
    assert "Germany declares war on France." in told


@pytest.mark.rule("17.1")
def test_vichy_is_installed(tmp_path: Path) -> None:
    told = play(tmp_path, paris_has_fallen("vichy-terminal"), "germany", "install Vichy")
    assert "Syria: 80 % for Vichy." in told
    assert "France is divided." in told


@pytest.mark.rule("13.3.2")
def test_an_entry_option_tells_what_it_brings(tmp_path: Path) -> None:
    words = ("Germany and Italy", "choose; about western; 15")
    told = play(tmp_path, us_entry("us-terminal"), "usa", *words)
    assert "markers so far, entry level" in told
    assert "up to 5 resources a turn each" in told
    assert "The USA chooses entry option 15" in told


@pytest.mark.rule("13.7.3")
def test_terms_of_peace_are_read_before_they_are_put(tmp_path: Path) -> None:
    words = ("talk with; Commonwealth", "demand these countries; Malta", "put the terms")
    told = play(tmp_path, peace_talks("peace-terminal"), "germany", *words)
    assert "Commonwealth gives Malta." in told
    assert "Germany proposes to the Commonwealth" in told
