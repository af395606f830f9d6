"""19.4.3 Half of a minor country's army stays at home."""

from __future__ import annotations

import pytest
from positions import align, country, position
from sorties import Sortie, sortie
from steps import begin_step, declare, march, places, refusal, units, where

from worldfire.engine.game import Game
from worldfire.forces.who import NEW_HOME, change_country
from worldfire.rules.s11_16_rebase import Rebased
from worldfire.rules.s19_4_minor_units import muster

FIGHTER, BOMBER = "netherlands-ftr-fokker-d-xxi-wif", "netherlands-lnd-martin-wif"
CORPS, MILITIA = "netherlands-inf-i", "netherlands-mil-amsterdam"
WAR = [("japan", "commonwealth"), ("germany", "commonwealth")]
KEPT = "19.4.3 half-must-stay-home"


def indies(game: Game) -> None:
    """The Netherlands have fallen; the East Indies are their home country now."""
    game.write(NEW_HOME, country(game, "netherlands"), country(game, "netherlands-east-indies"))


def dutch_aircraft(*abroad: tuple[str, str]) -> Sortie:
    at_home = [name for name in (CORPS, MILITIA) if name not in [who for who, _ in abroad]]
    here = sortie(
        "global-war",
        {
            "P3117": [("fighter", FIGHTER), ("bomber", BOMBER), *((name, name) for name in at_home)],
            "Darwin": list(abroad),
        },
        side="allies",
        actions={"commonwealth": "air"},
        wars=WAR,
        control={"commonwealth": ["P3117", "Darwin"]},
    )
    for name in ("netherlands", "netherlands-east-indies"):
        align(here.game, name, "commonwealth")
    indies(here.game)
    here.start("rebase")
    return here


@pytest.mark.rule("19.4.3", example="WF2-174")
def test_three_of_four_dutch_units_may_be_abroad() -> None:
    """One corps is in Darwin already; both aircraft may follow, because half are at home when each of them leaves."""
    here = dutch_aircraft((CORPS, CORPS))
    dutch = country(here.game, "netherlands")
    assert muster(here.game, dutch) == (3, 4)
    for name in ("fighter", "bomber"):
        here.do("rebase", here[name])
        events = here.do("rebase-to", here.place("Darwin"))
        assert Rebased(thing=here[name], base=here.place("Darwin")) in events
    assert muster(here.game, dutch) == (1, 4)


@pytest.mark.rule("19.4.3", example="WF2-174")
def test_the_fourth_stays() -> None:
    """Three are abroad: no base outside the East Indies is offered to the last."""
    here = dutch_aircraft((CORPS, CORPS), (MILITIA, MILITIA))
    here.do("rebase", here["fighter"])
    here.do("rebase-to", here.place("Darwin"))
    assert muster(here.game, country(here.game, "netherlands")) == (1, 4)
    here.do("rebase", here["bomber"])
    shape = here.game.offers("commonwealth")["rebase-to"]
    assert here.place("Darwin") not in shape.domain  # type: ignore[attr-defined]


RUMANIA = ("rumania-inf-i", "rumania-inf-ii", "rumania-cav-cav", "rumania-mtn-alp")


def rumanians(*abroad: str) -> Game:
    """At Galatz, E1926 and Jassy, beside Bessarabia, which is Soviet; the others are at Odessa."""
    at_home = [name for name in RUMANIA if name not in abroad]
    game = position(
        "barbarossa",
        units={"E2029": at_home[:2], "E2027": at_home[2:], "Odessa": abroad},
        wars=[("germany", "ussr")],
        control={"germany": ["Odessa"]},
    )
    return begin_step(game, "land movement", "germany")


@pytest.mark.rule("19.4.3")
def test_rumanian_corps_keep_half_of_the_army_at_home() -> None:
    game = rumanians("rumania-cav-cav", "rumania-mtn-alp")  # 2 of 4 are at home
    first, second = "rumania-inf-i", "rumania-inf-ii"
    assert refusal(game, "germany", (first,), "E1929") == ""
    assert refusal(game, "germany", (first, second), "E1929") == KEPT  # the second would leave 1 of 4
    march(game, "germany", (first,), "E1929")
    assert refusal(game, "germany", (second,), "E1929") == KEPT
    assert refusal(game, "germany", (second,), "E2129") == ""  # at home it goes where it likes


@pytest.mark.rule("19.4.3")
@pytest.mark.rule("11.10.6")
def test_rumanians_do_not_leave_home_by_an_overrun_either() -> None:
    """With one of four at home it stays there, whoever it would overrun with."""
    game = position(
        "barbarossa",
        units={
            "E2029": ["ge-arm-lvii", "rumania-inf-i"],
            "Odessa": ["rumania-cav-cav", "rumania-mtn-alp"],
            "Lvov": ["rumania-inf-ii"],
            "E1929": ["ussr MIL"],
        },
        wars=[("germany", "ussr")],
        control={"germany": ["Odessa", "Lvov"]},
    )
    begin_step(game, "land movement", "germany")
    assert refusal(game, "germany", ("ge-arm-lvii", "rumania-inf-i"), "E1929", verb="overrun") == KEPT
    assert refusal(game, "germany", ("ge-arm-lvii",), "E1929", verb="overrun") != KEPT


