"""Worked examples of Fatal Alliances: HQs, trenches, old units, the opening, co-operation, capitals, pools."""

from __future__ import annotations

import pytest
from front import combat, front

from conformance.positions import power, put
from conformance.steps import begin_step, find
from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import nations_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, counter_of, place_index, place_name
from worldfire.forces.turn import TurnBegan
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    NOBODY,
    POWER,
    align_country,
    change_control,
    change_country,
    country_named,
)
from worldfire.rules.s04_reinforcements import cities_at_home
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s13_01_partisans import areas_of
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PowerProduction
from worldfire.rules.s13_07_1_conquerors import conqueror_of, seat_of_government
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.counters import NavalCounter
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.fa.forts import FORTS
from worldfire.titles.fa.independence import FIGHTS_FOR, FREE_CAPITAL
from worldfire.titles.fa.offensives import OFFENSIVE_POINTS

GERMAN = "germany-inf-vi"


@pytest.mark.rule("fa:18.4", example="FA-E60")
def test_an_hq_of_two_is_turned_up_for_three() -> None:
    game = front({}, wars=(("germany", "france"), ("germany", "russia")))
    headquarters = next(
        unit
        for unit in range(len(game.state[PLACE]))
        if getattr(counter_of(game, unit), "reorganisation", 0) == 2 and counter_of(game, unit).power == "russia"
    )
    game.write(PLACE, headquarters, place_index(game, "Moscow"))
    game.write(FACE_DOWN, headquarters, 1)
    russia = power(game, "russia")
    game.write(OFFENSIVE_POINTS, russia, 3)
    begin_step(game, "offensive points", "russia")
    game.submit("russia", "turn-hq-up", headquarters)
    assert not game.state[FACE_DOWN][headquarters]
    assert game.state[OFFENSIVE_POINTS][russia] == 0


def buying(game: Game, name: str) -> Game:
    """The power has 20 points to spend."""
    game.state.frames.clear()
    game.push(PRODUCTION_OF_A_POWER.name, PowerProduction(power(game, name), points=20))
    game.state.frames[-1].step = "buy"
    game.put_state(game.state)
    return game


@pytest.mark.rule("fa:21.6", example="FA-E66")
@pytest.mark.rule("fa:13.5.5.8", example="FA-E66")
def test_trenches_of_a_power_at_war_since_july() -> None:
    """None in the turn in which it goes to war, then one, then two."""
    game = front({}, wars=())
    most = []
    for turn in range(3):
        game.say(TurnBegan(turn=game.state.get(TURN)))
        if not turn:
            declare_war(game, power(game, "germany"), power(game, "france"))
        buying(game, "germany")
        offered = {bound.item: bound.most for bound in game.offers("germany")["buy-stores"].items}  # type: ignore[attr-defined]
        most.append(offered.get("entrenchments", 0))
        if most[-1]:
            game.submit("germany", "buy-stores", (("entrenchments", most[-1]),))
        game.set(TURN, game.state.get(TURN) + 1)
    assert most == [0, 1, 2]
    digs = front({})
    digs.say(TurnBegan(turn=digs.state.get(TURN)))
    offered = {bound.item for bound in buying(digs, "germany").offers("germany")["buy-stores"].items}  # type: ignore[attr-defined]
    assert "entrenchments" in offered, "a campaign that begins in the middle of the war"


@pytest.mark.rule("fa:22.1", example="FA-E67")
def test_neutral_powers_may_remove_units_of_1910() -> None:
    game = begin_campaign("1914", title="fa", secret=b"old")
    (seat,) = game.waiting
    old = game.offers(seat)["remove-old-units"].domain  # type: ignore[attr-defined]
    years = {counter_of(game, unit).year for unit in old}
    assert max(year for year in years if year is not None) <= 1910
    later = next(
        unit
        for unit, place in enumerate(game.state[PLACE])
        if (counter_of(game, unit).year or 0) > 1910 and counter_of(game, unit).power == counter_of(game, old[0]).power
    )
    with pytest.raises(Refused):
        game.submit(seat, "remove-old-units", (later,))
    game.submit(seat, "remove-old-units", (old[0],))


@pytest.mark.rule("fa:19.1", example="FA-E70")
def test_who_attacks_together() -> None:
    """Australians and Indians do; not the British with Belgians whom France leads, nor Belgians with Serbs."""
    wars = (("germany", "france"), ("germany", "commonwealth"))
    game = front({}, wars=wars, aligned=(("belgium", "france"), ("serbia", "france")))
    homes = ("australia", "india", "united-kingdom", "belgium", "serbia")
    australian, indian, briton, belgian, serb = (next_unit(game, home) for home in homes)
    london, beside = place_index(game, "London"), ground_of(game).board.adjacent[place_index(game, "London")]
    kent = next(place for place in beside if ground_of(game).board.is_land(place))
    for unit, place in ((australian, london), (indian, london), (belgian, "W1029"), (serb, "W1029")):
        game.write(PLACE, unit, place if isinstance(place, int) else place_index(game, place))
        game.write(FACE_DOWN, unit, 0)
    put(game, GERMAN, "W1030")
    game.write(PLACE, find(game, "germany-inf-viii"), kent)
    change_control(game, kent, power(game, "germany"))
    combat(game, active="france")

    def refused(seat: str, place: int, *units: int) -> set[str]:
        found = game.why_not("declare-attacks", tuple((unit, place) for unit in units), seat)
        return {violation.key for violation in found}

    assert refused("france", place_index(game, "W1030"), belgian, serb) == {"attack-with-strangers"}
    assert not refused("france", place_index(game, "W1030"), belgian)
    game.submit("france", "done")
    assert not refused("commonwealth", kent, australian, indian)
    game.submit("commonwealth", "declare-attacks", ((australian, kent), (indian, kent)))
    assert cooperation_violation(game, briton, belgian) is not None


