"""17.4 to 17.6: Vichy is run, wavers and collapses. It stands from the start of these tests."""

from __future__ import annotations

from typing import Any

import pytest
from test_s17_vichy import TITLE, aligned, country, holder, owner, wars, where
from turns import Change, campaign_in, controlled, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.engine.state import Frame
from worldfire.forces.situation import AT_WAR, CO_OPERATING, CONVOY_POINTS
from worldfire.forces.things import FACE_DOWN, PLACE, move, place_index, place_name
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE, WEATHER
from worldfire.forces.who import (
    CONQUEROR,
    FALLEN_POWER,
    NEW_HOME,
    POWER,
    POWER_NAMES,
    SIDE,
    change_country,
)
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_4_supply_limits import holder_violation, tracer_of
from worldfire.rules.s05_lending import may_lend
from worldfire.rules.s09_war import declaration_violation, targets
from worldfire.rules.s10_actions import action_of, count_activity, left_of, limit
from worldfire.rules.s11_04_1_naval_moves import moves_of, moves_violation
from worldfire.rules.s11_04_naval_units import Sailor
from worldfire.rules.s11_10_entry import politics_violation
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_factors import Arrival
from worldfire.rules.s11_15_resolution import LandCombatResult
from worldfire.rules.s13_04_return_to_base import must_return
from worldfire.rules.s18_2_commitments import host_of
from worldfire.titles.wif.nations.vichy.collapse import VichyCollapsed
from worldfire.titles.wif.nations.vichy.creation import divide_france, go_to_vichy
from worldfire.titles.wif.nations.vichy.loyalty import LoyaltyTested
from worldfire.titles.wif.nations.vichy.running import look_for_pursuit
from worldfire.titles.wif.nations.vichy.standing import HOSTILE, ROUSED, make_hostile

NORTH_AFRICA = ("corsica", "algeria", "tunisia", "morocco")
WARS = wars(("germany", "france"), ("germany", "commonwealth"), ("italy", "france"), ("italy", "commonwealth"))


def vichy(*lands: str) -> Change:
    """Germany has installed it; these lands follow it, and the Free French live in Chad."""

    def change(game: Game) -> None:
        divide_france(game, power_index(game, "germany"))
        for land in lands:
            go_to_vichy(game, country(game, land))
        game.write(NEW_HOME, country(game, "france"), country(game, "chad"))
        look_for_pursuit(game)

    return change


def vichys(*counters: str) -> Change:
    """These counters serve Vichy."""

    def change(game: Game) -> None:
        for counter in counters:
            change_country(game, unit(game, counter), country(game, "vichy-france"))

    return change


def standing(procedure: str, *changes: Change, lands: tuple[str, ...] = NORTH_AFRICA, **kwargs: Any) -> Game:
    return campaign_in(
        "global-war", procedure, in_turn("Jul/Aug 1941"), WARS, vichy(*lands), *changes, title=TITLE, **kwargs
    )


def acts(action: str) -> Change:
    def change(game: Game) -> None:
        game.set(ACTIVE_SIDE, 0)
        game.set(ACTIONS, (action,) * len(game.state.get(POWER_NAMES)))
        game.set(
            WEATHER, tuple((zone, "fine") for zone in sorted({z for z in game.ruleset.tables.board.tables.zone if z}))
        )

    return change


# ------------------------------------------------------------------------------------------------------- 17.4.1, 17.4.2


@pytest.mark.rule("17.4.1")
def test_whom_vichy_may_fight_and_who_may_fight_it() -> None:
    game = standing("choose actions", field(ACTIVE_SIDE, 0))
    vichy_power, commonwealth, ussr = (power_index(game, name) for name in ("vichy-france", "commonwealth", "ussr"))
    assert declaration_violation(game, vichy_power, "commonwealth").key == "vichy-not-hostile"  # type: ignore[union-attr]
    assert declaration_violation(game, vichy_power, "spain").key == "vichy-not-hostile"  # type: ignore[union-attr]
    assert declaration_violation(game, ussr, "vichy-france").key == "not-at-war-with-installer"  # type: ignore[union-attr]
    assert declaration_violation(game, commonwealth, "vichy-france") is None
    assert declaration_violation(game, power_index(game, "germany"), "vichy-france").key == "on-the-same-side"  # type: ignore[union-attr]
    make_hostile(game, commonwealth)
    assert declaration_violation(game, vichy_power, "commonwealth") is None


