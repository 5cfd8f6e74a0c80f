"""From uploaded bytes to a log: whatever the file says, each line is an event or a fault with a place."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Protocol

import msgspec

from engine.kernel.events import Unreadable
from engine.kernel.log import Header, Log, LogError
from engine.kernel.spellings import echoed, nearest, parse, stranger
from engine.kernel.spellings.being_read import KEPT, MAX_FAULTS
from engine.kernel.vocabulary import Vocabulary


class Spoken(Protocol):
    """What reading needs to know of a game."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Every event the game knows."""


class Playable(Spoken, Protocol):
    """What intake needs to know of a game."""

    def domains(self, header: Header) -> Mapping[str, Container[str]]:
        """Which names there are, by kind; a kind that is left out is free."""


def transcribe(raw: bytes, games: Mapping[str, Spoken]) -> Log:
    """Read a log without asking whether its cards and boats exist: spelling is not judging. Raises `LogError`."""

    def vocabulary_of(name: str) -> Vocabulary:
        if name not in games:
            says = f"There is no game {echoed(name)}."
            raise LookupError(says, nearest(name, games) or f"There is: {', '.join(games)}.")
        return games[name].vocabulary

    return parse(raw, vocabulary_of)


def read(raw: bytes, games: Mapping[str, Playable]) -> Log:
    """Read a log of one of `games`; raises `LogError` if the file cannot be read as one."""
    log = transcribe(raw, games)
    game = games[log.header.game]
    domains = {"seat": frozenset(player.seat for player in log.header.players), **game.domains(log.header)}
    refuse_strangers(log, raw, game.vocabulary, domains)
    return log


def refuse_strangers(log: Log, raw: bytes, vocabulary: Vocabulary, domains: Mapping[str, Container[str]]) -> None:
    """Turn each event that names what does not exist into a fault; it keeps its place."""
    strangers = vocabulary.check_names(log.events, domains)
    if not strangers:
        return
    if len(strangers) > MAX_FAULTS:
        says = f"More than {MAX_FAULTS} names in this log are not known."
        raise LogError(says, "Is this the log of another game?", log.lines[strangers[0][0]])
    lines = raw.decode().removeprefix("\ufeff").split("\n")
    for index, field, name, kind in strangers:
        line = log.lines[index]
        text = lines[line - 1].rstrip("\r")
        fault = stranger(field, name, kind, domains[kind])
        log.faults.append(msgspec.structs.replace(fault, line=line, column=max(text.find(name), 0) + 1, seq=index + 1))
        log.events[index] = Unreadable(text=text[:KEPT])
    log.faults.sort(key=lambda fault: (fault.line, fault.column))
