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
from sqlalchemy import ColumnElement, Integer, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from worldfire.server.clock import Clock
from worldfire.server.database import Database
from worldfire.server.names import GUEST, check_name, folded
from worldfire.server.problems import Problem
from worldfire.server.tables import API_KEYS, PROOFS, SETTINGS, USERS

COOKIE = "worldfire"
#: an account's session that is not used for so long ends, in seconds that the server runs; a guest has nothing else
SESSION_LASTS = 180 * 24 * 3600
#: a cookie older than this is given anew, in seconds that the server runs: browsers count all days, and a server that runs
#: for an hour a week must renew it long before they forget it
RENEWED_AFTER = 3600
LEAST_PASSWORD, LONGEST_PASSWORD = 8, 1000
#: seconds after which a person is read again: so long may a session outlive its end on another process
REMEMBERED = 60.0
MOST_REMEMBERED = 10_000
#: API keys of one person
MOST_KEYS = 50


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    guest: bool
    epoch: int = 0
    email: str = ""
    webhook: str = ""
    #: the person has shown that the address is his
    proven: bool = False
    #: came by an API key: no cookie, so nothing to forge
    by_key: bool = False

    @property
    def named(self) -> bool:
        """Has he said what others shall call him?"""
        return not self.name.startswith(GUEST)


