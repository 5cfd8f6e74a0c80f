"""Who may send requests, and how many: authentication, rate limits, byte quota, CORS, path prefix."""
