"""Sessions and accounts over HTTP: guests, signing in and out, API keys, where notices go."""

from __future__ import annotations

import re

import msgspec

from worldfire.server.notices import Tried
from worldfire.server.papers import Notice
from worldfire.server.problems import Problem, forbidden
from worldfire.server.sessions import COOKIE, SESSION_LASTS, Person
from worldfire.server.webhooks import check_webhook
from worldfire.server.wire import Ask, Body, Done, Endpoint

NAME = re.compile(r"[\w][\w .'-]{1,39}")
EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


class Session(msgspec.Struct):
    name: str
    guest: bool
    email: str
    webhook: str


class Credentials(Body):
    name: str
    password: str


class KeyLabel(Body):
    label: str = "program"


class Key(msgspec.Struct):
    #: told once
    key: str


class Where(Body):
    email: str = ""
    webhook: str = ""


class ShownWhere(msgspec.Struct):
    email: str
    webhook: str
    #: does this server send mail at all?
    mail: bool


class NoticeList(msgspec.Struct):
    notices: list[Notice]


def _told(person: Person) -> Session:
    return Session(person.name, person.guest, person.email, person.webhook)


def set_cookie(ask: Ask, person: Person) -> None:
    value = ask.house.sessions.cookie(person)
    secure = "; Secure" if ask.house.settings.secure else ""
    ask.headers["Set-Cookie"] = f"{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={SESSION_LASTS}{secure}"


async def session(ask: Ask) -> Session:
    return _told(ask.person)


async def register(ask: Ask) -> Session:
    body: Credentials = ask.body
    if not NAME.fullmatch(body.name):
        raise Problem(422, "name", "a name has 2 to 40 letters, digits, blanks or .'-", field="name")
    sessions = ask.house.sessions
    person = await ask.house.run(sessions.register, ask.person, body.name, body.password)
    set_cookie(ask, person)
    return _told(person)


async def sign_in(ask: Ask) -> Session:
    body: Credentials = ask.body
    client = ask.request.client.host if ask.request.client else ""
    ask.house.limits.charge(f"sign-in {client}", 10)
    ask.house.limits.charge(f"sign-in {body.name}", 10)
    person = await ask.house.run(ask.house.sessions.sign_in, body.name, body.password)
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
    return Key(await ask.house.run(ask.house.sessions.new_key, ask.person, ask.body.label[:60]))


async def drop_keys(ask: Ask) -> Done:
    await ask.house.run(ask.house.sessions.drop_keys, ask.person)
    ask.house.hub.dismiss(ask.person.id, by_key=True)
    return Done()


async def set_where(ask: Ask) -> Done:
    body: Where = ask.body
    if body.email and not EMAIL.fullmatch(body.email):
        raise Problem(422, "email", "that is no e-mail address", field="email")
    if body.webhook:
        await ask.house.run(check_webhook, body.webhook)
    await ask.house.run(ask.house.sessions.set_notices, ask.person, body.email, body.webhook)
    return Done()


async def show_where(ask: Ask) -> ShownWhere:
    person = ask.person
    return ShownWhere(person.email, person.webhook, bool(ask.house.settings.mail.host))


async def test_where(ask: Ask) -> Tried:
    """A test letter costs others something: a whole burst of requests for each."""
    client = ask.request.client.host if ask.request.client else ""
    for who in (ask.person.id, client):
        ask.house.limits.charge(f"test of notices {who}", ask.house.settings.burst)
    return await ask.house.notices.test(ask.person)


async def notices(ask: Ask) -> NoticeList:
    return NoticeList(await ask.house.run(ask.house.papers.notices, ask.person.id))


async def read_notices(ask: Ask) -> Done:
    await ask.house.run(ask.house.papers.read_notices, ask.person.id)
    return Done()


ENDPOINTS = (
    Endpoint("GET", "/api/session", "Who I am; a guest if nobody yet", session, Session),
    Endpoint("POST", "/api/register", "Turn the guest into an account", register, Session, Credentials),
    Endpoint("POST", "/api/sign-in", "Sign in", sign_in, Session, Credentials),
    Endpoint("POST", "/api/sign-out", "Sign out everywhere", sign_out, Done),
    Endpoint("POST", "/api/keys", "A new API key", new_key, Key, KeyLabel),
    Endpoint("DELETE", "/api/keys", "Forget all my API keys", drop_keys, Done),
    Endpoint("PUT", "/api/notices/where", "Where notices go", set_where, Done, Where),
    Endpoint("GET", "/api/notices/where", "Where notices go", show_where, ShownWhere),
    Endpoint("POST", "/api/notices/test", "Try where notices go", test_where, Tried),
    Endpoint("GET", "/api/notices", "My notices", notices, NoticeList),
    Endpoint("POST", "/api/notices/read", "I have read them", read_notices, Done),
)
