"""15 The political step, the last of a turn, in the order of the book."""

from __future__ import annotations

from worldfire.engine.procedures import procedure
from worldfire.titles.fa.politics.concessions import DEMANDING
from worldfire.titles.fa.politics.dealing import TRADING
from worldfire.titles.fa.politics.income import EARNING
from worldfire.titles.fa.politics.influence import INFLUENCING
from worldfire.titles.fa.politics.rebels import REBELS
from worldfire.titles.fa.politics.spies import SPOILING
from worldfire.titles.fa.politics.together import COMMANDING

POLITICS = procedure(
    "political actions",
    "fa:15",
    EARNING,
    INFLUENCING,  # 15.1
    REBELS,  # 15.2
    TRADING,
    COMMANDING,
    DEMANDING,  # 15.2.1
    SPOILING,  # 15.2, at the very end
)
