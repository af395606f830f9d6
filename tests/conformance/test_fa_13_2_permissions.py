"""FA 13.2.2.1, 13.2.3.1, 15.1.1, 22.4: what options and friendly neutrals allow, neutral ports, the campaign of 1917."""

from __future__ import annotations

import pytest
from entry_pools import chosen, markers
from great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, impulse_of, initiative, wars
from turns import Change, field, in_turn, play, power_index, prompt

from worldfire.engine.game import Game
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, move, place_name
from worldfire.forces.turn import is_active
from worldfire.forces.who import CONTROLLER, HEXES_AT_HOME, units_of
from worldfire.rules.s05_lending import may_lend, most_lent
from worldfire.rules.s09_06_aligning import align_minor
from worldfire.rules.s11_04_sea_passages import may_pass
from worldfire.rules.s11_10_entry import politics_violation
from worldfire.rules.s13_06_production import lets_resources_pass, multiple, unit_violation
from worldfire.tables.counters import LandType, NavalCounter, NavalType
from worldfire.titles.fa.entry.escorts import may_escort_in
from worldfire.titles.fa.entry.outrages import Basing, ports_used
from worldfire.titles.fa.entry.permissions import US_UNITS_STARTED
from worldfire.titles.fa.entry.pools import CW_ENTRY, US_ENTRY, markers_in
from worldfire.titles.fa.politics.events.calling import is_in_the_campaign
from worldfire.titles.fa.politics.flags import ALLY, FLAG, can_be_influenced
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.sea.neutral_ports import ports_are_only_for
from worldfire.titles.fa.sea.special_ships import ShipsExchanged
from worldfire.titles.fa.trade import agreements_in_force

CUP = (1, 2, 3, 0)


def position(*changes: Change, turn: str = "Nov/Dec 1915") -> Game:
    return fa_in("surrender", AUGUST, in_turn(turn), initiative(CENTRAL), *changes)


def flag(name: str, lies: int) -> Change:
    return lambda game: game.write(FLAG, country(game, name), lies)


def place_of(game: Game, name: str) -> int:
    board = game.ruleset.tables.board
    return board.index[board.find(name)]


# -------------------------------------------------------------------------------------------------------------- options


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:5")
def test_the_neutral_usa_lends_under_its_options() -> None:
    """Resources to the west by 12 and 22, even to a neutral Commonwealth; build points by 23 and 33, only to the active."""

    def most(recipient: str, points: bool, *options: int) -> int | None:
        game = position(chosen(*options))
        usa, ally = power_index(game, "usa"), power_index(game, recipient)
        return most_lent(game, usa, ally, points) if may_lend(game, usa, ally, points) else 0

    assert [most("france", False, *options) for options in ((), (12,), (12, 22))] == [0, 1, 3]
    assert most("commonwealth", False, 12) == 1
    assert [most("france", True, *options) for options in ((12, 22), (12, 22, 23), (12, 22, 23, 33))] == [0, 1, 3]
    assert most("commonwealth", True, 12, 22, 23) == 0, "it is neutral"
    assert [most("russia", False, *options) for options in ((12, 22), (12, 22, 26))] == [0, 3]
    assert most("russia", True, 26, 37) == 3


@pytest.mark.rule("fa:13.2.2.1")
def test_the_neutral_usa_builds_ships_then_one_unit_then_anything() -> None:
    def why(*options: int, started: int = 0, kind: object = LandType.INF) -> str:
        game = position(chosen(*options), field(US_UNITS_STARTED, started))
        unit = next(unit for unit in units_of(game, country(game, "usa")) if counter_of(game, unit).type is kind)
        found = unit_violation(game, power_index(game, "usa"), unit)
        return "" if found is None else found.key

    assert why() == "build-needs-war-option"
    assert (why(18), why(18, started=1), why(18, 27, started=1)) == ("", "usa-builds-one-unit", "")
    assert why(kind=NavalType.SCS) == ""
    assert (why(kind=NavalType.AMPH), why(25, kind=NavalType.AMPH)) == ("build-needs-war-option", "")


