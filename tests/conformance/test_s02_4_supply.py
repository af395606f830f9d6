"""2.4: supply, by the book's own examples on the real board."""

from __future__ import annotations

from random import Random

import pytest
from positions import (
    country,
    give_control,
    hexes,
    position,
    power,
    put,
    set_wars,
    set_weather,
    unit,
    units_at,
)
from steps import begin_step

from worldfire.advice.supply_report import explain
from worldfire.engine.game import Game
from worldfire.engine.violation import Violation
from worldfire.forces.situation import CO_OPERATING, TURN
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, place_index
from worldfire.forces.who import CONQUEROR, CONTROLLER, NOBODY, change_control
from worldfire.rules.s02_2_zones_of_control import zoc_answers
from worldfire.rules.s02_4_supply import (
    LENGTHS,
    Leg,
    SupplyPath,
    attack_supply_violation,
    defence_out_of_supply,
    flight_supply_violation,
    hex_counts,
    in_supply,
    longest_path,
    nearest_source,
    railway_steps,
    supply_path,
)
from worldfire.rules.s02_4_supply_limits import entry_violation, holder_violation, tracer_of
from worldfire.rules.s02_4_supply_sources import primary_sources, secondary_cities
from worldfire.rules.s11_04_sea_passages import may_pass
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_factors import defence_factor
from worldfire.rules.s14_2_missions import ready_violation

GERMAN_UKRAINE = ["country:Poland", "E1932", "E1933", "E2032", "E2033", "E2133", "E2233", "E2333"]


def numbers(game: Game, leg: Leg) -> list[str]:
    return [board_of(game).number(place) for place in leg.hexes]


def legs(game: Game, unit: int) -> tuple[Leg, ...]:
    path = supply_path(game, unit)
    assert isinstance(path, SupplyPath), str(path)
    return path.legs


def supplied(game: Game, *places: str) -> list[bool]:
    """Of the first unit in each place."""
    return [in_supply(game, units_at(game, place)[0]) for place in places]


def refusal(game: Game, unit: int, place: str) -> str:
    """Why the unit may trace no path into the hex."""
    tracer = tracer_of(game, unit)
    found = entry_violation(game, tracer, zoc_answers(game, tracer.side), place_index(game, place))
    return "" if found is None else found.key


# ------------------------------------------------------------------------------------------------- 2.4.1 when to check


@pytest.fixture
def lvov() -> Game:
    return position(
        units={
            "Lvov": ["Rundstedt"],
            "E1932": ["germany ARM", "germany MECH"],
            "E1632": ["ussr MIL"],
            "E1630": ["ussr GAR"],
        },
        wars=[("germany", "ussr")],
        control={"germany": GERMAN_UKRAINE},
    )


@pytest.mark.rule("2.4.1", example="WF1-023")
@pytest.mark.rule("2.4")
def test_the_headquarters_moves_first_and_then_the_corps_are_in_supply(lvov: Game) -> None:
    """Played: the MECH that sets out first ends its move face-down, the ARM that waits for Rundstedt does not."""
    armour, mech = units_at(lvov, "E1932")
    (rundstedt,) = units_at(lvov, "Lvov")
    (beside,) = hexes(lvov, "E1933")
    assert not in_supply(lvov, armour)
    begin_step(lvov, "land movement", "germany")
    lvov.submit("germany", "move", ((mech,), (beside,)))
    lvov.submit("germany", "move", ((rundstedt,), hexes(lvov, "E2333", "E2233", "E2133", "E2033")))
    assert lvov.state[FACE_DOWN][mech]
    assert in_supply(lvov, armour)
    lvov.submit("germany", "move", ((armour,), (beside,)))
    lvov.submit("germany", "done")
    assert not lvov.state[FACE_DOWN][armour]


