"""Findings of a third audit of Fatal Alliances: declaring war, entry, surprise, offensives."""

from __future__ import annotations

import pytest
from front import GERMANS, TARGET, front
from test_fa_audit_entry import buying
from test_fa_support import METZ, offensive
from waters import waters

from conformance.entry_pools import chosen
from conformance.great_war import ALLIES, CENTRAL, impulse_of, wars
from conformance.positions import power, put, units_at
from conformance.positions import unit as find_unit
from conformance.steps import find
from conformance.turns import field
from worldfire.engine.game import Game
from worldfire.forces.partisans import all_partisans
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS, PACTS, TURN
from worldfire.forces.things import FACE_DOWN, PLACE, aboard, counter_of, place_index, place_name
from worldfire.forces.who import COUNTRY, align_country, change_control, country_named, found_power, units_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s11_04_under_way import NavalCombat
from worldfire.rules.s11_05_4_committing import committed
from worldfire.rules.s11_05_round import NavalRound
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s13_06_production import unit_violation
from worldfire.rules.s15_surprise import EXPECTED, SURPRISE
from worldfire.tables.counters import LandType, NavalType
from worldfire.titles.fa.entry.deeds import is_the_kingdom_invaded, line_of_war
from worldfire.titles.fa.entry.effects import FREE_ATTEMPT, FreeAttempt
from worldfire.titles.fa.entry.northern_ireland import may_take_over
from worldfire.titles.fa.entry.pools import ENTRY_IN_USE
from worldfire.titles.fa.japan import make_its_own_war
from worldfire.titles.fa.offensives import help_left, in_range_of
from worldfire.titles.fa.politics.back_on_the_track import SURRENDERED_TO
from worldfire.titles.fa.politics.concessions import CONCESSIONS
from worldfire.titles.fa.politics.flags import CLOSED_UNTIL
from worldfire.titles.fa.sea.neutral_ports import guests_are_thrown_out
from worldfire.titles.fa.sea.u_boats import UNRESTRICTED, hunts_convoys

# ------------------------------------------------------------------------------------------- what the neutral USA builds


def in_america(*options: int) -> Game:
    return buying("usa", 60, field(ENTRY_IN_USE, True), chosen(*options))


BUILT_AT_WAR = (NavalType.AMPH, LandType.INF)
GARRISONS, DIVISIONS = "usa: GAR", "usa: INF div"


@pytest.mark.rule("fa:13.2.2.1")
def test_the_one_unit_of_the_turn_is_one_in_an_order_too() -> None:
    """Under option 18: not two garrisons, nor a garrison and a division; one, and then no other."""
    game = in_america(18)
    for order in (((GARRISONS, 2),), ((GARRISONS, 1), (DIVISIONS, 1))):
        assert [reason.key for reason in game.why_not("build", order, "usa")] == ["usa-builds-one-unit"]
    game.submit("usa", "build", ((GARRISONS, 1),))
    assert [reason.key for reason in game.why_not("build", ((DIVISIONS, 1),), "usa")] == ["usa-builds-one-unit"]
    game = in_america(18, 27)
    assert not list(game.why_not("build", ((GARRISONS, 2), (DIVISIONS, 1)), "usa"))


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:21.1")
def test_before_option_18_the_neutral_usa_builds_no_factories() -> None:
    game = in_america()
    assert [reason.key for reason in game.why_not("build-factory-in", None, "usa")] == ["build-needs-war-option"]
    assert in_america(18).offers("usa")["build-factory-in"].domain


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.parametrize("at_war", [True, False])
def test_at_war_the_usa_builds_amphs_whatever_it_has_chosen(at_war: bool) -> None:
    """It could choose no option any more, and nothing of what the neutral USA may not build is asked of it."""
    game = in_america()
    if at_war:
        wars(("usa", "germany"))(game)
    usa = units_of(game, country_named(game, "usa"))
    kinds = {kind: next(unit for unit in usa if counter_of(game, unit).type is kind) for kind in BUILT_AT_WAR}
    found = {kind: unit_violation(game, power(game, "usa"), unit) for kind, unit in kinds.items()}
    assert [violation is None for violation in found.values()] == [at_war, at_war]


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:15.3.5")
def test_the_free_attempt_is_none_where_nobody_may_influence() -> None:
    """Italy has surrendered and is closed for six turns; Spain is open as ever."""
    game = front({}, wars=[("germany", "france")])
    game.write(CLOSED_UNTIL, country_named(game, "italy"), game.state.get(TURN) + 5)
    game.push(FREE_ATTEMPT.name, FreeAttempt())
    game.put_state(game.state)
    offered = game.offers("usa")["influence-freely"].domain
    assert ("italy" in offered, "spain" in offered) == (False, True)


