"""5 Lending agreed on in writing: proposed, amended, accepted, announced turn by turn, ended."""

from __future__ import annotations

import pytest
from positions import power
from shipping import Shipping, shipping

from worldfire.engine.errors import Refused
from worldfire.engine.events import Event
from worldfire.players.courtesy import courtesy
from worldfire.rules.s05_agreements import LendingAgreed, LendingProposed, proposals
from worldfire.rules.s05_lending import AGREED, Promised, lending
from worldfire.rules.s13_06_4_promises import PROMISED
from worldfire.rules.s13_06_production import resources_of
from worldfire.rules.s24_1_scene import SCENE, Playing
from worldfire.titles.telling import tell_event, tell_item
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS

WEST = [("germany", "commonwealth"), ("germany", "france"), ("italy", "commonwealth"), ("italy", "france")]


def at_the_table(*steps: str) -> Shipping:
    """The western Allies at war, with these steps of a turn before them."""
    here = shipping(convoys={}, wars=WEST)
    here.start(SCENE.name, Playing(steps or ("lending", "lending")))
    return here


def say(here: Shipping, seat: str, verb: str, noun: object) -> tuple[Event, ...]:
    return here.game.submit(seat, verb, noun).events


def terms(here: Shipping, seat: str, **given: int) -> tuple[tuple[str, int], ...]:
    """`france_commonwealth_points=2`: so much of it."""
    named = {name.replace("_", " "): number for name, number in given.items()}
    shape = here.game.announcements(seat)["propose-lending"]
    return tuple((bounds.item, named.get(bounds.item, 0)) for bounds in shape.items)


def refusal(here: Shipping, seat: str, verb: str, noun: object) -> str:
    with pytest.raises(Refused) as refused:
        here.game.submit(seat, verb, noun)
    return refused.value.violations[0].key


@pytest.mark.rule("5")
def test_terms_are_proposed_amended_and_accepted() -> None:
    here = at_the_table()
    game, britain, france = here.game, power(here.game, "commonwealth"), power(here.game, "france")
    told = say(here, "france", "propose-lending", terms(here, "france", commonwealth_france_resources=4))
    assert told == (
        LendingProposed(
            power=france,
            target_power=britain,
            resources=0,
            points=0,
            resources_back=4,
            points_back=0,
            amended=False,
        ),
    )
    wanted = terms(here, "commonwealth", commonwealth_france_resources=2, france_commonwealth_points=1)
    (event,) = say(here, "commonwealth", "propose-lending", wanted)
    assert isinstance(event, LendingProposed)
    assert event.amended
    assert [(one.power, one.ally) for one in proposals(game)] == [(britain, france)]
    assert "accept-lending" not in game.announcements("commonwealth"), "nobody accepts what he proposed himself"
    assert refusal(here, "france", "accept-lending", "commonwealth france 4 0 0 0"), "that was not proposed"
    (noun,) = game.announcements("france")["accept-lending"].domain
    text = tell_item(game, "accept-lending", noun)
    assert text == "each turn the Commonwealth gives France 2 resources for 1 build point"
    (event,) = say(here, "france", "accept-lending", noun)
    assert isinstance(event, LendingAgreed)
    assert "Commonwealth gives 2 resources" in tell_event(game, event)
    assert game.state.get(AGREED) == ((britain, france, 2, 0), (france, britain, 0, 1))
    assert proposals(game) == ()


@pytest.mark.rule("5")
def test_what_was_agreed_is_announced_each_turn_until_it_is_ended() -> None:
    here = at_the_table("lending", "lending", "lending")
    game, britain, france = here.game, power(here.game, "commonwealth"), power(here.game, "france")
    say(here, "commonwealth", "propose-lending", terms(here, "commonwealth", commonwealth_france_resources=3))
    (noun,) = game.announcements("france")["accept-lending"].domain
    say(here, "france", "accept-lending", noun)
    assert game.state.get(PROMISED) == (), "this turn’s were announced before"
    told = _through_the_stage(here)
    assert Promised(power=britain, recipient=france, resources=3, points=0) in told
    assert game.state.get(PROMISED) == ((britain, france, 3, 0),)
    bounds = lending(game, britain, points=False).items
    assert max(one.most for one in bounds) == len(resources_of(game, britain)) - 3, "more may be announced"
    (pair,) = game.announcements("france")["end-lending"].domain
    say(here, "france", "end-lending", pair)
    _through_the_stage(here)
    assert game.state.get(PROMISED) == ()


