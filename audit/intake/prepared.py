"""Prepares a log for judging: header, rules in force, components, and the events that count."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, NoReturn

import msgspec
from msgspec.structs import replace

from audit.intake.early_stops import end_at_stop
from audit.intake.line_quotes import make_quoted_line_reader
from audit.intake.missing_layers import add_missing_layer_hints
from audit.intake.position import refuse_impossible_position, resolve_position
from audit.intake.programs import get_program
from audit.intake.reader import OF_ANOTHER_GAME, read_log
from audit.options import DEFAULT_OPTIONS, AuditOptions
from engine.kernel.events import Amend, Event, Insert, Retract, Start
from engine.kernel.facts import Fact
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import Fault, Header, Log, LogError
from engine.kernel.packs.reader import PackError
from engine.kernel.positions import Position
from engine.kernel.replay.books import Effective, compute_book
from engine.kernel.replay.fact_values import Values
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import echo_text, explain_stranger, suggest_nearest
from engine.kernel.spellings.reader_state import MAX_FAULTS
from engine.kernel.table import AnyTable, Own
from engine.kernel.unknown import is_known

if TYPE_CHECKING:
    from engine.kernel.spellings.typed.other_words import OtherWords

Domains = Mapping[str, Container[str]]

START = Start()
# These events change the book as adjudicated.
CORRECTIONS = (Amend, Retract, Insert)
EVERY_RULE = "`deadreckon rules` lists every rule; name none to waive all rules that the event breaks."


class PreparedLog(msgspec.Struct, frozen=True, eq=False):
    """A log with all that a replay needs. `header` is the log's own header with the caller's options applied."""

    game: Game
    log: Log
    header: Header
    content: Own
    program: Program
    book: Effective
    entries: list[tuple[int, Event]]
    asked: AuditOptions
    # The known names of each kind.
    domains: Domains

    @property
    def last_seq(self) -> int:
        """The seq of the last event in the file."""
        return len(self.log.events)

    def list_correction_seqs(self) -> list[int]:
        """List the seqs of the corrections that apply to the book in force."""
        if self.asked.book == "played":
            return []
        return [seq for seq, event in enumerate(self.log.events, 1) if isinstance(event, CORRECTIONS)]

    def build_table(self) -> AnyTable:
        """Set up the table as the header says."""
        try:
            table = self.game.lay(self.header, self.content, self.program.rulebook.terms)
        except LogError as wrong:
            raise _place_fault(wrong, self.log, "players") from None
        if self.header.position:
            self._declare_position(table)
        return table

    def compute_position(self, position: Position) -> Mapping[str, Fact]:
        """Compute the facts of a position at the table that it declares."""
        table = replace(self, header=msgspec.structs.replace(self.header, position=dict(position))).build_table()
        reckoners = self.game.reckoners(table)
        return {fact: reckoners[fact](table) for fact in position if fact in reckoners}

    def _declare_position(self, table: AnyTable) -> None:
        try:
            self.game.declare(table, self.header.position)
        except LogError as wrong:
            raise _place_fault(wrong, self.log, "position") from None

    def begin_replay(self) -> Replay:
        """Start a replay at the initial table."""
        return Replay(self.program, self.build_table(), policy=self.asked.policy)

    def replay_all(self) -> Replay:
        """Replay every event, including the implied end of the record."""
        return self.begin_replay().run(self.entries).close(self.last_seq)

    def read_question_as(self, question: str, reading: str) -> PreparedLog:
        """Prepare the same log with another reading of one open question."""
        rulings = {**self.header.rulings, question: reading}
        return replace(self, program=get_program(self.game, self.header.layers, rulings))

    def prepare_with_layers(self, layers: tuple[str, ...]) -> PreparedLog:
        """Prepare the same log with other layers, which may change board, components and names.

        Raises `LayerError` if the layers cannot be stacked, `PackError` or `LogError` if the log does not fit that
        game.
        """
        header = msgspec.structs.replace(self.header, layers=layers)
        program = get_program(self.game, layers, header.rulings)
        content = self.game.content(header, self.asked.packs)
        domains = list_domains(self.game, header, content)
        for _, name, value, kind in self.game.vocabulary.check_names((event for _, event in self.entries), domains):
            raise LogError(explain_stranger(name, value, kind, domains[kind]).says)
        layered = replace(self, header=header, content=content, program=program, domains=domains)
        refuse_impossible_position(layered.log, header.position, layered.compute_position, self.game.ordered)
        return layered


def prepare_log(raw: bytes, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS) -> PreparedLog:
    """Read a log and lay out everything it names; raises `LogError` with the header line at fault."""
    known_games = KnownGames(games, asked)
    log = _append_laid_lines(read_log(raw, known_games, strict=asked.strict, columns=asked.columns), asked)
    game = games[log.header.game]
    header = _apply_options(asked, log)
    program = _build_program(game, log, header)
    content = known_games.content(game, log, header)
    domains = known_games.domains(game, header, content)
    values = Values(game.values, header, domains)
    reader = make_quoted_line_reader(game, header, domains, strict=asked.strict)
    counted = compute_book(log.events, reader, asked.book)
    counted.faults += find_strange_rulings(counted, program, games)
    if len(counted.faults) > MAX_FAULTS:
        raise LogError(f"More than {MAX_FAULTS} corrections name what is not there.", OF_ANOTHER_GAME)
    end_at_stop(counted)
    entries = [(0, START), *counted.entries]
    header, unread = resolve_position(log, header, values, domains.get("fact"))
    under = partial(
        add_missing_layer_hints, game=game, header=header, domains=lambda one: _list_names(game, one, asked)
    )
    log.faults[:] = under(log.faults)
    prepared = PreparedLog(game, log, header, content, program, counted, entries, asked, domains)
    refuse_impossible_position(log, header.position, prepared.compute_position, game.ordered, under(unread))
    return prepared


def _append_laid_lines(log: Log, asked: AuditOptions) -> Log:
    """Append the caller's lines about the record to the events. They have line number 0."""
    if not asked.laid:
        return log
    return replace(log, events=[*log.events, *asked.laid], lines=[*log.lines, *([0] * len(asked.laid))])


