"""`deadreckon serve`: the service, on one file or on a database server."""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack, suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.monitoring.request_log import LogFile
from api.notify.head_publisher import HeadsNotSavedError, refuse_place
from api.notify.webhooks import read_hooks, read_networks
from api.server.runtime_dir import lock_place, make_own_folder
from api.settings import UNIX, SettingsError
from api.streaming.process import streaming
from cli import output
from cli.server.certificates import find_own_address, get_fingerprint, load_certificate
from cli.server.key_file import adopt_secret, choose_key_file
from cli.server.open_store import SERVED
from cli.server.rule_examples import load_rule_examples
from cli.server.settings import load_settings, service_options, warn_of_unknown_variables
from engine.kernel.basics.json_types import Json

if TYPE_CHECKING:
    from api.settings import Settings
    from audit.store import Store

UNAVAILABLE = 5
# Variables by which systemd, or the process that this one replaces, passes on open sockets.
HANDED_OVER = frozenset({"GUNICORN_FD", "LISTEN_FDS"})
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
# A server that listens on all addresses can be reached from this machine, too.
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - only if the operator asks for it
# The package that connects to each storage for counts of requests.
TALKING = {"redis": "redis", "valkey": "valkey", "memcached": "pymemcache", "mongodb": "pymongo"}
TEMPORARY = frozenset({"sqlite://", "sqlite:///", "sqlite:///:memory:"})


@click.command("serve", short_help="Run the service.")
@click.option("--club", default="club", show_default=True, help="The first club of a new database.")
@click.option("--tls", is_flag=True, help="Encrypt with a certificate that is made once, so that phones can connect.")
@service_options
@click.pass_context
def command(ctx: click.Context, /, club: str, tls: bool, file: str | None, **flags: Json) -> None:
    """Run the service: upload logs, audit them, and record games live, over HTTP.

    On a new database it creates the schema and prints the first admin token, once.

    \b
    deadreckon serve
    deadreckon serve --database sqlite:///season.db --port 9000
    deadreckon serve --database postgresql://user@host/deadreckon --workers 4
    deadreckon serve --tls --host 0.0.0.0       for the phones of a club, without a proxy
    """
    settings = load_settings(flags, file).settings
    warn_of_unknown_variables()
    if tls and settings.host.startswith(UNIX):
        raise click.UsageError("On a socket the proxy in front does the encryption. Leave out --tls.")
    _check_settings(settings)
    with make_own_folder() as folder:
        if settings.database in TEMPORARY:
            # Workers start and stop, and there may be several, so they share a file that ends with the service.
            settings = replace(settings, database=f"sqlite:///{folder / 'temporary.sqlite'}")
        secret = _prepare_store(settings, club)
        if not secret:
            ctx.exit(UNAVAILABLE)
        encrypted = load_certificate(_choose_certificate_folder(settings)) if tls else None
        settings = replace(settings, secret=secret)
        with streaming(settings):
            _serve(settings, folder, _make_link(settings, club, tls=tls), encrypted)


def _check_settings(settings: Settings) -> None:
    """Refuse unusable addresses and files before anything is created."""
    file = Path(settings.database.removeprefix("sqlite:///").partition("?")[0])
    if settings.database.startswith("sqlite:///") and settings.database not in TEMPORARY:
        if not file.parent.is_dir():
            raise click.UsageError(f"There is no folder {file.parent} for the database. Make it, or name another file.")
        if file.is_dir():
            raise click.UsageError(f"The database cannot be {file}, which is a folder. Name a file in it.")
    if settings.host.startswith(UNIX):
        _refuse_socket(Path(settings.host.removeprefix(UNIX)), "--host")
    if settings.stream.startswith(UNIX):
        _refuse_socket(Path(settings.stream.removeprefix(UNIX)), "--stream")
        if settings.stream == settings.host:
            raise click.UsageError(f"{settings.stream} is used for two purposes. Choose another --stream.")
    if HANDED_OVER.isdisjoint(os.environ):
        _refuse_ports(settings)
    _refuse_storage(settings.rate_storage)
    _refuse_places(settings)
    if HANDED_OVER.isdisjoint(os.environ):
        _hold_sockets(settings)


