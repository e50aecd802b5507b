"""Graphs and operations as Python sees them, scopes (names, devices, control dependencies), devices."""
