"""13.1 Partisans: the table, garrisons, who controls them, where they rise and what they do to a hex."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, controlled, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.partisans import RED, SOIL
from worldfire.forces.pools import PARTISANS
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import FACE_DOWN, PLACE, place_index, place_name, things_at
from worldfire.forces.who import CONQUEROR, CONTROLLER, COUNTRY, COUNTRY_NAMES, HOME_COUNTRY, POWER, power_of
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s09_02_garrisons import garrison_value
from worldfire.rules.s09_06_aligning import LAST_NEUTRAL
from worldfire.rules.s13_01_3_partisan_effects import held_by_partisans, partisan_abroad_violation
from worldfire.rules.s13_01_partisans import (
    CHANGE_OF_CONTROL,
    FORMER_POWER,
    ChangeOfControl,
    NoRoomForPartisan,
    PartisanCountries,
    PartisanPlaced,
    PartisanRemoved,
    PartisansRolled,
    areas_of,
    garrison_of,
    partisan_number,
)
from worldfire.rules.s13_06_production import factories_in
from worldfire.rules.s14_air_missions import Destroyed, ReturnedToBase


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def wars(*pairs: tuple[str, str]) -> Change:
    def change(game: Game) -> None:
        game.set(AT_WAR, tuple((power_index(game, one), power_index(game, other)) for one, other in pairs))

    return change


def column(item: Any, name: str, value: str | int) -> Change:
    """A country's entry in a column; powers by name."""

    def change(game: Game) -> None:
        game.write(item, country(game, name), power_index(game, value) if isinstance(value, str) else value)

    return change


def china_is_free(game: Game) -> None:
    """No part of China is in Japanese hands, so that it does not rise."""
    china, power = country(game, "china"), power_index(game, "china")
    for place, home in enumerate(game.state[HOME_COUNTRY]):
        if home == china:
            game.write(CONTROLLER, place, power)


def happened(game: Game, kind: type) -> list[Any]:
    return [event for event in game.events if type(event) is kind]


BARBAROSSA_WAR = wars(("germany", "ussr"))


@pytest.mark.rule("13.1.1", example="WF2-038")
def test_two_dice_from_1943() -> None:
    """The garrisons of what both dice select count half: 2 INF in Minsk and a roll of 8 still bring a partisan."""
    game = campaign_in(
        "barbarossa",
        "partisans",
        in_turn("May/Jun 1943"),
        BARBAROSSA_WAR,
        controlled("germany", "Minsk", "Gomel", "Vitebsk"),
        put("Minsk", "ge-inf-xlv", "ge-inf-li"),
        dice=(3, 5, 7, 0),
    )
    (rising,) = happened(game, PartisanCountries)
    assert rising.dice == (3, 5)
    assert set(rising.halved) == {"Byelorussia", "Russia", "Ukraine", "Yugoslavia"}
    assert rising.areas == ("Byelorussia", "Poland")
    events = play(game, "germany", "order-partisan-countries", (("Byelorussia", "Poland"),))
    assert PartisansRolled(area="Byelorussia", roll=7, needed=8, count=1) in events  # 7 + 2/2 is 8


GREECE = (
    in_turn("Nov/Dec 1943"),
    wars(("germany", "commonwealth")),
    china_is_free,
    column(POWER, "greece", "germany"),
    column(FORMER_POWER, "greece", "commonwealth"),
    column(LAST_NEUTRAL, "greece", 1943),
    column(CONQUEROR, "greece", "germany"),
    lambda game: [
        game.write(CONTROLLER, place, power_index(game, "germany"))
        for place, home in enumerate(game.state[HOME_COUNTRY])
        if home == country(game, "greece")
    ],
    put("Athens", "ge-inf-li", "ge-nav-he-115b-wif", "ge-ftr-bf-109f2-wif"),
    lambda game: game.write(FACE_DOWN, unit(game, "ge-ftr-bf-109f2-wif"), 1),
    put("E2516", "ge-inf-xlv"),
    put("E2618", "partisans-part-13"),
    lambda game: game.write(SOIL, unit(game, "partisans-part-13"), country(game, "greece")),
    lambda game: game.write(COUNTRY, unit(game, "partisans-part-13"), country(game, "united-kingdom")),
)


