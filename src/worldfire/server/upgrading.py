"""Tables as this version wants them: made in an empty database, mended in one that an older version has made."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, inspect, select, text, update
from sqlalchemy.schema import CreateColumn

from worldfire.server.names import folded
from worldfire.server.tables import METADATA, USERS


def make_tables(engine: Engine) -> None:
    with engine.begin() as connection:
        before = set(inspect(connection).get_table_names())
        METADATA.create_all(connection)
        for table in METADATA.sorted_tables:
            if table.name in before:
                _mend(connection, table.name)


def _mend(connection: Connection, name: str) -> None:
    """Add the columns and indexes that have come since."""
    table = METADATA.tables[name]
    known = {column["name"] for column in inspect(connection).get_columns(name)}
    missing = [column for column in table.columns if column.name not in known]
    for column in missing:
        connection.execute(text(f"ALTER TABLE {name} ADD COLUMN {CreateColumn(column).compile(connection)}"))
    if table is USERS and any(column is USERS.c.folded for column in missing):
        _fold_names(connection)
    indexes = {index["name"] for index in inspect(connection).get_indexes(name)}
    for index in table.indexes:
        if index.name not in indexes:
            index.create(connection)


def _fold_names(connection: Connection) -> None:
    """Accounts of a time when names needed only to differ: the oldest of those that look alike keeps its look."""
    rows = connection.execute(
        select(USERS.c.id, USERS.c.name).where(USERS.c.password.is_not(None)).order_by(USERS.c.created)
    ).all()
    taken: set[str] = set()
    for row in rows:
        look = folded(row.name)
        if look not in taken:
            taken.add(look)
            connection.execute(update(USERS).where(USERS.c.id == row.id).values(folded=look))
