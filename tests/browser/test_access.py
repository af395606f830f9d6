"""axe-core finds nothing serious: light and dark, on a desk and on a phone."""

from __future__ import annotations

import pytest

from browser.conftest import OpenWindow


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 800, "light"), (390, 800, "dark")])
def test_nothing_serious_stands_in_the_way(open_window: OpenWindow, width: int, height: int, scheme: str) -> None:
    window = open_window(width, height, color_scheme=scheme)
    window.front()
    window.page.get_by_role("button", name="Play Germany").first.wait_for()
    assert window.violations() == []
    window.quick("germany")
    window.wait_for_map()
    window.wait_for_decision()
    assert window.violations() == []
    for panel in ("Hex", "Production", "Orders", "Replay", "Help"):
        window.page.get_by_role("tab", name=panel, exact=True).click()
        assert window.violations() == [], panel
