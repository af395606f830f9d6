"""The third audit of movement and combat on land and in the air, and of other rules (fa:11.6 to 11.9, 11.12 to 11.14, 21)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_land_combat import FRENCH, METZ, field, fight, go_on

from conformance.positions import power, put
from conformance.steps import begin_step, declare, find, march, places, said, units, where
from worldfire.engine.game import Game
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, place_index, things_at
from worldfire.forces.who import CONTROLLER, POWER, country_named, found_power, power_of, side_of
from worldfire.rules.s04_reinforcements import may_be_scrapped, return_to_pool
from worldfire.rules.s11_10_6_overrun import destroy
from worldfire.rules.s11_15_battle import Battle, reckoning_of
from worldfire.rules.s11_15_factors import Reckoning, land_attack
from worldfire.rules.s11_15_land_combat import Attack
from worldfire.rules.s11_15_retreats import Retreated
from worldfire.rules.s13_06_production import pools_of
from worldfire.rules.s14_2_missions import Mission, strangers_violation
from worldfire.rules.s19_4_minor_units import muster
from worldfire.tables.counters import LandType
from worldfire.titles.fa.artillery import Batteries, battery_violation
from worldfire.titles.fa.divisions import half_of
from worldfire.titles.fa.engineers import Sapping, engineers_count
from worldfire.titles.fa.forts import FORTS, guarded
from worldfire.titles.fa.hq_support import support_violation
from worldfire.titles.fa.japan import UNDER_GERMANY
from worldfire.titles.fa.morale_events import LOSSES
from worldfire.titles.fa.special_units import LETTOW, hiding_places
from worldfire.titles.fa.zeppelins import KIND


@pytest.mark.rule("fa:21.7")
@pytest.mark.rule("fa:11.12.5.5")
def test_who_retreats_into_an_empty_fort_of_the_enemy_destroys_it() -> None:
    """W1028 is in German hands with a fort, but without troops."""
    game = field(
        {METZ: GERMANS, TARGET: [FRENCH, "france-inf-xi"], "W1028": ["fort-germany-1"]},
        "0.5/1.5R",
        *GERMANS,
        control={"germany": ["W1028"]},
    )
    fort, target = (place_index(game, name) for name in ("W1028", TARGET))
    game.set(FORTS, ((fort, (target,)),))
    fight(game, *GERMANS, until=("lose-defenders",))
    game.submit("france", "halve-defender", find(game, FRENCH))
    go_on(game, until=("retreat-to",))
    game.submit("germany", "retreat-to", fort)
    go_on(game)
    assert [event.to for event in said(game, Retreated)] == [fort]  # type: ignore[attr-defined]
    assert game.state[CONTROLLER][fort] == power(game, "france")
    assert guarded(game, fort) == ()
    assert where(game, "fort-germany-1") not in ("W1028", "Belfort"), "back in the force pool"


@pytest.mark.rule("fa:21.7")
@pytest.mark.rule("fa:11.9.2.3")
def test_a_march_goes_on_through_an_empty_fort() -> None:
    """Cavalry rides from Metz over a French fort to the next hex in one move."""
    game = front({METZ: ["germany CAV"], TARGET: ["fort-france-1"]})
    fort, onward = (place_index(game, name) for name in (TARGET, "W1129"))
    game.set(FORTS, ((fort, (onward,)),))
    begin_step(game, "land movement", "germany")
    (rider,) = (unit for unit in things_at(game, place_index(game, METZ)))
    assert not game.why_not("move", ((rider,), (fort, onward)), "germany")
    game.submit("germany", "move", ((rider,), (fort, onward)))
    assert guarded(game, fort) == ()
    assert [game.state[CONTROLLER][place] for place in (fort, onward)] == [power(game, "germany")] * 2


@pytest.mark.rule("fa:21.8")
@pytest.mark.parametrize(("wars", "open_to_him"), [((), False), ((("germany", "commonwealth"),), True)])
def test_lettow_comes_back_in_no_colony_of_neutrals(wars: tuple[tuple[str, str], ...], open_to_him: bool) -> None:
    """Kenya and Uganda are Allied hexes only when the Commonwealth is at war with Germany."""
    game = front({}, wars=(("germany", "france"), *wars))
    country = board_of(game).tables.country
    names = {country[place] for place in hiding_places(game, find(game, LETTOW))}
    assert "Tanganyika" in names
    assert ("Kenya" in names) is open_to_him
    assert not names & {"Mozambique", "Belgian Congo"}


@pytest.mark.rule("fa:11.14.2")
@pytest.mark.rule("fa:11.9.5")
@pytest.mark.rule("fa:19.2.1")
@pytest.mark.parametrize("leader", [(), ("germany-hq-moltke",)])
def test_the_zeppelin_brings_nobody_where_he_could_not_march(leader: tuple[str, ...]) -> None:
    """A German division needs an HQ of its own among the Ottomans; to Austria, which co-operates, it goes without."""
    wars = (("germany", "france"), ("ottoman-empire", "france"), ("austria-hungary", "france"))
    game = front({METZ: ["germany-inf-div-1"], "Constantinople": leader}, wars=wars)
    found_power(game, power(game, "ottoman-empire"), power(game, "germany"))
    load = units(game, "germany-inf-div-1")
    refused = KIND.delivery_violation(game, load, place_index(game, "Adrianople"))
    assert (refused is None) is bool(leader)
    assert KIND.delivery_violation(game, load, place_index(game, "Vienna")) is None


PIONIERS = ("germany-eng-div-pionier-i", "germany-eng-div-pionier-ii")
BRITISH_GUN, FRENCH_GUN = "commonwealth-united-kingdom-art-div-rga-i", "france-art-div-lourde-i"
AUSTRIAN_GUN, BULGARIAN_GUN, GERMAN_GUN = (
    "austria-hungary-art-div-skoda-305",
    "bulgaria-art-div-bulg-hvy",
    "germany-art-div-fuss-art-i",
)


def around_nish(**more: Sequence[str]) -> Game:
    """A Serbian corps in E2721, between Austrians in the rest of Serbia and Bulgarians in Sofia."""
    game = front(
        {"E2822": [AUSTRIAN_GUN], "Sofia": [BULGARIAN_GUN], "E2721": ["serbia INF"], **more},
        wars=tuple((power, foe) for power in ("germany", "austria-hungary") for foe in ("france", "serbia")),
        aligned=(("bulgaria", "germany"), ("serbia", "france")),
        control={"austria-hungary": ("E2722", "E2723", "E2821", "E2822", "E2823", "E2922", "E2923")},
    )
    return begin_step(game, "ground strike", "germany")


@pytest.mark.rule("fa:21.4")
@pytest.mark.rule("fa:19.2")
def test_guns_that_do_not_cooperate_do_not_bombard_the_same_hex() -> None:
    """Austrians and Bulgarians, though both are friends of the Germans."""
    game = around_nish(E2821=[GERMAN_GUN])
    (nish,) = places(game, "E2721")
    austrian, bulgarian, german = units(game, AUSTRIAN_GUN, BULGARIAN_GUN, GERMAN_GUN)
    game.submit("austria-hungary", "lay-guns", ((austrian, nish),))
    (refused,) = game.why_not("lay-guns", ((bulgarian, nish),), "germany")
    assert refused.key == "mission-with-strangers"
    assert not game.why_not("lay-guns", ((german, nish),), "germany")


@pytest.mark.rule("fa:21.4")
@pytest.mark.rule("fa:19.2")
def test_nobody_flies_where_a_gun_fires_that_he_does_not_cooperate_with() -> None:
    game = around_nish()
    (nish,) = places(game, "E2721")
    austrian, bulgarian = units(game, AUSTRIAN_GUN, BULGARIAN_GUN)
    mission = game.enclosing(Mission)
    assert strangers_violation(game, mission, bulgarian, nish) is None
    game.annex(Batteries).laid = ((austrian, nish),)
    assert strangers_violation(game, mission, bulgarian, nish) is not None


@pytest.mark.rule("fa:11.12.1.4")
@pytest.mark.rule("fa:11.12.3")
@pytest.mark.rule("fa:19.2")
def test_strangers_support_no_notional_unit() -> None:
    """Only a French notional unit defends: an HQ or gun of the Commonwealth does not co-operate with it."""
    leaders, guns = ("commonwealth-united-kingdom-hq-french", "france-hq-joffre"), (BRITISH_GUN, FRENCH_GUN)
    game = combat(
        front(
            {METZ: GERMANS, "W1129": leaders, "W1028": guns},
            wars=(("germany", "france"), ("germany", "commonwealth")),
        )
    )
    (target,), invader = places(game, TARGET), units(game, GERMANS[0])
    attack = Attack(target, invader, (), notional=True)
    british, french = (support_violation(game, find(game, name), attack) for name in leaders)
    assert british is not None
    assert british.key == "hq-is-a-stranger-there"
    assert french is None
    mission = Mission(
        kind="ground support", side=side_of(game, invader[0]), given=(target,), attacks=((*invader, target),)
    )
    refused = [strangers_violation(game, mission, find(game, name), target) is not None for name in guns]
    assert refused == [True, False]


@pytest.mark.rule("fa:21.3")
@pytest.mark.parametrize(
    ("helpers", "counts"), [({"W0929": PIONIERS[:1]}, False), ({"W0929": PIONIERS[:1], METZ: PIONIERS[1:]}, True)]
)
def test_engineers_beside_those_who_are_spared_still_count(helpers: dict[str, Sequence[str]], counts: bool) -> None:
    """One would cross the Rhine, and does not have to; the other comes from Metz on the near bank."""
    game = combat(front({"W0930": GERMANS, TARGET: [FRENCH], **helpers}))
    declare(game, "germany", W1029=[*GERMANS, *(name for names in helpers.values() for name in names)])
    game.submit("germany", "done")
    assert game.decision is not None
    assert game.decision.prompt == "use-engineers"
    game.annex(Sapping).spared = True
    reasons = [each.reason for each in engineers_count(game, (), reckoning_of(game, game.enclosing(Battle)))]
    assert reasons == ["attacking engineer"] * counts


@pytest.mark.rule("fa:21.9")
@pytest.mark.rule("fa:11.12.5.3")
@pytest.mark.parametrize(("place", "powers"), [("Damascus", 1), ("Berlin", 2)])
def test_liman_is_no_second_power_in_an_attack_of_ottomans(place: str, powers: int) -> None:
    """Nor do two powers attack together where he commands their troops; in Germany he is a German."""
    game = front({}, wars=[("germany", "commonwealth"), ("ottoman-empire", "commonwealth")])
    liman, corps = put(game, "germany-hq-liman-von-sanders", place), put(game, "ottoman-empire INF", place)
    here = place_index(game, place)
    reckoning = Reckoning(board_of(game).adjacent[here][0], (liman, corps), ())
    assert land_attack(game, reckoning).major_powers == powers


@pytest.mark.rule("fa:20.5.3")
@pytest.mark.rule("fa:21.7")
def test_forts_at_home_let_no_more_belgians_leave() -> None:
    """Half of the army is not at home any more, whatever stands there built of stone."""
    corps = ("belgium-inf-i-belg", "belgium-inf-ii-belg")
    game = front({"Antwerp": [corps[0], "fort-belgium-1"], "Calais": [corps[1]]}, aligned=(("belgium", "france"),))
    assert muster(game, country_named(game, "belgium")) == (1, 2)


@pytest.mark.rule("fa:21.2")
@pytest.mark.parametrize("seceded", [False, True])
def test_a_corps_is_broken_down_into_divisions_of_its_own_power_only(seceded: bool) -> None:
    """Indian divisions wait in the pool of whoever has India now."""
    game = front({}, wars=[("germany", "commonwealth")])
    if seceded:
        game.write(POWER, country_named(game, "india"), power(game, "germany"))
    british = put(game, "united-kingdom INF", "London")
    homes = {counter_of(game, unit).home for unit in half_of(game, british, LandType.INF)}
    assert ("india" in homes) is not seceded
    assert "united-kingdom" in homes


@pytest.mark.rule("fa:11.9.6.2")
def test_a_captured_ship_serves_its_captor_until_it_is_destroyed() -> None:
    """Germans enter Calais; a 1 gives them the ship there. Sunk, it is a French ship again, and French to build."""
    game = front({"Calais": ["france-jaureguiberry"], "W1433": GERMANS}, control={"germany": ["W1433"]})
    ship = find(game, "france-jaureguiberry")
    game.write(FACE_DOWN, ship, 1)
    begin_step(game, "land movement", "germany", throws=[1])
    march(game, "germany", [GERMANS[0]], "Calais")
    assert where(game, "france-jaureguiberry") == "repair"
    assert power_of(game, ship) == power(game, "germany")
    lost = game.state[LOSSES][power(game, "germany")]
    destroy(game, ship)
    assert game.state[LOSSES][power(game, "germany")] == lost, "a prize does not count for morale"
    assert not may_be_scrapped(game, ship)
    return_to_pool(game, ship)
    assert power_of(game, ship) == power(game, "france")
    pools = pools_of(game, power(game, "france"))
    assert game.state[PLACE][ship] in pools.values()
    assert not {*pools.values()} & {*pools_of(game, power(game, "germany")).values()}


@pytest.mark.rule("fa:21.4")
@pytest.mark.rule("fa:15.3.1")
def test_a_gun_that_stands_by_does_not_bombard() -> None:
    """As those of the Japanese that Germany moves while the Allies act."""
    game = around_nish()
    (nish,), (gun,) = places(game, "E2721"), units(game, AUSTRIAN_GUN)
    mission = game.enclosing(Mission)
    assert battery_violation(game, mission, gun, nish) is None
    game.set(UNDER_GERMANY, (gun,))
    found = battery_violation(game, mission, gun, nish)
    assert found is not None
    assert found.key == "germany-moves-it"
