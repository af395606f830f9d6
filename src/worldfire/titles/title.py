"""A game of the family with its surroundings: what a server, a terminal or a computer player asks a title for.

The kernel knows only the title's rules. Everything else that differs between the games stands here, so that nobody outside
this folder needs to know which game it is: `titles.title_of(game)` answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from worldfire.board.loading import has_board
from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Ruleset, Title
from worldfire.forces import markers
from worldfire.forces.nations import Nations
from worldfire.rules import s24_1_set_up
from worldfire.rules.s03_sequence import Place, SequenceOfPlay
from worldfire.rules.s11_04_naval_movement import NAVAL_MOVEMENT
from worldfire.tables.campaign import Campaign, load_campaigns
from worldfire.tables.counters import Kit
from worldfire.tables.help import Help, help_for, help_texts
from worldfire.tables.sections import load_sections
from worldfire.titles import set_pieces
from worldfire.titles.annals import Annals
from worldfire.titles.cards import CardWriter
from worldfire.titles.judgement import Judgement
from worldfire.titles.looks import Look
from worldfire.titles.politics import Politics
from worldfire.titles.tables import GameTables, find_tables
from worldfire.titles.war_plan import WarPlan

#: the rulebook whose numbers the common book cites
COMMON_BOOK = "wif"


@dataclass(frozen=True)
class Card:
    """How a title presents itself to whoever chooses a game."""

    name: str
    summary: str


@dataclass(frozen=True, kw_only=True)
class GameTitle:
    rules: Title
    nations: Nations
    sequence: SequenceOfPlay
    #: the rules of campaigns that began before its ships could sail; none: there are none
    ashore: Title | None = None
    #: whose charts, counters, campaigns and exercises it is played with, if not its own
    data: str = ""
    #: the counters that every game of it has; options may add others
    kits: tuple[Kit, ...] = (Kit.WIF,)
    #: a title without one is not a game yet: it can be played by whoever knows its name, but is not offered
    card: Card | None = None
    #: sections of the common book → those of the title's own; a game of the common book itself needs none
    numbers: Mapping[str, str] = field(default_factory=dict)
    #: sets of options that are chosen by one name; a game has those of the first unless it names another
    presets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: campaigns whose rules are all there, as they are offered; the others are only set up unless somebody asks for more
    playable: tuple[str, ...] = ()
    #: who plays a power beside his own when there are fewer players than powers, the likeliest first: (power, beside)
    taken_along: tuple[tuple[str, str], ...] = ()
    #: may players bid for the powers where objectives decide a campaign (24.1.2)?
    bids: bool = True
    #: its colours, and what lies on its map beside counters
    look: Look = field(default_factory=Look)
    #: its parts of the page of politics
    politics: Politics = field(default_factory=Politics)
    #: verb → who writes the cards of its choices, beside those of the common book
    cards: Mapping[str, CardWriter] = field(default_factory=dict)
    #: what computer players do between nations
    war_plan: WarPlan = field(default_factory=WarPlan)
    #: and what they think of decisions that only it asks
    judgement: Judgement = field(default_factory=Judgement)
    #: what only it has to tell of the course of a war
    annals: Annals = field(default_factory=Annals)
    _tables: dict[tuple[Path | None, str, str], GameTables] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def default_options(self) -> tuple[str, ...]:
        """Options that are in use unless somebody says otherwise."""
        return next(iter(self.presets.values()), ())

    @property
    def has_fleets(self) -> bool:
        """Are ships more than something on the map: do its rules let them sail?"""
        return any(NAVAL_MOVEMENT in module.procedures for module in self.rules.modules)

    def rules_for(self, war_at_sea: bool) -> Title:
        return self.rules if war_at_sea or self.ashore is None else self.ashore

    @property
    def data_title(self) -> str:
        return self.data or self.name

    @property
    def reference(self) -> str:
        """Whose tables answer a question about it: its own, also while it is still played with another's."""
        return self.name if has_board(self.name) else self.data_title

    def tables(self, pack: Path | None = None, digest: str = "", board: str = "") -> GameTables:
        """Its tables, or ours with those of a pack laid over them, or those that a game names by their digests."""
        key = (pack, digest, board)
        if key not in self._tables:
            found = find_tables(self.data_title, self.nations, *key)
            same = (known for known in self._tables.values() if known.is_same_as(found))  # today's, but by their names
            self._tables[key] = next(same, found)
        return self._tables[key]

    def campaigns(self) -> dict[str, Campaign]:
        return load_campaigns(self.tables().source)

    # ------------------------------------------------------------------------------------------------ its section numbers

    def number(self, section: str) -> str:
        """What the title's own book calls a section that the rules cite.

        The rules cite the common book, or with the title's name what only it has: "fa:14.2". A section that the title
        does not have by itself is that of the nearest one above it, but for a whole chapter; what it has not at all is
        called as the common book calls it.
        """
        own, _, rest = section.partition(":")
        if own == self.name and rest:
            return rest
        if not self.numbers or not section:
            return section
        chapter = section.partition(".")[0]
        for above in _upwards(section):
            if above in self.numbers and (above != chapter or section == chapter):
                return self.numbers[above]
        return f"{COMMON_BOOK.upper()} {section}"

    def own_number(self, section: str) -> str:
        """What its book calls a section that its tables name: its own tables name it so already."""
        return section if self.data_title == self.name else self.number(section)

    @cached_property
    def common_numbers(self) -> Mapping[str, str]:
        """The title's own number → that of the common book."""
        return {own: common for common, own in reversed(tuple(self.numbers.items()))}

    def help(self, number: str) -> Help | None:
        """What one of the title's own sections says: in its own words, or where it has none in the common book's.

        A section that neither explains is explained by the one above it.
        """
        if not self.numbers:
            return help_for(self.data_title, number)
        name = self.section_names.get(number)
        if name is None:
            return self._help_of_the_common_book(number)
        own, common = help_texts(self.name), help_texts(COMMON_BOOK)
        for above in _upwards(number):
            text = own.get(above) or common.get(self.common_numbers.get(above, ""))
            if text is not None:
                return Help(number, name, text, above)
        return None

    def _help_of_the_common_book(self, number: str) -> Help | None:
        """On what the title has not at all, and so is called as the common book calls it: "WIF 11.14"."""
        book, _, section = number.partition(" ")
        found = help_for(COMMON_BOOK, section) if book == COMMON_BOOK.upper() else None
        return None if found is None else Help(number, found.title, found.text, f"{book} {found.told_by}")

    @cached_property
    def section_names(self) -> Mapping[str, str]:
        return {section.section: section.title for section in load_sections(self.name)}

    @property
    def places(self) -> tuple[Place, ...]:
        """The sequence of play as players of the title read it."""
        return tuple(place._replace(section=self.number(place.section)) for place in self.sequence.places)


