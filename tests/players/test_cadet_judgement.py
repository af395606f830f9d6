"""What the cadet thinks of HQs, garrisons, losses, idle bombers and builds, each in a position of Barbarossa."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from worldfire.engine.game import Game
from worldfire.engine.shapes import Assign
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, all_such, counter_of
from worldfire.forces.turn import IMPULSE_BOX
from worldfire.forces.who import COUNTRY, side_of
from worldfire.players import cadet
from worldfire.players.cadet import buying, combat, finale, guarding, marching, prospects, rallying, sorties
from worldfire.players.cadet.asking import put_question
from worldfire.players.cadet.assault import Attack, Posting, plan_attacks
from worldfire.players.cadet.bombers import RESERVE, air_counter, expected_support, rating, spare_fighters
from worldfire.players.cadet.picture import ARMOURED, Picture, look
from worldfire.players.cadet.reach import Reaches
from worldfire.players.conduct import empty_cities, ratio, watch
from worldfire.players.table import play_seats, seeded_campaign
from worldfire.rules.s02_3_stacking import together_violation
from worldfire.rules.s13_09_victory import LAST_TURN
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.tables.counters import AirType, LandType

AXIS, ALLIES = 0, 1


def _war() -> Iterator[tuple[tuple[str, str, int], Game]]:
    """The cadet against itself: who is asked what in which turn, and the game when that comes for the first time."""
    game = seeded_campaign("barbarossa", 2, length="campaign")
    begun, rng = game.state.get(TURN), Random(2)
    seen: set[tuple[str, str, int]] = set()
    while not game.over:
        assert game.decision is not None
        for seat in game.waiting:
            moment = (seat, game.decision.prompt, game.state.get(TURN) - begun)
            if moment not in seen:
                seen.add(moment)
                yield moment, game.copy()
        who, decision = next(iter(game.waiting.items()))
        game.submit(who, *cadet.pick(game, who, rng), decision)


#: played once, as far as the tests of this process want to see it
_MOMENTS: dict[tuple[str, str, int], Game] = {}
_TO_COME = _war()


def first(seat: str, prompt: str, turn: int = 0) -> Game:
    """The first time that the seat is asked this, so many turns into the war."""
    while (seat, prompt, turn) not in _MOMENTS:
        moment, game = next(_TO_COME)
        _MOMENTS[moment] = game
    return _MOMENTS[seat, prompt, turn].copy()


# ------------------------------------------------------------------------------------------------------------ the turn


def test_impulses_to_come_follow_the_impulse_track() -> None:
    """Nothing ends a turn in the first boxes; in the last box every roll does."""
    game = first("germany", "land-movement")
    early = look(game, AXIS)
    assert early.another_impulse == 1.0
    assert early.impulses_left > 2
    game.set(IMPULSE_BOX, 9)
    assert look(game, AXIS).another_impulse == pytest.approx(0.7 * 0.6)
    assert look(game, ALLIES).another_impulse == pytest.approx(0.7)
    game.set(IMPULSE_BOX, 16)
    assert look(game, AXIS).impulses_left == 0


# -------------------------------------------------------------------------------------------------------- headquarters


def test_an_hq_gives_its_points_only_when_it_is_worth_its_staying_behind() -> None:
    """Early in the turn the front will move on without it; late in the turn it costs next to nothing."""
    game = first("germany", "reorganise")
    question = put_question(game, "germany", Random(1))
    picture = look(game, AXIS)
    weak = [5.0, 4.0]
    assert picture.impulses_left > 1
    assert not rallying.is_worth_it(picture, weak)
    game.set(IMPULSE_BOX, 7)
    assert rallying.is_worth_it(look(game, AXIS), [9.0, 9.0, 9.0])
    game.set(IMPULSE_BOX, 16)
    assert not rallying.is_worth_it(look(game, AXIS), [9.0, 9.0, 9.0]), "nobody would use it"
    assert rallying.reorganise(question)[0] == "finish-reorganising"


@pytest.mark.parametrize(("seat", "side"), [("germany", AXIS), ("ussr", ALLIES)])
def test_no_city_near_the_enemy_is_left_by_a_plan_that_can_hold_it(seat: str, side: int) -> None:
    march = marching.plan(look(first(seat, "land-movement", turn=1), side))
    picture, posting = march.picture, march.posting
    cities = [place for place in ground_of(picture.game).cities if place in picture.playing and picture.holds(place)]
    threatened = [place for place in cities if guarding.beside_enemy(picture, place)]
    assert threatened
    assert all(posting.guards(place) for place in threatened if place in picture.own)


def test_in_the_last_turns_whoever_has_advanced_keeps_what_he_has() -> None:
    """Cities that an enemy could only reach by a long march are guarded as well, and by stronger troops."""
    game = first("germany", "land-movement", turn=1)

    def guards() -> dict[int, int]:
        picture = look(game, AXIS)
        troops = [unit for unit in picture.units if not picture.is_headquarters(unit) and not picture.is_down(unit)]
        posting = Posting.of(picture, troops)
        guarding.post_guards(picture, Reaches(picture), posting, troops)
        return {place: picture.strength((unit,)) for unit, place in posting.at.items()}

    early = guards()
    game.set(LAST_TURN, game.state.get(TURN))
    late = guards()
    assert early.keys() < late.keys()
    assert sum(late[place] for place in early) > sum(early.values())


def _beside(picture: Picture, such: Callable[[int], bool]) -> int:
    """A unit of the side that stands beside an enemy, alone in its hex."""
    return next(
        units[0]
        for place, units in sorted(picture.own.items())
        if len(units) == 1 and not picture.is_headquarters(units[0]) and guarding.beside_enemy(picture, place)
        if such(place)
    )


def test_the_last_guard_of_an_hq_or_a_city_does_not_advance() -> None:
    game = first("germany", "declare-attacks", turn=1)
    picture = look(game, AXIS)
    alone = _beside(picture, lambda place: not guarding.is_city(picture, place))
    assert guarding.must_stay(picture, [alone]) == set(), "an ordinary hex may be left"
    game.write(PLACE, picture.headquarters[0], picture.place(alone))
    with_chief = look(game, AXIS)
    assert guarding.must_stay(with_chief, [alone]) == {alone}


def test_a_defenders_last_guard_does_not_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    """A city's only unit beside the enemy is lost with its city if the attack goes wrong: it is not even reckoned with."""
    game = first("ussr", "declare-attacks")
    picture = look(game, ALLIES)
    offered = game.offers("ussr")["declare-attacks"]
    assert isinstance(offered, Assign)
    guards = guarding.must_stay(picture, (int(choices.item) for choices in offered.items))
    assert guards
    asked: list[int] = []

    def plan(picture: Picture, posting: Posting, able: Iterable[int], *_: object, **__: object) -> list[Attack]:
        asked.extend(able)
        return []

    monkeypatch.setattr(combat, "plan_attacks", plan)
    assert cadet.pick(game, "ussr", Random(1)) == ("done", None)
    assert asked
    assert not guards.intersection(asked)