@pytest.mark.rule("fa:13.2.2.1")
def test_gearing_up_and_the_draft_raise_the_multiple() -> None:
    plain, geared, drafted = (position(chosen(*options)) for options in ((), (25,), (25, 40)))
    usa = power_index(plain, "usa")
    first = multiple(plain, usa)
    assert [float(multiple(game, usa) - first) for game in (geared, drafted)] == [0.2, 0.4]
    assert multiple(drafted, power_index(plain, "france")) == multiple(plain, power_index(plain, "france"))


@pytest.mark.rule("fa:13.2.2.1")
def test_ports_the_canal_and_escorts() -> None:
    game = position(chosen(28, 30, 29))
    usa, germany, france = (power_index(game, name) for name in ("usa", "germany", "france"))
    assert ports_are_only_for(game, usa) == ALLIES
    assert not may_pass(game, germany, "East Pacific", "Caribbean")
    assert may_pass(game, france, "East Pacific", "Caribbean")
    assert (may_escort_in(game, "Caribbean"), may_escort_in(game, "North Atlantic")) == (True, False)
    assert may_escort_in(position(chosen(29, 36, 42)), "Red Sea")
    assert may_pass(position(), germany, "East Pacific", "Caribbean")


# ------------------------------------------------------------------------------------------------- basing in neutral ports


def neutral_ports(german: int, french: int, *changes: Change, dice: tuple[int, ...]) -> Game:
    """The start of the US entry step with ships in so many neutral ports."""

    def based(game: Game) -> None:
        for power, ports in (("germany", ("Valparaiso", "Batavia")[:german]), ("france", ("Cadiz",)[:french])):
            ships = [
                unit
                for unit in units_of(game, country(game, power))
                if isinstance(counter_of(game, unit), NavalCounter) and counter_of(game, unit).type is NavalType.SCS
            ]
            for ship, port in zip(ships, ports, strict=False):
                move(game, ship, place_of(game, port))

    where = (AUGUST, initiative(CENTRAL), *changes, based)
    return fa_in("basing in neutral ports", *where, locals=Basing(), dice=dice)


@pytest.mark.rule("fa:13.2.3")
@pytest.mark.rule("fa:13.2.3.1")
def test_the_neutral_commonwealth_has_a_die_of_its_own_for_neutral_ports() -> None:
    """It draws a marker on its 2, the USA none on its 3; and no flag moves, for that is the American die."""
    game = neutral_ports(2, 0, markers(us=(2, 2), cw=(1,), common=CUP), dice=(2, 0, 3))
    assert (markers_in(game, US_ENTRY), markers_in(game, CW_ENTRY)) == (2, 2)
    assert prompt(game) != "shift-host"


@pytest.mark.rule("fa:13.2.3.1", example="FA-E32")
@pytest.mark.rule("fa:13.2.3.1", example="FS8")
@pytest.mark.parametrize(
    ("german", "french", "die", "change"), [(2, 0, 2, 1), (2, 0, 3, 0), (0, 1, 1, -1), (2, 1, 1, 1), (2, 1, 2, 0)]
)
def test_basing_in_neutral_ports(german: int, french: int, die: int, change: int) -> None:
    """A point a port, one side's against the other's; and the other side may move the flag of a host."""
    picks = (0,) if change else ()
    at_war = wars(("commonwealth", "germany"), ("commonwealth", "austria-hungary"))
    game = neutral_ports(german, french, at_war, markers(us=(2, 2), common=CUP), dice=(die, *picks))
    assert (len(ports_used(game, CENTRAL)), len(ports_used(game, ALLIES))) == (german, french)
    assert markers_in(game, US_ENTRY) == 2 + change
    assert (prompt(game) == "shift-host") is (change != 0 and len(game.waiting) > 0)


# ---------------------------------------------------------------------------------------------------- 15.1.1 the friendly


