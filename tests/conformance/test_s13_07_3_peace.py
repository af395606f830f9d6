"""13.7.2, 13.7.3, 13.7.6 and 13.7.7: support, peace between players, surrender, and who goes home."""

from __future__ import annotations

from typing import Any

import pytest
from test_s17_vichy import TITLE, aligned, country, holder, wars, where
from turns import Change, campaign_in, controlled, in_turn, play, power_index, prompt, put, unit
from us_markers import markers, us_game

from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.forces.pools import pool_of
from worldfire.forces.situation import AT_WAR, CO_OPERATING, CONVOY_POINTS, PACTS
from worldfire.forces.things import PLACE, place_index
from worldfire.forces.who import CONQUEROR, NEW_HOME, POWER
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_07_1_the_fallen import make_peace, release_enemies
from worldfire.rules.s13_07_2_support import MinorSupported, note_attack
from worldfire.rules.s13_07_3_peace import (
    CountryTransferred,
    MinorAtPeace,
    PeaceMade,
    TermsDeclined,
    TermsProposed,
)
from worldfire.rules.s13_07_6_surrender import SURRENDERED, HomeSurrendered
from worldfire.rules.s13_07_7_standing_down import STOOD_DOWN, StoodDown, call_back
from worldfire.rules.s13_07_conquest import CountryConquered
from worldfire.titles.wif.nations.us_entry.moving import EntryActionNoted
from worldfire.titles.wif.nations.us_entry.step import extra_markers

MANCHURIA = wars(("japan", "ussr"))


def convoys(power: str, place: str, points: int) -> Change:
    return lambda game: game.add(CONVOY_POINTS, power_index(game, power), place_index(game, place), points)


def talks(*changes: Change, power: str = "japan", other: str = "ussr") -> Game:
    """The two have sat down; whoever comes before in the order of play makes no peace."""
    game = campaign_in("global-war", "mutual peace", in_turn("Nov/Dec 1941"), *changes, title=TITLE, game_id="peace")
    while prompt(game) == "peace-talks" and tuple(game.waiting) != (power,):
        play(game, next(iter(game.waiting)), "make-no-peace")
    play(game, power, "talk-peace-with", other)
    return game


@pytest.mark.rule("13.7.3", example="WF2-126")
def test_hexes_of_a_peace_must_be_contiguous() -> None:
    """P2045 alone touches nothing Soviet; with P2046 and P1947 it does."""
    game = talks(MANCHURIA, controlled("japan", "P2045", "P2046", "P1947"), controlled("ussr", "P1948"))
    assert (tuple(game.waiting), prompt(game)) == (("japan",), "draw-up-terms")
    play(game, "japan", "offer-hexes", (place_index(game, "P2045"),))
    refusal = game.why_not("put-terms", None, "japan")
    assert refusal
    assert refusal[0].key == "hex-not-contiguous"
    together = tuple(sorted(place_index(game, number) for number in ("P2045", "P2046", "P1947")))
    play(game, "japan", "offer-hexes", together)
    events = play(game, "japan", "put-terms")
    assert TermsProposed in {type(event) for event in events}
    assert (tuple(game.waiting), prompt(game)) == (("ussr",), "answer-terms")
    events = play(game, "ussr", "accept-terms")
    assert holder(game, "P2045", "P2046", "P1947") == {"ussr"}
    japan, ussr = power_index(game, "japan"), power_index(game, "ussr")
    assert PeaceMade(power=japan, target_power=ussr) in events
    assert not any({japan, ussr} == {*pair} for pair in game.state.get(AT_WAR))
    assert any({japan, ussr} == {*pair} for pair in game.state.get(PACTS))


BALTIC = ("estonia", "latvia", "lithuania")


