/* SPDX-License-Identifier: MIT
 *
 * The actions of the machines that encode. A library, for files that include encoding.h:
 * `e` is the encoding; `out` is its output; the bytes since `begin` are literal, and copied
 * together; `percent` is the last "%".
 */
%%{
machine encoding;

# This byte must be escaped.
action escape {
    put_literal(&out, begin, p, pe);
    put_escaped(&out, *p);
    note(e, p, 0);
    begin = p + 1;
}

# This space must be escaped, or written as "+".
action space {
    put_literal(&out, begin, p, pe);
    put_space(&out, e->plus);
    note(e, p, 0);
    begin = p + 1;
}

# A "%" that begins a percent-encoding or is stray.
action percent {
    percent = p;
}

# The last "%" begins a percent-encoding, which is kept.
action octet {
}

# The last "%" is stray.
action stray {
    put_literal(&out, begin, percent, pe);
    put_escaped(&out, '%');
    note(e, percent, LOCUS_ERROR_PERCENT);
    begin = percent + 1;
}
}%%
