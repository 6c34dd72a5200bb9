/* SPDX-License-Identifier: MIT
 *
 * See interpreter.h.
 *
 * Contents
 *     1. What is read, and what it means
 *     2. BNF into expressions
 *     3. Expressions into an automaton
 *     4. All ways at once: verdict and offset
 *     5. The first way: spans
 *     6. Marks into parts
 */
#include <ctype.h>

#include "proofs/interpreter/interpreter.h"

static _Noreturn void give_up(const char *what, const char *which)
{
    fprintf(stderr, "interpreter: %s: %s\n", what, which);
    exit(EXIT_FAILURE);
}

static void *get(void *old, size_t size)
{
    void *new = realloc(old, size);

    if (!new)
        give_up("no memory", "realloc");
    return new;
}

/* ------------------------------------------------------------------------
 * 1. What is read, and what it means
 * ------------------------------------------------------------------------ */

enum notation {
    ABNF,                          /* RFC 2234 */
    BNF_1738,                      /* RFC 1738, section 5 */
    BNF_1630                       /* RFC 1630: a letter is itself */
};

/* What is said of a row besides. */
enum {
    IF_ANY = 1,                    /* absent where it would be empty */
    SPLIT_USER = 2                 /* the first ":" divides user and password
                                      (RFC 3986 3.2.1, RFC 1738 3.1) */
};

/* A part: where the rule `within` is in the text, from the beginning ("<") or
   the end (">") of one rule to that of another one, or to the next ":". */
struct row {
    const char *within;
    enum locus_part part;
    const char *from, *to;
    int flags;
};

/* What a host is, the last one found; an empty host is LOCUS_HOST_EMPTY. */
struct kind {
    const char *rule;
    enum locus_host_kind kind;
};

/* No text that begins as `unless` says is read by `rule`. */
struct except {
    const char *rule, *unless;
};

struct definition {
    const char *name;              /* of the grammar */
    const char *root;
    enum notation notation;
    const char *files[4];          /* later rules replace earlier ones */
    const char *cased;             /* the one rule whose letters have case */
    const struct except *except;
    const struct kind *kinds;
    const struct row *rows;
};

/* RFC 3986 */

static const struct kind kinds_3986[] = {
    { "reg-name", LOCUS_HOST_NAME },
    { "IPv4address", LOCUS_HOST_IPV4 },
    { "IPv6address", LOCUS_HOST_IPV6 },
    { "IPvFuture", LOCUS_HOST_IPVFUTURE },
    { NULL, LOCUS_HOST_NONE },
};

static const struct row rows_3986[] = {
    { "scheme", LOCUS_SCHEME, "<scheme", ">scheme", 0 },
    { "userinfo", LOCUS_USER, "<userinfo", ">userinfo", SPLIT_USER },
    { "host", LOCUS_HOST, "<host", ">host", 0 },
    { "port", LOCUS_PORT, "<port", ">port", 0 },
    { "path-abempty", LOCUS_PATH, "<path-abempty", ">path-abempty", 0 },
    { "path-absolute", LOCUS_PATH, "<path-absolute", ">path-absolute", 0 },
    { "path-noscheme", LOCUS_PATH, "<path-noscheme", ">path-noscheme", 0 },
    { "path-rootless", LOCUS_PATH, "<path-rootless", ">path-rootless", 0 },
    { "path-empty", LOCUS_PATH, "<path-empty", ">path-empty", 0 },
    { "query", LOCUS_QUERY, "<query", ">query", 0 },
    { "fragment", LOCUS_FRAGMENT, "<fragment", ">fragment", 0 },
    { NULL, LOCUS_PART_COUNT, NULL, NULL, 0 },
};

/* RFC 1738 and RFC 1630 */

static const struct kind kinds_1738[] = {
    { "hostname", LOCUS_HOST_NAME },
    { "hostnumber", LOCUS_HOST_IPV4 },
    { NULL, LOCUS_HOST_NONE },
};

static const struct except except_1738[] = {
    { "otherurl", "predefined" },
    { NULL, NULL },
};

static const struct except except_1630[] = {
    { "generic", "known" },
    { "prefixedgeneric", "prefixedknown" },
    { NULL, NULL },
};

#define LOGIN_AND_HOST \
    { "login", LOCUS_USER, "<user", ">user", 0 }, \
    { "login", LOCUS_PASSWORD, "<password", ">password", 0 }, \
    { "hostport", LOCUS_HOST, "<host", ">host", 0 }, \
    { "hostport", LOCUS_PORT, "<port", ">port", 0 }

