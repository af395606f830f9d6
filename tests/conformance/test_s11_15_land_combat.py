"""11.15: land combat by the book's examples and clause by clause, on the real board."""

from __future__ import annotations

from fractions import Fraction

import pytest

from conformance.kiev import GERMANS, fight, kiev
from conformance.positions import align, give_control, position, power, put, set_weather, units_at
from conformance.steps import (
    begin_step,
    declare,
    find,
    is_down,
    is_lost,
    march,
    one_die_result,
    refusal,
    said,
    turn_down,
    units,
    where,
)
from worldfire.engine.game import Game
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, place_index, place_name
from worldfire.forces.turn import COUNTED
from worldfire.forces.who import CONTROLLER, power_of
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s10_actions import may_do
from worldfire.rules.s11_14_paradrop import PARADROPPED
from worldfire.rules.s11_15_4_ground_support import SIXTEENTHS, GroundSupport
from worldfire.rules.s11_15_advance import Advanced
from worldfire.rules.s11_15_factors import (
    Arrival,
    Reckoning,
    attack_factors,
    defence_factor,
    explain,
    land_attack,
    notional_factor,
)
from worldfire.rules.s11_15_land_combat import preview
from worldfire.rules.s11_15_odds import Table, read_result
from worldfire.rules.s11_15_resolution import LandCombatResult, OddsReckoned
from worldfire.rules.s11_15_retreats import retreat_hexes
from worldfire.rules.s15_surprise import surprise
from worldfire.server.land_odds import tell_attack


def surround(game: Game) -> None:
    """German ZoCs in every hex that the defenders of E1833 could go to."""
    put(game, "ge-inf-xx", "E1633")
    put(game, "ge-inf-xxv", "E1934")
    give_control(game, "germany", "E1633")


def die_for(game: Game, table: Table, odds: int, losses: int) -> int:
    """The lowest modified roll that costs the attacker so many units."""
    rolls = range(1, 15)
    return next(
        roll for roll in rolls if read_result(one_die_result(game, table, odds, roll)).attacker_losses == losses
    )


def prompt(game: Game) -> str:
    return "" if game.decision is None else game.decision.prompt


# -------------------------------------------------------------------------------------------------- 11.15.5 breakthrough


@pytest.mark.rule("11.15.5", example="WF2-028")
def test_the_breakthrough_west_of_kiev() -> None:
    """7 + 7 + 8 + 7 against 5 is 5:1; more armour in fine weather adds 1, and a 5 breaks through."""
    game = kiev([5])
    fight(game, *GERMANS)
    (reckoned,), (result,) = said(game, OddsReckoned), said(game, LandCombatResult)
    assert (reckoned.attack, reckoned.defence, reckoned.odds, reckoned.modifier) == ("29", "5", "5:1", 1)
    assert (result.roll, result.result) == (6, "†/B")
    game.submit("germany", "take-result")
    assert where(game, "su-inf-3") == "production"
    game.submit("germany", "advance", units(game, *GERMANS))
    assert refusal(game, "germany", ["ge-mot-liii"], "E1834", verb="advance-further") == "11.15.5 advance-needs-armour"
    march(game, "germany", ["ge-mech-viii"], "E1834", verb="advance-further")
    march(game, "germany", ["ge-arm-xlvii", "ge-mot-liii"], "E1733", verb="advance-further")
    assert is_lost(game, "su-cav-4")
    game.submit("germany", "keep-face-up", units(game, "ge-mech-viii"))
    assert [(where(game, name), is_down(game, name)) for name in GERMANS] == [
        ("E1833", True),  # † leaves one of the two that are still face-up so
        ("E1834", False),
        ("E1733", True),
        ("E1733", True),
    ]
    assert len(said(game, Advanced)) == 3
    assert game.state[CONTROLLER][place_index(game, "E1733")] == power(game, "germany")
    assert game.over


@pytest.mark.rule("11.15.5/advancing after combat")
def test_no_second_hex_if_the_first_costs_more_than_one() -> None:
    game = kiev([7], weather="rain")
    fight(game, *GERMANS)
    game.submit("germany", "take-result")
    game.submit("germany", "advance", units(game, "ge-arm-xlvii", "ge-mot-liii"))
    assert prompt(game) != "advance-further"
    assert where(game, "ge-arm-xlvii") == "E1833"


