#!/usr/bin/env python3
"""A domain of receivers (csim/domain/domain.h) in plain Python, on the stages and policies of
model.py: a second reading of what tasks, links and requests do.

usage: model_domain.py CONFIG TRACE POLICY

CONFIG has the rates of the model, for example sim/domains/paper.yaml; TRACE, of a domain
(csim/tasks/tasks_trace.c), what is done, and settings that go before those of CONFIG. Prints the
row of 'semacredit run --workload TRACE --csv'. Ordering domains are not modelled.
"""

import bisect
import collections
import os
import random
import sys
from heapq import heappop, heappush

import model

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


class Operation:
    def __init__(self, task, number, submit, kind, partition):
        self.task, self.number, self.submit, self.kind = task, number, submit, kind
        self.partition = partition
        self.line = None
        self.unsent = self.unserved = True
        self.left, self.order = 0, number

    def __lt__(self, other):
        return self.order < other.order


class Receiver:
    def __init__(self, domain):
        self.domain, self.config, self.policy = domain, domain.config, domain.policy
        self.window = self.policy.windows(self.config)
        self.debt = [0] * model.LANES
        self.classes = model.Classes(self.config, self.policy, self.window)
        self.port = model.Port(self.config)
        self.lines, self.ranked = {}, []
        self.submitted = self.in_flight = self.max_in_flight = 0
        self.forward, self.back = model.Paths(self.config), model.Paths(self.config)
        self.hbm = [model.Server() for _ in range(model.PARTITIONS)]
        self.atomic, self.response = model.Server(), model.Server()

    def line_of(self, op):
        kind = op.kind
        alike = (op.task.urgent, kind.is_atomic, kind.is_read, kind.wire_bytes, kind.hbm_bytes,
                 kind.response_bytes, op.partition)
        if alike not in self.lines:
            line = self.lines[alike] = model.Line(self.config, self.policy, self.window,
                                                  op.task.urgent, kind, op.partition,
                                                  self.classes.lane[op.partition])
            bisect.insort(self.ranked, line, key=lambda each: each.rank)
        return self.lines[alike]

    def stuck(self):
        return self.port.stuck(self.ranked, self.debt, self.window)

    def offer(self, now, op):
        line = op.line = self.line_of(op)
        queue = self.port.queues[line.classes]
        if self.port.limited and (queue or not self.port.ready(line.classes, self.stuck())):
            queue.append((op.number, op, line))
        else:
            self.see(now, op)
            self.enter(now)

    def see(self, now, op):
        self.port.taken += 1
        if not op.line.fits:
            self.domain.over(op)
        elif self.admissible(op.line):
            self.grant(now, op)
        else:
            op.order = self.port.taken if self.port.limited else op.number
            op.line.waiting.append(op)
            self.port.count(op.line.classes, 1)

    def enter(self, now):
        while self.port.limited and (entering := self.port.next(self.stuck())):
            self.see(now, entering[1])

    def admissible(self, line):
        return self.in_flight < line.limit and all(
            self.debt[lane] + amount <= self.window[lane] for lane, amount in line.charge)

    def settle(self, now):
        while True:
            best = min((line for line in self.ranked if line.waiting and self.admissible(line)),
                       key=lambda line: (line.rank, line.waiting[0]), default=None)
            if not best:
                self.enter(now)
                return
            self.port.count(best.classes, -1)
            self.grant(now, best.waiting.popleft())

    def grant(self, now, op):
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)
        for lane, amount in op.line.charge:
            self.debt[lane] += amount
        flight = self.config["request_ns"] * 1000
        if flight:
            self.domain.post(now + flight, self.domain.leave, op)
        else:
            self.domain.leave(now, op)

    def asked(self, now, op):
        self.offer(now, op)
        self.settle(now)

    def depart(self, now, op):
        self.domain.post(self.forward.send(now, op.line.forward_ps), self.arrived, op)

    def given_back(self, op, event):
        for lane, amount in op.line.returned[event]:
            self.debt[lane] -= amount

    def arrived(self, now, op):
        self.given_back(op, model.ARRIVE)
        if op.line.is_atomic:
            end = self.atomic.serve(now, self.config["atomic_ns"] * 1000)
        else:
            end = self.hbm[op.partition].serve(now, op.line.hbm_ps)
        self.domain.post(end, self.served, op)
        self.settle(now)

    def served(self, now, op):
        self.given_back(op, model.ATOMIC_DONE if op.line.is_atomic else model.HBM_DONE)
        self.domain.served(op)
        if op.line.responds:
            self.domain.post(self.response.serve(now, op.line.response_ps), self.responded, op)
        else:
            self.through(now, op)
        self.settle(now)

    def responded(self, now, op):
        self.given_back(op, model.RESP_DONE)
        self.domain.post(self.back.send(now, op.line.back_ps), self.completed, op)
        self.settle(now)

    def completed(self, now, op):
        if self.domain.is_dead(op):
            self.domain.clear_later(now, op)
            return
        self.given_back(op, model.COMPLETE)
        self.through(now, op)
        self.settle(now)

    def clear(self, now, op):
        """A reservation of a dead source: all that it owes comes back."""
        if op.unsent:
            for event in (model.ARRIVE, model.ATOMIC_DONE if op.line.is_atomic else model.HBM_DONE,
                          model.RESP_DONE):
                self.given_back(op, event)
        self.given_back(op, model.COMPLETE)
        self.in_flight -= 1
        self.domain.over(op)
        self.settle(now)

    def through(self, now, op):
        self.in_flight -= 1
        self.domain.measure(now, op)
        self.domain.over(op)


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


