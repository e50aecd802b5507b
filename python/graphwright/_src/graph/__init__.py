"""Where ops go: graphs and operations as Python sees them, scopes (names, devices, control dependencies), devices."""
