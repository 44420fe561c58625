"""The frame around the panes: rail, top bar, docks, inspector, status, command palette."""
