"""axe-core finds nothing serious: light and dark, on a desk and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.conftest import OpenWindow
from browser.driving import Window

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"


def violations(window: Window) -> list[str]:
    window.page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
    found: list[dict[str, Any]] = window.page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "light"), (390, 800, "dark")])
def test_nothing_serious_stands_in_the_way(open_window: OpenWindow, width: int, height: int, scheme: str) -> None:
    window = open_window(width, height, color_scheme=scheme)
    window.front()
    window.page.get_by_role("button", name="Play Germany").wait_for()
    assert violations(window) == []
    window.quick("Germany")
    window.wait_for_map()
    window.wait_for_decision()
    assert violations(window) == []
    for panel in ("Hex", "Production", "Orders", "Replay", "Help"):
        window.page.get_by_role("tab", name=panel, exact=True).click()
        assert violations(window) == [], panel
