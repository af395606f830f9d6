"""What a title says of its nations by their names. The common book asks it, and so knows none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from worldfire.engine.clauses import HasRuleset
from worldfire.engine.position import Position
from worldfire.forces.enmity import at_war
from worldfire.forces.offshoots import Offshoot
from worldfire.forces.who import NOBODY, POWER_NAMES, country_named, power_named


@dataclass(frozen=True)
class Claim:
    """A region that a neighbour may claim (19.6): who has been given it counts it as its home country."""

    region: str
    claimant: str
    #: the country of which the map prints the region as a part
    loser: str
    #: is it lost again when the claimant holds none of it any more?
    lapses: bool = False


@dataclass(frozen=True)
class Partners:
    """Powers that the war brings together (18.1), once both are at war with the enemy named, or active if none is."""

    first: str
    second: str
    enemy: str = ""


@dataclass(frozen=True, kw_only=True)
class Nations:
    """Names of powers and countries are those of counters and campaigns; `fort_builders` are called as on the board."""

    #: counters of other powers are those of minor countries
    major_powers: frozenset[str] = frozenset()
    #: the sides as the initiative track calls them; it runs from the end of the first (6.1)
    on_track: Mapping[str, str] = field(default_factory=dict)
    #: powers that the charts list under another's name
    on_charts: Mapping[str, str] = field(default_factory=dict)
    #: homes as the counters call them → countries as the board does
    homes: Mapping[str, str] = field(default_factory=dict)
    #: powers that others may bring about while the game is played
    offshoots: tuple[Offshoot, ...] = ()
    #: sides of a civil war, with units of their own → the country that the board knows as one
    factions: Mapping[str, str] = field(default_factory=dict)
    #: factions of one power that yet do not co-operate
    estranged: frozenset[str] = frozenset()
    #: power → the home country of its new units, where that is not the power's own name
    main_homes: Mapping[str, str] = field(default_factory=dict)
    #: major powers that are treated like minor countries until somebody brings them into the war (FA 9.1)
    latent: frozenset[str] = frozenset()
    #: home countries of a major power that may become minor countries by themselves (FA 14.2)
    seceding: tuple[str, ...] = ()
    #: countries of which there are counters but no land on the board yet (FA 20.3)
    potential: frozenset[str] = frozenset()
    #: what stands on the back of a unit that only an event brings
    events: frozenset[str] = frozenset()
    #: what stands on the back of a reserve → the power with which its own must be at war; "" stands for any (9.7)
    reserves: Mapping[str, str] = field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    partners: tuple[Partners, ...] = ()
    #: power that shares no supply, resources or aircraft with its allies → until it is at war with this one
    apart: Mapping[str, str] = field(default_factory=dict)
    #: the power whose entry into the war is brought nearer by what others do (13.3)
    reluctant: str = ""
    #: whose partisans are another power's once it is completely conquered (13.1.2)
    heirs_of_partisans: Mapping[str, str] = field(default_factory=dict)
    #: power → the country under whose name it has partisans of others, where that is not the power's own name
    partisan_homes: Mapping[str, str] = field(default_factory=dict)
    #: side → the power that picks the African country (13.1.1)
    picks_africa: Mapping[str, str] = field(default_factory=dict)
    #: countries of the board that have built the printed forts
    fort_builders: frozenset[str] = frozenset()
    #: whose land units attack at half their factors (11.15.1) → what that is called
    weak_attackers: Mapping[str, str] = field(default_factory=dict)
    #: whose white-print units are at home in the jungle
    jungle_fighters: frozenset[str] = frozenset()
    #: whose infantry class walks it more easily → the row of the chart `terrain_movement_extras` that says by how much
    jungle_walkers: Mapping[str, str] = field(default_factory=dict)
    #: power → how much further its carrier planes fly (14.4)
    long_legs: Mapping[str, int] = field(default_factory=dict)

    def country_of_units(self, home: str) -> str:
        """Whose unit it is: its country, or its side in a civil war."""
        return self.homes.get(home, home)

    def country_of_home(self, home: str) -> str:
        """The country of the board that units of this home come from."""
        return self.factions.get(home, self.country_of_units(home))


def nations_of(game: HasRuleset) -> Nations:
    nations: Nations = game.ruleset.tables.nations
    return nations


def main_home(game: Position, power: int) -> int:
    """The home country that a power's new units belong to, if it has several."""
    name = game.state.get(POWER_NAMES)[power]
    return country_named(game, nations_of(game).main_homes.get(name, name))


def stands_apart(game: Position, power: int) -> bool:
    """Does the power not yet share with its allies, because it is not at war with whom it must be?"""
    enemy = nations_of(game).apart.get(game.state.get(POWER_NAMES)[power])
    return enemy is not None and not _fights(game, power, enemy)


def _fights(game: Position, power: int, name: str) -> bool:
    enemy = power_named(game, name)
    return enemy != NOBODY and at_war(game, power, enemy)
