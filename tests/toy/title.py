"""Three Crowns: a toy title that uses everything the kernel can do, in the order of its own little rulebook.

North and South are allies against East. In each of a few turns everybody draws a marker in secret, bids in secret for the
lead, allies agree on the weather or roll for it, allies spend together, and each host marches through a land of four areas
where others may ambush it, be countered, and riposte. Lost markers lie in a tray until they are sorted.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from toy.options import OPTIONS
from toy.parts import (
    AREAS,
    AT,
    EDGES,
    FACE,
    FAVOUR,
    GOLD,
    HOME,
    MARCH_VIOLATION,
    MARKERS,
    PLACE,
    POOL,
    SCHEMA,
    SCRAP,
    SEAMS,
    SEATS,
    STRENGTH,
    TRAY,
    Bid,
    Lost,
    Marched,
    Sorted,
    allies_of,
    hand_of,
    held,
    row_of,
    standing,
)
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event, Rolled
from worldfire.engine.game import Game
from worldfire.engine.log import Header
from worldfire.engine.permitting import Permission
from worldfire.engine.procedures import (
    Announcement,
    Call,
    Control,
    Draw,
    End,
    Goto,
    Roll,
    Verb,
    joint,
    one,
    procedure,
    secret,
    shared,
    step,
    window,
)
from worldfire.engine.ruleset import Ruleset, Title, Tray, assemble
from worldfire.engine.schema import Field, Schema, nobody
from worldfire.engine.shapes import Amounts, Assign, Bounds, Choices, Noun, One, Order, Path, Set, Shape
from worldfire.engine.violation import Violation, refused

#: every section of the toy's rulebook
RULEBOOK: Mapping[str, str] = {
    "toy 1": "The game",
    "toy 1.1": "The omen",
    "toy 2": "Muster",
    "toy 2.1": "The tray",
    "toy 3": "The council",
    "toy 4": "The sky",
    "toy 5": "Spending",
    "toy 5.1": "Entering an ally's home",
    "toy 6": "Marching",
    "toy 6.1": "Ambush",
    "toy 6.2": "Counter",
    "toy 6.3": "Riposte",
    "toy 6.4": "Boasting and oaths",
    "toy 7": "Lining up",
    "toy 8": "Mourning",
    "toy 9": "The hand's limit",
    "toy option 1": "Charms",
    "toy option 2": "Spies",
}

TURN: Field[int] = Field("turn", 0)
LAST_TURN: Field[int] = Field("last_turn", 2)
SKY: Field[str] = Field("sky", "clear")
LEAD: Field[str] = Field("lead", SEATS[0])
BOASTS: Field[tuple[str, ...]] = Field("boasts", ())


def _any_marker(rng: Random) -> int:
    return rng.randrange(MARKERS)


#: the marker that nobody has looked at: who holds it at the end wins ties
OMEN: Field[int] = Field("omen", -1, nobody, _any_marker)

HAND_LIMIT = 2
SKIES = ("clear", "rain", "snow")


def begin(game: Game, setup: Any) -> None:
    """Faces are given out in the order of the set-up; every host is at home with three pieces of gold."""
    game.set(LAST_TURN, int(setup["turns"]))
    for marker in range(MARKERS):
        game.write(PLACE, marker, POOL)
        game.write(FACE, marker, 1 + marker % 5)
    for row in range(len(SEATS)):
        game.write(AT, row, HOME[row])
        game.add(GOLD, row, 0, 3)
        game.add(FAVOUR, row, 0, 2)
    game.push(GAME.name, Match())


# ----------------------------------------------------------------------------------------------------- 1 the game


class Match(msgspec.Struct):
    """The omen is seen by nobody: no seat is called by the empty name."""

    nobody: str = ""


@step("toy 1.1")
def lay_the_omen(game: Game, match: Match) -> Control:
    return Draw("omen", SEATS[0], POOL, seen_by=())


@step("toy 1.1")
def remember_the_omen(game: Game, match: Match) -> Control:
    game.set(OMEN, game.result[0])
    return None


@step("toy 1")
def next_turn(game: Game, match: Match) -> Control:
    if game.state.get(TURN) == game.state.get(LAST_TURN):
        return Goto("reckon")
    game.set(TURN, game.state.get(TURN) + 1)
    game.set(BOASTS, ())
    return Call(TURN_OF_PLAY.name)


@step("toy 1")
def again(game: Game, match: Match) -> Control:
    return Goto("next_turn")


@step("toy 1")
def reckon(game: Game, match: Match) -> Control:
    points = {seat: sum(game.state[FACE][m] for m in held(game, seat)) for seat in SEATS}
    omen = game.state.get(OMEN)
    return End({"points": points, "omen": game.state[FACE][omen] if omen >= 0 else 0})


# ------------------------------------------------------------------------------------------------------- 2 muster


class Muster(msgspec.Struct):
    """Who draws next; `seen` is what the drawer has just drawn and may look at before anybody else draws."""

    turn: int = 0
    by: str = ""
    seen: tuple[int, ...] = ()


@step("toy 2")
def next_drawer(game: Game, muster: Muster) -> Control:
    if muster.turn == len(SEATS):
        return End()
    muster.by, muster.seen = SEATS[muster.turn], ()
    muster.turn += 1
    return None


@step("toy 2")
def draw_a_marker(game: Game, muster: Muster) -> Control:
    return Draw("muster", muster.by, POOL, count=2, seen_by=(muster.by,))


@step("toy 2")
def take_it(game: Game, muster: Muster) -> Control:
    muster.seen = game.result
    for marker in game.result:
        game.write(PLACE, marker, hand_of(muster.by))
    return None


def _keep(game: Game, muster: Muster, seat: str, noun: Noun) -> Control:
    return Goto("next_drawer")


def _throw_back(game: Game, muster: Muster, seat: str, noun: Noun) -> Control:
    for marker in muster.seen:
        lose(game, marker, seat)
    return Goto("next_drawer")


KEEP = Verb("keep", "toy 2", _keep)
THROW_BACK = Verb("throw-back", "toy 2", _throw_back)


@step("toy 2", KEEP, THROW_BACK)
def keep_or_throw_back(game: Game, muster: Muster) -> Control:
    return one(muster.by, KEEP, THROW_BACK, rule="toy 2", prompt="keep")


MUSTER = procedure(
    "muster",
    "toy 2",
    next_drawer,
    draw_a_marker,
    take_it,
    keep_or_throw_back,
    locals=Muster,
    book_step=True,
    private={"seen": "by", "result": "by"},
)


# ----------------------------------------------------------------------------------------------------- 2.1 the tray


class Sorting(msgspec.Struct):
    by: str


def _tray_shape(game: Game, sorting: Sorting, seat: str) -> Shape | Violation:
    return Assign(tuple(Choices(marker, ("pool", "scrap")) for marker in standing(game, TRAY)))


def _sort(game: Game, sorting: Sorting, seat: str, noun: Noun) -> Control:
    for marker, where in noun:
        game.write(PLACE, marker, POOL if where == "pool" else SCRAP)
    game.say(Sorted(by=seat, markers=tuple(marker for marker, _ in noun)))
    return None


def _sort_violation(game: Game, sorting: Sorting, seat: str, noun: Noun) -> Violation | None:
    """A judgement of the whole: the first of the tray may not be scrapped together with all the others."""
    if len(noun) > 1 and all(where == "scrap" for _, where in noun):
        return refused("toy 2.1", "scraps-the-whole-tray", markers=len(noun))
    return None


SORT = Verb("sort", "toy 2.1", _sort, _tray_shape, _sort_violation)


@step("toy 2.1", SORT)
def sort_the_tray(game: Game, sorting: Sorting) -> Control:
    return one(sorting.by, SORT, rule="toy 2.1", prompt="sort")


SORT_TRAY = procedure("sorting the tray", "toy 2.1", sort_the_tray, locals=Sorting)


def trays(game: Game) -> tuple[Tray, ...]:
    return (Tray(TRAY, POOL, Call(SORT_TRAY.name, Sorting(game.state.get(LEAD)))),)


# ----------------------------------------------------------------------------------------------------- 3 the council


def _purse(game: Game, frame_locals: Any, seat: str) -> Shape | Violation:
    gold = game.state.amount(GOLD, row_of(seat), 0)
    favour = game.state.amount(FAVOUR, row_of(seat), 0)
    return Amounts((Bounds("gold", 0, gold), Bounds("favour", 0, min(favour, 1))), 0, 3)


def _bid(game: Game, council: Council, seat: str, noun: Noun) -> Control:
    paid = dict(noun)
    game.add(GOLD, row_of(seat), 0, -paid["gold"])
    game.add(FAVOUR, row_of(seat), 0, -paid["favour"])
    total = sum(paid.values()) + STRENGTH(game, 0, seat)
    council.bids += ((seat, total),)
    game.say(Bid(seat=seat, total=total))
    return None


class Council(msgspec.Struct):
    bids: tuple[tuple[str, int], ...] = ()


BID = Verb("bid", "toy 3", _bid, _purse)


@step("toy 3", BID)
def bid_in_secret(game: Game, council: Council) -> Control:
    return secret(SEATS, BID, rule="toy 3", prompt="bid")


@step("toy 3")
def highest_leads(game: Game, council: Council) -> Control:
    game.set(LEAD, max(council.bids, key=lambda bid: bid[1])[0])
    return None


COUNCIL = procedure("council", "toy 3", bid_in_secret, highest_leads, locals=Council, book_step=True)


# --------------------------------------------------------------------------------------------------------- 4 the sky


def _skies(game: Game, frame_locals: Any, seat: str) -> Shape | Violation:
    return One(tuple(sky for sky in SKIES if sky != game.state.get(SKY)))


def _choose_sky(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    game.set(SKY, noun)
    return None


CHOOSE_SKY = Verb("choose-sky", "toy 4", _choose_sky, _skies)


@step("toy 4", CHOOSE_SKY)
def allies_choose_the_sky(game: Game, frame_locals: Any) -> Control:
    return joint(SEATS[:2], CHOOSE_SKY, rule="toy 4", prompt="sky")


THE_SKY = procedure("the sky", "toy 4", allies_choose_the_sky, book_step=True)


# -------------------------------------------------------------------------------------------------------- 5 spending


class Spending(msgspec.Struct):
    """How often each seat has acted: thrice is enough."""

    acted: tuple[int, int, int] = (0, 0, 0)


def _tired(spending: Spending, seat: str) -> Violation | None:
    return refused("toy 5", "acted-thrice") if spending.acted[row_of(seat)] >= 3 else None


def _count(spending: Spending, seat: str) -> None:
    north, south, east = (n + (row == row_of(seat)) for row, n in enumerate(spending.acted))
    spending.acted = (north, south, east)


def _hand(game: Game, spending: Spending, seat: str) -> Shape | Violation:
    hand = standing(game, hand_of(seat))
    if tired := _tired(spending, seat):
        return tired
    return Set(hand, 1, 2) if hand else refused("toy 5", "hand-is-empty")


def _host_of_the_home(game: Game, seat: str) -> str:
    """Whose home the seat's host stands in; nobody's is the seat's own."""
    at = game.state[AT][row_of(seat)]
    return next((SEATS[row] for row, home in enumerate(HOME) if home == at), seat)


