"""Parses uploaded bytes as a log. Each line becomes an event, or a fault with its place."""

from __future__ import annotations

import codecs
import re
from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from audit.intake.upload import convert_upload_to_text
from engine.kernel.events import Claim, Event, Record, Unreadable
from engine.kernel.log import Fault, Header, Log, LogError, TypedLine
from engine.kernel.replay.fact_values import Kinds, Values
from engine.kernel.spellings import Misread, echo_text, explain_stranger, parse_log, suggest_nearest, write_line
from engine.kernel.spellings.file_check import BYTE_ORDER
from engine.kernel.spellings.header import ODD_SEAT
from engine.kernel.spellings.position_places import find_fact_places
from engine.kernel.spellings.reader_state import KEPT, MAX_FAULTS, make_no_events_error
from engine.kernel.unknown import is_known
from engine.kernel.vocabulary import Vocabulary

if TYPE_CHECKING:
    from audit.spreadsheets.columns import Columns
    from engine.kernel.spellings.typed.other_words import OtherWords

# A claim that names a fact without a value.
CLAIMED = re.compile(r"\s*claim\s*:\s*(\S+)\s*", re.IGNORECASE)
OF_ANOTHER_GAME = "Is this the log of another game?"


class Spoken(Protocol):
    """What parsing needs to know of a game."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Every event of the game."""


class Playable(Spoken, Protocol):
    """What the intake needs to know of a game."""

    @property
    def values(self) -> Kinds:
        """The kinds of value of each fact."""

    @property
    def words(self) -> OtherWords:
        """The players' words for its verbs and names."""

    def domains(self, header: Header) -> Mapping[str, Container[str]]:
        """Return the valid names by kind. A kind that is absent accepts any name."""


def transcribe_log(raw: bytes, games: Mapping[str, Spoken]) -> Log:
    """Parse a log without checking that its cards and boats exist, for changing its form only. Raises `LogError`."""

    def find_vocabulary(name: str) -> Vocabulary:
        if name not in games:
            says = f"There is no game {echo_text(name)}."
            if len(games) == 1:
                says = f"There is no game {echo_text(name)} here: only {next(iter(games))} is read."
            raise LookupError(says, suggest_nearest(name, games) or f"There is: {', '.join(games)}.")
        return games[name].vocabulary

    return parse_log(convert_upload_to_text(raw), find_vocabulary)


def read_log(raw: bytes, games: Mapping[str, Playable], *, strict: bool = False, columns: Columns | None = None) -> Log:
    """Parse a log of one of `games`. Raises `LogError` if the file is not a log.

    A line that is not canonical is accepted if it has only one meaning, unless `strict`.
    """
    log = read_with_repeats(raw, games, strict=strict, columns=columns)
    refuse_repeats(log, games[log.header.game].vocabulary)
    return log


def read_with_repeats(
    raw: bytes, games: Mapping[str, Playable], *, strict: bool = False, columns: Columns | None = None
) -> Log:
    """Read a log as `read` does, but leave an event that repeats the one before it."""
    raw = convert_upload_to_text(raw, columns)
    log, raw = (transcribe_log(raw, games), raw) if strict else _read_with_typed_header(raw, games)
    game = games[log.header.game]
    if log.header.position:
        log.fact_places = find_fact_places(raw, log)
    domains = {"seat": frozenset(player.seat for player in log.header.players), **game.domains(log.header)}
    values = Values(game.values, log.header, domains)
    look_up_facts(log, values)
    refuse_strangers(log, raw, game.vocabulary, domains)
    look_up_values(log, raw, values)
    if not strict and log.spelling != "jsonl" and (log.faults or log.numbered_comments):
        # A canonical log does not need these modules, and starts sooner.
        from audit.intake.typed_lines import read_typed_lines  # noqa: PLC0415 - as above
        from engine.kernel.spellings.typed.reader import TypedReader  # noqa: PLC0415 - as above

        read_typed_lines(
            log, _split_lines(raw), TypedReader(game.vocabulary, domains, log.header, game.words, values.read_event)
        )
    log.faults.sort(key=lambda fault: (fault.line, fault.column))
    if not log.events:
        raise make_no_events_error(max(log.header_lines.values(), default=1))
    return log


def _read_with_typed_header(raw: bytes, games: Mapping[str, Playable]) -> tuple[Log, bytes]:
    """Parse a log whose header may not be canonical. Also return the bytes with the canonical header."""
    try:
        log = transcribe_log(raw, games)
    except LogError as wrong:
        return _read_typed_header(raw, games, wrong)
    if any(ODD_SEAT.search(player.seat) for player in log.header.players) and log.spelling != "jsonl":
        oddly = LogError(
            "It is unclear which words are players and which are seats.", "Write: players: SEAT=NAME, SEAT=NAME"
        )
        try:
            return _read_typed_header(raw, games, oddly)
        except LogError:
            return log, raw
    if log.faults and raw.startswith(codecs.BOM_UTF8) and log.spelling != "jsonl":
        # A spreadsheet writes it, and readers do not see it.
        log.faults[:] = [fault for fault in log.faults if fault.says != BYTE_ORDER]
        log.typed.append(TypedLine(1, (_split_lines(raw)[0].rstrip("\r"),)))
    return log, raw


