"""The program `caribbean`: its commands, and what becomes of an error. Knows no game and prints no result."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from ..errors import CaribbeanError
from ..versions import library_version
from . import analysing, auditing, cards, games, settling
from .page import one_line

GROUPS = (cards, settling, analysing, auditing, games)
"""Every module of commands; each lists its own in `COMMANDS`."""

BAD_INPUT = 2
FAILED = 1
INTERRUPTED = 130


class OneLineErrors(click.Group):
    """A group of commands in which whatever is wrong ends as one line on stderr and an exit status."""

    def main(self, *args: Any, standalone_mode: bool = True, **options: Any) -> Any:
        """Run a command; as click has it, exit with its status, or return the status where not standalone."""
        status = self._status(*args, **options)
        if standalone_mode:
            sys.exit(status)
        return status

    def _status(self, *args: Any, **options: Any) -> int:
        click_main: Callable[..., Any] = super().main
        try:
            status = click_main(*args, standalone_mode=False, **options)
        except CaribbeanError as error:
            return _complain(str(error), BAD_INPUT)
        except click.ClickException as error:
            return _complain(error.format_message(), error.exit_code)
        except click.Abort:  # Ctrl-C: whoever pressed it needs no explanation
            return INTERRUPTED
        except OSError as error:  # a full disk under stdout; click and rich end quietly on a broken pipe themselves
            return _complain(f"cannot write: {error.strerror}", FAILED)
        return status if isinstance(status, int) else 0


def _complain(message: str, status: int) -> int:
    click.echo(f"caribbean: {one_line(message)}", err=True)
    return status


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(f"caribbean-rules {library_version()}")
        context.exit()


@click.group(cls=OneLineErrors, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@click.pass_context
def caribbean(context: click.Context) -> None:
    """Caribbean-style poker: rank hands, settle boxes, read rules and pay tables.

    A GAME is a name that `caribbean games` lists, or a TOML file with a variant. With --json a command prints one JSON
    document. Bad input gives exit status 2 and one line on stderr.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _group in GROUPS:
    for _command in _group.COMMANDS:
        caribbean.add_command(_command)


def run() -> NoReturn:
    """Run the program on `sys.argv`, and exit."""
    caribbean.main(prog_name="caribbean")
    raise AssertionError("click exits")
