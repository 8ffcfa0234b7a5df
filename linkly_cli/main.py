"""The entry point: runs the command and turns what can go wrong into messages and exit statuses."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

from typer.exceptions import TyperException

from engine.errors import LinklyError, UsageError
from engine.models import Failure
from linkly_cli.exit_codes import ExitCode
from linkly_cli.failures import bug
from linkly_cli.invocation import Invocation, SingleFailureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linkly_cli.environment import Environment


_UNKNOWN_OPTION = "No such option: "


def main() -> int:
    """Run the command of this process; its exit status."""
    from linkly_cli.environment import process_environment

    environment = process_environment()
    status = run(environment)
    return _settle_streams(environment, status)


def run(environment: Environment) -> int:
    """Run one command in an environment; its exit status."""
    invocation = Invocation(environment, format=_format_of(environment.arguments))
    try:
        with invocation.at_end:
            return _call(invocation)
    except SingleFailureError as exc:
        wrong = exc.failure.code == UsageError.code
        return _fail(invocation, exc.failure, ExitCode.USAGE if wrong else ExitCode.FAILED)
    except UsageError as exc:
        return _fail(invocation, exc.as_failure(), ExitCode.USAGE)
    except LinklyError as exc:
        return _fail(invocation, exc.as_failure(), ExitCode.FAILED)
    except BrokenPipeError:
        return ExitCode.OK  # whoever read the output has enough
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except OSError as exc:
        return _fail(invocation, _output_failure(exc), ExitCode.FAILED)
    except Exception as exc:
        if invocation.debug:
            raise
        return _fail(invocation, bug(exc), ExitCode.FAILED)


def _call(invocation: Invocation) -> int:
    from linkly_cli.app import app

    try:
        status = app.main(
            list(invocation.environment.arguments), prog_name="linkly", standalone_mode=False, obj=invocation
        )
    except TyperException as exc:
        if type(exc).__name__ == "NoArgsIsHelpError" and invocation.format != "json":
            return ExitCode.USAGE  # the help page has been printed, which says it all
        raise _usage_error(exc, invocation) from exc
    except SystemExit as exc:
        if isinstance(exc.__context__, BrokenPipeError):  # typer ends the process with status 1 over it
            raise BrokenPipeError from exc
        raise
    invocation.environment.stdout.flush()
    return int(status) if isinstance(status, int) and status else invocation.exit_status


def _usage_error(exc: TyperException, invocation: Invocation) -> UsageError:
    """The parser's complaint in our words; bare `linkly` gets the help page instead."""
    context = getattr(exc, "ctx", None)
    message = " ".join(exc.format_message().split())
    command = context.command_path if context is not None else "linkly"
    hint = f"{command} --help"
    names = set(invocation.environment.arguments)
    if message.startswith(_UNKNOWN_OPTION) and names & {"search", "grep"}:
        # the parser names the first letter of what it takes for short options
        named = message.removeprefix(_UNKNOWN_OPTION).partition(" ")[0]
        typed = next((each for each in invocation.environment.arguments if each.startswith(named)), named)
        typed = typed.partition("=")[0]
        message = message.replace(named, typed, 1)
        if "Possible options" not in message:
            hint = f'{command} -- "{typed}" (what begins with "-" goes after "--"; grep also takes -e PATTERN)'
    elif message == "No such command 'list'." and "library" in names:
        hint = "linkly list-libraries"
    elif message.startswith("Got unexpected extra argument") and "search" in names:
        hint = 'put several words in quotes: linkly search "harbour tides"'
    return UsageError(message, hint=hint)


def _fail(invocation: Invocation, failure: Failure, status: ExitCode) -> int:
    """Print an error where its format wants it; the exit status."""
    from renderers.base import failure_text

    environment = invocation.environment
    try:
        renderer = invocation.renderer()
    except LinklyError:
        renderer = None
    try:
        if renderer is not None and renderer.errors_on_stdout:
            renderer.failure(failure, environment.stdout)
        else:
            environment.stderr.write(failure_text(failure))
        environment.stdout.flush()
        environment.stderr.flush()
    except OSError:
        return ExitCode.FAILED
    return ExitCode.USAGE if invocation.exit_code else status


def _output_failure(exc: OSError) -> Failure:
    if exc.errno == errno.ENOSPC:
        return Failure(code="output", message="The output cannot be written: no space is left on the device.")
    return Failure(code="output", message=f"{exc.strerror or exc}{f': {exc.filename}' if exc.filename else ''}.")


def _format_of(arguments: Sequence[str]) -> str | None:
    """The format asked for, read from the raw arguments, so that even a complaint about them comes in it."""
    for index, argument in enumerate(arguments):
        if argument == "--":
            return None
        if argument == "--json":
            return "json"
        if argument.startswith("--format="):
            return argument.partition("=")[2]
        if argument == "--format" and index + 1 < len(arguments):
            return arguments[index + 1]
    return None


def _settle_streams(environment: Environment, status: int) -> int:
    """Write out what is left. A stream that cannot take it must not complain again when the interpreter ends."""
    for stream in (environment.stdout, environment.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            _silence(stream.fileno())
        except OSError:
            _silence(stream.fileno())
            status = status or ExitCode.FAILED
    return status


def _silence(descriptor: int) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)


if __name__ == "__main__":
    sys.exit(main())
