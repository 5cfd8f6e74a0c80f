"""New logs made from a log: converted, tidied, redacted, mended, or with decisions and rulings written into it."""
