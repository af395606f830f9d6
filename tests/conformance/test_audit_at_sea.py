"""Where sections of the naval rules meet: what an audit of them found."""

from __future__ import annotations

import pytest
from positions import align, country, power, set_wars
from seafaring import at_sea
from test_s11_05_naval_combat import AXIS, CLASSIC, CLASSIC_RAIDER, WAR, begin, suffering, waters

from worldfire.forces.things import PLACE
from worldfire.rules.s02_4_supply_limits import sea_is_open, tracer_of_country
from worldfire.rules.s11_04_naval_units import MINOR_CONVOYS
from worldfire.rules.s11_04_under_way import NAVAL_COMBAT, NavalCombat
from worldfire.rules.s11_05_4_committing import Force, Stack
from worldfire.rules.s11_05_6_surprise_points import SurprisePoints
from worldfire.rules.s11_05_8_aborts import ABORTING, Aborting
from worldfire.rules.s15_surprise import SURPRISE


@pytest.mark.rule("11.5.8/convoys")
@pytest.mark.rule("11.5.8/combat results")
def test_ten_convoy_points_that_two_results_abort_all_go_home() -> None:
    """Five with each result: together, or when the first have sailed the others still have to."""
    here = waters(CLASSIC_RAIDER, wars=WAR, options=CLASSIC)
    suffering(here, ("A", "A"), commonwealth=10)
    together = here.game.why_not("abort-to", ((here.convoys("commonwealth", "North Sea", 10),), (here.spot("London"),)))
    assert not together
    here.abort([here.convoys("commonwealth", "North Sea", 5)], "London")
    assert here.asked == ("commonwealth", "abort-to")
    here.abort([here.convoys("commonwealth", "North Sea", 5)], "London")
    assert here.points("commonwealth", "North Sea") == (0, 0)
    assert here.points("commonwealth", "London") == (10, 10)


@pytest.mark.rule("11.1")
@pytest.mark.rule("11.4.6/how to intercept")
@pytest.mark.parametrize(("action", "asked"), [("combined", ("italy", "intercept")), ("pass", ("", ""))])
def test_a_power_that_passed_does_not_intercept_who_aborts_in_its_own_impulse(
    action: str, asked: tuple[str, str]
) -> None:
    """The French cruiser that Germany has beaten goes home past an Italian one."""
    here = at_sea(
        {"Italian Coast 0": [("French", "fr-ca-algerie-sif")], "Western Mediterranean 3": [("Pola", "it-ca-pola-sif")]},
        side="axis",
        actions={"germany": "naval", "italy": action},
        wars=[("germany", "france"), ("italy", "france")],
    )
    leaving = Aborting("Italian Coast", Force((here["French"],)))
    begin(
        here,
        (NAVAL_COMBAT, NavalCombat("Italian Coast", AXIS), "damaged_units_abort"),
        (ABORTING.name, leaving, "turn_them_down"),
    )
    here.abort(["French"], "Western Mediterranean", "Marseille")
    assert here.asked == asked
    if not asked[1]:
        assert here.is_at("French", "Marseille")


@pytest.mark.rule("2.4.2/overseas supply paths")
@pytest.mark.rule("9.8")
@pytest.mark.parametrize("friend", ["finland", "germany"])
def test_a_cruiser_at_war_with_finland_alone_cuts_finnish_supply_until_a_finnish_ship_comes(friend: str) -> None:
    """Germany, which Finland belongs to, is at peace with the USSR: its own supply passes, and its ships help nobody."""
    ship = {"finland": "finland SCS", "germany": "ge-ca-prinz-eugen-sif"}[friend]
    here = at_sea(
        {"Baltic Sea 2": [("Kirov", "ussr SCS")], "Turku": [("Finns", "finland INF")], "Kiel": [("ship", ship)]},
        actions={},
        side="axis",
    )
    align(here.game, "finland", "germany")
    set_wars(here.game, [("ussr", "finland"), ("germany", "commonwealth")])
    finn, german = (tracer_of_country(here.game, country(here.game, name)) for name in ("finland", "germany"))
    here.game.forget()
    assert not sea_is_open(here.game, finn, "Baltic Sea")
    assert sea_is_open(here.game, german, "Baltic Sea")
    here.game.write(PLACE, here["ship"], here.spot("Baltic Sea 1"))
    here.game.forget()
    assert sea_is_open(here.game, finn, "Baltic Sea") == (friend == "finland")


