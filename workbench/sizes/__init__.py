"""What each vocabulary size gives and costs: the Sizes pane."""
