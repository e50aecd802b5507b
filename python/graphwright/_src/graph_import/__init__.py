"""Graphs from messages: GraphDef in, frames of version 1 as loops, freezing."""
