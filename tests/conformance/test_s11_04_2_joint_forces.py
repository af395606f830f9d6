"""11.4.2 Joint task forces: an ally is asked before his ships sail along."""

from __future__ import annotations

import pytest
from seafaring import Seafaring, at_sea
from test_survives_everything import unnumbered

from worldfire.engine.save import dumps, loads
from worldfire.rules.s11_04_2_joint_forces import ShipsKeptBack
from worldfire.titles import ruleset_for

FLEET = ["Hood", "Dido", "TRS"]


def london(**more: object) -> Seafaring:
    """WF1-104, with a German cruiser in the way."""
    here = at_sea(
        {
            "London": [("Hood", "cw-bb-hood-sif"), ("Dido", "cw-cl-dido-clif"), ("TRS", "us-trs-1940-sif")],
            "North Sea 3": [("Hipper", "ge-ca-adm-hipper-sif")],
        },
        actions={"commonwealth": "naval", "usa": "naval"},
        wars=[("germany", "commonwealth"), ("usa", "germany")],
        co_operating=[("usa", "commonwealth")],
        **more,
    )
    here.start("naval movement")
    return here


@pytest.mark.rule("11.4.2/how do units move?", example="WF1-104")
@pytest.mark.rule("18.3")
def test_the_owner_is_asked_and_agrees() -> None:
    """What the ally could add is offered; it sails when he has agreed, and costs each a move."""
    here = london()
    offer = here.game.offers("commonwealth")["sail"]
    assert {unit for fleet in offer.guests for unit in fleet.units} == {here["TRS"]}  # type: ignore[attr-defined]
    assert here["TRS"] not in {unit for fleet in offer.fleets for unit in fleet.units}  # type: ignore[attr-defined]
    here.sail("commonwealth", FLEET, "North Sea 2")
    assert here.asked == ("usa", "join-task-force")
    assert (here.moves("commonwealth"), here.moves("usa")) == (0, 0)
    here.do("join-task-force")
    assert (here.moves("commonwealth"), here.moves("usa")) == (1, 1)
    assert here.asked == ("germany", "intercept")
    here.do("pass")
    assert {here.place_named(name) for name in FLEET} == {"North Sea 2"}
    assert here.asked == ("", ""), "nobody has another ship to move"


@pytest.mark.rule("11.4.2/how do units move?")
@pytest.mark.rule("18.3")
def test_the_owner_declines_and_is_not_asked_again() -> None:
    here = london()
    here.sail("commonwealth", FLEET, "North Sea 2")
    here.do("keep-ships")
    assert [event.seat for event in here.events(ShipsKeptBack)] == ["usa"]
    assert {here.place_named(name) for name in FLEET} == {"London"}
    assert (here.moves("commonwealth"), here.moves("usa")) == (0, 0)
    assert here.refusal("commonwealth", FLEET, "North Sea 2") == "11.4.2 not-your-naval-unit"
    assert not here.game.offers("commonwealth")["sail"].guests  # type: ignore[attr-defined]
    assert here.refusal("commonwealth", ["Hood", "Dido"], "North Sea 2") == ""
    assert here.refusal("usa", FLEET, "North Sea 2") == "", "the other way round nobody has been asked"


@pytest.mark.rule("11.4.2/how do units move?")
@pytest.mark.rule("11.4.6")
def test_it_is_saved_copied_and_undone_while_the_owner_is_asked_and_when_it_is_intercepted() -> None:
    here = london(throws=(1, 10, 10))
    before = unnumbered(here.game)
    here.sail("commonwealth", FLEET, "North Sea 2")
    twin = here.game.copy()
    twin.undo("commonwealth")
    assert unnumbered(twin) == before
    for verb, noun in (("join-task-force", None), ("intercept", here["Hipper"])):
        for other in (loads(dumps(here.game), ruleset_for), here.game.copy(), here.game.fork()):
            assert unnumbered(other) == unnumbered(here.game)
        here.do(verb, noun)
    assert here.asked == ("commonwealth", "stop-or-fight")
    here.do("stop-here", here.spot("North Sea 2"))
    assert {here.place_named(name) for name in FLEET} == {"North Sea 2"}
