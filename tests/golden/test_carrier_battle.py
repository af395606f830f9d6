"""A carrier battle in the Coral Sea, recorded and judged from the book line by line: every order, every die, every event.

A port attack, an interception that is fought through, two rounds of naval air combat with aborts between and after them. The
dice are few enough to follow on the charts: carriers of component 4 have 5 in 1942, Japanese planes reach 2 further.
"""

from __future__ import annotations

import pytest

from golden.story import Story
from worldfire.forces.things import FACE_DOWN, NO_PLANES

SHOKAKU = "ja-cv-shokaku-sif"
ZUIKAKU = "ja-cv-zuikaku-sif"
MYOKO = "ja-ca-myoko-sif"
KONGO = "ja-bb-kongo-sif"
TENRYU = "ja-cl-tenryu-clif"
ENTERPRISE = "us-cv-enterprise-sif"
HORNET = "us-cv-hornet-sif"
ATLANTA = "us-cl-atlanta-clif"
QUINCY = "us-ca-quincy-sif"
WASHINGTON = "us-bb-washington-sif"
TRANSPORT = "us-trs-1938-sif"


@pytest.mark.rule("11.2")
@pytest.mark.rule("11.4.6/fighting your way through")
@pytest.mark.rule("11.4.6/end of interception")
@pytest.mark.rule("11.5.6")
@pytest.mark.rule("11.5.8/combat results")
@pytest.mark.rule("11.5.9")
@pytest.mark.rule("11.5.11")
@pytest.mark.rule("14.4/shot down carrier planes")
def test_a_carrier_battle() -> None:
    story = Story.of_exercise("carrier-battle")
    _strike_on_noumea(story)
    _past_the_patrol(story)
    _first_round(story)
    _who_aborts(story)
    _second_round(story)
    _the_end(story)
    assert story.game.over
    assert {name: story.where(name) for name in (WASHINGTON, ENTERPRISE, TENRYU)} == {
        WASHINGTON: "repair pool of usa",
        ENTERPRISE: "repair pool of usa",
        TENRYU: "repair pool of japan",
    }
    assert story.where(HORNET) == "Coral Sea 4"
    assert story.game.state[NO_PLANES][story.unit(SHOKAKU)]
    assert all(story.game.state[FACE_DOWN][story.unit(name)] for name in (SHOKAKU, ZUIKAKU, MYOKO, KONGO, ATLANTA))
    assert story.replayed().state.digest() == story.game.state.digest()


def _strike_on_noumea(story: Story) -> None:
    """11.2: one carrier against two ships; the submarine stays in its pen. Four factors fly, two are stopped."""
    unit = story.unit
    story.play("jay", "hold-back")
    story.play(
        "kasigi",
        "fly",
        ((unit(SHOKAKU), f"fly {story.at('Noumea')} +1"), (unit(ZUIKAKU), "stay")),
        events="""
            TookOff: Shokaku, P1612 Noumea, bomber
            ActivityCounted: Japan, port attack, air missions, 1
        """,
    )
    story.play("jay", "hold-back")
    story.play(
        "jay",
        "keep-submarines-out",
        dice=(3, 6),
        events="""
            PortAttacked: P1612 Noumea, Shokaku, Washington, TRS, 0
            Rolled: naval-search, Kasigi, (3,), 0
            Rolled: naval-search, Jay, (6,), 0
            SurprisePoints: Axis, 11, 8, 3
            ClearedThrough: Shokaku
        """,
    )
    story.play(
        "kasigi",
        "shift-columns",
        (),
        dice=(2, 5, 8, 9, 10, 7),
        events="""
            Rolled: anti-aircraft, Jay, (2, 5, 8, 9, 10, 7), 0
            AntiAircraftFire: Allies, 5, 3, 1, 2
        """,
    )
    story.play(
        "kasigi",
        "shift-columns",
        (("raise-own", 1), ("lower-theirs", 0)),
        events="""
            ColumnsShifted: Axis, 1, 0
            NavalAttack: Axis, air-to-sea, 2, 3, 2, 0, 1, 2
        """,
    )
    story.play(
        "kasigi",
        "pick-target",
        unit(WASHINGTON),
        dice=(2,),
        events="""
            Rolled: naval-damage, Jay, (2,), 0
            HitSuffered: Washington, D, 2, D
            ShipDamaged: Washington
        """,
    )
    story.play(
        "jay",
        "pick-target",
        unit(TRANSPORT),
        dice=(9,),
        events="""
            HitSuffered: TRS, A, 0, A
            Rolled: naval-damage, Jay, (9,), 0
            HitSuffered: Washington, A, 9, 1/2 A
            Flipped: TRS, face-down
            ShipsTurned: P1612 Noumea, TRS, 0
            ToRepairPool: Washington
            Moved: Washington, P1612 Noumea, repair pool of USA
            PortAttackOver: P1612 Noumea
            Flipped: Shokaku, face-down
        """,
    )


