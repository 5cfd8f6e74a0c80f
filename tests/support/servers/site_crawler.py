"""A crawl of the service's pages: a club with real data, its visitors, and every link that each of them can follow."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from api.openapi import examples
from api.web.logs.share_page import SHARED
from api.web.tournaments.links import PUBLIC
from audit.house_rulings import write_rulings_pack
from audit.store import TABLE_LINK, Role
from fixtures.goldens import goldens
from tests.support.browser.all_pages import forms
from tests.support.logs.harbour_open import LOGS
from tests.support.requests.pages import HERE, entered
from tests.support.servers.api_client import CLUB, Asker
from tests.support.servers.fixtures import Served
from tests.support.servers.stocked_club import PHOTO
from tests.support.servers.stored_tournament import KeptOpen, small

# The links of a page, its resources, what its script loads, and the preview picture for messengers.
LINK = re.compile(r'\s(?:(?:href|src|data-from|data-judged)="([^"]*)"|property="og:image" content="([^"]*)")')
GET_FORM = re.compile(r'<form method="get".*?</form>', re.DOTALL)
EXAMPLE = re.compile(r"(?<=^/rules/)([^/]+)/[^/]+/\d+")
SHA256 = re.compile(r"[0-9a-f]{64}")
OPEN_CASE = {"do": "open", "who": "Ada", "says": "That was mine.", "about": [3], "question": "TW-AMB-05"}
RULE_CASE = {"do": "rule", "who": "Rosa", "why": "It was seen.", "lines": ["ruling 3"]}
READING = {"game": "winds-of-plunder", "question": "WP-AMB-31", "reading": "tie-cancels", "why": "We always have."}


@dataclass
class Visitor:
    """A browser of one role; it follows a limited number of links of the same pattern."""

    name: str
    client: Any
    starts: tuple[str, ...] = ("/",)
    most: int = 1


class Fetched(NamedTuple):
    """One link that a visitor followed: the page that shows it, the status, and the final address."""

    address: str
    found_on: str
    status: int
    path: str
    html: str


class Pattern(NamedTuple):
    """Return what distinguishes links: the address, if it has no query; else the kind of address, and its query."""

    path: str
    names: frozenset[str]


def name_pattern(link: str) -> Pattern:
    """Name the pattern of a link; each game has one for all its worked examples."""
    parts = urlsplit(link)
    path = EXAMPLE.sub(r"\1/*", parts.path)
    names = frozenset(name for name, _ in parse_qsl(parts.query, keep_blank_values=True))
    return Pattern(SHA256.sub("*", path) if names else path, names)


def find_links(page: str, html: str) -> Iterator[str]:
    """List the links of a page that lead to the same service; a form that queries is sent as it is."""
    sent = (form for one in GET_FORM.findall(html) for form in forms(one))
    asked = (f"{form.action.partition('#')[0] or urlsplit(page).path}?{urlencode(form.fields)}" for form in sent)
    for link in (*(unescape(one or other) for one, other in LINK.findall(html)), *asked):
        parts = urlsplit(urljoin(page, link))
        if f"{parts.scheme}://{parts.netloc}" == HERE:
            yield parts._replace(scheme="", netloc="", fragment="").geturl()


def crawl(visitor: Visitor) -> list[Fetched]:
    """Follow links from page to page, until every pattern has been followed often enough."""
    chance, followed = random.Random(visitor.name), Counter[Pattern]()
    visits: dict[str, Fetched] = {}
    waiting = dict.fromkeys(visitor.starts, "")
    while waiting:
        found: dict[str, str] = {}
        for address in _choose(waiting, followed, visitor.most, chance):
            visit = visits[address] = _follow(visitor, address, waiting[address])
            for link in find_links(f"{HERE}{visit.path}", visit.html):
                found.setdefault(link, address)
        waiting = {link: page for link, page in found.items() if link not in visits}
    return list(visits.values())


def _choose(links: Iterable[str], followed: Counter[Pattern], most: int, chance: random.Random) -> Iterator[str]:
    """Choose the first and the last link of each pattern, and then some at random."""
    by_pattern: dict[Pattern, list[str]] = {}
    for link in links:
        by_pattern.setdefault(name_pattern(link), []).append(link)
    for pattern, found in by_pattern.items():
        between = found[1:-1]
        chosen = [*found[:1], *found[1:][-1:], *chance.sample(between, min(most, len(between)))]
        chosen = chosen[: most - followed[pattern]]
        followed[pattern] += len(chosen)
        yield from chosen


def _follow(visitor: Visitor, address: str, found_on: str) -> Fetched:
    answer = visitor.client.get(address, base_url=HERE, follow_redirects=True)
    html = answer.text if answer.mimetype == "text/html" else ""
    return Fetched(address, found_on, answer.status_code, answer.request.path, html)


class RealClub(NamedTuple):
    """A club with real data: pages for visitors who have only a link, a live game, and logs that name packs."""

    secrets: tuple[str, ...]
    live: str
    packed: tuple[str, ...]
    packs: tuple[str, ...]


def golden(game: str, name: str) -> bytes:
    """Return the log of a golden."""
    return next(one.log for one in goldens(game) if one.name == name)


def furnish_club(here: Served) -> RealClub:
    """Store logs with and without findings, corrections, photos, cases, packs, a live game and a tournament."""
    admin = here.asker()
    broken, clean = (
        admin.kept(golden("tailwinds", "sealed-choice-broken")),
        admin.kept(golden("north-wind", "end-most-2")),
    )
    for raw in (
        golden("tailwinds", "demo"),
        golden("windward", "solo-hunger"),
        b"game: tailwinds\nplayers: ?\n---\n?\n",
    ):
        admin.kept(raw)
    photo = admin.sent(f"/logs/{broken}/attachments", PHOTO, "application/octet-stream").get_json()["sha256"]
    _write(admin, f"/logs/{broken}/corrections", {"events": [{"do": "retract", "at": 2, "who": "Rosa", "why": "so"}]})
    attached = {"do": "attach", "who": "Ada", "sha256": photo, "says": "The table."}
    _dispute(admin, f"/logs/{broken}/case", OPEN_CASE, attached, RULE_CASE)
    _dispute(admin, f"/logs/{clean}/case", {"do": "open", "who": "Ada", "says": "That was mine."})
    shared = [
        here.store.issue_token(CLUB, Role.VIEWER, label=f"{SHARED}: a page", game=broken, seat=seat)[1]
        for seat in (None, "green")
    ]
    packs = (
        write_rulings_pack("harbour-1", "Readings of the Harbour", "Rosa", [READING]),
        examples.make_example_bodies()["upload_pack"],
    )
    texts = (packs[0], str(packs[1]["application/toml"]))
    kept = tuple(admin.sent("/packs", text.encode(), "application/toml").get_json()["sha256"] for text in texts)
    housed = (LOGS / "r3t3.log").read_bytes().replace(b"event:", b"rulings: house=harbour-1\nevent:")
    boxed = re.sub(b"pack: .*", b"pack: our-box", golden("tailwinds", "stopped"))
    played = _play(admin)
    return RealClub(
        (*(f"/shared/{one}{part}" for one in shared for part in ("", "/embed")), *_hold_tournament(here, admin)),
        played,
        (admin.kept(housed), admin.kept(boxed)),
        kept,
    )


def _write(admin: Asker, path: str, document: Any) -> None:
    answer = admin.written(path, document, admin.get(path).headers["ETag"])
    assert answer.status_code == 201, answer.get_data(as_text=True)


def _dispute(admin: Asker, case: str, *said: dict[str, Any]) -> None:
    for event in said:
        answer = admin.written(f"{case}/events", event, admin.get(case).headers["ETag"])
        assert answer.status_code == 201, answer.get_data(as_text=True)


def _play(admin: Asker) -> str:
    """Record a live game with a finding and a case."""
    begun = admin.written("/live-games", {"text": golden("tailwinds", "demo").partition(b"---")[0].decode()})
    live: str = begun.get_json()["id"]
    events = [
        {"do": "roll", "purpose": "start", "value": 4, "seat": "green"},
        {"do": "place", "by": "green", "space": 99},
    ]
    written = admin.written(f"/live-games/{live}/events", {"events": events}, begun.headers["ETag"])
    assert written.status_code == 201, written.get_data(as_text=True)
    _dispute(admin, f"/live-games/{live}/case", OPEN_CASE | {"about": [1]}, RULE_CASE | {"lines": ["ruling 1"]})
    return live


def _hold_tournament(here: Served, admin: Asker) -> list[str]:
    """Store a tournament of three tables, two with a log; return the links to its tables and its public page."""
    kept = KeptOpen(admin, small("R1T1", "R3T1", "R3T3"))
    for table, name in (("R1T1", "r1t1.log"), ("R3T3", "r3t3.log")):
        sha256 = admin.kept((LOGS / name).read_bytes())
        admin.sent(f"/logs/{sha256}/attachments", PHOTO + table.encode(), "application/octet-stream")
        assert kept.adds({"do": "hand-in", "table": table, "log": sha256, "who": "Ada"}).status_code == 201
    name = kept.path.rpartition("/")[2]
    tables = [
        here.store.issue_token(CLUB, Role.VIEWER, label=TABLE_LINK, seat=one, game=name)[1] for one in ("R1T1", "R3T1")
    ]
    public = here.store.issue_token(CLUB, Role.VIEWER, label=f"{PUBLIC}: the hall", seat="", game=name)[1]
    return [*(f"/hand-in/{one}" for one in tables), f"/standings/{public}"]


def list_visitors(here: Served, club: RealClub) -> Iterator[Visitor]:
    """List a visitor without a session, one of each role, and a phone that is bound to a seat of the live game."""
    packed = [f"/logs/{log}/view?pack={pack}" for log, pack in zip(club.packed, club.packs, strict=True)]
    # The worked examples are public: the visitor without a session follows more of them.
    yield Visitor("without a session", here.app.test_client(), ("/", "/rules", *club.secrets), most=5)
    for role in Role:
        # An admin may follow every link that another role may.
        yield Visitor(role.value, entered(here, role), ("/", *packed), most=2 if role is Role.ADMIN else 1)
    yield Visitor("phone of a seat", entered(here, Role.RECORDER, game=club.live, seat="green"))
