"""At home and between the impulses: set-up, reinforcements, initiative, allies, partisans, and what is scrapped."""

from __future__ import annotations

from worldfire.advice.placement import propose_set_up
from worldfire.advice.production import propose_resources
from worldfire.engine.shapes import Allot, Assign, One, Set
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import board_of, counter_of
from worldfire.forces.turn import side_name
from worldfire.forces.who import COUNTRY_NAMES, HOME_COUNTRY
from worldfire.players.cadet.asking import Action, Puzzled, Question
from worldfire.players.cadet.bases import base_merit
from worldfire.players.cadet.picture import HEADQUARTERS, Picture, is_world_war, look
from worldfire.players.cadet.seascape import Seascape
from worldfire.tables.campaign import turn_number
from worldfire.tables.counters import AirCounter, LandCounter
from worldfire.titles import judgement_of, war_plan_of

#: behind the front: an HQ, any other land unit
HQ_BEHIND, TROOPS_BEHIND = 3, 2


def set_up(question: Question) -> Action:
    return propose_set_up(question.game, question.seat)


def set_up_minor(question: Question) -> Action:
    """Troops along the border with the enemy, two to a hex at most; HQ, aircraft and ships behind them."""
    shape = question.shape("set-up-minor", Allot)
    picture = look(question.game, question.side, question.powers)
    border = picture.border
    room = {int(room.choice): room.most for room in shape.rooms}
    homes = question.game.state[HOME_COUNTRY]
    found: dict[int, int] = {}
    taken: dict[int, int] = {}
    for choices in shape.items:
        unit, counter = int(choices.item), counter_of(question.game, int(choices.item))
        free = [int(place) for place in choices.to if room.get(int(place), 1) > 0]
        free = [place for place in free if homes[place] == question.args["country"]] or free  # 19.4.1: half at least
        behind = 1 if isinstance(counter, LandCounter) and counter.type not in HEADQUARTERS else 2
        best = min(
            free,
            key=lambda place: (
                abs(min(border.get(place, 9.0), 9.0) - behind) + 1.5 * taken.get(place, 0),
                -picture.stake(place),
                place,
            ),
        )
        found[unit] = best
        taken[best] = taken.get(best, 0) + 1
        if best in room:
            room[best] -= 1
    noun = tuple((int(choices.item), found[int(choices.item)]) for choices in shape.items)
    if question.is_legal("set-up-minor", noun):
        return "set-up-minor", noun
    return "set-up-minor", shape.sample(question.rng)


def place_unit(question: Question) -> Action:
    """Reinforcements appear where they are wanted: cities under threat first, else as near the front as is safe."""
    shape = question.shape("place-unit", One)
    unit = int(question.args["unit"])
    picture = look(question.game, question.side, question.powers)
    places = [int(place) for place in shape.domain]
    counter = counter_of(question.game, unit)
    if isinstance(counter, AirCounter):
        return "place-unit", max(places, key=lambda place: (base_merit(picture, unit, place), -place))
    if isinstance(counter, LandCounter):
        behind = HQ_BEHIND if counter.type in HEADQUARTERS else TROOPS_BEHIND
        if picture.powers and all(picture.front_distance(place) >= picture.horizon for place in places):
            return "place-unit", _waiting_place(question, places)
        return "place-unit", max(places, key=lambda place: (_arrival_merit(picture, place, behind), -place))
    return "place-unit", max(places, key=lambda place: (picture.enemy_distance(place), -place))


def _waiting_place(question: Question, places: list[int]) -> int:
    """A port from which the way to a front overseas is short, or to whatever may be landed on."""
    ports, seascape = ground_of(question.game).ports, Seascape(question.game, question.side, question.powers)
    ferries = judgement_of(question.game).ferries_armies

    def merit(place: int) -> float:
        return -seascape.quay(place) if ferries else seascape.staging(place)

    return max(places, key=lambda place: (place in ports, merit(place), -place))


def _arrival_merit(picture: Picture, place: int, behind: int) -> float:
    enemy = min(picture.front_distance(place), max(40, picture.horizon))
    guarded = len(picture.own.get(place, ()))
    threatened = picture.stake(place) if enemy <= 3 and guarded == 0 else 0.0
    return threatened - abs(enemy - behind) - guarded - (4 if enemy <= 1 and guarded == 0 else 0)


