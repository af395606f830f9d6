"""At the table: few clicks, proposals, cards, warnings, the story, the film; what a new player sees, with everything on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import OpenWindow
from browser.driving import Window
from browser.opening import Opening
from browser.positions import barbarossa_at

#: everything that a new player sees, and the others' impulse as fast as it goes
EVERYTHING: dict[str, object] = {"film": 8, "warnings": True, "plans": True, "briefings": True}
COUNT_CLICKS = "addEventListener('pointerdown', () => globalThis.clicks = (globalThis.clicks ?? 0) + 1, true)"
OVERLAY = "() => document.querySelector('#map').mapView.over.shown"


class Clicks(Opening):
    """A hand that is watched: every press of the mouse counts."""

    @property
    def count(self) -> int:
        return int(self.page.evaluate("() => globalThis.clicks ?? 0"))


def test_a_first_impulse_takes_few_clicks(open_window: OpenWindow, loaded_server: str) -> None:
    """The front page to the first real choice, then a German impulse: stacks, attacks, and all the rest."""
    window = open_window(at=loaded_server, likes={**EVERYTHING, "film": 0, "warnings": False})
    page, clicks = window.page, Clicks(window)
    window.prepare(COUNT_CLICKS)
    window.front()
    page.get_by_role("button", name="Play Germany Strike first").click()
    window.arrive()
    page.get_by_role("button", name="Begin").click()
    clicks.accept_all()
    clicks.asked("align-minor")
    assert clicks.count <= 3

    start = clicks.count
    clicks.take_a_land_action()
    window.after(page.get_by_role("button", name="Don’t ask again this turn").click)
    clicks.hold_back()
    clicks.asked("rail")
    window.say("Done")

    moved = _march(window, clicks, 3)
    window.say("Done")
    clicks.hold_back()  # neither air transport nor paratroops
    attacks = _attack(window, clicks, 2)
    window.after(window.button("Declare").click)
    window.wait_for_decision()
    window.button("Do the rest for me").click()
    page.get_by_role("button", name="The rest of my impulse").click()
    window.until(lambda: window.table()["turn"]["side_to_move"] == "allies", "the impulse does not end")
    rest = clicks.count - start - moved["clicks"] - attacks["clicks"]
    assert moved["clicks"] <= 2 * moved["stacks"]
    assert attacks["clicks"] <= 2 * attacks["hexes"]
    assert rest <= 12
    fought = {event["hex"] for event in window.happened("LandCombatResult")}
    assert fought, "the computer resolved nothing"


def _march(window: Window, clicks: Clicks, wanted: int) -> dict[str, int]:
    """Stacks go where they can, one click for each end."""
    before, gone = clicks.count, 0
    keys: list[str] = window.page.evaluate("() => document.querySelector('#map').mapView.geometry.key")
    while gone < wanted:
        offer = clicks.asked("move")["offers"]["move"]
        stack = offer["shape"]["stacks"][-1 - gone]
        start = keys[stack["start"]]
        window.click_hex(start)
        window.page.get_by_text("hexes can be reached").wait_for()
        reach = window.fetch(
            f"/api/games/{window.game}/ask", {"seat": window.seat, "question": "reach", "units": stack["units"]}
        )
        taken = {unit["place"].get("hex") for unit in window.table()["units"].values()}
        goal = next(hex_ for hex_, way in reach["hexes"].items() if not way["overrun"] and hex_ not in taken)
        window.after(lambda goal=goal: window.click_hex(goal))
        gone += 1
    return {"clicks": clicks.count - before, "stacks": gone}


def _attack(window: Window, clicks: Clicks, wanted: int) -> dict[str, int]:
    """One click on an enemy's hex, and everybody who can goes in."""
    offer = clicks.asked("declare-attacks")["offers"]["declare-attacks"]
    before = clicks.count
    able: dict[str, set[int]] = {}
    for row in offer["shape"]["items"]:
        for to in row["to"]:
            if "hex" in offer["targets"][str(to)]:
                able.setdefault(offer["targets"][str(to)]["hex"], set()).add(row["item"])
    taken: set[int] = set()
    chosen = []
    for hex_, units in sorted(able.items(), key=lambda one: -len(one[1])):
        if len(units - taken) >= 2 and len(chosen) < wanted:
            taken |= units
            chosen.append(hex_)
    for hex_ in chosen:
        window.click_hex(hex_)
    expect(window.button(f"Declare {len(chosen)} attack")).to_be_enabled()
    window.until(lambda: len(window.page.evaluate(OVERLAY).get("tags", [])) == len(chosen), "no odds on the map")
    return {"clicks": clicks.count - before, "hexes": len(chosen)}


