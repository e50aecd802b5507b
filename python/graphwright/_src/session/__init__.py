"""Plain graphs that sessions run: sessions, variables of graphs, collections."""
