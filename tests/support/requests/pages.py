"""Pages of the service, requested by a client that has signed in."""

from __future__ import annotations

import io
from html import unescape
from typing import Any

from api.web.base.session import ENTERING, LINK
from audit.store import Role
from fixtures.goldens import goldens
from tests.support.browser.all_pages import forms
from tests.support.paths import SHORT_DEMO
from tests.support.servers.api_client import CLUB
from tests.support.servers.fixtures import Served

HERE = "https://localhost"


OWN = {"Sec-Fetch-Site": "same-origin"}


def demo() -> bytes:
    """Return the first rounds of the demo of Tailwinds."""
    return SHORT_DEMO.read_bytes()


def whole_demo() -> bytes:
    """Return the demo of Tailwinds to its end, with a winner."""
    return next(golden.log for golden in goldens("tailwinds") if golden.name == "demo")


def link(here: Served, role: Role = Role.ADMIN, club: str = CLUB, **more: Any) -> str:
    return f"/enter/{here.store.issue_token(club, role, label=LINK, lasting=ENTERING, **more)[1]}"


def entered(here: Served, role: Role = Role.ADMIN, club: str = CLUB, **more: Any) -> Any:
    client = here.app.test_client()
    assert client.post(link(here, role, club, **more), base_url=HERE, headers=OWN).status_code == 303
    return client


def sent(client: Any, raw: bytes, **headers: str) -> Any:
    form = {"log": (io.BytesIO(raw), "game.log")}
    return client.post("/logs", data=form, base_url=HERE, headers=headers or OWN)


class Guest:
    """A client that has signed in, opens pages, and sends their forms."""

    def __init__(self, here: Served, role: Role, **more: Any) -> None:
        self.client = entered(here, role, **more)

    def page(self, path: str) -> str:
        """Return the text of a page."""
        answer = self.client.get(path, base_url=HERE)
        assert answer.status_code == 200, answer.text
        return unescape(answer.text)

    def send(self, path: str, does: str, **written: str) -> Any:
        """Fill in the form of a page that has this action, and send it."""
        html = self.client.get(path, base_url=HERE).text
        (form,) = [one for one in forms(html) if one.fields.get("do") == does]
        return self.client.post(form.action, data={**form.fields, **written}, base_url=HERE, headers=OWN)

    def does(self, path: str) -> list[str]:
        """List what the forms of a page would send."""
        html = self.client.get(path, base_url=HERE).text
        return [one.fields["do"] for one in forms(html) if "do" in one.fields]
