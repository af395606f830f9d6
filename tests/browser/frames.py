"""How fast the map is in software rendering: `PYTHONPATH=tests python -m browser.frames`, with the load of the machine."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from browser.conftest import CHROMIUM, FLAGS
from browser.driving import Window
from browser.positions import barbarossa_at
from server.process import ServerProcess

#: lays out a campaign of so many counters
LAY_OUT = """([units, faces, hexes]) => {
    const view = document.querySelector('#map').mapView;
    const table = {};
    for (let n = 0; n < units; n++)
        table[n] = {counter: faces[n % faces.length], side: 'axis', place: {hex: hexes[(n * 7) % hexes.length]}};
    view.setUnits(table);
}"""

#: one frame after another while the map is moved; then what the drawing itself takes
FRAMES = """async () => {
    const view = document.querySelector('#map').mapView;
    const times = [], drawn = [];
    for (let i = 0; i < 40; i++) {
        const start = performance.now();
        view.panBy(i % 2 ? 4 : -4, i % 2 ? 2 : -2);
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        times.push((performance.now() - start) / 2);
    }
    for (let i = 0; i < 30; i++) {
        const start = performance.now();
        view.panBy(i % 2 ? 4 : -4, 0);
        view.drawNow();
        drawn.push(performance.now() - start);
    }
    return {frame: times, drawing: drawn};
}"""

#: so many frames of a map that is dragged or zoomed
STEPS = {
    "pan": "view.panBy(i % 2 ? 4 : -4, i % 2 ? 2 : -2)",
    "zoom": "view.zoomBy(i % 12 < 6 ? 1.15 : 1 / 1.15)",
}
MOVE = """async frames => {
    const view = document.querySelector('#map').mapView;
    for (let i = 0; i < frames; i++) {
        STEP;
        await new Promise(done => requestAnimationFrame(() => setTimeout(done, 5)));
    }
}"""
FRAMES_TRACED = 36

#: from each thing that the hand does, and from when the page hears of it, to the end of the frame that shows it
LISTEN = """() => {
    window.latencies = [];
    const heard = event => {
        const [begun, told] = [event.timeStamp, performance.now()];
        requestAnimationFrame(() => {
            const after = new MessageChannel();
            after.port1.onmessage = () => {
                const end = performance.now();
                window.latencies.push([end - begun, end - told]);
            };
            after.port2.postMessage(0);
        });
    };
    for (const kind of ['pointermove', 'wheel', 'pointerup']) addEventListener(kind, heard, {capture: true, passive: true});
}"""

#: clicks a unit until the hexes that it reaches are drawn: all of it, and without the wait for the server's answer
CLICK = """async ([hex, x, y]) => {
    const view = document.querySelector('#map').mapView;
    const canvas = document.querySelector('#map canvas');
    const show = view.setOverlay;
    const begun = performance.now();
    const drawn = new Promise(done => {
        view.setOverlay = overlay => {
            show.call(view, overlay);
            if (overlay.labels?.length) requestAnimationFrame(() => {
                const after = new MessageChannel();
                after.port1.onmessage = () => done(performance.now());
                after.port2.postMessage(0);
            });
        };
    });
    performance.clearResourceTimings();
    for (const kind of ['pointerdown', 'pointerup'])
        canvas.dispatchEvent(new PointerEvent(kind, {pointerId: 1, clientX: x, clientY: y, bubbles: true, button: 0}));
    const ended = await drawn;
    view.setOverlay = show;
    const asked = performance.getEntriesByType('resource').filter(one => one.name.endsWith('/ask'));
    const waited = asked.reduce((sum, one) => sum + one.responseEnd - one.startTime, 0);
    return [ended - begun, ended - begun - waited];
}"""


def say(what: str, times: list[float]) -> None:
    times = sorted(times)
    median, high = (times[int(share * (len(times) - 1))] for share in (0.5, 0.95))
    print(f"{what}: median {median:.1f} ms, 95 % {high:.1f} ms ({len(times)} times)", flush=True)


def settle(page: Page) -> None:
    """Nothing is waiting to be painted."""
    while not page.evaluate("() => document.querySelector('#map').mapView.settled"):
        page.wait_for_timeout(100)
    page.wait_for_timeout(300)


def processor(page: Page, step: str) -> float:
    """Milliseconds of processor time that the page's own thread takes for a frame, whatever else the machine does."""
    script = MOVE.replace("STEP", step)
    page.evaluate(script, 12)
    settle(page)
    browser = page.context.browser
    assert browser is not None
    trace, events, done = browser.new_browser_cdp_session(), [], []
    trace.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    trace.on("Tracing.tracingComplete", lambda _: done.append(True))
    kinds = {"includedCategories": ["toplevel"]}
    trace.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": kinds})
    page.evaluate(script, FRAMES_TRACED)
    trace.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    threads = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks = (one for one in events if one["name"] == "ThreadControllerImpl::RunTask")
    spent = sum(one.get("tdur", 0) for one in tasks if (one["pid"], one["tid"]) in threads)
    return float(spent / 1000 / FRAMES_TRACED)


