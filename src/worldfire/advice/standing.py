"""What wins the game, how far each side is, and what each should try: the same for everybody who looks."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from worldfire.advice.briefing import PowerCounsel, SideCounsel, briefing
from worldfire.engine.game import Game
from worldfire.forces.situation import CAMPAIGN, TURN
from worldfire.forces.things import board_of
from worldfire.forces.turn import powers_of_side
from worldfire.forces.who import CONTROLLER, NOBODY, POWER_NAMES, SIDE_NAMES, side_of_power
from worldfire.rules.s13_09_victory import (
    CARRIERS_LOST,
    SCORE_NEEDED,
    SCORE_OF_CARRIER,
    SCORE_PLACES,
    SCORE_SIDE,
    SCORE_WORTH,
    score,
    scores,
)
from worldfire.tables.campaign import find_campaign, turn_number
from worldfire.titles import title_of
from worldfire.words import proper, say


class Prize(msgspec.Struct, frozen=True):
    """A hex that counts, and who holds it."""

    hex: str
    name: str
    power: str
    side: str
    #: the points that it is worth
    worth: int = 1


class SideScore(msgspec.Struct, frozen=True):
    """A side's points, and the carriers that it has lost where these count."""

    side: str
    points: int
    carriers_lost: int = 0


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
    powers: tuple[PowerCounsel, ...] = ()
    prizes: tuple[Prize, ...] = ()
    #: in campaigns that have a score of their own
    scores: tuple[SideScore, ...] = ()
    #: points for each carrier that the other side has lost beyond one's own; 0: carriers do not count
    carriers: int = 0


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
    needed, told = game.state.get(SCORE_NEEDED), briefing(campaign)
    common = Standing(
        campaign.name,
        clock,
        turn,
        turns,
        how=told.how or say("campaign-by-objectives"),
        story=told.story,
        first=told.first,
        counsel=told.counsel,
        powers=told.powers,
    )
    if places:
        points, side, held = _counts_more_than_cities(game), sides[game.state.get(SCORE_SIDE)], score(game)
        score_line = say(
            "standing-points" if points else "standing-score", side=proper(side), held=held, needed=needed, clock=clock
        )
        by = say("campaign-by-points" if points else "campaign-by-score", side=proper(side), needed=needed)
        common = replace(
            common,
            headline=score_line,
            side=side,
            held=held,
            needed=needed,
            how=told.how or by,
            prizes=tuple(_prize(game, place) for place in places),
            scores=_scores(game),
            carriers=game.state.get(SCORE_OF_CARRIER),
        )
    elif (tally := title_of(game).politics.tally(game)) is not None:
        side = proper(tally.side)
        common = replace(
            common,
            headline=say("standing-objectives", side=side, held=tally.held, needed=tally.needed, clock=clock),
            side=tally.side,
            needed=tally.needed,
            prizes=tuple(_prize(game, place) for place in tally.places),
        )
    return _of_an_exercise(common) if _is_exercise(game) else common


def _is_exercise(game: Game) -> bool:
    """A scene of the campaign: it ends with its last step, and nobody counts anything."""
    setup = game.header.setup
    return isinstance(setup, dict) and "scene" in setup


def _of_an_exercise(of_campaign: Standing) -> Standing:
    headline = say("standing-exercise", campaign=of_campaign.campaign)
    return replace(of_campaign, headline=headline, how=say("campaign-of-exercise", how=of_campaign.how), first="")


def _scores(game: Game) -> tuple[SideScore, ...]:
    lost = game.state[CARRIERS_LOST]
    return tuple(
        SideScore(name, points, sum(lost[power] for power in powers_of_side(game, side)))
        for side, (name, points) in enumerate(scores(game).items())
    )


def _counts_more_than_cities(game: Game) -> bool:
    """Some places are worth more than one point, or carriers count too."""
    return bool(game.state.get(SCORE_WORTH) or game.state.get(SCORE_OF_CARRIER))


def _prize(game: Game, place: int) -> Prize:
    holder = game.state[CONTROLLER][place]
    here = game.ruleset.tables.ground.places.get(place)
    number = board_of(game).number(place)
    worth = game.state.get(SCORE_WORTH)
    side = side_of_power(game, holder) if holder != NOBODY else NOBODY
    return Prize(
        number,
        here[0].name if here else number,
        "" if holder == NOBODY else game.state.get(POWER_NAMES)[holder],
        "" if side == NOBODY else game.state.get(SIDE_NAMES)[side],
        dict(worth).get(place, 1),
    )
