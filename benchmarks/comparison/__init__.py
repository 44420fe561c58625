"""Side by side with other libraries: candidates, runs in fresh processes, tables, reports."""
