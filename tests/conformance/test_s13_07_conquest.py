"""13.7.1 Conquest of minor countries."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, controlled, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.pools import home_of_unit
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS
from worldfire.forces.things import FACE_DOWN, PLACE, counter_of, place_index, place_name
from worldfire.forces.turn import ACTIONS
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    power_of,
)
from worldfire.rules.s10_actions import limit
from worldfire.rules.s11_10_6_overrun import NavalUnitOverrun
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.rules.s13_07_1_conquerors import conquests, factory_hexes
from worldfire.rules.s13_07_1_the_fallen import (
    CountryPasses,
    PowerFallen,
    ShipChangesHands,
    UnitsRemoved,
    army_goes_home,
    finish_major,
    pass_country,
    powers_with_zoc,
)
from worldfire.rules.s13_07_conquest import (
    CountryConquered,
    NewHomeChosen,
    Refugee,
    possible_homes,
    refugee_was_destroyed,
)
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.tables.counters import NavalCounter


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def wars(*pairs: tuple[str, str]) -> Change:
    def change(game: Game) -> None:
        game.set(AT_WAR, tuple((power_index(game, one), power_index(game, other)) for one, other in pairs))

    return change


def aligned(power: str, *minors: str) -> Change:
    """The minor countries and their hexes are the power's."""

    def change(game: Game) -> None:
        for minor in minors:
            number = country(game, minor)
            game.write(POWER, number, power_index(game, power))
            for place, home in enumerate(game.state[HOME_COUNTRY]):
                if home == number:
                    game.write(CONTROLLER, place, power_index(game, power))

    return change


def conquered(power: str, *minors: str) -> Change:
    def change(game: Game) -> None:
        for minor in minors:
            game.write(CONQUEROR, country(game, minor), power_index(game, power))

    return change


def taken(power: str, minor: str, capital: str) -> Change:
    """The capital and every printed factory."""

    def change(game: Game) -> None:
        for place in (place_index(game, capital), *factory_hexes(game, country(game, minor))):
            game.write(CONTROLLER, place, power_index(game, power))

    return change


def happened(game: Game, kind: type) -> list[Any]:
    return [event for event in game.events if type(event) is kind]


def where(game: Game, counter: str) -> str:
    return place_name(game, game.state[PLACE][unit(game, counter)])


REMOVED = "removed from the game"


@pytest.mark.rule("13.7.1")
@pytest.mark.rule("13.7.1/other home countries")
@pytest.mark.rule("13.7.1/effect of conquest")
@pytest.mark.rule("13.7.1/complete conquest")
def test_finland_falls() -> None:
    """Its units leave the game wherever they are; German units keep what they stand on and what they alone reach."""
    game = campaign_in(
        "barbarossa",
        "conquest",
        wars(("germany", "ussr")),
        aligned("germany", "finland"),
        taken("ussr", "finland", "Helsinki"),
        put("Turku", "ge-inf-xlv"),
        put("Viipuri", "finland-inf-ii"),
        put("Leningrad", "finland-inf-gd"),
        put("Helsinki", "su-hq-i-timoshenko"),
    )
    finland, germany, ussr = country(game, "finland"), power_index(game, "germany"), power_index(game, "ussr")
    assert game.over
    assert happened(game, CountryConquered) == [CountryConquered(country=finland, power=ussr, complete=True)]
    assert game.state[POWER][finland] == ussr
    assert game.state[CONQUEROR][finland] == ussr
    assert game.state[FORMER_POWER][finland] == germany
    assert {where(game, name) for name in ("finland-inf-ii", "finland-inf-gd", "finland-mot-iii")} == {REMOVED}
    turku = place_index(game, "Turku")
    controller, home = game.state[CONTROLLER], game.state[HOME_COUNTRY]
    beside = [place for place in game.ruleset.tables.board.adjacent[turku] if home[place] == finland]
    assert controller[turku] == germany
    alone = {place for place in beside if powers_with_zoc(game, place) == {germany}}
    assert alone
    assert {place for place in beside if controller[place] == germany} == alone
    assert controller[place_index(game, "Oulu")] == ussr


@pytest.mark.rule("13.7.1/other home countries")
def test_the_capital_is_not_enough() -> None:
    """Poland stands while the factory of Lodz holds out; and who is at peace conquers nothing."""
    war = wars(("germany", "ussr"))
    game = campaign_in("barbarossa", "conquest", war, controlled("ussr", "Warsaw"))
    assert happened(game, CountryConquered) == []
    game = campaign_in("barbarossa", "conquest", war, controlled("ussr", "Warsaw", "Lodz"))
    poland, ussr = country(game, "poland"), power_index(game, "ussr")
    assert happened(game, CountryConquered) == [CountryConquered(country=poland, power=ussr, complete=True)]
    assert conquests(game) == ()
    peace = campaign_in("barbarossa", "conquest", controlled("ussr", "Warsaw", "Lodz"))
    assert happened(peace, CountryConquered) == []


