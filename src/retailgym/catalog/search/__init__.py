"""Search: the index on disk, the kernel, filters, and queries over all of it."""