@pytest.mark.rule("13.7.3", example="WF2-127")
def test_the_baltic_states_pass_as_their_new_owner_likes() -> None:
    """Conquered ones are aligned or conquered; an aligned one only passes as conquered."""
    game = talks(
        wars(("germany", "ussr"), ("germany", "commonwealth")),
        *(aligned("germany", name, conquered=True) for name in BALTIC),
        aligned("germany", "rumania"),
        controlled("ussr", "Leningrad"),
        put("Minsk", "ge-inf-xlv"),
        put("Pskov", "su-inf-59"),
        power="germany",
    )
    play(game, "germany", "offer-countries", (*BALTIC, "rumania"))
    play(game, "germany", "put-terms")
    events = list(play(game, "ussr", "accept-terms"))
    wanted = {"estonia": "aligned", "latvia": "conquered", "lithuania": "conquered"}
    names = {country(game, name): name for name in BALTIC}
    while prompt(game) == "take-country-as":
        assert game.decision is not None
        events += play(game, "ussr", "take-country-as", wanted[names[int(game.decision.args["country"])]])
    ussr = power_index(game, "ussr")
    assert CountryTransferred(country=country(game, "estonia"), power=ussr, conquered=False) in events
    assert game.state[CONQUEROR][country(game, "estonia")] == -1
    assert game.state[CONQUEROR][country(game, "latvia")] == ussr
    assert CountryTransferred(country=country(game, "rumania"), power=ussr, conquered=True) in events
    assert holder(game, "Riga", "Bucharest") == {"ussr"}
    assert where(game, "ge-inf-xlv") == "production circle, Mar/Apr 1942"  # from a Soviet hex


ITALY_AND_THE_KINGDOM = wars(("italy", "commonwealth"), ("germany", "commonwealth"), ("germany", "usa"))


@pytest.mark.rule("13.7.3")
@pytest.mark.rule("13.7.1/incomplete conquest")
def test_who_gives_away_its_refuge_needs_another_in_the_same_step() -> None:
    """Italy, exiled in Albania, gives it to the Commonwealth and fights on from Libya at once."""

    def exiled(game: Game) -> None:
        aligned("commonwealth", "italy", conquered=True)(game)
        game.write(POWER, country(game, "italy"), power_index(game, "italy"))
        game.write(NEW_HOME, country(game, "italy"), country(game, "albania"))

    game = talks(ITALY_AND_THE_KINGDOM, exiled, power="italy", other="commonwealth")
    play(game, "italy", "offer-countries", ("albania",))
    play(game, "italy", "put-terms")
    play(game, "commonwealth", "accept-terms")
    assert (tuple(game.waiting), prompt(game)) == (("italy",), "choose-new-home")
    offered: Any = game.offers("italy")["choose-new-home"]
    assert "libya" in offered.domain
    assert "albania" not in offered.domain


@pytest.mark.rule("13.7.3")
@pytest.mark.rule("13.7.1/incomplete conquest")
def test_a_country_that_is_given_away_takes_no_army_along() -> None:
    """Bulgarians in the field are gone with Bulgaria; the Dutch, who keep the Indies, fight on for whoever gave their home."""
    game = talks(
        wars(("germany", "commonwealth"), ("germany", "ussr")),
        aligned("commonwealth", "netherlands", "netherlands-east-indies"),
        aligned("germany", "bulgaria"),
        put("Batavia", "netherlands-inf-i"),
        put("Berlin", "bulgaria-inf-i"),
        power="germany",
        other="commonwealth",
    )
    play(game, "germany", "offer-countries", ("bulgaria",))
    play(game, "germany", "demand-countries", ("netherlands",))
    play(game, "germany", "put-terms")
    play(game, "commonwealth", "accept-terms")
    dutch, bulgarian = country(game, "netherlands"), country(game, "bulgaria")
    commonwealth, germany = power_index(game, "commonwealth"), power_index(game, "germany")
    assert where(game, "bulgaria-inf-i") == "removed from the game"
    assert (game.state[POWER][bulgarian], game.state[CONQUEROR][bulgarian]) == (commonwealth, commonwealth)
    assert (game.state[POWER][dutch], game.state[CONQUEROR][dutch]) == (commonwealth, germany)
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "choose-new-home")