@pytest.mark.rule("13.7.1/re-conquest")
def test_the_baltic_states_change_hands() -> None:
    game = campaign_in("barbarossa", "conquest", wars(("germany", "ussr")), taken("germany", "latvia", "Riga"))
    latvia, germany = country(game, "latvia"), power_index(game, "germany")
    assert happened(game, CountryConquered) == [CountryConquered(country=latvia, power=germany, complete=True)]
    assert game.state[FORMER_POWER][latvia] == power_index(game, "ussr")


@pytest.mark.rule("13.7.1/territories")
def test_a_territory_falls_with_its_cities_and_ports() -> None:
    """Crete has no capital: who holds its only port has it, and who is at peace with its owner has not."""
    war = wars(("germany", "commonwealth"))
    crete = aligned("commonwealth", "crete")
    towns = controlled("germany", "E2211")
    game = campaign_in("global-war", "conquest", war, crete, towns)
    fallen = [event for event in happened(game, CountryConquered) if event.country == country(game, "crete")]
    assert [event.power for event in fallen] == [power_index(game, "germany")]
    for changes in ((war, crete), (crete, towns)):
        game = campaign_in("global-war", "conquest", *changes)
        assert country(game, "crete") not in [event.country for event in happened(game, CountryConquered)]


BELGIUM = (
    in_turn("May/Jun 1940"),
    wars(("germany", "commonwealth"), ("germany", "france")),
    aligned("commonwealth", "belgium", "belgian-congo"),
)


@pytest.mark.rule("13.7.1/incomplete conquest")
@pytest.mark.rule("13.7.1/re-conquest", example="WF2-125")
def test_belgium_falls_three_times() -> None:
    """While the Congo holds, Belgium is never completely conquered."""
    game = campaign_in(
        "global-war",
        "conquest",
        *BELGIUM,
        taken("germany", "belgium", "Brussels"),
        controlled("germany", "Liege"),
        put("Liege", "belgium-inf-i"),
        put("Leopoldville", "belgium-inf-ii"),
        put("London", "belgium-cav-cav"),
        dice=(4,),
    )
    belgium, germany = country(game, "belgium"), power_index(game, "germany")
    assert happened(game, CountryConquered) == [CountryConquered(country=belgium, power=germany, complete=False)]
    assert happened(game, UnitsRemoved)[0].country == belgium
    assert where(game, "belgium-inf-i") == REMOVED
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "choose-new-home")
    shape: Any = game.offers("commonwealth")["choose-new-home"]
    assert {"belgian-congo", "united-kingdom", "canada", "india"} < set(shape.domain)
    assert len(shape.domain) == 1 + 6
    events = play(game, "commonwealth", "choose-new-home", "belgian-congo")
    assert NewHomeChosen(country=belgium, home="belgian-congo") in events
    assert game.over
    assert game.state[NEW_HOME][belgium] == country(game, "belgian-congo")
    assert where(game, "belgium-inf-ii").endswith("Leopoldville")
    assert where(game, "belgium-cav-cav") == REMOVED  # further from the Congo than 4 hexes

    for holder, taker in (("germany", "france"), ("france", "germany")):
        again = campaign_in(
            "global-war",
            "conquest",
            *BELGIUM,
            aligned(holder, "belgium"),
            taken(taker, "belgium", "Brussels"),
            controlled(taker, "Liege"),
            conquered(holder, "belgium"),
        )
        assert again.over
        expected = CountryConquered(country=belgium, power=power_index(again, taker), complete=False)
        assert happened(again, CountryConquered) == [expected]


@pytest.mark.rule("13.7.1/complete conquest", example="WF2-122")
def test_the_last_dutch_home_falls() -> None:
    """Ships on the map become British, those on the circle Japanese."""
    ashore, built = "netherlands-ca-java-sif", "netherlands-ca-sumatra-sif"
    game = campaign_in(
        "global-war",
        "conquest",
        wars(("commonwealth", "japan"), ("commonwealth", "germany")),
        aligned("germany", "netherlands"),
        aligned("commonwealth", "netherlands-east-indies"),
        conquered("germany", "netherlands", "dutch-guiana"),
        lambda game: game.write(FORMER_POWER, country(game, "netherlands"), power_index(game, "commonwealth")),
        taken("japan", "netherlands-east-indies", "Batavia"),
        put("Singapore", ashore),
        put("production circle, Nov/Dec 1939", built),
    )
    indies, japan = country(game, "netherlands-east-indies"), power_index(game, "japan")
    assert CountryConquered(country=indies, power=japan, complete=True) in game.events
    assert game.state[COUNTRY][unit(game, ashore)] == country(game, "united-kingdom")
    assert power_of(game, unit(game, built)) == japan