def greece_rolls(die: int, *more: int) -> tuple[Game, tuple[Any, ...]]:
    game = campaign_in("global-war", "partisans", *GREECE, dice=(1, 6, die, *more))
    while prompt(game) == "pick-african-country":
        (seat,) = game.waiting
        shape: Any = game.offers(seat)["pick-african-country"]
        play(game, seat, "pick-african-country", shape.domain[0])
    events: tuple[Any, ...] = ()
    while prompt(game) == "order-partisan-countries":
        for seat in tuple(game.waiting):
            shape = game.offers(seat)["order-partisan-countries"]
            order = sorted(shape.lines[0], key=lambda name: name != "Greece")
            events = play(game, seat, "order-partisan-countries", (tuple(order),))
    return game, events


@pytest.mark.rule("13.1.1", example="WF2-039")
@pytest.mark.rule("9.2")
@pytest.mark.parametrize(("die", "count"), [(1, 1), (2, 1), (3, 0)])
def test_greek_partisans(die: int, count: int) -> None:
    """Garrison 3, halved; number 6, halved; one partisan there: 1 or 2 is needed, 3 becomes 3.5 and rounds to 4."""
    game, events = greece_rolls(die, *([0] if count else [10] * 9))
    assert PartisansRolled(area="Greece", roll=die, needed=3, count=count) in events
    if not count:
        return
    assert tuple(game.waiting) == ("commonwealth",)
    assert prompt(game) == "place-partisan"
    shape: Any = game.offers("commonwealth")["place-partisan"]
    assert all(game.state[HOME_COUNTRY][place] == country(game, "greece") for place in shape.domain)
    assert place_index(game, "Athens") not in shape.domain
    why = {at: game.why_not("place-partisan", place_index(game, at), "commonwealth")[0] for at in ("Athens", "Kiev")}
    assert {at: found.key for at, found in why.items()} == {
        "Athens": "partisan-beside-garrison",
        "Kiev": "partisan-not-its-country",
    }
    game.chance.feed(*[10] * 9)  # type: ignore[attr-defined]
    place = next(place for place in shape.domain if not things_at(game, place))
    (placed,) = [
        event for event in play(game, "commonwealth", "place-partisan", place) if type(event) is PartisanPlaced
    ]
    assert placed.place == place
    assert game.state[SOIL][placed.thing] == country(game, "greece")


@pytest.mark.rule("13.1.2", example="WF2-040")
def test_who_controls_the_partisans_of_indo_china() -> None:
    """Rome is nearer to Hanoi than Berlin; once nobody fights its controller, Chungking is nearer than Delhi."""
    game = campaign_in(
        "global-war",
        "partisans",
        in_turn("May/Jun 1940"),
        wars(("germany", "france"), ("italy", "france")),
        china_is_free,
        dice=(3, 1, 0),
    )
    (seat,) = game.waiting
    assert (seat, prompt(game)) == ("germany", "pick-african-country")
    play(game, seat, "pick-african-country", "Senegal")
    while prompt(game) == "order-partisan-countries":
        play(game, next(iter(game.waiting)), "order-partisan-countries", (("Indo-China", "Senegal"),))
    assert (tuple(game.waiting), prompt(game)) == (("italy",), "place-partisan")
    game.chance.feed(10)  # type: ignore[attr-defined]
    play(game, "italy", "place-partisan", place_index(game, "Hanoi"))
    (partisan,) = things_at(game, place_index(game, "Hanoi"))
    assert game.state[RED][partisan]
    assert power_of(game, partisan) == power_index(game, "italy")

    indo_china = country(game, "french-indo-china")

    def neutral(game: Game) -> None:
        """Vichy France is no power of the campaign yet; another neutral stands for it."""
        game.write(POWER, indo_china, power_index(game, "portugal"))
        game.write(SOIL, partisan, indo_china)
        game.write(RED, partisan, 1)
        game.write(COUNTRY, partisan, country(game, "italy"))

    later = campaign_in(
        "global-war",
        CHANGE_OF_CONTROL.name,
        wars(("germany", "france"), ("italy", "france")),
        put("Hanoi", "partisans-part-14"),
        neutral,
        locals=ChangeOfControl(indo_china),
    )
    assert later.state[COUNTRY][partisan] == country(later, "communist-china")
    assert power_of(later, partisan) == power_index(later, "china")


