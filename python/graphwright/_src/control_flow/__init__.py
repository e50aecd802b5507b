"""Branches, loops and maps as nodes, and the arrays that flow through them."""
