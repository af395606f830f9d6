"""The house of DESIGN §2: imports point one way, the engine knows no rule, and options are read in one place."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import worldfire
from worldfire.board import loading
from worldfire.engine.procedures import Procedure
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Derived, Field, Quantity
from worldfire.engine.seams import Seam
from worldfire.tables.campaign import load_campaigns
from worldfire.tables.collection import load_tables
from worldfire.titles import ruleset

PACKAGE = Path(worldfire.__file__).parent

#: what each room may know besides itself
MAY_KNOW: dict[str, frozenset[str]] = {}
_below: frozenset[str] = frozenset()
for _rooms in (
    ("engine", "tables"),
    ("board",),
    ("forces",),
    ("rules",),
    ("options",),
    ("words",),
    ("titles",),
    ("advice",),
    ("players",),
    ("odds",),
    ("api",),
    ("server", "cli", "fuzz", "bench", "env"),
):
    for _room in _rooms:
        MAY_KNOW[_room] = _below | {_room}
    _below |= set(_rooms)
#: texts know nothing, and rules speak in keys: only titles and what is above them look a text up
MAY_KNOW["words"] = frozenset({"words"})
#: the outermost rooms may know each other: the command starts the server, the fuzzer and the bench
for _room in ("server", "cli", "fuzz", "bench", "env"):
    MAY_KNOW[_room] = _below

FILES = sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    """The folder of the package that a file lies in, or its own name."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> frozenset[str]:
    """Every module of the package that a file imports, also inside functions and for type checking."""
    return frozenset(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative imports hide where they point"
            base = node.module or ""
            packages = ("worldfire", "worldfire.titles")
            names = [f"{base}.{alias.name}" for alias in node.names] if base in packages else [base]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "worldfire")


def rooms_imported(path: Path) -> set[str]:
    return {parts[1] for name in imported(path) if len(parts := name.split(".")) > 1}


def test_imports_point_one_way() -> None:
    door = PACKAGE / "__init__.py"
    assert rooms_imported(door) == {"api", "odds", "players"}, "the door for programs, opened when a name is asked for"
    rooms = {path: room_of(path) for path in FILES if path != door}
    assert set(rooms.values()) - set(MAY_KNOW) == set(), "DESIGN §2 has no such room"
    too_much = {path: rooms_imported(path) - MAY_KNOW[room] for path, room in rooms.items()}
    assert {path: known for path, known in too_much.items() if known} == {}


