"""How the terminal player asks for a noun: one dialog for each shape. The rules judge what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from rich.markup import escape

from worldfire.advice.cards import political_cards
from worldfire.advice.cautions import cautions
from worldfire.advice.placement import NothingToPropose, propose_set_up
from worldfire.advice.production import NoResources, propose_resources
from worldfire.cli.output import console
from worldfire.cli.reports import odds_line, show_odds, unit_at, unit_text
from worldfire.cli.sea_nouns import ask_boarding, ask_course, ask_parting, ask_voyage
from worldfire.cli.typing_in import Asked, find, find_hex, not_clear, number_of, read_line, way_to
from worldfire.engine.kinds import NOTHING_POINTED_AT, Meaning, Thing
from worldfire.engine.position import Position
from worldfire.engine.shapes import Allot, Amounts, Assign, Item, Nothing, Noun, One, Order, Path, Send, Set, Shape
from worldfire.forces.in_turn import STAY
from worldfire.forces.kinds import Destination
from worldfire.forces.things import HEXES, PLACE, place_name
from worldfire.players.random_player import sample
from worldfire.rules.s11_04_voyages import Boarding, Courses, Partings, Voyages
from worldfire.rules.s11_09_rail import RailMoves
from worldfire.rules.s11_10_land_movement import Moves
from worldfire.rules.s11_15_land_combat import Attacks
from worldfire.rules.s14_2_missions import read_sortie
from worldfire.titles.cards import Card
from worldfire.titles.telling import (
    kind_of_items,
    kind_of_targets,
    tell,
    tell_item,
    tell_purchase,
    tell_rule,
    tell_target,
    tell_verb,
)

#: longer lists are not shown unless somebody asks
LONG = 30
#: how many names a word that fits several is answered with
MOST_SHOWN = 12


def ask_noun(asked: Asked, verb: str, shape: Shape) -> Noun:
    asks: dict[type[Shape], Callable[..., Noun]] = {
        One: _ask_one,
        Set: _ask_set,
        Order: _ask_order,
        Assign: _ask_assign,
        Allot: _ask_allot,
        Send: _ask_flights,
        Amounts: _ask_amounts,
        Path: _ask_path,
        Attacks: _ask_attacks,
        Moves: _ask_moves,
        RailMoves: _ask_rail_moves,
        Voyages: partial(ask_voyage, menu=Menu),
        Courses: partial(ask_course, menu=Menu),
        Partings: partial(ask_parting, menu=Menu),
        Boarding: partial(ask_boarding, menu=Menu),
    }
    if isinstance(shape, Nothing):
        return None
    kind = next(kind for kind in type(shape).__mro__ if kind in asks)  # a shape of the rules is asked like its kind
    return asks[kind](asked, verb, shape)


# --------------------------------------------------------------------------------------------------- telling and choosing


def _told(game: Position, verb: str, item: Item) -> str:
    """What a noun may name, in words, with its price if it is to be bought."""
    return tell_purchase(game, verb, item) or _told_as(game, kind_of_items(game, verb), item)


def _told_as(game: Position, kind: type[Meaning] | None, item: Item) -> str:
    """A choice in words: in a campaign a unit with its factors and its hex, for there are many of one name."""
    unit = None if kind is None else kind.target(game, item).thing
    return unit_at(game, unit) if unit is not None and game.state.get(HEXES) else str(tell(game, kind, item))


def _list_all(labels: Sequence[str]) -> None:
    for number, label in enumerate(labels, start=1):
        console().print(f"  [bold]{number}[/bold] {escape(label)}", soft_wrap=True)


def tell_card(card: Card) -> None:
    """What a choice means, below its name."""
    for line in (card.text, *card.lines):
        if line:
            console().print(f"      [dim]{escape(line)}[/dim]", soft_wrap=True)


class Menu:
    """Choices with a number, a label, and in a campaign the hex that each stands for or stands in."""

    def __init__(
        self, asked: Asked, items: Sequence[Item], labels: Sequence[str], kind: type[Meaning] | None = Thing
    ) -> None:
        self.asked, self.items, self.labels = asked, items, labels
        #: what choices mean, where that is told
        self.cards: dict[str, Card] = {}
        self.hexes: dict[int, list[int]] = {}
        game = asked.game
        if game.state.get(HEXES) and kind is not None:
            for at, item in enumerate(items):
                target = kind.target(game, item)
                place = target.place if target.thing is None else game.state[PLACE][target.thing]
                if place is not None:
                    self.hexes.setdefault(place, []).append(at)

    def show(self) -> None:
        if len(self.labels) > LONG:
            console().print(f"  [dim]{len(self.labels)} choices; type a name or a hex, part of one, or [/]list")
        else:
            self._list()
        if self.cards:
            console().print("  [dim]about NAME: what a choice brings[/dim]")

    def _list(self) -> None:
        for number, (item, label) in enumerate(zip(self.items, self.labels, strict=True), start=1):
            card = self.cards.get(str(item))
            brief = f" [dim]{escape(card.brief)}[/dim]" if card is not None and card.brief else ""
            console().print(f"  [bold]{number}[/bold] {escape(label)}{brief}", soft_wrap=True)
            if card is not None and not card.brief:
                tell_card(card)

    def _tell(self, word: str) -> None:
        """What the choices that a word means bring."""
        found = self.meant(word)
        if not found:
            self._not_clear(found)
        for at in found[:MOST_SHOWN]:
            console().print(f"  {escape(self.labels[at])}")
            tell_card(self.cards[str(self.items[at])])

    def meant(self, word: str) -> list[int]:
        """Which choices a word means: a number, a range, a hex, a name."""
        number = number_of(word, 1, len(self.items))
        if number is not None:
            return [number - 1]
        low, dash, high = word.partition("-")
        if dash and low.isdigit() and high.isdigit() and 0 < int(low) <= int(high) <= len(self.items):
            return list(range(int(low) - 1, int(high)))
        place = find_hex(self.asked.game, word) if self.hexes else None
        if place is not None and place in self.hexes:
            return self.hexes[place]
        return find(word, [(label.partition(" in ")[0], label) for label in self.labels])

    def one(self) -> Item:
        while True:
            line = read_line(self.asked)
            if line == "list":
                self._list()
                continue
            command, _, word = line.partition(" ")
            if self.cards and command == "about":
                self._tell(word)
                continue
            found = self.meant(line)
            if len(found) == 1:
                return self.items[found[0]]
            self._not_clear(found)

    def several(self, *, least: int = 0, otherwise: tuple[Item, ...] | None = None) -> tuple[Item, ...]:
        """Any number of the choices; an empty line means `otherwise`, or none of them."""
        while True:
            line = read_line(self.asked)
            if line == "list":
                self._list()
                continue
            if line == "all":
                return tuple(self.items)
            if not line and (otherwise is not None or not least):
                return otherwise or ()
            chosen = self.numbers(line)
            if chosen is not None:
                return tuple(self.items[at] for at in chosen)

    def numbers(self, line: str) -> list[int] | None:
        """The choices that a line of numbers, ranges, hexes and names means; None, and said so, if it is not clear."""
        words = [word.strip() for word in line.split(",")] if "," in line else [line]
        if "," not in line and not self.meant(line):
            words = line.split()
        chosen: list[int] = []
        for word in words:
            found = self.meant(word)
            if not found:
                self._not_clear(found)
                return None
            chosen += [at for at in found if at not in chosen]
        return chosen or None

    def _not_clear(self, found: list[int]) -> None:
        if found:
            shown = ", ".join(self.labels[at] for at in found[:MOST_SHOWN])
            not_clear(self.asked, f"Which of these? {escape(shown)}")
        else:
            not_clear(self.asked, f"A number from 1 to {len(self.items)}, a name, or [bold]help[/bold].")


# --------------------------------------------------------------------------------------------------------- plain shapes


def _ask_one(asked: Asked, verb: str, shape: One) -> Noun:
    console().print(f" {escape(tell_verb(asked.game, verb))}:")
    menu = Menu(
        asked, shape.domain, [_told(asked.game, verb, item) for item in shape.domain], kind_of_items(asked.game, verb)
    )
    menu.cards = political_cards(asked.game, asked.seat).get(verb, {})
    menu.show()
    return menu.one()


def _ask_set(asked: Asked, verb: str, shape: Set) -> Noun:
    none = "" if shape.least else "; Enter for none"
    console().print(f" {escape(tell_verb(asked.game, verb))}, {shape.least} to {shape.most} of{none}:")
    menu = Menu(
        asked, shape.domain, [_told(asked.game, verb, item) for item in shape.domain], kind_of_items(asked.game, verb)
    )
    menu.show()
    return menu.several(least=shape.least)


def _ask_order(asked: Asked, verb: str, shape: Order) -> Noun:
    lines = []
    for line in shape.lines:
        if len(line) < 2:
            lines.append(line)
            continue
        console().print(" front to back, numbers separated by spaces; Enter keeps this order:")
        menu = Menu(asked, line, [tell_item(asked.game, verb, item) for item in line], kind_of_items(asked.game, verb))
        menu.show()
        chosen = menu.several(otherwise=line)
        lines.append((*chosen, *(item for item in line if item not in chosen)))
    return tuple(lines)


def _ask_assign(asked: Asked, verb: str, shape: Assign) -> Noun:
    pairs, to = [], kind_of_targets(asked.game, verb)
    for choices in shape.items:
        if len(choices.to) == 1:
            pairs.append((choices.item, choices.to[0]))
            continue
        console().print(f" {escape(_told(asked.game, verb, choices.item))}:")
        menu = Menu(asked, choices.to, [_told_as(asked.game, to, item) for item in choices.to], to)
        menu.show()
        pairs.append((choices.item, menu.one()))
    return tuple(pairs)


def _ask_path(asked: Asked, verb: str, shape: Path) -> Noun:
    console().print(f" from {escape(tell_item(asked.game, verb, shape.start))}, places separated by spaces:")
    places = sorted({place for edge in shape.edges for place in edge}, key=str)
    menu = Menu(
        asked, places, [tell_item(asked.game, verb, place) for place in places], kind_of_items(asked.game, verb)
    )
    menu.show()
    return menu.several(least=shape.least)


# ----------------------------------------------------------------------------------- a whole that is proposed and changed


def _proposed(asked: Asked, verb: str, shape: Allot) -> dict[Item, Item]:
    """What the advice proposes, and where there is none any way that the rules allow."""
    for propose, nothing in ((propose_set_up, NothingToPropose), (propose_resources, NoResources)):
        try:
            advised, noun = propose(asked.game, asked.seat)
        except nothing:
            continue
        if advised == verb:
            return dict(noun)
    found = sample(asked.game, asked.seat, verb, shape, Random(1))
    return dict(found[0]) if found is not None else {choices.item: choices.to[0] for choices in shape.items}


def _ask_allot(asked: Asked, verb: str, shape: Allot) -> Noun:
    """Units to places: the advice stands until it is changed, line by line; the rules judge the whole."""
    game, chosen = asked.game, _proposed(asked, verb, shape)
    kind, to_kind = kind_of_items(game, verb), kind_of_targets(game, verb)
    items = [choices.item for choices in shape.items]
    for number, item in enumerate(items, start=1):
        to = _shortly(game, to_kind, chosen[item])
        console().print(f"  [bold]{number}[/bold] {escape(_shortly(game, kind, item))} → {escape(to)}")
    example = _shortly(game, to_kind, shape.items[0].to[-1])
    console().print(f" [dim]Enter accepts; a number and a place change it:[/] 1 {escape(example)}")
    while True:
        line = read_line(asked)
        if not line:
            return tuple((item, chosen[item]) for item in items)
        word, _, rest = line.partition(" ")
        which = number_of(word, 1, len(items))
        if which is None:
            not_clear(asked, f"A number from 1 to {len(items)} and a place, or Enter.")
            continue
        choices = shape.items[which - 1]
        menu = Menu(asked, choices.to, [_shortly(game, to_kind, to) for to in choices.to], to_kind)
        found = menu.meant(rest.strip())
        if len(found) == 1:
            chosen[choices.item] = menu.items[found[0]]
            told = f"{_shortly(game, kind, choices.item)} → {menu.labels[found[0]]}"
            console().print(f"  [bold]{which}[/bold] {escape(told)}")
            for caution in cautions(game, asked.seat, verb, tuple((item, chosen[item]) for item in items)):
                rule = tell_rule(game, caution.rule)
                console().print(f"  [yellow]{escape(caution.text(game))}[/] [dim]{rule}[/]", soft_wrap=True)
        else:
            not_clear(asked, f"It can go to: {escape(', '.join(menu.labels))}")


def _shortly(game: Position, kind: type[Meaning] | None, item: Item) -> str:
    """A unit that waits off the map without its place, a resource or factory by its hex."""
    target = NOTHING_POINTED_AT if kind is None else kind.target(game, item)
    if target.thing is not None:
        return unit_text(game, target.thing)
    return str(item) if target.place is None else place_name(game, target.place)


def _ask_amounts(asked: Asked, verb: str, shape: Amounts) -> Noun:
    """How many of each: nothing until it is changed."""
    chosen = {bounds.item: bounds.least for bounds in shape.items}
    labels = [_told(asked.game, verb, bounds.item) for bounds in shape.items]
    for number, bounds in enumerate(shape.items, start=1):
        console().print(f"  [bold]{number}[/bold] {escape(labels[number - 1])}, {bounds.least} to {bounds.most}")
    total = f"{shape.least} to {shape.most} in all" if shape.most < sum(bounds.most for bounds in shape.items) else ""
    console().print(f" [dim]a number and how many, such as 1 2; Enter when you are done[/] {total}")
    while True:
        line = read_line(asked)
        if not line:
            return tuple(chosen.items())
        name, _, count = line.rpartition(" ")
        menu = Menu(asked, list(chosen), labels, kind_of_items(asked.game, verb))
        found = menu.meant(name.strip()) if name else []
        if len(found) == 1 and count.isdigit():
            chosen[menu.items[found[0]]] = int(count)
            told = ", ".join(f"{labels[at]} {chosen[item]}" for at, item in enumerate(menu.items) if chosen[item])
            console().print(f"  {escape(told)}", soft_wrap=True)
        else:
            not_clear(asked, f"Two numbers: which, from 1 to {len(labels)}, and how many.")


# ----------------------------------------------------------------------------------------------------------- land moves


def _ask_moves(asked: Asked, verb: str, shape: Moves) -> Noun:
    """Units of one stack, then where to; the way is found unless every hex of it is named."""
    game = asked.game
    units = [unit for stack in shape.stacks for unit in stack.units]
    console().print(" which units? Names, numbers, or the hex they are in:")
    menu = Menu(asked, units, [unit_at(game, unit) for unit in units])
    menu.show()
    chosen = tuple(int(unit) for unit in menu.several(least=1))
    if len(chosen) > 1:
        chosen = _of_a_stack(asked, chosen)
    console().print(f" {escape(', '.join(unit_at(game, unit) for unit in chosen))}: to which hex?", soft_wrap=True)
    hexes = _hexes(asked)
    return (chosen, way_to(game, chosen, hexes[0]) if len(hexes) == 1 else hexes)


def _of_a_stack(asked: Asked, units: tuple[int, ...]) -> tuple[int, ...]:
    console().print(" all of them (Enter), or which?")
    menu = Menu(asked, units, [unit_at(asked.game, unit) for unit in units])
    menu.show()
    return tuple(int(unit) for unit in menu.several(otherwise=units))


def _ask_rail_moves(asked: Asked, verb: str, shape: RailMoves) -> Noun:
    console().print(f" {escape(tell_verb(asked.game, verb))}: what?")
    items = [choices.item for choices in shape.items]
    menu = Menu(asked, items, [_told(asked.game, verb, item) for item in items], kind_of_items(asked.game, verb))
    menu.show()
    item = menu.one()
    console().print(" to which hex?")
    return (item, _hexes(asked)[0])


def _hexes(asked: Asked) -> tuple[int, ...]:
    """One hex by its name, or several separated by blanks or commas."""
    while True:
        line = read_line(asked)
        whole = find_hex(asked.game, line)
        if whole is not None:
            return (whole,)
        words = line.split(",") if "," in line else line.split()
        found = [find_hex(asked.game, word) for word in words]
        if found and all(place is not None for place in found):
            return tuple(place for place in found if place is not None)
        not_clear(asked, "Numbers or names of hexes, such as E1832 or Kiev.")


# -------------------------------------------------------------------------------------------------------------- attacks


def _ask_attacks(asked: Asked, verb: str, shape: Attacks) -> Noun:
    """Hex by hex, with the odds of each before it is declared."""
    game = asked.game
    able: dict[int, list[int]] = {}
    for choices in shape.items:
        for place in choices.to:
            if place != STAY:
                able.setdefault(int(place), []).append(int(choices.item))
    chosen: dict[int, int] = {}
    targets = list(able)
    while True:
        labels = [_target_told(game, target, able[target], chosen) for target in targets]
        console().print(" attack which hex? Enter when you have named them all:")
        _list_all(labels)
        menu = Menu(asked, targets, [place_name(game, target) for target in targets], Destination)
        found = menu.several()
        if not found:
            return tuple((choices.item, chosen.get(int(choices.item), STAY)) for choices in shape.items)
        target = int(found[0])
        free = [unit for unit in able[target] if chosen.get(unit, target) == target]
        console().print(" with which units? Enter for all of them, 0 for none:")
        named = _attackers(asked, free)
        chosen = {unit: place for unit, place in chosen.items() if place != target}
        chosen.update(dict.fromkeys(named, target))
        if named:
            show_odds(game, target, named)


def _attackers(asked: Asked, free: list[int]) -> tuple[int, ...]:
    menu = Menu(asked, free, [unit_at(asked.game, unit) for unit in free])
    menu.show()
    while True:
        line = read_line(asked)
        if line == "0":
            return ()
        if line in ("", "all"):
            return tuple(free)
        chosen = menu.numbers(line)
        if chosen is not None:
            return tuple(free[at] for at in chosen)


def _target_told(game: Position, target: int, able: list[int], chosen: dict[int, int]) -> str:
    named = tuple(unit for unit, place in chosen.items() if place == target)
    units = named or tuple(unit for unit in able if unit not in chosen)
    who = f"{len(named)} attack" if named else f"{len(units)} could attack"
    return f"{place_name(game, target)}: {who}" + (f", {odds_line(game, target, units)}" if units else "")


# ------------------------------------------------------------------------------------------------------------- flights


def _ask_flights(asked: Asked, verb: str, shape: Send) -> Noun:
    """Aircraft by aircraft, or several at once: what they fly as, and where; the others stay."""
    game = asked.game
    chosen = {choices.item: choices.to[0] for choices in shape.items}
    sorties = {choices.item: [str(to) for to in choices.to[1:]] for choices in shape.items}
    items = list(chosen)
    while True:
        for number, item in enumerate(items, start=1):
            now = tell_target(game, verb, chosen[item])
            console().print(f"  [bold]{number}[/bold] {escape(_told(game, verb, item))}: {escape(now)}", soft_wrap=True)
        console().print(" which of them fly? Enter when you are done:")
        menu = Menu(asked, items, [_told(game, verb, item) for item in items])
        who = menu.several()
        if not who:
            return tuple(chosen.items())
        for item in who:
            chosen[item] = _ask_sortie(asked, verb, item, sorties[item])


def _ask_sortie(asked: Asked, verb: str, item: Item, sorties: list[str]) -> Item:
    """`escort Minsk`, or only the hex if it can fly as one thing only; `stay` keeps it at home."""
    game = asked.game
    words = list(dict.fromkeys(sortie.split(" ")[0] for sortie in sorties))
    example = f"{words[0]} {place_name(game, read_sortie(sorties[0])[1])}"
    console().print(
        f" {escape(_told(game, verb, item))}: {' or '.join(words)}, and where? {len(sorties)} choices, "
        f"such as {escape(example)}; stay; list",
        soft_wrap=True,
    )
    labels = [tell_target(game, verb, sortie) for sortie in sorties]
    while True:
        line = read_line(asked)
        if line in ("stay", ""):
            return "stay"
        if line == "list":
            _list_all(labels)
            continue
        number = number_of(line, 1, len(sorties))
        if number is not None:
            return sorties[number - 1]
        word, _, rest = line.partition(" ")
        kind, where = (word, rest) if word in words else (None, line)
        place = find_hex(game, where)
        fitting = [
            sortie for sortie in sorties if read_sortie(sortie)[1] == place and kind in (None, sortie.split(" ")[0])
        ]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            _list_all([tell_target(game, verb, sortie) for sortie in fitting])
            sorties, labels = fitting, [tell_target(game, verb, sortie) for sortie in fitting]
            continue
        not_clear(asked, f"{' or '.join(words)} and a hex that it reaches; [bold]list[/] shows them.")
