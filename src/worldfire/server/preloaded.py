"""Imported once, by the process that workers are forked from: what every game needs is then in the memory of all of them."""

from __future__ import annotations

import gc

import typer

from worldfire.server import app
from worldfire.server.warming import warm_up

__all__ = ["app", "typer"]

warm_up()
gc.freeze()  # what all share is never looked at again: looking would copy it
