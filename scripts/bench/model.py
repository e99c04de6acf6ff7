#!/usr/bin/env python3
"""The paper's event model (section 4.1) in plain Python with heapq: a yardstick of speed, and a
reading of the paper that shares no line with the one in csim/.

usage: model.py [--rate] CONFIG POLICY [KEY=VALUE...]

Runs a burst workload, for example sim/atomic.yaml, under one of the policies; seed=N, seed 0 where
it is not said. Prints the row of 'semacredit run --csv'; with --rate in its place 'EVENTS SECONDS':
events processed, and what the run took from configuration to measures. model_measures.py has what
else is measured, model_closed.py closed loops. Times are integer picoseconds; service and
serialisation times are rounded up.
"""

import bisect
import collections
import functools
import os
import re
import sys
import time
from heapq import heappop, heappush

import model_random

CONFIG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../csim/config/config.h")

ARRIVE, HBM_DONE, ATOMIC_DONE, RESP_DONE, COMPLETE, GRANT_DUE, GRANT_ARRIVE = range(7)
PARTITIONS, ATOMIC, RESPONSE, LANES = 8, 8, 9, 10
LINK = LANES  # behind the block's
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


@functools.lru_cache
def defaults():
    """Of the one table of keys."""
    with open(CONFIG, encoding="utf-8") as table:
        text = re.sub(r"\\\n\s*", "", table.read())
    rows = re.findall(r"\b(NUMBER|CHOICE|LIST)\( *(\w+), *"
                      r"(?:CONFIG_LIST\((.*?)\)|(\d+|[A-Z]+_\w+)),", text)
    return {key: value_of(values or (value if value.isdigit() else value.split("_", 1)[1].lower()))
            for _, key, values, value in rows}


def config_read(path, settings):
    config = {**defaults(), "seed": 0}
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
    for key in "hbm_banks", "attackers", "urgency_permille", "urgency_held":
        assert config[key] == defaults()[key], f"{key}: this model has none"
    return config


# --- policies -------------------------------------------------------------------------------------
#
# A policy is a function from configuration to its windows, from an operation's kind to what it is
# charged on which stage; the event that returns a charge, None for the stage's own; how many
# counters it keeps; whether large operations may not have the last of the command limit; whether
# windows or demands follow the service that is observed; whether an operation is charged on its
# true partition; whether the target closes lanes that it finds exhausted; and from when on request
# bytes on the link are charged.


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


def link_window(config):
    return base_ns(config) * sum(config["path_gbps"]) // 8 * config["link_window_percent"] // 100


def windows_pool(config):
    return [link_window(config)] * LANES


def charge_none(config, kind, multiplier):
    return {}


def charge_bytes(config, kind, multiplier):
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
    """In 1/4096 bytes or quanta."""
    charge = {HBM_DONE: kind.hbm_bytes << 12}
    if kind.is_atomic:
        charge[ATOMIC_DONE] = atomic_quanta(config) << 12
    if kind.response_bytes:
        charge[RESP_DONE] = response_estimate(config, kind)
    return charge


def charge_vector(config, kind, multiplier):
    """Rounded up once, with the lane's multiplier, whose one is 4096."""
    scale = {HBM_DONE: ONE, ATOMIC_DONE: multiplier[ATOMIC], RESP_DONE: multiplier[RESPONSE]}
    return {stage: divide_up(amount * scale[stage], unit(config, stage) << 24)
            for stage, amount in charge_service(config, kind).items()}


def charge_primary(config, kind, multiplier):
    charge = charge_vector(config, kind, multiplier)
    charge.pop(RESP_DONE, None)
    return charge


def charge_scalar(config, kind, multiplier):
    charge = {stage: divide_up(amount, 1 << 12)
              for stage, amount in charge_service(config, kind).items()}
    hbm = divide_up(charge[HBM_DONE] * 8 * QUANTA_PER_NS, config["hbm_gbps"])
    # One counter for everything: that of the response lane, which no operation lacks.
    return {RESP_DONE: hbm + charge.get(ATOMIC_DONE, 0) + charge.get(RESP_DONE, 0)}


def charge_pool(config, kind, multiplier):
    return {RESP_DONE: kind.wire_bytes + kind.response_bytes}


