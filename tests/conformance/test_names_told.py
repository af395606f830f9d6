"""Ids of countries, powers, sides and seats are told as proper names."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from turns import campaign_in

from worldfire.engine.game import Game
from worldfire.engine.kinds import Known, Number, Phrase, Place, Places, Seat, Target
from worldfire.engine.violation import refused
from worldfire.forces.kinds import Country, Owner, Power, Powers, SeaArea, SeaName, Side
from worldfire.forces.pools import REMOVED
from worldfire.forces.things import place_index
from worldfire.forces.who import country_named, power_named
from worldfire.titles.telling import named, tell_item, tell_place, tell_reason, tell_text

TEXTS = Path(str(files("worldfire"))) / "data" / "text" / "en"


def test_no_sentence_names_a_country_in_small_letters() -> None:
    game = campaign_in("barbarossa", "initiative", dice=(3, 5))
    germany, hungary = power_named(game, "germany"), country_named(game, "hungary")
    told = named(game, {"power": Power(germany), "country": Country(hungary), "side": Side(0), "seat": Seat("ussr")})
    assert {"Germany", "Hungary", "the USSR"} <= set(told.values())
    assert told["side"] in ("Axis", "Allies")
    assert tell_item(game, "declare-war", "hungary") == "Hungary"


def test_a_pool_is_told_with_the_name_of_its_owner() -> None:
    game = campaign_in("barbarossa", "initiative", dice=(3, 5))
    assert tell_place(game, place_index(game, "reserve pool of germany")) == "reserve pool of Germany"
    assert tell_place(game, place_index(game, "force pool of ussr: ARM")) == "force pool of USSR: ARM"
    assert tell_place(game, place_index(game, "available in 1942, ussr: SUB")) == "available in 1942, USSR: SUB"


def test_a_sea_area_has_its_article_if_its_name_takes_one() -> None:
    game = campaign_in("guadalcanal", "initiative", dice=(3, 5))
    sections = [place_index(game, name) for name in ("Coral Sea 2", "Polynesia 0", "New Caledonia 3")]
    told = ["section 2 of the Coral Sea", "section 0 of Polynesia", "section 3 of New Caledonia"]
    assert [tell_place(game, place) for place in sections] == told
    assert named(game, {"sea": SeaArea(sections[1])})["sea"] == "Polynesia"
    assert tell_place(game, place_index(game, REMOVED)) == "the units out of the game"


def test_a_refusal_names_a_sea_with_its_article() -> None:
    """No text has an article of its own before a sea area."""
    game = campaign_in("guadalcanal", "initiative", dice=(3, 5))
    closed = refused("11.4.4", "passage-closed", origin=SeaName("Coral Sea"), sea=SeaName("Polynesia"))
    assert tell_reason(game, closed) == "The passage from the Coral Sea to Polynesia is closed to you."
    texts = "".join(file.read_text(encoding="utf-8") for file in sorted(TEXTS.rglob("*.ftl")))
    assert re.findall(r"^.*[Tt]he \{ \$(?:sea|origin) \}.*$", texts, re.MULTILINE) == ["sea-area = the { $sea }"]


def test_a_land_has_its_article_in_a_sentence_and_none_as_a_label() -> None:
    """And a sentence that it begins begins with a capital letter."""
    game = campaign_in("global-war", "initiative", dice=(3, 5))
    usa, germany = power_named(game, "usa"), power_named(game, "germany")
    args = {"power": Power(usa), "target_power": Power(germany)}
    assert named(game, {"powers": Powers((usa, germany)), "owner": Owner("netherlands")}) == {
        "powers": "the USA, Germany",
        "owner": "the Netherlands",
    }
    assert tell_item(game, "declare-war", "usa") == "USA"
    assert tell_reason(game, refused("9", "on-the-same-side", **args)) == "The USA and Germany are on the same side."
    assert tell_text(game, "mediate-claims", **named(game, args)).endswith(". The USA decides about both.")
    assert tell_text(
        game, "on-the-same-side", **named(game, {"power": Power(germany), "target_power": Power(usa)})
    ) == ("Germany and the USA are on the same side.")


def test_no_text_has_an_article_of_its_own_before_a_land() -> None:
    texts = "".join(file.read_text(encoding="utf-8") for file in sorted(TEXTS.glob("*.ftl")))
    lands = r"^.*[Tt]he \{ \$(?:power|target_power|country|giver|recipient)s? \}.*$"
    found = re.findall(lands, texts, re.MULTILINE)
    assert {line.split(" ")[0] for line in found} == {"card-entry-nearer", "card-entry-further"}, "told without kinds"


def test_no_indefinite_article_stands_before_an_argument() -> None:
    """It would be "a 8" or "an 5"."""
    texts = "".join(file.read_text(encoding="utf-8") for file in sorted(TEXTS.rglob("*.ftl")))
    assert re.findall(r"^.*\b[Aa]n? \{ \$.*$", texts, re.MULTILINE) == []


class Signpost(Known):
    """A kind that nobody else knows: a hex of the map by its number."""

    __slots__ = ()

    @classmethod
    def target(cls, game: Game, value: int) -> Target:
        return Target(place=value)


class Milestone(Signpost):
    """The same, with a text of its own."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: int) -> Phrase:
        return Phrase("factory-in", {"place": Place(value)})


def test_a_kind_of_ones_own_needs_no_list() -> None:
    game = campaign_in("barbarossa", "initiative", dice=(3, 5))
    kiev = place_index(game, "Kiev")
    args = {"here": Signpost(kiev), "there": Milestone(kiev), "all": Places((kiev, kiev)), "points": Number(1234)}
    assert named(game, args) == {
        "here": "E1735 Kiev",
        "there": "factory in E1735 Kiev",
        "all": "E1735 Kiev, E1735 Kiev",
        "points": 1234,
    }
