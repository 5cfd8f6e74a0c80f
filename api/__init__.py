"""The service: an HTTP API over the audit and its store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TextIO

from api.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

    from audit.store import Store
    from engine.kernel.game import Game

__all__ = ["Settings", "create_app"]


def create_app(
    settings: Settings, store: Store, games: Mapping[str, Game] | None = None, log: TextIO | None = None
) -> Flask:
    """Put the service together over an opened store; imported only now, since reading settings needs none of it."""
    from api.app import create_app as made  # noqa: PLC0415 - see above

    return made(settings, store, games, log)
