"""What panes are built from; knows no feature."""
