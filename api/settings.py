"""The settings of an operator, and the origin of each: a flag, the environment, a file or the default."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from engine.kernel.basics.json_types import Document, Json
from engine.kernel.spellings.misread import echo_text

Origin = Literal["flag", "environment", "file", "default"]

PREFIX, UNIX = "DEADRECKON_", "unix:"
# Fifty times the size of a log of a thousand events. Even if every line is wrong, its audit takes seconds.
MAX_BODY = 2_000_000
MASK = "********"
RATE = r"[1-9][0-9]{0,8}\s*(?:/|per)\s*(?:[1-9][0-9]{0,4}\s*)?(?:second|minute|hour|day)s?"
DATABASE = r"(?:sqlite|postgresql)(?:\+\w+)?://[^\ud800-\udfff]{0,2000}"
# A Unix socket is addressed by its path, which systems limit to about a hundred bytes.
HOST = r"unix:/[!-~]{1,100}|(?!-|unix:)[0-9A-Za-z.:_-]{1,253}"
SITES = r"(?:(?:\*|https?://[0-9A-Za-z.\[\]:_-]{1,260}/?)(?:[ ,]+|\Z))*"
PORT = r"(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
STREAM = rf"|unix:/[!-~]{{1,100}}|(?!-|unix:)[0-9A-Za-z.:_\[\]-]{{1,253}}:{PORT}"
# Addresses of webhooks hold no passwords, because notices are signed.
HOOKS = r"(?:(?:[a-z0-9-]{1,63}=)?https?://[0-9A-Za-z.:\[\]_-]{1,260}(?:[/?][!-\"$-+\--~]{0,1000})?(?:[ ,]+|\Z))*"
NETWORKS = r"(?:[0-9A-Fa-f.:]{2,45}(?:/[0-9]{1,3})?(?:[ ,]+|\Z))*"
# Storages that the rate-limit library supports. At start it reports which of them are installed.
STORAGE = r"(?:memory|(?:async\+)?(?:redis|rediss|valkey|valkeys|memcached|mongodb)[a-z+]*)://[!-~]{0,2000}"


class SettingsError(Exception):
    """An unusable setting: its name, its origin, and a remedy."""

    def __init__(self, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.hint = hint


class TextForm(NamedTuple):
    """The form of a text setting: its pattern, its noun and an example."""

    pattern: str
    named: str
    example: str


A_DATABASE = TextForm(DATABASE, "database", "sqlite:///path/to/file.db or postgresql://user@host/name")
A_HOST = TextForm(HOST, "address", "127.0.0.1 or unix:/run/deadreckon/socket")
A_PLACE = TextForm(
    r"|/[^\0]{1,1000}|https?://[!-~]{1,2000}", "place for heads", "/mnt/other/heads or https://host/heads"
)
A_LEVEL = TextForm("debug|info|warning|error", "level", "info or error")
A_RATE = TextForm(RATE, "rate", '"3000/minute"')
A_STREAM = TextForm(STREAM, "address and port", "127.0.0.1:8081 or unix:/run/deadreckon/stream")
A_SITE = TextForm(SITES, "list of sites", "https://club.example, https://another.example:8443")
A_HOOK = TextForm(HOOKS, "list of addresses", "https://club.example/hook, harbour=https://another.example/hook")
A_NETWORK = TextForm(NETWORKS, "list of networks", "192.168.7.0/24, 127.0.0.1")
A_STORAGE = TextForm(STORAGE, "storage", "memory:// or redis://host:6379")


def _declare_text(default: Any, says: str, form: TextForm | None = None, *, secret: bool = False) -> Any:  # noqa: ANN401 - a field of any type
    return field(default=default, metadata={"says": says, "form": form, "secret": secret})


def _declare_number(default: int, says: str, *, least: int = 0, most: int) -> Any:  # noqa: ANN401 - as above
    return field(default=default, metadata={"says": says, "least": least, "most": most, "secret": False})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one service. Every field has a default."""

    database: str = _declare_text(
        "sqlite:///deadreckon.db", "the database: sqlite:///FILE or postgresql://…", A_DATABASE
    )
    host: str = _declare_text("127.0.0.1", "the address to listen on; 0.0.0.0 for all; unix:/PATH for a socket", A_HOST)
    port: int = _declare_number(8080, "the port to listen on", least=1, most=65_535)
    workers: int = _declare_number(1, "processes that answer requests", least=1, most=256)
    threads: int = _declare_number(4, "requests that each process answers at once", least=1, most=256)
    grace: int = _declare_number(30, "seconds that running requests get when the service stops", least=1, most=3_600)
    proxies: int = _declare_number(0, "proxies in front whose X-Forwarded headers are believed", most=16)
    secret: str = _declare_text(
        "", "the key that signs tokens, audits and cursors; if empty, it is read from a file", secret=True
    )
    secret_file: str = _declare_text("", "the file of that key, made at the first start; next to the database if empty")
    max_body: int = _declare_number(
        MAX_BODY, "the most bytes of a request's body after decompression", least=1_000, most=200_000_000
    )
    rate_token: str = _declare_text(
        "3000/minute", "requests that each token may make, and each address without a token", A_RATE
    )
    rate_address: str = _declare_text("6000/minute", "requests that each address may make, whatever its tokens", A_RATE)
    rate_storage: str = _declare_text(
        "memory://", "where requests are counted; memory:// counts in each process separately", A_STORAGE, secret=True
    )
    live_games: int = _declare_number(256, "live games whose state each process caches", least=1, most=100_000)
    audit_processes: int = _declare_number(
        1, "processes for costly audits for each worker; 0: none, and no limits", most=64
    )
    audit_seconds: int = _declare_number(60, "the most seconds of processor time for one audit", least=1, most=3_600)
    audit_memory: int = _declare_number(2_000, "the most megabytes of memory for one audit", least=200, most=1_000_000)
    audits_per_club: int = _declare_number(2, "costly audits of one club at once, in each worker", least=1, most=256)
    bytes_per_club: int = _declare_number(
        100_000_000, "bytes that each club may send in a minute", least=1_000, most=100_000_000_000
    )
    cors_origins: str = _declare_text("", "sites whose pages may call the API from a browser; * for all", A_SITE)
    heads_to: str = _declare_text("", "a file or an http(s) address to which heads are published", A_PLACE)
    heads_every: int = _declare_number(300, "seconds between two publications of the heads", least=1, most=86_400)
    log_level: str = _declare_text("info", "what is logged: info, warning (faults and what failed) or error", A_LEVEL)
    log_file: str = _declare_text("", "the file for log lines, reopened at SIGUSR1; stderr if empty")
    stream: str = _declare_text(
        "", "where live events are streamed: HOST:PORT or unix:/PATH; not streamed if empty", A_STREAM
    )
    stream_viewers: int = _declare_number(1_000, "clients that may follow live games at once", least=1, most=100_000)
    webhooks: str = _declare_text("", "addresses to which verdicts are sent, as URL or CLUB=URL; none if empty", A_HOOK)
    webhook_networks: str = _declare_text("", "private networks that webhooks may be sent to", A_NETWORK)
    opened_logs: int = _declare_number(32, "stored logs that each process caches", least=1, most=10_000)

    @property
    def bind(self) -> str:
        """Return the address to listen on."""
        return self.host if self.host.startswith(UNIX) else f"{self.host}:{self.port}"

    def __post_init__(self) -> None:
        for one in FIELDS:
            form: TextForm | None = one.metadata.get("form")
            value = getattr(self, one.name)
            if form is not None and not re.fullmatch(form.pattern, value, re.DOTALL):
                # An invalid address may still hold a password, so it is not echoed.
                said = "what is set" if "://" in value else echo_text(value)
                raise SettingsError(f"{one.name}: {said} is not a valid {form.named}.", f"Write {form.example}.")


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings, and the origin of each."""

    settings: Settings
    origins: Mapping[str, Origin]
    file: Path | None

    def mask_settings(self) -> list[tuple[str, str, Origin]]:
        """List every setting for display, with secrets masked."""
        return [(f.name, _mask_value(f.name, getattr(self.settings, f.name)), self.origins[f.name]) for f in FIELDS]


FIELDS = fields(Settings)


def resolve_settings(flags: Mapping[str, Json], environment: Mapping[str, str], file: Path | None) -> Resolved:
    """Resolve every setting: a flag overrides the environment, that the file, and that the default."""
    written = _read_file(file) if file is not None else {}
    chosen: Document = {}
    origins: dict[str, Origin] = {}
    for setting in FIELDS:
        name, variable = setting.name, PREFIX + setting.name.upper()
        if flags.get(name) is not None:
            chosen[name], origins[name] = _parse_value(setting, flags[name], f"--{name.replace('_', '-')}"), "flag"
        elif variable in environment:
            chosen[name], origins[name] = _parse_value(setting, environment[variable], variable), "environment"
        elif name in written:
            chosen[name], origins[name] = _parse_value(setting, written[name], f"{name} in {file}"), "file"
        else:
            origins[name] = "default"
    return Resolved(Settings(**chosen), origins, file if written else None)


def _read_file(file: Path) -> Document:
    try:
        written = tomllib.loads(file.read_text())
    except OSError as wrong:
        raise SettingsError(f"{file} cannot be read: {(wrong.strerror or 'it fails').lower()}.") from None
    except (ValueError, RecursionError) as wrong:
        raise SettingsError(
            f"{file} is not readable as TOML: {wrong}.", "Write one setting a line: port = 8080."
        ) from None
    known = [setting.name for setting in FIELDS]
    for name in written:
        if name not in known:
            raise SettingsError(f"{file}: there is no setting {name!r}.", f"There are: {', '.join(known)}.")
    return written


def _parse_value(setting: Any, value: Any, place: str) -> Any:  # noqa: ANN401 - a dataclass field, and a value of any type
    """Convert a written value to the type of the field."""
    if setting.type == "str":
        if not isinstance(value, str):
            raise SettingsError(f"{place}: {echo_text(value)} is not a text.", "Put it in quotes.")
        if "\0" in value:
            raise SettingsError(f"{place}: there is a NUL character in it.", "Leave that out.")
        return value
    try:
        number = int(str(value))
    except ValueError:
        says = setting.metadata["says"]
        raise SettingsError(f"{place}: {echo_text(value)} is not a whole number.", f"It sets {says}.") from None
    least, most = setting.metadata["least"], setting.metadata["most"]
    if not least <= number <= most:
        raise SettingsError(f"{place}: {number} is out of bounds.", f"It can be {least} to {most}.")
    return number


def _mask_value(name: str, value: object) -> str:
    """Show a value, with secrets and passwords in addresses masked."""
    text = str(value)
    setting = next(f for f in FIELDS if f.name == name)
    address = urlsplit(text) if "://" in text else None
    if address is not None and address.password:
        return text.replace(f":{address.password}@", f":{MASK}@", 1)
    return MASK if setting.metadata["secret"] and value and address is None else text
