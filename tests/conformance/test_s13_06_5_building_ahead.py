"""13.6.5 Option 38, building ahead, and US entry option 46 (13.3.2) that lets the neutral USA do so."""

from __future__ import annotations

from typing import Any

import pytest
from test_s13_03_us_entry import wars
from turns import Change, in_turn, play, power_index, prompt, unit
from us_markers import chosen, us_game

from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.engine.state import Frame
from worldfire.forces.pools import kind_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, counter_of, place_index, place_name, things_at
from worldfire.forces.who import power_of
from worldfire.options.o38_building_ahead import TooDear, buildable_ahead, price_ahead
from worldfire.rules.s13_06_production import PowerProduction, UnitBuilt, pools_of
from worldfire.tables.counters import NavalCounter, NavalType

OPTION = ("5", "6", "38")
FIGHTING = wars(("usa", "japan"), ("germany", "commonwealth"))


def producing(power: str, *changes: Change, points: int = 99, dice: tuple[int, ...] = (0,) * 9, **kwargs: Any) -> Game:
    """The power buys, in Nov/Dec 1939."""
    kwargs.setdefault("options", OPTION)
    game = us_game("US entry", in_turn("Nov/Dec 1939"), *changes, **kwargs)
    game.chance = ScriptedChance(dice)
    made, state = game.ruleset.procedures["a power’s production"], game.state.copy()
    work = PowerProduction(power_index(game, power), points=points)
    state.frames = [Frame(made.name, "buy", work, annexes=tuple(annex.locals() for annex in made.annexes))]
    game.resume(state, game.entries, game.head)
    return game


def without(power: str, *types: str) -> Change:
    """The power's force pools have no unit of these types."""

    def change(game: Game) -> None:
        for pool in pools_of(game, power_index(game, power)).values():
            for thing in things_at(game, pool):
                if str(counter_of(game, thing).type) in types:
                    game.write(PLACE, thing, place_index(game, "removed from the game"))

    return change


def later(game: Game, power: str, kind: str) -> tuple[int, ...]:
    """Units of this type that could be built ahead."""
    found = buildable_ahead(game, power_index(game, power)).values()
    return tuple(unit for units in found for unit in units if str(counter_of(game, unit).type) == kind)


@pytest.mark.rule("13.6.5/building ahead")
def test_only_when_every_pool_of_the_type_is_empty() -> None:
    """A 5-cost FTR in the pool keeps a power from building a 4-cost one ahead."""
    assert not later(producing("germany", FIGHTING), "germany", "FTR")
    game = producing("germany", FIGHTING, without("germany", "FTR"))
    fighters = later(game, "germany", "FTR")
    assert fighters
    assert {counter_of(game, each).year for each in fighters} == {1940}, "of the next year only"
    kinds = {kind_of(counter_of(game, each)) for each in fighters}
    offered: Any = game.offers("germany")["build-ahead"]
    assert {f"germany: {kind}" for kind in kinds} <= set(offered.domain)
    assert all(
        not counter_of(game, each).lend_lease_from for each in fighters if hasattr(counter_of(game, each), "lend")
    )


@pytest.mark.rule("13.6.5/building ahead")
def test_it_costs_double_and_takes_a_turn_more() -> None:
    game = producing("germany", FIGHTING, without("germany", "FTR"))
    fighter = later(game, "germany", "FTR")[0]
    counter = counter_of(game, fighter)
    key = f"germany: {kind_of(counter)}"
    (built,) = [event for event in play(game, "germany", "build-ahead", key) if isinstance(event, UnitBuilt)]
    drawn: Any = counter_of(game, built.thing)
    assert (kind_of(drawn), drawn.year) == (kind_of(counter), 1940)
    assert built.cost == 2 * drawn.cost
    assert place_name(game, game.state[PLACE][built.thing]).startswith("production circle")
    assert built.turn - game.state.get(TURN) == drawn.turns + 1
    assert prompt(game) == "build-units"
    assert game.state.frames[-1].locals.points == 99 - built.cost
    others = [each for each in later(game, "germany", "FTR") if each != built.thing]
    assert all(place_name(game, game.state[PLACE][each]).startswith("available in ") for each in others)


