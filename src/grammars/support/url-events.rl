/* SPDX-License-Identifier: MIT
 *
 * The events that the productions name. The body of each is a macro that the including
 * C file defines: src/parse/spans.h records spans, src/match/matcher.h only recognizes.
 * An event never decides anything; the productions do.
 *
 * A *mark* remembers a place and may turn out to be meaningless. A *commit* is a
 * leaving action and writes a span: it runs only where its component has certainly
 * ended. doc/DESIGN.md explains why the two are separate.
 */
%%{
machine url_events;

# `run` and `likely`, in every state: skip the bytes of its run class; test for its
# likely bytes first. `accept`, in final states: a URL may end.
action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action accept           { ACCEPT }

# Marks.
action next             { BEGIN_AFTER }         # a component begins after this byte
action here             { BEGIN_HERE }          # a component begins with this byte
action colon            { MARK(colon) }         # the first ":" since the authority or "@"
action at               { MARK_AT }             # "@": a host begins after it
action host_name        { HOST_KIND(NAME) }
action host_ipv4        { HOST_KIND(IPV4) }
action host_ipv6        { HOST_KIND(IPV6) }
action host_ipvfuture   { HOST_KIND(IPVFUTURE) }
action host_empty       { HOST_KIND(EMPTY) }
action user             { USER(0) }             # user "@"
action user_password    { USER(1) }             # user ":" password "@"

# Commits of the generic parts.
action scheme_end       { COMMIT_SCHEME }
action host_end         { COMMIT_HOST }         # [ userinfo "@" ] host
action host_port_end    { COMMIT_HOST_PORT }    # [ userinfo "@" ] host ":" port
action path_end         { COMMIT(PATH, path) }
action query_end        { COMMIT(QUERY, begin) }
action fragment_end     { COMMIT(FRAGMENT, begin) }
action uri_scheme_end   { COMMIT_URI_SCHEME }   # [ "URL:" ] scheme

# A request target: the scheme is a mark until the target ends.
action scheme_mark      { MARK_SCHEME }
action origin_form_end  { COMMIT_FORM(ORIGIN) }
action absolute_form_end { COMMIT_ABSOLUTE_FORM } # and its scheme
action either_form_end  { COMMIT_EITHER_FORM } # an authority-form, also an absolute-form
action authority_form_end { COMMIT_FORM(AUTHORITY) }
action asterisk_form_end { COMMIT_FORM(ASTERISK) }

# Commits of the parts of the schemes of RFC 1738 and RFC 1630.
action schemepart_end   { COMMIT(PATH, schemepart) }
action type_end         { COMMIT(TYPE, begin) }
action gtype_end        { COMMIT_GTYPE }        # fires on its last byte
action selector_end     { COMMIT(SELECTOR, begin) }
action selector_tab     { COMMIT_TAB(SELECTOR) } # fires on the last byte of "%09"
action search_end       { COMMIT(SEARCH, begin) }
action search_tab       { COMMIT_TAB(SEARCH) }
action plus_end         { COMMIT(PLUS, begin) }
action address_end      { COMMIT(ADDRESS, schemepart) }
action group_end        { COMMIT(GROUP, begin) }
action article_end      { COMMIT(ARTICLE, schemepart) }
action number_end       { COMMIT(NUMBER, begin) }
action database_end     { COMMIT(DATABASE, begin) }
action wtype_end        { COMMIT(WTYPE, begin) }
action wpath_end        { COMMIT(WPATH, begin) }
action hsoname_end      { COMMIT(HSONAME, begin) }
action hsoname_null     { COMMIT_NULL }         # fires on the last byte of "%00"
action fields_end       { COMMIT(FIELDS, begin) }

# The rule that fails. If several rules are possible, the most specific one is reported.
action bad_scheme       { FAIL(SCHEME) }
action bad_slashes      { FAIL(SLASHES) }
action bad_path         { FAIL(PATH) }
action bad_query        { FAIL(QUERY) }
action bad_fragment     { FAIL(FRAGMENT) }
action bad_userinfo     { FAIL(USERINFO) }
action bad_host         { FAIL(HOST) }
action bad_ip_literal   { FAIL(IP_LITERAL) }
action bad_port         { FAIL(PORT) }
action bad_percent      { FAIL(PERCENT) }
action bad_type         { FAIL(TYPE) }
action bad_address      { FAIL(ADDRESS) }
action bad_group        { FAIL(GROUP) }
action bad_number       { FAIL(NUMBER) }
action bad_database     { FAIL(DATABASE) }
action bad_fields       { FAIL(FIELDS) }
action bad_message_id   { FAIL(MESSAGE_ID) }
action bad_wpath        { FAIL(WPATH) }
action bad_version      { FAIL(VERSION) }
action bad_form         { FAIL(FORM) }
}%%
