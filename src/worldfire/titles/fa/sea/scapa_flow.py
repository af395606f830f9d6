"""fa:11.3.5.6 Scapa Flow: the Grand Fleet puts to sea in the middle of a German move, before the die of an interception.

It needs a unit that could attempt the interception anyway, and more than two German ships: in the task force, or together with
those that have already slipped by in the same sea area in this step.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.changes import Annex, Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Decision, Goto, Verb, one, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.in_turn import STAY, ordered
from worldfire.forces.kinds import SeaArea, SeaAreaId
from worldfire.forces.things import FACE_DOWN, counter_of, place_index, things_at
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import NOBODY, power_named, power_of
from worldfire.rules.s02_1_sea_areas import search_number, section_at
from worldfire.rules.s02_4_supply_limits import sections
from worldfire.rules.s11_04_2_sailing import Hand, after_a_step, setting_out
from worldfire.rules.s11_04_6_interception import (
    INTERCEPT,
    INTERCEPT_AGAIN,
    can_be_turned,
    has_turned_one,
    try_to_intercept,
)
from worldfire.rules.s11_04_naval_movement import NAVAL_MOVEMENT, VOYAGE
from worldfire.rules.s11_04_naval_units import Sailor, is_submarine, power_of_sailor, put_sailor, units_of_sailor
from worldfire.rules.s11_04_under_way import FAILED, INTERCEPTION, UNOPPOSED, Interception, Voyage
from worldfire.tables.counters import NavalType
from worldfire.titles.fa.lists import Listed

PORT = "Scapa Flow"
WATCHED_SEAS = Listed("seas that Scapa Flow watches", "fa:11.3.5.6")
HUNTER, HUNTED = "commonwealth", "germany"

SHIPS_LET_BY = Figure("German ships that Scapa Flow lets by", "fa:11.3.5.6")


class SlippedBy(msgspec.Struct):
    """(sea area, German ships that have gone through it in this step without being intercepted)."""

    ships: tuple[tuple[str, int], ...] = ()


class Sortie(msgspec.Struct):
    """Who has put to sea out of Scapa Flow and must now intercept."""

    by: str = ""


class ScapaFlowSails(Event, frozen=True):
    ships: tuple[ThingId, ...]
    place: SeaAreaId


# --------------------------------------------------------------------------------------------------- who has slipped by


def _german_ships(game: Position, hands: tuple[Hand, ...]) -> int:
    """Of a German task force that can be intercepted; none of anybody else's, and no submarines."""
    german, sailors = power_named(game, HUNTED), [hand.sailor for hand in hands]
    if all(power_of_sailor(game, sailor) != german for sailor in sailors):
        return 0
    return sum(units_of_sailor(game, sailor) for sailor in sailors if not is_submarine(game, sailor))


@step("fa:11.3.5.6")
def note_who_slips_by(game: Game, voyage: Voyage) -> Control:
    """For the sake of the running count; what came of the attempt is for the next step."""
    outcome, section = game.result
    slipped = game.find_annex(SlippedBy)
    if slipped is not None and outcome in (UNOPPOSED, FAILED) and not voyage.homeward:
        for sea in WATCHED_SEAS(game):
            if section == section_at(game, sea, 0):
                number = _slipped(slipped, sea) + _german_ships(game, voyage.hands)
                slipped.ships = (*(pair for pair in slipped.ships if pair[0] != sea), (sea, number))
    return Goto("after_interception")


def _slipped(slipped: SlippedBy, sea: str) -> int:
    return dict(slipped.ships).get(sea, 0)


# ------------------------------------------------------------------------------------------------------------- the sortie