def test_the_past_is_a_film(window: Window) -> None:
    """It can be played, paused, stepped and left; meanwhile today's buttons are off."""
    window.bring(barbarossa_at("germany", "declare-attacks", 73), "germany")
    window.wait_for_map()
    page = window.page
    page.get_by_role("tab", name="Replay").click()
    page.get_by_role("slider").fill(str(window.table()["entries"] - 20))
    film = page.get_by_label("Film", exact=True)
    film.wait_for()
    expect(page.get_by_text("Viewing an earlier position").first).to_be_visible()
    assert not page.locator("#decision button[data-confirm]").count(), "today's buttons are on"
    shown = "() => Number(document.querySelector('.film progress').value)"
    start = page.evaluate(shown)
    film.get_by_role("button", name="Play").click()
    window.until(lambda: page.evaluate(shown) > start, "it does not play")
    film.get_by_role("button", name="Pause").click()
    film.get_by_role("button", name="Play").wait_for()
    paused = page.evaluate(shown)
    film.get_by_role("button", name="One step forward").click()
    window.until(lambda: page.evaluate(shown) > paused, "it does not step")
    later = page.evaluate(shown)
    film.get_by_role("button", name="One step back").click()
    window.until(lambda: page.evaluate(shown) < later, "it does not go back")
    assert window.violations() == []
    film.get_by_role("button", name="To the present").click()
    window.until(lambda: not page.get_by_text("Viewing an earlier position").count(), "the past is still shown")


@pytest.fixture
def fighting(window: Window) -> Window:
    window.bring(barbarossa_at("germany", "resolve", 71), "germany")
    window.wait_for_map()
    return window


def test_attacks_stay_on_the_map_and_the_log_tells_them(fighting: Window) -> None:
    """Arrows with odds until each is resolved, cards to choose from, a line in the story, a chapter of the replay."""
    window, page = fighting, fighting.page
    offer = window.wait_for_decision()["offers"]["resolve"]
    open_ = {attack["hex"] for attack in window.table()["attacks"]}
    drawn = window.until(lambda: page.evaluate(OVERLAY).get("tags"), "no odds on the map")
    assert {tag["hex"] for tag in drawn} == open_
    assert all(re.fullmatch(r"\d+:\d+", tag["text"]) for tag in drawn)
    cards = page.locator("#decision .card")
    expect(cards).to_have_count(len(offer["shape"]["domain"]))
    expect(cards.first).to_contain_text("% to clear the hex")
    first = offer["items"][str(offer["shape"]["domain"][0])]["hex"]
    window.after(cards.first.click)
    for _ in range(10):
        decision = window.decision()
        if decision is None:
            window.let_computer_answer("ussr")
        elif "resolve" in decision["offers"]:
            break
        elif "choose-table" in decision["offers"]:
            window.wait_for_decision()
            window.after(page.locator("#decision .card").first.click)
        else:
            window.wait_for_decision()
            window.take_advice()
    assert not {attack["hex"]: attack["open"] for attack in window.table()["attacks"]}[first]
    window.until(
        lambda: any(tag["hex"] == first and tag["text"].startswith("✓") for tag in page.evaluate(OVERLAY)["tags"]),
        "what is resolved is not marked",
    )
    line = page.locator(".panel .entry.battle").first
    expect(line).to_contain_text(re.compile(r"German .+ \(.+\).* attacks? .+ at \d+:\d+, rolls? \d+: "))
    expect(line.locator(".die").first).to_be_visible()
    page.get_by_role("heading", name="Land combat").first.wait_for()
    page.get_by_label("Show", exact=True).select_option("battle")
    expect(page.locator(".panel .entry:not(.battle):not(.loss)")).to_have_count(0)
    line.get_by_role("button").first.click()

    page.get_by_role("tab", name="Replay").click()
    page.get_by_role("slider").fill(str(window.table()["entries"] - 3))
    battle = page.locator(".chapters .battle").last
    battle.get_by_role("button").click()
    card = page.get_by_label("Battle", exact=True)
    expect(card).to_contain_text("drives the defenders off")
    assert window.violations() == []


