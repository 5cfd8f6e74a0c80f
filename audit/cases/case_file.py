"""Reads a case from its lines, checks each line against the lines before it, and reports faults by line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

import msgspec

from audit.cases.events import (
    AnswerInCase,
    AnyCaseEvent,
    AppealRuling,
    AskParty,
    AttachExhibit,
    CaseRecord,
    CaseState,
    CloseCase,
    OpenCase,
    RuleInCase,
    UpholdRuling,
)
from audit.rewrite.with_rulings import find_strange_lines, find_strange_readings
from engine.kernel.game import Game
from engine.kernel.log import Fault, LogError
from engine.kernel.spellings import echo_text, suggest_nearest

MOST_EVENTS, LONGEST, MOST_FAULTS = 10_000, 10_000, 100
DIGEST = re.compile(r"[0-9a-f]{64}")
BEGIN = "`deadreckon case open` writes its first line."


def read_case(raw: bytes, games: Mapping[str, Game], as_of: int | None = None) -> CaseRecord:
    """Read a case, up to event `as_of` if given. Raises `LogError` with all faults."""
    numbered = [(at, line) for at, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
    if not numbered:
        raise LogError("There is nothing in this case.", BEGIN, 0, 0)
    if len(numbered) > MOST_EVENTS:
        raise LogError(f"There are more than {MOST_EVENTS:,} events.", "No case has so many.", 0, 0)
    fold = _CaseFold(games)
    for at, line in numbered if as_of is None else numbered[: max(as_of, 1)]:
        fold.take_line(at, line)
    if fold.faults or fold.opened is None:
        raise LogError.from_faults(fold.faults[:MOST_FAULTS])
    return fold.build_record(fold.opened)


def encode_event_line(event: msgspec.Struct) -> bytes:
    """Encode an event as one line of a case or tournament file."""
    return msgspec.json.encode(event) + b"\n"


def make_next_line(raw: bytes, event: AnyCaseEvent, games: Mapping[str, Game]) -> bytes:
    """Return the line that adds an event to a case. Raises `LogError` if the event or the case is faulty."""
    line = encode_event_line(event)
    read_case((raw if not raw or raw.endswith(b"\n") else raw + b"\n") + line, games)
    return line


class _CaseFold:
    """Folds the events of a case, one line at a time."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games
        self.faults: list[Fault] = []
        self.events: list[AnyCaseEvent] = []
        self.opened: OpenCase | None = None
        self.head = hashlib.sha256(b"")
        self.state: CaseState = "open"
        self.standing = self.appeal = self.line = 0
        self.asked: dict[int, bool] = {}

    def take_line(self, line: int, raw: bytes) -> None:
        """Parse one line, check it against the lines before it, and add its event."""
        self.line = line
        self.head = hashlib.sha256(self.head.digest() + raw.strip())
        try:
            event = msgspec.json.decode(raw, type=AnyCaseEvent)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            self._add_fault(
                f"This is not an event of a case: {wrong}.", "`deadreckon case --help` lists what there is."
            )
            return
        self._check_words(event)
        self._check_event(event)
        self.events.append(event)
        self._update_state(event, len(self.events))

    def _add_fault(self, says: str, hint: str) -> None:
        self.faults.append(Fault(says, hint, self.line, 1))

    def _check_words(self, event: AnyCaseEvent) -> None:
        if not event.who.strip():
            self._add_fault("It does not say who did this.", 'Write "who": "…".')
        said = [value for value in msgspec.structs.asdict(event).values() if isinstance(value, str)]
        if any(len(words) > LONGEST for words in said):
            self._add_fault(f"It is longer than {LONGEST:,} characters.", "Attach it as a file.")
        needed = "why" if isinstance(event, RuleInCase | AppealRuling | UpholdRuling) else "says"
        if not isinstance(event, AttachExhibit | CloseCase) and not getattr(event, needed).strip():
            self._add_fault("It does not say what, or why.", f'Write "{needed}": "…".')

    def _check_event(self, event: AnyCaseEvent) -> None:
        if isinstance(event, OpenCase) == bool(self.events):
            self._add_fault("Only the first line opens a case.", BEGIN)
        elif self.state == "closed" and not isinstance(event, AppealRuling):
            self._add_fault("This case is closed.", "An appeal opens it again.")
        elif isinstance(event, OpenCase):
            self._check_open_case(event)
        elif isinstance(event, AnswerInCase):
            self._check_event_number(event.to, (OpenCase, AskParty), "claim or question")
        elif isinstance(event, AttachExhibit) and not DIGEST.fullmatch(event.sha256):
            self._add_fault("That is not a SHA-256.", "`deadreckon case attach` computes it.")
        elif isinstance(event, RuleInCase):
            self._check_rule_event(event)
        elif isinstance(event, AppealRuling):
            self._check_event_number(event.against, (RuleInCase,), "ruling")
        elif isinstance(event, UpholdRuling) and (event.appeal != self.appeal or not self.appeal):
            self._add_fault(f"Event {event.appeal} is not an open appeal.", self._describe_open_appeal())

    def _describe_open_appeal(self) -> str:
        return f"The open one is event {self.appeal}." if self.appeal else "There is none."

    def _check_open_case(self, event: OpenCase) -> None:
        game = self.games.get(event.game)
        if not DIGEST.fullmatch(event.log):
            self._add_fault("It names no log.", 'Write "log": its SHA-256.')
        if game is None:
            self._add_fault(f"There is no game {echo_text(event.game)}.", suggest_nearest(event.game, self.games))
        elif event.question and event.question not in game.questions:
            hint = suggest_nearest(event.question, game.questions) or f"`deadreckon rulings {game.name}` lists them."
            self._add_fault(f"{game.title} has no open question {echo_text(event.question)}.", hint)
        if any(at < 1 for at in event.about):
            self._add_fault("Events are numbered from 1.", "`deadreckon audit` prints their numbers.")

    def _check_event_number(self, number: int, kinds: tuple[type, ...], what: str) -> None:
        if not (1 <= number <= len(self.events) and isinstance(self.events[number - 1], kinds)):
            self._add_fault(f"Event {number} is not a {what}.", "`deadreckon case show` prints the numbers.")

    def _check_rule_event(self, event: RuleInCase) -> None:
        if event.dismissed == bool(event.readings or event.lines):
            self._add_fault(
                "A ruling reads a question, applies lines to the log, or dismisses the claim.",
                "Name readings or lines, or dismiss it and name neither.",
            )
        if event.instead:
            self._check_event_number(event.instead, (RuleInCase,), "ruling")
        if self.standing and event.instead != self.standing:
            self._add_fault(
                f"Event {self.standing} has ruled already.",
                f"To replace that ruling, name {self.standing} as `instead`.",
            )
        game = self.games.get(self.opened.game) if self.opened else None
        if game is not None:
            readings = find_strange_readings(game, event.readings)
            for says, hint in (*readings, *find_strange_lines(game, event.lines)):
                self._add_fault(says, hint)

    def _update_state(self, event: AnyCaseEvent, number: int) -> None:
        """Update the state of the case with one more event."""
        if isinstance(event, OpenCase):
            self.opened = event
        elif isinstance(event, AskParty):
            self.asked[number] = False
        elif isinstance(event, AnswerInCase) and event.to in self.asked:
            self.asked[event.to] = True
        elif isinstance(event, RuleInCase):
            self.state, self.standing, self.appeal = "ruled", number, 0
        elif isinstance(event, AppealRuling):
            self.state, self.appeal = "appealed", number
        elif isinstance(event, UpholdRuling):
            self.state, self.appeal = "ruled", 0
        elif isinstance(event, CloseCase):
            self.state = "closed"

    def build_record(self, opened: OpenCase) -> CaseRecord:
        """Build the record of the case from the events taken so far."""
        return CaseRecord(
            opened=opened,
            events=tuple(self.events),
            head=self.head.hexdigest(),
            state=self.state,
            standing=self.standing,
            appeal=self.appeal,
            unanswered=tuple(number for number, answered in self.asked.items() if not answered),
        )
