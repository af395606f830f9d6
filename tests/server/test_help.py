"""Every rule that Barbarossa can cite is explained: in decisions, refusals, the log and the odds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import worldfire
from server.lazy import Page
from server.positions import barbarossa_until, seat_people
from worldfire.server.house import House
from worldfire.tables.files import DataError
from worldfire.tables.help import LEAST_WORDS, MOST_WORDS, help_for, help_texts
from worldfire.tables.sections import load_sections
from worldfire.titles import USUAL, ruleset, title_named
from worldfire.titles.wif.sequence import SEQUENCE

PACKAGE = Path(worldfire.__file__).parent
#: where code cites a section: as an argument of these, or of a decorator
ROOMS = ("engine", "forces", "rules", "advice", "titles", "server")
SECTIONS = frozenset(section.section for section in load_sections("wif"))
#: a text that is a number and nothing else; each worker looks for them when it collects, and parsing the code takes a second
QUOTED = re.compile(r'"(\d{1,2}(?:\.\d{1,2})+)"')


def _cited_in_code() -> Iterator[str]:
    """Every text in the code that is the number of a section: what `refused`, decisions, steps and verbs are given."""
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            yield from SECTIONS & set(QUOTED.findall(path.read_text(encoding="utf-8")))


def _cited_by_the_ruleset() -> Iterator[str]:
    rules = ruleset("wif", ("5",))
    yield from (verb.rule for verb in rules.verbs.values())
    for made in rules.procedures.values():
        yield made.rule
        yield from (step.rule for step in made.steps.values())
    yield from (place.section for place in SEQUENCE.places)
    yield from (entry.section for entry in title_named(USUAL).tables().source.index.values())


CITED = sorted({*_cited_in_code(), *_cited_by_the_ruleset()})


def test_the_search_finds_the_sections_that_matter() -> None:
    assert {"2.4.2", "4.2.1", "9.6", "11.10.6", "11.15.5", "11.17.4", "13.6.5", "14.3.2", "24.1"} <= set(CITED)
    assert len(CITED) > 120


def explained(section: str) -> bool:
    found = help_for("wif", section)
    return found is not None and f"{section.partition('/')[0]}.".startswith(f"{found.told_by}.")


def test_every_section_that_can_be_cited_is_explained() -> None:
    assert [section for section in CITED if not explained(section)] == []


#: nations at war: trade, war and peace, US entry, production, Vichy, allies, minor countries
OF_NATIONS = re.compile(r"(5|9|13\.[2-36-9]|17|18|19|20|21)(\.\d+)*")


def test_each_standard_section_on_nations_has_a_paragraph_of_its_own() -> None:
    standard = {one.section for one in load_sections("wif") if not one.option and OF_NATIONS.fullmatch(one.section)}
    assert len(standard) > 60
    assert standard - set(help_texts("wif")) == set()


def test_a_sub_section_is_told_by_the_section_above() -> None:
    found = help_for("wif", "4.2.1")
    assert found is not None
    assert (found.section, found.told_by, found.title) == ("4.2.1", "4.2", "Where do reinforcements go?")


def test_texts_are_short_and_each_has_its_section() -> None:
    for section, text in help_texts("wif").items():
        assert section in SECTIONS
        assert LEAST_WORDS <= len(text.split()) <= MOST_WORDS


def test_a_wrong_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "help").mkdir()
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "odd.csv").write_text("section,title,option\n1,One,\n", encoding="utf-8")
    (tmp_path / "help" / "odd.md").write_text("# Help\n\n## 1\n\ntoo short\n\n## 9\n\nno such\n", encoding="utf-8")
    monkeypatch.setattr("worldfire.tables.help.data_root", lambda: tmp_path)
    monkeypatch.setattr("worldfire.tables.help.load_sections", lambda title: load_sections(title, tmp_path))
    with pytest.raises(DataError) as caught:
        help_texts("odd")
    assert {problem.column for problem in caught.value.problems} == {"1", "9"}


def test_the_server_tells_it(page: Page) -> None:
    told = page.get("/api/help/wif/11.10.6")
    assert told["section"] == told["told_by"] == "11.10.6"
    assert told["name"] == "Overrun"
    assert "seven to one" in told["text"]


@pytest.mark.parametrize("path", ["wif/99.9", "wif/nonsense", "chess/1.1", "wif/..%2f..%2fetc"])
def test_what_is_not_there_is_an_error_in_json(page: Page, path: str) -> None:
    answer = page.client.get(f"/api/help/{path}")
    assert answer.status_code == 404
    assert answer.json()["error"]["text"]


def test_a_decision_brings_its_help_and_the_log_its_rules(page: Page, house: House) -> None:
    seat = seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": page})["germany"]
    table = page.get(f"/api/games/{seat.game}/table", seat="germany")
    told = help_for("wif", table["decision"]["rule"])
    assert told is not None
    assert table["decision"]["help"] == told.text
    rules = {entry["verb"]: entry["rule"] for entry in table["log"]}
    assert rules["choose-actions"] == "10.1"
    assert rules["begin"] == ""
