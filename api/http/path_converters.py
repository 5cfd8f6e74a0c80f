"""Converters for the parts of a path: event numbers and digests."""

from __future__ import annotations

from werkzeug.routing import IntegerConverter, Map, UnicodeConverter


class Seq(IntegerConverter):
    """A number in an address, with no more digits than an event number needs."""

    regex = r"\d{1,9}"

    def __init__(self, map_: Map) -> None:
        super().__init__(map_, max=999_999_999)


class Digest(UnicodeConverter):
    """A SHA-256 in an address. It never matches `check`, which is an address with other methods."""

    def __init__(self, map_: Map) -> None:
        super().__init__(map_)
        self.regex = f"(?!check$){self.regex}"


CONVERTERS = {"seq": Seq, "digest": Digest}
