"""What the pictures of all games share: lettering, cards, small pieces, the colours of seats, and the sheet around."""
