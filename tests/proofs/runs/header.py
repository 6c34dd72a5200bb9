# SPDX-License-Identifier: MIT
"""The contents of a header of grammar/runs/, and C arrays."""

import ast
import re

CLASS_LIMIT = 16
PLANE = 8
SET_LIMIT = 3 * PLANE
CHAIN_RANGES = 2
CHAIN_BYTES = 32


class Header:
    """The contents of a header of grammar/runs/."""

    def __init__(self, text, name):
        of_state = numbers(text, f"{name}_run_class")
        outside = table(text, f"{name}_run_outside",
                        (SET_LIMIT // PLANE, 256))
        nibbles = table(text, f"{name}_run_nibbles", (SET_LIMIT, 2, 16))
        self.states = len(of_state)
        self.sets = [
            frozenset(b for b in range(256)
                      if not outside[c // PLANE][b] >> c % PLANE & 1)
            for c in range(SET_LIMIT)]
        self.by_nibbles = [
            frozenset(b for b in range(256)
                      if nibbles[c][b >> 7][b & 15] >> (b >> 4 & 7) & 1)
            for c in range(SET_LIMIT)]
        self.classes = int(constant(text, f"{name}_run_classes", r"\d+"))
        self.high = mask(text, f"{name}_run_high")
        self.mixed = mask(text, f"{name}_run_mixed")
        self.pct_encoded = mask(text, f"{name}_run_pct_encoded")
        self.octets = mask(text, f"{name}_run_octets")
        self.pairs = mask(text, f"{name}_run_pairs")
        self.ends = mask(text, f"{name}_run_ends")
        self.set = table(text, f"{name}_run_set", (CLASS_LIMIT,))
        self.first = table(text, f"{name}_run_first", (CLASS_LIMIT,))
        self.second = table(text, f"{name}_run_second", (CLASS_LIMIT,))
        if max(self.set + self.first + self.second) >= SET_LIMIT:
            raise ValueError("a set that does not exist")
        self.run = {}
        for state, entry in enumerate(of_state):
            if entry > CLASS_LIMIT:
                raise ValueError(f"state {state}: no class {entry - 1}")
            self.run[state] = entry - 1 if entry else None
        self.chain = [entry - 1 if entry else None for entry in
                      numbers(text, f"{name}_chain")]
        self.chain_length = numbers(text, f"{name}_chain_length")
        self.chain_end = numbers(text, f"{name}_chain_end")
        self.chain_second = numbers(text, f"{name}_chain_second")
        sizes = len(self.chain_length), CHAIN_RANGES, CHAIN_BYTES
        self.chain_least, self.chain_span = (
            table(text, f"{name}_chain_{array}", sizes) if any(self.chain_length) else None
            for array in ("least", "span"))
        self.is_line = constant(text, f"{name}_run_is_line", "[01]") == "1"
        likely = numbers(text, f"{name}_likely")
        self.likely = list(zip(likely[::2], likely[1::2]))
        left = re.search(r"(\d+) loops left to the machine", text)
        self.left = int(left.group(1)) if left else None
        least = re.search(r"of at least (\d+) bytes", text)
        self.least = int(least.group(1)) if least else None
        self.has_fields = "likely bytes of fields" in text

    def members(self, number):
        """The bytes of a class."""
        return self.sets[self.set[number]]


def numbers(text, array):
    """The numbers in all rows of a C array."""
    found = re.search(rf"\b{array}((?:\s*\[\d*\])+)\s*=\s*\{{(.*?)\}}\s*;",
                      text, re.DOTALL)
    if not found:
        raise ValueError(f"no array {array}")
    values = [int(n.rstrip("u"), 0)
              for n in re.findall(r"-?\w+", found.group(2))]
    sizes = [int(n) for n in re.findall(r"\d+", found.group(1))]
    if len(sizes) == 1 and sizes[0] != len(values):
        raise ValueError(f"{array} has {len(values)} entries")
    return values


def table(text, array, sizes):
    """A C array of uint8_t with these dimensions, as lists; missing rows are
    0, as in C."""
    def filled(rows, sizes):
        if not sizes:
            if not 0 <= rows <= 0xff:
                raise ValueError(f"{array} holds {rows}")
            return rows
        if len(rows) > sizes[0] or len(sizes) == 1 and len(rows) < sizes[0]:
            raise ValueError(f"{array} has a row of {len(rows)}")
        absent = 0 if len(sizes) == 1 else []
        if len(sizes) == 2 and not rows:
            rows = [[0] * sizes[1]] * sizes[0]
        return [filled(row, sizes[1:])
                for row in rows + [absent] * (sizes[0] - len(rows))]

    dimensions = "".join(rf"\s*\[{size}\]" for size in sizes)
    found = re.search(
        rf"\bconst uint8_t {array}{dimensions}\s*=\s*(\{{.*?\}})\s*;",
        text, re.DOTALL)
    if not found:
        raise ValueError(f"no array {array} of {sizes}")
    rows = ast.literal_eval(
        found.group(1).replace("{", "[").replace("}", "]"))
    return filled(rows, sizes)


def constant(text, name, form):
    found = re.search(rf"\b{name} = ({form})\b", text)
    if not found:
        raise ValueError(f"no constant {name}")
    return found.group(1)


def mask(text, name):
    """The classes whose bits are set in a constant."""
    bits = int(constant(text, name, "0x[0-9a-f]+"), 0)
    return {c for c in range(bits.bit_length()) if bits >> c & 1}

def changed(text, array, index, change):
    """The text with one number of one array changed."""
    start = re.search(array + r"(?:\s*\[\d*\])+\s*=\s*\{", text).end()
    number = list(
        re.finditer(r"\w+", text[start:text.index(";", start)]))[index]
    begin, end = start + number.start(), start + number.end()
    return text[:begin] + hex(change(int(number.group(), 0))) + text[end:]