@pytest.mark.rule("19.4.3")
@pytest.mark.rule("11.15.5/advancing after combat")
def test_rumanians_do_not_leave_home_by_an_advance_either() -> None:
    """Two of four are at home and attack Bessarabia: one of them may advance, not both."""
    game = position(
        "barbarossa",
        units={
            "E2029": ["rumania-inf-i", "rumania-inf-ii"],
            "Odessa": ["rumania-cav-cav", "rumania-mtn-alp"],
            "E2030": ["ussr GAR"],
        },
        wars=[("germany", "ussr")],
        control={"germany": ["Odessa"], "ussr": ["E2030"]},
    )
    begin_step(game, "land combat", "germany", throws=[10])
    declare(game, "germany", E2030=["rumania-inf-i", "rumania-inf-ii"])
    game.submit("germany", "done")
    while game.decision is not None and game.decision.prompt != "advance-after-combat":
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        game.submit(seat, verb, next(iter(shape.every())))
    first, second = units(game, "rumania-inf-i", "rumania-inf-ii")
    assert [why.key for why in game.why_not("advance", (first, second), "germany")] == ["half-must-stay-home"]
    assert game.why_not("advance", (first,), "germany") == ()


def driven_out(*abroad: str) -> Game:
    """The first corps has lost a combat in E2128 and must retreat. Transylvania beside it, E2228, is in German hands."""
    at_home = [name for name in RUMANIA[1:] if name not in abroad]
    game = position(
        "barbarossa",
        units={
            "E2128": ["rumania-inf-i"],
            "Bucharest": at_home,
            "Odessa": abroad[:2],
            "Lvov": abroad[2:],
            "E2028": RED,
        },
        wars=[("germany", "ussr")],
        control={"germany": ["Odessa", "Lvov", "E2228"], "ussr": ["E2028"]},
    )
    begin_step(game, "land combat", "ussr", throws=[4])
    declare(game, "ussr", E2128=RED)
    game.submit("ussr", "done")
    game.submit("ussr", "choose-table", "blitzkrieg")
    assert game.decision is not None
    assert game.decision.prompt == "retreat-to"
    return game


RED = ("su-mech-1", "su-arm-1")


@pytest.mark.rule("19.4.3")
@pytest.mark.rule("11.15.5/retreats")
def test_rumanians_do_not_leave_home_by_a_retreat_either() -> None:
    """While two of four are at home it may go to Transylvania; the last of them stays in the country."""
    game = driven_out("rumania-cav-cav", "rumania-mtn-alp")
    (abroad,) = places(game, "E2228")
    assert game.why_not("retreat-to", abroad, "ussr") == ()
    game = driven_out("rumania-cav-cav", "rumania-mtn-alp", "rumania-inf-ii")
    (why,) = game.why_not("retreat-to", abroad, "ussr")
    assert f"{why.rule} {why.key}" == KEPT
    (at_home,) = places(game, "E2127")
    game.submit("ussr", "retreat-to", at_home)
    assert where(game, "rumania-inf-i") == "E2127"


@pytest.mark.rule("19.4.3")
@pytest.mark.rule("11.14")
@pytest.mark.parametrize(("abroad", "may"), [((), True), (("rumania-inf-i", "rumania-inf-ii"), False)])
def test_rumanians_do_not_leave_home_by_a_drop_either(abroad: tuple[str, ...], may: bool) -> None:
    """A PARA of the Rumanian army, three units strong, drops into Bessarabia only while half of the army is at home."""
    at_home = [name for name in RUMANIA[:2] if name not in abroad]
    here = sortie(
        "barbarossa",
        {
            "Bucharest": [("Ju-52", "ge-atr-ju-52-wif"), ("PARA", "germany PARA"), ("ally", "germany PARA")],
            "E2027": [(name, name) for name in at_home],
            "Odessa": [(name, name) for name in abroad],
            "Kishinev": [("I-16", "su-ftr-i-16-wif")],
        },
        side="axis",
        actions={"germany": "land"},
        wars=[("germany", "ussr")],
        control={"germany": ["Odessa", "country:Hungary"], "ussr": ["E1929"]},
    )
    rumania = country(here.game, "rumania")
    change_country(here.game, here["PARA"], rumania)
    here.start("paradrop")
    here.hold()
    assert muster(here.game, rumania) == (3 - len(abroad), 3)
    assert here.can("Ju-52", "fly", "E1929", "PARA") is may
    assert here.can("Ju-52", "fly", "E1929", "ally")
