"""Option 8 outside air-to-air combat: flying boats, tank busters, transports, night and altitude, each on and off."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from positions import position, put, set_weather, units_at
from sorties import Sortie, sortie

from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import assemble
from worldfire.engine.schema import key_of
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import FLIGHT, ORIGIN, TARGET, Flight
from worldfire.forces.things import IN_FLIGHT, PLACE, counter_of, place_index, place_name
from worldfire.forces.turn import ACTIONS, WEATHER
from worldfire.forces.who import POWER_NAMES
from worldfire.options.o08_planes_in_flames.flying_boats import LakeFroze
from worldfire.options.o08_planes_in_flames.night_and_altitude import MissionAnnounced
from worldfire.rules.s02_3_overstacking import WATCH, too_many
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s11_07_strategic_bombardment import Bombed
from worldfire.rules.s11_08_ground_strike import GroundStrike
from worldfire.rules.s11_11_air_transport import load_violation
from worldfire.rules.s11_15_4_ground_support import Supported
from worldfire.rules.s11_17_reorganisation import cost_of, points_of
from worldfire.rules.s14_1_range import bases_in_range, landing_violation, reachable, way_flown
from worldfire.rules.s14_2_missions import Mission, combat_over
from worldfire.rules.s14_air_combat import Arranged
from worldfire.rules.s24_1_set_up import STANDARD_KITS
from worldfire.tables.counters import Kit
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.wif import TITLE

OPTIONS = ("8",)
WITH_PLANES = (*STANDARD_KITS, Kit.PIF)


# ------------------------------------------------------------------------------------------------------- flying boats


def stacked(place: str, *units: str, options: tuple[str, ...] = OPTIONS) -> str:
    """Why these American aircraft may not stack there; nothing if they may."""
    game = position("global-war", options=options, kits=WITH_PLANES)
    there = tuple(put(game, name, place) for name in units)
    found = stacking_violation(game, place_index(game, place), there)
    return "" if found is None else found.key


LND = ("us-lnd-b-17e-wif", "us-lnd-b-17f-wif", "us-lnd-b-24d-wif", "us-lnd-b-24h-wif")
PBM, PBY, AMPHIBIAN = "us-nav-pbm-3-pif", "us-nav-pby5-wif", "us-nav-pby-6a-pif"


@pytest.mark.rule("2.3.1/aircraft limits", example="WF1-019")
def test_one_flying_boat_stacks_beside_three_aircraft_in_a_major_port() -> None:
    assert stacked("Portsmouth", *LND[:3], PBM) == ""
    assert stacked("Portsmouth", *LND, PBM) == "too-many-aircraft"
    assert stacked("Portsmouth", PBM, PBY) == "too-many-aircraft", "never two of them"
    assert stacked("Portsmouth", *LND[:3], PBM, options=()) == "too-many-aircraft", (
        "without the option it is like others"
    )
    assert stacked("Portsmouth", PBM, PBY, options=()) == ""


@pytest.mark.rule("2.3.1/aircraft limits", example="WF1-020")
def test_an_amphibian_stacks_with_a_flying_boat_as_an_ordinary_aircraft() -> None:
    """Pembroke is a minor port, with room for two."""
    assert stacked("Pembroke", PBM, AMPHIBIAN) == ""
    assert stacked("Pembroke", PBM, AMPHIBIAN, LND[0]) == ""
    assert stacked("Pembroke", PBM, AMPHIBIAN, *LND[:2]) == "too-many-aircraft"
    assert stacked("Pembroke", AMPHIBIAN, *LND[:2]) == "", "alone it lies on the water"


@pytest.mark.rule("2.3.1/aircraft limits")
@pytest.mark.rule("14.2.4")
def test_flying_boats_are_based_on_coasts_only_and_amphibians_anywhere() -> None:
    assert stacked("Berlin", PBM) == "flying-boat-ashore"
    assert stacked("Berlin", AMPHIBIAN) == ""
    game = position(
        "global-war",
        units={"London": [PBM, AMPHIBIAN]},
        wars=[("usa", "germany")],
        control={"usa": ["Berlin", "Kiel"]},
        options=OPTIONS,
        kits=WITH_PLANES,
    )
    boat, amphibian = sorted(units_at(game, "London"), key=lambda unit: name(game, unit))
    berlin, kiel = place_index(game, "Berlin"), place_index(game, "Kiel")
    assert [landing_key(game, boat, place) for place in (berlin, kiel)] == ["no-ground-to-land", ""]
    assert landing_key(game, amphibian, berlin) == ""


def name(game: Game, unit: int) -> str:
    return counter_of(game, unit).id


def landing_key(game: Game, unit: int, place: int) -> str:
    found = landing_violation(game, unit, place)
    return "" if found is None else found.key


@pytest.mark.rule("2.3.1")
def test_of_two_flying_boats_the_controller_destroys_one() -> None:
    game = position("global-war", units={"Portsmouth": [PBM, PBY, LND[0]]}, options=OPTIONS, kits=WITH_PLANES)
    lost = too_many(game, place_index(game, "Portsmouth"))
    assert {name(game, unit) for unit in lost} == {PBM, PBY}


@pytest.mark.rule("8.2.1/lakes")
@pytest.mark.parametrize("options", [(), OPTIONS])
def test_a_frozen_lake_takes_its_flying_boats_away(options: tuple[str, ...]) -> None:
    """On an unfrozen one they are at home; E1951 is the lake of the board."""
    boat = "su-nav-mbr-2bis-wif"

    def at(weather: str) -> str:
        game = position("barbarossa", units={"E1951": [boat]}, options=options)
        set_weather(game, weather)
        return weather_step(game)

    def weather_step(game: Game) -> str:
        procedure = game.ruleset.procedures["weather"]
        unit = units_at(game, "E1951")[0]
        for step in ("lakes_thaw", "boats_freeze_in"):
            if step in procedure.steps:
                procedure.steps[step].run(game, None)
        frozen = [event for event in game.events if isinstance(event, LakeFroze)]
        assert len(frozen) == (1 if options and place_name(game, game.state[PLACE][unit]) != "E1951" else 0)
        return place_name(game, game.state[PLACE][unit])

    assert at("fine") == ("E1951" if options else "production circle, Sep/Oct 1941")
    assert at("snow") == ("production circle, Sep/Oct 1941" if options else "E1951")


@pytest.mark.parametrize("options", [(), OPTIONS])
def test_with_flying_boats_the_watch_on_stacking_looks_again_when_the_weather_changes(options: tuple[str, ...]) -> None:
    """What may lie on a lake depends on its ice; nothing else about stacking does."""
    forgotten = position("barbarossa", options=options).ruleset.dependencies.drops[key_of(WEATHER)]
    assert (WATCH.name in forgotten) == bool(options)


# -------------------------------------------------------------------------------------------------------- tank busters


def panzers(throws: tuple[int, ...], *, options: tuple[str, ...] = OPTIONS) -> Sortie:
    """A tank buster (3 factors) and an IL-2 without the red circle (3) at Minsk, Germans in Brest-Litovsk."""
    return sortie(
        "barbarossa",
        {
            "Minsk": [("buster", "su-lnd-il-2m3-wif-3"), ("IL-2", "su-lnd-il-2-wif")],
            "E2339": [("army", "ussr INF")],
            "E2340": [("panzers", "germany ARM"), ("corps", "germany INF")],
        },
        side="allies",
        actions={"ussr": "air"},
        throws=throws,
        wars=[("germany", "ussr")],
        control={"germany": ["E2340"], "ussr": ["Minsk", "E2339"]},
        options=options,
    )


@pytest.mark.rule("11.8/the strike")
@pytest.mark.parametrize(("options", "dice"), [((), [1, 1]), (OPTIONS, [2, 1])])
def test_a_tank_buster_rolls_another_die_against_tanks(options: tuple[str, ...], dice: list[int]) -> None:
    here = panzers((10,) * sum(dice), options=options)
    here.start("ground strike")
    events = list(here.fly(buster=("fly", "E2340")))
    while here.asked[1] != "choose-base":
        events += here.do("hold-back")
    strikes = [event for event in events if isinstance(event, GroundStrike)]
    assert [(event.unit, len(event.dice)) for event in strikes] == [
        (here["panzers"], dice[0]),
        (here["corps"], dice[1]),
    ]


@pytest.mark.rule("11.15.4/support")
@pytest.mark.parametrize(("options", "factors"), [((), "3"), (OPTIONS, "9/2")])
def test_a_tank_buster_supports_with_twice_its_factors_against_tanks(options: tuple[str, ...], factors: str) -> None:
    """3 of the IL-2, and 3 or twice 3 of the tank buster, all halved by the forest."""
    here = panzers((), options=options)
    place = here.place("E2340")
    here.start("ground support", Mission(given=(place,), attacks=((here["army"], place),)))
    events = list(here.fly(**{"buster": ("fly", "E2340"), "IL-2": ("fly", "E2340")}))
    while here.asked[1] != "choose-base":
        events += here.do("hold-back")
    assert [event.factors for event in events if isinstance(event, Supported)] == [factors]


# --------------------------------------------------------------------------------------------------------- transports


def soviet_transports(mission: str, *, options: tuple[str, ...] = OPTIONS, **more: Any) -> Sortie:
    here = sortie(
        "barbarossa",
        {
            "Moscow": [("TB-3", "su-lnd-tb-3-wif"), ("PARA", "su-para-5"), ("MTN", "ussr MTN")],
            "Smolensk": [],
            "Minsk": [("corps", "germany INF")],
        },
        side="allies",
        actions={"ussr": "land"},
        wars=[("germany", "ussr")],
        control={"germany": ["Minsk"], "ussr": ["Moscow", "Smolensk"]},
        options=options,
        **more,
    )
    here.start(mission)
    here.let_go(until=("fly-attackers",))
    return here


@pytest.mark.rule("14.2.2/table: air missions")
@pytest.mark.rule("11.11/the transport")
@pytest.mark.rule("11.14")
def test_a_bomber_with_a_white_range_circle_carries_and_drops() -> None:
    assert soviet_transports("air transport").can("TB-3", "fly", "Smolensk", "MTN")
    assert soviet_transports("paradrop").can("TB-3", "fly", "Minsk", "PARA")
    for mission in ("air transport", "paradrop"):
        assert soviet_transports(mission, options=()).asked == ("", ""), "without the option nobody can fly it"


def large_transport(*, options: tuple[str, ...] = OPTIONS) -> Sortie:
    """A Me-323 (range 6, large, no paradrops) at Warsaw; Brest-Litovsk is 3 hexes away, Minsk 6 or more."""
    return sortie(
        "barbarossa",
        {
            "Warsaw": [
                ("Me-323", "ge-atr-me-323-wif"),
                ("INF", "germany INF"),
                ("MTN", "germany MTN"),
            ],
        },
        side="axis",
        actions={"germany": "land"},
        wars=[("germany", "ussr")],
        control={"germany": ["Warsaw", "Brest-Litovsk", "Bialystok", "Vilna", "Konigsberg", "E2238"]},
        options=options,
    )


@pytest.mark.rule("11.11/the transport")
@pytest.mark.rule("14.1.1")
def test_a_large_atr_carries_an_infantry_corps_at_half_its_range() -> None:
    here = large_transport()
    here.start("air transport")
    here.let_go(until=("fly-attackers",))
    costs = reachable(here.game, here["Me-323"], Flight.BOMBER)
    near = [place for place in ("Brest-Litovsk", "Konigsberg") if costs[here.place(place)] <= 3]
    far = [place for place in ("Bialystok", "Vilna", "Brest-Litovsk", "Konigsberg", "E2238") if far_hex(here, place)]
    assert near or far
    for place in near:
        assert here.can("Me-323", "fly", place, "INF")
    for place in far:
        assert not here.can("Me-323", "fly", place, "INF")
        assert here.can("Me-323", "fly", place, "MTN"), "what an ordinary ATR carries costs nothing more"
    without = large_transport(options=())
    without.start("air transport")
    without.let_go(until=("fly-attackers",))
    assert not any(without.can("Me-323", "fly", place, "INF") for place in (*near, *far))


@pytest.mark.rule("11.11/the transport")
def test_what_a_title_lets_any_atr_carry_is_no_heavy_load() -> None:
    """Where every ATR takes infantry corps, a large one flies with them as far as without."""
    here = large_transport()
    title = replace(TITLE, changes=(*TITLE.changes, load_violation.replaced_by(anything_alone)))
    plain = here.game.ruleset
    here.game.ruleset = assemble(title, plain.options, plain.tables, plain.tables_digest)
    here.start("air transport")
    here.let_go(until=("fly-attackers",))
    assert far_hex(here, "Bialystok") or far_hex(here, "Vilna") or far_hex(here, "E2238")
    for place in filter(partial(far_hex, here), ("Bialystok", "Vilna", "Brest-Litovsk", "Konigsberg", "E2238")):
        assert here.can("Me-323", "fly", place, "INF")


def anything_alone(game: Position, transport: int, load: tuple[int, ...]) -> Violation | None:
    return refused("11.11", "transport-is-full", aircraft=Thing(transport)) if len(load) > 1 else None


def far_hex(here: Sortie, place: str) -> bool:
    return 3 < reachable(here.game, here["Me-323"], Flight.BOMBER).get(here.place(place), 99) <= 6


@pytest.mark.rule("11.11/the transport")
def test_a_large_atr_takes_two_units_and_unloads_one_of_them_or_both() -> None:
    here = sortie(
        "barbarossa",
        {
            "Warsaw": [
                ("Me-323", "ge-atr-me-323-wif"),
                ("MTN", "germany MTN"),
                ("PARA", "ge-para-i-para"),
            ],
        },
        side="axis",
        actions={"germany": "land"},
        wars=[("germany", "ussr")],
        control={"germany": ["Warsaw", "Brest-Litovsk"]},
        options=OPTIONS,
    )
    here.start("air transport")
    here.let_go(until=("fly-attackers",))
    assert here.can("Me-323", "fly", "Brest-Litovsk", "MTN", "PARA")
    here.fly(**{"Me-323": ("fly", "Brest-Litovsk", "MTN", "PARA")})
    here.let_go(until=("unload",))
    assert set(here.offer("unload").domain) == {here["Me-323"], here["MTN"], here["PARA"]}
    here.do("unload", (here["MTN"],))
    assert here.is_at("MTN", "Brest-Litovsk")
    assert here.is_aboard("PARA", "Me-323")
    here.do("head-home", here.place("Warsaw"))
    here.let_go()
    assert (here.is_at("PARA", "Warsaw"), here.is_at("Me-323", "Warsaw")) == (True, True)


@pytest.mark.rule("11.14")
def test_nobody_drops_from_a_transport_with_the_no_paradrop_symbol() -> None:
    for options, flown in ((OPTIONS, False), ((), True)):
        here = sortie(
            "barbarossa",
            {"Warsaw": [("Me-323", "ge-atr-me-323-wif"), ("PARA", "ge-para-i-para")]},
            side="axis",
            actions={"germany": "land"},
            wars=[("germany", "ussr")],
            control={"germany": ["Warsaw"], "ussr": ["Brest-Litovsk"]},
            options=options,
        )
        here.start("paradrop")
        assert (here.asked[1] == "fly-attackers") is flown


@pytest.mark.rule("11.17.1/air supply benefits")
@pytest.mark.rule("11.17.4")
def test_a_large_atr_gives_two_points_over_half_its_range_and_takes_twice_as_many() -> None:
    for options, near, cost in ((OPTIONS, 2, 2), ((), 1, 1)):
        here = large_transport(options=options)
        game, transport = here.game, here["Me-323"]
        here.game.set(ACTIONS, tuple("air" for _ in game.state.get(POWER_NAMES)))
        assert cost_of(game, transport, ()) == cost
        game.write(ORIGIN, transport, here.place("Warsaw"))
        game.write(PLACE, transport, IN_FLIGHT)
        game.write(FLIGHT, transport, Flight.BOMBER)
        game.write(TARGET, transport, here.place("Warsaw"))
        assert points_of(game, transport) == near
        game.write(TARGET, transport, here.place("Brest-Litovsk"))
        assert (way_flown(game, transport), points_of(game, transport)) == (3, near)
        game.write(TARGET, transport, here.place("Vilna"))
        assert points_of(game, transport) == 1, "further than half its range"


# --------------------------------------------------------------------------------------------------- night and altitude


def raid(throws: tuple[int, ...], *, options: tuple[str, ...] = OPTIONS, bomber: str = "us-lnd-b-17f-pif-2") -> Sortie:
    """A B-17 with a white cloud and 6 strategic factors; a fighter that stays low and one that does not."""
    here = sortie(
        "global-war",
        {
            "London": [("B-17", bomber)],
            "Brussels": [("low", "ge-ftr-bf-109b-pif"), ("Bf-110", "ge-ftr-bf-110g-wif")],
        },
        side="allies",
        actions={"usa": "air", "commonwealth": "pass", "france": "pass"},
        throws=throws,
        wars=[("usa", "germany"), ("germany", "france"), ("commonwealth", "germany")],
        co_operating=[("usa", "commonwealth")],
        control={"germany": ["Lille", "country:Belgium"], "usa": ["London"]},
        options=options,
        kits=WITH_PLANES,
    )
    here.start("strategic bombardment")
    return here


def come(here: Sortie, how: str) -> tuple[Any, ...]:
    """The B-17 flies to Lille in this way; nobody else flies."""
    here.let_go(until=("fly-attackers",))
    here.fly(**{"B-17": ("fly", "Lille")})
    assert here.asked == ("usa", "announce-mission")
    return here.do("announce-mission", ((here.place("Lille"), how),))


LOW, NIGHT, HIGH, BOTH = "low, by day", "night", "high altitude", "high altitude, night"


@pytest.mark.rule("11.7")
def test_high_altitude_is_for_white_clouds_only_and_without_the_option_nobody_is_asked() -> None:
    here = raid(())
    here.let_go(until=("fly-attackers",))
    here.fly(**{"B-17": ("fly", "Lille")})
    assert set(here.offer("announce-mission").items[0].to) == {LOW, NIGHT, HIGH, BOTH}
    plain = raid((), bomber="us-lnd-b-17e-wif")
    plain.let_go(until=("fly-attackers",))
    plain.fly(**{"B-17": ("fly", "Lille")})
    assert set(plain.offer("announce-mission").items[0].to) == {LOW, NIGHT}
    without = raid((5,), options=())
    without.let_go(until=("fly-attackers",))
    without.fly(**{"B-17": ("fly", "Lille")})
    assert without.asked[1] == "fly-interceptors"


@pytest.mark.rule("11.7/the bombing")
@pytest.mark.parametrize(("how", "factors", "roll"), [(LOW, 6, 6), (NIGHT, 3, 5), (HIGH, 6, 4), (BOTH, 3, 4)])
def test_night_halves_the_factors_and_height_takes_one_from_the_die(how: str, factors: int, roll: int) -> None:
    """A 5 is thrown; only who comes low and by day and is not fought adds 1."""
    here = raid((5,))
    events = list(come(here, how))
    while here.asked[1] == "fly-interceptors":
        events += here.do("hold-back")
    (bombed,) = [event for event in events if isinstance(event, Bombed)]
    assert (bombed.factors, bombed.roll) == (factors, roll)
    said = [event.conditions for event in events if isinstance(event, MissionAnnounced)]
    assert said == ([] if how == LOW else [tuple(how.split(", "))])


@pytest.mark.rule("11.7")
def test_fighters_with_a_black_cloud_do_not_intercept_high_missions() -> None:
    for how, can in ((LOW, True), (NIGHT, True), (HIGH, False)):
        here = raid(())
        come(here, how)
        assert here.asked == ("germany", "fly-interceptors")
        assert here.can("Bf-110", "intercept", "Lille")
        assert here.can("low", "intercept", "Lille") is can
    (why,) = here.game.why_not("fly", ((here["low"], here.words(("intercept", "Lille"))),), "germany")
    assert (why.rule, why.key) == ("11.7", "low-altitude-fighter")


@pytest.mark.rule("11.7")
@pytest.mark.rule("14.3.2/night")
def test_patrols_that_cannot_come_so_high_are_ignored_and_the_combat_knows_the_night() -> None:
    here = raid((5,))
    here.fly(low=("patrol", "Lille"))
    events = list(come(here, BOTH))
    while here.asked[1] == "fly-interceptors":
        events += here.do("hold-back")
    assert not any(isinstance(event, Arranged) for event in events)
    assert any(isinstance(event, Bombed) for event in events)
    here = raid(())
    put(here.game, "ge-ftr-bf-109e3-wif", "Brussels")
    here.fly(low=("patrol", "Lille"), **{"Bf-110": ("patrol", "Lille")})
    come(here, BOTH)
    combat = combat_over(here.game, here.game.enclosing(Mission), here.place("Lille"))
    assert combat is not None
    assert combat.conditions == (HIGH, NIGHT)
    assert combat.fighters[1] == (here["Bf-110"],), "the other stays below"


# ------------------------------------------------------------------------------------------------------- in a campaign


@pytest.mark.rule("11.7")
def test_the_option_brings_the_counters_of_its_kit_into_a_campaign() -> None:
    """Night and altitude are of Planes in Flames; its other parts need no more than World in Flames prints."""
    kits = {options: begin_campaign("barbarossa", options=options).header.setup["kits"] for options in ((), ("8",))}
    assert kits[()] == ["WiF", "SiF", "CliF"]
    assert kits["8",] == ["WiF", "SiF", "CliF", "PiF"]
    assert "PiF" not in begin_campaign("barbarossa", options=("8/flying-boats",)).header.setup["kits"]


@pytest.mark.rule("11.11/the transport")
@pytest.mark.rule("14.1.1")
def test_the_c54_from_manila_to_taihoku() -> None:
    """5 Pacific hexes are 10 points, doubled for two units all of its 20; empty it may return as far as Saigon."""
    here = sortie(
        "global-war",
        {"Manila": [("C-54", "us-atr-c-54-pif"), ("MTN", "usa MTN"), ("PARA", "us-para-xviii")]},
        side="allies",
        actions={"usa": "land", "commonwealth": "pass", "france": "pass", "china": "pass"},
        wars=[("usa", "japan")],
        control={"usa": ["Manila", "Taihoku", "Saigon"]},
        options=OPTIONS,
        kits=WITH_PLANES,
    )
    here.start("air transport")
    here.let_go(until=("fly-attackers",))
    assert reachable(here.game, here["C-54"], Flight.BOMBER)[here.place("Taihoku")] == 10
    assert here.can("C-54", "fly", "Taihoku", "MTN", "PARA")
    here.fly(**{"C-54": ("fly", "Taihoku", "MTN", "PARA")})
    here.let_go(until=("unload",))
    saigon = here.place("Saigon")
    assert saigon not in bases_in_range(here.game, here["C-54"]), "with both aboard it is too far"
    here.do("unload", (here["C-54"],))
    assert saigon in here.offer("head-home").domain
