"""15.4 What brings the USA nearer: the Zimmermann telegram, the Lusitania, and the home front mobilised."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Roll, procedure, step
from worldfire.engine.schema import Field
from worldfire.forces.turn import is_active, other_side
from worldfire.forces.who import NOBODY, SIDE, country_named
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.entry.drawing import DRAWING, RETURNING, Drawing, Returning
from worldfire.titles.fa.entry.noticing import notice
from worldfire.titles.fa.entry.options import EMBARGO, GEAR_UP, is_chosen
from worldfire.titles.fa.entry.pools import US_ENTRY, USA, owner_of, seat_of_pool, watches_the_war
from worldfire.titles.fa.politics.events.calling import (
    ENTRY_STEP,
    WAR_STEP,
    PoliticalEvent,
    has_happened,
    is_in_the_campaign,
    mark_as_happened,
)
from worldfire.titles.fa.politics.flags import can_be_influenced, shift
from worldfire.titles.fa.politics.income import us_is_at_war
from worldfire.titles.fa.politics.points import earn, income_of
from worldfire.titles.fa.sea.u_boats import UnrestrictedWarfareDeclared

ZIMMERMANN, LUSITANIA, HOME_FRONT = "zimmermann", "lusitania", "home-front"
GERMANY, MEXICO = "germany", "mexico"
#: highest dice with which the telegram moves Mexico and the USA, the boxes and the markers; the Lusitania's die
_MEXICO_HEARS = Figure("most on the die for Mexico to hear of the telegram", "fa:15.4")
_USA_HEARS = Figure("most on the die for the USA to hear of the telegram", "fa:15.4")
_MEXICAN_BOXES = Figure("boxes that the telegram moves Mexico", "fa:15.4")
_MARKERS = Figure("entry markers for the telegram", "fa:15.4")
_SUNK = Figure("most on the die for the Lusitania to be sunk", "fa:15.4")
#: 15.4: everybody's offensive points are worth more from now on
HOME_FRONT_MOBILISED: Field[bool] = Field("home_front_mobilised", False)


# -------------------------------------------------------------------------------------------------- the Zimmermann telegram


class Telegram(msgspec.Struct):
    """Nothing is remembered but the dice."""


@rule("fa:15.4")
def telegram_can_be_sent(game: Position, power: int) -> bool:
    """After the embargo, while the USA is neutral; either of the two may set it off in a German step."""
    return is_chosen(game, EMBARGO) and watches_the_war(game, USA)


def _send(game: Game, power: int) -> Control:
    return Call(TELEGRAM.name, Telegram())


@step("fa:15.4")
def roll_for_the_telegram(game: Game, telegram: Telegram) -> Control:
    return Roll("Zimmermann telegram", seat_of_pool(game, US_ENTRY))


@step("fa:15.4")
def telegram_is_read(game: Game, telegram: Telegram) -> Control:
    """On 1 to 5 Mexico listens, on 1 to 7 the USA does."""
    mexico = country_named(game, MEXICO)
    if game.total <= _MEXICO_HEARS(game) and mexico != NOBODY and can_be_influenced(game, mexico):
        shift(game, mexico, central_side(game), _MEXICAN_BOXES(game))
    return Call(DRAWING.name, Drawing(((US_ENTRY, _MARKERS(game)),))) if game.total <= _USA_HEARS(game) else End()


TELEGRAM = procedure("Zimmermann telegram", "fa:15.4", roll_for_the_telegram, telegram_is_read, locals=Telegram)
ZIMMERMANN_EVENT = PoliticalEvent(ZIMMERMANN, WAR_STEP, (GERMANY, USA), telegram_can_be_sent, _send, step_of=GERMANY)


# ------------------------------------------------------------------------------- unrestricted U-boats and the Lusitania


class Sinking(msgspec.Struct):
    """The U-boat war has been declared by this power."""

    power: int


@rule("fa:13.2.3.1", "fa:15.4")
def u_boats_are_noticed(game: Game, event: UnrestrictedWarfareDeclared) -> Call:
    """The Allies gain points, more if the USA is at war; the USA rolls; once in the game the Lusitania may be sunk."""
    row = "unrestricted U-boats, USA at war" if us_is_at_war(game) else "unrestricted U-boats, USA neutral"
    earn(game, other_side(game.state[SIDE][event.power]), income_of(game, row))
    return Call(SINKING.name, Sinking(event.power))


@step("fa:13.2.3.1")
def usa_hears_of_u_boats(game: Game, sinking: Sinking) -> Control:
    return notice(game, "27")


@step("fa:15.4")
def roll_for_the_lusitania(game: Game, sinking: Sinking) -> Control:
    """The first declaration is the event; whatever the die says, there is no other."""
    if has_happened(game, LUSITANIA) or not is_in_the_campaign(game, LUSITANIA):
        return End()
    mark_as_happened(game, LUSITANIA, sinking.power)
    return Roll("Lusitania", seat_of_pool(game, US_ENTRY))


@step("fa:15.4")
def is_the_lusitania_sunk(game: Game, sinking: Sinking) -> Control:
    if game.total > _SUNK(game):
        return End()
    return Call(DRAWING.name, Drawing(((US_ENTRY, 1),)))


SINKING = procedure(
    "Lusitania",
    "fa:15.4",
    usa_hears_of_u_boats,
    roll_for_the_lusitania,
    is_the_lusitania_sunk,
    locals=Sinking,
)


# ---------------------------------------------------------------------------------------------- home front mobilisation


@rule("fa:15.4")
def home_front_can_be_mobilised(game: Position, power: int) -> bool:
    """By either side once the USA has geared up, even if it is at war."""
    return is_chosen(game, GEAR_UP) and is_active(game, power)


@rule("fa:15.4")
def mobilise(game: Game, power: int) -> Control:
    """The other side gains political points; the USA takes it ill of the one side and well of the other."""
    game.set(HOME_FRONT_MOBILISED, True)
    side = game.state[SIDE][power]
    earn(game, other_side(side), income_of(game, "home front mobilisation"))
    if not watches_the_war(game, USA):
        return None
    if side == game.state[SIDE][owner_of(game, US_ENTRY)]:
        return Call(RETURNING.name, Returning(((US_ENTRY, 1),)))
    return Call(DRAWING.name, Drawing(((US_ENTRY, 1),)))


HOME_FRONT_EVENT = PoliticalEvent(
    HOME_FRONT,
    ENTRY_STEP,
    (GERMANY, "austria-hungary", "commonwealth", "france", "russia", USA),
    home_front_can_be_mobilised,
    mobilise,
)
