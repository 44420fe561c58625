"""Split patterns as other engines write them: read into ours, and written for each library."""
