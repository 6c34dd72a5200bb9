/* SPDX-License-Identifier: MIT
 *
 * The events of config-text.rl, and `bad`, for the hosts of the three formats, whose struct
 * draft is `draft` (src/log/config/draft.h). A library: no main.
 */
%%{
machine config_events;

action literal          { locus_draft_text(draft, *p, p); }
action line_feed        { locus_draft_text(draft, '\n', p - 1); }
action carriage_return  { locus_draft_text(draft, '\r', p - 1); }
action tab              { locus_draft_text(draft, '\t', p - 1); }
action both             { locus_draft_text(draft, p[-1], p - 1); locus_draft_text(draft, *p, p); }
action bad              { locus_draft_fail(draft, LOCUS_LOG_ROW_SYNTAX, p, p); }
}%%