@pytest.mark.rule("9.4")
@pytest.mark.rule("17.4.1")
@pytest.mark.parametrize(
    ("fights", "may"),
    [((), False), (("germany",), True), (("japan",), False), (("italy", "japan"), False), (("germany", "japan"), True)],
)
def test_when_the_usa_may_fight_vichy(fights: tuple[str, ...], may: bool) -> None:
    """At war with whoever installed it, or with all of the Axis who fight."""
    game = standing("choose actions", field(ACTIVE_SIDE, 1))
    usa = power_index(game, "usa")
    game.set(AT_WAR, (*game.state.get(AT_WAR), *((usa, power_index(game, enemy)) for enemy in fights)))
    assert ("vichy-france" in targets(game, usa, minors=False)) is may


@pytest.mark.rule("9.4")
def test_the_usa_may_fight_vichy_when_its_installer_fights_nobody() -> None:
    """At war with every active Axis power, that one is not among them."""
    game = standing("choose actions", field(ACTIVE_SIDE, 1))
    usa, italy, japan = (power_index(game, name) for name in ("usa", "italy", "japan"))
    game.set(AT_WAR, ((usa, italy), (usa, japan)))
    assert "vichy-france" in targets(game, usa, minors=False)


@pytest.mark.rule("17.4.1")
@pytest.mark.rule("17.4.5")
def test_an_allied_unit_in_vichy_france_makes_it_hostile() -> None:
    game = standing("choose actions", field(ACTIVE_SIDE, 0))
    move(game, unit(game, "cw-mot-1-can"), place_index(game, "Oran"))
    assert not game.state.get(HOSTILE)
    move(game, unit(game, "cw-mot-1-can"), place_index(game, "Lyon"))
    assert game.state.get(HOSTILE) == (power_index(game, "commonwealth"),)
    assert game.state.get(ROUSED)


@pytest.mark.rule("2.4.2")
@pytest.mark.rule("17.1")
def test_vichys_own_cities_supply_its_units() -> None:
    ship = "fr-bb-provence-sif"
    game = standing("choose actions", put("Toulon", ship), vichys(ship), in_turn("Sep/Oct 1941"))  # the next turn
    assert in_supply(game, unit(game, ship))
    move(game, unit(game, ship), place_index(game, "Oran"))  # over the sea
    assert in_supply(game, unit(game, ship))
    for city in ("Toulon", "Nice", "Lyon", "Marseille", "Grenoble", "Montpellier", "Vichy", "Toulouse", "Limoges"):
        controlled("commonwealth", city)(game)
    assert not in_supply(game, unit(game, ship))


@pytest.mark.rule("17.4")
@pytest.mark.rule("17.4.2", example="WF2-162")
def test_vichy_acts_with_german_limits() -> None:
    """With a combined action one ship, if hostile a task force; of six air missions five German and one of Vichy's."""
    ships = ("fr-bb-provence-sif", "fr-bb-lorraine-sif")
    game = standing("choose actions", acts(""), put("Toulon", *ships), vichys(*ships))
    offered: Any = game.offers("germany")["choose-actions"]
    assert [choices.item for choices in offered.items] == ["germany"]
    play(game, "germany", "choose-actions", (("germany", "combined"),))
    vichy_power, germany = power_index(game, "vichy-france"), power_index(game, "germany")
    assert action_of(game, vichy_power) == "combined"
    assert limit(game, germany, "naval movement") == 1
    first, both = Sailor(unit(game, ships[0])), tuple(Sailor(unit(game, ship)) for ship in ships)
    assert moves_violation(game, moves_of(game, (first,), ())) is None
    assert moves_violation(game, moves_of(game, both, ())) is not None
    make_hostile(game, power_index(game, "commonwealth"))
    assert moves_violation(game, moves_of(game, both, ())) is None
    missions = left_of(game, vichy_power, "rebase")
    count_activity(game, germany, "rebase", missions - 1)
    assert left_of(game, vichy_power, "rebase") == 1
    count_activity(game, vichy_power, "rebase")
    assert left_of(game, germany, "rebase") == 0


