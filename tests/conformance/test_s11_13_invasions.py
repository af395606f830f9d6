"""11.13 Invasions: who, from which ships and sections, onto which coasts, and the fight for the beach (11.15)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from ashore import Landing, landing
from positions import country, power, put

from worldfire.forces.partisans import SOIL
from worldfire.forces.things import FACE_DOWN, board_of, place_index
from worldfire.forces.who import CONTROLLER, change_country
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED, exerts_zoc
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_10_6_overrun import NavalUnitOverrun
from worldfire.rules.s11_10_entry import hexside
from worldfire.rules.s11_13_invasions import ALL_SEA, INVADERS, Invaded, beaches
from worldfire.rules.s11_15_factors import attack_factor, notional_factor
from worldfire.rules.s11_15_land_combat import LANDINGS, AttackDeclared, NotionalIgnored, reckoning_of
from worldfire.rules.s11_15_odds import Table
from worldfire.rules.s11_15_resolution import LandCombatResult, NotionalDestroyed, OddsReckoned
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s15_surprise import surprise, surprises

WAR = [("japan", "commonwealth")]
LAE = "Lae"


# ------------------------------------------------------------------------------------------------------------------ Lae


def lae(
    units: dict[str, list[tuple[str, str]]] | None = None,
    cargo: dict[str, str] | None = None,
    surprised: bool = True,
    action: str = "land",
    **situation: object,
) -> Landing:
    """The picture of 11.15.1 without its division: MAR and MOT off Lae, a militia in Port Moresby, rain."""
    here = landing(
        units
        or {
            "Bismarck Sea 2": [("A", "japan AMPH"), ("MAR", "ja-mar-snlf"), ("Fuso", "ja-bb-fuso-sif")],
            "Bismarck Sea 3": [("B", "japan AMPH"), ("MOT", "ja-mot-kwantung"), ("Yamato", "ja-bb-yamato-sif")],
            "Port Moresby": [("MIL", "cw-mil-sydney")],
        },
        cargo or {"MAR": "A", "MOT": "B"},
        side="axis",
        actions={"japan": action},
        **{
            "wars": WAR,
            "weather": "rain",
            "control": {"japan": ["Rabaul"], "commonwealth": [LAE, "Port Moresby", "Madang"]},
            **situation,
        },
    )
    if "Yamato" in here.things:
        here.game.write(FACE_DOWN, here["Yamato"], 0)  # in 1939 she is still being built
    if surprised:
        surprise(here.game, power(here.game, "japan"), power(here.game, "commonwealth"))
    here.start("step: invasions")
    return here


def calm(here: Landing, *until: str) -> None:
    """Nobody does more than he must: no ships, no aircraft, no further attack."""
    answers = {"shore-bombardment": "done", "declare-attacks": "done", "ignore-notional": "keep-notional"}
    while here.asked[0] and here.asked[1] not in until:
        here.do(answers.get(here.asked[1], "hold-back"))


@pytest.mark.rule("11.13")
@pytest.mark.rule("11.15.1/table: notional unit combat factor", example="WF2-010")
@pytest.mark.rule("11.15.1/invasion & paradrop combats (and notional units)")
def test_the_invasion_of_lae() -> None:
    """The notional unit is worth 8: MAR 4 and half of MOT 7, with as many of 8 shells, make 15: 3:2, and in rain 1:1."""
    here = lae(throws=[9])
    here.land("invade", MAR=LAE, MOT=LAE)
    told = [(event.unit, event.section) for event in here.events(Invaded)]
    assert told == [(here["MAR"], 2), (here["MOT"], 3)]
    assert here.land_moves("japan") == 2
    assert (here.face_down("A"), here.face_down("B")) == (True, True)
    assert (here.face_down("MAR"), in_supply(here.game, here["MAR"])) == (False, True)
    here.start("step: land combat")
    assert here.asked == ("commonwealth", "ignore-notional")
    here.do("keep-notional")
    assert here.asked == ("japan", "shore-bombardment")
    here.do("bombard", here.pairs({"Fuso": LAE, "Yamato": LAE}))
    calm(here, "choose-table")
    assert here.asked == ("commonwealth", "choose-table"), "mountains: the defender chooses"
    here.do("choose-table", "assault")
    (reckoned,), (result,) = here.events(OddsReckoned), here.events(LandCombatResult)
    assert (reckoned.attack, reckoned.defence, reckoned.odds, reckoned.modifier) == ("15", "8", "1:1", 1)
    assert (result.roll, result.result) == (10, "-/1")
    assert [event.place for event in here.events(NotionalDestroyed)] == [here.spot(LAE)]
    assert here.game.state[CONTROLLER][here.spot(LAE)] == power(here.game, "japan")
    assert here.land_attacks("japan") == 1
    assert (here.face_down("Fuso"), here.face_down("Yamato")) == (True, True)
    assert not exerts_zoc(here.game, here["MAR"], here.spot("Madang")), "not in this impulse"


@pytest.mark.rule("11.15.1/table: notional unit combat factor", example="WF2-011")
@pytest.mark.rule("11.15.1", example="WF2-011")
def test_the_invasion_of_lae_from_the_4_section() -> None:
    """Nothing for the sections: the notional unit is worth 1, doubled. Without shells 7.5 against 2 is 3:1, and in rain 2:1."""
    here = lae(
        {
            "Bismarck Sea 4": [
                ("A", "japan AMPH"),
                ("MAR", "ja-mar-snlf"),
                ("B", "japan AMPH"),
                ("MOT", "ja-mot-kwantung"),
            ],
            "Port Moresby": [("MIL", "cw-mil-sydney")],
        },
        throws=[9],
    )
    here.land("invade", MAR=LAE, MOT=LAE)
    here.start("step: land combat")
    here.do("keep-notional")
    calm(here, "choose-table")
    here.do("choose-table", "assault")
    (reckoned,) = here.events(OddsReckoned)
    assert (reckoned.attack, reckoned.defence, reckoned.odds) == ("7.5", "2", "2:1")


@pytest.mark.rule("11.15.5/paradrops and invasions")
@pytest.mark.rule("11.13")
@pytest.mark.parametrize(("throw", "lost"), [(6, True), (9, False)])
def test_a_notional_unit_that_stands_destroys_the_invaders(throw: int, lost: bool) -> None:
    """1/- leaves the second invader, but he must not stay; -/1 destroys the notional unit."""
    here = lae(throws=[throw])
    here.land("invade", MAR=LAE, MOT=LAE)
    here.start("step: land combat")
    here.do("keep-notional")
    here.do("bombard", here.pairs({"Fuso": LAE, "Yamato": LAE}))
    calm(here, "choose-table")
    here.do("choose-table", "assault")
    while here.asked[1] == "lose-attackers":
        here.do("lose-attackers", (here["MOT"],))
    assert (here.place_named("MAR") != "Lae") is lost
    holder = "commonwealth" if lost else "japan"
    assert here.game.state[CONTROLLER][here.spot(LAE)] == power(here.game, holder)


@pytest.mark.rule("11.15.1/invasion & paradrop combats (and notional units)")
@pytest.mark.rule("11.12")
def test_without_the_notional_unit_the_landing_is_a_debarking() -> None:
    """No die is thrown, no ship is asked, the attack still counts; mountains in rain cost more than the units have."""
    here = lae()
    here.land("invade", MAR=LAE, MOT=LAE)
    here.start("step: land combat")
    here.do("ignore-notional")
    calm(here)
    assert [event.place for event in here.events(NotionalIgnored)] == [here.spot(LAE)]
    assert here.events(LandCombatResult) == []
    assert here.game.state[CONTROLLER][here.spot(LAE)] == power(here.game, "japan")
    assert here.land_attacks("japan") == 1
    assert (here.face_down("MAR"), here.face_down("MOT")) == (True, True)
    assert not here.face_down("Fuso")


@pytest.mark.rule("11.13")
@pytest.mark.rule("11.15")
def test_neighbours_join_in_and_invaders_attack_nothing_else() -> None:
    """A corps in Madang attacks Lae with the MAR, though nobody but the notional unit is there."""
    units = {
        "Bismarck Sea 3": [("A", "japan AMPH"), ("MAR", "ja-mar-snlf")],
        "Madang": [("INF", "japan INF"), ("HQ", "japan HQ-I")],
    }
    control = {"japan": ["Rabaul", "Madang"], "commonwealth": [LAE]}
    here = lae(units, {"MAR": "A"}, control=control, throws=[10])
    here.land("invade", MAR=LAE)
    here.start("step: land combat")
    assert here.why_not("declare-attacks", MAR="Port Moresby") == "11.15.1 must-attack-where-it-landed"
    here.land("declare-attacks", INF=LAE)
    here.do("done")
    (declared,) = here.events(AttackDeclared)
    assert declared.units == (here["MAR"], here["INF"])
    assert here.land_attacks("japan") == 1, "one attack on one hex"


WITH_PARATROOPS = {
    "Bismarck Sea 2": [("A", "japan AMPH"), ("MAR", "ja-mar-snlf"), ("Fuso", "ja-bb-fuso-sif")],
    "Bismarck Sea 3": [("Yamato", "ja-bb-yamato-sif")],
    "Rabaul": [("ATR", "japan ATR"), ("PARA", "ja-para-1-abn")],
    "Port Moresby": [("MIL", "cw-mil-sydney")],
}


@pytest.mark.rule("11.15.5/results", example="WF2-027")
@pytest.mark.rule("11.14")
@pytest.mark.parametrize(("throw", "result", "lost"), [(3, "1/-", True), (4, "2/1", False), (6, "-/1", False)])
def test_paratroops_join_the_invasion(throw: int, result: str, lost: bool) -> None:
    """The die of the example: 3:2, 1 for the face-down notional unit and 1 for the paratroops. From 4 on it is destroyed."""
    here = lae(WITH_PARATROOPS, {"MAR": "A"}, throws=[throw])
    here.land("invade", MAR=LAE)
    here.start("step: paradrop")
    here.fly(ATR=("fly", LAE, "PARA"))
    here.start("step: land combat")
    here.do("keep-notional")
    here.do("bombard", here.pairs({"Fuso": LAE, "Yamato": LAE}))
    calm(here, "choose-table")
    here.do("choose-table", "assault")
    (reckoned,), (told,) = here.events(OddsReckoned), here.events(LandCombatResult)
    assert (reckoned.attack, reckoned.defence, reckoned.odds, reckoned.modifier) == ("16", "6", "3:2", 2)
    assert (told.roll, told.result) == (throw + 2, result)
    assert bool(here.events(NotionalDestroyed)) is not lost
    assert here.land_attacks("japan") == 1
    while here.asked[1] == "lose-attackers":
        here.do("lose-attackers", (here["MAR"],))
    ashore = here.is_at("PARA", LAE)
    assert ashore is (result == "-/1"), "who survives beside the notional unit is destroyed"


@pytest.mark.rule("2.3.1/land unit limits")
@pytest.mark.rule("11.13")
def test_invaders_and_paratroops_share_one_stacking_limit() -> None:
    """A third corps: when the paradrop step ends, the enemy destroys one of them."""
    units = {**WITH_PARATROOPS, "Bismarck Sea 4": [("B", "japan AMPH"), ("MOT", "ja-mot-kwantung")]}
    here = lae(units, {"MAR": "A", "MOT": "B"})
    here.land("invade", MAR=LAE, MOT=LAE)
    here.start("step: paradrop")
    here.fly(ATR=("fly", LAE, "PARA"))
    assert here.asked == ("commonwealth", "destroy-surplus")
    here.do("destroy-surplus", here["PARA"])
    assert here.asked == ("", "")
    assert [here.is_at(name, LAE) for name in ("MAR", "MOT", "PARA")] == [True, True, False]


@pytest.mark.rule("11.13")
@pytest.mark.rule("11.10.6")
def test_ships_in_the_port_are_overrun_when_the_hex_is_taken() -> None:
    here = lae(throws=[3])
    ship = put(here.game, "commonwealth SUB", LAE)
    here.start("step: invasions")
    here.land("invade", MAR=LAE, MOT=LAE)
    here.start("step: land combat")
    here.do("ignore-notional")
    calm(here)
    (overrun,) = here.events(NavalUnitOverrun)
    assert (overrun.unit, overrun.roll) == (ship, 3)


# ------------------------------------------------------------------------------------------------------ which coasts, WF2-009


@pytest.mark.rule("11.13", example="WF2-009")
@pytest.mark.parametrize(
    ("place", "sea", "may"),
    [
        ("Liverpool", "Faeroes Gap", True),
        ("Liverpool", "Bay of Biscay", True),
        ("A0619", "South China Sea", True),
        ("A0619", "East Indian Ocean", False),
        ("W1536", "North Sea", False),
    ],
)
def test_the_sea_areas_that_a_hex_is_invaded_from(place: str, sea: str, may: bool) -> None:
    """London has no all-sea hexside at all."""
    game = lae().game
    assert (place_index(game, place) in beaches(game, sea)) is may
    owner = "germany" if place in ("Liverpool", "W1536") else "japan"
    here = landing(
        {f"{sea} 2": [("AMPH", "germany AMPH" if owner == "germany" else "japan AMPH"), ("INF", f"{owner} INF")]},
        {"INF": "AMPH"},
        side="axis",
        actions={owner: "land"},
        wars=[(owner, "commonwealth")],
        control={"commonwealth": [place]},
    )
    here.start("step: invasions")
    if may:
        here.land("invade", INF=place)
        assert [event.unit for event in here.events(Invaded)] == [here["INF"]]
    else:
        assert not here.asked[0] or here.why_not("invade", INF=place) == "11.13 no-beach-on-its-sea-area"


@pytest.mark.rule("11.13")
def test_no_printed_fort_stands_on_an_all_sea_hexside() -> None:
    """So nobody is asked which hexside his unit invades across; option 32 will ask."""
    game = lae().game
    board = board_of(game)
    walls = [pair.split("-") for pair, (between, _) in board.tables.sides.items() if "fort" in between]
    assert walls
    assert not any(ALL_SEA & set(hexside(game, board.index[a], board.index[b])) for a, b in walls)


# --------------------------------------------------------------------------------------------------------------- who may


@pytest.mark.rule("11.13")
@pytest.mark.parametrize(
    ("unit", "ship", "section", "why"),
    [
        ("japan MAR", "japan TRS", 2, ""),
        ("japan MAR", "japan AMPH", 4, ""),
        ("japan INF", "japan AMPH", 2, ""),
        ("japan MTN", "japan AMPH", 2, ""),
        ("japan INF", "japan TRS", 2, "11.13 invades-from-an-amph"),
        ("japan ARM", "japan TRS", 2, "11.13 not-an-invader"),
        ("japan MIL", "japan AMPH", 2, "11.13 not-an-invader"),
        ("japan MAR", "japan TRS", 1, "11.13 invades-from-a-higher-section"),
        ("japan MAR", "japan TRS", 0, "11.13 invades-from-a-higher-section"),
    ],
)
def test_who_invades_from_what(unit: str, ship: str, section: int, why: str) -> None:
    units = {
        f"Bismarck Sea {section}": [("ship", ship), ("unit", unit)],
        "Solomons 4": [("other", "japan AMPH"), ("MAR", "japan MAR")],
    }
    here = lae(units, {"unit": "ship", "MAR": "other"})
    assert here.why_not("invade", unit=LAE) == why


@pytest.mark.rule("11.13", example="A8")
@pytest.mark.rule("11.4.5/transport capacity", example="WF1-113")
@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ("united-kingdom MOT", "11.13 invades-from-an-amph"),
        ("united-kingdom INF", "11.13 invades-from-an-amph"),
        ("united-kingdom MAR", ""),
    ],
)
def test_nobody_but_marines_invades_from_the_queens(unit: str, why: str) -> None:
    """A8: others embark on them, but do not invade."""
    here = landing(
        {
            "North Sea 3": [("Queens", "cw-trs-queens-sif"), ("unit", unit)],
            "North Sea 4": [("AMPH", "commonwealth AMPH"), ("other", "canada MOT")],
        },
        {"unit": "Queens", "other": "AMPH"},
        actions={"commonwealth": "land"},
        wars=[("germany", "commonwealth")],
        control={"germany": ["Cherbourg"]},
    )
    here.start("step: invasions")
    assert here.why_not("invade", unit="Cherbourg") == why
    here.land("invade", **{"other" if why else "unit": "Cherbourg"})
    assert len(here.events(Invaded)) == 1


@pytest.mark.rule("11.13")
@pytest.mark.parametrize("who", ["MAR", "A"])
def test_whoever_is_face_down_does_not_invade(who: str) -> None:
    """A8: as who embarked out of supply."""
    here = lae()
    here.turn_down(who)
    here.start("step: invasions")
    keys = {"MAR": "cargo-cannot-leave", "A": "transport-cannot-unload"}
    assert here.why_not("invade", MAR=LAE) == f"11.4.5 {keys[who]}"


@pytest.mark.rule("11.13")
@pytest.mark.parametrize(("weather", "may"), [("fine", 1), ("rain", 1), ("storm", 0), ("snow", 0), ("blizzard", 0)])
def test_nobody_invades_a_hex_in_storm_snow_or_blizzard(weather: str, may: int) -> None:
    """What counts is the weather in the hex, not at sea."""
    weathers = {zone: "fine" for zone in board_of(lae().game).tables.zone if zone} | {"South Monsoon": weather}
    here = lae(weather=weathers)
    offered = here.offered("invade", "MAR")
    assert ("Lae" in offered) is bool(may)
    if not may:
        assert here.why_not("invade", MAR=LAE) == "11.13 no-invasion-in-storm"


@pytest.mark.rule("11.13")
@pytest.mark.rule("9.8")
def test_only_enemies_are_invaded() -> None:
    """Neither Rabaul, which is Japan's here, nor the Dutch East Indies, with whom Japan is not at war."""
    here = lae()
    assert here.why_not("invade", MAR="Rabaul") == "11.13 invasion-of-a-friend"
    assert here.why_not("invade", MAR="Hollandia") == "11.13 invasion-of-a-friend"
    assert here.why_not("invade", MAR="Port Moresby") == "11.13 no-beach-on-its-sea-area"


