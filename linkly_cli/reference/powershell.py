"""Completion in PowerShell, 5.1 and later. What it offers nothing for, PowerShell completes as a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkly_cli.reference.values import Kind, Values, argument_values, option_values, valued_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from linkly_cli.reference.tree import Command, Option

_SCRIPT = r"""# Completion of linkly in PowerShell.
# Generated from the command tree by python -m linkly_cli.reference; do not edit.

Register-ArgumentCompleter -Native -CommandName 'linkly' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $valued = @(@VALUED@)
    $commands = @(@COMMANDS@)
    $path = 'linkly'
    $count = 0
    $option = ''
    $literal = $false
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
    foreach ($word in $words) {
        if ($option) { $option = '' }
        elseif (-not $literal -and $word -eq '--') { $literal = $true }
        elseif (-not $literal -and $word -clike '-?*') { if ($valued -ccontains $word) { $option = $word } }
        elseif (-not $literal -and $count -eq 0 -and $commands -ccontains "$path $word") { $path = "$path $word" }
        else { $count++ }
    }

    function Offer($text, $description, $type = 'ParameterValue') {
        [System.Management.Automation.CompletionResult]::new($text, $text, $type, $description)
    }
    function Offer-List($values) {
        $comma = $wordToComplete.LastIndexOf(',') + 1
        $values | ForEach-Object { Offer ($wordToComplete.Substring(0, $comma) + $_) $_ }
    }

    $offers = @(
        if ($option) {
            switch -CaseSensitive -Wildcard ("$path $option") {
@VALUES@
            }
        } elseif (-not $literal -and $wordToComplete -like '-*') {
            switch ($path) {
@OPTIONS@
            }
        } else {
            switch -Wildcard ("$path $count") {
@ARGUMENTS@
            }
        }
    )
    $offers | Where-Object {
        $_.CompletionText.StartsWith($wordToComplete, [System.StringComparison]::Ordinal)
    }
}
"""


def write_powershell(program: Command) -> str:
    """The script for PowerShell."""
    names = [command.name for command in program.walk() if command.path]
    parts = {
        "@VALUED@": _array(valued_names(program)),
        "@COMMANDS@": _array(names),
        "@VALUES@": "\n".join(_values(program)),
        "@OPTIONS@": "\n".join(_options(program)),
        "@ARGUMENTS@": "\n".join(_arguments(program)),
    }
    script = _SCRIPT
    for mark, text in parts.items():
        script = script.replace(mark, text)
    return script


def _values(program: Command) -> Iterator[str]:
    yield from _value_cases("*", [option for option in program.options if option.is_global])
    for command in program.walk():
        yield from _value_cases(command.name, [option for option in command.options if not option.is_global])


def _value_cases(path: str, options: Iterable[Option]) -> Iterator[str]:
    for option in options:
        if action := _action(option_values(option)):
            yield from (f"                {_quoted(f'{path} {name}')} {{ {action}; break }}" for name in option.names)


def _options(program: Command) -> Iterator[str]:
    for command in program.walk():
        yield f"                {_quoted(command.name)} {{"
        for option in command.options:
            for name in option.all_names:
                yield f"                    Offer {_quoted(name)} {_quoted(option.help)} 'ParameterName'"
        yield "                }"


def _arguments(program: Command) -> Iterator[str]:
    for command in program.walk():
        if command.commands:
            yield f"                {_quoted(f'{command.name} 0')} {{"
            for one in command.commands:
                yield f"                    Offer {_quoted(one.path[-1])} {_quoted(one.summary)}"
            yield "                }"
        for index, argument in enumerate(command.arguments):
            if action := _action(argument_values(program, command, argument)):
                place = "[0-9]*" if argument.repeatable else index
                yield f"                {_quoted(f'{command.name} {place}')} {{ {action} }}"


def _action(values: Values) -> str:
    """Nothing for files and folders: that is when PowerShell completes paths itself."""
    words = _array(values.words)
    actions = {Kind.WORDS: f"{words} | ForEach-Object {{ Offer $_ $_ }}", Kind.LIST: f"Offer-List @({words})"}
    return actions.get(values.kind, "")


def _array(words: Iterable[str]) -> str:
    return ", ".join(map(_quoted, words))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
