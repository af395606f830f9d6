"""The attack calculator: what it says of a real position is what the game says, and what cannot be is refused by field."""

from __future__ import annotations

from typing import Any

import pytest

from server.lazy import Page, Seat
from server.positions import barbarossa_until, seat_people
from worldfire.engine.game import Game
from worldfire.server.house import House
from worldfire.titles import title_named

TABLES = title_named("wif").tables()


def counters(power: str, kind: str, number: int, **printed: Any) -> list[str]:
    """Counters of this power and type, with at least these figures."""
    found = (
        counter.id
        for counter in (*TABLES.source.land, *TABLES.source.air)
        if counter.power == power
        and counter.type == kind
        and all((getattr(counter, name) or 0) >= least for name, least in printed.items())
    )
    return [next(found) for _ in range(number)]


INFANTRY = counters("germany", "INF", 4, strength=5)
GUARDS = counters("ussr", "INF", 3, strength=3)
FIGHTERS = counters("germany", "FTR", 2, air_to_air=4)
BOMBERS = counters("germany", "LND", 2, tactical=3, strategic=2)
SOVIET_FIGHTERS = counters("ussr", "FTR", 2, air_to_air=3)


def land(**more: Any) -> dict[str, Any]:
    attackers = [{"counter": counter} for counter in INFANTRY]
    return {"kind": "land", "attackers": attackers, "defenders": [{"counter": GUARDS[0]}], **more}


