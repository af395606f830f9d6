"""11.16 aircraft that leave a TRS at sea, and what forbids a long rebase; 11.17.3 transports that reorganise."""

from __future__ import annotations

import pytest
from ashore import Landing, landing
from positions import power

from worldfire.forces.things import NO_PLANES
from worldfire.rules.s11_16_rebase import Rebased
from worldfire.rules.s11_17_reorganisation import Reorganised
from worldfire.rules.s14_1_range import seas_with_enemies

WAR = [("italy", "commonwealth")]
TRS, FTR = ("TRS", "cw-trs-1938-sif"), ("FTR", "united-kingdom FTR")
SEA = "Eastern Mediterranean"
#: a coastal hex of Egypt without a port
BEACH = "E1604"


# ------------------------------------------------------------------------------------------------------ off a transport


def fighters_aboard(**more: list[tuple[str, str]]) -> Landing:
    here = landing(
        {f"{SEA} 0": [TRS, FTR, ("second", "commonwealth TRS"), ("INF", "united-kingdom INF")], **more},
        {"FTR": "TRS", "INF": "second"},
        actions={"commonwealth": "air"},
        wars=WAR,
    )
    here.start("step: rebase")
    return here


def why_not_there(here: Landing, place: str) -> str:
    (found,) = here.game.why_not("rebase-to", here.spot(place), "commonwealth")
    return f"{found.rule} {found.key}"


@pytest.mark.rule("11.16")
@pytest.mark.rule("11.4.5/debarking at sea")
def test_an_aircraft_leaves_its_transport_for_an_open_port() -> None:
    """It costs a rebase mission; the TRS is turned face-down, the aircraft is not."""
    here = fighters_aboard()
    assert here.asked == ("commonwealth", "rebase")
    here.do("rebase", here["FTR"])
    assert why_not_there(here, BEACH) == "11.16 no-port-to-debark"
    assert why_not_there(here, "Cairo") == "11.16 not-on-its-sea-area"
    assert why_not_there(here, "Tobruk") == "14.2.4 base-not-friendly"
    events = here.do("rebase-to", here.spot("Mersa Matruh"))
    assert Rebased(thing=here["FTR"], base=here.spot("Mersa Matruh")) in events
    assert here.is_at("FTR", "Mersa Matruh")
    assert (here.face_down("FTR"), here.face_down("TRS"), here.face_down("second")) == (False, True, False)
    assert sum(here.game.state.columns["powers.air missions"]) == 1


@pytest.mark.rule("11.16")
def test_or_for_a_coast_with_an_hq() -> None:
    here = fighters_aboard(**{BEACH: [("HQ", "united-kingdom HQ-I")]})
    here.do("rebase", here["FTR"])
    here.do("rebase-to", here.spot(BEACH))
    assert here.is_at("FTR", BEACH)


@pytest.mark.rule("11.16")
@pytest.mark.parametrize(("who", "why"), [("FTR", "cargo-cannot-leave"), ("TRS", "transport-cannot-unload")])
def test_both_must_be_face_up(who: str, why: str) -> None:
    here = fighters_aboard(**{BEACH: [("other", "united-kingdom FTR")]})
    here.turn_down(who)
    here.start("step: rebase")
    (found,) = here.game.why_not("rebase", here["FTR"], "commonwealth")
    assert (found.rule, found.key) == ("11.4.5", why)


@pytest.mark.rule("11.16")
def test_land_units_do_not_rebase() -> None:
    here = fighters_aboard()
    (found,) = here.game.why_not("rebase", here["INF"], "commonwealth")
    assert found.key == "aircraft-not-on-the-map"


# ------------------------------------------------------------------------------------------------------ triple the range


@pytest.mark.rule("11.16")
@pytest.mark.parametrize(
    ("unit", "planes", "bars"),
    [
        ("it-ca-trento-sif", True, True),
        ("italy NAV", True, True),
        ("italy TRS", True, False),
        ("italy SUB", True, False),
        ("italy CV", True, True),
        ("italy CV", False, False),
    ],
)
def test_what_at_sea_forbids_the_triple_range(unit: str, planes: bool, bars: bool) -> None:
    """Enemy aircraft, SCS, and CVs with their planes."""
    here = landing({f"{SEA} 2": [("unit", unit)]}, {}, actions={"commonwealth": "air"}, wars=WAR)
    here.game.write(NO_PLANES, here["unit"], int(not planes))
    assert (SEA in seas_with_enemies(here.game, power(here.game, "commonwealth"))) is bars


# ------------------------------------------------------------------------------------------------------ 11.17.3 TRS supply


def tired_corps(place: str, ship: str, *, cargo: bool = False, at: str = "Mersa Matruh") -> Landing:
    """A face-down corps in a land action, and one transport that could help it."""
    units = {at: [("corps", "united-kingdom INF")], place: [("ship", ship), ("other", "united-kingdom MAR")]}
    here = landing(units, {"other": "ship"} if cargo else {}, actions={"commonwealth": "land"}, wars=WAR)
    here.turn_down("corps")
    here.start("step: reorganisation")
    return here


@pytest.mark.rule("11.17.3")
@pytest.mark.parametrize("ship", ["commonwealth TRS", "commonwealth AMPH"])
@pytest.mark.parametrize("at", ["Mersa Matruh", BEACH])
def test_a_transport_at_sea_reorganises_on_any_coast_of_its_area(ship: str, at: str) -> None:
    here = tired_corps(f"{SEA} 0", ship, at=at)
    assert here.asked == ("commonwealth", "reorganise")
    events = here.do("reorganise", here["corps"])
    assert Reorganised(unit=here["corps"], sources=(here["ship"],), points=1) in events
    assert (here.face_down("corps"), here.face_down("ship")) == (False, True)


@pytest.mark.rule("11.17.3")
@pytest.mark.parametrize(
    ("place", "cargo", "at"),
    [
        (f"{SEA} 2", True, "Mersa Matruh"),  # it carries something
        ("Alexandria", False, "Mersa Matruh"),  # it is in port
        ("Red Sea 2", False, "Mersa Matruh"),  # another sea area
        (f"{SEA} 2", False, "Cairo"),  # not on the coast
    ],
)
def test_no_other_transport_has_a_point(place: str, cargo: bool, at: str) -> None:
    assert tired_corps(place, "commonwealth TRS", cargo=cargo, at=at).asked == ("", "")