@pytest.mark.rule("13.6.5/building ahead")
def test_a_ship_costs_both_cycles_more_and_lies_face_down() -> None:
    """The USA's AMPH of the book: 3 and 4 make 10 for the first cycle."""
    game = producing("usa", FIGHTING, without("usa", "AMPH"), chosen(22))
    ships = [each for each in later(game, "usa", "AMPH") if isinstance(counter_of(game, each), NavalCounter)]
    assert ships
    ship = ships[0]
    counter: Any = counter_of(game, ship)
    assert counter.type is NavalType.AMPH
    years = counter.year - 1939
    whole = counter.cost_first + counter.cost_second
    assert price_ahead(game, ship) == counter.cost_first + years * whole
    if (counter.cost_first, counter.cost_second, years) == (3, 4, 1):
        assert price_ahead(game, ship) == 10
    (built,) = [
        event for event in play(game, "usa", "build-ahead", f"usa: {kind_of(counter)}") if isinstance(event, UnitBuilt)
    ]
    assert game.state[FACE_DOWN][built.thing]


@pytest.mark.rule("13.6.5/building ahead")
def test_of_the_year_after_next_it_costs_triple() -> None:
    """Nothing of the type in the next year either."""

    def next_year_too(game: Game) -> None:
        for thing, place in enumerate(game.state[PLACE]):
            counter = counter_of(game, thing)
            if place_name(game, place).startswith("available in 1940") and str(counter.type) == "FTR":
                game.write(PLACE, thing, place_index(game, "removed from the game"))

    game = producing("germany", FIGHTING, without("germany", "FTR"), next_year_too)
    fighter = later(game, "germany", "FTR")[0]
    counter: Any = counter_of(game, fighter)
    assert counter.year == 1941
    assert price_ahead(game, fighter) == 3 * counter.cost


@pytest.mark.rule("13.6.5/building ahead")
def test_who_draws_what_he_cannot_pay_builds_no_more_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    game = producing("germany", FIGHTING, without("germany", "FTR"), points=10)
    key = f"germany: {kind_of(counter_of(game, later(game, 'germany', 'FTR')[0]))}"
    monkeypatch.setattr(
        "worldfire.options.o38_building_ahead.price_ahead",
        lambda game, unit: 50 if game.state.frames[-1].step == "it_is_built_ahead" else 1,
    )
    events = play(game, "germany", "build-ahead", key)
    assert [event.cost for event in events if isinstance(event, TooDear)] == [50]
    assert game.state.frames[-1].locals.points == 10
    assert [found.key for found in game.why_not("build-ahead", key, "germany")] == ["drawn-too-dear"]


@pytest.mark.rule("13.3.2 option 46")
@pytest.mark.rule("13.6.5/building ahead")
@pytest.mark.rule("13.3.2")
@pytest.mark.parametrize(("options", "allowed"), [((), False), ((46,), True)])
def test_a_neutral_usa_builds_ahead_under_its_entry_option(options: tuple[int, ...], allowed: bool) -> None:
    game = producing("usa", without("usa", "FTR"), chosen(*options))
    assert bool(later(game, "usa", "FTR")) is allowed
    assert ("build-ahead" in game.offers("usa")) is allowed


@pytest.mark.rule("13.6.5/building ahead")
def test_without_the_option_nobody_builds_ahead() -> None:
    game = producing("germany", FIGHTING, without("germany", "FTR"), options=("5", "6"))
    assert "build-ahead" not in game.offers("germany")
    assert power_of(game, unit(game, "ge-inf-xlv")) == power_index(game, "germany")
