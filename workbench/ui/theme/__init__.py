"""Colours, fonts, icons and the style sheet in light, dark and high contrast."""