def _past_the_patrol(story: Story) -> None:
    """11.4.6: the Kongo and the Tenryu are found off the Solomons and fight through; the Tenryu is damaged and turns back."""
    unit = story.unit
    story.play(
        "kasigi",
        "sail",
        ((unit(KONGO), unit(TENRYU)), (story.at("Solomons 0"), story.at("Coral Sea 1")), ()),
        events="""
            ActivityCounted: Japan, naval movement, naval moves, 1
            Moved: Kongo, P2025 Truk, section 0 of the Solomons
            Moved: Tenryu, P2025 Truk, section 0 of the Solomons
        """,
    )
    story.play(
        "jay",
        "intercept",
        unit(QUINCY),
        dice=(2,),
        events="""
            Flipped: Quincy, face-down
            Rolled: interception, Jay, (2,), 0
            InterceptionTried: the Solomons, 2, 2, 3, True
        """,
    )
    story.play(
        "kasigi",
        "fight-through",
        story.at("Solomons 1"),
        dice=(6,),
        events="""
            Moved: Kongo, section 0 of the Solomons, section 1 of the Solomons
            Moved: Tenryu, section 0 of the Solomons, section 1 of the Solomons
            Rolled: naval-search, Kasigi, (6,), 0
            Searched: Axis, the Solomons, 6, 6, none
            Searched: Allies, the Solomons, 2, 2, section 3 of the Solomons
            SurprisePoints: Allies, 3, 9, 6
        """,
    )
    story.play("jay", "accept-combat")
    story.play(
        "jay",
        "leave-type-open",
        events="""
            CombatTypeChosen: nobody, surface
        """,
    )
    story.play(
        "jay",
        "shift-columns",
        (("raise-own", 0), ("lower-theirs", 2)),
        dice=(8,),
        events="""
            ColumnsShifted: Allies, 0, 2
            NavalAttack: Axis, surface, 8, 1, 1, 0, 0, 1
            NavalAttack: Allies, surface, 3, 2, 2, 0, 1, 1
            Rolled: naval-damage, Jay, (8,), 0
            HitSuffered: Quincy, A, 8, 1/2 A
        """,
    )
    story.play(
        "kasigi",
        "pick-target",
        unit(TENRYU),
        dice=(5,),
        events="""
            Rolled: naval-damage, Kasigi, (5,), 0
            HitSuffered: Tenryu, D, 5, D
            ShipDamaged: Tenryu
        """,
    )
    story.play(
        "kasigi",
        "pick-target",
        unit(KONGO),
        dice=(9,),
        events="""
            Rolled: naval-damage, Kasigi, (9,), 0
            HitSuffered: Kongo, A, 9, 1/2 A
        """,
    )
    story.play("kasigi", "stay-in-combat")
    story.play(
        "jay",
        "stay-in-combat",
        dice=(10, 9),
        events="""
            Rolled: naval-search, Kasigi, (10,), 0
            Rolled: naval-search, Jay, (9,), 0
            Searched: Axis, the Solomons, 10, 10, none
            Searched: Allies, the Solomons, 9, 9, none
            NavalCombatOver: the Solomons, 2
            AbortedFromCombat: Tenryu
            Flipped: Tenryu, face-down
        """,
    )
    story.play(
        "kasigi",
        "abort-to",
        ((unit(TENRYU),), (story.at("Truk"),), ()),
        events="""
            Moved: Tenryu, section 1 of the Solomons, P2025 Truk
            ToRepairPool: Tenryu
            Moved: Tenryu, P2025 Truk, repair pool of Japan
            Flipped: Tenryu, face-up
            Sailed: Tenryu, 0, P2025 Truk
        """,
    )
    story.play(
        "kasigi",
        "sail-on",
        (story.at("Coral Sea 1"),),
        events="""
            Moved: Kongo, section 1 of the Solomons, section 0 of the Coral Sea
        """,
    )
    story.play(
        "jay",
        "pass",
        events="""
            Moved: Kongo, section 0 of the Coral Sea, section 1 of the Coral Sea
            Sailed: Kongo, 0, section 1 of the Coral Sea
        """,
    )
    story.play("kasigi", "done")