def charge_reads(config, kind, multiplier):
    fixed = divide_up(config["hbm_read_ns"] * config["hbm_gbps"], 8) if kind.is_read else 0
    return charge_vector(config, kind, multiplier) | {
        HBM_DONE: divide_up(kind.hbm_bytes + fixed, unit(config, HBM_DONE))}


def charge_link(config, kind, multiplier):
    """The link's comes back as the request arrives."""
    return charge_vector(config, kind, multiplier) | {ARRIVE: min(kind.wire_bytes, 2**24 - 1)}


AT_END, GRANT, SENT = "at the end", "from the grant", "as it is sent"
Policy = collections.namedtuple("Policy", "windows charge returned counters reserve learns knows "
                                "closes link", defaults=[False, "", False, False, ""])
POLICIES = {
    "aggregate": Policy(windows_none, charge_none, None, 1),
    "aggregate_class": Policy(windows_none, charge_none, None, 2, True),
    "bdp": Policy(windows_pool, charge_pool, AT_END, 1),
    "resource_byte": Policy(windows_bytes, charge_bytes, None, LANES, knows=True),
    "primary": Policy(windows_service, charge_primary, None, PARTITIONS + 1),
    "scalar": Policy(windows_scalar, charge_scalar, AT_END, 1),
    "reactive": Policy(windows_none, charge_vector, AT_END, LANES, closes=True),
    "semacredit": Policy(windows_service, charge_vector, None, LANES),
    "vector_link": Policy(windows_service, charge_link, None, LANES + 1, link=GRANT),
    "vector_link_sent": Policy(windows_service, charge_link, None, LANES + 1, link=SENT),
    "read_charged": Policy(windows_service, charge_reads, None, LANES),
    "arrival_return": Policy(windows_service, charge_vector, ARRIVE, LANES),
    "end_return": Policy(windows_service, charge_vector, AT_END, LANES),
    "adaptive": Policy(windows_service, charge_vector, None, LANES + 2, learns="demands"),
    "oracle": Policy(windows_service, charge_vector, None, LANES, knows=True),
    "adaptive_window": Policy(windows_service, charge_vector, None, LANES + 2, learns="windows"),
}


# --- workload -------------------------------------------------------------------------------------


class Kind:
    """What operations of one word of the configuration have in common."""

    def __init__(self, config, word):
        command, large, small = (config[key] for key in ("command_bytes", "large_bytes",
                                                         "small_bytes"))
        self.is_atomic = word == "atomic"
        self.is_read = word in ("read", "small_read")
        self.wire_bytes = large if word in ("write", "answered_write") else command
        self.hbm_bytes = {"write": large, "answered_write": large, "read": large,
                          "small_read": small, "notify": command, "atomic": 0}[word]
        self.response_bytes = {"read": large, "small_read": small, "atomic": command,
                               "answered_write": config["any_response"] * command}.get(word, 0)
        self.is_large = max(self.wire_bytes, self.response_bytes) >= large


def partitions(hot_percent, hot_partitions):
    """Hot partitions in turn for their part of the operations, evenly spread; all for the rest. And
    how many it was chosen from."""
    hot = rest = 0
    while True:
        if (hot + rest + 1) * hot_percent // 100 > hot:
            yield hot % hot_partitions, hot_partitions
            hot += 1
        else:
            yield rest % PARTITIONS, PARTITIONS
            rest += 1


def redrawn(config, i, partition, among):
    """A seed draws some banks again, each from those that it was chosen from."""
    if not config["seed"]:
        return partition
    draw = model_random.at(config["seed"], model_random.BANK, i)
    if model_random.fold(draw, 100) >= config["bank_redraw_percent"]:
        return partition
    return model_random.fold(model_random.mix(draw), among)


def made(config):
    """Yields (time of submission, urgent, word of the kind, partition), but for a seed's delays."""
    bulk = partitions(config["hot_percent"], config["hot_partitions"])
    small = partitions(config["urgent_hot_percent"], config["hot_partitions"])
    words = config["bulk_even"], config["bulk_odd"]
    urgent_words = config["urgent_even"], config["urgent_odd"]
    period, phase = config["urgent_period"], config["urgent_phase"]
    at, phase_length, percent = 0, config["change_operations"], config["change_percent"]
    gaps = model_random.stream(config["seed"], model_random.ARRIVAL)
    for i in range(config["operations"]):
        changed = phase_length and i // phase_length % 2
        urgent = period > 0 and i >= phase and (i - phase) % period == 0
        word = (urgent_words if urgent else words)[i % 2]
        if changed and not urgent and (i + 1) * percent // 100 > i * percent // 100:
            word = config["change_bulk"]
        partition = 0 if word == "atomic" else redrawn(config, i, *next(small if urgent else bulk))
        yield at, urgent, word, partition
        gap = config["spacing_ps"] * (config["change_spacing_percent"] if changed else 100) // 100
        at += gap if config["arrivals"] == "even" else model_random.exponential(gaps, gap)


