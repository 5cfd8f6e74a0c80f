"""Shows the games to the reader of logs: their verbs, and the names in the content that a header asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from audit.intake.domains import Domains, list_domains
from audit.intake.header import place_fault, place_pack_fault
from audit.options import AuditOptions
from engine.kernel.game import Game
from engine.kernel.log import Header, Log, LogError
from engine.kernel.packs.reader import PackError
from engine.kernel.table import Own

if TYPE_CHECKING:
    from engine.kernel.spellings.typed.other_words import OtherWords


class _Playable:
    """A game as the reader sees it. Its content is loaded when the reader asks for names, and cached."""

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
    """The games as the reader sees them. Each is set up only when a log names it."""

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
        """Return the components, loaded during parsing if possible. A fault is placed at its header line."""
        found = self[game.name].found
        if found is not None:
            return found
        try:
            return game.content(header, self.asked.packs)
        except PackError as wrong:
            raise place_pack_fault(wrong, log) from None
        except LogError as wrong:
            raise place_fault(wrong, log, "pack") from None

    def domains(self, game: Game, header: Header, content: Own) -> Domains:
        """Return the names collected during parsing, or list them."""
        found = self[game.name].names
        return list_domains(game, header, content) if found is None else found
