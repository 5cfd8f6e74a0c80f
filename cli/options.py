"""Click types and options shared by commands: games, rulings, layers, packs and spellings, with suggestions."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli import output
from cli.shell_completion import ReadFile, complete_names
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.spellings.misread import make_visible

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from audit import AuditOptions
    from audit.spreadsheets.columns import Columns
    from engine.kernel.game import Game

Command = TypeVar("Command", bound=Callable[..., Any])
SPELLINGS = ("text", "jsonl", "csv")
POLICIES = ("as-played", "skip-illegal", "stop")
BOOKS = ("adjudicated", "played")
BOTH = "both"
A_RULE = re.compile(r"[A-Z]{2,3}-[A-Z]+-\d+[A-Z]?")


def load_games() -> Mapping[str, Game]:
    """Return every game. Importing them here keeps help and completion fast."""
    from engine.games import GAMES

    return GAMES


def suggest_word(word: str, choices: Iterable[str]) -> str:
    """Suggest the nearest choice, or list the choices."""
    from difflib import get_close_matches

    known = sorted(choices)
    close = get_close_matches(word, known, n=1) or get_close_matches(word.upper(), known, n=1)
    if close:
        return f"Did you mean {make_visible(close[0])!r}?"
    listed = ", ".join(known[:20])
    return f"There is: {listed}{', …' if len(known) > 20 else ''}." if known else ""  # noqa: PLR2004 - a line's worth


class GameName(click.ParamType["Game"]):
    """The name of a game, converted to the game."""

    name = "game"

    def convert(self, value: str | Game, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """Find the game."""
        known = load_games()
        if not isinstance(value, str):
            return value
        if A_RULE.fullmatch(value.upper()):
            self.fail(f"That is a rule's name. `deadreckon explain {value.upper()}` explains it.", param, ctx)
        if value.lower() not in known:
            self.fail(f"There is no game {make_visible(value)!r}. {suggest_word(value.lower(), known)}", param, ctx)
        return known[value.lower()]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Offer the names of all games."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in load_games() if name.startswith(incomplete)]


class Amount(click.FloatRange):
    """A number within bounds. `nan` is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - click's signature
        """Parse the number and check its bounds."""
        amount = float(super().convert(value, param, ctx))
        if math.isnan(amount):
            self.fail(f"{make_visible(str(value))!r} is not a number.", param, ctx)
        return amount


