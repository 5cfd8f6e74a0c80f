"""The store's schema, step by step; run by `deadreckon db upgrade`, never at import."""