@pytest.mark.rule("13.7.3")
@pytest.mark.rule("2.5.4")
def test_third_powers_leave_what_a_peace_gives_away() -> None:
    """At war with the new owner or not, on land and in port."""
    game = talks(
        wars(("germany", "ussr"), ("germany", "commonwealth"), ("germany", "usa")),
        controlled("ussr", "Riga", "E2938"),
        aligned("ussr", "latvia", conquered=True),
        put("Riga", "us-mot-xxii", "su-inf-59", "cw-bb-barham-sif"),
        convoys("commonwealth", "Riga", 2),
        power="germany",
    )
    play(game, "germany", "demand-countries", ("latvia",))
    play(game, "germany", "put-terms")
    play(game, "ussr", "accept-terms")
    assert holder(game, "Riga") == {"germany"}
    in_two_turns = "production circle, Mar/Apr 1942"
    assert {where(game, one) for one in ("us-mot-xxii", "su-inf-59", "cw-bb-barham-sif")} == {in_two_turns}
    commonwealth = power_index(game, "commonwealth")
    assert game.state.amount(CONVOY_POINTS, commonwealth, place_index(game, in_two_turns)) == 2
    assert game.state.amount(CONVOY_POINTS, commonwealth, place_index(game, "Riga")) == 0


@pytest.mark.rule("13.7.3")
def test_terms_that_are_being_drawn_up_are_read_by_nobody_else() -> None:
    """Not in the log, not in what lies on the table, not when they are amended; once put, by everybody."""
    dull, hidden = talks(MANCHURIA), talks(MANCHURIA)
    outside: tuple[str | None, ...] = ("ussr", "germany", None)

    def alike() -> None:
        for seat in outside:
            assert view(dull, seat).encode() == view(hidden, seat).encode(), seat

    play(dull, "japan", "offer-hexes", ())
    play(hidden, "japan", "demand-hexes", (place_index(hidden, "Vladivostok"),))
    alike()
    assert view(dull, "japan").encode() != view(hidden, "japan").encode()
    for game in (dull, hidden):
        play(game, "japan", "offer-hexes", ())
        play(game, "japan", "demand-hexes", ())
        play(game, "japan", "put-terms")
        play(game, "ussr", "amend-terms")
    outside = ("germany", None)  # Japan remembers what it wrote itself
    play(dull, "ussr", "offer-hexes", ())
    play(hidden, "ussr", "demand-countries", ("korea",))
    alike()
    play(hidden, "ussr", "put-terms")
    assert tuple(view(hidden, None).stack[-1].locals["countries"]) == (country(hidden, "korea"),)


@pytest.mark.rule("13.7.3")
def test_terms_are_amended_and_declined() -> None:
    """Each may change what the other has put, in the end somebody says no."""
    game = talks(MANCHURIA)
    play(game, "japan", "put-terms")
    play(game, "ussr", "amend-terms")
    assert (tuple(game.waiting), prompt(game)) == (("ussr",), "draw-up-terms")
    hexes: Any = game.offers("ussr")["demand-hexes"]
    assert place_index(game, "Port Arthur") in hexes.domain
    play(game, "ussr", "put-terms")
    events = play(game, "japan", "reject-terms")
    japan, ussr = power_index(game, "japan"), power_index(game, "ussr")
    assert TermsDeclined(power=japan, target_power=ussr) in events
    assert (japan, ussr) in game.state.get(AT_WAR)


SHIP = "finland-cl-vainamoinen-clif"


def in_force_pool(counter: str) -> Change:
    """It was sunk, and waits there to be built again."""
    return lambda game: game.write(PLACE, unit(game, counter), pool_of(game, unit(game, counter)))


@pytest.mark.rule("13.7.3")
@pytest.mark.parametrize("sunk", [True, False])
def test_finland_and_the_ussr_return_to_their_old_borders(sunk: bool) -> None:
    """A minor country that is at war with nobody any more is neutral; its army waits, but not what was sunk."""
    game = talks(
        wars(("ussr", "finland"), ("germany", "commonwealth")),
        aligned("germany", "finland"),
        controlled("ussr", "Viipuri"),
        put("Helsinki", "finland-inf-ii"),
        put("removed from the game", "finland-inf-gd"),
        in_force_pool(SHIP) if sunk else put("Helsinki", SHIP),
        power="ussr",
        other="finland",
    )
    assert (tuple(game.waiting), prompt(game)) == (("ussr",), "draw-up-terms")
    play(game, "ussr", "put-terms")
    events = play(game, "germany", "accept-terms")
    finland, ussr = country(game, "finland"), power_index(game, "ussr")
    assert MinorAtPeace(country=finland, power=ussr) in events
    assert holder(game, "Viipuri", "Helsinki") == {"finland"}
    assert game.state[POWER][finland] == power_index(game, "finland")
    assert where(game, "finland-inf-ii") == "army of finland"
    assert where(game, "finland-inf-gd") == "removed from the game"
    assert where(game, SHIP) == ("removed from the game" if sunk else "army of finland")


