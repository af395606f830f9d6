"""The `worldfire` command: one function for each word of it, registered here."""

from __future__ import annotations

import gc

import typer

from worldfire.cli import (
    arena,
    bench,
    campaigns,
    data,
    exercises,
    fuzz,
    inspect,
    load,
    map,
    odds,
    play,
    rules,
    serve,
    simulate,
    verify,
)

#: new objects before the youngest are looked at: modules and tables stay, and most of what a game makes goes by itself
YOUNG = 10_000

app = typer.Typer(
    name="worldfire",
    help="Strategic wargames of the World in Flames family: play, simulate, verify, measure.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for command in (
    play.play,
    exercises.exercises,
    simulate.simulate,
    verify.verify,
    fuzz.fuzz,
    arena.arena,
    rules.rules,
    bench.bench,
    serve.serve,
    load.load,
):
    app.command()(command)

for part in (campaigns, data, inspect, odds):
    part.register(app)
app.add_typer(map.app, name="map")


def main() -> None:
    gc.freeze()
    gc.set_threshold(YOUNG)
    app()


if __name__ == "__main__":
    main()
