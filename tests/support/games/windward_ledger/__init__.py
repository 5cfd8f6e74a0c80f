"""An independent ledger of Windward, which the table is compared with: it asks nothing of the engine."""
