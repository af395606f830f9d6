"""Optional rules: what the catalogue says of them, which a game is played with, and how their dice are told."""

from __future__ import annotations

import pytest

from server.lazy import Page
from worldfire.engine.ruleset import Option
from worldfire.engine.views import view
from worldfire.server.reading import Reader
from worldfire.server.story import Teller
from worldfire.titles import offered_titles
from worldfire.titles.campaigns import begin_campaign
from worldfire.words import knows

SEATS = {"germany": {"kind": "me"}, "ussr": {"kind": "open"}}


def test_the_catalogue_tells_what_each_option_changes(page: Page) -> None:
    told = {option["id"]: option for option in page.get("/api/catalogue")["options"]["wif"]}
    assert {"8", "26", "27", "44"} <= set(told)
    assert not any(option["always"] for option in told.values())
    assert "8/jets" in {part["id"] for part in told["8"]["parts"]}
    assert "two dice" in told["27"]["summary"]


@pytest.mark.parametrize(
    ("title", "option"),
    [(title.name, option) for title in offered_titles() for top in title.rules.options for option in top.flat()],
    ids=lambda value: value.key if isinstance(value, Option) else value,
)
def test_every_option_of_an_offered_title_has_its_text(title: str, option: Option) -> None:
    assert knows(f"option-{title}-{option.key.replace('/', '-')}")


def test_a_choice_of_fleet_only_where_ships_sail(page: Page) -> None:
    assert page.get("/api/catalogue", title="fa")["fleets"] == {"fa": []}
    told = page.get("/api/catalogue")
    assert [fleet["id"] for fleet in told["fleets"]["wif"]] == ["ships", "classic"]
    assert not {"5", "6"} & {option["id"] for option in told["options"]["wif"]}  # they come with the ships
    game = page.post(
        "/api/games",
        campaign="guadalcanal",
        seats={"japan": {"kind": "me"}},
        options=["classic", "26"],
    )["game"]
    assert [option["id"] for option in page.get(f"/api/games/{game}/table", seat="japan")["options"]] == ["26"]


def test_an_exercise_says_that_nobody_wins_it_and_what_counts_in_its_campaign(page: Page) -> None:
    game = page.post("/api/games", exercise="convoys", seats={"jay": {"kind": "me"}})["game"]
    standing = page.get(f"/api/games/{game}/standing", seat="jay")["standing"]
    assert standing["headline"] == "Exercise from Guadalcanal"
    assert "nobody wins it" in standing["how"]
    assert "13 points" in standing["how"]
    assert [(one["side"], one["points"]) for one in standing["scores"]] == [("axis", 10), ("allies", 21)]
    assert {prize["name"]: prize["worth"] for prize in standing["prizes"]}["Truk"] == 3


def test_a_game_says_which_options_it_is_played_with(page: Page) -> None:
    game = page.post("/api/games", campaign="barbarossa", seats=SEATS, options=["26", "8/jets"])["game"]
    told = page.get(f"/api/games/{game}/table", seat="germany")["options"]
    assert [(option["id"], option["name"]) for option in told] == [
        ("5", "Ships in Flames"),
        ("6", "Cruisers in Flames"),
        ("8/jets", "Jets"),
        ("26", "Fractional odds"),
    ]
    page.post("/api/games", 422, campaign="barbarossa", seats=SEATS, options=["99"])


@pytest.mark.rule("11.15.6")
@pytest.mark.parametrize(("options", "needed"), [((), "10"), (("27",), "20")])
def test_the_roll_that_is_needed_is_read_from_the_chart_in_use(options: tuple[str, ...], needed: str) -> None:
    """3:1 on the assault table: one die, or two with the odds among the modifiers."""
    game = begin_campaign("barbarossa", options=options)
    teller = Teller(Reader(view(game, "germany"), game.ruleset))
    assert teller._needed("3:1", "assault").split()[0] == needed
