"""Jobs that inspect or rewrite a log without auditing it. Another process can run them."""

from __future__ import annotations

from collections.abc import Mapping

from api.http.csv_cells import escape_formulas
from api.http.error_handlers import describe_fault
from audit.rewrite.convert import convert_log, read_log_leniently, read_to_convert
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.log import LogError

Games = Mapping[str, Game]
MOST_FAULTS = 100
SHEET = "sheet"


def inspect_log(games: Games, raw: bytes) -> Document:
    """Parse a log without auditing it."""
    try:
        log = read_log_leniently(raw, games)
    except LogError as wrong:
        nothing = {"readable": False, "spelling": None, "game": None, "event": None, "events": 0}
        return {**nothing, "faults": [describe_fault(fault) for fault in wrong.faults[:MOST_FAULTS]]}
    return {
        "readable": True,
        "spelling": log.spelling,
        "game": log.header.game,
        "event": log.header.event,
        "events": len(log.events),
        "faults": [describe_fault(fault) for fault in log.faults[:MOST_FAULTS]],
    }


def rewrite_log(games: Games, raw: bytes, spelling: str) -> bytes:
    """Write a log in the canonical form of a spelling; raises `LogError` where a line cannot be read."""
    log = read_to_convert(raw, games)
    vocabulary = games[log.header.game].vocabulary
    written = convert_log(raw, log, "csv" if spelling == SHEET else spelling, vocabulary)
    return (escape_formulas(written) if spelling == SHEET else written).encode("utf-8", "surrogatepass")
