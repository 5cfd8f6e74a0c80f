"""Click types, and the options that commands share: a game, its layers, a file, columns, the form of a listing."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli import output
from cli.shell_completion import ReadFile, complete_names
from engine.kernel.basics.json_types import Document
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from audit.spreadsheets.columns import Columns
    from engine.kernel.game import Game

Command = TypeVar("Command", bound=Callable[..., Any])
SPELLINGS = ("text", "jsonl", "csv")
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


def layer_option(command: Command) -> Command:
    """Add the option for layers, which adds to the log's header."""
    return click.option(
        "--layer", "layers", type=LayerName(), multiple=True, help="Add this edition, mode or variant (repeatable)."
    )(command)