static const struct row rows_1738[] = {
    { "url", LOCUS_SCHEME, "<url", ":", 0 },
    LOGIN_AND_HOST,
    { "httpurl", LOCUS_PATH, ">hostport", ">hpath", 0 },
    { "httpurl", LOCUS_QUERY, "<search", ">search", 0 },
    { "ftpurl", LOCUS_PATH, ">login", ">fpath", 0 },
    { "ftpurl", LOCUS_TYPE, "<ftptype", ">ftptype", 0 },
    { "fileurl", LOCUS_HOST, "<filehost", ">filehost", 0 },
    { "fileurl", LOCUS_PATH, ">filehost", ">fpath", 0 },
    { "gopherurl", LOCUS_PATH, ">hostport", ">gopherurl", IF_ANY },
    { "gopherurl", LOCUS_GTYPE, "<gtype", ">gtype", 0 },
    { "gopherurl", LOCUS_SELECTOR, "<selector", ">selector", 0 },
    { "gopherurl", LOCUS_SEARCH, "<gsearch", ">gsearch", 0 },
    { "gopherurl", LOCUS_PLUS, "<gopher+_string", ">gopher+_string", 0 },
    { "mailtourl", LOCUS_PATH, "<encoded822addr", ">encoded822addr", 0 },
    { "mailtourl", LOCUS_ADDRESS, "<encoded822addr", ">encoded822addr", 0 },
    { "newsurl", LOCUS_PATH, "<grouppart", ">grouppart", 0 },
    { "newsurl", LOCUS_GROUP, "<newsgroups", ">newsgroups", 0 },
    { "newsurl", LOCUS_ARTICLE, "<article", ">article", 0 },
    { "nntpurl", LOCUS_PATH, ">hostport", ">nntpurl", 0 },
    { "nntpurl", LOCUS_GROUP, "<group", ">group", 0 },
    { "nntpurl", LOCUS_NUMBER, "<number", ">number", 0 },
    { "telneturl", LOCUS_PATH, ">login", ">telneturl", IF_ANY },
    { "waisurl", LOCUS_PATH, ">hostport", ">database", 0 },
    { "waisurl", LOCUS_DATABASE, "<database", ">database", 0 },
    { "waisindex", LOCUS_QUERY, "<search", ">search", 0 },
    { "waisdoc", LOCUS_PATH, ">hostport", ">wpath", 0 },
    { "waisdoc", LOCUS_WTYPE, "<wtype", ">wtype", 0 },
    { "waisdoc", LOCUS_WPATH, "<wpath", ">wpath", 0 },
    { "prosperourl", LOCUS_PATH, ">hostport", ">ppath", 0 },
    { "prosperourl", LOCUS_HSONAME, "<ppath", ">ppath", 0 },
    { "prosperourl", LOCUS_FIELDS, ">ppath", ">prosperourl", IF_ANY },
    { "ip-schemepart", LOCUS_PATH, ">login", ">urlpath", 0 },
    { "bare", LOCUS_PATH, "<bare", ">bare", 0 },
    { NULL, LOCUS_PART_COUNT, NULL, NULL, 0 },
};

static const struct row rows_1630[] = {
    { "url", LOCUS_SCHEME, "<url", ":", 0 },
    { "uri", LOCUS_SCHEME, "<uri", ":", 0 },
    LOGIN_AND_HOST,
    { "fragmentaddress", LOCUS_QUERY, "<search", ">search", 0 },
    { "fragmentaddress", LOCUS_FRAGMENT, "<fragmentid", ">fragmentid", 0 },
    { "httpaddress", LOCUS_PATH, ">hostport", ">path", 0 },
    { "ftpaddress", LOCUS_PATH, ">login", ">path", 0 },
    { "ftpaddress", LOCUS_TYPE, "<ftptype", ">ftptype", 0 },
    { "fileaddress", LOCUS_HOST, "<filehost", ">filehost", 0 },
    { "fileaddress", LOCUS_PATH, ">filehost", ">path", 0 },
    { "afsaddress", LOCUS_HOST, "<cellname", ">cellname", 0 },
    { "afsaddress", LOCUS_PATH, ">cellname", ">path", 0 },
    { "newsaddress", LOCUS_PATH, "<groupart", ">groupart", 0 },
    { "newsaddress", LOCUS_GROUP, "<newsgroups", ">newsgroups", 0 },
    { "newsaddress", LOCUS_ARTICLE, "<article", ">article", 0 },
    { "nntpaddress", LOCUS_PATH, "<group", ">number", 0 },
    { "nntpaddress", LOCUS_GROUP, "<group", ">group", 0 },
    { "nntpaddress", LOCUS_NUMBER, "<number", ">number", 0 },
    { "mailtoaddress", LOCUS_PATH, "<mailbox", ">mailbox", 0 },
    { "mailtoaddress", LOCUS_ADDRESS, "<mailbox", ">mailbox", 0 },
    { "midaddress", LOCUS_PATH, "<addr-spec", ">addr-spec", 0 },
    { "cidaddress", LOCUS_PATH, "<addr-spec", ">addr-spec", 0 },
    { "telnetaddress", LOCUS_PATH, ">login", ">telnetaddress", IF_ANY },
    { "gopheraddress", LOCUS_PATH, ">hostport", ">gopheraddress", IF_ANY },
    { "gopheraddress", LOCUS_GTYPE, "<gtype", ">gtype", 0 },
    { "gopheraddress", LOCUS_SELECTOR, "<selector", ">selector", 0 },
    { "gopheraddress", LOCUS_SEARCH, "<gsearch", ">gsearch", 0 },
    { "gopheraddress", LOCUS_PLUS, "<gstring", ">gstring", 0 },
    { "waisaddress", LOCUS_PATH, ">hostport", ">database", 0 },
    { "waisaddress", LOCUS_DATABASE, "<database", ">database", 0 },
    { "waisdoc", LOCUS_PATH, ">hostport", ">wpath", 0 },
    { "waisdoc", LOCUS_WTYPE, "<wtype", ">wtype", 0 },
    { "waisdoc", LOCUS_WPATH, "<wpath", ">wpath", 0 },
    { "prosperoaddress", LOCUS_PATH, ">hostport", ">hsoname", 0 },
    { "prosperoaddress", LOCUS_HSONAME, "<hsoname", ">hsoname", 0 },
    { "prosperoaddress", LOCUS_NUMBER, "<version", ">version", 0 },
    { "prosperoaddress", LOCUS_FIELDS, "<attributes", ">attributes", 0 },
    { "urnaddress", LOCUS_PATH, "<path", ">path", 0 },
    { "iplogin", LOCUS_PATH, ">login", ">path", 0 },
    { "bare", LOCUS_PATH, "<bare", ">bare", 0 },
    { NULL, LOCUS_PART_COUNT, NULL, NULL, 0 },
};

