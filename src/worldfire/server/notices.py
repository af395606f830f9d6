"""It is your turn: told in the browser, by e-mail and by webhook, to whoever must act and is not looking."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from email.message import EmailMessage
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from worldfire.server.archive import PERSON
from worldfire.server.messages import NoticeMessage
from worldfire.server.problems import Problem
from worldfire.server.settings import Mail
from worldfire.server.tabling import encode
from worldfire.server.webhooks import call_webhook

if TYPE_CHECKING:
    from worldfire.server.house import House
    from worldfire.server.sessions import Person
    from worldfire.server.tabling import OpenGame

LOG = logging.getLogger("worldfire.server")

#: seconds
PATIENCE = 20
#: an HTTP status from which on a webhook has not taken the notice; a redirect is not followed
REFUSED = 300
TEST = "Worldfire: a test of your notices"
NO_MAIL = "this server sends no mail"


class Letter(msgspec.Struct, frozen=True):
    """A notice on its way."""

    user: str
    game: str
    seat: str
    text: str

    def link(self, url: str) -> str:
        """The page of the game, at the seat that must act."""
        return f"{url}/#/game/{quote(self.game)}?seat={quote(self.seat)}"


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
        self._told: dict[tuple[str, str], int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

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
                if not self._house.hub.is_here(table.id, chair.user):
                    text = f"{table.card.name}: {chair.seat} must act"
                    self._spawn(Letter(chair.user, table.id, chair.seat, text))

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
            # Other people's servers may be slow: they get threads of their own, not those of the games.
            if person.email and house.settings.mail.host:
                await asyncio.to_thread(send_mail, house.settings.mail, person.email, letter.text, link)
            if person.webhook:
                content = {"text": letter.text, "game": letter.game, "link": link}
                await asyncio.to_thread(call_webhook, person.webhook, content)
        except Exception:
            LOG.exception("a notice for %s was not delivered", letter.user)

    async def test(self, person: Person) -> Tried:
        """Try every way that the person has set, and tell what came of it."""
        mail, url = self._house.settings.mail, self._house.settings.url
        tried = Tried()
        if person.email and not mail.host:
            tried.email, tried.failed = NO_MAIL, (*tried.failed, "email")
        elif person.email:
            try:
                await asyncio.to_thread(send_mail, mail, person.email, TEST, url)
                tried.email = f"handed in for {person.email}"
            except (OSError, smtplib.SMTPException) as error:
                LOG.warning("a test by e-mail failed: %s", error)
                tried.email, tried.failed = "the mail server did not take it", (*tried.failed, "email")
        if person.webhook:
            try:
                status = await asyncio.to_thread(call_webhook, person.webhook, {"text": TEST, "game": "", "link": url})
                tried.webhook = f"the webhook answered {status}"
                if status >= REFUSED:
                    tried.failed = (*tried.failed, "webhook")
            except (OSError, HTTPException, Problem) as error:
                tried.webhook, tried.failed = f"the webhook does not answer: {error}", (*tried.failed, "webhook")
        return tried


def send_mail(mail: Mail, to: str, text: str, link: str) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = mail.sender, to, text
    message.set_content(f"{text}\n\n{link}\n")
    with smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE) as server:
        if mail.starttls:
            server.starttls(context=ssl.create_default_context())
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(message)
