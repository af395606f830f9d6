"""The map under fingers: pinch and pan, and a page that fits a phone and a tablet."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import PAINTED, UNPAINTED, OpenWindow
from browser.driving import Window

PHONE, TABLET = (390, 844), (820, 1180)
#: what a finger hits without aiming
LEAST = 40

CAMERA = "() => ({...document.querySelector('#map').mapView.camera})"

#: what can be pressed and is smaller than a finger; a box to tick is as large as the line that it stands in
TOO_SMALL = """least => [...document.querySelectorAll('button, a, select, summary, input')]
    .map(one => [one, (one.closest('label') ?? one).getBoundingClientRect()])
    .filter(([, {width, height}]) => width && height && Math.min(width, height) < least - 0.5)
    .map(([one, {width, height}]) => `${one.tagName} ${one.textContent || one.ariaLabel}: ${width} x ${height}`)"""


def touching(open_window: OpenWindow, size: tuple[int, int], ground: str = UNPAINTED) -> Window:
    window = open_window(*size, has_touch=True, is_mobile=True, ground=ground)
    window.quick("germany")
    window.wait_for_map()
    return window


class Fingers:
    """Fingers on the screen, moved step by step as a hand does it."""

    def __init__(self, window: Window) -> None:
        self.page = window.page
        self._to = window.page.context.new_cdp_session(window.page)

    def _send(self, kind: str, spots: list[tuple[float, float]]) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(spots)]
        self._to.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def move(self, starts: list[tuple[float, float]], ends: list[tuple[float, float]], steps: int = 10) -> None:
        self._send("touchStart", starts)
        for step in range(1, steps + 1):
            spots = zip(starts, ends, strict=True)
            share = step / steps
            self._send("touchMove", [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in spots])
        self._send("touchEnd", [])


def test_pinch_pan_and_tap(open_window: OpenWindow) -> None:
    window = touching(open_window, PHONE, PAINTED)
    page, fingers = window.page, Fingers(window)
    frame: Any = page.locator("#map").bounding_box()
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    before = page.evaluate(CAMERA)
    fingers.move([(x - 30, y), (x + 30, y)], [(x - 120, y), (x + 120, y)])
    closer = page.evaluate(CAMERA)
    assert 3 < closer["scale"] / before["scale"] < 5
    # what lay between the fingers stays between them
    assert abs(closer["x"] - before["x"]) < 0.5
    assert abs(closer["y"] - before["y"]) < 0.5
    fingers.move([(x, y)], [(x - 100, y + 40)])
    panned = page.evaluate(CAMERA)
    assert panned["scale"] == closer["scale"]
    assert panned["x"] - closer["x"] == pytest.approx(100 / closer["scale"], rel=0.2)
    assert panned["y"] - closer["y"] == pytest.approx(-40 / closer["scale"], rel=0.2)
    fingers.move([(x - 120, y), (x + 120, y)], [(x - 60, y), (x + 60, y)])
    assert page.evaluate(CAMERA)["scale"] < panned["scale"]
    # neither was taken for a tap, and a tap is one although the finger trembles
    assert page.locator("#spoken").inner_text() == ""
    fingers.move([(x, y)], [(x + 3, y + 3)])
    window.until(lambda: page.locator("#spoken").inner_text(), "the tap was not heard")


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_the_page_fits_and_can_be_touched(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = touching(open_window, size)
    page = window.page
    frame: Any = page.locator("#map").bounding_box()
    assert frame["width"] == size[0]
    assert frame["height"] >= 0.4 * size[1]
    for tab in ("Log", "Production", "Units", "Orders"):
        page.get_by_role("tab", name=tab, exact=True).click()
        page.wait_for_load_state("networkidle")  # what the panel shows is on its way
        assert page.evaluate("() => document.documentElement.scrollWidth") == size[0]
        assert page.evaluate(TOO_SMALL, LEAST) == [], tab
    page.get_by_role("button", name="Layers").click()
    layers: Any = page.locator("fieldset.layers").bounding_box()
    frame = page.locator("#map").bounding_box()  # it moves when what is above it grows
    assert frame["y"] <= layers["y"]
    assert layers["y"] + layers["height"] <= frame["y"] + frame["height"]
    page.get_by_role("button", name="hide panel").click()
    whole: Any = window.until(
        lambda: page.locator("#map").bounding_box(),
        "no map",
    )
    assert whole["height"] >= 0.8 * size[1]