def _apply_options(asked: AuditOptions, log: Log) -> Header:
    try:
        return asked.apply_to_header(log.header)
    except LogError as wrong:
        raise _place_fault(wrong, log, "rulings") from None


def list_domains(game: Game, header: Header, content: Own) -> Domains:
    """List the names of each kind in a game with this header."""
    seats = frozenset(player.seat for player in header.players)
    return {"seat": seats, "phase": frozenset(game.flow), **game.domains(header, content)}


def _list_names(game: Game, header: Header, asked: AuditOptions) -> Domains:
    return list_domains(game, header, game.content(header, asked.packs))


def find_strange_rulings(counted: Effective, program: Program, games: Mapping[str, Game]) -> list[Fault]:
    """Find rulings on a rule that is not in force. They would waive nothing."""
    rules = program.rulebook.rules
    named = [pair for pairs in counted.rulings.values() for pair in pairs if is_known(pair[1].rule) and pair[1].rule]
    return [
        Fault(*_describe_unknown_rule(ruling.rule, program, games), seq=seq)
        for seq, ruling in named
        if ruling.rule not in rules
    ]


def _describe_unknown_rule(rule: str, program: Program, games: Mapping[str, Game]) -> tuple[str, str]:
    """Explain that a rule is not in force: it belongs to another game, or does not exist."""
    played = program.rulebook.game
    for name, other in games.items():
        if name != played.name and rule in get_program(other, (), {}).rulebook.rules:
            return f"{echo_text(rule)} is a rule of {other.title}, and this is a game of {played.title}.", EVERY_RULE
    return f"There is no rule {echo_text(rule)} in force.", suggest_nearest(rule, program.rulebook.rules) or EVERY_RULE


