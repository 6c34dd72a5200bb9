/* SPDX-License-Identifier: MIT
 *
 * The machine request_target: the target of an HTTP request (RFC 9112, section 3.2),
 * exactly.
 */
%%{
machine request_target;
alphtype unsigned char;
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include uri "rules/uri.rl";
target_fragment = "" ;
include target_forms "rules/target-forms.rl";

main := request_target $~run $*likely %~accept;
}%%
