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


class Digester:
    """What is known of the state as it was last written. Whoever writes says so."""

    __slots__ = ("_begun", "_keyed_for", "columns", "fields")

    def __init__(self, columns: dict[str, bytes] | None = None) -> None:
        #: the hashes of columns, and fields as they are written out: whoever changes one takes it out
        self.columns: dict[str, bytes] = {} if columns is None else columns
        self.fields: dict[str, msgspec.Raw] = {}
        #: the first part, and for what: the secret, and how many keys follow
        self._begun: hmac.HMAC | None = None
        self._keyed_for = (b"", 0)

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
        moving = state.moving()
        keyed_for = (secret, len(moving))
        if self._begun is None or self._keyed_for != keyed_for:
            self._begun, self._keyed_for = hmac.new(secret, self._first_part(state, len(moving)), "sha256"), keyed_for
        digest = self._begun.copy()
        digest.update(_encode(moving)[1:])
        return digest.hexdigest()

    def _first_part(self, state: State, keys_after: int) -> bytes:
        state.hash_columns(self.columns)
        if len(self.fields) < len(state.fields):
            for name in state.fields.keys() - self.fields.keys():
                self.fields[name] = msgspec.Raw(_encode(state.fields[name]))
        standing = state.standing(self.columns, self.fields)
        return bytes((_MAP + len(standing) + keys_after,)) + _encode(standing)[1:]
