"""Fatal Alliances: who is at war with whom, latent powers, the opening of 1914, home countries, and its campaigns."""

from __future__ import annotations

from random import Random

import pytest

from conformance.positions import power, put, set_wars
from conformance.steps import begin_step, find, where
from worldfire.board.model import EUROPEAN, WORLD
from worldfire.engine.chance import LooseChance
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import (
    AT_WAR,
    CO_OPERATING,
    FIRST_SIDE,
    INITIATIVE,
    INITIATIVE_GIVEN,
    TURN,
    WEATHER_MODIFIER,
)
from worldfire.forces.things import PLACE, counter_of, on_the_map, place_index, place_name, things_at
from worldfire.forces.turn import IMPULSE, INITIATIVE_SIDE, WEATHER, is_active
from worldfire.forces.who import CONQUEROR, NOBODY, SIDE, change_control, country_named, power_of
from worldfire.players.table import PLAYERS, play_out, play_set_up
from worldfire.rules.s02_2_zones_of_control import exerts_zoc
from worldfire.rules.s02_3_stacking import land_limit
from worldfire.rules.s02_4_supply import COUNTS
from worldfire.rules.s04_2_1_convoys import ports_abroad
from worldfire.rules.s04_reinforcements import arrival_hexes
from worldfire.rules.s06_initiative import may_demand_reroll, modifier
from worldfire.rules.s08_weather import set_weather
from worldfire.rules.s09_war import declare_war, targets
from worldfire.rules.s10_actions import action_types
from worldfire.rules.s12_end_of_action import may_be_the_last
from worldfire.rules.s15_surprise import SURPRISE
from worldfire.tables.campaign import check_campaign, turn_number
from worldfire.titles import title_named
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.fa.latent import JOINING, Joining, is_latent
from worldfire.titles.fa.potential_homes import home_now, homes_of
from worldfire.titles.fa.who_first import next_side, sides_in_order


@pytest.fixture(scope="module")
def begun() -> Game:
    """1914 set up by default, before anything has happened; tests fork it."""
    return play_set_up("1914", 1, title="fa")


@pytest.fixture
def game(begun: Game) -> Game:
    return begun.fork()


@pytest.mark.parametrize("campaign", title_named("fa").campaigns())
@pytest.mark.rule("fa:22.2")
def test_its_campaigns_agree_with_the_counters(campaign: str) -> None:
    title = title_named("fa")
    assert check_campaign(title.campaigns()[campaign], title.tables().source) == ()


# ------------------------------------------------------------------------------------------------------ 22.3 the opening


def _impulse(game: Game, number: int) -> Game:
    """The declaration of war step of this impulse of the first turn."""
    game.set(IMPULSE, number)
    return game


@pytest.mark.rule("fa:22.2/what units to set up")
@pytest.mark.rule("fa:22.2")
def test_nobody_comes_before_his_year_and_the_advice_breaks_no_corps_down() -> None:
    """3570: later units are taken only where the pool has not enough; the pools of 1914 have."""
    game = play_set_up("1914", 2, title="fa")
    assert max(str(counter_of(game, unit).year) for unit, _ in on_the_map(game)) == "1914"
    verbs = {entry.verb for entry in game.entries}
    assert "keep-corps-at-set-up" in verbs
    assert "break-down-at-set-up" not in verbs


@pytest.mark.rule("fa:22.3", example="FP1")
def test_nobody_is_at_war_at_first_and_italy_and_turkey_are_flags(game: Game) -> None:
    assert game.state.get(AT_WAR) == ()
    for name in ("italy", "ottoman-empire", "japan", "china"):
        assert is_latent(game, power(game, name))
        hexes = {place for place in game.state[PLACE] if 0 <= place < len(ground_of(game).board)}
        assert not any(power_of(game, unit) == power(game, name) for place in hexes for unit in things_at(game, place))


@pytest.mark.rule("fa:22.3", example="FP1")
@pytest.mark.parametrize(
    ("impulse", "who", "actions"),
    [
        (1, "austria-hungary", {"pass", "combined", "land"}),
        (1, "germany", {"pass"}),
        (2, "france", {"pass"}),
        (2, "russia", {"pass", "combined"}),
        (3, "germany", {"pass", "combined"}),
    ],
)
def test_what_the_script_lets_each_power_choose(game: Game, impulse: int, who: str, actions: set[str]) -> None:
    _impulse(game, impulse)
    assert set(action_types(game, power(game, who))) == actions


