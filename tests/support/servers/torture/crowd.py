"""Writers that append and upload until they are done or the service has stopped, and remember acknowledgements."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from audit.store import GameHead
from tests.support.servers.torture.retrying_client import Caller, CallMade, CutOffError, Heard, noting, said, uploading

BATCH = 5


@dataclass
class Witness:
    """What was acknowledged, and what had been sent when the service stopped."""

    acknowledged: list[tuple[CallMade, Heard]] = field(default_factory=list)
    uploads: dict[str, bytes] = field(default_factory=dict)
    unanswered: list[CallMade] = field(default_factory=list)
    lost: list[Heard] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Return the number of acknowledged requests."""
        return len(self.acknowledged) + len(self.uploads)

    @property
    def heads(self) -> list[GameHead]:
        """List the state of its game after each acknowledged append."""
        each = [heard.told for _, heard in self.acknowledged]
        return [GameHead(one["id"], one["seq"], one["head"]) for one in each]

    def hear(self, asked: CallMade, heard: Heard) -> bool:
        """Remember an answer; return false if another client was first."""
        if heard.status == 412:
            assert heard.code == "stale"
            self.lost.append(heard)
            return False
        assert heard.status in {200, 201}, heard
        if asked.path.endswith("/logs"):
            assert heard.told["sha256"] == hashlib.sha256(asked.body).hexdigest()
            self.uploads[heard.told["sha256"]] = asked.body
        else:
            self.acknowledged.append((asked, heard))
        return True


def write(caller: Caller, game: str, name: str, witness: Witness, enough: Callable[[int], bool]) -> None:
    """Append batches, each after the state in the last answer, until there are enough."""
    state = caller.state(game)
    done = 0
    for attempt in count():
        if enough(done):
            return
        texts = [f"{name}-{done}-{at}" for at in range(done % 3 + 1)]
        asked = noting(game, state, f"{name}-{attempt}", *texts)
        heard, _ = caller.insisted(asked)
        if witness.hear(asked, heard):
            done, state = done + 1, heard.state
        else:
            current = heard.told["current"]
            state = f'"{current["seq"]}-{current["head"]}"'


def upload(caller: Caller, name: str, witness: Witness, enough: Callable[[int], bool]) -> None:
    """Upload logs of growing size until there are enough."""
    for number in count():
        if enough(number):
            return
        asked = uploading(upload_of(name, number))
        heard, _ = caller.insisted(asked)
        witness.hear(asked, heard)


def upload_of(name: str, number: int) -> bytes:
    """Write what to upload; each text is longer than the one before."""
    raw = f"{name} {number}, and no log at all\n".encode() * (1 + 37 * number)
    return raw[:150_000]


def append_until_cut(caller: Caller, game: str, name: str, witness: Witness) -> None:
    """Append batches of BATCH events until no answer arrives."""
    for number in count():
        try:
            state = caller.state(game)
        except CutOffError:
            return
        texts = [f"{name}-{number}-{at}" for at in range(BATCH)]
        if not _sent(caller, noting(game, state, f"{name}-{number}", *texts), witness):
            return


def upload_until_cut(caller: Caller, name: str, witness: Witness) -> None:
    """Upload logs of growing size until no answer arrives."""
    for number in count():
        if not _sent(caller, uploading(upload_of(name, number)), witness):
            return


def _sent(caller: Caller, asked: CallMade, witness: Witness) -> bool:
    try:
        heard = caller.sent(asked)
    except CutOffError:
        witness.unanswered.append(asked)
        return False
    witness.hear(asked, heard)
    return True


def follow_up(caller: Caller, witness: Witness) -> None:
    """Send unanswered requests again; a further repeat gets the same answer."""
    for asked in witness.unanswered:
        heard, _ = caller.insisted(asked)
        if witness.hear(asked, heard) and not asked.path.endswith("/logs"):
            again = caller.sent(asked)
            assert (again.status, again.body, again.state) == (heard.status, heard.body, heard.state)
    witness.unanswered.clear()


def whole(caller: Caller, game: str, witnesses: list[Witness]) -> list[str]:
    """Return the content of every event of a game, after checking for gaps and for lost acknowledged events."""
    events = caller.events(game)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    texts = [said(event) for event in events]
    assert len(texts) == len(set(texts)), "an event is there twice"
    for asked, heard in (one for witness in witnesses for one in witness.acknowledged):
        if asked.path.startswith(f"{game}/"):
            each = heard.told
            assert texts[each["first"] - 1 : each["seq"]] == notes(asked)
            assert events[each["seq"] - 1]["hash"] == each["head"]
    return texts


def notes(asked: CallMade) -> list[str]:
    """Return the note that a request wanted to record."""
    return [event["text"] for event in json.loads(asked.body)["events"]]
