"""Option 44, bounce combat (14.3.3): whoever should be cleared through may strike instead."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, joint, procedure, step, window
from worldfire.engine.ruleset import Option
from worldfire.engine.seams import AnyOf
from worldfire.engine.shapes import Assign, Choices, Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import ShiftPair
from worldfire.forces.who import seats_of
from worldfire.options.o08_planes_in_flames import is_jet
from worldfire.rules.s14_air_combat import (
    ACTIVE,
    AIR_RESULT,
    INACTIVE,
    AirCombat,
    Exchange,
    Result,
    aircraft,
    combat_values,
    fighters,
    front_rating,
    open_fire,
    other,
    to_the_rear,
)

#: what the result becomes when it is converted: nothing is left to implement
BOUNCED = "bounced"
BOUNCE_BONUS = Figure("added to the air-to-air rating of a bouncing fighter", "14.3.3")

#: may the bouncing side choose any aircraft, whatever the result: (combat, side)
FREE_CHOICE = AnyOf[[AirCombat, int]]("14.3.3 bounce target")


class Bounced(Event, frozen=True):
    """A fighter bounces an opposing aircraft; the values are those of this duel only."""

    bouncer: ThingId
    target: ThingId
    values: ShiftPair


class Bounce(msgspec.Struct):
    """`side` bounces with `bouncer`."""

    side: int
    bouncer: int
    target: int
    #: the target's side sent its front fighter instead (option 8, jets)
    substitute: bool = False


# ------------------------------------------------------------------------------------------- instead of being cleared


@clause("14.3.3", "14.3.3/bounce combat")
def targets(game: Position, combat: AirCombat, result: Result) -> tuple[int, ...]:
    """AC: an opposing fighter if there is one; DC, or no fighters: any opposing aircraft."""
    opposing = fighters(game, combat, result.side)
    free = result.result == "DC" or FREE_CHOICE(game, combat, other(result.side))
    return opposing if opposing and not free else aircraft(game, combat, result.side)


def _bounce_shape(game: Position, result: Result, seat: str) -> Shape | Violation:
    if result.result not in ("AC", "DC"):
        return refused("14.3.3", "bounce-needs-a-clear", result=result.result)
    if game.enclosing(Exchange).duel:
        return refused("14.3.3", "bounce-in-a-bounce")
    combat = game.enclosing(AirCombat)
    own = fighters(game, combat, other(result.side))
    exposed = targets(game, combat, result)
    if not own or not exposed:
        return refused("14.3.3", "bounce-needs-a-fighter")
    return Assign((Choices("with", own), Choices("whom", exposed)))


def _bounce(game: Game, result: Result, seat: str, noun: Noun) -> Control:
    (_, bouncer), (_, target) = noun
    result.result = BOUNCED
    return Call(BOUNCE_COMBAT.name, Bounce(other(result.side), bouncer, target))


def _let_it_stand(game: Game, result: Result, seat: str, noun: Noun) -> Control:
    return None


BOUNCE = Verb("bounce", "14.3.3", _bounce, _bounce_shape, to=Thing)
LET_IT_STAND = Verb("let-it-stand", "14.3.3", _let_it_stand)


@step("14.3.3", BOUNCE, LET_IT_STAND)
def may_bounce(game: Game, result: Result) -> Control:
    """The side that did not roll may fight a bounce combat instead of having a bomber cleared through."""
    combat = game.enclosing(AirCombat)
    seats = seats_of(game, fighters(game, combat, other(result.side)))
    if result.result not in ("AC", "DC") or not seats or game.enclosing(Exchange).duel:
        return None
    if len(seats) > 1:  # 2.7: allies decide together
        return joint(seats, LET_IT_STAND, BOUNCE, rule="14.3.3", prompt="air-bounce", result=result.result)
    return window(
        seats, BOUNCE, rule="14.3.3", prompt="air-bounce", watch="bounce", concerns=seats, result=result.result
    )


# --------------------------------------------------------------------------------------------------- the bounce itself


@step("14.3.3", also=("14.3.3/bounce combat",))
def the_bounce(game: Game, bounce: Bounce) -> Control:
    """One exchange between the two aircraft alone, the bouncing fighter with 1 more."""
    combat = game.enclosing(AirCombat)
    pair = (bounce.bouncer, bounce.target)
    leaders = pair if bounce.side == ACTIVE else (pair[1], pair[0])
    ratings = [10 * front_rating(game, combat, thing) for thing in leaders]
    ratings[bounce.side] += 10 * BOUNCE_BONUS(game)
    values = combat_values(combat, (ratings[ACTIVE], ratings[INACTIVE]))
    game.say(Bounced(bouncer=bounce.bouncer, target=bounce.target, values=values))
    return open_fire(game, combat, values, leaders, duel=True)


@step("14.3.3")
def back_into_line(game: Game, bounce: Bounce) -> Control:
    """The bouncer goes to the rear; if a side has nothing left, the round that was interrupted is over."""
    combat = game.enclosing(AirCombat)
    to_the_rear(combat, bounce.side, bounce.bouncer)
    if bounce.substitute:
        to_the_rear(combat, other(bounce.side), bounce.target)
    if not (aircraft(game, combat, ACTIVE) and aircraft(game, combat, INACTIVE)):
        game.enclosing(Exchange).broken_off = True
    return None


BOUNCE_COMBAT = procedure("bounce combat", "14.3.3", the_bounce, back_into_line, locals=Bounce)


# ---------------------------------------------------------------------------------- with option 8: jets in the bounce


@rule("14.3.3/bounce jets")
def _outclasses(game: Position, combat: AirCombat, side: int) -> bool:
    """Is the side's front fighter a jet, and the opponent's (if any) none?"""
    ours, theirs = fighters(game, combat, side)[:1], fighters(game, combat, other(side))[:1]
    return bool(ours and theirs) and is_jet(game, combat, ours[0]) and not is_jet(game, combat, theirs[0])


def _front_instead(game: Position, bounce: Bounce, seat: str) -> Shape | Violation:
    combat = game.enclosing(AirCombat)
    ours = other(bounce.side)
    if not _outclasses(game, combat, ours) or fighters(game, combat, ours)[0] == bounce.target:
        return refused("14.3.3", "no-jet-in-front")
    return Assign((Choices("with", fighters(game, combat, ours)[:1]),))


def _substitute(game: Game, bounce: Bounce, seat: str, noun: Noun) -> Control:
    bounce.target = noun[0][1]
    bounce.substitute = True
    return None


def _accept(game: Game, bounce: Bounce, seat: str, noun: Noun) -> Control:
    return None


INTERPOSE = Verb("interpose", "14.3.3", _substitute, _front_instead, to=Thing)
ACCEPT_BOUNCE = Verb("accept-bounce", "14.3.3", _accept)


@step("14.3.3", INTERPOSE, ACCEPT_BOUNCE, also=("14.3.3/bounce jets",))
def jet_may_interpose(game: Game, bounce: Bounce) -> Control:
    """Who is bounced may fight with the jet in front instead."""
    combat = game.enclosing(AirCombat)
    if isinstance(_front_instead(game, bounce, ""), Violation):
        return None
    jet = fighters(game, combat, other(bounce.side))[:1]
    return joint(
        seats_of(game, jet), ACCEPT_BOUNCE, INTERPOSE, rule="14.3.3", prompt="air-interpose", unit=Thing(bounce.target)
    )


OPTION = Option(
    "44",
    "Bounce combat",
    procedures=(BOUNCE_COMBAT,),
    changes=(
        Insert(AIR_RESULT.name, may_bounce, before="implement"),
        Insert(BOUNCE_COMBAT.name, jet_may_interpose, before="the_bounce", requires=("8/jets",)),
        FREE_CHOICE.attach(_outclasses, requires=("8/jets",)),
    ),
    seams=(FREE_CHOICE,),
)