# ---------------------------------------------------------------------------------------------------------- in Barbarossa


def ukraine_rises(*changes: Change, dice: tuple[int, ...] = (9, 1, 0)) -> Game:
    """The Ukraine alone rises: 9 on the table."""
    holdings = controlled("germany", "Odessa", "Kiev", "Vinnitsa")
    return campaign_in(
        "barbarossa", "partisans", in_turn("Sep/Oct 1941"), BARBAROSSA_WAR, holdings, *changes, dice=dice
    )


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("13.1.2")
def test_a_partisan_in_odessa_overruns_aircraft() -> None:
    """The first half of the book's example (WF2-041): face-down aircraft are destroyed, the others return to base."""
    ju88, bf109 = "ge-lnd-ju-88a4-wif", "ge-ftr-bf-109f2-wif"
    game = ukraine_rises(
        put("Odessa", ju88, bf109), lambda game: game.write(FACE_DOWN, unit(game, ju88), 1), dice=(9, 1, 0)
    )
    assert (tuple(game.waiting), prompt(game)) == (("ussr",), "place-partisan")
    odessa = place_index(game, "Odessa")
    events = play(game, "ussr", "place-partisan", odessa)
    assert Destroyed(thing=unit(game, ju88)) in events
    assert prompt(game) == "choose-base"
    bucharest = place_index(game, "Bucharest")
    assert ReturnedToBase(thing=unit(game, bf109), base=bucharest) in play(game, "germany", "return-to", bucharest)
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    assert game.state[CONTROLLER][odessa] == germany  # partisans control no hexes
    assert held_by_partisans(game, odessa, 0)
    assert not held_by_partisans(game, odessa, 1)
    (partisan,) = things_at(game, odessa)
    assert power_of(game, partisan) == ussr
    assert partisan_abroad_violation(game, partisan, place_index(game, "Moscow")) is None
    assert partisan_abroad_violation(game, partisan, place_index(game, "Warsaw")) is not None
    found = stacking_violation(game, odessa, (partisan, unit(game, "ge-inf-xlv")))
    assert found is not None
    assert found.key == "units-do-not-cooperate"
    assert stacking_violation(game, odessa, (partisan, unit(game, "su-hq-i-timoshenko"))) is None


@pytest.mark.rule("13.1.2")
def test_no_hex_no_partisan() -> None:
    """A garrison in every enemy controlled hex: the partisan stays in the pool."""
    game = ukraine_rises(
        put("Odessa", "ge-inf-xlv"), put("Kiev", "ge-inf-li"), put("Vinnitsa", "ge-inf-xiii"), dice=(9, 1)
    )
    assert game.over
    assert happened(game, NoRoomForPartisan) == [NoRoomForPartisan(area="Ukraine")]


def empty_pool(game: Game) -> None:
    """All partisans but one, which stands in Vinnitsa, are gone."""
    pool = place_index(game, PARTISANS)
    first, *others = things_at(game, pool)
    game.write(PLACE, first, place_index(game, "Vinnitsa"))
    game.write(SOIL, first, country(game, "ussr"))
    game.write(COUNTRY, first, country(game, "ussr"))
    for other in others:
        game.write(PLACE, other, place_index(game, "removed from the game"))


