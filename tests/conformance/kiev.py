"""The picture of 11.15.5, west of Kiev."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.positions import give_control, position
from conformance.steps import begin_step, declare
from worldfire.engine.game import Game
from worldfire.forces.things import board_of

GERMANS = ("ge-inf-liv", "ge-mech-viii", "ge-arm-xlvii", "ge-mot-liii")


def kiev(
    throws: Iterable[int] = (), *, weather: str = "fine", begin: bool = True, options: tuple[str, ...] = ()
) -> Game:
    """The picture of 11.15.5, west of Kiev."""
    game = position(
        "global-war",
        units={
            "E2033": ["Rundstedt"],
            "E1933": ["ge-inf-liv", "ge-mech-viii"],
            "E1932": ["ge-arm-xlvii", "ge-mot-liii"],
            "E1832": ["su-mech-1"],
            "E1833": ["su-inf-3"],
            "E1733": ["su-cav-4"],
        },
        wars=[("germany", "ussr")],
        weather=weather,
        options=options,
    )
    board = board_of(game)
    soviet = (number for number in board.hexes_of("USSR") if number[0] == "E" and int(number[3:]) < 38)
    give_control(game, "germany", "country:Poland", *(number for number in soviet if int(number[1:3]) >= 19))
    return begin_step(game, "land combat", "germany", throws=throws) if begin else game


def fight(game: Game, *attackers: str, table: str = "blitzkrieg", by: str = "germany") -> None:
    """Attack E1833 with these and choose the table."""
    declare(game, "germany", E1833=attackers)
    game.submit("germany", "done")
    game.submit(by, "choose-table", table)
