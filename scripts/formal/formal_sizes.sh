#!/usr/bin/env bash
# Proves the promises at other sizes of the block than its own. That the proofs say something at all
# (covers, bugs) is shown by formal.sh. Run in the root of the tree, after `make hdl`.
# usage: formal_sizes.sh REPORT.csv [PROOF...]     default: all of rtl/formal/proofs.txt
set -euo pipefail
. "$(dirname "$0")/../checks/checks.sh"

# The look-up of 256 ids takes 300 s beside other work.
export FORMAL_SECONDS=${FORMAL_SECONDS:-900}
report=$1
shift
table=rtl/formal/proofs.txt
mapfile -t sizes < <(grep '^[A-Z]' rtl/formal/proof_sizes.txt)
mapfile -t proofs < <(awk '/^[a-z]/ && $2 != "-" { print $1 }' "$table")
[ $# -gt 0 ] || set -- "${proofs[@]}"
for proof in "$@"; do
    [[ " ${proofs[*]} " == *" $proof "* ]] ||
        { echo "formal-sizes: no proof '$proof' in $table: ${proofs[*]}" >&2; exit 2; }
done

mapfile -t tasks < <(for size in "${sizes[@]}"; do printf "%s $size\n" "$@"; done)
scripts/formal/formal_task.sh block
printf '%s\n' "${tasks[@]}" | xargs -P "$(nproc)" -L 1 scripts/formal/formal_task.sh prove || true
mkdir -p "$(dirname "$report")"
echo proof,module,engine,depth,seconds,status,size >"$report.part"
while read -r proof size; do
    result=build/formal/$proof/prove-$size.result status=none depth='' seconds=''
    if [ -f "$result" ]; then
        read -r status depth _ <"$result"
        seconds=$(awk '$1 == "seconds" { print $2 }' "$result")
        # Parameters that are not the block's; the same at every size: none of them.
        size=$(awk '$1 == "size" { $1 = ""; print substr($0, 2) }' "$result")
    fi
    expect_success "$proof at ${size:-the size of the block}: $status" [ "$status" = proved ]
    read -r module engine < <(awk -v p="$proof" '/^[a-z]/ && $1 == p { print $2, $3 }' "$table")
    echo "$proof,$module,$engine,$depth,$seconds,$status,${size:-full}" >>"$report.part"
done < <(printf '%s\n' "${tasks[@]}")
mv "$report.part" "$report"
column -s, -t "$report"
finish formal-sizes
