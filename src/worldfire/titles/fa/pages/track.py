"""The political track on the page of politics (15.1): flags, what moves them, and what each country grants (15.1.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from worldfire.engine.position import Position
from worldfire.forces.capitals import capital_of
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name, powers_of_side, side_name
from worldfire.forces.who import COUNTRY_NAMES
from worldfire.titles.fa.politics.benefits import PASSAGE, PORTS, RESOURCES, TROOPS, grants
from worldfire.titles.fa.politics.flags import (
    LAST_BOX,
    attempt_number,
    attempts_are_sold,
    box_towards,
    can_be_influenced,
    has_flag,
    is_ally_of,
    threshold,
)
from worldfire.titles.fa.politics.influence import (
    SIDES,
    Influence,
    attempts_in,
    bonus_countries,
    free_attempts,
    price_of_attempts,
)
from worldfire.titles.fa.politics.points import points_of, spender
from worldfire.titles.politics import Benefit, FlagShown, Joining, TrackShown
from worldfire.words import say

_FACES = range(1, 11)
#: so many prices are told at least, whether or not a side can pay them
_PRICES = 5
_ALIGNED = "may be aligned"
#: benefit in the chart → its text
_TEXTS = {
    PORTS: "benefit-ports",
    PASSAGE: "benefit-passage",
    RESOURCES: "benefit-resources",
    TROOPS: "benefit-troops",
    _ALIGNED: "benefit-aligned",
}


def track_shown(game: Position) -> TrackShown | None:
    flags = [_flag(game, country) for country in _flagged(game)]
    if not flags:
        return None
    playing = [side for side in SIDES if powers_of_side(game, side)]
    return TrackShown(
        rule="15.1",
        sides=[side_name(game, side) for side in SIDES],
        boxes=LAST_BOX,
        points={side_name(game, side): points_of(game, side) for side in SIDES},
        spenders={side_name(game, side): power_name(game, spender(game, side)) for side in playing},
        prices=[price_of_attempts(game, number + 1) for number in range(_PRICES)],
        free=free_attempts(game),
        benefits=[Benefit(threshold(game, benefit), say(text)) for benefit, text in _TEXTS.items()],
        flags=flags,
    )


def _flagged(game: Position) -> Iterator[int]:
    return (country for country in range(len(game.state.get(COUNTRY_NAMES))) if has_flag(game, country))


def _flag(game: Position, country: int) -> FlagShown:
    capital = capital_of(game, country)
    joined = next((side_name(game, side) for side in SIDES if is_ally_of(game, country, side)), "")
    boxes = {} if joined else _by_side(game, lambda side: box_towards(game, country, side))
    return FlagShown(
        country=game.state.get(COUNTRY_NAMES)[country],
        hex="" if capital is None else board_of(game).number(capital),
        boxes={side: box for side, box in boxes.items() if box},
        joined=joined,
        open=attempts_are_sold(game, country),
        numbers=_by_side(game, lambda side: attempt_number(game, country, side)),
        bonus={side_name(game, side): _faces(game, country, side) for side in SIDES},
        attempts=_by_side(game, lambda side: _revealed(game, country, side)),
        grants={side_name(game, side): _granted(game, country, side) for side in SIDES},
    )


def _by_side(game: Position, figure: Callable[[int], int]) -> dict[str, int]:
    return {side_name(game, side): figure(side) for side in SIDES}


def _faces(game: Position, country: int, side: int) -> list[int]:
    return [die for die in _FACES if country in bonus_countries(game, side, die)]


def _revealed(game: Position, country: int, side: int) -> int:
    """None before both sides have written down theirs."""
    influence = game.find_enclosing(Influence)
    if influence is None or len(influence.asked) < len(SIDES):
        return 0
    return attempts_in(game, influence, side, country)


def _granted(game: Position, country: int, side: int) -> list[str]:
    benefits = (benefit for benefit in (PORTS, PASSAGE, RESOURCES, TROOPS) if grants(game, country, side, benefit))
    return [say(_TEXTS[benefit]) for benefit in benefits]


def joining(game: Position, country: int) -> list[Joining]:
    """A neutral country follows the side whose part of the track its flag has gone to the end of."""
    if not can_be_influenced(game, country):
        return []
    found = []
    for side in SIDES:
        box = box_towards(game, country, side)
        if box:
            powers = [power_name(game, power) for power in powers_of_side(game, side)]
            text = say("joins-by-flag", box=box, last=LAST_BOX)
            found.append(Joining(powers=powers, text=text, met=box == LAST_BOX, rule="15.1.1"))
    return found
