"""The command line: one file per command. It imports the engine and the store, never Qt."""
