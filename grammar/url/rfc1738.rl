/* SPDX-License-Identifier: MIT
 *
 * The machine rfc1738: RFC 1738, section 5: the generic form and the ten schemes with
 * all their parts. Read this file from the bottom up: Ragel requires a rule to be defined
 * before it is used, and the RFC defines it after. Rules that other machines also need
 * are in hostport.rl and rfc1738-common.rl.
 *
 * Departure: literals with letters are case-insensitive ("interpreters should use
 * case-ignore", section 2.1), except ";type=", which is not a scheme.
 */
%%{
machine rfc1738;
alphtype unsigned char;
include hostport "rules/hostport.rl";
include rfc1738_common "rules/rfc1738-common.rl";

# login          = [ user [ ":" password ] "@" ] hostport
login           = ( ( user %user
                    | user ":" >colon password %user_password )
                    $!bad_userinfo "@" @at )? hostport ;

# ip-schemepart  = "//" login [ "/" urlpath ]
ip_schemepart   = "//" @next login ( "/" urlpath %path_end )? ;

# The same language without an event, to subtract it.
ip_schemepart_text = "//" ( user ( ":" password )? "@" )?
                     host ( ":" digits )? ( "/" xchar* )? ;

# FTP

# fsegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
# fpath          = fsegment *[ "/" fsegment ]
# ftpurl         = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
fsegment        = ( uchar | "?" | ":" | "@" | "&" | "=" )* ;
fpath           = fsegment ( "/" fsegment )* ;
ftpurl          = "ftp"i %scheme_end ":" slashes
                  login ( "/" fpath $!bad_path %path_end
                    ( ( ";type=" @next ftptype %type_end ) <!bad_type )? )? ;

# FILE

# fileurl        = "file://" [ host | "localhost" ] "/" fpath
#
# "localhost" is a host; the empty host is a case of its own.
fileurl         = "file"i %scheme_end ":" slashes
                  ( host_of_a_kind | "" %host_empty ) %host_end
                  "/" fpath $!bad_path %path_end ;

# HTTP

# search         = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
# hsegment       = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
# hpath          = hsegment *[ "/" hsegment ]
# httpurl        = "http://" hostport [ "/" hpath [ "?" search ]]
#
# Departure: "https" is "http" over a secure connection; RFC 1738 predates it.
search          = ( uchar | ";" | ":" | "@" | "&" | "=" )* ;
hsegment        = ( uchar | ";" | ":" | "@" | "&" | "=" )* ;
hpath           = hsegment ( "/" hsegment )* ;
httpurl         = ( "http"i | "https"i ) %scheme_end ":" slashes
                  hostport ( "/" hpath $!bad_path %path_end
                    ( "?" search $!bad_query %query_end )? )? ;

# GOPHER

# gtype          = xchar
# selector       = *xchar
# gopher+_string = *xchar
# gopherurl      = "gopher://" hostport [ / [ gtype [ selector
#                  [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
#
# Departure: the first "/" lacks its quotation marks.
#
# Departure: the BNF is ambiguous, because "%09" is an xchar and so may occur in a
# selector. Here the first "%09" after the gtype ends the selector and the second one
# the search, as a server reads the line that it receives (section 3.4). So a search
# that contains "/" or "?", which the BNF can only read as part of the selector, is a
# search. The language is the same.
tab             = "%09" ;
not_tab         = xchar - tab ;
gtype           = xchar ;
selector        = not_tab* ;
gopher_search   = not_tab* ;
gopher_string   = xchar* ;
gopherurl       = "gopher"i %scheme_end ":" slashes
                  hostport ( ( "/" @next ( gtype @gtype_end
                    ( selector %selector_end
                    | selector tab @selector_tab
                      ( gopher_search %search_end
                      | gopher_search tab @search_tab
                        gopher_string %plus_end ) ) )? )
                    $!bad_path %path_end )? ;

# MAILTO

# encoded822addr = 1*xchar               ; further defined in RFC822
# mailtourl      = "mailto:" encoded822addr
encoded822addr  = xchar+ ;
mailtourl       = "mailto"i %scheme_end ":"
                  encoded822addr $!bad_address %address_end %path_end ;

# NEWS

# article        = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
# grouppart      = "*" | group | article
# newsurl        = "news:" grouppart
article         = ( uchar | ";" | "/" | "?" | ":" | "&" | "=" )+ "@" host ;
newsurl         = "news"i %scheme_end ":" @next
                  ( ( "*" | group ) %group_end
                  | article %article_end ) $!bad_group %path_end ;

# NNTP

# nntpurl        = "nntp://" hostport "/" group [ "/" digits ]
nntpurl         = "nntp"i %scheme_end ":" slashes
                  hostport ( "/" @next group $!bad_group %group_end
                    ( "/" digits $!bad_number %number_end )? ) %path_end ;

# TELNET

# telneturl      = "telnet://" login [ "/" ]
#
# Departure: "rlogin" and "tn3270" are treated like telnet, as in RFC 1630; RFC 1738
# reserves the second name and defines neither.
telneturl       = ( "telnet"i | "rlogin"i | "tn3270"i ) %scheme_end ":" slashes
                  login ( "/" $!bad_path %path_end )? ;

# WAIS

# database       = *uchar
# wtype          = *uchar
# wpath          = *uchar
# waisdatabase   = "wais://" hostport "/" database
# waisindex      = "wais://" hostport "/" database "?" search
# waisdoc        = "wais://" hostport "/" database "/" wtype "/" wpath
database        = uchar* ;
wtype           = uchar* ;
wpath           = uchar* ;
waisurl         = "wais"i %scheme_end ":" slashes
                  hostport "/" @next
                  ( database $!bad_database %database_end %path_end
                  | database $!bad_database %database_end %path_end
                    "?" search $!bad_query %query_end
                  | database $!bad_database %database_end
                    ( "/" wtype %wtype_end "/" wpath %wpath_end )
                    $!bad_path %path_end ) ;

# PROSPERO

# fieldvalue     = *[ uchar | "?" | ":" | "@" | "&" ]
# fieldname      = *[ uchar | "?" | ":" | "@" | "&" ]
# fieldspec      = ";" fieldname "=" fieldvalue
# psegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
# ppath          = psegment *[ "/" psegment ]
# prosperourl    = "prospero://" hostport "/" ppath *[ fieldspec ]
fieldvalue      = ( uchar | "?" | ":" | "@" | "&" )* ;
fieldname       = ( uchar | "?" | ":" | "@" | "&" )* ;
fieldspec       = ";" fieldname "=" fieldvalue ;
psegment        = ( uchar | "?" | ":" | "@" | "&" | "=" )* ;
ppath           = psegment ( "/" psegment )* ;
prosperourl     = "prospero"i %scheme_end ":" slashes
                  hostport "/" @next
                  ppath $!bad_path %hsoname_end %path_end
                  ( fieldspec+ >here <!bad_fields %fields_end )? ;

# The generic form of a URL is

# schemepart     = *xchar | ip-schemepart
#
# Subtracted: an ip-schemepart is not also a bare *xchar.
schemepart      = ( xchar* - ip_schemepart_text ) $!bad_path %schemepart_end
                | ip_schemepart ;

# otherurl       = genericurl
# genericurl     = scheme ":" schemepart
#
# Departure: subtracted: a scheme with a syntax of its own has no other syntax.
predefined      = "ftp"i | "file"i | "http"i | "https"i | "gopher"i
                | "mailto"i | "news"i | "nntp"i
                | "telnet"i | "rlogin"i | "tn3270"i
                | "wais"i | "prospero"i ;
otherurl        = ( scheme - predefined ) $!bad_scheme %scheme_end
                  ":" schemepart ;

# url            = httpurl | ftpurl | newsurl |
#                  nntpurl | telneturl | gopherurl |
#                  waisurl | mailtourl | fileurl |
#                  prosperourl | otherurl
url             = httpurl | ftpurl | newsurl
                | nntpurl | telneturl | gopherurl
                | waisurl | mailtourl | fileurl
                | prosperourl | otherurl ;

main := url $~run $*likely %~accept;
}%%
