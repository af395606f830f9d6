"""Global War: Japan's road to Pearl Harbor, with US entry tracked marker by marker.

Of the common pool the lowest is drawn, five times 1, then 2, so every marker is known. What the story does not tell is passed
over: everybody else does as little as he may.
"""

from __future__ import annotations

from typing import Any

import pytest

from golden.forwarding import at_war, conquered, controlled, entry_markers, in_turn, put
from golden.story import Story, global_war
from worldfire.forces.who import power_named
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, EUROPE, JAPAN, NEVER_AT_WAR, TENSION, level, values_of
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS

COMMON = tuple(value for value in range(1, 6) for _ in range(5))
WEST = (("germany", "france"), ("germany", "commonwealth"), ("italy", "france"), ("italy", "commonwealth"))


class Pools:
    """The markers against Japan: in the entry pool, and in the tension pool."""

    def __init__(self, story: Story) -> None:
        self.story = story

    def hold(self, entry: tuple[int, ...], tension: tuple[int, ...] = ()) -> None:
        game = self.story.game
        assert (values_of(game, ENTRY, JAPAN), values_of(game, TENSION, JAPAN)) == (entry, tension)
        assert (values_of(game, ENTRY, EUROPE), values_of(game, TENSION, EUROPE)) == ((2, 3), ())


@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.3.2")
@pytest.mark.rule("13.3.3")
@pytest.mark.rule("9.4")
def test_japans_road_to_pearl_harbor() -> None:
    story = global_war()
    story.carry_forward(
        in_turn("Jul/Aug 1940"),
        at_war(*WEST),
        conquered("germany", "poland"),
        controlled("germany", "Paris"),
        put("London", "fr-gar-xli"),
        put("Paris", "ge-inf-xxx"),
        entry_markers(ja=(4, 3), ge=(3, 2), common=COMMON),
    )
    pools = Pools(story)
    pools.hold((3, 4))
    _the_summer_of_1940(story, pools)
    _indo_china(story, pools)
    _embargo(story, pools)
    _the_day(story, pools)
    _the_fleet(story)
    _and_germany(story)
    assert story.replayed().state.digest() == story.game.state.digest()


def _the_summer_of_1940(story: Story, pools: Pools) -> None:
    """13.3.1: the marker of the turn goes against Japan. Resources to China, tension 4: a 5 moves nothing. Then Vichy."""
    story.let_pass("put-entry-marker")
    story.play("usa", "put-entry-marker", JAPAN, events="MarkersMoved: entry, Japan, 1")
    pools.hold((1, 3, 4))
    story.play(
        "usa",
        "choose-entry-option",
        9,
        dice=[5],
        events="""
            EntryOptionChosen: 9, Resources to China
            MarkersShown: entry, Japan, (3, 4)
            TensionRaised: 9, Resources to China, 4
            Rolled: US tension, USA, (5,), 0
        """,
    )
    pools.hold((1, 3, 4))
    story.let_pass("vichy")
    story.act("germany", "install-vichy", dice=[5] * 9)
    story.act("france", "raise-free-france", "middle-congo")


def _indo_china(story: Story, pools: Pools) -> None:
    """13.3.3: entry action 1 is worth 12: one marker, and a second on a 2."""
    story.let_pass("align-minor", "japan")
    story.act("japan", "align-minor", "french-indo-china", dice=[2])
    assert story.chronicle("EntryActionNoted") == ["EntryActionNoted: Japan aligns Indo-China, Japan, 12"]
    assert story.holder("Saigon") == "japan"
    pools.hold((1, 1, 1, 3, 4))


def _embargo(story: Story, pools: Pools) -> None:
    """A 5 is not more than the tension of 5: the lowest marker moves. Having moved one, Japan may not be provoked again."""
    story.let_pass("put-entry-marker")
    story.play("usa", "put-entry-marker", JAPAN, events="MarkersMoved: entry, Japan, 1")
    pools.hold((1, 1, 1, 1, 3, 4))
    story.play(
        "usa",
        "choose-entry-option",
        13,
        dice=[5],
        events="""
            EntryOptionChosen: 13, Embargo on strategic materials
            MarkersShown: entry, Japan, (3, 4)
            MarkersShown: entry, Germany and Italy, (2, 3)
            TensionRaised: 13, Embargo on strategic materials, 5
            Rolled: US tension, USA, (5,), 0
            MarkersMoved: tension, Japan, 1
        """,
    )
    pools.hold((1, 1, 1, 3, 4), (1,))
    options: Any = story.game.offers("usa")["choose-entry-option"]
    assert not {1, 17, 23} & {*options.domain}


def _the_day(story: Story, pools: Pools) -> None:
    """Nov/Dec 1941. Entry action 11 is worth 45: four markers, and a fifth on a 5.

    At war the USA has every option against Japan; it may move markers for their tension, and moves them all.
    """
    story.let_pass("declare-war", "japan")
    story.carry_forward(
        in_turn("Nov/Dec 1941"),
        put("Hawaiian Islands 4", "ja-cv-akagi-sif", "ja-cv-kaga-sif"),
        put("Pearl Harbor", "us-bb-nevada-sif", "us-bb-arizona-sif"),
    )
    story.play(
        "japan",
        "declare-war",
        "usa",
        events="""
            WarDeclared: Japan, USA
            Surprised: USA, Japan
            UsEntryAction: Japan, USA
        """,
    )
    story.let_pass("move-markers-or-not", "usa")
    assert story.chronicle("EntryActionNoted") == ["EntryActionNoted: Japan declares war on USA, Japan, 45"]
    story.let_pass("choose-actions", "japan")
    pools.hold((), (1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4))
    assert {1, 9, 13, 17, 23, 26, 31, 36, 40, 41, 42} <= {*story.game.state.get(US_ENTRY_OPTIONS)}


def _the_fleet(story: Story) -> None:
    """11.2: both carriers bomb the port; surprised ships fire at half (15.1)."""
    story.act("japan", "choose-actions", (("japan", "naval"),))
    story.let_pass("fly-attackers", "japan")
    shape: Any = story.game.offers("japan")["fly"]
    to = f"fly {story.at('Pearl Harbor')} +0"
    story.act("japan", "fly", tuple((choices.item, to) for choices in shape.items), dice=[5, 5])
    story.let_pass("naval-movement", "japan", die=3)
    assert story.chronicle("PortAttacked", "SurprisePoints", "HitSuffered") == [
        "PortAttacked: P0131 Pearl Harbor, Akagi, Kaga, Nevada, Arizona, 0",
        "SurprisePoints: Axis, 10, 0, 10",
        "HitSuffered: Nevada, D, 3, D",
        "HitSuffered: Nevada, D, 3, D",
        "HitSuffered: Arizona, A, 3, A",
    ]
    assert story.where("us-bb-nevada-sif") == "tray of usa"


def _and_germany(story: Story) -> None:
    """9.4: with two markers against Germany and Italy even a 1 fails, and without tension it is never tried again."""
    story.let_pass("attempt-war", "usa")
    game = story.game
    assert (level(game, ENTRY, EUROPE), level(game, TENSION, EUROPE)) == (8, 10)
    story.play(
        "usa",
        "attempt-war",
        ("germany", "italy"),
        dice=[1],
        events="""
            Rolled: US declaration of war, USA, (1,), 0
            WarAttempted: Germany, Italy, 1, 2, False
            MarkersReturned: entry, Germany and Italy, 1
            NeverAtWar: Germany
            NeverAtWar: Italy
        """,
    )
    assert game.state.get(NEVER_AT_WAR) == (power_named(game, "germany"), power_named(game, "italy"))