static const struct except no_except[] = { { NULL, NULL } };

static const struct definition definitions[] = {
    {
        "web", "URI", ABNF,
        { "rfc2234.abnf", "rfc3986.abnf", "interpreter-web.abnf" }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "rfc3986", "URI", ABNF, { "rfc2234.abnf", "rfc3986.abnf" }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "rfc3986-reference", "URI-reference", ABNF, { "rfc2234.abnf", "rfc3986.abnf" }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "rfc1738", "url", BNF_1738, { "rfc1738.bnf", "interpreter-rfc1738.bnf" }, NULL,
        except_1738, kinds_1738, rows_1738,
    },
    {
        "rfc1630", "fragmentaddress", BNF_1630,
        { "rfc1630-uri.bnf", "rfc1630-url.bnf", "interpreter-rfc1630.bnf" },
        "ftpsuffix", except_1630, kinds_1738, rows_1630,
    },
};

/* ------------------------------------------------------------------------
 * 2. BNF into expressions
 * ------------------------------------------------------------------------ */

enum { RULES = 256, NAME = 40, EXCEPTS = 4 };

enum expr_kind { BYTE, RULE, CHOICE, SEQUENCE, REPEAT };

/* CHOICE and SEQUENCE have two parts or, where `a` is NULL, none. */
struct expr {
    enum expr_kind kind;
    bool bytes[256];               /* BYTE: one of these */
    int rule;
    int min, max;                  /* REPEAT: max -1 is any number */
    struct expr *a, *b;
    struct expr *next;             /* all of them, to free them */
};

struct rule {
    char name[NAME];
    char *text;
    struct expr *expr;
    bool marked;                   /* a row, kind or exception speaks of it */
    bool open;                     /* being built */
};

enum node_kind { TAKE, FORK, PASS, BEGIN, END, ACCEPT, REFUSE };

/* A state of the automaton. */
struct node {
    enum node_kind kind;
    int a, b;                      /* where it leads; `a` goes before `b` */
    int rule;                      /* BEGIN, END; of REFUSE the exception */
    int group;                     /* n: within the rule of exception n - 1;
                                      -1: within what it excepts */
    const struct expr *expr;       /* TAKE */
};

/* Nodes that the text read so far may have led to. */
struct set {
    int *nodes;                    /* TAKE, in order */
    int count;
    bool accepts;
    unsigned refused;              /* a bit for each exception that applies */
    int next[256];                 /* sets, -1 where not known yet */
};

struct built {
    int rule, after, group, entry;
};

struct interpreter {
    const struct definition *definition;
    struct definition own;         /* where it is none of `definitions` */
    char own_file[64];
    struct rule rules[RULES];
    int rule_count;
    struct expr *exprs;
    struct node *nodes;
    int node_count;
    struct built *built;
    int built_count;
    int start;
    struct set *sets;
    int set_count;
    unsigned *seen;                /* a stamp for each node, or node and byte */
    size_t seen_size;
    unsigned stamp;
    size_t begin[RULES], end[RULES];   /* NONE where it is not in the text */
};

enum { DEAD = 0 };
static const size_t NONE = (size_t)-1;

static int find_rule(struct interpreter *in, const char *name, size_t len)
{
    for (int i = 0; i < in->rule_count; i++)
        if (strlen(in->rules[i].name) == len
            && memcmp(in->rules[i].name, name, len) == 0)
            return i;
    if (in->rule_count == RULES || len >= NAME)
        give_up("too many rules, or a name too long", name);
    memcpy(in->rules[in->rule_count].name, name, len);
    return in->rule_count++;
}

static int rule_named(struct interpreter *in, const char *name)
{
    return find_rule(in, name, strlen(name));
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '+';
}