def _deploy_violation(game: Game, spending: Spending, seat: str, noun: Noun) -> Violation | None:
    giver = _host_of_the_home(game, seat)
    if giver in allies_of(seat) and game.consent(giver, seat, "enter") == "no":
        return refused("toy 5.1", "ally-says-no", ally=giver)
    return None


def _deploy(game: Game, spending: Spending, seat: str, noun: Noun) -> Control:
    """At home or by consent at once; where the ally has not said anything, the dice speak for him."""
    _count(spending, seat)
    giver = _host_of_the_home(game, seat)
    if giver in allies_of(seat) and game.consent(giver, seat, "enter") != "yes":
        return Call(PETITION.name, Petition(seat, noun))
    stand(game, seat, noun)
    return None


def stand(game: Game, seat: str, markers: tuple[int, ...]) -> None:
    for marker in markers:
        game.write(PLACE, marker, game.state[AT][row_of(seat)])


def _gifts(game: Game, spending: Spending, seat: str) -> Shape | Violation:
    gold = game.state.amount(GOLD, row_of(seat), 0)
    if tired := _tired(spending, seat):
        return tired
    if not gold:
        return refused("toy 5", "no-gold")
    return Amounts(tuple(Bounds(other, 0, gold) for other in SEATS if other != seat), 1, gold)