# ------------------------------------------------------------------------------------------------------- who is attacked


@pytest.mark.rule("fa:9.3")
@pytest.mark.rule("fa:9.1")
@pytest.mark.parametrize(
    ("who", "victim", "line"),
    [
        ("france", "italy", "24"),
        ("france", "china", "24"),
        ("germany", "china", "20"),
        ("france", "ottoman-empire", "22"),
        ("germany", "italy", "21"),
        ("france", "germany", ""),
    ],
)
def test_an_attack_on_a_latent_power_is_noticed_like_one_on_a_minor_country(who: str, victim: str, line: str) -> None:
    """Unless it has a line of its own; before it joins it is treated as a minor country."""
    game = front({}, wars=[])
    assert line_of_war(game, power(game, who), power(game, victim)) == line


# ------------------------------------------------------------------------------------------------ guests of a beaten power


@pytest.mark.rule("fa:15.2.1")
@pytest.mark.rule("fa:2.5.4")
def test_guests_leave_the_home_of_a_beaten_power_that_goes_to_war_again() -> None:
    """France let the Germans in and goes to war with them; the Austrians, at peace with it, were let in as well.

    A partisan whom Germany leads fights on.
    """
    game = front(
        {"Paris": ["germany INF"], "Lyon": ["austria-hungary INF"]}, wars=[("germany", "russia"), ("germany", "usa")]
    )
    france, germany = power(game, "france"), power(game, "germany")
    game.write(SURRENDERED_TO, france, CENTRAL + 1)
    turn = game.state.get(TURN) - 1
    game.set(CONCESSIONS, tuple((france, kind, CENTRAL, turn) for kind in ("passage", "territory", "home")))
    game.set(PACTS, ((france, power(game, "austria-hungary")),))
    game.set(AT_WAR, (*game.state.get(AT_WAR), (power(game, "austria-hungary"), power(game, "russia"))))
    soldiers = (*units_at(game, "Paris"), *units_at(game, "Lyon"))
    rebel = all_partisans(game)[0]
    put(game, rebel, "Lyon")
    game.write(COUNTRY, rebel, country_named(game, "germany"))
    declare_war(game, france, germany)
    gone = circle_space(game.state.get(TURN) + 2)
    assert [place_name(game, game.state[PLACE][unit]) for unit in soldiers] == [gone, gone]
    assert units_at(game, "Lyon") == (rebel,)


@pytest.mark.rule("fa:15.2.1")
@pytest.mark.rule("fa:2.4.3")
def test_ships_in_ports_of_a_beaten_power_are_overrun_when_it_goes_to_war_again() -> None:
    """They were there as in any neutral port, whatever France had conceded."""
    game = front({"Brest": ["germany SCS"]}, wars=[("germany", "russia")])
    france = power(game, "france")
    game.write(SURRENDERED_TO, france, CENTRAL + 1)
    game.set(CONCESSIONS, ((france, "passage", CENTRAL, game.state.get(TURN) - 1),))
    (ship,) = units_at(game, "Brest")
    assert guests_are_thrown_out(game) is None
    declare_war(game, france, power(game, "germany"))
    assert units_at(game, "Brest") == (ship,)
    assert guests_are_thrown_out(game) is not None


@pytest.mark.rule("fa:15.1.1")
def test_all_of_the_side_leave_a_country_that_one_of_them_attacks() -> None:
    """The Commonwealth's corps at Salonika goes with the French, before anybody takes Greece in; Serbs of France too."""
    game = front(
        {"Salonika": ["france INF", "commonwealth INF"], "Athens": ["serbia INF"]},
        wars=[("germany", "france"), ("germany", "commonwealth")],
        aligned=[("serbia", "france")],
    )
    guests = (*units_at(game, "Salonika"), *units_at(game, "Athens"))
    declare_war(game, power(game, "france"), power(game, "greece"))
    assert not {*units_at(game, "Salonika"), *units_at(game, "Athens")} & {*guests}