def operations(config):
    """In the order of submission: a seed delays each, where gaps are even."""
    if not config["seed"] or config["arrivals"] != "even":
        return made(config)
    spread = config["issue_jitter_spread_ps"] + 1
    return sorted(((at + config["issue_jitter_ps"] + model_random.fold(
        model_random.at(config["seed"], model_random.ISSUE, i), spread), *more)
        for i, (at, *more) in enumerate(made(config))), key=lambda each: each[0])


# --- simulation -----------------------------------------------------------------------------------


class Line:
    """Operations that are charged alike, waiting in order; and what is the same for all of them."""

    def __init__(self, config, policy, urgent, kind, partition, predicted):
        self.waiting = collections.deque()
        self.rank = not urgent, kind.wire_bytes
        self.urgent = urgent
        self.limit = min(config["command_limit"], config["depth"])
        if policy.reserve and kind.is_large:
            self.limit -= config["class_reserve"]

        self.forward_ps = [transfer_ps(kind.wire_bytes, gbps) for gbps in config["path_gbps"]]
        self.back_ps = [transfer_ps(kind.response_bytes, gbps) for gbps in config["path_gbps"]]
        self.is_atomic = kind.is_atomic
        self.uses_hbm, self.wire_bytes = not kind.is_atomic, kind.wire_bytes
        self.partition, self.predicted = partition, predicted
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
        self.used = [ATOMIC if kind.is_atomic else partition] + [RESPONSE] * self.responds
        lanes = [ATOMIC if kind.is_atomic else predicted] + [RESPONSE] * self.responds
        self.classes = ("", ()) if config["arbiter_slots"] else (group, tuple(lanes))
        self.stage, self.waits_for = self.used[0], lanes[0]
        self.stage_event = ATOMIC_DONE if kind.is_atomic else HBM_DONE
        # What its stages are estimated to take, and take, in quanta.
        self.estimate = {ATOMIC: atomic_quanta(config),
                         RESPONSE: (response_estimate(config, kind) + (1 << 11)) >> 12}

        self.config, self.policy, self.kind = config, policy, kind

    def lanes(self):
        return {lane for lane, _ in self.charge}

    def uses(self):
        return self.lanes() | {"table"}

    def charge_to(self, lane, multiplier):
        """What it is charged, by lane; and what comes back with each kind of event."""
        lanes = {HBM_DONE: lane, ATOMIC_DONE: ATOMIC, RESP_DONE: RESPONSE, ARRIVE: LINK}
        end = COMPLETE if self.responds else self.stage_event
        self.charge = []
        self.returned = [[] for _ in range(COMPLETE + 1)]
        for stage, amount in self.policy.charge(self.config, self.kind, multiplier).items():
            if amount:
                amount *= not self.policy.closes
                event = {None: stage, AT_END: end}.get(self.policy.returned, self.policy.returned)
                self.charge.append((lanes[stage], amount))
                self.returned[event] += [(lanes[stage], amount)] if amount else []


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
    """Which waiting operations of its receiver the arbiter sees. A class is a group and a lane; an
    operation counts in that which it waits for, its stage's first, or in all of its own."""

    def __init__(self, receiver, config):
        self.receiver, self.numbers = receiver, config["port_slots"] > 0
        self.places = config["port_slots"] or config["arbiter_slots"]
        self.queues = collections.defaultdict(collections.deque)
        self.taken = 0

    def ready(self):
        """A function from classes."""
        count, stuck, pool = collections.Counter(), set(), self.places - self.receiver.waiting
        for line in self.receiver.lines if self.numbers and pool > 0 else ():
            group, lanes = line.classes
            lacked = [lane for lane in lanes if line.waiting and self.receiver.lacks(line, lane)]
            stuck.update((group, lane) for lane in lacked[:1])
            for lane in lacked[:1] or lanes:
                count[group, lane] += len(line.waiting)
        used = {lane for (_, lane), held in count.items() if held}
        spare = pool - len(set(range(RESPONSE)) - used)

        def one(group, lane):
            held = count[group, lane]
            if not held:
                return lane == RESPONSE or lane not in used or spare > 0
            return held < 2 and spare > 0 if (group, lane) in stuck else held <= spare

        return lambda classes: pool > 0 and all(one(classes[0], lane) for lane in classes[1])

    def next(self):
        """Of the operations that may enter a latency-sensitive one, but for each eighth, then the
        earliest (rtl/spec/environment.md, 10.1)."""
        if not any(self.queues.values()):
            return None
        ready = self.ready()
        heads = [queue[0] for classes, queue in self.queues.items() if queue and ready(classes)]
        if not heads:
            return None
        urgent = [op for op in heads if op.line.classes[0] == "urgent"]
        if self.numbers and urgent and self.taken % 8:
            heads = urgent
        return self.queues[min(heads, key=lambda op: op.number).line.classes].popleft()


