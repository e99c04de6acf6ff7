"""A page of panels: a panel has curves, or bars, of rows of a CSV. How every figure looks."""
import math
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

import matplotlib
from matplotlib import ticker
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

INK, QUIET, FAINT = "#222222", "#666666", "#dddddd"
WIDTH = 960        # of a page, in pixels
INCH = 100         # pixels
POINT = 72 / INCH  # of a pixel
HEAD, BELOW = 42, 44  # of a panel: two lines above; ticks and the axis below
BARS_LEFT, OURS, PAPERS = 128, 42, 88  # names of bars, and where numbers beside them end

matplotlib.rcParams.update({
    "font.family": "DejaVu Sans", "text.color": INK, "svg.fonttype": "none",
    "svg.hashsalt": "semacredit", "axes.edgecolor": "none", "axes.axisbelow": True,
    "axes.grid": True, "axes.unicode_minus": False, "grid.color": FAINT, "grid.linewidth": 0.7,
    "axes.labelcolor": QUIET, "axes.labelsize": 10 * POINT, "axes.labelpad": 3,
    **{f"{axis}tick.{key}": value for axis in "xy" for key, value in
       {"color": INK, "labelsize": 10 * POINT, "major.size": 0, "minor.size": 0}.items()}})

# Colour, mark, whether it is filled: apart for the colour-blind (after Okabe and Ito), and in grey.
POLICIES = {
    "aggregate": ("#999999", "s", False), "aggregate_class": ("#c4c4c4", "s", True),
    "bdp": ("#7f3c00", "D", True),
    "resource_byte": ("#e69f00", "s", True), "primary": ("#56b4e9", "^", True),
    "scalar": ("#009e73", "v", True), "reactive": ("#cc79a7", "X", True),
    "semacredit": ("#0072b2", "o", True), "vector_link": ("#001f4d", "P", True),
    "arrival_return": ("#d55e00", "<", True),
    "end_return": ("#c8b900", ">", True), "adaptive": ("#5b3a8e", "p", True),
    "oracle": ("#000000", "x", True)}
WORKLOADS = {
    "hbm_hotspot": ("#0072b2", "s", True), "atomic": ("#d55e00", "o", True),
    "response": ("#009e73", "^", True), "allreduce": ("#cc79a7", "v", True),
    "moe": ("#b8a000", "D", True), "remote_read": ("#222222", "o", False)}
# Of one policy, whose colour they keep.
SCALAR = {"scalar, hbm_hotspot": ("#00382a", "o", True), "scalar, atomic": ("#009e73", "s", True),
          "scalar, response": ("#7fd4b8", "^", True)}
OTHERS = {"random": ("#56b4e9", "s", False), "domains/paper": ("#0072b2", "o", True),
          "adaptive_window": ("#b39ddb", "o", False), "vector_link_sent": ("#4d7fff", "P", False),
          "read_charged": ("#d55e00", "^", False),
          "open": ("#999999", "s", False), "vector": ("#0072b2", "o", True),
          "hot": ("#0072b2", "s", True), "incast": ("#009e73", "^", True),
          "mixed": ("#222222", "o", False)}
STYLES = OTHERS | POLICIES | WORKLOADS | SCALAR
NEW = ("#7a5230", "D", False)  # a policy that has no colour of its own
FRACTIONS = {"0.25": "¼", "0.5": "½"}
SCALES = {"linear": lambda value, _: float(value), "log": lambda value, _: math.log2(float(value)),
          "places": lambda value, values: values.index(value)}


class Missing(Exception):
    """What a figure needs and its data do not have."""


@dataclass
class Panel:
    what: str                # the y axis, in words
    curves: list             # (name, {column: value in its rows})
    heading: str = ""
    x: str = "value"         # column
    values: list = ()        # of x, each of which every curve has; none: those that it has
    ticks: dict = None       # texts of x, where not the values
    scale: str = "linear"
    parameter: str = ""      # the x axis, in words
    y: tuple = ("mean", "low", "high")  # columns; or a mean and half its interval
    unit: Callable = float   # from a number of the CSV to the axis
    shows: tuple = ()        # the y axis at least, so that differences which are none look it
    base: int = 0            # of a logarithmic y axis
    level: tuple = None      # a straight line: (y, name of its style)
    marked: str = None       # value of x with a line
    number: str = ""         # format of the numbers beside bars; none: curves
    apart: tuple = ()        # values of x to which no line leads from the one before


