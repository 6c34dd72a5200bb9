/* SPDX-License-Identifier: MIT
 *
 * The machine host_forms: forms of a host, and of the path after it, that escaping cannot
 * produce.
 */
%%{
machine host_forms;
alphtype unsigned char;
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include uri "rules/uri.rl";

# 3.2.2 host          = IP-literal / IPv4address / reg-name
#
# Tried before a name is escaped, since it contains characters that names do not.
ip_literal     := IP_literal ;

# 3.2   hier-part     = "//" authority path-abempty
#
# The form of a path after an authority, whatever its segments contain.
after_host     := ( "/" any* )? ;
}%%