@pytest.mark.rule("fa:20.1")
@pytest.mark.rule("fa:15.1.1")
def test_friendly_neutrals_let_troops_in_and_send_everything() -> None:
    """At +13 Allied troops enter, at +11 all resources go to that side and nobody else's pass."""
    for lies, enters in ((12, False), (13, True)):
        game = position(flag("greece", lies))
        unit = next(
            unit for unit in units_of(game, country(game, "france")) if counter_of(game, unit).type is LandType.INF
        )
        hexes = game.look_up(HEXES_AT_HOME)[country(game, "greece")]
        assert (politics_violation(game, unit, hexes[0]) is None) is enters
        german = next(
            unit for unit in units_of(game, country(game, "germany")) if counter_of(game, unit).type is LandType.INF
        )
        assert politics_violation(game, german, hexes[0]) is not None

    def sent(game: Game) -> set[int]:
        return {each.recipient for each in agreements_in_force(game) if each.giver == power_index(game, "sweden")}

    game = position(flag("sweden", -4))
    germany, sweden, france = (power_index(game, name) for name in ("germany", "sweden", "france"))
    assert sent(game) == {germany}
    assert lets_resources_pass(game, sweden, germany)
    game = position(flag("sweden", 11))
    assert germany not in sent(game)
    assert not lets_resources_pass(game, sweden, germany)
    assert lets_resources_pass(game, sweden, france)


# ------------------------------------------------------------------------------------------------------------- 22.4 1917


@pytest.mark.rule("fa:22.4")
def test_the_campaign_of_1917() -> None:
    """Ten points each, flags in their boxes, options to 40 chosen, three events, and the USA declares war for nothing."""
    game = fa_in("declare war", impulse_of(ALLIES, 1), campaign="1917", dice=(1,) * 20)
    while prompt(game) == "trigger-event":
        play(game, next(iter(game.waiting)), "trigger-no-event")
    assert is_active(game, power_index(game, "usa"))
    assert game.state.get(POLITICAL_POINTS) == (10, 10)
    boxes = {
        name: game.state[FLAG][country(game, name)] for name in ("mexico", "greece", "arabia", "italy", "bulgaria")
    }
    assert boxes == {"mexico": -7, "greece": 9, "arabia": 13, "italy": ALLY, "bulgaria": -ALLY}
    events = ("lawrence", "pressure-neutrals", "home-front", "zimmermann", "jihad")
    assert [is_in_the_campaign(game, event) for event in events] == [True, True, True, False, False]


@pytest.mark.rule("fa:22.4")
def test_nobody_influences_who_is_out_of_the_game_in_1917() -> None:
    """Japan has a flag, two boxes towards the Central Powers, but no army to join anybody with."""
    game = fa_in("declare war", impulse_of(ALLIES, 1), campaign="1917")
    assert game.state[FLAG][country(game, "japan")] == -2
    assert not can_be_influenced(game, country(game, "japan"))
    assert can_be_influenced(game, country(game, "mexico"))


@pytest.mark.rule("fa:15.1.1")
def test_guests_go_home_when_their_host_joins_the_other_side() -> None:
    """French troops in Greece are on the circle for two turns when the Central Powers align it."""
    game = position(flag("greece", 13))
    unit = next(unit for unit in units_of(game, country(game, "france")) if counter_of(game, unit).type is LandType.INF)
    move(game, unit, game.look_up(HEXES_AT_HOME)[country(game, "greece")][0])
    align_minor(game, country(game, "greece"), power_index(game, "germany"))
    assert place_name(game, game.state[PLACE][unit]) == circle_space(game.state.get(TURN) + 2)


@pytest.mark.rule("fa:5.1.8")
@pytest.mark.rule("fa:5.1.3")
def test_spain_pays_whoever_holds_paris() -> None:
    def recipients(game: Game, giver: str) -> set[int]:
        return {each.recipient for each in agreements_in_force(game) if each.giver == power_index(game, giver)}

    game = position()
    germany, france, austria = (power_index(game, name) for name in ("germany", "france", "austria-hungary"))
    assert recipients(game, "spain") == {france}
    assert recipients(game, "italy") == {germany, austria}

    def fallen(game: Game) -> None:
        game.write(CONTROLLER, place_of(game, "Paris"), power_index(game, "germany"))

    assert recipients(position(fallen), "spain") == {germany}


@pytest.mark.rule("fa:13.2.3.1")
def test_seized_ships_move_the_flag_of_the_robbed() -> None:
    """Two boxes towards the Central Powers: the Ottoman Empire for Erin and Agincourt, Chile for her battleship."""
    for name in ("ottoman-empire", "chile"):
        game = position()
        before = game.state[FLAG][country(game, name)]
        commonwealth, robbed = power_index(game, "commonwealth"), power_index(game, name)
        game.say(ShipsExchanged(action="OE1", power=commonwealth, country=robbed, old=0, new=1))
        assert game.state[FLAG][country(game, name)] == before - 2
