"""Every page of the service, over a list of hostile texts: the address of each page, and its forms."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from api.web.logs import rule_examples
from api.web.logs.share_page import SHARED
from api.web.tournaments.links import PUBLIC
from audit.store import TABLE_LINK, Role
from cli.server.rule_examples import load_rule_examples as known
from tests.support.logs.hostile_texts import PAYLOADS, hostile_log
from tests.support.servers.api_client import CLUB, Asker
from tests.support.servers.fixtures import Served

PLAYERS = [{"seat": "ada", "name": PAYLOADS[3]}, {"seat": "ben", "name": PAYLOADS[0]}]
HEADER = {"game": "pebbles", "event": PAYLOADS[1], "date": PAYLOADS[2], "players": PLAYERS}


@dataclass
class PageForm:
    """One form of a page: its target, and its fields with their values."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    # Fields that a person fills in, in contrast to choices and values set by the page.
    written: set[str] = field(default_factory=set)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[PageForm] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(PageForm(said.get("action", ""), said.get("method", "get")))
        elif tag in {"input", "select", "button"} and "name" in said and self.found:
            self.found[-1].fields[said["name"]] = said.get("value", "")
            if tag == "input" and said.get("type", "text") in {"text", "search", "date"}:
                self.found[-1].written.add(said["name"])


def forms(html: str) -> list[PageForm]:
    """List the forms of a page that change something."""
    reader = _Forms()
    reader.feed(html)
    return [form for form in reader.found if form.method != "dialog"]


def stocked(here: Served) -> dict[str, str]:
    """Stock a service, and return an address for each of its pages, by the name of its view."""
    rule_examples.register_examples(here.app, known)
    admin = here.asker()
    # One page of a log shows all texts; the others are made in the same way, and show some.
    whole, sha256 = admin.kept(hostile_log()), admin.kept(hostile_log(PAYLOADS[::8]))
    live = admin.written("/live-games", {"header": HEADER}).get_json()["id"]
    notes = [{"do": "note", "text": one, "who": one} for one in PAYLOADS if one.isprintable()]
    moves = [{"do": "take", "by": "ada", "count": 9}]
    at = admin.told(f"/live-games/{live}")
    match = f'"{at["seq"]}-{at["head"]}"'
    written = admin.written(f"/live-games/{live}/events", {"events": [*notes, *moves]}, match)
    assert written.status_code == 201, written.get_data(as_text=True)
    tournament, secret, public = tournament_of_texts(here, sha256)
    label = f"{SHARED}: {PAYLOADS[3]}"
    shared = here.store.issue_token(CLUB, Role.VIEWER, label=label, game=sha256)[1]
    for case in (f"/logs/{sha256}/case", f"/live-games/{live}/case"):
        disputed(admin, case)
    log, rule = f"/logs/{sha256}", "/rules/tailwinds/TW-MOVE-05/1"
    return {
        "beginning": "/",
        "show_recorder": f"/live/{live}",
        "show_game_desk": f"/live/{live}/desk",
        "show_game_case": f"/live/{live}/case?ways=1",
        "show_log_case": f"{log}/case?ways=1&line=x&reading=x",
        "show_seats": f"/live/{live}/seats",
        "show_new_game": "/live/new?game=pebbles",
        "show_log_desk": f"{log}/desk?way=amend&at=1&line=x&who=x&why=x",
        "show_what_if": f"{log}/if?step=3&line=green:+move+aft+9",
        "show_share_page": f"{log}/share",
        "show_log": f"/logs/{whole}/view?step=2&book=both",
        "show_games": "/rules",
        "show_rules": "/rules/pebbles",
        "show_example": f"{rule}?step=1",
        "show_shared_log": f"/shared/{shared}?step=2",
        "show_embedded_log": f"/shared/{shared}/embed",
        "show_tournaments": "/tournaments",
        "show_tournament": tournament,
        "show_open_tables": f"{tournament}/open",
        "show_tournament_links": f"{tournament}/links",
        "show_tournament_table": f"{tournament}/tables/R1T1",
        "show_hand_in_page": f"/hand-in/{secret}",
        "show_public_standings": f"/standings/{public}",
    }


def disputed(admin: Asker, case: str) -> None:
    """Make a hostile claim, question and ruling in a case."""
    kind, mean = {"who": PAYLOADS[0], "says": PAYLOADS[1]}, [one for one in PAYLOADS if one.isprintable()][:8]
    said = [{**kind, "do": "open"}, *({**kind, "do": "ask", "whom": one, "says": one} for one in mean)]
    for event in (*said, {"do": "rule", "who": PAYLOADS[2], "why": PAYLOADS[3], "lines": ["ruling 1"]}):
        answer = admin.written(f"{case}/events", event, admin.get(case).headers["ETag"])
        assert answer.status_code == 201, answer.get_data(as_text=True)


def tournament_of_texts(here: Served, log: str) -> tuple[str, str, str]:
    """Store a tournament with hostile names; return its page, and the secrets of a table and of the public page."""
    admin = here.asker()
    texts = [one for one in PAYLOADS if one.isprintable()]
    names = {f"p{number}": json.dumps(one, ensure_ascii=False) for number, one in enumerate(texts)}
    players = "\n".join(f"{key} = {name}" for key, name in names.items())
    seats = 'seats = {{ green = "{0}", orange = "{1}" }}\n'
    tables = [
        f"[[tables]]\nround = 1\ntable = {at + 1}\n{seats.format(f'p{at * 2}', f'p{at * 2 + 1}')}" for at in (0, 1)
    ]
    head = f'[tournament]\nname = {names["p3"]}\ngame = "tailwinds"\n[players]\n{players}\n'
    kept = admin.written("/tournaments", {"file": head + "".join(tables)})
    assert kept.status_code == 201, kept.get_data(as_text=True)
    said: list[dict[str, Any]] = [{"do": "hand-in", "table": "R1T1", "log": log, "who": texts[0], "why": texts[4]}]
    said += [{"do": "bye", "player": f"p{at}", "round": 1, "who": one, "why": one} for at, one in enumerate(texts[:40])]
    found = kept.get_json()["id"]
    written = admin.written(f"/tournaments/{found}/events", {"events": said}, kept.headers["ETag"])
    assert written.status_code == 201, written.get_data(as_text=True)
    secret = here.store.issue_token(CLUB, Role.VIEWER, label=TABLE_LINK, seat="R1T1", game=found)[1]
    public = here.store.issue_token(CLUB, Role.VIEWER, label=f"{PUBLIC}: {texts[3]}", seat="", game=found)[1]
    return f"/tournaments/{found}", secret, public


def pages_of(app: Any) -> set[str]:
    """Name every page to look at, without twins, pictures, reports and pages that begin a session."""
    rules = (rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("web.") and "GET" in rule.methods)
    none = re.compile(r"\.(json|svg|png)$|^/(enter|web)/|/photos/|/case/report$")
    return {rule.endpoint.removeprefix("web.") for rule in rules if not none.search(rule.rule)}