class Words(click.ParamType[str]):
    """A text of limited length."""

    name = "text"

    def __init__(self, most: int, least: int = 0) -> None:
        self.least, self.most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check the length."""
        words = str(value)
        if not self.least <= len(words) <= self.most:
            self.fail(f"It has {len(words)} characters; it can have {self.least} to {self.most}.", param, ctx)
        return words


class RulingChoice(click.ParamType[tuple[str, str]]):
    """`QUESTION=READING`, checked against every game's open questions."""

    name = "question=reading"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Split and check one choice."""
        question, equals, reading = str(value).partition("=")
        if not equals:
            self.fail(
                f"{make_visible(value)!r} is not a choice. Write QUESTION=READING, as in TW-AMB-05=READING.", param, ctx
            )
        if question == "house" and reading:
            return question, reading
        known = {q.id: q for game in load_games().values() for q in game.questions.values()}
        if question not in known:
            self.fail(
                f"There is no open question {make_visible(question)!r}. {suggest_word(question, known)}", param, ctx
            )
        readings = known[question].readings
        if reading not in readings:
            self.fail(
                f"{question} has no reading {make_visible(reading)!r}. {suggest_word(reading, readings)}", param, ctx
            )
        return question, reading

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click passes them
        """Offer questions with their readings."""
        questions = [question for game in load_games().values() for question in game.questions.values()]
        return complete_names((f"{q.id}={reading}" for q in questions for reading in q.readings), incomplete)


class LayerName(click.ParamType[str]):
    """The name of a layer of any game."""

    name = "layer"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check one layer."""
        known = {layer.id for game in load_games().values() for layer in (game.base, *game.layers)}
        if value not in known:
            self.fail(f"There is no layer {make_visible(str(value))!r}. {suggest_word(str(value), known)}", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - as above
        """Offer the layers of all games."""
        return complete_names(sorted({layer.id for game in load_games().values() for layer in game.layers}), incomplete)


class PackFile(ReadFile[tuple[str, str]]):
    """A file with a content pack, converted to its id and text."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Read the pack. The game checks it later."""
        text, head = read_pack_file(str(value))
        if not isinstance(head.get("id"), str):
            self.fail(f"{make_visible(str(value))} has no id. Run `deadreckon pack check` on it.", param, ctx)
        return head["id"], text


class ColumnsFile(ReadFile["Columns"]):
    """A file that describes the columns of a club's own sheets."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Columns:
        """Read the file, and check it against the games."""
        from audit.spreadsheets.columns import read_columns, refuse_strange_words
        from engine.kernel.log import LogError

        try:
            said = read_columns(read_pack_file(str(value))[0])
            refuse_strange_words(said, load_games())
        except LogError as wrong:
            self.fail(f"{make_visible(str(value))}: {wrong.fault.says} {wrong.fault.hint}", param, ctx)
        return said


def read_pack_file(path: str) -> tuple[str, Document]:
    """Read a pack's text and its `[pack]` table, which is empty if the text is not TOML."""
    from pathlib import Path

    from audit.browse.packs import read_pack_head

    try:
        text = Path(path).read_bytes().decode()
    except OSError as wrong:
        raise click.UsageError(
            f"Cannot read {make_visible(path)}: {(wrong.strerror or 'no such file').lower()}."
        ) from None
    except UnicodeDecodeError as wrong:
        raise click.UsageError(f"{make_visible(path)} is not UTF-8 (byte {wrong.start}). Save it as UTF-8.") from None
    return text, read_pack_head(text)


def game_argument(command: Command) -> Command:
    """Add the argument for a game."""
    return click.argument("game", type=GameName())(command)


def file_argument(command: Command) -> Command:
    """Add the argument for one log."""
    return click.argument("file", type=click.Path(allow_dash=True))(command)


def format_option(command: Command) -> Command:
    """Add the options for the form of a listing and its colour."""
    return colour_option(
        click.option(
            "--format",
            "form",
            type=click.Choice(["text", "json"]),
            default="text",
            show_default=True,
            help="Text, or JSON for programs.",
        )(command)
    )


def columns_option(command: Command) -> Command:
    """Add the option for the columns of a club's own sheets."""
    return click.option(
        "--columns",
        type=ColumnsFile(),
        help="Read a club's own sheet with the columns described in FILE (`deadreckon help convert` shows one).",
    )(command)


def colour_option(command: Command) -> Command:
    """Add the option for colour."""

    def take_colour(_ctx: click.Context, _option: click.Parameter, choice: output.Colour) -> None:
        output.set_colour(choice)

    return click.option(
        "--color",
        type=click.Choice(output.COLOURS),
        default="auto",
        expose_value=False,
        callback=take_colour,
        help="Colour: auto (if the terminal has it and NO_COLOR is not set), always or never.",
    )(command)


def make_audit_options(
    rulings: Iterable[tuple[str, str]],
    packs: Iterable[tuple[str, str]],
    readings: str | None = None,
    **more: Json,
) -> AuditOptions:
    """Make `AuditOptions` from the values of a command's options."""
    from audit import AuditOptions

    tried = readings is not None
    return AuditOptions(rulings=dict(rulings), packs=dict(packs), readings=tried, settled=readings == "all", **more)


def rulebook_options(command: Command) -> Command:
    """Add the options for rulings and layers, which add to the log's header."""
    command = click.option(
        "--ruling",
        "rulings",
        type=RulingChoice(),
        multiple=True,
        help="Read an open question this way (repeatable), or all as house=ID has them; wins over the log's header.",
    )(command)
    return layer_option(command)


def layer_option(command: Command) -> Command:
    """Add the option for layers, which adds to the log's header."""
    return click.option(
        "--layer", "layers", type=LayerName(), multiple=True, help="Add this edition, mode or variant (repeatable)."
    )(command)


def book_and_rule_options(command: Command) -> Command:
    """Add all options for reading a log."""
    return book_option(BOOKS)(bookless_options(command))


def book_option(books: Sequence[str]) -> Callable[[Command], Command]:
    """Add the option for the book of the log."""
    return click.option(
        "--book",
        type=click.Choice(books),
        default="adjudicated",
        show_default=True,
        help="With the arbiter's corrections, or as first written" + ("; or both." if BOTH in books else "."),
    )


def bookless_options(command: Command) -> Command:
    """Add all options for reading a log, except the book."""
    command = click.option(
        "--pack",
        "packs",
        type=PackFile(),
        multiple=True,
        help="Make a content pack known, by its id, to logs that name it (repeatable).",
    )(command)
    command = click.option(
        "--policy",
        type=click.Choice(POLICIES),
        default="as-played",
        show_default=True,
        help="What follows an illegal move: it happens, it is skipped, or the replay stops.",
    )(command)
    command = click.option("--strict", is_flag=True, help="Refuse each line that is not canonical.")(command)
    return rulebook_options(command)
