"""State and workspace of a world as tables of columns, and the kernels that take and return rows."""
