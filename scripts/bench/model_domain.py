#!/usr/bin/env python3
"""A domain of receivers (csim/domain/domain.h) in plain Python, on the stages and policies of
model.py: a second reading of what tasks, links and requests do.

usage: model_domain.py CONFIG TRACE POLICY [KEY=VALUE...]

CONFIG has the rates of the model, for example sim/domains/paper.yaml; TRACE, of a domain
(csim/tasks/tasks_trace.c), what is done, and settings that go before those of CONFIG. Prints the
row of 'semacredit run --workload TRACE --csv'. Ordering domains are not modelled.
"""

import collections
import os
import random
import sys
from heapq import heappop

import model
import model_random

BEGUN, SENT, ARRIVED, DONE = range(4)
EVENT_OF = {"begun": BEGUN, "sent": SENT, "arrived": ARRIVED, "after": DONE}
MAP_SHIFT, MAP_BITS = 12, 3
COMMAND_BYTES = 80


class Kind:
    """What an operation asks of a receiver; for model.Line."""

    def __init__(self, config, opcode, length, response_bytes, wire_bytes):
        self.is_atomic = opcode.startswith("fetch_")
        self.is_read = opcode == "read"
        self.wire_bytes, self.response_bytes = wire_bytes, response_bytes
        self.hbm_bytes = {True: 0, False: response_bytes if self.is_read else length}[
            self.is_atomic]
        self.is_large = max(wire_bytes, response_bytes) >= config["large_bytes"]


class Task:
    def __init__(self, number, words):
        self.time, self.opcode, self.source = int(words[0]), words[1], int(words[2])
        self.address, self.length, self.response = (int(word, 0) for word in words[3:6])
        self.urgent = words[6] == "urgent"
        assert words[7] == "0" and self.opcode != "fence", f"task {number}: an ordering domain"
        self.wire = max(COMMAND_BYTES, self.length if self.opcode == "write" else 0)
        self.number, self.target, self.delay, self.waits, self.enough = number, 0, 0, [], 0
        self.piece, self.bytes = 0, int(self.opcode != "wait")
        self.more(words[8:])
        self.dependents = []
        self.unmet = 0
        self.given = self.asking = self.unserved = self.under_way = 0
        self.happened, self.listed = set(), False

    def more(self, words):
        for word in words:
            name, _, value = word.partition("=")
            if not value:
                self.wire = int(name)
            elif name == "flow":
                self.bytes, self.piece = map(int, value.split("/"))
            elif name == "to":
                self.target = int(value)
            elif name == "delay":
                self.delay = int(value)
            elif name == "enough":
                self.enough = int(value)
            else:
                self.waits += [(int(other), EVENT_OF[name]) for other in value.split(",")]

    def size(self):
        """Of the next operation."""
        return min(self.piece, self.bytes - self.given) if self.piece else self.bytes

    def kind(self, config):
        cut = self.piece - self.size() if self.piece else 0
        if self.opcode == "read":
            return Kind(config, self.opcode, 0, self.response - cut, self.wire)
        if self.opcode.startswith("fetch_"):
            return Kind(config, self.opcode, 0, self.response, self.wire)
        return Kind(config, self.opcode, self.length - cut, 0, self.wire - cut)


class Operation(model.Operation):
    __slots__ = "task", "kind", "unsent", "unserved", "left"

    def __init__(self, task, number, submit, kind, line):
        super().__init__(number, submit, line)
        self.task, self.kind = task, kind
        self.unsent = self.unserved = True
        self.left = 0


class Link:
    """Of a source: sends one operation after the other."""

    def __init__(self, domain):
        self.domain, self.leaving = domain, None
        self.queue = {True: collections.deque(), False: collections.deque()}

    def send(self, now, op):
        if self.leaving:
            self.queue[op.task.urgent].append(op)
        else:
            self.begin(now, op)

    def begin(self, now, op):
        domain = self.domain
        self.leaving = op
        domain.receivers[op.task.target].depart(now, op)
        domain.post(now + model.transfer_ps(op.kind.wire_bytes, domain.config["egress_gbps"]),
                    self.freed, op)

    def freed(self, now, op):
        self.leaving = None
        queue = self.queue[True] or self.queue[False]
        if queue:
            self.begin(now, queue.popleft())
        self.domain.sent(op)