def _through_the_stage(here: Shipping) -> list[Event]:
    """Nobody announces more, until the next stage asks the first again."""
    first, told = here.asked, list[Event]()
    while True:
        told += here.do(here.asked[1], ())
        if here.asked == first:
            return told


@pytest.mark.rule("5")
def test_more_than_the_rules_allow_is_not_announced() -> None:
    """The USA is neutral and has no option that lets it lend: what it signed waits."""
    here = at_the_table("lending", "lending")
    game = here.game
    say(here, "usa", "propose-lending", terms(here, "usa", usa_commonwealth_points=5))
    (noun,) = game.announcements("commonwealth")["accept-lending"].domain
    say(here, "commonwealth", "accept-lending", noun)
    _through_the_stage(here)
    assert game.state.get(PROMISED) == ()


@pytest.mark.rule("5")
@pytest.mark.rule("13.3.2")
def test_what_was_agreed_counts_against_the_limits() -> None:
    """Five a turn by the US entry option, and one from an invaded home, are all that is given, signed or announced."""
    game = shipping(convoys={}, wars=WEST, control={"germany": ["Lille"]}).game
    usa, britain, france = (power(game, name) for name in ("usa", "commonwealth", "france"))
    game.set(US_ENTRY_OPTIONS, (15,))
    game.set(PROMISED, ((usa, britain, 3, 0), (usa, france, 5, 0), (france, britain, 1, 0)))
    game.forget()
    assert [(one.item, one.most) for one in lending(game, usa, points=False).items] == [("commonwealth", 2)]
    assert lending(game, france, points=False).items == ()
    assert [one.most for one in lending(game, france, points=True).items] == [1], "of build points it has given none"


@pytest.mark.rule("5")
def test_what_cannot_be_proposed() -> None:
    here = at_the_table()
    both = terms(here, "france", commonwealth_france_resources=1, france_commonwealth_resources=1)
    assert refusal(here, "france", "propose-lending", both) == "gives-and-gets-the-same"
    two = terms(here, "france", france_commonwealth_points=1, france_usa_points=1)
    assert refusal(here, "france", "propose-lending", two) == "lending-with-one-ally"
    assert not any("germany" in bounds.item for bounds in here.game.announcements("france")["propose-lending"].items)


@pytest.mark.rule("5")
def test_a_proposal_is_declined_or_taken_back() -> None:
    here = at_the_table()
    for seat in ("france", "commonwealth"):
        say(here, "france", "propose-lending", terms(here, "france", france_commonwealth_points=1))
        (noun,) = here.game.announcements(seat)["decline-lending"].domain
        say(here, seat, "decline-lending", noun)
        assert proposals(here.game) == ()


@pytest.mark.rule("5")
def test_a_computer_takes_gifts_and_gives_what_it_can_spare() -> None:
    here = at_the_table()
    game = here.game
    for given, answer in (
        ({"france_commonwealth_points": 1}, "accept-lending"),
        ({"commonwealth_france_resources": 1}, "accept-lending"),
        ({"commonwealth_france_resources": 60}, "decline-lending"),
    ):
        say(here, "france", "propose-lending", terms(here, "france", **given))
        found = next(action for action in iter(lambda: courtesy(game, "commonwealth"), None) if _answers(here, action))
        assert found[0] == answer
        say(here, "commonwealth", *found)


def _answers(here: Shipping, action: tuple[str, object]) -> bool:
    """What it says besides is said, and it goes on."""
    if action[0].endswith("-lending"):
        return True
    say(here, "commonwealth", *action)
    return False
