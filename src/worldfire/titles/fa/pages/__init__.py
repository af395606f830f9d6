"""The title's parts of the page of politics, and the cards of its political choices."""

from worldfire.titles.fa.pages.cards import CARDS, notice_of_war
from worldfire.titles.fa.pages.entry import entry_shown
from worldfire.titles.fa.pages.headlines import HEADLINES
from worldfire.titles.fa.pages.morale import morale_shown
from worldfire.titles.fa.pages.tally import tally
from worldfire.titles.fa.pages.track import joining, track_shown
from worldfire.titles.politics import Politics

__all__ = ("CARDS", "POLITICS")

POLITICS = Politics(
    tally=tally,
    entry=entry_shown,
    joining=joining,
    track=track_shown,
    morale=morale_shown,
    headlines=HEADLINES,
    notice_of_war=notice_of_war,
)
