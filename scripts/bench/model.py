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

SUBMIT, ARRIVE, HBM_DONE, ATOMIC_DONE, RESP_DONE, COMPLETE, GRANT_DUE, GRANT_ARRIVE = range(8)
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

    def __init__(self, config, policy, window, urgent, kind, partition, lane):
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
        self.hbm_ps = transfer_ps(kind.hbm_bytes, config["hbm_gbps"])
        if kind.is_read:
            self.hbm_ps += config["hbm_read_ns"] * 1000
        if partition == 0:
            self.hbm_ps = divide_up(self.hbm_ps * config["slow_hbm_percent"], 100)
        self.responds = kind.response_bytes > 0
        self.response_ps = (config["response_ns"] * 1000 +
                            transfer_ps(kind.response_bytes, config["response_gbps"]))
        writes = kind.hbm_bytes and not kind.is_read
        self.useful_bytes = not writes and kind.response_bytes or kind.wire_bytes
        group = "urgent" if urgent else (
            "small" if kind.wire_bytes <= config["small_limit"] else "large")
        lanes = [ATOMIC if kind.is_atomic else partition] + [RESPONSE] * self.responds
        self.classes = group, tuple(lanes)
        self.stage = lanes[0]
        # What its stages are estimated to take, and take, in quanta.
        self.estimate = {ATOMIC: atomic_quanta(config),
                         RESPONSE: (response_estimate(config, kind) + (1 << 11)) >> 12}
        self.observed = {ATOMIC: divide_up(config["atomic_ns"] * 1000 * QUANTA_PER_NS, 1000),
                         RESPONSE: divide_up(self.response_ps * QUANTA_PER_NS, 1000)}

        self.policy, self.amounts = policy, policy.charge(config, kind)
        self.charge_to(lane)
        self.fits = all(amount <= window[lane] or (config["empty_admits"] and window[lane] > 0)
                        for lane, amount in self.charge)  # one above a window is rejected
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

    def service_ps(self, kind, atomic_ps):
        return {HBM_DONE: self.hbm_ps, ATOMIC_DONE: atomic_ps, RESP_DONE: self.response_ps}[kind]


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
        number, submit, line = min(heads, key=lambda head: head[0])
        self.queues[line.classes].popleft()
        return number, submit, line


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