def test_an_hq_that_cannot_get_away_is_guarded_by_the_strong() -> None:
    """A city that an advancing side holds makes do with the weakest; an HQ in the same hex does not."""
    game = first("germany", "land-movement", turn=1)
    picture = look(game, AXIS)
    place = picture.place(_beside(picture, lambda place: not picture.is_down(picture.own[place][0])))
    chief = next(hq for hq in picture.headquarters if picture.may_join(hq, picture.units))  # a German
    game.write(PLACE, chief, place)
    game.write(FACE_DOWN, chief, 1)
    picture = look(game, AXIS)
    free = [unit for unit in picture.units if not picture.is_headquarters(unit) and not picture.is_down(unit)]
    reaches, posting = Reaches(picture), Posting.of(picture, free)
    guarding.post_guards(picture, reaches, posting, free)
    guards = [unit for unit, there in posting.at.items() if there == place]
    able = [unit for unit in free if place in reaches.of(unit) and picture.counter(unit).type not in ARMOURED]
    assert len(guards) == 1
    assert picture.strength(guards) >= max(picture.strength((unit,)) for unit in able) - guarding.MARCH


def test_no_hq_ends_its_march_alone_beside_the_enemy() -> None:
    for seat, side in (("germany", AXIS), ("ussr", ALLIES)):
        march = marching.plan(look(first(seat, "land-movement", turn=1), side))
        for unit in march.picture.headquarters:
            if unit in march.posting.movable:
                place = march.posting.at[unit]
                assert march.posting.guards(place) or not guarding.beside_enemy(march.picture, place)


# ------------------------------------------------------------------------------------------------------------- attacks


def test_losses_are_priced_unit_by_unit() -> None:
    """The cheapest unit is lost first: a dearer third one makes no difference to who loses one or two at most."""
    game = first("germany", "land-movement")
    picture = look(game, AXIS)
    attack = next(attack for attack in marching.plan(picture).attacks if len(attack.positions) > 2)
    likely = prospects.prospect(prospects.target_at(picture, attack.target), attack.positions).chances
    assert len(likely.losing) == len(attack.positions)
    assert list(likely.losing) == sorted(likely.losing, reverse=True)
    assert likely.attackers_lost == pytest.approx(sum(likely.losing))


