#!/usr/bin/env python3
"""Checks a log of the admission path (lockstep --log) as a history: each decision against the rule
of rtl/spec/decision.md on the commits before it, each return against what is held, each grant
against the order of waiting.md.

usage: history.py [FILE]      (standard input without FILE)
Last line: `history: N commits, N decisions, N findings`; status 1 if there is a finding.
"""
import sys

GRANT_TO_COMPARE = 3  # clocks from the compare that a choice goes by to the commit of its grant
BEAT_TO_COMMIT = 3    # clocks from a completion to the commit of its return
HOLD = 8              # clocks in which a refusal or an aged operation may hold others back
LACK_TO_READY = 3     # clocks from a compare to the readiness of a response engine that knows it
SHARES = (3, 3)       # tenths of the slots of groups 0 and 1


def ceil_shift(value, bits):
    return (value + (1 << bits) - 1) >> bits


class Operation:
    """What was offered: its lanes and demands by decision.md 3.1; rank by waiting.md 2.4."""

    def __init__(self, clock, size, fields):
        (self.tag, opcode, stage, engine, length, answer, reply, self.wire, self.urgent,
         self.domain, self.again) = fields[:11]
        atomic = opcode >= 8
        self.responds = opcode == 1 or bool(reply) or answer > 0
        self.odd = 3 <= opcode <= 7 or stage >= (size.atomic if atomic else size.hbm) or (
            self.responds and engine >= size.response)
        self.opcode, self.answer, self.clock, self.atomic = opcode, answer, clock, atomic
        self.bytes = answer if opcode == 1 else length
        self.lanes = [size.hbm + stage if atomic else stage]
        self.channels = [1 + stage if atomic else 0]
        if self.responds:
            self.lanes.append(size.hbm + size.atomic + engine)
            self.channels.append(1 + size.atomic + engine)
        self.demands, self.fits_since, self.hold = None, None, False
        self.lacks = [(-1, False)]  # (clock, whether it lacks its stage from then on)
        self.rank = (not self.urgent, self.wire, clock)

    def estimate(self, times, most):
        hold, quantum_hbm, quantum_time, _, _, fixed, reciprocal, *service = times
        stage = (ceil_shift(service[self.opcode - 8], quantum_time) if self.atomic
                 else ceil_shift(self.bytes, quantum_hbm))
        response = ceil_shift((fixed << 12) + self.answer * reciprocal, 12 + quantum_time)
        self.demands = [min(stage, most), min(response, most)][:len(self.lanes)]
        self.hold = bool(hold >> self.opcode & 1)

    def group(self, small):
        return 0 if self.urgent else 1 if self.wire <= small else 2

    def classes(self):
        return [0] if self.odd else self.lanes

    def note_stage(self, clock, lacks):
        if lacks != self.lacks[-1][1]:
            self.lacks = [*self.lacks[-LACK_TO_READY:], (clock, lacks)]

    def counts(self, lane, clock):
        """Whether it counts in the class of a lane (waiting.md, 2.1)."""
        stage, *response = self.classes()
        then = clock - LACK_TO_READY
        return lane == stage or lane in response and not [
            lacks for since, lacks in self.lacks if since <= then][-1]


class Size:
    def __init__(self, fields):
        (self.hbm, self.atomic, self.response, self.cnt_w, self.depth, self.slots, self.tag_w,
         self.gen_w, self.age_w, self.wire_w) = fields
        self.lanes = self.hbm + self.atomic + self.response
        self.done = self.atomic + self.response + 1
        self.id_w = (self.depth - 1).bit_length()


