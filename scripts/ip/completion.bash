# Completion of semacredit for bash, and for zsh by its bashcompinit (install.sh): verbs and
# options are what --help lists; names and values what the program expects instead of '?'. Sourced.
# shellcheck shell=bash disable=SC2207 # mapfile is not in zsh; no word has a blank
_semacredit_expected() {
    "$@" 2>&1 | tr -d ',' |
        sed -nE "s/ found '\?'\$| or FILE.yaml\$//; s/.*expected (one|some) of (.*)/\2/p"
}
_semacredit() {
    local program=${COMP_WORDS[0]/#\~\//$HOME/} verb=${COMP_WORDS[1]} words='' before typed
    local word=${COMP_LINE:0:$COMP_POINT} # up to a blank: bash breaks its words at =, zsh does not
    before=${word%[[:blank:]]*} word=${word##*[[:blank:]]} typed=$word
    before=${before##*[[:blank:]]}
    case $word in --*=*) before=${word%%=*} word=${word#*=} ;; esac
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
        --only) words=$(_semacredit_expected "$program" "$verb" --only '?') ;;
        -s | --set)
            if [ "${word#*=}" != "$word" ]; then
                words=$(_semacredit_expected "$program" run -w random --set "${word%%=*}=?")
                word=${word#*=}
            else
                words=$("$program" keys random 2>/dev/null | sed -nE 's/^([a-z_]+): .*/\1=/p')
            fi ;;
        esac
    fi
    # What is before the value stands in another word, or not.
    typed=${typed%"$word"}
    [ "${COMP_WORDS[COMP_CWORD]}" = "$typed$word" ] || typed=''
    COMPREPLY=($(compgen -P "$typed" -W "$words" -- "$word"))
}
complete -o default -F _semacredit semacredit
