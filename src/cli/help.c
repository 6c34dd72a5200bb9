/* SPDX-License-Identifier: MIT
 *
 * The help texts. Each fits a screen of 24 lines and 80 columns.
 */
#include "cli.h"

#include <string.h>

#include "output.h"

/* What is the same in several of them. */
#define GRAMMAR \
    "  -g, --grammar NAME    what a URL is: rfc3986 (default), rfc3986-reference,\n" \
    "                        rfc1738, rfc1630, web\n"
#define LINES \
    "  -0, --null            standard input is separated by NUL, not by newlines\n" \
    "      --line-buffered   write each record at once\n" \
    "  -h, --help            this text\n"
#define RESULTS \
    "  -0, --null            standard input is separated by NUL, not by newlines\n" \
    "      --print0          end each result with NUL, not with a newline\n" \
    "      --line-buffered   write each result at once\n" \
    "  -h, --help            this text\n"

static const char overview[] =
    "Usage: locus VERB [OPTION]... [OPERAND]...\n"
    "Find URLs and take them apart, byte offset by byte offset.\n"
    "\n"
    "  locus parse [URL...]     take URLs apart\n"
    "  locus explain [URL...]   what URLs mean: commands, pieces, findings\n"
    "  locus scan [FILE...]     find URLs in files or standard input\n"
    "  locus top --by PART [FILE...]        the most frequent hosts, paths, ...\n"
    "  locus resolve BASE [REFERENCE...]    what references lead to\n"
    "  locus relativize BASE [URL...]       the shortest references to URLs\n"
    "  locus normalize [URL...]             normal forms\n"
    "  locus compare URL URL                whether they are equivalent\n"
    "  locus encode [TEXT...]   escape what a part of a URL cannot hold; --file\n"
    "  locus decode [TEXT...]   and back, telling what came to light\n"
    "  locus edit [URL...]      change parts of URLs: --set host=h --remove query\n"
    "  locus build PART=VALUE   a URL from its parts\n"
    "  locus grammars           what is built in: grammars, code, compression\n"
    "  locus help [VERB]        this text, or that of a verb\n"
    "  locus --version          the version\n"
    "\n"
    "Each verb has --help. The manual: man locus.\n"
    "\n"
    "Examples:\n"
    "  locus parse 'http://u:p@example.org:8080/a?b#c'\n"
    "  locus scan -o json access.log.gz | jq -r .parts.host.text\n";

static const char parse[] =
    "Usage: locus parse [OPTION]... [URL...]\n"
    "Take URLs apart. Without URL, or where it is -, read standard input by lines.\n"
    "\n"
    GRAMMAR
    "  -o, --output FORMAT   human (default on a terminal), json (default elsewhere),\n"
    "                        tsv, url\n"
    "      --get TEMPLATE    for each URL this text, with {host}, {path:decoded}, \\t\n"
    "      --findings        also what an attacker would try (%2F, .., a password)\n"
    "      --define SCHEME   what is known of a scheme: sftp://:22, doi: (without //)\n"
    "  -0, --null            standard input is separated by NUL, not by newlines\n"
    "      --color WHEN      auto (default), always, never\n"
    "      --line-buffered   write each record at once\n"
    "  -h, --help            this text\n"
    "\n"
    "Each URL gives one record, in order, be it valid or not.\n"
    "Exit status: 0 all of them valid, 1 some not, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus parse -g rfc1738 'ftp://u:p@example.org/a;type=i'\n"
    "  locus parse -o json < urls.txt | jq .port\n"
    "  locus parse --get '{host}\\t{path:decoded}' < urls.txt\n";

