"""18.2: foreign troop commitments, before units move in and when a step ends."""

from __future__ import annotations

import pytest

from conformance.positions import align, country, give_control, position, power, put, set_wars, units_at
from conformance.steps import begin_step, declare, find, is_lost, refusal, said, turn_down, where
from worldfire.engine.game import Game
from worldfire.forces.flights import ORIGIN
from worldfire.forces.ground import ground_of
from worldfire.forces.things import IN_FLIGHT, PLACE, board_of, move, place_index
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import CONQUEROR, HOME_COUNTRY, SIDE
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s11_14_paradrop import PARADROPPED
from worldfire.rules.s11_15_resolution import LandCombatResult
from worldfire.rules.s18_2_commitments import exceeds_commitment, foreign_troops_violation, host_of
from worldfire.rules.s18_2_foreign_troops import GUESTS, ForeignTroopsDestroyed, foreign_troops_too_many

#: on the 2:1 column of the blitzkrieg table, with 2 for the face-down corps and 1 for armour: -/R
RETREAT = 3
CORPS = ("cw-inf-ii", "cw-mot-iv")
ATTACKERS = ("ge-arm-xlvii", "ge-mech-viii", "ge-inf-xx", "ge-inf-liv")


def belgium(*, gort: bool) -> Game:
    """The picture of 18.2: two face-down Commonwealth corps in Belgium, Germans on two sides, Gort and a fighter in Calais."""
    game = position(
        "global-war",
        units={
            "W1234": CORPS,
            "W1233": ["ge-arm-xlvii", "ge-inf-xx"],
            "Brussels": ["ge-mech-viii", "ge-inf-liv"],
            "W0834": ["Rundstedt"],
            "Calais": ["Gort", "cw-ftr-hurricane-i-wif"] if gort else [],
        },
        wars=[("germany", "commonwealth"), ("germany", "france"), ("germany", "belgium")],
    )
    align(game, "belgium", "commonwealth")
    board = board_of(game)
    east = [number for number in board.hexes_of("Belgium") if int(number[1:3]) < 12 or number == "W1233"]
    give_control(game, "germany", *east)
    turn_down(game, *CORPS)
    return game


def drive_out(game: Game, **elsewhere: tuple[str, ...]) -> None:
    """The Germans attack, force a retreat, and both corps go to France, the hex beside Lille."""
    declare(game, "germany", W1234=ATTACKERS, **elsewhere)
    game.submit("germany", "done")
    if elsewhere:
        game.submit("germany", "resolve", place_index(game, "W1234"))
    game.submit("germany", "choose-table", "blitzkrieg")
    (result,) = said(game, LandCombatResult)
    assert result.result.endswith("R")
    france = place_index(game, "W1334")
    for _ in CORPS:
        if "retreat-unit" in game.offers("germany"):
            game.submit("germany", "retreat-unit", next(iter(game.offers("germany")["retreat-unit"].every())))
        game.submit("germany", "retreat-to", france)
    game.submit("germany", "stay-put")
    while game.decision is not None and game.decision.prompt == "keep-face-up":
        shape = game.offers("germany")["keep-face-up"]
        game.submit("germany", "keep-face-up", next(iter(shape.every())))


@pytest.mark.rule("18.2", example="WF2-169")
@pytest.mark.rule("18.2/foreign troop commitments")
def test_the_retreat_into_france() -> None:
    """Gort commands 2, and with the fighter 3 are in France: the Commonwealth gives up its MOT."""
    game = begin_step(belgium(gort=True), "step: land combat", "germany", throws=[RETREAT])
    drive_out(game)
    assert game.decision is not None
    assert (tuple(game.waiting), game.decision.prompt) == (("commonwealth",), "lose-foreign-troops")
    assert set(game.offers("commonwealth")["lose-foreign-troops"].every()) == {find(game, name) for name in CORPS}, (
        "the fighter was there before"
    )
    game.submit("commonwealth", "lose-foreign-troops", find(game, "cw-mot-iv"))
    assert is_lost(game, "cw-mot-iv")
    assert where(game, "cw-inf-ii") == "W1334"
    assert game.state.get(GUESTS) == ()
    assert game.over


@pytest.mark.rule("18.2/foreign troop commitments")
def test_without_an_hq_nobody_may_stay() -> None:
    """As the invaders of Brest: no Commonwealth HQ is in France."""
    game = begin_step(belgium(gort=False), "step: land combat", "germany", throws=[RETREAT])
    drive_out(game)
    while game.decision is not None:
        game.submit(
            "commonwealth",
            "lose-foreign-troops",
            next(iter(game.offers("commonwealth")["lose-foreign-troops"].every())),
        )
    assert len(said(game, ForeignTroopsDestroyed)) == 2


@pytest.mark.rule("11.10.5")
@pytest.mark.rule("18.2/foreign troop commitments")
def test_a_march_into_france_needs_an_hq_with_room() -> None:
    game = position(
        "global-war",
        units={"London": ["cw-inf-ii", "cw-mot-iv"]},
        wars=[("commonwealth", "germany"), ("france", "germany")],
    )
    both, lille = units_at(game, "London"), place_index(game, "Lille")
    found = foreign_troops_violation(game, both[:1], lille)
    assert found is not None
    assert found.key == "foreign-troops"
    put(game, "Gort", "Calais")
    assert foreign_troops_violation(game, both, lille) is None
    put(game, "commonwealth FTR", "Calais")
    assert foreign_troops_violation(game, both[:1], lille) is None
    assert foreign_troops_violation(game, both, lille) is not None, "the three of them are more than Gort commands"
    assert foreign_troops_violation(game, both, place_index(game, "Brussels")) is None, "Belgium is no major power"


