"""What computer players think of the Great War's own decisions, one idea a module; `JUDGEMENT` lists them by prompt."""

from worldfire.titles.fa.judgement.book import JUDGEMENT

__all__ = ("JUDGEMENT",)
