"""11.2 Port attack: who flies where, submarines in their pens, surprise points, one round, and what ships in port suffer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from positions import power
from seafaring import Seafaring, at_sea

from worldfire.engine.events import Event
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import NO_PLANES, PLACE, Flipped, place_name
from worldfire.forces.turn import COUNTED
from worldfire.rules.s11_02_port_attack import PortAttackOver
from worldfire.rules.s11_02_port_combat import PortAttacked, ShipsTurned
from worldfire.rules.s11_04_naval_units import USED_CONVOY_POINTS, naval_counter
from worldfire.rules.s11_05_6_surprise_points import SurprisePoints
from worldfire.rules.s11_05_8_damage import ToRepairPool
from worldfire.rules.s11_05_8_results import HitSuffered, NavalAttack
from worldfire.rules.s11_05_9_air_to_sea import AntiAircraftFire
from worldfire.rules.s11_05_naval_combat import CombatAvoided
from worldfire.rules.s14_air_combat import RoundBegan
from worldfire.rules.s14_air_missions import ReturnedToBase
from worldfire.rules.s15_surprise import SURPRISE

AXIS, ALLIES = 0, 1
STEP = "port attack"
Units = dict[str, list[tuple[str, str]]]
ALL_AIR = dict.fromkeys(("germany", "italy", "japan", "commonwealth", "usa", "france"), "air")


def harbour(
    units: Units,
    throws: tuple[int, ...] = (),
    *,
    side: str = "axis",
    wars: Any = (("japan", "usa"),),
    surprised: tuple[str, str] | None = None,
    **more: Any,
) -> Seafaring:
    """The port attack step of a side; `surprised`: who has just declared war on whom."""
    here = at_sea(units, side=side, actions=more.pop("actions", ALL_AIR), wars=list(wars), throws=throws, **more)
    if surprised is not None:
        declarer, victim = (power(here.game, name) for name in surprised)
        here.game.set(SURPRISE, ((declarer, victim),))
    here.start(STEP)
    return here


def attack(here: Seafaring, port: str) -> None:
    """Nobody flies any more, and this port is attacked; a single one is not asked for."""
    while here.asked[1].startswith("fly-"):
        here.hold()
    if here.asked[1] == "attack-port":
        here.do("attack-port", here.place(port))


def pick_the_first(here: Seafaring, *until: str) -> None:
    """Go on calmly, with the first target that is offered, until something else is asked."""
    here.calm()
    while here.asked[1] == "pick-target":
        here.do("pick-target", here.offer("pick-target").domain[0])
        here.calm(*until)


PEARL_HARBOR: Units = {
    "Hawaiian Islands 4": [("Akagi", "ja-cv-akagi-sif"), ("Kaga", "ja-cv-kaga-sif")],
    "Pearl Harbor": [("Nevada", "us-bb-nevada-sif"), ("Arizona", "us-bb-arizona-sif"), ("SUB", "us-sub-1938-sif")],
}


# --------------------------------------------------------------------------------------------------------- the worked example


@pytest.mark.rule("11.2/search rolls")
@pytest.mark.rule("11.2", example="WF1-138")
@pytest.mark.rule("11.5.9/anti-aircraft (aa) fire", example="WF1-138")
def test_la_spezia_in_rain_on_the_day_of_the_declaration() -> None:
    """Our counters print less anti-aircraft than the book's, so more ships make up its 21 factors."""
    twos = ("caio-duilio", "littorio", "vittorio-veneto", "impero", "roma")
    cruisers = ("trento", "trieste", "fiume", "zara", "bolzano")
    ships = [(name, f"it-bb-{name}-sif") for name in twos] + [(name, f"it-ca-{name}-sif") for name in cruisers]
    here = harbour(
        {
            "Western Mediterranean 3": [
                (name, f"cw-cv-{name}-sif") for name in ("illustrious", "furious", "ark-royal")
            ],
            "La Spezia": [*ships, ("garibaldi", "it-ca-garibaldi-sif")],
        },
        (5, 9, 2, 7),  # search, search, two dice of flak of which the worse counts
        side="allies",
        wars=[("commonwealth", "italy")],
        surprised=("commonwealth", "italy"),
        weather="rain",
    )
    here.fly(**dict.fromkeys(("illustrious", "furious", "ark-royal"), ("fly", "La Spezia", 0)))
    attack(here, "La Spezia")
    here.calm("shift-columns")
    here.do("shift-columns", ())
    (fire,) = here.events(AntiAircraftFire)
    assert (fire.side, fire.factors, fire.bombers, fire.points) == (AXIS, "21/2", 3, 2)
    here.calm()
    (bombs,) = here.events(NavalAttack)
    assert (bombs.row, bombs.factors) == ("air-to-sea", "5/2"), "seven factors, two of them stopped, half in the rain"


