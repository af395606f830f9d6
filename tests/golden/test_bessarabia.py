"""Global War from its own set-up, with the war in the west under way: the USSR claims Bessarabia, in each branch of 19.6.2."""

from __future__ import annotations

from functools import cache

import pytest

from golden.forwarding import at_war, conquered, controlled, put
from golden.story import Story, global_war
from worldfire.forces.turn import IMPULSE
from worldfire.forces.who import power_named
from worldfire.rules.s13_06_4_promises import promises

TOLD = (
    "BordersClaimed",
    "ClaimAnswered",
    "EntryActionNoted",
    "WarDeclared",
    "MinorAligned",
    "MinorAtPeace",
    "PeaceEnforced",
    "CountryConquered",
)
#: entry action 29 is worth 4: a 5 costs the Allies nothing
CLAIM = ["BordersClaimed: USSR, Rumania, Bessarabia", "EntryActionNoted: USSR claims Bessarabia, USSR, -4"]


@cache
def autumn_1939() -> Story:
    """The first Allied step in which the USSR may claim anything."""
    story = global_war()
    story.carry_forward(at_war(("germany", "commonwealth"), ("germany", "france")), conquered("germany", "poland"))
    story.let_pass("claim-region", "ussr")
    return story


def claimed() -> Story:
    story = autumn_1939().branch()
    story.act("ussr", "claim-region", "Bessarabia", dice=[5])
    return story


def may_align(story: Story, seat: str) -> set[str]:
    """Whom the seat could align in its next step in which it could align anybody."""
    story.let_pass("align-minor", seat)
    return set(story.game.offers(seat)["align-minor"].every())


def soviet_resources(story: Story) -> int:
    ussr, germany = (power_named(story.game, name) for name in ("ussr", "germany"))
    story.game.forget()
    return sum(each.resources for each in promises(story.game) if (each.giver, each.recipient) == (ussr, germany))


@pytest.mark.rule("19.6.2/rumania allows the claim")
@pytest.mark.parametrize(
    ("verb", "heirs", "joiners"),
    [
        ("allow-both-claims", ("hungary", "bulgaria"), {"hungary", "bulgaria"}),
        ("deny-both-claims", ("rumania", "rumania"), {"rumania"}),
    ],
)
def test_rumania_gives_way(verb: str, heirs: tuple[str, str], joiners: set[str]) -> None:
    """In the next Axis step Germany settles what Hungary and Bulgaria want; those who got something join in a later step."""
    story = claimed()
    story.act("germany", "allow-claim")
    assert story.holder("Kishinev") == "ussr"
    story.let_pass("mediate-claims", "germany")
    step = story.game.state.get(IMPULSE)
    story.act("germany", verb)
    assert (story.holder("Cluj"), story.holder("E1924")) == heirs
    assert may_align(story, "germany") == joiners
    assert (story.game.state.get(IMPULSE) > step) == (len(joiners) == 2)
    answer = str(verb == "allow-both-claims")
    assert story.chronicle(*TOLD) == [
        *CLAIM,
        "ClaimAnswered: Rumania, Bessarabia, True",
        f"ClaimAnswered: Rumania, Transylvania, {answer}",
        f"ClaimAnswered: Rumania, South Dobruja, {answer}",
    ]
    before = soviet_resources(story)
    story.act("germany", "align-minor", min(joiners))
    assert soviet_resources(story) == before - 1


def denied() -> Story:
    """Rumania fights: the USSR is at war with it at once, which costs the Allies 16, and it comes to Germany."""
    story = claimed()
    story.act("germany", "deny-claim")
    story.let_pass("take-in-minor")
    assert tuple(story.game.waiting) == ("germany",)
    story.act("germany", "take-in-minor")
    assert story.chronicle(*TOLD) == [
        *CLAIM,
        "ClaimAnswered: Rumania, Bessarabia, False",
        "WarDeclared: USSR, Rumania",
        "EntryActionNoted: USSR declares war on Rumania, USSR, -16",
        "MinorAligned: Rumania, Germany",
    ]
    assert may_align(story, "germany") == {"hungary"}
    return story


@pytest.mark.rule("19.6.2/rumania denies the claim")
def test_rumania_fights_and_germany_enforces_peace() -> None:
    """No Soviet land unit stands in Bessarabia: it stays Rumanian, and all three may join Germany in the new turn."""
    story = denied()
    story.let_pass("enforce-peace", "germany")
    story.act("germany", "enforce-peace", "rumania")
    assert story.chronicle(*TOLD)[-2:] == [
        "MinorAtPeace: Rumania, USSR",
        "PeaceEnforced: Germany, Rumania, Bessarabia, False",
    ]
    assert story.holder("Kishinev") == story.holder("Bucharest") == "rumania"
    assert story.where("rumania-inf-ii") == "army of rumania"
    assert may_align(story, "germany") == {"hungary", "rumania", "bulgaria"}
    assert story.replayed().state.digest() == story.game.state.digest()


@pytest.mark.rule("19.6.2/rumania denies the claim")
def test_rumania_fights_and_falls() -> None:
    """Soviet corps stand in Bucharest, its only factory, when the turn ends: conquered, and Bulgaria leans to the USSR."""
    story = denied()
    story.carry_forward(
        controlled("ussr", "Bucharest", "Kishinev"), put("Bucharest", "su-inf-50"), put("Kishinev", "su-inf-8")
    )
    assert may_align(story, "ussr") == {"bulgaria"}
    assert story.chronicle(*TOLD) == ["CountryConquered: Rumania, USSR, True"]
    assert story.holder("Ploesti") == "ussr"


@pytest.mark.rule("19.6.2/the ussr doesn't claim bessarabia")
def test_the_ussr_claims_nothing() -> None:
    """Rumania stays as it is, and nobody of the four joins Germany."""
    story = autumn_1939().branch()
    story.let_pass("lend-resources")
    assert story.chronicle(*TOLD) == []
    assert story.holder("Kishinev") == "rumania"
