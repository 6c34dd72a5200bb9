/* SPDX-License-Identifier: MIT
 *
 * RFC 1738, section 5: a host and its port, for rfc1738 and rfc1630. A library: no
 * main.
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

# host, with an event for the kind of host.
host_of_a_kind  = ( hostname %host_name | hostnumber %host_ipv4 ) $!bad_host ;

# hostport       = host [ ":" port ]
#
# The two endings are separate alternatives, so that a host is committed only once: at
# its ":" it is not known yet whether it was a user (ftp://a:1@h/).
hostport        = host_of_a_kind %host_end
                | host_of_a_kind ":" >colon port %host_port_end ;

# The "//" of the schemes that require it.
slashes         = "//" @!bad_slashes @next ;
}%%