@pytest.mark.rule("11.15.5/advancing after combat")
@pytest.mark.rule("2.3.1")
def test_no_more_units_advance_than_the_hex_holds() -> None:
    game = kiev([7], weather="rain")
    fight(game, *GERMANS)
    game.submit("germany", "treat-as-retreat")
    while prompt(game) != "advance-after-combat":
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        game.submit(seat, verb, next(iter(shape.every())))
    found = game.why_not("advance", units(game, *GERMANS), "germany")
    assert found[0].key == "too-many-land-units"


@pytest.mark.rule("11.15.5/advancing after combat")
@pytest.mark.rule("2.3.1")
def test_only_those_who_can_go_on_advance_beyond_what_the_hex_holds() -> None:
    """In rain the hex costs 2, so that not even armour goes on after the breakthrough, and two of four would be lost."""
    game = kiev([7], weather="rain")
    fight(game, *GERMANS)
    assert said(game, LandCombatResult)[0].result.endswith("B")
    game.submit("germany", "take-result")
    assert game.why_not("advance", units(game, *GERMANS), "germany")[0].key == "too-many-land-units"
    assert not game.why_not("advance", units(game, "ge-arm-xlvii", "ge-mot-liii"), "germany")


@pytest.mark.rule("11.15.5/advancing after combat")
def test_armour_goes_on_alone_where_there_is_no_room_for_its_whole_stack() -> None:
    """Every hex around is full of Soviets or has room for one; the MOT stays behind."""
    game = kiev(begin=False)
    for place in ("E1733", "E1832", "E1834", "E1934"):
        put(game, "ussr INF", place)
        put(game, "ussr INF", place)
    put(game, "germany INF", "E1932")  # with the ARM and the MOT away, one of them finds room again
    begin_step(game, "land combat", "germany", throws=[5])
    fight(game, *GERMANS)
    game.submit("germany", "take-result")
    game.submit("germany", "advance", units(game, "ge-arm-xlvii", "ge-mot-liii"))
    assert prompt(game) == "advance-further"
    assert refusal(game, "germany", ["ge-arm-xlvii", "ge-mot-liii"], "E1932", verb="advance-further") != ""
    march(game, "germany", ["ge-arm-xlvii"], "E1932", verb="advance-further")
    assert where(game, "ge-mot-liii") == "E1833"


# ------------------------------------------------------------------------------------------------------ 11.15.1 declaring


@pytest.mark.rule("11.15.1")
@pytest.mark.rule("11.15.5/odds ratios")
def test_odds_are_explained_before_declaring() -> None:
    game = kiev(begin=False)
    turn_down(game, "su-inf-3")
    seen = preview(game, place_index(game, "E1833"), units(game, *GERMANS), Table.BLITZKRIEG)
    assert (seen.attack, seen.defence, seen.ratio, seen.odds, seen.modifier) == (29, 5, "5:1", "5:1", 2)
    assert [modifier.reason for modifier in seen.modifiers] == ["face-down defender", "armour superiority"]
    set_weather(game, "blizzard")
    assert preview(game, place_index(game, "E1833"), units(game, *GERMANS)).odds == "2:1"


@pytest.mark.rule("11.15.1/eligible land units")
@pytest.mark.rule("11.15.1/supply")
def test_who_may_not_attack() -> None:
    game = kiev(begin=False)
    turn_down(game, "ge-mot-liii")
    put(game, "ge-inf-xx", "E1532")  # far from any source
    put(game, "su-inf-33", "E1533")
    begin_step(game, "land combat", "germany")
    offered = {choices.item for choices in game.offers("germany")["declare-attacks"].items}  # type: ignore[attr-defined]
    assert offered == set(units(game, "ge-inf-liv", "ge-mech-viii", "ge-arm-xlvii"))


@pytest.mark.rule("11.15.1")
@pytest.mark.rule("10.2")
def test_each_hex_is_a_land_attack_of_the_action() -> None:
    game = kiev(begin=False)
    begin_step(game, "land combat", "germany", action="combined")
    allowed = (((find(game, "ge-inf-liv"), place_index(game, "E1833")),),)
    assert not game.why_not("declare-attacks", allowed[0], "germany")
    begin_step(game, "land combat", "germany", action="naval")
    assert game.over  # nobody is asked for attacks that the action does not allow
    found = may_do(game, power_of(game, find(game, "ge-inf-liv")), "land combat")
    assert found is not None
    assert found.rule == "10.2"