# -------------------------------------------------------------------------------------------------------------- Italy falls

AGAINST_ITALY = wars(
    *((ally, enemy) for ally in ("usa", "commonwealth", "france") for enemy in ("italy", "germany")),
)
SOUTH_EAST = ("W0119", "W0118", "E3018", "E2917", "E2918", "E3016", "W0218", "W0219", "W0220", "W0421")


def south_of_rome(game: Game) -> None:
    """The toe and the west coast are American, the east coast is British; the French hold W0420."""
    board = game.ruleset.tables.board
    south = (number for number in board.hexes_of("Italy") if number[0] == "E" or int(number[3:]) < 20)
    controlled("usa", *south)(game)
    controlled("usa", "Rome", "W0320")(game)
    controlled("commonwealth", *SOUTH_EAST)(game)
    controlled("france", "W0420")(game)


#: a garrison
ITALIANS = ("it-inf-x", "it-inf-v", "it-mtn-alpini", "it-hq-a-graziani")
NORTHERN_ITALY = (
    in_turn("Sep/Oct 1943"),
    AGAINST_ITALY,
    south_of_rome,
    controlled("commonwealth", "Tripoli"),
    put("Rome", "us-mot-vi"),
    put("Naples", "us-mot-xvi", "us-mot-xxii"),  # a garrison: the others are in German zones of control
    put("W0420", "fr-inf-fec"),
    put("W0421", "cw-mot-1-can"),
    put("W0521", "ge-para-ii-para"),
    put("W0623", "ge-arm-xlviii"),
    put("Milan", "ge-hq-i-kesselring"),
    put("Turin", "ge-ftr-bf-109f2-wif"),
    put("Venice", "ge-lnd-ju-88a4-wif"),
    put("W0823", "it-bb-roma-sif"),
    lambda game: game.write(FACE_DOWN, unit(game, "it-bb-roma-sif"), 0),
    lambda game: game.write(FACE_DOWN, unit(game, "ge-hq-i-kesselring"), 1),
    lambda game: game.write(FACE_DOWN, unit(game, "ge-ftr-bf-109f2-wif"), 1),
)


EMPIRE = ("libya", "eritrea", "italian-somaliland", "ethiopia")


def no_ships(power: str) -> Change:
    """The power's ships are out of the game, so that only those matter that a test names afterwards."""

    def change(game: Game) -> None:
        for thing in range(len(game.state[PLACE])):
            if isinstance(counter_of(game, thing), NavalCounter) and power_of(game, thing) == power_index(game, power):
                game.write(PLACE, thing, place_index(game, REMOVED))

    return change


EMPIRE_LOST = (aligned("commonwealth", *EMPIRE), conquered("commonwealth", *EMPIRE), no_ships("italy"))


def holder(game: Game, *hexes: str) -> set[str]:
    names = game.state.get(POWER_NAMES)
    return {names[game.state[CONTROLLER][place_index(game, number)]] for number in hexes}


@pytest.mark.rule("13.7.1/italy", example="WF2-116")
def test_the_usa_conquers_italy_with_rome_though_tripoli_is_british() -> None:
    """Rome, Tripoli and more of a garrison than Italy has; with one of them less Italy stands."""
    game = campaign_in("global-war", "conquest", *NORTHERN_ITALY)
    italy, usa = country(game, "italy"), power_index(game, "usa")
    assert happened(game, CountryConquered)[0] == CountryConquered(country=italy, power=usa, complete=False)
    stands = campaign_in("global-war", "conquest", *NORTHERN_ITALY, controlled("italy", "Tripoli"))
    assert happened(stands, CountryConquered) == []
    held = campaign_in("global-war", "conquest", *NORTHERN_ITALY, put("W1023", *ITALIANS))
    assert [event.country for event in happened(held, CountryConquered)] == [country(held, "libya")]


@pytest.mark.rule("13.7.1/effect of conquest", example="WF2-117")
def test_who_gets_which_hex_of_italy() -> None:
    """Occupied hexes to their occupiers, empty ones to whom they are in the zone of alone, all others to the USA.

    Our map has Ancona in XIV Panzer's zone of control, so it is left out of the book's list.
    """
    game = campaign_in("global-war", "conquest", *NORTHERN_ITALY)
    assert holder(game, "W0521", "W0623", "Milan", "Turin", "Venice") == {"germany"}
    assert holder(game, "W0522", "W0524", "W0624", "W0622", "Florence", "W0824", "W0725", "W0826") == {"germany"}
    american = ("W0926", "W0426", "W0626", "W1024", "W0924", "W0823", "Leghorn", "W0721", "W0621", "Civitavecchia")
    assert holder(game, *american) == {"usa"}
    assert holder(game, "Rome", "Naples") == {"usa"}
    assert holder(game, "W0420") == {"france"}
    assert holder(game, *SOUTH_EAST) == {"commonwealth"}
    assert (tuple(game.waiting), prompt(game)) == (("italy",), "flee-by-sea")  # the fleet must leave La Spezia
    voyages: Any = game.offers("italy")["flee-by-sea"]
    (fleet,) = voyages.fleets
    assert place_index(game, "W0823") not in {way[-1] for way in fleet.ways}
    play(game, "italy", "flee-by-sea", (fleet.units, fleet.ways[0]))
    assert game.state[PLACE][unit(game, "it-bb-roma-sif")] == fleet.ways[0][-1]


