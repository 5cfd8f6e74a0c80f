"""The addresses of the pages of the arbiter's desk, of cases and of comments."""

from __future__ import annotations

from flask import Blueprint

from api.web.desk import case_page, comment_form, desk


def add_routes(room: Blueprint) -> None:
    """Add the pages of this folder to the pages of the service."""
    room.get("/logs/<sha256>/desk")(desk.show_log_desk)
    room.get("/live/<live>/desk")(desk.show_game_desk)
    room.post("/logs/<sha256>/desk")(desk.rule_on_log)
    room.post("/live/<live>/desk")(desk.rule_on_game)
    room.get("/logs/<sha256>/case")(case_page.show_log_case)
    room.get("/live/<live>/case")(case_page.show_game_case)
    room.get("/logs/<sha256>/case/report")(case_page.show_log_case_report)
    room.get("/live/<live>/case/report")(case_page.show_game_case_report)
    room.get("/logs/<sha256>/photos/<attachment>")(case_page.show_log_photo)
    room.post("/logs/<sha256>/case")(case_page.say_about_log)
    room.post("/live/<live>/case")(case_page.say_about_game)
    room.post("/logs/<sha256>/comment")(comment_form.comment_on_log)
    room.post("/live/<live>/comment")(comment_form.comment_on_game)
