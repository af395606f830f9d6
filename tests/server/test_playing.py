"""From the first request to actions taken, taken back and refused: what a page lives on."""

from __future__ import annotations

from server.lazy import Page, Seat
from server.positions import barbarossa_until, seat_people
from worldfire.server.house import House


def test_a_newcomer_plays_without_an_account(page: Page, house: House) -> None:
    assert page.get("/api/session")["guest"]
    catalogue = page.get("/api/catalogue")
    playable = [one["id"] for one in catalogue["campaigns"] if one["playable"]]
    second_world_war = ["barbarossa", "guadalcanal", "day-of-infamy", "fascist-tide", "global-war"]
    assert playable == [*second_world_war, "1914", "1917"]
    assert {seat["id"] for seat in catalogue["campaigns"][0]["seats"]} == {"germany", "ussr"}
    seat = page.quick(campaign="barbarossa", seat="germany", opponent="random")
    table = seat.table()
    assert table["turn"]["name"] == "May/Jun 1941"
    assert table["seat"] == "germany"
    placed = [unit for unit in table["units"].values() if "hex" in unit["place"]]
    assert len(placed) > 100
    assert {unit["side"] for unit in placed} == {"axis", "allies"}
    assert [step["title"] for step in table["sequence"] if step["here"]] == ["reinforcements"]
    entry = seat.act_lazily()
    assert entry == table["entries"]
    assert page.get("/api/games")["games"][0]["mine"] == ["germany"]


def test_the_catalogue_briefs_and_shares_the_powers_of_each_campaign(page: Page) -> None:
    told = {one["id"]: one for one in page.get("/api/catalogue")["campaigns"]}
    for campaign in told.values():
        briefing = campaign["briefing"]
        assert all(briefing[part] for part in ("how", "story", "first", "length")), campaign["id"]
        assert {counsel["side"] for counsel in briefing["counsel"]} == {seat["side"] for seat in campaign["seats"]}
        assert all(
            campaign["callings"].get(seat["id"]) or campaign["callings"][seat["side"]] for seat in campaign["seats"]
        )
        powers = [seat["id"] for seat in campaign["seats"]]
        sizes = [len(set(seating.values())) for seating in campaign["seatings"]]
        assert sizes == list(range(2, len(powers) + 1)), "one player less at a time, down to a side each"
        assert all(set(seating) == set(powers) for seating in campaign["seatings"])
        side = {seat["id"]: seat["side"] for seat in campaign["seats"]}
        assert all(side[power] == side[seat] for seating in campaign["seatings"] for power, seat in seating.items())
    world = told["global-war"]
    assert len(world["seatings"]) == 7
    assert {counsel["power"] for counsel in world["briefing"]["powers"]} == {seat["id"] for seat in world["seats"]}
    four = next(seating for seating in world["seatings"] if len(set(seating.values())) == 4)
    assert {power for power, seat in four.items() if seat == "commonwealth"} == {
        "commonwealth",
        "france",
        "usa",
        "china",
    }


def test_a_game_is_made_as_its_powers_are_shared(page: Page) -> None:
    world = next(one for one in page.get("/api/catalogue")["campaigns"] if one["id"] == "global-war")
    three = world["seatings"][1]
    seats = {seat: {"kind": "me"} for seat in set(three.values())}
    made = page.post("/api/games", campaign="global-war", seats=seats, powers=three, set_up="default")
    table = page.get(f"/api/games/{made['game']}/table", seat="germany")
    assert sorted(page.get(f"/api/games/{made['game']}")["seats"]) == ["commonwealth", "germany", "ussr"]
    fighting = {power["id"]: power["of"] for power in table["powers"] if power["seat"] == "germany"}
    assert {fighting[power] for power in ("germany", "italy", "japan", "albania")} == {"germany", "italy", "japan"}
    assert ["china", "japan"] in [sorted(war) for war in table["wars"]]


def test_players_bid_for_powers_before_they_set_up(page: Page, other_page: Page) -> None:
    campaigns = page.get("/api/catalogue")["campaigns"]
    assert {one["id"] for one in campaigns if one["bidding"]} == {"day-of-infamy", "fascist-tide", "global-war"}
    plan = {
        "campaign": "day-of-infamy",
        "bidding": {"player 1": ["usa", "commonwealth", "china", "ussr"], "player 2": ["japan"]},
        "seats": {"player 1": {"kind": "me"}, "player 2": {"kind": "open"}},
    }
    assert page.post("/api/games", 422, **plan, set_up="default")["error"]["field"] == "set_up"
    created = page.post("/api/games", **plan)
    game, invitation = created["game"], created["invitations"]["player 2"]
    told = other_page.post(f"/api/games/{game}/invitation", invitation=invitation)
    assert (told["seat"], told["side"], told["powers"]) == ("player 2", "", [])
    other_page.post(f"/api/games/{game}/join", invitation=invitation)
    first, second = Seat(page, game, "player 1"), Seat(other_page, game, "player 2")
    asked = first.table()["decision"]
    assert set(asked["offers"]) == {"bid", "drop-out"}
    first.act(asked["id"], "bid", 5)
    assert min(second.table()["decision"]["offers"]["bid"]["shape"]["domain"]) == 6
    second.act(second.table()["decision"]["id"], "drop-out")
    first.act(first.table()["decision"]["id"], "take-group", "japan")
    table = first.table()
    assert {power["id"]: power["seat"] for power in table["powers"]}["japan"] == "player 1"
    assert {power["id"]: power["seat"] for power in table["powers"]}["usa"] == "player 2"
    assert second.table()["decision"]["rule"] == "24.1"


