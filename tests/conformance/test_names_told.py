"""Ids of countries, powers, sides and seats are told as proper names."""

from __future__ import annotations

from turns import campaign_in

from worldfire.forces.who import country_named, power_named
from worldfire.titles.wif.telling import named, tell_item


def test_no_sentence_names_a_country_in_small_letters() -> None:
    game = campaign_in("barbarossa", "initiative", dice=(3, 5))
    germany, hungary = power_named(game, "germany"), country_named(game, "hungary")
    told = named(game, {"power": germany, "country": hungary, "side": 0, "seat": "ussr"})
    assert {"Germany", "Hungary", "USSR"} <= set(told.values())
    assert told["side"] in ("Axis", "Allies")
    assert tell_item(game, "declare-war", "hungary") == "Hungary"
