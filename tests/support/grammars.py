# SPDX-License-Identifier: MIT
"""The grammars of src/grammars/grammars.def, the contexts of src/contexts/contexts.def, the
kernels of src/kernel/kernels.def, the log formats of src/log/formats.def and the envelopes
of src/log/envelopes/envelopes.def, in their order, by their public names."""

import pathlib


SOURCE = pathlib.Path(__file__).resolve().parents[2]


def _rows(file):
    return [line.replace("_", "-") for line in file.read_text().splitlines()
            if line and not line.startswith("#")]


def names(source=SOURCE):
    return _rows(source / "src" / "grammars" / "grammars.def")


def contexts(source=SOURCE):
    return _rows(source / "src" / "contexts" / "contexts.def")


def kernels(source=SOURCE):
    return _rows(source / "src" / "kernel" / "kernels.def")


def log_formats(source=SOURCE):
    return _rows(source / "src" / "log" / "formats.def")


def log_envelopes(source=SOURCE):
    return _rows(source / "src" / "log" / "envelopes" / "envelopes.def")
