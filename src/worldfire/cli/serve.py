"""`worldfire serve`: games in the browser."""

from __future__ import annotations

import logging
import socket
import sys
import webbrowser
from typing import Annotated

import typer

from worldfire.cli.output import progress_console

#: a page says hardly anything over its live connection
LARGEST_MESSAGE = 4096
#: seconds that a connection may rest: longer than a player thinks, so that an action finds it open
KEEP_ALIVE = 75


def serve(
    port: Annotated[int, typer.Option(help="The port to listen on.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all of them.")] = "127.0.0.1",
    database: Annotated[
        str, typer.Option(envvar="WORLDFIRE_DATABASE", help="Where games are kept, as an SQLAlchemy URL; none: a file.")
    ] = "",
    url: Annotated[str, typer.Option(envvar="WORLDFIRE_URL", help="How people reach the server, for links.")] = "",
    forget_after: Annotated[
        float,
        typer.Option(help="Days after which guests and their quick games are deleted if nobody uses them; 0: never."),
    ] = 90,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve games to browsers and programs."""
    import uvicorn  # noqa: PLC0415  (the other commands start quicker without)
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415

    from worldfire.server.app import make_app  # noqa: PLC0415
    from worldfire.server.database import check_database, plainly  # noqa: PLC0415
    from worldfire.server.memory import calm_the_collector  # noqa: PLC0415
    from worldfire.server.protocol import GuardedProtocol, connection_limit, raise_file_limit  # noqa: PLC0415
    from worldfire.server.settings import Settings, default_database, mail_from_environment  # noqa: PLC0415

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    where = database or default_database()
    say = progress_console().print
    say(f"worldfire: games are kept in {where.rpartition('@')[2]}", soft_wrap=True)
    listening = _listen(host, port)
    address = url or f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{listening.getsockname()[1]}"
    mail = mail_from_environment()
    files = raise_file_limit()
    say(f"worldfire: up to {files} files and connections at once")
    try:
        check_database(where)
        app = make_app(Settings(database=where, url=address, mail=mail, forget_after=forget_after))
    except SQLAlchemyError as error:
        say(f"worldfire: the database cannot be used: {plainly(error)}", soft_wrap=True, markup=False)
        raise typer.Exit(1) from error

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            say(f"worldfire: open [bold]{address}[/bold] (Ctrl-C stops)", soft_wrap=True)
            if open_page:
                webbrowser.open(address)

    # Rules run in threads: whoever answers people must not wait long for its turn.
    sys.setswitchinterval(0.0005)
    calm_the_collector()
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        proxy_headers=True,
        timeout_keep_alive=KEEP_ALIVE,
        http=GuardedProtocol,
        **connection_limit(files),
    )
    Announced(config).run([listening])


def _listen(host: str, port: int) -> socket.socket:
    """Port 0 takes any that is free."""
    try:
        return socket.create_server((host, port), backlog=1024)
    except OSError as error:
        raise typer.BadParameter(f"port {port} cannot be used: {error.strerror}") from error