def next_unit(game: Game, home: str) -> int:
    return next(
        unit
        for unit in range(len(game.state[PLACE]))
        if counter_of(game, unit).home == home
        and counter_of(game, unit).type == "INF"
        and getattr(counter_of(game, unit), "size", "") == "corps"
    )


@pytest.mark.rule("fa:20.3", example="FA-E71")
def test_a_country_without_its_old_capital_has_another_for_a_time() -> None:
    """Belgium frees itself in Liège; with Brussels it has its old capital again."""
    game = front({}, wars=(("germany", "france"),))
    belgium, germany = country_named(game, "belgium"), power(game, "germany")
    game.write(CONQUEROR, belgium, germany)
    align_country(game, belgium, power(game, "france"))
    cities = cities_at_home(game, belgium)
    for city in cities:
        change_control(game, city, germany)
    soldier, liege, brussels = next_unit(game, "belgium"), place_index(game, "Liege"), place_index(game, "Brussels")
    game.write(FIGHTS_FOR, soldier, belgium + 1)
    change_country(game, soldier, country_named(game, "france"))
    game.write(PLACE, soldier, liege)
    begin_step(game, "independence", "france", throws=[1] * 20)
    game.submit("france", "declare-independence")
    assert game.state[FREE_CAPITAL][belgium] == liege == seat_of_government(game, belgium)
    assert conqueror_of(game, belgium) == NOBODY, "although Germany holds Brussels"
    assert game.state[POWER][belgium] == power(game, "france")
    change_control(game, brussels, game.state[CONTROLLER][liege])
    begin_step(game, "conquest", "france")
    assert seat_of_government(game, belgium) == brussels


@pytest.mark.rule("fa:22.1", example="FA-E72")
def test_pools_by_type_size_and_first_cost() -> None:
    game = begin_campaign("1917", title="fa", secret=b"pools")
    buying(game, "germany")
    offered = {bound.item for bound in game.offers("germany")["build"].items}  # type: ignore[attr-defined]
    assert {"germany: INF", "germany: INF div"} <= offered
    aircraft = {name for name in offered if name.startswith("germany: LND")}
    assert len(aircraft) > 1, "aircraft of two costs lie in two pools"
    ships: dict[str, set[int]] = {}
    for unit, place in enumerate(game.state[PLACE]):
        counter = counter_of(game, unit)
        if isinstance(counter, NavalCounter) and place_name(game, place).startswith("force pool of germany: SCS"):
            ships.setdefault(place_name(game, place), set()).add(counter.cost_first)
    assert len(ships) > 1
    assert all(len(costs) == 1 for costs in ships.values()), "ships by the cost of their first cycle"


@pytest.mark.rule("fa:22.2")
@pytest.mark.rule("fa:21.7")
def test_every_fort_of_1914_has_a_hex() -> None:
    """Novogeorgievsk lies in the hex of Warsaw."""
    game = begin_campaign("1914", title="fa", secret=b"forts")
    war = layout_of(game).campaign.great_war
    assert war is not None
    sites = {site.near for sites in war.forts.value.values() for site in sites}
    forts = {place for place, _ in game.state.get(FORTS)}
    assert {place_index(game, near) for near in sites} <= forts
    assert len(dict(game.state.get(FORTS))[place_index(game, "Warsaw")]) == 2


@pytest.mark.rule("fa:2.5.1")
@pytest.mark.rule("fa:20.3")
def test_small_territories_without_a_hex_and_countries_that_are_regions() -> None:
    """On hexes of 600 km some territories share that of a neighbour; Pakistan and the Czech lands are regions."""
    game = begin_campaign("1914", title="fa", secret=b"forts")
    board = ground_of(game).board
    printed = {name for name in board.tables.country if name}
    without = {name for name in board.countries if name not in printed}
    assert len(without) == 13
    assert all(board.countries[name].kind == "territory" for name in without)
    assert not any(areas_of(game, f"{name} (red)") for name in without), "nobody rises where there is no hex"
    for name, region in (("pakistan", "Pakistan"), ("czech", "Czech"), ("ukraine", "Ukraine")):
        assert name in nations_of(game).potential
        assert country_named(game, name) != NOBODY
        assert power(game, name) != NOBODY
        assert board.tables.regions[region]
