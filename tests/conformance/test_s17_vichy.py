"""17 Vichy: created, run and brought down, on the map of Global War."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, controlled, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.sending_home import UnitsSentHome
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HOME_COUNTRY,
    NEW_HOME,
    POWER,
    POWER_NAMES,
    SEAT,
    SIDE,
    power_of,
)
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s13_07_1_the_fallen import PowerFallen
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.titles.wif.nations.vichy.creation import (
    CountryAllocated,
    GroupDecided,
    VichyDeclared,
    group_of,
    possible_installer,
)
from worldfire.titles.wif.nations.vichy.standing import HOSTILE
from worldfire.titles.wif.nations.vichy.units import ArmyHalved, FrenchUnitsDestroyed

TITLE = "wif"
#: the rows of the chart in the order in which they are rolled for
ROWS = (
    "Corsica, Morocco, Algeria and Tunisia",
    "French Equatorial Africa",
    "French West Africa",
    "Indo-China",
    "Madagascar",
    "Marquesas and French Polynesia",
    "Pacific map minors and territories",
    "Syria",
    "other minors and territories",
)
POOLS = (0,) * 80


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def wars(*pairs: tuple[str, str]) -> Change:
    def change(game: Game) -> None:
        game.set(AT_WAR, tuple((power_index(game, one), power_index(game, other)) for one, other in pairs))

    return change


def aligned(power: str, *minors: str, conquered: bool = False) -> Change:
    """The minor countries and their hexes are the power's."""

    def change(game: Game) -> None:
        for minor in minors:
            number = country(game, minor)
            game.write(POWER, number, power_index(game, power))
            if conquered:
                game.write(CONQUEROR, number, power_index(game, power))
            for place, home in enumerate(game.state[HOME_COUNTRY]):
                if home == number and game.state[CONTROLLER][place] != -1:
                    game.write(CONTROLLER, place, power_index(game, power))

    return change


def holder(game: Game, *hexes: str) -> set[str]:
    names = game.state.get(POWER_NAMES)
    return {names[game.state[CONTROLLER][place_index(game, number)]] for number in hexes}


def where(game: Game, counter: str) -> str:
    return place_name(game, game.state[PLACE][unit(game, counter)])


def owner(game: Game, counter: str) -> str:
    return game.state.get(POWER_NAMES)[power_of(game, unit(game, counter))]


SUMMER_1940 = (
    in_turn("Jul/Aug 1940"),
    wars(("germany", "france"), ("germany", "commonwealth"), ("italy", "france"), ("italy", "commonwealth")),
    put("Paris", "ge-inf-xlv"),
    controlled("germany", "Paris"),
)


def armistice(*changes: Change, dice: tuple[int, ...] = (5,) * 9, **kwargs: Any) -> Game:
    return campaign_in(
        "global-war", "Vichy declaration", *SUMMER_1940, *changes, dice=(*dice, *POOLS), title=TITLE, **kwargs
    )


def groups(game: Game) -> dict[str, bool]:
    return {event.group: event.free for event in game.events if isinstance(event, GroupDecided)}


# ------------------------------------------------------------------------------------------------------------ 17.1 creation


@pytest.mark.rule("17")
@pytest.mark.rule("17.1")
@pytest.mark.rule("13.7.4")
def test_who_may_install_vichy() -> None:
    """The Axis power with the most factors in Paris, if it is not at war with the USA and France is not conquered."""
    game = armistice()
    assert (tuple(game.waiting), prompt(game)) == (("germany",), "vichy")
    assert possible_installer(game) == power_index(game, "germany")
    stronger = armistice(put("Paris", "it-arm-mussolini"))
    assert tuple(stronger.waiting) == ("italy",)
    tied = armistice(put("Paris", "it-inf-x", "it-cav-cav"))  # 6 factors each
    at_war = armistice(wars(("germany", "france"), ("germany", "usa")))
    fallen = armistice(lambda game: game.write(CONQUEROR, country(game, "france"), power_index(game, "germany")))
    empty = armistice(put("Berlin", "ge-inf-xlv"))
    assert all(other.over for other in (tied, at_war, fallen, empty))


