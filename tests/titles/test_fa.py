"""Fatal Alliances beside World in Flames: its own numbers, its own sequence, its own campaigns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from conformance.positions import put
from conformance.steps import find
from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.forces.things import FACE_DOWN, place_index
from worldfire.players import random_player
from worldfire.players.table import play_set_up, seeded_campaign
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT, NAVAL_UNITS_IN_A_MINOR_PORT
from worldfire.rules.s02_4_supply import defence_out_of_supply
from worldfire.rules.s11_10_6_overrun import overrun_violation
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s13_07_5_liberation import units_that_return
from worldfire.server.catalogue import catalogue
from worldfire.server.presenting import Scene
from worldfire.titles import TITLES, offered_titles, ruleset
from worldfire.titles.campaigns import CAMPAIGN
from worldfire.titles.exercises import exercise_names
from worldfire.titles.telling import tell_violation

FA, WIF = TITLES["fa"], TITLES["wif"]


def moves(game: Game, seed: int, most: int = 100_000) -> Iterator[None]:
    """Random actions, one at a time."""
    rng = Random(seed)
    for _ in range(most):
        if game.over:
            return
        seat = next(iter(game.waiting))
        game.submit(seat, *random_player.pick(game, seat, rng))
        yield


# ----------------------------------------------------------------------------------------------------------- whole games


@pytest.fixture(scope="module")
def set_up() -> Game:
    """The campaign of 1914, set up by default; read only."""
    return play_set_up("1914", 1, title="fa")


@pytest.mark.rule("fa:3.1")
def test_it_is_played_beside_world_in_flames_which_does_not_notice() -> None:
    """Both are played in one process, an action of each in turn; World in Flames goes on exactly as if it were alone."""
    alone = seeded_campaign("barbarossa", 3, length=CAMPAIGN)
    for _ in moves(alone, 3, most=60):
        pass
    beside = seeded_campaign("barbarossa", 3, length=CAMPAIGN)
    great_war = seeded_campaign("1914", 3, title="fa", length=CAMPAIGN)
    other = moves(beside, 3, most=60)
    for _ in moves(great_war, 4, most=60):
        next(other, None)
    assert [entry.hash for entry in beside.entries] == [entry.hash for entry in alone.entries]
    assert not {"paradrop", "air transport"} & set(great_war.ruleset.procedures)
    assert {"paradrop", "air transport"} < set(beside.ruleset.procedures)


def test_it_has_no_exercises_yet() -> None:
    assert exercise_names("fa") == ()


# ------------------------------------------------------------------------------------------------------- a few answers


@pytest.mark.rule("fa:2.4.4.1")
def test_two_factors_out_of_supply(set_up: Game) -> None:
    game = set_up.fork()
    corps, other = find(game, "germany-inf-i"), find(game, "germany-inf-vi")  # white and black print
    for soldier in (corps, other):
        put(game, soldier, "Madrid")
        game.write(FACE_DOWN, soldier, 1)
    assert [defence_out_of_supply(game, unit, land_counter(game, unit)) for unit in (corps, other)] == [2, 1]


@pytest.mark.rule("fa:11.9.6")
def test_land_units_are_not_overrun(set_up: Game) -> None:
    found = overrun_violation(set_up, (find(set_up, "germany-inf-i"),), place_index(set_up, "Brussels"))
    assert found is not None
    assert found.key == "land-units-are-not-overrun"
    assert tell_violation(set_up, found).startswith("[11.9.6]")


@pytest.mark.rule("fa:13.6.3.1")
def test_all_that_a_liberated_country_has_lost_returns() -> None:
    assert [units_that_return(ruleset(title), 5) for title in ("wif", "fa")] == [3, 5]


@pytest.mark.rule("fa:2.3.1.3")
def test_four_ships_or_eight_convoy_points_fill_a_minor_port() -> None:
    classic, single, great_war = ruleset("wif"), ruleset("wif", ["5"]), ruleset("fa")
    assert [NAVAL_UNITS_IN_A_MINOR_PORT(rules) for rules in (classic, single, great_war)] == [2, 4, 4]
    assert [CONVOY_POINTS_A_UNIT(rules) for rules in (classic, single, great_war)] == [5, 3, 2]


# -------------------------------------------------------------------------------------------------- what a player reads


@pytest.mark.parametrize(
    ("common", "own"),
    [
        ("11.15.5", "11.12.5"),
        ("11.15.5/shatter", "11.12.5.6"),
        ("11.15.5/combat example", "11.12.5"),
        ("14.3.2/night", "16.3.2"),
        ("11.14", "WIF 11.14"),
        ("fa:15.3", "15.3"),
    ],
)
def test_sections_are_called_as_in_its_own_book(common: str, own: str) -> None:
    assert FA.number(common) == own
    assert WIF.number(common) == common


def test_prompts_refusals_help_and_the_sequence_speak_in_its_own_numbers() -> None:
    game = seeded_campaign("1914", 1, title="fa", length=CAMPAIGN)
    scene = Scene(view(game, next(iter(game.waiting))), game.ruleset, undo=False)
    table = scene.table()
    assert table.decision is not None
    assert table.decision.rule == FA.number("24.1") == "22.2"
    help_of_the_common_book = WIF.help("24.1")
    assert help_of_the_common_book is not None
    assert table.decision.help == help_of_the_common_book.text
    numbers = {step.title: (step.id, step.rule) for step in table.sequence}
    assert numbers["land combat"] == ("D2.3(k)", "11.12")
    assert (numbers["morale"], numbers["political actions"]) == (("E6", "13.5.7"), ("E9", "15"))
    assert not {"paradrop", "port attack"} & set(numbers)


def test_it_is_offered_beside_the_other_game() -> None:
    assert FA in offered_titles()
    offered = catalogue()
    assert [(title.id, title.name) for title in offered.titles] == [
        ("wif", "World in Flames"),
        ("fa", "Fatal Alliances"),
    ]
    assert all(title.summary and title.lessons for title in offered.titles)
    own = [campaign for campaign in offered.campaigns if campaign.title == "fa"]
    assert [campaign.id for campaign in own] == ["1914", "1917"]
    assert all(campaign.playable and campaign.callings for campaign in own)
    assert len({campaign.id for campaign in offered.campaigns}) == len(offered.campaigns)


def test_every_section_of_the_numbers_is_one_of_its_book() -> None:
    assert set(FA.numbers.values()) <= set(FA.section_names)


# ----------------------------------------------------------------------------------------------------------- briefings


@pytest.mark.parametrize("name", ["1914", "1917"])
def test_a_campaign_of_it_is_told_on_one_page(name: str) -> None:
    """Length, story, who wins when, what comes first, and counsel for both sides and every power that sets up."""
    found = next(campaign for campaign in catalogue("fa").campaigns if campaign.id == name)
    told = found.briefing
    assert all((told.how, told.story, told.first, told.length))
    assert {one.side for one in told.counsel} == {"central-powers", "allies"}
    powers = {seat.id for seat in found.seats}
    assert {one.power for one in told.powers} == powers == set(found.callings)
    assert found.quick != found.summary
    assert told.length.startswith(f"{found.turns} turns")
    assert not found.bidding, "nobody bids for powers in this game (13.7)"


@pytest.mark.parametrize(
    ("name", "fewest", "most"),
    [("1914", {"commonwealth", "germany"}, 6), ("1917", {"commonwealth", "germany"}, 7)],
)
def test_two_players_or_more_share_out_its_powers(name: str, fewest: set[str], most: int) -> None:
    found = next(campaign for campaign in catalogue("fa").campaigns if campaign.id == name)
    sides = {seat.id: seat.side for seat in found.seats}
    assert set(found.seatings[0].values()) == fewest
    assert [len(set(seating.values())) for seating in found.seatings] == list(range(2, most + 1))
    for seating in found.seatings:
        assert all(sides[power] == sides[seat] for power, seat in seating.items()), "nobody plays both sides"


def test_every_option_of_it_is_explained_to_whoever_sets_up_a_game() -> None:
    shown = catalogue("fa").options["fa"]
    assert len(shown) == len(FA.rules.options)
    assert [option.id for option in shown if not option.summary or option.summary.startswith("option-fa")] == []
