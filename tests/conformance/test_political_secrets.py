"""What is hidden in the big campaigns stays hidden while chance plays their politics: entry pools, pact markers, drafts.

Whatever a seat may not know is exchanged for something else after every action, and the seat must see the same bytes.
"""

from __future__ import annotations

from random import Random

import pytest
from hidden import OTHERWISE, altered, looks_alike
from test_s09_02_pacts import markers as pact_markers
from test_s09_02_pacts import partition
from turns import Change, campaign_in, field, in_turn
from us_markers import chosen, markers

from worldfire.engine.chance import SealedChance
from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.forces.markers import MARKER_VALUE
from worldfire.forces.situation import AT_WAR, PACTS
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE, INITIATIVE_SIDE
from worldfire.forces.who import POWER_NAMES
from worldfire.players.random_player import pick
from worldfire.rules.s13_02_pact_markers import Stance
from worldfire.titles import ruleset

ALLIES = 1
HELD = markers(ja=(5, 4, 4, 3), ge=(2, 2, 1), ja_tension=(3, 2), ge_tension=(1,), common=(0, 1, 2, 3, 4) * 4)


def uneasy(*wars: tuple[str, str]) -> Change:
    """These wars, and the USSR's two pacts as far as the powers are in the game."""

    def change(game: Game) -> None:
        known, pacts = game.state.get(POWER_NAMES), (("germany", "ussr"), ("japan", "ussr"))
        game.set(AT_WAR, tuple((known.index(one), known.index(other)) for one, other in wars))
        game.set(PACTS, tuple((known.index(one), known.index(other)) for one, other in pacts if one in known))

    return change


ON_BORDERS = (
    pact_markers("germany", "ussr", Stance.OFFENSIVE, 3, 1),
    pact_markers("germany", "ussr", Stance.DEFENSIVE, 2),
    pact_markers("ussr", "germany", Stance.OFFENSIVE, 1, 0),
    pact_markers("ussr", "japan", Stance.OFFENSIVE, 4),
    pact_markers("ussr", "japan", Stance.DEFENSIVE, 1),
)
POSITIONS: dict[str, tuple[str, str, tuple[Change, ...]]] = {
    "13.2": ("global-war", "entry markers", (HELD, uneasy(("germany", "commonwealth")), partition, *ON_BORDERS)),
    "13.3": ("global-war", "US entry", (HELD, chosen(9))),
    "9.1": (
        "global-war",
        "declare war",
        (HELD, chosen(9), uneasy(("germany", "commonwealth"), ("china", "japan")), partition, *ON_BORDERS),
    ),
    "13.7.3": ("fascist-tide", "mutual peace", (uneasy(("germany", "commonwealth"), ("italy", "commonwealth")),)),
}


def position(rule: str) -> Game:
    campaign, procedure, changes = POSITIONS[rule]
    game = campaign_in(
        campaign,
        procedure,
        in_turn("Jan/Feb 1941"),
        field(INITIATIVE_SIDE, ALLIES),
        field(ACTIVE_SIDE, ALLIES),
        field(IMPULSE, 1),
        *changes,
        us_entry=True,
        game_id="secrets",
    )
    game.chance = SealedChance(rule.encode())
    return game


@pytest.mark.rule("13.2")
@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.7.3")
@pytest.mark.parametrize(("rule", "seed"), [("13.2", 7), ("13.3", 4), ("9.1", 4), ("13.7.3", 4)])
def test_no_seat_can_tell_one_secret_from_another(rule: str, seed: int) -> None:
    rng, game = Random(seed), position(rule)
    for _ in range(25):
        if game.over or not game.waiting:
            break
        onlookers = [seat for seat in game.seats if seat not in game.waiting]
        looks_alike(game, (next(iter(game.waiting)), rng.choice(onlookers), None), rng)
        seat = rng.choice(sorted(game.waiting))
        game.submit(seat, *pick(game, seat, rng))
    secrets = [entry for entry in game.entries if entry.secret or any(drawn.seen_by == () for drawn in entry.outcomes)]
    assert secrets, "nothing was hidden"


def test_another_game_is_another_game() -> None:
    """What `altered` exchanges is really different for whoever may look."""
    game, rng = position("13.2"), Random(2)
    seen = view(game, "germany").encode()
    assert any(view(altered(game, "japan", rng), "germany").encode() != seen for _ in range(3))


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If anybody could look at any marker, the property would fail."""
    game = position("13.2")
    rows = [row for row in range(len(game.state[MARKER_VALUE])) if not MARKER_VALUE.visible(game.state, row, "japan")]
    twin = altered(game, "japan", Random(3))
    assert any(game.state[MARKER_VALUE][row] != twin.state[MARKER_VALUE][row] for row in rows)
    monkeypatch.setitem(vars(MARKER_VALUE), "visible", lambda state, row, seat: True)
    assert view(game, "japan").encode() != view(twin, "japan").encode()


def test_every_private_local_is_exchanged() -> None:
    private = {(found.name, name) for found in ruleset("wif").procedures.values() for name in found.private}
    assert private == {*OTHERWISE}
