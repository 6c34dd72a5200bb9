#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check-grammars.py with each character of BNF and grammars changed in turn, and
check-spans.py with each event: an hour or so."""

import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent

found = [subprocess.run([sys.executable, FOLDER / f"{name}.py", "--changes"])
         .returncode for name in ("check-grammars", "check-spans")]
sys.exit(next((status for status in found if status not in (0, 77)), 0))
