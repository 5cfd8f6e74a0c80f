"""Each stage of judging changes only what its line in the list of stages says."""

from __future__ import annotations

import re
from typing import Any

from audit.judging.plan import STAGES, JudgedLog
from audit.model.findings import Finding

KEYS = dict(zip(Finding.__struct_fields__, Finding.__struct_encode_fields__, strict=True))
MARKED = re.compile(r"`(\w+)`")


def test_every_word_that_a_line_marks_is_a_key_of_a_finding_or_a_part_of_the_state() -> None:
    known = {*KEYS.values(), *JudgedLog._fields}
    marked: dict[str, Any] = {stage.name: MARKED.findall(stage.changes) for stage in STAGES}
    assert {name: words for name, words in marked.items() if not words or not set(words) <= known} == {}
    assert len(marked) == len(STAGES)