@dataclass
class Page:
    name: str
    heading: str
    subtitle: str
    note: str
    rows: list               # of (height in pixels, panels)
    names: list = ()         # of the legend
    data: str = ""           # CSV; none: its own

    def __post_init__(self):
        self.data = self.data or f"figures/{self.name}.csv"


def finite(text):
    try:
        number = float(text)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise Missing(f"'{text}' is no number")
    return number


def points(data, panel, name, where):
    """The rows of a curve, in the order of its values, or as they are."""
    found = [row for row in data if all(row[column] == value for column, value in where.items())]
    there = [row[panel.x] for row in found]
    if not found or panel.values and sorted(there) != sorted(panel.values):
        raise Missing(f"{panel.what}: {name} has points at {', '.join(there) or 'nothing'}, not at "
                      f"{', '.join(panel.values)}")
    return sorted(found, key=lambda row: panel.values.index(row[panel.x]) if panel.values else 0)


def measured(panel, row):
    """Mean, least and greatest of what a row says, and the paper's value or None."""
    mean, *ends = (finite(row[column]) for column in panel.y)
    if len(ends) == 1:
        ends = mean - ends[0], mean + ends[0]
    paper = panel.unit(finite(row["paper"])) if row.get("paper") else None
    return panel.unit(mean), *sorted(map(panel.unit, ends)), paper


def curves(axes, data, panel):
    """Lines with marks, a little apart along x where they coincide; diamonds of the paper."""
    ticks = panel.ticks or dict(zip(panel.values, panel.values))
    values = panel.values or list(ticks)
    at = {value: SCALES[panel.scale](value, values) for value in values}
    wide = max(at.values()) - min(at.values())
    tall = list(panel.shows)
    for k, (name, where) in enumerate(panel.curves):
        colour, mark, filled = STYLES[name]
        rows = points(data, panel, name, where)
        beside = 0.007 * wide * (k - (len(panel.curves) - 1) / 2)
        x = [SCALES[panel.scale](row[panel.x], values) + beside for row in rows]
        mean, low, high, paper = zip(*(measured(panel, row) for row in rows))
        # A mark and a range only where all that is offered is served.
        served = [i for i, row in enumerate(rows) if row.get("saturated", "0") == "0"]
        begins = [i for i, row in enumerate(rows) if row[panel.x] in panel.apart]
        for first, end in zip([0, *begins], [*begins, len(rows)]):
            axes.plot(x[first:end], mean[first:end], color=colour, linewidth=1.3, marker=mark,
                      markevery=[i - first for i in served if first <= i < end], markersize=4.2,
                      markeredgewidth=1.1, zorder=3 + k,
                      markerfacecolor=colour if filled else "white")
        axes.vlines(*([each[i] for i in served] for each in (x, low, high)), color=colour,
                    linewidth=1.3, zorder=2.9 + k)
        said = [i for i in range(len(x)) if paper[i] is not None]
        axes.plot(*([each[i] for i in said] for each in (x, paper)), color=colour, linestyle="",
                  marker="D", markersize=6.5, markerfacecolor="none", zorder=20)
        tall += [*mean, *high, *(() if panel.base else low), *(paper[i] for i in said)]
    if panel.level:
        axes.axhline(panel.level[0], color=STYLES[panel.level[1]][0], linewidth=1.6, zorder=2)
    if panel.marked:
        axes.axvline(at[panel.marked], color=QUIET, linewidth=0.9, linestyle=(0, (4, 3)))
    axes.set_xlim(min(at.values()) - 0.06 * wide, max(at.values()) + 0.06 * wide)
    axes.set_xticks([at[value] for value in at if value in ticks],
                    [FRACTIONS.get(text, text) if panel.scale == "log" else text
                     for text in (ticks[value] for value in at if value in ticks)])
    axes.set_xlabel(panel.parameter)
    least, most = min(tall), max(tall)
    if panel.base:
        axes.set_yscale("log", base=panel.base)
        axes.set_ylim(least / 1.12, most * 1.12)
        axes.yaxis.set_major_locator(ticker.LogLocator(
            panel.base, subs=(1, 2, 5) if panel.base == 10 else (1,), numticks=99))
        axes.yaxis.set_minor_locator(ticker.NullLocator())
        axes.yaxis.set_major_formatter(
            lambda y, _: FRACTIONS.get(f"{y:g}", f"{y:g}") if panel.base == 2 else f"{y:g}")
    else:
        axes.set_ylim(least - 0.04 * (most - least), most + 0.04 * (most - least))
        axes.yaxis.set_major_locator(ticker.MaxNLocator(7, steps=(1, 2, 2.5, 5, 10)))
        axes.yaxis.set_major_formatter("{x:g}")