@pytest.mark.rule("fa:12")
@pytest.mark.rule("fa:22.3", example="FP1")
def test_no_impulse_of_the_script_is_the_last_but_the_third(game: Game) -> None:
    assert [may_be_the_last(_impulse(game, number)) for number in (1, 2, 3, 4)] == [False, False, True, True]
    game.set(TURN, turn_number("Sep/Oct 1914"))
    assert may_be_the_last(_impulse(game, 1))


# ------------------------------------------------------------------------------------------------- 9.3 war of the sides


@pytest.mark.rule("fa:9.3", example="FP1")
def test_whoever_is_in_the_war_fights_the_whole_other_side(game: Game) -> None:
    """Russia attacks Austria-Hungary; Germany attacks Russia and France: Austria-Hungary and France are at war undeclared."""
    germany, austria, russia, france, britain = (
        power(game, name) for name in ("germany", "austria-hungary", "russia", "france", "commonwealth")
    )
    declare_war(game, russia, austria)
    assert (is_active(game, germany), is_active(game, france)) == (False, False)
    declare_war(game, germany, russia)
    assert not at_war(game, austria, france)
    declare_war(game, germany, france)
    assert at_war(game, austria, france)
    assert (germany, austria) in game.state.get(CO_OPERATING) or (austria, germany) in game.state.get(CO_OPERATING)
    assert not any(at_war(game, britain, enemy) for enemy in (germany, austria))
    declare_war(game, britain, germany)
    assert at_war(game, britain, austria)


@pytest.mark.rule("fa:9.1", example="FP1")
def test_who_attacks_a_minor_country_only_stays_neutral(game: Game) -> None:
    austria, serbia = power(game, "austria-hungary"), power(game, "serbia")
    declare_war(game, austria, serbia)
    assert at_war(game, austria, serbia)
    assert not is_active(game, austria)
    assert not at_war(game, austria, power(game, "russia"))


# ---------------------------------------------------------------------------------------------------- 15.3 latent powers


@pytest.mark.rule("fa:15.3.5")
@pytest.mark.rule("fa:9.1")
def test_italy_joins_as_a_major_power_with_everything_at_once(game: Game) -> None:
    germany, france, italy = (power(game, name) for name in ("germany", "france", "italy"))
    set_wars(game, [("germany", "france"), ("austria-hungary", "france")])
    assert "italy" in targets(game, germany, minors=True)
    game.state.frames.clear()
    game.push(JOINING.name, Joining(italy, france))
    game.chance = LooseChance(Random(1))
    game.put_state(game.state)
    play_out(game, Random(1), PLAYERS["default"])
    assert game.state[SIDE][italy] == game.state[SIDE][france]
    assert all(at_war(game, italy, power(game, name)) for name in ("germany", "austria-hungary"))
    assert not is_latent(game, italy)
    assert is_active(game, italy)
    assert ground_of(game).board.country_of(where(game, "italy-hq-cadorna")) == "Italy"


# ------------------------------------------------------------------------------------------------- 2 two scales, one game


@pytest.mark.rule("fa:2.2")
@pytest.mark.rule("fa:2.3.1.1")
@pytest.mark.rule("fa:2.4.2.1", example="FA-E03")
def test_a_hex_of_the_world_is_larger_than_one_of_europe(game: Game) -> None:
    """No zone of control reaches into it or out of it, twice as many land units stand there, and supply counts it as 4."""
    murmansk, metz = place_index(game, "Murmansk"), place_index(game, "Metz")
    assert (land_limit(game, murmansk, ()), land_limit(game, metz, ())) == (4, 2)
    assert (COUNTS[WORLD, "any"](game), COUNTS[WORLD, "desert"](game), COUNTS[EUROPEAN, "desert"](game)) == (4, 5, 2)
    board = ground_of(game).board
    here = next(
        at for at, number in enumerate(board.tables.numbers) if number[0] == "E" and _touches_the_world(game, at)
    )
    corps = put(game, find(game, "russia-hq-ivanov"), board.number(here))
    beyond = next(there for there in board.adjacent[here] if board.number(there)[0] == "G" and board.is_land(there))
    assert not exerts_zoc(game, corps, beyond)
    put(game, corps, board.number(beyond))
    assert not exerts_zoc(game, corps, here)
    assert exerts_zoc(game, corps, beyond)


def _touches_the_world(game: Game, here: int) -> bool:
    board = ground_of(game).board
    return board.is_land(here) and any(
        board.number(there)[0] == "G" and board.is_land(there) for there in board.adjacent[here]
    )


# ---------------------------------------------------------------------------------------------- 2.5 potential home countries


