"""Trainings measured: mixtures, sweeps, superwords, extension, resuming, memory."""
