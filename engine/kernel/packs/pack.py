"""Content packs: components that a rulebook does not print, as TOML text in which every value names its origin."""

from __future__ import annotations

import hashlib

import msgspec

from engine.kernel.basics.foreign_toml import TomlError, read_toml
from engine.kernel.basics.json_types import Document
from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.events import MAX_NUMBER
from engine.kernel.log import Fault
from engine.kernel.packs.reader import MOST_FAULTS, PackError, PackFaults, PackTable, Path, Value, ask_if_meant
from engine.kernel.unknown import UNKNOWN

# Where a value may come from, and how far a reader of findings can trust it.
PROVENANCES: dict[str, str] = {
    "rulebook": "printed in the rulebook",
    "verified": "read off a physical copy",
    "inferred": "follows from what is known",
    "public": "found in a public source",
    "reconstructed": "invented, so that a game can be played and tested",
}
INVENTED = "reconstructed"
MAX_PACK = 200_000
# A longer line can only be an attack.
MAX_LINE = 4_000

_ID = pattern(r"[a-z0-9][a-z0-9._-]{0,63}")


class Pack(msgspec.Struct, frozen=True, eq=False):
    """The components of one copy of a game; `tree` holds them with `UNKNOWN` where the text says `??`."""

    game: str
    id: str
    version: str
    filled_by: str
    digest: str
    tree: Document
    marks: dict[Path, str]
    text: str
    reconstructed: bool = False

    def has_inventions(self, part: str) -> bool:
        """Return whether any value under one of the pack's headings is invented."""
        return _has_inventions(self.tree.get(part, {}), (part,), self.marks, self.marks.get((part,), self.marks[()]))

    def provenance(self, path: Path) -> str:
        """Return where a value comes from: the mark nearest to it counts."""
        return next(self.marks[path[:n]] for n in range(len(path), -1, -1) if path[:n] in self.marks)


def load_pack(text: str, game: str) -> Pack:
    """Load the text of a pack for `game`, or raise `PackError` with all its faults."""
    raw = read_tables(text)
    try:
        return _build_pack(raw, text, game)
    except UnicodeEncodeError:
        says = "The pack contains half a character (a lone surrogate)."
        raise PackError(Fault(says, "Write the whole character.", 1, 1)) from None


def read_tables(text: str) -> Document:
    """Parse the tables of a pack of any kind, or raise `PackError` if it is too large or not TOML."""
    _refuse_oversized(text)
    try:
        return read_toml(text)
    except TomlError as wrong:
        hint = 'A pack is TOML: key = value, words in "quotes", tables in [brackets], unknown values as "??".'
        says = f"The pack is not readable as TOML: {wrong.says}."
        raise PackError(Fault(says, hint, wrong.line, wrong.column)) from None


def _refuse_oversized(text: str) -> None:
    if len(text) > MAX_PACK:
        says = f"The pack has {len(text):,} characters; at most {MAX_PACK:,} are read."
        raise PackError(Fault(says, "Leave out what is not a component of the game.", 1, 1))
    for at, line in enumerate(text.splitlines(), 1):
        if len(line) > MAX_LINE:
            says = f"Line {at} of the pack has {len(line):,} characters; at most {MAX_LINE:,} are read."
            raise PackError(Fault(says, "Break the line after a comma of a list, or give the entry a table.", at, 1))


def _build_pack(raw: Document, text: str, game: str) -> Pack:
    proof, marks = PackFaults(text, MOST_FAULTS), dict[Path, str]()
    tree = _strip_marks(raw, (), marks, proof)
    named = _read_header(PackTable(tree.pop("pack", {}), ("pack",), proof), game)
    _take_default_mark(marks, proof)
    if proof.faults:
        raise PackError(*proof.faults)
    digest = hashlib.sha256(msgspec.json.encode(raw, order="deterministic")).hexdigest()
    reconstructed = _has_inventions(tree, (), marks, marks[()])
    return Pack(**named, digest=digest, tree=tree, marks=marks, text=text, reconstructed=reconstructed)


