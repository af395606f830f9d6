"""Global War from its own set-up: Germany takes Poland in Sep/Oct 1939, and Paris in Jul/Aug 1940 with a government in Vichy.

What the story does not tell is passed over: everybody else does as little as he may, and every die is a 5.
"""

from __future__ import annotations

from typing import Any

import pytest

from golden.forwarding import at_war, conquered, controlled, in_turn, put
from golden.story import Story
from worldfire.forces.situation import TURN
from worldfire.forces.things import counter_of
from worldfire.forces.who import CONQUEROR, country_named
from worldfire.tables.campaign import turn_number

AGAINST_WARSAW = {
    "ge-arm-dak": "E2739",
    "ge-mot-xxiii": "E2739",
    "ge-mot-xxxviii": "E2839",
    "ge-cav-i": "E2740",
    "ge-inf-lxxiv": "W0139",
}
POLES = {
    "poland-inf-modlin": "Warsaw",
    "poland-hq-i-rydz": "Lvov",
    "poland-cav-tarnow": "Lvov",
    "poland-inf-karpaty": "Vilna",
    "poland-inf-krakow": "Vilna",
    "poland-inf-pomorze": "Lublin",
    "poland-inf-poznan": "Lublin",
}


@pytest.mark.rule("9.5")
@pytest.mark.rule("13.3.3")
@pytest.mark.rule("13.7.1/other home countries")
@pytest.mark.rule("19.4.1")
@pytest.mark.rule("19.5.1")
def test_germany_takes_poland() -> None:
    story = Story("global-war", debug=False)
    story.set_up(AGAINST_WARSAW)
    _war(story)
    _the_march_on_warsaw(story)
    _the_allies(story)
    story.let_pass("lend-resources")  # the lending stage of the next turn
    assert story.game.state.get(TURN) == turn_number("Nov/Dec 1939")
    assert story.chronicle(
        "WarDeclared", "MinorAligned", "EntryActionNoted", "EastPolandOccupied", "CountryConquered"
    ) == [
        "WarDeclared: Germany, Poland",
        "EntryActionNoted: Germany or Italy declares war on Poland, Spain, Turkey or American country, Germany, 12",
        "MinorAligned: Poland, Commonwealth",
        "WarDeclared: Commonwealth, Germany",
        "WarDeclared: France, Germany",
        "EntryActionNoted: Commonwealth declares war on Germany, Commonwealth, -8",
        "EastPolandOccupied: USSR, PZL-P11, P23 Karas, Karpaty, Krakow, Tarnow, Rydz",
        "EntryActionNoted: USSR controls East Poland, USSR, -9",
        "CountryConquered: Poland, Germany, True",
    ]
    assert story.holder("Warsaw") == story.holder("Lublin") == "germany"
    assert story.holder("Lvov") == story.holder("Vilna") == "ussr"
    assert story.where("poland-inf-poznan") == "removed from the game"
    assert story.replayed().state.digest() == story.game.state.digest()


def _war(story: Story) -> None:
    """9.5: nobody else is active, so the Commonwealth is offered Poland. Action 20c is worth 12: a 2 brings a second marker."""
    story.let_pass("declare-war", "germany")
    story.play(
        "germany",
        "declare-war",
        "poland",
        events="""
            WarDeclared: Germany, Poland
            Surprised: Poland, Germany
            UsEntryAction: Germany, Poland
        """,
    )
    for seat in ("germany", "italy", "japan", "germany", "italy"):  # majors, then minors
        story.play(seat, "declare-no-war")
    story.play(
        "japan",
        "declare-no-war",
        dice=[2],
        events="""
            EntryActionNoted: Germany or Italy declares war on Poland, Spain, Turkey or American country, Germany, 12
            Rolled: US entry, USA, (2,), 0
            MarkersMoved: entry, Germany and Italy, 1
            MarkersMoved: entry, Germany and Italy, 1
        """,
    )
    story.play(
        "commonwealth",
        "take-in-minor",
        events="""
            CountryAligned: Poland, Commonwealth
            MinorAligned: Poland, Commonwealth
            Moved: Prusy, army of Poland, production circle, Nov/Dec 1939
            Moved: Warsaw, army of Poland, reserve pool of Commonwealth
            Moved: Lodz, army of Poland, reserve pool of Commonwealth
        """,
    )
    army: Any = story.game.offers("commonwealth")["set-up-minor"]
    places = {unit: POLES[counter_of(story.game, unit).id] for unit in (choices.item for choices in army.items)}
    story.act("commonwealth", "set-up-minor", tuple((unit, story.at(place)) for unit, place in places.items()))
    story.let_pass("choose-actions", "germany")
    story.play("germany", "choose-actions", (("germany", "land"),), events="ActionChosen: Germany, land")


