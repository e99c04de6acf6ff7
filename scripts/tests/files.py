#!/usr/bin/python3 -B
"""Files of operations, of tasks and of settings: each text is read as what the run's --trace then
says, or refused with status 2, one line that says where and what was expected, and no file.

usage: files.py FOLDER KIND...   only writes those of these kinds, as seeds for fuzzing
"""
import re
import subprocess
import sys
from pathlib import Path
from string import Template

import pytest

from badinput import spread
from checks import PROGRAM

# KIND [KEY=VALUE...] <- TEXT => MESSAGE: a file a.KIND of this text, settings behind it, and what
# is said behind its name; * is any part of it. A text that is taken has more lines, which are the
# operations or the settings of its trace, and the message is of the run's "file:". | ends a line,
# and of {A,B} each has a turn.
WORDS = {
    "head": "semacredit trace 1|", "domain": "semacredit trace 1|set receivers=2|",
    "two": "Nodes 4|Connections 1|", "flows": "Nodes 3|Connections 9|",
    # Two senders to node 0, one of them with two flows at a time and one elsewhere.
    "incast": "Nodes 8|Connections 4|1->0 id 1 start 0 size 10000|2->0 id 2 start 500.75 size 8000 "
              "prio 3|2->4 id 3 start 0 size 17999 msg 1|2->0 start 600 size 100|",
    "algo": "<algo proto='LL' nchunksperloop='2' ngpus='2'>", "gpu": "<gpu id='0'>",
    "sends": "<tb id='0' send='1' recv='-1' chan='0'>",
    "receives": "<tb id='0' send='-1' recv='1' chan='0'>",
    "alone": "<tb id='0' send='-1' recv='-1' chan='0'>",
    "step": "<step s='0' dstbuf='i' dstoff='1' cnt='1' type=", "end": "</tb></gpu></algo>",
    "free": "depid='-1' deps='-1'/>",
    # GPU 0 sends a chunk, GPU 1 reduces it and sends it back; a copy waits for that.
    "back": "<gpu id='0'><tb id='0' send='1' recv='1' chan='0'>$step's' $free<step s='1' "
            "dstbuf='i' dstoff='1' cnt='1' type='r' $free</tb><tb id='1' send='-1' recv='-1' "
            "chan='0'>$step'cpy' depid='0' deps='1'/></tb></gpu><gpu id='1'>"
            "<tb id='0' send='0' recv='0' chan='0'>$step'rrs' $free$end",
    "ranks": "num_ranks 2|rank 0 {|", "next": "}|rank 1 {|",
    "integer": ": expected an integer from", "keys": "; 'semacredit keys' lists all",
    "pair": "expected KEY: VALUE or KEY: [VALUE, ...]",
    "none": ":1: expected lines of KEY: VALUE, found none",
    "clock": "clock_ps: expected an integer from 1 to 1000000 (ps), found",
    "paths": "path_ns: expected a list of 4 values, each an integer from 0 to 1000000 (ns), found"}