@pytest.mark.rule("11.15.1")
def test_attacks_can_be_declared_anew_until_confirmed() -> None:
    game = kiev([1])
    declare(game, "germany", E1833=["ge-inf-liv"], E1832=["ge-arm-xlvii"])
    declare(game, "germany", E1833=["ge-inf-liv", "ge-mech-viii"])
    game.submit("germany", "done")
    game.submit("germany", "choose-table", "assault")
    assert [event.attack for event in said(game, OddsReckoned)] == ["14"]


@pytest.mark.rule("11.15.1/terrain")
@pytest.mark.rule("11.15.1/modifiers")
def test_the_maginot_line_and_the_rhine_leave_a_sixth() -> None:
    """23 factors over the fort and the river, and 4 of a PARA that crosses no hexside (7.83; the book misprints it)."""
    game = position(
        "global-war",
        units={"W0830": ["ge-mech-xlvi", "ge-mot-xix"], "W0929": ["ge-inf-x"], "W0930": ["fr-inf-xvii"]},
        wars=[("germany", "france")],
    )
    para = put(game, "ge-para-ii-para", "Berlin")
    attackers = (*units_at(game, "W0830"), *units_at(game, "W0929"), para)
    reckoning = Reckoning(place_index(game, "W0930"), attackers, units_at(game, "W0930"), (Arrival(para, "paradrop"),))
    assert attack_factors(game, reckoning) == Fraction(23, 6) + 4
    shares = explain(game, reckoning).attackers
    assert [share.printed for share in shares] == [8, 8, 7, 4]
    assert {share.why for share in shares} == {("river or canal", "printed fort"), ()}, (
        "the paratroops cross no hexside"
    )
    assert {share["why"] for share in tell_attack(game, reckoning)["attack"]} == {"river or canal, fort", ""}


def lae(sections: tuple[int, int]) -> Fraction:
    """What the notional unit at Lae is worth: Japan has just declared war, and it rains in the South Monsoon."""
    game = position(
        "global-war",
        units={"Port Moresby": ["commonwealth MIL"], "Rabaul": ["japan MAR", "japan MOT"]},
        wars=[("japan", "commonwealth")],
        weather="rain",
    )
    surprise(game, power(game, "japan"), power(game, "commonwealth"))
    target = place_index(game, "P2318")
    give_control(game, "commonwealth", "P2318", "Port Moresby")
    invaders = units_at(game, "Rabaul")
    arrivals = tuple(Arrival(unit, "invasion", section) for unit, section in zip(invaders, sections, strict=True))
    return notional_factor(game, Reckoning(target, invaders, (), arrivals, notional=True))


@pytest.mark.rule("11.15.1/table: notional unit combat factor", example="WF2-010")
def test_the_notional_unit_at_lae() -> None:
    """1, 1 for the militia beside it, 2 and 1 for the sections, less 1 for surprise; mountains double it."""
    assert lae((2, 3)) == 8


@pytest.mark.rule("11.15.1/table: notional unit combat factor", example="WF2-011")
def test_the_notional_unit_at_lae_from_a_higher_section() -> None:
    assert lae((4, 4)) == 2


@pytest.mark.rule("11.15.1/terrain")
@pytest.mark.rule("11.15.1/supply")
def test_what_defenders_are_worth() -> None:
    game = position("global-war", units={"W0930": ["france INF"]}, wars=[("germany", "france")])
    infantry = units_at(game, "W0930")[0]
    strength = defence_factor(game, infantry, place_index(game, "W0930"))
    mountain = next(i for i, terrain in enumerate(board_of(game).tables.terrain) if terrain == "mountain")
    swamp = next(i for i, terrain in enumerate(board_of(game).tables.terrain) if terrain == "swamp")
    assert defence_factor(game, infantry, mountain) == 2 * strength
    mountaineers = put(game, "france MTN", "Paris")
    plain = defence_factor(game, mountaineers, place_index(game, "W0930"))
    assert defence_factor(game, mountaineers, mountain) == 3 * plain
    assert defence_factor(game, infantry, swamp) == 2 * strength
    set_weather(game, "snow")
    assert defence_factor(game, infantry, swamp) == strength  # frozen, it is forest (8.2.1)
    give_control(game, "germany", "W0930", *board_of(game).neighbours("W0930"))
    put(game, infantry, "Berlin")
    game.write(FACE_DOWN, infantry, 1)
    assert defence_factor(game, infantry, place_index(game, "Berlin")) == 1  # out of supply and face-down


