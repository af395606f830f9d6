"""From the front page to the end of an impulse, with the mouse on the map, against the computer and with known dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from playwright.sync_api import expect

from browser.driving import Window
from worldfire.board import load
from worldfire.titles import title_named


class Impulse:
    """The German player's first impulse, deed by deed; each deed checks what came of it."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.board = load()
        self.faces: dict[str, Any] = {}
        self.counters: dict[int, str] = {}
        #: where the armour stands, and whom it will overrun
        self.springboard = self.prey = ""
        self.armour: list[int] = []
        self.target = ""

    # ------------------------------------------------------------------------------------------------------ the set-up

    def found(self) -> None:
        window = self.window
        window.front()
        window.page.get_by_label("Place my units myself").check()
        window.page.get_by_role("button", name="Play Germany Strike first").click()
        window.arrive()
        window.wait_for_map()
        self.faces = window.fetch("/api/counters?title=wif")["counters"]
        self.counters = {int(unit): told["counter"] for unit, told in window.table()["units"].items()}

    def face(self, unit: int) -> dict[str, Any]:
        found: dict[str, Any] = self.faces[self.counters[unit]]
        return found

    def set_up(self) -> None:
        window = self.window
        window.wait_for_decision()
        window.confirm()  # no old unit is removed
        while "set-up" in (offers := window.wait_for_decision()["offers"]):
            if "Army Group South" in window.page.locator("#prompt").inner_text() and not self.armour:
                self.place_by_hand(offers["set-up"])
            else:
                window.button("Use the default placement").click()
                window.confirm()

    def place_by_hand(self, offer: dict[str, Any]) -> None:
        """The best armour and the best corps beside it go where a weak enemy can be overrun; the rest by default."""
        window = self.window
        rows = {row["item"]: row["to"] for row in offer["shape"]["items"]}
        strength = {unit: self.face(unit)["combat"] or 0 for unit in rows}
        best = max((unit for unit in rows if self.face(unit)["type"] == "ARM"), key=strength.__getitem__)
        mate = max((unit for unit in rows if unit != best), key=strength.__getitem__)
        self.armour = [best, mate]
        room = {one["choice"]: one["most"] for one in offer["shape"]["rooms"]}
        starts = {place for place in rows[best] if place in rows[mate] and room.get(place, 2) >= len(self.armour)}
        self.springboard, self.prey = self.find_prey(starts, strength[best] + strength[mate])

        # The first in the list is the headquarters: it stands beside the armour, so that this is in supply (2.4.2).
        first = next(iter(rows))
        assert self.face(first)["type"].startswith("HQ")
        beside = self.board.adjacent[self.board.index[self.springboard]]
        post = next(self.board.number(place) for place in rows[first] if place in beside and room.get(place, 2))
        expect(window.row(offer["items"][str(first)]["label"])).to_have_class("row chosen")
        window.click_hex("E1344")  # Moscow
        assert "24.1" in window.refusal()
        window.click_hex(post)
        expect(window.page.locator(".refusal")).to_have_count(0)
        for unit in self.armour:
            window.row(offer["items"][str(unit)]["label"]).get_by_role("button").click()
            window.click_hex(self.springboard)
        window.click_hex(self.springboard)  # a third unit finds it full
        assert "2.3.1" in window.refusal()
        window.page.get_by_text(f"{len(rows) - 3} of {len(rows)} still need a place").wait_for()
        expect(window.button("Confirm")).to_be_disabled()
        window.button("Place the rest by default").click()
        window.page.get_by_text("Every unit has its place").wait_for()
        window.confirm()
        assert window.hex_of(first) == post
        assert window.hexes_of(*self.armour) == {self.springboard}

    def find_prey(self, starts: set[int], factors: int) -> tuple[str, str]:
        """Where an open hex of the enemy is next, so weak that it can be overrun at 7:1 (11.10.6)."""
        units = self.window.table()["units"]
        cities = {place["hex"] for place in self.window.fetch("/api/board")["places"]}
        defence: dict[str, int] = {}
        for told in units.values():
            hex_, face = told["place"].get("hex"), self.faces[told["counter"]]
            if hex_ and told["side"] == "allies":
                strong = face["kind"] != "land" or face["type"] in ("ARM", "MECH", "HQ-A") or hex_ in cities
                defence[hex_] = defence.get(hex_, 0) + (99 if strong else face["combat"] or 0)
        found = [
            (defence[self.board.number(place)], self.board.number(start), self.board.number(place))
            for start in starts
            for place in self.board.adjacent[start]
            if self.board.number(place) in defence and self.board.tables.terrain[place] == "clear"
        ]
        weakest, springboard, prey = min(found)
        assert factors >= 7 * weakest, "nobody can be overrun in the first impulse"
        return springboard, prey

    # ------------------------------------------------------------------------------------------- until the action is chosen

    def arrive_and_choose(self) -> None:
        window = self.window
        placed = 0
        while "choose-actions" not in (decision := window.wait_for_decision())["offers"]:
            offers = decision["offers"]
            if "place-unit" in offers:
                window.pick_first_hex(decision, "place-unit")
                placed += 1
            elif "align-minor" in offers:  # the railways to Rumania lead through Hungary
                window.say("hungary")
            else:
                window.take_advice()
        assert placed
        window.after(window.page.locator("#decision .card", has_text="The army’s turn").click)

    # --------------------------------------------------------------------------------------------------------- in the air

    def mission(self, name: str) -> dict[str, Any]:
        """Goes past what comes before this mission, until aircraft may fly it."""
        window = self.window
        while True:
            decision = window.wait_for_decision()
            if "fly" in decision["offers"] and decision["prompt"].startswith(name):
                return decision
            self.pass_on(decision)

    def pass_on(self, decision: dict[str, Any]) -> None:
        """The shortest answer to what this test is not about."""
        window, offers = self.window, decision["offers"]
        for word in ("hold-back", "done", "finish-rebasing", "finish-reorganising", "stop-advancing"):
            if word in offers:
                window.say(offers[word]["label"])
                return
        for verb in ("return-to", "resolve"):
            if verb in offers:
                window.pick_first_hex(decision, verb)
                return
        window.take_advice()

    def send(self, offer: dict[str, Any], hex_: str | None) -> tuple[int, str]:
        """A bomber goes to the hex, the strongest that reaches it; if any hex will do, the weakest: its row, then the map."""
        window = self.window
        sorties = [
            (self.face(row["item"]).get("tactical") or 0, row["item"], offer["targets"][to]["hex"])
            for row in offer["shape"]["items"]
            for to in row["to"]
            if to.startswith("fly ") and hex_ in (None, offer["targets"][to]["hex"])
        ]
        assert sorties, "no bomber can fly"
        _, aircraft, goal = min(sorties) if hex_ is None else max(sorties)
        window.row(offer["items"][str(aircraft)]["label"]).get_by_role("button").click()
        window.click_hex(goal)
        window.page.get_by_text("1 sent").wait_for()
        window.confirm()
        return aircraft, goal

    def strike(self) -> None:
        offer = self.mission("ground strike")["offers"]["fly"]
        aircraft, goal = self.send(offer, None)
        window = self.window
        dice = [roll for entry in window.table()["log"] for roll in entry["rolls"] if roll["kind"] == "ground-strike"]
        assert [roll["dice"][0] for roll in dice] == [1] * len(dice) != []
        assert any(told["face_down"] for told in window.units_at(goal).values()), "nobody was disrupted"
        decision = window.wait_for_decision()
        assert "return-to" in decision["offers"]
        window.pick_first_hex(decision, "return-to")
        assert window.hex_of(aircraft) is not None
        assert window.table()["units"][str(aircraft)]["face_down"]

    def support(self) -> None:
        """11.15.4: a bomber joins the attack, and its factors are among the odds."""
        window = self.window
        offer = self.mission("ground support")["offers"]["fly"]
        self.send(offer, self.target)
        while "resolve" not in (decision := window.wait_for_decision())["offers"]:
            self.pass_on(decision)
        assert [event["hex"] for event in window.happened("Supported")] == [self.target]
        factors = window.happened("Supported")[0]["text"]
        window.click_hex(self.target)
        odds = window.page.locator("#decision .odds").first
        expect(odds).to_contain_text("from air and sea")
        told = window.fetch(
            f"/api/games/{window.game}/ask",
            {"seat": window.seat, "question": "odds", "hex": self.target, "attackers": self.attackers},
        )["attacks"][0]
        alone = sum(share["factors"] for share in told["attack"])
        assert told["attack_support"] > 0
        assert told["attack_total"] == alone + told["attack_support"], factors

    # -------------------------------------------------------------------------------------------------------- on the ground

    def go_by_rail(self) -> None:
        """A train is sent, called back, and the step is ended."""
        window = self.window
        while "rail" not in (decision := window.wait_for_decision())["offers"]:
            self.pass_on(decision)
        offer = decision["offers"]["rail"]
        row = next(row for row in offer["shape"]["items"] if "unit" in offer["items"][str(row["item"])])
        unit, goal = row["item"], offer["targets"][str(row["to"][0])]["hex"]
        home = window.hex_of(unit)
        window.row(offer["items"][str(unit)]["label"]).get_by_role("button").click()
        window.after(lambda: window.click_hex(goal))
        assert window.hex_of(unit) == goal != home
        window.say("Undo")
        assert window.hex_of(unit) == home
        window.wait_for_decision()
        window.say(offer_label(decision, "done"))

    def march(self) -> None:
        """A stack is clicked, then a forbidden hex, which tells its rule, then where it goes; undo puts it back."""
        window = self.window
        decision = window.wait_for_decision()
        keys = self.board.number
        stacks = [
            one for one in decision["offers"]["move"]["shape"]["stacks"] if keys(one["start"]) != self.springboard
        ]
        units, start, goal = stacks[0]["units"], keys(stacks[0]["start"]), keys(stacks[0]["ways"][0][0])
        self.order(start, "E0142")  # far behind Moscow
        assert "11.10" in window.refusal()
        window.page.locator(".refusal").get_by_role("button", name="Close").click()
        window.after(lambda: window.click_hex(goal))
        assert window.hexes_of(*units) == {goal}
        window.say("Undo")
        assert window.hexes_of(*units) == {start}
        window.after(lambda: self.order(start, goal))
        assert window.hexes_of(*units) == {goal}

    def order(self, start: str, goal: str) -> None:
        self.window.wait_for_decision()
        self.window.click_hex(start)
        self.window.page.get_by_text("hexes can be reached").wait_for()
        self.window.click_hex(goal)

    def overrun(self) -> None:
        window = self.window
        victims = set(window.units_at(self.prey))
        self.order(self.springboard, self.prey)
        window.page.locator("#decision .way .badge", has_text="overrun").wait_for()
        expect(window.button("Confirm: overrun")).to_be_enabled()
        window.confirm()
        assert window.hexes_of(*self.armour) == {self.prey}
        assert victims.isdisjoint(window.units_at(self.prey))
        (event,) = window.happened("Overrun")
        assert (event["hex"], set(event["units"])) == (self.prey, victims)
        window.page.locator(".panel .entry.battle").get_by_text(f"overrun in {self.prey}").wait_for()

    def attack(self) -> None:
        """Of the enemy's hexes that bombers reach and armour can break through, the one with most neighbours of ours."""
        window = self.window
        while "declare-attacks" not in (decision := window.wait_for_decision())["offers"]:
            self.pass_on(decision)
        offer = decision["offers"]["declare-attacks"]
        targets: dict[str, list[int]] = {}
        for row in offer["shape"]["items"]:
            for to in row["to"]:
                if "hex" in offer["targets"][str(to)]:
                    targets.setdefault(offer["targets"][str(to)]["hex"], []).append(row["item"])
        exposed = {place: units for place, units in targets.items() if self.breaks_through(place, units)}
        self.target = max(self.within_reach() & set(exposed), key=lambda place: (len(exposed[place]), place))
        self.attackers = targets[self.target]
        window.click_hex(self.target)  # everybody who can goes in
        boxes = window.page.locator("#decision .target.chosen input[type=checkbox]")
        expect(boxes).to_have_count(len(self.attackers))
        for n in range(len(self.attackers)):
            expect(boxes.nth(n)).to_be_checked()
        window.page.locator("#decision .odds").first.wait_for()
        # A second attack, so that we are asked which comes first.
        spare = {place: set(units) - set(self.attackers) for place, units in targets.items()}
        other = max(spare, key=lambda place: (len(spare[place]), place))
        window.click_hex(other)
        expect(window.button("Declare 2 ")).to_be_enabled()
        window.confirm()
        declared = {attack["hex"]: set(attack["units"]) for attack in window.table()["attacks"]}
        assert declared == {self.target: set(self.attackers), other: spare[other]}
        assert "declare-attacks" not in window.wait_for_decision()["offers"], "one way forward"

    def breaks_through(self, place: str, units: list[int]) -> bool:
        """11.15.5: the attacker has the choice of the table, the ground is open, and a 10 is a breakthrough."""
        window = self.window
        cities = {city["hex"] for city in window.fetch("/api/board")["places"]}
        ours = [self.face(unit)["type"] for unit in units]
        theirs = [self.face(unit)["type"] for unit in window.units_at(place)]
        armoured = ours.count("ARM") > theirs.count("ARM") or ("MECH" in ours and not {"ARM", "MECH"} & set(theirs))
        if not armoured or self.board.tables.terrain[self.board.index[place]] != "clear" or place in cities:
            return False
        question = {"seat": window.seat, "question": "odds", "hex": place, "attackers": units}
        told = window.fetch(f"/api/games/{window.game}/ask", question)["attacks"]
        (blitzkrieg,) = (one for one in told if one["table"] == "blitzkrieg")
        attack, defence = (int(part) for part in blitzkrieg["odds"].split(":"))
        chart = title_named("wif").tables().source.charts["land_1d10_blitzkrieg"]
        return chart.at(10 + blitzkrieg["shift"], Fraction(attack, defence)).endswith("B")

    def within_reach(self) -> set[str]:
        """Where bombers that have not flown yet can fly to."""
        window = self.window
        found: set[str] = set()
        for unit, told in window.table()["units"].items():
            ready = told["power"] == "germany" and told["place"].get("hex") and not told["face_down"]
            if ready and self.face(int(unit)).get("tactical"):
                question = {"seat": window.seat, "question": "range", "unit": int(unit)}
                found |= set(window.fetch(f"/api/games/{window.game}/ask", question)["hexes"])
        return found

    def fight_and_advance(self) -> None:
        """The die shows 10: the defender is gone, and who is clicked goes in."""
        window = self.window
        window.confirm()
        while "advance" not in (decision := window.wait_for_decision())["offers"]:
            if "choose-table" in decision["offers"]:
                window.after(window.page.locator("#decision .card", has_text="Blitzkrieg").click)
            else:
                self.pass_on(decision)
        panel = window.page.get_by_label("Combat", exact=True)
        expect(panel.locator(".die").last).to_have_text("10")
        assert not [told for told in window.units_at(self.target).values() if told["side"] == "allies"]
        domain = decision["offers"]["advance"]["shape"]["domain"]
        unit = next(one for one in domain if self.face(one)["type"] in ("ARM", "MECH"))
        start = window.hex_of(unit)
        assert start is not None
        together = [other for other in window.units_at(start) if other in domain]
        window.click_hex(start)
        window.page.get_by_text(f"{len(together)} chosen").wait_for()
        window.confirm()
        assert window.hexes_of(*together) == {self.target}
        assert window.happened("Advanced")[-1]["hex"] == self.target

    def go_further(self) -> None:
        """The attack broke through: armour goes on into a second hex."""
        window = self.window
        stack = window.wait_for_decision()["offers"]["advance-further"]["shape"]["stacks"][0]
        start, goal = self.board.number(stack["start"]), self.board.number(stack["ways"][0][0])
        assert start == self.target
        window.after(lambda: self.order(start, goal))
        assert window.hexes_of(*stack["units"]) == {goal}

    def rebase(self) -> None:
        """An aircraft is clicked, then its new base."""
        window = self.window
        while "rebase" not in (decision := window.wait_for_decision())["offers"]:
            self.pass_on(decision)
        offer = decision["offers"]["rebase"]
        unit = offer["shape"]["domain"][0]
        home = window.hex_of(unit)
        window.row(offer["items"][str(unit)]["label"]).click()
        window.confirm()
        decision = window.wait_for_decision()
        places = [part["hex"] for part in decision["offers"]["rebase-to"]["items"].values() if part.get("hex")]
        base = next(place for place in places if place != home)
        window.click_hex(base)
        window.confirm()
        assert window.hex_of(unit) == base

    def end(self) -> None:
        window = self.window
        while window.asked_before("allies"):
            self.pass_on(window.wait_for_decision())


def offer_label(decision: dict[str, Any], verb: str) -> str:
    return str(decision["offers"][verb]["label"])


def test_an_impulse_of_barbarossa_against_the_computer(known_dice: Window) -> None:
    impulse = Impulse(known_dice)
    impulse.found()
    impulse.set_up()
    impulse.arrive_and_choose()
    impulse.strike()
    impulse.go_by_rail()
    impulse.march()
    impulse.overrun()
    impulse.attack()
    impulse.support()
    impulse.fight_and_advance()
    impulse.go_further()
    impulse.rebase()
    impulse.end()
