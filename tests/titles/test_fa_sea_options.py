"""Optional rules of the war at sea: 2, limited overseas supply; 5, in the presence of the enemy."""

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


def off_iceland(options: tuple[str, ...] = ("5",), **more: list[tuple[str, str]]) -> Waters:
    """A German squadron that would sail from Wilhelmshaven past the British in the Faroes Gap."""
    ships = {
        "Wilhelmshaven": [("BC", "germany-moltke"), ("Aux", "germany-kprz-wilhelm"), ("U1", "germany SUB")],
        "Faroes Gap 1": [("Picket", "commonwealth SCS")],
        **{place.replace("_", " "): named for place, named in more.items()},
    }
    here = waters(ships, options=options)
    here.start("naval movement")
    return here


def highest(here: Waters, ship: str, sea: str) -> int:
    return max(int(end[-1]) for end in here.ends(ship) if end.startswith(sea))


@pytest.mark.rule("fa:11.3.2.4")
def test_the_presence_of_the_enemy_costs_surface_ships_a_point() -> None:
    """Five points of movement: one for each sea area, and one more where the enemy is."""
    assert highest(off_iceland(()), "BC", "Faroes Gap") == 3
    here = off_iceland()
    assert highest(here, "BC", "Faroes Gap") == 2
    assert highest(here, "BC", "North Sea") == 4, "no enemy is there, and a major port of its own"
    everywhere = {"English_Channel_1": [("P2", "commonwealth SCS")], "North_Atlantic_1": [("P3", "commonwealth SCS")]}
    assert highest(off_iceland((), **everywhere), "BC", "North Atlantic") == 2
    assert highest(off_iceland(**everywhere), "BC", "North Atlantic") == 1, "once in a move"


@pytest.mark.rule("fa:11.3.2.4")
@pytest.mark.rule("fa:21.13")
def test_submarines_auxiliaries_and_who_has_friends_there_do_not_mind() -> None:
    for ship in ("Aux", "U1"):
        assert highest(off_iceland(), ship, "Faroes Gap") == highest(off_iceland(()), ship, "Faroes Gap")
    assert highest(off_iceland(Faroes_Gap_2=[("Friend", "germany SCS")]), "BC", "Faroes Gap") == 3


@pytest.mark.rule("fa:11.3.2.4")
def test_the_way_home_costs_what_it_always_does() -> None:
    ships = {"North Atlantic 2": [("BC", "germany-moltke")], "Faroes Gap 1": [("Picket", "commonwealth SCS")]}
    here = waters(ships, options=("5",))
    here.start("naval movement")
    assert here.refusal("germany", ["BC"], "Faroes Gap", "North Sea", "Wilhelmshaven") == ""
