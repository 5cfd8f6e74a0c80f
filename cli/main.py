"""The group of commands. Each is imported only when it runs, which makes every start fast."""

from __future__ import annotations

import gc
import importlib
import sys
from typing import Any

import click

from cli import output
from cli.code_cache import CodeCache
from engine import __version__
from engine.kernel.fingerprint.summaries import SUMMARIES

# In the order in which a newcomer needs them. Each name is a module of `cli.commands` that defines `command`.
GROUPS = {
    "Audit and replay": ("audit", "books", "compare", "view", "replay", "legal"),
    "Write a log": ("new", "sheet", "tidy", "convert", "merge", "redact", "pack", "lsp"),
    "Count a tournament, settle a dispute": ("tournament", "case"),
    "Look up": ("explain", "games", "rules", "rulings", "events", "facts", "help"),
    "Serve a club": ("serve", "remote", "db", "token", "webhook", "config"),
    "For developers": ("simulate", "spoil", "slip", "completion"),
}
# The file in the source that documents each command.
WRITTEN = {
    "docs/tutorial/1-audit-your-first-log.md": ("audit", "view", "replay", "legal", "simulate"),
    "docs/how-to/write-a-log.md": ("new", "sheet", "tidy", "compare", "merge", "redact"),
    "docs/how-to/correct-a-log.md": ("books",),
    "docs/how-to/read-odd-spreadsheets.md": ("convert",),
    "docs/how-to/describe-your-components.md": ("pack",),
    "docs/how-to/use-an-editor.md": ("lsp",),
    "docs/how-to/run-it-for-a-club.md": ("serve", "remote", "token", "webhook"),
    "docs/reference/settings.md": ("config",),
    "docs/how-to/back-up-and-restore.md": ("db",),
    "docs/how-to/add-a-rule.md": ("spoil", "slip"),
    "docs/reference/tournaments.md": ("tournament",),
    "docs/reference/cases.md": ("case",),
    "docs/reference/tailwinds/rules.md (and that of each other game)": ("explain", "games", "rules"),
    "docs/reference/tailwinds/facts.md (and that of each other game)": ("events", "facts"),
    "docs/reference/tailwinds/rulings.md (and that of each other game)": ("rulings",),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)
STOPPED = 130
RARELY = 100_000


class Commands(click.Group):
    """A group that lists its commands by name and imports only the one that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click passes it
        """List the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"cli.commands.{cmd_name}")
        command: click.Command = module.command
        page = next((page for page, names in WRITTEN.items() if cmd_name in names), "README.md")
        command.epilog = f"More: {page}; words in one meaning: docs/reference/glossary.md"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under headings by purpose."""
        room = max(map(len, COMMANDS))
        for title, names in GROUPS.items():
            rows = [(f"{name:<{room}}", self._get_short_help(ctx, name)) for name in names]
            with formatter.section(title):
                formatter.write_dl(rows)

    def _get_short_help(self, ctx: click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        return "" if command is None else command.get_short_help_str(limit=80)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse an unknown command, with a suggestion."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        output.say("deadreckon ", __version__)
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def app() -> None:
    """Say what really happened in a logged board game.

    Deadreckon replays a log event by event, names each illegal move with the rule it breaks and the page that says
    so, and says whether the claimed result follows from the record.

    \b
    deadreckon audit final.log              is every move legal, did the winner win?
    deadreckon view final.log               look at it in the browser, step by step
    deadreckon replay final.log             step through it in the terminal
    deadreckon explain TW-MOVE-01           one rule, with examples
    deadreckon simulate tailwinds           a made-up game to try all this on

    Exit codes: 0 clean, 1 findings (a line that cannot be read is one), 2 wrong usage, 3 a file that is not a log, 70
    a bug in Deadreckon. `deadreckon help COMMAND` explains a command and names its page; begin with README.md.
    """
    output.set_colour("auto")


def run_command_line(arguments: list[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    try:
        code: Any = app.main(args=arguments, prog_name="deadreckon", standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except (click.Abort, KeyboardInterrupt):
        output.tell("Stopped.")
        return STOPPED
    except Exception as wrong:  # noqa: BLE001 - a bug is shown in full, with an exit code other than that of findings
        from cli import crash

        crash.report_failure(crash.format_traceback(wrong))
        return crash.OUR_FAULT
    return code if isinstance(code, int) else 0


def main() -> None:
    """Run the `deadreckon` command."""
    # Almost all objects live until the end. Collecting garbage takes a twentieth of the start-up time.
    gc.set_threshold(RARELY)
    output.replace_missing_letters(sys.stdout, sys.stderr)
    SUMMARIES.memory = CodeCache()
    code = run_command_line()
    # Freeze all objects: a last collection at exit takes a sixth of the time of an audit.
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    main()
