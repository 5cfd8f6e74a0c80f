"""The canonical spelling: one JSON object a line, the header first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from engine.kernel.basics.json_types import Json
from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.events import Event
from engine.kernel.log import Header, HeaderPlayer, Log, LogError
from engine.kernel.spellings.fields import find_form, make_event
from engine.kernel.spellings.file_check import refuse_stray_return
from engine.kernel.spellings.header import check_header, find_vocabulary
from engine.kernel.spellings.line_words import parse_number
from engine.kernel.spellings.misread import Misread, echo_text, suggest_nearest
from engine.kernel.spellings.reader_state import LogBeingRead
from engine.kernel.vocabulary import Vocabulary

ENCODER = msgspec.json.Encoder()
HEADERS = msgspec.json.Decoder(Header)
UNKNOWN_VALUE = b'"??"'
STATED_SEQ = b'"seq"'
TEXT_LINE = pattern(r'\s*(?:[0-9]+\.\s+)?[^\s"#=,:{}\[\]]+:\s+[^\s{}"]')
NOT_JSON = (msgspec.DecodeError, RecursionError)


def read(raw: bytes, vocabulary_of: Callable[[str], Vocabulary]) -> Log:
    """Read a log in the canonical spelling."""
    body = raw.lstrip(b" \t\n")
    first = raw.count(b"\n", 0, len(raw) - len(body)) + 1
    head, _, rest = body.partition(b"\n")
    header = _decode_header(head, first)
    vocabulary = find_vocabulary(header, vocabulary_of, {"game": first})
    header_lines = dict.fromkeys(Header.__struct_fields__, first)
    events = _decode_swiftly(rest, vocabulary)
    if events:
        return Log(header, events, range(first + 1, first + 1 + len(events)), "jsonl", [], header_lines)
    return _decode_carefully(rest, first + 1, vocabulary).make_log(header, "jsonl", header_lines)


def write(log: Log) -> str:
    """Write a log in the canonical spelling."""
    return ENCODER.encode_lines([log.header, *log.events]).decode()


def _decode_swiftly(rest: bytes, vocabulary: Vocabulary) -> list[Event] | None:
    """Decode all lines at once, or return None if any needs a closer look.

    msgspec accepts duplicate keys and several events on a line. But if encoding the events gives the same bytes again,
    nothing was lost and each event has its own line. This is cheaper than a check.
    """
    try:
        events = vocabulary.decoder.decode_lines(rest)
    except NOT_JSON:
        return None
    again = ENCODER.encode_lines(events)
    # The last line end may be missing. Searching for one rare letter is far quicker than for the whole key.
    if len(again) - len(rest) not in (0, 1) or not again.startswith(rest) or (b"q" in rest and STATED_SEQ in rest):
        return None
    if b"?" in rest and UNKNOWN_VALUE in rest:
        for index in _find_unknown_lines(rest):
            events[index] = vocabulary.by_class[type(events[index])].restore_unknowns(events[index])
    return events


def _find_unknown_lines(rest: bytes) -> Iterator[int]:
    """Yield the index of each line with a `??` in it, without splitting the file into lines."""
    line = counted = 0
    at = rest.find(UNKNOWN_VALUE)
    while at >= 0:
        line += rest.count(b"\n", counted, at)
        yield line
        counted = rest.find(b"\n", at)
        at = rest.find(UNKNOWN_VALUE, counted) if counted >= 0 else -1


def _decode_carefully(rest: bytes, first: int, vocabulary: Vocabulary) -> LogBeingRead:
    """Decode line by line: report each bad line with its place, and keep the rest."""
    transcript = LogBeingRead()
    lines = rest.split(b"\n")
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        text = line.decode()
        try:
            transcript.add(_decode_event(line, text, vocabulary), first + index, text)
        except Misread as fault:
            if TEXT_LINE.match(text):
                raise LogError(
                    "This JSON log contains a line of text.", "Write the whole log in one spelling.", first + index
                ) from None
            transcript.refuse(fault, first + index, text, cut=index == len(lines) - 1)
    return transcript


def _decode_event(line: bytes, text: str, vocabulary: Vocabulary) -> Event:
    refuse_stray_return(text)
    try:
        event = vocabulary.decoder.decode(line)
    except NOT_JSON as fault:
        raise _diagnose_line(text, str(fault), vocabulary) from None
    if ENCODER.encode(event) != line:
        parse_strict_json(text)
    return vocabulary.by_class[type(event)].restore_unknowns(event)


def _diagnose_line(text: str, said: str, vocabulary: Vocabulary) -> Misread:
    """Explain what is wrong with a line that msgspec refused."""
    try:
        values = parse_strict_json(text)
        if not isinstance(values, dict):
            return Misread("This line is not a JSON object.", 'Write: {"do": VERB, …}', 1)
        verb = values.get("do")
        if not isinstance(verb, str):
            return Misread("The event does not say what it is.", 'Add: "do": VERB', 1)
        make_event(find_form(vocabulary, verb, _find_key(text, "do")), values)
    except Misread as fault:
        fault.column = fault.column or _find_key(text, fault.field)
        return fault
    return Misread(f"This line cannot be read: {said}.", "Write the event anew.", 1)


def parse_strict_json(text: str) -> Json:
    """Parse JSON more strictly than the standard parser: no duplicate keys, no NaN, no endless numbers."""
    import json  # noqa: PLC0415 - only a log with faults needs it

    def refuse_doubled_keys(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            if key in found:
                raise Misread(f"{echo_text(key)} is given twice.", "Keep one of them.", _find_key(text, key, last=True))
            found[key] = value
        return found

    def refuse_constant(name: str) -> object:
        raise Misread(f"{name} is not a value in a log.", "Write the number, or ?? if unknown.", text.find(name) + 1)

    try:
        value = json.loads(
            text, object_pairs_hook=refuse_doubled_keys, parse_int=parse_number, parse_constant=refuse_constant
        )
        ENCODER.encode(value)
    except json.JSONDecodeError as fault:
        raise Misread(f"This is not JSON: {fault.msg}.", "Mend the line at the column given.", fault.pos + 1) from None
    except RecursionError:
        raise Misread("This line is nested too deep.", "An event holds values and lists of values.", 1) from None
    except UnicodeEncodeError:
        raise Misread("There is half a character (a lone surrogate) here.", "Write the whole character.", 1) from None
    return value


def _find_key(text: str, key: str, *, last: bool = False) -> int:
    spelled = f'"{key}"'
    at = text.rfind(spelled) if last else text.find(spelled)
    return at + 1 if key and at >= 0 else 1


def _decode_header(line: bytes, number_of_line: int) -> Header:
    try:
        header = HEADERS.decode(line)
        if ENCODER.encode(header) != line:
            header = _parse_strict_header(line.decode())
    except NOT_JSON:
        header = _diagnose_header(line.decode(), number_of_line)
    except Misread as fault:
        raise _refuse_header(fault, number_of_line) from None
    check_header(header, dict.fromkeys(Header.__struct_fields__, number_of_line))
    return header


def _diagnose_header(text: str, number_of_line: int) -> Header:
    try:
        return _parse_strict_header(text)
    except Misread as fault:
        raise _refuse_header(fault, number_of_line) from None


def _refuse_header(fault: Misread, number_of_line: int) -> LogError:
    return LogError(f"The header cannot be read. {fault.says}", fault.hint, number_of_line, fault.column or 1)


def _parse_strict_header(text: str) -> Header:
    refuse_stray_return(text)
    values = parse_strict_json(text)
    if "do" in values:
        raise Misread("The first line is an event.", 'Start with a header: {"game": NAME, "players": […]}', 1)
    _refuse_other_keys(text, values, Header)
    players = values.get("players", [])
    for player in players if isinstance(players, list) else ():
        if isinstance(player, dict):
            _refuse_other_keys(text, player, HeaderPlayer)
    try:
        return msgspec.convert(values, Header)
    except msgspec.ValidationError as fault:
        raise Misread(f"{fault}.", 'Write: {"game": NAME, "players": [{"seat": NAME}], …}', 1) from None


def _refuse_other_keys(text: str, values: dict[str, object], cls: type[msgspec.Struct]) -> None:
    for key in values:
        if key not in cls.__struct_fields__:
            known = cls.__struct_fields__
            raise Misread(
                f"There is no {echo_text(key)} in a header.", suggest_nearest(key, known), _find_key(text, key)
            )