/* The length of the rule's name that a line begins with, 0 if it begins none.
   In RFC 1630 it stands in the first column, elsewhere before "=". */
static size_t name_length(const char *line, enum notation notation)
{
    size_t len = 0;

    while (isalpha((unsigned char)*line) && is_name_char(line[len]))
        len++;
    if (notation != BNF_1630 && line[len + strspn(line + len, " ")] != '=')
        return 0;
    return len;
}

/* Adds what a line says to the text of its rule; returns that rule. */
static int read_line(struct interpreter *in, char *line, int rule)
{
    const enum notation notation = in->definition->notation;
    bool quoted = false;
    size_t name, len;

    if (notation == BNF_1630 ? *line == '#' : *line == ';')
        *line = '\0';
    for (char *c = line; notation != BNF_1630 && *c; c++) {
        quoted ^= *c == '"';
        if (*c == ';' && !quoted)
            *c = '\0', c--;
    }
    line[strcspn(line, "\r\n")] = '\0';
    if (notation != BNF_1630)
        line += strspn(line, " ");
    if ((name = name_length(line, notation)) > 0) {
        rule = find_rule(in, line, name);
        line += name;
        if (notation != BNF_1630)
            line += strspn(line, " =");
        free(in->rules[rule].text);
        in->rules[rule].text = memset(get(NULL, 1), 0, 1);
    }
    if (rule < 0 && line[strspn(line, " ")] != '\0')
        give_up("no rule", line);
    if (rule >= 0) {
        char *const text = in->rules[rule].text;

        len = strlen(text);
        in->rules[rule].text = get(text, len + strlen(line) + 2);
        strcat(strcat(in->rules[rule].text, " "), line);
    }
    return rule;
}

static void read_file(struct interpreter *in, const char *name)
{
    const char *srcdir = getenv("srcdir");
    char path[4096], line[512];
    int rule = -1;
    FILE *file;

    snprintf(path, sizeof path, "%s/tests/proofs/bnf/%s", srcdir ? srcdir : ".", name);
    file = fopen(path, "r");
    if (!file)
        give_up("cannot open (is srcdir set?)", path);
    while (fgets(line, sizeof line, file))
        rule = read_line(in, line, rule);
    fclose(file);
}

static struct expr *new_expr(struct interpreter *in, enum expr_kind kind,
                             struct expr *a, struct expr *b)
{
    struct expr *expr = memset(get(NULL, sizeof *expr), 0, sizeof *expr);

    expr->kind = kind;
    expr->a = a;
    expr->b = b;
    expr->next = in->exprs;
    in->exprs = expr;
    return expr;
}

static struct expr *one_byte(struct interpreter *in, int low, int high,
                             bool fold)
{
    struct expr *expr = new_expr(in, BYTE, NULL, NULL);

    for (int c = low; c <= high; c++) {
        expr->bytes[c & 0xff] = true;
        if (fold && isalpha(c))
            expr->bytes[(c ^ 0x20) & 0xff] = true;
    }
    return expr;
}

static struct expr *nothing(struct interpreter *in)
{
    return new_expr(in, SEQUENCE, NULL, NULL);
}

/* What is being read: `at` moves on. */
struct reader {
    struct interpreter *in;
    const struct rule *rule;
    const char *at;
};

static struct expr *read_choice(struct reader *r);

static char peek(struct reader *r)
{
    r->at += strspn(r->at, " ");
    return *r->at;
}

static _Noreturn void bad_rule(const struct reader *r)
{
    fprintf(stderr, "interpreter: %s: at \"%s\"\n", r->rule->name, r->at);
    exit(EXIT_FAILURE);
}

static void expect(struct reader *r, char c)
{
    if (peek(r) != c)
        bad_rule(r);
    r->at++;
}

/* "text". ABNF has no case (RFC 2234 2.3). RFC 1738's BNF has it, but not in
   schemes: "interpreters should use case-ignore" (2.1); a literal with a ":" in
   it begins with one. */
static struct expr *read_literal(struct reader *r)
{
    const char *const begin = r->at + 1;
    const size_t len = strcspn(begin, "\"");
    const bool fold = r->in->definition->notation == ABNF
                   || (len > 1 && memchr(begin, ':', len));
    struct expr *expr = nothing(r->in);

    if (begin[len] != '"')
        bad_rule(r);
    for (size_t i = len; i-- > 0;)
        expr = new_expr(r->in, SEQUENCE,
                        one_byte(r->in, begin[i], begin[i], fold), expr);
    r->at = begin + len + 1;
    return len == 1 ? expr->a : expr;
}

/* %x41 or %x41-5A */
static struct expr *read_number(struct reader *r)
{
    char *end;
    long low, high;

    if (r->at[1] != 'x')
        bad_rule(r);
    low = high = strtol(r->at + 2, &end, 16);
    if (*end == '-')
        high = strtol(end + 1, &end, 16);
    r->at = end;
    return one_byte(r->in, (int)low, (int)high, false);
}

static struct expr *read_name(struct reader *r)
{
    struct expr *expr = new_expr(r->in, RULE, NULL, NULL);
    size_t len = 0;

