"""The training's settings, its run and its live charts: the Train pane."""
