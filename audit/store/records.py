"""Defines the records of the store's interface: frozen, with hashes in hexadecimal and times in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What a token may do, in ascending order. The service decides which operation needs which role."""

    VIEWER = "viewer"
    RECORDER = "recorder"
    JUDGE = "judge"
    ORGANISER = "organiser"
    ADMIN = "admin"


# Labels of the tokens that only pages accept. The label of a link may be followed by a colon and a name.
PAGES_LINK, PAGES_SESSION = "link to the pages", "session in a browser"
SHARED_LOG_LINK, TABLE_LINK = "shared log", "table of a tournament"
PUBLIC_PAGE, FINDABLE_PAGE = "public page of a tournament", "public page of a tournament, to be found"
PAGE_LABELS = (PAGES_LINK, PAGES_SESSION, SHARED_LOG_LINK, TABLE_LINK, PUBLIC_PAGE, FINDABLE_PAGE)


def is_page_label(label: str) -> bool:
    """Return whether a token with this label is for pages. The API neither accepts nor issues such tokens."""
    return any(label == one or label.startswith(f"{one}: ") for one in PAGE_LABELS)


class Digests(NamedTuple):
    """The digests of a rulebook: of its judging code and of its printed text. The oldest rows lack the second."""

    judged: str
    printed: str | None

    @classmethod
    def parse(cls, text: str) -> Digests:
        """Parse the stored form."""
        judged, _, printed = text.partition(" ")
        return cls(judged, printed or None)

    def __str__(self) -> str:
        return self.judged if self.printed is None else f"{self.judged} {self.printed}"


# An event of this kind closes its game. No event follows it.
CLOSE = "close"


@dataclass(frozen=True, slots=True)
class UploadRow:
    """An uploaded file, byte for byte. `new` is false if the club had stored the same bytes before."""

    sha256: str
    size: int
    kept_at: datetime
    kept_by: str
    sort: str
    name: str
    new: bool = False


@dataclass(frozen=True, slots=True)
class GameRow:
    """A live game: its header and its latest state."""

    id: str
    club: str
    header: bytes
    rulebook: Digests
    created_at: datetime
    created_by: str
    seq: int
    head: str
    closed: bool


@dataclass(frozen=True, slots=True)
class EventRow:
    """One recorded event. `body` is in canonical form (RFC 8785). `hash` covers the row and all rows before it.

    `rulebook` is set if it differs from that of the event before.
    """

    seq: int
    kind: str
    body: bytes
    recorded_at: datetime
    recorded_by: str
    hash: str
    rulebook: Digests | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key: the principal, the client's key, and the fingerprint of the request."""

    principal: str
    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of an append, from which the first answer is made inside the transaction.

    `hashes` has one hash per event, and `head` is the last of them. A client that stores a receipt can later prove that
    the game still contains these events.
    """

    game: str
    first: int
    seq: int
    head: str
    hashes: tuple[str, ...]
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """The first answer to a request, byte for byte, and the game's head then. `replayed`: this was a retry."""

    answer: bytes
    replayed: bool
    game: str
    seq: int
    head: str


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token without its secret. `seat` and `game` restrict it. A token that is not `sound` grants no access."""

    id: str
    club: str
    role: Role
    label: str
    seat: str | None
    game: str | None
    issued_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    sound: bool = True


@dataclass(frozen=True, slots=True)
class TokenAct:
    """The issue or revocation of a token, the time, and the acting token. `by` is empty for the command line."""

    token: str
    act: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A folded state of a live game. It is derived data and dropped when in doubt."""

    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class AuditRow:
    """A stored audit. Its id follows from its inputs, so that the same request twice gives one audit.

    `asked` holds the options of the audit in canonical JSON (policy, layers, rulings, ...).
    """

    id: str
    club: str
    upload: str
    rulebook: Digests
    engine: str
    asked: bytes
    verdict: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding of an audit: the fields to filter by, and its JSON as in the report.

    `number` counts from 1 in the report's order. `follows` is None for a root.
    """

    number: int
    seq: int | None
    rule: str
    status: str
    seat: str | None
    follows: int | None
    body: bytes


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to an address. `tries` counts from 1 and includes the current try."""

    id: str
    address: str
    body: bytes
    tries: int = 0
    made_at: datetime | None = None
    sound: bool = True


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """A filter for findings. Without values it matches all."""

    rule: str | None = None
    status: str | None = None
    seat: str | None = None
    seq: int | None = None
    roots: bool = False

    def is_match(self, one: FindingRow) -> bool:
        """Return whether a finding passes the filter."""
        named = ((self.rule, one.rule), (self.status, one.status), (self.seat, one.seat), (self.seq, one.seq))
        return all(wanted in {None, is_} for wanted, is_ in named) and not (self.roots and one.follows is not None)


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether the store can serve: the database answers, and its schema is the one of this version."""

    ready: bool
    database: str
    revision: str | None
    wanted: str
    hint: str


@dataclass(frozen=True, slots=True)
class GameHead:
    """The latest event of a game and its hash. Operators store heads outside the database to detect tampering."""

    game: str
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class UploadHead:
    """An upload and the hash over its description. Operators store it outside the database, like a game's head."""

    club: str
    sha256: str
    seal: str


@dataclass(frozen=True, slots=True)
class Damage:
    """Data that is not as it was recorded. `place` names the game or the upload, `seq` the event."""

    place: str
    seq: int | None
    what: str
