#!/usr/bin/env python3
"""Checks a commit stream (semacredit run --commits FILE) as a history: each decision against the
rule of admission on the commits before it, each return against what its grant froze, each debt
against the sum of what is held. It knows no clocks and shares nothing with the harness.
A write of the command limit shows as the windows that were there before; what it set is known
from then on as far as decisions tell: it is above what was held at a grant, and not at a denial
by the table.

usage: history.py [--limit N] [--least N] [--limited 1] [FILE]   N: command_limit, 128; decisions of
                                                                 all, 1; standard input without FILE

--limited 1: software sets limits of holders, floor and split (rtl/spec/decision.md, 3.3) and parks
ids (reservation.md, 4.7), which no commit shows: why a lane refuses on which something is held, and
why the table does, is not judged then.

Streams may follow one another. A line for each, then `history: N checks, N failed`; status 1 if
there is a finding, 2 if FILE is no commit stream.
"""
import sys

HEAD = ["order", "cycle", "time_ps", "kind", "op", "reservation", "mask"]


def bits(mask):
    return [lane for lane in range(mask.bit_length()) if mask >> lane & 1]


class History:
    """What the block holds, by the commits so far."""

    def __init__(self, lanes, limit, limited):
        self.lanes, self.limit, self.limited = lanes, limit, limited
        self.above, self.most = limit - 1, limit  # of the limit in force
        self.window, self.debt, self.holders = [0] * lanes, [0] * lanes, [0] * lanes
        self.held = {}  # reservation: its operation, and what each lane is still owed
        self.last = {}  # reservation: the last two operations that it was granted to
        self.commits = self.decisions = self.findings = 0

    def wrong(self, line, text):
        self.findings += 1
        if self.findings <= 8:
            print(f"commit {self.commits}: {text}: {line.strip()}")

    def refusing(self, demands, refuses, by_table):
        """Lanes without room. A lane that is not held has room for all, unless it is closed. The
        table, if the limit that is known says nothing else, as it was reported."""
        held = len(self.held)
        mask = (held >= self.most or (held > self.above or self.limited) and by_table) << self.lanes
        if self.limited:
            pass
        elif by_table:
            self.most = min(self.most, held)
        else:
            self.above = max(self.above, held)
        for lane, demand in demands.items():
            if self.window[lane] == 0 or self.holders[lane] and (
                    self.debt[lane] + demand > self.window[lane] or self.limited and refuses):
                mask |= 1 << lane
        return mask

    def line(self, line):
        order, _, _, kind, op, name, mask, *numbers = line.split(",")
        mask, values = int(mask, 16), [int(number) for number in numbers[:self.lanes]]
        if int(order) != self.commits:
            self.wrong(line, f"commit {order} is not the next")
        text = KINDS[kind](self, op, name, mask, values)
        if text:
            self.wrong(line, text)
        if [int(number) for number in numbers[self.lanes:]] != self.debt:
            self.wrong(line, f"debts are {self.debt}")
        self.commits += 1

    def idle(self, mask, values):
        return None if not any(values) and not mask else "carries something"

    def windows(self, _op, _name, _mask, values):
        if values == self.window:
            self.above, self.most = -1, self.limit
        self.window = values

    def grant(self, op, name, mask, values):
        self.decisions += 1
        owed = {lane: values[lane] for lane in bits(mask)}
        refusing = self.refusing(owed, False, False)
        if name in self.held:
            return f"reservation {name} is held"
        for lane, demand in owed.items():
            self.debt[lane] += demand
            self.holders[lane] += 1
        self.held[name] = op, owed
        self.last[name] = op, *self.last.get(name, ())[:1]
        return f"lanes {refusing:#x} have no room" if refusing else None

    def deny(self, _op, _name, mask, values):
        """It has the demands of the lanes that refuse; that others do not cannot be seen."""
        self.decisions += 1
        demands = {lane: values[lane] for lane in bits(mask) if lane < self.lanes}
        refusing = self.refusing(demands, True, bool(mask >> self.lanes))
        return None if mask == refusing and mask else f"lanes {refusing:#x} refuse"

    def reject(self, _op, _name, mask, values):
        self.decisions += 1
        return self.idle(mask, values)

    def flush(self, _op, _name, mask, values):
        self.decisions += 1
        return self.idle(mask, values)

    def returned(self, op, name, mask, values):
        owner, owed = self.held.get(name, (None, {}))
        lane = mask.bit_length() - 1
        amount = owed.pop(lane, None)
        if owner != op or amount is None or 1 << lane != mask or values[lane] != amount:
            return f"owed is {amount}, of operation {owner}"
        self.debt[lane] -= amount
        self.holders[lane] -= 1
        return None

    def complete(self, op, name, mask, values):
        owner, owed = self.held.pop(name, (None, {}))
        return f"owed is {owed}, of operation {owner}" if owner != op or owed else \
            self.idle(mask, values)

    def reset(self, _op, _name, mask, values):
        self.held, self.debt, self.holders = {}, [0] * self.lanes, [0] * self.lanes
        self.window, self.above, self.most = [], self.limit - 1, self.limit
        return self.idle(mask, values)

    def stray(self, _op, _name, _mask, values):
        return self.idle(0, values)

    def repeat(self, op, name, mask, values):
        """An answer takes some clocks: its reservation may be complete by now."""
        if name != "0" and op not in self.last.get(name, ()):
            return f"reservation {name} was not granted to it"
        return self.idle(mask, values)

    def calibrate(self, *_):
        return None


KINDS = {"window": History.windows, "grant": History.grant, "deny": History.deny,
         "reject": History.reject, "return": History.returned, "complete": History.complete,
         "stray": History.stray, "repeat": History.repeat, "calibrate": History.calibrate,
         "reset": History.reset, "flush": History.flush}


def read(lines, limit, limited=0):
    """The histories of streams that follow one another; None: this is no commit stream."""
    histories = []
    for line in lines:
        head = line.split(",", len(HEAD))
        if head[:len(HEAD)] == HEAD:
            histories.append(History((line.count(",") + 1 - len(HEAD)) // 2, limit,
                                     limited))
        elif not histories or head[3] not in KINDS:
            return None
        else:
            histories[-1].line(line)
    return histories


def main():
    words, given = sys.argv[1:], {"--limit": 128, "--least": 1, "--limited": 0}
    while words[:1] and words[0] in given:
        given[words[0]], words = int(words[1]), words[2:]
    with (open(words[0], encoding="ascii") if words else sys.stdin) as lines:
        histories = read(lines, given["--limit"], given["--limited"])
    if not histories:
        sys.stderr.write(f"history: expected {','.join(HEAD)},d0..,debt0..\n")
        return 2
    for history in histories:
        print(f"{history.commits} commits, {history.decisions} decisions, "
              f"{history.findings} findings")
    failed = sum(history.findings > 0 for history in histories)
    seen, least = sum(history.decisions for history in histories), given["--least"]
    if seen < least:
        print(f"FAILED: {seen} decisions, expected {least} at least", file=sys.stderr)
        failed += 1
    print(f"history: {len(histories) + 1} checks, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
