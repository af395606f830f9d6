"""Which action each power takes where fleets decide: naval, land or combined, by what it would do with each.

A naval action moves every fleet but lands nobody, a land action lands everybody but moves no fleet, and a combined action
does a little of both. What the fleets would do is looked up in a rehearsal: a copy of the game in which the naval action
has been chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from worldfire.engine.game import Game
from worldfire.engine.shapes import Assign, Nothing
from worldfire.forces.things import aboard, at_sea, things_at
from worldfire.forces.turn import power_name
from worldfire.forces.who import power_of
from worldfire.players.cadet import home
from worldfire.players.cadet.asking import Action, Offered, Question
from worldfire.players.cadet.fleets import Logbook, list_of_moves
from worldfire.players.cadet.landings import may_invade_from, merit_alone, worth_landing
from worldfire.players.cadet.marching import March, plan_now
from worldfire.players.cadet.picture import is_world_war, look
from worldfire.players.cadet.seascape import OF_A_POINT, Seascape, is_ready, is_war_at_sea, own_power, section_of
from worldfire.rules.s10_actions import limit
from worldfire.rules.s11_04_voyages import Voyages
from worldfire.rules.s11_12_debarking import is_land_cargo
from worldfire.rules.s11_13_invasions import LOWEST_SECTION
from worldfire.titles import judgement_of, war_plan_of

NAVAL, LAND, COMBINED = "naval", "land", "combined"
#: verbs that do nothing, with which a rehearsal comes to the naval moves
IDLE = ("done", "pass", "hold-back", "decline")
#: steps after which a rehearsal is given up
LONG = 60
#: the air missions of a combined action are worth a little, and in a world war the march of each unit
OF_THE_AIR, OF_A_MARCH = 0.05, 0.03
#: and so is each corps that goes ashore
OF_A_CORPS = 0.3


@dataclass
class Wishes:
    """What a power would do this impulse, each with what it promises in points, the best first."""

    voyages: list[float]
    #: those whose troops land in another impulse, unless the action is a combined one
    expeditions: list[float]
    landings: list[float]
    attacks: list[float]
    #: what the march of the others is worth, who would get nearer to the front or take what nobody defends
    march: float = 0.0
    #: and what those are worth who wait off a friendly coast to debark
    ashore: float = 0.0


def choose_actions(question: Question) -> Action:
    """For each power the action that promises most."""
    if not is_war_at_sea(question.game) and not is_world_war(question.game):
        return home.choose_actions(question)
    shape = question.shape("choose-actions", Assign)
    wishes = wishes_of(question)
    combined = _rehearsal(question, COMBINED)
    noun = []
    for choices in shape.items:
        power = next(power for power in question.powers if power_name(question.game, power) == choices.item)
        able = [action for action in (COMBINED, NAVAL, LAND) if action in choices.to]
        promises = {action: _promise(question, wishes[power], action, combined, power) for action in able}
        noun.append((choices.item, max(able, key=promises.__getitem__) if able else choices.to[0]))
    return "choose-actions", tuple(noun)


def _promise(question: Question, wishes: Wishes, action: str, combined: Game, power: int) -> float:
    """What the power can do of all this with the action."""
    if action == LAND:
        haste = war_plan_of(question.game).haste(question.game, power_name(question.game, power))
        return sum(wishes.landings) + haste * (sum(wishes.attacks) + wishes.march) + wishes.ashore
    if action == NAVAL:
        later = look(question.game, question.side, question.powers).another_impulse
        return sum(wishes.voyages) + later * sum(wishes.expeditions)
    sailing = sorted([*wishes.voyages, *wishes.expeditions], reverse=True)[: limit(combined, power, "naval movement")]
    landing = wishes.landings[: limit(combined, power, "invasions")]
    fighting = wishes.attacks[: max(0, limit(combined, power, "land combat") - len(landing))]
    return sum(sailing) + sum(landing) + sum(fighting) + wishes.ashore + OF_THE_AIR


def wishes_of(question: Question) -> dict[int, Wishes]:
    """By power."""
    found = {power: Wishes([], [], [], []) for power in question.powers}
    for power, merit, lands in _voyages(question):
        (found[power].expeditions if lands else found[power].voyages).append(merit)
    for power, merit in _landings(question):
        found[power].landings.append(merit)
    for power, _ in _waiting_to_debark(question):
        found[power].ashore += OF_A_CORPS
    march = plan_now(question)
    for power, merit in _attacks(question, march):
        found[power].attacks.append(merit)
    for unit, place in march.orders if is_world_war(question.game) else ():
        if march.picture.place(unit) != place:
            taken = march.picture.stake(place) if march.picture.enemy_holds(place) else 0.0
            found[power_of(question.game, unit)].march += OF_A_MARCH + taken / OF_A_POINT
    for wishes in found.values():
        for each in (wishes.voyages, wishes.expeditions, wishes.landings, wishes.attacks):
            each.sort(reverse=True)
    return found


def _voyages(question: Question) -> Iterator[tuple[int, float, bool]]:
    """(power, what it promises, whether somebody is to land) of the voyages that a naval action would allow."""
    shape, thought = _voyages_on_offer(question)
    if shape is None:
        return
    book = Logbook(list_of_moves(thought, shape))
    if is_world_war(question.game):
        question.note("voyages", book)  # they sail as they were thought of
    for move in book.voyages:
        yield own_power(question.game, move.items[0]), move.merit, move.lands


def _voyages_on_offer(question: Question) -> tuple[Voyages | None, Question]:
    """The naval moves that a naval action would offer, and the question with which it does."""
    game = _rehearsal(question, NAVAL)
    for _ in range(LONG):
        if game.over or game.decision is None:
            break
        seat = next(iter(game.waiting))
        offers = Offered(game, seat)
        if seat == question.seat and game.decision.prompt == "naval-movement":
            shape = offers.get("sail")
            thought = replace(question, game=game, prompt=game.decision.prompt, offers=offers)
            return (shape if isinstance(shape, Voyages) else None), thought
        idle = _idle_verb(offers)
        if game.decision.prompt == "choose-actions":
            game.submit(seat, *home.choose_actions(replace(question, game=game, seat=seat, offers=offers)))
        elif idle is not None:
            game.submit(seat, idle)
        else:
            break
    return None, question


def _idle_verb(offers: Offered) -> str | None:
    """One that does nothing, or failing that asks for nothing: a question of the title's own is declined so."""
    known = next((verb for verb in IDLE if verb in offers), None)
    return known or next((verb for verb, shape in offers.items() if isinstance(shape, Nothing)), None)


