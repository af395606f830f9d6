"""The course of a war as one page that needs nothing else: what happened turn by turn, charts, and every figure in a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from worldfire.advice.course import AIR, CONVOYS, LAND, NAVAL, CapitalTurn, Course, CourseTurn, PowerTurn
from worldfire.advice.course_figures import Figures, figures_of, powers_of
from worldfire.cli.charts import Cell, Series, columns, lines, strip
from worldfire.words import proper

#: kinds of news, in the order of the legend → what they are called
KINDS = {
    "war": "War",
    "peace": "Peace",
    "pact": "Pacts",
    "conquest": "Conquest",
    "liberation": "Liberation",
    "alignment": "Minor countries",
    "claim": "Claims",
    "government": "Governments",
    "entry": "Entry into the war",
}
ARMS = {LAND: "land", AIR: "air", NAVAL: "ships", CONVOYS: "convoys"}
#: (class of the cell, its sign, what it means)
FED = Cell("good", "✓", "in supply")
HUNGRY = Cell("fair", "–", "in supply, no factory of the country had a resource")
CUT_OFF = Cell("bad", "!", "out of supply")
LOST = Cell("lost", "×", "lost")
AT_WAR = Cell("bad", "", "at war")

Reading = Callable[[PowerTurn], float]


def war_page(course: Course, played: str) -> str:
    """`played`: who played it, in words."""
    figures = figures_of(course)
    sections = (
        ("result", "How it ended", _result(course)),
        ("whole", "The war in figures", _whole(course, figures)),
        ("story", "What happened", _story(course)),
        ("wars", "Who was at war", _wars(course)),
        ("objectives", "Points" if course.scored else "Objectives", _objectives(course)),
        ("production", "Production", _production(course, figures)),
        ("resources", "Resources", _resources(course)),
        ("convoys", "Convoys", _convoys(course)),
        ("supply", "Supply of the capitals", _supply(course)),
        ("losses", "Losses", _losses(course)),
        ("entry", "Entry into the war", _entry(course)),
        ("own", "What only this war has", _own(course, figures)),
    )
    shown = [(key, title, body) for key, title, body in sections if body]
    contents = "".join(f'<li><a href="#{key}">{escape(title)}</a></li>' for key, title, _ in shown)
    body = "".join(f'<section id="{key}"><h2>{escape(title)}</h2>{body}</section>' for key, title, body in shown)
    turns = course.turns
    span = f"{turns[0].name} to {turns[-1].name}" if turns else "no turn was played"
    name = f"{course.name}: the course of the war"
    data = msgspec.json.encode({"course": course, "figures": figures}).decode().replace("</", "<\\/")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(name)}</title><style>{_style()}</style></head><body>"
        f"<header><h1>{escape(course.name)}</h1><p>{escape(span)} · {escape(played)}</p></header>"
        f'<nav aria-label="Sections"><ul>{contents}</ul></nav><main>{body}</main>'
        f'<script type="application/json" id="course">{data}</script></body></html>\n'
    )


@cache
def _style() -> str:
    return (files("worldfire.cli") / "war_page.css").read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------------------ small parts


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption, quote=True)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _folded(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that is there for whoever wants the figures."""
    return f"<details><summary>{escape(caption)}</summary>{_table(caption, heads, rows)}</details>"


def _legend(looks: Mapping[str, str]) -> str:
    """Class → what it stands for."""
    items = "".join(f'<li><span class="key {look}"></span>{escape(label)}</li>' for look, label in looks.items())
    return f'<ul class="legend">{items}</ul>'


def _signs(cells: Iterable[Cell]) -> str:
    items = "".join(f'<li><span class="key {cell.look}">{cell.sign}</span>{escape(cell.told)}</li>' for cell in cells)
    return f'<ul class="legend">{items}</ul>'


def _wide(svg: str) -> str:
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Chart">{svg}</div>'


def _percent(share: float | None) -> str:
    return "none made" if share is None else f"{share:.0%}"


def _names(course: Course) -> list[str]:
    return [turn.name for turn in course.turns]


def _values(course: Course, power: str, reading: Reading) -> list[float | None]:
    return [reading(turn.powers[power]) if power in turn.powers else None for turn in course.turns]


def _most(*series: Iterable[float | None]) -> float:
    return max((value or 0 for values in series for value in values), default=0)


