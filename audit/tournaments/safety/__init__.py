"""Which places are safe whatever the open tables bring, and which tables a place still depends on."""