@pytest.mark.rule("11.5.8/combat results")
@pytest.mark.rule("11.5.11")
def test_all_that_abort_to_one_port_may_go_together_out_of_their_sections() -> None:
    """Each with the movement points that its own section leaves it."""
    here = at_sea(
        {
            "Marianas 0": [("TRS", "us-trs-1922-sif")],
            "Marianas 2": [("Quincy", "us-ca-quincy-sif")],
            "Marianas 4": [("Astoria", "us-ca-astoria-sif")],
            "Marshalls 3": [("Tenryu", "ja-cl-tenryu-clif")],
        },
        side="axis",
        actions={"japan": "naval"},
        wars=[("japan", "usa")],
    )
    convoy = here.lay("usa", "Marianas", 3)
    stack = Stack(power(here.game, "usa"), here.spot("Marianas"), 3)
    ships = tuple(here[name] for name in ("TRS", "Quincy", "Astoria"))
    begin(
        here,
        (NAVAL_COMBAT, NavalCombat("Marianas", AXIS), "damaged_units_abort"),
        (ABORTING.name, Aborting("Marianas", Force(ships, (stack,))), "turn_them_down"),
    )
    homeward = ("Marshalls", "Hawaiian Islands", "Pearl Harbor")
    assert here.refusal("usa", ["Astoria", "Quincy"], *homeward, verb="abort-to") == "13.4 no-movement-to-return"
    here.abort([convoy, "TRS", "Quincy"], *homeward)
    assert here.asked == ("japan", "intercept"), "one task force, one attempt"
    here.do("pass")
    assert {here.place_named(name) for name in ("TRS", "Quincy")} == {"Pearl Harbor"}
    assert here.points("usa", "Pearl Harbor") == (3, 3)


@pytest.mark.rule("19.4.1")
@pytest.mark.rule("15.1/naval units")
@pytest.mark.rule("11.2")
@pytest.mark.parametrize("same_impulse", [True, False])
def test_convoy_points_of_a_minor_country_are_its_units_in_the_impulse_in_which_it_is_attacked(
    same_impulse: bool,
) -> None:
    """Italy attacks Greece alone: Greek convoy points in Athens are a target, and surprised, though they are British."""
    here = at_sea(
        {"Taranto": [("SM-79", "it-nav-sm-79ii-wif")]},
        side="axis",
        actions={"italy": "air"},
        throws=(5, 5, 10, 10, 10, 10),
    )
    greece, italy = country(here.game, "greece"), power(here.game, "italy")
    align(here.game, "greece", "commonwealth")
    set_wars(here.game, [("italy", "greece"), ("germany", "commonwealth")])
    here.lay("commonwealth", "Athens", 9)
    here.game.set(SURPRISE, ((italy, power(here.game, "greece")),))
    here.game.set(MINOR_CONVOYS, ((power(here.game, "commonwealth"), here.spot("Athens"), greece),))
    if not same_impulse:
        here.game.set(MINOR_CONVOYS, ())
    here.start("port attack")
    if not same_impulse:
        assert here.asked == ("", ""), "Italy is not at war with the Commonwealth"
        return
    here.fly(**{"SM-79": ("fly", "Athens")})
    (points,) = here.events(SurprisePoints)
    assert (points.first, points.second) == (3 + 1 + 5, 0), "three, one for a NAV, and the die of the other side"


@pytest.mark.rule("8.2.1/iced-in ports")
@pytest.mark.rule("11.4.5/debarking in port")
@pytest.mark.parametrize(("weather", "tired"), [("snow", True), ("rain", False)])
def test_the_cargo_of_a_transport_that_comes_into_a_closed_port_lands_face_down(weather: str, tired: bool) -> None:
    here = at_sea(
        {"Kiel": [("TRS", "germany TRS"), ("INF", "germany INF")]},
        side="axis",
        actions={"germany": "naval"},
        wars=[("germany", "ussr")],
        control={"germany": ["Leningrad"]},
        weather=weather,
    )
    here.start("naval movement")
    here.sail("germany", ["TRS"], "Baltic Sea", "Leningrad", cargo={"INF": "TRS"})
    assert here.is_at("INF", "Leningrad")
    assert (here.face_down("TRS"), here.face_down("INF")) == (True, tired)