@pytest.mark.rule("13.1.2")
@pytest.mark.parametrize("verb", ["reuse-partisan", "forgo-partisan"])
def test_an_empty_pool_is_filled_from_the_map(verb: str) -> None:
    game = ukraine_rises(empty_pool, dice=(9, 1))
    assert (tuple(game.waiting), prompt(game)) == (("ussr",), "reuse-partisan")
    (partisan,) = things_at(game, place_index(game, "Vinnitsa"))
    if verb == "forgo-partisan":
        play(game, "ussr", verb)
        assert game.over
        return
    assert PartisanRemoved(thing=partisan) in play(game, "ussr", verb, partisan)
    play(game, "ussr", "place-partisan", place_index(game, "Kiev"))
    assert game.over
    assert place_name(game, game.state[PLACE][partisan]).endswith("Kiev")


@pytest.mark.rule("13.1.1")
def test_a_neutral_year_halves_the_number() -> None:
    """The USSR was neutral in 1941 until Germany declared war on it."""
    game = ukraine_rises()
    (ukraine,) = areas_of(game, "Ukraine (green)")
    printed = partisan_number(game, ukraine)
    game.write(LAST_NEUTRAL, country(game, "ussr"), 1941)
    assert partisan_number(game, ukraine) == printed / 2


@pytest.mark.rule("13.1.1")
def test_the_baltic_states_are_three_countries() -> None:
    """They were conquered by the USSR: their partisans are German."""
    game = campaign_in("barbarossa", "partisans", BARBAROSSA_WAR, dice=(2,))
    (rising,) = happened(game, PartisanCountries)
    assert rising.areas == ("Estonia", "Latvia", "Lithuania")
    game.chance.feed(1, 0)  # type: ignore[attr-defined]
    play(game, "germany", "order-partisan-countries", (("Latvia", "Estonia", "Lithuania"),))
    assert (tuple(game.waiting), prompt(game)) == (("germany",), "place-partisan")


@pytest.mark.rule("9.2")
@pytest.mark.rule("13.1.1")
def test_garrison_values() -> None:
    game = ukraine_rises(
        put("Kiev", "ge-inf-xlv"), put("Odessa", "ge-lnd-ju-88a4-wif"), put("Moscow", "su-hq-i-timoshenko")
    )
    (ukraine,) = areas_of(game, "Ukraine (green)")
    assert garrison_value(game, unit(game, "ge-inf-xlv")) == 1
    assert garrison_of(game, ukraine, power_index(game, "ussr")) == 2
    assert garrison_of(game, ukraine, power_index(game, "germany")) == 0
    game.write(FACE_DOWN, unit(game, "ge-lnd-ju-88a4-wif"), 1)
    assert garrison_of(game, ukraine, power_index(game, "ussr")) == 1


@pytest.mark.rule("13.1.3")
def test_partisans_stop_the_factories_and_need_no_supply() -> None:
    """Soviet partisans in German Kiev."""

    def soviet(game: Game) -> None:
        game.write(COUNTRY, unit(game, "partisans-part-13"), country(game, "ussr"))

    kiev = place_index(ukraine_rises(), "Kiev")
    assert factories_in(ukraine_rises(), kiev) != (0, 0)
    game = ukraine_rises(put("Kiev", "partisans-part-13"), soviet)
    assert factories_in(game, kiev) == (0, 0)
    assert in_supply(game, unit(game, "partisans-part-13"))
    assert in_enemy_zoc(game, kiev, 0)  # so that no German supply is traced through it


@pytest.mark.rule("13.1")
def test_nobody_rises_where_nothing_is_occupied() -> None:
    game = campaign_in("barbarossa", "partisans", BARBAROSSA_WAR, dice=(9,))
    assert game.over
    assert happened(game, PartisanCountries)[0].areas == ()