def send_resources(question: Question) -> Action:
    return propose_resources(question.game, question.seat)


def keep_the_build_point(question: Question) -> Action:
    """It is worth more than the resource that it is made of."""
    return "keep-build-point", None


def seize_everything(question: Question) -> Action:
    verb, shape = question.only_shape(Set)
    return verb, shape.domain


def scrap_nothing(question: Question) -> Action:
    """A weak unit in the pool is a cheap garrison later; a scrapped one never returns."""
    verb, _ = question.only_shape(Set)
    return verb, ()


def choose_first_side(question: Question) -> Action:
    """Whoever has the initiative uses it."""
    return "choose-first-side", side_name(question.game, question.side)


def reroll(question: Question) -> Action:
    """A roll that the enemy has won is rolled again."""
    won = question.args.get("side") == question.side
    return ("accept-roll" if won else "demand-re-roll"), None


def align_minor(question: Question) -> Action:
    """Every ally is welcome; first the one that most of the own country borders on, for supply passes through it."""
    shape = question.offers.get("align-minor")
    if not isinstance(shape, One):
        return "align-nobody", None
    willing = [country for country in map(str, shape.domain) if _may_be_held(question, country)]
    if not willing:
        return "align-nobody", None
    picture = look(question.game, question.side, question.powers)
    names, homes = question.game.state.get(COUNTRY_NAMES), question.game.state[HOME_COUNTRY]

    def border(country: str) -> int:
        there = [place for place in picture.playing if homes[place] == names.index(country)]
        return sum(picture.holds(near) for place in there for near in picture.neighbours[place])

    return "align-minor", max(willing, key=lambda country: (border(country), country))


def _may_be_held(question: Question, country: str) -> bool:
    """Not if the plan says that it could not be defended yet."""
    first = war_plan_of(question.game).not_before.get(country)
    return first is None or question.game.state.get(TURN) >= turn_number(first) or not is_world_war(question.game)


def join_force_pools(question: Question) -> Action:
    return "add-to-force-pools", None


def call_out_reserves(question: Question) -> Action:
    shape = question.shape("call-out-reserves", Set)
    return "call-out-reserves", shape.domain


def liberate(question: Question) -> Action:
    """Whoever is freed does not rise."""
    shape = question.offers["liberate"]
    assert isinstance(shape, Set)
    return "liberate", shape.domain


def place_partisan(question: Question) -> Action:
    """On the railways and near the HQs of whoever holds the country."""
    shape = question.shape("place-partisan", One)
    picture = look(question.game, question.side, question.powers)
    rails = board_of(question.game).rails
    chiefs = [
        place
        for place, units in picture.enemy.items()
        if any(picture.counter(unit).type in HEADQUARTERS for unit in units)
    ]

    def merit(place: int) -> float:
        near = min((picture.near(place, chief) for chief in chiefs), default=0)
        return 3.0 * (place in rails) + 2.0 * (place in ground_of(question.game).cities) - 0.2 * min(near, 20)

    return "place-partisan", max((int(place) for place in shape.domain), key=lambda place: (merit(place), -place))


def as_offered(question: Question) -> Action:
    """The first that is offered will do: nothing hangs on it."""
    verb, shape = next(iter(question.offers.items()))
    return verb, next(iter(shape.every()))


def lose_weakest(question: Question) -> Action:
    """As many as must go, those with the fewest factors first."""
    verb, shape = next(iter(question.offers.items()))
    if not isinstance(shape, Set):
        raise Puzzled
    ranked = sorted(shape.domain, key=lambda unit: (_worth(question, int(unit)), unit))
    return verb, tuple(sorted(ranked[: shape.least]))


def _worth(question: Question, unit: int) -> int:
    counter = counter_of(question.game, unit)
    if isinstance(counter, LandCounter):
        return counter.strength or 0
    return counter.cost if isinstance(counter, AirCounter) else 0


def forgo_partisan(question: Question) -> Action:
    return "forgo-partisan", None


def choose_actions(question: Question) -> Action:
    """A land action whenever there is a war on land; before it, a combined one."""
    shape = question.shape("choose-actions", Assign)
    noun = []
    for choices in shape.items:
        wanted = next((action for action in ("land", "combined") if action in choices.to), choices.to[0])
        noun.append((choices.item, wanted))
    return "choose-actions", tuple(noun)
