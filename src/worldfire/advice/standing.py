"""What wins the game, how far each side is, and what each should try: the same for everybody who looks."""

from __future__ import annotations

import msgspec

from worldfire.engine.game import Game
from worldfire.forces.situation import CAMPAIGN, TURN
from worldfire.forces.things import board_of
from worldfire.forces.who import CONTROLLER, NOBODY, POWER_NAMES, SIDE_NAMES, side_of_power
from worldfire.rules.s13_09_victory import (
    SCORE_NEEDED,
    SCORE_OF_CARRIER,
    SCORE_PLACES,
    SCORE_SIDE,
    SCORE_WORTH,
    score,
)
from worldfire.tables.campaign import find_campaign, turn_number
from worldfire.words import knows, proper, say


class Prize(msgspec.Struct, frozen=True):
    """A hex that counts, and who holds it."""

    hex: str
    name: str
    power: str
    side: str


class SideCounsel(msgspec.Struct, frozen=True):
    """What a side should try."""

    side: str
    text: str


class Standing(msgspec.Struct, frozen=True):
    """Empty words where a game has no campaign."""

    campaign: str = ""
    #: in one line: Axis 5 of 10 cities, turn 2 of 5
    headline: str = ""
    turn: int = 0
    turns: int = 0
    side: str = ""
    held: int = 0
    needed: int = 0
    #: how the campaign is won, what has happened before it, what comes first
    how: str = ""
    story: str = ""
    first: str = ""
    counsel: tuple[SideCounsel, ...] = ()
    prizes: tuple[Prize, ...] = ()


def standing(game: Game) -> Standing:
    name = game.state.get(CAMPAIGN)
    if not name:
        return Standing()
    campaign = find_campaign(name, game.ruleset.tables.source)
    turn = max(1, game.state.get(TURN) - turn_number(campaign.first_turn.value) + 1)
    turns = campaign.turns.value
    sides = game.state.get(SIDE_NAMES)
    places = game.state.get(SCORE_PLACES)
    clock = say("standing-turn", turn=min(turn, turns), turns=turns)
    counsel = tuple(
        SideCounsel(side, say(f"campaign-{campaign.id}-{side}"))
        for side in sides
        if knows(f"campaign-{campaign.id}-{side}")
    )
    told = {
        part: say(f"campaign-{campaign.id}-{part}", needed=game.state.get(SCORE_NEEDED), turns=turns)
        for part in ("how", "story", "first")
        if knows(f"campaign-{campaign.id}-{part}")
    }
    if not places:
        return Standing(
            campaign.name,
            clock,
            turn,
            turns,
            how=told.get("how", say("campaign-by-objectives")),
            story=told.get("story", ""),
            first=told.get("first", ""),
            counsel=counsel,
        )
    side, held, needed = sides[game.state.get(SCORE_SIDE)], score(game), game.state.get(SCORE_NEEDED)
    by = "campaign-by-points" if _counts_more_than_cities(game) else "campaign-by-score"
    return Standing(
        campaign.name,
        say(
            "standing-points" if _counts_more_than_cities(game) else "standing-score",
            side=proper(side),
            held=held,
            needed=needed,
            clock=clock,
        ),
        turn,
        turns,
        side,
        held,
        needed,
        told.get("how", say(by, side=proper(side), needed=needed)),
        told.get("story", ""),
        told.get("first", ""),
        counsel,
        tuple(_prize(game, place) for place in places),
    )


def _counts_more_than_cities(game: Game) -> bool:
    """Some places are worth more than one point, or carriers count too."""
    return bool(game.state.get(SCORE_WORTH) or game.state.get(SCORE_OF_CARRIER))


def _prize(game: Game, place: int) -> Prize:
    holder = game.state[CONTROLLER][place]
    here = game.ruleset.tables.ground.places.get(place)
    number = board_of(game).number(place)
    side = side_of_power(game, holder) if holder != NOBODY else NOBODY
    return Prize(
        number,
        here[0].name if here else number,
        "" if holder == NOBODY else game.state.get(POWER_NAMES)[holder],
        "" if side == NOBODY else game.state.get(SIDE_NAMES)[side],
    )