def test_the_page_shows_the_real_import_graph() -> None:
    page = (PACKAGE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    shown = page.partition("<!-- imports -->\n```\n")[2].partition("```\n<!-- end -->")[0]
    graph = {room: set[str]() for room in MAY_KNOW if any(room_of(path) == room for path in FILES)}
    for path in FILES:
        if room_of(path) in graph:
            graph[room_of(path)] |= rooms_imported(path) - {room_of(path)}
    listed = {line.split()[0]: set(line.split()[1:]) for line in shown.splitlines()}
    assert listed == graph


@pytest.mark.parametrize(
    ("change", "pattern"),
    [
        ("Insert", r'Insert\("([^"]+)", \w+, (?:before|after)="([^"]+)"\)'),
        ("Instead", r'Instead\("([^"]+)", "([^"]+)", \w+\)'),
        ("Without", r'Without\("([^"]+)", "([^"]+)"\)'),
    ],
)
def test_the_page_changes_steps_that_there_are(change: str, pattern: str) -> None:
    page = (PACKAGE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    examples = re.findall(pattern, page)
    assert len(examples) == page.count(f"{change}(") > 0
    procedures = ruleset("wif").procedures
    assert all(step in procedures[name].steps for name, step in examples)


def test_the_engine_imports_nothing_but_itself() -> None:
    for path in FILES:
        if room_of(path) == "engine":
            assert all(name.startswith("worldfire.engine") for name in imported(path)), path


def test_engine_and_tables_do_not_know_each_other() -> None:
    assert "tables" not in MAY_KNOW["engine"]
    assert "engine" not in MAY_KNOW["tables"]


def test_rules_never_import_options_or_titles() -> None:
    for path in FILES:
        if room_of(path) in ("board", "forces", "rules"):
            assert not rooms_imported(path) & {"options", "titles"}, path


def test_nobody_outside_titles_knows_a_title() -> None:
    """They ask `titles` for the title of a game; the games themselves are folders there."""
    own = tuple(f"worldfire.titles.{folder.name}" for folder in (PACKAGE / "titles").iterdir() if folder.is_dir())
    assert "worldfire.titles.wif" in own
    for path in FILES:
        if room_of(path) != "titles":
            assert not [name for name in imported(path) if name.startswith(own)], path


def _reads_of_options(tree: ast.AST) -> Iterator[ast.AST]:
    """Where code asks whether an option is on: a test of membership in something called options, or `ruleset.options`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            for side in node.comparators:
                if _names_options(side):
                    yield node


def _names_options(node: ast.AST) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "options") or (
        isinstance(node, ast.Name) and node.id == "options"
    )


def test_nobody_asks_whether_an_option_is_on() -> None:
    """Only options/ and the ruleset that puts them together may know."""
    for path in FILES:
        if room_of(path) == "options" or path == PACKAGE / "engine" / "ruleset.py":
            continue
        tree = tree_of(path)
        assert not list(_reads_of_options(tree)), path


def _is_a_rulesets(node: ast.AST) -> bool:
    """`ruleset.options`, `game.ruleset.options`, `header.options`."""
    if not (isinstance(node, ast.Attribute) and node.attr == "options"):
        return False
    of = node.value
    return (of.attr if isinstance(of, ast.Attribute) else of.id if isinstance(of, ast.Name) else "") in (
        "ruleset",
        "header",
    )


def test_the_rulebook_does_not_see_the_rulesets_options() -> None:
    """Not even to put them in a variable first."""
    for path in FILES:
        if room_of(path) in ("board", "forces", "rules", "advice", "players"):
            tree = tree_of(path)
            assert not any(_is_a_rulesets(node) for node in ast.walk(tree)), path


@pytest.mark.parametrize("code", ["'8' in game.ruleset.options", "x = '8' not in header.options", "'8' in options"])
def test_the_check_finds_a_read(code: str) -> None:
    assert list(_reads_of_options(ast.parse(code)))


def test_the_toy_title_needs_nothing_but_the_engine() -> None:
    """It plays through the same kernel, so whatever it needed besides would be a rule in the wrong place."""
    toy = Path(__file__).parent.parent / "toy"
    for path in sorted(toy.glob("*.py")):
        assert all(name.startswith("worldfire.engine") for name in imported(path)), path


def _assigned(path: Path) -> set[str]:
    """Names that a file gives at its top level, other than by importing them."""
    names: set[str] = set()
    for node in tree_of(path).body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _forgotten(path: Path) -> list[str]:
    """What the module declares and does not add."""
    module = importlib.import_module(f"worldfire.{room_of(path)}.{path.stem}")
    added = getattr(module, "MODULE", Module())
    schema = added.schema
    listed = (*added.procedures, *added.seams, *schema.columns, *schema.fields, *schema.quantities, *schema.derived)
    parts = Procedure | Seam | Column | Field | Quantity | Derived
    declared = {name: value for name in _assigned(path) if isinstance(value := getattr(module, name), parts)}
    return [name for name, value in declared.items() if not any(value is item for item in listed)]


def test_a_module_ends_with_all_that_it_adds() -> None:
    """A seam, a procedure or a part of the state that its module forgets would be missed only when somebody plays it."""
    modules = [path for path in FILES if room_of(path) in ("forces", "rules") and path.stem != "__init__"]
    assert len(modules) > 100
    assert {path.stem: forgotten for path in modules if (forgotten := _forgotten(path))} == {}


def _names_of_nations() -> set[str]:
    """Countries of the board, and homes and powers of the counters and campaigns."""
    names = set(loading.load().countries)
    tables = load_tables("wif")
    counters = (*tables.land, *tables.air, *tables.naval, *tables.naval_classic)
    names |= {name for counter in counters for name in (counter.power, counter.home)}
    campaigns = load_campaigns().values()
    names |= {power for campaign in campaigns for powers in campaign.sides.value.values() for power in powers}
    return {_spelt(name) for name in names} - {"", "partisans"}


def _adjectives_of_nations() -> set[str]:
    """As the stories of games use them, and those of nations that no story tells of."""
    text = (PACKAGE / "data" / "text" / "en" / "story.ftl").read_text(encoding="utf-8")
    told = re.findall(r"^adjective-\S+ = (.+)$", text, re.MULTILINE)
    return {_spelt(word) for word in (*told, "Belgian", "Danish", "Dutch", "Norwegian", "Portuguese", "Spanish")}


#: a heading of the book is called what the book calls it
SECTION = re.compile(r"(\w+:)?\d+(\.\d+)*/")


def _spelt(name: str) -> str:
    return " ".join(re.findall(r"[a-z]+", name.casefold()))


def _literals(path: Path) -> Iterator[str]:
    """Every string of a file that is not a docstring."""
    tree = tree_of(path)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def _named_nations(text: str, names: set[str]) -> set[str]:
    spelt = f" {_spelt(text)} "
    return {name for name in names if f" {name} " in spelt}


def test_the_common_book_knows_no_nation_by_name() -> None:
    """What only one of them has belongs to a title, as a module, a clause or a name that it tells the book."""
    names, adjectives = _names_of_nations(), _adjectives_of_nations()
    assert _named_nations("Japanese infantry class in jungle", adjectives) == {"japanese"}
    assert _named_nations("19.6.1/the ussr claims the finnish borderlands", names) == {"ussr"}
    for path in FILES:
        if room_of(path) in ("forces", "rules", "options"):
            found = {text: named for text in _literals(path) if (named := _named_nations(text, names))}
            found |= {
                text: named
                for text in _literals(path)
                if not SECTION.match(text) and (named := _named_nations(text, adjectives))
            }
            assert not found, path
