"""The command line: one module per command. Knows the engine and the store, never Qt."""