def _first_round(story: Story) -> None:
    """11.5.9: both sides find each other. Planes fight, guns fire, and bombs fall on both fleets."""
    unit = story.unit
    story.play(
        "kasigi",
        "initiate-combat",
        unit(ZUIKAKU),
        dice=(3, 4),
        events="""
            Flipped: Zuikaku, face-down
            ActivityCounted: Japan, naval combat, naval combats, 1
            NavalCombatInitiated: Japan, the Coral Sea
            Rolled: naval-search, Kasigi, (3,), 0
            Rolled: naval-search, Jay, (4,), 0
            Searched: Axis, the Coral Sea, 3, 3, section 3 of the Coral Sea
            Searched: Allies, the Coral Sea, 4, 4, section 4 of the Coral Sea
            SurprisePoints: Axis, 9, 8, 1
        """,
    )
    story.play(
        "kasigi",
        "call-naval-air-combat",
        events="""
            CombatTypeChosen: Axis, naval-air
        """,
    )
    story.play(
        "kasigi",
        "choose-roles",
        ((unit(SHOKAKU), "fighter 5"), (unit(ZUIKAKU), "bomber 1")),
    )
    story.play(
        "jay",
        "choose-roles",
        ((unit(ENTERPRISE), "fighter 5"), (unit(HORNET), "bomber 0")),
        dice=(5, 5, 8, 9),
        events="""
            RolesRevealed: Axis, Shokaku, Zuikaku
            RolesRevealed: Allies, Enterprise, Hornet
            Arranged: Axis, Shokaku, Zuikaku
            Arranged: Allies, Enterprise, Hornet
            RoundBegan: 1, 5.0 to 5.0, +0 and +0
            Rolled: air-to-air, Jay, (5, 5), 0
            AirResult: Allies, 0, 10, -
            Rolled: air-to-air, Kasigi, (8, 9), 0
            AirResult: Axis, 0, 17, AA
        """,
    )
    story.play(
        "kasigi",
        "drive-off",
        unit(ENTERPRISE),
        events="""
            Aborted: Enterprise
            Flipped: Enterprise, face-down
        """,
    )
    story.play("kasigi", "fight-on")
    story.play(
        "jay",
        "fight-on",
        dice=(6, 4, 5, 6),
        events="""
            ClearedThrough: Zuikaku
            RoundBegan: 2, 5.0 to 0.0, +5 and -5
            Rolled: air-to-air, Jay, (6, 4), 0
            AirResult: Allies, -5, 10, -
            Rolled: air-to-air, Kasigi, (5, 6), 0
            AirResult: Axis, 5, 11, -
        """,
    )
    story.play(
        "kasigi",
        "abort",
        events="""
            SideAborted: Axis
        """,
    )
    story.play(
        "jay",
        "fight-on",
        dice=(1, 4, 5, 6, 8, 9, 3, 4, 5, 6, 8, 9),
        events="""
            ClearedThrough: Hornet
            Rolled: anti-aircraft, Jay, (1, 4, 5, 6, 8, 9), 0
            AntiAircraftFire: Allies, 7, 3, 1, 1
            Rolled: anti-aircraft, Kasigi, (3, 4, 5, 6, 8, 9), 0
            AntiAircraftFire: Axis, 7, 3, 1, 3
            NavalAttack: Axis, air-to-sea, 3, 3, 3, 0, 1, 2
            NavalAttack: Allies, air-to-sea, 2, 2, 3, 0, 1, 1
        """,
    )
    story.play(
        "kasigi",
        "pick-target",
        unit(ENTERPRISE),
        dice=(6,),
        events="""
            Rolled: naval-damage, Jay, (6,), 0
            HitSuffered: Enterprise, D, 6, D
            ShipDamaged: Enterprise
        """,
    )
    story.play(
        "jay",
        "pick-target",
        unit(ATLANTA),
        dice=(7,),
        events="""
            Rolled: naval-damage, Jay, (7,), 0
            HitSuffered: Atlanta, A, 7, A
        """,
    )
    story.play(
        "kasigi",
        "pick-target",
        unit(HORNET),
        dice=(10,),
        events="""
            Rolled: naval-damage, Jay, (10,), 0
            HitSuffered: Hornet, A, 10, 1/2 A
        """,
    )
    story.play(
        "jay",
        "pick-target",
        unit(ZUIKAKU),
        dice=(8,),
        events="""
            Rolled: naval-damage, Kasigi, (8,), 0
            HitSuffered: Zuikaku, D, 8, A
        """,
    )
    story.play(
        "kasigi",
        "pick-target",
        unit(MYOKO),
        dice=(9,),
        events="""
            Rolled: naval-damage, Kasigi, (9,), 0
            HitSuffered: Myoko, A, 9, 1/2 A
            AbortedFromCombat: Atlanta, Zuikaku
            Flipped: Atlanta, face-down
        """,
    )


