"""Standing orders: what a seat's owner has said in advance about the choices that come up in the opponent's impulse.

They are small players: each looks at the open decision and answers it, or leaves it to the owner by saying nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun, Send
from worldfire.forces.flights import flying_to, of_side
from worldfire.forces.participants import participant
from worldfire.forces.things import things_at
from worldfire.forces.turn import other_side
from worldfire.forces.who import side_of
from worldfire.rules import s11_04_6_interception as interception
from worldfire.rules import s11_05_3_naval_air_interception as naval_air
from worldfire.rules import s11_05_naval_combat as naval_combat
from worldfire.rules.s14_2_missions import STAY, Mission, Wave, potential_targets, read_sortie

Action = tuple[str, Noun]

#: answers that send nobody, accept what fell, or go on with what is being done
HOLD_BACK: Action = ("hold-back", None)

#: the words with which submarines are committed or kept out: in an interception, in a naval combat
SUBMARINES = (
    {"commit": interception.COMMIT_SUBMARINES.name, "hold": interception.HOLD_SUBMARINES.name},
    {"commit": naval_combat.COMMIT_SUBMARINES.name, "hold": naval_combat.HOLD_SUBMARINES.name},
)


class Orders(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to do without asking; "ask" leaves the choice to the owner."""

    #: combat air patrol, before the enemy says where he flies
    patrol: Literal["ask", "never", "always"] = "ask"
    interception: Literal["ask", "never", "always", "at-odds"] = "ask"
    #: with "at-odds": our air-to-air strength for each ten of the enemy's that is enough
    odds_in_tenths: int = 10
    #: aircraft that support a defence
    ground_support: Literal["ask", "never"] = "ask"
    #: a second look at the dice of the initiative
    re_roll: Literal["ask", "never"] = "ask"
    #: windows for reactions: "mine" opens those only that concern units of the seat
    reactions: Literal["always", "mine", "never"] = "always"
    #: at sea: when to be asked whether to intercept, and whether to fly aircraft in; "areas": in `sea_areas` only
    sea_interception: Literal["always", "areas", "never"] = "always"
    naval_air: Literal["always", "mine", "areas", "never"] = "always"
    sea_areas: tuple[str, ...] = ()
    #: whether submarines take part in an interception and in a naval combat
    submarines: Literal["ask", "commit", "hold"] = "ask"


#: the windows that the rules can open → what orders say of them
WATCHES: dict[str, Callable[[Orders], str]] = {
    "bounce": lambda orders: orders.reactions,
    interception.WATCH: lambda orders: orders.sea_interception,
    naval_air.WATCH: lambda orders: orders.naval_air,
}

NONE = Orders()


def wishes(orders: Orders) -> dict[str, str | tuple[str, ...]]:
    """Kind of window → when the seat wants it to open, as the kernel is told."""
    words = {kind: word(orders) for kind, word in WATCHES.items()}
    return {kind: orders.sea_areas if word == "areas" else word for kind, word in words.items()}


def answer(game: Position, seat: str, orders: Orders) -> Action | None:
    """The action that the orders give for what the seat is asked now."""
    decision = game.decision
    if decision is None or orders == NONE or seat not in game.waiting:
        return None
    if decision.prompt == "initiative-re-roll" and orders.re_roll == "never":
        return ("accept-roll", None)
    offers = game.offers(seat)
    for verbs in SUBMARINES:
        if orders.submarines != "ask" and verbs[orders.submarines] in offers:
            return (verbs[orders.submarines], None)
    if "hold-back" not in offers:
        return None
    mission, wave = _mission(game)
    if mission is None or wave is None or wave.side == mission.side:
        return None  # one's own missions are never flown by order
    if wave.part == "patrols":
        return _by_word(game, seat, orders.patrol, patrol)
    if mission.kind == "ground support" and orders.ground_support == "never" and orders.interception == "never":
        return HOLD_BACK
    if mission.kind == "ground support" and orders.ground_support == "ask":
        return None  # bombers may be sent as well
    if orders.interception == "at-odds":
        return intercept(game, seat, orders.odds_in_tenths)
    return _by_word(game, seat, orders.interception, intercept)


def _by_word(game: Position, seat: str, word: str, send: Any) -> Action | None:
    if word == "ask":
        return None
    return HOLD_BACK if word == "never" else send(game, seat)


def _mission(game: Position) -> tuple[Mission | None, Wave | None]:
    found: list[Any] = [None, None]
    for frame in game.state.frames:
        for at, kind in enumerate((Mission, Wave)):
            if isinstance(frame.locals, kind):
                found[at] = frame.locals
    return found[0], found[1]


def _send(game: Position, seat: str, wanted: dict[int, str]) -> Action:
    """Fly as wanted if the rules allow it, else one aircraft less, down to nobody."""
    shape = game.offers(seat).get("fly")
    if isinstance(shape, Send):
        while wanted:
            noun = tuple((choices.item, wanted.get(int(choices.item), STAY)) for choices in shape.items)
            if not game.why_not("fly", noun, seat):
                return ("fly", noun)
            wanted.popitem()
    return HOLD_BACK


def _sorties(game: Position, seat: str, word: str) -> list[tuple[int, str, int]]:
    """(aircraft, choice, hex) for everything that may be flown under this word, best fighters first."""
    shape = game.offers(seat).get("fly")
    if not isinstance(shape, Send):
        return []
    found = [
        (int(choices.item), str(choice), read_sortie(str(choice))[1])
        for choices in shape.items
        for choice in choices.to
        if choice != STAY and str(choice).startswith(f"{word} ")
    ]
    return sorted(found, key=lambda sortie: (-participant(game, sortie[0]).air_to_air, sortie[0]))


def patrol(game: Position, seat: str) -> Action:
    """A fighter over each hex that may be attacked, those with most of our units first, as far as fighters go."""
    sorties = _sorties(game, seat, "patrol")
    wanted: dict[int, str] = {}
    threatened = potential_targets(game, game.enclosing(Mission)).intersection(place for _, _, place in sorties)
    crowded = sorted(threatened, key=lambda place: (-_own_units(game, sorties, place), place))
    for place in crowded:
        found = next((sortie for sortie in sorties if sortie[2] == place and sortie[0] not in wanted), None)
        if found is not None:
            wanted[found[0]] = found[1]
    return _send(game, seat, wanted)


def _own_units(game: Position, sorties: list[tuple[int, str, int]], place: int) -> int:
    return len(of_side(game, things_at(game, place), side_of(game, sorties[0][0])))


def intercept(game: Position, seat: str, odds_in_tenths: int = 0) -> Action:
    """Against each enemy formation our best fighters, until they are as strong as ordered; where they cannot be, none."""
    sorties = _sorties(game, seat, "intercept")
    wanted: dict[int, str] = {}
    for place in sorted({place for _, _, place in sorties}):
        near = [sortie for sortie in sorties if sortie[2] == place and sortie[0] not in wanted]
        if not near:
            continue
        side = side_of(game, near[0][0])
        enemies = of_side(game, flying_to(game, place), other_side(side))
        needed = odds_in_tenths * max((participant(game, enemy).air_to_air for enemy in enemies), default=0)
        strength = 0
        sent: dict[int, str] = {}
        for thing, choice, _ in near:
            strength = max(strength, 10 * participant(game, thing).air_to_air) + (1 if sent else 0)
            sent[thing] = choice
            if strength >= needed:
                wanted |= sent
                break
    return _send(game, seat, wanted)
