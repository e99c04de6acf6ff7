"""A closed loop for model.py: operations are submitted as others complete, by one source, or by
initiators that share the loop and ask by messages (csim/simulator/initiators.h)."""

import model


class Initiator:
    def __init__(self, config, at):
        count = max(config["initiators"], 1)
        mean, late = config["initiator_delay_ns"] * 1000, config["initiator_late_ns"] * 1000
        reach = mean * config["initiator_spread_percent"] // 100
        self.delay = mean - reach + 2 * reach * at // (count - 1) if count > 1 else mean
        self.start = late if at % 2 else 0
        self.most = config["outstanding"] // count + (at < config["outstanding"] % count)
        self.outstanding = self.bytes = self.completed = 0
        self.latencies = []


class Closed(model.Environment):
    def __init__(self, config, name):
        super().__init__(config, name)
        count = config["initiators"]
        self.initiators = [Initiator(config, at) for at in range(max(count, 1))]
        self.messages, self.turn = count > 0, 0
        self.late = config["initiator_late_ns"] * 1000 if count > 1 else 0
        self.debt = self.known = self.since_late = 0  # greatest parts of a window, in 1/10000
        self.settled = 0, 0
        self.under_way = [0] * (model.LANES + 1)
        if self.late:
            self.post(self.late, lambda now, _: None, None)

    def free(self, now):
        """Who submits next, in turn."""
        count = len(self.initiators)
        for at in range(self.turn, self.turn + count):
            one = self.initiators[at % count]
            if one.outstanding < one.most and now >= one.start:
                self.turn = (at + 1) % count
                return one
        return None

    def run(self):
        trace, now = self.trace(), 0
        coming = next(trace, None)
        while coming or self.heap:
            source = coming and self.free(now)
            if source:
                source.outstanding += 1
                coming.submit, coming.source = now, source
                self.submit(now, coming)
                coming = next(trace, None)
            else:
                now, _, function, argument = model.heappop(self.heap)
                function(now, argument)
        self.check_end()

    def ask(self, now, op):
        if self.messages:
            self.post(now + op.source.delay, self.receivers[0].offer, op)
        else:
            self.receivers[0].offer(now, op)

    def granted(self, now, op):
        if not self.messages:
            super().granted(now, op)
            return
        for lane, amount in op.charge:
            self.under_way[lane] += amount
        self.debt = self.most_of(op, self.debt, [0] * model.LANES)
        self.post(now + op.source.delay, self.report, op)

    def report(self, now, op):
        for lane, amount in op.charge:
            self.under_way[lane] -= amount
        self.known = self.most_of(op, self.known, self.under_way)
        super().granted(now, op)

    def most_of(self, op, most, less):
        receiver = self.receivers[0]
        hbm = min((lane for lane, _ in op.charge), default=0) % model.ATOMIC
        return max([most, *((receiver.debt[lane] - less[lane]) * 10000 // receiver.window[lane]
                            for lane in (hbm, model.ATOMIC, model.RESPONSE)
                            if receiver.window[lane])])

    def over(self, op):
        super().over(op)
        op.source.outstanding -= 1

    def through(self, now, op):
        super().through(now, op)
        source, count = op.source, len(self.initiators)
        source.outstanding -= 1
        if op.number >= self.warmup:
            source.bytes += op.line.useful_bytes
            source.latencies += [now - op.submit] if op.line.urgent else []
        if now < self.late:
            return
        source.completed += 1
        self.since_late += 1
        if self.since_late % count == 0 and any(
                not 90 * self.since_late <= 100 * count * one.completed <= 110 * self.since_late
                for one in self.initiators):
            self.settled = now - self.late, self.since_late // count

    def measures(self):
        shares = [one.bytes for one in self.initiators]
        p99 = [model.percentile(one.latencies, 9900) for one in self.initiators if one.latencies]
        squares = sum(each * each for each in shares)
        of_initiators = {"debt_percent": self.debt / 100, "told_percent": self.known / 100,
                         "fairness": sum(shares)**2 / (len(shares) * squares) if squares else 1,
                         "p99_ratio": max(p99) / min(p99) if p99 else 1,
                         "settled_us": self.settled[0] / 1e6, "settled_operations": self.settled[1]}
        return super().measures() | (of_initiators if self.messages else {})
