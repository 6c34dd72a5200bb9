/* SPDX-License-Identifier: MIT
 *
 * The machine registry: the schemes that locus knows by name, one per line. Each has
 * its default port (or NO_PORT); whether "//" follows the ":" (SLASHES), does not
 * (NO_SLASHES), does so but not in RFC 1630 (SLASHES_LATER), or may be replaced by "/"
 * (SLASHES_OR_PATH); and the scheme whose syntax and meaning its URLs have (GENERIC:
 * the generic syntax). To add a scheme, add a line here.
 */
%%{
machine registry;
alphtype unsigned char;

main :=
    # RFC 1738, section 3
      "ftp"i        %{ SCHEME(21,      SLASHES,    FTP) }
    | "http"i       %{ SCHEME(80,      SLASHES,    HTTP) }
    | "gopher"i     %{ SCHEME(70,      SLASHES,    GOPHER) }
    | "mailto"i     %{ SCHEME(NO_PORT, NO_SLASHES, MAILTO) }
    | "news"i       %{ SCHEME(NO_PORT, NO_SLASHES, NEWS) }
    | "nntp"i       %{ SCHEME(119,     SLASHES_LATER, NNTP) }
    | "telnet"i     %{ SCHEME(23,      SLASHES,    TELNET) }
    | "wais"i       %{ SCHEME(210,     SLASHES,    WAIS) }
    | "file"i       %{ SCHEME(NO_PORT, SLASHES_OR_PATH, FILE) }
    | "prospero"i   %{ SCHEME(1525,    SLASHES,    PROSPERO) }
    # RFC 1630
    | "urn"i        %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    | "rlogin"i     %{ SCHEME(513,     SLASHES,    TELNET) }
    # RFC 1738, section 4: reserved. afs, mid, cid and tn3270 are RFC 1630's.
    # "mailserver" was never defined; since it has SLASHES, a scan does not find it
    # without "//". The port of NFS comes from RFC 2224, that of Z39.50 from RFC 2056.
    | "afs"i        %{ SCHEME(NO_PORT, SLASHES,    GENERIC) }
    | "mid"i        %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    | "cid"i        %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    | "nfs"i        %{ SCHEME(2049,    SLASHES,    GENERIC) }
    | "tn3270"i     %{ SCHEME(23,      SLASHES,    TELNET) }
    | "mailserver"i %{ SCHEME(NO_PORT, SLASHES,    GENERIC) }
    | "z39.50"i     %{ SCHEME(210,     SLASHES,    GENERIC) }
    # RFC 9110, section 4.2.2; RFC 6455, section 3
    | "https"i      %{ SCHEME(443,     SLASHES,    HTTP) }
    | "ws"i         %{ SCHEME(80,      SLASHES,    GENERIC) }
    | "wss"i        %{ SCHEME(443,     SLASHES,    GENERIC) }
    # RFC 3966, 5724, 3261, 5122, 5870: names of people, places and devices
    | "tel"i        %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    | "sms"i        %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    | "sip"i        %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    | "sips"i       %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    | "xmpp"i       %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    | "geo"i        %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    # In wide use. The first four end in the name of another scheme, which a longer word
    # could end in (glued.rl).
    | "sftp"i       %{ SCHEME(22,      SLASHES,    GENERIC) }
    | "tftp"i       %{ SCHEME(69,      SLASHES,    GENERIC) }   # RFC 3617
    | "shttp"i      %{ SCHEME(NO_PORT, SLASHES,    GENERIC) }   # RFC 2660
    | "gsiftp"i     %{ SCHEME(2811,    SLASHES,    GENERIC) }   # GridFTP
    | "magnet"i     %{ SCHEME(NO_PORT, NO_SLASHES, GENERIC) }
    ;

write data noerror nofinal noentry;
}%%
MACHINE(registry)
{
    MACHINE_BEGIN(registry)
    %% write exec;
    MACHINE_END
}
