"""Which pane's signal reaches which flow: only here do features meet."""
