"""The addresses of the pages of tournaments."""

from __future__ import annotations

from flask import Blueprint

from api.web.tournaments import links, pages, tables


def add_routes(room: Blueprint) -> None:
    """Add the pages of this folder to the pages of the service."""
    room.get("/tournaments")(pages.show_tournaments)
    room.post("/tournaments")(pages.save_tournament)
    room.get("/tournaments/<tournament>")(pages.show_tournament)
    room.get("/tournaments/<tournament>.json")(pages.show_tournament_json)
    room.get("/tournaments/<tournament>/open")(pages.show_open_tables)
    room.get("/tournaments/<tournament>/links")(links.show_tournament_links)
    room.post("/tournaments/<tournament>/links")(links.make_table_links)
    room.post("/tournaments/<tournament>/public")(links.open_public_page)
    room.post("/tournaments/<tournament>/links/<link>/end")(links.end_tournament_link)
    room.get("/standings/<secret>")(links.show_public_standings)
    room.get("/hand-in/<secret>")(tables.show_hand_in_page)
    room.get("/hand-in/<secret>.json")(tables.show_hand_in_json)
    room.get("/tournaments/<tournament>/tables/<table>")(tables.show_tournament_table)
    room.get("/tournaments/<tournament>/tables/<table>.json")(tables.show_tournament_table_json)
    room.post("/hand-in/<secret>")(tables.hand_in_by_link)
    room.post("/tournaments/<tournament>/tables/<table>")(tables.hand_in_for_club)
    room.post("/hand-in/<secret>/agree")(tables.agree_by_link)
    room.post("/tournaments/<tournament>/tables/<table>/agree")(tables.agree_for_player)
    room.post("/tournaments/<tournament>/tables/<table>/settle")(tables.settle_table)
