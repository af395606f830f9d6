"""Rule help of Fatal Alliances: its own words where it differs, the common book's where it does not, always its own numbers."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from worldfire.cli.main import app
from worldfire.tables.help import help_texts
from worldfire.titles import TITLES, ruleset
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.telling import tell_if_known, tell_verb
from worldfire.words import knows_in

FA, WIF = TITLES["fa"], TITLES["wif"]
OWN, COMMON = help_texts("fa"), help_texts("wif")

#: chapters and sections that the common book has not, or that say something quite different there
ONLY_HERE = re.compile(
    r"(9\.4\.[123]|11\.3\.2\.5|11\.3\.5\.6|13\.2\.[123]|13\.5\.[67]|14|14\.\d|15|15\.[1-4]|18\.\d|20\.3|21\.\d+|22\.[13456])"
)


def test_what_only_this_game_has_is_explained_in_its_own_words() -> None:
    wanted = {section for section in FA.section_names if ONLY_HERE.fullmatch(section)}
    assert len(wanted) > 40
    assert wanted - set(OWN) == set()


def test_every_section_of_the_book_is_explained() -> None:
    numbered = [section for section in FA.section_names if section[0].isdigit()]  # corrections have none
    assert [section for section in numbered if FA.help(section) is None] == []


def test_every_section_that_its_rules_cite_is_explained() -> None:
    rules = ruleset("fa", [option.key for option in FA.rules.options])
    cited = {verb.rule for verb in rules.verbs.values()}
    cited |= {
        rule for made in rules.procedures.values() for rule in (made.rule, *(each.rule for each in made.steps.values()))
    }
    cited |= {place.section for place in FA.sequence.places}
    assert [section for section in sorted(cited) if section and FA.help(FA.number(section)) is None] == []


@pytest.mark.parametrize(
    ("section", "told_by", "text"),
    [
        ("21.6", "21.6", OWN["21.6"]),
        ("11.9.5", "11.9.5", COMMON["11.10.5"]),  # the same in both books, under another number
        ("11.9.6.1", "11.9.6", OWN["11.9.6"]),
        ("2.4.2.1", "2.4.2", OWN["2.4.2"]),
        ("16.3.3", "16.3.3", COMMON["14.3.3"]),  # nearer than its own words on 16
    ],
)
def test_the_nearest_words_explain_a_section(section: str, told_by: str, text: str) -> None:
    found = FA.help(section)
    assert found is not None
    assert (found.section, found.told_by, found.text) == (section, told_by, text)
    assert found.title == FA.section_names[section]


def test_what_it_has_not_is_explained_as_the_common_book_does() -> None:
    found = FA.help(FA.number("11.14"))
    assert found is not None
    assert (found.section, found.told_by, found.text) == ("WIF 11.14", "WIF 11.14", COMMON["11.14"])


@pytest.mark.parametrize("section", ["99.9", "14.3.2", "WIF 99.9", ""])
def test_a_section_of_another_book_is_not_taken_for_its_own(section: str) -> None:
    assert FA.help(section) is None


@pytest.mark.parametrize("foreign", ["Barbarossa", "Soviet", "Vichy", "carrier plane", "1943", "paratroop"])
def test_nothing_of_another_war_is_told(foreign: str) -> None:
    told = {section: FA.help(section) for section in FA.section_names}
    assert [section for section, found in told.items() if found and foreign.lower() in found.text.lower()] == []


def test_the_terminal_explains_a_section() -> None:
    told = CliRunner().invoke(app, ["rules", "11.3.5.6", "--title", "fa"])
    assert told.exit_code == 0
    assert "Scapa Flow" in told.output
    assert CliRunner().invoke(app, ["rules", "99.9", "--title", "fa"]).exit_code == 2


# ------------------------------------------------------------------------------------------------ texts of its own


def test_what_only_it_lets_one_do_is_told_in_words() -> None:
    """On buttons, in the log and in the terminal: no verb is shown by its key, wherever its text stands."""
    rules = ruleset("fa", [option.key for option in FA.rules.options])
    verbs = [*rules.verbs, *rules.announcements]
    assert [verb for verb in verbs if not knows_in("fa", f"verb-{verb}")] == []


def test_its_dice_are_told_in_its_own_words() -> None:
    game = begin_campaign("1914", title="fa")
    assert "(14.1)" in tell_if_known(game, "roll-morale")
    assert tell_verb(game, "accept-surrender") == "accept the surrender"
    assert tell_if_known(game, "roll-nonsense") == ""
