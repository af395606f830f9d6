"""11.12 Debarking land units at sea: which ships, onto which coasts, and what it costs."""

from __future__ import annotations

import pytest
from ashore import Landing, landing
from positions import country, give_control, power, put, set_weather

from worldfire.forces.partisans import SOIL
from worldfire.forces.who import CONTROLLER, change_country
from worldfire.rules.s02_2_zones_of_control import exerts_zoc
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s10_actions import ActivityCounted
from worldfire.rules.s11_04_5_naval_transport import Debarked

WAR = [("italy", "commonwealth"), ("germany", "commonwealth"), ("germany", "france")]
TRS, AMPH = ("TRS", "cw-trs-1938-sif"), ("AMPH", "cw-amph-1938-sif")
INF, MAR, HQ = ("INF", "united-kingdom INF"), ("MAR", "united-kingdom MAR"), ("HQ", "Alexander")
#: a coastal hex of Egypt without a port
BEACH = "E1604"
SEA = "Eastern Mediterranean"


def off_egypt(
    *cargo: tuple[tuple[str, str], tuple[str, str]], section: int = 0, action: str = "combined", **more: object
) -> Landing:
    """Pairs of a unit and its transport, in a section of the Eastern Mediterranean."""
    units = {f"{SEA} {section}": [thing for pair in cargo for thing in pair], **more.pop("units", {})}  # type: ignore[dict-item]
    aboard = {unit[0]: ship[0] for unit, ship in cargo}
    here = landing(units, aboard, actions={"commonwealth": action}, wars=WAR, **more)
    here.start("step: debark at sea")
    return here


@pytest.mark.rule("11.12")
@pytest.mark.rule("11.4.5/debarking at sea")
def test_a_unit_debarks_in_a_port_of_its_sea_area_face_up_and_in_supply() -> None:
    """Even from section 0; it is one land move, and its transport is turned face-down when the step ends."""
    here = off_egypt((INF, TRS))
    assert here.asked == ("commonwealth", "debark")
    events = here.land("debark", INF="Mersa Matruh")
    assert Debarked(thing=here["INF"], transport=here["TRS"], to=here.spot("Mersa Matruh")) in events
    counted = [event for event in events if isinstance(event, ActivityCounted)]
    assert [(event.activity, event.limit, event.count) for event in counted] == [("debark at sea", "land moves", 1)]
    assert here.is_at("INF", "Mersa Matruh")
    assert not here.face_down("INF")
    assert in_supply(here.game, here["INF"]), "with no source within its reach"
    assert exerts_zoc(here.game, here["INF"], here.spot("E1905"))
    assert here.asked == ("", ""), "nobody is left"
    assert here.face_down("TRS")


@pytest.mark.rule("11.12")
@pytest.mark.parametrize(
    ("unit", "ship", "place", "why"),
    [
        (INF, TRS, BEACH, "11.12 no-port-to-debark"),
        (INF, AMPH, BEACH, ""),
        (MAR, TRS, BEACH, ""),
        (HQ, TRS, BEACH, ""),
        (INF, TRS, "Tobruk", "11.12 debark-on-a-friendly-coast"),
        (INF, TRS, "Gibraltar", "11.12 not-on-its-sea-area"),
        (INF, TRS, "Cairo", "11.12 not-on-its-sea-area"),
    ],
)
def test_who_debarks_where(unit: tuple[str, str], ship: tuple[str, str], place: str, why: str) -> None:
    here = off_egypt((unit, ship))
    assert here.why_not("debark", **{unit[0]: place}) == why
    assert (here.where_is(here.spot(place)) in here.offered("debark", unit[0])) is not bool(why)


@pytest.mark.rule("11.12")
def test_an_hq_debarks_first_and_others_on_top_of_it() -> None:
    here = off_egypt((HQ, TRS), (INF, ("second", "commonwealth TRS")))
    assert here.why_not("debark", INF=BEACH) == "11.12 no-port-to-debark"
    here.land("debark", HQ=BEACH)
    assert not here.face_down("TRS"), "only when the step ends"
    here.land("debark", INF=BEACH)
    assert here.is_at("INF", BEACH)
    assert here.land_moves("commonwealth") == 2
    assert [here.face_down(ship) for ship in ("TRS", "second")] == [True, True]


