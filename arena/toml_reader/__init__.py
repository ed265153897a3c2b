"""The reader of TOML files: shapes of tables in, values or problems with key, line and allowed values out.

Levels, settings and the load of a stress test are declared as shapes. Nothing in here opens a file.
"""