# ------------------------------------------------------------------------------------------------------- who flies where


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("weather", ["storm", "blizzard"])
def test_no_port_in_storm_or_blizzard_is_attacked(weather: str) -> None:
    assert harbour(PEARL_HARBOR, weather=weather).asked == ("", "")


@pytest.mark.rule("11.2")
@pytest.mark.rule("9.8")
def test_only_ports_with_ships_of_an_enemy_are_attacked() -> None:
    here = harbour(
        {
            "Hawaiian Islands 4": [("Akagi", "ja-cv-akagi-sif")],
            "Pearl Harbor": [("Dido", "cw-cl-dido-clif"), ("INF", "usa INF")],
            "Hilo": [("Nevada", "us-bb-nevada-sif")],
        }
    )
    assert here.can("Akagi", "fly", "Hilo", 0)
    refusals = here.game.why_not("fly", ((here["Akagi"], here.words(("fly", "Pearl Harbor", 0))),), "japan")
    assert [f"{found.rule} {found.key}" for found in refusals] == ["11.2 no-ships-to-attack"]


@pytest.mark.rule("11.2")
def test_convoy_points_in_port_are_a_target() -> None:
    here = at_sea(
        {"Hawaiian Islands 4": [("Akagi", "ja-cv-akagi-sif")]}, side="axis", actions=ALL_AIR, wars=[("japan", "usa")]
    )
    here.lay("usa", "Pearl Harbor", 3)
    here.start(STEP)
    assert here.can("Akagi", "fly", "Pearl Harbor", 0)


@pytest.mark.rule("14.4/carrier planes")
def test_carrier_planes_reach_every_port_of_their_own_sea_area() -> None:
    """Range 6 is far too short from most hexdots; in the same sea area that does not matter, beyond it does."""
    here = harbour(
        {
            "Hawaiian Islands 4": [("Hosho", "ja-cvl-hosho-sif")],
            "Pearl Harbor": [("Nevada", "us-bb-nevada-sif")],
            "Midway": [("Arizona", "us-bb-arizona-sif")],
            "San Diego": [("Texas", "us-bb-texas-sif")],
        }
    )
    assert here.can("Hosho", "fly", "Pearl Harbor", 0)
    assert here.can("Hosho", "fly", "Midway", 0)
    assert not here.can("Hosho", "fly", "San Diego", 0)


@pytest.mark.rule("14.2.2/table: air missions", example="A14")
@pytest.mark.rule("11.2")
def test_only_face_up_aircraft_with_an_air_to_sea_factor_attack() -> None:
    """Fighters without one escort; a face-down carrier, and one without planes, stays out of it."""
    here = at_sea(
        {
            **PEARL_HARBOR,
            "Hawaiian Islands 3": [("Soryu", "ja-cv-soryu-sif"), ("Hiryu", "ja-cv-hiryu-sif")],
            "Midway": [("Zero", "ja-ftr-a6m2-wif"), ("Nell", "ja-nav-g3m2-wif")],
        },
        side="axis",
        actions=ALL_AIR,
        wars=[("japan", "usa")],
        control={"japan": ["Midway"]},
    )
    here.turn_down("Soryu")
    here.game.write(NO_PLANES, here["Hiryu"], 1)
    here.start(STEP)
    while here.asked[0] == "usa":
        here.hold()
    flying = {item.item for item in here.offer("fly").items}
    assert {here["Akagi"], here["Kaga"]} <= flying
    assert not flying & {here["Soryu"], here["Hiryu"]}


