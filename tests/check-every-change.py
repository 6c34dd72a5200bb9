#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check-grammars.py with each character changed in turn: some minutes."""

import pathlib
import runpy
import sys

FOLDER = pathlib.Path(__file__).resolve().parent

sys.path.insert(0, str(FOLDER))
sys.argv[1:1] = ["--changes"]
runpy.run_path(str(FOLDER / "check-grammars.py"), run_name="__main__")
