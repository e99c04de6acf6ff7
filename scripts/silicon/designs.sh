# The designs that are measured, and how they get netlists and timing; sourced by synth.sh,
# timing.sh and others.
# shellcheck shell=bash

# A design is written NAME[:LANES[:WIDTH[:OPTION=VALUE[,OPTION=VALUE]...]]], 10 lanes and 32 bits by
# default; options are those of scripts/silicon/netlist.sh. Always timed are the core and its
# references, the parts of the admission path and of returns, and the whole block. The area is
# reported of the same and of every module.
timed_designs=(core core_untuned reference reference_prefix serial aggregate core:10:16 \
    core:64:32 sema_decide sema_lookup sema_demand sema_arbiter sema_admit \
    sema_reservation_table sema_id_pool sema_collector top)
# shellcheck disable=SC2034
all_designs=("${timed_designs[@]}")
while read -r module; do
    [[ " ${timed_designs[*]} " == *" $module "* ]] || all_designs+=("$module")
done < <(sed -nE 's/^(sema_[a-z_]+)\.sv.*/\1/p' build/hdl/sema.f | grep -vx sema_pkg)

# usage: split_design ITEM; sets design, lanes, width, options (an array), and name, that of its
# netlist
split_design() {
    local option
    IFS=: read -r design lanes width options <<<"$1"
    lanes=${lanes:-10} width=${width:-32}
    if ! [[ $design =~ ^[a-z_]+$ && $lanes =~ ^[0-9]{1,3}$ && $width =~ ^[0-9]{1,2}$ &&
        $options =~ ^([A-Za-z]+=[a-z0-9]+(,|$))*$ ]] ||
        [ "$lanes" -lt 2 ] || [ "$lanes" -gt 256 ] || [ "$width" -lt 4 ] || [ "$width" -gt 32 \
            ]; then
        echo "'$1': expected DESIGN[:LANES[:WIDTH[:OPTION=VALUE,...]]] with 2 to 256 lanes and 4" \
            "to 32 bits" >&2
        exit 2
    fi
    case $design in
    top) ;;
    *)
        [ -f "build/hdl/$design.sv" ] || [ -f "rtl/reference/$design.sv" ] || {
            echo "'$1': no such design, expected top, or a module of rtl/ or rtl/reference/" >&2
            exit 2
        } ;;
    esac
    IFS=, read -ra options <<<"$options"
    name=$design-$lanes-$width
    for option in "${options[@]}"; do name+=-$option; done
}

# usage: measured_in LIBRARY DESIGN...; sets measured, those of them that are measured in it: in
# osu018 all; in the libraries in LIBERTY the whole block alone, where it is among them
measured_in() {
    local item
    measured=("${@:2}")
    [ "$1" != "${libraries[0]}" ] || return 0
    for item in "${@:2}"; do [ "$item" != top ] || measured=(top); done
}

# Prepares the libraries and the netlists of the designs given; sets libraries.
prepare_netlists() {
    local item jobs=() library listed
    # shellcheck disable=SC2086 # LIBERTY is a list of files
    listed=$(scripts/silicon/liberty.sh ${LIBERTY:-})
    mapfile -t libraries <<<"$listed"
    for item in "$@"; do split_design "$item"; done
    for library in "${libraries[@]}"; do
        measured_in "$library" "$@"
        for item in "${measured[@]}"; do
            split_design "$item"
            jobs+=("$library $design $lanes $width${options[*]:+ ${options[*]}}")
        done
    done
    # The largest first, so that no core is left with it at the end.
    printf '%s\n' "${jobs[@]}" | sort -s -k3,3nr | xargs -P "$(nproc)" -L 1 \
        scripts/silicon/netlist.sh
}

# Times the netlists of the designs given, after prepare_netlists.
time_netlists() {
    local item library
    for library in "${libraries[@]}"; do
        measured_in "$library" "$@"
        for item in "${measured[@]}"; do
            split_design "$item"
            echo "$library $name"
        done
    done | xargs -P "$(nproc)" -L 1 scripts/silicon/time_netlist.sh
}