@pytest.mark.rule("11.2")
@pytest.mark.rule("10.2")
def test_each_bomber_is_an_air_mission() -> None:
    here = harbour(PEARL_HARBOR, actions={"japan": "combined"}, throws=(5, 5))
    here.fly(Akagi=("fly", "Pearl Harbor", 0), Kaga=("fly", "Pearl Harbor", 0))
    assert here.game.state[COUNTED["air missions"]][power(here.game, "japan")] == 2


# --------------------------------------------------------------------------------------------------------------- submarines


@pytest.mark.rule("11.2")
@pytest.mark.rule("11.5.4")
@pytest.mark.parametrize("stay", [True, False])
def test_submarines_in_a_major_port_may_stay_in_their_pens(stay: bool) -> None:
    here = harbour(PEARL_HARBOR, (5, 5, *[1] * 6))
    here.fly(Akagi=("fly", "Pearl Harbor", 0))
    attack(here, "Pearl Harbor")
    assert here.asked == ("usa", "commit-submarines-to-combat")
    here.do("keep-submarines-out" if stay else "commit-submarines-to-combat")
    (event,) = here.events(PortAttacked)
    assert (here["SUB"] in event.ships) is not stay


@pytest.mark.rule("11.2")
def test_submarines_in_a_minor_port_are_included() -> None:
    here = harbour(
        {"Hawaiian Islands 4": [("Akagi", "ja-cv-akagi-sif")], "Midway": [("SUB", "us-sub-1938-sif")]}, (5, 5)
    )
    here.fly(Akagi=("fly", "Midway", 0))
    attack(here, "Midway")
    (event,) = here.events(PortAttacked)
    assert event.ships == (here["SUB"],)


@pytest.mark.rule("11.2")
def test_with_nothing_but_submarines_in_their_pens_there_is_no_combat() -> None:
    here = harbour({"Hawaiian Islands 4": [("Akagi", "ja-cv-akagi-sif")], "Pearl Harbor": [("SUB", "us-sub-1938-sif")]})
    here.fly(Akagi=("fly", "Pearl Harbor", 0))
    attack(here, "Pearl Harbor")
    here.do("keep-submarines-out")
    assert not here.events(PortAttacked)
    assert here.events(PortAttackOver)
    assert here.face_down("Akagi"), "it has flown a mission"


# ---------------------------------------------------------------------------------------------------------- surprise points


def points(here: Seafaring) -> tuple[int, int]:
    (event,) = here.events(SurprisePoints)
    return event.first, event.second


@pytest.mark.rule("11.2/surprise points")
@pytest.mark.rule("11.2")
@pytest.mark.rule("11.5.5")
@pytest.mark.parametrize(
    ("section", "year", "expected"),
    [
        (4, 1941, (4 + 1 + 9, 5 + 2)),  # component 4, range 6: one more
        (3, 1941, (3 + 1 + 9, 5 + 2)),
        (4, 1942, (4 + 2 + 9, 5 + 2)),  # range 7: two more
    ],
)
def test_points_of_carriers_against_a_major_port(section: int, year: int, expected: tuple[int, int]) -> None:
    here = at_sea(
        {
            f"Hawaiian Islands {section}": [("Akagi", "ja-cv-akagi-sif")],
            "Pearl Harbor": [("Enterprise", "us-cv-enterprise-sif")],
        },
        side="axis",
        actions=ALL_AIR,
        wars=[("japan", "usa")],
        throws=(2, 9),
    )
    here.game.set(YEAR, year)
    here.start(STEP)
    here.fly(Akagi=("fly", "Pearl Harbor", 0))
    attack(here, "Pearl Harbor")
    assert points(here) == expected, "the Enterprise in port does not raise the search number"