def _read_header(head: PackTable, game: str) -> dict[str, str]:
    named = {key: head.word(key) for key in ("game", "id", "version", "filled_by")}
    head.close()
    for key in named:
        if head.has_key(key) and head.table[key] is UNKNOWN:
            head.add_fault(key, "must not be unknown.", f'Write {key} = "..." with a word in place of the dots.')
    if named["game"] is not UNKNOWN and named["game"] != game:
        head.add_fault(
            "game", f'this pack is for "{named["game"]}", not for "{game}".', f"Name a pack made for {game}."
        )
    if isinstance(named["id"], str) and not _ID.fullmatch(named["id"]):
        head.add_fault("id", f'"{named["id"]}" cannot be named in a log.', "Use a-z, 0-9, dot, dash and underscore.")
    return named


def _take_default_mark(marks: dict[Path, str], proof: PackFaults) -> None:
    default = marks.pop(("pack",), None)
    if default is None:
        proof.add_fault(
            ("pack", "provenance"), "is missing.", f"Say where the values come from: {_list_provenances()}."
        )
    marks[()] = default or INVENTED


def _strip_marks(value: Value, path: Path, marks: dict[Path, str], proof: PackFaults) -> Value:
    """Take the marks out, put `UNKNOWN` in, and refuse values that no component has."""
    if isinstance(value, dict):
        _note_marks(value, path, marks, proof)
        inner = (key for key in value if key not in {"provenance", "provenance_of"})
        return {key: _strip_marks(value[key], (*path, key), marks, proof) for key in inner}
    if isinstance(value, list):
        return [_strip_marks(item, (*path, place), marks, proof) for place, item in enumerate(value)]
    if isinstance(value, int) and not -MAX_NUMBER <= value <= MAX_NUMBER:
        proof.add_fault(path, "the number is out of bounds.", f"Write a number from -{MAX_NUMBER} to {MAX_NUMBER}.")
    elif not isinstance(value, str | int):
        proof.add_fault(
            path,
            f"{value} is not a value that a component can have.",
            'Use a whole number, a word, true, false or "??".',
        )
    return UNKNOWN if value == "??" else value


def _note_marks(table: Document, path: Path, marks: dict[Path, str], proof: PackFaults) -> None:
    """Record the marks of a table itself (`provenance`) and of single values in it (`provenance_of`)."""
    if "provenance" in table:
        _note_mark(table["provenance"], path, (*path, "provenance"), marks, proof)
    single = table.get("provenance_of", {})
    if not isinstance(single, dict):
        proof.add_fault((*path, "provenance_of"), "must be a table.", 'Write provenance_of = { value = "rulebook" }.')
        return
    for key, said in single.items():
        place = (*path, "provenance_of", key)
        if key not in table:
            hint = ask_if_meant(key, table) or "Name a key of the same table."
            proof.add_fault(place, f'there is no "{key}" next to it.', hint)
        _note_mark(said, (*path, key), place, marks, proof)


def _note_mark(said: object, path: Path, place: Path, marks: dict[Path, str], proof: PackFaults) -> None:
    if isinstance(said, str) and said in PROVENANCES:
        marks[path] = said
    else:
        proof.add_fault(
            place, f"{said!r} is not a provenance.", ask_if_meant(said, PROVENANCES) or f"Use {_list_provenances()}."
        )


def _list_provenances() -> str:
    return ", ".join(f"{word} ({what})" for word, what in PROVENANCES.items())


def _has_inventions(value: object, path: Path, marks: dict[Path, str], mark: str) -> bool:
    """Return whether any known value is invented; `mark` is the mark of the enclosing table."""
    mark = marks.get(path, mark)
    if isinstance(value, dict):
        return any(_has_inventions(inner, (*path, key), marks, mark) for key, inner in value.items())
    if isinstance(value, list) and value:
        return any(_has_inventions(inner, (*path, place), marks, mark) for place, inner in enumerate(value))
    return value is not UNKNOWN and mark == INVENTED