def _give(game: Game, spending: Spending, seat: str, noun: Noun) -> Control:
    _count(spending, seat)
    for other, number in noun:
        game.add(GOLD, row_of(seat), 0, -number)
        game.add(GOLD, row_of(other), 0, number)
    return None


DEPLOY = Verb("deploy", "toy 5", _deploy, _hand, _deploy_violation)
GIVE = Verb("give", "toy 5", _give, _gifts)


@step("toy 5", DEPLOY, GIVE)
def allies_spend(game: Game, spending: Spending) -> Control:
    return shared(SEATS[:2], DEPLOY, GIVE, rule="toy 5", prompt="spend")


@step("toy 5", DEPLOY, GIVE)
def east_spends(game: Game, spending: Spending) -> Control:
    return shared(SEATS[2:], DEPLOY, GIVE, rule="toy 5", prompt="spend")


SPENDING = procedure("spending", "toy 5", allies_spend, east_spends, locals=Spending, book_step=True)


class Petition(msgspec.Struct):
    seat: str
    markers: tuple[int, ...]


@step("toy 5.1")
def ask_the_dice(game: Game, petition: Petition) -> Control:
    return Roll("petition", petition.seat)


@step("toy 5.1")
def five_or_less_lets_them_in(game: Game, petition: Petition) -> Control:
    if game.total <= 5:
        stand(game, petition.seat, tuple(m for m in petition.markers if m in standing(game, hand_of(petition.seat))))
    return None


