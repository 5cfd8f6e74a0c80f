"""Byte quota: counts the bytes that each club sends in a minute, and refuses requests above the limit."""

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
    """Set the function that returns the counter. It may return another one when the shared storage is lost."""
    app.extensions[COUNTER] = counter


def count_bytes(count: int) -> None:
    """Count the body of this request once, and refuse the request if its club has sent too much."""
    if g.get("bytes_counted"):
        return
    g.bytes_counted = True
    counter: RateLimiter = current_app.extensions[COUNTER]()
    most = RateLimitItemPerMinute(get_service().settings.bytes_per_club)
    if not counter.hit(most, "bytes", get_club(), cost=count):
        reset = counter.get_window_stats(most, "bytes", get_club()).reset_time
        raise Problem("too-many-bytes", headers={"Retry-After": str(max(1, math.ceil(reset - time.time())))})