@pytest.mark.rule("11.2")
@pytest.mark.parametrize(("port", "own"), [("Rabaul", 3), ("Truk", 5)])
def test_points_of_aircraft_from_land(port: str, own: int) -> None:
    """The attackers count in section 3, one more for the NAV; the port in section 3 or 5."""
    here = harbour(
        {"Port Moresby": [("PBY", "us-nav-pby5-wif")], port: [("Kongo", "ja-bb-kongo-sif")]},
        (2, 10),
        side="allies",
        control={"japan": ["Rabaul", "Truk"]},
    )
    here.fly(PBY=("fly", port))
    attack(here, port)
    assert points(here) == (own + 2, 3 + 1 + 10)


@pytest.mark.rule("11.2")
@pytest.mark.rule("15.1/naval units")
def test_the_surprised_have_no_points_and_half_their_guns() -> None:
    here = harbour(PEARL_HARBOR, (2, 9, *[1] * 6), surprised=("japan", "usa"))
    here.fly(Akagi=("fly", "Pearl Harbor", 0), Kaga=("fly", "Pearl Harbor", 0))
    attack(here, "Pearl Harbor")
    here.do("keep-submarines-out")
    assert points(here) == (14, 0)
    here.do("accept-combat")
    here.calm()
    (fire,) = here.events(AntiAircraftFire)
    guns = sum(naval_counter(here.game, here[name]).anti_air for name in ("Nevada", "Arizona"))
    assert fire.factors == str(Fraction(guns, 2))


@pytest.mark.rule("11.2")
@pytest.mark.rule("11.5.6/spending surprise points")
def test_who_avoids_the_combat_sends_everybody_home_face_down() -> None:
    here = harbour(
        {"Port Moresby": [("PBY", "us-nav-pby5-wif")], "Truk": [("Kongo", "ja-bb-kongo-sif")]},
        (10, 2),
        side="allies",
        control={"japan": ["Truk"]},
    )
    here.fly(PBY=("fly", "Truk"))
    attack(here, "Truk")
    assert here.asked == ("japan", "avoid-combat")
    here.do("avoid-combat")
    (event,) = here.events(CombatAvoided)
    assert event.place == here.place("Truk")
    here.let_go()
    assert [told.thing for told in here.events(ReturnedToBase)] == [here["PBY"]]
    assert here.face_down("PBY")


# -------------------------------------------------------------------------------------------------- the one round, its results


@pytest.mark.rule("11.2")
@pytest.mark.rule("11.5.8/combat results")
def test_an_abort_turns_a_ship_face_down_and_a_damaged_one_goes_to_the_repair_pool() -> None:
    """8 factors against 2 ships: an X and two As. The attacker picks first, then they alternate."""
    here = harbour(PEARL_HARBOR, (5, 8, *[1] * 6, 10, 1, 1))
    here.fly(Akagi=("fly", "Pearl Harbor", 0), Kaga=("fly", "Pearl Harbor", 0))
    attack(here, "Pearl Harbor")
    here.do("keep-submarines-out")
    here.calm()
    assert here.asked == ("japan", "pick-target")
    here.do("pick-target", here["Nevada"])  # a 10: the X becomes a D
    here.calm()
    assert here.asked == ("usa", "pick-target")
    here.do("pick-target", here["Arizona"])  # an A
    here.calm()
    assert [(hit.target, hit.suffered) for hit in here.events(HitSuffered)][:2] == [
        (here["Nevada"], "D"),
        (here["Arizona"], "A"),
    ]
    pick_the_first(here)
    assert [event.ship for event in here.events(ToRepairPool)] == [here["Nevada"]]
    assert place_name(here.game, here.at("Nevada")) == "repair pool of usa"
    assert here["Arizona"] in here.events(ShipsTurned)[0].ships
    assert here.face_down("Arizona")
    assert here.is_at("Arizona", "Pearl Harbor"), "nobody sails from port in a port attack"
    assert here.face_down("Akagi")
    assert here.is_at("Akagi", "Hawaiian Islands 4")
    assert len(here.events(PortAttacked)) == 1, "one round"


