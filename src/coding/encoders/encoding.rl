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
    put_escaped(&out, begin, p, pe, *p);
    note(e, p, 0);
    begin = p + 1;
}

# This space must be escaped, or written as "+".
action space {
    if (e->plus) {
        put_literal(&out, begin, p);
        LOCUS_PUT_LITERAL(&out, "+");
    } else {
        put_escaped(&out, begin, p, pe, ' ');
    }
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
    put_escaped(&out, begin, percent, pe, '%');
    note(e, percent, LOCUS_ERROR_PERCENT);
    begin = percent + 1;
}
}%%
