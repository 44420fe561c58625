"""Tables: their model, view, copying and delegates."""
