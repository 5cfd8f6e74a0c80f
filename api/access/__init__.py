"""Who may ask, and how often: authentication, rate limits, byte quota, CORS, path prefix."""
