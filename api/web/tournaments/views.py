"""Prepare a count for pages: rows with the safety of their places, rounds with tables, and open tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audit.tournaments.report.document import explain_lead, write_head_line

if TYPE_CHECKING:
    from api.tournaments.record import StoredTournament
    from api.tournaments.standings import Count
    from engine.kernel.basics.json_types import Document

SAFE, OPEN, UNPROVEN = "safe", "open", "not proven"


def lay_out_count(found: StoredTournament, count: Count) -> Document:
    """Prepare a count for a page."""
    said = count.said
    return {
        "name": said["name"],
        "head": write_head_line(said),
        "final": said["final"],
        "events": said["events"]["count"],
        "says": said["safety"]["says"],
        "rows": [
            _make_row(row, safety, found) for row, safety in zip(said["standings"], _list_safety(said), strict=True)
        ],
        "rounds": [
            {
                "number": number,
                "tables": [_describe_table(found, one) for one in said["tables"] if one["round"] == number],
            }
            for number in found.laid.rounds
        ],
        "basis": [(state, number) for state, number in said["basis"].items() if number],
        "critical": said["safety"]["critical"],
    }


def _list_safety(said: Document) -> list[Document]:
    """Return the safety of each place, in the order of the standings."""
    there = {one["player"]: one for one in said["safety"]["places"]}
    unasked = {"status": "", "best": 0, "worst": 0}
    return [there.get(row["player"], unasked) for row in said["standings"]]


def _make_row(row: Document, safety: Document, found: StoredTournament) -> Document:
    between = f"{safety['best']} to {safety['worst']}" if safety["best"] != safety["worst"] else str(safety["best"])
    return {
        "label": row["label"],
        "player": row["player"],
        "name": row["name"],
        "withdrawn": row["withdrawn"],
        "points": row["shown"],
        "sum": row["sum"],
        "ahead_by": explain_lead(row),
        "safe": safety["status"],
        "between": between if safety["status"] in {OPEN, UNPROVEN} else "",
        "rounds": [_find_round_points(row, number) for number in found.laid.rounds],
        "beside": [line for line in row["lines"] if not line["round"]],
    }


def _find_round_points(row: Document, number: int) -> str:
    """Return the points of a round, or an empty text if none count yet."""
    return "; ".join(line["points"] for line in row["lines"] if line["round"] == number)


def _describe_table(found: StoredTournament, one: Document) -> Document:
    names = {player.id: player.name for player in found.laid.roster}
    seated = found.laid.find_table(one["table"])
    finishes = one["books"].get("decided") or one["books"].get("adjudicated") or {}
    listed = seated.players if seated else ()
    players = [{"name": names[key], **_describe_finish(finishes.get(key))} for key in listed]
    return {
        "id": one["table"],
        "number": one["number"],
        "status": one["status"],
        "players": sorted(players, key=lambda player: player["place"] or len(players) + 1),
        "log": one["logs"][0]["sha256"] if len(one["logs"]) == 1 else "",
    }


def _describe_finish(finish: Document | None) -> Document:
    if finish is None:
        return {"place": None, "score": None, "state": ""}
    return {"place": finish["place"], "score": finish["score"], "state": finish["state"]}


def redact_for_public(shown: Document) -> Document:
    """Leave out data that is not public: logs, open problems, and which results would change places.

    While a table is still to be played, only the organiser sees what would change places. Players could use it.
    """
    waiting = any(state == "missing" for state, _ in shown["basis"])
    tables = [
        {"number": one["number"], "tables": [{**table, "log": ""} for table in one["tables"]]}
        for one in shown["rounds"]
    ]
    rows = [{**row, "safe": "", "between": ""} for row in shown["rows"]] if waiting else shown["rows"]
    says = [] if waiting else [_describe_safe_places(shown)]
    return {**shown, "rounds": tables, "rows": rows, "says": says, "critical": []}


def _describe_safe_places(shown: Document) -> str:
    """Say how many first places are safe, without saying what the others depend on."""
    if not all(row["safe"] for row in shown["rows"]):
        return "Too much is open to say which places are safe."
    top = next((at for at, row in enumerate(shown["rows"]) if row["safe"] != SAFE), len(shown["rows"]))
    if top == len(shown["rows"]):
        return "No open table can change a place."
    if not top:
        return "The first place is not safe yet."
    return "The first place is safe." if top == 1 else f"The first {top} places are safe."