@pytest.mark.rule("13.7.3")
@pytest.mark.rule("2.5.4")
def test_only_one_enemy_of_a_minor_country_makes_peace() -> None:
    """What the other enemy took stays his; his convoys leave the port that comes back."""
    game = talks(
        wars(("ussr", "finland"), ("commonwealth", "finland"), ("germany", "commonwealth")),
        aligned("germany", "finland"),
        controlled("ussr", "Viipuri", "Helsinki"),
        controlled("commonwealth", "Petsamo"),
        convoys("commonwealth", "Helsinki", 3),
        power="ussr",
        other="finland",
    )
    play(game, "ussr", "put-terms")
    play(game, "germany", "accept-terms")
    assert holder(game, "Viipuri", "Helsinki") == {"germany"}
    assert holder(game, "Petsamo") == {"commonwealth"}
    assert game.state[POWER][country(game, "finland")] == power_index(game, "germany")
    circle = place_index(game, "production circle, Mar/Apr 1942")
    assert game.state.amount(CONVOY_POINTS, power_index(game, "commonwealth"), circle) == 3


@pytest.mark.rule("13.7.7")
def test_soviet_reserves_go_home() -> None:
    """Those of the war with Germany; once the USSR is neutral all reserves and militia."""
    game = campaign_in("global-war", "mutual peace", title=TITLE)
    counters = game.ruleset.tables.counters
    special = next(counter.id for counter in counters if counter.power == "ussr" and counter.available == "Ge")
    plain = next(
        counter.id
        for counter in counters
        if counter.power == "ussr" and counter.available == "Res" and counter.type != "MIL"
    )
    militia = next(
        counter.id
        for counter in counters
        if counter.power == "ussr" and counter.type == "MIL" and counter.available != "Ge"
    )
    for others, home in ((wars(("germany", "ussr")), True), (wars(("germany", "ussr"), ("japan", "ussr")), False)):
        game = talks(
            others,
            lambda game: game.set(PACTS, ()),
            put("Moscow", special, plain),
            put("production circle, Jan/Feb 1942", militia),
            power="germany",
        )
        play(game, "germany", "put-terms")
        events = play(game, "ussr", "accept-terms")
        assert StoodDown in {type(event) for event in events}
        assert where(game, special) == "reserve pool of ussr"
        assert (where(game, plain) == "reserve pool of ussr") is home
        assert (where(game, militia) == "reserve pool of ussr") is home


@pytest.mark.rule("13.7.7")
@pytest.mark.rule("9.1")
def test_who_has_no_enemy_left_is_neutral_again() -> None:
    """Italy fights France only, and France falls: Italian reserves go home, and nobody co-operates with Italy."""
    game = campaign_in(
        "global-war",
        "mutual peace",
        wars(("italy", "france"), ("germany", "france"), ("germany", "commonwealth")),
        title=TITLE,
    )
    germany, italy, france = (power_index(game, name) for name in ("germany", "italy", "france"))
    counters = game.ruleset.tables.counters
    reserves = {
        name: next(each.id for each in counters if each.power == name and each.available == "Res")
        for name in ("italy", "germany")
    }
    put("Rome", reserves["italy"])(game)
    put("Berlin", reserves["germany"])(game)
    put("Munich", "it-inf-x")(game)
    game.set(CO_OPERATING, ((germany, italy),))
    release_enemies(game, france, make_peace(game, france))
    assert where(game, reserves["italy"]) == "reserve pool of italy"
    assert where(game, reserves["germany"]).endswith("Berlin"), "it has other enemies"
    assert where(game, "it-inf-x").startswith("production circle"), "a neutral has nobody in Germany"
    assert game.state.get(CO_OPERATING) == ()