@pytest.mark.rule("17.1")
def test_germany_may_do_without_it() -> None:
    game = armistice()
    play(game, "germany", "install-no-vichy")
    assert game.over
    assert game.state[SIDE][power_index(game, "vichy-france")] == -1


@pytest.mark.rule("17.2")
@pytest.mark.rule("17.3")
@pytest.mark.rule("17.3.2")
@pytest.mark.rule("17.6")
def test_france_is_divided() -> None:
    """South of the border everything is Vichy's; the rest is German but where the British stand."""
    game = armistice(
        put("Bordeaux", "cw-mot-1-can"),
        controlled("france", "Bordeaux"),
        put("Lyon", "fr-inf-v", "fr-hq-i-georges"),
        put("Lille", "fr-inf-x"),
        put("London", "fr-inf-viii"),
        put("Toulon", "fr-bb-provence-sif"),
        put("Brest", "fr-bb-lorraine-sif"),
    )
    events = play(game, "germany", "install-vichy")
    germany, vichy, france = (power_index(game, name) for name in ("germany", "vichy-france", "france"))
    assert VichyDeclared(power=germany) in events
    assert game.state[SIDE][vichy] == game.state[SIDE][germany]
    assert game.seats[game.state[SEAT][vichy]] == "germany"
    assert holder(game, "Lyon", "Marseille", "Toulon", "Vichy") == {"vichy-france"}
    assert holder(game, "Lille", "Brest", "Calais") == {"germany"}
    assert holder(game, "Bordeaux") == {"commonwealth"}
    assert game.state[CONQUEROR][country(game, "france")] == germany
    assert (prompt(game), tuple(game.waiting)) == ("raise-free-france", ("france",))
    shape: Any = game.offers("france")["raise-free-france"]
    assert set(shape.domain) == {"cameroons", "chad", "french-somaliland", "gabon", "middle-congo", "ubangi-shari"}
    play(game, "france", "raise-free-france", "middle-congo")
    assert game.state[NEW_HOME][country(game, "france")] == country(game, "middle-congo")
    assert powers_cooperate(game, france, power_index(game, "commonwealth"))
    assert (prompt(game), tuple(game.waiting)) == ("french-units", ("commonwealth",))
    play(game, "commonwealth", "spare-french-units")
    while prompt(game) == "bring-french-home":
        choice: Any = game.offers("germany")["bring-french-to"]
        play(game, "germany", "bring-french-to", choice.domain[0])
    while prompt(game) == "place-french-unit":
        choice = game.offers("germany")["place-french-unit-at"]
        assert holder(game, *(place_name(game, place).split()[0] for place in choice.domain)) == {"vichy-france"}
        play(game, "germany", "place-french-unit-at", choice.domain[0])
    assert prompt(game) == "halve-vichy-army"
    army: Any = game.offers("germany")["lose-vichy-units"]
    assert {unit(game, name) for name in ("fr-inf-v", "fr-inf-x", "fr-inf-viii", "fr-hq-i-georges")} <= {*army.domain}
    assert army.least == army.most == (len(army.domain) + 1) // 2
    lost = tuple(sorted(army.domain))[: army.least]
    events = play(game, "germany", "lose-vichy-units", lost)
    assert ArmyHalved(units=lost) in events
    assert (prompt(game), tuple(game.waiting)) == ("scrap-vichy-losses", ("france",))
    play(game, "france", "scrap-vichy-losses", lost[:1])
    assert game.over
    assert place_name(game, game.state[PLACE][lost[0]]) == "removed from the game"
    assert all(game.state[COUNTRY][each] == country(game, "france") for each in lost)
    assert owner(game, "fr-bb-provence-sif") == owner(game, "fr-bb-lorraine-sif") == "vichy-france"
    assert where(game, "fr-hq-a-de-gaulle").startswith("force pool of france")
    assert owner(game, "fr-bb-richelieu-sif") == "vichy-france"  # on the production circle