PETITION = procedure("petition", "toy 5.1", ask_the_dice, five_or_less_lets_them_in, locals=Petition)


# ------------------------------------------------------------------------------------------------------- 6 marching


class Campaign(msgspec.Struct):
    marched: int = 0
    #: the areas that the host has still to enter
    ahead: tuple[int, ...] = ()

    @property
    def marcher(self) -> str:
        return SEATS[self.marched]


def _roads(game: Game, campaign: Campaign, seat: str) -> Shape | Violation:
    return Path(game.state[AT][row_of(seat)], EDGES, 1, 2)


def _road_violation(game: Game, campaign: Campaign, seat: str, noun: Noun) -> Violation | None:
    if game.state.get(SKY) == "snow" and len(noun) > 1:
        return refused("toy 6", "snow-slows", areas=len(noun))
    found = MARCH_VIOLATION(game, seat, noun)
    return found


def _march(game: Game, campaign: Campaign, seat: str, noun: Noun) -> Control:
    campaign.ahead = noun
    return None


def _rest(game: Game, campaign: Campaign, seat: str, noun: Noun) -> Control:
    return Goto("next_host")


MARCH = Verb("march", "toy 6", _march, _roads, _road_violation)
REST = Verb("rest", "toy 6", _rest)


@step("toy 6", MARCH, REST)
def march_or_rest(game: Game, campaign: Campaign) -> Control:
    return one(campaign.marcher, MARCH, REST, rule="toy 6", prompt="march")


@step("toy 6")
def enter_the_next_area(game: Game, campaign: Campaign) -> Control:
    """A path ends early where something happens on it."""
    if not campaign.ahead:
        return Goto("next_host")
    area, *ahead = campaign.ahead
    campaign.ahead = tuple(ahead)
    game.write(AT, row_of(campaign.marcher), area)
    game.say(Marched(seat=campaign.marcher, area=area))
    return None


def _ambush_shape(game: Game, campaign: Campaign, seat: str) -> Shape | Violation:
    own = standing(game, hand_of(seat))
    return One(own) if own else refused("toy 6.1", "hand-is-empty")


def _ambush(game: Game, campaign: Campaign, seat: str, noun: Noun) -> Control:
    campaign.ahead = ()
    return Call(AMBUSH.name, Ambush(seat, campaign.marcher, noun))


LIE_IN_WAIT = Verb("ambush", "toy 6.1", _ambush, _ambush_shape)


