"""What a player is told when he tries what land units cannot do: the rule and the reason, never a bare no."""

from __future__ import annotations

import pytest

from conformance.positions import align, give_control, position, put, units_at
from conformance.steps import begin_step, find, march, refusal, turn_down, units, where
from worldfire.engine.game import Game
from worldfire.forces.things import PLACE, board_of, place_index
from worldfire.rules.s11_09_rail import is_station


def front() -> Game:
    """Germans and a Rumanian west of Kiev, a Hungarian behind them, Soviets in front."""
    game = position(
        "barbarossa",
        units={
            "E2033": ["Rundstedt"],
            "E1933": ["ge-inf-liv", "ge-mech-viii"],
            "E1932": ["rumania INF", "ge-mot-liii"],
            "E1931": ["hungary INF"],
            "E1833": ["su-inf-3"],
        },
        wars=[("germany", "ussr")],
    )
    align(game, "rumania", "germany")
    align(game, "hungary", "germany")
    soviet = (number for number in board_of(game).hexes_of("USSR") if number[0] == "E" and int(number[3:]) < 38)
    give_control(game, "germany", "country:Poland", *(number for number in soviet if int(number[1:3]) >= 19))
    give_control(game, "ussr", "E1833")
    return game


def why(game: Game, verb: str, noun: object, seat: str = "germany") -> str:
    found = game.why_not(verb, noun, seat)
    return f"{found[0].rule} {found[0].key}" if found else ""


# ------------------------------------------------------------------------------------------------------------ movement


@pytest.mark.rule("11.10")
@pytest.mark.rule("11.10.1")
def test_mistakes_in_moving() -> None:
    game = front()
    turn_down(game, "ge-inf-liv")
    begin_step(game, "land movement", "germany")
    mech = ["ge-mech-viii"]
    assert refusal(game, "germany", ["ge-inf-liv"], "E1934") == "11.10 unit-is-face-down"
    assert refusal(game, "germany", mech, "E1833") == "11.10.3 enemy-units-there"
    assert refusal(game, "germany", mech, "E1735") == "11.10.1 not-adjacent"
    assert refusal(game, "germany", ["su-inf-3"], "E1834") == "11.10.1 not-your-unit"
    assert refusal(game, "germany", ["ge-mech-viii", "ge-mot-liii"], "E1934") == "11.10.1 units-not-together"
    assert refusal(game, "germany", mech, "E1934", "E1935") == "11.10.1 stops-in-zoc"
    assert why(game, "move", ((10_000_000,), (0,))) == "11.10 not-a-land-unit"
    assert why(game, "move", (units(game, "ge-mech-viii"), (10_000_000,))) == "11.10.1 not-a-hex"
    assert why(game, "move", "forward") == "11.10.1 noun-not-a-move"
    march(game, "germany", mech, "E1934")
    march(game, "germany", ["ge-mot-liii"], "E2032")
    assert refusal(game, "germany", mech, "E1935") == "11.10 has-moved-already", "another stack has moved since"


@pytest.mark.rule("11.10.6")
def test_mistakes_in_overrunning() -> None:
    game = begin_step(front(), "land movement", "germany")
    assert refusal(game, "germany", ["ge-mech-viii"], "E1833", verb="overrun") in (
        "11.10.6 overrun-odds",
        "11.10.6 nobody-can-overrun",
    )


@pytest.mark.rule("11.15.1")
@pytest.mark.rule("11.15.1/eligible land units")
def test_mistakes_in_attacking() -> None:
    game = front()
    put(game, "su-cav-4", "E1733")
    turn_down(game, "ge-inf-liv")
    begin_step(game, "land combat", "germany")

    def attack(*pairs: tuple[str, str]) -> str:
        noun = tuple((find(game, name), place_index(game, place)) for name, place in pairs)
        return why(game, "declare-attacks", noun)

    assert attack(("ge-mech-viii", "E1833")) == ""
    assert attack(("ge-inf-liv", "E1833")) == "11.15.1 unit-is-face-down"
    assert attack(("ge-mech-viii", "E1733")) == "11.10.1 not-adjacent"
    assert attack(("ge-mech-viii", "E1834")) == "11.15.1 nobody-to-attack"
    assert attack(("su-inf-3", "E1933")) == "11.15.1 not-your-unit"
    assert why(game, "declare-attacks", "all of them") == "11.15.1 noun-not-an-assignment"


