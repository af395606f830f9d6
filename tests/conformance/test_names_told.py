"""Ids of countries, powers, sides and seats are told as proper names."""

from __future__ import annotations

from turns import campaign_in

from worldfire.forces.things import place_index
from worldfire.forces.who import country_named, power_named
from worldfire.titles.telling import named, tell_item, tell_place


def test_no_sentence_names_a_country_in_small_letters() -> None:
    game = campaign_in("barbarossa", "initiative", dice=(3, 5))
    germany, hungary = power_named(game, "germany"), country_named(game, "hungary")
    told = named(game, {"power": germany, "country": hungary, "side": 0, "seat": "ussr"})
    assert {"Germany", "Hungary", "USSR"} <= set(told.values())
    assert told["side"] in ("Axis", "Allies")
    assert tell_item(game, "declare-war", "hungary") == "Hungary"


def test_a_pool_is_told_with_the_name_of_its_owner() -> None:
    game = campaign_in("barbarossa", "initiative", dice=(3, 5))
    assert tell_place(game, place_index(game, "reserve pool of germany")) == "reserve pool of Germany"
    assert tell_place(game, place_index(game, "force pool of ussr: ARM")) == "force pool of USSR: ARM"
    assert tell_place(game, place_index(game, "available in 1942, ussr: SUB")) == "available in 1942, USSR: SUB"
