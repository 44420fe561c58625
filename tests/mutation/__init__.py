"""Mutation testing of the engine's core: `python -m tests.mutation --help`."""
