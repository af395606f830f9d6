"""Barbarossa, May/Jun 1941, written by hand and judged from the book: every order, every die, every event.

Germany strikes the Soviet 43rd army from the air, cuts it off and overruns it, overruns a bomber on the ground, breaks
through west of Minsk, rails, rebases and reorganises; both sides pass the rest of the turn, and produce.
"""

from __future__ import annotations

from typing import Any

import pytest

from golden.story import Story
from worldfire.forces.things import FACE_DOWN
from worldfire.rules.s02_4_supply import in_supply

BY_HAND = {
    # the border from Lvov to Bialystok
    "su-inf-43": "E2335",
    "su-gar-40": "Brest-Litovsk",
    "su-mech-3": "E2438",
    "su-mot-4": "E2439",
    "su-inf-5": "E2540",
    "su-cav-1": "E2337",
    "su-lnd-sb-2-wif": "E2538",
    "su-ftr-lagg-3-wif": "Kaunas",
    "su-ftr-mig-1-wif": "Odessa",
    # Army Group Centre
    "ge-mech-xl": "E2435",
    "ge-arm-iii": "E2435",
    "ge-inf-xxx": "E2534",
    "ge-cav-i": "E2534",
    "ge-inf-xxxvii": "E2536",
    "ge-inf-xlv": "E2536",
    "ge-mech-viii": "E2537",
    "ge-mech-ix-ss": "E2537",
    "ge-arm-xli": "E2638",
    "ge-arm-xlvii": "E2638",
    "ge-inf-xii": "E2639",
    "ge-mot-xxxxvi": "E2639",
    "ge-inf-lxii": "E2640",
    "ge-inf-xvii": "E2641",
    "ge-gar-lxxxvii": "Warsaw",
    "ge-hq-i-v-bock": "Lublin",
    "ge-lnd-ju-87b-wif": "Lublin",
    "ge-lnd-hs-123-wif": "Warsaw",
    "ge-ftr-bf-109c-wif": "Warsaw",
    "ge-ftr-bf-110c-wif": "Warsaw",
}


@pytest.mark.rule("3")
@pytest.mark.rule("4.2.1")
@pytest.mark.rule("10")
@pytest.mark.rule("11.8")
@pytest.mark.rule("11.9/how to rail move")
@pytest.mark.rule("11.10.6/overrunning land units")
@pytest.mark.rule("11.15.5/rolling the die")
@pytest.mark.rule("11.15")
@pytest.mark.rule("11.16")
@pytest.mark.rule("11.17")
@pytest.mark.rule("12")
@pytest.mark.rule("13.5")
@pytest.mark.rule("13.6.5")
@pytest.mark.rule("15.1/aircraft units")
def test_germanys_first_turn() -> None:
    story = Story("barbarossa")
    story.set_up(BY_HAND)
    assert {unit: story.where(unit).split()[0] for unit in ("su-mech-3", "ge-arm-xli")} == {
        "su-mech-3": "E2438",
        "ge-arm-xli": "E2638",
    }
    assert story.where("ge-hq-i-v-bock").endswith("Lublin")
    _reinforcements_and_war(story)
    _ground_strike(story)
    _rail_and_land_movement(story)
    _land_combat(story)
    _rebase_and_reorganise(story)
    _the_other_impulses(story)
    _production(story)
    assert story.replayed().state.digest() == story.game.state.digest()


def _reinforcements_and_war(story: Story) -> None:
    """4.2.1, then 6 to 10: the campaign gives the Axis the initiative, the first impulse and fine weather."""
    for name, place in (("LII", "E3036"), ("XXXV", "E3036"), ("LXXIV", "E3033")):
        story.play(
            "germany",
            "place-unit",
            story.at(place),
            events=f"Moved: {name}, off map of Germany, {place}\nArrived: {name}, {place}",
        )
    fine = ", ".join(
        f"{zone} fine"
        for zone in ("Arctic", "North Temperate", "Mediterranean", "North Monsoon", "South Monsoon", "South Temperate")
    )
    story.play(
        "germany",
        "place-unit",
        story.at("E3036"),
        events=f"""
            Moved: Ju-52, off map of Germany, E3036
            Arrived: Ju-52, E3036
            InitiativeWon: Axis
            FirstSideChosen: Axis
            ImpulseBegan: Axis, 1
            WeatherRolled: 8, {fine}
            WarDeclared: Germany, USSR
            Surprised: USSR, Germany
        """,
    )
    story.play("germany", "align-nobody")
    story.play("germany", "choose-actions", (("germany", "land"),), events="ActionChosen: Germany, land")