@pytest.mark.rule("fa:2.5.4")
def test_soldiers_leave_a_great_power_and_its_minor_countries_but_not_where_they_fight() -> None:
    """Italy's corps was with the Ottomans and in a country of theirs; the Russians in Ottoman hexes are at war there."""
    game = front(
        {"Istanbul": ["italy INF"], "Baghdad": ["italy MTN"], "Angora": ["russia INF"]},
        wars=[("germany", "russia"), ("ottoman-empire", "russia"), ("germany", "france")],
    )
    for name, by in (("ottoman-empire", "germany"), ("italy", "france")):
        found_power(game, power(game, name), power(game, by))
    change_control(game, place_index(game, "Baghdad"), power(game, "bulgaria"))
    align_country(game, country_named(game, "bulgaria"), power(game, "ottoman-empire"))
    (russian,) = units_at(game, "Angora")
    declare_war(game, power(game, "italy"), power(game, "ottoman-empire"))
    assert [units_at(game, place) for place in ("Istanbul", "Baghdad", "Angora")] == [(), (), (russian,)]


# ------------------------------------------------------------------------------------------------------------ offensives


@pytest.mark.rule("fa:18.3")
def test_an_hq_aboard_may_be_chosen_but_helps_only_ashore_and_is_spent_wherever_it_is() -> None:
    """It begins the impulse at sea: chosen then, it helps where it has landed; if it stays aboard it is spent."""
    game = front({METZ: [*GERMANS], TARGET: ["france INF"]})
    corps, leader = find(game, GERMANS[0]), find(game, "germany-hq-moltke")
    transport = put(game, "germany TRS", "Kiel")
    game.write(PLACE, transport, section_at(game, "Baltic Sea", 1))
    game.write(PLACE, leader, aboard(transport))
    offensive(game, 9)
    game.submit("germany", "lead-offensive", leader)
    germany = power(game, "germany")
    assert (help_left(game, germany), in_range_of(game, leader, corps)) == (0, False)
    ashore = game.copy()
    put(ashore, leader, METZ)
    assert (help_left(ashore, germany), in_range_of(ashore, leader, corps)) == (6, True)
    game.say(LastImpulseTested(roll=0, needed=0, ended=False))
    assert game.state[FACE_DOWN][leader]


# ---------------------------------------------------------------------------------------------------- borders of a pact


@pytest.mark.rule("fa:9.2.1")
@pytest.mark.rule("fa:9.3")
def test_an_ally_that_is_drawn_into_the_war_leaves_the_border_of_a_pact() -> None:
    """France fights Austria-Hungary and has a pact with Germany; Italy, beside Metz, attacks one and fights both."""
    game = front({TARGET: ["italy INF"]}, wars=[("austria-hungary", "france"), ("germany", "russia")])
    found_power(game, power(game, "italy"), power(game, "france"))
    game.set(PACTS, ((power(game, "france"), power(game, "germany")),))
    (corps,) = units_at(game, TARGET)
    declare_war(game, power(game, "italy"), power(game, "austria-hungary"))
    assert place_name(game, game.state[PLACE][corps]) == circle_space(game.state.get(TURN) + 2)


