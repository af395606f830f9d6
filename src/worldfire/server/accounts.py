"""Sessions and accounts over HTTP: guests, signing in and out, API keys, where notices go."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from worldfire.server.names import folded
from worldfire.server.notices import Tried
from worldfire.server.papers import Notice
from worldfire.server.problems import Problem, forbidden
from worldfire.server.sessions import COOKIE, LEAST_PASSWORD, LONGEST_PASSWORD, SESSION_LASTS, Person
from worldfire.server.webhooks import LONGEST_URL, check_webhook
from worldfire.server.wire import Ask, Body, Done, Endpoint

#: as much as a letter needs; nothing that a header, or a mail server, would read as something else
EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
LONGEST_EMAIL = 254


class Session(msgspec.Struct):
    name: str
    guest: bool
    email: str
    webhook: str
    #: has the person said what others shall call him? A guest need not
    named: bool


class Credentials(Body):
    name: str
    password: str


Name = Annotated[str, Meta(min_length=2, max_length=40)]


class Called(Body):
    name: Name


class NewCredentials(Body):
    name: Name
    password: Annotated[str, Meta(min_length=LEAST_PASSWORD, max_length=LONGEST_PASSWORD)]


class KeyLabel(Body):
    label: Annotated[str, Meta(max_length=60)] = "program"


class Key(msgspec.Struct):
    #: told once
    key: str


class Where(Body):
    email: Annotated[str, Meta(max_length=LONGEST_EMAIL)] = ""
    webhook: Annotated[str, Meta(max_length=LONGEST_URL)] = ""


class ShownWhere(msgspec.Struct):
    email: str
    webhook: str
    #: does this server send mail at all?
    mail: bool
    #: is the address shown to be the person's? Letters go to no other
    proven: bool


class Code(Body):
    code: str


class NoticeList(msgspec.Struct):
    notices: list[Notice]


def _told(person: Person) -> Session:
    return Session(person.name, person.guest, person.email, person.webhook, person.named)


def set_cookie(ask: Ask, person: Person) -> None:
    value = ask.house.sessions.cookie(person)
    secure = "; Secure" if ask.house.settings.secure else ""
    ask.headers["Set-Cookie"] = f"{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={SESSION_LASTS}{secure}"


async def session(ask: Ask) -> Session:
    return _told(ask.person)


async def register(ask: Ask) -> Session:
    body: NewCredentials = ask.body
    house, sessions = ask.house, ask.house.sessions
    await house.run(sessions.check_registration, ask.person, body.name, body.password)
    hashed = await house.hash(sessions.hash, body.password)
    person = await house.run(sessions.register, ask.person, body.name, hashed)
    set_cookie(ask, person)
    return _told(person)


async def name_guest(ask: Ask) -> Session:
    return _told(await ask.house.run(ask.house.sessions.name_guest, ask.person, ask.body.name))


async def sign_in(ask: Ask) -> Session:
    body: Credentials = ask.body
    house, sessions = ask.house, ask.house.sessions
    for who in (ask.address, folded(body.name)):
        house.limits.charge(f"sign-in {who}", 10)
    user, hashed = await house.run(sessions.password_of, body.name)
    fits = await house.hash(sessions.fits, hashed, body.password[: LONGEST_PASSWORD + 1])
    person = await house.run(sessions.person, user) if user is not None and fits else None
    if person is None:
        raise Problem(401, "wrong-password", "name or password is wrong")
    set_cookie(ask, person)
    return _told(person)


async def sign_out(ask: Ask) -> Done:
    """Every session of an account ends, on all devices, with its keys and live connections.

    A guest's cookie is the only way to his games: it stays valid, and is only forgotten here.
    """
    sessions = ask.house.sessions
    if not ask.person.guest:
        await ask.house.run(sessions.end_all, ask.person)
    ask.house.hub.dismiss(ask.person.id)
    ask.headers["Set-Cookie"] = f"{COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
    return Done()


async def new_key(ask: Ask) -> Key:
    if ask.person.by_key:
        raise forbidden("a key cannot make keys")
    return Key(await ask.house.run(ask.house.sessions.new_key, ask.person, ask.body.label))


async def drop_keys(ask: Ask) -> Done:
    await ask.house.run(ask.house.sessions.drop_keys, ask.person)
    ask.house.hub.dismiss(ask.person.id, by_key=True)
    return Done()


async def set_where(ask: Ask) -> ShownWhere:
    body: Where = ask.body
    house, person = ask.house, ask.person
    if body.email and not EMAIL.fullmatch(body.email):
        raise Problem(422, "email", "that is not an e-mail address", field="email")
    if body.webhook:
        await check_webhook(body.webhook, house.outside)
    if body.email and not (person.proven and body.email == person.email) and house.settings.mail.host:
        await _ask_for_proof(ask, body.email)
    await house.run(house.sessions.set_notices, person, body.email, body.webhook)
    return await _shown_where(ask)


async def _ask_for_proof(ask: Ask, email: str) -> None:
    """A letter to somebody who may not have asked for it: a whole burst of requests for each, whoever asks."""
    _charge_for_a_letter(ask, email)
    code = await ask.house.run(ask.house.sessions.ask_for_proof, ask.person, email)
    await ask.house.notices.send_code(email, code)


def _charge_for_a_letter(ask: Ask, email: str) -> None:
    for who in (ask.person.id, ask.address, email.casefold()):
        ask.house.limits.charge(f"letter {who}", ask.house.settings.burst)


async def prove_email(ask: Ask) -> ShownWhere:
    """The code of the letter shows that the address is the person's."""
    if not await ask.house.run(ask.house.sessions.prove, ask.person, ask.body.code):
        raise Problem(422, "code", "that is not the code from our last e-mail", field="code")
    return await _shown_where(ask)