def _ground_strike(story: Story) -> None:
    """11.8: against a surprised unit two dice are thrown (15.1); 9 misses, 4 is not more than the Stuka's 5 factors."""
    story.play("germany", "done")  # nobody flies to sea
    story.play("germany", "hold-back")  # no strategic bombardment
    story.play("ussr", "hold-back")  # a patrol could not fight: the Germans surprise it (15.1)
    story.play(
        "germany",
        "fly",
        story.orders("germany", ge_lnd_ju_87b_wif="fly E2335"),
        dice=[9, 4],
        events=f"""
            TookOff: Ju-87B, E2335, bomber
            Moved: Ju-87B, {story.where("ge-lnd-ju-87b-wif")}, in flight
            ActivityCounted: Germany, ground strike, air missions, 1
            Rolled: ground-strike, Germany, (9, 4), 0
            GroundStrike: Ju-87B, 43, 5, (9, 4), True
            Flipped: 43, face-down
        """,
    )
    lublin = story.where("ge-hq-i-v-bock")
    story.play(
        "germany",
        "return-to",
        story.at("Lublin"),
        events=f"""
            Moved: Ju-87B, in flight, {lublin}
            Flipped: Ju-87B, face-down
            ReturnedToBase: Ju-87B, {lublin}
        """,
    )


def _rail_and_land_movement(story: Story) -> None:
    """11.9 turns what was railed face-down. 11.10.6: cut off and face-down the 43rd has 1 factor: 9 + 7 to 1 is 16:1."""
    warsaw, lublin = story.where("ge-gar-lxxxvii"), story.where("ge-hq-i-v-bock")
    story.play(
        "germany",
        "rail",
        (story.unit("ge-gar-lxxxvii"), story.at("Lublin")),
        events=f"""
            ActivityCounted: Germany, rail movement, rail moves, 1
            Moved: LXXXVII, {warsaw}, {lublin}
            Flipped: LXXXVII, face-down
            Railed: LXXXVII, {warsaw}, {lublin}
        """,
    )
    story.play("germany", "done")
    overrunning = story.units("ge-arm-iii", "ge-mech-xl")
    assert in_supply(story.game, story.unit("su-inf-43"))
    refused = story.game.why_not("overrun", (overrunning, (story.at("E2335"),)), "germany")
    assert [violation.rule for violation in refused] == ["11.10.6"]  # 16 to 5 is 3:1
    story.play(  # its ZoC bars the only path of 4 hexes that led to a source
        "germany",
        "move",
        (story.units("ge-cav-i"), (story.at("E2434"),)),
        events="""
            ActivityCounted: Germany, land movement, land moves, 1
            Moved: I, E2534, E2434
            ControlChanged: E2434, Germany
            Marched: I, E2534, E2434
        """,
    )
    assert not in_supply(story.game, story.unit("su-inf-43"))
    story.play(
        "germany",
        "overrun",
        (overrunning, (story.at("E2335"),)),
        events="""
            ActivityCounted: Germany, land movement, land moves, 2
            ActivityCounted: Germany, land movement, land moves, 3
            Overrun: E2335, 43, 16
            Destroyed: 43
            Moved: 43, E2335, tray of USSR
            Moved: III, E2435, E2335
            Moved: XL, E2435, E2335
            ControlChanged: E2335, Germany
            Marched: III, XL, E2435, E2335
        """,
    )
    story.play(  # a surprised aircraft is destroyed, though it is face-up (15.1)
        "germany",
        "move",
        (story.units("ge-arm-xli", "ge-arm-xlvii"), (story.at("E2538"),)),
        events="""
            ActivityCounted: Germany, land movement, land moves, 4
            ActivityCounted: Germany, land movement, land moves, 5
            Moved: XLI, E2638, E2538
            Moved: XLVII, E2638, E2538
            ControlChanged: E2538, Germany
            Marched: XLI, XLVII, E2638, E2538
            Destroyed: SB-2
            Moved: SB-2, E2538, tray of USSR
        """,
    )
    story.play("germany", "done")


