"""Counting and training past one machine: growth, time, memory and what they forecast.

`sample` reads the real texts, `rewriting` makes more text that grows as they do, `texts` writes it,
`measuring` counts and trains on it in processes that `launching` starts, `peers` trains other
libraries, `growth` fits, `shuffle` simulates 1,000 tasks, `costs` forecasts, `report` says it all.
"""