def _the_march_on_warsaw(story: Story) -> None:
    """Lodz is open. 22 to 4 factors are 5:1, the city takes 1 from the die: 10 - 1 destroys the garrison."""
    story.let_pass("land-movement")
    story.play(
        "germany",
        "move",
        (story.units("ge-arm-xli", "ge-mech-lii"), (story.at("E3036"), story.at("Lodz"))),
        events="""
            ActivityCounted: Germany, land movement, land moves, 1
            ActivityCounted: Germany, land movement, land moves, 2
            Moved: XLI, W0135 Breslau, E3036
            Moved: LII, W0135 Breslau, E3036
            ControlChanged: E3036, Germany
            Moved: XLI, E3036, E2936 Lodz
            Moved: LII, E3036, E2936 Lodz
            ControlChanged: E2936 Lodz, Germany
            Marched: XLI, LII, W0135 Breslau, E3036, E2936 Lodz
        """,
    )
    for units, path in (
        (("ge-arm-dak", "ge-mot-xxiii"), ("E2738",)),
        (("ge-mot-xxxviii",), ("E2838",)),
        (("ge-inf-xxxv",), ("E2839", "E2838")),
    ):
        story.act("germany", "move", (story.units(*units), tuple(map(story.at, path))))
    story.play("germany", "done")
    story.let_pass("declare-attacks")
    attackers = story.units("ge-arm-dak", "ge-mot-xxiii", "ge-mot-xxxviii", "ge-inf-xxxv")
    story.play("germany", "declare-attacks", tuple((unit, story.at("Warsaw")) for unit in attackers))
    story.play(
        "germany",
        "done",
        events="""
            ActivityCounted: Germany, land combat, land attacks, 1
            AttackDeclared: E2737 Warsaw, DAK, XXXV, XXXVIII, XXIII
        """,
    )
    story.play("germany", "hold-back")
    story.play(
        "commonwealth",
        "choose-table",
        "assault",
        dice=[10],
        events="""
            OddsReckoned: E2737 Warsaw, assault, 22, 4, 5:1, -1
            Rolled: land combat, Germany, (10,), 0
            LandCombatResult: E2737 Warsaw, 9, †/2S
            Destroyed: Modlin
            Moved: Modlin, E2737 Warsaw, tray of Commonwealth
        """,
    )
    story.play(
        "germany",
        "advance",
        story.units("ge-arm-dak", "ge-mot-xxiii"),
        events="""
            Advanced: DAK, XXIII, E2737 Warsaw
            Moved: DAK, E2738, E2737 Warsaw
            Moved: XXIII, E2738, E2737 Warsaw
            ControlChanged: E2737 Warsaw, Germany
        """,
    )


def _the_allies(story: Story) -> None:
    """They declare war in the second impulse; the USSR walks into East Poland, and the Poles there go into exile (19.5.1)."""
    story.let_pass("declare-war", "commonwealth")
    story.play(
        "commonwealth",
        "declare-war",
        "germany",
        events="""
            WarDeclared: Commonwealth, Germany
            Surprised: Germany, Commonwealth
            UsEntryAction: Commonwealth, Germany
        """,
    )
    story.let_pass("declare-war", "france")
    story.play(
        "france",
        "declare-war",
        "germany",
        events="""
            WarDeclared: France, Germany
            Surprised: Germany, France
            UsEntryAction: France, Germany
        """,
    )
    story.let_pass("choose-actions", "ussr")
    story.play("ussr", "choose-actions", (("ussr", "combined"),), events="ActionChosen: USSR, combined")
    story.let_pass("land-movement", "ussr")
    story.act("ussr", "move", (story.units("su-inf-5"), (story.at("E2240"),)), dice=[9])  # a 9 is not more than 9


# ------------------------------------------------------------------------------------------------------------------- France