CASES = r"""
# traces
trace <- => :1: expected 'semacredit trace 1', found nothing
trace <- semacredit {trace 2,tape 1}| => :1: expected 'semacredit trace 1': this is no trace of*
trace <- $head{0 write 0 0 8 0 bulk 0,set window_hbm=640} => :2: expected a whole line, found it*
trace <- ${head}set window_hbm| => :2: expected key=value, found 'window_hbm'
trace <- ${head}set nosuch=1| => :2: unknown key 'nosuch'$keys
trace <- ${head}set window_hbm=x| => :2: window_hbm$integer 0 to 4294967294 (bytes), found 'x'
trace <- ${head}set{, a=1 b=2}| => :2: expected 'set KEY=VALUE'
trace <- ${head}0 write 0 0 8 0 bulk 0|set a=1| => :3: expected 'set' before the first operation*
trace <- ${head}5 read 0 0 0 8 bulk 0||4 read 0 0 0 8 bulk 0| => :4: time: *at least 5*found 4
trace <- $head{1000000000000000001,-1,1.5,0x} read 0 0 0 8 bulk 0|
    => :2: time: expected a whole number from 0 to 1000000000000000000, found '*'
trace <- ${head}0 {juggle,\x01\x7f} 0 0 0 8 bulk 0| => :2: opcode: *compare_swap*found '*'
trace <- ${head}0 read 65536 0 0 8 bulk 0| => :2: source: *from 0 to 65535, found '65536'
trace <- ${head}0 read 0 18446744073709551616 0 8 bulk 0| => :2: address: *from 0 to*551615, found*
trace <- ${head}0 read 0 0 4294967296 8 bulk 0| => :2: length: *from 0 to 4294967295, found *
trace <- ${head}0 read 0 0 0 4294967296 bulk 0| => :2: response_length: *from 0 to 4294967295,*
trace <- ${head}0 read 0 0 0 8 slow 0| => :2: class: expected urgent or bulk, found 'slow'
trace <- ${head}0 read 0 0 0 8 bulk 4294967296| => :2: domain: *from 0 to 4294967295, found *
trace <- ${head}0 read 0 0 0 8 bulk| => :2: domain: expected*found the end of the line
trace <- ${head}0 read 0 0 0 8 bulk 0 {x,to=1}| => :2: wire_bytes: *from 0 to 4294967295, found *
trace <- ${head}0 read 0 0 0 8 bulk 0 80 1| => :2: expected the end of the line, found '1'
trace <- ${head}0 fence 0 0 0 0 bulk 0| => :2: domain: expected one above 0: a fence orders its*
trace <- ${head}0 re\0ad| => :2: expected text, found a zero byte
trace <- $head$long => :2: expected a line of at most 4095 bytes
trace <- $head# a comment, a blank line||set window_hbm=32000|  0 write 3 0x8a000 4112 0 bulk 7\r|
    5\tnotify 3 4096 8 0 bulk 7|# between|5 fence 3 0 0 0 bulk 7|
    9 read 65535 0xffffffffffffffff 0 272 urgent 4294967295 4294967295| =>
    0 write 3 0x8a000 4112 0 bulk 7
    5 notify 3 0x1000 8 0 bulk 7
    5 fence 3 0x0 0 0 bulk 7
    9 read 65535 0xffffffffffffffff 0 272 urgent 4294967295 4294967295
# Of other tools: by what they begin with.
txt <- num_ranks 1|rank 0 { => : expected '*', found a GOAL text, whose name has to*.goal
trace <- # by hand|Nodes 4|Connections 0| => : *found a connection matrix*.cm
trace <- <algo ngpus='2'/> => : *found an algorithm of MSCCL, whose name has to end in .xml
et <- \x07|\x050.0.4\0\x02 => : *found a Chakra trace, which is not supported
json <- {\"schema\": \"1.0.2-chakra.0.0.4\" => : *found a Chakra trace, which is not supported
json <- {|\"name\": 1,|\"inplace\": true => : *found an execution plan of MSCCL++, which is not*
json <- {|\"rows\": [] => : *found a JSON text, which is not supported
txt <- HYBRID_TRANSFORMER_FWD_IN_BCKWD ep: 1|6|a -1 5 => : *found a workload of SimAI or ASTRA-sim*
txt <- 2|2 1 3 100 2000 2| => : *found a file of ns-3, which is not supported
txt <- 160 8 6 24 384 A100|0 1| => : *found a file of ns-3, which is not supported
trace operations=1 <- ${head}0 write 0 0 64 0 bulk 0|1 write 0 0 64 0 bulk 0| => *first 1 of 2 op*
    0 write 0 0x0 64 0 bulk 0

# of a domain
trace <- ${domain}0 write 0 0 64 0 bulk 0 after=0| => :3: expected no task that waits for itself, *
trace <- ${domain}0 wait 0 0 0 0 bulk 0 after=2|0 wait 0 0 0 0 bulk 0|
    0 wait 0 0 0 0 bulk 0 sent=1,0| => :5: *found a cycle: line 5 waits for line 3, that for line 5
trace <- ${domain}0 write 0 0 64 0 bulk 0 after=1| => :3: waits for task 1: expected one of 0 to 0
trace <- ${domain}0 write 0 0 64 0 bulk 0 to=2| => :3: expected a receiver below 2, found 2
trace <- ${domain}0 write 0 0 64 0 bulk 0 {to=x,when=3}| => :3: expected to=, flow=, after=,*found*
trace <- ${domain}0 write 0 0 64 0 bulk 0 after=x| => :3: expected numbers of tasks with commas*'x'
trace <- ${domain}0 {write 0 0 64 0 bulk 0 flow=100/32,wait 0 0 64 0 bulk 0 flow=100/64}|
    => :3: flow: expected the length of a write, the response_length of a read, or an Atomic
trace <- ${domain}0 write 0 0 64 0 bulk 0 flow={0/64,9/0,9}| => :3: expected flow=BYTES/PIECE*found*
trace <- ${domain}0 write 0 0 64 0 bulk 0|and so| => :4: expected to=*found 'so'
trace <- ${domain}7 write 1 0 100 0 urgent 3 to=1 flow=250/100 delay=77|0 wait 0 0 0 0 bulk 0
     after=0 sent=0|and arrived=0 begun=0 enough=2| => 2 tasks of 2*, 3 op*, 250 bytes in flows
    7 write 1 0x0 100 0 urgent 3 to=1 flow=250/100 delay=77
    0 wait 0 0x0 0 0 bulk 0 enough=2 after=0 sent=0 arrived=0 begun=0
trace <- ${domain}0 wait 0 0 0 0 bulk 0|0 wait 0 0 0 0 bulk 0 after=$zeros| => 2 tasks*
    0 wait 0 0x0 0 0 bulk 0
    0 wait 0 0x0 0 0 bulk 0$waits
    and after=0

# connection matrices
cm <- => :1: expected 'Nodes NUMBER' before, found none
cm <- Nodes 4| => :2: expected 'Connections NUMBER' before, found none
cm <- ${two}1->0 start 0 size 1|1->0 start 0 size 1| => :5: expected 1 connections, as*, found 2
cm <- Connections 1|1->0 start 0 size 1| => :2: expected SOURCE->TARGET*header's Nodes (0), found*
cm <- Nodes 70000| => :1: Nodes: expected a whole number from 1 to 65536, found '70000'
cm <- Nodes 4 4| => :1: expected the end of the line, found '4'
cm <- Nodes| => :1: Nodes: expected*found the end of the line
cm <- Knots 4| => :1: expected Nodes, Connections or SOURCE->TARGET, found 'Knots'
cm <- $two{4->0,1->four,->0} start 0 size 1| => :3: *two numbers below*(4), found '*'
cm <- ${two}1 -> 0 start 0 size 1| => :3: expected Nodes, Connections or SOURCE->TARGET, found '1'
cm <- ${two}1->0 size 1| => :3: expected 'start TIME'
cm <- ${two}1->0 start 0| => :3: expected 'size BYTES'
cm <- ${two}1->0 start 0 size 0| => :3: size: expected a whole number from 1 to *, found '0'
cm <- ${two}1->0 start {-1,1.2.3,1e6} size 1| => :3: start: expected a number from 0 to*, found '*'
cm <- ${two}1->0 start 0 size 1 color 3| => :3: expected id, start, size, msg or prio, found 'color'
cm <- ${two}1->0 id 0 start 0 size 1| => :3: id: expected a whole number from 1 to *, found '0'
cm receivers=0 <- ${two}1->0 start 0 {trigger,send_done_trigger,recv_done_trigger} 3 size 1|
    => :3: {trigger,send_done_trigger,recv_done_trigger}: expected none: triggers*by one receiver
cm receivers=0 <- ${two}Triggers 2| => :3: Triggers: expected none: triggers and failures*
cm receivers=0 <- ${two}1->0 start 0 size 1|trigger id 1 oneshot| => :4: expected a connection:*
cm receivers={0,1} <- ${two}failure switch_type AGG| => :3: expected a connection: trig*
cm <- ${two}1->0 start 0 size 1000000000000000| => :3: *at most 200000000 operations, found *
cm <- $incast => receiver is node 0: 3 of 4 flows, 18100 of 36099 bytes, first 6 of 6 operations
    0 write 1 0x0 4112 0 bulk 0
    500 write 2 0x3000 4112 0 bulk 0
    164480 write 1 0x1010 4112 0 bulk 0
    164980 write 2 0x4010 3888 0 bulk 0
    320500 write 2 0x5000 100 0 bulk 0
    328960 write 1 0x2020 1776 0 bulk 0
cm matrix_receiver=all large_bytes=4000 <- $incast => all nodes are the receiver: 4 of 4 flows*
    0 write 1 0x0 4000 0 bulk 0
    0 write 2 0x5000 4000 0 bulk 0
    160000 write 1 0xfa0 4000 0 bulk 0
    160000 write 2 0x5fa0 4000 0 bulk 0
    320000 write 1 0x1f40 2000 0 bulk 0
    320000 write 2 0x3000 4000 0 bulk 0
    480000 write 2 0xa000 100 0 bulk 0
    484000 write 2 0x6f40 4000 0 bulk 0
    644000 write 2 0x3fa0 4000 0 bulk 0
    804000 write 2 0x7ee0 4000 0 bulk 0
    964000 write 2 0x8e80 1999 0 bulk 0
cm matrix_as=read matrix_receiver=node matrix_node=4 matrix_gbps=300 <- $incast => *is node 4: 1 of*
    0 read 2 0x0 0 4112 bulk 0
    109654 read 2 0x1010 0 4112 bulk 0
    219308 read 2 0x2020 0 4112 bulk 0
    328962 read 2 0x3030 0 4112 bulk 0
    438616 read 2 0x4040 0 1551 bulk 0
cm matrix_as=atomic matrix_receiver=node matrix_node=4 command_bytes=1000 operations=3 <- $incast
    => *first 3 of 18 operations
    0 fetch_add 2 0x0 0 1000 bulk 0 1000
    40000 fetch_add 2 0x3e8 0 1000 bulk 0 1000
    80000 fetch_add 2 0x7d0 0 1000 bulk 0 1000
cm <- Connections 3|Nodes 4|Triggers 0|0->1 start 0 size 10|0->2 start 0 size 6|1->2 start 0 size 4|
    => receiver is node 1: 1 of 3 flows, *
    0 write 0 0x0 10 0 bulk 0
cm matrix_start_ps=1000000 <- Nodes 2|Connections 1|0->1 start 1.25 size 10
    => *; its last line has no end: cut short?
    1250000 write 0 0x0 10 0 bulk 0
cm matrix_gbps=300 <- Nodes 2|Connections 0| => receiver is node 0: 0 of 0 flows, *
    set matrix_gbps=300

# of a domain
cm receivers=1 <- Nodes 2|Connections 0|0->1 start 0 size 9|
    => :4: expected 0 connections, as the header says, found 1
cm receivers=1 <- Nodes 2|Triggers 0|0->1 start 0 size 9|trigger id 1 oneshot|
    => :5: expected 0 triggers, as the header says, found 1
cm <- ${flows}1->0 trigger 1 size 9| => :3: trigger 1: expected 1 flows that fire it, found 0
cm <- ${flows}1->0 trigger 1 size 9 send_done_trigger 1| => :3: *a cycle: line 3 waits for line 3
cm <- ${flows}1->0 start 0 size 9 send_done_trigger 1|1->0 trigger 1 size 9|trigger id 1 barrier
     count 2| => :4: trigger 1: expected 2 flows that fire it, found 1
cm <- ${flows}1->0 start 0 size 9|trigger id 1 oneshot|trigger id 1 oneshot|
    => :5: trigger 1: expected one, found two
cm <- ${flows}1->0 start 0 size 9|trigger id 1 twice| => :4: expected oneshot, multishot or barrier
cm <- ${flows}1->0 start 0 size 9|trigger id 1 barrier| => :4: expected 'barrier count NUMBER'
cm receivers=1 <- ${flows}1->0 start 0 size 0| => :3: size: expected a whole number from 1 to *
cm receivers=1 <- Nodes 1025|Connections 1|1->0 start 0 size 9|
    => : Nodes: expected at most 1024 in a domain, or matrix_receiver=all, found 1025
# Two flows fire a barrier, one is fired by an arrival, one comes by itself; `msg` has no number.
cm matrix_endless_bytes=8224 <- ${flows}1->0 id 1 start 5 msg size 5000 send_done_trigger 7|
    2->0 id 2 start 0 msg 3 size 0 send_done_trigger 7 recv_done_trigger 9|
    0->1 id 3 trigger 7 size 5000|0->2 id 4 trigger 9 size 5000|trigger id 7 barrier count 2|
    trigger id 9 oneshot| => 5 tasks of 3 receivers, 8 operations, 23224 bytes*; 4 of the 9 *
    5 write 1 0x0 4112 0 bulk 0 flow=5000/4112
    0 write 2 0x2000 4112 0 bulk 0 flow=8224/4112
    0 write 0 0x0 4112 0 bulk 0 to=1 flow=5000/4112 after=4
    0 write 0 0x0 4112 0 bulk 0 to=2 flow=5000/4112 arrived=1
    0 wait 0 0x0 0 0 bulk 0 0 after=0 after=1
# Each firing of a multishot is for the next flow that waits, whichever flow fires it; the fourth
# one waits for a firing that does not come.
cm <- ${flows}0->1 id 1 start 0 size 9 send_done_trigger 1|0->2 id 2 start 0 size 9
     recv_done_trigger 1|1->0 id 3 trigger 1 size 9 send_done_trigger 1|1->2 id 4 trigger 1 size 9|
    2->0 id 5 trigger 1 size 9|2->1 id 6 trigger 1 size 9|trigger id 1 multishot|
    => 6 tasks of 3*; 6 of the 9 connections that the header names; 1 flows never begin: *
    0 write 0 0x0 4112 0 bulk 0 to=1 flow=9/4112
    0 write 0 0x0 4112 0 bulk 0 to=2 flow=9/4112
    0 write 1 0x0 4112 0 bulk 0 flow=9/4112 enough=1 after=0 arrived=1 after=2
    0 write 1 0x1000 4112 0 bulk 0 to=2 flow=9/4112 enough=2 after=0 arrived=1 after=2
    0 write 2 0x1000 4112 0 bulk 0 flow=9/4112 enough=3 after=0 arrived=1 after=2
    0 wait 0 0x0 0 0 bulk 0 0
cm <- Nodes 2|Connections 2|Triggers 3|0->1 start 0 size 9 send_done_trigger 1|
    => *; 1 of the 2 connections that the header names; 0 of the 3 triggers that the header names
    0 write 0 0x0 4112 0 bulk 0 to=1 flow=9/4112

# MSCCL
xml <- <algo => :1: expected an MSCCL algorithm: unclosed token
xml <- => :1: expected an MSCCL algorithm: no element found
xml <- <!DOCTYPE a><algo/> => :1: document: expected no DOCTYPE, found 'DOCTYPE'
xml <- <gpu/> => :1: element: expected algo, found 'gpu'
xml <- <algo proto='X' ngpus='2' nchunksperloop='1'/> => :1: proto: expected Simple, LL or LL128, *
xml <- <algo proto='LL' ngpus='1025' nchunksperloop='1'/> => :1: ngpus: expected a number from 0*
xml <- <algo proto='LL' ngpus='0' nchunksperloop='1'/> => :1: *expected at least 1, found '0'
xml <- $algo<gpu id='2'></gpu></algo> => :1: id: expected a number from 0 to 1, found '2'
xml <- $algo$gpu$sends</tb>$receives$end => :1: id: expected a tb of another id in this gpu*
xml <- $algo$gpu$sends$step'x' $free$end => :1: type: expected s, r, rrc, *, found 'x'
xml <- $algo$gpu$sends<step s='1' type='s' $free$end => :1: s: expected steps in order*, found '1'
xml <- $algo$gpu$receives$step's' $free$end => :1: send of the tb: expected a GPU to send to*
xml <- $algo$gpu$sends$step'r' $free$end => :1: recv of the tb: expected a GPU to receive from*
xml <- $algo$gpu$sends$step's' $free$end => :1: a send: expected one that receives it
xml <- $algo$gpu$receives$step'r' $free$end => :1: a receive: expected one that sends it
xml <- $algo$gpu$alone$step'nop' depid='3' deps='0'/>$end
    => :1: depid and deps: expected a tb and a step of this GPU, found 3 and 0
xml <- $algo$gpu$alone$step'nop' depid='1' deps='0'/></tb>
    <tb id='1' send='-1' recv='-1' chan='0'>$step'nop' depid='0' deps='0'/>$end
    => :1: *found a cycle: line 1 waits for line 1, that for line 1
# What MSCCL's reader skips, at any depth and with all in it.
xml <- $algo{<copy i_off='0'/>,<a><gpu id='9'/></a>}<gpu id='0'>$alone$step'nop' $free<b><tb/></b>
    </tb><copy/></gpu></algo> => 1 tasks of 2 *; skipped, as MSCCL does: '*' in line 1 and 2 more
    0 wait 0 0x0 0 0 bulk 0 0
xml collective_bytes=20000 reduce_gbps=80 <- <algo proto='Simple' nchunksperloop='2' ngpus='2'>$back
    => 7 tasks of 2 receivers, 8 operations, 20000 bytes in flows
    0 write 0 0x2710 4096 0 bulk 0 to=1 flow=10000/4096
    0 notify 0 0x4e20 80 0 urgent 0 to=1 after=0
    0 wait 0 0x0 0 0 bulk 0 0 sent=0 arrived=6
    0 wait 0 0x0 0 0 bulk 0 0 delay=1000000 after=2
    0 wait 1 0x0 0 0 bulk 0 0 to=1 delay=1000000 arrived=1
    0 write 1 0x2710 4096 0 bulk 0 flow=10000/4096 after=4
    0 notify 1 0x4e20 80 0 urgent 0 after=5
xml collective_bytes=20000 <- <algo proto='LL128' nchunksperloop='2' ngpus='2'>$back => 5 tasks of*
    0 write 0 0x2710 4096 0 bulk 0 to=1 flow=10667/4096
    0 wait 0 0x0 0 0 bulk 0 0 sent=0 arrived=4
    0 wait 0 0x0 0 0 bulk 0 0 after=1
    0 wait 1 0x0 0 0 bulk 0 0 to=1 arrived=0
    0 write 1 0x2710 4096 0 bulk 0 flow=10667/4096 after=3
xml collective_bytes=20000 atomic_bytes=10000 reduce_gbps=80 <- $algo$back => 5 tasks of*
    0 fetch_add 0 0x2710 0 80 bulk 0 to=1 flow=10000/8
    0 wait 0 0x0 0 0 bulk 0 0 sent=0 arrived=4
    0 wait 0 0x0 0 0 bulk 0 0 delay=1000000 after=1
    0 wait 1 0x0 0 0 bulk 0 0 to=1 arrived=0
    0 write 1 0x2710 4096 0 bulk 0 flow=20000/4096 after=3

# GOAL
goal <- => :1: expected 'num_ranks NUMBER', found the end of the file
goal <- num_ranks 0| => :1: num_ranks: expected at least 1
goal <- num_ranks 1025| => :1: num_ranks: expected a number from 0 to 1024, found '1025'
goal <- num_ranks 2|rank 2 {| => :2: rank: expected a number from 0 to 1, found '2'
goal <- num_ranks 2|rank 1 {|l: calc 1| => :4: expected '}' behind the last statement*
goal <- ${ranks}l: calc x|$next}| => :3: calc: expected a number from 0 to *, found 'x'
goal <- ${ranks}l: juggle 3|$next}| => :3: expected send, recv or calc, found 'juggle'
goal <- ${ranks}l: send 9 to 1 tag 0|$next}| => :3: expected bytes, such as 4096b, found '9'
goal <- ${ranks}l: send 9b to {2,-1} tag 0|$next}| => :3: to: expected a number from 0 to 1, found *
goal <- ${ranks}l: send 9b to 1 tag 0|$next}| => :3: expected a recv that meets it
goal <- $ranks${next}l: recv 9b from 0 tag 0|}| => :5: expected a send that meets it
goal <- ${ranks}l: calc 1|l: calc 1|$next}| => :4: expected a new label of at most 31 bytes
goal <- ${ranks}l: calc 1|l requires m|$next}| => :4: expected labels of statements above
goal <- ${ranks}l: calc 1|m: calc 1|l requires m|m requires l|$next}| => :3: *cycle: line 3 waits *
goal <- ${ranks}l: calc 1 gpu 3|$next}| => :3: expected tag, cpu or nic, or the end of the statement
goal <- $ranks${next}l: recv 9b from -1|}| => :5: from -1: any source is not supported
goal <- $ranks${next}l: recv 9b from 0 tag -1|}| => :5: tag -1: any tag is not supported
goal <- ${ranks}l: calc 1 /* to the end|$next}| => :7: expected '*/' behind a comment, *
goal eager_bytes=8 <- ${ranks}l1: calc 7;|l2: send 9000b to 1 tag 3 cpu 0|l2 requires l1|l3: send 8b
     to 1 tag 3|l3 irequires l2|${next}l1: recv 9000b from 0 tag 3|l2: recv 8b from 0 tag 3|}|
    => 5 tasks of*; a rank's statements are ordered by requires alone, not by cpu
    0 wait 0 0x0 0 0 bulk 0 0 delay=7000
    0 write 0 0x0 4096 0 bulk 0 to=1 flow=9000/4096 after=0
    0 notify 0 0x3000 8 0 urgent 0 to=1 begun=1
    0 wait 1 0x0 0 0 bulk 0 0 to=1 arrived=1
    0 wait 1 0x0 0 0 bulk 0 0 to=1 arrived=2
# What the public tools' scanner takes: each means a send that rank 1 receives, and a calculation.
goal <- ${ranks}calc 100|l2: send 8192b to 1|${next}recv 8192b from 0|}| => 3 tasks of*
    0 wait 0 0x0 0 0 bulk 0 0 delay=100000
    0 write 0 0x0 4096 0 bulk 0 to=1 flow=8192/4096
    0 wait 1 0x0 0 0 bulk 0 0 to=1 arrived=1
goal <- ${ranks}calc 100 cpu 3|send 8192b to 1 cpu 1 nic 2|${next}recv 8192b from 0 cpu 9|}| => "
goal <- $ranks/* a|calc 1|# */ calc 100 // calc 1|send 8192 b to 1|${next}recv 8192 b from 0|}| => "
goal <- num_ranks 2|rank 0{calc 100;l1:send 8192b to 1}|rank 1{recv 8192b from 0;} => "
# A receive's bytes are what it has room for; a rank is one receiver.
goal <- ${ranks}calc 100|send 8192b to 1 nic 3|${next}recv {4096,9000}b from 0|}|
    => *by cpu; 1 recv of other bytes than their send, which moves its
    0 wait 0 0x0 0 0 bulk 0 0 delay=100000
    0 write 0 0x0 4096 0 bulk 0 to=1 flow=8192/4096
    0 wait 1 0x0 0 0 bulk 0 0 to=1 arrived=1
goal <- num_ranks 2|rank 1{send 8192b to 0}|rank 0{|recv 8192b from 1 nic 1}|rank 1{|
    recv 8192b from 0 tag 2}|rank 0{send 8192b to 1 tag 2 cpu 1}| => *by cpu; the nics of a rank*
    0 write 1 0x0 4096 0 bulk 0 flow=8192/4096
    0 wait 0 0x0 0 0 bulk 0 0 arrived=0
    0 wait 1 0x0 0 0 bulk 0 0 to=1 arrived=3
    0 write 0 0x0 4096 0 bulk 0 to=1 flow=8192/4096

# configurations: out of range, of the wrong type, lists of the wrong length, unknown, twice, no map
yaml <- clock_ps: 5|operations: -7| => :2: operations$integer 0 to 200000000 (op*), found '-7'
yaml <- # clock_ps: 5||clock_ps: 0| => :3: $clock '0'
yaml <- clock_ps: {1000001,18446744073709551617} => :1: $clock '{1000001,18446744073709551617}'
yaml <- starvation_bound: 65536 => :1: starvation_bound$integer 0 to 65535 (clocks), found '65536'
yaml <- multiplier_max: 16384 => :1: multiplier_max$integer 0 to 16383 (1/4096), found '16384'
yaml <- loss_percent: 100 => :1: loss_percent$integer 0 to 90 (%), found '100'
yaml <- operations: {08,0o10} => :1: operations: *'*', which is a text in YAML 1.1, a number in 1.2
yaml <- operations: {1_0,1:30,0b11} => :1: operations: *'*', which is a *number*1.1, a text in 1.2
yaml <- operations: Yes => :1: operations: *'Yes', which is a boolean in YAML 1.1, a text in 1.2
yaml <- depth: 4|path_ns: [1, 2, 010, 4] => :2: path_ns: *'010', which is 8 in YAML 1.1, 10 in 1.2
yaml <- {path_ns: ,}$deep => :1: expected at most 8 levels of lists
yaml <- # $deep$deep$deep$deep$deep$deep$deep => : expected settings of at most 131072 bytes in all
yaml <- clock_ps: {1e3,7x}| => :1: $clock '{1e3,7x}'
yaml <- clock_ps:| => :1: $clock ''
yaml <- depth: 4|clock_ps: [1]| => :2: $clock '[1]'
yaml <- depth: 7 => :1: depth: expected one of 2, 4, 8, 16, 32, 64, 128, 256, found '7'
yaml <- clock_ps: 5|traffic: bursts => :2: traffic: expected one of burst, random, adversarial, *
yaml <- arrivals: some => :1: arrivals: expected one of even, poisson, found 'some'
yaml <- path_ns: 7 => :1: $paths '7'
yaml <- path_ns: [1, 2, 3] => :1: $paths '[1, 2, 3]'
yaml <- path_ns: [1, 2, 3, 4, 5] => :1: $paths '[1, 2, 3, 4, 5]'
yaml <- path_ns: [1, 2, x, 4] => :1: $paths '[1, 2, x, 4]'
yaml <- clock_ps: 5||clok_ps: 1| => :3: unknown key 'clok_ps', did you mean clock_ps?$keys
yaml <- zzzzzzzz: 1| => :1: unknown key 'zzzzzzzz'$keys
yaml <- $zeros: 1| => :1: unknown key '*'$keys
yaml <- clock_ps: 5|# clock_ps: 5|clock_ps: 6| => :3: clock_ps: expected once, found twice
yaml <- => $none
yaml <- {# nothing,- 1,clock_ps:5}| => $none
yaml <- clock_ps: 1|depth: {a: 4}| => :2: $pair
yaml <- clock_ps: 1|path_ns:|- [1]| => :2: $pair
yaml <- [1]: 2| => :1: $pair
yaml <- clock_ps: 1|---|clock_ps: 2| => :3: expected one document, found another
yaml <- clock_ps: 1|  depth: 4| => :2: expected YAML: mapping values are not allowed in this context
yaml <- clock_ps: 1|\x01 => : byte 12: expected YAML: control characters are not allowed
yaml <- # comment|---|clock_ps: 800|path_ns: [1, 2,3, 4] # after||traffic:  random\r|
    depth: \"256\"|arrivals: 'poisson'| =>
    set clock_ps=800
    set depth=256
    set path_ns=1,2,3,4
    set traffic=random
    set arrivals=poisson
# Chunks up to atomic_bytes are Atomics for 8 bytes each, which reduce.
yaml receivers=2 reduce_gbps=80 <- collective: all_reduce_all_pairs|collective_bytes: 64|
    atomic_bytes: 32| =>
    0 wait 0 0x0 0 0 bulk 0 0
    0 fetch_add 0 0x0 0 80 bulk 0 to=1 flow=32/8 after=0
    0 wait 1 0x0 0 0 bulk 0 0 to=1
    0 fetch_add 1 0x0 0 80 bulk 0 flow=32/8 after=2
    0 wait 0 0x0 0 0 bulk 0 0 after=0 sent=1 arrived=3
    0 write 0 0x1000 32 0 bulk 0 to=1 flow=32/32 after=4
    0 wait 1 0x0 0 0 bulk 0 0 to=1 after=2 arrived=1 sent=3
    0 write 1 0x1000 32 0 bulk 0 flow=32/32 after=6
# As PyYAML writes them: in blocks, in flow, by an alias.
yaml <- clock_ps: 800|path_ns:|- 1|- 2|- 3|- 4|path_gbps:|- 1|- 2|- 3|- 4| =>
    set clock_ps=800
    set path_gbps=1,2,3,4
    set path_ns=1,2,3,4
yaml <- {clock_ps: 800, path_gbps: [1, 2,|  3, 4], 'path_ns': [1, 2, 3, 4]}|...| => "
yaml <- %YAML 1.1|---|# list|path_gbps: &id001 [1, 2, 3, 4]|path_ns: *id001|clock_ps: !!int 800 => "
"""
WORDS |= {"long": "7" * 4096, "zeros": ",".join("0" * 65), "deep": "[" * 20000,
          "waits": " after=0" * 64}


