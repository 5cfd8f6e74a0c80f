"""Cases, corrections and ruling options of a club's logs, between the routes and the store."""