@pytest.mark.rule("13.7.1/incomplete conquest", example="WF2-118")
def test_italys_new_home_is_albania_and_not_yugoslavia() -> None:
    """Yugoslavia was aligned during the game, Albania before 1939; the rest of the empire has fallen."""
    game = campaign_in(
        "global-war",
        "conquest",
        *NORTHERN_ITALY,
        *EMPIRE_LOST,
        put("Tirana", "it-mtn-alpini"),
        put("Turin", "it-inf-v"),
        put("Marseille", "it-inf-x"),
        aligned("italy", "yugoslavia"),
        dice=(4,),
    )
    italy = country(game, "italy")
    assert NewHomeChosen(country=italy, home="albania") in game.events  # the only choice, so nobody is asked
    assert game.state[NEW_HOME][italy] == country(game, "albania")
    assert power_of(game, unit(game, "it-mtn-alpini")) == power_index(game, "italy")
    assert where(game, "it-mtn-alpini").endswith("Tirana")
    assert where(game, "it-inf-v") == REMOVED  # in Italy
    assert where(game, "it-inf-x") == REMOVED  # further from Albania than 4 hexes


@pytest.mark.rule("13.7.1/incomplete conquest", example="WF2-119")
def test_australian_units_find_another_home_in_the_commonwealth() -> None:
    """No die is thrown: they are at home in all of it."""
    game = campaign_in(
        "global-war",
        "conquest",
        wars(("japan", "commonwealth")),
        taken("japan", "australia", "Canberra"),
        put("London", "cw-mot-1-aus"),
        put("Adelaide", "cw-inf-2-aus"),
    )
    australia = country(game, "australia")
    expected = CountryConquered(country=australia, power=power_index(game, "japan"), complete=False)
    assert happened(game, CountryConquered) == [expected]
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "choose-new-home")
    shape: Any = game.offers("commonwealth")["choose-new-home"]
    homes = {"united-kingdom", "canada", "india", "south-africa", "new-zealand"}
    assert homes <= set(shape.domain)
    assert "australia" not in shape.domain
    play(game, "commonwealth", "choose-new-home", "canada")
    assert game.over
    assert game.state[NEW_HOME][australia] == country(game, "canada")
    assert where(game, "cw-mot-1-aus").endswith("London")
    assert where(game, "cw-inf-2-aus") == REMOVED
    assert home_of_unit(game, unit(game, "cw-mot-1-aus")) == country(game, "canada")


@pytest.mark.rule("13.7.1/incomplete conquest", example="WF2-121")
def test_japan_fights_on_from_manchukuo() -> None:
    """With a 5 the unit in Changsha, 6 hexes from Port Arthur, is lost; aircraft in the Sea of Japan stay, as do ships."""
    game = campaign_in(
        "global-war",
        "conquest",
        in_turn("Jul/Aug 1945"),
        wars(("usa", "japan")),
        taken("usa", "japan", "Tokyo"),
        put("Changsha", "ja-inf-11"),
        put("Port Arthur", "ja-inf-12"),
        put("Sea of Japan 1", "ja-nav-g3m2-wif"),
        put("Singapore", "ja-bb-yamato-sif"),
        controlled("japan", "Singapore"),
        dice=(5, *[4] * 60),  # ships in building are destroyed
    )
    assert (tuple(game.waiting), prompt(game)) == (("japan",), "choose-new-home")
    shape: Any = game.offers("japan")["choose-new-home"]
    assert {"manchukuo", "korea"} <= set(shape.domain)
    play(game, "japan", "choose-new-home", "manchukuo")
    assert where(game, "ja-inf-11") == REMOVED
    assert where(game, "ja-inf-12").endswith("Port Arthur")
    assert where(game, "ja-nav-g3m2-wif") == "Sea of Japan 1"
    assert where(game, "ja-bb-yamato-sif").endswith("Singapore")


