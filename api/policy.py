"""Access policy: one table from each operation to the least role that may call it."""

from __future__ import annotations

from audit.store import Role

ROLES = tuple(Role)

# None: open to every client, without a token. All others act within the club of the token.
LEAST: dict[str, Role | None] = {
    # public data about games
    "list_games": None,
    "read_game": None,
    "read_vocabulary": None,
    "read_fact_list": None,
    "read_sample": None,
    "list_rules": None,
    "read_rule": None,
    "list_rulings": None,
    "read_ruling": None,
    "list_shipped_packs": None,
    "read_shipped_pack": None,
    # the club's packs
    "check_pack": Role.VIEWER,
    "list_packs": Role.VIEWER,
    "read_pack": Role.VIEWER,
    "upload_pack": Role.RECORDER,
    # logs
    "list_logs": Role.VIEWER,
    "read_log": Role.VIEWER,
    "read_original": Role.VIEWER,
    "read_spelling": Role.VIEWER,
    "upload_log": Role.RECORDER,
    # photos of logs
    "list_attachments": Role.VIEWER,
    "read_attachment": Role.VIEWER,
    "upload_attachment": Role.RECORDER,
    # audits
    "run_audit": Role.VIEWER,
    "audit_log": Role.VIEWER,
    "read_books": Role.VIEWER,
    "read_editions": Role.VIEWER,
    "list_audits": Role.VIEWER,
    "read_audit": Role.VIEWER,
    "read_report": Role.VIEWER,
    "list_findings": Role.VIEWER,
    "read_finding": Role.VIEWER,
    "read_finding_readings": Role.VIEWER,
    # corrections of stored logs
    "list_corrections": Role.VIEWER,
    "read_adjudicated": Role.VIEWER,
    "correct_log": Role.JUDGE,
    # cases about logs and live games
    "read_case": Role.VIEWER,
    "read_case_ways": Role.VIEWER,
    "read_case_report": Role.VIEWER,
    "add_to_case": Role.RECORDER,
    "read_live_case": Role.VIEWER,
    "read_live_case_ways": Role.VIEWER,
    "read_live_case_report": Role.VIEWER,
    "add_to_live_case": Role.RECORDER,
    "list_precedents": Role.VIEWER,
    # replay of stored logs
    "list_steps": Role.VIEWER,
    "read_step": Role.VIEWER,
    "read_facts": Role.VIEWER,
    "read_legal": Role.VIEWER,
    "read_picture": Role.VIEWER,
    # tournaments
    "count_standings": Role.VIEWER,
    "list_tournaments": Role.VIEWER,
    "read_tournament": Role.VIEWER,
    "read_tournament_file": Role.VIEWER,
    "list_tournament_events": Role.VIEWER,
    "read_tournament_standings": Role.VIEWER,
    "read_tournament_report": Role.VIEWER,
    "list_tournament_problems": Role.JUDGE,
    "append_tournament_events": Role.RECORDER,
    "create_tournament": Role.ORGANISER,
    # live games
    "list_live_games": Role.VIEWER,
    "read_live_game": Role.VIEWER,
    "list_live_events": Role.VIEWER,
    "read_live_step": Role.VIEWER,
    "read_live_facts": Role.VIEWER,
    "read_live_legal": Role.VIEWER,
    "read_live_picture": Role.VIEWER,
    "read_live_books": Role.VIEWER,
    "read_live_report": Role.VIEWER,
    "read_live_log": Role.VIEWER,
    "follow_live_game": Role.VIEWER,
    "create_live_game": Role.RECORDER,
    "append_events": Role.RECORDER,
    "correct_events": Role.JUDGE,
    "close_live_game": Role.ORGANISER,
    # tokens
    "read_own_token": Role.VIEWER,
    "list_tokens": Role.ADMIN,
    "issue_token": Role.ADMIN,
    "revoke_token": Role.ADMIN,
}

# A token that is bound to one live game may call only these, there, and as far as its role allows.
BOUND = frozenset(
    {
        "read_own_token",
        "read_live_game",
        "list_live_events",
        "follow_live_game",
        "read_live_step",
        "read_live_facts",
        "read_live_legal",
        "read_live_picture",
        "read_live_books",
        "read_live_report",
        "read_live_log",
        "read_live_case",
        "read_live_case_ways",
        "read_live_case_report",
        "add_to_live_case",
        "append_events",
        "correct_events",
        "close_live_game",
    }
)
# A token that is bound to a seat may not call these: they show the whole record, with every hand.
UNVEILED = frozenset(
    {
        "read_live_books",
        "read_live_report",
        "read_live_log",
        "read_live_case",
        "read_live_case_ways",
        "read_live_case_report",
        "add_to_live_case",
        "close_live_game",
    }
)
# Only a judge may add these events to a case. Its parties may add all others.
JUDGING = Role.JUDGE
SAID_BY_JUDGES = frozenset({"ask", "rule", "uphold", "close"})


def may_call(role: Role, operation: str) -> bool:
    """Say whether a role may call this operation."""
    least = LEAST[operation]
    return least is None or ROLES.index(role) >= ROLES.index(least)


def may_say(role: Role, does: str) -> bool:
    """Say whether a role may add such an event to a case."""
    return does not in SAID_BY_JUDGES or ROLES.index(role) >= ROLES.index(JUDGING)
