"""Which opinion belongs to which question."""

from __future__ import annotations

from worldfire.titles.fa.judgement import (
    airmen,
    bargains,
    battles,
    digging,
    entry,
    guns,
    losses,
    morale,
    offensives,
    spending,
    watch,
    wooing,
)
from worldfire.titles.judgement import Judgement

JUDGEMENT = Judgement(
    opinions={
        "build-units": spending.buy,
        "entrench": digging.dig,
        "spend-offensive-points": offensives.spend,
        "double-units": offensives.double,
        "direct-guns": offensives.direct,
        "lay-guns": guns.lay,
        "support-with-hq": battles.support,
        "release-gas": battles.release_gas,
        "name-spotter": battles.look_on,
        "name-observer": battles.look_on,
        "lose-attackers": losses.lose,
        "lose-defenders": losses.lose,
        "man-aircraft": airmen.man,
        "buy-influence": wooing.woo,
        "influence-freely": wooing.woo_freely,
        "subvert": bargains.subvert,
        "deal-with-rebels": bargains.sponsor,
        "deal-in-trade": bargains.trade,
        "demand-concession": bargains.demand,
        "absorb-region": bargains.absorb,
        "establish-high-command": bargains.unite,
        "trigger-event": bargains.trigger,
        "answer-surrender": morale.answer_surrender,
        "attempt-entry": entry.attempt,
        "choose-war-option": entry.choose,
    },
    rooted=digging.rooted,
    pushed=offensives.pushed,
    pushes=offensives.pushes,
    holds_back=guns.holds_back,
    dread=morale.dread,
    watch=watch.watch,
    steadiness=2.0,
    foresight=4,
    ferries_armies=True,
    pools_resources=False,
)
