"""Blocks of the page, which page.html writes, and sums of rows."""
import re
from datetime import UTC, datetime

TITLES = {"area": "µm²", "fmax_mhz": "MHz", "worst_path": "worst path", "cycles": "clocks"}
NOTHING = {"kind": "none"}


def fact(value, name, kind="", href=""):
    """A number above its name. KIND: bad, missing or nothing."""
    mark = {"bad": "✖ ", "missing": "○ "}.get(kind, "")
    return {"value": f"{mark}{value:,}" if isinstance(value, int) else mark + value, "name": name,
            "kind": kind, "href": href}


def facts(*some):
    return {"kind": "facts", "facts": some}


def heading(text):
    return {"kind": "heading", "text": text}


def draw(what, data, caption="", name=""):
    """A thing that a script of the page draws."""
    return {"kind": "draw", "what": what, "data": data, "caption": caption, "id": name}


def details(title, *blocks, opened=False):
    return {"kind": "details", "title": title, "blocks": blocks, "opened": opened}


def red(text, href=""):
    """A cell in red, a link where it leads to its cause."""
    return {"text": f"✖ {text}", "kind": "bad", "href": href}


def columns_of(text):
    """Of "KEY[=TITLE][#[DIGITS]|*]; ...": # a number, * wide."""
    for one in text.split("; "):
        key, title, mark, digits = re.fullmatch(r"(\w+)(?:=(.*?))?([#*]?)(\d?)", one).groups()
        yield {"key": key, "title": title or TITLES.get(key, key), "number": mark == "#",
               "digits": int(digits or 0), "wide": mark == "*"}


def table(caption, rows, columns, bad=lambda row: False, most=100, sort=None, name=""):
    """Cells are what the rows have: text, a number, or {text, href, kind, code, lines, links}. Rows
    that are BAD stand first."""
    if not rows:
        return NOTHING
    columns = list(columns_of(columns))
    rows = sorted(rows, key=lambda row: not bad(row))
    return draw("table", {
        "columns": columns, "most": most, "sort": sort, "bad": sum(bool(bad(row)) for row in rows),
        "rows": [[row.get(one["key"], "") for one in columns] for row in rows]}, caption, name)


def when(seconds):
    return datetime.fromtimestamp(seconds, UTC).strftime("%F %H:%M UTC")


def total(rows, key):
    return sum(float(row[key] or 0) for row in rows)


def groups(rows, key):
    """Rows by what KEY says of them, in their order."""
    found = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def summed(rows, by, *keys):
    """A row for each value of the columns BY: how many rows there are, the sums of the others."""
    for some in groups(rows, lambda row: tuple(row[key] for key in by)).values():
        yield {**{key: some[0][key] for key in by}, "count": len(some),
               **{key: total(some, key) for key in keys}}


def is_number(text):
    return bool(re.fullmatch(r"-?[0-9.]+(e[-+]?[0-9]+)?", text))
