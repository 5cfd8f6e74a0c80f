"""TOML from others: what costs too much is refused before `tomllib` sees it, and valid TOML is read."""

from __future__ import annotations

import tomllib
import tracemalloc
from pathlib import Path

import pytest

from audit.browse.packs import read_pack_head
from audit.house_rulings import read_house_rulings
from audit.spreadsheets.columns import read_columns
from audit.tournaments import parse_tournament
from engine.games import GAMES
from engine.kernel.basics.foreign_toml import MAX_NESTED, MAX_PARTS, MAX_TABLES, MAX_WORD, TomlError, read_toml
from engine.kernel.log import LogError
from engine.kernel.packs.pack import load_pack
from engine.kernel.packs.reader import PackError, PackFaults
from tests.support.paths import ROOT

OURS = [
    path for part in ("engine", "audit", "api", "cli", "fixtures") for path in sorted((ROOT / part).rglob("*.toml"))
]
LENGTH = 390_000
PARTS, NESTED, MANY, WORD = f"{MAX_PARTS} parts", f"{MAX_NESTED} deep", f"{MAX_TABLES:,} tables", "characters"


def numbered(form: str, length: int = LENGTH) -> str:
    """Write lines that differ by their number, up to a length."""
    return "".join(form.replace("N", f"{number:06x}") + "\n" for number in range(length // (len(form) + 6)))


COSTLY = {
    "dotted key": ("a." * (LENGTH // 2) + "a = 1", PARTS),
    "dotted key with blanks": ("a .\t" * (LENGTH // 4) + "a = 1", PARTS),
    "quoted key": ("\"a.b\".'c'." * (LENGTH // 10) + "a = 1", PARTS),
    "key of empty parts": ("\"\".''." * (LENGTH // 6) + "a = 1", PARTS),
    "header": ("[" + "a." * (LENGTH // 2) + "a]", PARTS),
    "header of a list": ("[[" + "a." * (LENGTH // 2) + "a]]", PARTS),
    "key in an inline table": ("x = { y = 1, " + "a." * (LENGTH // 2) + "a = 1 }", PARTS),
    "key behind a string of three quotes": (f'x = """"a\\""""""\n{"a." * (LENGTH // 2)}a = 1', PARTS),
    "key behind a literal string": (f"x = ''''a'b\\'''''\n{'a.' * (LENGTH // 2)}a = 1", PARTS),
    "key behind a quote in a comment": (f'x = 1 # """\n{"a." * (LENGTH // 2)}a = 1', PARTS),
    "lists in lists": ("x = " + "[" * LENGTH, NESTED),
    "tables in tables": ("x = " + "{a=" * (LENGTH // 3), NESTED),
    "tables in lists": ("x = " + "[{a=" * (LENGTH // 4), NESTED),
    "many short tables": ("".join(f"[{number:x}]\n" for number in range(55_000)), MANY),
    "many keys": (numbered("N.a.a.a.a.a.a.a.a.a=1"), MANY),
    "many headers": (numbered("[N.a.a.a.a.a.a.a.a.a]"), MANY),
    "many empty lists": ("x = [" + "[]," * (LENGTH // 3) + "]", MANY),
    "digits": ("x = " + "1" * LENGTH, WORD),
    "hexadecimal digits": ("x = 0x" + "f" * LENGTH, WORD),
    "decimals": ("x = 1." + "1" * LENGTH, WORD),
}
LAWFUL = {
    "text that looks like a key": f'x = """\n{"a." * 100}a = 1\n"""',
    "literal text that looks like a key": f"x = '''\n{'a.' * 100}a = 1\n'''",
    "a word with dots": f'x = "{"a." * 100}"',
    "a quoted key with dots": f'"{"a." * 100}" = 1',
    "quoted keys with dots in a key": "'a.b.c.d.e.f'.\"g.h.i.j.k.l\" = 1",
    "brackets in words": f'x = "{"[" * 100}" # {"{" * 100}',
    "an escaped quote before dots": f'x = "\\"{"a." * 100}"',
    "quotes at the end of text": 'x = """a"""""\ny = \'\'\'a\'\'\'\'\'\nz = ""\n',
    "a backslash at the end of a literal": "x = 'a\\'\ny = 1",
    "as many parts as may be": ".".join("a" * MAX_PARTS) + " = 1",
    "nested as deep as may be": "x = " + "[" * MAX_NESTED + "]" * MAX_NESTED,
    "as many digits as may be": "x = " + "9" * MAX_WORD + "\ny = 0x" + "f" * (MAX_WORD - 2),
    "many keys in one table": "".join(f"a.b{number} = 1\n" for number in range(40_000)),
    "twenty thousand tables": "[[tables]]\nseats = { a = 1 }\n" * 20_000,
    "Windows line ends": 'x = """\r\na\r\n"""\r\n[b]\r\ny = 1\r\n',
}


@pytest.mark.parametrize(("text", "says"), COSTLY.values(), ids=COSTLY)
def test_what_costs_too_much_is_refused_before_it_is_parsed(
    text: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda *_, **__: pytest.fail("`tomllib` was asked"))
    tracemalloc.start()
    try:
        with pytest.raises(TomlError) as refused:
            read_toml(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert says in refused.value.says
    assert peak < 1_000_000


@pytest.mark.parametrize("text", LAWFUL.values(), ids=LAWFUL)
def test_what_is_lawful_is_read_as_tomllib_reads_it(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_every_file_that_ships_is_read(path: Path) -> None:
    assert read_toml(path.read_text("utf-8"))


@pytest.mark.parametrize("text", ["x = 'a", 'x = "a', "x = '''a", 'x = """a\n', 'x = "\\'])
def test_a_string_without_an_end_is_refused_as_such_whatever_stands_in_it(text: str) -> None:
    with pytest.raises(TomlError) as refused:
        read_toml(text + "a." * 1_000)
    assert "parts" not in refused.value.says


def test_a_refusal_names_the_line_and_the_column() -> None:
    with pytest.raises(TomlError) as refused:
        read_toml("x = 1\n  " + "a." * 20 + "a = 1")
    assert (refused.value.line, refused.value.column) == (2, 4)


def test_each_reader_of_foreign_toml_refuses_a_key_without_end() -> None:
    text = "a." * 1_900 + "a = 1"
    for read in (lambda: parse_tournament(text.encode(), GAMES), lambda: read_columns(text)):
        with pytest.raises(LogError, match=PARTS):
            read()
    with pytest.raises(LogError, match=PARTS):
        read_house_rulings(text, "pebbles")
    with pytest.raises(PackError, match=PARTS):
        load_pack(text, "pebbles")
    assert read_pack_head(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        'x = [\n"a"' + " " * LENGTH + "\n]\n",
        "x = [\n[" + " " * LENGTH + "\n]]\n",
        f'x = ["""\n{"a." * 9_000} = 1"""]\n',
    ],
    ids=["blanks behind a word", "blanks behind a bracket", "text that looks like a key"],
)
def test_the_line_of_a_fault_is_found_in_one_pass(text: str) -> None:
    """A regex that backtracks over blanks takes hours for the first two; all prefixes of the third fill memory."""
    read_toml(text)
    faults = PackFaults(text + "[b]\ny = 1\n")
    tracemalloc.start()
    try:
        faults.add_fault(("b", "y"), "is wrong.", "")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert faults.faults[0].line == text.count("\n") + 2
    assert peak < 5_000_000


def test_a_long_key_that_stands_twice_is_refused_in_one_pass() -> None:
    """A regex that begins with blanks takes hours to find the place in the message, which quotes the key."""
    key = '"' + " " * (LENGTH // 2) + '"'
    with pytest.raises(TomlError, match="twice"):
        read_toml(f"[{key}]\n[{key}]\n")
