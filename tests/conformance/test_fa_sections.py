"""Sections of Fatal Alliances that share the common book's code: one outcome of each, with the examples of the book."""

from __future__ import annotations

from fractions import Fraction

import pytest
from great_war import AUGUST, country, fa_in, impulse_of, initiative, wars
from turns import field, in_turn, play, prompt

from conformance.positions import give_control, power, put
from conformance.steps import find, where
from titles.front import TARGET, front
from titles.waters import waters
from worldfire.engine.chance import ScriptedChance, SealedChance
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import PLACE, board_of, counter_of, move, place_index, things_at
from worldfire.forces.turn import INITIATIVE_SIDE
from worldfire.forces.who import CONQUEROR, CONTROLLER, COUNTRY_NAMES, HEXES_AT_HOME, POWER, align_country
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_5_control import clear_for_new_holder, country_in_control, entity_at
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s04_reinforcements import ARRIVALS, Arrivals
from worldfire.rules.s10_actions import action_types
from worldfire.rules.s11_03_flights_to_sea import highest_section
from worldfire.rules.s13_04_1_aircraft import range_from_section
from worldfire.rules.s13_06_4_promises import gifts_for, goods_of
from worldfire.titles.fa.entry.noticing import EntryActionSeen
from worldfire.titles.fa.entry.pools import US_ENTRY, markers_in
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.trade import agreements_in_force

CENTRAL = 0


# ------------------------------------------------------------------------------------------------------ 2 general concepts


@pytest.mark.rule("fa:2.4.2")
@pytest.mark.rule("fa:2.4.2.1")
def test_a_corps_traces_four_hexes_to_its_city_and_not_through_the_enemy() -> None:
    """In the field before Metz it is supplied from there; when the French hold every city near it is not."""
    game = front({TARGET: ["germany-inf-vi"]}, control={"germany": [TARGET]})
    corps = find(game, "germany-inf-vi")
    assert in_supply(game, corps)
    board = board_of(game)
    ring = [board.number(place) for place in board.adjacent[place_index(game, TARGET)] if board.is_land(place)]
    for place in ring:
        put(game, "france INF", place)
    give_control(game, "france", *ring)
    assert not in_supply(game, corps)


@pytest.mark.rule("fa:2.5.1", example="FA-E06")
@pytest.mark.rule("fa:2.5.2")
def test_islands_belong_where_the_book_says() -> None:
    """Sicily is Italy's home and Lemnos Greece's; Gibraltar, Papua and Truk are territories; Sumatra is the East Indies'."""
    game = front({})
    names = game.state.get(COUNTRY_NAMES)

    def entity(place: str) -> str:
        here = place_index(game, place)
        assert country_in_control(game, here) == entity_at(game, here), "its own at the start"
        return names[entity_at(game, here)]

    assert entity("Palermo") == entity("Rome") == "italy"
    assert entity("E2417") == entity("Athens") == "greece"
    assert [entity(place) for place in ("Gibraltar", "Port Moresby", "Truk")] == [
        *("gibraltar", "british-papua"),
        "caroline-is",
    ]
    assert entity("Medan") == entity("Batavia") == "netherlands-east-indies"


@pytest.mark.rule("fa:2.5.4")
def test_who_may_not_stay_when_a_hex_changes_hands_comes_back_in_two_turns() -> None:
    game = front({"Nancy": ["germany-inf-vi"]}, control={"germany": ["Nancy"]})
    give_control(game, "france", "Nancy")
    clear_for_new_holder(game, place_index(game, "Nancy"))
    corps = find(game, "germany-inf-vi")
    assert game.state[PLACE][corps] == place_index(game, circle_space(game.state.get(TURN) + 2))


@pytest.mark.rule("fa:2.6", example="FA-E07")
def test_a_half_rounds_up_even_below_zero() -> None:
    assert [rounded(Fraction(value, 2)) for value in (-3, -1, 1, 3, 5)] == [-1, 0, 1, 2, 3]


@pytest.mark.rule("fa:2.7", example="FA-E08")
def test_a_die_shows_one_to_ten() -> None:
    """The 0 of a die with ten sides is a 10; nothing shows 0 or 11."""
    chance = SealedChance(b"dice of ten")
    faces = {chance.throw(bytes([number]), 8, 10)[side] for number in range(100) for side in range(8)}
    assert faces == set(range(1, 11))
    game = front({"W1030": ["germany-inf-vi"], TARGET: ["france-inf-ix"]})
    game.chance = ScriptedChance([10])
    assert game.throw("weather", "germany", 1, 10) == (10,)


