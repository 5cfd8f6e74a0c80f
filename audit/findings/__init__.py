"""One replay and its findings, the verdict they add up to, and who played. Causes are searched elsewhere."""
