"""Who asks: guests and accounts by signed cookies, programs by API keys."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from hashlib import sha256

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from worldfire.server.database import Database
from worldfire.server.problems import Problem
from worldfire.server.tables import API_KEYS, SETTINGS, USERS

COOKIE = "worldfire"
#: a session that is not used for so long ends, in seconds
SESSION_LASTS = 180 * 24 * 3600
LEAST_PASSWORD = 8
#: seconds after which a person is read again: so long may a session outlive its end on another process
REMEMBERED = 60.0
MOST_REMEMBERED = 10_000


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    guest: bool
    epoch: int = 0
    email: str = ""
    webhook: str = ""
    #: came by an API key: no cookie, so nothing to forge
    by_key: bool = False


def token_hash(token: str) -> str:
    """What is kept of an API key or an invitation; tokens are long and random, so a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


class Sessions:
    def __init__(self, database: Database, *, quick_hashes: bool = False) -> None:
        self._database = database
        self._signer = URLSafeTimedSerializer(self._key(), salt="session")
        self._people: dict[str, tuple[float, Person | None]] = {}
        #: how often somebody has changed, so that nobody is remembered as he was
        self._changes = 0
        #: cookie whose signature was right → until when it is believed, and whose it is
        self._cookies: dict[str, tuple[float, str]] = {}
        self._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1) if quick_hashes else PasswordHasher()

    def _key(self) -> str:
        """The key that signs cookies: made once for each database."""
        with self._database.writing() as connection:
            known = connection.execute(
                select(SETTINGS.c.value).where(SETTINGS.c.name == "cookie-key")
            ).scalar_one_or_none()
            if known is None:
                known = secrets.token_hex(32)
                connection.execute(insert(SETTINGS).values(name="cookie-key", value=known))
            return str(known)

    # ------------------------------------------------------------------------------------------------------- cookies

    def cookie(self, person: Person) -> str:
        return self._signer.dumps([person.id, person.epoch])

    def by_cookie(self, cookie: str) -> Person | None:
        try:
            user, epoch = self._signer.loads(cookie, max_age=SESSION_LASTS)
        except (BadSignature, ValueError, TypeError):
            return None
        person = self.person(str(user))
        if person is None or person.epoch != epoch:
            return None
        if len(self._cookies) > MOST_REMEMBERED:
            self._cookies.clear()
        self._cookies[cookie] = (time.monotonic() + REMEMBERED, person.id)
        return person

    def remembered(self, cookie: str) -> Person | None:
        """The same without asking the database, if the person was there a moment ago."""
        known = self._cookies.get(cookie)
        if known is None or time.monotonic() > known[0]:
            return None
        until, person = self._people.get(known[1], (0.0, None))
        return person if time.monotonic() <= until else None

    # -------------------------------------------------------------------------------------------------------- people

    def person(self, user: str) -> Person | None:
        """Remembered for a moment: every request asks."""
        now = time.monotonic()
        known = self._people.get(user)
        if known is not None and now <= known[0]:
            return known[1]
        changes, person = self._changes, self._read(user)
        if changes == self._changes:  # else somebody may have changed while we read
            if len(self._people) > MOST_REMEMBERED:
                self._people.clear()
            self._people[user] = (now + REMEMBERED, person)
        return person

    def _changed(self, user: str) -> None:
        self._changes += 1
        self._people.pop(user, None)

    def forget(self, users: Iterable[str]) -> None:
        """People who are no longer in the database."""
        for user in users:
            self._changed(user)

    def _read(self, user: str) -> Person | None:
        with self._database.reading() as connection:
            row = connection.execute(select(USERS).where(USERS.c.id == user)).one_or_none()
        if row is None:
            return None
        return Person(row.id, row.name, row.password is None, row.epoch, row.email, row.webhook)

    def names(self, users: set[str]) -> dict[str, str]:
        with self._database.reading() as connection:
            rows = connection.execute(select(USERS.c.id, USERS.c.name).where(USERS.c.id.in_(users))).all()
        return {row.id: row.name for row in rows}

    def new_guest(self) -> Person:
        person = Person(secrets.token_hex(16), f"guest-{secrets.token_hex(4)}", True)
        with self._database.writing() as connection:
            connection.execute(insert(USERS).values(id=person.id, name=person.name, created=time.time()))
        return person

    def register(self, person: Person, name: str, password: str) -> Person:
        """A guest becomes an account and keeps the games."""
        if not person.guest:
            raise Problem(409, "signed-in", "you have an account already")
        if len(password) < LEAST_PASSWORD:
            raise Problem(
                422, "weak-password", f"a password has at least {LEAST_PASSWORD} characters", field="password"
            )
        if name.startswith("guest-"):
            raise Problem(422, "name-reserved", "names of guests cannot be taken", field="name")
        hashed = self._hasher.hash(password)
        try:
            with self._database.writing() as connection:
                connection.execute(update(USERS).where(USERS.c.id == person.id).values(name=name, password=hashed))
            self._changed(person.id)
        except IntegrityError as error:
            raise Problem(409, "name-taken", f"the name {name!r} is taken", field="name") from error
        return msgspec.structs.replace(person, name=name, guest=False)

    def sign_in(self, name: str, password: str) -> Person:
        with self._database.reading() as connection:
            row = connection.execute(select(USERS.c.id, USERS.c.password).where(USERS.c.name == name)).one_or_none()
        wrong = Problem(401, "wrong-password", "name or password is wrong")
        try:
            # An unknown name takes as long as a wrong password, so that names cannot be probed by the clock.
            self._hasher.verify(row.password if row is not None and row.password else self._nobody(), password)
        except (Argon2Error, InvalidHashError) as error:
            raise wrong from error
        person = self.person(row.id) if row is not None else None
        if person is None:
            raise wrong
        return person

    def _nobody(self) -> str:
        return self._hasher.hash(secrets.token_hex(8))

    def end_all(self, person: Person) -> Person:
        """Every session of the person ends."""
        with self._database.writing() as connection:
            connection.execute(update(USERS).where(USERS.c.id == person.id).values(epoch=person.epoch + 1))
            connection.execute(API_KEYS.delete().where(API_KEYS.c.user == person.id))
        self._changed(person.id)
        self._cookies = {cookie: known for cookie, known in self._cookies.items() if known[1] != person.id}
        return msgspec.structs.replace(person, epoch=person.epoch + 1)

    def set_notices(self, person: Person, email: str, webhook: str) -> None:
        with self._database.writing() as connection:
            connection.execute(update(USERS).where(USERS.c.id == person.id).values(email=email, webhook=webhook))
        self._changed(person.id)

    # ------------------------------------------------------------------------------------------------------ API keys

    def new_key(self, person: Person, label: str) -> str:
        key = f"wf_{secrets.token_urlsafe(32)}"
        row = {"hash": token_hash(key), "user": person.id, "label": label, "created": time.time()}
        with self._database.writing() as connection:
            connection.execute(insert(API_KEYS).values(row))
        return key

    def by_key(self, key: str) -> Person | None:
        with self._database.reading() as connection:
            wanted = select(API_KEYS.c.user).where(API_KEYS.c.hash == token_hash(key))
            user = connection.execute(wanted).scalar_one_or_none()
        person = None if user is None else self.person(user)
        return None if person is None else msgspec.structs.replace(person, by_key=True)

    def drop_keys(self, person: Person) -> int:
        with self._database.writing() as connection:
            return connection.execute(API_KEYS.delete().where(API_KEYS.c.user == person.id)).rowcount
