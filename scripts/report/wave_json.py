"""The signals that a GTKWave view names, some hundred clocks around its marker, for the page.

{marker, what, clock_ps, from, to, signals: [{group, open, flags, color, names, label, path, bits,
v: [[time, hex]...]}...], names: {FILE: {HEX: NAME}}}; names only of values that occur. The group
"" has none around it. Times are in ps; x and z are "x".
"""
import re

BEFORE, AFTER = 300, 100  # clocks


def hexadecimal(bits):
    return f"{int(bits, 2):x}" if re.fullmatch("[01]+", bits) else "x"


def view_of(path):
    """Marker, its name, and the signals in their order, as a view has them."""
    marker, what, signals = 0, "", []
    group, opened, flags, color, names = "", 0, "", 0, ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("*"):
            marker = float(line.split()[1])
        elif line.startswith("[markername]"):
            what = line[14:]
        elif line.startswith("[color]"):
            color = int(line[8:])
        elif line.startswith("@"):
            flags = line[1:]
        elif line.startswith("^"):
            names = re.sub(r".*/|\.txt$", "", line)
        elif re.fullmatch("[8c]00200", flags) and line.startswith("-"):
            group, opened = line[1:], int(flags[0] == "8")
        elif re.fullmatch("1[04]0[01]200", flags) and line.startswith("-"):
            group = ""
        elif found := re.match(r"\+\{(.*)\} ([^}]*)$", line):
            path_of = re.sub(r"\[\d+:\d+\]$", "", found[2]) if re.search(r":\d+\]$", found[2]) \
                else found[2]
            signals.append({"group": group, "open": opened, "flags": flags, "color": color,
                            "names": names, "label": found[1], "path": path_of})
            color, names = 0, ""
    return marker, what, signals


def changes_of(vcd, wanted):
    """Of each path its bits and [time, hex] of each change; the last time."""
    scope, by_id, of, time = [], {}, {}, 0
    for line in vcd:
        word = line.split()
        if line.startswith("$scope"):
            scope.append(word[2])
        elif line.startswith("$upscope"):
            scope.pop()
        elif line.startswith("$var"):
            path = ".".join((*scope, word[4]))
            if path in wanted:
                of[path] = int(word[2]), by_id.setdefault(word[3], [])
        elif line.startswith("#"):
            time = int(line[1:])
        elif line[0] in "01xzXZ" and line[1:].rstrip() in by_id:
            by_id[line[1:].rstrip()].append([time, hexadecimal(line[0])])
        elif line[0] == "b" and word[1] in by_id:
            by_id[word[1]].append([time, hexadecimal(word[0][1:])])
    return of, time


def within(changes, start, end):
    """From what holds at the start on; each value that is another."""
    first = [[start, value] for time, value in changes if time <= start][-1:]
    values = first + [change for change in changes if start < change[0] <= end]
    return [value for i, value in enumerate(values) if not i or value[1] != values[i - 1][1]]


def names_of(path, values):
    """{HEX: NAME} of a GTKWave filter file: of the values that occur."""
    named = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        value, _, name = line.partition(" ")
        value = value.lstrip("0").lower() or "0"
        if value in values:
            named[value] = re.sub(r"^\?[^?]*\?", "", name)
    return named


def waves(view, vcd, clock):
    """What the page needs of a view of a VCD (its lines); `clock` is that at the marker, which is
    in its middle: clock n, which rising edge n ends, is from n - 1 to n periods."""
    marker, what, signals = view_of(view)
    of, last = changes_of(vcd, {signal["path"] for signal in signals})
    clock_ps = marker / (clock - 0.5) if clock else 1000
    start, end = max(0, marker - BEFORE * clock_ps), min(last, marker + AFTER * clock_ps)
    signals = [signal | {"bits": of[signal["path"]][0],
                         "v": within(of[signal["path"]][1], round(start), end)}
               for signal in signals if signal["path"] in of]
    occurs = {}
    for signal in signals:
        if signal["names"]:
            occurs.setdefault(signal["names"], set()).update(value for _, value in signal["v"])
    return {"marker": round(marker), "what": what, "clock_ps": int(clock_ps),
            "from": round(start), "to": round(end), "signals": signals,
            "names": {name: names_of(view.parent / f"names/{name}.txt", values)
                      for name, values in occurs.items()}}