class Messages:
    """Credit that came back is reported a time after the first of it, by one message."""

    def __init__(self, config, post):
        self.interval, self.delay = (1000 * config[key]
                                     for key in ("grant_interval_ns", "grant_delay_ns"))
        self.direct = not self.interval and not self.delay
        self.gathered, self.under_way = collections.Counter(), collections.deque()
        self.due, self.timing, self.post = 0, False, post
        self.count = self.lanes = 0

    def tell(self, lanes):
        """Of so many."""
        self.count += 1
        self.lanes += lanes

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
        self.tell(len(self.gathered))
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

    def send(self, now, serialisation_ps, extra_ps=0):
        least = None
        for each, free in enumerate(self.free_ps):
            end = (free if free > now else now) + serialisation_ps[each]
            if least is None or end < least:
                least, path = end, each
        self.free_ps[path] = least + extra_ps
        return least + extra_ps + self.propagation_ps[path]


class Adapt:
    """Windows that follow what is measured. A lane's credit in debt that is not queued, times how
    long, over what came back is its delay, at most half more than the least of an operation; what
    came back, over the time that the stage was busy, its rate."""

    def __init__(self, config, name, window, debt):
        self.period, self.window, self.debt = config["window_adapt_ns"] * 1000, window, debt
        self.most = [16 * each for each in window]
        self.one = name in ("scalar", "bdp")
        self.start, self.noted, self.used, self.present, self.returned, self.busy = [
            [0] * LANES for _ in range(6)]
        self.least = [None] * LANES
        self.granted, self.waited = {}, collections.Counter()

    def note(self, now, lane):
        self.used[lane] += (self.debt[lane] - self.present[lane]) * (now - self.noted[lane])
        self.noted[lane] = now

    def stage(self, now, charge, lane, entering, service=0):
        """An operation comes to the stage of a lane, or leaves it, served."""
        for at, amount in charge:
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


def percentile(values, per_myriad):
    if not values:
        return 0
    values = sorted(values)
    rank, part = divmod((len(values) - 1) * per_myriad, 10000)
    if part == 0:
        return values[rank]
    return values[rank] + part / 10000 * (values[rank + 1] - values[rank])


class Operation:
    """`order`: among those of its line that wait; `since`: when that began; `charge`, and what
    comes back of it, by kind of event, are those of its grant."""
    __slots__ = ("number", "submit", "line", "order", "since", "charge", "returned", "extra_ps",
                 "response_ps", "source")

    def __init__(self, number, submit, line):
        self.number, self.submit, self.line = number, submit, line
        self.extra_ps, self.response_ps = 0, line.response_ps

    def perturb(self, config):
        """By the seed: its way there takes longer, its response is short or long."""
        seed, a = config["seed"], config["variability_percent"]
        if seed:
            self.extra_ps = config["serialise_jitter_ps"] + model_random.fold(
                model_random.at(seed, model_random.SERIALISE, self.number),
                config["serialise_jitter_spread_ps"] + 1)
        if a:
            p = config["variability_long_percent"]
            draw = model_random.at(seed, model_random.SERVICE, self.number)
            parts = (100 * p + a * (100 - p) if model_random.fold(draw, 100) < p else (100 - a) * p)
            self.response_ps = divide_up(self.response_ps * parts, 100 * p)


