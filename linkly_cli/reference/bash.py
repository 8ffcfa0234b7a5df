"""Completion in bash, from 3.2 on: no description, no `mapfile`, `compopt` only where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkly_cli.reference.values import Kind, Values, argument_values, option_values, valued_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from linkly_cli.reference.tree import Command, Option

_SCRIPT = r"""# Completion of linkly in bash.
# Generated from the command tree by python -m linkly_cli.reference; do not edit.

_linkly_words() {
  COMPREPLY=($(compgen -P "$prefix" -W "$1" -- "$current"))
}

_linkly_list() {
  local chosen='' word words=''
  [[ $current == *,* ]] && chosen=${current%,*},
  for word in $1; do
    [[ ,$chosen == *",$word,"* ]] || words+=" $word"
  done
  COMPREPLY=($(compgen -P "$prefix$chosen" -W "$words" -- "${current##*,}"))
  compopt -o nospace 2>/dev/null
}

_linkly_paths() {
  local found
  while IFS= read -r found; do
    COMPREPLY+=("$prefix$found")
  done < <(compgen "$1" -- "$current")
  compopt -o filenames 2>/dev/null
}

_linkly_takes_value() {
  case $1 in
    @VALUED@) return 0 ;;
  esac
  return 1
}

_linkly_is_command() {
  case $1 in
    @COMMANDS@) return 0 ;;
  esac
  return 1
}

_linkly_value() {
  case "$path $option" in
@VALUES@
  esac
}

_linkly_option() {
  case $path in
@OPTIONS@
  esac
}

_linkly_argument() {
  case "$path $count" in
@ARGUMENTS@
  esac
}

_linkly() {
  local IFS=$' \t\n' current=${COMP_WORDS[COMP_CWORD]} prefix='' path=linkly option='' literal='' count=0 index word
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if [[ -n $literal || $word == - || $word != -* ]]; then
      if [[ -z $literal && $count == 0 ]] && _linkly_is_command "$path $word"; then
        path+=" $word"
      else
        ((count++))
      fi
    elif [[ $word == -- ]]; then
      literal=yes
    elif [[ $word == --* && ${COMP_WORDS[index + 1]} == = ]]; then # bash splits --mode=count at the equals sign
      ((index += 2))
      if ((index > COMP_CWORD)); then current=''; fi
      if ((index >= COMP_CWORD)); then option=$word; fi
    elif _linkly_takes_value "$word"; then
      ((index += 1))
      if ((index == COMP_CWORD)); then option=$word; fi
    fi
  done
  if [[ -z $option && -z $literal && $current == --*=* ]]; then # unless told not to
    option=${current%%=*} prefix=${current%%=*}= current=${current#*=}
  fi
  if [[ -n $option ]]; then
    _linkly_value
  elif [[ -z $literal && $current == -* ]]; then
    _linkly_option
  else
    _linkly_argument
  fi
}

complete -F _linkly linkly
"""


def write_bash(program: Command) -> str:
    """The script for bash."""
    commands = [f"'{command.name}'" for command in program.walk() if command.path]
    parts = {
        "@VALUED@": " | ".join(valued_names(program)),
        "@COMMANDS@": " | ".join(commands),
        "@VALUES@": "\n".join(_values(program)),
        "@OPTIONS@": "\n".join(_options(program)),
        "@ARGUMENTS@": "\n".join(_arguments(program)),
    }
    script = _SCRIPT
    for mark, text in parts.items():
        script = script.replace(mark, text)
    return script


def _values(program: Command) -> Iterator[str]:
    shared = [option for option in program.options if option.is_global]
    yield from _value_cases("*' ", shared)
    for command in program.walk():
        yield from _value_cases(f"'{command.name} ", [one for one in command.options if not one.is_global])


def _value_cases(start: str, options: Iterable[Option]) -> Iterator[str]:
    """One pattern an option; `start` opens the quotes."""
    for option in options:
        if action := _action(option_values(option)):
            patterns = " | ".join(f"{start}{name}'" for name in option.names)
            yield f"    {patterns}) {action} ;;"


def _options(program: Command) -> Iterator[str]:
    for command in program.walk():
        names = " ".join(name for option in command.options for name in option.all_names)
        yield f"    '{command.name}') _linkly_words '{names}' ;;"


def _arguments(program: Command) -> Iterator[str]:
    for command in program.walk():
        if command.commands:
            names = " ".join(one.path[-1] for one in command.commands)
            yield f"    '{command.name} 0') _linkly_words '{names}' ;;"
        for index, argument in enumerate(command.arguments):
            if action := _action(argument_values(program, command, argument)):
                pattern = f"'{command.name} '*" if argument.repeatable else f"'{command.name} {index}'"
                yield from (f"    '{command.name} {before}') ;;" for before in range(index) if argument.repeatable)
                yield f"    {pattern}) {action} ;;"


def _action(values: Values) -> str:
    words = " ".join(values.words)
    actions = {
        Kind.NOTHING: "",
        Kind.WORDS: f"_linkly_words '{words}'",
        Kind.LIST: f"_linkly_list '{words}'",
        Kind.FILES: "_linkly_paths -f",
        Kind.FOLDERS: "_linkly_paths -d",
    }
    return actions[values.kind]