def test_what_was_declared_is_not_lost_by_a_second_confirm(window: Window) -> None:
    window.bring(barbarossa_at("germany", "declare-attacks", 72), "germany")
    offer = window.wait_for_decision()["offers"]["declare-attacks"]
    advice = window.fetch(f"/api/games/{window.game}/ask", {"seat": "germany", "question": "default"})
    noun = advice["noun"] if advice["verb"] == "declare-attacks" else []
    assert noun, offer["label"]
    sent = {"seat": "germany", "verb": "declare-attacks", "noun": noun}
    assert "entry" in window.fetch(f"/api/games/{window.game}/actions", sent)
    declared = {attack["hex"]: set(attack["units"]) for attack in window.table()["attacks"]}
    window.page.reload()
    window.arrive()
    window.wait_for_map()
    arrows = window.until(lambda: window.page.evaluate(OVERLAY).get("arrows"), "the arrows are gone")
    assert {arrow["hexes"][-1] for arrow in arrows} == set(declared)
    expect(window.button(f"Declare {len(declared)} attack")).to_be_enabled()
    window.confirm()
    window.until(lambda: "declare-attacks" not in ((window.decision() or {}).get("offers") or {}), "no way forward")
    kept = {attack["hex"]: set(attack["units"]) for attack in window.table()["attacks"]}
    assert kept == declared


def test_mistakes_are_warned_of_and_far_hexes_say_why(open_window: OpenWindow) -> None:
    """On a phone in the dark, with everything on: units left standing, a hex too far."""
    window = open_window(390, 844, likes={**EVERYTHING, "film": 0}, color_scheme="dark", has_touch=True)
    page, clicks = window.page, Clicks(window)
    window.front()
    page.get_by_role("button", name="Play Germany Strike first").click()
    window.arrive()
    page.get_by_role("heading", name="What wins").wait_for()
    assert window.violations() == []
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("routine choices").wait_for()
    assert window.violations() == []
    clicks.accept_all()
    clicks.asked("align-minor")
    expect(page.locator("#decision .card", has_text=re.compile("^Finland"))).to_contain_text("land units")
    clicks.card("Hungary")
    page.get_by_role("button", name=re.compile("^Accept")).wait_for()
    clicks.accept_all()
    clicks.asked("choose-actions")
    expect(page.locator("#decision .card", has_text=re.compile("^Land"))).to_contain_text("land moves without limit")
    clicks.card("Land")
    clicks.keep_off_the_sea()
    clicks.hold_back()
    clicks.asked("rail")
    window.say("Done")
    offer = clicks.asked("move")["offers"]["move"]
    expect(page.locator("header")).to_contain_text(re.compile(r"Axis 0 of \d+ cities, turn 1 of 5"))
    keys: list[str] = page.evaluate("() => document.querySelector('#map').mapView.geometry.key")
    window.click_hex(keys[offer["shape"]["stacks"][0]["start"]])
    page.get_by_text("can be reached").wait_for()
    window.click_hex(_far_from(window, keys[offer["shape"]["stacks"][0]["start"]]))
    assert re.search(r"Too far: needs \d+ movement points, has \d+|zones of control", window.refusal())
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.locator("#decision .doubt")).to_contain_text("land units can still move, among them")
    assert window.violations() == []