class Receiver:
    """Admission, paths and stages; its environment has the events, and knows when what was granted
    leaves."""

    def __init__(self, env):
        config, name = env.config, env.name
        self.env, self.config, self.policy = env, config, POLICIES[name]
        self.window, self.debt = self.policy.windows(config), [0] * (LANES + 1)
        self.window.append(link_window(config) if self.policy.link else 0)
        self.full, self.multiplier = list(self.window), [ONE] * LANES
        self.scale = [ONE] * LANES if self.policy.learns == "windows" else self.multiplier
        self.learned, self.rest = [(0, 0)] * LANES, [0] * LANES
        self.classes, self.port = Classes(config, self.policy, self.window), Port(self, config)
        self.line_of, self.lines = {}, []  # by what makes them alike; in order of rank
        self.in_flight = self.max_in_flight = self.waiting = 0
        self.forward, self.back = Paths(config), Paths(config)
        self.servers = [Server() for _ in range(LANES)]
        self.messages = Messages(config, lambda time, kind: env.post(time, self.report, kind))
        self.adapt = Adapt(config, name, self.window, self.debt) if config["window_adapt_ns"] \
            else None
        self.closures, self.retries = [0] * LANES, 0
        self.bound, self.rest_of = config["aging_ns"] * 1000, collections.Counter()

    def line(self, alike, urgent, kind, partition, number):
        """That of an operation, which may be predicted to go to another partition."""
        predicted = partition
        if not self.policy.knows and self.config["mapping_error_percent"] and not kind.is_atomic:
            draw = model_random.at(self.config["seed"], model_random.MAPPING, number)
            if model_random.fold(draw, 100) < self.config["mapping_error_percent"]:
                away = 1 + model_random.fold(model_random.mix(draw), PARTITIONS - 1)
                predicted = (partition + away) % PARTITIONS
        alike += predicted,
        line = self.line_of.get(alike)
        if line is None:
            line = self.line_of[alike] = Line(self.config, self.policy, urgent, kind, partition,
                                              predicted)
            line.charge_to(self.classes.lane[predicted], self.scale)
            bisect.insort(self.lines, line, key=lambda each: each.rank)
        return line

    # Admission.

    def offer(self, now, op):
        queue = self.port.queues[op.line.classes]
        if self.port.places and (queue or not self.port.ready()(op.line.classes)):
            bisect.insort(queue, op, key=lambda each: each.number if self.port.numbers else 0)
        else:
            self.see(now, op)
            self.enter(now)

    def enter(self, now):
        while self.port.places and (entering := self.port.next()):
            self.see(now, entering)

    def see(self, now, op):
        """None of those that wait is admissible, so that only this one can be."""
        line = op.line
        self.port.taken += 1
        op.order = self.port.taken if self.port.numbers else op.number
        if not all(amount <= self.window[lane] or (self.config["empty_admits"] and
                                                   self.window[lane] > 0)
                   for lane, amount in line.charge):
            self.env.over(op)  # one above a window is rejected
        elif self.bound:
            self.wait(now, op)
            self.settle(now)
        elif self.admissible(line):
            self.grant(now, op)
        else:
            self.wait(now, op)
            if self.classes.learn and self.in_flight < self.config["command_limit"]:
                self.learn_class(now, line)

    def wait(self, now, op):
        """In its line, in order: one that comes back has its place among the first."""
        op.since, waiting = now, op.line.waiting
        if waiting and waiting[-1].order > op.order:
            bisect.insort(waiting, op, key=lambda each: each.order)
        else:
            waiting.append(op)
        self.waiting += 1

    def has_room(self, lane, amount):
        return self.debt[lane] + amount <= self.window[lane] or (
            self.config["empty_admits"] and self.debt[lane] == 0 and self.window[lane] > 0)

    def lacks(self, line, lane):
        """Has the lane no room for it? One window for all is no lane's."""
        return self.policy.counters > 1 and any(
            at == lane and not self.has_room(lane, amount) for at, amount in line.charge)

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
                self.classes.refused(refused.predicted, self.window):
            self.charge_again()
            self.settle(now)

    def charge_again(self):
        for line in self.lines:
            line.charge_to(self.classes.lane[line.predicted], self.scale)

    def next_due(self, now, heads, held):
        """The oldest."""
        resting = {lane for lane, left in self.rest_of.items() if left}
        due = [line for line in heads
               if now - line.waiting[0].since >= self.bound and not line.uses() & held and (
                   line.urgent or not line.lanes() & resting)]
        return min(due, key=lambda line: (line.waiting[0].since, line.waiting[0].order),
                   default=None)

    def aged_line(self, now):
        """The one to go next; of those that are charged alike, the first counts."""
        first, held = {}, set()
        for line in sorted((line for line in self.lines if line.waiting),
                           key=lambda line: line.waiting[0].order):
            first.setdefault((line.urgent, line.kind, line.predicted), line)
        heads = first.values()
        if self.in_flight >= min(self.config["command_limit"], self.config["depth"]):
            return None
        while line := self.next_due(now, heads, held):
            if self.admissible(line):
                return line
            lanes = {lane for lane, amount in line.charge if not self.has_room(lane, amount)}
            held |= lanes if self.in_flight < line.limit else {"table"}
        able = [line for line in heads if not line.uses() & held and self.admissible(line)]
        return min(able, key=lambda line: (line.rank, line.waiting[0].order), default=None)

    def rest_after(self, now, op):
        """A lane, after a due bulk operation, until eight that are latency-sensitive have gone."""
        awaited = set().union(*(line.lanes() for line in self.lines
                                if line.waiting and line.urgent))
        for lane in op.line.lanes() & awaited:
            if op.line.urgent:
                self.rest_of[lane] = max(self.rest_of[lane] - 1, 0)
            elif now - op.since >= self.bound:
                self.rest_of[lane] = 8
        for lane in set(self.rest_of) - awaited:
            self.rest_of[lane] = 0

    def best_line(self, now):
        if self.bound:
            return self.aged_line(now)
        best = None
        for line in self.lines:
            if best and best.rank < line.rank:
                break
            if line.waiting and (not best or line.waiting[0].order < best.waiting[0].order):
                if self.admissible(line):
                    best = line
        return best

    def settle(self, now):
        while self.waiting and (line := self.best_line(now)):
            self.waiting -= 1
            op = line.waiting.popleft()
            self.env.waited(now, op)
            if self.bound:
                self.rest_after(now, op)
            self.grant(now, op)

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
            if lane != LINK or self.policy.link == GRANT:
                self.debt[lane] += amount
        if self.adapt:
            self.adapt.granted[op.number] = now
        op.charge, op.returned = op.line.charge, op.line.returned
        self.env.granted(now, op)

    def credit(self, now, op, event):
        """What comes back with an event."""
        returned, adapt = op.returned[event], self.adapt
        for lane, amount in returned:
            if adapt:
                adapt.note(now, lane)
            if self.policy.returned == AT_END:
                self.debt[lane] -= amount
            elif self.messages.direct:
                self.debt[lane] -= amount
                self.messages.tell(1)
            else:
                self.messages.gather(now, lane, amount)
            if adapt:
                adapt.back(now, op.number, lane, amount)
        return returned

    def report(self, now, kind):
        """Of credit, by a message."""
        for lane in range(LANES if self.adapt else 0):
            self.adapt.note(now, lane)
        if kind == GRANT_DUE:
            self.messages.timer(now)
        else:
            self.messages.arrived(now, self.debt)
        self.go_on(now)

    def learn(self, line, lane, service_ps):
        """A sixteenth of the way to what was observed, or a finer part, with more fraction bits."""
        observed = divide_up(service_ps * QUANTA_PER_NS, 1000)
        if not self.policy.learns or not 0 < line.estimate[lane] < UNKNOWN > observed:
            return
        took, taken = self.learned[lane]
        took, taken = took + observed, taken + line.estimate[lane]
        self.learned[lane] = took, taken
        if taken < self.config["calibrate_work_ns"] * QUANTA_PER_NS:
            return
        self.learned[lane] = 0, 0
        shift = self.config["calibrate_shift"]
        unit, ratio = 1 << max(shift - 4, 0), ((took << 12) + taken // 2) // taken
        fine = self.multiplier[lane] * unit + self.rest[lane]
        fine += (min(ratio, 4 * ONE - 1) * unit - fine) >> shift
        multiplier, self.rest[lane] = fine // unit, fine % unit
        least, most = self.config["multiplier_min"], self.config["multiplier_max"]
        self.multiplier[lane] = min(max(multiplier, least), most)
        if self.policy.learns == "demands":
            self.charge_again()
        elif self.full[lane]:
            scaled = self.full[lane] * ONE // self.multiplier[lane]
            self.window[lane] = min(max(scaled, 1), 2**32 - 2)

    # Paths and stages: each returns its credit, the next begins, and what waits goes on.

    def depart(self, now, op):
        if self.policy.link == SENT:
            self.debt[LINK] += op.line.kind.wire_bytes
        self.env.post(self.forward.send(now, op.line.forward_ps, op.extra_ps), self.arrived, op)

    def begin(self, now, op, lane, service, then):
        end = self.servers[lane].serve(now, service)
        if self.adapt:
            self.adapt.stage(now, op.charge, lane if lane == RESPONSE else op.line.waits_for, True)
            self.adapt.waited[op.number] += end - now - service
        self.env.post(end, then, op)

    def exhausted(self, now, lane):
        """Is its backlog above its window, which may close it so often?"""
        windows = self.config["atomic_window_multiple"] if lane == ATOMIC else 1
        bound = windows * base_ns(self.config) * 10 * self.config["reactive_threshold_percent"]
        most = self.config["reactive_closures"]
        return self.servers[lane].free_ps > now + bound and (not most or self.closures[lane] < most)

    def refuse(self, now, op, exhausted):
        """Lanes are closed, by a debt of one, until they drained; the operation comes again."""
        for lane in exhausted:
            if not self.debt[lane]:
                self.debt[lane] = 1
                self.env.post(self.usable(lane), self.recover, lane)
        self.retries += 1
        self.env.post(now + self.config["reactive_feedback_ns"] * 1000, self.retry, op)
        self.go_on(now)

    def usable(self, lane):
        return self.servers[lane].free_ps + self.config["reactive_recovery_ns"] * 1000

    def recover(self, now, lane):
        if self.usable(lane) > now:
            self.env.post(self.usable(lane), self.recover, lane)
            return
        self.debt[lane] = 0
        self.closures[lane] += 1
        self.go_on(now)

    def retry(self, now, op):
        self.in_flight -= 1
        self.wait(now, op)
        self.go_on(now)

    def arrived(self, now, op):
        if self.policy.closes:
            exhausted = [lane for lane in op.line.used if self.exhausted(now, lane)]
            if exhausted:
                self.refuse(now, op, exhausted)
                return
        returned = self.credit(now, op, ARRIVE)
        self.begin(now, op, op.line.stage, op.line.stage_ps, self.served)
        if returned:
            self.go_on(now)

    def served(self, now, op):
        line = op.line
        if self.adapt:
            lane = line.stage if self.adapt.one else line.waits_for
            self.adapt.stage(now, op.charge, lane, False, line.stage_ps)
        returned = self.credit(now, op, line.stage_event)
        if line.is_atomic:
            self.learn(line, ATOMIC, line.stage_ps)
        self.env.served(op)
        if line.responds:
            self.begin(now, op, RESPONSE, op.response_ps, self.responded)
        else:
            self.through(now, op)
        if returned or not line.responds:
            self.go_on(now)

    def responded(self, now, op):
        if self.adapt:
            self.adapt.stage(now, op.charge, RESPONSE, False, op.response_ps)
        returned = self.credit(now, op, RESP_DONE)
        self.learn(op.line, RESPONSE, op.response_ps)
        self.env.post(self.back.send(now, op.line.back_ps), self.completed, op)
        if returned:
            self.go_on(now)

    def completed(self, now, op):
        if self.env.is_dead(op):
            self.env.clear_later(now, op)
            return
        self.credit(now, op, COMPLETE)
        self.through(now, op)
        self.go_on(now)

    def through(self, now, op):
        self.in_flight -= 1
        self.env.through(now, op)


class Environment:
    """Events, by time and then by posting, and what is measured of operations. One receiver by
    itself; model_domain.py has several."""

    def __init__(self, config, name, receivers=1):
        self.config, self.name = config, name
        self.heap, self.posted, self.events = [], 0, 0
        self.receivers = [Receiver(self) for _ in range(receivers)]
        self.first, self.warmup = None, config["warmup_operations"]  # index of the first measured
        self.done = []  # (latency, line) of each that is measured
        self.waits_ps = {True: 0, False: 0}
        self.useful_bytes = self.last = self.rejected = self.completed = 0

    def post(self, time, function, argument):
        self.posted += 1
        heappush(self.heap, (time, self.posted, function, argument))

    def granted(self, now, op):
        self.receivers[0].depart(now, op)

    def served(self, op):
        pass

    def over(self, op):
        self.rejected += 1

    def is_dead(self, op):
        return False

    def waited(self, now, op):
        """For credit, or a place among the commands."""
        if op.number >= self.warmup:
            self.waits_ps[op.line.urgent] += now - op.since

    def submit(self, now, op):
        """The first one that is measured starts the clock, and what is counted."""
        if self.first is None and op.number >= self.warmup:
            self.first = self.last = now
            for receiver in self.receivers:
                receiver.messages.count = receiver.messages.lanes = 0
        self.ask(now, op)

    def ask(self, now, op):
        self.receivers[0].offer(now, op)

    def through(self, now, op):
        self.completed += 1
        if self.first is None:
            return
        self.useful_bytes += op.line.useful_bytes
        self.last = now
        if op.number >= self.warmup:
            self.done.append((now - op.submit, op.line))

    def trace(self):
        """A line is looked up as the operation before is offered, with the classes of then."""
        kinds, config = {}, self.config
        perturbed = config["seed"] or config["variability_percent"]
        for number, (submit, urgent, word, partition) in enumerate(operations(config)):
            kind = kinds[word] = kinds.get(word) or Kind(config, word)
            op = Operation(number, submit, self.receivers[0].line(
                (urgent, word, partition), urgent, kind, partition, number))
            if perturbed:
                op.perturb(config)
            yield op

    def run(self):
        """Submissions come before what else happens at their instant."""
        trace, heap = self.trace(), self.heap
        coming = next(trace, None)
        while coming or heap:
            self.events += 1
            if coming and (not heap or coming.submit <= heap[0][0]):
                self.submit(coming.submit, coming)
                coming = next(trace, None)
            else:
                now, _, function, op = heappop(heap)
                function(now, op)
        self.check_end()

    def check_end(self):
        receiver = self.receivers[0]
        assert not any(receiver.port.queues.values()), "something has not entered"
        assert receiver.waiting == receiver.in_flight == 0 and not any(receiver.debt), \
            "something is left at the end"

    def latencies(self, urgent):
        return [latency for latency, line in self.done if line.urgent == urgent]

    def measures(self):
        """Of every run."""
        makespan = (self.last - self.first) / 1000 if self.last else 0
        stages = zip(*(each.servers for each in self.receivers))
        longest = [max(server.longest_wait_ps for server in lane) / 1000 for lane in stages]
        small, bulk = self.latencies(True), self.latencies(False)
        return {"p99_small_ns": percentile(small, 9900) / 1000,
                "p50_small_ns": percentile(small, 5000) / 1000,
                "p99_bulk_ns": percentile(bulk, 9900) / 1000,
                "goodput_gbps": 8 * self.useful_bytes / makespan if makespan > 0 else 0,
                "makespan_ns": makespan, "max_queue_hbm_ns": max(longest[:PARTITIONS]),
                "max_queue_atomic_ns": longest[ATOMIC], "max_queue_response_ns": longest[RESPONSE],
                "max_in_flight": max(each.max_in_flight for each in self.receivers),
                "retries": sum(each.retries for each in self.receivers),
                "state_entries": POLICIES[self.name].counters, "operations": self.completed}

    def row(self, workload):
        digits = [3, 3, 3, 4, 3, 3, 3, 3, 0, 0, 0, 0]
        print(COLUMNS)
        print("run", workload, self.name, "", "", self.config["seed"],
              *(f"{m:.{d}f}" for m, d in zip(self.measures().values(), digits)), sep=",")


def main(arguments):
    rate = arguments[:1] == ["--rate"]
    path, name, *settings = arguments[rate:]
    config = config_read(path, settings)
    start = time.perf_counter()
    env = Environment(config, name)
    env.run()
    seconds = time.perf_counter() - start
    if rate:
        print(env.events, f"{seconds:.6f}")
    else:
        env.row(os.path.basename(path).partition(".")[0])


if __name__ == "__main__":
    main(sys.argv[1:])
