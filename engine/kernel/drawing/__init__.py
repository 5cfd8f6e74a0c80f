"""Drawing code that all games share: lettering, cards, small pieces, seat colours and the sheet around them."""