def _refuse_ports(settings: Settings) -> None:
    """Refuse a port that is in use, or that two settings name."""
    wanted = [] if settings.host.startswith(UNIX) else [(settings.host, settings.port, "--port or --host")]
    if settings.stream and not settings.stream.startswith(UNIX):
        host, _, port = settings.stream.rpartition(":")
        wanted.append((host.strip("[]"), int(port), "--stream"))
    with ExitStack() as held:
        for host, number, flag in wanted:
            try:
                family, *_, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
                held.enter_context(socket.create_server(address, family=family))
            except OSError as wrong:
                why = (wrong.strerror or "it fails").lower()
                says = f"Port {number} of {host} cannot be listened on: {why}. Choose another {flag}."
                raise click.UsageError(says) from None


def _refuse_places(settings: Settings) -> None:
    """Refuse unusable webhooks, and a place where neither heads nor log lines can be written."""
    try:
        read_hooks(settings), read_networks(settings)
    except SettingsError as wrong:
        raise click.UsageError(f"{wrong} {wrong.hint}") from None
    if settings.heads_to:
        try:
            refuse_place(settings.heads_to)
        except HeadsNotSavedError as wrong:
            raise click.UsageError(f"Heads cannot be sent to {settings.heads_to}: {wrong}. Name another.") from None
    if settings.log_file:
        try:
            LogFile(Path(settings.log_file)).close()
        except OSError as wrong:
            why = (wrong.strerror or "it fails").lower()
            raise click.UsageError(f"The log cannot be written to {settings.log_file}: {why}. Name another.") from None


def _refuse_socket(place: Path, flag: str) -> None:
    """Refuse a path where no socket can be made. A stale socket of a stopped service is no obstacle."""
    if not place.parent.is_dir():
        raise click.UsageError(f"There is no folder {place.parent} for the socket. Make it, or name another.")
    if not os.access(place.parent, os.W_OK | os.X_OK):
        raise click.UsageError(f"No socket can be made in {place.parent}: permission denied. Choose another {flag}.")
    if place.exists() and not place.is_socket():
        raise click.UsageError(f"{place} exists and is not a socket. Name another.")
    with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
        probe.connect(str(place))
        if HANDED_OVER.isdisjoint(os.environ):
            raise click.UsageError(f"Another process listens at {place} already. Choose another {flag}.")


def _hold_sockets(settings: Settings) -> None:
    """Refuse the second of two services that start at once, because neither finds the other listening yet."""
    for address, flag in ((settings.host, "--host"), (settings.stream, "--stream")):
        if address.startswith(UNIX):
            try:
                lock_place(Path(address.removeprefix(UNIX)))
            except OSError:
                says = f"Another process has begun to listen at {address.removeprefix(UNIX)}. Choose another {flag}."
                raise click.UsageError(says) from None


def _refuse_storage(storage: str) -> None:
    """Refuse a storage for counts of requests whose package is not installed."""
    from limits.errors import ConfigurationError
    from limits.storage import storage_from_string

    kind = next((kind for kind in TALKING if kind in storage.partition(":")[0]), "")
    # Looked for first, because one of the storages prints an error when it is discarded.
    missing = kind != "" and find_spec(TALKING[kind]) is None
    try:
        if not missing:
            storage_from_string(storage)
    except ConfigurationError:
        missing = True
    except ValueError as wrong:
        raise click.UsageError(f"The storage of --rate-storage cannot be used: {wrong}.") from None
    if missing:
        raise click.UsageError(
            f"Counts cannot be stored in {kind}, because its client package is not installed. "
            f"Install it (pip install 'limits[{kind}]'), or count in memory:// (--rate-storage)."
        )


