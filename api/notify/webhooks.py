"""Webhooks: verdicts told to addresses that the operator has named, signed, and again until they have arrived."""

from __future__ import annotations

import hmac
import re
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from ipaddress import ip_network
from urllib.parse import urlsplit

import orjson

from api.notify.safe_client import Network, NotSentError, post_body
from api.settings import Settings, SettingsError
from audit.model.document import Result, convert_to_builtins
from audit.store import Notice, Store, StoreError
from engine.kernel.basics.json_types import Document

SCHEMA = "deadreckon.verdict/1"
# After each try so long, and after the last of them nobody tries again.
PAUSES = tuple(timedelta(seconds=s) for s in (5, 60, 300, 1_800, 7_200, 18_000, 36_000, 86_400))
MOST_HOOKS = 8
PARTED = re.compile(r"[ ,]+")
# Notes how a try ended, with what is known of it.
Noting = Callable[[str, Document], object]


@dataclass(frozen=True, slots=True)
class Hook:
    """An address that is told verdicts: those of one club, or, where none is named, of all."""

    url: str
    club: str

    @property
    def name(self) -> str:
        """Name the address where its own words, which may hold what only the two sides know, shall not stand."""
        return sha256(self.url.encode()).hexdigest()[:32]

    def make_key(self, secret: str) -> bytes:
        """Make the key for this address alone out of the secret of the service."""
        over = b"deadreckon.webhook/1\n" + self.url.encode()
        return hmac.digest(secret.encode("utf-8", "surrogatepass"), over, "sha256")

    def show_key(self, secret: str) -> str:
        """Spell that key as whoever receives needs it."""
        return f"whsec_{b64encode(self.make_key(secret)).decode()}"


@lru_cache(maxsize=8)
def read_hooks(settings: Settings) -> tuple[Hook, ...]:
    """Read the addresses that are set. Raises SettingsError."""
    found = tuple(_parse_hook(one) for one in PARTED.split(settings.webhooks) if one)
    if len(found) > MOST_HOOKS:
        raise SettingsError(f"webhooks: there are {len(found)} addresses.", f"Name {MOST_HOOKS} at most.")
    plain = next((one.url for one in found if one.url.startswith("http:")), None)
    if plain is not None and not read_networks(settings):
        raise SettingsError(f"webhooks: {plain} is not encrypted.", "Write https://, or name its webhook_networks.")
    return found


def _parse_hook(text: str) -> Hook:
    club, url = ("", text) if "://" in text.partition("=")[0] else text.split("=", 1)
    try:
        named = urlsplit(url).hostname and urlsplit(url).port != 0
    except ValueError:
        named = None
    if not named:
        raise SettingsError(f"webhooks: {url} is no address.", "Write https://host/path, or club=https://host/path.")
    return Hook(url, club)


def read_networks(settings: Settings) -> Sequence[Network]:
    """Read the networks that may be asked though they are not open to everybody. Raises SettingsError."""
    try:
        return [ip_network(one) for one in PARTED.split(settings.webhook_networks) if one]
    except ValueError as wrong:
        raise SettingsError(f"webhook_networks: {wrong}.", "Write 192.168.7.0/24 or 127.0.0.1.") from None


# ---- what is told ----


def describe_outcome(verdict: str, result: Result) -> Document:
    """Tell a verdict, and who has won; of all else that a log claims, somebody may hold some in a hidden hand."""
    found = convert_to_builtins(result)
    winner = {whose: found[whose].get("winner") for whose in ("claimed", "reckoned")}
    return {"verdict": verdict, "result": {"status": result.status, "winner": winner}}


def make_notices(settings: Settings, club: str, about: str, content: Document) -> list[Notice]:
    """Write what is told of a verdict, for each address that is to hear of this club; `about` tells it from others."""
    body = orjson.dumps({"schema": SCHEMA, "id": about, "club": club, **content})
    return [Notice(about, one.name, body) for one in read_hooks(settings) if one.club in {"", club}]


def make_test_notice() -> Notice:
    """Write something to try an address with."""
    about = f"test_{int(time.time())}"
    return Notice(about, "", orjson.dumps({"schema": "deadreckon.test/1", "id": about}))


# ---- sending ----


def send_notice(hook: Hook, secret: str, notice: Notice, allowed: Sequence[Network]) -> None:
    """Send one notice, once. Raises NotSentError."""
    status = post_body(hook.url, sign_notice(hook.make_key(secret), notice, int(time.time())), notice.body, allowed)
    if not 200 <= status < 300:  # noqa: PLR2004 - as HTTP has them
        raise NotSentError(f"{urlsplit(hook.url).hostname} answers {status}.")


def sign_notice(key: bytes, notice: Notice, now: int) -> dict[str, str]:
    """Give the headers of a notice, as Standard Webhooks has them."""
    mac = hmac.digest(key, f"{notice.id}.{now}.".encode() + notice.body, "sha256")
    return {
        "Content-Type": "application/json",
        "User-Agent": "deadreckon",
        "webhook-id": notice.id,
        "webhook-timestamp": str(now),
        "webhook-signature": f"v1,{b64encode(mac).decode()}",
    }


class Sender:
    """Sends what waits for one address."""

    def __init__(self, store: Store, hook: Hook, settings: Settings, note: Noting) -> None:
        self._store, self._hook, self._note = store, hook, note
        self._secret, self._networks = settings.secret, read_networks(settings)

    def send_due(self) -> None:
        """Send all that is due; after a failure the rest waits for the next time."""
        # The database may be away for a while: what waits in it stays there.
        with suppress(StoreError):
            while (notice := self._store.take_next_notice(self._hook.name, PAUSES)) is not None:
                if not self._try_to_send(notice):
                    return

    def _try_to_send(self, notice: Notice) -> bool:
        if not notice.sound:
            self._store.forget_notice(notice)
            return self._note_failure("not_ours", notice, "It is not as this service left it, and is not sent.")
        try:
            send_notice(self._hook, self._secret, notice, self._networks)
        except NotSentError as wrong:
            last = notice.tries > len(PAUSES)
            if last:
                self._store.forget_notice(notice)
            return self._note_failure("given_up" if last else "failed", notice, str(wrong))
        self._store.forget_notice(notice)
        self._note("sent", {})
        return True

    def _note_failure(self, outcome: str, notice: Notice, why: str) -> bool:
        self._note(outcome, {"id": notice.id, "tries": notice.tries, "why": why})
        return False
