"""Minor countries on the page of politics (19.6 to 19.8): whom each would follow, on which condition, and who claims what."""

from __future__ import annotations

from typing import Literal

from worldfire.engine.position import Position
from worldfire.forces.nations import Claim, nations_of
from worldfire.forces.turn import power_name, powers_of_side, side_name
from worldfire.forces.who import COUNTRY_NAMES, NOBODY, SIDE, SIDE_NAMES, country_named, power_named
from worldfire.titles.politics import ClaimShown, Joining
from worldfire.titles.wif.nations.borders import answer_to
from worldfire.titles.wif.nations.joining import AXIS, CORPS_BESIDE, TABLE
from worldfire.titles.wif.nations.joining import Joining as Row
from worldfire.titles.wif.nations.minors import is_neutral, plays
from worldfire.words import say


def joining(game: Position, country: int) -> list[Joining]:
    """The rows of the table that speak of the country while it is neutral."""
    name = game.state.get(COUNTRY_NAMES)[country]
    rows = (row for row in TABLE if row.minor == name) if is_neutral(game, country) else ()
    return [_row(game, row, country) for row in rows if _powers(game, row)]


def _row(game: Position, row: Row, country: int) -> Joining:
    powers = _powers(game, row)
    met = [power for power in powers if row.when(game, power, country)]
    return Joining(
        powers=[power_name(game, power) for power in (met or powers)],
        text=say(f"joins-{row.when.__name__.replace('_', '-')}", corps=CORPS_BESIDE(game)),
        met=bool(met),
        rule=_section(game, row, powers[0]),
    )


def _section(game: Position, row: Row, power: int) -> str:
    """Where the USSR has its claims, else the list of the side."""
    if any(row.minor in (claim.loser, claim.claimant) for claim in nations_of(game).claims):
        return "19.6"
    return "19.7" if side_name(game, game.state[SIDE][power]) == AXIS else "19.8"


def _powers(game: Position, row: Row) -> tuple[int, ...]:
    """Powers in play that the row names, one by one or by their side."""
    sides = game.state.get(SIDE_NAMES)
    found: list[int] = []
    for name in row.powers:
        named = powers_of_side(game, sides.index(name)) if name in sides else (power_named(game, name),)
        found += [power for power in named if plays(game, power)]
    return tuple(found)


def claims(game: Position) -> list[ClaimShown]:
    return [_claim(game, claim) for claim in nations_of(game).claims if _is_in_play(game, claim)]


def _is_in_play(game: Position, claim: Claim) -> bool:
    return NOBODY not in (country_named(game, claim.loser), country_named(game, claim.claimant))


def _claim(game: Position, claim: Claim) -> ClaimShown:
    given = answer_to(game, claim.region)
    answer: Literal["", "allowed", "denied"] = "" if given is None else "allowed" if given else "denied"
    return ClaimShown(claim.region, claim.claimant, claim.loser, answer, "19.6")