@pytest.mark.rule("11.15.1/eligible land units")
@pytest.mark.rule("18.2")
def test_strangers_do_not_attack_together_even_with_a_friend_of_both() -> None:
    """Hungarians and Rumanians each co-operate with Germans, but not with each other."""
    game = front()
    put(game, "su-cav-4", "E1832")
    game.write(PLACE, *units_at(game, "E1931"), place_index(game, "E1831"))
    give_control(game, "germany", "E1831")
    begin_step(game, "land combat", "germany")
    rumanian = next(unit for unit in units_at(game, "E1932") if unit != find(game, "ge-mot-liii"))
    (hungarian,) = units_at(game, "E1831")
    target = place_index(game, "E1832")
    german = find(game, "ge-mot-liii")
    alone = ((german, target), (rumanian, target))
    assert why(game, "declare-attacks", alone) == ""
    assert why(game, "declare-attacks", (*alone, (hungarian, target))) == "18.2 attack-with-strangers"


@pytest.mark.rule("11.9")
@pytest.mark.rule("11.9/units")
def test_mistakes_in_railing() -> None:
    game = front()
    put(game, "germany INF", "Warsaw")
    (infantry,) = units_at(game, "Warsaw")
    turn_down(game, "ge-mech-viii")
    begin_step(game, "rail movement", "germany")
    halt = next(place for place in sorted(board_of(game).rails) if not is_station(game, place))
    assert why(game, "rail", (infantry, halt)) == "11.9 not-a-station"
    assert why(game, "rail", (find(game, "su-inf-3"), place_index(game, "Warsaw"))) == "11.9 not-your-unit"
    assert why(game, "rail", (infantry, place_index(game, "Moscow"))) == "11.9 no-railway"
    assert why(game, "rail", (find(game, "ge-mech-viii"), place_index(game, "Warsaw"))) == "11.9 unit-is-face-down"


# ------------------------------------------------------------------------------------------------- stacks and strangers


@pytest.mark.rule("11.10.1")
@pytest.mark.rule("18.3")
def test_germans_and_rumanians_march_as_one_stack() -> None:
    game = begin_step(front(), "land movement", "germany")
    both = units_at(game, "E1932")
    game.submit("germany", "move", (both, (place_index(game, "E2032"),)))
    assert units_at(game, "E2032") == both


@pytest.mark.rule("11.10.1")
@pytest.mark.rule("18.2")
def test_a_passing_stranger_can_still_march_on() -> None:
    """A Rumanian comes through the Hungarian's hex; both may go on, but not together."""
    game = begin_step(front(), "land movement", "germany")
    rumanian = next(unit for unit in units_at(game, "E1932") if unit != find(game, "ge-mot-liii"))
    (hungarian,) = units_at(game, "E1931")
    beyond = next(
        place
        for place in board_of(game).adjacent[place_index(game, "E1931")]
        if why(game, "move", ((hungarian,), (place,))) == ""
    )
    game.submit("germany", "move", ((rumanian,), (place_index(game, "E1931"),)))
    assert why(game, "move", ((hungarian,), (beyond,))) == ""
    assert why(game, "move", ((rumanian, hungarian), (beyond,))) == "18.1 units-do-not-cooperate"
    stacks = [set(stack.units) for stack in game.offers("germany")["move"].stacks]
    assert {hungarian} in stacks


def desert(*, agreed: bool) -> Game:
    """A German and an Italian corps together in Libya, each with its own player."""
    game = position(
        "global-war",
        units={"Tripoli": ["ge-inf-xx", "italy INF"]},
        wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
    )
    begin_step(game, "land movement", "germany")
    if agreed:
        game.submit("italy", "consent", ("germany", "march", "yes"))
    return game


@pytest.mark.rule("11.10.1")
@pytest.mark.rule("18.3")
@pytest.mark.parametrize("agreed", [False, True])
def test_an_ally_takes_units_along_if_their_owner_agrees(agreed: bool) -> None:
    game = desert(agreed=agreed)
    both = units_at(game, "Tripoli")
    beyond = next(
        place
        for place in board_of(game).adjacent[place_index(game, "Tripoli")]
        if refusal(game, "germany", ["ge-inf-xx"], board_of(game).number(place)) == ""
    )
    (italian,) = (unit for unit in both if unit != find(game, "ge-inf-xx"))
    assert why(game, "move", ((italian,), (beyond,))) == "11.10.1 not-your-unit", "never without one's own"
    if not agreed:
        assert why(game, "move", (both, (beyond,))) == "11.10.1 not-your-unit"
        return
    assert set(both) in [set(stack.units) for stack in game.offers("germany")["move"].stacks]
    game.submit("germany", "move", (both, (beyond,)))
    assert units_at(game, board_of(game).number(beyond)) == both
    assert where(game, "ge-inf-xx") == board_of(game).number(beyond)
