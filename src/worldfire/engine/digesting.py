"""The digest of a game's state, taken at the end of each step of the book and keyed with the game's secret.

In most of those steps nobody acts. So the digest is made in two parts: columns, fields and consents, which stand first in
a state's summary and are nearly all of it, are hashed again only when something was written since; the stack and what
else follows is hashed every time.
"""

from __future__ import annotations

import hmac

import msgspec

from worldfire.engine.state import State

_encode = msgspec.msgpack.Encoder(order="deterministic").encode

#: the first byte of a short map, to which msgpack adds the number of its keys
_MAP = 0x80

_NO_FIELDS = msgspec.Raw(_encode({}))

#: what a fork begins with, which has none and takes no digests
_WITHOUT_SECRET = hmac.new(b"", digestmod="sha256")


class Digester:
    """What is known of the state as it was last written. Whoever writes says so."""

    __slots__ = ("_all_fields", "_begun", "_empty", "_keys_after", "_secret", "columns", "fields")

    def __init__(self, columns: dict[str, bytes] | None = None) -> None:
        #: the hashes of columns, and fields as they are written out: whoever changes one takes it out
        self.columns: dict[str, bytes] = {} if columns is None else columns
        self.fields: dict[str, msgspec.Raw] = {}
        self._all_fields = _NO_FIELDS
        #: the digest of nothing under this secret, and the digest after the first part, which tells how many keys follow
        self._secret, self._empty = b"", _WITHOUT_SECRET
        self._begun: hmac.HMAC | None = None
        self._keys_after = 0

    def changed(self) -> None:
        """Something was written: the first part is no longer so."""
        self._begun = None

    def forget(self) -> None:
        """Another state is in place."""
        self.columns.clear()
        self.fields.clear()
        self._begun = None

    def keyed_digest(self, state: State, secret: bytes) -> str:
        """A bare digest would let a seat try out hidden values."""
        if secret != self._secret:
            self._secret, self._empty, self._begun = secret, hmac.new(secret, digestmod="sha256"), None
        moving = state.moving()
        if self._begun is None or self._keys_after != len(moving):
            self._keys_after, self._begun = len(moving), self._empty.copy()
            self._begun.update(self._first_part(state, len(moving)))
        digest = self._begun.copy()
        digest.update(_encode(moving)[1:])
        return digest.hexdigest()

    def _first_part(self, state: State, keys_after: int) -> bytes:
        state.hash_columns(self.columns)
        if len(self.fields) < len(state.fields):
            for name in state.fields.keys() - self.fields.keys():
                self.fields[name] = msgspec.Raw(_encode(state.fields[name]))
            self._all_fields = msgspec.Raw(_encode(self.fields))
        standing = state.standing(self.columns, self._all_fields)
        return bytes((_MAP + len(standing) + keys_after,)) + _encode(standing)[1:]
