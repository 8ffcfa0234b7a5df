"""Completion in fish, from 3.1 on: conditions that walk the words before the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkly_cli.reference.values import Kind, Values, argument_values, option_values, valued_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linkly_cli.reference.tree import Command, Option

_SCRIPT = """\
# Completion of linkly in fish.
# Generated from the command tree by python -m linkly_cli.reference; do not edit.

function __linkly_at --description 'Whether the words so far are this command and as many arguments, or from MIN on'
    # Arguments: COMMAND [= COUNT | + MIN]
    set -l path linkly
    set -l count 0
    set -l skip no
    set -l literal no
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if test $skip = yes
            set skip no
        else if test $literal = no; and string match -q -- '-?*' $word
            switch $word
                case --
                    set literal yes
                case @VALUED@
                    set skip yes
            end
        else
            switch "$count$literal $path $word"
                case @COMMANDS@
                    set path "$path $word"
                case '*'
                    set count (math $count + 1)
            end
        end
    end
    test "$path" = "$argv[1]"; or return 1
    switch "$argv[2]"
        case =
            test $count -eq $argv[3]
        case +
            test $count -ge $argv[3]
    end
end

complete -c linkly -f
"""
_EACH = "complete -c linkly"


def write_fish(program: Command) -> str:
    """The script for fish."""
    commands = [f"'0no {command.name}'" for command in program.walk() if command.path]
    head = _SCRIPT.replace("@VALUED@", " ".join(valued_names(program))).replace("@COMMANDS@", " ".join(commands))
    return head + "".join(f"{line}\n" for command in program.walk() for line in _lines(program, command))


def _lines(program: Command, command: Command) -> Iterator[str]:
    yield f"\n# {command.name}"
    for one in command.commands:
        yield f"{_EACH} {_at(command, '= 0')} -a {one.path[-1]} -d {_quoted(one.summary)}"
    for index, argument in enumerate(command.arguments):
        if action := _action(argument_values(program, command, argument)):
            comparison = "+" if argument.repeatable else "="
            yield f"{_EACH} {_at(command, f'{comparison} {index}')} {action}"
    for option in command.options:
        yield f"{_EACH} {_at(command)} {_option(option)}"


def _at(command: Command, count: str = "") -> str:
    condition = f"__linkly_at '{command.name}' {count}".rstrip()
    return f'-n "{condition}"'


def _option(option: Option) -> str:
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.all_names)
    value = f"{_value(option_values(option))} " if option.metavar else ""
    return f"{names} {value}-d {_quoted(option.help)}"


def _value(values: Values) -> str:
    """A value is required; other than files only where files are asked for."""
    return "-r -F" if values.kind is Kind.FILES else f"-x {_action(values)}".rstrip()


def _action(values: Values) -> str:
    words = " ".join(values.words)
    actions = {
        Kind.NOTHING: "",
        Kind.WORDS: f"-a '{words}'",
        Kind.LIST: f"-a '(__fish_append , {words})'",
        Kind.FILES: "-F",
        Kind.FOLDERS: "-a '(__fish_complete_directories)'",
    }
    return actions[values.kind]


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", r"\\").replace("'", r"\'") + "'"
