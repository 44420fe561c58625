"""Commands on finished runs: listing, comparing, measuring, the registry."""
