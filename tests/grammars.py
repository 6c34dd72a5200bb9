# SPDX-License-Identifier: MIT
"""The grammars of src/grammars/grammars.def, in its order, by the names that users know."""

import pathlib


def names(source=pathlib.Path(__file__).resolve().parent.parent):
    lines = (source / "src" / "grammars" / "grammars.def").read_text().splitlines()
    return [line.replace("_", "-") for line in lines if line and not line.startswith("#")]