@rule("fa:11.3.5.6")
def sortie_violation(game: Position, attempt: Interception, seat: str) -> Violation | None:
    """Why nobody puts to sea out of Scapa Flow against this task force."""
    hunter, slipped = power_named(game, HUNTER), game.find_annex(SlippedBy)
    if hunter == NOBODY or seat_of_power(game, hunter) != seat or attempt.sea not in WATCHED_SEAS(game):
        return refused("fa:11.3.5.6", "scapa-flow-does-not-watch", sea=attempt.sea)
    if attempt.homeward or slipped is None:
        return refused("fa:11.3.5.6", "scapa-flow-lets-them-home")
    ships = _german_ships(game, attempt.hands)
    if not ships or ships + _slipped(slipped, attempt.sea) <= SHIPS_LET_BY(game):
        return refused("fa:11.3.5.6", "scapa-flow-lets-them-by")
    if not can_be_turned(game, attempt, seat) and not has_turned_one(game, attempt, seat):
        return refused("fa:11.3.5.6", "scapa-flow-sees-nobody")
    return None


@rule("fa:11.3.5.6")
def ready_at_scapa_flow(game: Position, sea: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Face-up surface combat ships there, each with the sections that it can patrol after entering the sea area."""
    port, hunter = place_index(game, PORT), power_named(game, HUNTER)
    for ship in things_at(game, port):
        fights = counter_of(game, ship).type is NavalType.SCS and power_of(game, ship) == hunter
        if not fights or game.state[FACE_DOWN][ship]:
            continue
        hand = after_a_step(game, setting_out(game, Sailor(ship), port))
        if hand is not None:
            yield ship, tuple(place for place in sections(game, sea) if search_number(game, place) <= hand.movement)


def _sorties(game: Position, attempt: Interception, seat: str) -> Shape | Violation:
    found = sortie_violation(game, attempt, seat)
    if found is not None:
        return found
    ships = tuple(Choices(ship, (STAY, *places)) for ship, places in ready_at_scapa_flow(game, attempt.sea))
    return Orders(ships, most=len(ships)) if ships else refused("fa:11.3.5.6", "scapa-flow-is-empty")


def _somebody_sails(game: Position, attempt: Interception, seat: str, noun: Noun) -> Violation | None:
    return None if ordered(noun) else refused("fa:11.3.5.6", "scapa-flow-is-empty")


def _sail(game: Game, attempt: Interception, seat: str, noun: Noun) -> Control:
    port = place_index(game, PORT)
    for ship, section in ordered(noun):
        put_sailor(game, Sailor(ship), port, section)
    ships = tuple(ship for ship, _ in ordered(noun))
    game.say(ScapaFlowSails(ships=ships, place=section_at(game, attempt.sea, 0)))
    game.annex(Sortie).by = seat
    return Goto("scapa_flow_intercepts")


SAIL_FROM_SCAPA_FLOW = Verb(
    "sail-from-scapa-flow", "fa:11.3.5.6", _sail, _sorties, _somebody_sails, items=Thing, to=Place
)


@step("11.4.6", INTERCEPT, INTERCEPT_AGAIN, SAIL_FROM_SCAPA_FLOW, also=("fa:11.3.5.6",))
def try_to_intercept_with_scapa_flow(game: Game, attempt: Interception) -> Control:
    asked = try_to_intercept.run(game, attempt)
    if not isinstance(asked, Decision) or attempt.sea not in WATCHED_SEAS(game):
        return asked
    return msgspec.structs.replace(asked, verbs=(*asked.verbs, SAIL_FROM_SCAPA_FLOW))


@step("fa:11.3.5.6", INTERCEPT, INTERCEPT_AGAIN)
def scapa_flow_intercepts(game: Game, attempt: Interception) -> Control:
    """Whoever has brought ships out has announced the attempt: now a unit is turned, any of those there."""
    place = SeaArea(section_at(game, attempt.sea, 0))
    return one(game.annex(Sortie).by, INTERCEPT, INTERCEPT_AGAIN, rule="11.4.6", prompt="intercept", place=place)


MODULE = Module(
    changes=(
        Annex(NAVAL_MOVEMENT.name, SlippedBy),
        Insert(VOYAGE.name, note_who_slips_by, before="after_interception"),
        Annex(INTERCEPTION, Sortie),
        Instead(INTERCEPTION, "try_to_intercept", try_to_intercept_with_scapa_flow),
        Insert(INTERCEPTION, scapa_flow_intercepts, before="commit_submarines"),
    ),
)
