"""Standing orders answer the choices of the opponent's impulse, and leave everything else to their owner."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path
from random import Random

import pytest

import worldfire
from conformance.steps import find
from server.lazy import Page
from server.positions import pick, seat_people
from worldfire.engine.game import Game
from worldfire.forces.things import place_index
from worldfire.players.random_player import sample
from worldfire.players.standing_orders import NONE, WATCHES, Orders, answer, wishes
from worldfire.players.table import seeded_campaign
from worldfire.rules.s14_2_missions import STAY
from worldfire.server.house import House
from worldfire.titles.exercises import load_exercise


def fly_often(game: Game, seat: str, rng: Random) -> tuple[str, object]:
    """Germany sends whatever it may, the USSR nobody: so the USSR is soon asked about it."""
    if seat == "germany" and "fly" in game.offers(seat):
        found = sample(game, seat, "fly", game.offers(seat)["fly"], rng)
        if found is not None:
            return "fly", found[0]
    return pick(game, seat, rng)


def asked(prompt: str, seat: str, word: str) -> Game:
    """Barbarossa where the seat is first asked this and may fly under this word."""
    game = seeded_campaign("barbarossa", 1, length="campaign")
    rng = Random(1)
    while not game.over:
        assert game.decision is not None
        if game.decision.prompt == prompt and word in str(game.offers(seat).get("fly")):
            return game
        who, decision = next(iter(game.waiting.items()))
        game.submit(who, *fly_often(game, who, rng), decision)
    raise AssertionError("nobody was asked")


@pytest.fixture(scope="module")
def patrols() -> Game:
    return asked("fly-patrols", "ussr", "patrol ")


def test_without_orders_the_owner_is_asked(patrols: Game) -> None:
    assert answer(patrols, "ussr", NONE) is None
    assert answer(patrols, "ussr", Orders(interception="never")) is None


def test_never_patrol_holds_back(patrols: Game) -> None:
    assert answer(patrols, "ussr", Orders(patrol="never")) == ("hold-back", None)


def test_always_patrol_flies_what_the_rules_allow(patrols: Game) -> None:
    found = answer(patrols, "ussr", Orders(patrol="always"))
    assert found is not None
    verb, noun = found
    assert verb == "fly"
    assert not patrols.why_not(verb, noun, "ussr")
    assert any(choice != STAY for _, choice in noun)


def test_ones_own_missions_are_never_flown_by_order() -> None:
    game = asked("fly-attackers", "germany", "escort ")
    orders = Orders(patrol="always", interception="always", ground_support="never", re_roll="never")
    assert answer(game, "germany", orders) is None


def test_interception_at_odds() -> None:
    game = asked("fly-interceptors", "ussr", "intercept ")
    assert answer(game, "ussr", Orders(interception="never", ground_support="never")) == ("hold-back", None)
    found = answer(game, "ussr", Orders(interception="always", ground_support="never"))
    assert found is not None
    assert not game.why_not(*found, "ussr")
    assert found[0] == "fly"
    orders = Orders(interception="at-odds", odds_in_tenths=1_000, ground_support="never")
    hopeless = answer(game, "ussr", orders)
    assert hopeless == ("hold-back", None)


def test_the_server_obeys_and_the_game_goes_on(page: Page, other_page: Page, house: House, patrols: Game) -> None:
    game = patrols.copy()
    seats = seat_people(house, game, {"ussr": page, "germany": other_page})
    ussr = seats["ussr"]
    before = ussr.table()
    assert "hold-back" in before["decision"]["offers"]
    with page.client.websocket_connect(f"{ussr.path}/live?seat=ussr") as socket:
        table = socket.receive_json()
        page.put(f"{ussr.path}/orders", seat="ussr", orders={"patrol": "never"})
        while table["entries"] == before["entries"]:
            table |= socket.receive_json()
        last = table["log"][-1]
    assert (last["seat"], last["verb"]) == ("ussr", "hold-back")
    assert page.get(f"{ussr.path}/orders", seat="ussr")["orders"]["patrol"] == "never"
    other_page.get(f"{ussr.path}/orders", 403, seat="ussr")
    wrong = page.put(f"{ussr.path}/orders", 400, seat="ussr", orders={"patrol": "sometimes"})
    assert "patrol" in wrong["error"]["field"]


def test_reactions_are_said_to_the_kernel_in_private(page: Page, other_page: Page, house: House) -> None:
    game = seeded_campaign("barbarossa", 1, length="campaign")
    ussr = seat_people(house, game, {"ussr": page, "germany": other_page})["ussr"]
    page.put(f"{ussr.path}/orders", seat="ussr", orders={"reactions": "mine"})
    own = ussr.table()["log"][-1]
    assert own["verb"] == "watch"
    foreign = other_page.get(f"{ussr.path}/table", seat="germany")["log"][-1]
    assert foreign["verb"] is None


def test_every_window_of_the_rules_is_known() -> None:
    """Whoever adds a window must add it to what orders can speak of."""
    found = set()
    root = Path(worldfire.__file__).parent
    for path in (*root.glob("rules/*.py"), *root.glob("options/*.py"), *root.glob("titles/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "window":
                found |= {_constant(path, word.value) for word in node.keywords if word.arg == "watch"}
    assert found == set(WATCHES)


def _constant(path: Path, value: ast.expr) -> object:
    """A word as it stands, or by the name that its module gives it."""
    if isinstance(value, ast.Constant):
        return value.value
    assert isinstance(value, ast.Name)
    module = ".".join(path.relative_to(Path(worldfire.__file__).parents[1]).with_suffix("").parts)
    return getattr(importlib.import_module(module), value.id)


def at_sea() -> Game:
    """A carrier is about to sail into the Coral Sea, where Japanese ships and submarines are."""
    game = load_exercise("sea-battle").begin(secret=b"7" * 32, game_id="test")
    game.submit("jay", "done", None)
    return game


def sail(game: Game) -> None:
    carrier = find(game, "us-cv-enterprise-sif")
    game.submit("jay", "sail", ((carrier,), (place_index(game, "Coral Sea 3"),), ()))


@pytest.mark.parametrize(
    ("orders", "asked"),
    [
        (Orders(), True),
        (Orders(sea_interception="never"), False),
        (Orders(sea_interception="areas", sea_areas=("Solomons",)), False),
        (Orders(sea_interception="areas", sea_areas=("Solomons", "Coral Sea")), True),
    ],
)
def test_whoever_said_where_he_intercepts_is_asked_nowhere_else(orders: Orders, asked: bool) -> None:
    game = at_sea()
    for kind, wish in wishes(orders).items():
        game.submit("kasigi", "watch", (kind, wish))
    sail(game)
    assert ("kasigi" in game.waiting) == asked


def test_submarines_are_committed_or_held_back_by_order() -> None:
    game = at_sea()
    sail(game)
    game.submit("kasigi", "intercept", find(game, "ja-ca-myoko-sif"))
    assert answer(game, "kasigi", Orders(submarines="commit")) == ("commit-submarines", None)
    assert answer(game, "kasigi", Orders(submarines="hold")) == ("hold-submarines", None)
    assert answer(game, "kasigi", Orders(sea_interception="never")) is None