# ------------------------------------------------------------------------------------------------------ 11.15.5 resolving


@pytest.mark.rule("11.15.5/choosing combat table")
def test_the_defender_chooses_against_infantry_alone() -> None:
    game = kiev([5])
    declare(game, "germany", E1833=["ge-inf-liv", "ge-mot-liii"])
    game.submit("germany", "done")
    assert list(game.waiting) == ["ussr"]
    game = kiev([5])
    declare(game, "germany", E1833=["ge-mech-viii"])
    game.submit("germany", "done")
    assert list(game.waiting) == ["germany"]  # more MECH, and no armour against it


@pytest.mark.rule("11.15.5/table: land combat modifiers")
@pytest.mark.rule("11.15.5/loss substitution")
@pytest.mark.rule("11.15.5/results")
def test_the_first_loss_is_one_that_had_the_benefit() -> None:
    """29:16 is 3:2 on the blitzkrieg table, and armour adds 1 to the die."""
    game = kiev(begin=False)
    put(game, "su-inf-33", "E1833")
    put(game, "su-inf-39", "E1833")
    begin_step(game, "land combat", "germany", throws=[die_for(game, Table.BLITZKRIEG, 1, 1) - 1])
    fight(game, *GERMANS)
    assert said(game, OddsReckoned)[0].odds == "3:2"
    assert prompt(game) == "lose-attackers"
    found = game.why_not("lose-attackers", units(game, "ge-inf-liv"), "germany")
    assert found[0].key == "first-loss-had-the-benefit"
    assert not game.why_not("lose-attackers", units(game, "ge-mot-liii"), "germany")


@pytest.mark.rule("11.15.5/retreats")
def test_retreats_go_by_priority() -> None:
    """Out of the German ZoCs first; with friends only into a ZoC; alone not at all."""
    game = kiev(begin=False)
    infantry, here = find(game, "su-inf-3"), place_index(game, "E1833")
    free = {board_of(game).number(place) for place in retreat_hexes(game, infantry, (here,))}
    assert free == {"E1733", "E1834"}  # E1832 lies next to the Germans
    surround(game)
    game.write(PLACE, find(game, "su-cav-4"), place_index(game, "Moscow"))
    assert {board_of(game).number(place) for place in retreat_hexes(game, infantry, (here,))} == {"E1832"}
    game.write(PLACE, find(game, "su-mech-1"), place_index(game, "Moscow"))
    assert retreat_hexes(game, infantry, (here,)) == ()


@pytest.mark.rule("11.15.5/retreats")
@pytest.mark.rule("11.15.5/facing")
def test_survivors_retreat_face_down() -> None:
    game = kiev([5])
    fight(game, *GERMANS)
    game.submit("germany", "treat-as-retreat")
    why = {to: game.why_not("retreat-to", place_index(game, to), "germany")[0] for to in ("E1832", "E1833", "E1735")}
    assert {to: found.key for to, found in why.items()} == {
        "E1832": "retreat-priority",
        "E1833": "retreat-came-from-there",
        "E1735": "not-adjacent",
    }
    game.submit("germany", "retreat-to", place_index(game, "E1733"))
    assert where(game, "su-inf-3") == "E1733"
    assert is_down(game, "su-inf-3")
    game.submit("germany", "advance", units(game, "ge-inf-liv"))
    assert prompt(game) == "keep-face-up"  # no breakthrough any more


@pytest.mark.rule("11.15.5/shatter")
def test_who_could_not_retreat_is_lost_instead_of_shattered() -> None:
    game = kiev([5])
    surround(game)
    for name in ("su-cav-4", "su-mech-1"):
        game.write(PLACE, find(game, name), place_index(game, "Moscow"))
    game.put_state(game.state)
    fight(game, *GERMANS)
    game.submit("germany", "take-result")
    assert is_lost(game, "su-inf-3")


@pytest.mark.rule("11.15.5/shatter")
@pytest.mark.rule("11.15.5/retreats")
@pytest.mark.parametrize(("beside", "end"), [(("su-inf-33",), "tray"), ((), "production")])
def test_a_full_hex_of_the_pocket_saves_nobody_from_being_shattered(beside: tuple[str, ...], end: str) -> None:
    """Beside the 1st MECH is room for one; if it is full, a retreat would have to go on, and there is no way out of it."""
    game = kiev([5])
    surround(game)
    put(game, "germany INF", "E1731")
    game.write(PLACE, find(game, "su-cav-4"), place_index(game, "Moscow"))
    for name in beside:
        put(game, name, "E1832")
    game.put_state(game.state)
    fight(game, *GERMANS)
    game.submit("germany", "take-result")
    assert where(game, "su-inf-3") == end