@pytest.mark.rule("13.7.1/re-conquest")
@pytest.mark.rule("13.7.1/complete conquest")
def test_japan_that_has_retaken_its_islands_does_not_fall_with_its_last_refuge() -> None:
    refuges = ("manchukuo", "korea", "formosa")

    def exiled(game: Game) -> None:
        conquered("usa", "japan", *refuges[1:])(game)
        game.write(NEW_HOME, country(game, "japan"), country(game, "manchukuo"))

    game = campaign_in(
        "global-war",
        "conquest",
        in_turn("Jul/Aug 1945"),
        wars(("usa", "japan"), ("ussr", "japan")),
        exiled,
        taken("japan", "japan", "Tokyo"),
        taken("ussr", "manchukuo", "Changchun"),
        dice=(4,) * 60,
    )
    japan = country(game, "japan")
    assert [event.power for event in happened(game, CountryConquered) if event.country == japan] == [
        power_index(game, "japan")
    ]
    assert happened(game, PowerFallen) == []
    assert not game.state[FALLEN_POWER][power_index(game, "japan")]


@pytest.mark.rule("13.7.1/complete conquest")
def test_the_home_of_a_power_that_is_no_more_is_never_its_own() -> None:
    """China has conquered Japan for good and falls itself; nobody else stands in Japan."""
    game = campaign_in("global-war", "conquest", in_turn("Jul/Aug 1944"), aligned("china", "japan"))
    japan, china, germany = (power_index(game, name) for name in ("japan", "china", "germany"))
    home = country(game, "japan")
    game.write(CONQUEROR, home, china)
    game.write(POWER, home, japan)
    game.write(FALLEN_POWER, japan, 1)
    pass_country(game, home, china, germany, NOBODY)
    assert game.state[CONTROLLER][place_index(game, "Tokyo")] == game.state[CONQUEROR][home] == germany
    assert game.state[POWER][home] == japan, "it may still be freed"


@pytest.mark.rule("13.7.1/complete conquest")
@pytest.mark.parametrize("heir", ["usa", "italy", ""])
def test_what_a_fallen_power_had_of_nations_that_fight_on_does_not_change_these(heir: str) -> None:
    """Free France and the Belgians of the Congo stay who they are, whoever has Paris and Brussels after Germany."""
    game = campaign_in("global-war", "conquest", in_turn("Jul/Aug 1944"))
    germany, france, britain = (power_index(game, name) for name in ("germany", "france", "commonwealth"))
    lands = (country(game, "france"), country(game, "belgium"))
    for land, power, capital in zip(lands, (france, britain), ("Paris", "Brussels"), strict=True):
        game.write(POWER, land, power)
        game.write(CONQUEROR, land, germany)
        controlled(heir or "germany", capital)(game)
    for land in lands[: 1 if heir != "italy" else 2]:
        pass_country(game, land, germany, power_index(game, "ussr"), NOBODY)
    assert game.state[POWER][lands[0]] == france
    assert game.state[CONQUEROR][lands[0]] == (power_index(game, heir) if heir else -1)
    if heir == "italy":
        assert (game.state[POWER][lands[1]], game.state[CONQUEROR][lands[1]]) == (britain, power_index(game, heir))


@pytest.mark.rule("13.7.1/complete conquest")
@pytest.mark.rule("13.7.1/incomplete conquest")
@pytest.mark.parametrize(("holder", "heir"), [("usa", "usa"), ("germany", "usa"), ("", "usa"), ("", "")])
def test_a_minor_country_in_exile_follows_its_last_home_when_its_power_falls(holder: str, heir: str) -> None:
    """The Belgians fight on for whichever Ally has the Congo after the Commonwealth; otherwise they are out of the game."""
    soldiers, ship, refuge = "belgium-inf-i", "belgium-ca-artevelde-sif", "united-kingdom"

    def in_london(game: Game) -> None:
        aligned("germany", "belgium")(game)
        game.write(POWER, country(game, "belgium"), power_index(game, "commonwealth"))
        game.write(NEW_HOME, country(game, "belgium"), country(game, refuge))

    game = campaign_in(
        "global-war",
        "conquest",
        wars(("commonwealth", "germany"), ("usa", "germany"), ("belgium", "germany")),
        aligned("commonwealth", "belgian-congo"),
        in_london,
        conquered("germany", "belgium"),
        put("New York", soldiers),
        put("North Atlantic 0", ship),
    )
    belgium, congo, germany = country(game, "belgium"), country(game, "belgian-congo"), power_index(game, "germany")
    conquered("germany", refuge)(game)
    game.write(NEW_HOME, country(game, refuge), country(game, "canada"))
    if holder:
        controlled(holder, "Leopoldville")(game)
    finish_major(game, power_index(game, "commonwealth"), power_index(game, heir) if heir else -1)
    assert game.state[CONQUEROR][belgium] == germany
    assert game.state[NEW_HOME][country(game, refuge)] == -1, "4.1.1: no annual additions any more"
    if holder == "usa":
        usa = power_index(game, "usa")
        assert CountryPasses(country=belgium, power=usa) in game.events
        assert (power_of(game, unit(game, soldiers)), where(game, soldiers)) == (usa, "M0619 New York")
        assert game.state[COUNTRY][unit(game, ship)] == belgium
        assert congo in possible_homes(game, belgium)
    else:
        assert game.state[POWER][belgium] == germany
        assert (where(game, soldiers), game.state[NEW_HOME][belgium]) == (REMOVED, -1)
        assert (where(game, ship) == REMOVED) is (heir == "")
        assert not heir or power_of(game, unit(game, ship)) == power_index(game, heir)
    assert not any(power_index(game, "belgium") in pair for pair in game.state.get(AT_WAR)) or holder == "usa"


