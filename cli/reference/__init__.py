"""The generated pages on commands, each game's log and the stages of the audit, from declarations by `make docs`."""