@pytest.mark.rule("11.13")
@pytest.mark.rule("13.1.3")
def test_nobody_invades_beside_friendly_partisans() -> None:
    here = lae()
    partisan = put(here.game, "partisans-part-13", LAE)
    change_country(here.game, partisan, country(here.game, "japan"))
    here.game.write(SOIL, partisan, country(here.game, "japan"))
    here.start("step: invasions")
    assert here.why_not("invade", MAR=LAE) == "11.13 no-invasion-of-own-partisans"


def marines_on_a_british_transport(*wars: tuple[str, str]) -> Landing:
    here = landing(
        {
            "North Sea 3": [("TRS", "commonwealth TRS"), ("MAR", "usa MAR")],
            "North Sea 4": [("AMPH", "usa AMPH"), ("INF", "usa INF")],
        },
        {"MAR": "TRS", "INF": "AMPH"},
        actions={"usa": "land", "commonwealth": "land"},
        wars=wars,
        co_operating=[("usa", "commonwealth")],
        control={"germany": ["Cherbourg"], "italy": ["Antwerp"]},
    )
    return here


@pytest.mark.rule("11.13")
def test_the_transport_must_be_at_war_with_the_hex() -> None:
    """American marines aboard a British TRS: the Commonwealth is at war with Germany but not with Italy."""
    here = marines_on_a_british_transport(("germany", "commonwealth"), ("germany", "usa"), ("italy", "usa"))
    here.start("step: invasions")
    assert here.why_not("invade", MAR="Cherbourg") == ""
    assert here.why_not("invade", MAR="Antwerp") == "11.13 transport-not-at-war"
    assert here.why_not("invade", INF="Antwerp") == ""