def test_nobody_attacks_at_even_odds() -> None:
    for seat, side in (("germany", AXIS), ("ussr", ALLIES)):
        march = marching.plan(look(first(seat, "land-movement", turn=1), side))
        assert all(attack.prospect.step >= 1 for attack in march.attacks)


def test_strangers_neither_attack_nor_stand_together() -> None:
    """Rumanians and Hungarians beside the same enemy: one of them attacks with the Germans, and a hex holds one country's."""
    game = first("germany", "land-movement", turn=1)
    picture = look(game, AXIS)
    country = game.state[COUNTRY]
    by_country = {country[unit]: unit for unit in picture.units}
    one, other = next(
        (one, other)
        for one, other in combinations(by_country.values(), 2)
        if cooperation_violation(game, one, other) is not None
    )
    assert not picture.may_join(one, (other,))
    assert not Posting(picture).admits(one, picture.place(other))
    march = marching.plan(picture)
    groups = [[unit for unit, _ in attack.positions] for attack in march.attacks]
    groups += [march.posting.company(place) for place in set(march.posting.at.values())]
    assert all(together_violation(game, tuple(group)) is None for group in groups)


def test_an_attack_that_is_refused_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    game = first("germany", "declare-attacks", turn=1)
    verb, noun = cadet.pick(game.copy(), "germany", Random(1))
    assert verb == "declare-attacks"
    plan = plan_attacks

    def with_nonsense(picture: Picture, *rest: Any, **more: Any) -> list[Attack]:
        good = plan(picture, *rest, **more)
        idle = next(unit for unit in picture.units if picture.enemy_distance(picture.place(unit)) > 2)
        return [dataclasses.replace(good[0], positions=[(idle, picture.place(idle))]), *good]

    monkeypatch.setattr(combat, "plan_attacks", with_nonsense)
    assert cadet.pick(game, "germany", Random(1)) == (verb, noun)


def test_in_the_last_turn_only_what_counts_is_worth_anything() -> None:
    """And units run for places that count and are left open, further than their supply reaches."""
    game = first("germany", "land-movement", turn=1)
    before = look(game, AXIS)
    assert finale.open_places(before)
    assert not finale.is_ending(before)
    game.set(LAST_TURN, game.state.get(TURN))
    picture = look(game, AXIS)
    assert {place for place in picture.playing if picture.stake(place)} <= set(picture.score_places)
    troops = [unit for unit in picture.units if not picture.is_headquarters(unit) and not picture.is_down(unit)]
    posting = Posting.of(picture, troops)
    finale.run_for_open_places(picture, Reaches(picture), posting, troops)
    assert posting.at
    for unit, end in posting.at.items():
        ways = [picture.spread({place: 0.0}) for place in finale.open_places(picture)]
        assert any(way.get(end, 99) < way.get(picture.place(unit), 99) for way in ways), (
            "nobody runs away from them all"
        )


def test_whoever_dashes_beyond_supply_minds_the_enemies_within_two_hexes() -> None:
    picture = look(first("germany", "land-movement"), AXIS)
    held = next(iter(sorted(picture.enemy)))
    beside = picture.neighbours[held][0]
    assert marching.enemies_around(picture, beside) >= picture.strength(picture.enemy[held])
    far = next(place for place in sorted(picture.playing) if picture.enemy_distance(place) > 3)
    assert marching.enemies_around(picture, far) == 0


def test_an_attack_hopes_for_one_bomber_and_leaves_the_others_to_the_others() -> None:
    picture = look(first("germany", "land-movement"), AXIS)
    ready = [unit for units in picture.planes.values() for unit in units if not picture.game.state[FACE_DOWN][unit]]
    most = max(air_counter(picture, unit).tactical or 0 for unit in ready)
    hopes = expected_support(picture)
    assert 0 < max(hopes.values()) <= Fraction(most, 2)


def test_the_question_offers_what_the_game_offers() -> None:
    game = first("germany", "land-movement")
    assert dict(put_question(game, "germany", Random(1)).offers) == game.offers("germany")
    assert "resolve" not in put_question(game, "germany", Random(1)).offers


def test_what_is_known_of_reaches_holds_while_the_enemy_stands_as_he_did() -> None:
    game = first("germany", "land-movement")
    picture = look(game, AXIS)
    reaches = Reaches(picture)
    unit = next(unit for unit in picture.units if len(reaches.of(unit)) > 1)
    assert reaches.seen_from(look(game, AXIS)).of(unit) is reaches.of(unit)
    driven_off = next(iter(picture.enemy.values()))[0]
    game.write(PLACE, driven_off, next(place for place in sorted(picture.playing) if place not in picture.enemy))
    assert reaches.seen_from(look(game, AXIS)).of(unit) is not reaches.of(unit)


# ----------------------------------------------------------------------------------------------------------------- air