class Domain(model.Environment):
    def __init__(self, config, name, tasks):
        super().__init__(config, name, config["receivers"])
        self.tasks = tasks
        self.submitted = [0] * config["receivers"]
        self.links = {task.source: Link(self) for task in tasks}
        self.to_do = collections.deque()
        self.dead = 0
        if config["dead_sources"]:
            self.post(config["upset_cycle"] * config["clock_ps"], self.die, None)
        for task in tasks:
            for other, event in task.waits:
                tasks[other].dependents.append((event, task))
            task.unmet = task.enough or len(task.waits)

    def run(self):
        coming = collections.deque(sorted((max(task.time, task.delay), task.number)
                                          for task in self.tasks if not task.waits))
        while coming or self.heap:
            if coming and (not self.heap or coming[0][0] <= self.heap[0][0]):
                now, number = coming.popleft()
                self.list(self.tasks[number])
            else:
                now, _, function, argument = heappop(self.heap)
                function(now, argument)
            while self.to_do:
                self.work(now, self.to_do.popleft())
        assert all(len(task.happened) == 4 for task in self.tasks), "a task is not done"

    # Tasks.

    def list(self, task):
        if not task.listed:
            task.listed = True
            self.to_do.append(task)

    def due(self, now, task):
        self.list(task)

    def work(self, now, task):
        task.listed = False
        self.happens(now, task, BEGUN)
        most = self.config["task_requests"]
        while task.given < task.bytes and (most == 0 or task.asking < most):
            self.submit(now, task)
        if task.given < task.bytes:
            return
        if task.asking == 0:
            self.happens(now, task, SENT)
            if task.unserved == 0:
                self.happens(now, task, ARRIVED)
        if task.under_way == 0:
            self.happens(now, task, DONE)

    def happens(self, now, task, event):
        if event in task.happened:
            return
        task.happened.add(event)
        for awaited, dependent in task.dependents:
            if awaited != event:
                continue
            dependent.unmet -= 1
            if dependent.unmet == 0:
                time = max(now + dependent.delay, dependent.time)
                if time > now:
                    self.post(time, self.due, dependent)
                else:
                    self.list(dependent)

    # Operations.

    def submit(self, now, task):
        receiver, seed = self.receivers[task.target], self.config["seed"]
        if seed and task.target:  # each receiver has its own
            seed = model_random.mix(seed + (task.target << 32)) | 1
        address = task.address + (task.given if task.piece else 0)
        kind = task.kind(self.config)
        partition = 0 if kind.is_atomic else (
            address >> MAP_SHIFT ^ address >> MAP_SHIFT + MAP_BITS) % 2**MAP_BITS
        alike = (task.urgent, kind.is_atomic, kind.is_read, kind.wire_bytes, kind.hbm_bytes,
                 kind.response_bytes, partition)
        op = Operation(task, self.submitted[task.target], now, kind,
                       receiver.line(alike, task.urgent, kind, partition,
                                     self.submitted[task.target]))
        op.perturb({**self.config, "seed": seed})
        self.submitted[task.target] += 1
        task.given += task.size()
        task.asking += 1
        task.unserved += 1
        task.under_way += 1
        self.first = now if self.first is None else self.first
        self.after_flight(now, self.asked, op)

    def after_flight(self, now, function, op):
        """Of a request or of a grant."""
        flight = self.config["request_ns"] * 1000
        if flight:
            self.post(now + flight, function, op)
        else:
            function(now, op)

    def asked(self, now, op):
        self.receivers[op.task.target].offer(now, op)

    def granted(self, now, op):
        self.after_flight(now, self.leave, op)

    def die(self, now, _):
        """Sources that die submit no more, and hear no more."""
        self.dead = self.config["dead_sources"]
        for task in self.tasks:
            if task.source < self.dead:
                task.bytes = task.given
                if BEGUN in task.happened:
                    self.list(task)
        for source in sorted(self.links):
            for queue in self.links[source].queue.values() if source < self.dead else ():
                while queue:
                    self.clear_later(now, queue.popleft())

    def is_dead(self, op):
        return op.task.source < self.dead

    def clear_later(self, now, op):
        self.post(max(now, op.left + self.config["clear_ns"] * 1000), self.clear, op)

    def clear(self, now, op):
        """A reservation of a dead source: all that it owes comes back."""
        receiver = self.receivers[op.task.target]
        for event in (model.ARRIVE, op.line.stage_event, model.RESP_DONE) if op.unsent else ():
            if event != model.ARRIVE or receiver.policy.link != model.SENT:  # not charged yet
                receiver.credit(now, op, event)
        receiver.credit(now, op, model.COMPLETE)
        receiver.in_flight -= 1
        self.over(op)
        receiver.go_on(now)

    def leave(self, now, op):
        op.left = now
        if self.is_dead(op):
            self.clear_later(now, op)
            return
        if self.config["egress_gbps"]:
            self.links[op.task.source].send(now, op)
        else:
            self.receivers[op.task.target].depart(now, op)
            self.sent(op)

    def sent(self, op):
        if op.unsent:
            op.unsent = False
            op.task.asking -= 1
            self.list(op.task)

    def further(self, task):
        if task.given == task.bytes:
            self.list(task)

    def served(self, op):
        if op.unserved:
            op.unserved = False
            op.task.unserved -= 1
            self.further(op.task)

    def over(self, op):
        self.sent(op)
        self.served(op)
        op.task.under_way -= 1
        self.further(op.task)

    def through(self, now, op):
        super().through(now, op)
        self.over(op)


