"""9.2 Neutrality pacts: the common border, garrisons with their markers, and how a pact is broken."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from turns import Change, campaign_in, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.flights import Flight, take_off
from worldfire.forces.markers import COMMON, MARKER_POOL, MARKER_VALUE
from worldfire.forces.situation import AT_WAR, PACTS, TURN
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, place_index, place_name
from worldfire.forces.turn import ACTIVE_SIDE, INITIATIVE_SIDE
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s09_02_making_pacts import PACT_TRADE, PactDeclined, PactTradeAgreed
from worldfire.rules.s09_02_pacts import (
    PACT_TURNS,
    CauseToBreak,
    PactBroken,
    PactMade,
    attacking_value,
    break_violation,
    common_border,
    defending_garrison,
    defending_value,
    end_pact,
    might_break,
    sign_pact,
    with_markers,
)
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_10_entry import gate_violation
from worldfire.rules.s13_02_pact_markers import Stance, marker_count, pact_pool
from worldfire.rules.s13_06_4_promises import Promise, trade_agreements
from worldfire.tables.campaign import turn_number

AXIS, ALLIES = 0, 1


def pact(one: str, other: str, turn: str) -> Change:
    def change(game: Game) -> None:
        pair = (power_index(game, one), power_index(game, other))
        game.set(PACTS, (pair,))
        game.set(PACT_TURNS, ((*pair, turn_number(turn)),))

    return change


def wars(*pairs: tuple[str, str]) -> Change:
    return lambda game: game.set(
        AT_WAR, tuple((power_index(game, one), power_index(game, other)) for one, other in pairs)
    )


def markers(owner: str, against: str, stance: Stance, *values: int) -> Change:
    """Markers that say this lie on the border, instead of as many of the common pool."""

    def change(game: Game) -> None:
        pool = pact_pool(game, stance, power_index(game, owner), power_index(game, against))
        laid = list(zip(game.state[MARKER_POOL], game.state[MARKER_VALUE], strict=True))
        common = [row for row, (lies, _) in enumerate(laid) if lies == COMMON]
        for row, value in zip(common, values, strict=False):
            laid[row] = (pool, value)
        game.fill(MARKER_POOL, (lies for lies, _ in sorted(laid)))
        game.fill(MARKER_VALUE, (value for _, value in sorted(laid)))

    return change


def partition(game: Game) -> None:
    """Poland is divided: Brest-Litovsk, Lvov and what is east of them Soviet."""
    board, ussr, germany = board_of(game), power_index(game, "ussr"), power_index(game, "germany")
    east = {board.index[number] for number in board.region("East Poland")}
    for number in board.hexes_of("Poland"):
        place = board.index[number]
        game.write(CONTROLLER, place, ussr if place in east else germany)


# ------------------------------------------------------------------------------------------------------- the numbers


@pytest.mark.rule("9.2/entry marker totals", example="WF1-075")
@pytest.mark.rule("9.2")
def test_markers_never_more_than_double_a_garrison() -> None:
    game = campaign_in("global-war", "declare war", field(ACTIVE_SIDE, AXIS))
    assert with_markers(game, Fraction("11.25"), 16) == Fraction("22.5")
    assert with_markers(game, Fraction("11.25"), 3) == Fraction("14.25")
    assert with_markers(game, Fraction(0), 16) == 0, "no garrison: markers add nothing"


def manchuria(*changes: Change, turn: str) -> Game:
    """An HQ-I, an armoured and two infantry corps of Japan on the Soviet border: 1 + 2 + 2."""
    return campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, ALLIES),
        pact("ussr", "japan", "Sep/Oct 1939"),
        wars(("china", "japan")),
        put("P2945", "ja-hq-i-umezu", "ja-arm-1-arm"),
        put("P2944", "ja-inf-18", "ja-inf-27"),
        *changes,
        in_turn(turn),
    )


@pytest.mark.rule("9.2/garrison values", example="WF1-076")
@pytest.mark.parametrize(
    ("turn", "garrison", "with_many_markers"),
    [
        ("May/Jun 1940", 10, 20),
        ("Mar/Apr 1941", 10, 20),
        ("May/Jun 1941", 5, 10),
        ("Mar/Apr 1942", 5, 10),
        ("May/Jun 1942", Fraction("2.5"), 5),
        ("May/Jun 1943", Fraction("1.25"), Fraction("2.5")),
    ],
)
def test_a_garrison_defends_the_less_the_older_the_pact(turn: str, garrison: Any, with_many_markers: Any) -> None:
    """The Japanese on the border without the division, which option 2 brings; its markers at most double them."""
    game = manchuria(markers("japan", "ussr", Stance.DEFENSIVE, 5, 5, 5, 5, 5), turn=turn)
    japan, ussr = power_index(game, "japan"), power_index(game, "ussr")
    assert defending_garrison(game, japan, ussr) == garrison
    assert defending_value(game, japan, ussr) == with_many_markers
    assert attacking_value(game, japan, ussr) == 5, "whoever attacks is not modified, and has no offensive markers"


@pytest.mark.rule("9.2/garrison values")
def test_who_is_face_down_or_in_an_opponents_zone_of_control_does_not_count() -> None:
    japan_and_ussr = ("japan", "ussr")

    def value(*changes: Change) -> Fraction:
        game = manchuria(*changes, turn="May/Jun 1940")
        return defending_garrison(game, *(power_index(game, name) for name in japan_and_ussr))

    assert value() == 10
    assert value(lambda game: game.write(FACE_DOWN, unit(game, "ja-arm-1-arm"), 1)) == 6
    assert value(put("P2943", "su-arm-3")) == 10, "at peace its zone of control does not reach into the hex"
    assert value(put("P2943", "su-arm-3"), wars(("ussr", "japan"))) < 10
    assert value(put("P2045", "ja-inf-2")) == 12
    assert value(put("Tokyo", "ja-inf-2")) == 10, "not on the common border"


@pytest.mark.rule("9.2/effect of neutrality pacts")
def test_the_common_border_is_three_hexes_deep_whatever_their_scale() -> None:
    game = manchuria(turn="May/Jun 1940")
    japan, ussr = power_index(game, "japan"), power_index(game, "ussr")
    border = {place_name(game, place) for place in common_border(game, japan, ussr)}
    assert {"P2945", "P2944"} <= border
    assert "Tokyo" not in border
    assert place_index(game, "Vladivostok") in common_border(game, ussr, japan)


# ------------------------------------------------------------------------------------------------------ breaking a pact


def poland_1941(*changes: Change, turn: str = "May/Jun 1941", side: int = AXIS) -> Game:
    return campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, side),
        wars(("germany", "commonwealth")),
        partition,
        put("Warsaw", "ge-arm-xlviii", "ge-arm-xli"),
        put("E2736", "ge-arm-xlvii", "ge-inf-xlv"),
        put("Lvov", "su-inf-4", "su-inf-14"),
        put("Brest-Litovsk", "su-inf-25"),
        *changes,
        in_turn(turn),
    )


def refusal(game: Game, seat: str, verb: str, noun: Any) -> str:
    with pytest.raises(Refused) as caught:
        play(game, seat, verb, noun)
    return str(caught.value.violations[0].key)


@pytest.mark.rule("9.2/garrison ratio")
@pytest.mark.rule("9")
def test_germany_breaks_the_pact_and_declares_war_in_the_same_step() -> None:
    """7 against 3, in the 11th turn of the pact; both return their markers to the pool."""
    lying = markers("germany", "ussr", Stance.OFFENSIVE, 2)
    game = poland_1941(lying)
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    assert (tuple(game.waiting), prompt(game)) == (("germany",), "break-pact")
    events = play(game, "germany", "break-pact", "ussr")
    assert PactBroken(power=germany, target_power=ussr, compared=True, garrison="9", against="3") in events
    assert not marker_count(game, germany, ussr, Stance.OFFENSIVE)
    assert game.state.get(PACTS) == ()
    assert prompt(game) == "declare-war"
    assert WarDeclared(power=germany, target_power=ussr) in play(game, "germany", "declare-war", "ussr")


@pytest.mark.rule("9.2/garrison ratio")
def test_a_pact_is_not_broken_without_twice_the_garrison() -> None:
    """Twice 5 is 10 and not 9; whether Germany is asked does not tell what its marker says."""
    enough = put("Brest-Litovsk", "su-hq-i-timoshenko", "su-inf-6")
    for value, may in ((3, True), (2, False)):
        game = poland_1941(enough, markers("germany", "ussr", Stance.OFFENSIVE, value))
        germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
        assert defending_value(game, ussr, germany) == 5
        assert (tuple(game.waiting), prompt(game)) == (("germany",), "break-pact"), value
        if may:
            play(game, "germany", "break-pact", "ussr")
            continue
        assert refusal(game, "germany", "break-pact", "ussr") == "garrison-too-small"
        play(game, "germany", "keep-pacts")
        assert refusal(game, "germany", "declare-war", "ussr") == "pact-must-be-broken"


@pytest.mark.rule("9.2/garrison ratio")
def test_three_full_turns_must_pass() -> None:
    """Made in Jul/Aug 1939: not before Mar/Apr 1940, and then the defence counts double."""
    young = poland_1941(turn="Jan/Feb 1940")
    germany, ussr = power_index(young, "germany"), power_index(young, "ussr")
    found = break_violation(young, germany, ussr)
    assert found is not None
    assert found.key == "pact-too-young"
    assert prompt(young) != "break-pact"
    grown = poland_1941(turn="Mar/Apr 1940")
    found = break_violation(grown, germany, ussr)
    assert found is not None
    assert (found.key, found.args["theirs"]) == ("garrison-too-small", "6")
    assert not might_break(grown, germany, ussr)


@pytest.mark.rule("9.2/enemy aircraft")
def test_a_raid_from_the_partners_hex_is_a_cause_to_break() -> None:
    """A British bomber based in the USSR flies against a German hex; the pact is one turn old."""
    game = poland_1941(put("Lvov", "cw-lnd-wellington-mk-i-wif"), turn="Sep/Oct 1939")
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    assert prompt(game) != "break-pact"
    take_off(game, unit(game, "cw-lnd-wellington-mk-i-wif"), place_index(game, "Warsaw"), Flight.BOMBER)
    assert CauseToBreak(power=germany, target_power=ussr) in game.events
    assert break_violation(game, germany, ussr) is None
    assert break_violation(game, ussr, germany) is not None, "only the victim may"


# ------------------------------------------------------------------------------------------- allies on the common border


@pytest.mark.rule("9.2/effect of neutrality pacts")
def test_allies_at_war_with_the_partner_leave_the_common_border() -> None:
    game = campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, AXIS),
        field(PACTS, ()),
        wars(("germany", "commonwealth"), ("italy", "ussr"), ("germany", "france")),
        partition,
        put("Warsaw", "it-inf-x", "ge-inf-xlv"),
        put("Berlin", "it-inf-iv"),
        in_turn("Jan/Feb 1940"),
    )
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    sign_pact(game, germany, ussr)
    assert PactMade(power=germany, target_power=ussr) in game.events
    assert place_name(game, game.state[PLACE][unit(game, "it-inf-x")]) == "production circle, May/Jun 1940"
    assert game.state[PLACE][unit(game, "ge-inf-xlv")] == place_index(game, "Warsaw")
    assert game.state[PLACE][unit(game, "it-inf-iv")] == place_index(game, "Berlin")
    found = gate_violation(game, (unit(game, "it-inf-iv"),), place_index(game, "Warsaw"))
    assert found is not None
    assert (found.rule, found.key) == ("9.2", "border-of-a-pact")
    game.set(TURN, game.state.get(TURN) + 3)
    sign_pact(game, germany, ussr)
    assert PactMade(power=germany, target_power=ussr, confirmed=True) in game.events
    # the age counts anew
    assert game.state.get(PACT_TURNS) == ((germany, ussr, game.state.get(TURN)),)


@pytest.mark.rule("9.2/effect of neutrality pacts")
def test_a_guest_leaves_the_common_border_when_its_war_begins() -> None:
    """Italians in Warsaw while Germany has its pact with the USSR: Italy declares war on the USSR, and they are gone."""
    game = campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, AXIS),
        wars(("germany", "commonwealth"), ("germany", "france"), ("italy", "france")),
        partition,
        put("Warsaw", "it-inf-x", "ge-inf-xlv"),
        put("Berlin", "it-inf-iv"),
        in_turn("Jan/Feb 1940"),
    )
    while next(iter(game.waiting)) != "italy":
        play(game, next(iter(game.waiting)), "declare-no-war")
    play(game, "italy", "declare-war", "ussr")
    assert place_name(game, game.state[PLACE][unit(game, "it-inf-x")]) == "production circle, May/Jun 1940"
    assert game.state[PLACE][unit(game, "ge-inf-xlv")] == place_index(game, "Warsaw")
    assert game.state[PLACE][unit(game, "it-inf-iv")] == place_index(game, "Berlin")


# ---------------------------------------------------------------------------------------------------------- making pacts


@pytest.mark.rule("9.2/other major powers")
@pytest.mark.rule("13.7.3")
def test_the_ussr_and_japan_make_a_pact_and_trade_under_it() -> None:
    """Only with the other side and not with enemies; what was agreed is given until the pact is broken."""
    game = campaign_in(
        "global-war",
        "neutrality pacts",
        field(INITIATIVE_SIDE, AXIS),
        wars(("china", "japan"), ("germany", "commonwealth")),
        in_turn("Mar/Apr 1941"),
    )
    japan, ussr = power_index(game, "japan"), power_index(game, "ussr")
    while tuple(game.waiting) != ("japan",):
        play(game, next(iter(game.waiting)), "propose-no-pact")
    offered: Any = game.offers("japan")["propose-pact"]
    assert set(offered.domain) == {"commonwealth", "france", "usa", "ussr"}, "not China, which it fights"
    play(game, "japan", "propose-pact", "ussr")
    both = (("give resources", 1), ("take resources", 2))
    assert refusal(game, "japan", "say-terms", both) == "gives-and-gets-the-same"
    play(game, "japan", "say-terms", (("give build points", 1), ("take resources", 2)))
    assert (tuple(game.waiting), prompt(game)) == (("ussr",), "answer-pact")
    events = play(game, "ussr", "accept-pact")
    assert PactMade(power=japan, target_power=ussr) in events
    assert PactTradeAgreed(power=ussr, recipient=japan, resources=2, points=0) in events
    terms = {Promise(japan, ussr, points=1), Promise(ussr, japan, 2)}
    assert terms <= {*trade_agreements(game)}
    again: Any = game.offers("japan")["propose-pact"]
    assert "ussr" not in again.domain, "it is new"
    play(game, "japan", "propose-pact", "usa")
    play(game, "japan", "say-terms", ())
    assert PactDeclined(power=power_index(game, "usa"), target_power=japan) in play(game, "usa", "decline-pact")
    game.set(PACT_TRADE, ((power_index(game, "germany"), ussr, 0, 1),))
    game.forget()
    german = [
        one for one in trade_agreements(game) if (one.giver, one.recipient) == (power_index(game, "germany"), ussr)
    ]
    assert len(german) == 1, "one promise, with what the chart of trade has them give anyway"
    end_pact(game, ussr, japan)
    game.forget()
    assert not terms & {*trade_agreements(game)}


@pytest.mark.rule("9.2/effect of neutrality pacts")
def test_a_later_pact_does_not_bring_back_what_was_agreed_under_the_first() -> None:
    game = campaign_in("global-war", "neutrality pacts", field(INITIATIVE_SIDE, AXIS), in_turn("Mar/Apr 1941"))
    japan, ussr, germany = (power_index(game, name) for name in ("japan", "ussr", "germany"))
    sign_pact(game, japan, ussr)
    game.set(PACT_TRADE, ((ussr, japan, 2, 0), (germany, ussr, 0, 1)))
    end_pact(game, ussr, japan)
    sign_pact(game, japan, ussr)  # as after a war
    game.forget()
    assert game.state.get(PACT_TRADE) == ((germany, ussr, 0, 1),)
    assert not [one for one in trade_agreements(game) if (one.giver, one.recipient) == (ussr, japan)]