@pytest.mark.rule("2.4.1", example="WF1-023")
def test_just_before_an_overrun_it_is_checked_again(lvov: Game) -> None:
    """They can overrun the MIL from a hex that is 4 from Rundstedt, but not the GAR: the hexes beside it are 5 away."""
    armour, _ = units_at(lvov, "E1932")
    put(lvov, units_at(lvov, "Lvov")[0], "E2033")
    for entered in ("E1832", "E1732", "E1731", "E1631", "E1730", "E1831"):
        give_control(lvov, "germany", entered)
    put(lvov, armour, "E1732")
    assert attack_supply_violation(lvov, armour) is None
    for beside in ("E1631", "E1730"):
        put(lvov, armour, beside)
        found = attack_supply_violation(lvov, armour)
        assert found is not None
        assert (found.rule, found.key) == ("2.4.3", "attack-out-of-supply")


@pytest.mark.rule("2.4.1")
def test_units_at_sea_are_always_in_supply() -> None:
    game = position(units={"Black Sea 3": ["ussr SCS"]}, wars=[("germany", "ussr")])
    (ship,) = units_at(game, "Black Sea 3")
    assert supply_path(game, ship) == SupplyPath(ship, ())
    assert [line.key for line in explain(game, ship)] == ["supply-at-sea"]


# --------------------------------------------------------------------------------------------------------- 2.4.2 sources


@pytest.mark.rule("2.4.2", example="WF1-025")
def test_warsaw_is_secondary_for_the_commonwealth_and_primary_for_poles() -> None:
    game = position(
        units={"Lodz": ["poland INF", "commonwealth INF"]},
        aligned=[("poland", "commonwealth")],
        wars=[("germany", "commonwealth")],
    )
    warsaw = place_index(game, "E2737")
    pole, briton = sorted(
        units_at(game, "Lodz"), key=lambda unit: tracer_of(game, unit).country != country(game, "poland")
    )
    poles, britons = tracer_of(game, pole), tracer_of(game, briton)
    assert warsaw in primary_sources(game, poles)
    assert place_index(game, "London") in primary_sources(game, poles), "Poland co-operates with the Commonwealth"
    assert warsaw not in primary_sources(game, britons)
    assert secondary_cities(game, britons)[warsaw].reason == "supply-aligned-capital"
    assert in_supply(game, pole)


@pytest.mark.rule("2.4.2")
def test_a_conquered_capital_is_secondary_and_its_country_supplies_nobody() -> None:
    game = position("barbarossa", units={"Warsaw": ["germany INF"]}, wars=[("germany", "ussr")], weather="rain")
    german = tracer_of(game, units_at(game, "Warsaw")[0])
    assert game.state[CONQUEROR][country(game, "poland")] == power(game, "germany")
    sources = secondary_cities(game, german)
    assert sources[place_index(game, "Warsaw")].reason == "supply-conquered-capital"
    assert sources[place_index(game, "Bucharest")].reason == "supply-aligned-capital"
    first, last = legs(game, units_at(game, "Warsaw")[0])
    assert (first.kind, len(first.hexes), last.kind) == ("basic", 1, "railway")


@pytest.mark.rule("2.4.2")
def test_other_commonwealth_cities_are_secondary_for_allies_and_primary_for_its_own() -> None:
    game = position(units={"Cairo": ["commonwealth INF"]}, wars=[("germany", "commonwealth"), ("germany", "usa")])
    game.set(CO_OPERATING, ((power(game, "commonwealth"), power(game, "usa")),))
    briton = tracer_of(game, units_at(game, "Cairo")[0])
    american = tracer_of(game, unit(game, "usa INF"))
    delhi, london = hexes(game, "Delhi", "London")
    assert delhi in primary_sources(game, briton)
    assert delhi not in primary_sources(game, american)
    assert london in primary_sources(game, american)
    assert secondary_cities(game, american)[delhi].reason == "supply-dominion-city"


@pytest.mark.rule("2.4.2")
def test_a_city_taken_this_turn_supplies_nobody_yet() -> None:
    """Smolensk, retaken by the Soviets, is a source again in the next turn."""
    game = position("barbarossa", units={"Smolensk": ["ussr INF"]}, wars=[("germany", "ussr")])
    (soldier,) = units_at(game, "Smolensk")
    cities = game.ruleset.tables.ground.cities_of["ussr"]
    for city in cities:
        if city != place_index(game, "Smolensk"):
            game.write(CONTROLLER, city, power(game, "germany"))
    assert in_supply(game, soldier)
    change_control(game, place_index(game, "Smolensk"), power(game, "germany"))
    change_control(game, place_index(game, "Smolensk"), power(game, "ussr"))
    assert not in_supply(game, soldier)
    game.set(TURN, game.state.get(TURN) + 1)
    assert in_supply(game, soldier)


