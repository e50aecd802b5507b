"""Protocol buffers: wire format, text form, and the tables of graph and example messages."""
