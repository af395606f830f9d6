"""Every campaign is set up with single ships or with the Classic squadrons, never with both and never without a navy."""

from __future__ import annotations

import pytest
from legality import control_faults, stacking_faults

from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import HEXES, PLACE, counter_of, place_name
from worldfire.forces.who import POWER_NAMES, power_of
from worldfire.players.table import play_set_up
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.campaign import load_campaigns
from worldfire.tables.collection import load_tables
from worldfire.tables.counters import Kit, NavalAbility, NavalCounter, NavalType
from worldfire.titles.campaigns import begin_campaign, usual_options

CAMPAIGNS = tuple(load_campaigns())
CAPITAL_SHIPS = {NavalType.SCS, NavalType.CV}


def ships(game: Game) -> list[tuple[int, NavalCounter]]:
    found = ((thing, counter_of(game, thing)) for thing in range(len(game.state[PLACE])))
    return [(thing, counter) for thing, counter in found if isinstance(counter, NavalCounter)]


def on_map(game: Game, power: str, *types: NavalType) -> list[NavalCounter]:
    number = game.state.get(POWER_NAMES).index(power)
    there = [(thing, counter) for thing, counter in ships(game) if game.state[PLACE][thing] < game.state.get(HEXES)]
    return [counter for thing, counter in there if counter.type in types and power_of(game, thing) == number]


@pytest.mark.rule("1.2.1")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_classic_game_has_squadrons_and_only_these(name: str) -> None:
    single, classic = play_set_up(name), play_set_up(name, options=("classic",))
    assert {counter.kit for _, counter in ships(classic)} == {Kit.WIF}
    assert {counter.kit for _, counter in ships(single)} == {Kit.SIF, Kit.CLIF}
    assert [*stacking_faults(classic), *control_faults(classic)] == [], "minor ports hold half as many squadrons"
    assert [
        counter.id for game in (single, classic) for thing, counter in ships(game) if not in_supply(game, thing)
    ] == []
    for power in load_campaigns()[name].powers:
        alone, together = (on_map(game, power, *CAPITAL_SHIPS) for game in (single, classic))
        assert bool(alone) == bool(together), power
        assert len(alone) / 4 <= len(together) <= len(alone), power
        boats, flotillas = (len(on_map(game, power, NavalType.SUB)) for game in (single, classic))
        assert flotillas == -(-boats // 2), power


@pytest.mark.rule("13.6.1")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_classic_convoys_come_in_fives(name: str) -> None:
    game = begin_campaign(name, options=("classic",))
    held = [points for _, _, points in game.state.amounts(CONVOY_POINTS)]
    proposed = [task.proposal for task in layout_of(game).convoys.values()]
    assert not [points for points in (*held, *(share for shares in proposed for _, share in shares)) if points % 5]


@pytest.mark.rule("22.14")
def test_without_its_option_light_cruisers_stay_classic() -> None:
    game = begin_campaign("global-war", options=("classic", "5"))
    kits = {(counter.kit, counter.ship_class == "CL") for _, counter in ships(game)}
    assert kits == {(Kit.SIF, False), (Kit.WIF, True)}
    with pytest.raises(RulesetError, match="5"):
        begin_campaign("global-war", options=("classic", "6"))


def test_a_preset_is_chosen_like_an_option() -> None:
    assert usual_options() == usual_options(("ships",)) == ("5", "6")
    assert usual_options(("classic", "26")) == ("26",)
    with pytest.raises(RulesetError, match="classic"):
        usual_options(("classic", "ships"))


@pytest.mark.rule("22.13")
@pytest.mark.parametrize("fleet", ["ships", "classic"])
def test_named_transports_are_where_they_belong_and_service_squadrons_wait_for_their_option(fleet: str) -> None:
    game = play_set_up("global-war", options=(fleet,))
    (queens,) = (thing for thing, counter in ships(game) if counter.name == "Queens")
    assert place_name(game, game.state[PLACE][queens]).split()[1] in {
        "Scapa",
        "Plymouth",
        "London",
        "Liverpool",
        "Glasgow",
    }
    assert not [counter.id for _, counter in ships(game) if NavalAbility.SERVICE_SQUADRON in counter.abilities]


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_squadron_stands_where_its_leading_ship_does(name: str) -> None:
    """Or where a campaign does not name that one, the first of its sisters."""
    single, classic = (begin_campaign(name, options=options) for options in ((), ("classic",)))
    places = {counter.id: place_name(single, single.state[PLACE][thing]) for thing, counter in ships(single)}
    named = {
        ship for set_up in load_campaigns()[name].powers.values() for group in set_up.groups for ship in group.ships
    }
    for thing, counter in ships(classic):
        squadron = load_tables().classic_ships.get(counter.id, ())
        if squadron and squadron[0] in named:
            assert place_name(classic, classic.state[PLACE][thing]) == places[squadron[0]], counter.id