@pytest.mark.rule("18.1")
def test_free_france_and_a_commonwealth_that_enters_the_war_later() -> None:
    """Neutral when France is divided, they co-operate from its first war on."""
    game = armistice(wars(("germany", "france")), put("Toulon", "fr-bb-provence-sif"))
    play(game, "germany", "install-vichy")
    france, commonwealth, germany = (power_index(game, name) for name in ("france", "commonwealth", "germany"))
    assert not powers_cooperate(game, france, commonwealth)
    declare_war(game, commonwealth, germany)
    assert powers_cooperate(game, france, commonwealth)


@pytest.mark.rule("17.2/table: free french chart")
@pytest.mark.rule("17.2", example="WF2-160")
@pytest.mark.parametrize("place", ["Dakar", "Cape St Vincent 1"])
def test_the_fleet_abroad_costs_free_france_two(place: str) -> None:
    """Richelieu in Dakar, or at sea: 10 - 2 is not enough for Morocco, West Africa, Syria or Indo-China (B8).

    Equatorial Africa needs a 5, the Pacific a 4.
    """
    dice = (10, 5, 10, 10, 10, 10, 4, 10, 10)
    game = armistice(put(place, "fr-bb-richelieu-sif"), dice=dice)
    play(game, "germany", "install-vichy")
    free = {row for row, joins in groups(game).items() if joins}
    assert free == {
        "French Equatorial Africa",
        "Madagascar",
        "Marquesas and French Polynesia",
        "Pacific map minors and territories",
    }
    home = armistice(put("Toulon", "fr-bb-richelieu-sif"), dice=(10, 3, 9, 9, 8, 7, 2, 9, 9))
    play(home, "germany", "install-vichy")
    assert tuple(groups(home)) == ROWS
    assert all(groups(home).values())


@pytest.mark.rule("17.2", example="WF2-161")
def test_what_france_had_gained_is_shared_out() -> None:
    """With an 8 the Indies and Greece are not Free French: Japan conquers the Indies, Greece aligns with Germany."""
    dutch = "netherlands-ca-java-sif"
    game = armistice(
        wars(("germany", "france"), ("japan", "france"), ("germany", "commonwealth")),
        aligned("france", "netherlands-east-indies", "dutch-guiana"),
        aligned("germany", "netherlands", conquered=True),
        aligned("france", "greece", conquered=True),
        lambda game: game.write(POWER, country(game, "netherlands"), power_index(game, "france")),
        lambda game: game.write(NEW_HOME, country(game, "netherlands"), country(game, "netherlands-east-indies")),
        put("Batavia", dutch),
        aligned("france", "norway"),
        put("London", "norway-mil-oslo"),
        dice=(5, 5, 5, 5, 5, 5, 5, 5, 8),
    )
    indies, greece, guiana = (country(game, name) for name in ("netherlands-east-indies", "greece", "dutch-guiana"))
    assert group_of(game, indies) == group_of(game, greece) == group_of(game, guiana) == ROWS[-1]
    play(game, "germany", "install-vichy")
    japan, germany = power_index(game, "japan"), power_index(game, "germany")
    given = {"dutch-guiana": "japan", "greece": "germany", "netherlands-east-indies": "japan", "norway": "germany"}
    events: list[Any] = []
    while prompt(game) == "allocate-country":
        assert game.decision is not None
        number = int(game.decision.args["country"])
        events += play(game, "germany", "allocate-country-to", given[game.state.get(COUNTRY_NAMES)[number]])
    assert CountryAllocated(country=indies, power=japan, conquered=True) in events
    assert CountryAllocated(country=greece, power=germany, conquered=False) in events
    assert (game.state[POWER][indies], game.state[CONQUEROR][indies]) == (japan, japan)
    assert (game.state[POWER][greece], game.state[CONQUEROR][greece]) == (germany, -1)
    assert owner(game, dutch) == "france"
    assert where(game, "norway-mil-oslo") == "removed from the game", "no army changes sides with its country"


