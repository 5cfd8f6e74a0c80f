"""What each stage of judging changes in many logs is what its line in the plan names."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

import pytest
from msgspec.structs import asdict

from audit import AuditOptions, audit
from audit.judging import plan
from audit.judging.plan import STAGES, JudgedLog, Stage, StageInputs
from audit.model.findings import Finding
from engine.games import GAMES
from engine.kernel.spellings import write
from fixtures.causes import causes
from fixtures.spoilers import spoiled, spoilers
from tests.support.logs.missing_lines import BOATS, RESTED, ROWED, UNWRITTEN
from tests.support.paths import FIXTURES

KEYS = dict(zip(Finding.__struct_fields__, Finding.__struct_encode_fields__, strict=True))
MARKED = re.compile(r"`(\w+)`")
DEMO = FIXTURES / "tailwinds" / "logs" / "demo.log"
# One spoiler in so many of each game, each played on for so many events; so little work that some places are left out.
EVERY, PLAYED_ON, LITTLE = 60, 20, 600
# What no log of this test makes a stage change.
UNSEEN = {
    "missing lines": ["repairs", "rulings", "status", "with"],
    "contested consequences": ["rulings", "status"],
}
EVERY_READING = AuditOptions(readings=True, settled=True)


def changes_of(before: JudgedLog, after: JudgedLog) -> set[str]:
    """Name the parts of the state and the keys of findings in which two states differ."""
    changed = {part for part in JudgedLog._fields[1:] if getattr(before, part) != getattr(after, part)}
    if len(before.findings) != len(after.findings):
        changed.add("findings")
        rest = [one for one in after.findings if one in before.findings]
    else:
        rest = after.findings
    for one, other in zip(before.findings, rest, strict=True):
        was, is_ = asdict(one), asdict(other)
        changed |= {KEYS[name] for name in was if was[name] != is_[name]}
    return changed


def list_logs() -> list[bytes]:
    """Logs that between them give every stage something to do."""
    logs = [log.encode() for name in GAMES for log in (case.log for case in causes(name))]
    for name, game in GAMES.items():
        folder = FIXTURES / name.replace("-", "_") / "logs"
        logs += [(folder / one).read_bytes() for one in ("demo.log", "bare-pack.log")]
        for spoiler in spoilers(name).all[::EVERY]:
            found = spoiled(name, spoiler, 0, PLAYED_ON)
            logs += [] if found is None else [write(found[0], "text", game.vocabulary).encode()]
    demo = DEMO.read_text()
    made_up = [f"{demo}record: ruling 3\n", re.sub("(?m)^.*: move .*\n", "", demo), UNWRITTEN, RESTED + ROWED]
    made_up.append(f"{BOATS}green: xyzzy\nclaim: green.fore 4\n")
    return [*logs, *(log.strip().encode() for log in made_up)]


def watch_stages(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Replace each stage by one that records what it changes, by its name."""
    seen: dict[str, set[str]] = defaultdict(set)

    def watched(stage: Stage) -> Stage:
        def run(judged: JudgedLog, inputs: StageInputs) -> JudgedLog:
            # A stage that changes the list itself would change the state before it too.
            before = judged._replace(findings=list(judged.findings))
            after = stage.run(judged, inputs)
            assert judged == before, f"{stage.name} changes the state that it was given"
            seen[stage.name] |= changes_of(before, after)
            return after

        return replace(stage, run=run)

    monkeypatch.setattr(plan, "STAGES", tuple(map(watched, STAGES)))
    return seen


def test_each_stage_changes_what_its_line_names_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = watch_stages(monkeypatch)
    logs = list_logs()
    for number, raw in enumerate(logs):
        audit(raw, GAMES, AuditOptions() if number % 3 else EVERY_READING)
    monkeypatch.setattr(plan, "MOST_WORK", LITTLE)
    audit(DEMO.read_bytes(), GAMES)
    names = {stage.name: set(MARKED.findall(stage.changes)) for stage in STAGES}
    assert list(seen) == [stage.name for stage in STAGES]
    excess = {name: sorted(changed - names[name]) for name, changed in seen.items() if changed - names[name]}
    assert excess == {}
    assert {name: sorted(unseen) for name in names if (unseen := names[name] - seen[name])} == UNSEEN
