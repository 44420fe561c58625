"""Which signal of which flow or pane goes to whom; one module per workspace, no rules."""