@pytest.mark.rule("15")
@pytest.mark.rule("11.13")
def test_marines_from_an_old_enemys_transport_surprise_nobody() -> None:
    here = marines_on_a_british_transport(("germany", "commonwealth"), ("germany", "usa"))
    game = here.game
    surprise(game, power(game, "usa"), power(game, "germany"))
    here.start("step: invasions")
    here.land("invade", MAR="Cherbourg", INF="Cherbourg")
    germany = power(game, "germany")
    assert (surprises(game, here["MAR"], germany), surprises(game, here["INF"], germany)) == (False, True)


@pytest.mark.rule("18.2")
@pytest.mark.rule("11.13")
def test_strangers_do_not_invade_the_same_hex() -> None:
    here = landing(
        {
            "North Sea 3": [("A", "commonwealth AMPH"), ("British", "united-kingdom INF")],
            "North Sea 4": [("B", "usa AMPH"), ("American", "usa INF")],
        },
        {"British": "A", "American": "B"},
        actions={"usa": "land", "commonwealth": "land"},
        wars=[("germany", "commonwealth"), ("germany", "usa")],
        control={"germany": ["Cherbourg", "Antwerp"]},
    )
    here.start("step: invasions")
    first = "British" if here.asked[0] == "commonwealth" else "American"
    second = "American" if first == "British" else "British"
    here.land("invade", **{first: "Cherbourg"})
    assert here.why_not("invade", **{second: "Cherbourg"}) == "18.2 attack-with-strangers"
    assert here.why_not("invade", **{second: "Antwerp"}) == ""