def _multiples(charts: Iterable[tuple[str, str, str]]) -> str:
    """Small charts side by side: name, a note, the chart."""
    shown = "".join(
        f"<figure><figcaption><b>{escape(name)}</b> <span>{escape(note)}</span></figcaption>{svg}</figure>"
        for name, note, svg in charts
    )
    return f'<div class="multiples">{shown}</div>'


def _by_turn(course: Course, caption: str, powers: Sequence[str], told: Callable[[PowerTurn], str]) -> str:
    """A table of every turn and power."""
    rows = [
        (turn.name, *(told(turn.powers[name]) if name in turn.powers else "" for name in powers))
        for turn in course.turns
    ]
    return _folded(caption, ("turn", *map(proper, powers)), rows)


def _that(course: Course, reading: Callable[[PowerTurn], object]) -> list[str]:
    """The powers of which there is anything to tell."""
    return [
        name
        for name in powers_of(course)
        if any(reading(turn.powers[name]) for turn in course.turns if name in turn.powers)
    ]


# --------------------------------------------------------------------------------------------------------------- sections


def _result(course: Course) -> str:
    ended = course.ended
    winners = " and ".join(map(proper, ended.winner))
    reasons = {
        "score": f"by points: the {proper(ended.wanted_by)} had {ended.score} of the {ended.needed} that they needed",
        "automatic": "by an automatic victory: one side holds every city of the list",
        "objectives": "by objectives at the end of the last turn",
    }
    if ended.why == "stopped":
        return (
            f'<p class="verdict">Nobody has won yet: play stopped after {escape(ended.last_turn or "the set-up")}.</p>'
        )
    verdict = (
        f'<p class="verdict"><b>{escape(winners)}</b> won in {escape(ended.last_turn)} after {ended.turns} turns, '
        f"{escape(reasons[ended.why])}.</p>"
    )
    if not ended.ranking:
        return verdict
    rows = [(f"{rank}. {proper(seat)}", ended.totals.get(seat, "")) for seat, rank in ended.ranking.items()]
    return verdict + _table("Ranking: objectives less bids and deductions", ("player", "total"), rows)


def _whole(course: Course, figures: Figures) -> str:
    rows = []
    for name in powers_of(course):
        spent, lost, carrying = figures.production[name], figures.losses[name], figures.convoys.get(name)
        capital = next(
            (f"{city} {one.share:.0%}" for city, one in figures.capitals.items() if one.main and one.power == name), ""
        )
        rows.append(
            (
                proper(name),
                figures.first_war.get(name, "never"),
                str(spent.available),
                _percent(spent.share),
                "" if carrying is None else f"{carrying.share:.0%}",
                capital,
                str(sum(lost.values())),
            )
        )
    heads = (
        "power",
        "at war since",
        "build points",
        "spent",
        "turns convoys carried",
        "capital in supply",
        "points lost",
    )
    return _table("Each power over the whole war", heads, rows)


def _own(course: Course, figures: Figures) -> str:
    """What the title itself tells: its figures, and what it read when each turn was over."""
    if not figures.own:
        return ""
    turns = [(f"{turn.name}: {name}", value) for turn in course.turns for name, value in _flat(turn.own)]
    return _table("In figures", ("what", "figure"), _flat(figures.own)) + _folded(
        "Turn by turn", ("what", "figure"), turns
    )


def _flat(values: Mapping[str, Any], above: str = "") -> list[tuple[str, str]]:
    """Nested values in rows: “fronts, germany france, entrenched, 1915”."""
    found: list[tuple[str, str]] = []
    for key, value in values.items():
        name = f"{above}, {key}" if above else key.replace("_", " ")
        found += _flat(value, name) if isinstance(value, Mapping) else [(name, "–" if value is None else str(value))]
    return found


def _story(course: Course) -> str:
    told = {headline.kind for turn in course.turns for headline in turn.headlines}
    if not told:
        return "<p>No war was declared, no peace made, nobody conquered.</p>"
    return f'<ol class="story">{"".join(map(_turn, course.turns))}</ol>'


def _turn(turn: CourseTurn) -> str:
    kinds = [kind for kind in KINDS if any(headline.kind == kind for headline in turn.headlines)]
    if not kinds:
        return ""
    groups = []
    for kind in kinds:
        lines_told = "".join(f"<li>{escape(one.text)}</li>" for one in turn.headlines if one.kind == kind)
        groups.append(f'<div class="news {kind}"><h4>{KINDS[kind]}</h4><ul>{lines_told}</ul></div>')
    return f'<li><h3>{escape(turn.name)}</h3><div class="turn">{"".join(groups)}</div></li>'


