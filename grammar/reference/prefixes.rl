/* SPDX-License-Identifier: MIT
 *
 * The machine prefixes: the beginning of a path, as far as it determines how
 * dot-segments are removed (RFC 3986, section 5.2.4).
 */
%%{
machine prefixes;
alphtype unsigned char;

# 3.3   dot-segments, and those with one or two "." written "%2E" (2.3)
any_dot         = "." | "%2E"i ;
encoded         = any_dot{1,2} - "." - ".." ;

# 5.2.4 2A. "If the input buffer begins with a prefix of "../" or "./", then
#       remove that prefix from the input buffer"
prefix          = "./"          @prefix_dot
                | "../"         @prefix_dot_dot
                | encoded "/"   @prefix_encoded ;

# 5.2.4 2D. "if the input buffer consists only of "." or "..", then remove that
#       from the input buffer"
only            = "."           %prefix_dot
                | ".."          %prefix_dot_dot
                | encoded       %prefix_encoded ;

# 3.3   path-absolute, path-abempty: they begin with "/"; there is nothing to
#       remove before it.
main := "/" @prefix_root
      | prefix* only? ;
}%%
