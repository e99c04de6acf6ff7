"""The source of the RTL: what drives a signal, from a port inwards."""
import re
from functools import lru_cache
from pathlib import Path

RTL = Path("rtl")
DEEP, MOST = 6, 24  # assignments from a port, lines of a port
ASSIGNS = re.compile(r"^\s*(?:assign |[\w:]+: |(?:end )?(?:else )?(?:if \(.*?\) )?)"
                     r"(\{[^{}]*\}|[a-z]\w*)")


def folder_of(line):
    """The folder of the RTL in a line in which a program says of what it is."""
    found = re.search(r"; RTL of (.*?)/(?: with|$)", line, re.M)
    return found[1] if found else ""


def signals_in(text):
    names = re.findall(r"\b[a-z]\w*", re.sub(r"sema_path_pkg::\w+|\d*'[a-z]?\w*|\.\w+", " ", text))
    return [name for name in dict.fromkeys(names)
            if name not in ("clk_i", "rst_ni", "if", "else", "end", "begin")]


class Module:
    """The lines of a module without comments, and its instances: their module, their ports."""

    def __init__(self, file):
        self.file, self.instances = file, {}
        self.lines = [re.sub("//.*", "", line) for line in
                      file.read_text(encoding="utf-8").splitlines()] if file else []
        whole = "\n".join(self.lines)
        for found in re.finditer(r"\b(sema_\w+)\s+(?:#\([^;]*?\)\s*)?(u_\w+)\s*\(", whole):
            body = whole[found.end():].split(";")[0]
            ports = re.findall(r"\.(\w+)\s*(?:\(([^;]*?)\)\s*(?=[,)]|$))?", body, re.M)
            self.instances[found[2]] = (found[1], {port: value or port for port, value in ports})

    def assignments(self, signal):
        """(module, line, text, signals that it is of), but for those of a reset."""
        for index, line in enumerate(self.lines):
            head = ASSIGNS.match(line)
            rest = head and re.match(r"(?:\[.*?\])*\s*<?=(?!=)(.*)", line[head.end():])
            if not rest or signal not in signals_in(head[1]):
                continue
            value = rest[1]
            for more in self.lines[index + 1:]:
                if ";" in value:
                    break
                value += more
            conditions = self.conditions(index)
            if "!rst_ni" not in conditions:
                yield self, index + 1, line.strip(), signals_in(" ".join([value, *conditions]))

    def conditions(self, index):
        """Of the blocks around a line."""
        left, found = len(self.lines[index]), []
        for at in range(index, -1, -1):
            indent = re.search(r"\S", self.lines[at])
            if indent and indent.start() < left and left > 2:
                left = indent.start()
                condition = re.search(r"\bif \((.*)\) begin", self.lines[at])
                if condition and at != index:
                    found.append(condition[1])
        return found


@lru_cache(maxsize=None)
def module_of(folder, name):
    """Of the RTL in a folder; where that has it not, of ours."""
    return Module(next((file for root in (folder, RTL) for file in sorted(root.rglob(f"{name}.sv"))
                        if "bugs" not in file.parts), None))


def drivers_of(folder, path, signal, seen):
    """(path, assignment) of a signal, through ports of instances. `path` has the module that the
    signal is in and those above it, each with the instance that leads there."""
    name, instance = path[-1]
    module = module_of(folder, name)
    if (path, signal) in seen:
        return
    seen.add((path, signal))
    if len(path) > 1 and re.search("_n?i$", signal):
        ports = module_of(folder, path[-2][0]).instances[instance][1]
        for above in signals_in(ports.get(signal, "")):
            yield from drivers_of(folder, path[:-1], above, seen)
        return
    for inner, (inner_name, ports) in module.instances.items():
        for port, value in ports.items():
            if re.search("_q?o$", port) and signal in signals_in(value):
                yield from drivers_of(folder, (*path, (inner_name, inner)), port, seen)
    for found in module.assignments(signal):
        yield path, found


def deciders_of(folder, port):
    """(module, line, text) of what decides an output of the block, the nearest first."""
    seen, found, names = set(), {}, [((("semacredit", ""),), port)]
    for _ in range(DEEP):
        drivers = [one for path, name in names for one in drivers_of(folder, path, name, seen)]
        found.update({one[:2]: one[:3] for _, one in drivers})
        names = [(path, name) for path, one in drivers for name in one[3]]
        if len(found) >= MOST:
            break
    return list(found.values())[:MOST]


def port_of(folder, field):
    """The port of the block that a report's field is: "message_credit[8]" is of
    message_credit_o."""
    port = re.sub(r"\W.*", "", field) + "_o"
    return port if re.search(rf"output .*\b{port}\b", "\n".join(
        module_of(folder, "semacredit").lines)) else None


def line_of(folder, path):
    """(module, line) where a signal of the waves is driven or declared; None of what is no RTL."""
    _, name, *inner, signal = path.split(".")
    signal = signal.split("[")[0]
    for one in inner:
        found = module_of(folder, name).instances.get(one)
        if not found and not one.startswith("gen_"):
            return None
        name = found[0] if found else name
    module = module_of(folder, name)
    lines = [line for _, line, *_ in module.assignments(signal)] or [
        number for number, line in enumerate(module.lines, 1)
        if re.search(rf"\blogic\b.*\b{signal}\b", line)]
    return (module, lines[0]) if lines else None


def place(module, line):
    """FILE:LINE, and of the same file in the page: of a file like ours that is ours."""
    ours = module_of(RTL, module.file.stem)
    return [f"{one.file}:{line}" for one in
            (module, ours if ours.lines == module.lines else module)]