def _wars(course: Course) -> str:
    pairs = dict.fromkeys(pair for turn in course.turns for pair in turn.wars)
    if not pairs:
        return ""
    rows = [
        (" – ".join(map(proper, pair)), [AT_WAR if pair in turn.wars else None for turn in course.turns])
        for pair in pairs
    ]
    return _wide(strip("Turns that ended with two powers at war", _names(course), rows, label=220))


def _objectives(course: Course) -> str:
    looks = {side: f"side{number}" for number, side in enumerate(course.sides)}
    what = "points" if course.scored else "objectives"
    series = [
        Series(f"{proper(side)}, {what}", look, [turn.sides.get(side) for turn in course.turns])
        for side, look in looks.items()
    ]
    chart = lines(f"{what.capitalize()} of each side by turn", _names(course), series)
    rows = [(turn.name, *(f"{turn.sides.get(side, 0):g}" for side in looks)) for turn in course.turns]
    table = _folded(f"{what.capitalize()} by side", ("turn", *map(proper, looks)), rows)
    by_power = _that(course, lambda turn: turn.objectives)
    more = _by_turn(course, "Objectives by power", by_power, lambda turn: f"{turn.objectives:g}") if by_power else ""
    return _legend({look: proper(side) for side, look in looks.items()}) + chart + table + more


def _production(course: Course, figures: Figures) -> str:
    powers = _that(course, lambda turn: turn.available)
    most = _most(*(_values(course, name, lambda turn: turn.available) for name in powers))
    charts = []
    for name in powers:
        whole = figures.production[name]
        spent = Series("spent", "spent", _values(course, name, lambda turn: turn.spent))
        made = Series("available", "spent", _values(course, name, lambda turn: turn.available))
        title = f"{proper(name)}: build points available and spent by turn"
        note = f"{whole.spent} of {whole.available} spent, {_percent(whole.share)}"
        charts.append((proper(name), note, columns(title, _names(course), [spent], behind=made, most=most)))
    table = _by_turn(
        course, "Build points spent of those available", powers, lambda turn: f"{turn.spent} of {turn.available}"
    )
    bought = _by_turn(course, "What they were spent on", powers, lambda turn: _arms(turn.built.points))
    return _legend({"spent": "spent", "spent pale": "left over"}) + _multiples(charts) + table + bought


