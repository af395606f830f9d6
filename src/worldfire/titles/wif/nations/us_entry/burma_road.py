"""13.3.3, US entry action 6: Japan closes the Burma Road by pressure; 13.3.2 what may travel on it (options 9 and 24).

Before option 9 only China's own goods use it, and while it is closed those of nobody who is at peace with Japan. The same
holds for the way through French Indo-China.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb
from worldfire.engine.shapes import NOTHING, Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import COUNTRY_NAMES, HOME_COUNTRY, NOBODY, SIDE, power_named
from worldfire.rules.s03_sequence import PLAY
from worldfire.rules.s13_06_1_routes import WAY_CLOSED
from worldfire.titles.wif.nations.us_entry.conditions import BURMA_ROAD_CLOSED
from worldfire.titles.wif.nations.us_entry.deeds import CHINA, JAPAN, notice_deed
from worldfire.titles.wif.nations.us_entry.options import is_chosen
from worldfire.titles.wif.nations.us_entry.pools import is_entering
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE

_CLOSING = "close the Burma Road"
_RESOURCES_TO_CHINA = 9
_ROAD = ("burma", "french-indo-china")


class BurmaRoadClosed(Event, frozen=True):
    """Japan has closed the Burma Road by pressure."""


@rule("13.3.3")
def _may_close(game: Position, nothing: None, seat: str) -> Shape | Violation:
    """In any step; who is at war with Japan does not care."""
    japan = power_named(game, JAPAN)
    if not is_entering(game) or japan == NOBODY or game.state[SIDE][japan] == NOBODY:
        return refused("13.3.3", "only-japan-closes-the-road")
    if seat_of_power(game, japan) != seat:
        return refused("13.3.3", "only-japan-closes-the-road")
    return refused("13.3.3", "road-is-closed") if game.state.get(BURMA_ROAD_CLOSED) else NOTHING


def _close(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    game.set(BURMA_ROAD_CLOSED, True)
    game.say(BurmaRoadClosed())
    return notice_deed(game, _CLOSING, power_named(game, JAPAN))


CLOSE_ROAD = Announcement(Verb("close-burma-road", "13.3.3", _close, _may_close), PLAY)


@rule("13.3.2", "13.3.3", "13.3.3 action 6")
def is_road_open_to(game: Position, power: int) -> bool:
    """May the power's goods for China travel on it?"""
    if not game.state.get(US_ENTRY_IN_USE) or power_name(game, power) == CHINA:
        return True
    japan = power_named(game, JAPAN)
    if japan != NOBODY and at_war(game, power, japan):
        return True
    return is_chosen(game, _RESOURCES_TO_CHINA) and not game.state.get(BURMA_ROAD_CLOSED)


@rule("13.3.2", "13.3.3")
def is_shut_to_goods(game: Position, power: int, recipient: int, place: int) -> bool:
    """Burma and Indo-China, for goods of others that go to China."""
    if not game.state.get(US_ENTRY_IN_USE) or power_name(game, recipient) != CHINA or power == recipient:
        return False
    home = game.state[HOME_COUNTRY][place]
    return home != NOBODY and game.state.get(COUNTRY_NAMES)[home] in _ROAD and not is_road_open_to(game, power)


CHANGES = (WAY_CLOSED.attach(is_shut_to_goods),)
