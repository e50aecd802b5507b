"""Variables, and objects that consist of others (trackables, modules)."""
