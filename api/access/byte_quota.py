"""What each club sends in a minute, counted where requests are, and refused where it is too much."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from flask import Flask, current_app, g
from limits import RateLimitItemPerMinute
from limits.strategies import RateLimiter

from api.problems import Problem
from api.service import NAME, get_club, get_service

COUNTER = f"{NAME} bytes"


def set_byte_counter(app: Flask, counter: Callable[[], RateLimiter]) -> None:
    """Say what counts; it may become another where the shared storage is gone."""
    app.extensions[COUNTER] = counter


def count_bytes(count: int) -> None:
    """Count the body of this request once, and refuse it where its club has sent too much."""
    if g.get("bytes_counted"):
        return
    g.bytes_counted = True
    counter: RateLimiter = current_app.extensions[COUNTER]()
    most = RateLimitItemPerMinute(get_service().settings.bytes_per_club)
    if not counter.hit(most, "bytes", get_club(), cost=count):
        reset = counter.get_window_stats(most, "bytes", get_club()).reset_time
        raise Problem("too-many-bytes", headers={"Retry-After": str(max(1, math.ceil(reset - time.time())))})
