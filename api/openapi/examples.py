"""An example of each body that an operation takes, for the API document. A test sends every one of them."""

from __future__ import annotations

from api.http.bodies import LOG_TYPES, PACK_TYPES
from engine.games import GAMES
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.log import Header

GAME = "tailwinds"
HEADER = "game: tailwinds\nplayers: green=Ada/sailor, orange=Ben/crew\n"
LOG = f"{HEADER}---\nfate: roll start 4 seat=green\nfate: roll start 2 seat=orange\ngreen: place 3\n"
JSONL = (
    '{"game":"tailwinds","players":[{"seat":"green","name":"Ada","role":"sailor"},'
    '{"seat":"orange","name":"Ben","role":"crew"}]}\n'
    '{"do":"roll","purpose":"start","value":4,"seat":"green"}\n'
    '{"do":"roll","purpose":"start","value":2,"seat":"orange"}\n'
    '{"do":"place","by":"green","space":3}\n'
)
CSV = (
    'game,tailwinds\nplayers,"green=Ada/sailor, orange=Ben/crew"\nby,do,1,2,3\n'
    "fate,roll,start,4,green\nfate,roll,start,2,orange\ngreen,place,3\n"
)
TOURNAMENT = """\
[tournament]
name = "Harbour Open"
game = "tailwinds"

[players]
ada = "Ada"
ben = "Ben"

[[tables]]
round = 1
table = 1
seats = { green = "ada", orange = "ben" }
"""
EVENTS = '{"do": "decide", "table": "R1T1", "places": {"ada": 1, "ben": 2}, "who": "Rosa", "why": "the signed slip"}'
LOGS = dict(zip(LOG_TYPES, (LOG, JSONL, CSV, LOG), strict=True))
# The smallest picture whose bytes are all ASCII characters.
PHOTO = "GIF87a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;"
TEXT: Document = {"type": "string"}
# The schema lets client generators send bytes, not JSON or a form.
OCTETS, BYTES = "application/octet-stream", {"type": "string", "format": "binary"}
JSON_BODIES: dict[str, Json] = {
    "audit_log": {"policy": "as-played", "rulings": {"TW-AMB-05": "snapshot-at-reveal"}},
    "add_to_case": {"do": "open", "who": "Ada", "says": "I placed at 4.", "about": [3], "question": "TW-AMB-05"},
    "add_to_live_case": {"do": "open", "who": "Ada", "says": "That was my throw."},
    "create_tournament": {"file": TOURNAMENT},
    "append_tournament_events": {"events": [{"do": "confirm", "table": "R1T1", "by": "ada", "who": "Ada"}]},
    "count_standings": {"file": TOURNAMENT, "events": EVENTS, "first": 1},
    "create_live_game": {"text": HEADER},
    "append_events": {"events": [{"do": "roll", "purpose": "start", "value": 4, "seat": "green"}]},
    "correct_events": {"events": [{"do": "retract", "at": 1, "who": "Head Judge", "why": "written twice"}]},
    "correct_log": {"events": [{"do": "amend", "at": 3, "line": "green: place 4", "who": "Judge", "why": "misheard"}]},
    "close_live_game": {"claims": [{"fact": "winner", "value": "green"}]},
    "issue_token": {"role": "recorder", "label": "table 7", "days": 2},
}


def make_example_bodies() -> dict[str, dict[str, Json]]:
    """Make an example for each body type of each operation that takes a body."""
    packs = dict.fromkeys(PACK_TYPES, _make_pack())
    photo = {OCTETS: PHOTO}
    raw = {"upload_attachment": photo, "run_audit": LOGS, "upload_log": LOGS, "check_pack": packs, "upload_pack": packs}
    return {**raw, **{name: {"application/json": body} for name, body in JSON_BODIES.items()}}


def _make_pack() -> str:
    """Take the pack of values that the rulebook fixes, and give it a name of the user's own."""
    text: str = GAMES[GAME].content(Header(game=GAME), {}).pack.text
    return text.replace(f'id = "{GAME}-bare"', 'id = "our-box"')


def add_examples(operation: Document) -> None:
    """Add an example to every body of an operation, and a schema where none is declared."""
    known = make_example_bodies().get(operation["operationId"], {})
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        content.setdefault("schema", BYTES if kind == OCTETS else TEXT)
        content["example"] = known[kind]
