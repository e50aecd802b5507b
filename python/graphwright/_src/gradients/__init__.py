"""Tapes, gradients of graphs, custom gradients, forward mode."""