# ----------------------------------------------------------------------------------------------------------------- limits


@pytest.mark.rule("10.2")
@pytest.mark.rule("11.13")
def test_each_hex_is_a_land_attack_and_each_unit_a_land_move() -> None:
    """A combined action gives Japan 1 land attack and 3 land moves."""
    here = lae(action="combined")
    assert here.why_not("invade", MAR=LAE, MOT="Madang") == "10.2 activity-limit-reached"
    here.land("invade", MAR=LAE)
    assert here.why_not("invade", MOT="Madang") == "10.2 activity-limit-reached"
    here.land("invade", MOT=LAE)
    assert here.asked == ("", "")
    assert here.land_moves("japan") == 2


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("action", ["naval", "air", "pass"])
def test_other_actions_have_no_invasions(action: str) -> None:
    assert lae(action=action).asked == ("", "")


# ------------------------------------------------------------------------------------------------------ what they are worth


@pytest.mark.rule("11.15.1/terrain")
@pytest.mark.parametrize(
    ("unit", "ship", "share"),
    [("ja-mar-snlf", "japan AMPH", 1), ("ja-mar-snlf", "japan TRS", 2), ("japan INF", "japan AMPH", 2)],
)
def test_invaders_are_halved_but_for_marines_from_an_amph(unit: str, ship: str, share: int) -> None:
    here = lae({"Bismarck Sea 4": [("ship", ship), ("unit", unit)]}, {"unit": "ship"})
    here.land("invade", unit=LAE)
    game, invader = here.game, here["unit"]
    reckoning = reckoning_of(game, here.spot(LAE), (invader,), Table.ASSAULT, LANDINGS(game, ()))
    printed = game.ruleset.tables.counters[game.state.columns["things.counter"][invader]].strength
    assert attack_factor(game, reckoning, invader) == Fraction(printed, share)


