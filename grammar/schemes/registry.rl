/* SPDX-License-Identifier: MIT
 *
 * The machine registry: the schemes that locus knows by name, one per line.
 * src/schemes/find-scheme.rl defines the properties of each. To add a scheme, add a line
 * to both.
 */
%%{
machine registry;
alphtype unsigned char;

main :=
    # RFC 1738, section 3
      "ftp"i        %ftp
    | "http"i       %http
    | "gopher"i     %gopher
    | "mailto"i     %mailto
    | "news"i       %news
    | "nntp"i       %nntp
    | "telnet"i     %telnet
    | "wais"i       %wais
    | "file"i       %file
    | "prospero"i   %prospero
    # RFC 1630
    | "urn"i        %urn
    | "rlogin"i     %rlogin
    # RFC 1738, section 4: reserved. afs, mid, cid and tn3270 are RFC 1630's.
    | "afs"i        %afs
    | "mid"i        %mid
    | "cid"i        %cid
    | "nfs"i        %nfs
    | "tn3270"i     %tn3270
    | "mailserver"i %mailserver
    | "z39.50"i     %z39_50
    # RFC 9110, section 4.2.2; RFC 6455, section 3
    | "https"i      %https
    | "ws"i         %ws
    | "wss"i        %wss
    # RFC 3966, 5724, 3261, 5122, 5870: names of people, places and devices
    | "tel"i        %tel
    | "sms"i        %sms
    | "sip"i        %sip
    | "sips"i       %sips
    | "xmpp"i       %xmpp
    | "geo"i        %geo
    # In wide use. The first four end in the name of another scheme; if they were not known,
    # scheme-in-word.rl would find that scheme in them.
    | "sftp"i       %sftp
    | "tftp"i       %tftp           # RFC 3617
    | "shttp"i      %shttp          # RFC 2660
    | "gsiftp"i     %gsiftp         # GridFTP
    | "magnet"i     %magnet
    ;
}%%
