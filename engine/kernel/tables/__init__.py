"""Tables copied, compared and turned into bytes, by code generated from the declaration of a game's state."""
