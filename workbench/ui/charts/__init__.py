"""Charts of curves and bars."""