def _land_combat(story: Story) -> None:
    """11.15: 8 + 8 and twice the 2 factors of the Hs-123 (15.1) against 6 are 3:1; more armour in the open adds 1 (blitzkrieg).

    7 + 1 breaks through: the 3rd MECH is shattered, and armour may go on into a second hex. The forest costs 2 points, so
    XLVII is turned face-down; of the one attacker that is still face-up half, rounded up, stays so.
    """
    story.play("ussr", "hold-back")  # nobody patrols against air transport, and nobody is transported
    story.play("germany", "hold-back")
    attackers = story.units("ge-arm-xli", "ge-arm-xlvii")
    story.play("germany", "declare-attacks", tuple((unit, story.at("E2438")) for unit in attackers))
    story.play(
        "germany",
        "done",
        events="""
            ActivityCounted: Germany, land combat, land attacks, 1
            AttackDeclared: E2438, XLI, XLVII
        """,
    )
    story.play("ussr", "hold-back")
    warsaw = story.where("ge-lnd-hs-123-wif")
    story.play(
        "germany",
        "fly",
        story.orders("germany", ge_lnd_hs_123_wif="fly E2438"),
        events=f"""
            TookOff: Hs-123, E2438, bomber
            Moved: Hs-123, {warsaw}, in flight
            Supported: Axis, E2438, 4
        """,
    )
    story.play(
        "germany",
        "return-to",
        story.at("Warsaw"),
        events=f"""
            Moved: Hs-123, in flight, {warsaw}
            Flipped: Hs-123, face-down
            ReturnedToBase: Hs-123, {warsaw}
        """,
    )
    story.play(
        "germany",
        "choose-table",
        "blitzkrieg",
        dice=[7],
        events="""
            OddsReckoned: E2438, blitzkrieg, 20, 6, 3:1, 1
            Rolled: land combat, Germany, (7,), 0
            LandCombatResult: E2438, 8, †/B
        """,
    )
    story.play(
        "germany",
        "take-result",
        events="""
            Shattered: 3
            Moved: 3, E2438, production circle, Jul/Aug 1941
        """,
    )
    story.play(
        "germany",
        "advance",
        attackers,
        events="""
            Advanced: XLI, XLVII, E2438
            Moved: XLI, E2538, E2438
            Moved: XLVII, E2538, E2438
            ControlChanged: E2438, Germany
        """,
    )
    story.play(
        "germany",
        "advance-further",
        (story.units("ge-arm-xlvii"), (story.at("E2339"),)),
        events="""
            Advanced: XLVII, E2339
            Moved: XLVII, E2438, E2339
            ControlChanged: E2339, Germany
            Flipped: XLVII, face-down
        """,
    )
    story.play("germany", "stop-advancing")
    down = story.game.state[FACE_DOWN]
    assert [down[unit] for unit in attackers] == [0, 1]


def _rebase_and_reorganise(story: Story) -> None:
    """11.16 is an air mission. 11.17.4: with a land action a land unit costs 1 point and an aircraft 2; the HQ then turns."""
    warsaw = story.where("ge-ftr-bf-109c-wif")
    story.play("germany", "rebase", story.unit("ge-ftr-bf-109c-wif"))
    story.play(
        "germany",
        "rebase-to",
        story.at("E2638"),
        events=f"""
            Moved: Bf-109C, {warsaw}, E2638
            Rebased: Bf-109C, E2638
            ActivityCounted: Germany, rebase, air missions, 2
        """,
    )
    story.play("germany", "finish-rebasing")
    story.play("germany", "hold-back")  # no air supply
    story.play(
        "germany",
        "reorganise",
        story.unit("ge-gar-lxxxvii"),
    )
    story.play(  # Rundstedt is near enough as well
        "germany",
        "spend-points",
        ((story.unit("ge-hq-a-rundstedt"), 0), (story.unit("ge-hq-i-v-bock"), 1)),
        events="""
            Flipped: LXXXVII, face-up
            Reorganised: LXXXVII, v. Bock, 1
        """,
    )
    story.play("germany", "reorganise", story.unit("ge-lnd-ju-87b-wif"))
    story.play(  # nobody else needs points; 12: a 9 is more than any number of the first box
        "germany",
        "spend-points",
        ((story.unit("ge-hq-a-rundstedt"), 0), (story.unit("ge-hq-i-v-bock"), 2)),
        dice=[9],
        events="""
            Flipped: Ju-87B, face-up
            Reorganised: Ju-87B, v. Bock, 2
            Flipped: v. Bock, face-down
            Rolled: last impulse, Germany, (9,), 0
            LastImpulseTested: 9, 0, False
            ImpulseBegan: Allies, 2
        """,
    )


