"""Every golden is audited by a server as it is audited locally."""

from __future__ import annotations

from itertools import cycle

import pytest

import engine.games
from tests.support.paths import FIXTURES
from tests.support.servers.remote_server import same

FOLDERS = {folder: FIXTURES / folder / "logs" for folder in engine.games.FOLDERS.values()}
FORMS = ("text", "json", "html", "sarif")


@pytest.mark.parametrize("game", FOLDERS)
@pytest.mark.usefixtures("remote_admin")
def test_every_golden_is_audited_there_as_here(game: str) -> None:
    """Each in one form, the forms in turn; the demo in all of them."""
    logs = sorted(FOLDERS[game].glob("*.log"))
    assert logs
    assert all(same(str(log), "--format", form) for log, form in zip(logs, cycle(FORMS), strict=False))
    assert all(same(str(FOLDERS[game] / "demo.log"), "--format", form) for form in FORMS)
