#!/usr/bin/env bash
# Counts the RTL's logical state beside the paper's Table 1, as a table for rtl/RESULTS.md.
# usage: state.sh
#
# Yosys turns everything into single-bit flops, memories too, and each row counts those behind the
# registers it names. A multiplier's freeze bit counts although only the calibrator will read it.
set -euof pipefail
cd "$(dirname "$0")/../.."

mapfile -t sources < <(scripts/build/rtl_files.sh build/hdl)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# name of a count, then the registers behind it
counts=(
    'window:*u_register_update.windows_o'
    'headroom:*u_core.gen_lane?[0123456789]?.u_loop.u_headroom.q_o' # not the table
    'multiplier:*.multiplier_q'
    'frozen:*u_hbm.memory* *u_atomic.memory* *u_response.memory*'
    'flags:*u_owed_flags.owed_q'
    'free_ids:*u_id_pool.free_q'
    'held_ids:*u_id_pool.held_q'
    'told:*u_coalescer.credit_o'
    'pending:*u_coalescer.pending_q'
    'all:*'
)
script="read_verilog -sv ${sources[*]}; hierarchy -check -top semacredit; proc
    setattr -mod -unset keep_hierarchy A:keep_hierarchy; flatten
    memory_collect; memory_map; setattr -set keep 1 w:*.multiplier_q; opt_clean
    simplemap t:\$*dff*"
for count in "${counts[@]}"; do
    wires=
    for pattern in ${count#*:}; do wires="${wires:+$wires }w:$pattern${wires:+ %u}"; done
    script+="
    tee -q -o $work/${count%%:*} select -count $wires %ci1:+[Q] t:\$_*DFF* %i"
done
yosys -q -e 'implicitly declared' -p "$script"

# Flops behind each count.
declare -A bits
for count in "${counts[@]}"; do
    name=${count%%:*}
    read -r number _ <"$work/$name"
    [ "$number" -gt 0 ] || { echo "state.sh: no flop is behind '$name'" >&2 && exit 1; }
    bits[$name]=$number
done
resource=$((bits[window] + bits[headroom] + bits[multiplier]))
reservation=$((bits[frozen] + bits[flags] + bits[free_ids] + bits[held_ids]))
coalescer=$((bits[told] + bits[pending]))
lanes=$((bits[window] / 32)) depth=${bits[free_ids]}

row() { printf '| %-11s | %-38s | %7s | %10s | %5s | %5s | %11s |\n' "$@"; }
row 'state' 'fields: bits' 'entries' 'bits/entry' 'bits' 'bytes' 'paper: bytes'
row --- --- ---: ---: ---: ---: ---:
row 'resource' "window $((bits[window] / lanes)), headroom $((bits[headroom] / lanes)), \
multiplier $((bits[multiplier] / lanes))" \
    "$lanes" $((resource / lanes)) "$resource" $((resource / 8)) 160
row 'reservation' "frozen $((bits[frozen] / depth)), owed flags $((bits[flags] / depth)), \
free 1, held 1" \
    "$depth" $((reservation / depth)) "$reservation" $((reservation / 8)) 2,048
row 'coalescer' "sent $((bits[told] / lanes)), pending $((bits[pending] / lanes))" \
    "$lanes" $((coalescer / lanes)) "$coalescer" $((coalescer / 8)) ''
row 'everything' 'every flop and memory bit of the block' '' '' "${bits[all]}" $((bits[all] / 8)) ''