def _the_other_impulses(story: Story) -> None:
    """Both sides pass. A whole side that passes subtracts 1 (12), so that a 1 ends the stage; who had the first and the last

    impulse loses a space of the initiative track. 13.5 turns up everybody who is in supply.
    """
    story.play("ussr", "declare-no-war")
    story.play("ussr", "call-out-reserves", ())
    rain = "Arctic fine, North Temperate fine, Mediterranean fine, North Monsoon rain, South Monsoon fine, South Temperate fine"
    story.play(
        "ussr",
        "choose-actions",
        (("ussr", "pass"),),
        dice=[3, 5],
        events=f"""
            ActionChosen: USSR, pass
            Rolled: last impulse, USSR, (3,), 0
            LastImpulseTested: 2, 0, False
            ImpulseBegan: Axis, 3
            Rolled: weather, Germany, (5,), 0
            WeatherRolled: 5, {rain}
        """,
    )
    story.play("germany", "align-nobody")
    story.play(
        "germany",
        "choose-actions",
        (("germany", "pass"),),
        dice=[1, 5, 5],
        events="""
            ActionChosen: Germany, pass
            Rolled: last impulse, Germany, (1,), 0
            LastImpulseTested: 0, 0, True
            InitiativeMarkerMoved: 0
            Rolled: partisan countries, Germany, (5,), 0
            PartisanCountries: (5,), Poland, ()
            Rolled: partisans, USSR, (5,), 0
            PartisansRolled: Poland, 5, 6, 0
            Flipped: XLVII, face-up
            Flipped: v. Bock, face-up
            Flipped: Hs-123, face-up
        """,
    )


def _production(story: Story) -> None:
    """13.6: 3 factories and 18 points off map make 21, times 0.75 is 15.75 and so 16; 2 INF and a MECH cost 11 of them.

    The overrun army was not lost at home: no bonus point. INF take 2 turns, MECH 3.
    """
    bucharest, warsaw, lodz = (story.game.ruleset.tables.board.find(name) for name in ("Bucharest", "Warsaw", "Lodz"))
    resources = _resources(story, "germany")
    sent = dict(zip(resources, (bucharest, warsaw, lodz), strict=False))
    story.play(
        "germany",
        "route-goods",
        tuple((resource, sent.get(resource, "unused")) for resource in resources),
        events="GoodsRouted: Germany, 3, 0, 0",
    )
    story.play(
        "ussr",
        "route-goods",
        tuple((resource, "unused") for resource in _resources(story, "ussr")),
        events="""
            GoodsRouted: USSR, 0, 0, 0
            ResourcesSent: Germany, 3, 3
            BuildPointsMade: Germany, 16, 1.0, 0, 16
        """,
    )
    story.play(
        "germany",
        "build",
        (("germany: INF", 2), ("germany: MECH", 1)),
        events="""
            Drawn: build, Germany, XX, I
            Moved: XX, force pool of Germany: INF, production circle, Sep/Oct 1941
            UnitBuilt: XX, 3, Sep/Oct 1941
            Moved: I, force pool of Germany: INF, production circle, Sep/Oct 1941
            UnitBuilt: I, 3, Sep/Oct 1941
            Drawn: build, Germany, IV SS
            Moved: IV SS, force pool of Germany: MECH, production circle, Nov/Dec 1941
            UnitBuilt: IV SS, 5, Nov/Dec 1941
        """,
    )
    story.play("germany", "stop-building")
    story.play(
        "ussr",
        "scrap-losses",
        (),
        events="""
            Moved: 43, tray of USSR, force pool of USSR: INF
            ReturnedToPool: 43
            Moved: SB-2, tray of USSR, force pool of USSR: LND3
            ReturnedToPool: SB-2
            ResourcesSent: USSR, 0, 16
            BuildPointsMade: USSR, 6, 0.75, 0, 5
        """,
    )
    story.play("ussr", "stop-building", events="TurnBegan: Jul/Aug 1941")


def _resources(story: Story, seat: str) -> list[str]:
    shape: Any = story.game.offers(seat)["route-goods"]
    return [str(choices.item) for choices in shape.items]
