import os
import sys

for folder in ("", "../function"):
    sys.path.insert(0, os.path.normpath(os.path.join(os.path.dirname(__file__), folder)))
