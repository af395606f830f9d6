"""What a player is told when he tries what land units cannot do: the rule and the reason, never a bare no."""

from __future__ import annotations

import pytest

from conformance.positions import align, give_control, position, put, units_at
from conformance.steps import begin_step, find, march, refusal, turn_down, units, where
from worldfire.engine.game import Game
from worldfire.forces.things import PLACE, board_of, place_index
from worldfire.rules.s11_09_rail import is_station
from worldfire.titles.telling import tell_violation


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


def told(game: Game, verb: str, names: list[str], place: str) -> str:
    """What the player reads."""
    (found,) = game.why_not(verb, (units(game, *names), (place_index(game, place),)), "germany")
    return tell_violation(game, found)


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
    """A named stack is told what it lacks, also if nobody at all can overrun; else the stack that comes nearest is named."""
    game = begin_step(front(), "land movement", "germany")
    both = ["ge-inf-liv", "ge-mech-viii"]
    assert told(game, "overrun", both, "E1833") == (
        "[11.10.6] 14 against 5 factors are 2:1 in fine weather; an overrun needs 7:1 after the weather."
    )
    assert told(game, "overrun", ["ge-inf-liv"], "E1833").startswith("[11.10.6] An overrun needs an ARM, MECH or HQ-A")
    assert told(game, "overrun", ["ge-mech-viii"], "E1834") == "[11.10.6] There is no enemy land unit in E1834."
    (nearest,) = game.why_not("overrun", None, "germany")
    assert tell_violation(game, nearest).startswith(
        "[11.10.6] None of your stacks can overrun enemy land units. The closest are VIII, LIV against E1833: 14 against 5"
    )


@pytest.mark.rule("11.10.6")
def test_an_overrun_is_told_city_armour_and_supply() -> None:
    game = front()
    put(game, "su-mech-1", "E1833")
    put(game, "su-inf-2", "Zhitomir")
    put(game, "ge-inf-xx", "E1733")
    give_control(game, "ussr", "Zhitomir", "E1732")
    begin_step(game, "land movement", "germany")
    assert told(game, "overrun", ["ge-mech-viii"], "E1833").startswith("[11.10.6] You have 1 MECH against 1:")
    assert told(game, "overrun", ["ge-mech-viii"], "Zhitomir").startswith(
        "[11.10.6] Land units cannot be overrun in a city"
    )
    assert told(game, "overrun", ["ge-inf-xx"], "E1833").startswith(
        "[2.4.1] Units that overrun must all have been in supply"
    )


@pytest.mark.rule("11.10.6")
def test_an_overrun_is_told_the_terrain() -> None:
    game = front()
    put(game, "su-inf-2", "E1937")
    put(game, "ge-inf-xx", "E2036")
    give_control(game, "ussr", "E1937")
    begin_step(game, "land movement", "germany")
    assert told(game, "overrun", ["ge-inf-xx"], "E1937").endswith("without a city: E1937 is swamp.")


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
    assert why(game, "rail", (infantry, place_index(game, "Moscow"))) == "11.9 railway-closed"
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
