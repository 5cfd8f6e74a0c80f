"""CSV for people contains no formula, in contrast to the exact CSV for programs; each says which it is."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.http.csv_cells import FORMULA, escape_formulas
from tests.support.games import pebbles
from tests.support.servers.api_client import Asker

HOSTILE = ["=1+1", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1", '=HYPERLINK("x","y")', "=cmd|' /C calc'!A0"]
HOSTILE += ["\uff1d1+1", "\uff0b1", "\uff0d1+1", "\uff20SUM(A1)", "\u3000=1", "\ufeff=1", "\u00a0=1"]
PLAIN = ["", "3", "-1", "+2", "-0.5", "green", "a=b", "1-2", "'quoted", 'say "x"', "a,b", "ä"]


def table(text: str) -> list[list[str]]:
    """Read CSV as any program does."""
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("cell", HOSTILE)
def test_what_could_be_a_formula_begins_with_an_apostrophe(cell: str) -> None:
    assert table(escape_formulas(_csv([["a", cell]]))) == [["a", f"'{cell}"]]


def test_what_is_none_stays_as_it_is() -> None:
    assert table(escape_formulas(_csv([PLAIN]))) == [PLAIN]


@given(st.lists(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1)))
def test_no_cell_is_ever_a_formula_and_none_is_lost(rows: list[list[str]]) -> None:
    laid = table(escape_formulas(_csv(rows)))
    assert [[cell.removeprefix("'") for cell in row] for row in laid] == [
        [cell.removeprefix("'") for cell in row] for row in rows
    ]
    for cell in (cell for row in laid for cell in row):
        assert not cell.startswith(FORMULA) or cell.lstrip("+-").replace(".", "", 1).isdecimal()


def test_a_log_is_fetched_exactly_or_without_formulas(admin: Asker) -> None:
    log = admin.kept(pebbles.log('record: note "=1+1"', *pebbles.CLEAN))
    exact, sheet = admin.get(f"/logs/{log}/as/csv"), admin.get(f"/logs/{log}/as/sheet")
    assert [one.headers["Deadreckon-Cells"] for one in (exact, sheet)] == ["exact", "without formulas"]
    assert {one.mimetype for one in (exact, sheet)} == {"text/csv"}
    cells = [[cell for row in table(one.get_data(as_text=True)) for cell in row] for one in (exact, sheet)]
    assert ("=1+1" in cells[0], "'=1+1" in cells[1], "=1+1" in cells[1]) == (True, True, False)
    assert "Deadreckon-Cells" not in admin.get(f"/logs/{log}/as/text").headers


def _csv(rows: list[list[str]]) -> str:
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    return written.getvalue()