def _far_from(window: Window, start: str) -> str:
    """An empty hex of ours, as far away as there is one."""
    table = window.table()
    taken = {unit["place"].get("hex") for unit in table["units"].values()}
    ours = [hex_ for hex_, power in table["control"].items() if power == "germany" and hex_ not in taken]
    farthest: str = window.page.evaluate(
        """([start, hexes]) => {
            const {x, y, of} = (view => ({x: view.geometry.x, y: view.geometry.y, of: key => view.geometry.of(key)}))(
                document.querySelector('#map').mapView);
            const far = hex => (x[of(hex)] - x[of(start)]) ** 2 + (y[of(hex)] - y[of(start)]) ** 2;
            return hexes.reduce((best, hex) => (far(hex) > far(best) ? hex : best));
        }""",
        [start, ours],
    )
    return farthest


def test_the_opponents_impulse_is_a_film_while_it_happens(open_window: OpenWindow, loaded_server: str) -> None:
    """It plays by itself, is paused, stepped back and skipped; a summary follows, and today's buttons are off meanwhile."""
    window = open_window(at=loaded_server, likes={"plans": True, "film": 1})
    page, opening = window.page, Opening(window)
    window.quick("germany")
    window.wait_for_map()
    opening.accept_all()
    opening.asked("align-minor")
    opening.card("Hungary")
    page.get_by_role("button", name=re.compile("^Accept")).wait_for()
    opening.accept_all()
    opening.asked("choose-actions")
    opening.card("Pass")

    film = page.get_by_label("Film", exact=True)

    def marched() -> bool:
        table = window.table()
        if table["decision"] is not None:  # nobody of ours goes up against their missions
            window.wait_for_decision()
            window.say("Hold back")
        events = [event["type"] for entry in table["log"] for event in entry["events"]]
        return "Marched" in events and film.count() > 0

    window.until(marched, "no film of a march")
    expect(page.get_by_text("Viewing an earlier position").first).to_be_visible()
    shown = "() => Number(document.querySelector('.film progress').value)"
    window.until(lambda: page.evaluate(shown) >= 2, "it does not play by itself")
    film.get_by_role("button", name="Pause").click()
    film.get_by_role("button", name="Play").wait_for()
    paused = page.evaluate(shown)  # a pause shows what is on its way at once: the film stands
    film.get_by_role("button", name="One step back").click()
    window.until(lambda: page.evaluate(shown) < paused, "it does not go back")
    back = page.evaluate(shown)
    film.get_by_role("button", name="One step forward").click()
    window.until(lambda: page.evaluate(shown) > back, "it does not step")
    assert window.violations() == []

    # The past can be looked at only: no answer, no undo, by no button and by no key.
    decision = page.locator("#decision")
    expect(decision.get_by_role("button")).to_have_text(["To the present"])
    window.until(window.decision, "the computer does not finish its impulse")
    entries = window.table()["entries"]
    expect(decision.get_by_role("button")).to_have_text(["To the present"])
    page.locator("#decision").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("z")
    film.get_by_role("button", name="Skip").click()
    summary = page.get_by_label("What the others did")
    expect(summary).to_contain_text(re.compile(r"[1-9]\d* march"))
    expect(film).to_have_count(0)
    window.wait_for_decision()
    assert window.table()["entries"] == entries
    assert window.violations() == []
    summary.get_by_role("button", name="Close").click()
    expect(summary).to_have_count(0)


def test_a_busy_server_is_asked_again(open_window: OpenWindow) -> None:
    """Nothing is lost when the server lets a question wait, and nobody is told unless it takes long."""
    window = open_window(refused=("/standing?seat=germany",))
    busy = {"error": {"code": "busy", "text": "let it be done first"}}
    told: list[bool] = []

    def answer(route: Route) -> None:  # so until the page has said so, however slow it is
        if told:
            route.continue_()
        else:
            route.fulfill(status=429, headers={"Retry-After": "5"}, json=busy)

    window.page.route("**/standing?*", answer)
    window.quick("germany")
    waiting = window.page.get_by_text("The server is busy. Trying again …")
    waiting.wait_for()
    told.append(True)
    expect(window.page.locator("header")).to_contain_text(re.compile(r"Axis 0 of \d+ cities, turn 1 of 5"))
    expect(waiting).to_have_count(0)
    expect(window.page.locator(".refusal")).to_have_count(0)