@pytest.mark.rule("13.7.4")
@pytest.mark.rule("17.1")
@pytest.mark.rule("17.2")
@pytest.mark.rule("17.3")
@pytest.mark.rule("17.3.2")
def test_germany_takes_paris_and_installs_vichy() -> None:
    """France has its armies in Alsace; 33 to 3 factors and a 10 take Paris, and with a 5 each most colonies stay with Vichy."""
    story = Story("global-war", debug=False)
    story.set_up({"fr-mech-xiv": "Lyon", "fr-hq-i-billotte": "Dijon"})
    story.let_pass("declare-war", "germany")
    west = (("germany", "france"), ("germany", "commonwealth"), ("italy", "france"), ("italy", "commonwealth"))
    story.carry_forward(
        in_turn("Jul/Aug 1940"),
        at_war(*west),
        conquered("germany", "poland", "belgium"),
        controlled("germany", "Metz", "W1132", "Reims", "W1331", "W1332", "W1432", "Lille"),
        put("W1331", "ge-arm-xlviii"),
        put("W1332", "ge-arm-xli", "ge-mech-lii"),
        put("W1432", "ge-mech-xl", "ge-inf-xxx"),
    )
    _the_fall_of_paris(story)
    story.let_pass("vichy")
    story.act("germany", "install-vichy", dice=[5] * 9)
    story.act("france", "raise-free-france", "middle-congo")
    story.let_pass("lend-resources")
    assert story.game.state.get(TURN) == turn_number("Sep/Oct 1940")
    groups = story.chronicle("GroupDecided")
    assert len(groups) == 9
    assert [told.removeprefix("GroupDecided: ") for told in groups if "True" in told] == [
        "French Equatorial Africa, 5, True, Cameroons, Chad, French Somaliland, Gabon, Middle Congo, Ubangi Shari",
        "Pacific map minors and territories, 5, True, New Caledonia, New Hebrides",
    ]
    assert story.chronicle("VichyDeclared", "NewHomeChosen", "ArmyHalved", "PowerFallen", "CountryConquered") == [
        "VichyDeclared: Germany",
        "NewHomeChosen: France, Middle Congo",
        "ArmyHalved: XIV, XVIII, IX, Billotte, Pretelat, XLIII, XLII, VIII",
    ]
    _two_frances(story)
    assert story.replayed().state.digest() == story.game.state.digest()


def _the_fall_of_paris(story: Story) -> None:
    story.let_pass("choose-actions", "germany")
    story.play("germany", "choose-actions", (("germany", "land"),), events="ActionChosen: Germany, land")
    story.let_pass("declare-attacks", "germany")
    attackers = story.units("ge-arm-xli", "ge-mech-lii", "ge-mech-xl", "ge-inf-xxx", "ge-arm-xlviii")
    story.play("germany", "declare-attacks", tuple((unit, story.at("Paris")) for unit in attackers))
    story.act("germany", "done")
    story.let_pass("choose-table")
    story.play(
        "france",
        "choose-table",
        "assault",
        dice=[10],
        events="""
            OddsReckoned: W1431 Paris, assault, 33, 3, 11:1, -1
            Rolled: land combat, Germany, (10,), 0
            LandCombatResult: W1431 Paris, 9, */2S
            Destroyed: XLI
            BonusPointEarned: France, XLI
            Moved: XLI, W1431 Paris, tray of France
        """,
    )
    story.play(
        "germany",
        "advance",
        story.units("ge-mech-xl", "ge-inf-xxx"),
        events="""
            Advanced: XL, XXX, W1431 Paris
            Moved: XL, W1432, W1431 Paris
            Moved: XXX, W1432, W1431 Paris
            ControlChanged: W1431 Paris, Germany
        """,
    )


def _two_frances(story: Story) -> None:
    """The south and most colonies are Vichy's, the fleet too; Equatorial Africa and New Caledonia go on fighting."""
    france = country_named(story.game, "france")
    assert story.game.state[CONQUEROR][france] == 0
    assert {story.holder(name) for name in ("Lyon", "Toulon", "Oran", "Dakar", "Damascus", "Saigon")} == {
        "vichy-france"
    }
    assert {story.holder(name) for name in ("Paris", "Brest", "Bordeaux", "Strasbourg")} == {"germany"}
    assert {story.holder(name) for name in ("Brazzaville", "Noumea")} == {"france"}