@pytest.mark.rule("17.4.2")
def test_vichys_ships_return_unless_it_is_hostile() -> None:
    ship = "fr-bb-provence-sif"
    at_sea = put("Western Mediterranean 2", ship)
    game = standing(
        "choose actions", at_sea, vichys(ship), wars(("germany", "france"), ("vichy-france", "commonwealth"))
    )
    assert must_return(game, unit(game, ship))
    make_hostile(game, power_index(game, "commonwealth"))
    assert not must_return(game, unit(game, ship))


# --------------------------------------------------------------------------------------------------------------- 17.4.3


@pytest.mark.rule("17.4.3", example="WF2-163")
def test_germans_may_pursue_the_british_around_bordeaux() -> None:
    """Beside Bordeaux they may enter Vichy France and trace supply; once the British have left they may only go out."""
    panzer = "ge-arm-xlviii"
    game = standing(
        "land movement",
        acts("land"),
        put("Bordeaux", "cw-mot-1-can"),
        controlled("commonwealth", "Bordeaux"),
        put("W1726", panzer),
        controlled("germany", "W1726"),
        look_for_pursuit,
    )
    thing = unit(game, panzer)
    beside = {"W1725", "W1724", "W1824"}
    board = game.ruleset.tables.board
    region = {board.number(place) for place in game.ruleset.tables.ground.regions["Vichy France"]}
    allowed = {number for number in region if politics_violation(game, thing, place_index(game, number)) is None}
    assert allowed == {
        number for number in region if number in {*map(board.number, board.adjacent[place_index(game, "Bordeaux")])}
    }
    assert beside & region <= allowed
    first = next(iter(sorted(allowed & {*map(board.number, board.adjacent[place_index(game, "W1726")])})))
    tracer = tracer_of(game, thing)
    assert holder_violation(game, tracer, place_index(game, first)) is None
    assert holder_violation(game, tracer, place_index(game, "Lyon")) is not None
    play(game, "germany", "move", ((thing,), (place_index(game, first),)))
    assert game.state[PLACE][thing] == place_index(game, first)
    game.write(PLACE, unit(game, "cw-mot-1-can"), place_index(game, "London"))
    look_for_pursuit(game)
    assert politics_violation(game, thing, place_index(game, "Lyon")).key == "vichy-lets-nobody-in"  # type: ignore[union-attr]
    assert politics_violation(game, thing, place_index(game, first)) is not None
    italian = unit(game, "it-inf-x")
    assert politics_violation(game, italian, place_index(game, "Lyon")).key == "vichy-lets-nobody-in"  # type: ignore[union-attr]


@pytest.mark.rule("17.4.3")
def test_an_active_vichy_lets_germans_into_its_lands() -> None:
    """With their own HQs into administration groups; once it is hostile everywhere. Vichy's own units stay at home."""
    active = wars(("germany", "commonwealth"), ("germany", "france"), ("vichy-france", "commonwealth"))
    game = standing("choose actions", active, put("Lyon", "fr-inf-v"), vichys("fr-inf-v"))
    german, tunis, lyon = unit(game, "ge-arm-xlviii"), place_index(game, "Tunis"), place_index(game, "Lyon")
    assert politics_violation(game, german, tunis) is None
    assert host_of(game, german, tunis) == country(game, "tunisia")
    assert politics_violation(game, german, lyon) is not None
    make_hostile(game, power_index(game, "commonwealth"))
    assert politics_violation(game, german, lyon) is None
    assert host_of(game, german, tunis) == -1
    french = unit(game, "fr-inf-v")
    assert politics_violation(game, french, tunis) is None
    assert politics_violation(game, french, place_index(game, "Paris")).key == "vichy-stays-at-home"  # type: ignore[union-attr]
    assert politics_violation(game, french, place_index(game, "London")) is None  # an enemy's


@pytest.mark.rule("17.4.4")
def test_vichy_gives_only_if_it_is_hostile() -> None:
    game = standing("choose actions")
    vichy_power, germany = power_index(game, "vichy-france"), power_index(game, "germany")
    assert not may_lend(game, vichy_power, germany, points=False)
    make_hostile(game, power_index(game, "commonwealth"))
    assert not may_lend(game, vichy_power, germany, points=False), "it is still neutral"
    game.set(AT_WAR, (*game.state.get(AT_WAR), (power_index(game, "commonwealth"), vichy_power)))
    assert may_lend(game, vichy_power, germany, points=False)


