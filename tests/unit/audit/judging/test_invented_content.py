"""A finding rests on invented content only if it could not be made without it."""

from __future__ import annotations

import re

import pytest

from audit import audit
from audit.intake.preparation import prepare_log
from audit.judging.invented_content import leave_part_open
from audit.model.findings import Finding
from engine.games import GAMES
from engine.kernel.log import LogError
from fixtures.goldens import Golden, goldens

THREE = ("tailwinds", "winds-of-plunder", "north-wind")
OF_PACK = re.compile(rb"^pack: \S+-reconstructed-1$", re.MULTILINE)


def broken(raw: bytes) -> list[Finding]:
    return [finding for finding in audit(raw, GAMES).findings if finding.status in {"illegal", "contested", "mismatch"}]


def with_pack(game: str) -> list[Golden]:
    return [golden for golden in goldens(game) if OF_PACK.search(golden.log)]


@pytest.mark.parametrize("game", THREE)
def test_what_rests_on_a_part_cannot_be_found_with_that_part_unknown(game: str, subtests: pytest.Subtests) -> None:
    for golden in with_pack(game):
        prepared = prepare_log(golden.log, GAMES)
        for finding, part in ((one, part) for one in broken(golden.log) for part in one.rests_on):
            with subtests.test(f"{game}-{golden.name}: {finding.rule} rests on {part}"):
                other = leave_part_open(prepared, part)
                assert other is not None
                stands = {
                    (one.seq, one.laid.rule.id) for one in other.replay_all().judgements if one.breach is not None
                }
                assert (finding.seq, finding.rule) not in stands


@pytest.mark.parametrize("game", THREE)
def test_what_is_found_without_any_pack_rests_on_nothing_invented(game: str, subtests: pytest.Subtests) -> None:
    for golden in with_pack(game):
        with subtests.test(f"{game}-{golden.name}"):
            check_without_pack(golden)


def check_without_pack(golden: Golden) -> None:
    bare = OF_PACK.sub(b"", golden.log)
    try:
        without = {(finding.seq, finding.rule) for finding in broken(bare)}
    except LogError:
        assert b"position:" in golden.log, "only a position can need its pack"
        return
    resting = {(f.seq, f.rule): f.rests_on for f in broken(golden.log) if f.rests_on}
    assert not resting.keys() & without


def test_a_part_that_a_pack_must_tell_keeps_what_it_must_have() -> None:
    prepared = prepare_log(next(golden.log for golden in goldens("tailwinds") if golden.name == "demo"), GAMES)
    assert leave_part_open(prepared, "track") is not None
