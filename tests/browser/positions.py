"""Games played to a moment that a test wants, as files to be brought in at the front page."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from drills import begun_ashore
from worldfire.engine.save import dumps
from worldfire.engine.shapes import Order, Shape
from worldfire.forces.turn import IMPULSE
from worldfire.players.table import PLAYERS, seeded_campaign, seeded_secret
from worldfire.titles.campaigns import begin_scene

MOST = 3_000

Wanted = Callable[[Shape], bool]


def anything(shape: Shape) -> bool:
    return True


def can_be_ordered(shape: Shape) -> bool:
    """A line of two or more."""
    return isinstance(shape, Order) and any(len(line) > 1 for line in shape.lines)


@cache
def barbarossa_at(
    seat: str, verb: str, seed: int, player: str = "cadet", wanted: Wanted = anything, ashore: bool = False
) -> bytes:
    """Barbarossa when this seat is first offered this verb. A server takes a game once: each test has its own seed.

    `ashore`: as it goes on if it began without the war at sea.
    """
    game, rng = seeded_campaign("barbarossa", seed, length="campaign"), Random(seed)
    if ashore:
        game = begun_ashore(game)
    for _ in range(MOST):
        if seat in game.waiting and verb in (offers := game.offers(seat)) and wanted(offers[verb]):
            return dumps(game)
        if game.over:
            break
        name, decision = next(iter(game.waiting.items()))
        chosen, noun = PLAYERS[player](game, name, rng)
        game.submit(name, chosen, noun, decision)
    raise AssertionError(f"{seat} is never offered {verb}")


@cache
def global_war_at_war(seed: int) -> bytes:
    """Global War when its first impulse has begun: armies stand, the USA has its markers."""
    game, rng = seeded_campaign("global-war", seed, length="campaign"), Random(seed)
    while not game.state.get(IMPULSE):
        name, decision = next(iter(game.waiting.items()))
        game.submit(name, *PLAYERS["default"](game, name, rng), decision)
    return dumps(game)


def _scene(name: str, **scene: object) -> bytes:
    """Of Global War, under a name of its own: a server takes a game once."""
    whole: dict[str, object] = {"active": "", "units": {}, **scene}
    return dumps(begin_scene("global-war", whole, secret=seeded_secret(name, 1), game_id=name))


_EUROPE_AT_WAR = (("germany", "commonwealth"), ("italy", "commonwealth"), ("japan", "china"))


def us_entry(name: str, options: tuple[int, ...] = (), *later: str) -> bytes:
    """The US entry step of Nov/Dec 1940: markers in both pools, a new one to be put, these options chosen before."""
    due = [("entry", "japan")] * 5 + [("entry", "germany-italy")] * 10 + [("tension", "germany-italy")] * 2
    dealt = {"procedure": "US entry markers", "step": "next_marker_is_dealt", "locals": {"due": due}}
    lanes = {
        f"{sea} 0": 8 for sea in ("East Coast", "North Atlantic", "Canadian Coast", "Faeroes Gap", "Bay of Biscay")
    }
    return _scene(
        name,
        steps=("US entry", *later),
        turn="Nov/Dec 1940",
        wars=_EUROPE_AT_WAR,
        convoys={"commonwealth": lanes},
        recorded={"us_entry_options": options},
        frames=(dealt,),
    )


def paris_has_fallen(name: str) -> bytes:
    """The Vichy declaration of Jul/Aug 1940."""
    west = (("germany", "france"), ("germany", "commonwealth"), ("italy", "france"), ("italy", "commonwealth"))
    return _scene(
        name,
        steps=("Vichy declaration",),
        turn="Jul/Aug 1940",
        wars=west,
        units={"Paris": ("ge-inf-xlv",)},
        control={"germany": ("Paris", "Lille", "Reims", "Metz")},
    )


def peace_talks(name: str) -> bytes:
    """The end of a turn in which Germany and the Commonwealth may talk."""
    return _scene(name, steps=("mutual peace",), turn="Jul/Aug 1940", wars=_EUROPE_AT_WAR)


def great_war(name: str) -> bytes:
    """May/Jun 1915: corps dig in, the Royal Navy sails, France attacks, morale and politics; then Russia may declare war."""
    scene = {
        "steps": ("naval movement", "land combat", "morale", "political actions", "declare war"),
        "active": "allies",
        "turn": "May/Jun 1915",
        "wars": [(one, other) for one in ("germany", "austria-hungary") for other in ("france", "commonwealth")],
        "actions": {"commonwealth": "naval", "france": "land"},
        "units": {
            "Nancy": ("france-inf-ix", "france-inf-xi"),
            "Verdun": ("france-inf-xii",),
            "Metz": ("germany-inf-i",),
            "Strasbourg": ("germany-inf-vi", "germany-inf-viii"),
            "Chatham": ("commonwealth-majestic", "commonwealth-mars"),
        },
        "columns": {
            "things.entrenched": {"germany-inf-i": 1},
            "powers.entrenchments_at_hand": {"france": 2},
            "powers.morale": {"france": 90, "germany": 130},
        },
        "recorded": {"political_points": (8, 9)},
        "frames": ({"procedure": "reinforcements", "step": "corps_entrench"},),
    }
    return dumps(begin_scene("1914", scene, "fa", secret=seeded_secret(name, 1), game_id=name))