@pytest.mark.rule("11.13")
def test_after_the_impulse_they_are_land_units_like_others() -> None:
    here = lae()
    here.land("invade", MAR=LAE)
    game = here.game
    assert game.state.get(INVADERS)
    game.say(LastImpulseTested(roll=5, needed=1, ended=False))
    assert (game.state.get(INVADERS), game.state[FRESHLY_LANDED][here["MAR"]]) == ((), 0)


@pytest.mark.rule("11.15.1/invasion & paradrop combats (and notional units)")
@pytest.mark.rule("15.1/land units")
def test_a_notional_unit_beside_units_of_two_countries_is_of_the_better_one() -> None:
    """Japan has declared war on the Commonwealth, but was at war with the USA before: an American one is not surprised."""
    units = {"Bismarck Sea 4": [("A", "japan AMPH"), ("MAR", "ja-mar-snlf")], LAE: [("MIL", "cw-mil-sydney")]}
    worth = []
    for americans in ([], [("American", "usa INF")]):
        here = lae(
            {**units, LAE: [*units[LAE], *americans]},
            {"MAR": "A"},
            wars=[*WAR, ("japan", "usa")],
            co_operating=[("usa", "commonwealth")],
        )
        here.land("invade", MAR=LAE)
        game = here.game
        worth.append(notional_factor(game, reckoning_of(game, here.spot(LAE), (), Table.ASSAULT, LANDINGS(game, ()))))
    assert worth == [0, 2], "1 less for surprise, doubled by mountains"
