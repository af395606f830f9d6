"""How a server is run: what `worldfire serve` and the environment say."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from worldfire.server.room import Most


class Mail(msgspec.Struct, frozen=True):
    """Where notices by e-mail are handed in; without a host none are sent."""

    host: str = ""
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = "worldfire@localhost"
    starttls: bool = True


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    database: str
    #: how the outside world reaches the server: links in notices, and secure cookies if it is https
    url: str = "http://127.0.0.1:8000"
    mail: Mail = Mail()
    #: worker threads for rules and storage
    workers: int = 4
    #: processes in which computer players think, those for short work (log, search, what-ifs), and those for long work
    #: (replay, verification, imports)
    thinkers: int = 2
    short_labourers: int = 1
    long_labourers: int = 2
    #: seconds after which long work is given up, short work, and the thinking about one action
    longest_labour: float = 600
    short_labour: float = 60
    longest_thought: float = 120
    #: bytes of address space that such a process may have
    labour_memory: int = 2 * 1024**3
    #: pieces of work of either length that a person may have asked for, of which one at a time is done; and those from
    #: one address
    labours_by_person: int = 4
    labours_by_address: int = 60
    #: threads in which passwords are hashed, and those that look up names and deliver letters
    hashers: int = 2
    messengers: int = 4
    #: games that are kept open in memory
    open_games: int = 400
    #: seconds after which a game that nobody uses or looks at leaves memory
    close_after: float = 900
    #: unfinished games that a person may have, and those from one address
    games_by_person: Most = Most(300, 2, 20)
    games_by_address: Most = Most(2000, 6, 100)
    #: days after which guests' quick games that nobody touched are deleted, and guests without games; 0: never
    forget_after: float = 90
    #: requests that one person may make in a minute, and how many of them at once
    requests_per_minute: int = 1200
    burst: int = 200
    largest_body: int = 64 * 1024
    largest_import: int = 32 * 1024 * 1024
    #: seconds that a body may take to come, and a file
    slowest_body: float = 20
    slowest_import: float = 120
    #: files that may come at once, and live connections
    uploads_by_person: int = 1
    uploads_by_address: int = 4
    sockets_by_person: int = 30
    sockets_by_address: int = 600
    static: Path = Path(__file__).parent / "static"
    #: tests may want weaker password hashing, which is quicker
    quick_hashes: bool = False

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")


def default_database() -> str:
    """A file among the user's data."""
    base = os.environ.get("XDG_DATA_HOME")
    folder = (Path(base) if base else Path.home() / ".local" / "share") / "worldfire"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


def mail_from_environment() -> Mail:
    """WORLDFIRE_SMTP_HOST, _PORT, _USER, _PASSWORD, _SENDER, _STARTTLS."""
    get = os.environ.get
    return Mail(
        get("WORLDFIRE_SMTP_HOST", ""),
        int(get("WORLDFIRE_SMTP_PORT", "587")),
        get("WORLDFIRE_SMTP_USER", ""),
        get("WORLDFIRE_SMTP_PASSWORD", ""),
        get("WORLDFIRE_SMTP_SENDER", "worldfire@localhost"),
        get("WORLDFIRE_SMTP_STARTTLS", "yes") != "no",
    )
