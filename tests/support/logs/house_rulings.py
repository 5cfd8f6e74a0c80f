"""A pack of rulings, and a log that names rulings."""

from __future__ import annotations

from audit.house_rulings import write_rulings_pack
from tests.support.logs.harbour_open import LOGS

ONE = {"game": "winds-of-plunder", "question": "WP-AMB-31", "reading": "tie-cancels", "why": "We always have."}


PACK = write_rulings_pack("harbour-1", "Readings of the Harbour", "Rosa", [ONE])


LOG = (LOGS / "r3t3.log").read_text("utf-8")


def naming(*rulings: str) -> bytes:
    return LOG.replace("event:", f"rulings: {', '.join(rulings)}\nevent:").encode()