@pytest.mark.rule("2.4.2")
def test_a_headquarters_of_another_country_must_itself_be_in_supply() -> None:
    """An Italian corps beside a German HQ that is cut off."""
    game = position(
        units={"E1932": ["Rundstedt"], "E1931": ["italy INF"]},
        wars=[("germany", "ussr"), ("italy", "ussr")],
        co_operating=[("germany", "italy")],
        control={"germany": ["E1932", "E1931"]},
    )
    assert supplied(game, "E1932", "E1931") == [False, False]
    give_control(game, "germany", *GERMAN_UKRAINE)
    assert supplied(game, "E1932", "E1931") == [True, True]
    first, last = legs(game, units_at(game, "E1931")[0])
    assert (first.source.reason, last.source.reason) == ("supply-headquarters", "supply-ally-city")


@pytest.mark.rule("2.4.2")
def test_the_edge_of_the_maps_in_play_supplies_whom_the_country_beyond_does() -> None:
    """Barbarossa is played on the east map: Berlin and the Urals lie beyond its edges."""
    game = position("barbarossa", units={"Cracow": ["germany INF"], "Kiev": ["ussr INF"]}, wars=[("germany", "ussr")])
    germans, soviets = (tracer_of(game, units_at(game, place)[0]) for place in ("Cracow", "Kiev"))
    edges = [
        {place for place, source in primary_sources(game, tracer).items() if source.reason == "supply-map-edge"}
        for tracer in (germans, soviets)
    ]
    assert all(edges)
    assert edges[0].isdisjoint(edges[1])
    whole = position(wars=[("germany", "ussr")])
    assert not any(source.reason == "supply-map-edge" for source in primary_sources(whole, germans).values())


# ------------------------------------------------------------------------------------------------------ 2.4.2 supply paths


@pytest.mark.rule("2.4.2/supply paths", example="WF1-026")
@pytest.mark.parametrize(("weather", "most"), [("fine", 4), ("snow", 3), ("rain", 2), ("storm", 2), ("blizzard", 2)])
def test_the_length_goes_by_the_weather_where_the_path_begins(lvov: Game, weather: str, most: int) -> None:
    put(lvov, units_at(lvov, "Lvov")[0], "E2033")
    armour, mech = units_at(lvov, "E1932")
    set_weather(lvov, weather)
    assert longest_path(lvov, place_index(lvov, "E1932")) == most
    assert in_supply(lvov, armour), "2 hexes"
    give_control(lvov, "germany", "E1832", "E1831", "E1731", "E1833")
    put(lvov, mech, "E1832")
    assert in_supply(lvov, mech) == (most >= 3)


@pytest.mark.rule("2.4.2/supply paths", example="WF1-026")
def test_an_adjacent_source_can_always_be_reached_across_a_legal_hexside() -> None:
    """On the Pacific scale a desert hex counts 3, more than rain allows; across an alpine hexside nothing is traced."""
    game = position(weather="rain", wars=[("germany", "ussr")])
    ground = game.ruleset.tables.ground
    crossing = ground.crossing
    desert = next(
        i
        for i in range(len(ground.board))
        if hex_counts(game, i) == 3 and any(ground.board.tables.terrain[j] == "clear" for j in crossing.open[i])
    )
    clear = next(j for j in crossing.open[desert] if ground.board.tables.terrain[j] == "clear")
    number = ground.board.number
    give_control(game, "ussr", number(desert), number(clear))
    corps = put(game, "ussr INF", number(clear))
    put(game, "ussr HQ-I", number(desert))
    leg = nearest_source(game, corps)
    assert leg is not None
    assert (leg.hexes, sum(leg.counts), leg.limit) == ((clear, desert), 3, 2)
    found = explain(game, corps)
    assert "supply-source-cut-off" in [line.key for line in found], "it is reached, though the HQ itself is cut off"


