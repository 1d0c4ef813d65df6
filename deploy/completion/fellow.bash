# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for fellow: commands, options and files, as `fellow --help` and `fellow COMMAND --help` tell them.
_fellow() {
  local word=${COMP_WORDS[COMP_CWORD]} command=
  if [ "$COMP_CWORD" -gt 1 ]; then command=${COMP_WORDS[1]}; fi
  if [ -z "$command" ]; then
    mapfile -t COMPREPLY < <(compgen -W "--help --version $(fellow --help 2>/dev/null | sed -n '/^Subcommands:/,$s/^  \([a-z][a-z-]*\) .*/\1/p')" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(fellow "$command" --help 2>/dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u)" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _fellow fellow