def hand(page: Page) -> dict[str, list[float]]:
    """A drag, the wheel and the pointer going over the map, as a player's hand does them."""
    found: dict[str, list[float]] = {}
    x, y = 440, 420

    def heard(what: str) -> None:
        page.wait_for_timeout(200)
        both = page.evaluate("() => window.latencies.splice(0)")
        found[what] = [whole for whole, _ in both]
        found[f"{what}, in the page"] = [own for _, own in both]

    page.mouse.move(x, y)
    page.wait_for_timeout(200)
    page.evaluate("() => window.latencies.splice(0)")
    page.mouse.down()
    for step in range(40):
        page.mouse.move(x + 6 * step, y + 3 * step)
        page.wait_for_timeout(15)
    page.mouse.up()
    heard("drag")
    for step in range(24):
        page.mouse.wheel(0, -60 if step % 12 < 6 else 60)
        page.wait_for_timeout(30)
    heard("wheel")
    for step in range(40):
        page.mouse.move(x - 5 * step, y - 6 * step)
        page.wait_for_timeout(15)
    heard("hover")
    return found


def measure(window: Window, units: int, faces: list[str], hexes: list[str]) -> None:
    page = window.page
    page.evaluate(LAY_OUT, [units, faces, hexes])
    for what, scale in (("whole", 0), ("zoomed", 90)):
        page.evaluate(
            "([hex, scale]) => { const v = document.querySelector('#map').mapView; v.fit(); if (scale) v.show(hex, scale); }",
            [hexes[len(hexes) // 2], scale],
        )
        settle(page)
        for kind, step in STEPS.items():
            print(f"{units} counters, {what}, {kind}: {processor(page, step):.1f} ms of processor time a frame")
        for kind, times in (page.evaluate(FRAMES) | hand(page)).items():
            say(f"{units} counters, {what}, {kind}", times)


def measure_reach(window: Window) -> None:
    """A unit is clicked on a zoomed map, and where it can go is shown."""
    page = window.page
    table, keys = window.table(), window.fetch("/api/board")["hexes"]["key"]
    stacks = table["decision"]["offers"]["move"]["shape"]["stacks"]
    whole, own = [], []
    for stack in stacks[:8]:
        hex_: Any = keys[stack["from"]] if "from" in stack else table["units"][str(stack["units"][0])]["place"]["hex"]
        spot = page.evaluate(
            """hex => {
                const host = document.querySelector('#map');
                host.mapView.show(hex, 90);
                const at = host.mapView.toScreen(hex), frame = host.getBoundingClientRect();
                return [hex, frame.x + at.x, frame.y + at.y];
            }""",
            hex_,
        )
        settle(page)
        both = page.evaluate(CLICK, spot)
        whole.append(both[0])
        own.append(both[1])
        page.keyboard.press("Escape")
        page.wait_for_timeout(200)
    say("click to reach, with the server's answer", whole)
    say("click to reach, the page alone", own)


def main(units: int = 3_000) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{folder}/games.db", Path(folder) / "server.log")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.add_init_script("""localStorage.setItem('worldfire-settings', '{"tourSeen": true}')""")
            window = Window(page, server.url)
            window.bring(barbarossa_at("germany", "move", 31), "germany")
            window.wait_for_map()
            measure_reach(window)
            page.evaluate(LISTEN)
            faces = list(window.fetch("/api/counters?title=wif")["counters"])[:units]
            table = window.table()
            for count in (len(table["units"]), units):
                measure(window, count, faces, table["in_play"]["hexes"])
            print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