@pytest.mark.rule("2.4.2/supply paths", example="WF1-027")
def test_snow_and_hexes_of_the_pacific_scale() -> None:
    game = position(units={"A2848": ["ussr INF"]}, weather="snow", wars=[("germany", "ussr")])
    (soldier,) = units_at(game, "A2848")
    (leg,) = legs(game, soldier)
    assert numbers(game, leg)[-1] == "E0143", "Kuybyshev"
    assert sum(leg.counts) <= leg.limit == 3
    give_control(game, "germany", "E0143")
    assert not in_supply(game, soldier), "Chkalov is 2 Pacific hexes away, which count 4"
    set_weather(game, "fine")
    (leg,) = legs(game, soldier)
    assert (numbers(game, leg), leg.counts) == (["A2848", "A2748", "A2648"], (0, 2, 2))


@pytest.mark.rule("2.4.2/supply paths", example="WF1-028")
def test_deserts_count_one_more() -> None:
    game = position()
    ground = game.ruleset.tables.ground
    tables = ground.board.tables
    counted = {
        (tables.scale[i], tables.terrain[i]): hex_counts(game, i) for i in range(len(ground.board)) if tables.terrain[i]
    }
    plain = {"European": 1, "Pacific": 2, "off-map": 4}
    assert counted == {
        (scale, terrain): plain[scale] + (terrain in ("desert", "desert mountain")) for scale, terrain in counted
    }
    assert counted["European", "desert"] == 2
    assert counted["Pacific", "desert mountain"] == 3
    assert counted["off-map", "desert"] == 5


@pytest.mark.rule("2.4.2/supply paths", example="WF1-029")
def test_a_japanese_unit_in_denver_traces_one_hex() -> None:
    game = position(units={"Denver": ["japan INF"]}, wars=[("japan", "usa")], control={"japan": ["country:USA"]})
    (soldier,) = units_at(game, "M1018")
    headquarters = put(game, "japan HQ-I", "M1118")
    leg = nearest_source(game, soldier)
    assert leg is not None
    assert (leg.counts, leg.limit) == ((0, 4), 4)
    put(game, headquarters, "M1218")
    leg = nearest_source(game, soldier)
    assert leg is not None
    assert sum(leg.counts) == 8


# ----------------------------------------------------------------------------------------------- 2.4.2 railway supply paths


@pytest.fixture
def syria() -> Game:
    """All of Syria but Damascus is in Axis hands."""
    return position(
        units={
            "Damascus": ["commonwealth ARM"],
            "E0510": ["DAK"],
            "E0612": ["Rundstedt"],
            "E0614": ["Manstein"],
        },
        wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
        control={"germany": ["country:Syria"], "commonwealth": ["Damascus"]},
    )


@pytest.mark.rule("2.4.2/railway supply paths", example="WF1-030")
def test_the_dak_traces_two_desert_hexes_to_rundstedt(syria: Game) -> None:
    first, *_ = legs(syria, units_at(syria, "E0510")[0])
    assert (first.kind, numbers(syria, first), first.counts) == ("basic", ["E0510", "E0511", "E0612"], (0, 2, 2))
    assert first.source.unit == units_at(syria, "E0612")[0]


@pytest.mark.rule("2.4.2/railway supply paths", example="WF1-031")
def test_rundstedt_reaches_manstein_but_no_primary_source(syria: Game) -> None:
    first, second = legs(syria, units_at(syria, "E0612")[0])
    assert (first.kind, sum(first.counts), numbers(syria, first)[-1]) == ("basic", 3, "E0614")
    assert second.kind == "railway"
    put(syria, units_at(syria, "E0614")[0], "Berlin")
    assert supplied(syria, "E0612", "E0510") == [False, False], "4 hexes to the railway and 1 overseas are 5"


