"""An independent ledger of Windward, which the table is compared with; it uses nothing of the engine."""