def calculate(page: Page, status: int = 200, **case: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.post("/api/calculator", status, **case)
    return found


def total(outcomes: list[dict[str, Any]]) -> float:
    return sum(one["probability"] for one in outcomes)


# ---------------------------------------------------------------------------------------------------------- the real thing


@pytest.fixture
def game() -> Game:
    return barbarossa_until("declare-attacks")


@pytest.fixture
def germany(house: House, page: Page, game: Game) -> Seat:
    return seat_people(house, game, {"germany": page, "ussr": page})["germany"]


@pytest.mark.rule("11.15.1")
@pytest.mark.rule("11.15.5")
def test_of_every_hex_at_the_front_it_says_what_the_game_says(germany: Seat) -> None:
    """Factors, modifiers and every result of the attack that is filled in from the map are those of the game's own odds."""
    shape = germany.table()["decision"]["offers"]["declare-attacks"]["shape"]
    keys = germany.page.get("/api/board")["hexes"]["key"]
    units = germany.table()["units"]
    compared = 0
    for target in sorted({to for one in shape["items"] for to in one["to"] if to != -1}):
        hex_ = keys[target]
        case = germany.page.get(f"{germany.path}/case", seat="germany", hex=hex_)
        able = {units[str(one["item"])]["counter"]: one["item"] for one in shape["items"] if target in one["to"]}
        case["attackers"] = [one for one in case["attackers"] if one["counter"] in able]
        attackers = [able[one["counter"]] for one in case["attackers"]]
        assert sorted(attackers) == sorted(able.values())
        told = germany.ask("odds", attackers=attackers, hex=hex_)["attacks"]
        for mine, theirs in zip(calculate(germany.page, **case)["attacks"], told, strict=True):
            for part in ("table", "odds", "ratio", "attack_total", "defence_total", "weather", "shift", "modifiers"):
                assert mine[part] == theirs[part], (hex_, part)
            assert mine["distribution"] == theirs["distribution"]
            assert mine["expected"] == theirs["expected"]
            compared += 1
    assert compared > 20


def test_a_hex_is_looked_at_with_the_eyes_of_a_seat(germany: Seat, other_page: Page) -> None:
    assert other_page.get(f"{germany.path}/case", 403, seat="germany", hex="E2636")["error"]["field"] == "seat"
    assert germany.page.get(f"{germany.path}/case", 422, seat="germany", hex="X9999")["error"]["field"] == "hex"


# -------------------------------------------------------------------------------------------------------------- supposed


@pytest.mark.rule("11.15.1/terrain")
@pytest.mark.rule("2.4.3")
@pytest.mark.rule("8.2")
@pytest.mark.rule("11.15.4/support")
@pytest.mark.rule("15.1")
def test_ground_weather_supply_support_and_surprise_count(page: Page) -> None:
    plain = calculate(page, **land())["attacks"][0]
    assert total(plain["distribution"]) == pytest.approx(1)

    river = land(attackers=[{"counter": counter, "across": ["river"]} for counter in INFANTRY])
    assert calculate(page, **river)["attacks"][0]["attack_total"] == plain["attack_total"] / 2
    mountain = calculate(page, **land(ground={"terrain": "mountain"}))["attacks"][0]
    assert mountain["defence_total"] == 2 * plain["defence_total"]
    snow = calculate(page, **land(ground={"weather": "snow"}))["attacks"][0]
    assert snow["ratio"] == plain["ratio"]
    assert snow["odds"] != plain["odds"]

    down = land(defenders=[{"counter": GUARDS[0], "face_down": True}])
    assert any(one["text"] == "face-down defender" for one in calculate(page, **down)["attacks"][0]["modifiers"])
    starved = land(defenders=[{"counter": GUARDS[0], "face_down": True, "in_supply": False}])
    assert calculate(page, **starved)["attacks"][0]["defence_total"] < plain["defence_total"]

    flown = land(attack_air=[{"counter": BOMBERS[0]}])
    support = calculate(page, **flown)["attacks"][0]["attack_support"]
    assert support > 0
    assert calculate(page, **flown, surprise=True)["attacks"][0]["attack_support"] == 2 * support
    far = land(attack_air=[{"counter": BOMBERS[0], "extended": True}])
    assert calculate(page, **far)["attacks"][0]["attack_support"] == support / 2
    ships = calculate(page, **land(attack_ships=3, defence_ships=1))["attacks"][0]
    assert (ships["attack_support"], ships["defence_support"]) == (3, 1)


@pytest.mark.rule("11.15.6")
@pytest.mark.rule("11.15.5")
def test_options_throw_other_dice(page: Page) -> None:
    two = calculate(page, **land(), options=["27"])["attacks"][0]
    both = calculate(page, **land(), options=["26", "27"])["attacks"][0]
    assert {one["rule"] for one in two["modifiers"]} == {"11.15.6"}
    assert total(two["distribution"]) == total(both["distribution"]) == pytest.approx(1)
    assert len(two["distribution"]) > len(calculate(page, **land())["attacks"][0]["distribution"]) / 2


def test_a_paradrop_meets_a_notional_unit(page: Page) -> None:
    dropped = land(attackers=[{"counter": INFANTRY[0], "arrives": "paradrop"}], defenders=[])
    plain = calculate(page, **dropped)["attacks"][0]
    assert plain["notional"] == plain["defence_total"] > 0
    city = calculate(page, **{**dropped, "ground": {"city": True, "home": True}})["attacks"][0]
    assert city["notional"] > plain["notional"]


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("11.8")
@pytest.mark.rule("11.7")
def test_other_combats_have_every_outcome(page: Page) -> None:
    air = calculate(
        page,
        kind="air",
        active={"fighters": FIGHTERS, "bombers": BOMBERS},
        inactive={"fighters": SOVIET_FIGHTERS},
    )
    assert [total(side["outcomes"]) for side in air["sides"]] == [pytest.approx(1)] * 2
    assert air["sides"][0]["value"] == -air["sides"][1]["value"]
    strike = calculate(page, kind="strike", bombers=[{"counter": BOMBERS[0]}], targets=GUARDS)
    tactical = TABLES.counters[TABLES.index[BOMBERS[0]]].tactical  # type: ignore[union-attr]
    assert strike["targets"] == [tactical / 10] * len(GUARDS)
    assert total(strike["outcomes"]) == pytest.approx(1)
    forest = calculate(
        page, kind="strike", bombers=[{"counter": BOMBERS[0]}], targets=GUARDS, ground={"terrain": "forest"}
    )
    assert forest["targets"][0] < strike["targets"][0]
    raid = calculate(page, kind="bombing", bombers=[{"counter": bomber} for bomber in BOMBERS], most=1)
    assert total(raid["outcomes"]) == pytest.approx(1)
    assert {one["result"] for one in raid["outcomes"]} <= {"0", "1"}
    assert raid["modifiers"][0]["value"] == 1
    flak = calculate(page, kind="flak", factors=6, bombers=3)
    assert total(flak["outcomes"]) == pytest.approx(1)
    fire = calculate(page, kind="naval", row="surface", factors=20, ships=3, defences=[4, 5, 6])
    assert total(fire["outcomes"]) == pytest.approx(1)


# --------------------------------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("case", "status", "field"),
    [
        (land(attackers=[]), 422, "attackers"),
        (land(attackers=[{"counter": INFANTRY[0]}] * 25), 400, "attackers"),
        (land(attackers=[{"counter": "nobody"}]), 422, "attackers[0].counter"),
        (land(defenders=[{"counter": FIGHTERS[0]}]), 422, "defenders[0].counter"),
        (land(defenders=[]), 422, "defenders"),
        (land(ground={"terrain": "lava"}), 400, "ground.terrain"),
        (land(ground={"factories": -1}), 400, "ground.factories"),
        (land(options=["no such option"]), 422, "options"),
        (land(title="chess"), 422, "title"),
        (land(attack_air=[{"counter": BOMBERS[0]}], ground={"weather": "storm"}), 422, "ground.weather"),
        (
            {"kind": "air", "active": {"fighters": BOMBERS}, "inactive": {"fighters": FIGHTERS}},
            422,
            "active.fighters[0]",
        ),
        ({"kind": "air", "active": {}, "inactive": {"fighters": FIGHTERS}}, 422, "active"),
        ({"kind": "strike", "bombers": [{"counter": GUARDS[0]}], "targets": GUARDS}, 422, "bombers[0].counter"),
        ({"kind": "bombing", "bombers": [{"counter": BOMBERS[0]}], "weather": "storm"}, 422, "weather"),
        ({"kind": "flak", "factors": 10_000, "bombers": 1}, 400, "factors"),
        ({"kind": "naval", "row": "surface", "factors": 1, "ships": 1, "defences": [1] * 9}, 400, "defences"),
        ({"kind": "duel"}, 400, "kind"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(page: Page, case: dict[str, Any], status: int, field: str) -> None:
    assert calculate(page, status, **case)["error"]["field"] == field


def test_a_whole_number_may_be_written_with_a_point(page: Page) -> None:
    """JSON does not tell 2.0 from 2; 2.5 ships are refused, and so are two written as a text."""
    case: dict[str, Any] = {"kind": "naval", "row": "ASW", "factors": 8, "defences": [5, 6]}
    assert calculate(page, **case, ships=2.0) == calculate(page, **case, ships=2)
    for wrong in (2.5, "2"):
        assert calculate(page, 400, **case, ships=wrong)["error"]["field"] == "ships"
