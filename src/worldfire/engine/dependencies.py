"""What each cache depends on under a ruleset: what it reads itself, what the caches that it asks read, and what titles and
options attach to the seams and clauses on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from worldfire.engine.errors import RulesetError
from worldfire.engine.schema import Derived, Read, Schema, key_of


@dataclass(frozen=True)
class Dependencies:
    #: cache → everything that it may read
    known: Mapping[str, frozenset[str]]
    #: column, field, quantity or part → the caches that a change there drops
    drops: Mapping[str, frozenset[str]]
    #: column → the caches that mend themselves as soon as a row of it changes
    mends: Mapping[str, tuple[Derived[Any], ...]]
    #: caches that mend themselves, and so are never shared by a game and its forks
    mended: frozenset[str]
    #: caches that remember what has been done, and not only what is
    of_deeds: tuple[str, ...]


def find_dependencies(schema: Schema, attached: Mapping[str, Iterable[Read]]) -> Dependencies:
    """`attached`: seam or clause → what is read by all that answers there."""
    known: dict[str, frozenset[str]] = {}
    drops: dict[str, set[str]] = {key: set() for key in schema.keys}
    mends: dict[str, tuple[Derived[Any], ...]] = dict.fromkeys(schema.column_by_key, ())
    declared = {derived.name for derived in schema.derived}
    for derived in schema.derived:
        own, foreign = _reads(derived, attached)
        mended = set(map(key_of, derived.mends))
        known[derived.name] = own | foreign | mended
        for key in sorted((own - mended) | foreign):
            drops[key].add(derived.name)
        for column in derived.mends if derived.update is not None else ():
            mends[key_of(column)] += (derived,)
        if derived.update is not None and not derived.mends:
            raise RulesetError(f"the cache {derived.name!r} does not say which columns it mends itself by")
        missing = sorted(item.name for item in derived.reads if isinstance(item, Derived) and item.name not in declared)
        if missing:
            raise RulesetError(f"the cache {derived.name!r} reads caches that no schema declares: {', '.join(missing)}")
    mend_themselves = frozenset(derived.name for derived in schema.derived if derived.mends)
    of_deeds = tuple(derived.name for derived in schema.derived if derived.remembers_deeds)
    return Dependencies(
        known, {key: frozenset(names) for key, names in drops.items()}, mends, mend_themselves, of_deeds
    )


def _reads(derived: Derived[Any], attached: Mapping[str, Iterable[Read]]) -> tuple[frozenset[str], frozenset[str]]:
    """What it declares, its own caches included; and what is attached to what it asks: nobody can mend that."""
    own, foreign = set[str](), {key_of(read) for asked in derived.asks for read in attached.get(asked.name, ())}
    for item in derived.reads:
        if isinstance(item, Derived):
            its_own, its_foreign = _reads(item, attached)
            own |= its_own | set(map(key_of, item.mends))
            foreign |= its_foreign
        else:
            own.add(key_of(item))
    return frozenset(own), frozenset(foreign)