def bars(axes, data, panel):
    """A bar a policy, a new one too, with its range, the paper's value as a mark, both as numbers
    beside."""
    new = dict.fromkeys(row["policy"] for row in data if row["policy"] not in STYLES)
    everyone = [*panel.curves, *((name, panel.curves[0][1] | {"policy": name}) for name in new)]

    def tell(right, y, text, **how):
        axes.text(1 + right / axes.bbox.width, y, text, transform=axes.get_yaxis_transform(),
                  ha="right", va="center", fontsize=10 * POINT, **how)

    def shown(value):  # never a signed zero
        text = panel.number % value
        return "0.0" if text in ("+0.0", "-0.0") else text

    for k, (name, where) in enumerate(everyone):
        row, = points(data, panel, name, where)
        mean, low, high, paper = measured(panel, row)
        axes.barh(k, mean, 0.72, color=STYLES.get(name, NEW)[0], zorder=2)
        axes.hlines(k, low, high, color=INK, linewidth=1, zorder=3)
        tell(OURS, k, shown(mean))
        if paper is not None:
            direct = "*" not in row["claims"]
            axes.plot(paper, k, color=INK, marker="D", markersize=5, zorder=4,
                      markeredgecolor="white" if direct else INK,
                      markerfacecolor=INK if direct else "white")
            tell(PAPERS, k, shown(paper) if direct else f"({shown(paper)})", color=QUIET)
    top = -0.5 - 10 / axes.bbox.height * len(everyone)
    tell(OURS, top, "ours", weight="bold")
    tell(PAPERS, top, "paper", color=QUIET)
    axes.set_ylim(len(everyone) - 0.5, -0.5)
    axes.set_yticks(range(len(everyone)), [name for name, _ in everyone], fontsize=12 * POINT)
    axes.grid(False, axis="y")
    axes.set_xlim(*panel.shows)
    axes.xaxis.set_major_locator(ticker.MaxNLocator(5, steps=(1, 2, 3, 4, 5, 10)))
    axes.xaxis.set_major_formatter("{x:g}")


def draw(page, data):
    """The figure of a page; Missing where data lack something."""
    note = textwrap.wrap(page.note, 178)
    top = 92 if page.names else 66
    height = top + sum(tall + HEAD + BELOW for tall, _ in page.rows) + 15 * len(note) + 12
    figure = Figure((WIDTH / INCH, height / INCH), dpi=INCH)

    def write(x, y, text, size, **how):
        figure.text(x / WIDTH, 1 - y / height, text, fontsize=size * POINT, **how)

    write(16, 26, page.heading, 15, weight="bold")
    write(16, 48, page.subtitle, 12, color=QUIET)
    for k, line in enumerate(reversed(note)):
        write(16, height - 12 - 15 * k, line, 10, color=QUIET)
    marks = [(name, *STYLES[name], "-") for name in page.names]
    if marks and any(row.get("paper") for row in data):
        marks.append(("published by the paper", QUIET, "D", False, ""))
    if marks:
        figure.legend(
            [Line2D([], [], color=colour, marker=mark, linestyle=line, linewidth=1.3, markersize=6,
                    markerfacecolor=colour if filled else "white")
             for _, colour, mark, filled, line in marks], [name for name, *_ in marks],
            loc="upper left", bbox_to_anchor=(9 / WIDTH, 1 - 56 / height), ncol=len(marks),
            frameon=False, fontsize=12 * POINT, handlelength=1.6, handletextpad=0.5,
            columnspacing=1.6 if len(marks) < 9 else 0.6, borderaxespad=0)
    for tall, panels in page.rows:
        left, beside, right = (BARS_LEFT, PAPERS + 14, 0) if panels[0].number else (52, 60, 44)
        pitch = (WIDTH - left + right) / len(panels)
        for k, panel in enumerate(panels):
            x = left + k * pitch
            axes = figure.add_axes((x / WIDTH, 1 - (top + HEAD + tall) / height,
                                    (pitch - beside) / WIDTH, tall / height))
            (bars if panel.number else curves)(axes, data, panel)
            axes.tick_params(labelleft=not panel.number or k == 0)
            write(x, top + HEAD - 24, panel.heading, 12, weight="bold")
            write(x, top + HEAD - 8, panel.what, 10, color=QUIET)
        top += HEAD + tall + BELOW
    return figure
