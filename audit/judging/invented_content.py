"""Finds which invented pack values a finding depends on, by replaying with each invented part unknown."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from msgspec import structs
from msgspec.structs import replace

from audit.budget import Budget
from audit.intake.domains import list_domains
from audit.intake.prepared import PreparedLog
from audit.model.findings import Finding
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.log import LogError
from engine.kernel.packs.pack import INVENTED, Pack, load_pack, read_tables
from engine.kernel.packs.reader import PackError, Path
from engine.kernel.unknown import Undetermined

# The work of building a pack with one part unknown, in replayed events.
LAID_OUT = 400
MARKS = frozenset({"provenance", "provenance_of"})
# The number of attempts at restoring values that a pack requires.
TRIES = 4
NAMED = re.compile(r"^([\w.-]+):")
Met = frozenset[tuple[int, str]]


def drop_unneeded_inventions(findings: list[Finding], prepared: PreparedLog, budget: Budget) -> list[Finding]:
    """Drop each invented part that a finding does not depend on.

    A finding does not depend on a part if it is made all the same with that part unknown. Without enough budget, a
    finding depends on every invented part that its rule reads.
    """
    parts = sorted({part for finding in findings for part in finding.rests_on})
    work = len(parts) * (LAID_OUT + len(prepared.entries))
    if not parts or work > budget.left:
        return findings
    budget.note_work(work)
    without = {part: _find_breaches_without(prepared, part) for part in parts}

    def may_rest_on(finding: Finding, part: str) -> bool:
        met = without[part]
        return met is None or (finding.seq or 0, finding.rule) not in met

    return [
        structs.replace(finding, rests_on=tuple(part for part in finding.rests_on if may_rest_on(finding, part)))
        if finding.rests_on
        else finding
        for finding in findings
    ]


def _find_breaches_without(prepared: PreparedLog, part: str) -> Met | None:
    """List the breaches that remain with one part unknown. Return None if the log cannot be replayed like that."""
    other = leave_part_open(prepared, part)
    if other is None:
        return None
    try:
        judgements = other.replay_all().judgements
    except Undetermined:
        # No real copy of the game leaves this value open.
        return None
    return frozenset((one.seq, one.laid.rule.id) for one in judgements if one.breach is not None)


def leave_part_open(prepared: PreparedLog, part: str) -> PreparedLog | None:
    """Prepare the log with every invented value of one part of its pack unknown."""
    text = _mask_pack(prepared.content.pack.text, prepared.game.name, part)
    game = prepared.game
    for _ in range(TRIES):
        header = structs.replace(prepared.header, pack="", inline=text)
        try:
            other = replace(prepared, content=game.content(header, {}))
            domains = list_domains(game, header, other.content)
            strangers = game.vocabulary.check_names((event for _, event in prepared.entries), domains)
            other.build_table()
        except PackError as wrong:
            named = [match[1] for fault in wrong.faults if (match := NAMED.match(fault.says))]
            text = _mask_pack(
                prepared.content.pack.text, game.name, part, tuple(sorted({*named, *_read_restored_values(text)}))
            )
        except (LogError, Undetermined):
            # The table cannot be set up without the part.
            return None
        else:
            return None if strangers else other
    return None


def _read_restored_values(text: str) -> tuple[str, ...]:
    """Read the names of restored values from the first line."""
    return tuple(text.partition("\n")[0].removeprefix("#").split())


@lru_cache(maxsize=64)
def _mask_pack(text: str, game: str, part: str, kept: tuple[str, ...] = ()) -> str:
    """Write a pack with `??` for each invented value of a part, but not for those that `kept` names."""
    pack, raw = load_pack(text, game), read_tables(text)
    raw[part] = _mask_value(raw[part], (part,), pack, kept)
    return f"# {' '.join(kept)}\n{_write_toml(raw)}"


def _mask_value(value: Json, path: Path, pack: Pack, kept: tuple[str, ...]) -> Json:
    if isinstance(value, dict):
        return {key: one if key in MARKS else _mask_value(one, (*path, key), pack, kept) for key, one in value.items()}
    if isinstance(value, list):
        return [_mask_value(one, (*path, at), pack, kept) for at, one in enumerate(value)]
    return value if ".".join(map(str, path)) in kept or pack.provenance(path) != INVENTED else "??"


def _write_toml(raw: Document) -> str:
    tables = {key: value for key, value in raw.items() if isinstance(value, dict)}
    lines = [f"{json.dumps(key)} = {_spell_toml(value)}" for key, value in raw.items() if key not in tables]
    for name, table in tables.items():
        lines += [
            f"[{json.dumps(name)}]",
            *(f"{json.dumps(key)} = {_spell_toml(value)}" for key, value in table.items()),
        ]
    return "\n".join(lines) + "\n"


def _spell_toml(value: Json) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {_spell_toml(one)}' for key, one in value.items())} }}"
    return f"[{', '.join(map(_spell_toml, value))}]" if isinstance(value, list) else json.dumps(value)
