"""The reference pages of the command line and of each game's log, generated from the declarations by `make docs`."""