def _prepare_store(settings: Settings, club: str) -> str:
    """Prepare the store, and return the secret that it signs with, or an empty text if it cannot serve.

    A new store gets its schema, its club and that club's first token.
    """
    from audit.store import Misformed, Store, StoreError, parse_club
    from audit.store.backend.connections import UnknownDatabaseError

    try:
        parse_club(club)
        with Store.open(settings.database, secret=settings.secret) as store:
            readiness = store.check_readiness()
            if readiness.revision is None and not readiness.ready:
                store.upgrade()
                output.tell(f"Created the schema in a new database, {readiness.database}.")
                readiness = store.check_readiness()
            if not readiness.ready:
                output.tell(f"The database {readiness.database} is not ready: {readiness.hint}")
                return ""
            secret = adopt_secret(store, settings)
        with Store.open(settings.database, secret=secret) as store:
            if not store.list_clubs():
                _issue_first_token(store, club)
            for name in {hook.club for hook in read_hooks(settings)} - {"", *store.list_clubs()}:
                output.tell(f"There is no club {name} yet, so its address in `webhooks` gets no verdicts.")
            store.note_upkeep(SERVED)
    except (UnknownDatabaseError, Misformed) as wrong:
        raise click.UsageError(str(wrong)) from None
    except StoreError as wrong:
        output.tell(f"The database cannot be used: {wrong}")
        return ""
    return secret


def _issue_first_token(store: Store, club: str) -> None:
    from audit.store import Role

    store.found_club(club)
    token, secret = store.issue_token(club, Role.ADMIN, label="first admin")
    output.tell(f"The admin token of {club!r} is shown only once (its id is {token.id}). Save it:")
    output.say(secret)


def _choose_certificate_folder(settings: Settings) -> Path:
    """Choose the folder for the certificate, next to the key. Only our own config folder is created."""
    folder = choose_key_file(settings).parent
    if folder == Path(click.get_app_dir("deadreckon")):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _make_link(settings: Settings, club: str, *, tls: bool) -> str:
    """Make a one-time sign-in link. Browsers accept its cookie on this machine or behind TLS only."""
    from api.web.base.session import ENTERING, LINK
    from audit.store import Role, Store

    with Store.open(settings.database, secret=settings.secret) as store:
        if (settings.host not in {*LOOPBACK, *EVERYWHERE} and not tls) or club not in store.list_clubs():
            return ""
        return f"/enter/{store.issue_token(club, Role.ADMIN, label=LINK, lasting=ENTERING)[1]}"


def _serve(settings: Settings, folder: Path, link: str, encrypted: Path | None) -> None:
    """Serve until the operator stops the service."""
    from api.server.gunicorn_app import Server

    if settings.host.startswith(UNIX):
        output.tell(f"Deadreckon is at {settings.host}. Ctrl+C stops it.")
        Server(settings, folder / "figures", examples=load_rule_examples).run()
        return
    address = f"{'https' if encrypted else 'http'}://{_choose_link_host(settings.host, tls=encrypted is not None)}"
    address = f"{address}:{settings.port}"
    output.tell(f"Deadreckon is at {address}/ (operations: {address}/api/v1/docs). Ctrl+C stops it.")
    if link:
        output.tell(f"The pages open with this link. Press Sign in there, once and within 15 minutes: {address}{link}")
    if encrypted is not None:
        _print_link(encrypted, f"{address}{link}")
    Server(settings, folder / "figures", encrypted, load_rule_examples).run()


def _choose_link_host(host: str, *, tls: bool) -> str:
    if host in EVERYWHERE:
        # Over a network, a session begins only if the connection is encrypted.
        return find_own_address() if tls else "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _print_link(encrypted: Path, link: str) -> None:
    """Print a link as a QR code, and the fingerprint that a browser will show for the certificate."""
    from api.web.base.qr_codes import write_block_code

    output.tell(output.Painted(write_block_code(link)))
    output.tell(
        f"The certificate is in {encrypted}; only this machine vouches for it, so a browser asks once. "
        f"Accept it if the browser shows the SHA-256 {get_fingerprint(encrypted)}"
    )
