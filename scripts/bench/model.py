#!/usr/bin/env python3
"""The paper's event model (section 4.1) in plain Python with heapq: a yardstick of speed, and a
reading of the paper that shares no line with the one in csim/.

usage: model.py [--rate] CONFIG POLICY [KEY=VALUE...]

Runs the unperturbed trace (seed 0) of a burst workload, for example sim/atomic.yaml, under one of
the policies whose demands do not change during a run. Prints the row of 'semacredit run --csv';
with --rate in its place 'EVENTS SECONDS': events processed, and what the run took from
configuration to measures. Times are integer picoseconds; service and serialisation times are
rounded up.
"""

import bisect
import collections
import os
import sys
import time
from heapq import heappop, heappush

# What is not in the workload's file (the names are those of its keys).
DEFAULTS = {"path_gbps": [200, 200, 100, 200], "path_ns": [250, 300, 500, 350], "hbm_gbps": 512,
            "hbm_read_ns": 40, "atomic_ns": 100, "response_gbps": 512, "response_ns": 20,
            "command_limit": 128, "large_bytes": 4112, "small_bytes": 272, "command_bytes": 80,
            "feedback_rtt_ns": 1000, "window_request_ns": 1000, "atomic_window_multiple": 4,
            "scalar_window_percent": 400, "class_reserve": 16, "quantum_hbm": 0, "quantum_time": 0,
            "estimate_percent": 100, "any_response": 0, "empty_admits": 0, "small_limit": 512,
            "hbm_classes": 0, "class_window": "slowest", "class_learn": 0,
            "grant_interval_ns": 0, "grant_delay_ns": 0,
            "calibrate_shift": 4, "calibrate_work_ns": 0, "window_adapt_ns": 0,
            "slow_hbm_percent": 100, "change_operations": 0,
            "change_spacing_percent": 100, "change_bulk": "write", "change_percent": 0,
            "port_slots": 0, "port_urgent_share": 8, "port_small_share": 8, "port_large_share": 16,
            "port_threshold_percent": 100}

ARRIVE, HBM_DONE, ATOMIC_DONE, RESP_DONE, COMPLETE, GRANT_DUE, GRANT_ARRIVE = range(7)
PARTITIONS, ATOMIC, RESPONSE, LANES = 8, 8, 9, 10
QUANTA_PER_NS = 16
ONE, UNKNOWN = 4096, 65535  # multiplier; service that says nothing

COLUMNS = ("experiment,workload,policy,parameter,value,seed,p99_small_ns,p50_small_ns,p99_bulk_ns,"
           "goodput_gbps,makespan_ns,max_queue_hbm_ns,max_queue_atomic_ns,max_queue_response_ns,"
           "max_in_flight,retries,state_entries,operations")