def _read_typed_header(raw: bytes, games: Mapping[str, Playable], wrong: LogError) -> tuple[Log, bytes]:
    from engine.kernel.spellings.typed.heads import read_typed_head  # noqa: PLC0415 - a canonical log does not need it
    from engine.kernel.spellings.typed.word_lists import load_shipped_words  # noqa: PLC0415 - as above

    try:
        head = read_typed_head(raw, games, load_shipped_words((), ""))
        if head is None:
            raise wrong
        whole = head.text.encode()
        log = transcribe_log(whole, games)
    except LogError as further:
        # If the lenient parser gets further in the header, its error is the more useful one.
        raise (further if further.fault.line > wrong.fault.line else wrong) from None
    log.typed += head.lines
    return log, whole


def refuse_repeats(log: Log, vocabulary: Vocabulary) -> None:
    """Turn a line into a fault that says again, straight away, what happens once; it keeps its place."""
    once = {cls for cls in vocabulary.kinds if cls.once}
    repeats = [index for index, event in enumerate(log.events) if type(event) in once and _is_repeat(log.events, index)]
    for index in repeats:
        says = "This repeats the line before it, and it can happen only once."
        log.faults.append(Fault(says, "Leave one of the two out.", log.lines[index], 1, index + 1))
        # The text is canonical, so that it explains the same findings in every spelling.
        text = write_line(msgspec.structs.replace(log.events[index], seq=0), vocabulary)
        log.events[index] = Unreadable(text=text[:KEPT])
    if repeats:
        log.faults.sort(key=lambda fault: (fault.line, fault.column))


def _is_repeat(events: Sequence[Event], index: int) -> bool:
    """Return whether the previous event, without remarks and claims, is the same."""
    before = index - 1
    # An unreadable line may be the event that makes the repeat legal.
    while before >= 0 and isinstance(events[before], Claim | Record) and type(events[before]) is not Unreadable:
        before -= 1
    return (
        before >= 0
        and type(events[before]) is type(events[index])
        and _encode_event(events[before]) == _encode_event(events[index])
    )


def _encode_event(event: Event) -> bytes:
    """Encode an event without its stated number, so that unknown values compare as written."""
    return msgspec.json.encode(msgspec.structs.replace(event, seq=0))


def look_up_facts(log: Log, values: Values) -> None:
    """Resolve the fact of each claim. Unknown facts are left to `refuse_strangers`."""
    for index, claim in _list_claims(log.events):
        if is_known(claim.fact) and (fact := values.find_fact(claim.fact)) != claim.fact:
            log.events[index] = msgspec.structs.replace(claim, fact=fact)


def refuse_strangers(log: Log, raw: bytes, vocabulary: Vocabulary, domains: Mapping[str, Container[str]]) -> None:
    """Turn each event that uses an unknown name into a fault at the same place."""
    strangers = vocabulary.check_names(log.events, domains)
    if not strangers:
        return
    if len(strangers) > MAX_FAULTS:
        says = f"More than {MAX_FAULTS} names in this log are not known."
        raise LogError(says, OF_ANOTHER_GAME, log.lines[strangers[0][0]])
    lines = _split_lines(raw)
    for index, field, name, kind in strangers:
        line = log.lines[index]
        text = lines[line - 1].rstrip("\r")
        fault = explain_stranger(field, name, kind, domains[kind])
        log.faults.append(msgspec.structs.replace(fault, line=line, column=max(text.find(name), 0) + 1, seq=index + 1))
        log.events[index] = Unreadable(text=text[:KEPT])
    log.faults.sort(key=lambda fault: (fault.line, fault.column))


def look_up_values(log: Log, raw: bytes, values: Values) -> None:
    """Resolve the value of each claim. An invalid value becomes a fault at the same place."""
    lines: list[str] = []
    _note_claims_without_value(log, values)
    for index, claim in _list_claims(log.events):
        try:
            log.events[index] = values.read_event(claim)
        except Misread as fault:
            lines = lines or _split_lines(raw)
            text = lines[log.lines[index] - 1].rstrip("\r")
            column = max(text.rfind(str(claim.value)), 0) + 1
            log.faults.append(Fault(fault.says, fault.hint, log.lines[index], column, index + 1))
            log.events[index] = Unreadable(text=text[:KEPT], fact=claim.fact)
    if len(log.faults) > MAX_FAULTS:
        raise LogError(f"More than {MAX_FAULTS} lines cannot be read.", OF_ANOTHER_GAME, log.faults[0].line)
    log.faults.sort(key=lambda fault: (fault.line, fault.column))


def _note_claims_without_value(log: Log, values: Values) -> None:
    """Record the fact of each claim without a value, since such a claim leaves the result open."""
    for index in [fault.seq - 1 for fault in log.faults if fault.seq]:
        event = log.events[index]
        if not isinstance(event, Unreadable) or event.fact:
            continue
        named = CLAIMED.fullmatch(event.text)
        fact = values.find_fact(named[1]) if named is not None else ""
        if fact and fact in values.domains.get("fact", ()):
            log.events[index] = Unreadable(text=event.text, fact=fact)


def _list_claims(events: Sequence[Event]) -> list[tuple[int, Claim]]:
    # Most logs have few claims. This check finds that there are none without a Python loop.
    if Claim not in map(type, events):
        return []
    return [(index, event) for index, event in enumerate(events) if type(event) is Claim]


def _split_lines(raw: bytes) -> list[str]:
    return raw.decode().removeprefix("\ufeff").split("\n")
