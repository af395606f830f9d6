"""What the map shows while it is being painted, how it is drawn without a graphics card, and the routes of resources."""

from __future__ import annotations

from playwright.sync_api import Route

from browser.driving import Window
from browser.positions import barbarossa_at

DRAWN = "() => document.querySelector('#map')?.mapView?.layers.shown"


def test_a_coarse_map_is_there_before_the_painted_one(painted_window: Window) -> None:
    window, page = painted_window, painted_window.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/paint.worker*", hold)
    window.quick("germany")
    coarse = "() => !!document.querySelector('#map')?.mapView?.tiles.coarse.visible"
    window.until(lambda: page.evaluate(coarse), "nothing is shown while the map is painted")
    page.get_by_role("progressbar", name="Drawing the map").wait_for()
    assert not page.evaluate("() => document.querySelector('#map').mapView.settled")
    for route in held:
        route.continue_()
    window.wait_for_map()
    assert not page.evaluate(coarse)
    assert page.get_by_role("progressbar").count() == 0
    # without a graphics card the canvas draws
    assert page.evaluate("() => document.querySelector('#map').mapView.app.renderer.name") == "canvas"


def test_routes_of_resources_are_listed_and_drawn(window: Window) -> None:
    window.bring(barbarossa_at("germany", "move", 65), "germany")  # at war: nothing goes to the USSR any more
    window.wait_for_map()
    page = window.page
    routes = window.fetch(f"/api/games/{window.game}/ask", {"seat": window.seat, "question": "routes"})["routes"]
    railed = [route["path"] for route in routes if len(route["path"]) > 1]
    assert railed
    assert not page.evaluate(DRAWN).get("arrows")
    page.get_by_role("tab", name="Production").click()
    rows = page.get_by_role("list", name="Resources to factories").get_by_role("button")
    window.until(lambda: rows.count() == len(routes), "not every resource is listed")
    rows.first.click()
    window.until(
        lambda: sorted(arrow["hexes"] for arrow in page.evaluate(DRAWN)["arrows"]) == sorted(railed),
        "the routes are not drawn",
    )
    # the one that was clicked stands out
    widths = [arrow["width"] for arrow in page.evaluate(DRAWN)["arrows"]]
    assert sum(width == max(widths) for width in widths) == 1 < len(widths)
    page.get_by_role("button", name="Layers").click()
    page.get_by_role("checkbox", name="Resource routes").uncheck()
    window.until(lambda: not page.evaluate(DRAWN)["arrows"], "the routes are still drawn")