def token_hash(token: str) -> str:
    """What is kept of an API key or an invitation; tokens are long and random, so a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


def _called(name: str) -> ColumnElement[bool]:
    return or_(USERS.c.name == name, USERS.c.folded == folded(name))


def _taken(name: str) -> Problem:
    return Problem(409, "name-taken", f"the name {name!r} is taken, or looks like one that is", field="name")


class Sessions:
    def __init__(self, database: Database, clock: Clock, *, quick_hashes: bool = False) -> None:
        self._database = database
        self._clock = clock
        self._signer = URLSafeTimedSerializer(self._key(), salt="session")
        self._people: dict[str, tuple[float, Person | None]] = {}
        #: how often somebody has changed, so that nobody is remembered as he was
        self._changes = 0
        #: cookie whose signature was right → until when it is believed, whose it is, whether it is old
        self._cookies: dict[str, tuple[float, str, bool]] = {}
        self._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1) if quick_hashes else PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(16))

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
        return self._signer.dumps([person.id, person.epoch, int(self._clock.served())])

    def by_cookie(self, cookie: str) -> Person | None:
        try:
            user, epoch, *rest = self._signer.loads(cookie)
            given = float(rest[0]) if rest else 0.0  # cookies of older versions say nothing
        except (BadSignature, ValueError, TypeError):
            return None
        age = self._clock.served() - given
        person = self.person(str(user))
        if person is None or person.epoch != epoch or (age > SESSION_LASTS and not person.guest):
            return None
        if len(self._cookies) > MOST_REMEMBERED:
            self._cookies.clear()
        self._cookies[cookie] = (time.monotonic() + REMEMBERED, person.id, age > RENEWED_AFTER)
        return person

    def wants_renewal(self, cookie: str) -> bool:
        """Whether a cookie that was just believed should be given anew, so that who comes every day is never forgotten."""
        known = self._cookies.get(cookie)
        return known is not None and known[2]

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
        proven = bool(row.email) and row.email == row.proven
        return Person(row.id, row.name, row.password is None, row.epoch, row.email, row.webhook, proven)

    def names(self, users: set[str]) -> dict[str, str]:
        with self._database.reading() as connection:
            rows = connection.execute(select(USERS.c.id, USERS.c.name).where(USERS.c.id.in_(users))).all()
        return {row.id: row.name for row in rows}

    def new_guest(self) -> Person:
        person = Person(secrets.token_hex(16), f"{GUEST}{secrets.token_hex(4)}", True)
        with self._database.writing() as connection:
            connection.execute(insert(USERS).values(id=person.id, name=person.name, created=time.time()))
        return person

    def check_registration(self, person: Person, name: str, password: str) -> None:
        """Everything that can be said before the password is hashed, which costs something."""
        if not person.guest:
            raise Problem(409, "signed-in", "you already have an account")
        check_name(name)
        if not LEAST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            text = f"a password has {LEAST_PASSWORD} to {LONGEST_PASSWORD} characters"
            raise Problem(422, "weak-password", text, field="password")
        self._check_free(person, name)

    def _check_free(self, person: Person, name: str) -> None:
        """Nobody else is called so, account or guest."""
        with self._database.reading() as connection:
            others = select(USERS.c.id).where(_called(name), USERS.c.id != person.id)
            if connection.execute(others).first() is not None:
                raise _taken(name)

    def name_guest(self, person: Person, name: str) -> Person:
        """What others shall call a guest: as unique as the name of an account."""
        if not person.guest:
            raise Problem(409, "signed-in", "an account keeps its name")
        check_name(name)
        self._check_free(person, name)
        self._rename(person, {"name": name, "folded": folded(name)})
        self._changed(person.id)
        return msgspec.structs.replace(person, name=name)

    def register(self, person: Person, name: str, hashed: str) -> Person:
        """A guest becomes an account and keeps the games; whoever has his old cookie does not."""
        epoch = person.epoch + 1
        values: dict[str, str | int] = {"name": name, "folded": folded(name), "password": hashed, "epoch": epoch}
        self._rename(person, values)
        self._ended(person.id)
        return msgspec.structs.replace(person, name=name, guest=False, epoch=epoch)

    def _rename(self, person: Person, values: dict[str, str | int]) -> None:
        try:
            with self._database.writing() as connection:
                connection.execute(update(USERS).where(USERS.c.id == person.id).values(values))
        except IntegrityError as error:
            raise _taken(str(values["name"])) from error

    # ------------------------------------------------------------------------------------------------------ passwords

    def password_of(self, name: str) -> tuple[str | None, str]:
        """(who is called so, what his password is compared with): something to compare with there is always."""
        exact_first = (USERS.c.name != name).cast(Integer)
        wanted = select(USERS.c.id, USERS.c.password).where(_called(name), USERS.c.password.is_not(None))
        with self._database.reading() as connection:
            row = connection.execute(wanted.order_by(exact_first).limit(1)).one_or_none()
        return (None, self._nobody) if row is None else (row.id, row.password)

    def hash(self, password: str) -> str:
        """Slow on purpose: never in the threads of the games."""
        return self._hasher.hash(password)

    def fits(self, hashed: str, password: str) -> bool:
        """The same: as slow for a name that nobody has as for a wrong password, so that names cannot be probed."""
        try:
            return self._hasher.verify(hashed, password)
        except (Argon2Error, InvalidHashError):
            return False

    def end_all(self, person: Person) -> Person:
        """Every session of the person ends."""
        with self._database.writing() as connection:
            connection.execute(update(USERS).where(USERS.c.id == person.id).values(epoch=person.epoch + 1))
            connection.execute(API_KEYS.delete().where(API_KEYS.c.user == person.id))
        self._ended(person.id)
        return msgspec.structs.replace(person, epoch=person.epoch + 1)

    def _ended(self, user: str) -> None:
        """Cookies that were given before are worth nothing."""
        self._changed(user)
        self._cookies = {cookie: known for cookie, known in self._cookies.items() if known[1] != user}

    # ------------------------------------------------------------------------------------------------- where notices go

    def set_notices(self, person: Person, email: str, webhook: str) -> None:
        with self._database.writing() as connection:
            connection.execute(update(USERS).where(USERS.c.id == person.id).values(email=email, webhook=webhook))
        self._changed(person.id)

    def ask_for_proof(self, person: Person, email: str) -> str:
        """A code for a letter to this address: who can tell it has read the letter."""
        code = secrets.token_hex(4)
        with self._database.writing() as connection:
            connection.execute(delete(PROOFS).where(PROOFS.c.user == person.id))
            connection.execute(insert(PROOFS).values(user=person.id, email=email, code=token_hash(code)))
        return code

    def prove(self, person: Person, code: str) -> bool:
        with self._database.writing() as connection:
            here = PROOFS.c.user == person.id
            row = connection.execute(select(PROOFS).where(here)).one_or_none()
            if row is None or not secrets.compare_digest(row.code, token_hash(code.strip().lower())):
                return False
            connection.execute(update(USERS).where(USERS.c.id == person.id).values(proven=row.email))
            connection.execute(delete(PROOFS).where(here))
        self._changed(person.id)
        return True

    # ------------------------------------------------------------------------------------------------------ API keys

    def new_key(self, person: Person, label: str) -> str:
        key = f"wf_{secrets.token_urlsafe(32)}"
        row = {"hash": token_hash(key), "user": person.id, "label": label, "created": time.time()}
        with self._database.writing() as connection:
            mine = select(func.count()).select_from(API_KEYS).where(API_KEYS.c.user == person.id)
            if connection.execute(mine).scalar_one() >= MOST_KEYS:
                raise Problem(409, "too-many-keys", f"you have {MOST_KEYS} keys; delete them to start again")
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