    while (is_name_char(r->at[len]))
        len++;
    expr->rule = find_rule(r->in, r->at, len);
    r->at += len;
    return expr;
}

static struct expr *optional(struct interpreter *in, struct expr *what)
{
    struct expr *expr = new_expr(in, REPEAT, what, NULL);

    expr->min = 0;
    expr->max = 1;
    return expr;
}

/* One element; `repeated`: it follows a number of repetitions. RFC 1738:
   "brackets [] are used around optional or repeated elements". */
static struct expr *read_element(struct reader *r, bool repeated)
{
    const enum notation notation = r->in->definition->notation;
    struct expr *expr;
    const char c = peek(r);

    if (c == '[') {
        r->at++;
        expr = read_choice(r);
        expect(r, ']');
        return repeated && notation == BNF_1738 ? expr
                                                : optional(r->in, expr);
    }
    if (notation == BNF_1630) {
        if (isalpha((unsigned char)c) && is_name_char(r->at[1])
            && r->at[1] != '+' && r->at[1] != '_')
            return read_name(r);
        if (c == '\0' || c == ']')
            bad_rule(r);
        r->at++;
        return one_byte(r->in, (unsigned char)c, (unsigned char)c,
                        !r->in->definition->cased
                        || strcmp(r->in->definition->cased, r->rule->name));
    }
    if (c == '(') {
        r->at++;
        expr = read_choice(r);
        expect(r, ')');
        return expr;
    }
    if (c == '"')
        return read_literal(r);
    if (c == '%')
        return read_number(r);
    if (strncmp(r->at, "<\">", 3) == 0) {
        r->at += 3;
        return one_byte(r->in, '"', '"', false);
    }
    if (c == '<') {                                   /* 0<pchar> */
        r->at++;
        expr = read_name(r);
        expect(r, '>');
        return expr;
    }
    if (c == '/') {                /* RFC 1738, gopherurl: a literal that lacks
                                      its quotes */
        r->at++;
        return one_byte(r->in, c, c, false);
    }
    if (!isalpha((unsigned char)c))
        bad_rule(r);
    return read_name(r);
}

/* [n] [*[m]] element */
static struct expr *read_item(struct reader *r)
{
    struct expr *expr;
    char *end;

    if (r->in->definition->notation == BNF_1630
        || (!isdigit((unsigned char)peek(r)) && *r->at != '*'))
        return read_element(r, false);
    expr = new_expr(r->in, REPEAT, NULL, NULL);
    expr->min = expr->max = (int)strtol(r->at, &end, 10);
    r->at = end;
    if (*r->at == '*') {
        const char *const at = r->at + 1;

        expr->max = (int)strtol(at, &end, 10);
        if (end == at)
            expr->max = -1;
        r->at = end;
    }
    expr->a = read_element(r, true);
    return expr;
}

static bool at_end_of_sequence(struct reader *r)
{
    const enum notation notation = r->in->definition->notation;
    const char c = peek(r);

    return c == '\0' || c == ']' || c == (notation == ABNF ? '/' : '|')
        || (c == ')' && notation != BNF_1630);
}

static struct expr *read_sequence(struct reader *r)
{
    struct expr *first;

    if (at_end_of_sequence(r))
        return nothing(r->in);
    first = read_item(r);
    return at_end_of_sequence(r)
        ? first : new_expr(r->in, SEQUENCE, first, read_sequence(r));
}

static struct expr *read_choice(struct reader *r)
{
    struct expr *first = read_sequence(r);

    if (peek(r) != (r->in->definition->notation == ABNF ? '/' : '|'))
        return first;
    r->at++;
    return new_expr(r->in, CHOICE, first, read_choice(r));
}

static void read_rules(struct interpreter *in)
{
    for (int i = 0; i < 4 && in->definition->files[i]; i++)
        read_file(in, in->definition->files[i]);
    for (int i = 0; i < in->rule_count; i++) {
        struct reader r = { in, &in->rules[i], in->rules[i].text };

        if (!r.at)                 /* named, and defined nowhere */
            continue;
        in->rules[i].expr = read_choice(&r);
        if (peek(&r) != '\0')
            bad_rule(&r);
    }
}

/* ------------------------------------------------------------------------
 * 3. Expressions into an automaton
 *
 * From right to left: each expression is told which node follows it. A rule
 * that ends in itself, as many of RFC 1630's do, becomes a loop: what it is
 * before the same node is built once.
 * ------------------------------------------------------------------------ */

static int new_node(struct interpreter *in, enum node_kind kind, int a, int b,
                    int group)
{
    const int n = in->node_count++;

    in->nodes = get(in->nodes, (size_t)in->node_count * sizeof *in->nodes);
    in->nodes[n] = (struct node){ kind, a, b, -1, group, NULL };
    return n;
}