@pytest.mark.rule("2.4.2/railway supply paths", example="WF1-032")
def test_manstein_traces_three(syria: Game) -> None:
    (leg,) = legs(syria, units_at(syria, "E0614")[0])
    assert leg.kind == "railway"
    assert leg.counts[:3] == (0, 1, 1)
    assert numbers(syria, leg)[2] == "E0814"
    assert leg.seas[0] == "Eastern Mediterranean"
    assert sum(leg.counts) == 3


@pytest.mark.rule("2.4.2/railway supply paths", example="WF1-033")
def test_rain_cuts_manstein_and_so_everybody(syria: Game) -> None:
    """The desert is not affected by the rain, and yet the chain ends at Manstein."""
    set_weather(syria, "rain")
    dak, rundstedt, manstein = hexes(syria, "E0510", "E0612", "E0614")
    assert [longest_path(syria, place) for place in (dak, rundstedt, manstein)] == [4, 4, 2]
    assert supplied(syria, "E0510", "E0612", "E0614") == [False, False, False]


@pytest.mark.rule("2.4.2/railway supply paths")
def test_straits_between_railway_hexes_do_not_count(syria: Game) -> None:
    ground = syria.ruleset.tables.ground
    crossing, rails = ground.crossing, ground.board.rails
    pairs = [(i, j) for i in range(len(ground.board)) for j in crossing.straits[i] if i in rails and j in rails]
    assert pairs
    steps = railway_steps(syria.ruleset)
    assert all(dict(steps[i])[j] == 0 for i, j in pairs)


# ---------------------------------------------------------------------------------------------- 2.4.2 overseas supply paths


@pytest.mark.rule("2.4.2/overseas supply paths", example="WF1-034")
def test_the_port_entered_from_the_sea_counts_one() -> None:
    """Even on the Pacific scale, and from an island without a port."""
    game = position(units={"P2328": ["japan INF"]}, wars=[("japan", "usa")], control={"japan": ["P2328"]})
    (soldier,) = units_at(game, "Guam")
    (leg,) = legs(game, soldier)
    assert leg.landing == 1
    assert leg.counts[leg.landing] == 1
    assert hex_counts(game, leg.hexes[leg.landing]) == 2


@pytest.mark.rule("2.4.2/overseas supply paths", example="WF1-038")
def test_manstein_by_way_of_ancona(syria: Game) -> None:
    """Every other port that the Axis could use is in British hands."""
    ground = syria.ruleset.tables.ground
    ports = [board_of(syria).number(port) for port in ground.ports if syria.state[CONTROLLER][port] != NOBODY]
    give_control(syria, "commonwealth", *(port for port in ports if port not in ("E1014", "E1010", "E1009", "W0523")))
    (leg,) = legs(syria, units_at(syria, "E0614")[0])
    assert leg.seas == ("Eastern Mediterranean", "Italian Coast")
    assert numbers(syria, leg)[leg.landing] == "W0523", "Ancona"
    assert not any(leg.counts[leg.landing + 1 :]), "then any distance by rail"
    assert sum(leg.counts) <= leg.limit


@pytest.mark.rule("2.4.2/overseas supply paths", example="WF1-039")
def test_warspite_blocks_and_zara_opens(syria: Game) -> None:
    put(syria, "Warspite", "Eastern Mediterranean 3")
    assert supplied(syria, "E0614") == [False]
    put(syria, "Zara", "Eastern Mediterranean 1")
    assert supplied(syria, "E0614") == [True]


@pytest.mark.rule("2.4.2/overseas supply paths", example="WF1-039")
def test_a_ship_that_is_not_at_war_with_the_blocker_opens_nothing(syria: Game) -> None:
    put(syria, "Warspite", "Eastern Mediterranean 3")
    put(syria, "Zara", "Eastern Mediterranean 1")
    set_wars(syria, [("germany", "commonwealth")])
    give_control(syria, "germany", "country:Italy")  # neutral Italy would let nothing pass
    assert supplied(syria, "E0614") == [False]


