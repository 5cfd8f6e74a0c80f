"""Auditing, judging and starting take no more work than the file of counts states."""

from __future__ import annotations

import pytest

from tests.measure.counts import IMPORTS, count_part, find_other_interpreter, list_raised_rows, read_figures

REMEDY = (
    "Find what does more work (`make counts` here and on the base, then cProfile). If it is worth its cost, write the"
    " figures with `make counts WRITE=1`, and say why in the commit."
)


@pytest.mark.skipif(bool(find_other_interpreter()), reason=find_other_interpreter())
@pytest.mark.parametrize("part", read_figures())
def test_no_count_of_work_has_risen(part: str) -> None:
    if raised := list_raised_rows(part, read_figures()[part], count_part(part)):
        pytest.fail("\n".join([*raised, REMEDY]), pytrace=False)


def test_a_count_may_rise_by_two_per_cent_and_no_further() -> None:
    assert list_raised_rows("tailwinds", {"read-c": 50.0}, {"read-c": 51.0}) == []
    (said,) = list_raised_rows("tailwinds", {"read-c": 50.0, "replay-c": 9.0}, {"read-c": 51.1, "replay-c": 1.0})
    assert said == "tailwinds read-c: 50.0 -> 51.1 (+2.2 %): C calls per event to read clean logs"


def test_one_module_more_at_start_is_too_many() -> None:
    assert list_raised_rows(IMPORTS, {"audit-ours": 89}, {"audit-ours": 89}) == []
    (said,) = list_raised_rows(IMPORTS, {"audit-ours": 89}, {"audit-ours": 90})
    assert said.startswith("imports audit-ours: 89 -> 90 (+1.1 %): modules of ours")


def test_a_count_of_nothing_may_not_rise_at_all() -> None:
    (said,) = list_raised_rows("tailwinds", {"judge-0-replayed": 0.0}, {"judge-0-replayed": 0.001})
    assert "(from nothing)" in said