@pytest.mark.rule("11.15.5/shatter")
def test_a_full_hex_on_the_way_out_does_not_keep_a_unit_from_being_shattered() -> None:
    """Beyond the full hex lies a free one: the unit could have retreated through it."""
    game = kiev([5])
    surround(game)
    game.write(PLACE, find(game, "su-cav-4"), place_index(game, "Moscow"))
    put(game, "su-inf-33", "E1832")
    game.put_state(game.state)
    fight(game, *GERMANS)
    game.submit("germany", "take-result")
    assert where(game, "su-inf-3") == "production"


@pytest.mark.rule("11.15.5/facing")
def test_attackers_are_turned_face_down_unless_the_result_spares_them() -> None:
    game = kiev([1])
    fight(game, "ge-inf-liv", table="assault", by="ussr")
    assert all(is_down(game, name) or is_lost(game, name) for name in ("ge-inf-liv",))
    assert not is_down(game, "ge-arm-xlvii")  # it did not attack


# ------------------------------------------------------------------------------------------------ 11.15.1 who declares first


def meuse() -> Game:
    """French and Commonwealth corps, which do not co-operate, beside a German corps in Belgium."""
    game = position(
        "global-war",
        units={
            "W1234": ["ge-inf-li"],
            "W1333": ["france INF", "france MOT"],
            "W1334": ["commonwealth MIL"],
            "Calais": ["Gort"],
        },
        wars=[("germany", "commonwealth"), ("germany", "france"), ("germany", "belgium")],
    )
    align(game, "belgium", "commonwealth")
    give_control(game, "germany", "W1234")
    return begin_step(game, "land combat", "france")


@pytest.mark.rule("11.15.1/eligible land units")
def test_the_stronger_of_strangers_declares_first() -> None:
    """Two French corps could attack, one British: the British may only when France has done without."""
    game = meuse()
    british = ((*units_at(game, "W1334"), place_index(game, "W1234")),)
    (found,) = game.why_not("declare-attacks", british, "commonwealth")
    assert (found.rule, found.key) == ("11.15.1", "stronger-ally-declares-first")
    french = units_at(game, "W1333")
    assert not game.why_not("declare-attacks", tuple((unit, british[0][1]) for unit in french), "france")
    game.submit("france", "done")
    game.submit("commonwealth", "declare-attacks", british)


@pytest.mark.rule("11.15.1/eligible land units")
@pytest.mark.rule("18.2")
def test_once_france_attacks_the_commonwealth_may_not() -> None:
    game = meuse()
    target = place_index(game, "W1234")
    game.submit("france", "declare-attacks", tuple((unit, target) for unit in units_at(game, "W1333")))
    game.submit("france", "done")
    (found,) = game.why_not("declare-attacks", ((*units_at(game, "W1334"), target),), "commonwealth")
    assert (found.rule, found.key) == ("18.2", "attack-with-strangers")


@pytest.mark.rule("11.15.1/table: notional unit combat factor")
def test_a_notional_unit_that_is_cut_off_is_worth_one_less() -> None:
    """One Soviet hex among German ones: no path of any length leads home."""
    game = position("global-war", units={"Warsaw": ["germany PARA"]}, wars=[("germany", "ussr")])
    place, (paratroops,) = place_index(game, "E1832"), units_at(game, "Warsaw")
    drop = Reckoning(place, (paratroops,), (), (Arrival(paratroops, "paradrop"),), notional=True)
    free = notional_factor(game, drop)
    give_control(game, "germany", *(board_of(game).number(near) for near in board_of(game).adjacent[place]))
    assert notional_factor(game, drop) == free - 1


@pytest.mark.rule("11.15.1/invasion & paradrop combats (and notional units)")
def test_the_owner_of_the_units_there_decides_about_the_notional_one() -> None:
    """The hex is French, the corps in it British: the notional unit is British too."""
    game = position(
        "global-war",
        units={"Lille": ["cw-inf-ii", "germany PARA"], "Calais": ["Gort"]},
        wars=[("germany", "commonwealth"), ("germany", "france")],
    )
    game.write(FRESHLY_LANDED, units_at(game, "Lille")[-1], PARADROPPED)
    begin_step(game, "land combat", "germany")
    while prompt(game) == "declare-attacks":
        game.submit("germany", "done")
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "ignore-notional")


