"""What the database holds. The log of a game is the truth; the row of the game repeats what lists show of it."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()


def _game_id() -> Column[str]:
    return Column("game", String(40), ForeignKey("games.id"), primary_key=True)


#: single values of the server itself, such as the key that signs cookies
SETTINGS = Table("settings", METADATA, Column("name", String(40), primary_key=True), Column("value", Text))

USERS = Table(
    "users",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("name", String(60), unique=True, nullable=False),
    #: what the name looks like (names.py), unique among accounts; none for guests, and for old accounts that look like another
    Column("folded", String(120)),
    #: none: a guest, who is known by the cookie only
    Column("password", Text),
    #: raised when all sessions shall end
    Column("epoch", Integer, nullable=False, default=0),
    Column("email", Text, nullable=False, default=""),
    #: the address that the person has shown to be his: letters go to no other
    Column("proven", Text),
    Column("webhook", Text, nullable=False, default=""),
    Column("created", Float, nullable=False),
    Index("users_by_look", "folded", unique=True),
)

#: codes that were sent to addresses, to see whether they are the person's
PROOFS = Table(
    "proofs",
    METADATA,
    Column("user", String(40), ForeignKey("users.id"), primary_key=True),
    Column("email", Text, nullable=False),
    #: the SHA-256 of the code
    Column("code", String(64), nullable=False),
)

API_KEYS = Table(
    "api_keys",
    METADATA,
    #: the SHA-256 of the key; the key itself is told once
    Column("hash", String(64), primary_key=True),
    Column("user", String(40), ForeignKey("users.id"), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False),
)

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("name", String(120), nullable=False),
    Column("campaign", String(60), nullable=False),
    Column("host", String(40), ForeignKey("users.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("header", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    #: how many entries the log has: whoever appends must have seen them all
    Column("entries", Integer, nullable=False),
    Column("snapshot", LargeBinary, nullable=False),
    Column("snapshot_entries", Integer, nullable=False),
    Column("turn", String(60), nullable=False, default=""),
    Column("waiting", Text, nullable=False, default="[]"),
    Column("over", Boolean, nullable=False, default=False),
    #: one person plays every seat and may see everything
    Column("hot_seat", Boolean, nullable=False, default=False),
    Column("listed", Boolean, nullable=False, default=True),
    Column("last_moved", Float, nullable=False),
    Index("games_by_host", "host", "over"),
    Index("games_by_age", "last_moved", "id"),
    #: everything by which the list of open tables is chosen and put in order
    Index("games_to_list", "id", "listed", "over", "host", "last_moved"),
)

SEATS = Table(
    "seats",
    METADATA,
    _game_id(),
    Column("seat", String(60), primary_key=True),
    #: person, computer or open
    Column("kind", String(10), nullable=False),
    Column("user", String(40), ForeignKey("users.id"), index=True),
    Column("player", String(40), nullable=False, default=""),
    #: the SHA-256 of the invitation that gives this seat
    Column("invitation", String(64), nullable=False, default="", index=True),
    #: whose seat it is while somebody else, or a computer player, plays it for him
    Column("kept_for", String(40), ForeignKey("users.id"), index=True),
    Index("seats_by_kind", "kind", "game"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    _game_id(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    #: the entry as it stands in a save file
    Column("line", LargeBinary, nullable=False),
    #: who sent it under which idempotency key; neither for computer players
    Column("user", String(40)),
    Column("key", String(64)),
    Column("at", Float, nullable=False),
    Index("entries_by_key", "game", "user", "key", unique=True),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("game", String(40), ForeignKey("games.id"), nullable=False, index=True),
    Column("user", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("seat", String(60), nullable=False),
    #: "game", or the name of a side
    Column("audience", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

NOTES = Table(
    "notes",
    METADATA,
    _game_id(),
    Column("user", String(40), primary_key=True),
    Column("hex", String(40), primary_key=True),
    Column("text", Text, nullable=False),
)

#: standing orders of a seat, as JSON
ORDERS = Table(
    "orders",
    METADATA,
    _game_id(),
    Column("seat", String(60), primary_key=True),
    Column("orders", Text, nullable=False),
)

NOTICES = Table(
    "notices",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("user", String(40), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("read", Boolean, nullable=False, default=False),
)

#: where games were made, as a hash: so many may come from one address
ORIGINS = Table("origins", METADATA, _game_id(), Column("address", String(64), nullable=False, index=True))

#: private games that a person has imagined from a seat of a real one
WHAT_IFS = Table(
    "what_ifs",
    METADATA,
    _game_id(),
    Column("user", String(40), ForeignKey("users.id"), nullable=False, index=True),
    #: the real game and the seat it was imagined from, and how many entries the game had
    Column("of", String(40), nullable=False),
    Column("seat", String(60), nullable=False),
    Column("of_entries", Integer, nullable=False),
)

#: what dice come from beyond a game's first secret; see `engine.dicing`
SECRETS = Table(
    "secrets",
    METADATA,
    _game_id(),
    Column("commitment", String(64), primary_key=True),
    Column("secret", String(64), nullable=False),
)

#: what was agreed when a table was made
AGREEMENTS = Table(
    "agreements",
    METADATA,
    _game_id(),
    #: days for which a person may keep the others waiting before the host may free his seat
    Column("patience", Float, nullable=False),
)

#: who has agreed that a person's seat be freed
CONSENTS = Table(
    "consents",
    METADATA,
    _game_id(),
    Column("seat", String(60), primary_key=True),
    #: whose seat it was, and who agreed
    Column("whose", String(40), primary_key=True),
    Column("user", String(40), primary_key=True),
)

#: what a host did with the powers that others lack, and to whom seats went
AUDIT = Table(
    "audit",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("game", String(40), ForeignKey("games.id"), nullable=False, index=True),
    Column("user", String(40), nullable=False),
    Column("what", Text, nullable=False),
    Column("at", Float, nullable=False),
)
