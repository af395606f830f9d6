"""The title's parts of the page of politics, and the cards of its political choices."""

from worldfire.titles.politics import Politics
from worldfire.titles.wif.politics.cards import CARDS, notice_of_war
from worldfire.titles.wif.politics.entry import entry_shown
from worldfire.titles.wif.politics.headlines import HEADLINES
from worldfire.titles.wif.politics.minors import claims, joining
from worldfire.titles.wif.politics.trade import trade_ends
from worldfire.titles.wif.politics.vichy import vichy_shown

__all__ = ("CARDS", "POLITICS")

POLITICS = Politics(
    entry=entry_shown,
    joining=joining,
    claims=claims,
    trade_ends=trade_ends,
    offshoots=vichy_shown,
    headlines=HEADLINES,
    notice_of_war=notice_of_war,
)