@pytest.mark.rule("10.2/what counts against a limit")
@pytest.mark.rule("11.15")
def test_the_attack_of_paratroops_is_a_land_attack_too() -> None:
    """One by those who dropped and one by a corps beside another hex: two; with a corps beside the same hex: still one."""
    for target, count in (("E1832", 2), ("E1833", 1)):
        game = kiev(begin=False)
        (paratroops,) = (put(game, "germany PARA", "E1833"),)
        game.write(FRESHLY_LANDED, paratroops, PARADROPPED)
        begin_step(game, "land combat", "germany", throws=[5, 5])
        declare(game, "germany", **{target: ["ge-arm-xlvii"]})
        game.submit("germany", "done")
        assert game.state[COUNTED["land attacks"]][power(game, "germany")] == count


@pytest.mark.rule("11.15.5/table: land combat modifiers")
def test_aircraft_of_a_second_power_count_as_its_factors() -> None:
    """Italian bombers over a German attack: two major powers add factors."""
    game = kiev(begin=False)
    begin_step(game, "land combat", "germany")
    target, attackers = place_index(game, "E1833"), units(game, *GERMANS)
    reasons = {modifier.reason for modifier in preview(game, target, attackers).modifiers}
    assert "several major powers" not in reasons
    game.annex(GroundSupport).add(power(game, "italy"), target, SIXTEENTHS)
    seen = preview(game, target, attackers)
    assert "several major powers" in {modifier.reason for modifier in seen.modifiers}
    assert seen.attack == 30


def drop_beside_infantry(die: int) -> tuple[Game, int]:
    """Paratroops have dropped on E1833 and attack it together with LIV; the Soviets leave the notional unit out."""
    game = kiev(begin=False)
    paratroops = put(game, "germany PARA", "E1833")
    game.write(FRESHLY_LANDED, paratroops, PARADROPPED)
    begin_step(game, "land combat", "germany", throws=[die])
    declare(game, "germany", E1833=["ge-inf-liv"])
    game.submit("germany", "done")
    game.submit("ussr", "ignore-notional")
    game.submit("ussr", "choose-table", "blitzkrieg")
    return game, paratroops


@pytest.mark.rule("11.15.5/paradrops and invasions")
def test_paratroops_are_lost_with_the_battle_though_another_unit_took_the_loss() -> None:
    game, paratroops = drop_beside_infantry(1)
    game.submit("germany", "lose-attackers", (find(game, "ge-inf-liv"),))
    assert where(game, "su-inf-3") == "E1833"
    assert place_name(game, game.state[PLACE][paratroops]) == "tray of germany"


@pytest.mark.rule("11.15.5/paradrops and invasions")
def test_paratroops_hold_the_hex_that_they_cleared() -> None:
    game, paratroops = drop_beside_infantry(10)
    assert where(game, "su-inf-3") == "tray"
    assert place_name(game, game.state[PLACE][paratroops]) == "E1833"
    assert game.state[CONTROLLER][place_index(game, "E1833")] == power(game, "germany")


@pytest.mark.rule("11.15.1/invasion & paradrop combats (and notional units)")
@pytest.mark.rule("11.15.5/table: land combat modifiers")
def test_the_notional_unit_counts_among_the_defenders_of_whom_half_are_winterised() -> None:
    """Like any unit: a Soviet one is not winterised, a Finnish one is, as all of its country."""
    game = position(
        "global-war",
        units={"Warsaw": ["ge-para-i-para"], "Minsk": ["ussr MTN", "su-inf-3"]},
        wars=[("germany", "ussr")],
        weather="snow",
    )
    (paratroops,) = units_at(game, "Warsaw")
    infantry, mountaineers = units_at(game, "Minsk")
    arrival = (Arrival(paratroops, "paradrop"),)

    def winterised(place: str, *defenders: int, notional: bool = True) -> bool:
        drop = Reckoning(place_index(game, place), (paratroops,), defenders, arrival, notional=notional)
        return land_attack(game, drop).winterised_defenders

    assert winterised("Minsk", mountaineers, infantry, notional=False)
    assert not winterised("Minsk", mountaineers, infantry), "1 of 3"
    assert winterised("Minsk", mountaineers), "1 of 2"
    assert not winterised("Minsk")
    assert winterised("Helsinki"), "the only defender is a Finn"