def convoys(game: Game) -> dict[tuple[str, str], int]:
    names = game.state.get(POWER_NAMES)
    return {
        (names[owner], place_name(game, place)): points
        for owner, place, points in game.state.amounts(CONVOY_POINTS)
        if points and names[owner] in ("germany", "france", "vichy-france")
    }


def lay(power: str, place: str, points: int) -> Change:
    return lambda game: game.add(CONVOY_POINTS, power_index(game, power), place_index(game, place), points)


@pytest.mark.rule("17.4.5")
def test_vichys_convoys_at_collapse() -> None:
    """At sea they are Free French, on the production circle German; in a port that is German now they are overrun."""
    circle = "production circle, Jan/Feb 1941"
    game = standing(
        "impulse",
        field(ACTIVE_SIDE, 0),
        lay("vichy-france", "Western Mediterranean 0", 5),
        lay("vichy-france", circle, 5),
        lay("vichy-france", "Toulon", 5),
        dice=(1,) * 8,
    )
    state = game.state.copy()
    state.frames = [Frame("impulse", "vichy_may_collapse", None)]
    game.resume(state, game.entries, game.head)
    play(game, "germany", "collapse-vichy")
    found = convoys(game)
    assert found["france", "Western Mediterranean 0"] == 5
    assert found["germany", circle] == 5
    assert ("france", "Toulon") not in {(owner, place.split()[-1]) for owner, place in found}
    assert found["germany", "repair pool of germany"] == 5, "surprised in port, they are rolled for: a 1 captures them"
    assert not any(owner == "vichy-france" for owner, _ in found)


# ------------------------------------------------------------------------------------------------------------ 17.4.5


def lives_no_more(game: Game) -> None:
    """Free France has been completely conquered."""
    france = power_index(game, "france")
    for minor, master in enumerate(game.state[POWER]):
        if master == france and minor != country(game, "france"):
            game.write(POWER, minor, power_index(game, "vichy-france"))
    game.write(NEW_HOME, country(game, "france"), -1)
    game.write(FALLEN_POWER, france, 1)
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if france not in pair))


@pytest.mark.rule("17.4.5", example="WF2-164")
def test_vichy_collapses() -> None:
    """Five heirs: Vichy France and Tunisia are German, Egypt British, Corsica, Algeria and Yugoslavia Free French."""
    game = standing(
        "impulse",
        field(ACTIVE_SIDE, 0),
        lambda game: game.set(CO_OPERATING, ((power_index(game, "germany"), power_index(game, "italy")),)),
        aligned("vichy-france", "yugoslavia", "greece"),
        aligned("vichy-france", "egypt", conquered=True),
        lives_no_more,
        put("Tunis", "ge-inf-xlv"),
        put("Athens", "ge-inf-xiii"),
        put("Belgrade", "greece-inf-ii"),
        put("Algiers", "fr-inf-v"),
        put("Lyon", "fr-inf-x"),
        put("Toulon", "fr-bb-provence-sif"),
        put("Oran", "fr-bb-lorraine-sif"),
        put("construction pool of vichy-france", "fr-bb-gascoigne-sif"),
        vichys("fr-inf-v", "fr-inf-x", "fr-bb-provence-sif", "fr-bb-lorraine-sif", "fr-bb-gascoigne-sif"),
        dice=(10, 10, 10, 10),
    )
    quiet: dict[str, Any] = {
        "declare-war": ("declare-no-war", None),
        "align-minor": ("align-nobody", None),  # Japan leaves Indo-China alone
        "call-out-reserves": ("call-out-reserves", ()),
    }
    while prompt(game) in quiet:
        play(game, next(iter(game.waiting)), *quiet[prompt(game)])
    assert (prompt(game), tuple(game.waiting)) == ("collapse-vichy", ("germany",))
    events = play(game, "germany", "collapse-vichy")
    germany, france, commonwealth = (power_index(game, name) for name in ("germany", "france", "commonwealth"))
    assert VichyCollapsed(power=germany) in events
    assert holder(game, "Lyon", "Marseille", "Toulon", "Vichy") == {"germany"}
    state = game.state
    fates = {
        name: (state[POWER][country(game, name)], state[CONQUEROR][country(game, name)])
        for name in ("tunisia", "greece", "egypt", "corsica", "algeria", "yugoslavia")
    }
    assert fates == {
        "tunisia": (germany, germany),
        "greece": (germany, germany),
        "egypt": (commonwealth, -1),
        "corsica": (france, -1),
        "algeria": (france, -1),
        "yugoslavia": (france, -1),
    }
    assert where(game, "greece-inf-ii") == "removed from the game", "conquered with its country, wherever it is"
    assert (prompt(game), tuple(game.waiting)) == ("raise-free-france", ("france",))
    play(game, "france", "revive-free-france", "algeria")
    assert state[SIDE][power_index(game, "vichy-france")] == -1
    assert not game.state[FALLEN_POWER][france]
    enemies = {other for pair in game.state.get(AT_WAR) if france in pair for other in pair} - {france}
    assert enemies == {germany, power_index(game, "italy")}
    assert owner(game, "fr-inf-v") == "france"
    assert where(game, "fr-inf-v").endswith("Algiers")
    assert where(game, "fr-inf-x").startswith("force pool of france")
    assert owner(game, "fr-bb-lorraine-sif") == "france"
    assert owner(game, "fr-bb-gascoigne-sif") == "germany"
    assert where(game, "fr-bb-gascoigne-sif") == "construction pool of germany"