@pytest.mark.rule("2.4.2/overseas supply paths", example="WF1-087")
@pytest.mark.parametrize(("enemy", "fed"), [("germany", False), ("italy", True)])
def test_the_libia_corps_goes_by_the_wars_of_the_headquarters_that_traces_overseas(enemy: str, fed: bool) -> None:
    """Warspite holds the sea. Italy fights her, but it is Manstein's path that crosses it, and Germany may be at peace."""
    game = position(
        units={
            "Damascus": ["commonwealth ARM"],
            "E0510": ["it-mech-libia"],
            "E0612": ["Rundstedt"],
            "E0614": ["Manstein"],
            "Eastern Mediterranean 3": ["Warspite"],
        },
        wars=[(enemy, "commonwealth"), ("germany", "france")],
        co_operating=[("germany", "italy")],
        control={"germany": ["country:Syria"], "commonwealth": ["Damascus"]},
    )
    assert supplied(game, "E0510", "E0612", "E0614") == [fed] * 3
    set_weather(game, "rain")
    assert supplied(game, "E0510") == [False]


@pytest.mark.rule("2.4.2/overseas supply paths")
def test_aircraft_block_only_in_flying_weather(syria: Game) -> None:
    put(syria, "commonwealth NAV", "Eastern Mediterranean 3")
    put(syria, units_at(syria, "E0614")[0], "E1014")
    assert supplied(syria, "E1014") == [False]
    set_weather(syria, "storm")
    assert supplied(syria, "E1014") == [True]


@pytest.mark.rule("2.4.2/overseas supply paths", example="WF1-040")
@pytest.mark.rule("2.4.2/overseas supply paths", example="A10")
def test_gibraltar_shuts_the_mediterranean(syria: Game) -> None:
    italy, germany = power(syria, "italy"), power(syria, "germany")
    assert not may_pass(syria, italy, "Western Mediterranean", "Cape St Vincent")
    give_control(syria, "italy", "Gibraltar")
    assert may_pass(syria, germany, "Western Mediterranean", "Cape St Vincent")


@pytest.mark.rule("2.4.2/overseas supply paths", example="WF1-040")
def test_an_italian_corps_beyond_gibraltar() -> None:
    game = position(
        units={"Casablanca": ["italy INF"]},
        wars=[("italy", "commonwealth"), ("italy", "france")],
        control={"italy": ["Casablanca"]},
    )
    assert supplied(game, "Casablanca") == [False]
    give_control(game, "italy", "Gibraltar")
    assert supplied(game, "Casablanca") == [True]


@pytest.mark.rule("2.4.2/overseas supply paths")
def test_an_iced_in_port_is_no_way_to_the_sea() -> None:
    """A corps one hex inland of Riga; the rest of Latvia and the land round about is German."""
    game = position(units={"Riga": ["ussr HQ-I"]}, wars=[("germany", "ussr")], control={"ussr": ["Riga"]})
    port = place_index(game, "Riga")
    inland = next(i for i in game.ruleset.tables.ground.crossing.open[port] if not board_of(game).tables.seas[i])
    number = board_of(game).number(inland)
    give_control(game, "germany", "country:Latvia", "country:Estonia", "country:Lithuania")
    give_control(game, "ussr", "Riga", number)
    put(game, units_at(game, "Riga")[0], number)
    (leg,) = legs(game, units_at(game, number)[0])
    assert leg.seas == ("Baltic Sea",)
    set_weather(game, "snow")
    assert supplied(game, number) == [False]