def _rehearsal(question: Question, action: str) -> Game:
    """A copy of the game in which all powers of the seat have chosen this action."""
    shape = question.shape("choose-actions", Assign)
    assert isinstance(question.game, Game)
    game = question.game.fork()
    chosen = tuple((choices.item, action if action in choices.to else choices.to[0]) for choices in shape.items)
    game.submit(question.seat, "choose-actions", chosen)
    return game


def _landings(question: Question) -> Iterator[tuple[int, float]]:
    """(power, what it promises) of the units that are off an enemy coast."""
    game, seascape = question.game, Seascape(question.game, question.side, question.powers)
    for ship, _ in at_sea(game):
        for unit in things_at(game, aboard(ship)):
            ready = is_ready(game, unit) and is_ready(game, ship) and power_of(game, unit) in question.powers
            if ready and may_invade_from(game, unit, ship) and section_of(game, ship) >= LOWEST_SECTION(game):
                merit = merit_alone(seascape, unit, ship)
                if merit >= worth_landing(game):
                    yield power_of(game, unit), merit


def _waiting_to_debark(question: Question) -> Iterator[tuple[int, int]]:
    """(power, unit) of armies that have been ferried to the coast before their front."""
    game = question.game
    if not judgement_of(game).ferries_armies:
        return
    seascape = Seascape(game, question.side, question.powers)
    for ship, sea in at_sea(game):
        ready = [unit for unit in things_at(game, aboard(ship)) if is_ready(game, unit) and is_ready(game, ship)]
        for unit in ready:
            if power_of(game, unit) in question.powers and is_land_cargo(game, unit) and seascape.leads_to_a_front(sea):
                yield power_of(game, unit), unit


def _attacks(question: Question, march: March) -> Iterator[tuple[int, float]]:
    """(power, what it promises) of the attacks on land that the army would make."""
    for attack in march.attacks:
        powers = {power_of(question.game, unit) for unit, _ in attack.positions}
        if len(powers) == 1 and powers <= set(question.powers):
            yield powers.pop(), attack.prospect.value / OF_A_POINT