# --------------------------------------------------------------------------------------------------------------- 17.5


def landing(die: int, *changes: Change, more: tuple[int, ...] = ()) -> Game:
    """Two American and a British corps land on a Vichy corps at Oran."""

    def battle(game: Game) -> Battle:
        attackers = tuple(unit(game, name) for name in ("us-mot-vi", "us-mot-xvi", "cw-mot-1-can"))
        oran = place_index(game, "Oran")
        ashore = tuple(Arrival(each, "invasion", 2) for each in attackers)
        return Battle(oran, 1, tuple((each, oran) for each in attackers), arrivals=ashore)

    setting = (
        wars(
            ("commonwealth", "germany"), ("usa", "germany"), ("usa", "vichy-france"), ("commonwealth", "vichy-france")
        ),
        acts("land"),
        field(ACTIVE_SIDE, 1),
        put("Oran", "fr-inf-v"),
        vichys("fr-inf-v"),
        put("Oran", "us-mot-vi", "us-mot-xvi", "cw-mot-1-can"),
        lambda game: [
            game.write(FACE_DOWN, unit(game, name), 0) for name in ("us-mot-vi", "us-mot-xvi", "cw-mot-1-can")
        ],
        lambda game: game.set(CO_OPERATING, ((power_index(game, "usa"), power_index(game, "commonwealth")),)),
        *changes,
    )
    draft = standing("choose actions", *setting)
    return standing("land attack", *setting, dice=(die, *more), locals=battle(draft))


@pytest.mark.rule("17.5", example="WF2-165")
def test_vichys_corps_defects_on_a_five() -> None:
    """-2 for the Americans, +1 for the British: a 5 is a 4, and the attack a walk-over; on a 6 it fights."""
    game = landing(5)
    tested = [event for event in game.events if isinstance(event, LoyaltyTested)]
    corps = unit(game, "fr-inf-v")
    assert tested == [LoyaltyTested(thing=corps, roll=4, loyal=False)]
    assert [event.result for event in game.events if isinstance(event, LandCombatResult)] == ["*/2B"]
    assert owner(game, "fr-inf-v") == "france"
    loyal = landing(6, more=(5, 5, 5))
    assert [event.loyal for event in loyal.events if isinstance(event, LoyaltyTested)] == [True]
    assert prompt(loyal) == "choose-table" or any(isinstance(event, LandCombatResult) for event in loyal.events)


@pytest.mark.rule("17.5")
def test_nobody_wavers_where_vichy_is_hostile() -> None:
    for change in (
        lambda game: make_hostile(game, power_index(game, "usa")),
        lambda game: game.set(ROUSED, True),
    ):
        game = landing(5, change, more=(5, 5))
        assert not [event for event in game.events if isinstance(event, LoyaltyTested)]
