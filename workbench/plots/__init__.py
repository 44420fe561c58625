"""Charts: each file draws one thing."""
