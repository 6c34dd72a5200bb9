/* SPDX-License-Identifier: MIT
 *
 * The actions for the events of config-text.rl and for the error `bad`, for the hosts of
 * the three dialects. In these, `b` is the struct builder (build-format.h).
 */
%%{
machine config_events;

action literal          { locus_builder_text(b, *p, p); }
action line_feed        { locus_builder_text(b, '\n', p - 1); }
action carriage_return  { locus_builder_text(b, '\r', p - 1); }
action tab              { locus_builder_text(b, '\t', p - 1); }
action both             { locus_builder_text(b, p[-1], p - 1); locus_builder_text(b, *p, p); }
action bad              { locus_builder_fail(b, LOCUS_LOG_ROW_SYNTAX, p, p); }
}%%