def trace_read(path, config):
    tasks = []
    with open(path, encoding="utf-8") as lines:
        assert next(lines).split() == ["semacredit", "trace", "1"], path
        for line in lines:
            words = line.partition("#")[0].split()
            if not words:
                continue
            if words[0] == "set":
                key, _, value = line.split(None, 1)[1].strip().partition("=")
                config[key] = model.value_of(value)
            elif words[0] == "and":
                tasks[-1].more(words[1:])
            else:
                tasks.append(Task(len(tasks), words))
    return tasks


def draw(seed):
    """Prints a trace: up to five receivers, tasks of every kind that wait for each other, tight
    windows."""
    rng = random.Random(seed)
    receivers, base, limit = rng.randint(1, 5), rng.randint(30, 400), rng.randint(1, 20)
    print(f"semacredit trace 1\nset receivers={receivers}")
    for key, value in (("egress_gbps", rng.choice((0, rng.randint(100, 900)))),
                       ("request_ns", rng.choice((0, rng.randint(1, 700)))),
                       ("task_requests", rng.randint(0, 3)), ("large_bytes", 1000),
                       ("command_limit", limit), ("class_reserve", rng.randrange(limit)),
                       ("window_request_ns", base), ("feedback_rtt_ns", base),
                       ("link_window_percent", random.Random(~seed).randint(60, 400))):
        print(f"set {key}={value}")
    fate = random.Random(-seed)
    if fate.random() < 0.5:
        print(f"set port_slots={fate.randint(1, 40)}\nset small_limit={fate.randint(80, 2000)}")
    if fate.random() < 0.5:
        print(f"set upset_percent=0\nset dead_sources={fate.randint(1, 3)}\n"
              f"set upset_cycle={fate.randint(1, 4000)}\nset clear_ns={fate.randint(1, 3000)}")
    for number in range(rng.randint(1, 120)):
        opcode = rng.choice(("write", "write", "read", "notify", "fetch_add", "wait"))
        size, time = rng.randint(1, 4000), rng.choice((0, rng.randint(0, 100000)))
        length, response = (size if opcode in ("write", "notify") else 0,
                            size if opcode == "read" else 80 * (opcode == "fetch_add"))
        words = [time, opcode, rng.randint(0, 4), hex(512 * rng.randint(0, 200)), length, response,
                 rng.choice(("bulk", "urgent")), 0, f"to={rng.randrange(receivers)}"]
        if opcode in ("write", "read") and rng.random() < 0.5:
            words.append(f"flow={rng.randint(1, 30000)}/{size}")
        if rng.random() < 0.5:
            words.append(f"delay={rng.randint(0, 3000)}")
        waits = rng.randint(0, 3) if number else 0
        for _ in range(waits):
            words.append(f"{rng.choice(tuple(EVENT_OF))}={rng.randrange(number)}")
        if waits > 1 and rng.random() < 0.3:
            words.append(f"enough={rng.randint(1, waits)}")
        print(*words)


def main(arguments):
    path, trace, name, *settings = arguments
    config = model.config_read(path, settings)
    config["receivers"] = 1
    tasks = trace_read(trace, config)
    domain = Domain(config, name, tasks)
    domain.run()
    domain.row(os.path.basename(trace).partition(".")[0])


if __name__ == "__main__":
    main(sys.argv[1:])