static const char scan[] =
    "Usage: locus scan [OPTION]... [FILE...]\n"
    "Find URLs in each FILE, or standard input (-). Reads .gz .zst .xz .bz2 .lz4.\n"
    "  -g, --grammar NAME    web (default), rfc3986, rfc1738, rfc1630\n"
    "  -x, --context NAME    where a URL ends: text (default), as people read; raw,\n"
    "                        where the grammar stops; wrapped, <URL:...> and <...>;\n"
    "                        json, json-raw: text, raw in strings, \\/ is /\n"
    "      --schemes LIST    only these: http,https; data: also without //\n"
    "      --delimiters SET, --valid  bytes that end a URL: ',;\\t'; only valid URLs\n"
    "      --define SCHEME   what is known of a scheme: sftp://:22, doi: (without //)\n"
    "  -o, --output FORMAT   url (default), json, tsv\n"
    "      --get TEMPLATE    for each URL this text, with {host}, {path:decoded}, \\t\n"
    "  -c, --count           only how many URLs there are\n"
    "  -H, --with-filename, -n, --line-number, -b, --byte-offset  before each of them\n"
    "  -j, --threads N       so many threads, the output in order; 0: one a processor\n"
    "      --findings        also what an attacker would try (%2F, .., a password)\n"
    "      --max-url SIZE, --max-window SIZE  longest URL (16M); zstd's window (128M)\n"
    "      --line-buffered, --no-progress   write records at once; show no progress\n"
    "  -h, --help            this text\n"
    "Exit status: 0 something found, 1 nothing, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus scan -x raw --schemes http,https access.log\n"
    "  tail -f access.log | locus scan --line-buffered --get '{host}'\n"
    "  locus scan -o json *.log.gz | jq -r .input\n";

static const char top[] =
    "Usage: locus top --by PART [OPTION]... [FILE...]\n"
    "Find URLs, and write which values a part of them has, the most frequent first.\n"
    "Without FILE, or -, read standard input. Reads .gz, .zst, .xz, .bz2, .lz4.\n"
    "\n"
    "      --by PART         scheme, host, port, path, query, ..., url; as it stands,\n"
    "                        or PART:decoded\n"
    "  -n, --limit N         so many values (default: 10); 0: all\n"
    "  -g, --grammar NAME    web (default), rfc3986, rfc1738, rfc1630\n"
    "  -x, --context NAME    where a URL ends: text (default), raw, wrapped, json,\n"
    "                        json-raw\n"
    "      --schemes LIST    only these: http,https; data: also without //\n"
    "      --delimiters SET  bytes that end a URL wherever they are: ',;\\t'\n"
    "      --valid           leave out what the grammar does not take\n"
    "      --define SCHEME   what is known of a scheme: sftp://:22, doi: (without //)\n"
    "  -o, --output FORMAT   text (default), json, tsv\n"
    "      --max-url SIZE, --max-window SIZE  longest URL (16M); zstd's window (128M)\n"
    "      --no-progress     show no progress\n"
    "  -h, --help            this text\n"
    "\n"
    "Exit status: 0 something found, 1 nothing, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus top --by host access.log\n"
    "  locus top --by path:decoded -n 0 -o tsv *.log.gz\n";

static const char explain[] =
    "Usage: locus explain [OPTION]... [URL...]\n"
    "Say what URLs mean: what they designate, the commands of ftp, what gopher sends,\n"
    "segments, pairs, fields, and findings: what to look at twice. Without URL, or\n"
    "where it is -, read standard input by lines.\n"
    "\n"
    "  -g, --grammar NAME    rfc1738, rfc1630, rfc3986, rfc3986-reference, web;\n"
    "                        default: rfc1738 for its schemes but http, else rfc3986\n"
    "  -o, --output FORMAT   human (default on a terminal), json (default elsewhere)\n"
    "      --define SCHEME   what is known of a scheme: sftp://:22, doi: (without //)\n"
    "      --mail ADDRESS    the password for anonymous ftp (RFC 1738, section 3.2.1)\n"
    "      --plus            + is a space where pairs of a query are decoded\n"
    LINES
    "\n"
    "Exit status: 0 all of them valid, 1 some not, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus explain --mail me@example.org 'ftp://example.org/pub/a%20b;type=i'\n"
    "  locus explain 'http://example.org/a/..%2fb?x=1&y=2'\n"
    "  locus explain -o json < urls.txt | jq -r '.findings[].name'\n";

static const char resolve[] =
    "Usage: locus resolve [OPTION]... BASE [REFERENCE...]\n"
    "Resolve references against BASE: RFC 3986, section 5.2. Without REFERENCE, or\n"
    "where it is -, read standard input by lines.\n"
    "\n"
    "  -g, --grammar NAME    what BASE is: rfc3986 (default), rfc1738, rfc1630, web;\n"
    "                        a reference is that, or relative (rfc1738, rfc1630:\n"
    "                        RFC 3986's)\n"
    "      --compatible      \"http:g\" is \"g\" where BASE is an http URL (5.2.2)\n"
    "  -o, --output FORMAT   url (default), json\n"
    LINES
    "\n"
    "Each reference gives one record, in order; an empty line if it is not valid.\n"
    "Exit status: 0 all of them valid, 1 some not, 2 usage (BASE too) or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus resolve 'http://a/b/c/d;p?q' ../g '?y'\n"
    "  locus resolve -o json http://example.org/dir/ < links.txt | jq -r .output\n";

