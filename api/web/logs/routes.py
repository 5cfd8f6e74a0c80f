"""The addresses of the pages of logs, of share links and of rules."""

from __future__ import annotations

from flask import Blueprint

from api.web.logs import link_page, log_page, rule_examples, rules_page, share_page, shelf_page


def add_routes(room: Blueprint) -> None:
    """Add the pages of this folder to the pages of the service."""
    room.get("/", endpoint="beginning")(shelf_page.show_shelf)
    room.get("/index.json")(shelf_page.show_shelf_json)
    room.post("/logs")(shelf_page.save_dropped_log)
    room.get("/logs/<sha256>/view")(log_page.show_log)
    room.get("/logs/<sha256>/view.json")(log_page.show_replay_json)
    room.get("/logs/<sha256>/step.svg")(log_page.draw_step)
    room.get("/logs/<sha256>/legal.json")(log_page.list_legal_moves)
    room.get("/logs/<sha256>/share")(share_page.show_share_page)
    room.post("/logs/<sha256>/share")(share_page.make_share_link)
    room.post("/logs/<sha256>/share/<link>/end")(share_page.end_share_link)
    room.get("/shared/<secret>")(link_page.show_shared_log)
    room.get("/shared/<secret>/embed")(link_page.show_embedded_log)
    room.get("/shared/<secret>/view.json")(link_page.show_shared_replay_json)
    room.get("/shared/<secret>/step.svg")(link_page.draw_shared_step)
    room.get("/shared/<secret>/picture.png")(link_page.draw_shared_png)
    room.get("/rules")(rules_page.show_games)
    room.get("/rules/<game>")(rules_page.show_rules)
    room.get("/rules/<game>/<rule>/<seq:number>")(rule_examples.show_example)
    room.get("/rules/<game>/<rule>/<seq:number>.json")(rule_examples.show_example_json)
    room.get("/rules/<game>/<rule>/<seq:number>.svg")(rule_examples.draw_example)
