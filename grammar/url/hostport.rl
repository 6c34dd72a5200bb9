/* SPDX-License-Identifier: MIT
 *
 * RFC 1738, section 5: a host and its port, as rfc1738 and rfc1630 have them.
 * A library: no main.
 */
%%{
machine hostport;

# digits         = 1*digit
digits          = digit+ ;

# port           = digits
port            = digits $!bad_port ;

# hostnumber     = digits "." digits "." digits "." digits
hostnumber      = digits "." digits "." digits "." digits ;

# alphadigit     = alpha | digit
# toplabel       = alpha | alpha *[ alphadigit | "-" ] alphadigit
# domainlabel    = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
# hostname       = *[ domainlabel "." ] toplabel
alphadigit      = alpha | digit ;
toplabel        = alpha | alpha ( alphadigit | "-" )* alphadigit ;
domainlabel     = alphadigit | alphadigit ( alphadigit | "-" )* alphadigit ;
hostname        = ( domainlabel "." )* toplabel ;

# host           = hostname | hostnumber
host            = hostname | hostnumber ;

# host, saying which of the two it is.
host_of_a_kind  = ( hostname %host_name | hostnumber %host_ipv4 ) $!bad_host ;

# hostport       = host [ ":" port ]
#
# The two endings are two alternatives, so that a host is committed once: at
# its ":" nobody knows yet whether it was a user (ftp://a:1@h/).
hostport        = host_of_a_kind %host_end
                | host_of_a_kind ":" >colon port %host_port_end ;

# The "//" of the schemes that cannot do without it.
slashes         = "//" @!bad_slashes @next ;
}%%
