"""To be told."""
