/* SPDX-License-Identifier: MIT
 *
 * The events of octet_kinds (grammar/findings/octet-kinds.rl). A library: no main. Its hosts
 * define KIND().
 */
%%{
machine kind_events;

action control            { KIND(CONTROL) }
action space              { KIND(SPACE) }
action backslash          { KIND(BACKSLASH) }
action at_sign            { KIND(AT_SIGN) }
action byte_80            { KIND(BYTE_80) }
action e_nul              { KIND(E_NUL) }
action e_line_break       { KIND(E_LINE_BREAK) }
action e_tab              { KIND(E_TAB) }
action e_control          { KIND(E_CONTROL) }
action e_slash            { KIND(E_SLASH) }
action e_backslash        { KIND(E_BACKSLASH) }
action e_semicolon        { KIND(E_SEMICOLON) }
action e_delimiter        { KIND(E_DELIMITER) }
action e_unreserved       { KIND(E_UNRESERVED) }
action lead               { KIND(LEAD) }
action e_any              { KIND(E_ANY) }
action e_twice            { KIND(E_TWICE) }
action unicode_escape     { KIND(UNICODE_ESCAPE) }
action bad_percent        { KIND(BAD_PERCENT) }
action not_utf8           { KIND(NOT_UTF8) }
}%%
