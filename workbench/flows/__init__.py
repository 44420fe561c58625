"""Flows: what happens after a request, across state, jobs and store. Flows know no pane."""