@pytest.mark.rule("11.2")
@pytest.mark.rule("11.5.8/convoys")
def test_aborted_convoy_points_in_port_are_used_and_damaged_ones_go_to_the_repair_pool() -> None:
    here = at_sea(
        {"Hawaiian Islands 4": [("Akagi", "ja-cv-akagi-sif")]},
        side="axis",
        actions=ALL_AIR,
        wars=[("japan", "usa")],
        throws=(5, 5, 10, 1),
    )
    here.lay("usa", "Pearl Harbor", 6)
    here.start(STEP)
    here.fly(Akagi=("fly", "Pearl Harbor", 1))  # three factors against two ships: a D and two As
    attack(here, "Pearl Harbor")
    pick_the_first(here)
    usa, port = power(here.game, "usa"), here.place("Pearl Harbor")
    state = here.game.state
    pool = here.place("repair pool of usa")
    assert state.amount(CONVOY_POINTS, usa, port) + state.amount(CONVOY_POINTS, usa, pool) == 6
    assert state.amount(CONVOY_POINTS, usa, pool) == 3
    assert state.amount(USED_CONVOY_POINTS, usa, port) == 3


@pytest.mark.rule("11.2")
def test_several_ports_are_attacked_in_any_order_and_who_flew_there_is_home_before_the_next() -> None:
    here = harbour(
        {
            "Hawaiian Islands 4": [("Akagi", "ja-cv-akagi-sif"), ("Kaga", "ja-cv-kaga-sif")],
            "Pearl Harbor": [("Nevada", "us-bb-nevada-sif")],
            "Midway": [("Arizona", "us-bb-arizona-sif")],
        },
        (5, 5, *[1] * 20),
    )
    here.fly(Akagi=("fly", "Pearl Harbor", 0), Kaga=("fly", "Midway", 0))
    assert here.asked == ("japan", "attack-port")
    assert set(here.offer("attack-port").domain) == {here.place("Pearl Harbor"), here.place("Midway")}
    here.do("attack-port", here.place("Midway"))
    pick_the_first(here)
    kinds = (PortAttacked, PortAttackOver, Flipped)
    told = [event for entry in here.game.entries for event in entry.events if isinstance(event, kinds)]
    assert [_line(here, event) for event in told] == [
        "PortAttacked Midway",
        "PortAttackOver Midway",
        "Kaga down",
        "PortAttacked Pearl Harbor",
        "PortAttackOver Pearl Harbor",
        "Akagi down",
    ]


def _line(here: Seafaring, event: Event) -> str:
    if isinstance(event, Flipped):
        return next(f"{name} down" for name, thing in here.things.items() if thing == event.thing)
    assert isinstance(event, PortAttacked | PortAttackOver)
    return f"{type(event).__name__} {here.where_is(event.place)}"


# ------------------------------------------------------------------------------------------------------ fighters over the port

RABAUL: Units = {
    "Port Moresby": [("PBY", "us-nav-pby5-wif"), ("P-40", "us-ftr-p-40c-wif")],
    "Rabaul": [("Kongo", "ja-bb-kongo-sif"), ("Zuikaku", "ja-cv-zuikaku-sif"), ("Zero", "ja-ftr-a6m2-wif")],
}


@pytest.mark.rule("11.2", example="A14")
@pytest.mark.rule("14.4/carrier planes")
def test_fighters_over_the_port_fight_and_carriers_in_port_do_not() -> None:
    here = harbour(RABAUL, (5, 5, *[6] * 8), side="allies", control={"japan": ["Rabaul"]})
    assert here.asked == ("japan", "fly-patrols")
    assert here.can("Zero", "patrol", "Rabaul")
    assert not here.can("Zuikaku", "patrol", "Rabaul", 5)
    here.hold()
    here.fly(PBY=("fly", "Rabaul"))
    assert here.asked == ("japan", "fly-interceptors")
    here.fly(Zero=("intercept", "Rabaul"))
    attack(here, "Rabaul")
    here.calm()
    assert len(here.events(RoundBegan)) == 1


