/* SPDX-License-Identifier: MIT
 *
 * What the events of the machines that encode do. A library, for files that include
 * encoder.h: `e` is the encoding; the bytes since `begin` are literal, and copied
 * together; `percent` is the last "%".
 */
%%{
machine encoding;

# This byte must be escaped.
action escape {
    put_before(e, begin, p);
    put_escaped(e->out, *p);
    note(e, p, 0);
    begin = p + 1;
}

# So must this space, perhaps as "+".
action space {
    put_before(e, begin, p);
    put_space(e);
    note(e, p, 0);
    begin = p + 1;
}

# A "%", of a percent-encoding or stray.
action percent {
    percent = p;
}

# The last "%" begins a percent-encoding, which is kept.
action octet {
}

# The last "%" is stray.
action stray {
    put_before(e, begin, percent);
    put_escaped(e->out, '%');
    note(e, percent, LOCUS_ERROR_PERCENT);
    begin = percent + 1;
}
}%%
