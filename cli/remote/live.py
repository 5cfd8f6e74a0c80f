"""A live game on a server: its state, its events, appends that are recorded once, and their output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import msgspec

from cli import options
from cli.output import Painted, join_parts, paint
from cli.remote import reports
from cli.remote.client import JSON, NOT_CHANGED, Client
from cli.remote.errors import RefusedError, RemoteFault, make_stranger_error
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from engine.kernel.vocabulary import Vocabulary

ROOM = "/live-games"
CLOSE = "close"


# Values that go into a header again must have the expected form.
Seq = Annotated[int, msgspec.Meta(ge=0)]
Head = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}\\Z")]


class RemoteGame(msgspec.Struct):
    """A live game as recorded so far."""

    id: str
    game: str
    seq: Seq
    head: Head
    closed: bool
    created_at: str
    header: Document = {}

    @property
    def state(self) -> str:
        """The state that an append builds on."""
        return f'"{self.seq}-{self.head}"'

    @property
    def name(self) -> str:
        """The name to show: the event, or the players."""
        players = self.header.get("players", [])
        seats = [str(one.get("name") or one.get("seat", "")) for one in players if isinstance(one, dict)]
        return str(self.header.get("event", "")) or ", ".join(seats)


class RemoteEvent(msgspec.Struct):
    """One recorded event as the server describes it."""

    seq: int
    text: str
    event: Document
    recorded_at: str
    recorded_by: str

    @property
    def is_last(self) -> bool:
        """Whether it closes the game."""
        return self.event.get("do") == CLOSE


class RemoteAnswer(msgspec.Struct):
    """The findings at one event, and the findings at other events that a correction changes."""

    seq: int
    findings: list[Document]
    appears: list[Document] = []
    vanishes: list[Document] = []


class RemoteReceipt(msgspec.Struct):
    """A receipt for recorded events."""

    id: str
    first: int
    seq: Seq
    head: Head
    recorded_at: str
    answers: list[RemoteAnswer]
    verdict: str = ""
    result: Document = {}


class RemotePlace(msgspec.Struct):
    """The findings at one place of a game."""

    findings: list[Document]


class LiveGame:
    """One live game on one server."""

    def __init__(self, client: Client, name: str) -> None:
        self.client, self.name = client, name
        self.path = f"{ROOM}/{quote(name, safe='', errors='replace') or '-'}"
        self.absent = f"There is no live game {make_visible(name)} in your club."

    def fetch_game(self) -> RemoteGame:
        """Fetch the current state of the game."""
        return self.client.get_json(self.path, RemoteGame, absent=self.absent)

    def fetch_newer(self, known: str) -> RemoteGame | None:
        """Fetch the state of the game, or None if it has not changed."""
        reply = self.client.get(self.path, absent=self.absent, headers={"If-None-Match": known} if known else {})
        return None if reply.status == NOT_CHANGED else self.client.read(reply, RemoteGame)

    def fetch_events(self, after: int) -> Iterator[RemoteEvent]:
        """Fetch the events after a number."""
        return self.client.get_list(f"{self.path}/events", RemoteEvent, [("after", str(after))], absent=self.absent)

    def fetch_findings(self, seq: int) -> list[Document]:
        """Fetch the findings at an event. An event that a correction removed from the book has none."""
        try:
            return self.client.get_json(f"{self.path}/steps/{seq}", RemotePlace).findings
        except RefusedError as wrong:
            if wrong.problem != "not-found":
                raise
            return []

    def record_once(self, where: str, document: Document, state: str, key: str) -> RemoteReceipt:
        """Record something once, even if it has to be sent several times."""
        body = msgspec.json.encode(document)
        headers = {"If-Match": state, "Idempotency-Key": key}
        reply = self.client.post(f"{self.path}/{where}", body, absent=self.absent, headers=headers)
        return self.client.read(reply, RemoteReceipt)


def get_vocabulary(game: RemoteGame) -> Vocabulary:
    """Return the vocabulary that parses the lines of a game."""
    known = options.load_games()
    if game.game not in known:
        raise RemoteFault(
            f"The live game is one of {make_visible(game.game)}, which is not known here.", "Update Deadreckon."
        )
    return known[game.game].vocabulary


def format_event_lines(
    seq: int, text: str, findings: Sequence[Mapping[str, Json]], client: Client
) -> Iterator[Painted]:
    """Format one event and its findings, as `deadreckon replay` does."""
    from cli.replay.position import MANNER, format_finding_lines

    found = _read_findings(findings, client)
    style = MANNER.get(found[0].status, "plain") if found else "quiet"
    yield join_parts(paint(f"{seq:>5} ", style), paint("✗ " if found else "  ", style), text)
    for finding in found:
        yield from format_finding_lines(finding, 8)


def format_change_lines(
    appears: Iterable[Mapping[str, Json]], vanishes: Iterable[Mapping[str, Json]], client: Client
) -> Iterator[Painted]:
    """Format the findings that a correction adds or removes at other events."""
    from cli.replay.position import format_finding_lines

    for finding in _read_findings(vanishes, client):
        yield join_parts(" " * 8, paint("no longer ", "good"), f"at event {finding.seq}: ", paint(finding.rule, "id"))
    for finding in _read_findings(appears, client):
        yield join_parts(" " * 8, paint("now ", "bad"), f"at event {finding.seq}:")
        yield from format_finding_lines(finding, 8)


def _read_findings(documents: Iterable[Mapping[str, Json]], client: Client) -> list[Json]:
    try:
        return [reports.parse_finding_document(one) for one in documents]
    except reports.ForeignReportError:
        raise make_stranger_error(client.who.server.url, 200, JSON) from None