@pytest.mark.rule("fa:2.5.1", example="FA-E05")
def test_alsace_lorraine_is_home_of_whoever_holds_it(game: Game) -> None:
    """Each hex by itself, and for losses at home of both."""
    metz, strasbourg = place_index(game, "Metz"), place_index(game, "Strasbourg")
    homes = {country_named(game, name) for name in ("germany", "france")}
    change_control(game, metz, power(game, "france"))
    assert homes_of(game, metz) == homes
    assert home_now(game, metz) == country_named(game, "france")
    assert home_now(game, strasbourg) == country_named(game, "germany")
    change_control(game, metz, power(game, "commonwealth"))
    assert home_now(game, metz) == country_named(game, "germany")


@pytest.mark.rule("fa:22.3")
@pytest.mark.rule("fa:2.5.2")
def test_who_is_conquered_and_who_is_aligned_in_1914(game: Game) -> None:
    """British and French minors are aligned but for Ireland, and so are German ones in Africa; others are conquered."""
    names = ("egypt", "algeria", "tanganyika", "ireland", "poland", "bosnia", "philippines", "belgian-congo")
    conquered = [game.state[CONQUEROR][country_named(game, name)] != NOBODY for name in names]
    assert conquered == [False, False, False, True, True, True, True, False]


# ------------------------------------------------------------------------------------------------------------- 8 weather


@pytest.mark.rule("fa:8", example="FA-E13")
def test_asterisks_of_the_last_turn_count(game: Game) -> None:
    """The last roll of May and June was a 1, with two asterisks: an 8 in July is a 10, and only the monsoon brings storm."""
    game.set(TURN, turn_number("May/Jun 1915"))
    game.set(WEATHER_MODIFIER, 0)
    set_weather(game, 1)
    assert game.state.get(WEATHER_MODIFIER) == 2
    game.set(TURN, turn_number("Jul/Aug 1915"))
    set_weather(game, 8)
    weather = dict(game.state.get(WEATHER))
    assert weather.pop("North Monsoon") == "storm"
    assert set(weather.values()) == {"fine"}


# ----------------------------------------------------------------------------------------------------- 3.1 who acts first


@pytest.mark.rule("fa:3.1")
def test_each_step_has_its_own_order_of_the_sides(game: Game) -> None:
    """The Allies have the initiative and let the Central Powers move first (628, 766, 1986, 2203, 2445, 2744, 2764, 2772)."""
    central, allies = (game.state[SIDE][power(game, name)] for name in ("germany", "france"))
    game.set(INITIATIVE_SIDE, allies)
    game.set(FIRST_SIDE, central)
    for step in ("reinforcements", "partisans", "return to base", "trade agreements"):
        assert sides_in_order(game, step) == (allies, central)
    for step in ("weather", "morale", "tied influence", "rebels"):
        assert sides_in_order(game, step) == (central, allies)
    assert next_side(game, "morale", ()) == central
    assert next_side(game, "morale", (central,)) == allies
    assert next_side(game, "morale", (central, allies)) == NOBODY


# ------------------------------------------------------------------------------------------------------- 4 reinforcements


def _arrives(game: Game, name: str) -> set[str]:
    board = ground_of(game).board
    places = arrival_hexes(game, find(game, name))
    return {place.name for here in places for place in board.places_in(board.number(here))}


@pytest.mark.rule("fa:15.3.6")
@pytest.mark.parametrize(
    ("unit", "here", "elsewhere"),
    [
        ("austria INF", {"Vienna", "Prague", "Trieste"}, {"Budapest", "Lemberg", "Klausenburg"}),
        ("hungary INF", {"Budapest", "Klausenburg", "Pressburg"}, {"Vienna", "Lemberg"}),
        ("austria-hungary LND", {"Vienna", "Budapest", "Lemberg"}, {"Sarajevo"}),
    ],
)
def test_each_half_of_the_empire_raises_its_corps_in_its_own_provinces(
    game: Game, unit: str, here: set[str], elsewhere: set[str]
) -> None:
    found = _arrives(game, counter_of(game, put_aside(game, unit)).id)
    assert here <= found
    assert not elsewhere & found


def put_aside(game: Game, name: str) -> int:
    home, kind = name.split()
    return next(
        thing
        for thing in range(len(game.state[PLACE]))
        if counter_of(game, thing).home == home and str(counter_of(game, thing).type) == kind
    )


@pytest.mark.rule("fa:21.5")
@pytest.mark.rule("fa:4.2.1")
def test_territorials_come_to_ports_of_their_territory_too(game: Game) -> None:
    assert _arrives(game, "germany-south-west-africa-terr-south-west-africa") == {"Luderitz", "Swakopmund", "Windhoek"}
    pacific = _arrives(game, "germany-german-pacific-terr-pacific")
    assert {"Tsingtao", "Truk", "Rabaul"} <= pacific
    assert not {"Dar es Salaam", "Berlin"} & pacific


