"""Defines the tables for SQLAlchemy Core. The migrations create them, and a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

# Every constraint has an explicit name, so that later migrations can refer to it.
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
PARTS = 16
METADATA = MetaData(naming_convention=NAMING)

# Ids are compared byte by byte, whatever the server's locale, because lists are sorted by id.
Id = Text().with_variant(Text(collation="C"), "postgresql")
# Microseconds since 1970, UTC. The hashes cover this number, which is the same on both databases.
Moment = BigInteger

clubs = Table(
    "clubs",
    METADATA,
    Column("id", Id, primary_key=True),
    Column("founded_at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

tokens = Table(
    "tokens",
    METADATA,
    Column("id", Id, primary_key=True),
    Column("club", Id, ForeignKey("clubs.id"), nullable=False, index=True),
    Column("role", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("seat", Text),
    Column("game", Id),
    Column("digest", LargeBinary, nullable=False),
    Column("issued_at", Moment, nullable=False),
    Column("expires_at", Moment),
    Column("revoked_at", Moment),
    # Covers the whole row if the store signs. The same holds for `mac` below.
    Column("mac", LargeBinary),
    sqlite_with_rowid=False,
)

uploads = Table(
    "uploads",
    METADATA,
    Column("club", Id, ForeignKey("clubs.id"), primary_key=True),
    Column("sha256", LargeBinary, primary_key=True),
    Column("sort", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("kept_at", Moment, nullable=False),
    Column("kept_by", Text, nullable=False),
    Column("seal", LargeBinary, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Index(None, "club", "kept_at", "sha256"),
    sqlite_with_rowid=False,
)

games = Table(
    "games",
    METADATA,
    Column("id", Id, primary_key=True),
    Column("club", Id, ForeignKey("clubs.id"), nullable=False),
    Column("header", LargeBinary, nullable=False),
    Column("rulebook", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("created_by", Text, nullable=False),
    Column("seal", LargeBinary, nullable=False),
    Index(None, "club", "id"),
    sqlite_with_rowid=False,
)

# The latest event of each game. It follows from the events, and shows if the last of them are removed.
heads = Table(
    "heads",
    METADATA,
    Column("game", Id, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("closed", Boolean, nullable=False),
    # The rulebook of the last event, or NULL for the one that the game began with.
    Column("rulebook", Text),
    sqlite_with_rowid=False,
)

# There is no foreign key to the game, because it would be checked for every row. An append has read the game's row in
# the same transaction, and `verify` finds events without a game.
events = Table(
    "events",
    METADATA,
    Column("game", Id, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("recorded_at", Moment, nullable=False),
    Column("recorded_by", Text, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    # Set on the first event under another rulebook than the one before.
    Column("rulebook", Text),
    sqlite_with_rowid=False,
    postgresql_partition_by="HASH (game)",
)

# `game`, `seq` and `head` describe the game's head after the first answer.
keys = Table(
    "keys",
    METADATA,
    Column("principal", Id, primary_key=True),
    Column("key", Id, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("game", Id, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("head", LargeBinary, nullable=False),
    Column("kept_at", Moment, nullable=False),
    Column("mac", LargeBinary),
)

snapshots = Table(
    "snapshots",
    METADATA,
    Column("game", Id, ForeignKey("games.id"), primary_key=True),
    Column("engine", Id, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("mac", LargeBinary),
)

audits = Table(
    "audits",
    METADATA,
    Column("club", Id, primary_key=True),
    Column("id", Id, primary_key=True),
    Column("upload", LargeBinary, nullable=False),
    Column("rulebook", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("asked", LargeBinary, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("report", LargeBinary, nullable=False),
    # One MAC over the audit's own columns, one over its report, and one over all its findings.
    Column("mac", LargeBinary),
    Column("report_mac", LargeBinary),
    Column("findings_mac", LargeBinary),
    ForeignKeyConstraint(["club", "upload"], ["uploads.club", "uploads.sha256"]),
    Index(None, "club", "made_at", "id"),
    Index(None, "club", "upload"),
)

findings = Table(
    "findings",
    METADATA,
    Column("club", Id, primary_key=True),
    Column("audit", Id, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer),
    Column("rule", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("seat", Text),
    Column("follows", Integer),
    Column("body", LargeBinary, nullable=False),
    ForeignKeyConstraint(["club", "audit"], ["audits.club", "audits.id"], ondelete="CASCADE"),
)

# The mark of the key that signs tokens and derived data, not the key itself. Without a row, nothing is signed.
signing_keys = Table(
    "signing_keys",
    METADATA,
    Column("mark", LargeBinary, primary_key=True),
    Column("taken_at", Moment, nullable=False),
)

# Who issued and who revoked each token. Each act is recorded once and permanently.
token_acts = Table(
    "token_acts",
    METADATA,
    Column("token", Id, primary_key=True),
    Column("act", Id, primary_key=True),
    Column("at", Moment, primary_key=True, autoincrement=False),
    # The id of the token that asked for it, or empty for the command line.
    Column("by", Id, nullable=False),
    sqlite_with_rowid=False,
)

# When each upkeep task of the operators last succeeded.
upkeep = Table(
    "upkeep",
    METADATA,
    Column("act", Id, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("mac", LargeBinary),
    sqlite_with_rowid=False,
)

# Notices to send, each with the name of an address in the settings, until they have arrived.
outbox = Table(
    "outbox",
    METADATA,
    Column("id", Id, primary_key=True),
    Column("address", Id, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("mac", LargeBinary),
    Index(None, "address", "due_at"),
)

# The tables whose rows must not be changed or removed. Triggers enforce it, and on PostgreSQL also grants.
FOR_GOOD = (clubs, uploads, games, events, token_acts)
