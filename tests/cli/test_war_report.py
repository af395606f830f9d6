"""`worldfire simulate --report`: the course of a war as a page and as JSON."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from worldfire.advice.course import (
    CapitalTurn,
    Course,
    CourseTurn,
    Ended,
    Headline,
    Pool,
    PowerTurn,
)
from worldfire.advice.course_figures import figures_of
from worldfire.cli.charts import Series, columns, lines, rounded_up
from worldfire.cli.main import app
from worldfire.cli.war_page import war_page

runner = CliRunner()

#: what may stand open in HTML
VOID = {"meta"}


class Page(HTMLParser):
    """A page that is read strictly: every element is closed, and nothing is fetched from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.headings: list[str] = []
        self.labels: list[str] = []
        self.fetched: list[str] = []
        self.data = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.fetched += [str(given[name]) for name in ("src", "href") if name in given]
        if tag == "svg":
            assert given["role"] == "img"
            self.labels.append(str(given["aria-label"]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        if self.open and self.open[-1] == "script":
            self.data += text
        elif self.open and self.open[-1] != "style":
            self.texts.append(text)
        if self.open and self.open[-1] == "h2":
            self.headings.append(text)


def capital(**changes: Any) -> CapitalTurn:
    plain: dict[str, Any] = {
        "city": "Redburg",
        "country": "Red",
        "power": "red",
        "main": True,
        "holder": "Red",
        "lost": False,
        "in_supply": True,
        "factories": 4,
        "fed": 3,
        "by_sea": 1,
    }
    return CapitalTurn(**{**plain, **changes})


def a_course() -> Course:
    """Two turns of a small war: red declares it on blue, blue loses a ship and spends half of what it has."""
    red = [
        PowerTurn(power="red", side="reds", produced=True, available=10, spent=10, convoys_at_sea=4) for _ in range(2)
    ]
    blue = [PowerTurn(power="blue", side="blues", produced=True, available=8, spent=4, delivered=4) for _ in range(2)]
    red[0].by_sea, red[0].convoys_used = 3, 5
    blue[1].losses.add("naval", 7)
    blue[1].losses.add("convoys", 2, 2)
    told = Headline("war", "WarDeclared", {"power": "Red", "target_power": "Blue"}, "Red declares <war> on Blue.")
    turns = [
        CourseTurn(
            turn=1,
            name="Nov/Dec 1939",
            headlines=[told],
            powers={"red": red[0], "blue": blue[0]},
            capitals=[capital()],
            pools=[Pool("blue", "Red", "entry", 3, 5)],
            sides={"reds": 3, "blues": 4.5},
            wars=[("red", "blue")],
            begun=True,
            over=True,
        ),
        CourseTurn(
            turn=2,
            name="Jan/Feb 1940",
            powers={"red": red[1], "blue": blue[1]},
            capitals=[capital(holder="Blue", lost=True, in_supply=False, fed=0)],
            pools=[Pool("blue", "Red", "entry", 4, 9)],
            sides={"reds": 2, "blues": 5.5},
            wars=[("red", "blue")],
            begun=True,
            over=True,
        ),
    ]
    ended = Ended(
        why="objectives",
        winner=["blue"],
        ranking={"blue": 1, "red": 2},
        totals={"blue": "11/2", "red": "2"},
        wanted_by="",
        score=None,
        needed=None,
        last_turn="Jan/Feb 1940",
        turns=2,
    )
    return Course(
        title="toy",
        campaign="small-war",
        name="A small war",
        sides={"reds": ["red"], "blues": ["blue"]},
        scored=False,
        turns=turns,
        ended=ended,
    )


def test_the_figures_of_a_war() -> None:
    figures = figures_of(a_course())
    assert (figures.production["blue"].available, figures.production["blue"].spent) == (16, 8)
    assert figures.production["blue"].share == 0.5
    assert figures.capitals["Redburg"].share == 0.5
    assert (figures.capitals["Redburg"].turns, figures.capitals["Redburg"].fed) == (2, 1)
    assert figures.convoys["red"].share == 0.5
    assert "blue" not in figures.convoys  # it has none at sea
    assert figures.losses == {"red": {}, "blue": {"naval": 7, "convoys": 2}}
    assert figures.first_war == {"red": "Nov/Dec 1939", "blue": "Nov/Dec 1939"}
    assert [(one.turn, one.facts["target_power"]) for one in figures.declarations] == [("Nov/Dec 1939", "Blue")]
    assert figures.levels == {"entry Red": 9}


def test_the_page_stands_alone_and_says_what_happened() -> None:
    page = Page(war_page(a_course(), "played by nobody"))
    assert not page.open
    assert all(link.startswith("#") for link in page.fetched)
    text = " ".join(page.texts)
    assert "Red declares <war> on Blue." in text  # escaped, or the parser had taken it for an element
    assert "Blue won in Jan/Feb 1940 after 2 turns, by objectives" in " ".join(text.split())
    assert {"Production", "Losses", "Convoys", "Supply of the capitals", "Entry into the war"} <= set(page.headings)
    assert "Redburg 50%" in text
    assert "Blue: build points available and spent by turn" in page.labels
    assert json.loads(page.data)["figures"]["production"]["blue"]["share"] == 0.5


def test_a_course_without_a_turn_is_a_page_too() -> None:
    course = a_course()
    course.turns = []
    course.ended = Ended(
        why="stopped",
        winner=[],
        ranking={},
        totals={},
        wanted_by="",
        score=None,
        needed=None,
        last_turn="",
        turns=0,
    )
    page = Page(war_page(course, ""))
    assert "Nobody has won yet: play stopped after the set-up." in " ".join(page.texts)


def test_charts_say_each_value_and_reach_no_higher_than_a_round_number() -> None:
    assert [rounded_up(most) for most in (0, 3, 16, 22, 81, 412)] == [4, 4, 16, 24, 100, 600]
    drawn = columns("made", ["Nov/Dec 1939"], [Series("spent", "spent", [3])], behind=Series("had", "had", [5]), most=5)
    assert "<title>Nov/Dec 1939: spent 3, had 5</title>" in drawn
    drawn = lines("level", ["Nov/Dec 1939", "Jan/Feb 1940"], [Series("entry", "pool0", [None, 7])])
    assert "<title>Jan/Feb 1940: entry 7</title>" in drawn
    assert drawn.count("<circle") == 1


@pytest.fixture(scope="module")
def barbarossa(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    """What a first turn of Barbarossa prints, and the page that it writes."""
    file = tmp_path_factory.mktemp("report") / "war.html"
    words = ["simulate", "--campaign", "barbarossa", "--turns", "1", "--report", str(file), "--json"]
    result = runner.invoke(app, words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout), file.read_text()


def test_a_turn_of_a_campaign_is_told(barbarossa: tuple[dict[str, Any], str]) -> None:
    told, page = barbarossa
    course = told["course"]
    assert [turn["name"] for turn in course["turns"]] == ["May/Jun 1941"]  # the next has only begun
    turn = course["turns"][0]
    assert turn["over"]
    wars = [headline for headline in turn["headlines"] if headline["kind"] == "war"]
    assert turn["wars"] == [["germany", "ussr"]] if wars else turn["wars"] == []
    for power in ("germany", "ussr"):
        figures = turn["powers"][power]
        assert figures["produced"]
        assert figures["spent"] == sum(figures["built"]["points"].values()) <= figures["available"]
        assert told["figures"]["production"][power]["spent"] == figures["spent"]
    [moscow] = [one for one in turn["capitals"] if one["city"] == "Moscow"]
    assert moscow["in_supply"]
    assert 0 < moscow["fed"] <= moscow["factories"]
    assert course["ended"]["why"] == "stopped"
    assert "Barbarossa" in Page(page).texts


def test_the_report_changes_nothing_in_the_game(barbarossa: tuple[dict[str, Any], str]) -> None:
    without = runner.invoke(app, ["simulate", "--campaign", "barbarossa", "--turns", "1", "--json"])
    assert json.loads(without.stdout)["digest"] == barbarossa[0]["digest"]


def test_an_exercise_has_no_course(tmp_path: Path) -> None:
    result = runner.invoke(app, ["simulate", "--exercise", "air-duel", "--report", str(tmp_path / "war.html")])
    assert result.exit_code == 2
    assert "only a campaign has turns" in result.stderr
