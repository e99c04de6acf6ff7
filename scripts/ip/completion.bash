# Completion of semacredit for bash, and for zsh by its bashcompinit (completion.zsh): verbs and
# options are what --help lists; names and values what the program expects instead of '?'. Sourced.
# shellcheck shell=bash disable=SC2207 # mapfile is not in zsh; no word has a blank
_semacredit_expected() {
    "$@" 2>&1 | tr -d ',' |
        sed -nE "s/ found '\?'\$| or FILE.yaml\$//; s/.*expected one of (.*)/\1/p"
}
_semacredit() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} words='' verb=${COMP_WORDS[1]}
    local before=${COMP_WORDS[COMP_CWORD - 1]} key='' option=''
    if [ "$word" = = ]; then word=; elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $word in # in zsh = breaks no word
    --*=*) before=${word%%=*} option=${word%%=*}= word=${word#*=} ;;
    esac
    case ${COMP_WORDS[COMP_CWORD - 3]} in -s | --set) key=$before before=--set ;; esac
    case $before:$word in *:*=*) key=${word%%=*} ;; esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$program" --help 2>/dev/null | sed -nE 's/^  ([a-z]+) .*/\1/p')
    elif [ "${word#-}" != "$word" ]; then
        words=$("$program" "$verb" --help 2>/dev/null |
            sed -nE 's/^ {2,6}(-[A-Za-z]( [A-Z]+)?, )?(--[a-z-]+).*/\3/p')
    else
        case $before in
        -w | --workload | keys) words=$(_semacredit_expected "$program" keys '?') ;;
        -a | --admission) words=$(_semacredit_expected "$program" run -w random -a '?') ;;
        --policy) words=$(_semacredit_expected "$program" run -w random --policy '?') ;;
        -s | --set)
            if [ -n "$key" ]; then
                words=$(_semacredit_expected "$program" run -w random --set "$key=?")
                [ "$word" = "${word#*=}" ] || words="$key=${words// / $key=}"
            else
                words=$("$program" keys random 2>/dev/null | sed -nE 's/^([a-z_]+): .*/\1=/p')
            fi ;;
        esac
    fi
    COMPREPLY=($(compgen -P "$option" -W "$words" -- "$word"))
}
complete -o default -F _semacredit semacredit
