"""The text spelling: what a person writes at a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import pairwise

from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.events import Claim, Event, Record
from engine.kernel.log import Fault, Header, Log, LogError
from engine.kernel.spellings.fields import SPEAKERS, check_speaker, fill_fields, find_form, split_event_fields
from engine.kernel.spellings.file_check import OWN_SHEET, refuse_stray_return
from engine.kernel.spellings.header import KEYS, HeaderEntry, assemble_header, find_vocabulary, list_header_entries
from engine.kernel.spellings.line_words import (
    QUOTED,
    LineWord,
    Piece,
    is_ambiguous_text,
    parse_number,
    quote_text,
    quote_whole_names,
    split_words,
    strip_comment,
    unquote_text,
    write_field_value,
)
from engine.kernel.spellings.misread import Misread, echo_text, explain_stranger, suggest_nearest
from engine.kernel.spellings.reader_state import LogBeingRead
from engine.kernel.vocabulary import Form, Vocabulary

RULE = "---"
HEADER_LINE = pattern(r"\s*([^\s:=]+)[ \t]*:\s*")
# CELLS is the first row of a sheet with a club's own columns. BLOCK opens an inline pack: `|` keeps its last line end,
# `|-` says that it has none.
CELLS = pattern(r"[^=\n]*([,;\t])[^=\n]*\1[^=\n]*")
BLOCK = pattern(r"pack\s*:\s*\|(-?)\s*")
INDENT = "  "
HEAD = pattern(rf'\s*(?:(-?[0-9]+)\.\s+)?(?:([^\s"#=,:]+)|({QUOTED}))\s*:\s*', re.DOTALL)
VERB = pattern(r'[^\s"#=,]+')
SEAT = pattern(r'[^\s"#=,:\x00-\x1f“”„«»]+')
SAID = pattern(r'[^\s"#=,\x00-\x1f][^\s"=,\x00-\x1f]*(?: [^\s"#=,\x00-\x1f][^\s"=,\x00-\x1f]*)*')
# `#4 green: …` is a comment, but perhaps meant as an event with a number before it.
NUMBERED_COMMENT = pattern(r"\s*#\s?[0-9]")
LONE_SIGN = pattern(r"(?:^|\s)[.;!,]+$")
TYPOGRAPHIC = pattern("[“”„«»]")
SIGNS = frozenset(".;!,")
CLAIMED = frozenset({int, str})


def read(raw: bytes, vocabulary_of: Callable[[str], Vocabulary]) -> Log:
    """Read a log in the text spelling."""
    lines = raw.decode().split("\n")
    ends_whole = lines[-1] == ""
    rule = _find_separator(lines)
    header, header_lines = assemble_header(_read_entries(lines[:rule]))
    vocabulary = find_vocabulary(header, vocabulary_of, header_lines)
    transcript = LogBeingRead()
    for at in range(rule + 1, len(lines)):
        line = lines[at]
        if not line.strip() or line.lstrip().startswith("#"):
            if NUMBERED_COMMENT.match(line):
                transcript.numbered_comments.append(at + 1)
            continue
        if line.lstrip().startswith('{"'):
            raise LogError("This text log contains a line of JSON.", "Write the whole log in one spelling.", at + 1)
        try:
            transcript.add(parse_event_line(line, vocabulary), at + 1, line)
        except Misread as fault:
            transcript.refuse(fault, at + 1, line, cut=at == len(lines) - 1 and not ends_whole)
    return transcript.make_log(header, "text", header_lines)


def write(log: Log, vocabulary: Vocabulary) -> str:
    """Write a log in the canonical text spelling."""
    return "\n".join([*_write_header_lines(log.header), RULE, *(write_line(e, vocabulary) for e in log.events), ""])


def parse_event_line(line: str, vocabulary: Vocabulary) -> Event:
    """Parse one line of a text log (an amendment quotes such a line too); raises `Misread`."""
    refuse_stray_return(line)
    said = strip_comment(line) if "#" in line else line
    if not said.isascii():
        _refuse_typographic_quotes(said)
    if said[-1:] in SIGNS and LONE_SIGN.search(said):
        raise Misread("This line ends with a sign on its own.", "Leave it out.", len(said))
    head = HEAD.match(line)
    if head is None:
        start = len(line) - len(line.lstrip()) + 1
        raise Misread(
            "This line does not start with who acts.", "Write: SEAT: VERB …, or fate:, claim:, record:", start
        )
    stated = {"seq": parse_number(head[1])} if head[1] else {}
    actor = unquote_text(head[3], head.start(3) + 1) if head[3] else head[2]
    if actor == "claim" and not head[3]:
        return _read_claim(line, head.end(), stated, vocabulary)
    verb = VERB.match(line, head.end())
    if actor in KEYS and not head[3] and (verb is None or verb[0] not in vocabulary.forms):
        says = f"{echo_text(actor)} is a line of the header, but comes below '---'."
        raise Misread(says, f"Move it above the line '---'. A seat called {actor} is written in quotation marks.", 1)
    if verb is None:
        raise Misread(
            f"This line does not say what {echo_text(actor)} does.",
            "After the colon, write what happens.",
            head.end() + 1,
        )
    form = _find_verb_form(vocabulary, actor, verb)
    values = check_speaker(form, actor, named=bool(head[3]), column=max(head.start(2), head.start(3)) + 1)
    given = split_words(line, verb.end())
    if issubclass(form.cls, Record):
        _refuse_trailing_word(form, given)
    return fill_fields(form, {**values, **stated}, given)


def _refuse_trailing_word(form: Form, given: Sequence[LineWord]) -> None:
    """Refuse a word after `who=Head`: it belongs to that text, but would be taken for another value."""
    for before, word in pairwise(given):
        field = form.find_field(before.key)
        if field is not None and field.kind == "text" and not word.key:
            said = f"{before.pieces[-1].text} {word.pieces[0].text}" if before.pieces and word.pieces else "…"
            says = f"The value of {echo_text(before.key)} is more than one word."
            raise Misread(says, f'Put it into quotation marks: {before.key}="{said}"', word.column)


def make_line_reader(
    vocabulary: Vocabulary,
    domains: Mapping[str, Container[str]] | None = None,
    look_up: Callable[[Event], Event] = lambda event: event,
) -> Callable[[str], Event | Fault]:
    """Return a function that parses the line of a correction. It returns a fault for an unreadable line.

    `look_up` reads the value of a claim as the value it names; it raises `Misread`.
    """

    def read_line(text: str) -> Event | Fault:
        try:
            event = look_up(parse_event_line(text, vocabulary))
        except Misread as fault:
            return Fault(fault.says, fault.hint, column=fault.column)
        for _, field, name, kind in vocabulary.check_names([event], domains or {}):
            return explain_stranger(field, name, kind, (domains or {})[kind])
        return event

    return read_line


def write_line(event: Event, vocabulary: Vocabulary) -> str:
    """Write one event as a canonical line."""
    form = vocabulary.by_class[type(event)]
    values, by_place, by_name = split_event_fields(form, event)
    stated = f"{event.seq}. " if event.seq > 0 else ""
    if form.cls is Claim:
        return (
            f"{stated}claim: {write_field_value(values['fact'], form.fields[0])} {_write_claim_value(values['value'])}"
        )
    said = [f"{stated}{_write_seat(str(values['by'])) if form.has_seat else form.cls.actor}:", form.verb]
    for field in by_place:
        value = values.get(field.name, [])
        said += (
            [write_field_value(v, field) for v in value]
            if isinstance(value, list)
            else [write_field_value(value, field)]
        )
    for field in by_name:
        value = values[field.name]
        listed = value if isinstance(value, list) else [value]
        said.append(f"{field.name}={','.join(write_field_value(v, field) for v in listed)}")
    return " ".join(said)


def _refuse_typographic_quotes(line: str) -> None:
    """Refuse quotation marks of a word processor, which would be read as letters of a word."""
    bare = TYPOGRAPHIC.search(re.sub(QUOTED, lambda quote: " " * len(quote[0]), line))
    if bare:
        raise Misread("A log does not use this quotation mark.", 'Write: "', bare.start() + 1)


def _find_separator(lines: Sequence[str]) -> int:
    for at, line in enumerate(lines):
        if line.startswith(RULE) and strip_comment(line) == RULE:
            return at
    strange = (at for at, line in enumerate(lines) if (m := HEADER_LINE.match(line)) and m[1] not in KEYS)
    hint = "Write the header (game, players), then a line '---', then the events."
    first = HEADER_LINE.match(lines[0])
    if CELLS.fullmatch(lines[0]) and not (first and first[1].casefold() in KEYS):
        hint = f"{hint} {OWN_SHEET}"
    raise LogError("There is no line '---' between the header and the events.", hint, next(strange, 0) + 1)


def _read_entries(lines: Sequence[str]) -> Iterator[HeaderEntry]:
    at = 0
    while at < len(lines):
        line = lines[at]
        block = BLOCK.fullmatch(strip_comment(line))
        if block:
            end = _find_block_end(lines, at + 1)
            held = "\n".join(kept.removeprefix(INDENT) for kept in lines[at + 1 : end])
            yield HeaderEntry("pack", held if block[1] else held + "\n", at + 1, block=True)
            at = end
            continue
        at += 1
        if line.strip() and not line.lstrip().startswith("#"):
            yield _read_entry(line, at)


def _read_entry(line: str, number_of_line: int) -> HeaderEntry:
    if "\r" in line:
        raise LogError("There is a carriage return in the header.", "End lines with LF or CRLF.", number_of_line)
    match = HEADER_LINE.match(line)
    if match is None:
        raise LogError(
            f"The header line {echo_text(line.strip())} is not 'key: value'.",
            f"The keys are: {', '.join(KEYS)}.",
            number_of_line,
        )
    return HeaderEntry(match[1], strip_comment(line)[match.end() :], number_of_line, match.end() + 1)


def _find_block_end(lines: Sequence[str], start: int) -> int:
    """Find the end of an indented block. Empty lines belong to it only if more of it follows."""
    end = at = start
    while at < len(lines) and (lines[at].startswith(INDENT) or not lines[at].strip()):
        at += 1
        end = at if lines[at - 1].startswith(INDENT) else end
    return end


def _find_verb_form(vocabulary: Vocabulary, actor: str, verb: re.Match[str]) -> Form:
    try:
        form = find_form(vocabulary, verb[0], verb.start() + 1)
    except Misread as fault:
        near = suggest_nearest(actor, SPEAKERS)
        if actor not in SPEAKERS and near.startswith("Did"):
            fault.hint = f"{near} {fault.hint}".strip()
        raise
    if form.cls is Claim:
        raise Misread("A claim is made by the table.", f"Write: {form.usage}", verb.start() + 1)
    return form


def _read_claim(line: str, at: int, stated: dict[str, int], vocabulary: Vocabulary) -> Event:
    form = find_form(vocabulary, "claim", at + 1)
    given = split_words(quote_whole_names(line), at)
    for word in given:
        if word.key or not word.pieces:
            raise Misread(
                f"A claim takes no {echo_text(word.key + '=')}.", "Write: claim: FACT VALUE, without '='.", word.column
            )
    # A claimed value may be several words: `7 inside` is one value.
    if len(given) > len(("fact", "value")) or (given[1:] and len(given[1].pieces) > 1):
        text = " ".join(",".join(piece.text for piece in word.pieces) for word in given[1:])
        given[1:] = [LineWord("", (Piece(text, quoted=True),), given[1].column)]
    return fill_fields(form, {"do": "claim", **stated}, given)


def _write_claim_value(value: object) -> str:
    text = str(value)
    plain = SAID.fullmatch(text) and not is_ambiguous_text(text, CLAIMED)
    plain = plain and not LONE_SIGN.search(text) and not TYPOGRAPHIC.search(text)
    if isinstance(value, int) or plain:
        return text
    return quote_text(text)


def _write_seat(seat: str) -> str:
    return seat if seat == "??" or (SEAT.fullmatch(seat) and seat not in SPEAKERS) else quote_text(seat)


def _write_header_lines(header: Header) -> Iterator[str]:
    entries = [f"{key}: {value}" for key, value in list_header_entries(header)]
    if header.inline:
        # The place of the key `pack` in the fixed order: right before the players.
        at = next(i for i, line in enumerate(entries) if line.startswith("players:"))
        whole = header.inline.endswith("\n")
        held = header.inline[:-1] if whole else header.inline
        entries[at:at] = [f"pack: {'|' if whole else '|-'}", *(INDENT + line for line in held.split("\n"))]
    yield from entries
