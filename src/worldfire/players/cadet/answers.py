"""Which heuristic answers which question. A prompt that is not listed gets the safe default: done, pass, or the first legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from worldfire.players import random_player
from worldfire.players.cadet import (
    admiralty,
    bases,
    bidding,
    combat,
    convoys,
    diplomacy,
    dogfights,
    fleets,
    garrisons,
    harbours,
    home,
    landings,
    lending,
    marching,
    president,
    raids,
    railways,
    rallying,
    sea_battles,
    shipyards,
    sorties,
)
from worldfire.players.cadet.asking import Action, Puzzled, Question
from worldfire.players.cadet.counsel import advised

Heuristic = Callable[[Question], Action]

ON_LAND: Mapping[str, Heuristic] = {
    "bid-first": bidding.bid,
    "bid-higher": bidding.bid,
    "take-group": bidding.take_group,
    "set-up-zone": garrisons.set_up,
    "set-up-old-units": home.set_up,
    "set-up-convoys": home.set_up,
    "put-to-sea": home.set_up,
    "set-up-minor": home.set_up_minor,
    "minor-force-pools": home.join_force_pools,
    "place-unit": harbours.place_unit,
    "choose-first-side": home.choose_first_side,
    "initiative-re-roll": home.reroll,
    "declare-war": diplomacy.declare_war,
    "align-minor": home.align_minor,
    "call-out-reserves": home.call_out_reserves,
    "choose-actions": admiralty.choose_actions,
    "rail-movement": railways.rail,
    "land-movement": marching.move,
    "destroy-surplus": harbours.destroy_surplus,
    "lose-foreign-troops": combat.destroy_surplus,
    "give-up-units": combat.give_up,
    "declare-attacks": combat.declare_attacks,
    "choose-attack": combat.choose_attack,
    "choose-table": combat.choose_table,
    "lose-attackers": combat.lose_attackers,
    "lose-defenders": combat.lose_defenders,
    "downgrade-result": home.as_offered,
    "retreat-unit": home.as_offered,
    "retreat-to": combat.retreat_to,
    "advance-after-combat": combat.advance,
    "advance-further": combat.advance_further,
    "keep-face-up": combat.keep_face_up,
    "ignore-notional": home.as_offered,
    "fly-patrols": sorties.fly_patrols,
    "fly-attackers": raids.fly_attackers,
    "fly-interceptors": sorties.fly_interceptors,
    "fly-counter-interceptors": sorties.fly_interceptors,
    "air-arrange": dogfights.arrange,
    "air-abort": dogfights.abort_or_fight,
    "air-shoot-down": dogfights.choose_victim,
    "air-drive-off": dogfights.choose_victim,
    "air-clear-through": dogfights.choose_victim,
    "choose-base": bases.choose_base,
    "head-home": bases.choose_base,
    "rebase": bases.rebase,
    "rebase-to": landings.base_of_rebase,
    "naval-refuge": bases.choose_base,
    "reorganise": rallying.reorganise,
    "spend-points": rallying.spend_points,
    "order-partisan-countries": home.as_offered,
    "place-partisan": home.place_partisan,
    "reuse-partisan": home.forgo_partisan,
    "choose-new-home": home.as_offered,
    "liberate": landings.liberate,
    "send-resources": home.send_resources,
    "route-goods": home.send_resources,
    "search-and-seize": home.seize_everything,
    "scrap-losses": home.scrap_nothing,
    "build-units": shipyards.buy,
}

POLITICS: Mapping[str, Heuristic] = {
    "break-pact": diplomacy.break_pact,
    "take-marker": diplomacy.take_marker,
    "place-marker": diplomacy.place_marker,
    "take-in-minor": diplomacy.take_in,
    "claim-region": diplomacy.claim_region,
    "answer-claim": diplomacy.allow_claim,
    "mediate-claims": diplomacy.allow_both_claims,
    "enforce-peace": diplomacy.enforce_peace,
    "take-polish-units": diplomacy.take_all,
    "call-home": home.as_offered,
}

AT_SEA: Mapping[str, Heuristic] = {
    "pick-african-country": home.as_offered,
    "lend-resources": lending.lend_resources,
    "lend-build-points": lending.lend_points,
    "soviet-attack-and-trade": home.keep_the_build_point,
    "replace-ships": fleets.replace_ships,
    "place-convoys": convoys.place_at_home,
    "place-convoy-abroad": convoys.place_abroad,
    "set-up-minor-convoys": convoys.set_up_of_minor,
    "fly-naval-air": fleets.fly_naval_air,
    "naval-movement": fleets.sail,
    "join-task-force": fleets.lend_ships,
    "naval-orders": fleets.give_orders,
    "embark": landings.embark,
    "intercept": sea_battles.intercept,
    "commit-submarines": sea_battles.commit_to_interception,
    "leave-the-hunted": sea_battles.leave_the_hunted,
    "stop-or-fight": sea_battles.stop_or_fight,
    "initiate-combat": sea_battles.initiate,
    "fly-to-sea": sea_battles.fly_in,
    "commit-submarines-to-combat": sea_battles.commit_submarines,
    "take-sections": sea_battles.take_sections,
    "avoid-combat": sea_battles.avoid,
    "choose-combat-type": sea_battles.choose_type,
    "call-naval-air-combat": sea_battles.call_naval_air,
    "call-submarine-combat": sea_battles.call_submarine,
    "hunt-submarines": sea_battles.hunt_submarines,
    "shift-columns": sea_battles.shift_columns,
    "pick-target": sea_battles.pick_target,
    "overrule-target": sea_battles.overrule_target,
    "decide-between": sea_battles.decide_between,
    "air-roles": sea_battles.choose_roles,
    "air-surprise": sea_battles.spend_in_the_air,
    "choose-losses": sea_battles.choose_losses,
    "choose-kind-of-loss": sea_battles.kind_of_loss,
    "attack-port": sea_battles.attack_port,
    "leave-combat": sea_battles.leave,
    "abort-to": fleets.go_home,
    "flee-by-sea": fleets.go_home,
    "land-from-sea": fleets.land_from_sea,
    "debark": landings.debark,
    "invade": landings.invade,
    "shore-bombardment": landings.bombard,
    "decide-returns": fleets.decide_returns,
    "return-from-sea": fleets.go_home,
    "lose-at-sea": fleets.lose_at_sea,
}

#: peace and Vichy: the first verb offered is the one that a cautious player takes
OF_STATES: Mapping[str, Heuristic] = {
    "peace-talks": home.as_offered,
    "answer-terms": home.as_offered,
    "take-country-as": home.as_offered,
    "give-back-hexes": home.as_offered,
    "part-stack": home.as_offered,
    "revert": home.as_offered,
    "surrender": home.as_offered,
    "vichy": home.as_offered,
    "hand-over-hexes": home.as_offered,
    "allocate-country": home.as_offered,
    "raise-free-france": home.as_offered,
    "french-units": home.as_offered,
    "leave-vichy": home.as_offered,
    "bring-french-home": home.as_offered,
    "place-french-unit": home.as_offered,
    "halve-french-militia": home.lose_weakest,
    "halve-vichy-army": home.lose_weakest,
    "scrap-vichy-losses": home.as_offered,
    "collapse-vichy": home.as_offered,
}

OF_US_ENTRY: Mapping[str, Heuristic] = {
    "put-entry-marker": president.put_marker,
    "choose-entry-option": president.choose_option,
    "set-tension": president.set_tension,
    "take-marker-from": president.from_the_first_pool,
    "move-markers-or-not": president.leave_markers,
    "add-marker-to": president.from_the_first_pool,
    "give-back-marker-from": president.from_the_first_pool,
    "attempt-war": president.attempt_war,
    "occupy-place": president.occupy,
    "agree-to-occupation": president.agree,
    "call-up-guard": president.call_guard,
}

HEURISTICS: Mapping[str, Heuristic] = {**ON_LAND, **POLITICS, **AT_SEA, **OF_STATES, **OF_US_ENTRY}

#: verbs that end a step without doing anything, in the order in which they are preferred
QUIET = ("done", "pass", "hold-back", "accept-roll", "stay-put", "stay-at-base", "fight-on", "stop-building", "decline")


def answer(question: Question) -> Action:
    """What the title advises or else the heuristic proposes, if the rules allow it; failing that what can do no harm."""
    for think in (advised, HEURISTICS.get(question.prompt, default)):
        try:
            found = think(question)
        except Puzzled:
            continue
        if found is not None and question.is_legal(*found):
            return found
    return default(question)


def default(question: Question) -> Action:
    """What can do no harm: a quiet verb, the first legal noun, or failing that any legal action."""
    for verb in QUIET:
        if verb in question.offers:
            return verb, None
    for verb, shape in question.offers.items():
        nouns = tuple(islice(shape.every(), 50))
        for noun, against in zip(nouns, question.game.judge_many(verb, nouns, question.seat), strict=True):
            if not against:
                return verb, noun
    return random_player.pick(question.game, question.seat, question.rng)