def divide_up(a, b):
    return -(-a // b)


def transfer_ps(size, gbps):
    return divide_up(size * 8000, gbps)


# --- configuration --------------------------------------------------------------------------------


def value_of(text):
    if "," in text:
        return [int(item) for item in text.strip("[]").split(",")]
    return int(text) if text.isdigit() else text


def config_read(path, settings):
    config = dict(DEFAULTS)
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            key, colon, text = line.partition("#")[0].partition(":")
            if colon:
                config[key] = value_of(text.strip())
    assert config["traffic"] == "burst", path
    for setting in settings:
        key, _, text = setting.partition("=")
        assert type(config.get(key)) is type(value_of(text)), setting
        config[key] = value_of(text)
    return config


# --- policies -------------------------------------------------------------------------------------
#
# A policy is a function from configuration to its windows, from an operation's kind to what it is
# charged on which stage; the event that returns a charge, None for the stage's own; how many
# counters it keeps; whether large operations may not have the last of the command limit; and
# whether windows follow the service that is observed.


def base_ns(config):
    return max(config["window_request_ns"], config["feedback_rtt_ns"])


def unit(config, stage):
    return 1 << config["quantum_hbm" if stage == HBM_DONE else "quantum_time"]


def windows_none(config):
    return [0] * LANES


def windows_bytes(config):
    hbm = base_ns(config) * config["hbm_gbps"] // 8
    return [hbm] * (PARTITIONS + 1) + [base_ns(config) * config["response_gbps"] // 8]


def windows_service(config):
    hbm = base_ns(config) * config["hbm_gbps"] // 8
    base = base_ns(config) * QUANTA_PER_NS
    quanta = [window // unit(config, ATOMIC_DONE)
              for window in (config["atomic_window_multiple"] * base, base)]
    return [hbm // unit(config, HBM_DONE)] * PARTITIONS + quanta


def windows_scalar(config):
    base = config["feedback_rtt_ns"] * QUANTA_PER_NS
    return [base * config["scalar_window_percent"] // 100] * LANES


def charge_none(config, kind):
    return {}


def charge_bytes(config, kind):
    charge = {HBM_DONE: kind.hbm_bytes, RESP_DONE: kind.response_bytes}
    if kind.is_atomic:
        charge[ATOMIC_DONE] = kind.wire_bytes
    return charge


def biased(config, estimate):
    return divide_up(estimate * config["estimate_percent"], 100)


def response_estimate(config, kind):
    """In 1/4096 quanta."""
    per_byte = biased(config, divide_up(8 * QUANTA_PER_NS << 12, config["response_gbps"]))
    return (biased(config, config["response_ns"] * QUANTA_PER_NS) << 12) + (
        kind.response_bytes * per_byte)


def atomic_quanta(config):
    return biased(config, config["atomic_ns"] * QUANTA_PER_NS)


def charge_service(config, kind):
    charge = {HBM_DONE: kind.hbm_bytes}
    if kind.is_atomic:
        charge[ATOMIC_DONE] = atomic_quanta(config)
    if kind.response_bytes:
        charge[RESP_DONE] = divide_up(response_estimate(config, kind), 1 << 12)
    return charge


def charge_vector(config, kind):
    charge = charge_service(config, kind)
    return {stage: divide_up(amount, unit(config, stage)) for stage, amount in charge.items()}


def charge_primary(config, kind):
    charge = charge_vector(config, kind)
    charge.pop(RESP_DONE, None)
    return charge


def charge_scalar(config, kind):
    charge = charge_service(config, kind)
    hbm = divide_up(charge[HBM_DONE] * 8 * QUANTA_PER_NS, config["hbm_gbps"])
    # One counter for everything: that of the response lane, which no operation lacks.
    return {RESP_DONE: hbm + charge.get(ATOMIC_DONE, 0) + charge.get(RESP_DONE, 0)}


AT_END = "at the end"
Policy = collections.namedtuple("Policy", "windows charge returned counters reserve learns",
                                defaults=[False, False])
POLICIES = {
    "aggregate": Policy(windows_none, charge_none, None, 1),
    "aggregate_class": Policy(windows_none, charge_none, None, 2, True),
    "resource_byte": Policy(windows_bytes, charge_bytes, None, LANES),
    "primary": Policy(windows_service, charge_primary, None, PARTITIONS + 1),
    "scalar": Policy(windows_scalar, charge_scalar, AT_END, 1),
    "semacredit": Policy(windows_service, charge_vector, None, LANES),
    "arrival_return": Policy(windows_service, charge_vector, ARRIVE, LANES),
    "end_return": Policy(windows_service, charge_vector, AT_END, LANES),
    "oracle": Policy(windows_service, charge_vector, None, LANES),
    "adaptive_window": Policy(windows_service, charge_vector, None, LANES + 2, learns=True),
}


# --- workload -------------------------------------------------------------------------------------


class Kind:
    """What operations of one word of the configuration have in common."""

    def __init__(self, config, word):
        command, large, small = (config[key] for key in ("command_bytes", "large_bytes",
                                                         "small_bytes"))
        self.is_atomic = word == "atomic"
        self.is_read = word in ("read", "small_read")
        self.is_large = word in ("read", "write", "answered_write")
        self.wire_bytes = large if word in ("write", "answered_write") else command
        self.hbm_bytes = {"write": large, "answered_write": large, "read": large,
                          "small_read": small, "notify": command, "atomic": 0}[word]
        self.response_bytes = {"read": large, "small_read": small, "atomic": command,
                               "answered_write": config["any_response"] * command}.get(word, 0)


def partitions(hot_percent, hot_partitions):
    """Hot partitions in turn for their part of the operations, evenly spread; all for the rest."""
    hot = rest = 0
    while True:
        if (hot + rest + 1) * hot_percent // 100 > hot:
            yield hot % hot_partitions
            hot += 1
        else:
            yield rest % PARTITIONS
            rest += 1


def operations(config):
    """Yields (time of submission, number, urgent, word of the kind, partition)."""
    bulk = partitions(config["hot_percent"], config["hot_partitions"])
    small = partitions(config["urgent_hot_percent"], config["hot_partitions"])
    words = config["bulk_even"], config["bulk_odd"]
    urgent_words = config["urgent_even"], config["urgent_odd"]
    period, phase = config["urgent_period"], config["urgent_phase"]
    at, phase_length, percent = 0, config["change_operations"], config["change_percent"]
    for i in range(config["operations"]):
        changed = phase_length and i // phase_length % 2
        urgent = period > 0 and i >= phase and (i - phase) % period == 0
        word = (urgent_words if urgent else words)[i % 2]
        if changed and not urgent and (i + 1) * percent // 100 > i * percent // 100:
            word = config["change_bulk"]
        partition = 0 if word == "atomic" else next(small if urgent else bulk)
        yield at, i, urgent, word, partition
        at += config["spacing_ps"] * (config["change_spacing_percent"] if changed else 100) // 100


# --- simulation -----------------------------------------------------------------------------------


class Line:
    """Operations that are charged alike, waiting in order; and what is the same for all of them."""

    def __init__(self, config, policy, urgent, kind, partition, lane):
        self.waiting = collections.deque()
        self.rank = not urgent, kind.wire_bytes
        self.urgent = urgent
        self.limit = config["command_limit"]
        if policy.reserve and kind.is_large:
            self.limit -= config["class_reserve"]

        self.forward_ps = [transfer_ps(kind.wire_bytes, gbps) for gbps in config["path_gbps"]]
        self.back_ps = [transfer_ps(kind.response_bytes, gbps) for gbps in config["path_gbps"]]
        self.is_atomic = kind.is_atomic
        self.partition = partition
        self.stage_ps = transfer_ps(kind.hbm_bytes, config["hbm_gbps"])
        if kind.is_read:
            self.stage_ps += config["hbm_read_ns"] * 1000
        if partition == 0:
            self.stage_ps = divide_up(self.stage_ps * config["slow_hbm_percent"], 100)
        if kind.is_atomic:
            self.stage_ps = config["atomic_ns"] * 1000
        self.responds = kind.response_bytes > 0
        self.response_ps = (config["response_ns"] * 1000 +
                            transfer_ps(kind.response_bytes, config["response_gbps"]))
        writes = kind.hbm_bytes and not kind.is_read
        self.useful_bytes = not writes and kind.response_bytes or kind.wire_bytes
        group = "urgent" if urgent else (
            "small" if kind.wire_bytes <= config["small_limit"] else "large")
        lanes = [ATOMIC if kind.is_atomic else partition] + [RESPONSE] * self.responds
        self.classes = group, tuple(lanes)
        self.stage, self.stage_event = lanes[0], ATOMIC_DONE if kind.is_atomic else HBM_DONE
        # What its stages are estimated to take, and take, in quanta.
        self.estimate = {ATOMIC: atomic_quanta(config),
                         RESPONSE: (response_estimate(config, kind) + (1 << 11)) >> 12}
        self.observed = {ATOMIC: divide_up(config["atomic_ns"] * 1000 * QUANTA_PER_NS, 1000),
                         RESPONSE: divide_up(self.response_ps * QUANTA_PER_NS, 1000)}

        self.policy, self.amounts = policy, policy.charge(config, kind)
        self.charge_to(lane)
        self.stage_charge = dict(self.charge).get(self.stage, 0)

    def charge_to(self, lane):
        """What it is charged, by lane; and what comes back with each kind of event."""
        lanes = {HBM_DONE: lane, ATOMIC_DONE: ATOMIC, RESP_DONE: RESPONSE}
        end = COMPLETE if self.responds else HBM_DONE
        self.charge = []
        self.returned = [[] for _ in range(COMPLETE + 1)]
        for stage, amount in self.amounts.items():
            if amount:
                event = {None: stage, AT_END: end}.get(self.policy.returned, self.policy.returned)
                self.charge.append((lanes[stage], amount))
                self.returned[event].append((lanes[stage], amount))


class Classes:
    """Lanes that partitions are charged to; neighbours share one, or all that were not often
    refused."""

    def __init__(self, config, policy, window):
        self.most, self.learn = config["hbm_classes"], config["class_learn"]
        self.sum = config["class_window"] == "sum"
        self.lane, self.refusals = list(range(PARTITIONS)), collections.Counter()
        if not self.most or policy.windows != windows_service:
            self.learn = 0
            return
        used = 1 if self.learn else self.most
        self.lane = [partition * used // PARTITIONS for partition in range(PARTITIONS)]
        for lane in range(used if self.sum else 0):
            window[lane] *= self.lane.count(lane)

    def refused(self, partition, window):
        """By lane 0. Has it a lane of its own from now on?"""
        own = max(self.lane) + 1
        if not self.learn or self.lane[partition] or own == self.most:
            return False
        self.refusals[partition] += 1
        if self.refusals[partition] < self.learn:
            return False
        self.lane[partition] = own
        window[0] -= window[own] if self.sum else 0
        return True


class Port:
    """Which waiting operations the arbiter sees. A class, group and lane, may take a place while
    its group has a free one and it holds none, or fewer than are free. Operations that wait for
    their stage do not count in the class of the response engine: STUCK of them by group."""

    def __init__(self, config):
        shares = {group: config[f"port_{group}_share"] for group in ("urgent", "small", "large")}
        slots = config["port_slots"]
        self.places = {group: max(1, slots * share // sum(shares.values()))
                       for group, share in shares.items()}
        self.threshold = config["port_threshold_percent"]
        self.held = collections.Counter()  # by group, and by group and lane
        self.queues = collections.defaultdict(collections.deque)
        self.limited = slots > 0
        self.taken = 0

    def ready(self, classes, stuck):
        group, lanes = classes
        free = self.places[group] - self.held[group]
        counts = [self.held[group, lane] - (lane == RESPONSE and stuck[group]) for lane in lanes]
        return free > 0 and all(not held or 100 * held < free * self.threshold for held in counts)

    def count(self, classes, by):
        group, lanes = classes
        for each in (group, *((group, lane) for lane in lanes)):
            self.held[each] += by

    @staticmethod
    def stuck(lines, debt, window):
        """Operations that respond and wait for their stage, by group."""
        count = collections.Counter()
        for line in lines:
            held = debt[line.stage]
            if line.responds and held and held + line.stage_charge > window[line.stage]:
                count[line.classes[0]] += len(line.waiting)
        return count

    def next(self, stuck):
        """The earliest operation that may enter."""
        heads = [queue[0] for classes, queue in self.queues.items()
                 if queue and self.ready(classes, stuck)]
        if not heads:
            return None
        return self.queues[min(heads, key=lambda op: op.number).line.classes].popleft()


class Messages:
    """Credit that came back is told a time after the first of it, by one message."""

    def __init__(self, config, post):
        self.interval, self.delay = (1000 * config[key]
                                     for key in ("grant_interval_ns", "grant_delay_ns"))
        self.direct = not self.interval and not self.delay
        self.gathered, self.under_way = collections.Counter(), collections.deque()
        self.due, self.timing, self.post = 0, False, post

    def gather(self, now, lane, amount):
        if not self.gathered:
            self.due = now + self.interval
        self.gathered[lane] += amount
        if self.due > now and not self.timing:
            self.timing = True
            self.post(self.due, GRANT_DUE)
        self.send(now)

    def send(self, now):
        if not self.gathered or self.due > now or len(self.under_way) == 256:
            return
        self.under_way.append((now + self.delay, self.gathered))
        self.gathered = collections.Counter()
        if len(self.under_way) == 1:
            self.post(now + self.delay, GRANT_ARRIVE)

    def timer(self, now):
        self.timing = bool(self.gathered) and self.due > now
        if self.timing:
            self.post(self.due, GRANT_DUE)
        self.send(now)

    def arrived(self, now, debt):
        for lane, amount in self.under_way.popleft()[1].items():
            debt[lane] -= amount
        if self.under_way:
            self.post(self.under_way[0][0], GRANT_ARRIVE)
        self.send(now)


class Server:
    """Serves one after the other."""

    def __init__(self):
        self.free_ps = 0
        self.longest_wait_ps = 0

    def serve(self, now, service):
        start = self.free_ps
        if start > now:
            if start - now > self.longest_wait_ps:
                self.longest_wait_ps = start - now
        else:
            start = now
        self.free_ps = start + service
        return self.free_ps


class Paths:
    """Serialisation queues side by side; a message takes the one that is through first."""

    def __init__(self, config):
        self.free_ps = [0] * len(config["path_ns"])
        self.propagation_ps = [ns * 1000 for ns in config["path_ns"]]

    def send(self, now, serialisation_ps):
        least = None
        for each, free in enumerate(self.free_ps):
            end = (free if free > now else now) + serialisation_ps[each]
            if least is None or end < least:
                least, path = end, each
        self.free_ps[path] = least
        return least + self.propagation_ps[path]


class Adapt:
    """Windows that follow what is measured. A lane's credit in debt that is not queued, times how
    long, over what came back is its delay, at most half more than the least of an operation; what
    came back, over the time that the stage was busy, its rate."""

    def __init__(self, config, name, window, debt):
        self.period, self.window, self.debt = config["window_adapt_ns"] * 1000, window, debt
        self.most = [16 * each for each in window]
        self.one = name == "scalar"
        self.start, self.noted, self.used, self.present, self.returned, self.busy = [
            [0] * LANES for _ in range(6)]
        self.least = [None] * LANES
        self.granted, self.waited = {}, collections.Counter()

    def note(self, now, lane):
        self.used[lane] += (self.debt[lane] - self.present[lane]) * (now - self.noted[lane])
        self.noted[lane] = now

    def stage(self, now, line, lane, entering, service=0):
        """An operation comes to the stage of a lane, or leaves it, served."""
        for at, amount in line.charge:
            if self.one or at == lane:
                self.note(now, at)
                self.present[at] += amount if entering else -amount
                self.used[at] += 0 if entering else amount * service
        self.busy[lane] += 0 if entering else service

    def back(self, now, number, lane, amount):
        self.returned[lane] += amount
        delay = now - self.granted[number] - self.waited[number]
        least = self.least[lane] = min(self.least[lane] or delay, delay)
        if now - self.start[lane] < self.period:
            return
        self.note(now, lane)
        lanes = range(LANES) if self.one else [lane]
        busy = max(self.busy[each] for each in lanes)
        if busy:
            delay = min(self.used[lane] // self.returned[lane], least + least // 2)
            need = self.returned[lane] * delay // busy
            away = need + need // 2 - self.window[lane]
            step = away // 4 if away > 0 else -(-away // 4)
            self.window[lane] = min(max(self.window[lane] + step, 1), self.most[lane])
        for each in lanes:
            self.busy[each] = 0
        self.start[lane], self.used[lane], self.returned[lane] = now, 0, 0


def percentile(values, per_mille):
    if not values:
        return 0
    values = sorted(values)
    rank, part = divmod((len(values) - 1) * per_mille, 1000)
    if part == 0:
        return values[rank]
    return values[rank] + part / 1000 * (values[rank + 1] - values[rank])


class Operation:
    """`order`: among those of its line that wait; `returned`: what comes back, by kind of event."""
    __slots__ = "number", "submit", "line", "order", "returned"

    def __init__(self, number, submit, line):
        self.number, self.submit, self.line = number, submit, line


class Receiver:
    """Admission, paths and stages; its world has the events, and tells when what was granted
    leaves."""

    def __init__(self, world):
        config, name = world.config, world.name
        self.world, self.config, self.policy = world, config, POLICIES[name]
        self.window, self.debt = self.policy.windows(config), [0] * LANES
        self.full, self.multiplier = list(self.window), [ONE] * LANES
        self.learned, self.rest = [(0, 0)] * LANES, [0] * LANES
        self.classes, self.port = Classes(config, self.policy, self.window), Port(config)
        self.line_of, self.lines = {}, []  # by what makes them alike; in order of rank
        self.in_flight = self.max_in_flight = self.waiting = 0
        self.forward, self.back = Paths(config), Paths(config)
        self.servers = [Server() for _ in range(LANES)]
        self.messages = Messages(config, lambda time, kind: world.post(time, self.told, kind))
        self.adapt = Adapt(config, name, self.window, self.debt) if config["window_adapt_ns"] \
            else None

    def line(self, alike, urgent, kind, partition):
        line = self.line_of.get(alike)
        if line is None:
            line = self.line_of[alike] = Line(self.config, self.policy, urgent, kind, partition,
                                              self.classes.lane[partition])
            bisect.insort(self.lines, line, key=lambda each: each.rank)
        return line

    # Admission.

    def offer(self, now, op):
        queue = self.port.queues[op.line.classes]
        if self.port.limited and (queue or not self.port.ready(op.line.classes, self.stuck())):
            queue.append(op)
        else:
            self.see(now, op)
            self.enter(now)

    def stuck(self):
        return self.port.stuck(self.lines, self.debt, self.window)

    def enter(self, now):
        while self.port.limited and (entering := self.port.next(self.stuck())):
            self.see(now, entering)

    def see(self, now, op):
        """None of those that wait is admissible, so that only this one can be."""
        line = op.line
        self.port.taken += 1
        if not all(amount <= self.window[lane] or (self.config["empty_admits"] and
                                                   self.window[lane] > 0)
                   for lane, amount in line.charge):
            self.world.over(op)  # one above a window is rejected
        elif self.admissible(line):
            self.grant(now, op)
        else:
            op.order = self.port.taken if self.port.limited else op.number
            line.waiting.append(op)
            self.port.count(line.classes, 1)
            self.waiting += 1
            if self.classes.learn and self.in_flight < self.config["command_limit"]:
                self.learn_class(now, line)

    def has_room(self, lane, amount):
        return self.debt[lane] + amount <= self.window[lane] or (
            self.config["empty_admits"] and self.debt[lane] == 0 and self.window[lane] > 0)

    def admissible(self, line):
        if self.in_flight >= line.limit:
            return False
        for lane, amount in line.charge:
            if not self.has_room(lane, amount):
                return False
        return True

    def learn_class(self, now, refused):
        lane, amount = refused.charge[0]
        if lane == 0 and not self.has_room(lane, amount) and \
                self.classes.refused(refused.partition, self.window):
            for line in self.lines:
                line.charge_to(self.classes.lane[line.partition])
            self.settle(now)

    def best_line(self):
        best = None
        for line in self.lines:
            if best and best.rank < line.rank:
                break
            if line.waiting and (not best or line.waiting[0].order < best.waiting[0].order):
                if self.admissible(line):
                    best = line
        return best

    def settle(self, now):
        while self.waiting and (line := self.best_line()):
            self.waiting -= 1
            self.port.count(line.classes, -1)
            self.grant(now, line.waiting.popleft())

    def go_on(self, now):
        """With what has come back."""
        if self.waiting:
            self.settle(now)
            self.enter(now)

    def grant(self, now, op):
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)
        for lane, amount in op.line.charge:
            if self.adapt:
                self.adapt.note(now, lane)
            self.debt[lane] += amount
        if self.adapt:
            self.adapt.granted[op.number] = now
        op.returned = op.line.returned
        self.world.granted(now, op)

    def credit(self, now, op, event):
        """What comes back with an event."""
        returned, adapt = op.returned[event], self.adapt
        for lane, amount in returned:
            if adapt:
                adapt.note(now, lane)
            if self.messages.direct or self.policy.returned == AT_END:
                self.debt[lane] -= amount
            else:
                self.messages.gather(now, lane, amount)
            if adapt:
                adapt.back(now, op.number, lane, amount)
        return returned

    def told(self, now, kind):
        """Of credit, by a message."""
        for lane in range(LANES if self.adapt else 0):
            self.adapt.note(now, lane)
        if kind == GRANT_DUE:
            self.messages.timer(now)
        else:
            self.messages.arrived(now, self.debt)
        self.go_on(now)

    def learn(self, line, lane):
        """A sixteenth of the way to what was observed, or a finer part, with more fraction bits."""
        if not self.policy.learns or not 0 < line.estimate[lane] < UNKNOWN > line.observed[lane]:
            return
        took, taken = self.learned[lane]
        took, taken = took + line.observed[lane], taken + line.estimate[lane]
        self.learned[lane] = took, taken
        if taken < self.config["calibrate_work_ns"] * QUANTA_PER_NS:
            return
        self.learned[lane] = 0, 0
        shift = self.config["calibrate_shift"]
        unit, ratio = 1 << max(shift - 4, 0), ((took << 12) + taken // 2) // taken
        fine = self.multiplier[lane] * unit + self.rest[lane]
        fine += (min(ratio, 4 * ONE - 1) * unit - fine) >> shift
        multiplier, self.rest[lane] = fine // unit, fine % unit
        self.multiplier[lane] = min(max(multiplier, 1), 4 * ONE - 1)
        scaled = self.full[lane] * ONE // self.multiplier[lane]
        self.window[lane] = min(max(scaled, 1), 2**32 - 2) if self.full[lane] else 0

    # Paths and stages: each returns its credit, the next begins, and what waits goes on.

    def depart(self, now, op):
        self.world.post(self.forward.send(now, op.line.forward_ps), self.arrived, op)

    def begin(self, now, op, lane, service, then):
        end = self.servers[lane].serve(now, service)
        if self.adapt:
            self.adapt.stage(now, op.line, lane, True)
            self.adapt.waited[op.number] += end - now - service
        self.world.post(end, then, op)

    def arrived(self, now, op):
        returned = self.credit(now, op, ARRIVE)
        self.begin(now, op, op.line.stage, op.line.stage_ps, self.served)
        if returned:
            self.go_on(now)

    def served(self, now, op):
        line = op.line
        if self.adapt:
            self.adapt.stage(now, line, line.stage, False, line.stage_ps)
        returned = self.credit(now, op, line.stage_event)
        if line.is_atomic:
            self.learn(line, ATOMIC)
        self.world.served(op)
        if line.responds:
            self.begin(now, op, RESPONSE, line.response_ps, self.responded)
        else:
            self.through(now, op)
        if returned or not line.responds:
            self.go_on(now)

    def responded(self, now, op):
        if self.adapt:
            self.adapt.stage(now, op.line, RESPONSE, False, op.line.response_ps)
        returned = self.credit(now, op, RESP_DONE)
        self.learn(op.line, RESPONSE)
        self.world.post(self.back.send(now, op.line.back_ps), self.completed, op)
        if returned:
            self.go_on(now)

    def completed(self, now, op):
        if self.world.is_dead(op):
            self.world.clear_later(now, op)
            return
        self.credit(now, op, COMPLETE)
        self.through(now, op)
        self.go_on(now)

    def through(self, now, op):
        self.in_flight -= 1
        self.world.through(now, op)


class World:
    """Events, by time and then by posting, and what is measured of operations. One receiver by
    itself; model_domain.py has several."""

    def __init__(self, config, name, receivers=1):
        self.config, self.name = config, name
        self.heap, self.posted, self.events = [], 0, 0
        self.latencies = {True: [], False: []}
        self.useful_bytes, self.first, self.last = 0, 0, 0
        self.receivers = [Receiver(self) for _ in range(receivers)]

    def post(self, time, function, argument):
        self.posted += 1
        heappush(self.heap, (time, self.posted, function, argument))

    def granted(self, now, op):
        self.receivers[0].depart(now, op)

    def served(self, op):
        pass

    def over(self, op):
        pass

    def is_dead(self, op):
        return False

    def through(self, now, op):
        self.latencies[op.line.urgent].append(now - op.submit)
        self.useful_bytes += op.line.useful_bytes
        self.last = now

    def trace(self):
        """A line is looked up as the operation before is offered, with the classes of then."""
        kinds = {}
        for submit, number, urgent, word, partition in operations(self.config):
            kind = kinds[word] = kinds.get(word) or Kind(self.config, word)
            yield Operation(number, submit, self.receivers[0].line(
                (urgent, word, partition), urgent, kind, partition))

    def run(self):
        """Submissions come before what else happens at their instant."""
        trace, heap, receiver = self.trace(), self.heap, self.receivers[0]
        coming = next(trace, None)
        while coming or heap:
            self.events += 1
            if coming and (not heap or coming.submit <= heap[0][0]):
                receiver.offer(coming.submit, coming)
                coming = next(trace, None)
            else:
                now, _, function, op = heappop(heap)
                function(now, op)
        assert not any(receiver.port.queues.values()), "something has not entered"
        assert receiver.waiting == receiver.in_flight == 0 and not any(receiver.debt), \
            "something is left at the end"

    def row(self, workload):
        makespan = (self.last - (self.first or 0)) / 1000 if self.last else 0
        stages = zip(*(each.servers for each in self.receivers))
        longest = [max(server.longest_wait_ps for server in lane) for lane in stages]
        measures = [percentile(self.latencies[True], 990) / 1000,
                    percentile(self.latencies[True], 500) / 1000,
                    percentile(self.latencies[False], 990) / 1000,
                    8 * self.useful_bytes / makespan if makespan > 0 else 0, makespan,
                    max(longest[:PARTITIONS]) / 1000, longest[ATOMIC] / 1000,
                    longest[RESPONSE] / 1000]
        digits = [3, 3, 3, 4, 3, 3, 3, 3]
        print(COLUMNS)
        print("run", workload, self.name, "", "", 0,
              *(f"{m:.{d}f}" for m, d in zip(measures, digits)),
              max(each.max_in_flight for each in self.receivers), 0, POLICIES[self.name].counters,
              sum(map(len, self.latencies.values())), sep=",")


def main(arguments):
    rate = arguments[:1] == ["--rate"]
    path, name, *settings = arguments[rate:]
    config = config_read(path, settings)
    start = time.perf_counter()
    world = World(config, name)
    world.run()
    seconds = time.perf_counter() - start
    if rate:
        print(world.events, f"{seconds:.6f}")
    else:
        world.row(os.path.basename(path).partition(".")[0])


if __name__ == "__main__":
    main(sys.argv[1:])
