"""Lists the valid names by kind: what a log may call its seats, phases, cards, boats and so on."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engine.kernel.game import Game
from engine.kernel.log import Header
from engine.kernel.table import Own

Domains = Mapping[str, Container[str]]


def list_domains(game: Game, header: Header, content: Own) -> Domains:
    """List the names of each kind in a game with this header."""
    seats = frozenset(player.seat for player in header.players)
    return {"seat": seats, "phase": frozenset(game.flow), **game.domains(header, content)}
