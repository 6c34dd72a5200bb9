/* SPDX-License-Identifier: MIT
 *
 * The machine host_labels: the labels of a host name, one by one. It stops after each
 * (src/schemes/split.rl resumes it). It accepts any byte, since the grammar of the URL
 * has already checked the host.
 */
%%{
machine host_labels;
alphtype unsigned char;

# RFC 1034 3.5  <subdomain> ::= <label> | <subdomain> "." <label>
#
# RFC 3986 3.2.2: a name may end in "."; then the last label is empty, the root's
# (RFC 1034 3.1).
label           = ( any - "." )* ;
label_nz        = ( any - "." )+ ;

# An empty name has no label; in ".a" the first one is empty.
main := ( ( label_nz %piece | "." >piece label %piece ) ( "." label %piece )* )? ;
}%%
