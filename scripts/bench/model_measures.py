"""What a plan's runs measure beside the row of 'semacredit run --csv', by model.py; and the
bottleneck, by which a load is told and utilisation is measured (csim/traffic/traffic.h)."""
import model
import model_closed

SERVED = 25200  # operations of which the bottleneck is found


def bottleneck(config):
    """The time that the server with the most work is busy with SERVED operations."""
    rate = sum(config["path_gbps"])
    policy, cost, kinds = model.POLICIES["aggregate"], {}, {}
    busy = [0] * (model.LANES + 2)
    whole = dict(config, operations=SERVED, seed=0, arrivals="even")
    for _, _, word, partition in model.made(whole):
        if (word, partition) not in cost:
            kind = kinds[word] = kinds.get(word) or model.Kind(config, word)
            line = model.Line(config, policy, False, kind, partition, partition)
            answer = [(model.RESPONSE, line.response_ps),
                      (model.LANES + 1, model.transfer_ps(kind.response_bytes, rate))]
            cost[word, partition] = [
                (model.LANES, model.transfer_ps(kind.wire_bytes, rate)),
                (line.stage, line.stage_ps), *answer[:2 * line.responds]]
        for server, ps in cost[word, partition]:
            busy[server] += ps
    return max(busy)


def env_of(config, name):
    if config["load_percent"]:
        config["spacing_ps"] = 100 * bottleneck(config) // (SERVED * config["load_percent"])
    return (model_closed.Closed if config["outstanding"] else model.Environment)(config, name)


def mean(numbers):
    return sum(numbers) / len(numbers) / 1000 if numbers else 0


def measures(env, whole):
    """`whole`: with the bottleneck, which takes a while."""
    small, bulk = env.latencies(True), env.latencies(False)
    group = {
        "small_bulk": [ps for ps, line in env.done if not line.urgent and line.wire_bytes <= 512],
        **{name: [ps for ps, line in env.done if line.uses_hbm and line.urgent == urgent
                  and line.partition >= env.config["hot_partitions"]]
           for name, urgent in (("cold_bulk", False), ("cold_small", True))}}
    messages = env.receivers[0].messages
    found = {"rejected": env.rejected, "grant_messages": messages.count,
             "grant_bytes": 8 * messages.count + 4 * messages.lanes, "measured": len(env.done),
             "p50_bulk_ns": model.percentile(bulk, 5000) / 1000,
             "p999_bulk_ns": model.percentile(bulk, 9990) / 1000,
             "p9999_bulk_ns": model.percentile(bulk, 9999) / 1000,
             "greatest_small_ns": max(small, default=0) / 1000,
             "greatest_bulk_ns": max(bulk, default=0) / 1000,
             "p999_small_ns": model.percentile(small, 9990) / 1000,
             "p9999_small_ns": model.percentile(small, 9999) / 1000,
             "wait_small_ns": env.waits_ps[True] / 1000 / len(small) if small else 0,
             "mean_small_ns": mean(small), "mean_bulk_ns": mean(bulk), **env.measures()}
    for name, latencies in group.items():
        found[f"p99_{name}_ns"] = model.percentile(latencies, 9900) / 1000
        found[f"mean_{name}_ns"] = mean(latencies)
    if found["makespan_ns"] == 0:  # none has completed
        return found
    found["feedback_gbps"] = 8 * found["grant_bytes"] / found["makespan_ns"]
    if whole:
        full = bottleneck(env.config) // SERVED / 1000
        found |= {"full_ns": full, "utilisation_percent":
                  100 * full * len(env.done) / found["makespan_ns"]}
    return found