@step("toy 6.1", LIE_IN_WAIT)
def may_be_ambushed(game: Game, campaign: Campaign) -> Control:
    area = game.state[AT][row_of(campaign.marcher)]
    enemies = tuple(seat for seat in SEATS if seat != campaign.marcher and seat not in allies_of(campaign.marcher))
    return window(
        enemies,
        LIE_IN_WAIT,
        rule="toy 6.1",
        prompt="ambush",
        watch="ambush",
        concerns=(AREAS[area], *(seat for row, seat in enumerate(SEATS) if HOME[row] == area)),
        area=area,
    )


@step("toy 6")
def on_along_the_path(game: Game, campaign: Campaign) -> Control:
    return Goto("enter_the_next_area")


@step("toy 6")
def next_host(game: Game, campaign: Campaign) -> Control:
    campaign.marched += 1
    return End() if campaign.marched == len(SEATS) else Goto("march_or_rest")


CAMPAIGN = procedure(
    "campaign",
    "toy 6",
    march_or_rest,
    enter_the_next_area,
    may_be_ambushed,
    on_along_the_path,
    next_host,
    locals=Campaign,
    book_step=True,
)


# ----------------------------------------------------------------------------- 6.1 to 6.3: a reaction in a reaction


class Ambush(msgspec.Struct):
    """`ally` is drawn face-down from the pool: only the ambusher knows it until the fight is over."""

    by: str
    marcher: str
    marker: int
    ally: int = -1
    counter: int = -1
    ripostes: int = 0


@step("toy 6.1")
def an_unknown_ally_joins(game: Game, ambush: Ambush) -> Control:
    return Draw("ally", ambush.by, POOL, seen_by=(ambush.by,))


@step("toy 6.1")
def keep_it_covered(game: Game, ambush: Ambush) -> Control:
    ambush.ally = game.result[0] if game.result else -1
    return None


def _counter_shape(game: Game, ambush: Ambush, seat: str) -> Shape | Violation:
    own = standing(game, hand_of(seat))
    return One(own) if own else refused("toy 6.2", "hand-is-empty")


def _counter(game: Game, ambush: Ambush, seat: str, noun: Noun) -> Control:
    ambush.counter = noun
    return Call(COUNTER.name, Counter(seat, ambush.by))


COUNTER_IT = Verb("counter", "toy 6.2", _counter, _counter_shape)


@step("toy 6.2", COUNTER_IT)
def may_be_countered(game: Game, ambush: Ambush) -> Control:
    return window(
        (ambush.marcher, *allies_of(ambush.marcher)),
        COUNTER_IT,
        rule="toy 6.2",
        prompt="counter",
        watch="counter",
        concerns=(ambush.marcher,),
    )


@step("toy 6.1")
def fight(game: Game, ambush: Ambush) -> Control:
    return Roll("ambush", ambush.by, dice=2, concerns=(ambush.marcher,))


@clause("toy 6.2")
def marchers_strength(game: Game, ambush: Ambush) -> int:
    """What the ambush must beat."""
    return (game.state[FACE][ambush.counter] if ambush.counter >= 0 else 0) + 14


@step("toy 6.1")
def somebody_falls(game: Game, ambush: Ambush) -> Control:
    """What was covered is revealed by being counted; what has left a hand meanwhile counts no more."""
    faces = game.state[FACE]
    ours = sum(faces[m] for m in (ambush.marker, ambush.ally) if m >= 0) + game.total + ambush.ripostes
    theirs = marchers_strength(game, ambush)
    loser, markers = (ambush.by, (ambush.marker,)) if ours < theirs else (ambush.marcher, (ambush.counter,))
    for marker in markers:
        if marker >= 0 and game.state[PLACE][marker] in (hand_of(seat) for seat in SEATS):
            lose(game, marker, loser)
    return None


AMBUSH = procedure(
    "ambush",
    "toy 6.1",
    an_unknown_ally_joins,
    keep_it_covered,
    may_be_countered,
    fight,
    somebody_falls,
    locals=Ambush,
    private={"ally": "by", "result": "by"},
)


class Counter(msgspec.Struct):
    by: str
    ambusher: str


def _riposte(game: Game, counter: Counter, seat: str, noun: Noun) -> Control:
    """Pay with favour; the riposte ends the counter that it answers."""
    game.add(FAVOUR, row_of(seat), 0, -1)
    game.enclosing(Ambush).ripostes += 2
    return End()


