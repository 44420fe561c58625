"""Recipes with everything that follows their training: measuring, judging, exports, a report."""