@pytest.mark.rule("13.7.1/complete conquest")
def test_convoys_of_a_fallen_power_go_with_its_ships() -> None:
    game = campaign_in("global-war", "conquest", *GERMANY_FALLS, convoys_of_germany, dice=(10,))
    germany, ussr, japan = (power_index(game, name) for name in ("germany", "ussr", "japan"))
    left = {
        (owner, place_name(game, place)): points for owner, place, points in game.state.amounts(CONVOY_POINTS) if points
    }
    assert left.get((japan, "Baltic Sea 0")) == 3
    assert left.get((ussr, "repair pool of ussr")) == 2
    assert left.get((ussr, "production circle, Jul/Aug 1945")) == 4
    assert not [place for owner, place in left if owner == germany]


@pytest.mark.rule("13.7.1/incomplete conquest")
@pytest.mark.rule("13.7.5")
def test_a_commonwealth_that_is_back_with_canada_has_a_new_home_for_the_british() -> None:
    homes = ("united-kingdom", "australia", "india", "new-zealand", "south-africa")

    def freed(game: Game) -> None:
        for change in (aligned, conquered):
            change("germany", *homes)(game)
        for home in homes:
            game.write(POWER, country(game, home), power_index(game, "commonwealth"))

    game = campaign_in("global-war", "conquest", wars(("germany", "commonwealth")), no_ships("commonwealth"), freed)
    while prompt(game) == "choose-new-home":
        play(game, "commonwealth", "choose-new-home", "canada")
    assert {game.state[NEW_HOME][country(game, home)] for home in homes} == {country(game, "canada")}


@pytest.mark.rule("13.7.1/effect of conquest")
def test_every_army_has_a_home_country_on_the_map() -> None:
    """Or it is of a faction, or partisan: who has none would survive every conquest, as the militia of Harbin did."""
    game = campaign_in("global-war", "conquest")
    names = game.state.get(COUNTRY_NAMES)
    armies, homes = {*game.state[COUNTRY]}, {*game.state[HOME_COUNTRY]}
    factions = {"nationalist-china", "communist-china", "nationalist-spain", "republican-spain"}
    assert {names[land] for land in armies - homes} == factions | {"partisans"}


@pytest.mark.rule("13.7.1/incomplete conquest")
@pytest.mark.rule("13.7.3")
def test_who_has_given_away_its_refuge_in_a_peace_looks_for_another() -> None:
    def exiled(game: Game) -> None:
        for change in (aligned, conquered):
            change("usa", "italy", "albania")(game)
        game.write(POWER, country(game, "italy"), power_index(game, "italy"))
        game.write(NEW_HOME, country(game, "italy"), country(game, "albania"))

    game = campaign_in("global-war", "conquest", AGAINST_ITALY, no_ships("italy"), exiled, dice=(9,))
    assert (tuple(game.waiting), prompt(game)) == (("italy",), "choose-new-home")
    play(game, "italy", "choose-new-home", "libya")
    assert game.over
    assert game.state[NEW_HOME][country(game, "italy")] == country(game, "libya")


@pytest.mark.rule("13.7.1/incomplete conquest")
def test_what_becomes_of_ships_in_building() -> None:
    """On a 2 Italy gives the first to whom it likes, a 5 destroys the second, and of the third the USA disposes."""
    ships = ("it-bb-impero-sif", "it-bb-roma-sif", "it-cv-aquila-sif")
    game = campaign_in(
        "global-war",
        "conquest",
        *NORTHERN_ITALY,
        *EMPIRE_LOST,
        put("construction pool of italy", *ships),
        dice=(4, 2, 5, 6),
    )
    first, second, third = (unit(game, ship) for ship in sorted(ships, key=lambda ship: unit(game, ship)))
    assert (tuple(game.waiting), prompt(game)) == (("italy",), "give-ship")
    events = play(game, "italy", "give-ship-to", "germany")
    assert ShipChangesHands(thing=first, power=power_index(game, "germany")) in events
    assert Destroyed(thing=second) in events
    assert tuple(game.waiting) == ("usa",)
    play(game, "usa", "give-ship-to", "commonwealth")
    assert game.state[COUNTRY][first] == country(game, "germany")
    assert game.state[COUNTRY][third] == country(game, "united-kingdom")