@pytest.mark.rule("11.10.5")
@pytest.mark.rule("18.2/foreign troop commitments")
def test_hungarians_do_not_march_into_rumania() -> None:
    """A minor country's units keep out of other minor countries that they do not co-operate with; Germans may go there."""
    game = position("barbarossa", wars=[("germany", "ussr")])
    align(game, "rumania", "germany")
    align(game, "hungary", "germany")
    board, homes = board_of(game), game.state[HOME_COUNTRY]
    here, there = next(
        (place, near)
        for place in range(len(board))
        for near in board.adjacent[place]
        if homes[place] == country(game, "hungary") and homes[near] == country(game, "rumania")
    )
    put(game, "hungary INF", board.number(here))
    put(game, "ge-inf-xx", board.number(here))
    hungarian = next(unit for unit in units_at(game, board.number(here)) if unit != find(game, "ge-inf-xx"))
    assert host_of(game, hungarian, there) != -1
    assert exceeds_commitment(game, (hungarian,), host_of(game, hungarian, there))
    begin_step(game, "land movement", "germany")
    found = game.why_not("move", ((hungarian,), (there,)), "germany")
    assert found[0].key == "foreign-troops"
    assert refusal(game, "germany", ["ge-inf-xx"], board.number(there)) == ""


@pytest.mark.rule("18.2/foreign troop commitments")
def test_a_conquered_country_is_nobodys_home_any_more() -> None:
    game = position("global-war", units={"London": ["cw-inf-ii"]})
    set_wars(game, [("commonwealth", "germany"), ("france", "germany")])
    (corps,) = units_at(game, "London")
    lille = place_index(game, "Lille")
    france = host_of(game, corps, lille)
    assert france >= 0
    game.write(CONQUEROR, france, power(game, "germany"))
    assert host_of(game, corps, lille) == -1


@pytest.mark.rule("18.2/foreign troop commitments")
@pytest.mark.rule("14.2.4")
def test_an_aircraft_lands_abroad_only_where_it_started_or_its_hqs_have_room() -> None:
    """A Commonwealth fighter without an HQ in France: it may go back to France only if it took off there."""
    game = position(
        "global-war",
        units={"London": ["commonwealth FTR"]},
        wars=[("commonwealth", "germany"), ("france", "germany")],
    )
    (fighter,) = units_at(game, "London")
    calais = place_index(game, "Calais")
    assert getattr(foreign_troops_violation(game, (fighter,), calais), "key", "") == "foreign-troops"
    game.write(PLACE, fighter, IN_FLIGHT)
    game.write(ORIGIN, fighter, place_index(game, "Lille"))
    assert foreign_troops_violation(game, (fighter,), calais) is None
    game.set(ACTIVE_SIDE, 1)
    move(game, fighter, calais)
    assert game.state.get(GUESTS) == ()


@pytest.mark.rule("11.9/how to rail move")
@pytest.mark.rule("11.10.5")
def test_an_ally_that_says_no_lets_no_train_in() -> None:
    game = position(
        "global-war",
        units={"Munich": ["germany INF"]},
        wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
    )
    (corps,) = units_at(game, "Munich")
    begin_step(game, "rail movement", "germany")
    train = (corps, place_index(game, "Milan"))
    assert not game.why_not("rail", train, "germany")
    game.submit("italy", "consent", ("germany", "enter", "no"))
    (found,) = game.why_not("rail", train, "germany")
    assert (found.rule, found.key) == ("11.10.5", "ally-refuses-entry")


@pytest.mark.rule("18.2/foreign troop commitments")
@pytest.mark.rule("11.14")
def test_a_drop_into_a_friends_country_fights_before_it_is_judged() -> None:
    """British paratroops in Brest, which Germany holds: they are lost when the land combat step ends, not before."""
    game = position(
        "global-war",
        units={"London": ["cw-para-1-abn"]},
        wars=[("germany", "commonwealth"), ("germany", "france")],
        control={"germany": ["Brest"]},
    )
    (paratroops,), brest = units_at(game, "London"), place_index(game, "Brest")
    game.set(ACTIVE_SIDE, game.state[SIDE][power(game, "commonwealth")])
    move(game, paratroops, brest)
    game.write(FRESHLY_LANDED, paratroops, PARADROPPED)
    assert game.state.get(GUESTS) == (paratroops,)
    assert foreign_troops_too_many(game) is None, "the paradrop step ends"
    give_control(game, "commonwealth", "Brest")
    assert foreign_troops_too_many(game) is not None, "the combat is won, and the land combat step ends"


@pytest.mark.rule("18.2/foreign troop commitments")
def test_between_two_combats_of_a_step_nobody_is_judged() -> None:
    """Another attack is still to be resolved: until then both corps stand in France without an HQ."""
    game = belgium(gort=False)
    board = board_of(game)
    metz = place_index(game, "Metz")
    border = next(place for place in ground_of(game).crossing.open[metz] if board.tables.country[place] == "Germany")
    put(game, "ge-inf-xxv", board.number(border))
    put(game, "france INF", "Metz")
    begin_step(game, "step: land combat", "germany", throws=[RETREAT])
    drive_out(game, Metz=("ge-inf-xxv",))
    assert game.decision is not None
    assert game.decision.prompt == "choose-table"
    assert [where(game, name) for name in CORPS] == ["W1334", "W1334"]
