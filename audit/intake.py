"""From uploaded bytes to a log: whatever the file says, each line is an event or a fault with a place."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Protocol

import msgspec

from engine.kernel.events import Claim, Unreadable
from engine.kernel.log import Fault, Header, Log, LogError
from engine.kernel.spellings import Misread, echoed, nearest, parse, stranger
from engine.kernel.spellings.being_read import KEPT, MAX_FAULTS
from engine.kernel.values import Kinds, Values
from engine.kernel.vocabulary import Vocabulary

OF_ANOTHER_GAME = "Is this the log of another game?"


class Spoken(Protocol):
    """What reading needs to know of a game."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Every event the game knows."""


class Playable(Spoken, Protocol):
    """What intake needs to know of a game."""

    @property
    def values(self) -> Kinds:
        """Which kinds of value facts have."""

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
    look_up_values(log, raw, Values(game.values, log.header, domains))
    return log


def refuse_strangers(log: Log, raw: bytes, vocabulary: Vocabulary, domains: Mapping[str, Container[str]]) -> None:
    """Turn each event that names what does not exist into a fault; it keeps its place."""
    strangers = vocabulary.check_names(log.events, domains)
    if not strangers:
        return
    if len(strangers) > MAX_FAULTS:
        says = f"More than {MAX_FAULTS} names in this log are not known."
        raise LogError(says, OF_ANOTHER_GAME, log.lines[strangers[0][0]])
    lines = _lines(raw)
    for index, field, name, kind in strangers:
        line = log.lines[index]
        text = lines[line - 1].rstrip("\r")
        fault = stranger(field, name, kind, domains[kind])
        log.faults.append(msgspec.structs.replace(fault, line=line, column=max(text.find(name), 0) + 1, seq=index + 1))
        log.events[index] = Unreadable(text=text[:KEPT])
    log.faults.sort(key=lambda fault: (fault.line, fault.column))


def look_up_values(log: Log, raw: bytes, values: Values) -> None:
    """Read each claim as the value it names; what is no value of its fact becomes a fault, and keeps its place."""
    lines: list[str] = []
    for index, claim in [(index, event) for index, event in enumerate(log.events) if type(event) is Claim]:
        try:
            log.events[index] = values.event(claim)
        except Misread as fault:
            lines = lines or _lines(raw)
            text = lines[log.lines[index] - 1].rstrip("\r")
            column = max(text.rfind(str(claim.value)), 0) + 1
            log.faults.append(Fault(fault.says, fault.hint, log.lines[index], column, index + 1))
            log.events[index] = Unreadable(text=text[:KEPT], fact=claim.fact)
    if len(log.faults) > MAX_FAULTS:
        raise LogError(f"More than {MAX_FAULTS} lines cannot be read.", OF_ANOTHER_GAME, log.faults[0].line)
    log.faults.sort(key=lambda fault: (fault.line, fault.column))


def _lines(raw: bytes) -> list[str]:
    return raw.decode().removeprefix("\ufeff").split("\n")
