"""A proxy to PostgreSQL that cuts one COMMIT of many, just before the server gets it or just after."""

from __future__ import annotations

from contextlib import suppress

from tests.support.stores.postgres_proxy import AT_ONCE, COMMIT, Cut, Proxy, ProxyLine


class OneOfMany(Proxy):
    """Cuts the COMMIT after `after` others."""

    def __init__(self, url: str) -> None:
        self.after = 0
        super().__init__(url)

    def arm(self, cut: Cut, after: int) -> None:
        """Cut once, after this many COMMITs."""
        self.cut, self.after = cut, after

    def _ask(self, line: ProxyLine) -> None:
        with suppress(OSError):
            while heard := line.client.recv(AT_ONCE):
                if COMMIT in heard and self.cut is not None:
                    self.after -= 1
                    if self.after < 0:
                        cut, self.cut = self.cut, None
                        if cut == "before":
                            break
                        line.mute = True
                line.server.sendall(heard)
        line.close()
