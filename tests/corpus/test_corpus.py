"""Games that earlier releases saved are opened, verified and continued by the rules of today."""

from __future__ import annotations

import lzma
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from worldfire.engine.game import Game
from worldfire.engine.log import UPGRADE, Header, upgrade_noun
from worldfire.engine.ruleset import Ruleset, assemble
from worldfire.engine.save import dumps, loads, parse
from worldfire.engine.schema import Column, Family, Field, Quantity, Schema
from worldfire.engine.verify import verify
from worldfire.forces.things import THINGS
from worldfire.players.random_player import pick
from worldfire.tables.archive import releases
from worldfire.tables.chart import load_chart
from worldfire.tables.collection import Overlay, archived_overlay
from worldfire.tables.files import find_data
from worldfire.titles import ruleset_for
from worldfire.titles.fa.lists import Listed
from worldfire.titles.tables import archived_board

CORPUS = Path(__file__).parent
FILES = sorted(CORPUS.glob("*/*.wf.xz"))
#: actions by which each game is continued
SOME = 40


@cache
def content(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.name.removesuffix('.wf.xz')}"


def play_on(game: Game, rng: Random, most: int = SOME) -> int:
    """Some more actions by random players; how many there were."""
    for number in range(most):
        if game.over:
            return number
        seat = rng.choice(list(game.waiting))
        verb, noun = pick(game, seat, rng)
        game.submit(seat, verb, noun, game.waiting[seat])
    return most


#: its tables were archived while it was being made; nobody played it
NEVER_OUT = {"0.1.1"}


def test_every_kind_of_game_is_in_the_corpus_of_every_release() -> None:
    assert {path.parent.name for path in FILES} == {release.name for release in releases()} - NEVER_OUT
    for release in {path.parent for path in FILES}:
        names = {path.name for path in release.iterdir()}
        assert len([name for name in names if name.startswith("exercise-")]) >= 4
        assert {f"barbarossa-{stage}.wf.xz" for stage in ("set-up", "impulse", "combat", "turn", "ended")} <= names


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_game_of_an_earlier_release_opens_and_goes_on(path: Path) -> None:
    data = content(path)
    before = parse(data)
    verdict = verify(data, ruleset_for)
    assert verdict.ok, verdict.problem
    assert verdict.rolls or "exercise" in path.name
    game = loads(data, ruleset_for)
    assert list(game.entries.lines())[: len(before.entries)] == list(before.entries.lines())
    if before.header.title_version != game.ruleset.title.version:
        upgrade = game.entries[-1]
        assert upgrade.verb == UPGRADE
        assert upgrade_noun(upgrade).new == game.ruleset.title.version
        assert not verdict.replayed
    assert game.ruleset.tables_digest == before.header.tables_digest
    assert game.over == ("ended" in path.name)
    assert play_on(game, Random(1)) or game.over
    again = loads(dumps(game), ruleset_for)
    assert again.state.digest() == game.state.digest()
    assert again.waiting == game.waiting
    checked = verify(dumps(game), ruleset_for)
    assert checked.ok, checked.problem
    assert checked.stretches[-1].replayed


@pytest.mark.parametrize("path", FILES, ids=named)
def test_the_tables_of_an_earlier_release_are_kept(path: Path) -> None:
    """Also as long as they are today's: tomorrow they may not be."""
    header = parse(content(path)).header
    assert archived_overlay(header.title, header.tables_digest, Overlay()) is not None
    if "campaign" in header.setup:
        assert archived_board(header.title, header.setup["board"])


@pytest.mark.parametrize("path", FILES, ids=named)
def test_one_more_column_field_and_quantity_close_no_game(path: Path) -> None:
    more = Schema(
        columns=(Column(THINGS, "dummy", 7), Column(Family("dummies"), "dummy", 8)),
        fields=(Field("dummy", ("a", 1)),),
        quantities=(Quantity("dummies"),),
    )

    def richer(header: Header) -> Ruleset:
        usual = ruleset_for(header)
        title = usual.title
        wider = replace(
            title,
            schema=title.schema + more,
            sizes=lambda tables, setup: {**title.sizes(tables, setup), "dummies": 3},
        )
        return assemble(wider, usual.options, usual.tables, usual.tables_digest)

    game = loads(content(path), richer)
    state = game.state
    assert set(state.columns["things.dummy"]) == {7}
    assert len(state.columns["things.dummy"]) == len(state.columns["things.place"])
    assert list(state.columns["dummies.dummy"]) == [8, 8, 8]
    assert state.fields["dummy"] == ("a", 1)
    assert play_on(game, Random(2), 5) or game.over
    assert verify(dumps(game), richer).ok


@pytest.mark.parametrize("path", [path for path in FILES if path.name.startswith("great-war")], ids=named)
def test_a_list_that_is_newer_than_a_game_is_known_to_it(path: Path) -> None:
    """As figures are: what the tables of its release do not list yet is today's."""
    game = loads(content(path), ruleset_for)
    today = load_chart(find_data("charts/fa/lists.csv"))
    for what in today.rows.labels:
        assert Listed(what, "fa:1")(game)
