"""How fast the map is in software rendering: `PYTHONPATH=tests python -m browser.frames`, with the load of the machine."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from browser.conftest import CHROMIUM, FLAGS
from browser.driving import Window
from server.process import ServerProcess

#: one frame after another while the map is moved; then clicks from the event to the drawn frame
SCRIPT = """async ([units, faces, hexes]) => {
    const view = document.querySelector('#map').mapView;
    const wait = ms => new Promise(done => setTimeout(done, ms));
    const settle = async () => { do { await wait(200); } while (!view.settled); };
    const frames = async count => {
        const times = [];
        for (let i = 0; i < count; i++) {
            const start = performance.now();
            view.panBy(i % 2 ? 4 : -4, i % 2 ? 2 : -2);
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            times.push((performance.now() - start) / 2);
        }
        return times.sort((a, b) => a - b);
    };
    const table = {};
    for (let n = 0; n < units; n++)
        table[n] = {counter: faces[n % faces.length], side: 'axis', place: {hex: hexes[(n * 7) % hexes.length]}};
    view.setUnits(table);
    view.fit();
    await settle();
    const whole = await frames(40);
    view.show(hexes[Math.floor(hexes.length / 2)], 90);
    await settle();
    const zoomed = await frames(40);
    const drawn = [];
    for (let i = 0; i < 30; i++) {
        const start = performance.now();
        view.panBy(i % 2 ? 4 : -4, 0);
        view.drawNow();
        drawn.push(performance.now() - start);
    }
    drawn.sort((a, b) => a - b);
    const at = (times, share) => Math.round(10 * times[Math.floor(share * (times.length - 1))]) / 10;
    const said = times => ({median: at(times, 0.5), p95: at(times, 0.95)});
    return {whole: said(whole), zoomed: said(zoomed), handler: said(drawn)};
}"""


def measure(units: int = 3_000) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{folder}/games.db", Path(folder) / "server.log")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            window = Window(browser.new_page(viewport={"width": 1280, "height": 800}), server.url)
            window.quick("Germany")
            window.wait_for_map()
            faces = list(window.fetch("/api/counters?title=wif")["counters"])[:units]
            hexes = window.table()["in_play"]["hexes"]
            for count in (len(window.table()["units"]), units):
                times = window.page.evaluate(SCRIPT, [count, faces, hexes])
                for what, figures in times.items():
                    print(f"{count} counters, {what}: median {figures['median']} ms, 95 % {figures['p95']} ms")
            print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    measure()
