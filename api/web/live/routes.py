"""The addresses of the pages of live games."""

from __future__ import annotations

from flask import Blueprint

from api.web.live import late_lines, new_game, recorder, seats, what_if


def add_routes(room: Blueprint) -> None:
    """Add the pages of this folder to the pages of the service."""
    room.get("/live/new")(new_game.show_new_game)
    room.post("/live/new")(new_game.create_game)
    room.get("/live/<live>")(recorder.show_recorder)
    room.get("/live/<live>.json")(recorder.show_recorder_json)
    room.post("/live/<live>/lines")(recorder.record_line)
    room.post("/live/<live>/undo")(recorder.undo_line)
    room.post("/live/<live>/late")(late_lines.insert_late_line)
    room.get("/live/<live>/seats")(seats.show_seats)
    room.post("/live/<live>/seats")(seats.make_seat_link)
    room.post("/live/<live>/confirm")(seats.confirm_result)
    room.post("/live/<live>/close")(seats.close_game)
    room.post("/live/<live>/keep")(seats.save_game_as_log)
    room.get("/logs/<sha256>/if")(what_if.show_what_if)