static const char relativize[] =
    "Usage: locus relativize [OPTION]... BASE [URL...]\n"
    "Write the shortest reference that resolves against BASE to each URL, to its very\n"
    "bytes. Without URL, or where it is -, read standard input by lines.\n"
    "\n"
    "  -g, --grammar NAME    what they are: rfc3986 (default), rfc1738, web\n"
    "  -o, --output FORMAT   url (default), json\n"
    LINES
    "\n"
    "Each URL gives one record, in order; an empty line if it is not valid, or if\n"
    "no reference leads to it, as to a path with dot-segments. (The reference to\n"
    "BASE itself is empty, too.) locus normalize makes near-equal URLs equal first.\n"
    "Exit status: 0 all of them done, 1 some not, 2 usage (BASE too) or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus relativize http://example.org/a/b http://example.org/a/c?d\n"
    "  locus relativize -o json http://example.org/ < urls.txt | jq -r .output\n";

static const char normalize[] =
    "Usage: locus normalize [OPTION]... [URL...]\n"
    "Write normal forms. Without URL, or where it is -, read standard input by lines.\n"
    "\n"
    GRAMMAR
    "      --steps LIST      of case, percent-case, decode, dots (\"syntax\": RFC 3986\n"
    "                        6.2.2), port, path (\"scheme\": 6.2.3), ipv6 (RFC 5952);\n"
    "                        or default (syntax,scheme), all, none\n"
    "  -o, --output FORMAT   url (default), json\n"
    LINES
    "\n"
    "Each URL gives one record, in order; an empty line if it is not valid.\n"
    "Exit status: 0 all of them valid, 1 some not, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus normalize 'HTTP://Example.ORG:80/%7Eu/../a'\n"
    "  locus normalize --steps case,port < urls.txt | sort -u\n";

static const char compare[] =
    "Usage: locus compare [OPTION]... URL URL\n"
    "Compare the normal forms of two URLs. - is the next line of standard input.\n"
    "\n"
    GRAMMAR
    "      --steps LIST      to the normal form, as in locus normalize; none: byte by\n"
    "                        byte. Without it rfc1630 compares by its own rule: at\n"
    "                        the same encoding level (%2D is -, %2F is not /)\n"
    "  -0, --null            standard input is separated by NUL, not by newlines\n"
    "  -h, --help            this text\n"
    "\n"
    "Nothing is written.\n"
    "Exit status: 0 equal, 1 not, 2 not valid, usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus compare http://example.org HTTP://EXAMPLE.ORG:80/ && echo the same\n"
    "  locus compare --steps all 'http://[::1]/' 'http://[0:0::0:1]/'\n";

static const char encode[] =
    "Usage: locus encode [OPTION]... [TEXT...]\n"
    "Escape in each TEXT, or line of standard input, what a part cannot hold.\n"
    "\n"
    "  -p, --part PART       path, query, host, ..., segment, query-item, userinfo;\n"
    "                        without: any part, and all that is reserved is escaped\n"
    "  -g, --grammar NAME    rfc3986 (default), rfc1738, rfc1630, web, ...\n"
    "  -k, --keep            %41 is escaped already, and stays\n"
    "      --plus            a space becomes +, and a plus %2B: in queries\n"
    "      --file            TEXT is the name of a file: gives its file URL;\n"
    "      --windows           a name of Windows\n"
    "  -o, --output FORMAT   text (default), json\n"
    RESULTS
    "Exit status: 0 all of them can stand there, 1 some not, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus encode --part segment 'AC/DC 100%'\n"
    "  locus encode --part query-item --plus < values.txt\n"
    "  find . -print0 | locus encode -0 --file -g rfc3986-reference\n";

