"""What the store takes and gives back: plain frozen records, with hashes in hexadecimal and times in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What a token may do, from least to most; which operation needs which is for the service to say."""

    VIEWER = "viewer"
    RECORDER = "recorder"
    JUDGE = "judge"
    ORGANISER = "organiser"
    ADMIN = "admin"


# Labels of the tokens that only the pages admit. A colon and a name may follow the label of a link.
PAGES_LINK, PAGES_SESSION = "link to the pages", "session in a browser"
SHARED_LOG_LINK, TABLE_LINK = "shared log", "table of a tournament"
PUBLIC_PAGE, FINDABLE_PAGE = "public page of a tournament", "public page of a tournament, to be found"
PAGE_LABELS = (PAGES_LINK, PAGES_SESSION, SHARED_LOG_LINK, TABLE_LINK, PUBLIC_PAGE, FINDABLE_PAGE)


def is_page_label(label: str) -> bool:
    """Say whether a token with this label is for the pages; the API neither admits nor issues such a token."""
    return any(label == one or label.startswith(f"{one}: ") for one in PAGE_LABELS)


class Digests(NamedTuple):
    """What tells one rulebook from another: what it judges by and what it prints (of which the oldest say nothing)."""

    judged: str
    printed: str | None

    @classmethod
    def parse(cls, text: str) -> Digests:
        """Read them as they are kept."""
        judged, _, printed = text.partition(" ")
        return cls(judged, printed or None)

    def __str__(self) -> str:
        return self.judged if self.printed is None else f"{self.judged} {self.printed}"


# An event of this kind closes its game; nothing is appended after it.
CLOSE = "close"


@dataclass(frozen=True, slots=True)
class UploadRow:
    """A file as it came in; `new` is false where the club had kept the same bytes before."""

    sha256: str
    size: int
    kept_at: datetime
    kept_by: str
    sort: str
    name: str
    new: bool = False


@dataclass(frozen=True, slots=True)
class GameRow:
    """A live game: what it began with, and how far it has come."""

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
    """One recorded event; `body` is in canonical form (RFC 8785), `hash` covers the whole row and all before it.

    `rulebook` is given where the game went on under another than before.
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
    """What tells a retry from a new request: whose it is, the key they chose, and the fingerprint of what was asked."""

    principal: str
    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an append came to; the first answer is made of it, inside the transaction.

    `hashes` has one for each event; `head` is the last of them. Whoever keeps a receipt elsewhere can show later
    that the game still goes back to it.
    """

    game: str
    first: int
    seq: int
    head: str
    hashes: tuple[str, ...]
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """The first answer to a request, byte for byte, and where the game stood then; `replayed`: this was a retry."""

    answer: bytes
    replayed: bool
    game: str
    seq: int
    head: str


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token without its secret; `seat` and `game` narrow what it is for; one that is not `sound` opens nothing."""

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
    """That a token was issued or revoked, when, and by which other token; `by` is empty for the command line."""

    token: str
    act: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A folded state as the live games dumped it: derived, and thrown away when in doubt."""

    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class AuditRow:
    """An audit that was made; its id follows from what was asked, so that asking twice is one audit.

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
    """One finding of an audit: what it can be looked up by, and its JSON as in the report.

    `number` counts from 1 in the report's order; `follows` is none for a root.
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
    """Something to be told to an address; `tries` counts from 1, the one that it was given out for."""

    id: str
    address: str
    body: bytes
    tries: int = 0
    made_at: datetime | None = None
    sound: bool = True


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """Which findings are wanted; none of these given means all."""

    rule: str | None = None
    status: str | None = None
    seat: str | None = None
    seq: int | None = None
    roots: bool = False

    def is_match(self, one: FindingRow) -> bool:
        """Say whether a finding is among those that are wanted."""
        named = ((self.rule, one.rule), (self.status, one.status), (self.seat, one.seat), (self.seq, one.seq))
        return all(wanted in {None, is_} for wanted, is_ in named) and not (self.roots and one.follows is not None)


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether the store can serve: the database answers, and its schema is the one this version was written for."""

    ready: bool
    database: str
    revision: str | None
    wanted: str
    hint: str


@dataclass(frozen=True, slots=True)
class GameHead:
    """How far a game has come: worth keeping outside the database."""

    game: str
    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class UploadHead:
    """That an upload is there, and the hash over what is said of it: worth keeping outside the database, too."""

    club: str
    sha256: str
    seal: str


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that is not as it was recorded; `place` names the game or the upload, `seq` the event."""

    place: str
    seq: int | None
    what: str
