"""It is your turn: told in the browser, by e-mail and by webhook, to whoever must act and is not looking."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from collections import OrderedDict
from email.message import EmailMessage
from smtplib import SMTPException
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from worldfire.server.archive import PERSON
from worldfire.server.messages import NoticeMessage
from worldfire.server.problems import Problem
from worldfire.server.settings import Mail
from worldfire.server.tabling import encode
from worldfire.server.webhooks import NoAnswer, call_webhook
from worldfire.words import proper

if TYPE_CHECKING:
    from worldfire.server.house import House
    from worldfire.server.sessions import Person
    from worldfire.server.tabling import OpenGame

LOG = logging.getLogger("worldfire.server")

#: seconds
PATIENCE = 20
#: seats that are remembered as told; whoever is forgotten may be told once more
MOST_TOLD = 50_000
#: an HTTP status from which on a webhook has not taken the notice; a redirect is not followed
REFUSED = 300
TEST = "Worldfire: a test of your notices"
YOUR_TURN = "Worldfire: a game is waiting for you"
PROOF = "Worldfire: is this your address?"
PROOF_TEXT = (
    "Somebody asked for notices about games to be sent here. If that was you, here is the code; if not, ignore this."
)
NO_MAIL = "this server sends no e-mail"
NOT_PROVEN = "enter the code that was sent to this address first"
#: letters and webhooks that may be on their way at once
MESSENGERS = 20


class Letter(msgspec.Struct, frozen=True):
    """A notice on its way."""

    user: str
    game: str
    #: none: as a spectator
    seat: str | None
    text: str

    def link(self, url: str) -> str:
        """The page of the game, at the seat that it is about."""
        page = f"{url}/#/game/{quote(self.game)}"
        return page if self.seat is None else f"{page}?seat={quote(self.seat)}"


class Tried(msgspec.Struct):
    """What came of a test, by way: none where nothing is set."""

    email: str | None = None
    webhook: str | None = None
    #: which of them failed
    failed: tuple[str, ...] = ()


class Notices:
    """A seat is told once when it comes to be waited for, and not again until it has acted."""

    def __init__(self, house: House) -> None:
        self._house = house
        #: (game, seat) → the decision that it was told of
        self._told: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._messengers = asyncio.Semaphore(MESSENGERS)

    def waiting(self, table: OpenGame) -> None:
        """Look at who must act now; whoever has the game open sees it there, and who plays every seat knows it."""
        waiting, chairs = table.game.waiting, table.card.seats
        if len({chair.user for chair in chairs}) == 1:
            return
        for chair in chairs:
            place = (table.id, chair.seat)
            if chair.seat not in waiting:
                self._told.pop(place, None)
            elif chair.kind == PERSON and chair.user is not None and place not in self._told:
                self._told[place] = waiting[chair.seat]
                if len(self._told) > MOST_TOLD:
                    self._told.popitem(last=False)
                if not self._house.hub.is_here(table.id, chair.user):
                    self.tell(chair.user, table, chair.seat, f"it is your turn as {proper(chair.seat)}")

    def asked(self, table: OpenGame, seat: str, ally: str) -> None:
        """An ally asks this seat to allow something; nobody waits for the answer."""
        chair = table.chair(seat)
        if chair.kind == PERSON and chair.user is not None and not self._house.hub.is_here(table.id, chair.user):
            self.tell(chair.user, table, seat, f"{proper(ally)} asks you as {proper(seat)} to allow something")

    def tell(self, user: str, table: OpenGame, seat: str | None, what: str) -> None:
        """Something about a game that concerns a person, wherever he is."""
        name = " ".join(table.card.name.split())  # in one line, whatever older versions let pass
        self._spawn(Letter(user, table.id, seat, f"{name}: {what}"))

    def _spawn(self, letter: Letter) -> None:
        task = asyncio.create_task(self._deliver(letter))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _deliver(self, letter: Letter) -> None:
        house = self._house
        try:
            notice = await house.run(house.papers.notify, letter.user, letter.game, letter.text)
            house.hub.tell_user(letter.user, encode(NoticeMessage(**msgspec.structs.asdict(notice))))
            person = await house.run(house.sessions.person, letter.user)
            if person is None:
                return
            link = letter.link(house.settings.url)
            async with self._messengers:
                if person.email and person.proven and house.settings.mail.host:
                    await self._mail(person.email, YOUR_TURN, f"{letter.text}\n\n{link}")
                if person.webhook:
                    content = {"text": letter.text, "game": letter.game, "link": link}
                    await call_webhook(person.webhook, content, house.outside)
        except Problem as problem:
            LOG.warning("a notice for %s was not delivered: %s", letter.user, problem)
        except (OSError, SMTPException, NoAnswer) as error:
            LOG.warning("a notice for %s was not delivered: %r", letter.user, error)
        except Exception:
            LOG.exception("a notice for %s was not delivered", letter.user)

    async def _mail(self, to: str, subject: str, text: str) -> None:
        house = self._house
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(house.outside, send_mail, house.settings.mail, to, subject, text)

    async def send_code(self, to: str, code: str) -> None:
        """To an address that somebody says is his: nothing in the letter is of his choosing."""
        try:
            await self._mail(to, PROOF, f"{PROOF_TEXT}\n\n    {code}\n\n{self._house.settings.url}/#/notices")
        except (OSError, SMTPException) as error:
            LOG.warning("a code was not sent: %r", error)
            raise Problem(422, "email", "the mail server refused the message", field="email") from error

    async def test(self, person: Person) -> Tried:
        """Try every way that the person has set, and tell what came of it."""
        tried, failed = Tried(), []
        if person.email:
            tried.email, fine = await self._try_mail(person)
            failed += [] if fine else ["email"]
        if person.webhook:
            tried.webhook, fine = await self._try_webhook(person)
            failed += [] if fine else ["webhook"]
        tried.failed = tuple(failed)
        return tried

    async def _try_mail(self, person: Person) -> tuple[str, bool]:
        if not self._house.settings.mail.host:
            return NO_MAIL, False
        if not person.proven:
            return NOT_PROVEN, False
        try:
            await self._mail(person.email, TEST, self._house.settings.url)
        except (OSError, SMTPException) as error:
            LOG.warning("a test by e-mail failed: %r", error)
            return "the mail server refused it", False
        return f"handed in for {person.email}", True

    async def _try_webhook(self, person: Person) -> tuple[str, bool]:
        content = {"text": TEST, "game": "", "link": self._house.settings.url}
        try:
            status = await call_webhook(person.webhook, content, self._house.outside)
        except (OSError, NoAnswer, Problem) as error:
            return f"the webhook did not answer: {error}", False
        return f"the webhook answered {status}", status < REFUSED


def send_mail(mail: Mail, to: str, subject: str, text: str) -> None:
    """The subject is always one of ours: what people name their tables stands in the letter only."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = mail.sender, to, subject
    message.set_content(f"{text}\n")
    with smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE) as server:
        if mail.starttls:
            server.starttls(context=ssl.create_default_context())
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(message)