static const char decode[] =
    "Usage: locus decode [OPTION]... [TEXT...]\n"
    "Undo the escapes in each TEXT, or line of standard input. What came to light is\n"
    "told on standard error: controls, NUL, CR, LF, delimiters, what is not UTF-8.\n"
    "  -p, --part PART       path, query, host, ..., segment, query-item, userinfo:\n"
    "                        what delimits there; a host must not hide anything\n"
    "  -g, --grammar NAME    of the URLs of --file: rfc3986 (default), rfc1738, ...\n"
    "  -k, --keep            a % without two digits stays; else it is an error\n"
    "      --plus            + is a space: in queries\n"
    "      --file            TEXT is a file URL: gives the name of the file;\n"
    "      --windows           as a name of Windows\n"
    "  -o, --output FORMAT   text (default), json\n"
    RESULTS
    "Exit status: 0 all of them are decoded, 1 some not, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus decode --part query --plus 'q=caf%C3%A9+au+lait'\n"
    "  locus decode -o json < paths.txt | jq .found\n"
    "  locus decode --file --print0 < urls.txt | xargs -0 ls -l\n";

static const char edit[] =
    "Usage: locus edit [OPTION]... [URL...]\n"
    "Change parts of each URL, or line of standard input, and nothing else.\n"
    "\n"
    "  -s, --set PART=VALUE    the part is this, as it is to stand in the URL;\n"
    "                          PART:decoded=VALUE escapes it first\n"
    "  -r, --remove PART       there is no such part\n"
    "  -g, --grammar NAME      rfc3986 (default), rfc3986-reference, rfc1738,\n"
    "                          rfc1630, web\n"
    "  -o, --output FORMAT     url (default), json\n"
    "  -0, --null              standard input is separated by NUL, not by newlines\n"
    "      --line-buffered     write each URL at once\n"
    "  -h, --help              this text\n"
    "\n"
    "The changes are made together. Each URL gives one line, in order; an empty one\n"
    "if it is not valid, or would have other parts afterwards.\n"
    "Exit status: 0 all of them changed, 1 some not, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus edit --set scheme=https --remove port http://example.org:80/a\n"
    "  locus edit --remove query --remove fragment < urls.txt\n"
    "  locus edit --set 'path:decoded=/AC DC' http://example.org\n";

static const char build[] =
    "Usage: locus build [OPTION]... [PART=VALUE...]\n"
    "Make a URL that has these parts. Without PART, or where it is -, each line of\n"
    "standard input has the parts of one URL, with tabs between them.\n"
    "\n"
    "  -g, --grammar NAME    rfc3986 (default), rfc3986-reference, rfc1738,\n"
    "                        rfc1630, web\n"
    "  -o, --output FORMAT   url (default), json\n"
    "  -0, --null            standard input is separated by NUL, not by newlines\n"
    "      --line-buffered   write each URL at once\n"
    "  -h, --help            this text\n"
    "\n"
    "PART is scheme, user, password, host, port, path, query, fragment; in rfc1738\n"
    "also type, gtype, selector, search, plus, address, group, article, number,\n"
    "database, wtype, wpath, hsoname, fields. VALUE is as it is to stand in the URL;\n"
    "PART:decoded=VALUE escapes it first.\n"
    "Exit status: 0 built, 1 some cannot be, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus build scheme=https host=example.org 'path:decoded=/a b'\n"
    "  locus build -g rfc1738 scheme=gopher host=example.org gtype=1\n";

static const char grammars[] =
    "Usage: locus grammars\n"
    "What is built in: the grammars that -g knows, a line each, and after an empty\n"
    "line how this locus was built, a name and its value in each line.\n"
    "\n"
    "The kernel in use is the fastest of the kernels, which are for different\n"
    "processors; LOCUS_KERNEL in the environment names another one, for all verbs.\n"
    "\n"
    "Examples:\n"
    "  locus grammars\n"
    "  LOCUS_KERNEL=portable locus grammars\n";

bool help(const char *verb)
{
    static const struct {
        const char *verb;
        const char *text;
    } texts[] = {
        { "parse", parse },
        { "explain", explain },
        { "scan", scan },
        { "top", top },
        { "resolve", resolve },
        { "relativize", relativize },
        { "normalize", normalize },
        { "compare", compare },
        { "encode", encode },
        { "decode", decode },
        { "edit", edit },
        { "build", build },
        { "grammars", grammars },
        { "help", overview },
    };

    if (!verb) {
        out_string(overview);
        return true;
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(texts[i].verb, verb) == 0) {
            out_string(texts[i].text);
            return true;
        }
    }
    return false;
}
