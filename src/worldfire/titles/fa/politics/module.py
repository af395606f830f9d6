"""15 Politics as modules of the title, in the order of the book."""

from __future__ import annotations

from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Schema
from worldfire.forces.who import ControlChanged, CountryAligned, PowerArises
from worldfire.rules.s09_06_aligning import MinorAbandoned
from worldfire.rules.s13_06_production import BuildPointsMade
from worldfire.rules.s24_1_set_up import BEGINNING
from worldfire.titles.fa.politics.benefits import READS, restricted_ports
from worldfire.titles.fa.politics.dealing import TRADING
from worldfire.titles.fa.politics.exile import GO_INTO_EXILE
from worldfire.titles.fa.politics.flags import (
    CLOSED_UNTIL,
    FLAG,
    IN_LAST_BOX,
    SECOND_FLAG,
    flags_of_belligerents,
    neutral_again,
    set_up_flags,
)
from worldfire.titles.fa.politics.income import EARNING, POLITICS_BEGIN
from worldfire.titles.fa.politics.influence import INFLUENCING
from worldfire.titles.fa.politics.points import (
    HAS_PRODUCED,
    OWN_PRODUCTION,
    PAID_FOR,
    POLITICAL_POINTS,
    begin_political_points,
    note_own_production,
    taking_pays,
    the_abandoned_pay,
)
from worldfire.titles.fa.politics.rebels import REBELS
from worldfire.titles.fa.politics.spies import REPORTS, SPOILING, SPY_ON_POOL, SPYING, SPYMASTERS
from worldfire.titles.fa.politics.step import POLITICS
from worldfire.titles.fa.politics.subversion import SUBVERSION, SUBVERTED
from worldfire.titles.fa.politics.together import (
    COMMANDING,
    HIGH_COMMAND_STANDS,
    SEND_ADVISORS,
    newcomers_serve_under_it,
)
from worldfire.titles.fa.sea.neutral_ports import ports_are_only_for

MODULE = Module(
    schema=Schema(
        columns=(FLAG, SECOND_FLAG, IN_LAST_BOX, CLOSED_UNTIL, PAID_FOR, OWN_PRODUCTION, HAS_PRODUCED),
        fields=(POLITICAL_POINTS, HIGH_COMMAND_STANDS, SPYMASTERS, *REPORTS, SUBVERTED),
    ),
    procedures=(POLITICS, EARNING, INFLUENCING, REBELS, TRADING, COMMANDING, SPYING, SPOILING, SUBVERSION),
    announcements=(SEND_ADVISORS, SPY_ON_POOL, GO_INTO_EXILE),
    seams=(POLITICS_BEGIN,),
    subscribes=(
        (ControlChanged, taking_pays),
        (MinorAbandoned, the_abandoned_pay),
        (CountryAligned, neutral_again),
        (BuildPointsMade, note_own_production),
        (PowerArises, newcomers_serve_under_it),
    ),
    changes=(
        BEGINNING.attach(begin_political_points),
        BEGINNING.attach(set_up_flags),
        BEGINNING.attach(flags_of_belligerents),
        ports_are_only_for.replaced_by(restricted_ports, reads=READS),
    ),
)