@pytest.mark.rule("15.1/aircraft units")
@pytest.mark.rule("11.2")
def test_whoever_surprises_the_ships_meets_no_patrol() -> None:
    """The mission is against the ships, whoever else stands in the hex."""
    here = harbour(RABAUL, (5, 5, *[6] * 8), side="allies", control={"japan": ["Rabaul"]}, surprised=("usa", "japan"))
    here.fly(Zero=("patrol", "Rabaul"))
    here.fly(PBY=("fly", "Rabaul"))
    assert not here.asked[1].startswith("fly-"), "nobody may intercept"
    here.calm()
    assert not here.events(RoundBegan)


@pytest.mark.rule("11.2")
@pytest.mark.rule("11.5.9")
def test_surprise_points_buy_air_to_air_values_over_a_port() -> None:
    here = harbour(RABAUL, (1, 9, *[6] * 8), side="allies", control={"japan": ["Rabaul"]})
    here.fly(Zero=("patrol", "Rabaul"))
    here.fly(PBY=("fly", "Rabaul"), **{"P-40": ("escort", "Rabaul")})
    attack(here, "Rabaul")
    here.do("accept-combat")
    while here.asked[1] == "air-arrange":
        here.do("arrange", next(iter(here.offer("arrange").every())))
    assert here.asked == ("usa", "air-surprise")
    here.do("spend-surprise", (("raise-own", 2), ("lower-theirs", 0)))
    (event,) = here.events(RoundBegan)
    assert event.values == (1, 1), "4 against 5, and two more"


@pytest.mark.rule("11.2")
def test_the_ships_stay_where_they_are_and_nobody_is_left_in_the_air() -> None:
    here = harbour(RABAUL, (5, 5, *[6] * 4), side="allies", control={"japan": ["Rabaul"]})
    here.fly(Zero=("patrol", "Rabaul"))
    here.fly(PBY=("fly", "Rabaul"), **{"P-40": ("escort", "Rabaul")})
    here.let_go(until=("air-abort",))
    here.do("abort")
    here.let_go()
    assert here.asked == ("", "")
    homes = {place_name(here.game, here.game.state[PLACE][here[name]]) for name in ("PBY", "P-40", "Zero")}
    assert not any("flight" in name for name in homes)
    assert here.is_at("Kongo", "Rabaul")


@pytest.mark.rule("11.2")
@pytest.mark.rule("18.2")
@pytest.mark.parametrize(("owner", "may"), [("ussr", True), ("commonwealth", False)])
@pytest.mark.parametrize("convoys", [True, False])
def test_nobody_defends_ships_that_he_does_not_cooperate_with(owner: str, may: bool, convoys: bool) -> None:
    """The fighter stands in the port; whose naval units are attacked there decides."""
    ships = [] if convoys else [("SCS", f"{owner} SCS")]
    here = at_sea(
        {"Murmansk": [("FTR", "ussr FTR"), *ships], "Petsamo": [("NAV", "germany NAV")]},
        side="axis",
        actions={"germany": "air"},
        wars=[("germany", "ussr"), ("germany", "commonwealth")],
        control={"germany": ["Petsamo"]},
    )
    if convoys:
        here.lay(owner, "Murmansk", 3)
    here.start(STEP)
    patrols = here.asked == ("ussr", "fly-patrols") and here.can("FTR", "patrol", "Murmansk")
    assert patrols == may


@pytest.mark.rule("11.2")
@pytest.mark.rule("11.1")
def test_who_has_passed_attacks_no_port_and_an_ally_of_his_does() -> None:
    here = harbour(
        {
            "Western Mediterranean 3": [("Ark Royal", "cw-cv-ark-royal-sif")],
            "Cagliari": [("Zara", "it-ca-zara-sif")],
            "Toulon": [("French", "france NAV")],
        },
        side="allies",
        wars=[("commonwealth", "italy"), ("france", "italy")],
        actions={"commonwealth": "pass", "france": "air"},
    )
    while here.asked[0] == "italy":
        here.hold()
    assert here.asked == ("france", "fly-attackers")
    here.hold()
    assert here.asked == ("", "")