class Domain:
    def __init__(self, config, policy, tasks):
        self.config, self.policy, self.tasks = config, policy, tasks
        self.receivers = [Receiver(self) for _ in range(config["receivers"])]
        self.links = {task.source: Link(self) for task in tasks}
        self.heap, self.posted = [], 0
        self.to_do = collections.deque()
        self.latencies = {True: [], False: []}
        self.useful_bytes, self.first, self.last = 0, None, 0
        self.dead = 0
        if config["dead_sources"]:
            self.post(config["upset_cycle"] * config["clock_ps"], self.die, None)
        for task in tasks:
            for other, event in task.waits:
                tasks[other].dependents.append((event, task))
            task.unmet = task.enough or len(task.waits)

    def post(self, time, function, argument):
        self.posted += 1
        heappush(self.heap, (time, self.posted, function, argument))

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
        receiver = self.receivers[task.target]
        address = task.address + (task.given if task.piece else 0)
        kind = task.kind(self.config)
        partition = (address >> MAP_SHIFT ^ address >> MAP_SHIFT + MAP_BITS) % 2**MAP_BITS
        op = Operation(task, receiver.submitted, now, kind, 0 if kind.is_atomic else partition)
        receiver.submitted += 1
        task.given += task.size()
        task.asking += 1
        task.unserved += 1
        task.under_way += 1
        self.first = now if self.first is None else self.first
        flight = self.config["request_ns"] * 1000
        if flight:
            self.post(now + flight, receiver.asked, op)
        else:
            receiver.asked(now, op)

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
        self.post(max(now, op.left + self.config["clear_ns"] * 1000),
                  self.receivers[op.task.target].clear, op)

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

    def measure(self, now, op):
        self.latencies[op.task.urgent].append(now - op.submit)
        self.useful_bytes += op.line.useful_bytes
        self.last = now


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
                       ("window_request_ns", base), ("feedback_rtt_ns", base)):
        print(f"set {key}={value}")
    fate = random.Random(-seed)
    if fate.random() < 0.5:
        print(f"set port_slots={fate.randint(1, 24)}\nset small_limit={fate.randint(80, 2000)}\n"
              f"set port_threshold_percent={fate.choice((25, 100, 400))}")
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
    path, trace, name = arguments
    config = model.config_read(path, [])
    config.update(receivers=1, egress_gbps=0, request_ns=0, task_requests=32, dead_sources=0,
                  upset_cycle=0, upset_percent=100, clock_ps=1000, clear_ns=1000000)
    tasks = trace_read(trace, config)
    domain = Domain(config, model.POLICIES[name], tasks)
    domain.run()
    each = domain.receivers
    measures = model.measured(domain.latencies, domain.useful_bytes,
                              domain.last - (domain.first or 0) if domain.last else 0,
                              [[server for one in each for server in one.hbm],
                               [one.atomic for one in each], [one.response for one in each]])
    counts = [max(one.max_in_flight for one in each), 0, domain.policy.counters,
              sum(map(len, domain.latencies.values()))]
    model.row_print(os.path.basename(trace).partition(".")[0], name, measures, counts)


if __name__ == "__main__":
    main(sys.argv[1:])
