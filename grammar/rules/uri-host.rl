/* SPDX-License-Identifier: MIT
 *
 * RFC 9110, sections 4.1 and 7.2: a host and its port, without userinfo. A library: no
 * main; it needs uri.rl.
 */
%%{
machine uri_host;

# RFC 9110 4.1
#       uri-host       = <host, see [URI], Section 3.2.2>
uri_host        = host ;

# RFC 9110 7.2
#       Host           = uri-host [ ":" port ]
#
# The two endings are separate alternatives (see authority in uri.rl).
Host            = uri_host %host_end
                | uri_host ":" >colon port %host_port_end ;
}%%
