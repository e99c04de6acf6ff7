# Figure applications: every policy on the three application-shaped mixes.
experiment = "applications"
workloads = "allreduce moe remote_read"
heading = "The policies on application-shaped mixes"
subtitle = "P99 latency of latency-sensitive operations, and goodput, in three mixes of operations"
goodput_least = -24
goodput_step = 12
load "bars.gp"
