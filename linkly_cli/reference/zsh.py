"""Completion in zsh: one function a command, all by `_arguments`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkly_cli.reference.values import Kind, Values, argument_values, option_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linkly_cli.reference.tree import Argument, Command, Option

_HEAD = """\
#compdef linkly
# Completion of linkly in zsh.
# Generated from the command tree by python -m linkly_cli.reference; do not edit.
"""
_GROUP = """\

{function}_commands() {{
  local -a commands=(
{commands}
  )
  _describe -t commands command commands
}}

{function}() {{
  local context curcontext=$curcontext state state_descr line ret=1
  typeset -A opt_args
  _arguments -s -S -C : \\
{options} \\
    '(-)1: :{function}_commands' \\
    '(-)*:: :->below' && ret=0
  if [[ $state == below ]]; then
    curcontext=${{curcontext%:*:*}}:{page}-$words[1]:
    case $words[1] in
{cases}
    esac
  fi
  return ret
}}
"""
_LEAF = """\

{function}() {{
  _arguments -s -S : \\
{specs}
}}
"""
_TAIL = """\

if [[ $funcstack[1] == _linkly ]]; then
  _linkly "$@"
else
  compdef _linkly linkly
fi
"""


def write_zsh(program: Command) -> str:
    """The script for zsh, for a folder of `$fpath` or to be sourced."""
    return _HEAD + "".join(_function(program, command) for command in program.walk()) + _TAIL


def _name(command: Command) -> str:
    return "_" + command.page.replace("-", "_")


def _function(program: Command, command: Command) -> str:
    options = " \\\n".join(f"    {_option(option)}" for option in command.options)
    if not command.commands:
        arguments = [f"    {spec}" for spec in _arguments(program, command)]
        return _LEAF.format(function=_name(command), specs=" \\\n".join([options, *arguments]))
    below = [(one.path[-1], one) for one in command.commands]
    return _GROUP.format(
        function=_name(command),
        page=command.page,
        options=options,
        commands="\n".join(f"    {_quoted(f'{name}:{one.summary}')}" for name, one in below),
        cases="\n".join(f"      {name}) {_name(one)} && ret=0 ;;" for name, one in below),
    )


def _option(option: Option) -> str:
    """A specification, or several joined by brace expansion; names of one option exclude each other."""
    names = option.all_names
    text = f"[{_described(option.help)}]" + _value(option)
    excluded = f"({' '.join(names)})" if len(names) > 1 else ""
    head = "*" if option.repeatable else excluded
    spelled = [f"{name}{_joint(name, option)}" for name in names]
    if len(names) == 1:
        return _quoted(f"{head}{spelled[0]}{text}")
    return f"{_quoted(head)}{{{','.join(spelled)}}}{_quoted(text)}"


def _joint(name: str, option: Option) -> str:
    """How a value may follow: `--limit 5` or `--limit=5`, `-C 3` or `-C3`."""
    if not option.metavar:
        return ""
    return "=" if name.startswith("--") else "+"


def _value(option: Option) -> str:
    return f":{_message(option.metavar)}:{_action(option_values(option))}" if option.metavar else ""


def _arguments(program: Command, command: Command) -> Iterator[str]:
    for index, argument in enumerate(command.arguments, 1):
        values = argument_values(program, command, argument)
        # a bare message would keep zsh from inserting the only option that matches
        message = f'_guard "^-*" "{_message(argument.metavar)}"'
        action = message if values.kind is Kind.NOTHING else _action(values)
        yield _quoted(_place(argument, index) + action)


def _place(argument: Argument, index: int) -> str:
    return f"{'*' if argument.repeatable else index}:{_message(argument.metavar)}:"


def _action(values: Values) -> str:
    words = " ".join(values.words)
    actions = {
        Kind.NOTHING: " ",
        Kind.WORDS: f"({words})",
        Kind.LIST: f"_sequence compadd - {words}",
        Kind.FILES: "_files",
        Kind.FOLDERS: "_files -/",
    }
    return actions[values.kind]


def _described(text: str) -> str:
    return text.replace("\\", r"\\").replace("[", r"\[").replace("]", r"\]")


def _message(text: str) -> str:
    return text.replace("\\", r"\\").replace(":", r"\:")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", r"'\''") + "'"
