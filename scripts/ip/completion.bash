# Completion of semacredit for bash: verbs and options are what --help lists. Sourced.
# shellcheck shell=bash
_semacredit() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} words
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$program" --help 2>/dev/null | sed -nE 's/^  ([a-z]+) .*/\1/p')
    elif [[ $word == -* ]]; then
        words=$("$program" "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE -- '^ .{0,6}--[a-z-]+' |
            sed 's/.*--/--/')
    fi
    mapfile -t COMPREPLY < <(compgen -W "${words:-}" -- "$word")
}
complete -o default -F _semacredit semacredit
