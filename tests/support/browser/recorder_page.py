"""A live game that is recorded on pages: a phone at its table, and its requests."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from audit.browse.choices import Choices
from audit.store import Role
from tests.support.browser.taps import Taps
from tests.support.requests.pages import HERE, OWN, entered
from tests.support.servers.fixtures import Served

Form = dict[str, Any]
TWO = {"seat0": "ada", "name0": "Ada", "seat1": "ben", "name1": "Ben"}


class Recording:
    """A live game, and a phone at its table."""

    def __init__(self, here: Served, game: str = "pebbles", form: Form | None = None) -> None:
        self.here, self.client, self.keys = here, entered(here), 0
        begun = self.sent("/live/new", {"game": game, **(TWO if form is None else form)})
        assert begun.status_code == 303, begun.text
        self.address: str = begun.headers["Location"]

    def next_key(self) -> str:
        """Generate the key of a form."""
        self.keys += 1
        return f"{self.keys:032x}"

    def sent(self, address: str, form: Form, headers: dict[str, str] = OWN) -> Any:
        """Send a form, with a new key unless it has one."""
        data = {"key": self.next_key(), **form}
        return self.client.post(address, data=data, base_url=HERE, headers=headers)

    def stands(self, client: Any = None) -> dict[str, Any]:
        """Request the state of the game."""
        state: dict[str, Any] = (client or self.client).get(f"{self.address}.json", base_url=HERE).get_json()
        return state

    def write(self, line: str, headers: dict[str, str] = OWN, **more: str) -> Any:
        """Type a line."""
        return self.sent(f"{self.address}/lines", {"match": self.stands()["state"], "typed": line, **more}, headers)

    def choices(self) -> Choices:
        """List what can be tapped now."""
        return msgspec.convert(self.stands()["choices"], Choices)

    def lines(self) -> list[str]:
        """List the last lines."""
        return [one["text"] for one in self.stands()["lines"]]

    def tap(self, found: Taps) -> Any:
        """Tap a line."""
        verb = found.start.rpartition(": ")[2].partition(" ")[0]
        parts = {"parts": found.start, **{f"{verb}.{name}": " ".join(said) for name, said in found.values.items()}}
        form = {"next": found.whole} if found.whole else parts
        answer = self.sent(f"{self.address}/lines", {"match": self.stands()["state"], **form})
        assert answer.status_code == 303, answer.text
        return answer

    def seated(self, seat: str) -> Any:
        """Open the link of a seat on its phone."""
        answer = self.client.post(f"{self.address}/seats", data={"seat": seat}, base_url=HERE, headers=OWN)
        found = re.search(r"/enter/[\w.-]+", answer.text)
        assert found is not None, answer.text
        phone = self.here.app.test_client()
        assert phone.post(found[0], base_url=HERE, headers=OWN).headers["Location"] == "/"
        assert phone.get("/", base_url=HERE).headers["Location"] == self.address
        return phone

    def joined(self, role: Role) -> Any:
        """Add another phone at the table."""
        return entered(self.here, role)

    @property
    def id(self) -> str:
        """Name the game."""
        return self.address.rpartition("/")[2]

    def page(self, client: Any = None) -> str:
        """Fetch the page."""
        return str((client or self.client).get(self.address, base_url=HERE).text)