@pytest.mark.rule("13.7.1/incomplete conquest")
def test_a_power_without_its_home_does_half_as_much() -> None:
    game = campaign_in("global-war", "choose actions", AGAINST_ITALY)
    italy = power_index(game, "italy")
    game.set(ACTIONS, ("land",) * len(game.state.get(POWER_NAMES)))
    whole = {row: limit(game, italy, row) for row in ("land movement", "rail movement")}
    conquered("usa", "italy")(game)
    game.write(NEW_HOME, country(game, "italy"), country(game, "albania"))
    assert limit(game, italy, "rail movement") == (whole["rail movement"] + 1) // 2
    assert limit(game, italy, "land movement") == whole["land movement"], "half of any number is any number"


@pytest.mark.rule("13.7.1/incomplete conquest")
@pytest.mark.parametrize(("die", "back"), [(5, False), (6, True)])
def test_a_unit_whose_home_has_fallen_comes_back_only_on_a_six(die: int, back: bool) -> None:
    game = campaign_in(
        "global-war",
        "choose actions",
        AGAINST_ITALY,
        conquered("usa", "italy"),
        put("Tirana", "it-mtn-alpini"),
        lambda game: game.write(NEW_HOME, country(game, "italy"), country(game, "albania")),
        dice=(die,),
    )
    alpini = unit(game, "it-mtn-alpini")
    game.state.frames = []
    game.say(Destroyed(thing=alpini))
    game.write(PLACE, alpini, place_index(game, "tray of italy"))
    (owed,) = game.state.queue
    game.state.queue = ()
    game.push(owed.procedure, owed.locals)
    game.resume(game.state, game.entries, game.head)
    assert (where(game, "it-mtn-alpini") == "tray of italy") is back


@pytest.mark.rule("13.7.1/incomplete conquest")
@pytest.mark.parametrize(("place", "supplied"), [("Italian Coast 2", True), ("Dublin", False)])
def test_a_ship_without_a_home_is_in_supply_at_sea(place: str, supplied: bool) -> None:
    """It is rolled for there; out of supply on the map it is lost without a roll, and what is being built has had its die."""
    game = campaign_in(
        "global-war",
        "choose actions",
        AGAINST_ITALY,
        conquered("usa", "italy"),
        put(place, "it-bb-roma-sif"),
        put("construction pool of italy", "it-bb-impero-sif"),
        lambda game: game.write(NEW_HOME, country(game, "italy"), country(game, "albania")),
    )
    owed = refugee_was_destroyed(game, Destroyed(thing=unit(game, "it-bb-roma-sif")))
    assert owed is not None
    assert owed.locals == Refugee(unit(game, "it-bb-roma-sif"), supplied)
    assert refugee_was_destroyed(game, Destroyed(thing=unit(game, "it-bb-impero-sif"))) is None


@pytest.mark.rule("13.7.1")
def test_a_minor_country_conquers_for_a_master_that_is_not_at_war() -> None:
    """Finland fights the USSR alone, and takes Riga: Latvia is conquered by Germany, which is at peace with the USSR."""
    game = campaign_in(
        "global-war",
        "choose actions",
        wars(("ussr", "finland"), ("germany", "commonwealth")),
        aligned("germany", "finland"),
        aligned("ussr", "latvia"),
        controlled("finland", "Riga"),
    )
    latvia, germany = country(game, "latvia"), power_index(game, "germany")
    assert (latvia, germany) in conquests(game)
    controlled("germany", "Riga")(game)
    assert latvia not in dict(conquests(game)), "German units themselves fight nobody there"


# ------------------------------------------------------------------------------------------------- complete conquest

ITALY_ENDS = (
    *NORTHERN_ITALY,
    aligned("italy", "yugoslavia"),
    aligned("commonwealth", *EMPIRE, "albania"),
    conquered("commonwealth", *EMPIRE, "albania"),
    no_ships("italy"),
)


@pytest.mark.rule("13.7.1/complete conquest")
@pytest.mark.rule("13.7.3")
def test_a_country_that_nobody_inherits_is_neutral_without_an_army_on_the_map() -> None:
    """And at peace with whoever had attacked it."""

    def attacked(game: Game) -> None:
        pair = (power_index(game, "commonwealth"), power_index(game, "yugoslavia"))
        game.set(AT_WAR, (*game.state.get(AT_WAR), pair))

    game = campaign_in("global-war", "conquest", *ITALY_ENDS, attacked, put("Split", "yugoslavia-inf-i"))
    yugoslavia = power_index(game, "yugoslavia")
    assert CountryPasses(country=country(game, "yugoslavia"), power=yugoslavia) in game.events
    assert where(game, "yugoslavia-inf-i") == "army of yugoslavia"
    assert not [pair for pair in game.state.get(AT_WAR) if yugoslavia in pair]
    put("Batavia", "netherlands-mil-batavia")(game)
    army_goes_home(game, country(game, "netherlands-east-indies"))
    assert where(game, "netherlands-mil-batavia") == "army of netherlands"


