/* SPDX-License-Identifier: MIT
 *
 * RFC 9112, section 3.2: the four forms of a request target. A library: no main. It
 * needs common.rl, uri.rl with the contents of each component, and target_fragment: what
 * may follow a query. Read it from the bottom up (see common.rl).
 */
%%{
machine target_forms;

# RFC 9110 4.1
#       absolute-path  = 1*( "/" segment )
absolute_path   = ( "/" segment )+ $!bad_path %path_end ;

# RFC 9112 3.2.1
#       origin-form    = absolute-path [ "?" query ]
#
# "//evil/x" is a path: an authority never begins here.
origin_form     = ( absolute_path ( "?" query )? target_fragment ) %origin_form_end ;

# RFC 3986 4.3
#       absolute-URI   = scheme ":" hier-part [ "?" query ]
#
# At the ":" it is not known yet whether the scheme was the host of an authority-form
# ("example.org:443"). So it is a mark, which the end of the target commits.
target_scheme   = ( alpha ( alpha | digit | "+" | "-" | "." )* )
                  $!bad_form %scheme_mark ;
absolute_URI    = target_scheme ":" hier_part ( "?" query )? target_fragment ;

# RFC 9112 3.2.2
#       absolute-form  = absolute-URI
#
# RFC 9112 3.2.3
#       uri-host       = <host, see [URI], Section 3.2.2>
#       port           = <port, see [URI], Section 3.2.3>
#       authority-form = uri-host ":" port
#
# A host that no ":" follows is in none of the forms.
uri_host        = host %!bad_form ;
authority_form  = uri_host ":" >colon port %host_port_end ;

# "example.org:443" and "tel:5551234" match both forms. Such a text is reported as an
# authority-form that is also an absolute-form; the method decides (3.2.3: "only used
# for CONNECT requests"). The first rule is without an event, to subtract it.
either_text     = alpha ( alpha | digit | "+" | "-" | "." )* ":" digit* ;
either_form     = ( authority_form & either_text ) %either_form_end ;
absolute_only   = ( absolute_URI - either_text )   %absolute_form_end ;
authority_only  = ( authority_form - either_text ) %authority_form_end ;

# RFC 9112 3.2.4
#       asterisk-form  = "*"
asterisk_form   = "*" %asterisk_form_end ;

# RFC 9112 3.2
#       request-target = origin-form / absolute-form / authority-form / asterisk-form
request_target  = origin_form | absolute_only | authority_only | either_form
                | asterisk_form ;
}%%
