/* SPDX-License-Identifier: MIT
 *
 * The machine rfc1630: RFC 1630, "BNF of Generic URI Syntax" and "BNF for specific URL
 * schemes". Read this file from the bottom up: Ragel requires a rule to be defined before
 * it is used, and the RFC defines it after. Each rule is below its BNF, in which "|"
 * separates alternatives, brackets enclose what is optional, and a letter stands for
 * itself. doc/RFC1630.md lists all departures.
 *
 * Departure: letters that stand for themselves are case-insensitive, except in
 * ";type=": schemes are (RFC 1738, section 2.1), and so are FTP's codes (RFC 959,
 * section 5.3).
 */
%%{
machine rfc1630;
alphtype unsigned char;
include hostport "rules/hostport.rl";

# Characters

# alphanum               alpha | digit
# alphanums              alphanum [ alphanums ]
alphanum        = alpha | digit ;
alphanums       = alphanum+ ;

# safe                   $ | - | _ | @ | . | &  | + | -
# extra                  ! | * |  " |  ' | ( | )  | ,
# escape                 % hex hex
#
# Departure: the generic BNF has no "+" in safe. The rule here is from the BNF for
# specific schemes and is used for both, since they describe "the same URIs".
safe            = "$" | "-" | "_" | "@" | "." | "&" | "+" ;
extra           = "!" | "*" | '"' | "'" | "(" | ")" | "," ;
escape          = "%" (xdigit xdigit) @!bad_percent ;

# xalpha                 alpha | digit | safe | extra | escape
# xalphas                xalpha [ xalphas ]
# xpalpha                xalpha | +
# xpalphas               xpalpha [ xpalpha ]
#
# Departure: an "s" is missing: xpalpha [ xpalphas ], as in all similar rules.
xalpha          = alpha | digit | safe | extra | escape ;
xalphas         = xalpha+ ;
xpalpha         = xalpha | "+" ;
xpalphas        = xpalpha+ ;

# segment                xpalphas
# path                   void |  segment  [  / path ]
#
# Departure: a segment may be empty. As written no path begins with "/", and none
# contains "//"; the RFC's examples have both (urn:/iana/dns, magic://a/b/c//d/e/f), and
# its rule for partial forms counts slashes.
segment         = xpalphas? ;
path            = segment ( "/" segment )* ;

# fragmentid             xalphas
#
# Departure: "A void fragment-id with or without the hash sign means that the
# URL refers to the whole object": it may be empty.
fragmentid      = xalpha* ;
fragment        = "#" @next fragmentid $!bad_fragment %fragment_end ;

# search                 xalphas [ + search ]
#
# A "+" is an xalpha (see safe), so all readings of "+" accept the same texts.
search          = xalphas ( "+" xalphas )* ;
query           = "?" @next search $!bad_query %query_end ;

# Login

# user                   alphanum2 [ user ]
# password               alphanum2 [ password ]
# alphanum2              alpha | digit | - | _ | . | +
alphanum2       = alpha | digit | "-" | "_" | "." | "+" ;
user            = alphanum2+ ;
password        = alphanum2+ ;

# hostport               host [ : port ]
# host                   hostname | hostnumber
# hostname               ialpha [  .  hostname ]
# hostnumber             digits . digits . digits . digits
# port                   digits
#
# Departure: an ialpha may contain "@", <"> and "%41", so "a@b" would be both a hostname
# and a login. The hostname here (hostport.rl) is the one with which RFC 1738 replaced
# it: letters, digits and hyphens between dots.

# login                  [ user [ : password ] @ ] hostport
#
# Departure: ":" is reserved, and only this rule, hostport, scheme and prefixedurl
# contain it. Nothing needs to be changed: there it is a delimiter.
login           = ( ( user %user
                    | user ":" >colon password %user_password )
                    $!bad_userinfo "@" @at )? hostport ;

# HTTP

# httpaddress            h t t p :   / / hostport [  / path ] [ ?
#                        search ]
#
# Departure: "https" is "http" over a secure connection; RFC 1630 predates it.
httpaddress     = ( "http"i | "https"i ) %uri_scheme_end ":" slashes
                  hostport ( "/" path $!bad_path %path_end )? query? ;

# FTP

# ftpaddress             f t p : / / login / path [  ftptype ]
# ftptype                A formcode | E formcode | I | L digits
# formcode               N | T | C
#
# Departure: as written, path and ftptype are not separated, so every path that ends in
# "I" would have an ftptype. The text has ";type=" there (section FTP, Data type).
#
# Departure: the formcode may be left out, as in RFC 959, whose format this is meant to
# be (the text says "text "A"").
formcode        = [NnTtCc] ;
ftptype         = [AaEe] formcode? | [Ii] | [Ll] digits ;
ftpaddress      = "ftp"i %uri_scheme_end ":" slashes
                  login "/" path $!bad_path %path_end
                  ( ( ";type=" @next ftptype %type_end ) <!bad_type )? ;

# FILE
#
# Departure: the BNF omits file. "The syntax is similar to the ftp syntax"; it has "a
# host part", and "a void host field is equivalent to "localhost"".
fileaddress     = "file"i %uri_scheme_end ":" slashes
                  ( host_of_a_kind | "" %host_empty ) %host_end
                  "/" path $!bad_path %path_end ;

# AFS

# afsaddress             a f s : / / cellname / path
# cellname               hostname
#
# Departure: "left in as historical note, but is not a url production". It is one here:
# otherwise an afs address would be a generic URI with a login.
cellname        = hostname %host_name $!bad_host ;
afsaddress      = "afs"i %uri_scheme_end ":" slashes
                  cellname %host_end "/" path $!bad_path %path_end ;

# NEWS, NNTP

# group                  ialpha [ . group ]
# ialpha                 alpha [ xalphas ]
#
# Departure: no "@" in a group, though it is an xalpha: "A message identifier
# may be distinguished from a news group name by the presence of the commercial
# at "@" character."
galpha          = xalpha - "@" ;
igalpha         = alpha galpha* ;
group           = igalpha ( "." igalpha )* ;

# article                xalphas @ host
# groupart               * | group | article
# newsaddress            n e w s : groupart
article         = xalphas "@" host ;
newsaddress     = "news"i %uri_scheme_end ":" @next
                  ( ( "*" | group ) %group_end
                  | article %article_end ) $!bad_group %path_end ;

# nntpaddress            n n t p : group /  digits
#
# As written: no host, although the text mentions a "news server name".
nntpaddress     = "nntp"i %uri_scheme_end ":" @next
                  group $!bad_group %group_end
                  "/" digits $!bad_number %number_end %path_end ;

# MAILTO, MID, CID

# mailtoaddress          m a i l t o : xalphas @ hostname
mailtoaddress   = "mailto"i %uri_scheme_end ":"
                  ( xalphas "@" hostname ) $!bad_address %address_end %path_end ;

# midaddress             m i d  :  addr-spec
# cidaddress             c i d : content-identifier
#
# Departure: neither is defined. Both are RFC 822's addr-spec (for the second: RFC 1521,
# section 6.1), encoded: characters that a URL cannot contain are escaped on both sides
# of the "@", so both sides are xalphas.
#
# Its error actions are only where no escape is open, so that a bad escape is reported
# as such.
addr_spec       = xalphas >!bad_message_id %!bad_message_id
                  "@" ( xalphas >!bad_message_id %!bad_message_id ) ;
midaddress      = "mid"i %uri_scheme_end ":" addr_spec %path_end ;
cidaddress      = "cid"i %uri_scheme_end ":" addr_spec %path_end ;

# TELNET

# telnetaddress          t e l n e t : / / login
#
# Departure: "rlogin" and "tn3270" have no production; the text treats them like telnet
# ("Telnet, rlogin, tn3270").
#
# Departure: a "/" may follow, as in RFC 1738 (section 3.8), where it is optional: both
# forms are in use.
telnetaddress   = ( "telnet"i | "rlogin"i | "tn3270"i )
                  %uri_scheme_end ":" slashes
                  login ( "/" $!bad_path %path_end )? ;

# GOPHER

# gtype                  xalpha
# gcommand               path
# gopheraddress          g o p h e r : / / hostport [/ gtype  [
#                        gcommand ] ]
#
# Departure: the gtype may be left out after its "/": "If the encoded command
# string [...] would be void then the gopher type character may be omiited".
#
# Departure: the gcommand is "the gopher selector string followed by any "Gopher plus"
# syntax", separated by a tab. The first "%09" ends the selector and the second one the
# search. The language is the same.
tab             = "%09" ;
not_tab         = ( xpalpha - tab ) | "/" ;
gtype           = xalpha ;
selector        = not_tab* ;
gopher_search   = not_tab* ;
gopher_string   = ( xpalpha | "/" )* ;
gopheraddress   = "gopher"i %uri_scheme_end ":" slashes
                  hostport ( ( "/" @next ( gtype @gtype_end
                    ( selector %selector_end
                    | selector tab @selector_tab
                      ( gopher_search %search_end
                      | gopher_search tab @search_tab
                        gopher_string %plus_end ) ) )? )
                    $!bad_path %path_end )? ;

# WAIS

# database               xalphas
# wtype                  xalphas
# wpath                  digits = path ;  [ wpath ]
# waisindex              w a i s : / / hostport / database [ ? search
#                        ]
# waisdoc                w a i s : / / hostport / database / wtype  /
#                        wpath
# waisaddress            waisindex | waisdoc
#
# The error actions of a wpath are only where no escape is open.
database        = xalphas $!bad_database ;
wtype           = xalphas ;
wfield          = digits $!bad_wpath "="
                  ( path >!bad_wpath %!bad_wpath ) ";" ;
wpath           = wfield+ %!bad_wpath ;
waisaddress     = "wais"i %uri_scheme_end ":" slashes
                  hostport "/" @next
                  ( database %database_end %path_end
                  | database %database_end %path_end query
                  | database %database_end
                    ( "/" wtype %wtype_end "/" wpath %wpath_end )
                    $!bad_path %path_end ) ;

# PROSPERO

# hsoname                path
#
# Departure: no "%00" in it: that is "an escaped string terminator (null)", and
# the version follows.
terminator      = "%00" ;
hsegment        = ( xpalpha - terminator )* ;
hsoname         = hsegment ( "/" hsegment )* ;

# version                digits
# attributes             attribute [ attributes ]
# attribute              alphanums
# prosperolink           p r o s p e r o : / / hostport / hsoname [ %
#                        0 0 version [ attributes ] ]
# prosperoaddress        prosperolink
#
# The version takes all digits, because attributes could also begin with digits. The
# language is the same.
version         = digits ;
attributes      = alpha alphanum* ;
prosperoaddress = "prospero"i %uri_scheme_end ":" slashes
                  hostport "/" @next
                  ( hsoname $!bad_path %hsoname_end %path_end
                  | hsoname $!bad_path terminator @hsoname_null
                    version $!bad_version %number_end
                    ( attributes >here $!bad_version %fields_end )? ) ;

# URN
#
# Departure: "The scheme name "urn:" is reserved", and has no production. It is a
# generic URI whose path has no host: urn:/iana/dns/ch/cern/cn/techdoc.
urnaddress      = "urn"i %uri_scheme_end ":"
                  path $!bad_path %path_end query? ;

# url                    httpaddress | ftpaddress | newsaddress |
#                        nntpaddress | prosperoaddress | telnetaddress
#                        | gopheraddress | waisaddress |
#                        mailtoaddress  | midaddress | cidaddress
url             = httpaddress | ftpaddress | newsaddress
                | nntpaddress | prosperoaddress | telnetaddress
                | gopheraddress | waisaddress
                | mailtoaddress | midaddress | cidaddress
                | fileaddress | afsaddress | urnaddress ;

# BNF of Generic URI Syntax

# scheme                 ialpha
#
# Departure: an ialpha may contain "(", "@" and "%41". No registered name does, and a
# scan of prose could not determine where such a scheme begins. The rule is RFC 1738's,
# but begins with a letter, like ialpha.
#
# Departure: a scheme with a syntax of its own has no other syntax. "url" is not a
# scheme: it is the prefix.
known           = "http"i | "https"i | "ftp"i | "file"i | "afs"i
                | "news"i | "nntp"i | "mailto"i | "mid"i | "cid"i
                | "telnet"i | "rlogin"i | "tn3270"i | "gopher"i
                | "wais"i | "prospero"i | "urn"i | "url"i ;
scheme          = ( alpha ( alpha | digit | "+" | "-" | "." )* ) - known ;

# path                   void |  xpalphas  [  / path ]
#
# Departure: "For locators of information on the Internet, a common syntax is used for
# the IP address part": a path that consists of "//", a login and optionally "/" and a
# path is read in this way, and only then may it contain the ":" of a port or of a
# password.
ip_path         = "//" @next login ( "/" path $!bad_path %path_end )? ;

# The same language without an event, to subtract it.
ip_path_text    = "//" ( user ( ":" password )? "@" )?
                  host ( ":" digits )? ( "/" path )? ;

# uri                    scheme :  path [ ? search ]
uri             = scheme $!bad_scheme %uri_scheme_end ":"
                  ( ip_path
                  | ( path - ip_path_text ) $!bad_path %schemepart_end )
                  query? ;

# prefixedurl            u r l : url
#
# Departure: the prefix may precede any URI, not only those whose syntax was known in
# 1994.
prefix          = "url"i ":" @next ;

# fragmentaddress        uri [ # fragmentid ]
fragmentaddress = prefix? ( url | uri ) fragment? ;

main := fragmentaddress $~run $*likely %~accept;
}%%
