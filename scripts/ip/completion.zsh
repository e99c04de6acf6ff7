#compdef semacredit
# Completion of semacredit for zsh: that of bash.
autoload -U +X bashcompinit && bashcompinit
source "${${(%):-%x}:A:h}/../../bash-completion/completions/semacredit"
_bash_complete -o default -F _semacredit
