"""What window and command line both do: record, resume, compare, export."""