class _Playable:
    """A game as the intake sees it: its verbs, and the names in its content."""

    def __init__(self, game: Game, asked: AuditOptions) -> None:
        self.game, self.asked = game, asked
        self.vocabulary, self.values = game.vocabulary, game.values
        self.found: Own = None
        self.names: Domains | None = None

    @property
    def words(self) -> OtherWords:
        """The players' words for its verbs and names."""
        return self.game.words

    def domains(self, header: Header) -> Domains:
        """List the names of each kind. A faulty pack is reported later, when the line that names it is known."""
        try:
            header = self.asked.apply_to_header(header)
            self.found = self.game.content(header, self.asked.packs)
            self.names = list_domains(self.game, header, self.found)
        except (PackError, LogError):
            return {}
        return self.names


class KnownGames(Mapping[str, _Playable]):
    """The games as intake sees them; each is taken down only when a log names it."""

    def __init__(self, games: Mapping[str, Game], asked: AuditOptions) -> None:
        self.games, self.asked = games, asked
        self.taken: dict[str, _Playable] = {}

    def __getitem__(self, name: str) -> _Playable:
        if name not in self.taken:
            self.taken[name] = _Playable(self.games[name], self.asked)
        return self.taken[name]

    def __contains__(self, name: object) -> bool:
        return name in self.games

    def __iter__(self) -> Iterator[str]:
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)

    def content(self, game: Game, log: Log, header: Header) -> Own:
        """Hand out the components found while reading, or say which line of the header spoils them."""
        found = self[game.name].found
        if found is not None:
            return found
        try:
            return game.content(header, self.asked.packs)
        except PackError as wrong:
            _refuse_pack(wrong, log)
        except LogError as wrong:
            raise _place_fault(wrong, log, "pack") from None

    def domains(self, game: Game, header: Header, content: Own) -> Domains:
        """Hand out the names found while reading."""
        found = self[game.name].names
        return list_domains(game, header, content) if found is None else found


def _refuse_pack(wrong: PackError, log: Log) -> NoReturn:
    """Report a fault in an inline pack at its line in the file, and any other at the line that names the pack."""
    line = log.header_lines.get("pack", 1)
    fault = wrong.fault
    if log.header.inline and log.spelling == "text":
        raise LogError(fault.says, fault.hint, line + fault.line, fault.column or 1) from None
    says = f"{fault.says} (line {fault.line} of the pack)" if fault.line else fault.says
    raise LogError(says, fault.hint, line) from None


def _place_fault(wrong: LogError, log: Log, key: str) -> LogError:
    """Add the line to a fault in the header. Games report such faults without a line."""
    fault = wrong.fault
    if fault.line > 1 or key not in log.header_lines:
        return wrong
    line, column = log.fact_places.get(fault.fact, (log.header_lines[key], fault.column))
    return LogError(fault.says, fault.hint, line, column, fact=fault.fact)


def _build_program(game: Game, log: Log, header: Header) -> Program:
    try:
        return get_program(game, header.layers, header.rulings)
    except LayerError as wrong:
        raise _explain_stack_error(game, log, wrong) from None


def _explain_stack_error(game: Game, log: Log, wrong: LayerError) -> LogError:
    """Find out whether the log's own layers or rulings are at fault, or those that the caller added."""
    own = log.header
    hints = {
        "layers": ({}, f"Correct the layers; `deadreckon rules {game.name}` shows which there are."),
        "rulings": (own.rulings, f"Correct the rulings; `deadreckon rulings {game.name}` lists every reading."),
    }
    for key, (rulings, hint) in hints.items():
        try:
            stack_layers(game, own.layers, rulings)
        except LayerError as fault:
            return LogError(str(fault), hint, log.header_lines.get(key, 1))
    hint = "The log itself is fine: check the layers and rulings that were requested with it."
    return LogError(str(wrong), hint, 0, 0)
