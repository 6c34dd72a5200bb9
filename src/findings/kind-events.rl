/* SPDX-License-Identifier: MIT
 *
 * The actions for the events of octet_kinds (grammar/findings/octet-kinds.rl), in a function
 * that reads the text from `begin` on, records what it finds in `kinds` (struct found_kinds),
 * and ends at `done`. A library: no main.
 */
%%{
machine kind_events;

action control            { if (note_kind(&kinds, CONTROL, begin, p, stop_kinds)) goto done; }
action space              { if (note_kind(&kinds, SPACE, begin, p, stop_kinds)) goto done; }
action backslash          { if (note_kind(&kinds, BACKSLASH, begin, p, stop_kinds)) goto done; }
action at_sign            { if (note_kind(&kinds, AT_SIGN, begin, p, stop_kinds)) goto done; }
action byte_80            { if (note_kind(&kinds, BYTE_80, begin, p, stop_kinds)) goto done; }
action e_nul              { if (note_kind(&kinds, E_NUL, begin, p, stop_kinds)) goto done; }
action e_line_break       { if (note_kind(&kinds, E_LINE_BREAK, begin, p, stop_kinds)) goto done; }
action e_tab              { if (note_kind(&kinds, E_TAB, begin, p, stop_kinds)) goto done; }
action e_control          { if (note_kind(&kinds, E_CONTROL, begin, p, stop_kinds)) goto done; }
action e_slash            { if (note_kind(&kinds, E_SLASH, begin, p, stop_kinds)) goto done; }
action e_backslash        { if (note_kind(&kinds, E_BACKSLASH, begin, p, stop_kinds)) goto done; }
action e_semicolon        { if (note_kind(&kinds, E_SEMICOLON, begin, p, stop_kinds)) goto done; }
action e_delimiter        { if (note_kind(&kinds, E_DELIMITER, begin, p, stop_kinds)) goto done; }
action e_unreserved       { if (note_kind(&kinds, E_UNRESERVED, begin, p, stop_kinds)) goto done; }
action lead               { if (note_kind(&kinds, LEAD, begin, p, stop_kinds)) goto done; }
action e_any              { if (note_kind(&kinds, E_ANY, begin, p, stop_kinds)) goto done; }
action e_twice            { if (note_kind(&kinds, E_TWICE, begin, p, stop_kinds)) goto done; }
action unicode_escape     { if (note_kind(&kinds, UNICODE_ESCAPE, begin, p, stop_kinds)) goto done; }
action bad_percent        { if (note_kind(&kinds, BAD_PERCENT, begin, p, stop_kinds)) goto done; }
action not_utf8           { if (note_kind(&kinds, NOT_UTF8, begin, p, stop_kinds)) goto done; }
}%%