def _arms(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{ARMS[arm]} {counted[arm]}" for arm in ARMS if counted.get(arm))


def _resources(course: Course) -> str:
    powers = _that(course, lambda turn: turn.delivered or turn.idle)
    if not powers:
        return ""
    most = _most(*(_values(course, name, lambda turn: turn.delivered + turn.idle) for name in powers))
    charts = []
    for name in powers:
        delivered = Series("delivered", "delivered", _values(course, name, lambda turn: turn.delivered))
        idle = Series("idle", "idle", _values(course, name, lambda turn: turn.idle))
        title = f"{proper(name)}: resources that reached a factory, and those that lay idle, by turn"
        charts.append((proper(name), "", columns(title, _names(course), [delivered, idle], most=most)))
    table = _by_turn(
        course,
        "Resources that reached a factory, and idle ones",
        powers,
        lambda turn: f"{turn.delivered}, idle {turn.idle}" + (f", seized {turn.seized}" if turn.seized else ""),
    )
    return _legend({"delivered": "reached a factory", "idle": "idle"}) + _multiples(charts) + table


def _convoys(course: Course) -> str:
    powers = _that(course, lambda turn: turn.convoys_at_sea or turn.convoys_used)
    if not powers:
        return ""
    most = _most(*(_values(course, name, lambda turn: max(turn.convoys_at_sea, turn.convoys_used)) for name in powers))
    charts = []
    for name in powers:
        at_sea = Series("at sea", "convoys", _values(course, name, lambda turn: turn.convoys_at_sea))
        used = Series("carried its goods", "convoys", _values(course, name, lambda turn: turn.convoys_used))
        title = f"{proper(name)}: convoy points at sea, and those that carried its goods, by turn"
        charts.append((proper(name), "", columns(title, _names(course), [used], behind=at_sea, most=most)))
    table = _by_turn(
        course,
        "Convoy points",
        powers,
        lambda turn: (
            f"{turn.convoys_at_sea} at sea, {turn.convoys_in_port} in port; {turn.by_sea} goods over the sea on "
            f"{turn.convoys_used}"
        ),
    )
    legend = _legend({"convoys": "carried the power’s goods, its own points or an ally’s", "convoys pale": "at sea"})
    return legend + _multiples(charts) + table


def _supply(course: Course) -> str:
    cities = dict.fromkeys((one.city, one.power, one.main) for turn in course.turns for one in turn.capitals)
    if not cities:
        return ""
    rows = []
    for city, power, _ in sorted(cities, key=lambda each: not each[2]):
        seen = [next((one for one in turn.capitals if one.city == city), None) for turn in course.turns]
        rows.append((f"{city} ({proper(power)})", [None if one is None else _cell(one) for one in seen]))
    chart = strip("Capitals in supply when each turn was over", _names(course), rows, label=220)
    told = [(turn.name, *(_capital(turn, city) for city, _, main in cities if main)) for turn in course.turns]
    heads = ("turn", *(city for city, _, main in cities if main))
    return (
        _signs((FED, HUNGRY, CUT_OFF, LOST))
        + _wide(chart)
        + _folded("Main capitals, and the factories of their countries that had a resource", heads, told)
    )


def _cell(one: CapitalTurn) -> Cell:
    if one.lost:
        return LOST._replace(told=f"held by {one.holder}")
    if not one.in_supply:
        return CUT_OFF
    told = f"in supply; {one.fed} of {one.factories} factories had a resource, {one.by_sea} over the sea"
    return (HUNGRY if one.factories and not one.fed else FED)._replace(told=told)


def _capital(turn: CourseTurn, city: str) -> str:
    one = next((one for one in turn.capitals if one.city == city), None)
    if one is None:
        return ""
    state = f"held by {one.holder}" if one.lost else "in supply" if one.in_supply else "out of supply"
    return f"{state}, {one.fed} of {one.factories} fed" if one.factories else state


def _losses(course: Course) -> str:
    powers = _that(course, lambda turn: turn.losses.units)
    if not powers:
        return "<p>Nobody lost a unit.</p>"
    most = _most(*(_values(course, name, lambda turn: turn.losses.points.total()) for name in powers))
    charts = []
    for name in powers:
        series = [
            Series(label, arm, _values(course, name, lambda turn, arm=arm: turn.losses.points[arm]))  # type: ignore[misc]
            for arm, label in ARMS.items()
        ]
        units = sum(turn.powers[name].losses.units.total() for turn in course.turns if name in turn.powers)
        points = sum(turn.powers[name].losses.points.total() for turn in course.turns if name in turn.powers)
        title = f"{proper(name)}: build points lost by turn, land, air, ships and convoys"
        charts.append(
            (proper(name), f"{units} units, {points} points", columns(title, _names(course), series, most=most))
        )
    table = _by_turn(course, "Units lost", powers, lambda turn: _arms(turn.losses.units))
    worth = _by_turn(course, "Build points lost", powers, lambda turn: _arms(turn.losses.points))
    return _legend(ARMS) + _multiples(charts) + table + worth


def _entry(course: Course) -> str:
    kinds = dict.fromkeys((one.power, one.target, one.kind) for turn in course.turns for one in turn.pools)
    if not kinds:
        return ""
    series = []
    for number, (power, target, kind) in enumerate(kinds):
        label = f"{proper(power)}: {kind} against {target}"
        values = [
            next((one.level for one in turn.pools if (one.power, one.target, one.kind) == (power, target, kind)), None)
            for turn in course.turns
        ]
        series.append(Series(label, f"pool{number}", values))
    chart = lines("Levels of the pools of markers by turn", _names(course), series)
    rows = [(turn.name, *(_pool(turn, target, kind) for _, target, kind in kinds)) for turn in course.turns]
    heads = ("turn", *(f"{kind}, {target}" for _, target, kind in kinds))
    legend = _legend({one.look: one.label for one in series})
    return legend + chart + _folded("Level of each pool, and how many markers", heads, rows)


def _pool(turn: CourseTurn, target: str, kind: str) -> str:
    one = next((one for one in turn.pools if (one.target, one.kind) == (target, kind)), None)
    return "" if one is None else f"{one.level} ({one.count} markers)"
