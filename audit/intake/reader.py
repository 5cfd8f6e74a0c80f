"""From uploaded bytes to a log: whatever the file says, each line is an event or a fault with a place."""

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

# A claim that says of what, and no more.
CLAIMED = re.compile(r"\s*claim\s*:\s*(\S+)\s*", re.IGNORECASE)
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

    @property
    def words(self) -> OtherWords:
        """What people write for its verbs and names."""

    def domains(self, header: Header) -> Mapping[str, Container[str]]:
        """Which names there are, by kind; a kind that is left out is free."""


def transcribe_log(raw: bytes, games: Mapping[str, Spoken]) -> Log:
    """Read a log without asking whether its cards and boats exist: spelling is not judging. Raises `LogError`."""

    def find_vocabulary(name: str) -> Vocabulary:
        if name not in games:
            says = f"There is no game {echo_text(name)}."
            if len(games) == 1:
                says = f"There is no game {echo_text(name)} here: only {next(iter(games))} is read."
            raise LookupError(says, suggest_nearest(name, games) or f"There is: {', '.join(games)}.")
        return games[name].vocabulary

    return parse_log(convert_upload_to_text(raw), find_vocabulary)


def read_log(raw: bytes, games: Mapping[str, Playable], *, strict: bool = False, columns: Columns | None = None) -> Log:
    """Read a log of one of `games`; raises `LogError` if the file cannot be read as one.

    A line that is not canonical is read if it can mean one thing only, unless `strict`.
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
        # A canonical log needs none of it, and starts sooner.
        from audit.intake.typed_lines import read_typed_lines  # noqa: PLC0415 - as said
        from engine.kernel.spellings.typed.reader import TypedReader  # noqa: PLC0415 - as said

        read_typed_lines(
            log, _split_lines(raw), TypedReader(game.vocabulary, domains, log.header, game.words, values.read_event)
        )
    log.faults.sort(key=lambda fault: (fault.line, fault.column))
    if not log.events:
        raise make_no_events_error(max(log.header_lines.values(), default=1))
    return log


def _read_with_typed_header(raw: bytes, games: Mapping[str, Playable]) -> tuple[Log, bytes]:
    """Read a log whose header may be typed; give also the bytes with that header as it was read, line by line."""
    try:
        log = transcribe_log(raw, games)
    except LogError as wrong:
        return _read_typed_header(raw, games, wrong)
    if any(ODD_SEAT.search(player.seat) for player in log.header.players) and log.spelling != "jsonl":
        oddly = LogError("The players cannot be told from their seats.", "Write: players: SEAT=NAME, SEAT=NAME")
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
    from engine.kernel.spellings.typed.heads import read_typed_head  # noqa: PLC0415 - a canonical log needs none of it
    from engine.kernel.spellings.typed.word_lists import load_shipped_words  # noqa: PLC0415 - as above

    try:
        head = read_typed_head(raw, games, load_shipped_words((), ""))
        if head is None:
            raise wrong
        whole = head.text.encode()
        log = transcribe_log(whole, games)
    except LogError as further:
        # Where more of the header can be read as it is typed, what is wrong is what stops it there.
        raise (further if further.fault.line > wrong.fault.line else wrong) from None
    log.typed += head.lines
    return log, whole


def refuse_repeats(log: Log, vocabulary: Vocabulary) -> None:
    """Turn a line into a fault that says again, straight away, what happens once; it keeps its place."""
    once = {cls for cls in vocabulary.kinds if cls.once}
    repeats = [index for index, event in enumerate(log.events) if type(event) in once and _is_repeat(log.events, index)]
    for index in repeats:
        says = "This says again what the line before it says, and it happens once."
        log.faults.append(Fault(says, "Leave one of the two out.", log.lines[index], 1, index + 1))
        # The text is canonical, so that it explains the same findings in every spelling.
        text = write_line(msgspec.structs.replace(log.events[index], seq=0), vocabulary)
        log.events[index] = Unreadable(text=text[:KEPT])
    if repeats:
        log.faults.sort(key=lambda fault: (fault.line, fault.column))


def _is_repeat(events: Sequence[Event], index: int) -> bool:
    """Say whether the last event before this one, remarks and claims aside, is the same."""
    before = index - 1
    # A line that cannot be read may have been what makes the second one lawful.
    while before >= 0 and isinstance(events[before], Claim | Record) and type(events[before]) is not Unreadable:
        before -= 1
    return (
        before >= 0
        and type(events[before]) is type(events[index])
        and _encode_event(events[before]) == _encode_event(events[index])
    )


def _encode_event(event: Event) -> bytes:
    """Spell an event without its stated place: what is unknown in it is compared as it is written."""
    return msgspec.json.encode(msgspec.structs.replace(event, seq=0))


def look_up_facts(log: Log, values: Values) -> None:
    """Read the fact of each claim as the one it names; one that there is not is left to `refuse_strangers`."""
    for index, claim in _list_claims(log.events):
        if is_known(claim.fact) and (fact := values.find_fact(claim.fact)) != claim.fact:
            log.events[index] = msgspec.structs.replace(claim, fact=fact)


def refuse_strangers(log: Log, raw: bytes, vocabulary: Vocabulary, domains: Mapping[str, Container[str]]) -> None:
    """Turn each event that names what does not exist into a fault; it keeps its place."""
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
    """Read each claim as the value it names; what is no value of its fact becomes a fault, and keeps its place."""
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
    """Note what a line claims something of that does not say what: of the result, that leaves it open."""
    for index in [fault.seq - 1 for fault in log.faults if fault.seq]:
        event = log.events[index]
        if not isinstance(event, Unreadable) or event.fact:
            continue
        named = CLAIMED.fullmatch(event.text)
        fact = values.find_fact(named[1]) if named is not None else ""
        if fact and fact in values.domains.get("fact", ()):
            log.events[index] = Unreadable(text=event.text, fact=fact)


def _list_claims(events: Sequence[Event]) -> list[tuple[int, Claim]]:
    # Most logs claim little: that they claim nothing at all is seen without a loop.
    if Claim not in map(type, events):
        return []
    return [(index, event) for index, event in enumerate(events) if type(event) is Claim]


def _split_lines(raw: bytes) -> list[str]:
    return raw.decode().removeprefix("\ufeff").split("\n")