def _riposte_shape(game: Game, counter: Counter, seat: str) -> Shape | Violation:
    if not game.state.amount(FAVOUR, row_of(seat), 0):
        return refused("toy 6.3", "no-favour")
    return Order((standing(game, hand_of(seat)),))


RIPOSTE = Verb("riposte", "toy 6.3", _riposte, _riposte_shape)


@step("toy 6.3", RIPOSTE)
def may_riposte(game: Game, counter: Counter) -> Control:
    return window((counter.ambusher,), RIPOSTE, rule="toy 6.3", prompt="riposte", watch="riposte")


@step("toy 6.2")
def the_counter_holds(game: Game, counter: Counter) -> Control:
    game.enclosing(Ambush).ripostes -= 1
    return None


COUNTER = procedure("counter", "toy 6.2", may_riposte, the_counter_holds, locals=Counter)


# ------------------------------------------------------------------------------------------- 6.4 boasting and oaths


class Oath(msgspec.Struct):
    by: str
    to: str


def _boast_shape(game: Game, frame_locals: Any, seat: str) -> Shape | Violation:
    return refused("toy 6.4", "boasted-already") if seat in game.state.get(BOASTS) else One(("loudly", "softly"))


def _boast(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    game.set(BOASTS, (*game.state.get(BOASTS), seat))
    if noun == "softly":
        return None
    return Call(OATH.name, Oath(seat, SEATS[(row_of(seat) + 1) % len(SEATS)]))


BOAST = Verb("boast", "toy 6.4", _boast, _boast_shape)


def _believe(game: Game, oath: Oath, seat: str, noun: Noun) -> Control:
    game.add(FAVOUR, row_of(oath.by), 0, 1)
    return None


def _laugh(game: Game, oath: Oath, seat: str, noun: Noun) -> Control:
    return None


BELIEVE, LAUGH = Verb("believe", "toy 6.4", _believe), Verb("laugh", "toy 6.4", _laugh)


@step("toy 6.4", BELIEVE, LAUGH)
def believe_or_laugh(game: Game, oath: Oath) -> Control:
    return one(oath.to, BELIEVE, LAUGH, rule="toy 6.4", prompt="believe")


OATH = procedure("oath", "toy 6.4", believe_or_laugh, locals=Oath)


# ------------------------------------------------------------------------------------------------------ 7 lining up


class LineUp(msgspec.Struct):
    lined: int = 0


def _line(game: Game, line: LineUp, seat: str) -> Shape | Violation:
    return Order((standing(game, hand_of(seat)), standing(game, game.state[AT][row_of(seat)])))


def _line_up(game: Game, line: LineUp, seat: str, noun: Noun) -> Control:
    """Whoever leads the hand earns gold for its owner."""
    if noun[0]:
        game.add(GOLD, row_of(seat), 0, 1)
    return None


LINE_UP = Verb("line-up", "toy 7", _line_up, _line)


@step("toy 7", LINE_UP)
def line_up(game: Game, line: LineUp) -> Control:
    return one(SEATS[line.lined], LINE_UP, rule="toy 7", prompt="line-up")


@step("toy 7")
def next_line(game: Game, line: LineUp) -> Control:
    line.lined += 1
    return None if line.lined == len(SEATS) else Goto("line_up")


LINES = procedure("lining up", "toy 7", line_up, next_line, locals=LineUp, book_step=True)


# -------------------------------------------------------------------------------- 8 mourning, 9 the limit of a hand


class Mourning(msgspec.Struct):
    seat: str
    marker: int


def lose(game: Game, marker: int, seat: str) -> None:
    game.write(PLACE, marker, TRAY)
    game.say(Lost(seat=seat, marker=marker))


def owe_mourning(game: Game, event: Event) -> Call | None:
    assert isinstance(event, Lost)
    return Call(MOURNING.name, Mourning(event.seat, event.marker))


def _take_gold(game: Game, mourning: Mourning, seat: str, noun: Noun) -> Control:
    game.add(GOLD, row_of(seat), 0, 1)
    return None


def _take_favour(game: Game, mourning: Mourning, seat: str, noun: Noun) -> Control:
    game.add(FAVOUR, row_of(seat), 0, 1)
    return None


TAKE_GOLD, TAKE_FAVOUR = Verb("take-gold", "toy 8", _take_gold), Verb("take-favour", "toy 8", _take_favour)


@step("toy 8", TAKE_GOLD, TAKE_FAVOUR)
def mourn(game: Game, mourning: Mourning) -> Control:
    return one(mourning.seat, TAKE_GOLD, TAKE_FAVOUR, rule="toy 8", prompt="mourn", marker=mourning.marker)


MOURNING = procedure("mourning", "toy 8", mourn, locals=Mourning)


def owe_nothing_for_a_roll(game: Game, event: Event) -> Call | None:
    """A subscriber that only looks."""
    assert isinstance(event, Rolled)
    return None


@clause("toy 9")
def hand_limit(game: Game) -> int:
    return HAND_LIMIT


def _overfull(game: Game) -> str | None:
    return next((seat for seat in SEATS if len(standing(game, hand_of(seat))) > hand_limit(game)), None)


def too_many(game: Game) -> Call | None:
    """The sweep: whoever holds more than the limit throws the rest away."""
    return None if _overfull(game) is None else Call(DISCARD.name)


def _surplus(game: Game, frame_locals: Any, seat: str) -> Shape | Violation:
    hand = standing(game, hand_of(seat))
    number = len(hand) - hand_limit(game)
    return Set(hand, number, number) if number > 0 else refused("toy 9", "not-too-many")


def _discard(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    for marker in noun:
        game.write(PLACE, marker, TRAY)
    return Goto("throw_away")


THROW_AWAY = Verb("throw-away", "toy 9", _discard, _surplus)


@step("toy 9", THROW_AWAY)
def throw_away(game: Game, frame_locals: Any) -> Control:
    seat = _overfull(game)
    return None if seat is None else one(seat, THROW_AWAY, rule="toy 9", prompt="throw-away")


DISCARD = procedure("throwing away", "toy 9", throw_away)


# ------------------------------------------------------------------------------------------- the sequence of play

TURN_OF_PLAY = procedure("turn", "toy 1", MUSTER, COUNCIL, THE_SKY, SPENDING, CAMPAIGN, LINES)
GAME = procedure("three crowns", "toy 1", lay_the_omen, remember_the_omen, next_turn, again, reckon, locals=Match)


def _sizes(tables: Any, setup: Any) -> Mapping[str, int]:
    return {"markers": MARKERS, "hosts": len(SEATS)}


TITLE = Title(
    name="three-crowns",
    version="1",
    schema=SCHEMA + Schema(fields=(TURN, LAST_TURN, SKY, LEAD, BOASTS, OMEN)),
    procedures=(
        GAME,
        TURN_OF_PLAY,
        MUSTER,
        SORT_TRAY,
        COUNCIL,
        THE_SKY,
        SPENDING,
        PETITION,
        CAMPAIGN,
        AMBUSH,
        COUNTER,
        OATH,
        LINES,
        MOURNING,
        DISCARD,
    ),
    begin=begin,
    sizes=_sizes,
    place=PLACE,
    options=OPTIONS,
    seams=SEAMS,
    announcements=(Announcement(BOAST, CAMPAIGN.name),),
    permissions=(Permission("enter", "toy 5.1", "asked"),),
    subscribes=((Lost, owe_mourning), (Rolled, owe_nothing_for_a_roll)),
    sweeps=(too_many,),
    trays=trays,
)

ALL_OPTIONS = ("1", "2")
TABLES_DIGEST = "toy tables 1"


def ruleset(*options: str) -> Ruleset:
    return assemble(TITLE, options, None, TABLES_DIGEST)


def ruleset_for(header: Header) -> Ruleset:
    return ruleset(*header.options)


def new_game(*options: str, turns: int = 2, **kwargs: Any) -> Game:
    """A game of Three Crowns; the keywords are those of `Game.new`."""
    kwargs.setdefault("secret", bytes(32))
    kwargs.setdefault("game_id", "toy")
    return Game.new(ruleset(*options), SEATS, {"turns": turns}, **kwargs)
