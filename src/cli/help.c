/* SPDX-License-Identifier: MIT
 *
 * The help texts. Each fits a screen of 24 lines and 80 columns.
 */
#include "cli.h"

#include <string.h>

#include "output.h"

static const char overview[] =
    "Usage: locus VERB [OPTION]... [OPERAND]...\n"
    "Find URLs and take them apart, byte offset by byte offset.\n"
    "\n"
    "  locus parse [URL...]     take URLs apart\n"
    "  locus explain [URL...]   what URLs mean: commands, pieces, findings\n"
    "  locus scan [FILE...]     find URLs in files or standard input\n"
    "  locus grammars           what is built in: grammars, code, compression\n"
    "  locus help [VERB]        this text, or that of a verb\n"
    "  locus --version          the version\n"
    "\n"
    "Each verb has --help. The manual: man locus.\n"
    "\n"
    "Examples:\n"
    "  locus parse 'http://u:p@example.org:8080/a?b#c'\n"
    "  locus scan access.log\n"
    "  locus scan -o json access.log.gz | jq -r .parts.host.text\n";

static const char parse[] =
    "Usage: locus parse [OPTION]... [URL...]\n"
    "Take URLs apart. Without URL, or where it is -, read standard input by lines.\n"
    "\n"
    "  -g, --grammar NAME    what a URL is: rfc3986 (default), rfc3986-reference,\n"
    "                        rfc1738, rfc1630, web\n"
    "  -o, --output FORMAT   human (default on a terminal), json (default elsewhere),\n"
    "                        tsv, url\n"
    "      --get TEMPLATE    for each URL this text, with {host}, {path:decoded}, \\t\n"
    "      --findings        also what an attacker would try (%2F, .., a password)\n"
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
    "Find URLs. Without FILE, or where it is -, in standard input. Reads .gz, .zst.\n"
    "  -g, --grammar NAME    web (default), rfc3986, rfc1738, rfc1630\n"
    "  -x, --context NAME    where a URL ends: text (default), as a person reads;\n"
    "                        raw, where the grammar stops\n"
    "      --schemes LIST    only these: http,https; data: also without //\n"
    "  -o, --output FORMAT   url (default), json, tsv\n"
    "      --get TEMPLATE    for each URL this text, with {host}, {path:decoded}, \\t\n"
    "  -c, --count           only how many URLs there are\n"
    "  -b, --byte-offset     before each URL, where in the file it begins\n"
    "  -n, --line-number     before each URL, its line\n"
    "  -H, --with-filename   before each URL or count, its file\n"
    "  -j, --threads N       so many threads, the output in order; 0: one a processor\n"
    "      --line-buffered   write each record at once\n"
    "      --no-progress     show no progress on the terminal\n"
    "  -h, --help            this text\n"
    "Exit status: 0 something found, 1 nothing, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus scan -x raw --schemes http,https access.log\n"
    "  tail -f access.log | locus scan --line-buffered --get '{host}'\n"
    "  locus scan -o json *.log.gz | jq -r .input\n";

static const char explain[] =
    "Usage: locus explain [OPTION]... [URL...]\n"
    "Say what URLs mean: what they designate, the commands of ftp, what gopher sends,\n"
    "segments, pairs, fields, and findings: what to look at twice. Without URL, or\n"
    "where it is -, read standard input by lines.\n"
    "\n"
    "  -g, --grammar NAME    rfc1738, rfc1630, rfc3986, rfc3986-reference, web;\n"
    "                        default: rfc1738 for its schemes but http, else rfc3986\n"
    "  -o, --output FORMAT   human (default on a terminal), json (default elsewhere)\n"
    "      --mail ADDRESS    the password for anonymous ftp (RFC 1738, section 3.2.1)\n"
    "  -0, --null            standard input is separated by NUL, not by newlines\n"
    "      --line-buffered   write each record at once\n"
    "  -h, --help            this text\n"
    "\n"
    "Exit status: 0 all of them valid, 1 some not, 2 usage or I/O error.\n"
    "\n"
    "Examples:\n"
    "  locus explain --mail me@example.org 'ftp://example.org/pub/a%20b;type=i'\n"
    "  locus explain 'http://example.org/a/..%2fb?x=1&y=2'\n"
    "  locus explain -o json < urls.txt | jq -r '.findings[].name'\n";

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
        { "grammars", grammars },
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