# --------------------------------------------------------------------------------------------------------- 4 reinforcements


def arriving(*crowd: str) -> Game:
    """The militia of Kiev comes this turn, and these corps are in the city."""
    game = front({"Kiev": crowd}, wars=(("germany", "russia"),))
    game.set(INITIATIVE_SIDE, CENTRAL)
    militia = find(game, "russia-mil-kiev")
    circle = place_index(game, circle_space(game.state.get(TURN)))
    move(game, militia, circle)
    game.state.frames.clear()
    game.push(ARRIVALS.name, Arrivals(power(game, "russia"), (militia,), circle))
    game.debug = True
    game.put_state(game.state)
    return game


@pytest.mark.rule("fa:4.2")
@pytest.mark.rule("fa:4.2.1", example="FA-E10")
def test_the_militia_of_a_full_kiev_stands_beside_it() -> None:
    game = arriving("russia-inf-i", "russia-inf-ii")
    kiev, board = place_index(game, "Kiev"), board_of(game)
    offered = game.offers("russia")["place-unit"].domain
    assert kiev not in offered
    assert set(offered) <= set(board.adjacent[kiev])
    game.submit("russia", "place-unit", offered[0])
    assert game.state[PLACE][find(game, "russia-mil-kiev")] == offered[0]
    assert where(arriving(), "russia-mil-kiev") == board.number(kiev), "with room there, nobody is asked"


# ------------------------------------------------------------------------------------------------------------------ 5 trade


@pytest.mark.rule("fa:5.1.4")
def test_the_dutch_bring_the_resource_of_guyana_themselves() -> None:
    """One resource of the Netherlands, one of Guyana; both are fetched in the Netherlands, by rail."""
    game = fa_in("surrender", AUGUST)
    germany = power(game, "germany")
    dutch = {
        gift.within: gift.resources for gift in gifts_for(game, germany) if gift.giver == power(game, "netherlands")
    }
    assert dutch == {country(game, "netherlands"): 1, country(game, "dutch-guyana"): 1}
    goods = [item for item in goods_of(game, germany) if item.giver == power(game, "netherlands")]
    assert len(goods) == 2
    assert {entity_at(game, item.place) for item in goods} == {country(game, "netherlands")}


# --------------------------------------------------------------------------------------------------------------- 9, 10 war


@pytest.mark.rule("fa:9")
@pytest.mark.rule("fa:13.2.1.2")
def test_a_declaration_of_war_is_noticed_and_brings_markers() -> None:
    """Germany declares war on France: both observers roll for the line of the chart, apart, and the USA draws a marker."""
    game = fa_in(
        *("declare war", wars(("germany", "russia")), initiative(CENTRAL), in_turn("Nov/Dec 1914")),
        *(impulse_of(CENTRAL), field(POLITICAL_POINTS, (9, 9))),
        dice=(1, 0, 10),
    )
    before = markers_in(game, US_ENTRY)
    for _ in range(30):
        seat = next(iter(game.waiting), "")
        offers = game.offers(seat) if seat else {}
        if not seat or "call-out-reserves" in offers:
            break
        declares = "declare-war" in offers and not at_war(game, power(game, "germany"), power(game, "france"))
        game.submit(seat, *(("declare-war", "france") if declares else (next(iter(offers)),)))
    assert at_war(game, power(game, "germany"), power(game, "france"))
    seen = [event for entry in game.entries for event in entry.events if isinstance(event, EntryActionSeen)]
    assert {event.power for event in seen} == {power(game, "usa"), power(game, "commonwealth")}
    assert markers_in(game, US_ENTRY) == before + 1


@pytest.mark.rule("fa:10.1")
def test_a_neutral_power_passes_or_combines() -> None:
    game = fa_in("surrender", AUGUST)
    assert set(action_types(game, power(game, "usa"))) == {"pass", "combined"}
    assert set(action_types(game, power(game, "germany"))) == {"pass", "naval", "air", "land", "combined"}


