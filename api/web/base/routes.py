"""The addresses of the sign-in page, and of the assets of all pages."""

from __future__ import annotations

from flask import Blueprint

from api.web.base import assets, sign_in


def add_routes(room: Blueprint) -> None:
    """Add the pages of this folder to the pages of the service."""
    room.get("/enter/<secret>")(sign_in.enter_pages)
    room.post("/enter/<secret>")(sign_in.sign_in)
    room.post("/leave")(sign_in.leave_pages)
    room.get("/web/<name>")(assets.send_asset)