@pytest.mark.rule("13.7.1/complete conquest", example="WF2-123")
def test_yugoslavia_after_italy() -> None:
    """Germany alone has face-up corps there: it is German, aligned as before."""
    corps = put("Split", "ge-inf-xlv")
    game = campaign_in("global-war", "conquest", *ITALY_ENDS, corps, put("Marseille", "it-inf-x"))
    italy, germany, yugoslavia = power_index(game, "italy"), power_index(game, "germany"), country(game, "yugoslavia")
    assert PowerFallen(power=italy) in game.events
    assert CountryPasses(country=yugoslavia, power=germany) in game.events
    assert game.state[POWER][yugoslavia] == germany
    assert game.state[CONQUEROR][yugoslavia] == -1
    assert holder(game, "Belgrade", "Sarajevo", "Split") == {"germany"}
    assert where(game, "it-inf-x") == REMOVED
    assert all(italy not in pair for pair in game.state.get(AT_WAR))


@pytest.mark.rule("13.7.1/complete conquest", example="WF2-123")
def test_yugoslavia_falls_to_an_american_division() -> None:
    """Whoever controls a city goes before whoever has corps; an enemy of Italy conquers what was aligned."""
    americans = (put("Zagreb", "us-mot-ix"), controlled("usa", "Zagreb"))
    game = campaign_in("global-war", "conquest", *ITALY_ENDS, put("E2821", "ge-inf-xlv"), *americans)
    yugoslavia, usa = country(game, "yugoslavia"), power_index(game, "usa")
    assert game.state[POWER][yugoslavia] == usa
    assert game.state[CONQUEROR][yugoslavia] == usa


def germany_holds(game: Game) -> None:
    """Norway is conquered and Lithuania aligned; Prague and Bratislava have been lost."""
    for minor in ("norway", "lithuania"):
        aligned("germany", minor)(game)
    conquered("germany", "norway")(game)
    for minor in ("czech-republic", "slovakia"):
        aligned("ussr", minor)(game)
        conquered("ussr", minor)(game)


GERMANY_FALLS = (
    in_turn("May/Jun 1945"),
    wars(("germany", "ussr"), ("germany", "commonwealth"), ("japan", "usa")),
    lambda game: game.write(SIDE, power_index(game, "italy"), -1),  # it has fallen before
    germany_holds,
    taken("ussr", "germany", "Berlin"),
    no_ships("germany"),
    put("Kaunas", "su-inf-59"),
    put("Oslo", "ge-inf-xlv"),
    controlled("germany", "Oslo", "Kaunas"),
    put("Kiel", "ge-bb-tirpitz-sif", "ge-ca-prinz-eugen-sif"),
    lambda game: game.write(FACE_DOWN, unit(game, "ge-bb-tirpitz-sif"), 1),
    lambda game: game.write(FACE_DOWN, unit(game, "ge-ca-prinz-eugen-sif"), 0),
)


def convoys_of_germany(game: Game) -> None:
    for owner, place, points in tuple(game.state.amounts(CONVOY_POINTS)):
        game.add(CONVOY_POINTS, owner, place, -points)
    for place, points in (("Baltic Sea 0", 3), ("repair pool of germany", 2), ("production circle, Jul/Aug 1945", 4)):
        game.add(CONVOY_POINTS, power_index(game, "germany"), place_index(game, place), points)


@pytest.mark.rule("13.7.1/complete conquest", example="WF2-124")
def test_germany_falls() -> None:
    """Norway is neutral again, Lithuania Soviet; the fleet is Japanese, rolls if it is face-down, and finds no port."""
    game = campaign_in("global-war", "conquest", *GERMANY_FALLS, dice=(10,))
    germany, ussr, japan = (power_index(game, name) for name in ("germany", "ussr", "japan"))
    norway, lithuania = country(game, "norway"), country(game, "lithuania")
    assert happened(game, PowerFallen) == [PowerFallen(power=germany)]
    assert where(game, "ge-inf-xlv") == REMOVED
    assert (game.state[POWER][norway], game.state[CONQUEROR][norway]) == (power_index(game, "norway"), -1)
    assert holder(game, "Oslo") == {"norway"}
    assert (game.state[POWER][lithuania], game.state[CONQUEROR][lithuania]) == (ussr, ussr)
    tirpitz, eugen = unit(game, "ge-bb-tirpitz-sif"), unit(game, "ge-ca-prinz-eugen-sif")
    assert [event.unit for event in happened(game, NavalUnitOverrun)] == [tirpitz]
    assert {event.power for event in happened(game, ShipChangesHands)} == {japan}
    assert {event.thing for event in happened(game, Destroyed)} == {tirpitz, eugen}  # no Japanese port is near
    assert all(germany not in pair for pair in game.state.get(AT_WAR))
