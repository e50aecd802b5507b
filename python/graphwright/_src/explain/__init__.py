"""Explanations of functions: retracing, stances, reports of traces, pictures of graphs, time per instruction.

`f.explain_retracing()`, `f.inspect()`, `f.set_stance()`, `graphwright.set_stance`, `graphwright.profile_functions`,
`graphwright.row_fallbacks` and `python -m graphwright explain FILE.py` lead here; nothing of it is imported before.
"""