@pytest.mark.rule("11.12")
@pytest.mark.rule("18.2")
def test_an_hq_of_strangers_is_no_help() -> None:
    """A French HQ on the beach does not co-operate with the British."""
    units = {BEACH: [("French", "france HQ-I")]}
    assert off_egypt((INF, TRS), units=units).why_not("debark", INF=BEACH) == "11.12 no-port-to-debark"


@pytest.mark.rule("11.12")
@pytest.mark.parametrize("who", ["INF", "TRS"])
def test_whoever_is_face_down_stays_aboard(who: str) -> None:
    """So a unit that embarked out of supply does not debark at sea, nor anybody from a ship that has unloaded."""
    here = off_egypt((INF, TRS), (MAR, AMPH))
    here.turn_down(who)
    here.start("step: debark at sea")
    keys = {"INF": "cargo-cannot-leave", "TRS": "transport-cannot-unload"}
    assert here.why_not("debark", INF="Mersa Matruh") == f"11.4.5 {keys[who]}"


@pytest.mark.rule("11.12")
@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("action", "left"), [("combined", 3), ("naval", 9), ("land", 9), ("air", 0)])
def test_each_unit_is_one_land_move(action: str, left: int) -> None:
    """A combined action gives the Commonwealth 3 of them; debarking is unlimited in a naval action."""
    more = [((f"INF{number}", "united-kingdom INF"), (f"TRS{number}", "commonwealth TRS")) for number in range(4)]
    here = off_egypt(*more, action=action)
    if not left:
        assert here.asked == ("", "")
        return
    pairs = dict.fromkeys(("INF0", "INF1", "INF2", "INF3"), "Mersa Matruh")
    why = "10.2 activity-limit-reached" if left < 4 else ""
    assert here.why_not("debark", **pairs) == why


@pytest.mark.rule("11.12")
@pytest.mark.rule("11.10.2/weather")
@pytest.mark.parametrize(("weather", "down"), [("fine", False), ("storm", True)])
def test_a_hex_that_costs_more_than_it_has_turns_a_unit_face_down(weather: str, down: bool) -> None:
    """Forest in Sweden for a leg unit of 3 movement points: 2, or doubled in a storm 4."""
    here = landing(
        {"Baltic Sea 2": [("AMPH", "germany AMPH"), ("MIL", "germany GAR")]},
        {"MIL": "AMPH"},
        side="axis",
        actions={"germany": "land"},
        wars=[("germany", "ussr")],
        weather=weather,
    )
    give_control(here.game, "germany", "E2945")
    here.start("step: debark at sea")
    here.land("debark", MIL="E2945")
    assert here.face_down("MIL") is down


@pytest.mark.rule("11.12")
@pytest.mark.rule("8.2.1/iced-in ports")
def test_an_iced_in_port_is_closed() -> None:
    here = landing(
        {"Baltic Sea 2": [("TRS", "germany TRS"), ("INF", "germany INF")]},
        {"INF": "TRS"},
        side="axis",
        actions={"germany": "land"},
        wars=[("germany", "ussr")],
        control={"germany": ["Stockholm", "Malmo"]},
        weather="snow",
    )
    here.start("step: debark at sea")
    assert here.why_not("debark", INF="Stockholm") == "11.12 no-port-to-debark"
    assert here.why_not("debark", INF="Malmo") == "", "this one is never iced in"
    set_weather(here.game, "fine")
    here.start("step: debark at sea")
    assert here.why_not("debark", INF="Stockholm") == ""


