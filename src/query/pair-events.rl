/* SPDX-License-Identifier: MIT
 *
 * The actions for the events of a pair in a query, in find_pair() and find_amp_pair().
 * A library: no main.
 */
%%{
machine pair_events;

action run              { KEPT_RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action equals           { mark = p; }
action piece {
    if (__builtin_expect(key == NULL, 1) || is_named(key, begin, mark ? mark : p)) {
        store_pair(pair, text, begin, mark, p);
        found = 1;
        if (p != pe) {
            more = 1;
            fbreak;
        }
    }
    begin = p + 1;
    mark = NULL;
}
}%%