def test_where_the_board_lies_in_the_world(page: Page) -> None:
    globe, board = page.get("/api/globe"), page.get("/api/board")
    places = dict(zip(board["hexes"]["key"], zip(globe["lon"], globe["lat"], strict=True), strict=True))
    lon, lat = places["W1536"]
    assert abs(lon - -0.1) < 1
    assert abs(lat - 51.5) < 1
    assert len(globe["coasts"]) > 300


def test_the_board_and_the_counters_are_kept_by_the_page(page: Page) -> None:
    board = page.client.get("/api/board")
    hexes = board.json()["hexes"]
    assert {len(column) for column in hexes.values()} == {len(hexes["key"])}
    kiev = hexes["key"].index("E1832")
    assert hexes["country"][kiev] == "USSR"
    again = page.client.get("/api/board", headers={"If-None-Match": board.headers["etag"]})
    assert again.status_code == 304
    counters = page.get("/api/counters", title="wif")["counters"]
    assert {counter["kind"] for counter in counters.values()} == {"land", "air", "naval"}
    page.get("/api/counters", 404, title="chess")
    page.get("/api/board", 404, title="chess")
    numbers = {
        title: {chart["id"]: chart["section"] for chart in page.get("/api/charts", title=title)["charts"]}
        for title in ("wif", "fa")
    }
    assert (numbers["wif"]["terrain-combat"], numbers["fa"]["terrain-combat"]) == ("11.15.1", "11.12.1.3")


def test_neighbours_lie_one_hex_apart_in_the_layout(page: Page) -> None:
    board = page.get("/api/board")
    at = {key: (x, y) for key, x, y in zip(*(board["hexes"][name] for name in ("key", "x", "y")), strict=True)}
    for one, other in (("E1832", "E1833"), ("W1536", "W1535"), ("A0102", "A0103")):
        (ax, ay), (bx, by) = at[one], at[other]
        assert abs((ax - bx) ** 2 + (ay - by) ** 2 - 1) < 0.01


def test_an_action_is_judged_kept_and_taken_back(page: Page, house: House) -> None:
    seats = seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": page})
    germany = seats["germany"]
    table = germany.table()
    decision = table["decision"]
    assert decision["rule"] == "11.10.1"
    stack = decision["offers"]["move"]["shape"]["stacks"][0]
    unit, to = stack["units"][0], stack["ways"][0][0]
    refused = germany.act(decision["id"], "move", [[unit], [1]], status=422)["error"]
    assert refused["code"] == "refused"
    assert refused["rule"] == "11.10.1"
    assert refused["text"].startswith("A0102 is not adjacent to ")
    why = page.post(f"{germany.path}/why-not", seat="germany", verb="move", noun=[[unit], [1]])
    assert why["violations"] == [{"rule": "11.10.1", "text": refused["text"]}]
    before = table["units"][str(unit)]["place"]
    germany.act(decision["id"], "move", [[unit], [to]])
    moved = germany.table()
    assert moved["units"][str(unit)]["place"] != before
    assert moved["undo"]
    page.post(f"{germany.path}/undo", seat="germany")
    assert germany.table()["units"][str(unit)]["place"] == before


def test_the_same_key_acts_once(page: Page, house: House) -> None:
    germany = seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": page})["germany"]
    choice = germany.lazy_choice(germany.table(), ("move",))
    first = germany.act(*choice, key="the same")
    again = germany.act(*choice, key="the same")
    assert first == again
    assert germany.table()["entries"] == first["entry"] + 1


def test_what_is_stale_foreign_or_wrong_is_told_by_its_field(page: Page, other_page: Page, house: House) -> None:
    seats = seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": other_page})
    germany, ussr = seats["germany"], seats["ussr"]
    number = germany.table()["decision"]["id"]
    assert germany.act(number - 1, "done", status=409)["error"]["field"] == "decision"
    assert ussr.act(None, "done", status=409)["error"]["field"] == "seat"
    assert germany.act(number, "surrender", status=422)["error"]["field"] == "verb"
    body = {"seat": "germany", "decision": number, "verb": "done"}
    assert page.post(f"{ussr.path}/actions", 400, **body, colour="red")["error"]["field"] == "colour"
    assert page.post(f"{ussr.path}/actions", 400, seat="germany", verb=3)["error"]["field"] == "verb"
    assert other_page.post(f"{ussr.path}/actions", 403, **body)["error"]["code"] == "not-your-seat"
    assert other_page.get(f"{ussr.path}/table", 403, seat="germany")["error"]["field"] == "seat"
    assert page.get("/api/games/nothing/table", 404)["error"]["code"] == "not-found"
    assert page.get("/api/nothing", 404)["error"]["code"] == "not-found"
    assert page.client.post(f"{ussr.path}/actions", json=body).json()["error"]["code"] == "forgery"
    assert ussr.table()["decision"] is None


def test_computer_players_answer_in_the_background(page: Page, house: House) -> None:
    """The game goes on until the person must act again, without being asked to."""
    seat = page.quick(exercise="air-duel", seat=page.get("/api/catalogue")["exercises"][0]["seats"][0]["id"])
    with page.client.websocket_connect(f"{seat.path}/live?seat={seat.seat}") as socket:
        table = socket.receive_json()
        assert table["type"] == "table"
        while not (table["over"] or (table["decision"] and table["waiting"] == [seat.seat])):
            table |= {name: part for name, part in socket.receive_json().items() if name in table}
    assert table["over"] or table["decision"]["offers"]
