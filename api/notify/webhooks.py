"""Webhooks: signed notices of verdicts to addresses that the operator names, retried until they arrive."""

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
# The pauses between tries. After the last one, the sender gives up.
PAUSES = tuple(timedelta(seconds=s) for s in (5, 60, 300, 1_800, 7_200, 18_000, 36_000, 86_400))
MOST_HOOKS = 8
PARTED = re.compile(r"[ ,]+")
# Logs the outcome of a try, with details.
Noting = Callable[[str, Document], object]


@dataclass(frozen=True, slots=True)
class Hook:
    """A webhook address. It gets the verdicts of one club, or of all clubs if none is named."""

    url: str
    club: str

    @property
    def name(self) -> str:
        """Name the address by its hash, because the address may hold a secret."""
        return sha256(self.url.encode()).hexdigest()[:32]

    def make_key(self, secret: str) -> bytes:
        """Derive the key of this address from the secret of the service."""
        over = b"deadreckon.webhook/1\n" + self.url.encode()
        return hmac.digest(secret.encode("utf-8", "surrogatepass"), over, "sha256")

    def show_key(self, secret: str) -> str:
        """Write the key in the form that the receiver needs."""
        return f"whsec_{b64encode(self.make_key(secret)).decode()}"


@lru_cache(maxsize=8)
def read_hooks(settings: Settings) -> tuple[Hook, ...]:
    """Parse the webhook addresses in the settings. Raises SettingsError."""
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
        raise SettingsError(
            f"webhooks: {url} is not an address.", "Write https://host/path, or club=https://host/path."
        )
    return Hook(url, club)


def read_networks(settings: Settings) -> Sequence[Network]:
    """Parse the private networks that webhooks may go to. Raises SettingsError."""
    try:
        return [ip_network(one) for one in PARTED.split(settings.webhook_networks) if one]
    except ValueError as wrong:
        raise SettingsError(f"webhook_networks: {wrong}.", "Write 192.168.7.0/24 or 127.0.0.1.") from None


# ---- notices ----


def describe_outcome(verdict: str, result: Result) -> Document:
    """Describe the verdict and the winner. Other claims are left out, because they may come from a hidden hand."""
    found = convert_to_builtins(result)
    winner = {whose: found[whose].get("winner") for whose in ("claimed", "reckoned")}
    return {"verdict": verdict, "result": {"status": result.status, "winner": winner}}


def make_notices(settings: Settings, club: str, about: str, content: Document) -> list[Notice]:
    """Make the notice of a verdict for each address that follows this club. `about` is the id of the notice."""
    body = orjson.dumps({"schema": SCHEMA, "id": about, "club": club, **content})
    return [Notice(about, one.name, body) for one in read_hooks(settings) if one.club in {"", club}]


def make_test_notice() -> Notice:
    """Make a notice to test an address with."""
    about = f"test_{int(time.time())}"
    return Notice(about, "", orjson.dumps({"schema": "deadreckon.test/1", "id": about}))


# ---- sending ----


def send_notice(hook: Hook, secret: str, notice: Notice, allowed: Sequence[Network]) -> None:
    """Send one notice, once. Raises NotSentError."""
    status = post_body(hook.url, sign_notice(hook.make_key(secret), notice, int(time.time())), notice.body, allowed)
    if not 200 <= status < 300:  # noqa: PLR2004 - the range that HTTP defines as success
        raise NotSentError(f"{urlsplit(hook.url).hostname} answers {status}.")


def sign_notice(key: bytes, notice: Notice, now: int) -> dict[str, str]:
    """Make the headers of a notice, as Standard Webhooks defines them."""
    mac = hmac.digest(key, f"{notice.id}.{now}.".encode() + notice.body, "sha256")
    return {
        "Content-Type": "application/json",
        "User-Agent": "deadreckon",
        "webhook-id": notice.id,
        "webhook-timestamp": str(now),
        "webhook-signature": f"v1,{b64encode(mac).decode()}",
    }


class Sender:
    """Sends the waiting notices of one address."""

    def __init__(self, store: Store, hook: Hook, settings: Settings, note: Noting) -> None:
        self._store, self._hook, self._note = store, hook, note
        self._secret, self._networks = settings.secret, read_networks(settings)

    def send_due(self) -> None:
        """Send all notices that are due. After a failure the rest waits for the next run."""
        # The database may be unavailable for a while. The notices stay in it.
        with suppress(StoreError):
            while (notice := self._store.take_next_notice(self._hook.name, PAUSES)) is not None:
                if not self._try_to_send(notice):
                    return

    def _try_to_send(self, notice: Notice) -> bool:
        if not notice.sound:
            self._store.forget_notice(notice)
            return self._note_failure("not_ours", notice, "It was changed after it was stored, so it is not sent.")
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
