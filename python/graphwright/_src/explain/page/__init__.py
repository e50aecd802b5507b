"""The page: all that is known of a program's functions and of a recording, as one HTML file without outside parts.

`model.py` says what is in it, `collect.py` and `events.py` gather that, `write.py` makes the file of it and of `report.html`,
`report.css` and the scripts; `trace_events.py` writes the events for other programs that show such.
"""
