"""Small widgets every pane is built from, so that all panes look and behave alike."""