async def _shown_where(ask: Ask) -> ShownWhere:
    """As it is now."""
    person = await ask.house.run(ask.house.sessions.person, ask.person.id) or ask.person
    return ShownWhere(person.email, person.webhook, bool(ask.house.settings.mail.host), person.proven)


async def show_where(ask: Ask) -> ShownWhere:
    return await _shown_where(ask)


async def test_where(ask: Ask) -> Tried:
    """A test costs others something: a whole burst of requests for each."""
    for who in (ask.person.id, ask.address):
        ask.house.limits.charge(f"test of notices {who}", ask.house.settings.burst)
    return await ask.house.notices.test(ask.person)


async def notices(ask: Ask) -> NoticeList:
    return NoticeList(await ask.house.run(ask.house.papers.notices, ask.person.id))


async def read_notices(ask: Ask) -> Done:
    await ask.house.run(ask.house.papers.read_notices, ask.person.id)
    return Done()


ENDPOINTS = (
    Endpoint("GET", "/api/session", "Who I am; a guest if nobody yet", session, Session),
    Endpoint("POST", "/api/register", "Turn the guest into an account", register, Session, NewCredentials),
    Endpoint("PUT", "/api/session/name", "What others call a guest", name_guest, Session, Called, cost=10),
    Endpoint("POST", "/api/sign-in", "Sign in", sign_in, Session, Credentials),
    Endpoint("POST", "/api/sign-out", "Sign out everywhere", sign_out, Done),
    Endpoint("POST", "/api/keys", "A new API key", new_key, Key, KeyLabel),
    Endpoint("DELETE", "/api/keys", "Forget all my API keys", drop_keys, Done),
    Endpoint("PUT", "/api/notices/where", "Where notices go", set_where, ShownWhere, Where),
    Endpoint("POST", "/api/notices/prove", "The e-mail address is mine", prove_email, ShownWhere, Code, cost=20),
    Endpoint("GET", "/api/notices/where", "Where notices go", show_where, ShownWhere),
    Endpoint("POST", "/api/notices/test", "Try where notices go", test_where, Tried),
    Endpoint("GET", "/api/notices", "My notices", notices, NoticeList),
    Endpoint("POST", "/api/notices/read", "I have read them", read_notices, Done),
)
