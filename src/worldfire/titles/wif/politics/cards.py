"""What the title's own political choices mean: US entry (13.3, 9.4), Vichy (17), claims on borders (19.6)."""

from __future__ import annotations

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Item
from worldfire.engine.violation import Violation
from worldfire.forces.borders import region_hexes
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of
from worldfire.forces.who import power_named
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.titles.cards import Card, CardWriter, markers_moved
from worldfire.titles.entry_page import FACES
from worldfire.titles.wif.nations.borders import claim_to
from worldfire.titles.wif.nations.claims import SovietClaims
from worldfire.titles.wif.nations.us_entry.moving import Raising
from worldfire.titles.wif.nations.us_entry.noticing import points_of_war
from worldfire.titles.wif.nations.us_entry.options import whose_levels
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, level, markers_in, target_of
from worldfire.titles.wif.nations.us_entry.war import die_reasons, highest_die
from worldfire.titles.wif.nations.vichy.creation import possessions
from worldfire.titles.wif.nations.vichy.standing import region_hexes as unoccupied_hexes
from worldfire.titles.wif.politics.entry import key_of_die, option_shown, percent, target_name
from worldfire.titles.wif.politics.vichy import groups_shown
from worldfire.words import proper, say


def _numbers(game: Position, places: tuple[int, ...]) -> tuple[str, ...]:
    board = board_of(game)
    return tuple(board.number(place) for place in places)


# ------------------------------------------------------------------------------------------------------------- US entry


def notice_of_war(game: Position, power: int, enemy: int) -> str:
    """13.3.3: what the USA makes of a declaration of war."""
    target, points = points_of_war(game, power, enemy)
    if not points:
        return ""
    key = "card-usa-takes" if points > 0 else "card-usa-loses"
    pool = target_name(target) if target else say("card-either-pool")
    return say(key, what=markers_moved(game, abs(points)), target=pool)


def _never_refused(game: Position, why: Violation) -> str:
    """What is on offer has no reason against it."""
    return why.key


def _option(game: Game, seat: str, number: Item | None) -> Card:
    option = int(number or 0)
    shown = option_shown(game, option, _never_refused, own=True)
    held = [
        say("card-level-held", target=target_name(target), level=level(game, ENTRY, target), needed=shown.level)
        for target in whose_levels(game, option)
    ]
    lines = [*held, say("card-tension", points=shown.tension, what=markers_moved(game, shown.tension))]
    if shown.change:
        lines.append(say("card-tension-change", change=shown.change))
    brief = say("card-option-brief", tension=shown.tension, target=shown.target or say("card-all-three"))
    return Card(say(f"us-effect-{option}"), tuple(lines), brief, weighty=True)


def _pool(game: Game, seat: str, target: Item | None) -> Card:
    pool = str(target)
    count, now = markers_in(game, ENTRY, pool), level(game, ENTRY, pool)
    return Card(say("card-entry-pool", count=count, level=now))


def _tension(game: Game, seat: str, points: Item | None) -> Card:
    raising = game.enclosing(Raising)
    text = say("card-tension-printed") if points == raising.points else ""
    return Card(text, (say("card-tension-moves", what=markers_moved(game, int(points or 0))),))


def _attempt(game: Game, seat: str, name: Item | None) -> Card:
    power = power_named(game, str(name))
    target = target_of(game, power)
    highest = highest_die(game, target)
    reasons = (
        say("card-die-reason", die=f"{die:+d}", text=say(f"us-die-{key_of_die(row)}"))
        for row, die in die_reasons(game, target)
    )
    lines = (say("card-attempt-fails"), *reasons)
    chance = percent(highest / len(FACES))
    brief = say("card-attempt-brief", chance=chance)
    return Card(say("card-attempt", chance=chance, highest=highest), lines, brief, weighty=True)


# ---------------------------------------------------------------------------------------------------------------- Vichy


def _install(game: Game, seat: str, nothing: Item | None) -> Card:
    """The south is Vichy's, the rest the installer's; each group rolls."""
    rolls = tuple(
        say("card-vichy-group", group=group.name, chance=percent(1 - (group.chance or 0)))
        for group in groups_shown(game)
    )
    lands = {place for country in possessions(game) for place in hexes_of(game, country)}
    return Card(say("card-install-vichy"), rolls, hexes=_numbers(game, (*unoccupied_hexes(game), *sorted(lands))))


def _plain(key: str) -> CardWriter:
    return lambda game, seat, item: Card(say(key))


# --------------------------------------------------------------------------------------------------------------- claims


def _claim(game: Game, seat: str, region: Item | None) -> Card:
    claim = claim_to(game, str(region))
    country = proper(claim.loser)
    text = say("card-claim", country=country)
    return Card(text, hexes=_numbers(game, region_hexes(ground_of(game), claim.region)), weighty=True)


def _answer(key: str) -> CardWriter:
    def write(game: Game, seat: str, item: Item | None) -> Card:
        region = game.annex(SovietClaims).region
        country = proper(claim_to(game, region).loser)
        return Card(
            say(key, country=country, region=region), hexes=_numbers(game, region_hexes(ground_of(game), region))
        )

    return write


CARDS: dict[str, CardWriter] = {
    "choose-entry-option": _option,
    "no-more-entry-options": _plain("card-no-more-options"),
    "put-entry-marker": _pool,
    "choose-entry-pool": _pool,
    "take-marker-from": _pool,
    "set-tension": _tension,
    "attempt-war": _attempt,
    "attempt-no-war": _plain("card-attempt-nothing"),
    "install-vichy": _install,
    "install-no-vichy": _plain("card-install-nothing"),
    "hand-over-hexes": _plain("card-hand-over"),
    "keep-hexes": _plain("card-keep-hexes"),
    "destroy-french-units": _plain("card-destroy-french"),
    "spare-french-units": _plain("card-spare-french"),
    "collapse-vichy": _plain("card-collapse-vichy"),
    "keep-vichy": _plain("card-keep-vichy"),
    "claim-region": _claim,
    "claim-nothing": _plain("card-claim-nothing"),
    "allow-claim": _answer("card-allow-claim"),
    "deny-claim": _answer("card-deny-claim"),
    "allow-both-claims": _plain("card-allow-both"),
    "deny-both-claims": _plain("card-deny-both"),
}
