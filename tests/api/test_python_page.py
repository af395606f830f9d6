"""docs/python.md and docs/environment.md: every example runs and gives what the page says; the door has what it names."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import worldfire

DOCS = Path(worldfire.__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["python.md", "environment.md"])
def test_the_examples_of_the_page_are_true(page: str, tmp_path: Path) -> None:
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    text = "\n".join("" if line.startswith("```") else line for line in lines)
    test = doctest.DocTestParser().get_doctest(text, {"folder": tmp_path}, page, str(DOCS / page), 0)
    assert len(test.examples) > 5
    said: list[str] = []
    found = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert not found.failed, "".join(said)


def test_importing_the_package_loads_nothing_else() -> None:
    script = "import sys, worldfire; print([name for name in sys.modules if name.startswith('worldfire.')])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_every_name_of_the_door_is_there_and_documented() -> None:
    assert set(worldfire.__all__) <= set(dir(worldfire))
    for name in worldfire.__all__:
        assert getattr(worldfire, name).__doc__, name


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError, match="napoleon"):
        worldfire.napoleon  # noqa: B018