def cases():
    """Kind, settings, text, message and lines of the trace of each case."""
    table = re.sub("^#.*\n|^\n|\n   (?= =>)", "", CASES, flags=re.M).strip()
    for _ in range(2):  # a word has words
        table = Template(table).substitute(WORDS)
    expected = None
    for block in re.split(r"\n(?=\w)", table):
        case, _, rest = block.partition(" =>")
        message, *lines = rest.split("\n    ")
        for one in spread(f"{case} =>{message}", ","):
            head, text, message = re.split(" <-| =>", one.replace("\n    ", ""))
            if message != ' "':
                expected = message[1:], lines
            text = text[1:].replace("|", "\n").encode().decode("unicode_escape")
            yield *head.split(), text, *expected


def name_of(case):
    return f"{' '.join(case[:-3])} <- {case[-3][:80]} => {case[-2][:80]}".replace("\n", "|")


@pytest.mark.parametrize("case", cases(), ids=name_of)
def test_is_read(tmp_path, case):
    kind, *settings, text, message, lines = case
    path, trace = tmp_path / f"a.{kind}", tmp_path / "trace"
    path.write_bytes(text.encode())
    done = subprocess.run([PROGRAM, "run", "--workload", path, "--policy", "semacredit", "--trace",
                           trace, *(f"--set={one}" for one in settings)], check=False,
                          capture_output=True, text=True)
    pattern = re.escape(message).replace(r"\*", ".*")
    if not lines:
        right = (done.returncode, done.stdout, trace.exists()) == (2, "", False) and \
            re.fullmatch(rf"semacredit: {path}{pattern}\n", done.stderr)
    else:
        words = "set " if lines[0].startswith("set ") else "[0-9a]"
        said = re.findall(rf"^{words}.*", trace.read_text(), re.M) if trace.exists() else done
        right = said == lines and re.search(rf"^(  file: )?{pattern}$", done.stdout, re.M)
    if not right:
        pytest.fail(f"{path}: {done.returncode}, {done.stderr or done.stdout[:300]}: not {message}",
                    pytrace=False)


if __name__ == "__main__":
    for number, (kind, *_, text, _, _) in enumerate(cases()):
        if kind in sys.argv[2:]:
            Path(sys.argv[1], f"{number}.{kind}").write_bytes(text.encode())
