# SPDX-License-Identifier: MIT
"""Chains: sequences of states that the lens passes at once, compared with the machine."""

from header import CHAIN_BYTES, changed

SHORTEST = 3


def chains_are_right(machine, header):
    """All bytes that a chain accepts in a place lead to the same state, without an action;
    no to-state action but `run`, which only skips, is left out; and the chain ends in the
    state that the header names. After its last byte, a chain accepts every byte."""
    if len(header.chain) != header.states:
        yield f"chain has {len(header.chain)} entries"
        return
    used = [c for c in header.chain if c is not None]
    if used != list(range(len(used))) or (used and len(header.chain_length) != len(used)):
        yield f"chains {used}, with {len(header.chain_length)} lengths"
        return
    if used and not header.is_line:
        yield "chains, but no machine of lines"
    for s, chain in enumerate(header.chain):
        if chain is None:
            continue
        if s not in machine.targets:
            yield f"state {s}: a chain, and no such state"
            continue
        length = header.chain_length[chain]
        if not SHORTEST <= length <= CHAIN_BYTES:
            yield f"state {s}: a chain of {length} bytes"
            continue
        at = s
        for i in range(length):
            if i and machine.entering[at] != ("run",):
                yield f"state {s}: the chain leaves out the actions of {at}"
            ways = {(machine.targets[at][b], machine.actions[at][b])
                    for b in bytes_of(header, chain, i)}
            target, actions = next(iter(ways), (None, ()))
            if len(ways) != 1 or actions or target is None:
                yield f"state {s}: byte {i} of the chain leads to {ways}"
                break
            at = target
        else:
            if at != header.chain_end[chain]:
                yield f"state {s}: the chain ends in {header.chain_end[chain]}, not {at}"
        for i in range(length, CHAIN_BYTES):
            if len(bytes_of(header, chain, i)) != 256:
                yield f"state {s}: byte {i}, after the chain, is compared"


def bytes_of(header, chain, i):
    """The bytes that the lens accepts in a place."""
    found = set()
    for n in range(2 if header.chain_second[chain] else 1):
        least, span = header.chain_least[chain][n][i], header.chain_span[chain][n][i]
        found |= {b for b in range(256) if (b - least) % 256 <= span}
    return found


def corrupt_chains(text, machine, header):
    """Yields headers with one error each, and its description."""
    name = machine.name
    for s, chain in enumerate(header.chain):
        if chain is None:
            continue
        row = chain * 2 * CHAIN_BYTES
        length = header.chain_length[chain]
        yield (f"one byte more in the chain of state {s}",
               changed(text, f"{name}_chain_length", chain, lambda n: n + 1))
        yield (f"another end of the chain of state {s}",
               changed(text, f"{name}_chain_end", chain, lambda n: n + 1))
        for i in (0, length - 1):
            yield (f"another byte {i} in the chain of state {s}",
                   changed(text, f"{name}_chain_least", row + i, lambda n: n ^ 0x80))
            yield (f"all bytes as byte {i} in the chain of state {s}",
                   changed(text, f"{name}_chain_span", row + i, lambda n: 255))
        if length < CHAIN_BYTES:
            yield (f"a byte after the chain of state {s}",
                   changed(text, f"{name}_chain_span", row + length, lambda n: 254))
        yield (f"no chain in state {s}",
               changed(text, f"{name}_chain", s, lambda n: 0))
