"""Optional rules of the war at sea: 2, limited overseas supply."""

from __future__ import annotations

import pytest
from waters import Waters, waters

from worldfire.engine.game import Game
from worldfire.rules.s02_4_supply import in_supply


def at_aden(options: tuple[str, ...], *convoys: str, **ships: str) -> Waters:
    """A British corps in Aden, whose supply comes from India over the Arabian Sea."""
    at_sea = {"Arabian Sea 1": list(ships.items())}
    here = waters({"Aden": [("Corps", "commonwealth INF")], **at_sea}, side="allies", options=options)
    for sea in convoys:
        here.lay("commonwealth", f"{sea} 0", 1)
    here.game.forget()
    return here


@pytest.mark.rule("fa:2.4.2.3")
def test_without_the_option_an_empty_sea_carries_supply() -> None:
    here = at_aden(())
    assert in_supply(here.game, here["Corps"])


@pytest.mark.rule("fa:2.4.2.3")
def test_with_it_every_sea_area_needs_somebody_to_carry_it() -> None:
    bare = at_aden(("2",))
    assert not in_supply(bare.game, bare["Corps"])
    seas = ("Red Sea", "Arabian Sea")
    assert in_supply(*_corps(at_aden(("2",), *seas)))
    assert in_supply(*_corps(at_aden(("2",), *seas, Foe="germany SCS"))), "convoys keep it open"


def _corps(here: Waters) -> tuple[Game, int]:
    return here.game, here["Corps"]


@pytest.mark.rule("fa:2.4.2.3")
def test_with_it_a_warship_does_not_keep_a_sea_open() -> None:
    ships = {"Foe": "germany SCS", "Friend": "commonwealth SCS"}
    assert in_supply(*_corps(at_aden((), **ships)))
    assert not in_supply(*_corps(at_aden(("2",), "Red Sea", **ships)))
