/* SPDX-License-Identifier: MIT
 *
 * The actions for the events of config-text.rl and for the error `bad`, for the hosts of
 * the three dialects. In these, `draft` is the struct draft (draft.h).
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