class History:
    def __init__(self, size):
        self.size, self.times, self.commits, self.decisions, self.bounded = size, None, 0, 0, -99
        self.findings = 0
        self.reset(-2, [0])

    def reset(self, clock, fields):
        size = self.size
        self.shut = clock + 1  # 1.1: nothing is ready
        most = (1 << size.cnt_w) - 2
        self.epoch = fields[0]
        self.window = [min(64000 if lane < size.hbm + size.atomic else 16000, most)
                       for lane in range(size.lanes)]
        self.limit, self.debt = size.depth, [0] * size.lanes
        self.holders, self.generation = [0] * size.lanes, [0] * size.depth
        self.held, self.waiting, self.asked = {}, {}, {}
        self.young, self.leaving, self.denies = [], [], []

    def wrong(self, clock, text):
        self.findings += 1
        if self.findings <= 20:
            print(f"clock {clock}: {text}")

    def room(self, lane, demand):
        return self.window[lane] > 0 and (self.holders[lane] == 0
                                          or self.debt[lane] + demand <= self.window[lane])

    def lacks_stage(self, op):
        return not op.odd and not self.room(op.lanes[0], op.demands[0])

    def refusing(self, op):
        """The lanes without room, as a mask; the table on top."""
        mask = sum(1 << lane for lane, demand in zip(op.lanes, op.demands)
                   if not self.room(lane, demand))
        return mask | (len(self.held) >= self.limit) << self.size.lanes

    def offer(self, clock, fields):
        op = Operation(clock, self.size, fields)
        small = self.times[3]
        group, lanes = op.group(small), op.classes()
        share = [self.size.slots * tenths // 10 for tenths in SHARES]
        share = (share + [self.size.slots - sum(share)])[group]
        there = [other for other in (*self.asked.values(), *self.waiting.values(), *self.leaving)
                 if other.group(small) == group]
        free = 0 if clock == self.shut else share - len(there)
        for lane in lanes:
            count = sum(other.counts(lane, clock) for other in there)
            if bool(fields[11 + group] >> lane & 1) != (count < free):
                self.wrong(clock, f"ready of group {group}, lane {lane}: has {count}, {free} free")
        self.young.append(op)
        if all(fields[11 + group] >> lane & 1 for lane in lanes):
            self.asked[clock] = op

    def settle(self, clock):
        """What was taken and is not answered within three clocks waits."""
        for taken in [taken for taken in self.asked if taken + 3 < clock]:
            op = self.asked.pop(taken)
            self.waiting[op.tag] = op
            if taken + 4 < clock:  # it opened since the last commit
                op.note_stage(taken + 4, self.lacks_stage(op))

    def answer(self, clock, fields):
        if clock - 3 in self.asked:
            self.leaving.append(self.asked.pop(clock - 3))

    def decide(self, clock, word, fields):
        tag, handle, mask, stage, response = fields
        op = self.waiting.get(tag)
        if op is None:
            return self.wrong(clock, f"{word} of tag {tag}, which does not wait")
        if word == "reject" or op.odd:
            if word != "reject" or not op.odd:
                self.wrong(clock, f"{word} of tag {tag}: {'missing' if op.odd else 'legal'}")
            self.leaving.append(self.waiting.pop(tag))
            return None
        if [stage, response][:len(op.demands)] != op.demands:
            self.wrong(clock, f"{word} of tag {tag}: demands {stage}, {response}, not {op.demands}")
        refusing = self.refusing(op)
        if (refusing != 0) != (word == "deny") or (word == "deny" and mask != refusing):
            self.wrong(clock, f"{word} of tag {tag}, lanes {mask:#x}: {refusing:#x} refuse")
        if word == "deny":
            self.denies = [deny for deny in self.denies if deny[0] > clock - HOLD]
            self.denies.append((clock, set(op.lanes), mask >> self.size.lanes))
            return None
        self.order(clock, op)
        self.leaving.append(self.waiting.pop(tag))
        number = handle & self.size.depth - 1
        want = (self.epoch << self.size.gen_w | self.generation[number]) << self.size.id_w | number
        if handle != want or number in self.held:
            self.wrong(clock, f"grant of tag {tag}: handle {handle:#x}, not {want:#x}")
        self.generation[number] = (self.generation[number] + 1) % (1 << self.size.gen_w)
        owed = {channel: (lane, demand) for channel, lane, demand
                in zip(op.channels, op.lanes, op.demands)}
        if op.hold:
            owed[self.size.done] = (None, 0)
        self.held[number] = [handle, owed, clock]
        for lane, demand in zip(op.lanes, op.demands):
            self.debt[lane] += demand
            self.holders[lane] += 1
        return None

    def held_back(self, clock, op):
        """A refusal on one of its lanes may have held it back (waiting.md, 2.5)."""
        return any(at > clock - HOLD and (table or lanes & set(op.lanes))
                   for at, lanes, table in self.denies)

    def order(self, clock, op):
        """Nobody of better rank has fitted for long; nobody of the domain came before."""
        for other in self.waiting.values():
            if op.domain and other.domain == op.domain and other.clock < op.clock:
                self.wrong(clock, f"tag {op.tag} passes {other.tag} of its domain")
            if (other.rank < op.rank and other.fits_since is not None
                    and other.fits_since <= clock - GRANT_TO_COMPARE - HOLD
                    and not self.held_back(clock, other)
                    and not self.times[4] and self.bounded < clock - HOLD):
                self.wrong(clock, f"tag {op.tag} passes {other.tag}, which fits since "
                                  f"{other.fits_since}")

    def note_fits(self, clock):
        for op in self.waiting.values():
            op.note_stage(clock, self.lacks_stage(op))
            behind = op.domain and any(other.domain == op.domain and other.clock < op.clock
                                       for other in self.waiting.values())
            if op.odd or behind or op.clock + 4 > clock or self.refusing(op):
                op.fits_since = None
            elif op.fits_since is None:
                op.fits_since = clock

    def returned(self, clock, word, fields):
        channel, handle, lane, amount = fields
        number = handle & self.size.depth - 1
        held = self.held.get(number)
        owed = held[1].pop(channel, None) if held and held[0] == handle else None
        if owed and word != "return" and clock - held[2] <= BEAT_TO_COMMIT:
            held[1][channel], owed = owed, None  # it came before the grant
        want = "return" if owed else "late" if channel == self.size.done else "stray"
        if word != want or (owed and (owed[0] or 0, owed[1]) != (lane, amount)):
            self.wrong(clock, f"{word} of {handle:#x} on channel {channel}: expected {want} {owed}")
        if owed and owed[0] is not None:
            self.debt[owed[0]] -= owed[1]
            self.holders[owed[0]] -= 1

    def freed(self, clock, fields):
        held = self.held.pop(fields[1] & self.size.depth - 1, None)
        if not held or held[0] != fields[1] or held[1]:
            self.wrong(clock, f"handle {fields[1]:#x} is free: {held}")

    def window_write(self, mask, value):
        lane = mask.bit_length() - 1
        if lane == self.size.lanes:
            self.limit = min(value, self.size.depth)
        else:
            self.window[lane] = value

    def line(self, clock, word, fields):
        while self.young and clock > self.young[0].clock + 1:
            self.young.pop(0).estimate(self.times, (1 << self.size.cnt_w) - 1)
        self.settle(clock)
        self.commits += word in ("grant", "deny", "reject", "window", "return", "stray", "late",
                                 "free")
        self.decisions += word in ("grant", "deny", "reject")
        if word in ("grant", "deny", "reject"):
            self.decide(clock, word, fields)
        elif word == "window":
            self.window_write(fields[2], fields[3])
        elif word in ("return", "stray", "late"):
            self.returned(clock, word, fields)
        elif word == "free":
            self.freed(clock, fields)
        elif word == "times":
            if self.times and self.times[4]:
                self.bounded = clock  # an aged operation may still hold others back
            self.times = fields
        else:
            {"offer": self.offer, "answer": self.answer, "reset": self.reset}[word](clock, fields)


def main():
    lines = open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin
    history, last = None, 0
    for line in lines:
        first, *rest = line.split()
        if first == "size":
            before = history
            history = History(Size([int(field) for field in rest]))
            if before:
                history.commits, history.decisions = before.commits, before.decisions
                history.findings = before.findings
            last = 0
            continue
        clock = int(first)
        if clock != last:
            history.note_fits(last)
            history.leaving.clear()
            last = clock
        history.line(clock, rest[0], [int(field) for field in rest[1:]])
    print(f"history: {history.commits} commits, {history.decisions} decisions, "
          f"{history.findings} findings")
    return 1 if history.findings else 0


if __name__ == "__main__":
    sys.exit(main())
