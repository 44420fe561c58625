"""Translation, and sentences that several features show."""