def test_bombers_without_an_attack_to_help_keep_the_enemy_down() -> None:
    """Strong enemies at the front are worth more than weak ones far behind it."""
    picture = look(first("germany", "land-movement"), AXIS)
    places = sorted(picture.enemy, key=lambda place: min(picture.near(place, own) for own in picture.own))
    near, far = (sorties.idleness(picture, place, picture.enemy[place]) for place in (places[0], places[-1]))
    assert near > far > 0


def test_a_flight_must_promise_less_as_the_turn_ends() -> None:
    game = first("germany", "land-movement")
    early = sorties.worth_flying(look(game, AXIS))
    game.set(IMPULSE_BOX, 12)
    assert sorties.worth_flying(look(game, AXIS)) < early


def test_the_best_fighters_are_kept_ready_until_the_turn_ends() -> None:
    game = first("germany", "land-movement")
    early = look(game, AXIS)
    ready = {
        unit
        for units in early.planes.values()
        for unit in units
        if air_counter(early, unit).type is AirType.FTR and not early.is_down(unit)
    }
    spare = spare_fighters(early)
    kept = ready - spare
    assert (len(kept), bool(spare)) == (RESERVE, True)
    assert min(rating(early, unit) for unit in kept) >= max(rating(early, unit) for unit in spare)
    game.set(IMPULSE_BOX, 12)
    assert spare_fighters(look(game, AXIS)) == ready


# -------------------------------------------------------------------------------------------------------------- builds


def test_lost_headquarters_are_rebuilt_while_they_can_still_lead() -> None:
    game = first("ussr", "build-units")
    question = put_question(game, "ussr", Random(1))
    worth = buying.measure(question)
    picture = look(game, ALLIES)
    chief = next(
        unit for unit in all_such(game, lambda counter: counter.type is LandType.HQ_I) if side_of(game, unit) == ALLIES
    )
    others = [worth(game, unit) for unit in picture.units if not picture.is_headquarters(unit)]
    assert worth(game, chief) > max(others)
    game.set(LAST_TURN, game.state.get(TURN) + 1)
    assert buying.measure(put_question(game, "ussr", Random(1)))(game, chief) == 0


def test_whoever_advances_builds_what_keeps_up_with_the_front() -> None:
    game = first("germany", "build-units")
    worth = buying.measure(put_question(game, "germany", Random(1)))
    units = look(game, AXIS).units
    slow = max(worth(game, unit) for unit in units if counter_of(game, unit).type is LandType.GAR)
    fast = min(worth(game, unit) for unit in units if counter_of(game, unit).type is LandType.MECH)
    assert fast > slow


def test_whoever_advances_builds_what_comes_in_time() -> None:
    """The same unit is worth the less to him the fewer turns it would see; a defender has no such hurry."""
    game = first("germany", "build-units")
    unit = next(unit for unit in look(game, AXIS).units if counter_of(game, unit).type is LandType.MECH)
    early = buying.measure(put_question(game, "germany", Random(1)))(game, unit)
    game.set(LAST_TURN, game.state.get(TURN) + 3)
    late = buying.measure(put_question(game, "germany", Random(1)))(game, unit)
    assert 0 < late < early


# ------------------------------------------------------------------------------------------------------------- conduct


def test_a_city_that_could_have_been_held_is_counted() -> None:
    game = first("ussr", "land-movement", turn=1)
    before = look(game, ALLIES)
    cities = ground_of(game).cities
    place, units = next(
        (place, units)
        for place, units in sorted(before.own.items())
        if place in cities
        and guarding.beside_enemy(before, place)
        and any(not before.is_headquarters(unit) and not before.is_down(unit) for unit in units)
    )
    assert place not in empty_cities(before, before)
    left = game.copy()
    refuge = next(hex_ for hex_ in sorted(before.own) if hex_ not in cities)
    for unit in units:
        left.write(PLACE, unit, refuge)
    assert place in empty_cities(look(left, ALLIES), before)


def test_odds_are_read_as_numbers() -> None:
    assert ratio("3:2") == 1.5
    assert ratio("7:1") == 7


@pytest.mark.soak
def test_a_watched_game_is_the_same_game_and_is_counted() -> None:
    picks = dict.fromkeys(("germany", "ussr"), cadet.pick)
    watched = seeded_campaign("barbarossa", 3, length="campaign")
    report = watch(watched, Random(3), picks, 3)
    plain = seeded_campaign("barbarossa", 3, length="campaign")
    play_seats(plain, Random(3), picks, 100_000)
    assert watched.state.digest() == plain.state.digest()
    assert report.winner == plain.state.result["winner"]
    assert len(report.scores) == 5
    assert all(one.impulses and one.attacks and one.aircraft_turns for one in report.conduct)