def simulate(config, name):
    policy = POLICIES[name]
    window, debt = policy.windows(config), [0] * LANES
    classes = Classes(config, policy, window)
    in_flight = max_in_flight = waiting = 0
    forward, back = Paths(config), Paths(config)
    hbm, atomic, response = [Server() for _ in range(PARTITIONS)], Server(), Server()
    atomic_ps = config["atomic_ns"] * 1000
    line_of, lines = {}, []  # by what makes them alike; in order of rank
    latencies = {True: [], False: []}
    useful_bytes = last = events = 0

    # (time, order of posting, kind, number, time of submission, line, what comes back at which
    # kind). A submission's order is its number, so that submissions come before what else happens
    # at their instant.
    heap = []
    order = config["operations"]
    trace = operations(config)

    def submit_next():
        for submit, number, urgent, word, partition in trace:
            alike = urgent, word, partition
            line = line_of.get(alike)
            if line is None:
                line = line_of[alike] = Line(config, policy, window, urgent, Kind(config, word),
                                             partition, classes.lane[partition])
                bisect.insort(lines, line, key=lambda each: each.rank)
            heappush(heap, (submit, number, SUBMIT, number, submit, line, None))
            return

    def post(then, kind):
        nonlocal order
        order += 1
        heappush(heap, (then, order, kind, None, None, None, None))

    messages = Messages(config, post)
    port, multiplier, full = Port(config), [ONE] * LANES, list(window)
    learned, rest = [(0, 0)] * LANES, [0] * LANES
    adapt = Adapt(config, name, window, debt) if config["window_adapt_ns"] else None

    def fits(line):
        return all(amount <= window[lane] or (config["empty_admits"] and window[lane] > 0)
                   for lane, amount in line.charge)

    def admissible(line):
        if in_flight >= line.limit:
            return False
        return all(has_room(lane, amount) for lane, amount in line.charge)

    def see(now, number, submit, line):
        """None of those that wait is admissible, so that only this one can be."""
        nonlocal waiting
        port.taken += 1
        if not fits(line):
            return
        if admissible(line):
            dispatch(now, number, submit, line)
            return
        line.waiting.append((port.taken if port.limited else number, number, submit))
        port.count(line.classes, 1)
        waiting += 1
        if classes.learn and in_flight < config["command_limit"]:
            learn_class(now, line)

    def has_room(lane, amount):
        return debt[lane] + amount <= window[lane] or (
            config["empty_admits"] and debt[lane] == 0 and window[lane] > 0)

    def learn_class(now, refused):
        lane, amount = refused.charge[0]
        if lane == 0 and not has_room(lane, amount) and classes.refused(refused.partition, window):
            for line in lines:
                line.charge_to(classes.lane[line.partition])
            grant(now)

    def enter():
        while port.limited and (entering := port.next(port.stuck(lines, debt, window))):
            see(now, *entering)

    def learn(line, lane):
        """A sixteenth of the way to what was observed, or a finer part, with more fraction bits."""
        if not 0 < line.estimate[lane] < UNKNOWN > line.observed[lane]:
            return
        took, taken = learned[lane]
        took, taken = took + line.observed[lane], taken + line.estimate[lane]
        learned[lane] = took, taken
        if taken < config["calibrate_work_ns"] * QUANTA_PER_NS:
            return
        learned[lane] = 0, 0
        shift = config["calibrate_shift"]
        unit, ratio = 1 << max(shift - 4, 0), ((took << 12) + taken // 2) // taken
        fine = multiplier[lane] * unit + rest[lane]
        fine += (min(ratio, 4 * ONE - 1) * unit - fine) >> shift
        multiplier[lane], rest[lane] = fine // unit, fine % unit
        multiplier[lane] = min(max(multiplier[lane], 1), 4 * ONE - 1)
        scaled = full[lane] * ONE // multiplier[lane]
        window[lane] = min(max(scaled, 1), 2**32 - 2) if full[lane] else 0

    def best_line():
        best = None
        for line in lines:
            if best and best.rank < line.rank:
                break
            if line.waiting and (not best or line.waiting[0] < best.waiting[0]):
                if admissible(line):
                    best = line
        return best

    def dispatch(now, number, submit, line):
        nonlocal in_flight, max_in_flight, order
        in_flight += 1
        if in_flight > max_in_flight:
            max_in_flight = in_flight
        for lane, amount in line.charge:
            if adapt:
                adapt.note(now, lane)
            debt[lane] += amount
        if adapt:
            adapt.granted[number] = now
        order += 1
        heappush(heap, (forward.send(now, line.forward_ps), order, ARRIVE, number, submit,
                              line, line.returned))

    def grant(now):
        nonlocal waiting
        while waiting and (line := best_line()):
            waiting -= 1
            port.count(line.classes, -1)
            dispatch(now, *line.waiting.popleft()[1:], line)

    submit_next()
    while heap:
        now, _, kind, number, submit, line, comes_back = heappop(heap)
        events += 1
        if kind == SUBMIT:
            queue = port.queues[line.classes]
            if port.limited and (queue or not port.ready(
                    line.classes, port.stuck(lines, debt, window))):
                queue.append((number, submit, line))
            else:
                see(now, number, submit, line)
                enter()
            submit_next()
            continue

        if kind in (GRANT_DUE, GRANT_ARRIVE):
            for lane in range(LANES if adapt else 0):
                adapt.note(now, lane)
            if kind == GRANT_DUE:
                messages.timer(now)
            else:
                messages.arrived(now, debt)
            grant(now)
            enter()
            continue

        if adapt and kind in (HBM_DONE, ATOMIC_DONE, RESP_DONE):
            lane = RESPONSE if kind == RESP_DONE else line.stage
            adapt.stage(now, line, lane, False, line.service_ps(kind, atomic_ps))
        returned = comes_back[kind]
        for lane, amount in returned:
            if adapt:
                adapt.note(now, lane)
            if messages.direct or policy.returned == AT_END:
                debt[lane] -= amount
            else:
                messages.gather(now, lane, amount)
            if adapt:
                adapt.back(now, number, lane, amount)
        if policy.learns and kind in (ATOMIC_DONE, RESP_DONE):
            learn(line, ATOMIC if kind == ATOMIC_DONE else RESPONSE)
        through = False
        if kind == ARRIVE:
            if line.is_atomic:
                then, next_kind = atomic.serve(now, atomic_ps), ATOMIC_DONE
            else:
                then, next_kind = hbm[line.partition].serve(now, line.hbm_ps), HBM_DONE
        elif kind == RESP_DONE:
            then, next_kind = back.send(now, line.back_ps), COMPLETE
        elif kind != COMPLETE and line.responds:
            then, next_kind = response.serve(now, line.response_ps), RESP_DONE
        else:
            through = True
        if adapt and not through and next_kind != COMPLETE:
            adapt.stage(now, line, RESPONSE if next_kind == RESP_DONE else line.stage, True)
            adapt.waited[number] += then - now - line.service_ps(next_kind, atomic_ps)
        if through:
            in_flight -= 1
            latencies[line.urgent].append(now - submit)
            useful_bytes += line.useful_bytes
            last = now
        else:
            order += 1
            heappush(heap, (then, order, next_kind, number, submit, line, comes_back))
        if waiting and (through or returned):
            grant(now)
            enter()

    assert not any(port.queues.values()), "something has not entered"
    assert waiting == 0 and in_flight == 0 and not any(debt), "something is left at the end"
    counts = [max_in_flight, 0, policy.counters,
              len(latencies[True]) + len(latencies[False])]
    return measured(latencies, useful_bytes, last, [hbm, [atomic], [response]]), counts, events


def measured(latencies, useful_bytes, makespan_ps, stages):
    makespan = makespan_ps / 1000
    return [percentile(latencies[True], 990) / 1000, percentile(latencies[True], 500) / 1000,
            percentile(latencies[False], 990) / 1000,
            8 * useful_bytes / makespan if makespan > 0 else 0, makespan,
            *(max(server.longest_wait_ps for server in stage) / 1000 for stage in stages)]


def row_print(workload, policy, measures, counts):
    digits = [3, 3, 3, 4, 3, 3, 3, 3]
    print(COLUMNS)
    print("run", workload, policy, "", "", 0, *(f"{m:.{d}f}" for m, d in zip(measures, digits)),
          *counts, sep=",")


def main(arguments):
    rate = arguments[:1] == ["--rate"]
    path, name, *settings = arguments[rate:]
    config = config_read(path, settings)
    start = time.perf_counter()
    measures, counts, events = simulate(config, name)
    seconds = time.perf_counter() - start
    if rate:
        print(events, f"{seconds:.6f}")
        return
    row_print(os.path.basename(path).partition(".")[0], name, measures, counts)


if __name__ == "__main__":
    main(sys.argv[1:])