@pytest.mark.rule("13.7.7")
@pytest.mark.rule("9.7")
def test_reserves_against_germany_come_back_only_for_a_war_with_germany() -> None:
    """The USSR has made peace with Germany and still fights Japan: what left the game stays out of it until then."""
    game = campaign_in("global-war", "mutual peace", wars(("japan", "ussr")), title=TITLE)
    counters, ussr = game.ruleset.tables.counters, power_index(game, "ussr")
    special = next(counter.id for counter in counters if counter.power == "ussr" and counter.available == "Ge")
    put("removed from the game", special)(game)
    game.set(STOOD_DOWN, (unit(game, special),))
    call_back(game, ussr)
    assert where(game, special) == "removed from the game"
    game.set(AT_WAR, (*game.state.get(AT_WAR), (power_index(game, "germany"), ussr)))
    call_back(game, ussr)
    assert where(game, special).startswith("force pool of ussr")


# --------------------------------------------------------------------------------------------------------- 13.7.6 surrender


@pytest.mark.rule("13.7.6")
def test_france_surrenders() -> None:
    """Germany controls Paris: France is incompletely conquered. With Paris in French hands nobody is asked."""
    war = wars(("germany", "france"), ("germany", "commonwealth"))
    game = campaign_in(
        "global-war",
        "surrender",
        in_turn("Jul/Aug 1940"),
        war,
        controlled("germany", "Paris"),
        dice=(10, *(4,) * 60),
        title=TITLE,
    )
    assert (tuple(game.waiting), prompt(game)) == (("france",), "surrender")
    events = play(game, "france", "surrender")
    france, germany = country(game, "france"), power_index(game, "germany")
    assert HomeSurrendered(country=france, power=power_index(game, "france")) in events
    assert CountryConquered(country=france, power=germany, complete=False) in events
    assert prompt(game) == "choose-new-home"
    play(game, "france", "choose-new-home", "algeria")
    assert game.state[NEW_HOME][france] == country(game, "algeria")
    stands = campaign_in("global-war", "surrender", war, put("Lyon", "fr-inf-v"), title=TITLE)
    assert stands.over


@pytest.mark.rule("13.7.6")
@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.3.3")
def test_a_surrender_of_china_moves_the_usa_less_than_its_conquest() -> None:
    """The conquest itself is noticed, but none of the cities that are given up, and there is no extra marker each turn."""
    fallen = (in_turn("Jan/Feb 1941"), wars(("japan", "china")), controlled("japan", "Chungking"))
    game = us_game("surrender", *fallen, markers(), dice=(1,) * 40)
    while prompt(game) == "surrender" and tuple(game.waiting) != ("china",):
        play(game, next(iter(game.waiting)), "do-not-surrender")
    play(game, "china", "surrender")
    noted = [event.action for entry in game.entries for event in entry.events if isinstance(event, EntryActionNoted)]
    assert noted
    assert not [action for action in noted if action.startswith("10")]
    china = country(game, "china")
    assert game.state[CONQUEROR][china] == power_index(game, "japan")
    assert extra_markers(game) == ()
    game.set(SURRENDERED, ())
    assert extra_markers(game) == ("japan",), "so it would be after a conquest"


# ----------------------------------------------------------------------------------------------------------- 13.7.2 support


@pytest.mark.rule("13.7.2")
@pytest.mark.parametrize(("corps", "supported"), [(4, True), (3, False)])
def test_four_corps_support_a_minor_country(corps: int, supported: bool) -> None:
    """British corps in a Greece that Italy has attacked this turn; divisions and Greek units do not count."""
    british = ("cw-mot-1-can", "cw-mot-1-aus", "cw-inf-2-aus", "cw-hq-i-alexander")

    def attacked(game: Game) -> None:
        event = WarDeclared(power=power_index(game, "italy"), target_power=power_index(game, "greece"))
        note_attack(game, event)

    game = campaign_in(
        "global-war",
        "allied minor support",
        wars(("italy", "greece"), ("italy", "commonwealth")),
        aligned("commonwealth", "greece"),
        attacked,
        *(
            put(place, name)
            for place, name in zip(("Athens", "Athens", "Salonika", "Salonika"), british[:corps], strict=False)
        ),
        put("Athens", "greece-mtn-i"),
        title=TITLE,
    )
    greece, italy = country(game, "greece"), power_index(game, "italy")
    expected = [MinorSupported(country=greece, power=italy)] if supported else []
    assert [event for event in game.events if isinstance(event, MinorSupported)] == expected
