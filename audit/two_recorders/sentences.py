"""Describes a comparison of two records in sentences for an arbiter."""

from __future__ import annotations

from audit.two_recorders.comparison import Comparison, OneRecord
from audit.two_recorders.differences import Difference, Entry
from audit.two_recorders.headers import SAYS, HeadDifference
from audit.two_recorders.judgement import SideJudgement
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.editions import find_edition_source, put_own_first

# The longest excerpt of a line or header that is quoted.
QUOTED = 160


def describe_header_difference(head: HeadDifference) -> str:
    """Describe a difference between two headers."""
    return f"{SAYS[head.key]}: A says {_quote_value(head.a)}, B says {_quote_value(head.b)}."


def _quote_value(said: str) -> str:
    return shorten_quote(said) if said else "nothing"


def shorten_quote(said: str) -> str:
    """Shorten a quote, and make hidden characters visible."""
    return make_visible(said if len(said) <= QUOTED else f"{said[: QUOTED - 1]}…")


def describe_record(name: str, record: OneRecord) -> str:
    """Describe one record with its number of events and breaches."""
    events = len(record.prepared.log.events)
    parts = [
        f"{name}: {count_in_words(events, 'event')}, {count_in_words(record.broken, 'breach', 'breaches')} of a rule"
    ]
    if record.unread_count:
        parts.append(f"{count_in_words(record.unread_count, 'line')} that cannot be read or applied")
    if record.corrections_count:
        parts.append(f"{count_in_words(record.corrections_count, 'correction')} applied to it first")
    if record.rulings_count:
        parts.append(f"{count_in_words(record.rulings_count, 'ruling')} by number, not compared")
    return ", ".join(parts) + "."


def count_in_words(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun. Zero becomes "no"."""
    return f"{number or 'no'} {one if number == 1 else many or f'{one}s'}"


def describe_difference_kind(difference: Difference) -> str:
    """Describe how two records differ at a place."""
    a, b = len(difference.a), len(difference.b)
    has, lacks = ("A", "B") if a else ("B", "A")
    what = "a line" if a + b == 1 else count_in_words(a + b, "line")
    match difference.kind:
        case "missing":
            return f"{has} has {what} that {lacks} has not."
        case "doubled":
            return f"{has} has {what} twice that {lacks} has once."
        case "swapped":
            return "Both have the same two lines, in the other order."
        case _:
            what = f"A has {count_in_words(a, 'line')}, B has {count_in_words(b, 'line')}."
            return "A and B say different things." if a == b == 1 else what


def quote_entry_line(entry: Entry, record: OneRecord) -> str:
    """Quote a line with its number in the file."""
    return f"line {record.prepared.log.lines[entry.seq - 1]}: {shorten_quote(entry.line.removeprefix('?: '))}"


def describe_side_judgement(bearing: SideJudgement, comparison: Comparison) -> str:
    """Describe what the rules say about a difference."""
    if bearing.side and bearing.breach is not None and bearing.breach.breach is not None:
        name, other = ("A", "B") if bearing.side == "a" else ("B", "A")
        rule = bearing.breach.laid.rule
        prepared = comparison.a.prepared
        cites = put_own_first(rule.cites, find_edition_source(prepared.game, prepared.program.rulebook.layers))
        written = f" ({cites[0]})" if cites else ""
        place = _name_line(bearing, comparison, other)
        return (
            f"The rules bear out {name}. As {other} has it, {rule.id}{written} is broken{place}: "
            f"{bearing.breach.breach.says}"
        )
    return UNDECIDED[bearing.why]


UNDECIDED = {
    "neither": "The rules allow both, as far as these logs show: ask the table.",
    "both": "Each breaks a rule, so the rules bear out neither: ask the table.",
    "unread": "What stands here in one of them cannot be read, which breaks no rule: ask who wrote it.",
    "unexamined": "Not examined: there are too many differences or breaches before the end to try this one through.",
    "heads": "Not judged: the headers set different tables. Settle that first.",
}


def _name_line(bearing: SideJudgement, comparison: Comparison, other: str) -> str:
    """Name the line with the breach: in the other log if it has the event, else in this one."""
    if not any(bearing.at):
        return " by the end of the record"
    records = {"A": comparison.a, "B": comparison.b}
    seqs = dict(zip(("A", "B"), bearing.at, strict=True))
    name = other if seqs[other] else next(name for name, seq in seqs.items() if seq)
    return f" at line {records[name].prepared.log.lines[seqs[name] - 1]} of {name}"


def summarize_comparison(comparison: Comparison) -> str:
    """Summarize a comparison in one sentence."""
    if comparison.is_same:
        return "Both records say the same."
    found = comparison.both.differences
    if not found:
        return "The headers differ, and all events are the same."
    sides = [bearing.side for bearing in comparison.bearings]
    return (
        f"{count_in_words(len(found), 'difference')}: the rules bear out A in {sides.count('a')}, "
        f"B in {sides.count('b')}, "
        f"and leave {sides.count(None)} open."
    )
