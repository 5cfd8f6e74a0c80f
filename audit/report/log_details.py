"""Describes in sentences who played, where and when, and who corrected what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from audit.model.document import Correction, LogMark, PlayerMark
from audit.model.findings import Finding
from audit.model.report import Report

if TYPE_CHECKING:
    from engine.kernel.log import Header, HeaderPlayer

_DONE: Mapping[Literal["amend", "retract", "insert", "ruling"], str] = {
    "amend": "Event {at} reads “{text}”",
    "retract": "Event {at} did not happen",
    "insert": "“{text}” is inserted after event {at}",
    "ruling": "Event {at} stands",
}
# The number of events listed that a correction makes illegal.
BROUGHT = 8
NOT_COUNTED = "Under the book as played, none of these counts."
COUNTED = "This is the book as adjudicated: all of these count."


def describe_occasion(report: Report) -> str:
    """Describe who played, on what occasion and when. Empty if the log does not say."""
    return describe_log_occasion(report.found.log)


def describe_log_occasion(log: LogMark | Header) -> str:
    """Describe the players and the occasion of a log or a header, before it is judged."""
    named = any(player.name for player in log.players)
    players = [f"Played by {_join_words([_name_player(player) for player in log.players])}"] if named else []
    occasion = [part for part in (log.event, log.date) if part]
    return "; ".join([*players, *occasion]) + "." if players or occasion else ""


def describe_stop(report: Report) -> str:
    """Describe where play was stopped and what that means, and which log this one continues."""
    stop, log = report.found.stopped, report.found.log
    sentences = [f"It continues the log with the SHA-256 {log.continues}."] if log.continues else []
    if stop is not None:
        why = f" ({stop.why})" if stop.why else ""
        who = f", says {stop.who}" if stop.who else ""
        sentences.append(
            f"Play was stopped{why} at event {stop.seq}, line {stop.line}{who}: nothing after that is owed, and the"
            " winner is counted as the table stood."
        )
    return " ".join(sentences)


def _name_player(player: PlayerMark | HeaderPlayer) -> str:
    seat = " ".join(part for part in (player.seat, player.role) if part)
    return f"{player.name} ({seat})" if player.name else seat


def _join_words(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def describe_corrections(report: Report) -> list[str]:
    """Describe each correction and ruling: its effect, its author, the reason, and its place."""
    found = report.found
    sentences = [
        sentence
        for one in found.corrections
        for sentence in (_describe_correction(one), *_describe_new_findings(report, one))
    ]
    return [*sentences, NOT_COUNTED if found.book == "played" else COUNTED] if sentences else []


def _describe_new_findings(report: Report, one: Correction) -> list[str]:
    """Describe the events that only a correction makes illegal."""
    if one.do == "ruling":
        return []
    brought = [finding for finding in report.findings if finding.follows == one.seq]
    lines = [
        f"After this correction event {finding.seq} would not be legal: {finding.breach} [{finding.rule}]"
        for finding in brought[:BROUGHT]
    ]
    more = len(brought) - BROUGHT
    return [*lines, f"Neither would {more} more."] if more > 0 else lines


def describe_rulings_on(report: Report, finding: Finding) -> list[str]:
    """Describe each ruling that waives a finding."""
    return [
        _describe_correction(one)
        for one in report.found.corrections
        if one.do == "ruling" and one.at == finding.seq and one.rule in {"", finding.rule}
    ]


def _describe_correction(one: Correction) -> str:
    done = _DONE[one.do].format(at="??" if one.at is None else one.at, text=one.text)
    done += f" (read as “{one.read_as}”)" if one.read_as else ""
    about = f" as far as {one.rule} goes" if one.rule else ""
    who = f", says {one.who}" if one.who else ", without a name"
    why = f": {one.why}" if one.why else ""
    # A ruling that came with the options has no line in the file.
    place = f"event {one.seq}, line {one.line}" if one.line else f"event {one.seq}, recorded separately"
    return f"{done}{about}{who}{why} ({place})."
