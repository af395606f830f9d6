"""fa:14.5: Austria-Hungary surrenders, and there is no Austria-Hungary any more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import pytest
from front import front

from conformance.positions import give_control, power
from conformance.steps import begin_step, find
from worldfire.engine.game import Game
from worldfire.engine.state import decode_state
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.pools import REMOVED
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import PLACE, board_of, counter_of, place_index, place_name
from worldfire.forces.turn import INITIATIVE_SIDE, TurnBegan, powers_of_side
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    FIRST_CONQUEROR,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    country_named,
    found_power,
    master_of,
    power_of,
    units_of,
)
from worldfire.rules.s02_4_supply_limits import Tracer
from worldfire.rules.s02_4_supply_sources import primary_sources, secondary_cities
from worldfire.rules.s04_reinforcements import arrival_hexes
from worldfire.rules.s13_01_partisans import Area, is_eligible, partisan_number
from worldfire.rules.s13_07_1_conquerors import conqueror_of, factory_hexes
from worldfire.rules.s13_07_5_liberation import liberator_of
from worldfire.tables.counters import LandType, NavalCounter
from worldfire.titles.fa.break_up import BROKEN_UP
from worldfire.titles.fa.conditional_surrender import make_peace
from worldfire.titles.fa.independence import declare_independence
from worldfire.titles.fa.morale import MORALE, TENTHS, morale
from worldfire.titles.fa.morale_events import LOSSES, SUCCESSES, for_hexes, misses_what_it_has_now
from worldfire.titles.fa.politics.flags import CLOSED_UNTIL, FLAG, SECOND_FLAG
from worldfire.titles.fa.upgrades import the_heir_is_the_first_conqueror

WARS = (
    ("germany", "france"),
    ("germany", "russia"),
    ("austria-hungary", "france"),
    ("austria-hungary", "russia"),
)
AUSTRIAN, HUNGARIAN = "austria-hungary-austria-inf-i", "austria-hungary-hungary-inf-iv"
EMPIRE = "austria-hungary"
ARMIES = ("austria", "hungary", EMPIRE)


def rolled_for(game: Game) -> list[int]:
    """Land and air units of the empire in the order of their dice; forts are none."""
    countries = sorted(country_named(game, name) for name in ARMIES)
    units = [unit for country in countries for unit in units_of(game, country)]
    return [
        unit
        for unit in units
        if not isinstance(counter := counter_of(game, unit), NavalCounter)
        and counter.type is not LandType.FORT
        and place_name(game, game.state[PLACE][unit]) != REMOVED
    ]


def surrender(
    units: Mapping[str, str] | None = None,
    *,
    italy: bool = False,
    control: Mapping[str, Iterable[str]] | None = None,
    serve: Iterable[str] = (AUSTRIAN,),
) -> Game:
    """The empire has one level left and loses two; the Allies are asked. On the dice these units serve on, nobody else."""
    game = front({place: [unit] for unit, place in (units or {}).items()}, wars=WARS)
    game.set(INITIATIVE_SIDE, 0)
    if italy:
        join(game)
    for holder, places in (control or {}).items():
        give_control(game, holder, *places)
    game.say(TurnBegan(turn=game.state.get(TURN)))
    game.write(MORALE, power(game, EMPIRE), TENTHS)
    game.write(MORALE, power(game, "germany"), 15 * TENTHS)
    game.write(LOSSES, power(game, EMPIRE), 20)
    kept = {find(game, name) for name in serve}
    dice = [4 if unit in kept else 5 for unit in rolled_for(game)]
    begin_step(game, "morale", "germany", throws=dice)
    while (seat := next(iter(game.waiting))) and "subvert-nobody" in game.offers_to(seat).names:
        game.submit(seat, "subvert-nobody")
    return game


def join(game: Game) -> None:
    italy = power(game, "italy")
    found_power(game, italy, power(game, "france"))
    enemies = [power(game, name) for name in ("germany", EMPIRE)]
    game.set(AT_WAR, (*game.state.get(AT_WAR), *((italy, enemy) for enemy in enemies)))


def accept(game: Game) -> Game:
    (seat,) = game.waiting
    game.submit(seat, "accept-surrender")
    return game


def holders(game: Game, *places: str) -> list[int]:
    return [game.state[CONTROLLER][place_index(game, place)] for place in places]


def where(game: Game, unit: str) -> str:
    return place_name(game, game.state[PLACE][find(game, unit)])


# ----------------------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:14.3")
def test_refused_it_lives_on() -> None:
    game = surrender()
    (seat,) = game.waiting
    game.submit(seat, "refuse-surrender")
    assert holders(game, "Vienna") == [power(game, EMPIRE)]
    assert morale(game, power(game, EMPIRE)) is None
    assert morale(game, power(game, "germany")) == 15, "the step went on with the others"


@pytest.mark.rule("fa:14.5")
def test_germany_inherits_land_minors_and_those_with_a_low_die() -> None:
    game = surrender({AUSTRIAN: "Vienna", HUNGARIAN: "Budapest"}, control={"russia": ["Lemberg"]})
    empire, germany, russia = (power(game, name) for name in (EMPIRE, "germany", "russia"))
    ship = next(
        unit for unit in units_of(game, country_named(game, EMPIRE)) if isinstance(counter_of(game, unit), NavalCounter)
    )
    accept(game)
    assert [*game.waiting] == ["germany"]
    game.submit("germany", "dismiss-inherited", ())
    assert game.over
    assert holders(game, "Vienna", "Budapest", "Prague", "Lemberg") == [germany, germany, germany, russia]
    assert empire not in game.state[CONTROLLER]
    assert master_of(game, empire) == germany
    assert game.state[POWER][country_named(game, "bosnia")] == germany
    assert empire not in powers_of_side(game, game.state[SIDE][germany])
    assert not any(empire in pair for pair in game.state.get(AT_WAR))
    assert place_name(game, game.state[PLACE][ship]) == REMOVED
    assert where(game, HUNGARIAN) == REMOVED
    assert game.state[PLACE][find(game, AUSTRIAN)] == place_index(game, "Vienna")
    assert power_of(game, find(game, AUSTRIAN)) == germany


@pytest.mark.rule("fa:14.1")
def test_a_die_that_breaks_a_power_counts_for_nobody_else() -> None:
    """The step goes on after the offer with whoever is next."""
    game = surrender()
    game.state.frames.clear()
    game.write(MORALE, power(game, EMPIRE), TENTHS)
    game.write(LOSSES, power(game, EMPIRE), 15)
    begin_step(game, "morale", "germany", throws=[5])
    while (seat := next(iter(game.waiting))) and "subvert-nobody" in game.offers_to(seat).names:
        game.submit(seat, "subvert-nobody")
    game.submit(seat, "refuse-surrender")
    assert game.over
    assert morale(game, power(game, "germany")) == 15


@pytest.mark.rule("fa:14.5")
def test_what_germany_dismisses_costs_no_morale() -> None:
    game = accept(surrender({AUSTRIAN: "Vienna"}))
    unit = find(game, AUSTRIAN)
    game.submit("germany", "dismiss-inherited", [unit])
    assert game.state[PLACE][unit] != place_index(game, "Vienna")
    assert morale(game, power(game, "germany")) == 15


@pytest.mark.rule("fa:14.5")
def test_nobody_serves_and_nobody_is_asked() -> None:
    game = accept(surrender({AUSTRIAN: "Vienna"}, serve=()))
    assert game.over
    assert where(game, AUSTRIAN) == REMOVED


# ------------------------------------------------------------------------------------------------------------------ Italy


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:15.3.5")
def test_italy_among_the_allies_gets_its_own_and_leaves() -> None:
    game = surrender({"france-inf-ix": "Rome"}, italy=True, control={"italy": ["Agram"]}, serve=())
    accept(game)
    italy, germany = power(game, "italy"), power(game, "germany")
    regions = ground_of(game).regions
    ceded = [game.state[CONTROLLER][place] for name in ("Trieste", "South Tyrol") for place in regions[name]]
    assert {*ceded} == {italy}
    assert holders(game, "Agram") == [germany]
    assert game.state[SIDE][italy] == NOBODY
    assert not at_war(game, italy, germany)
    land = country_named(game, "italy")
    assert abs(game.state[FLAG][land]) == 5
    assert game.state[FLAG][land] * (1 if game.state[SIDE][germany] else -1) > 0
    assert not game.state[SECOND_FLAG][land]
    assert game.state[CLOSED_UNTIL][land] < game.state.get(TURN), "both sides may woo it at once"
    assert where(game, "france-inf-ix").startswith("production circle")
    assert game.over


@pytest.mark.rule("fa:14.5")
def test_a_neutral_italy_gets_nothing() -> None:
    game = accept(surrender(serve=()))
    assert holders(game, "Trieste") == [power(game, "germany")]


# ------------------------------------------------------------------------------------------------------------- the Czechs


@pytest.mark.rule("fa:14.5")
def test_czech_is_a_conquered_country_with_twice_the_partisans() -> None:
    before = surrender(serve=())
    prague = place_index(before, "Prague")
    area = Area("Czech", True, country_named(before, EMPIRE), frozenset({prague}))
    number = partisan_number(before, area)
    game = accept(before)
    czech, germany = country_named(game, "czech"), power(game, "germany")
    assert game.state[HOME_COUNTRY][prague] == czech
    assert game.state[CONQUEROR][czech] == germany
    assert partisan_number(game, area) == 2 * number
    change_control(game, prague, power(game, "france"))
    assert game.state[HOME_COUNTRY][prague] == czech
    assert liberator_of(game, czech) == power(game, "france")


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:20.3")
def test_a_czech_country_that_the_allies_have_founded_before_goes_on() -> None:
    game = surrender({"france INF": "Prague"}, control={"france": ["Prague"]}, serve=())
    czech, france = country_named(game, "czech"), power(game, "france")
    declare_independence(game, czech, france, place_index(game, "Prague"))
    change_control(game, place_index(game, "Prague"), power(game, "czech"))
    accept(game)
    assert (game.state[POWER][czech], game.state[CONQUEROR][czech]) == (france, NOBODY)
    assert game.decision is None or game.decision.prompt != "free-new-country"


@pytest.mark.rule("fa:14.5")
@pytest.mark.parametrize("freed", [True, False])
def test_an_allied_city_may_free_it_at_once(freed: bool) -> None:
    game = accept(surrender(control={"russia": ["Prague"]}, serve=()))
    (seat,) = game.waiting
    if freed:
        game.submit(seat, "free-new-country", "france")
    else:
        game.submit(seat, "leave-new-country")
    czech = country_named(game, "czech")
    expected = ("france", NOBODY, "czech") if freed else ("germany", power(game, "germany"), "russia")
    assert game.state[POWER][czech] == power(game, expected[0])
    assert game.state[CONQUEROR][czech] == expected[1]
    assert holders(game, "Prague") == [power(game, expected[2])]


# -------------------------------------------------------------------------------------------------------------- afterwards


@pytest.mark.rule("fa:14.5")
def test_its_cities_supply_and_receive_its_own_and_help_the_germans() -> None:
    game = accept(surrender({AUSTRIAN: "Vienna"}))
    game.submit("germany", "dismiss-inherited", ())
    germany, vienna, berlin = power(game, "germany"), place_index(game, "Vienna"), place_index(game, "Berlin")
    side = game.state[SIDE][germany]
    german, austrian = (Tracer(country_named(game, name), germany, side) for name in ("germany", "austria"))
    assert {vienna, berlin} <= {*primary_sources(game, austrian)}
    assert vienna not in primary_sources(game, german)
    budapest = place_index(game, "Budapest")
    assert {vienna, budapest} <= {*secondary_cities(game, german)}
    assert {vienna, berlin} <= {*arrival_hexes(game, find(game, AUSTRIAN))}
    assert vienna not in arrival_hexes(game, find(game, "germany-inf-vi"))


@pytest.mark.rule("fa:14.5")
@pytest.mark.parametrize("broken", [False, True])
def test_it_is_never_freed_nor_conquered_and_does_not_rise(broken: bool) -> None:
    """What would befall the empire itself in the same position does not befall what Germany has inherited."""
    game = surrender(serve=())
    if broken:
        accept(game)
    land, russia, germany = country_named(game, EMPIRE), power(game, "russia"), power(game, "germany")
    heartland = Area("Austria-Hungary", True, land, frozenset({place_index(game, "Vienna")}))
    transylvania = Area("Transylvania", True, land, frozenset(ground_of(game).regions["Transylvania"]))
    assert [is_eligible(game, area) for area in (heartland, transylvania)] == [not broken, True]
    factories = [board_of(game).number(place) for place in factory_hexes(game, land)]
    give_control(game, "russia", "Vienna", "Budapest", *factories)
    assert conqueror_of(game, land) == (NOBODY if broken else russia)
    for conquest in (CONQUEROR, FIRST_CONQUEROR):
        game.write(conquest, land, russia)
    give_control(game, "germany", "Vienna")
    assert liberator_of(game, land) == (NOBODY if broken else germany)


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:21.7")
def test_forts_have_no_die() -> None:
    """The one at Cracow stands, those that are not built are gone."""
    game = surrender({"fort-austria-hungary-1": "Cracow"}, serve=())
    accept(game)
    assert where(game, "fort-austria-hungary-1") == place_name(game, place_index(game, "Cracow"))
    assert where(game, "fort-austria-hungary-3") == REMOVED


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:13.6.3")
@pytest.mark.parametrize(("holder", "frees"), [("germany", False), ("russia", True)])
def test_germany_frees_nobody_whom_the_empire_had_conquered(holder: str, frees: bool) -> None:
    game = surrender(serve=())
    serbia, empire = country_named(game, "serbia"), power(game, EMPIRE)
    give_control(game, EMPIRE, "Belgrade")
    align_country(game, serbia, empire)
    for conquest in (CONQUEROR, FIRST_CONQUEROR):
        game.write(conquest, serbia, empire)
    accept(game)
    assert game.state[CONQUEROR][serbia] == power(game, "germany")
    give_control(game, holder, "Belgrade")
    assert liberator_of(game, serbia) == (power(game, holder) if frees else NOBODY)


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:14.3")
def test_who_surrenders_gives_germany_what_was_the_empires() -> None:
    game = accept(surrender(serve=()))
    bosnia, france = country_named(game, "bosnia"), power(game, "france")
    align_country(game, bosnia, france)
    game.write(CONQUEROR, bosnia, france)
    give_control(game, "france", "Sarajevo")
    make_peace(game, france)
    assert game.state[POWER][bosnia] == power(game, "germany")
    assert holders(game, "Sarajevo") == [power(game, "germany")]


@pytest.mark.rule("fa:14.5")
@pytest.mark.rule("fa:14.1")
@pytest.mark.parametrize(("broken", "cheers", "grief"), [(False, 10, -10), (True, 0, 0)])
def test_who_holds_its_cities_touches_nobodys_morale(broken: bool, cheers: int, grief: int) -> None:
    """Vienna and Budapest are capitals while there is an empire; Germany does not mourn what it has inherited."""
    game = surrender(serve=())
    if broken:
        accept(game)
    russia, mourner = power(game, "russia"), power(game, "germany" if broken else EMPIRE)
    misses_what_it_has_now(game, mourner)
    before, lost_before = game.state[SUCCESSES][russia], for_hexes(game, mourner)[1]
    for name in ("Vienna", "Budapest"):
        change_control(game, place_index(game, name), russia)
    assert game.state[SUCCESSES][russia] - before == cheers
    assert for_hexes(game, mourner)[1] - lost_before == grief


@pytest.mark.rule("fa:14.5")
@pytest.mark.parametrize("broken", [False, True])
def test_in_a_game_of_version_2_the_heir_is_the_first_conqueror(broken: bool) -> None:
    game = front({})
    empire, heir, serbia = power(game, EMPIRE), power(game, "germany"), country_named(game, "serbia")
    game.write(FIRST_CONQUEROR, serbia, empire)
    game.set(BROKEN_UP, broken)
    document = the_heir_is_the_first_conqueror(game.state.document(), game.header)
    state = decode_state(msgspec.msgpack.encode(document), game.ruleset.schema, game.ruleset.procedures)
    assert state[FIRST_CONQUEROR][serbia] == (heir if broken else empire)
