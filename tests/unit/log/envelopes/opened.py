# SPDX-License-Identifier: MIT
"""What the readers of envelopes have in common."""

import collections
import re

# The message of a line and, for each of its bytes and its end, the offset in the line; its
# stream; whether it continues in another line; the envelope's fields (name -> value).
Opened = collections.namedtuple("Opened", "message places stream partial fields")

DATE = rb"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
CLOCK = rb"(?:[01]\d|2[0-3]):[0-5]\d"
TIME = CLOCK + rb":(?:[0-5]\d|60)(?:\.\d{1,9})?"
LOCAL = DATE + rb" " + TIME
ZONED = DATE + rb"T" + TIME + rb"(?:Z|[+-]" + CLOCK + rb")"


def in_place(match, partial=False, **fields):
    """The message is the group `message`."""
    begin, end = match.span("message")
    return Opened(match["message"], range(begin, end + 1), fields.get("stream"), partial,
                  {name: value for name, value in fields.items() if value is not None})


def damaged(dice, line, pieces):
    for _ in range(dice.choice((0, 0, 0, 0, 0, 0, 1, 2))):
        at = dice.randrange(min(len(line), 120) + 1)
        line = line[:at] + dice.choice(pieces) + line[at + dice.choice((0, 0, 1, 3)):]
    return line


def cut(dice, message):
    """Pieces of a message, most often one."""
    count = dice.choice((1, 1, 1, 1, 1, 2, 2, 3, 5))
    cuts = sorted(dice.randrange(len(message) + 1) for _ in range(count - 1))
    return [message[a:b] for a, b in zip([0, *cuts], [*cuts, len(message)])]


def without_line_feeds(message):
    return re.sub(rb"\r?\n.*", b"", message, flags=re.DOTALL)
