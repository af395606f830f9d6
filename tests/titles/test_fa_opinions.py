"""Decisions of the Great War that come up rarely: what the cadet answers, and what comes of it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from front import GERMANS, TARGET, combat, front
from revolution import COLLAPSE_VERBS, accept, offer
from waters import ALLIES, CENTRAL, Waters, waters

import worldfire.titles.fa
from conformance.positions import power, set_wars
from conformance.steps import begin_step, declare, find
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.engine.shapes import One
from worldfire.forces.participants import YEAR
from worldfire.forces.partisans import RED, SOIL, is_partisan
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, move, place_index, things_at
from worldfire.forces.turn import ACTIVE_SIDE, INITIATIVE_SIDE
from worldfire.forces.who import CONTROLLER, POWER, change_country, country_named, found_power
from worldfire.forces.zones import around
from worldfire.players.cadet import landings
from worldfire.players.cadet.answers import HEURISTICS, answer
from worldfire.players.cadet.asking import put_question
from worldfire.players.cadet.counsel import Client, advised
from worldfire.players.cadet.picture import look
from worldfire.players.cadet.theatres import deploy
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s03_sequence import PLAY
from worldfire.rules.s10_actions import Choosing
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s13_06_production import factory_sites
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.tables.counters import LandCounter, LandType, Size
from worldfire.titles.fa.forts import orientations
from worldfire.titles.fa.independence import FIGHTS_FOR, Founding, Merging, Rising
from worldfire.titles.fa.judgement import JUDGEMENT
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.politics.points import POLITICAL_POINTS, points_of
from worldfire.titles.fa.politics.spies import Spoiling
from worldfire.titles.fa.railway_gun import Shelling

METZ, STRASBOURG = "W1030", "W0930"
FRENCH = "france-inf-ix"
GUN = "germany-art-div-railway-gun"


def asked(game: Game) -> tuple[str, str]:
    assert game.decision is not None
    return next(iter(game.waiting)), game.decision.prompt


def say(game: Game) -> tuple[str, Any]:
    """The cadet answers whoever is asked first; the rules accept it."""
    seat, _ = asked(game)
    verb, noun = answer(put_question(game, seat, Random(1)))
    game.submit(seat, verb, noun)
    return verb, noun


def within(game: Game, procedure: str, locals: Any, *dice: int) -> Game:
    """The game in the middle of this procedure."""
    game.state.frames.clear()
    game.push(procedure, locals)
    game.chance = ScriptedChance([*dice])
    game.put_state(game.state)
    return game


# ------------------------------------------------------------------------------------------------------------- divisions


def _divisions(game: Game) -> list[int]:
    def fits(unit: int) -> bool:
        counter = counter_of(game, unit)
        if not isinstance(counter, LandCounter) or counter.power != "germany":
            return False
        return counter.type is LandType.INF and counter.size is Size.DIVISION

    return [unit for unit in range(len(game.state[PLACE])) if fits(unit)]


def test_two_divisions_become_a_corps_and_no_corps_becomes_divisions() -> None:
    game = front({METZ: [GERMANS[0]]})
    pair = _divisions(game)[:2]
    for unit in pair:
        move(game, unit, place_index(game, "W0830"))
    begin_step(game, "reinforcements", "germany", throws=[0] * 4)
    while asked(game)[1] != "build-up":
        assert say(game)[0] != "break-down"
    assert say(game) == ("build-up", tuple(pair))
    (corps,) = things_at(game, place_index(game, "W0830"))
    assert (land_counter(game, corps).strength or 0) > sum(land_counter(game, unit).strength or 0 for unit in pair)


# -------------------------------------------------------------------------------------------------------- new countries


def risen(game: Game, place: str) -> Game:
    """Two partisans of Germany in a Russian place."""
    partisans = [unit for unit in range(len(game.state[PLACE])) if is_partisan(game, unit)][:2]
    for unit in partisans:
        move(game, unit, place_index(game, place))
        game.write(SOIL, unit, country_named(game, "russia"))
        game.write(RED, unit, 1)
        change_country(game, unit, country_named(game, "germany"))
    game.set(INITIATIVE_SIDE, CENTRAL)
    game.set(YEAR, 1917)
    return game


EASTERN_WAR = (("germany", "russia"), ("austria-hungary", "russia"))


def test_partisans_in_a_city_become_soldiers_and_declare_it_free() -> None:
    game = within(risen(front({}, wars=EASTERN_WAR), "Reval"), "merging partisans", Merging(), 0)
    assert asked(game) == ("germany", "merge-partisans")
    verb, cell = say(game)
    assert (verb, cell.split(" ")[0]) == ("merge-partisans", board_of(game).find("Reval"))
    (soldier,) = things_at(game, place_index(game, "Reval"))
    land = game.state[FIGHTS_FOR][soldier] - 1
    within(game, "independence", Rising(), *[0] * 20)
    assert say(game) == ("declare-independence", None)
    assert game.state[POWER][land] == power(game, "germany")


@pytest.mark.parametrize(
    ("units", "founded"),
    [({}, True), ({"Kiev": ["austria INF"]}, False), ({"Odessa": ["russia INF"]}, True)],
)
def test_a_country_is_founded_where_no_ally_would_have_to_leave(units: dict[str, list[str]], founded: bool) -> None:
    game = front(units, wars=EASTERN_WAR, control={"germany": ["Kiev"]})
    game.set(INITIATIVE_SIDE, CENTRAL)
    within(game, "new countries", Founding(), *[0] * 20)
    assert asked(game) == ("germany", "found-country")
    assert say(game)[0] == ("found-country" if founded else "found-no-country")
    assert (game.state[POWER][country_named(game, "ukraine")] == power(game, "germany")) is founded


def test_no_country_is_founded_at_the_front() -> None:
    game = front({}, wars=EASTERN_WAR, control={"germany": ["Kiev"]})
    near = next(iter(board_of(game).adjacent[place_index(game, "Kiev")]))
    russian = next(
        unit
        for unit in range(len(game.state[PLACE]))
        if isinstance(counter := counter_of(game, unit), LandCounter)
        and counter.power == "russia"
        and counter.type is LandType.INF
    )
    move(game, russian, near)
    game.set(INITIATIVE_SIDE, CENTRAL)
    within(game, "new countries", Founding(), *[0] * 20)
    assert say(game) == ("found-no-country", None)


# ------------------------------------------------------------------------------------------------------------ civil war


def test_the_factions_spread_their_armies_over_their_towns() -> None:
    units = {"Petrograd": ["russia INF", "russia INF"], "Kiev": ["russia INF"]}
    game = accept(offer(units))
    placed = 0
    while not game.over and asked(game)[1] in COLLAPSE_VERBS:
        (seat, prompt), before = asked(game), game.copy()
        verb, noun = say(game)
        assert verb == prompt
        if prompt == "muster-at":
            shape = before.offers(seat)["muster-at"]
            assert isinstance(shape, One)
            guards = {place: len(land_units(before, things_at(before, int(place)))) for place in shape.domain}
            assert guards[noun] == min(guards.values()), "nobody doubles up while a town is empty"
            placed += 1
    assert placed > 1


# ---------------------------------------------------------------------------------------------------------------- points


@pytest.mark.parametrize(("saved", "sent"), [(20, False), (60, True)])
def test_spies_are_sent_when_they_spoil_more_than_they_cost(saved: int, sent: bool) -> None:
    game = front({})
    game.set(INITIATIVE_SIDE, CENTRAL)
    game.set(POLITICAL_POINTS, (9, saved))
    within(game, "spies at the end of the turn", Spoiling())
    assert asked(game)[1] == "send-spies"
    assert say(game)[0] == ("send-spies" if sent else "send-no-spies")
    assert points_of(game, ALLIES) == (54 if sent else saved)


# --------------------------------------------------------------------------------------------------------------- on land


@pytest.mark.parametrize(("allies", "verb"), [(1, "call-off-attack"), (3, "carry-on-alone")])
def test_an_attack_that_was_refused_goes_on_only_if_it_is_strong_enough(allies: int, verb: str) -> None:
    game = front({METZ: GERMANS, STRASBOURG: ["austria INF"] * min(allies, 2), TARGET: ["france GAR"]})
    there = things_at(game, place_index(game, STRASBOURG))
    if allies == 1:
        move(game, find(game, FRENCH), place_index(game, TARGET))
    game.write(MORALE, power(game, "germany"), 7 * TENTHS)
    combat(game, [1, 5, 5])
    declare(game, "germany", W1029=GERMANS)
    declare(game, "austria-hungary", W1029=[counter_of(game, unit).id for unit in there])
    for seat in tuple(game.waiting):
        game.submit(seat, "done")
    assert asked(game) == ("austria-hungary", "carry-on-alone")
    assert say(game)[0] == verb


def test_the_railway_gun_fires() -> None:
    game = front({})
    board, france = board_of(game), power(game, "france")
    factories = {place for place in factory_sites(game) if game.state[CONTROLLER][place] == france}
    near = (there for place in sorted(factories) for there in board.adjacent[place] if there in board.rails)
    beside = board.number(next(near))
    game = front({beside: [GUN]}, control={"germany": (beside,)})
    within(game, "shelling", Shelling(find(game, GUN)), *[10] * 9)
    verb, place = say(game)
    assert (verb, place in factories) == ("shell-city", True)
    assert game.state[FACE_DOWN][find(game, GUN)]


def test_a_new_fort_looks_to_the_enemy() -> None:
    game = front({METZ: GERMANS})
    fort, here = find(game, "fort-france-1"), place_index(game, TARGET)
    game.write(PLACE, fort, place_index(game, circle_space(game.state.get(TURN))))
    begin_step(game, "reinforcements", "germany")
    while asked(game)[1] != "orient-fort":
        seat, prompt = asked(game)
        assert game.decision is not None
        if prompt == "place-unit" and game.decision.args.get("unit") == fort:
            game.submit(seat, "place-unit", here)
        else:
            say(game)
    verb, first = say(game)
    board = board_of(game)
    assert verb == "orient-fort"
    assert place_index(game, METZ) in around(board, orientations(game, fort, here).get(first, (first,)), 1)


def test_the_weakest_defender_stays_out() -> None:
    game = front({METZ: GERMANS, TARGET: [FRENCH, "france-inf-xi", "france GAR"]}, options=("1",))
    combat(game, [5, 6, 0])
    declare(game, "germany", W1029=GERMANS)
    game.submit("germany", "done")
    while asked(game)[1] != "hold-in-reserve":
        say(game)
    there = land_units(game, things_at(game, place_index(game, TARGET)))
    verb, unit = say(game)
    weakest = min(land_counter(game, other).strength or 0 for other in there)
    assert (verb, land_counter(game, unit).strength) == ("hold-in-reserve", weakest)


# ---------------------------------------------------------------------------------------------------------------- at sea

BRITISH = [("Dreadnought", "commonwealth-dreadnought"), ("Superb", "commonwealth-superb"), ("TRS", "commonwealth TRS")]
FAST = [("Tann", "germany-von-der-tann")]


def meeting() -> Waters:
    """Two British dreadnoughts and a transport find a German battle cruiser, with surprise points over."""
    here = waters(
        {"North Sea 3": [*BRITISH, *FAST], "North Sea 0": [("NAV", "commonwealth NAV")]}, (1, 6), side="allies"
    )
    here.start("naval combat")
    here.give_battle("Dreadnought")
    here.calmly("screen-ships")
    return here


def test_transports_are_screened_and_the_weaker_runs_and_is_run_down() -> None:
    here = meeting()
    screened = {asked(here.game)[0]: say(here.game)[1] for _ in range(2)}
    assert screened == {"commonwealth": here.ids("TRS"), "germany": ()}
    while asked(here.game)[1] != "keep-away" or asked(here.game)[0] != "germany":
        assert say(here.game) == ("keep-away", ()), "the stronger stays"
    assert say(here.game) == ("keep-away", here.ids("Tann"))
    if asked(here.game)[1] == "catch-faster-ships":
        assert say(here.game)[0] == "catch-faster-ships"


def test_who_has_most_convoys_loses_most() -> None:
    sea = "North Atlantic"
    here = waters({f"{sea} 1": [(f"CL{n}", "germany SCS") for n in range(4)]}, (10,))
    here.game.set(INITIATIVE_SIDE, CENTRAL)
    for owner, points in (("commonwealth", 6), ("france", 2)):
        here.lay(owner, f"{sea} 0", points)
    here.start("strategic warfare")
    while not here.game.over and asked(here.game)[1] == "lose-convoys":
        assert say(here.game)[0] == "lose-convoys"
    assert here.points("france", f"{sea} 0")[0] == 2
    assert here.points("commonwealth", f"{sea} 0")[0] < 6


# --------------------------------------------------------------------------------------------------------------- unasked


@pytest.mark.parametrize(("points", "sent"), [(40, True), (12, False)])
def test_advisors_go_where_germany_does_not_co_operate_yet(points: int, sent: bool) -> None:
    """Announced when actions are chosen, if there is enough left for influence; then actions are chosen."""
    game = front({METZ: GERMANS, TARGET: [FRENCH]})
    germany, turkey = power(game, "germany"), power(game, "ottoman-empire")
    found_power(game, turkey, germany)
    set_wars(game, (("germany", "france"), ("ottoman-empire", "france")))
    game.set(POLITICAL_POINTS, (points, 0))
    game.set(ACTIVE_SIDE, CENTRAL)
    game.state.frames.clear()
    game.push(PLAY, None)
    game.push("choose actions", Choosing())
    game.put_state(game.state)
    while asked(game) != ("germany", "choose-actions"):
        say(game)
    said = advised(put_question(game, "germany", Random(1)))
    assert said == (("send-military-advisors", "ottoman-empire") if sent else None)
    if said is not None:
        game.submit("germany", *said)
        assert asked(game) == ("germany", "choose-actions")
        assert advised(put_question(game, "germany", Random(1))) is None
    assert powers_cooperate(game, germany, turkey) is sent


# ------------------------------------------------------------------------------------------------------------- the table


def test_every_prompt_of_the_title_has_an_answer_or_a_reason_for_the_default() -> None:
    """Opinions, heuristics, or a line in docs/computer-players.md."""
    root = Path(worldfire.titles.fa.__file__).parent
    prompts = {word for file in root.rglob("*.py") for word in re.findall(r'prompt="([a-z-]+)"', file.read_text())}
    guide = (Path(__file__).parents[2] / "docs" / "computer-players.md").read_text()
    table = guide[guide.index("### What the Great War alone asks") :]
    explained = {
        word for row in re.findall(r"^\| (.*?) \|", table, re.MULTILINE) for word in re.findall("`(.*?)`", row)
    }
    assert len(prompts) > 60
    assert prompts <= {*JUDGEMENT.opinions, *HEURISTICS, *explained}


# ------------------------------------------------------------------------------------------------------------- garrisons


def hunting(game: Game) -> tuple[Game, int]:
    """A corps in the Rhineland has a partisan beside it; the front is far away."""
    beside = next(iter(board_of(game).adjacent[place_index(game, "W0833")]))
    partisan = next(unit for unit in range(len(game.state[PLACE])) if is_partisan(game, unit))
    move(game, partisan, beside)
    game.write(SOIL, partisan, country_named(game, "germany"))
    game.write(RED, partisan, 1)
    change_country(game, partisan, country_named(game, "france"))
    return begin_step(game, "land movement", "germany"), beside


def test_partisans_are_hunted_by_whoever_is_near() -> None:
    game, beside = hunting(front({"W0833": [GERMANS[0]]}))
    targets = [intent.target for intent in Client(put_question(game, "germany", Random(1))).intents()]
    assert targets == [beside], "before anybody guards a city against him"


def test_who_faces_an_army_does_not_hunt() -> None:
    game, beside = hunting(front({"W0833": [GERMANS[0]], "W0834": [FRENCH]}))
    assert beside != place_index(game, "W0834")
    targets = [intent.target for intent in Client(put_question(game, "germany", Random(1))).intents()]
    assert beside not in targets


def test_the_alps_are_watched_until_italy_has_chosen_its_side() -> None:
    alpine = "austria-hungary-austria-inf-i"
    game = front({"Trent": [alpine]})
    monarchy, corps = power(game, "austria-hungary"), find(game, alpine)
    watch = JUDGEMENT.watch(game, monarchy)
    assert watch is not None
    assert {place_index(game, name) for name in ("Trent", "Trieste", "Laibach")} == watch.places
    assert watch.counts(corps) == land_counter(game, corps).strength
    found_power(game, power(game, "italy"), power(game, "france"))
    assert JUDGEMENT.watch(game, monarchy) is None


def test_the_canal_is_watched_by_garrisons_and_nobody_takes_them_away() -> None:
    guard, corps = "commonwealth-egypt-gar-cairo", "commonwealth-united-kingdom-inf-i"
    game = front({"Suez": [guard], "Cairo": [corps]}, wars=[("germany", "commonwealth")])
    watch = JUDGEMENT.watch(game, power(game, "commonwealth"))
    assert watch is not None
    assert place_index(game, "Suez") in watch.places
    assert watch.counts(find(game, guard)) > 0
    assert watch.counts(find(game, corps)) == 0
    game.debug = True  # what is remembered is looked at again
    assert landings.is_on_watch(game, find(game, guard))
    assert not landings.is_on_watch(game, find(game, corps))
    (theatre,) = [each for each in deploy(look(game, ALLIES, (power(game, "commonwealth"),))) if each.is_coast]
    assert theatre.units == {find(game, guard)}
