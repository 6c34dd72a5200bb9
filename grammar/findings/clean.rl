/* SPDX-License-Identifier: MIT
 *
 * The machine clean: the texts of hosts (entry `host`), paths (`path`) and other parts (`main`)
 * that have no finding of the machines findings, findings_host, findings_path and
 * findings_query. Most URLs consist of such parts, and are read in runs. A text that is not
 * accepted may or may not have findings: a "%", for instance, is left to these machines.
 */
%%{
machine clean;
alphtype unsigned char;

# findings.rl: no control, space, "\", "@", octet from 80 up, or "%".
octet           = 0x21..0x7E - [%@\\] ;

# findings-host.rl: names other than those of the local host, without a final ".". A digit
# and then only hexadecimal digits, "x" and "." may be an address for inet_aton().
number          = digit ( xdigit | [Xx.] )* ;
localhost       = ( octet* "." )? "localhost"i ;
name            = ( octet - [:\[\]] )+ ;
host            := ( name - number - localhost - ( octet* "." ) ) %clean $~run $*likely ;

# findings-path.rl: no dot-segments, empty segments or parameters.
segment         = ( octet - [/;] )+ - "." - ".." ;
path            := ( segment? ( "/" segment )* "/"? ) %clean $~run $*likely ;

# findings-query.rl: no "..".
main            := ( octet* - ( octet* ".." octet* ) ) %clean $~run $*likely ;
}%%