# --------------------------------------------------------------------------------------------- US escorts and landings


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.parametrize(("options", "takes_part"), [((29,), False), ((29, 41), True)])
def test_us_warships_escort_us_convoys_that_are_fair_game(options: tuple[int, ...], takes_part: bool) -> None:
    """On the East Coast nobody but the USA has convoys there; German raiders may attack them after option 41."""
    game = front({}, wars=[("germany", "france")])
    for change in (field(ENTRY_IN_USE, True), chosen(*options)):
        change(game)
    coast = section_at(game, "East Coast", 0)
    ship, raider = put(game, "usa SCS", "New York"), put(game, "germany SCS", "Kiel")
    for unit in (ship, raider):
        game.write(PLACE, unit, coast)
    game.add(CONVOY_POINTS, power(game, "usa"), coast, 3)
    forces = committed(game, NavalCombat("East Coast", CENTRAL), (True, True))
    assert (ship in forces[ALLIES].units, raider in forces[CENTRAL].units) == (takes_part, takes_part)


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.parametrize(
    ("options", "sea", "convoys", "escorts"),
    [
        ((29,), "East Coast", 3, 5),
        ((29,), "East Coast", 0, 0),
        ((29,), "North Atlantic", 3, 0),
        ((29, 36), "North Atlantic", 3, 5),
        ((29, 36, 42), "Red Sea", 3, 5),
        ((50,), "Red Sea", 0, 7),
    ],
)
def test_how_many_us_warships_fight_beside_allied_convoys(
    options: tuple[int, ...], sea: str, convoys: int, escorts: int
) -> None:
    """Six of them in section 0 and one in section 1; a German raider meets French convoys there, or none."""
    game = front({}, wars=[("germany", "france")])
    for change in (field(ENTRY_IN_USE, True), chosen(*options)):
        change(game)
    american = units_of(game, country_named(game, "usa"))
    ships = [unit for unit in american if counter_of(game, unit).type is NavalType.SCS][:7]
    for number, ship in enumerate(ships):
        game.write(PLACE, ship, section_at(game, sea, number // 6))
    game.write(PLACE, put(game, "germany SCS", "Kiel"), section_at(game, sea, 2))
    if convoys:
        game.add(CONVOY_POINTS, power(game, "france"), section_at(game, sea, 0), convoys)
    fighting = committed(game, NavalCombat(sea, CENTRAL), (True, True))[ALLIES].units
    assert len({*fighting} & {*ships}) == escorts


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.parametrize("sent", [(), ("Texas",), ("Texas", "Maine")])
def test_the_neutral_usa_sends_the_escorts_that_it_likes(sent: tuple[str, ...]) -> None:
    """A raider attacks convoys off New York, where two US warships lie; a third one is too far out."""
    ships = {
        "East Coast 0": [("Texas", "usa SCS"), ("Maine", "usa SCS")],
        "East Coast 1": [("Utah", "usa SCS")],
        "East Coast 2": [("Raider", "germany SCS")],
    }
    here = waters(ships, (1,) * 8, debug=True)
    for change in (field(ENTRY_IN_USE, True), chosen(29)):
        change(here.game)
    here.lay("commonwealth", "East Coast 0", 4)
    here.start("naval combat")
    here.do("initiate-combat", here["Raider"])
    here.calmly()
    assert here.asked == ("usa", "send-escorts")
    assert here.game.offers("usa")["send-escorts"].domain == here.ids("Texas", "Maine")
    here.game.submit("usa", "send-escorts", here.ids(*sent))
    assert here.game.enclosing(NavalRound).forces[ALLIES].units == here.ids(*sent)


@pytest.mark.rule("fa:13.2.3.1")
@pytest.mark.parametrize(("owner", "hunted"), [("usa", False), ("france", True)])
def test_convoys_of_the_neutral_usa_are_no_allied_convoys_to_u_boats(owner: str, hunted: bool) -> None:
    game = front({}, wars=[("germany", "france")])
    atlantic = section_at(game, "North Atlantic", 0)
    game.write(PLACE, put(game, "germany SUB", "Kiel"), atlantic)
    game.add(CONVOY_POINTS, power(game, owner), atlantic, 3)
    assert not hunts_convoys(game, "North Atlantic", CENTRAL)
    game.set(UNRESTRICTED, game.state.get(TURN))
    assert hunts_convoys(game, "North Atlantic", CENTRAL) is hunted


@pytest.mark.rule("fa:13.2.3.1")
@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.parametrize("lander", ["germany INF", "bulgaria INF", "partisan"])
def test_irish_rebels_are_no_landing_of_the_central_powers(lander: str) -> None:
    """Only soldiers of a Central Power itself bring the Americans to Belfast; a Bulgarian corps invades the kingdom, though."""
    game = front({}, wars=[("germany", "commonwealth"), ("germany", "france")], aligned=[("bulgaria", "germany")])
    for change in (field(ENTRY_IN_USE, True), chosen(44), impulse_of(ALLIES)):
        change(game)
    unit = all_partisans(game)[0] if lander == "partisan" else find_unit(game, lander)
    if lander == "partisan":
        game.write(COUNTRY, unit, country_named(game, "germany"))
    put(game, unit, "Plymouth")
    assert may_take_over(game) is (lander == "germany INF")
    impulse_of(CENTRAL)(game)
    assert (is_the_kingdom_invaded.run(game, None) is not None) is (lander != "partisan")


# --------------------------------------------------------------------------------------------------------------- surprise


@pytest.mark.rule("fa:17")
@pytest.mark.rule("fa:15.3.1")
def test_who_is_brought_to_war_by_politics_surprises_in_his_own_impulse() -> None:
    """Japan goes to war at the end of a turn, and the Allies have the first impulse of the next: Russia waits in vain."""
    game = front({}, wars=[("germany", "russia")])
    put(game, "japan INF", "Berlin")
    make_its_own_war(game, "russia")
    pair = (power(game, "japan"), power(game, "russia"))
    surprising = []
    for side in (ALLIES, CENTRAL):
        impulse_of(side)(game)
        surprising.append(game.state.get(SURPRISE))
        game.say(LastImpulseTested(roll=0, needed=0, ended=False))
    assert surprising == [(pair,), (pair,)]
    assert (game.state.get(SURPRISE), game.state.get(EXPECTED)) == ((), ())
