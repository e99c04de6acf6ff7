# Collectives: a panel each, a line a policy over the bytes of a message. A block a figure: domain,
# gpus, measure (a column of collectives.points.csv), shown (the list of collectives).
shown = "all_to_all_pairwise all_to_all_two_step all_to_all_at_once all_reduce_ring " . \
    "all_reduce_tree all_reduce_all_pairs all_gather_ring moe all_reduce_atomic"
measure = "p99_ns"
if (figure eq "collectives_latency_paper") {
    domain = "paper"
    gpus = "8"
    heading = "Latency beside collectives: 8 GPUs, the paper's rates"
}
if (figure eq "collectives_latency_nvlink5") {
    domain = "nvlink5"
    gpus = "72"
    heading = "Latency beside collectives: 72 GPUs, NVLink 5"
}
if (figure eq "collectives_time_paper") {
    domain = "paper"
    gpus = "8"
    measure = "completion_ns"
    heading = "Time of collectives: 8 GPUs, the paper's rates"
}
if (figure eq "collectives_time_nvlink5") {
    domain = "nvlink5"
    gpus = "72"
    measure = "completion_ns"
    heading = "Time of collectives: 72 GPUs, NVLink 5"
}
latency = measure eq "p99_ns"
subtitle = latency ? "P99 of reads and Atomics beside them, µs" : \
    "From the first start to the last completion, over that with semacredit"
note = "Means over 5 to 20 seeds; bars: 95 % intervals of the means. Policies are drawn a " . \
    "little apart, semacredit on top."
if (!latency) {
    note = "Means over 5 to 20 seeds, each seed relative to semacredit in the same seed; " . \
        "policies are drawn a little apart, semacredit on top."
}
note_lines = 1
width = 960
height = 800
load "style.gp"
load "title.gp"
names = "aggregate aggregate_class resource_byte scalar reactive semacredit"
load "legend.gp"
at_width = 256
at_height = 150
set grid xtics ytics
set logscale x 2
set xrange [2500:110000000]
set xtics scale 0 ("4 kB" 4096, "64 kB" 65536, "1 MB" 1048576, "16 MB" 16777216)
point(k, name) = strcol("domain") eq domain && strcol("gpus") eq gpus && \
    strcol("collective") eq collective && strcol("policy") eq word(names, k) ? column(name) : NaN
beside(k) = point(k, "bytes") * 1.12 ** (k - 3.5)
# semacredit over the policy is what the CSV has.
amount(k) = latency ? point(k, measure) / 1000 : 1 / (1 + point(k, \
    "completion_change_percent") / 100)
lower(k) = latency ? amount(k) - point(k, "p99_interval") / 1000 : 1 / (1 + (point(k, \
    "completion_change_percent") + point(k, "completion_change_interval")) / 100)
upper(k) = latency ? amount(k) + point(k, "p99_interval") / 1000 : 1 / (1 + (point(k, \
    "completion_change_percent") - point(k, "completion_change_interval")) / 100)
do for [number = 1:words(shown)] {
    collective = word(shown, number)
    at_top = 122 + 216 * ((number - 1) / 3)
    at_left = 50 + 312 * ((number - 1) % 3)
    load "panel_at.gp"
    set label 10 collective at screen across(at_left), down(at_top - 11) font face . ":Bold,12" \
        textcolor rgb ink
    set logscale y 10
    if (latency) {
        set yrange [0.3:400]
        set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
    } else {
        set yrange [0.8:1.35]
        set ytics (0.8, 0.9, 1, 1.1, 1.2, 1.3)
    }
    plot for [k = 1:words(names)] data using (beside(k)):(amount(k)):(lower(k)):(upper(k)) with \
        yerrorlines linecolor rgb colour(word(names, k)) linewidth 1.5 pointtype mark(word(names, \
        k)) pointsize 0.6
    unset label
}
