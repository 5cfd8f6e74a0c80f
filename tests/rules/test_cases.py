"""Every rule case is correct: its breaking log breaks the rule at that event, its keeping log breaks nothing."""

from __future__ import annotations

import pytest

from audit import audit
from fixtures.cases import Case
from fixtures.kits import GAMES
from tests.support.selection import SELECTION

BROKEN = {"illegal", "contested", "mismatch"}


@pytest.mark.parametrize("case", SELECTION.cases(), ids=lambda c: f"{c.rule}: {c.name}")
def test_the_case_does_what_it_says(case: Case) -> None:
    report = audit(case.log.encode(), GAMES)
    # A general rule counts as met by the finding of the special rule that it repeats.
    broken = [(f.seq, case.rule if case.rule in f.also else f.rule) for f in report.findings if f.status in BROKEN]
    malformed = [f.says for f in report.findings if f.status == "malformed"]
    assert not malformed, f"{case.place}: {malformed}"
    if case.breaks is None:
        assert broken == [], f"{case.place}: {case.name}"
    else:
        assert broken == [(case.breaks, case.rule)], f"{case.place}: {case.name}"
