"""A register of what was ruled before, by question and game, for the next arbiter who is asked the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from audit.cases.events import CaseRecord

# What a rule that an event breaks comes to, where the arbiter lets it stand.
STANDS = "stands"


class Precedent(Struct, frozen=True, kw_only=True):
    """One ruling that stands: which question of which game was read how, or what was said of a line, and where."""

    game: str
    # The open question, or the rule that was let stand; empty where a line was corrected.
    about: str
    ruled: str
    who: str
    why: str
    at: str
    # Where the case lies, the number of the ruling in it, and the head of its chain.
    case: str
    event: int
    head: str
    # Whether an appeal against it is open.
    appealed: bool = False


def list_precedents(cases: Iterable[tuple[str, CaseRecord]], game: str = "", about: str = "") -> list[Precedent]:
    """List the rulings that stand, by game and question, then by when and where."""
    found = (one for path, case in cases for one in _list_case_precedents(path, case))
    kept = (one for one in found if game in {"", one.game} and about in {"", one.about})
    return sorted(kept, key=lambda one: (one.game, not one.about, one.about, one.at, one.case))


def _list_case_precedents(path: str, case: CaseRecord) -> Iterator[Precedent]:
    ruling = case.ruling
    if ruling is None:
        return
    said = [*ruling.readings.items(), *(_parse_ruling_line(line) for line in ruling.lines)]
    for about, ruled in said:
        yield Precedent(
            game=case.opened.game,
            about=about,
            ruled=ruled,
            who=ruling.who,
            why=ruling.why,
            at=ruling.at,
            case=path,
            event=case.standing,
            head=case.head,
            appealed=bool(case.appeal),
        )


def _parse_ruling_line(line: str) -> tuple[str, str]:
    """Tell the rule that a line lets stand, or nothing, and the line."""
    words = line.removeprefix("record:").split()
    return (words[2], STANDS) if words[:1] == ["ruling"] and words[2:3] else ("", line.strip())


def find_contradictions(listed: Iterable[Precedent]) -> dict[tuple[str, str], list[Precedent]]:
    """Find the questions that were read in more than one way."""
    by_question: dict[tuple[str, str], list[Precedent]] = {}
    for one in listed:
        if one.about and one.ruled != STANDS:
            by_question.setdefault((one.game, one.about), []).append(one)
    return {key: several for key, several in by_question.items() if len({one.ruled for one in several}) > 1}


def split_publishable_rulings(listed: Sequence[Precedent]) -> tuple[list[dict[str, str]], list[str]]:
    """Give each question that was always read in one way, as a pack has it; and say which were not, or are appealed."""
    readings = [one for one in listed if one.about and one.ruled != STANDS]
    apart = find_contradictions(readings)
    appealed = {(one.game, one.about) for one in readings if one.appealed}
    kept: dict[tuple[str, str], dict[str, str]] = {}
    for one in readings:
        key = (one.game, one.about)
        if key not in apart and key not in appealed:
            where = f"{one.case}, event {one.event}, {one.head}"
            kept.setdefault(key, _make_pack_entry(one, where))
    left = [f"{question} is left out: it was read in more than one way." for _, question in apart]
    left += [f"{about} is left out: an appeal is open." for key in sorted(appealed - set(apart)) for about in key[1:]]
    return list(kept.values()), left


def _make_pack_entry(one: Precedent, where: str) -> dict[str, str]:
    return {
        "game": one.game,
        "question": one.about,
        "reading": one.ruled,
        "why": one.why,
        "who": one.who,
        "at": one.at,
        "case": where,
    }
