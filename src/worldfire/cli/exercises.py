"""`worldfire exercises`: what there is to practise."""

from __future__ import annotations

from rich.table import Table

from worldfire.cli.output import Json, clear_errors, console, emit_json
from worldfire.titles.exercises import exercise_names, load_exercise


@clear_errors
def exercises(json: Json = False) -> None:
    """List the exercises."""
    found = [load_exercise(name) for name in exercise_names()]
    if json:
        emit_json(
            [
                {"name": item.name, "teaches": item.teaches, "options": item.options, "summary": item.summary}
                for item in found
            ]
        )
        return
    table = Table("exercise", "teaches", "options", "what it is about", show_lines=True)
    for item in found:
        table.add_row(item.name, item.teaches, ", ".join(item.options) or "none", item.summary)
    console().print(table)
