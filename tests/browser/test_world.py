"""The world at a glance: one map of all sheets, from which one flies to a front, a fleet or any place."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.driving import Window

POWERS = ("usa", "ussr", "italy", "china", "commonwealth", "france", "japan", "germany")
#: whether the camera of the map has come to rest so near that counters can be read, and these hexes are in sight
NEAR = """hexes => {
    const view = document.querySelector('#map').mapView, {x, y, width, height} = view.sight, {geometry} = view;
    return view.camera.scale >= 44 && hexes.some(hex => {
        const i = geometry.of(hex);
        return geometry.x[i] > x && geometry.x[i] < x + width && geometry.y[i] > y && geometry.y[i] < y + height;
    });
}"""


def test_one_flies_from_the_map_of_the_world_to_a_front_and_to_a_fleet(window: Window) -> None:
    seats = {power: {"kind": "me"} for power in POWERS}
    made = window.fetch("/api/games", {"campaign": "global-war", "seats": seats, "set_up": "default"})
    window.enter(made["game"], "commonwealth")
    window.wait_for_map()
    page = window.page
    assert page.evaluate(NEAR, ["W1536"]), "who is at peace begins at home, in London"

    page.get_by_role("button", name="The world at a glance").click()
    world = page.get_by_role("region", name="The world")
    expect(world.get_by_role("button", name="Europe and the Mediterranean")).to_be_visible()
    expect(world.get_by_role("list", name="Powers")).to_contain_text("Commonwealth neutral")
    assert window.violations() == []
    # In 1939 only China and Japan are at war: the border between Germany and the Soviet Union's friends is no front.
    expect(world.get_by_role("button", name="China – Japan")).to_be_visible()
    assert page.locator("[data-board=world]").get_by_text("–").count() == 1
    world.get_by_role("button", name="China – Japan").click()
    expect(world).to_have_count(0)
    front = [hex_ for hex_, power in window.table()["control"].items() if power == "china"]
    window.until(lambda: page.evaluate(NEAR, front), "the map has not come to the front")

    page.keyboard.press("g")
    world.get_by_role("button", name="North Atlantic").click()
    expect(world).to_have_count(0)
    window.until(lambda: page.evaluate(NEAR, _sea(window, "North Atlantic")), "the map has not come to the sea")

    # The picture itself leads there too: the middle of Europe is where it seems to be.
    page.keyboard.press("g")
    world.get_by_role("button", name="Europe and the Mediterranean").click()
    window.until(lambda: page.evaluate(NEAR, ["W0437", "W0333", "E2735"]), "the map has not come to central Europe")
    page.keyboard.press("g")
    expect(world).to_be_visible()
    page.keyboard.press("Escape")
    expect(world).to_have_count(0)


def _sea(window: Window, name: str) -> list[str]:
    hexes = window.fetch("/api/board")["hexes"]
    return [key for key, seas in zip(hexes["key"], hexes["seas"], strict=True) if name in seas]


def test_a_campaign_is_read_about_before_it_is_begun(window: Window) -> None:
    window.front()
    page = window.page
    page.get_by_role("button", name="Briefing Guadalcanal").click()
    briefing = page.get_by_role("dialog", name="Guadalcanal")
    for part in ("What wins", "How long it takes", "How it begins", "Axis", "Allies"):
        expect(briefing.get_by_role("heading", name=part)).to_be_visible()
    assert window.violations() == []
    page.keyboard.press("Escape")
    expect(briefing).to_have_count(0)
