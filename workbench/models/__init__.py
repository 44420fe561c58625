"""Qt item models: rows and columns over plain values, no rules of the trade."""