def _upwards(section: str) -> tuple[str, ...]:
    """The section itself, then what it belongs to: 14.3.2/night gives 14.3.2, 14.3, 14."""
    number, _, heading = section.partition("/")
    above = [section] if heading else []
    while number:
        above.append(number)
        number = number.rpartition(".")[0]
    return tuple(above)


# ------------------------------------------------------------------------------------------- beginning a game of any title


def sizes(tables: Any, setup: Any) -> Mapping[str, int]:
    """How many things, places, countries and powers a set-up has."""
    if s24_1_set_up.is_campaign(setup):
        wanted = s24_1_set_up.read_setup(setup)
        return {**s24_1_set_up.sizes(tables.layout(wanted.campaign, wanted.kits)), **markers.sizes(tables)}
    return set_pieces.sizes(set_pieces.read_setup(setup))


def has_war_at_sea(setup: Any) -> bool:
    """Only campaigns began without one."""
    return not s24_1_set_up.is_campaign(setup) or s24_1_set_up.read_setup(setup).war_at_sea


def written_down(rules: Ruleset, setup: Mapping[str, Any]) -> dict[str, Any]:
    """A set-up as games of these rules record it: that of a campaign names its board, and whether there is a war at sea."""
    if not s24_1_set_up.is_campaign(setup):
        return dict(setup)
    return {**setup, "board": rules.tables.board.digest, "war_at_sea": _ships_sail(rules)}


def _ships_sail(rules: Ruleset) -> bool:
    return NAVAL_MOVEMENT.name in rules.procedures


def begin(game: Game, setup: Any) -> None:
    """Put a campaign or an exercise on the board."""
    if s24_1_set_up.is_campaign(setup):
        wanted = s24_1_set_up.read_setup(setup)
        if wanted.war_at_sea != _ships_sail(game.ruleset):  # it would be opened again with other rules
            raise RulesetError("whether there is a war at sea, the set-up and the rules do not agree")
        s24_1_set_up.begin(game, wanted)
    else:
        set_pieces.begin(game, set_pieces.read_setup(setup))