/* Whether the expression is one byte of a set, whatever happens. */
static bool is_byte(struct interpreter *in, const struct expr *expr,
                    bool bytes[256])
{
    switch (expr->kind) {
    case BYTE:
        for (int c = 0; c < 256; c++)
            bytes[c] |= expr->bytes[c];
        return true;
    case CHOICE:
        return expr->a && is_byte(in, expr->a, bytes)
            && is_byte(in, expr->b, bytes);
    case RULE:
        return !in->rules[expr->rule].marked && in->rules[expr->rule].expr
            && in->rules[expr->rule].expr->kind != REPEAT
            && is_byte(in, in->rules[expr->rule].expr, bytes);
    default:
        return false;
    }
}

static int build(struct interpreter *in, struct expr *expr, int after,
                 int group);

static int build_rule(struct interpreter *in, int number, int after, int group)
{
    struct rule *const rule = &in->rules[number];
    int entry;

    if (!rule->expr)
        give_up("no such rule", rule->name);
    if (rule->marked && !rule->open) {
        rule->open = true;
        entry = new_node(in, END, after, -1, group);
        in->nodes[entry].rule = number;
        after = build_rule(in, number, entry, group);
        entry = new_node(in, BEGIN, after, -1, group);
        in->nodes[entry].rule = number;
        rule->open = false;
        return entry;
    }
    for (int i = 0; i < in->built_count; i++) {
        const struct built *b = &in->built[i];

        if (b->rule == number && b->after == after && b->group == group)
            return b->entry;
    }
    entry = new_node(in, PASS, -1, -1, group);
    in->built = get(in->built,
                    (size_t)(in->built_count + 1) * sizeof *in->built);
    in->built[in->built_count++] = (struct built){ number, after, group,
                                                   entry };
    after = build(in, rule->expr, after, group);
    in->nodes[entry].a = after;
    return entry;
}

static int build_repeat(struct interpreter *in, const struct expr *expr,
                        int after, int group)
{
    int entry = after;

    if (expr->max < 0) {
        int body;

        entry = new_node(in, FORK, -1, after, group);
        body = build(in, expr->a, entry, group);
        in->nodes[entry].a = body;
    }
    for (int i = expr->min; i < expr->max; i++) {
        const int body = build(in, expr->a, entry, group);

        entry = new_node(in, FORK, body, after, group);
    }
    for (int i = 0; i < expr->min; i++)
        entry = build(in, expr->a, entry, group);
    return entry;
}

/* Returns the node to which one comes before the expression. */
static int build(struct interpreter *in, struct expr *expr, int after,
                 int group)
{
    bool bytes[256] = { false };
    int a, b;

    if (is_byte(in, expr, bytes)) {
        struct expr *byte = new_expr(in, BYTE, NULL, NULL);

        memcpy(byte->bytes, bytes, sizeof bytes);
        a = new_node(in, TAKE, after, -1, group);
        in->nodes[a].expr = byte;
        return a;
    }
    switch (expr->kind) {
    case RULE:
        return build_rule(in, expr->rule, after, group);
    case CHOICE:
        a = build(in, expr->a, after, group);
        b = build(in, expr->b, after, group);
        return new_node(in, FORK, a, b, group);
    case SEQUENCE:
        if (!expr->a)
            return after;
        b = build(in, expr->b, after, group);
        return build(in, expr->a, b, group);
    default:
        return build_repeat(in, expr, after, group);
    }
}

/* The nodes that one can come to from the beginning of an exception's rule
   before its end: they are its group. */
static void set_group(struct interpreter *in, int node, int rule, int group)
{
    struct node *const n = &in->nodes[node];

    if (n->group == group || (n->kind == END && n->rule == rule))
        return;
    n->group = group;
    if (n->a >= 0)
        set_group(in, n->a, rule, group);
    if (n->kind == FORK)
        set_group(in, n->b, rule, group);
}

static void build_excepts(struct interpreter *in)
{
    const struct except *except = in->definition->except;

    for (int k = 0; except[k].rule; k++) {
        const int rule = rule_named(in, except[k].rule);
        const int refuse = new_node(in, REFUSE, -1, -1, -1);
        int entry;

        in->nodes[refuse].rule = k;
        entry = build_rule(in, rule_named(in, except[k].unless), refuse, -1);
        in->start = new_node(in, FORK, in->start, entry, 0);
        for (int n = 0; n < in->node_count; n++)
            if (in->nodes[n].kind == BEGIN && in->nodes[n].rule == rule)
                set_group(in, n, rule, k + 1);
    }
}

static void mark(struct interpreter *in, const char *name)
{
    in->rules[rule_named(in, name)].marked = true;
}

static void mark_rules(struct interpreter *in)
{
    const struct definition *d = in->definition;

    for (const struct row *row = d->rows; row->within; row++) {
        mark(in, row->within);
        mark(in, row->from + 1);
        if (*row->to != ':')
            mark(in, row->to + 1);
    }
    for (const struct kind *kind = d->kinds; kind->rule; kind++)
        mark(in, kind->rule);
    for (const struct except *except = d->except; except->rule; except++)
        mark(in, except->rule);
}

/* ------------------------------------------------------------------------
 * 4. All ways at once: verdict and offset
 *
 * Each set of nodes gets a number when it is met for the first time, and where
 * it leads by a byte is found when that is asked for the first time: only so
 * can ten million texts be asked.
 * ------------------------------------------------------------------------ */

