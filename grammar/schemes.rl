/* SPDX-License-Identifier: MIT
 *
 * The machine schemes: the schemes that locus knows by name, a line each:
 * default port (or NO_PORT), and whether "//" follows the ":" (SLASHES), or not
 * (NO_SLASHES), or not yet in RFC 1630 (SLASHES_LATER). A scheme is added by a
 * line here.
 */
%%{
machine schemes;
alphtype unsigned char;

main :=
    # RFC 1738, section 3
      "ftp"i        %{ SCHEME(21,      SLASHES) }
    | "http"i       %{ SCHEME(80,      SLASHES) }
    | "gopher"i     %{ SCHEME(70,      SLASHES) }
    | "mailto"i     %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "news"i       %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "nntp"i       %{ SCHEME(119,     SLASHES_LATER) }
    | "telnet"i     %{ SCHEME(23,      SLASHES) }
    | "wais"i       %{ SCHEME(210,     SLASHES) }
    | "file"i       %{ SCHEME(NO_PORT, SLASHES) }
    | "prospero"i   %{ SCHEME(1525,    SLASHES) }
    # RFC 1630
    | "mid"i        %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "cid"i        %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "urn"i        %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "rlogin"i     %{ SCHEME(513,     SLASHES) }
    | "tn3270"i     %{ SCHEME(23,      SLASHES) }
    # RFC 9110, section 4.2.2; RFC 6455, section 3
    | "https"i      %{ SCHEME(443,     SLASHES) }
    | "ws"i         %{ SCHEME(80,      SLASHES) }
    | "wss"i        %{ SCHEME(443,     SLASHES) }
    # RFC 3966, 5724, 3261, 5122, 5870: names of people, places and devices
    | "tel"i        %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "sms"i        %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "sip"i        %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "sips"i       %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "xmpp"i       %{ SCHEME(NO_PORT, NO_SLASHES) }
    | "geo"i        %{ SCHEME(NO_PORT, NO_SLASHES) }
    # in wide use
    | "magnet"i     %{ SCHEME(NO_PORT, NO_SLASHES) }
    ;

write data noerror nofinal noentry;
}%%
MACHINE(schemes)
{
    MACHINE_BEGIN(schemes)
    %% write exec;
    MACHINE_END
}
