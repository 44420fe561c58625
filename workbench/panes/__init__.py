"""One file per pane. A pane gets its collaborators in the constructor and emits requests."""
