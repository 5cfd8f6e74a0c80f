"""What the pictures of all games share: lettering, cards and chips, the colours of the seats, and the sheet around."""