@pytest.mark.rule("2.4.2/overseas supply paths")
def test_only_one_part_of_a_chain_leads_overseas() -> None:
    """A corps reaches the HQ in Varna over the Black Sea; the HQ is supplied over the Mediterranean, but not for it."""
    game = position(
        units={"Sevastopol": ["germany INF"], "Varna": ["Rundstedt"]},
        wars=[("germany", "ussr"), ("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
        aligned=[("bulgaria", "germany")],
        control={"germany": ["country:Greece", "Sevastopol"]},
    )
    assert supplied(game, "Varna", "Sevastopol") == [True, False]
    assert [leg.landing > 0 for leg in legs(game, units_at(game, "Varna")[0])] == [True]
    give_control(game, "germany", "country:Rumania", "country:Hungary")
    first, *others = legs(game, units_at(game, "Sevastopol")[0])
    assert first.seas == ("Black Sea",)
    assert not any(leg.seas for leg in others)


# --------------------------------------------------------------------------------------------- 2.4.2 limits on supply paths


@pytest.mark.rule("2.4.2/limits on supply paths")
def test_enemy_zones_stop_a_path_unless_a_friendly_land_unit_is_there(lvov: Game) -> None:
    put(lvov, units_at(lvov, "Lvov")[0], "E2033")
    armour, mech = units_at(lvov, "E1932")
    assert refusal(lvov, armour, "E1933") == ""
    soviet = put(lvov, "ussr INF", "E1934")
    assert refusal(lvov, armour, "E1933") == "supply-enemy-zoc"
    put(lvov, mech, "E1933")
    assert refusal(lvov, armour, "E1933") == ""
    put(lvov, soviet, "Moscow")
    put(lvov, mech, "E1932")
    assert refusal(lvov, armour, "E1933") == ""


@pytest.mark.rule("2.4.2/limits on supply paths")
def test_enemy_and_neutral_hexes_are_closed(lvov: Game) -> None:
    armour, _ = units_at(lvov, "E1932")
    assert refusal(lvov, armour, "E1832") == "supply-enemy-hex"
    assert refusal(lvov, armour, "E2031") == "supply-neutral-hex", "Rumania"


@pytest.mark.rule("2.4.2/limits on supply paths")
def test_an_ally_must_agree_and_a_neutral_asks_in_vain() -> None:
    game = position(
        units={"London": ["commonwealth INF"], "Washington": ["usa INF"]}, wars=[("germany", "commonwealth")]
    )
    briton, american = units_at(game, "London")[0], units_at(game, "Washington")[0]
    assert refusal(game, american, "London") == "supply-you-are-neutral"
    assert refusal(game, briton, "Washington") == "supply-neutral-hex"
    set_wars(game, [("germany", "commonwealth"), ("germany", "usa"), ("germany", "france")])
    assert refusal(game, american, "London") == ""
    game.state.consents["commonwealth", "usa", "supply"] = "no"
    game.forget()
    assert refusal(game, american, "London") == "supply-not-agreed"


@pytest.mark.rule("2.4.2/limits on supply paths", example="WF1-041")
def test_soviet_supply_through_iran() -> None:
    game = position(
        units={"A2533": ["japan INF"], "A3039": ["ussr INF"]},
        wars=[("japan", "iran"), ("japan", "commonwealth")],
        aligned=[("iran", "commonwealth")],
    )
    (soldier,) = units_at(game, "Tabriz")
    tehran = place_index(game, "Tehran")

    def key() -> str:
        found = holder_violation(game, tracer_of(game, soldier), tehran)
        return "" if found is None else found.key

    wars = [("japan", "iran"), ("japan", "commonwealth")]
    assert key() == "supply-you-are-neutral"
    set_wars(game, [*wars, ("germany", "commonwealth"), ("italy", "ussr")])
    assert key() == "supply-stands-apart", "at war, but not with anybody who is in Iran"
    set_wars(game, [*wars, ("japan", "ussr")])
    assert key() == ""
    set_wars(game, [*wars, ("germany", "ussr")])
    assert key() == ""


# ------------------------------------------------------------------------------------------------------- 2.4.3 out of supply


@pytest.mark.rule("2.4.3", example="WF1-042")
def test_face_down_and_out_of_supply_land_units_defend_with_little() -> None:
    game = position(wars=[("germany", "ussr")])
    white = put(game, "ge-hq-a-manstein", "E1434")  # white print
    black = put(game, "ge-arm-dak", "E1434")
    for soldier, factors in ((white, 3), (black, 1)):
        counter = land_counter(game, soldier)
        assert defence_factor(game, soldier, place_index(game, "E1434")) == counter.strength, "face-up"
        game.write(FACE_DOWN, soldier, 1)
        assert defence_out_of_supply(game, soldier, counter) == factors
        assert defence_factor(game, soldier, place_index(game, "E1434")) == factors


@pytest.mark.rule("2.4.3")
def test_in_supply_nothing_is_suffered() -> None:
    game = position(units={"Berlin": ["germany INF"]}, wars=[("germany", "ussr")])
    (soldier,) = units_at(game, "Berlin")
    game.write(FACE_DOWN, soldier, 1)
    assert defence_factor(game, soldier, place_index(game, "Berlin")) == land_counter(game, soldier).strength


@pytest.mark.rule("2.4.3")
@pytest.mark.rule("2.4.3/aircraft units")
def test_aircraft_out_of_supply_only_rebase() -> None:
    game = position(units={"Kiev": ["germany FTR"]}, wars=[("germany", "ussr")])
    (fighter,) = units_at(game, "Kiev")
    found = flight_supply_violation(game, fighter)
    assert found is not None
    assert found.key == "flight-out-of-supply"
    assert ready_violation(game, fighter) == found  # so for every mission but a rebase


# ------------------------------------------------------------------------------------------------------ what is remembered


@pytest.mark.rule("2.4.2")
def test_what_is_remembered_is_what_a_fresh_look_gives() -> None:
    """Units move at random over the Ukraine and take what they enter, weather and turns change; now and then everything is
    asked afresh."""
    game = position("barbarossa", wars=[("germany", "ussr")], control={"germany": GERMAN_UKRAINE})
    kinds = ["INF", "ARM", "MECH", "HQ-I", "HQ-A", "MIL", "GAR"]
    places = [place_index(game, number) for number in GERMAN_UKRAINE[1:]] + list(hexes(game, "Kiev", "E1631", "E1832"))
    army = []
    for number, side in enumerate(["germany", "ussr"] * 10):
        army.append(put(game, f"{side} {kinds[number % 5]}", board_of(game).number(places[number % len(places)])))
    random = Random(3)
    for turn in range(120):
        mover = random.choice(army)
        to = random.choice(game.ruleset.tables.ground.crossing.open[game.state[PLACE][mover]])
        game.write(PLACE, mover, to)
        if random.random() < 0.6:
            change_control(game, to, tracer_of(game, mover).power)
        if turn % 7 == 0:
            set_weather(game, random.choice(list(LENGTHS)))
            game.set(TURN, 1 + turn // 20)
        asked = random.sample(army, 3)
        answers = [in_supply(game, soldier) for soldier in asked]
        if turn % 10 == 0:
            twin = game.copy()
            assert answers == [in_supply(twin, soldier) for soldier in asked]
            assert [in_supply(game, unit) for unit in army] == [in_supply(twin, unit) for unit in army]


# --------------------------------------------------------------------------------------------------------- the explanation


def test_the_explanation_names_sources_and_what_is_in_the_way(lvov: Game) -> None:
    armour, _ = units_at(lvov, "E1932")
    keys = [line.key for line in explain(lvov, armour)]
    assert keys[:2] == ["out-of-supply", "supply-source-too-far"]
    assert set(keys[2:]) == {"supply-enemy-hex", "supply-neutral-hex"}
    put(lvov, units_at(lvov, "Lvov")[0], "E2033")
    told = [line.text(lvov) for line in explain(lvov, armour)]
    assert [line.key for line in explain(lvov, armour)] == [
        "supply-leg-basic",
        "supply-headquarters",
        "supply-leg-railway",
        "supply-home-city",
    ]
    assert "E1933 Vinnitsa counts 1" in told[0]
    assert "Rundstedt" in told[1]
    assert "Lvov by rail" in told[2]


def test_the_explanation_tells_the_way_over_the_sea(syria: Game) -> None:
    first, *_ = explain(syria, units_at(syria, "E0614")[0])
    assert "across the Eastern Mediterranean" in first.text(syria)


def test_without_any_source_it_says_so() -> None:
    game = position(units={"E1932": ["germany ARM"]}, wars=[("germany", "ussr")])
    found = supply_path(game, units_at(game, "E1932")[0])
    assert isinstance(found, Violation)
    assert "supply-no-source" in [line.key for line in explain(game, units_at(game, "E1932")[0])]