def _who_aborts(story: Story) -> None:
    """11.5.8: inside the combat the Zuikaku goes home past the Quincy, who has been turned before and rolls again."""
    unit = story.unit
    story.play(
        "kasigi",
        "abort-to",
        ((unit(ZUIKAKU),), (story.at("Solomons 0"), story.at("Truk")), ()),
        events="""
            Moved: Zuikaku, section 3 of the Coral Sea, section 0 of the Solomons
        """,
    )
    story.play(
        "jay",
        "intercept-again",
        dice=(9,),
        events="""
            Rolled: interception, Jay, (9,), 0
            InterceptionTried: the Solomons, 9, 9, 3, False
        """,
    )
    story.play(
        "kasigi",
        "sail-on",
        (story.at("Truk"),),
        events="""
            Moved: Zuikaku, section 0 of the Solomons, P2025 Truk
            Sailed: Zuikaku, 0, P2025 Truk
        """,
    )
    story.play(
        "jay",
        "abort-to",
        ((unit(ATLANTA),), (story.at("Noumea"),), ()),
        events="""
            Moved: Atlanta, section 4 of the Coral Sea, P1612 Noumea
            Sailed: Atlanta, 0, P1612 Noumea
        """,
    )


def _second_round(story: Story) -> None:
    """11.5.9: the Shokaku's planes are shot down."""
    unit = story.unit
    story.play("kasigi", "stay-in-combat")
    story.play(
        "jay",
        "stay-in-combat",
        dice=(2, 3),
        events="""
            Rolled: naval-search, Kasigi, (2,), 0
            Rolled: naval-search, Jay, (3,), 0
            Searched: Axis, the Coral Sea, 2, 2, section 3 of the Coral Sea
            Searched: Allies, the Coral Sea, 3, 3, section 4 of the Coral Sea
            SurprisePoints: Axis, 8, 7, 1
        """,
    )
    story.play(
        "kasigi",
        "call-naval-air-combat",
        events="""
            CombatTypeChosen: Axis, naval-air
        """,
    )
    story.play(
        "kasigi",
        "choose-roles",
        ((unit(SHOKAKU), "bomber 0"),),
    )
    story.play(
        "jay",
        "choose-roles",
        ((unit(HORNET), "fighter 5"),),
        dice=(9, 9, 3, 6),
        events="""
            RolesRevealed: Axis, none, Shokaku
            RolesRevealed: Allies, Hornet, none
            Arranged: Axis, none, Shokaku
            Arranged: Allies, Hornet, none
            RoundBegan: 1, 0.0 to 5.0, -5 and +5
            Rolled: air-to-air, Jay, (9, 9), 0
            AirResult: Allies, 5, 18, AX
            CarrierPlaneLost: Shokaku
            Rolled: air-to-air, Kasigi, (3, 6), 0
            AirResult: Axis, -5, 9, -
        """,
    )


def _the_end(story: Story) -> None:
    """11.5.11, 11.5.8: Japan leaves with all that it has committed; then the damaged Enterprise must."""
    unit = story.unit
    story.play(
        "kasigi",
        "leave-combat",
        events="""
            SideLeftCombat: Axis, the Coral Sea
        """,
    )
    story.play(
        "jay",
        "stay-in-combat",
        events="""
            AbortedFromCombat: Kongo, Shokaku, Myoko
            Flipped: Kongo, face-down
            Flipped: Myoko, face-down
        """,
    )
    story.play(
        "kasigi",
        "abort-to",
        ((unit(SHOKAKU), unit(MYOKO)), (story.at("Solomons 0"), story.at("Truk")), ()),
        events="""
            Moved: Shokaku, section 3 of the Coral Sea, section 0 of the Solomons
            Moved: Myoko, section 3 of the Coral Sea, section 0 of the Solomons
        """,
    )
    story.play(
        "jay",
        "pass",
        events="""
            Moved: Shokaku, section 0 of the Solomons, P2025 Truk
            Moved: Myoko, section 0 of the Solomons, P2025 Truk
            Sailed: Shokaku, Myoko, 0, P2025 Truk
        """,
    )
    story.play(
        "kasigi",
        "abort-to",
        ((unit(KONGO),), (story.at("Solomons 0"), story.at("Rabaul")), ()),
        events="""
            Moved: Kongo, section 1 of the Coral Sea, section 0 of the Solomons
        """,
    )
    story.play(
        "jay",
        "pass",
        events="""
            Moved: Kongo, section 0 of the Solomons, P2019 Rabaul
            Sailed: Kongo, 0, P2019 Rabaul
            NavalCombatOver: the Coral Sea, 2
            AbortedFromCombat: Enterprise
        """,
    )
    story.play(
        "jay",
        "abort-to",
        ((unit(ENTERPRISE),), (story.at("Noumea"),), ()),
        events="""
            Moved: Enterprise, section 4 of the Coral Sea, P1612 Noumea
            ToRepairPool: Enterprise
            Moved: Enterprise, P1612 Noumea, repair pool of USA
            Flipped: Enterprise, face-up
            Sailed: Enterprise, 0, P1612 Noumea
        """,
    )
