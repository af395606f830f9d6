"""How commands speak: tables for people, JSON for programs, errors on the error stream with exit code 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Any, TypeVar

import msgspec
import typer
from rich.console import Console

from worldfire.engine.errors import WorldfireError

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
F = TypeVar("F", bound=Callable[..., Any])


def print_json(value: Any) -> None:
    typer.echo(msgspec.json.encode(value, order="deterministic").decode())


@contextmanager
def told_errors(json: bool) -> Iterator[None]:
    """What went wrong in one sentence, as JSON if the caller reads JSON; nothing is shown half done."""
    try:
        yield
    except (WorldfireError, OSError) as error:
        if json:
            print_json({"error": str(error)})
        else:
            errors.print(f"[red]worldfire:[/red] {error}", soft_wrap=True)
        raise typer.Exit(2) from error


def clear_errors(command: F) -> F:
    """A command whose errors are told; its `json` argument says how."""

    @wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        with told_errors(bool(kwargs.get("json"))):
            return command(*args, **kwargs)

    return wrapped  # type: ignore[return-value]