# ------------------------------------------------------------------------------------------------------- 11.2 at sea by air


@pytest.mark.rule("fa:11.2.1", example="FA-E16")
def test_points_that_are_left_decide_the_section() -> None:
    here = waters({})
    found = [highest_section(here.game, left) for left in (0, 1, 3, 6, 10)]
    assert found == [0, 1, 2, 3, 4]
    nav = "germany-nav-hansa-brandenburg-w-29"
    for section, cost in enumerate((0, 1, 3, 6, 10)):
        out = waters({f"North Sea {section}": [("NAV", nav)]})
        printed = counter_of(out.game, out["NAV"]).range  # type: ignore[union-attr]
        assert range_from_section(out.game, out["NAV"]) == (printed or 0) - cost


# --------------------------------------------------------------------------------------------------------- 13.6.1 conquest


def belgium_falls(game: Game) -> None:
    """Aligned to France since August, and every factory and the capital in German hands; a corps fights on in France."""
    belgium, france, germany = country(game, "belgium"), power(game, "france"), power(game, "germany")
    align_country(game, belgium, france)
    align_country(game, country(game, "belgian-congo"), france)
    for place in game.look_up(HEXES_AT_HOME)[belgium]:
        game.write(CONTROLLER, place, germany)
    corps = [unit for unit in range(len(game.state[PLACE])) if counter_of(game, unit).id.startswith("belgium-inf")]
    move(game, corps[0], place_index(game, "Lille"))
    move(game, corps[1], place_index(game, "Antwerp"))


@pytest.mark.rule("fa:13.6.1")
@pytest.mark.rule("fa:13.6.1.4", example="FC2")
def test_belgium_fights_on_from_the_congo_or_from_france() -> None:
    """Who stands in Belgium leaves the game, who is abroad stays; a new home is chosen."""
    game = fa_in("conquest", AUGUST, in_turn("Nov/Dec 1914"), initiative(CENTRAL), belgium_falls)
    assert (tuple(game.waiting), prompt(game)) == (("france",), "choose-new-home")
    homes = set(game.offers("france")["choose-new-home"].domain)
    assert homes == {"belgian-congo", "france"}
    play(game, "france", "choose-new-home", "belgian-congo")
    assert game.state[CONQUEROR][country(game, "belgium")] == power(game, "germany")
    assert game.state[POWER][country(game, "belgian-congo")] == power(game, "france")
    belgian = [counter_of(game, unit).id for unit in things_at(game, place_index(game, "Lille"))]
    assert [name.startswith("belgium") for name in belgian] == [True]
    assert not any(
        counter_of(game, unit).id.startswith("belgium") for unit in things_at(game, place_index(game, "Antwerp"))
    )
    assert (power(game, "germany"), power(game, "france")) in game.state.get(AT_WAR)


# ----------------------------------------------------------------------------------------- 5.1 what neutral countries owe


@pytest.mark.parametrize(
    ("giver", "recipient", "resources"),
    [
        pytest.param("bulgaria", "germany", 1, marks=pytest.mark.rule("fa:5.1.1")),
        pytest.param("cuba", "usa", 1, marks=pytest.mark.rule("fa:5.1.2")),
        pytest.param("norway", "germany", 1, marks=pytest.mark.rule("fa:5.1.5")),
        pytest.param("persia", "commonwealth", 1, marks=pytest.mark.rule("fa:5.1.6")),
        pytest.param("rumania", "germany", 1, marks=pytest.mark.rule("fa:5.1.7")),
        pytest.param("sweden", "germany", 3, marks=pytest.mark.rule("fa:5.1.9")),
        pytest.param("venezuela", "commonwealth", 2, marks=pytest.mark.rule("fa:5.1.10")),
    ],
)
def test_a_neutral_country_sends_what_it_has_signed_as_long_as_it_is_neutral(
    giver: str, recipient: str, resources: int
) -> None:
    """Whoever it is aligned with later has its goods, and the agreement is over."""
    game = fa_in("production", AUGUST, debug=False)
    own, other = power(game, giver), power(game, recipient)

    def sent() -> int:
        return sum(one.resources for one in agreements_in_force(game) if (one.giver, one.recipient) == (own, other))

    assert sent() == resources
    align_country(game, country(game, giver), power(game, "france"))
    assert sent() == 0
