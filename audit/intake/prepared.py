"""Holds a prepared log: the log with all that a replay needs, and what a replay of it begins with."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from audit.intake.domains import Domains, list_domains
from audit.intake.header import place_fault
from audit.intake.position import refuse_impossible_position
from audit.intake.programs import get_program
from audit.options import AuditOptions
from engine.kernel.events import Amend, Event, Insert, Retract, Start
from engine.kernel.facts import Fact
from engine.kernel.game import Game
from engine.kernel.log import Header, Log, LogError
from engine.kernel.positions import Position
from engine.kernel.replay.books import Effective
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.spellings import explain_stranger
from engine.kernel.table import AnyTable, Own

START = Start()
# These events change the book as adjudicated.
CORRECTIONS = (Amend, Retract, Insert)


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
            raise place_fault(wrong, self.log, "players") from None
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
            raise place_fault(wrong, self.log, "position") from None

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