static void new_stamp(struct interpreter *in, size_t size)
{
    if (size > in->seen_size) {
        in->seen = get(in->seen, size * sizeof *in->seen);
        memset(in->seen, 0, size * sizeof *in->seen);
        in->seen_size = size;
        in->stamp = 0;
    }
    if (++in->stamp == 0) {
        memset(in->seen, 0, in->seen_size * sizeof *in->seen);
        in->stamp = 1;
    }
}

static bool is_refused(const struct node *node, unsigned refused)
{
    return node->group > 0 && refused >> (node->group - 1) & 1;
}

/* Adds the nodes to which one comes from a node without a byte, but for those
   that are refused. */
static void add_nodes(struct interpreter *in, struct set *set, int node,
                      unsigned refused)
{
    const struct node *n = &in->nodes[node];

    if (in->seen[node] == in->stamp || is_refused(n, refused))
        return;
    in->seen[node] = in->stamp;
    switch (n->kind) {
    case TAKE:
        set->nodes[set->count++] = node;
        break;
    case FORK:
        add_nodes(in, set, n->a, refused);
        add_nodes(in, set, n->b, refused);
        break;
    case ACCEPT:
        set->accepts = true;
        break;
    case REFUSE:
        set->refused |= 1u << n->rule;
        break;
    default:
        add_nodes(in, set, n->a, refused);
    }
}