@pytest.mark.rule("17.2")
def test_free_france_without_a_home_is_no_more() -> None:
    """Every territory that would be Free French is Vichy's, and the power France is out of the game."""
    game = armistice(dice=(1,) * 6 + (10,) + (1,) * 2)
    play(game, "germany", "install-vichy")
    assert groups(game)["Pacific map minors and territories"]
    events = finish(game)
    france, vichy = power_index(game, "france"), power_index(game, "vichy-france")
    assert game.state[POWER][country(game, "new-caledonia")] == vichy
    assert PowerFallen(power=france) in events
    assert game.state[FALLEN_POWER][france]


@pytest.mark.rule("17.2")
@pytest.mark.rule("13.7.1/complete conquest")
def test_the_congo_is_vichys_if_free_france_has_no_home() -> None:
    """Belgium was France's, and the die left the Congo Free French: it goes the way of all, aligned, and Belgium is no more."""

    def exiled(game: Game) -> None:
        aligned("france", "belgian-congo")(game)
        aligned("germany", "belgium", "french-guiana", conquered=True)(game)
        game.write(POWER, country(game, "belgium"), power_index(game, "france"))

    game = armistice(exiled, put("Leopoldville", "belgium-inf-i"), dice=(1,) * 8 + (10,))
    play(game, "germany", "install-vichy")
    assert groups(game)["other minors and territories"]
    finish(game)
    belgium, congo = country(game, "belgium"), country(game, "belgian-congo")
    vichy, germany = power_index(game, "vichy-france"), power_index(game, "germany")
    assert (game.state[POWER][congo], game.state[CONQUEROR][congo]) == (vichy, -1)
    assert (game.state[POWER][belgium], game.state[CONQUEROR][belgium]) == (germany, germany)
    assert where(game, "belgium-inf-i") == "removed from the game"


def finish(game: Game) -> list[Any]:
    """The first legal answer to everything that is left; returns what happened."""
    events: list[Any] = [*game.events]
    while not game.over:
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        events += play(game, seat, verb, next(iter(shape.every())))
    return events


@pytest.mark.rule("17.2")
@pytest.mark.rule("17.3.1")
@pytest.mark.rule("17.3.2")
def test_allies_in_vichys_lands() -> None:
    """Who keeps a hex or destroys French units makes Vichy hostile; units of others come back in two turns."""
    game = armistice(
        controlled("commonwealth", "Oran"),
        put("Casablanca", "cw-mot-1-can", "cw-bb-hood-sif"),
        put("Gibraltar", "fr-bb-lorraine-sif"),
        dice=(1, 10, 1, 1, 1, 1, 1, 1, 1),
    )
    play(game, "germany", "install-vichy")
    assert (prompt(game), tuple(game.waiting)) == ("hand-over-hexes", ("commonwealth",))
    play(game, "commonwealth", "hand-over-hexes")
    assert holder(game, "Oran") == {"vichy-france"}
    assert game.state.get(HOSTILE) == ()
    events = play(game, "france", "raise-free-france", "chad")
    assert UnitsSentHome in {type(event) for event in events}
    assert where(game, "cw-mot-1-can") == "production circle, Nov/Dec 1940"
    assert where(game, "cw-bb-hood-sif").endswith("Gibraltar")  # the nearest friendly port
    assert (prompt(game), tuple(game.waiting)) == ("french-units", ("commonwealth",))
    events = play(game, "commonwealth", "destroy-french-units")
    lorraine, commonwealth = unit(game, "fr-bb-lorraine-sif"), power_index(game, "commonwealth")
    assert FrenchUnitsDestroyed(power=commonwealth, units=(lorraine,)) in events
    assert game.state.get(HOSTILE) == (commonwealth,)
