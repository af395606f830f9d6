"""What computer players think of the Great War's own decisions: trenches, money, morale, offensives, politics, entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

import pytest
from front import TARGET, front

from conformance.positions import power, put
from conformance.steps import find
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import NOTHING, Amounts, Bounds, Noun, One, Set, Shape
from worldfire.engine.state import Frame
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, board_of
from worldfire.forces.turn import PRODUCED, TurnBegan
from worldfire.forces.who import country_named
from worldfire.players.cadet import guarding, marching
from worldfire.players.cadet.asking import Question, put_question
from worldfire.players.cadet.counsel import advised
from worldfire.players.cadet.picture import look
from worldfire.players.cadet.seascape import Seascape
from worldfire.players.cadet.sight import as_seen_by
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PowerProduction
from worldfire.rules.s13_09_victory import LAST_TURN
from worldfire.tables.campaign import turn_number
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.fa.annals import figures, read
from worldfire.titles.fa.home_front import HOME_FRONT
from worldfire.titles.fa.judgement import (
    JUDGEMENT,
    bargains,
    daring,
    digging,
    entry,
    guns,
    losses,
    morale,
    offensives,
    spending,
    treasury,
    wooing,
)
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.morale_events import LOSSES
from worldfire.titles.fa.offensive_builds import OFFENSIVE_STORE
from worldfire.titles.fa.offensives import LEADERS, OFFENSIVE_POINTS, price_of_leading
from worldfire.titles.fa.politics.flags import FLAG, sign_of
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.politics.spies import REPORTS, SPYMASTERS
from worldfire.titles.fa.production import TRENCH_STORE
from worldfire.titles.fa.trenches import AT_HAND, ENTRENCHED
from worldfire.titles.fa.war_plan import WAR_PLAN
from worldfire.titles.judgement import Asked, Intent

CENTRAL, ALLIED = 0, 1
GERMAN, SECOND, BEHIND, CHIEF, FRENCH = (
    "germany-inf-vi",
    "germany-inf-viii",
    "germany-inf-ix",
    "germany-hq-moltke",
    "france-inf-ix",
)


@dataclass(frozen=True)
class Player:
    """Somebody who asks for advice, and what he sees."""

    game: Position
    offers: Mapping[str, Shape] = field(default_factory=dict)
    prompt: str = ""
    side: int = CENTRAL
    args: Mapping[str, Any] = field(default_factory=dict)
    powers: tuple[int, ...] = ()
    near: Mapping[int, float] = field(default_factory=dict)
    attacks: tuple[Intent, ...] = ()
    hopes: tuple[Intent, ...] = ()
    forbidden: tuple[Noun, ...] = ()
    seat: str = "germany"

    def is_legal(self, verb: str, noun: Noun) -> bool:
        return noun not in self.forbidden

    def rehearsed(self, verb: str, noun: Noun) -> Asked:
        return replace(self, attacks=self.hopes)

    def enemy_distance(self, place: int) -> float:
        return self.near.get(place, 99)

    def stake(self, place: int) -> float:
        return 0.0

    def intents(self) -> Sequence[Intent]:
        return self.attacks


@cache
def _in_the_field() -> Game:
    units = {"W1030": [GERMAN, CHIEF], "W0930": [SECOND], "W0833": [BEHIND], TARGET: [FRENCH]}
    game = front(units, wars=(("germany", "france"), ("germany", "russia"), ("austria-hungary", "france")))
    game.say(TurnBegan(turn=game.state.get(TURN)))
    game.set(TURN, game.state.get(TURN) + 1)
    return game


@pytest.fixture
def game() -> Game:
    found: Game = _in_the_field().fork()
    return found


def at_level(game: Game, name: str, level: int) -> int:
    who = power(game, name)
    game.write(MORALE, who, level * TENTHS)
    return who


def place_of(game: Game, name: str) -> int:
    return game.state[PLACE][find(game, name)]


# ---------------------------------------------------------------------------------------------------------------- morale


def test_losses_are_dearer_to_the_shaken(game: Game) -> None:
    assert morale.dread(game, power(game, "germany")) == 1.0  # nobody counts it
    calm, shaken = (morale.dread(game, at_level(game, "germany", level)) for level in (16, 3))
    assert morale.OF_THE_CALM == calm < 1.0 < shaken == morale.OF_THE_SHAKEN


def test_who_offers_to_surrender_may_go(game: Game) -> None:
    assert morale.answer_surrender(Player(game)) == ("accept-surrender", None)


# -------------------------------------------------------------------------------------------------------------- trenches


def front_of(game: Game) -> dict[int, float]:
    return {place_of(game, GERMAN): 1.0, place_of(game, SECOND): 2.0, place_of(game, BEHIND): 5.0}


def test_the_line_digs_in_and_who_faces_the_enemy_first(game: Game) -> None:
    units = tuple(sorted(find(game, name) for name in (GERMAN, SECOND, BEHIND, CHIEF)))
    asked = Player(game, {"entrench": Set(units, 0, 1)}, near=front_of(game))
    assert digging.dig(asked) == ("entrench", (find(game, GERMAN),))
    verb, noun = digging.dig(replace(asked, offers={"entrench": Set(units, 0, 4)})) or ("", ())
    assert (verb, set(noun)) == ("entrench", {find(game, GERMAN), find(game, SECOND)})


def test_trenches_are_wanted_for_the_line_less_those_at_hand(game: Game) -> None:
    germany, asked = power(game, "germany"), Player(game, near=front_of(game))
    assert digging.wanted(asked, germany) == 2
    game.write(AT_HAND, germany, 1)
    assert digging.wanted(asked, germany) == 1


def test_who_is_in_a_trench_had_rather_stay(game: Game) -> None:
    assert JUDGEMENT.rooted(game, find(game, GERMAN)) == 0
    game.write(ENTRENCHED, find(game, GERMAN), 1)
    assert JUDGEMENT.rooted(game, find(game, GERMAN)) > 0


# ----------------------------------------------------------------------------------------------------------------- money


def test_the_mood_at_home_costs_nothing_while_it_is_good(game: Game) -> None:
    game.write(LOSSES, power(game, "germany"), 10)
    assert spending.for_the_mood(game, at_level(game, "germany", 17)) == 0
    uneasy = spending.for_the_mood(game, at_level(game, "germany", 12))
    low = spending.for_the_mood(game, at_level(game, "germany", 6))
    assert 0 < uneasy < low


def producing(game: Game, name: str, points: int) -> Game:
    who = power(game, name)
    game.write(PRODUCED, who, points)
    game.state.frames.append(Frame(PRODUCTION_OF_A_POWER.name, "buy", PowerProduction(who, points=points)))
    return game


def test_the_duties_are_paid_first_and_trenches_within_measure(game: Game) -> None:
    work = Player(game, near=front_of(game))
    at_level(game, "germany", 17)
    stores = (OFFENSIVE_STORE, HOME_FRONT, TRENCH_STORE)
    shape = Amounts(tuple(Bounds(store.name, 0, 20) for store in stores), 0, 60)
    producing(game, "germany", 20)
    verb, noun = spending.buy(replace(work, offers={"buy-stores": shape})) or ("", ())
    assert verb == "buy-stores"
    assert dict(noun) == {OFFENSIVE_STORE.name: 2, HOME_FRONT.name: 0, TRENCH_STORE.name: 2}


# ------------------------------------------------------------------------------------------------------------ offensives


def leading(game: Game, gain: float) -> Player:
    chief = find(game, CHIEF)
    near = dict.fromkeys((place_of(game, name) for name in (GERMAN, SECOND, BEHIND)), 1.0)
    hopes = (Intent(0, (), gain),)
    return Player(game, {"lead-offensive": One((chief,))}, near=near, hopes=hopes)


def test_an_offensive_is_led_if_what_it_makes_possible_is_worth_it(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offensives, "ENOUGH_TROOPS", 1)
    assert offensives.spend(leading(game, 50.0)) == ("lead-offensive", find(game, CHIEF))
    assert offensives.spend(leading(game, 1.0)) is None


def test_few_troops_are_not_led(game: Game) -> None:
    assert offensives.spend(replace(leading(game, 50.0), near={})) is None


def test_attackers_may_hope_for_the_offensive_that_is_led(game: Game) -> None:
    attacker = find(game, GERMAN)
    assert JUDGEMENT.pushed(game, attacker) == 1
    game.set(LEADERS, ((power(game, "germany"), find(game, CHIEF), "land"),))
    assert JUDGEMENT.pushed(game, attacker) == 2
    assert JUDGEMENT.pushed(game, find(game, FRENCH)) == 1


def test_an_offensive_helps_only_so_many(game: Game) -> None:
    germany = power(game, "germany")
    assert JUDGEMENT.pushes(game, germany) == 0
    game.set(LEADERS, ((germany, find(game, CHIEF), "land"),))
    value = land_counter(game, find(game, CHIEF)).reorganisation or 0
    assert JUDGEMENT.pushes(game, germany) == 2 * value > 0


def test_whoever_has_saved_much_is_less_particular(game: Game) -> None:
    chief, germany = find(game, CHIEF), power(game, "germany")
    game.write(OFFENSIVE_POINTS, germany, price_of_leading(game, chief))
    usual = offensives.least_gain(game, chief)
    game.write(OFFENSIVE_POINTS, germany, 5 * price_of_leading(game, chief))
    assert offensives.least_gain(game, chief) < usual


# --------------------------------------------------------------------------------------------------------------- battles


def test_guns_stay_behind_the_attack(game: Game) -> None:
    gun = next(unit for unit in range(len(game.state[ENTRENCHED])) if guns.holds_back(game, unit))
    assert not guns.holds_back(game, find(game, GERMAN))
    assert JUDGEMENT.holds_back(game, gun)


def test_half_a_corps_where_a_half_is_owed_else_the_cheapest_that_add_up(game: Game) -> None:
    one, other, chief = (find(game, name) for name in (GERMAN, SECOND, CHIEF))
    offers: dict[str, Shape] = {"lose-attackers": Set((one, other, chief), 1, 2), "halve-attacker": One((one, chief))}
    assert losses.lose(Player(game, offers, "lose-attackers")) == ("halve-attacker", one)
    del offers["halve-attacker"]
    asked = Player(game, offers, "lose-attackers", forbidden=((one,), (other,), (chief,)))
    assert losses.lose(asked) == ("lose-attackers", tuple(sorted((one, other))))


# -------------------------------------------------------------------------------------------------------------- politics


def wooing_with(game: Game, points: int, side: int) -> dict[str, int]:
    game.set(POLITICAL_POINTS, (points, points))
    names = ("bulgaria", "greece", "italy", "ottoman-empire", "peru")
    shape = Amounts(tuple(Bounds(name, 0, 9) for name in names), 0, 45)
    verb, noun = wooing.woo(Player(game, {"buy-influence": shape}, side=side)) or ("", ())
    assert verb == "buy-influence"
    return dict(noun)


def test_each_side_woos_those_whom_it_wants(game: Game) -> None:
    central, allied = wooing_with(game, 14, CENTRAL), wooing_with(game, 14, ALLIED)
    assert central["ottoman-empire"] == max(central.values()) > 0
    assert allied["italy"] == max(allied.values()) > 0
    assert central["peru"] == allied["peru"] == 0


def test_points_for_a_war_are_kept(game: Game) -> None:
    assert not any(wooing_with(game, wooing.KEPT, CENTRAL).values())


def test_the_allies_save_for_their_high_command(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(wooing_with(game, 30, ALLIED).values())
    monkeypatch.setattr(wooing, "may_have_high_command", lambda game: True)
    assert not any(wooing_with(game, 30, ALLIED).values())
    assert any(wooing_with(game, 30, CENTRAL).values())


def test_who_is_nearly_won_is_wooed_before_others(game: Game) -> None:
    game.write(FLAG, country_named(game, "bulgaria"), 14 * sign_of(CENTRAL))
    found = wooing_with(game, 10, CENTRAL)
    assert found["bulgaria"] == max(found.values()) > 0


def test_whoever_is_about_to_join_the_enemy_is_held_back(game: Game) -> None:
    sweden = country_named(game, "sweden")
    far, near = (wooed_back(game, sweden, box) for box in (3, 14))
    assert far < near


def wooed_back(game: Game, country: int, box: int) -> float:
    game.write(FLAG, country, box * sign_of(CENTRAL))
    return wooing.worth_of_attempt(Player(game, side=ALLIED), "sweden")


def test_nobody_calls_an_event_that_helps_the_enemy_more(game: Game) -> None:
    offers = {"trigger-event": One(("pressure-neutrals", "lawrence"))}
    assert bargains.trigger(Player(game, offers, side=ALLIED)) == ("trigger-event", "lawrence")
    assert bargains.trigger(Player(game, {"trigger-event": One(("home-front",))})) is None


def test_points_are_saved_where_the_enemy_is_far(game: Game) -> None:
    number, here, there = board_of(game).number, place_of(game, GERMAN), place_of(game, BEHIND)
    shape = Amounts((Bounds(number(here), 0, 4), Bounds(number(there), 0, 4)), 5, 5)
    asked = Player(game, {"save-points-in": shape}, near={here: 1.0, there: 5.0})
    assert treasury.save(asked) == ("save-points-in", ((number(here), 1), (number(there), 4)))


def test_the_tribute_is_taken_in_build_points_first(game: Game) -> None:
    shape = Amounts((Bounds("resources", 0, 3), Bounds("build points", 0, 2)), 0, 3)
    asked = Player(game, {"collect-tribute": shape})
    assert treasury.collect(asked) == ("collect-tribute", (("resources", 1), ("build points", 2)))


@cache
def in_1917() -> Game:
    return begin_campaign("1917", title="fa", secret=b"watch")


def test_the_border_with_red_russia_is_watched() -> None:
    germany = JUDGEMENT.watch(in_1917(), power(in_1917(), "germany"))
    assert germany is not None
    assert (germany.owed, bool(germany.places)) == (20, True)
    assert JUDGEMENT.watch(in_1917(), power(in_1917(), "france")) is None


def test_the_trenches_of_the_set_up_are_at_hand() -> None:
    assert in_1917().state[AT_HAND][power(in_1917(), "germany")] > 0


def test_only_the_shaken_are_subverted(game: Game) -> None:
    game.set(POLITICAL_POINTS, (40, 0))
    offers = {"subvert": One(("france 1", "france 2", "russia 1", "russia 2"))}
    for level, wanted in ((5, ("subvert", "russia 2")), (12, None)):
        at_level(game, "russia", level)
        at_level(game, "france", 14)
        assert bargains.subvert(Player(game, offers)) == wanted


@pytest.mark.parametrize("highest", [5, 6])
def test_the_usa_attempts_war_when_the_die_is_for_it(game: Game, highest: int) -> None:
    asked = Player(game, {"attempt-entry": NOTHING}, args={"highest": highest})
    assert entry.attempt(asked) == (("attempt-entry", None) if highest >= entry.ENOUGH else None)


def test_the_usa_arms_before_it_helps(game: Game) -> None:
    first, second = WAR_PLAN.entry_options[1], WAR_PLAN.entry_options[4]
    asked = Player(game, {"choose-war-option": One((second, first, 999))})
    assert entry.choose(asked) == ("choose-war-option", first)


def test_the_schlieffen_plan(game: Game) -> None:
    game.set(TURN, turn_number("Jul/Aug 1914"))
    assert WAR_PLAN.wants_war(game, "germany", "belgium")
    assert WAR_PLAN.pushes_against(game, "germany") == {"belgium", "france"}
    assert WAR_PLAN.haste(game, "germany") > WAR_PLAN.haste(game, "france") == 1.0
    game.set(TURN, turn_number("May/Jun 1915"))
    assert WAR_PLAN.pushes_against(game, "germany") == {"russia"}
    assert WAR_PLAN.haste(game, "germany") == 1.0


def test_whoever_would_lose_attacks_and_dares_more_as_time_runs_out() -> None:
    """The Central Powers begin 1917 with more than the 14 objectives that they need (13.7.1.2, 22.4)."""
    game = in_1917().fork()
    assert (daring.is_losing(game, CENTRAL), daring.is_losing(game, ALLIED)) == (False, True)
    assert "germany" in WAR_PLAN.pushes_against(game, "france")
    assert "france" not in WAR_PLAN.pushes_against(game, "germany")
    early = JUDGEMENT.boldness(game, ALLIED)
    game.set(TURN, game.state.get(LAST_TURN))
    assert daring.DESPERATE == JUDGEMENT.boldness(game, ALLIED) < early <= JUDGEMENT.boldness(game, CENTRAL)


def test_who_totters_is_pushed_whatever_else_could_be_bought(game: Game) -> None:
    """Two tenths of a level cost more than influence leaves over: only the last push is bought all the same."""
    game.set(POLITICAL_POINTS, (10, 0))
    offers = {"subvert": One(("russia 1", "russia 2"))}
    for level, wanted in ((bargains.TOTTERING, ("subvert", "russia 2")), (bargains.TOTTERING + 1, None)):
        at_level(game, "russia", level)
        assert bargains.subvert(Player(game, offers)) == wanted


def test_american_armies_cross_the_atlantic_and_not_the_caribbean() -> None:
    """A hex of the World sheet is several of Europe: Dakar lies behind no front, and France calls for a general."""
    wars = (("germany", "france"), ("germany", "usa"))
    game = front({"W1030": [GERMAN, SECOND], "W0930": [BEHIND], TARGET: [FRENCH]}, wars=wars)
    seascape, board = Seascape(game, ALLIED, (power(game, "usa"),)), board_of(game)
    new_york, new_orleans = (board.index[board.places[name].hex] for name in ("New York", "New Orleans"))
    assert seascape.quay(new_york) < seascape.quay(new_orleans)
    assert list(seascape.calls_for_chiefs) == [country_named(game, "france")]


# ------------------------------------------------------------------------------------------------------------- the cadet


def asked_by_the_cadet(game: Game, prompt: str, offers: Mapping[str, Shape]) -> Question:
    question = put_question(game, next(iter(game.waiting)), Random(1))
    return replace(question, seat="germany", side=CENTRAL, prompt=prompt, offers=offers)


def test_the_cadet_asks_its_title_first(game: Game) -> None:
    units = tuple(sorted(find(game, name) for name in (GERMAN, BEHIND)))
    question = asked_by_the_cadet(game, "entrench", {"entrench": Set(units, 0, 2)})
    assert advised(question) == ("entrench", (find(game, GERMAN),))
    assert advised(replace(question, prompt="nobody has an opinion")) is None


def test_whoever_is_dug_in_before_the_enemy_stays(game: Game) -> None:
    picture = look(game, CENTRAL, (power(game, "germany"),))
    assert not marching._is_dug_in(picture, find(game, GERMAN))
    for name in (GERMAN, BEHIND):
        game.write(ENTRENCHED, find(game, name), 1)
    assert marching._is_dug_in(picture, find(game, GERMAN))
    assert not marching._is_dug_in(picture, find(game, BEHIND))


def test_nobody_stays_behind_for_a_friend_who_fights_a_war_of_his_own() -> None:
    game = front({"W1030": [GERMAN], TARGET: [FRENCH]}, wars=(("germany", "france"), ("austria-hungary", "russia")))
    germans = (find(game, GERMAN),)
    assert guarding.must_stay(look(game, CENTRAL, (power(game, "germany"),)), germans) == set(germans)
    assert guarding.must_stay(look(game, CENTRAL, (power(game, "austria-hungary"),)), germans) == set()


def test_each_hex_of_the_line_has_a_trench_before_any_has_two(game: Game) -> None:
    put(game, "germany-inf-xi", "W1030")
    units = tuple(sorted(find(game, name) for name in (GERMAN, "germany-inf-xi", SECOND)))
    near = {place_of(game, GERMAN): 1.0, place_of(game, SECOND): 1.0}
    verb, noun = digging.dig(Player(game, {"entrench": Set(units, 0, 2)}, near=near)) or ("", ())
    assert verb == "entrench"
    assert {game.state[PLACE][unit] for unit in noun} == set(near)


def test_the_cadet_sees_no_report_of_the_others_spies(game: Game) -> None:
    report = ("US entry", (1, 2))
    game.set(SPYMASTERS, ("germany", ""))
    game.set(REPORTS[CENTRAL], report)
    assert as_seen_by(game, "germany").state.get(REPORTS[CENTRAL]) == report
    assert as_seen_by(game, "france").state.get(REPORTS[CENTRAL]) == REPORTS[CENTRAL].default
    assert game.state.get(REPORTS[CENTRAL]) == report


# ---------------------------------------------------------------------------------------------------------------- annals


def test_the_annals_tell_of_fronts_and_trenches(game: Game) -> None:
    assert read(game)["fronts"] == {"germany france": {"hexes": 3, "entrenched": 0}}
    game.write(ENTRENCHED, find(game, GERMAN), 1)
    game.write(ENTRENCHED, find(game, BEHIND), 1)
    assert read(game)["fronts"]["germany france"]["entrenched"] == 1


def test_figures_of_the_annals() -> None:
    def page(hexes: int, entrenched: int, level: int | None, owed: int, arrived: int) -> dict[str, Any]:
        return {
            "fronts": {"germany france": {"hexes": hexes, "entrenched": entrenched}} if hexes else {},
            "morale": {"russia": level},
            "trade": {"germany": {"owed": owed, "arrived": arrived, "seized": 0}},
        }

    pages = [
        ("Sep/Oct 1915", page(10, 2, 3, 9, 9)),
        ("Nov/Dec 1915", page(10, 6, 3, 9, 9)),
        ("Jan/Feb 1916", page(10, 10, None, 9, 6)),
        ("Mar/Apr 1916", page(0, 0, None, 9, 5)),
    ]
    found = figures(pages)
    assert found["fronts"]["germany france"] == {
        "last_turn": "Jan/Feb 1916",
        "entrenched": {"1915": 0.4, "1916": 1.0},
        "entrenched_at_the_end": {"1915": 0.6, "1916": 1.0},
    }
    assert found["morale_broken"] == {"russia": "Jan/Feb 1916"}
    assert found["blockade"] == {"germany": {"1915": 0, "1916": 7}}