/* The nodes to which one comes by a byte. */
static struct set follow_byte(struct interpreter *in, const struct set *from,
                              unsigned char byte, unsigned refused)
{
    struct set set = { .count = 0 };

    set.nodes = get(NULL, (size_t)in->node_count * sizeof *set.nodes);
    new_stamp(in, (size_t)in->node_count);
    for (int i = 0; i < from->count; i++) {
        const struct node *n = &in->nodes[from->nodes[i]];

        if (n->expr->bytes[byte] && !is_refused(n, refused))
            add_nodes(in, &set, n->a, refused);
    }
    return set;
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Gives the set a number; takes `set->nodes` over. Without a node that can
   lead to a valid text it is the dead one: all rules can end, and so can all
   that is not read only to except it. */
static int number_set(struct interpreter *in, struct set *set)
{
    bool alive = set->accepts;

    for (int i = 0; i < set->count; i++)
        alive |= in->nodes[set->nodes[i]].group >= 0;
    if (!alive)
        set->count = 0, set->refused = 0;
    qsort(set->nodes, (size_t)set->count, sizeof *set->nodes, compare_ints);
    for (int i = 0; i < in->set_count; i++) {
        const struct set *old = &in->sets[i];

        if (old->count == set->count && old->accepts == set->accepts
            && old->refused == set->refused
            && memcmp(old->nodes, set->nodes,
                      (size_t)set->count * sizeof *set->nodes) == 0) {
            free(set->nodes);
            return i;
        }
    }
    memset(set->next, -1, sizeof set->next);
    in->sets = get(in->sets, (size_t)(in->set_count + 1) * sizeof *in->sets);
    in->sets[in->set_count] = *set;
    return in->set_count++;
}

static int move(struct interpreter *in, int from, unsigned char byte)
{
    struct set set;
    int to;

    if (in->sets[from].next[byte] >= 0)
        return in->sets[from].next[byte];
    set = follow_byte(in, &in->sets[from], byte, 0);
    if (set.refused) {
        const unsigned refused = set.refused;

        free(set.nodes);
        set = follow_byte(in, &in->sets[from], byte, refused);
        set.refused = refused;
    }
    to = number_set(in, &set);
    in->sets[from].next[byte] = to;
    return to;
}

/* ------------------------------------------------------------------------
 * 5. The first way: spans
 * ------------------------------------------------------------------------ */

struct way {
    struct interpreter *in;
    const unsigned char *text;
    size_t len;
    unsigned refused;
};

/* Whether text[at..] can be read from a node. Tries what comes first first,
   and nothing twice; marks the rules that are on the way. */
static bool follow(const struct way *way, int node, size_t at)
{
    struct interpreter *const in = way->in;

    for (;;) {
        const struct node *n = &in->nodes[node];
        unsigned *const seen = &in->seen[(size_t)node * (way->len + 1) + at];

        if (*seen == in->stamp || n->group < 0 || is_refused(n, way->refused))
            return false;
        *seen = in->stamp;
        switch (n->kind) {
        case ACCEPT:
            return at == way->len;
        case REFUSE:
            return false;
        case TAKE:
            if (at == way->len || !n->expr->bytes[way->text[at]])
                return false;
            at++;
            node = n->a;
            break;
        case FORK:
            if (follow(way, n->a, at))
                return true;
            node = n->b;
            break;
        case PASS:
            node = n->a;
            break;
        case BEGIN:
        case END: {
            size_t *const marks = n->kind == BEGIN ? in->begin : in->end;

            if (!follow(way, n->a, at))
                return false;
            /* From the text's end: of several, the last one remains. */
            if (marks[n->rule] == NONE)
                marks[n->rule] = at;
            return true;
        }
        }
    }
}

/* ------------------------------------------------------------------------
 * 6. Marks into parts
 * ------------------------------------------------------------------------ */

static size_t place(struct interpreter *in, const char *edge)
{
    const int rule = rule_named(in, edge + 1);

    return *edge == '<' ? in->begin[rule] : in->end[rule];
}

static void set_part(struct answer *answer, enum locus_part part, size_t from,
                     size_t to)
{
    answer->present |= 1u << part;
    answer->part[part].off = (uint32_t)from;
    answer->part[part].len = (uint32_t)(to - from);
}

static void tell_parts(struct interpreter *in, const unsigned char *text,
                       size_t len, struct answer *answer)
{
    for (const struct row *row = in->definition->rows; row->within; row++) {
        size_t from, to;

        if (in->begin[rule_named(in, row->within)] == NONE
            || (from = place(in, row->from)) == NONE)
            continue;
        to = *row->to == ':'
           ? (size_t)((unsigned char *)memchr(text + from, ':', len - from)
                      - text)
           : place(in, row->to);
        if (to == NONE || (from == to && row->flags & IF_ANY))
            continue;
        if (row->flags & SPLIT_USER) {
            const unsigned char *colon = to == from
                                       ? NULL
                                       : memchr(text + from, ':', to - from);

            if (colon) {
                set_part(answer, LOCUS_PASSWORD, (size_t)(colon - text) + 1,
                         to);
                to = (size_t)(colon - text);
            }
        }
        set_part(answer, row->part, from, to);
    }
    if (!(answer->present >> LOCUS_HOST & 1))
        return;
    for (const struct kind *kind = in->definition->kinds; kind->rule; kind++)
        if (in->begin[rule_named(in, kind->rule)] != NONE)
            answer->host_kind = kind->kind;
    if (answer->part[LOCUS_HOST].len == 0)
        answer->host_kind = LOCUS_HOST_EMPTY;
}

void interpreter_ask(struct interpreter *in, const unsigned char *text,
                     size_t len, struct answer *answer)
{
    struct way way = { in, text, len, 0 };
    int set = 1;

    memset(answer, 0, sizeof *answer);
    for (size_t i = 0; i < len; i++) {
        set = move(in, set, text[i]);
        way.refused |= in->sets[set].refused;
        if (set == DEAD) {
            answer->offset = i;
            return;
        }
    }
    answer->offset = len;
    if (!in->sets[set].accepts)
        return;
    new_stamp(in, (size_t)in->node_count * (len + 1));
    memset(in->begin, -1, sizeof in->begin);
    memset(in->end, -1, sizeof in->end);
    if (!follow(&way, in->start, 0)) {
        mutate_print(stderr, text, len);
        give_up(" is valid, and cannot be read", in->definition->root);
    }
    answer->valid = true;
    answer->offset = 0;
    tell_parts(in, text, len, answer);
}

/* A grammar that is not among them is that of a URI (RFC 3986), but for the rules of its
   own file. */
static const struct definition *definition_of(struct interpreter *in,
                                              const struct locus_grammar *grammar)
{
    const char *name = locus_grammar_name(grammar);

    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
        if (strcmp(definitions[i].name, name) == 0)
            return &definitions[i];
    snprintf(in->own_file, sizeof in->own_file, "%s.abnf", name);
    in->own = (struct definition){
        name, "URI", ABNF, { "rfc2234.abnf", "rfc3986.abnf", in->own_file }, NULL,
        no_except, kinds_3986, rows_3986
    };
    return &in->own;
}

struct interpreter *interpreter_new(const struct locus_grammar *grammar)
{
    struct interpreter *in = memset(get(NULL, sizeof *in), 0, sizeof *in);
    struct set dead = { .nodes = get(NULL, 1) }, first = { .count = 0 };
    int accept;

    in->definition = definition_of(in, grammar);
    read_rules(in);
    mark_rules(in);
    accept = new_node(in, ACCEPT, -1, -1, 0);
    in->start = build_rule(in, rule_named(in, in->definition->root), accept, 0);
    build_excepts(in);
    number_set(in, &dead);
    first.nodes = get(NULL, (size_t)in->node_count * sizeof *first.nodes);
    new_stamp(in, (size_t)in->node_count);
    add_nodes(in, &first, in->start, 0);
    if (number_set(in, &first) != 1)
        give_up("nothing is valid", in->definition->root);
    return in;
}

void interpreter_free(struct interpreter *in)
{
    for (int i = 0; i < in->set_count; i++)
        free(in->sets[i].nodes);
    for (int i = 0; i < in->rule_count; i++)
        free(in->rules[i].text);
    while (in->exprs) {
        struct expr *next = in->exprs->next;

        free(in->exprs);
        in->exprs = next;
    }
    free(in->sets);
    free(in->nodes);
    free(in->built);
    free(in->seen);
    free(in);
}

size_t interpreter_size(const struct interpreter *in)
{
    return (size_t)in->node_count;
}
