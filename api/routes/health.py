"""Health routes for operators: liveness, readiness and metrics."""

from __future__ import annotations

from flask import Blueprint, Response

from api.http.responses import ONCE, answer_bytes, answer_json
from api.monitoring.metrics import TYPE, Metrics
from api.service import get_service
from audit.model.document import ENGINE, convert_to_builtins
from audit.store import StoreError

AGE, WAITING = "deadreckon_upkeep_age_seconds", "deadreckon_webhooks_waiting"


def make_health_routes(figures: Metrics) -> Blueprint:
    """Make the routes that need no token and count towards no limit."""
    room = Blueprint("health", __name__)

    @room.get("/livez")
    def livez() -> Response:
        return answer_json({"alive": True}, keep=ONCE)

    @room.get("/readyz")
    def readyz() -> Response:
        readiness = get_service().store.check_service()
        schema = {"revision": readiness.revision, "wanted": readiness.wanted}
        document = {
            "ready": readiness.ready,
            "database": readiness.database.partition(":")[0],
            "schema": schema,
            "hint": readiness.hint,
            "engine": convert_to_builtins(ENGINE),
        }
        return answer_json(
            document,
            200 if readiness.ready else 503,
            keep=ONCE,
            headers={} if readiness.ready else {"Retry-After": "5"},
        )

    @room.get("/metrics")
    def metrics() -> Response:
        return answer_bytes(figures.render_text() + _render_ages() + _render_webhook_queue(), TYPE, keep=ONCE)

    return room


def _render_ages() -> bytes:
    """Render the time since the last successful backup and verification. Omit any that never succeeded."""
    here = get_service().store
    try:
        ages = here.read_upkeep_ages()
    except StoreError:
        return b""
    head = f"# HELP {AGE} Seconds since it last ended well.\n# TYPE {AGE} gauge\n" if ages else ""
    return (head + "".join(f'{AGE}{{act="{act}"}} {age:.0f}\n' for act, age in sorted(ages.items()))).encode()


def _render_webhook_queue() -> bytes:
    """Render the number of webhooks that have not arrived yet, if webhooks are set."""
    here = get_service()
    try:
        count = here.store.count_notices() if here.settings.webhooks else None
    except StoreError:
        count = None
    head = f"# HELP {WAITING} Webhooks that have not arrived yet.\n# TYPE {WAITING} gauge\n"
    return b"" if count is None else f"{head}{WAITING} {count}\n".encode()