@pytest.mark.rule("11.12")
@pytest.mark.rule("13.1.3")
def test_units_of_their_country_debark_where_partisans_are() -> None:
    """Ukrainian partisans in Odessa hold it open for a Soviet corps, and then it is Soviet."""
    here = landing(
        {
            "Black Sea 2": [("TRS", "ussr TRS"), ("MTN", "ussr MTN")],
        },
        {"MTN": "TRS"},
        actions={"ussr": "land"},
        wars=[("germany", "ussr")],
        control={"germany": ["Odessa"]},
    )
    game = here.game
    here.start("step: debark at sea")
    assert here.asked == ("ussr", "debark")
    assert here.why_not("debark", MTN="Odessa") == "11.12 debark-on-a-friendly-coast"
    partisan = put(game, "partisans-part-13", "Odessa")
    change_country(game, partisan, country(game, "ussr"))
    game.write(SOIL, partisan, country(game, "ussr"))
    here.start("step: debark at sea")
    here.land("debark", MTN="Odessa")
    assert here.is_at("MTN", "Odessa")
    assert game.state[CONTROLLER][here.spot("Odessa")] == power(game, "ussr")


@pytest.mark.rule("2.3.1")
@pytest.mark.rule("11.12")
def test_stacking_counts_when_the_step_ends() -> None:
    """A third corps in the hex: one is destroyed, as the controller chooses."""
    here = off_egypt((INF, AMPH), units={BEACH: [("A", "united-kingdom ARM"), ("B", "united-kingdom MECH")]})
    here.land("debark", INF=BEACH)
    assert here.asked == ("commonwealth", "destroy-surplus")
    here.do("destroy-surplus", here["B"])
    assert here.asked == ("", "")


@pytest.mark.rule("11.12")
def test_nobody_is_asked_whose_ships_carry_no_land_unit() -> None:
    here = landing(
        {f"{SEA} 2": [TRS, ("FTR", "united-kingdom FTR")]}, {"FTR": "TRS"}, actions={"commonwealth": "land"}, wars=WAR
    )
    put(here.game, "united-kingdom HQ-I", BEACH)
    here.start("step: debark at sea")
    assert here.asked == ("", "")
    assert not here.face_down("TRS")


@pytest.mark.rule("11.1")
@pytest.mark.rule("11.10.4")
def test_neutrals_debark_at_home_and_who_has_passed_nowhere() -> None:
    """A neutral USA lands its corps on its own coast, but not in Canada."""
    units = {"East Coast 0": [("TRS", "usa TRS"), ("INF", "usa INF")]}
    here = landing(units, {"INF": "TRS"}, actions={"usa": "combined"}, wars=WAR)
    here.start("step: debark at sea")
    assert here.asked == ("usa", "debark")
    assert here.why_not("debark", INF="Halifax") == "11.10.4 neutral-power-stays-out"
    here.land("debark", INF="Norfolk")
    assert here.is_at("INF", "Norfolk")
    idle = landing(units, {"INF": "TRS"}, actions={"usa": "pass", "commonwealth": "naval"}, wars=WAR)
    idle.start("step: debark at sea")
    assert idle.asked == ("", "")


@pytest.mark.rule("18.2/foreign troop commitments")
@pytest.mark.rule("11.12")
def test_foreign_troops_debark_in_france_behind_their_hq() -> None:
    """Gort commands two others: alone they are not let in, and the third corps is not either."""
    here = landing(
        {
            "North Sea 2": [
                *((f"T{number}", "commonwealth TRS") for number in range(4)),
                ("Gort", "Gort"),
                *((f"I{number}", "united-kingdom INF") for number in range(1, 4)),
            ]
        },
        {"Gort": "T0", "I1": "T1", "I2": "T2", "I3": "T3"},
        actions={"commonwealth": "naval"},
        wars=WAR,
    )
    here.start("step: debark at sea")
    assert here.why_not("debark", I1="Calais") == "18.2 foreign-troops"
    here.land("debark", Gort="Calais")
    assert here.why_not("debark", I1="Le Havre", I2="Le Havre", I3="Le Havre") == "18.2 foreign-troops"
    here.land("debark", I1="Calais")
    here.land("debark", I2="Le Havre")
    assert here.why_not("debark", I3="Le Havre") == "18.2 foreign-troops"