@pytest.mark.rule("fa:21.12")
def test_anzacs_have_two_homes(game: Game) -> None:
    assert {"Melbourne", "Wellington"} <= _arrives(game, "commonwealth-australia-new-zealand-inf-div-anzac")


@pytest.mark.rule("fa:4.1.1", example="FA-E09")
def test_in_january_the_counters_of_the_year_join_the_pools(game: Game) -> None:
    corps = next(
        thing
        for thing in range(len(game.state[PLACE]))
        if counter_of(game, thing).id.startswith("germany-inf")
        and place_name(game, game.state[PLACE][thing]).startswith("available in 1915")
    )
    begin_step(game, "reinforcements", "germany", debug=False)
    assert place_name(game, game.state[PLACE][corps]).startswith("available in 1915")
    later = game.fork()
    later.set(TURN, turn_number("Jan/Feb 1915"))
    later.set(YEAR, 1915)
    begin_step(later, "reinforcements", "germany", debug=False)
    assert place_name(later, later.state[PLACE][corps]) == "force pool of germany: INF"


# ---------------------------------------------------------------------------------------------------------- 6 initiative


@pytest.mark.rule("fa:6.1", example="FA-E12")
@pytest.mark.parametrize(
    ("space", "modifiers", "rerolls"),
    [
        ("Central Powers +2", (2, 0), (True, False)),
        ("Central Powers +1, no re-roll", (1, 0), (False, False)),
        ("0", (0, 0), (False, False)),
        ("Allied +1", (0, 1), (False, True)),
    ],
)
def test_the_initiative_track(game: Game, space: str, modifiers: tuple[int, int], rerolls: tuple[bool, bool]) -> None:
    game.set(INITIATIVE, space)
    assert tuple(modifier(game, side) for side in (0, 1)) == modifiers
    assert tuple(may_demand_reroll(game, side) for side in (0, 1)) == rerolls


@pytest.mark.rule("fa:6.1", example="FC1")
def test_a_re_roll_first_moves_the_marker_and_a_tie_is_lost_by_the_holder(game: Game) -> None:
    """The Central Powers tie at 9 with their +2 and lose, demand a re-roll, and throw with +1 only."""
    set_wars(game, [("germany", "france")])
    game.set(INITIATIVE, "Central Powers +2")
    game.set(INITIATIVE_GIVEN, False)
    begin_step(game, "initiative", "germany", throws=(7, 9, 8, 7), debug=False)
    game.submit("germany", "demand-re-roll")
    assert game.state.get(INITIATIVE) == "Central Powers +1"
    assert game.state.get(INITIATIVE_SIDE) == 0


# ----------------------------------------------------------------------------------------- 17, 15.1.1 surprise and guests


@pytest.mark.rule("fa:9.3")
def test_whoever_is_drawn_into_the_war_surprises_too(game: Game) -> None:
    """Austria-Hungary, at war with Russia, comes to war with France when Germany attacks: France expected neither."""
    germany, austria, france = (power(game, name) for name in ("germany", "austria-hungary", "france"))
    set_wars(game, [("russia", "austria-hungary"), ("germany", "russia")])
    declare_war(game, germany, france)
    assert {(germany, france), (austria, france)} <= set(game.state.get(SURPRISE))


@pytest.mark.rule("fa:2.5.4")
@pytest.mark.rule("fa:15.1.1")
def test_soldiers_leave_a_country_that_comes_to_war_with_them(game: Game) -> None:
    set_wars(game, [("germany", "france")])
    corps = put(game, find(game, "france-hq-joffre"), "Salonika")
    declare_war(game, power(game, "france"), power(game, "greece"))
    assert place_name(game, game.state[PLACE][corps]) == "production circle, Nov/Dec 1914"


@pytest.mark.rule("fa:22.2")
def test_the_campaign_puts_german_ships_into_ports_of_others(game: Game) -> None:
    board = ground_of(game).board
    assert where(game, "germany-goeben-breslau") == board.places["Pola"].hex
    assert board.country_of(where(game, "germany-kprz-wilhelm")) == "USA"


@pytest.mark.rule("fa:4.2.1")
def test_one_convoy_point_in_all_arrives_abroad() -> None:
    """In Canada or in Egypt, not one in either."""
    game = begin_campaign("1914", title="fa", secret=b"abroad")
    (ports,) = ports_abroad(game, power(game, "commonwealth"))
    assert {place_index(game, "Vancouver"), place_index(game, "Alexandria")} <= {*ports}
    assert place_index(game, "London") not in ports
