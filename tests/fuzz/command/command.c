/* SPDX-License-Identifier: MIT
 *
 * A libFuzzer target for the command (command-system.h). The first byte selects a verb and
 * the number of arguments, the second which descriptors are terminals and what fails, the
 * third how much is read at once. The arguments follow, each up to its NUL. The rest is
 * the contents of standard input and of every file. It aborts if the output depends on the
 * kernel, on how much is read at once, on threads or on compression, or if it contradicts
 * the manual page: one valid JSON object for each item, the corresponding exit status, and
 * an error message for each error.
 */
#include <config.h>                /* HAVE_ISAL, HAVE_ZSTD */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1              /* memmem */
#endif

#include "fuzz/command/command-system.h"

#include <errno.h>

#include "fuzz/targets/fuzz.h"

#include "cli/decompress/codings.h"

#ifdef HAVE_ISAL
#include <isa-l.h>
#elif defined HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif
#ifdef HAVE_BZ2
#include <bzlib.h>
#endif
#ifdef HAVE_LZ4
#include <lz4frame.h>
#endif

enum { ARGUMENTS_MAX = 24 };

static const char *const verbs[] = {
    "parse", "explain", "scan", "resolve", "relativize", "normalize",
    "compare", "encode", "decode", "edit", "build", "grammars", "top",
};
enum { VERBS = sizeof verbs / sizeof *verbs };

struct command {
    const char *argument[ARGUMENTS_MAX];
    int count;
};

static void add(struct command *command, const char *argument)
{
    CHECK(command->count < ARGUMENTS_MAX);
    command->argument[command->count++] = argument;
}

static struct command_result run(const struct command *command,
                                 const struct command_system *system)
{
    struct command_result result;

    command_run(&result, system, command->count, command->argument);
    return result;
}

static bool is_verb(const struct command *command, const char *verb)
{
    return command->count > 1 && strcmp(command->argument[1], verb) == 0;
}

static bool same(const struct command_bytes *a, const struct command_bytes *b)
{
    return a->len == b->len
        && (a->len == 0 || memcmp(a->text, b->text, a->len) == 0);
}

/* What holds of every run */

/* Of what is read all the same. */
static bool warns(const struct command_result *r)
{
    return memmem(r->err.text, r->err.len, ": warning: ", 11) != NULL;
}

static bool has_option(const struct command *command, const char *begin)
{
    for (int i = 1; i < command->count; i++)
        if (strncmp(command->argument[i], begin, strlen(begin)) == 0)
            return true;
    return false;
}

/* --log, or an abbreviation: the lines of a log are counted on standard error. */
static bool counts_lines(const struct command *command)
{
    return has_option(command, "--lo");
}

static void check_contract(const struct command *command,
                           const struct command_system *system,
                           const struct command_result *r)
{
    const bool scans = is_verb(command, "scan") || is_verb(command, "top");

    CHECK(r->status >= 0 && r->status <= 2);
    if (r->wrote_in_vain) {
        if (system->write_error != EPIPE)
            CHECK(r->status == 2);
        else if (!scans)
            CHECK(r->status == 0);
        else if (!system->terminal[2])     /* where progress may be shown */
            CHECK(r->status == (r->err.len > 0 ? 2 : 0));
        return;
    }
    if (r->status == 2) {
        CHECK(r->err.len > 0);
        CHECK(memmem(r->err.text, r->err.len, "locus", 5) != NULL);
    }
    /* Progress may have been shown. */
    if (r->err.len > 0 && !system->terminal[2]) {
        CHECK(r->err.len > 5 && memcmp(r->err.text, "locus", 5) == 0);
        CHECK(r->err.text[r->err.len - 1] == '\n');
        /* Valid items are mentioned only if decode found something. */
        CHECK(r->status != 0 || is_verb(command, "decode") || warns(r)
              || counts_lines(command));
        CHECK(!scans || r->status == 2 || warns(r) || counts_lines(command));
    }
}

/* The same command in a different environment. */
static void check_same(const struct command_result *a,
                       const struct command *command,
                       const struct command_system *system)
{
    struct command_result b = run(command, system);

    if (!a->no_memory && !b.no_memory) {
        CHECK(a->status == b.status);
        CHECK(same(&a->out, &b.out));
        CHECK(system->terminal[2] || same(&a->err, &b.err));
        CHECK(system->terminal[2] || same(&a->both, &b.both));
    }
    command_forget_result(&b);
}

static void check_kernels(const struct command_result *r,
                          const struct command *command,
                          struct command_system system)
{
    if (is_verb(command, "grammars"))
        return;                    /* It names the kernel. */
    for (size_t i = 1; (system.kernel = locus_kernel_name(i)); i++)
        check_same(r, command, &system);
}

/* A regular file that is large enough is mapped; others are read piece by piece. */
static void check_threads(const struct command_result *r,
                          const struct command *command,
                          struct command_system system)
{
    struct command threaded = {
        .argument = { "locus", "scan", "-j", "3" }, .count = 4,
    };

    /* -j is refused with --unique. */
    if (!is_verb(command, "scan") || has_option(command, "--u"))
        return;
    for (int i = 2; i < command->count; i++)
        add(&threaded, command->argument[i]);
    check_same(r, &threaded, &system);
    system.pipe = !system.pipe;
    check_same(r, &threaded, &system);
}

/* The same in larger blocks, which are longer than a page of a mapping: the input is
   repeated many times. This takes long, so it is done only for some texts. */
static void check_large(const struct command *command,
                        struct command_system system)
{
    enum { LARGE = 24000, BLOCK = 8000 };
    struct command_result r;
    char *large;

    if (!is_verb(command, "scan") || system.bad_at >= system.len)
        return;
    large = malloc(LARGE);
    CHECK(large);
    for (size_t i = 0; i < LARGE; i++)
        large[i] = ((const char *)system.data)[i % system.len];
    system.bad_at = system.bad_at * LARGE / system.len;
    system.data = large;
    system.len = system.told_size = LARGE;
    system.block_size = BLOCK;
    r = run(command, &system);
    check_contract(command, &system, &r);
    check_threads(&r, command, system);
    command_forget_result(&r);
    free(large);
}

/* Compressed */

static bool seems_compressed(const struct command *command,
                             const struct command_system *system)
{
    bool undecided;

    if (coding_of_bytes(system->data, system->len, &undecided)
        || coding_may_skip(system->data, system->len))
        return true;
    for (int i = 0; i < command->count; i++)
        if (coding_of_name(command->argument[i], (const unsigned char *)"\0", 1))
            return true;
    return false;
}

/* Each returns 0 if this build does not have the format. */
static size_t compress_gzip(void *to, size_t size, const void *from,
                            size_t len)
{
#ifdef HAVE_ISAL
    struct isal_zstream z;

    isal_deflate_stateless_init(&z);
    z.gzip_flag = IGZIP_GZIP;
    z.end_of_stream = 1;
    z.next_in = (void *)(uintptr_t)from;
    z.avail_in = (uint32_t)len;
    z.next_out = to;
    z.avail_out = (uint32_t)size;
    CHECK(isal_deflate_stateless(&z) == COMP_OK);
    return z.total_out;
#elif defined HAVE_ZLIB
    z_stream z = { .avail_in = (unsigned)len, .avail_out = (unsigned)size };

    z.next_in = (void *)(uintptr_t)from;
    z.next_out = to;
    CHECK(deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 1, Z_DEFAULT_STRATEGY)
          == Z_OK);
    CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
    deflateEnd(&z);
    return z.total_out;
#else
    (void)to, (void)size, (void)from, (void)len;
    return 0;
#endif
}

static size_t compress_zstd(void *to, size_t size, const void *from,
                            size_t len)
{
#ifdef HAVE_ZSTD
    const size_t n = ZSTD_compress(to, size, from, len, 1);

    CHECK(!ZSTD_isError(n));
    return n;
#else
    (void)to, (void)size, (void)from, (void)len;
    return 0;
#endif
}

static size_t compress_xz(void *to, size_t size, const void *from, size_t len)
{
    size_t n = 0;

#ifdef HAVE_LZMA
    CHECK(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, from, len, to, &n,
                                  size) == LZMA_OK);
#else
    (void)to, (void)size, (void)from, (void)len;
#endif
    return n;
}

static size_t compress_bzip2(void *to, size_t size, const void *from, size_t len)
{
    unsigned n = 0;

#ifdef HAVE_BZ2
    n = (unsigned)size;
    CHECK(BZ2_bzBuffToBuffCompress(to, &n, (char *)(uintptr_t)from, (unsigned)len,
                                   1, 0, 0) == BZ_OK);
#else
    (void)to, (void)size, (void)from, (void)len;
#endif
    return n;
}

static size_t compress_lz4(void *to, size_t size, const void *from, size_t len)
{
    size_t n = 0;

#ifdef HAVE_LZ4
    n = LZ4F_compressFrame(to, size, from, len, NULL);
    CHECK(!LZ4F_isError(n));
#else
    (void)to, (void)size, (void)from, (void)len;
#endif
    return n;
}

static size_t (*const compressors[])(void *, size_t, const void *, size_t) = {
    compress_gzip, compress_zstd, compress_xz, compress_bzip2, compress_lz4,
};
enum { COMPRESSORS = sizeof compressors / sizeof *compressors };

/* Input that cannot be read to its end is an error. */
static void check_refused(const char *verb,
                          const struct command_system *system)
{
    const struct command command = {
        .argument = { "locus", verb, "-o", "json" }, .count = 4,
    };
    struct command_result r = run(&command, system);
    const bool quiet = r.wrote_in_vain && system->write_error == EPIPE;

    CHECK(r.status == (quiet ? 0 : 2));
    CHECK(r.status == 0 || r.err.len > 0);
    command_forget_result(&r);
}

/* A scan of the same data, compressed, finds the same URLs at the same offsets; without
   its last byte, the data is damaged. */
static void check_compressed(const struct command_result *r,
                             const struct command *command,
                             struct command_system system, unsigned choice)
{
    static char packed[2 * FUZZ_MAX + (1 << 17)];  /* lz4 requires room for one more
                                                      block */

    if (!is_verb(command, "scan") || seems_compressed(command, &system)
        || (system.read_error && system.bad_at < system.len))
        return;
    system.len = compressors[choice % COMPRESSORS](packed, sizeof packed,
                                                   system.data, system.len);
    system.data = packed;
    system.told_size = system.bad_at = system.len;
    if (system.len == 0)
        return;
    check_same(r, command, &system);
    system.len--;
    check_refused("scan", &system);
}

/* JSON (RFC 8259), with nothing between its tokens */

/* Each returns the end of what it reads, or NULL. */
static const char *json_value(const char *at, const char *end);

static const char *json_text(const char *at, const char *end)
{
    size_t n;

    if (at == end || *at++ != '"')
        return NULL;
    for (const char *begin = at; at < end; at++) {
        if (*at == '\\')
            at++;
        else if (*at == '"')
            return locus_unwrap(NULL, 0, &n, begin, (size_t)(at - begin),
                                locus_json) == LOCUS_ERROR_ESCAPE
                       ? NULL : at + 1;
    }
    return NULL;
}

/* Members or values, separated by commas, up to `close`. */
static const char *json_list(const char *at, const char *end, char close)
{
    if (at < end && *at == close)
        return at + 1;
    while (at && at < end) {
        if (close == '}') {
            at = json_text(at, end);
            if (!at || at == end || *at++ != ':')
                return NULL;
        }
        at = json_value(at, end);
        if (!at || at == end)
            return NULL;
        if (*at == close)
            return at + 1;
        if (*at++ != ',')
            return NULL;
    }
    return NULL;
}

static const char *json_value(const char *at, const char *end)
{
    static const char *const words[] = { "true", "false", "null" };
    const char *digits = at;

    if (at == end)
        return NULL;
    if (*at == '"')
        return json_text(at, end);
    if (*at == '{' || *at == '[')
        return json_list(at + 1, end, *at == '{' ? '}' : ']');
    for (size_t i = 0; i < 3; i++)
        if ((size_t)(end - at) >= strlen(words[i])
            && memcmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    while (digits < end && *digits >= '0' && *digits <= '9')
        digits++;
    return digits > at && (*at != '0' || digits == at + 1) ? digits : NULL;
}

/* Whether all of it is UTF-8 (RFC 3629): the library reports encoded octets that are
   not. */
static bool is_utf8(const char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        const unsigned char c = (unsigned char)text[i];
        const size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2
                       : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
        uint32_t code = n > 1 ? c & (0x7fu >> n) : c;

        if (n == 0 || n > len - i)
            return false;
        for (size_t k = 1; k < n; k++) {
            if (((unsigned char)text[i + k] & 0xc0) != 0x80)
                return false;
            code = code << 6 | ((unsigned char)text[i + k] & 0x3f);
        }
        if ((n == 3 && code < 0x800) || (n == 4 && code < 0x10000)
            || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return false;
        i += n;
    }
    return true;
}

static bool has(const char *line, size_t len, const char *what)
{
    return memmem(line, len, what, strlen(what)) != NULL;
}

/* A record, which contains the text of an item unless `item` is NULL. */
static void check_record(const char *line, size_t len, const char *item,
                         size_t item_len)
{
    static const char input[] = "\"input\":";
    const char *end = json_value(line, line + len);
    const bool lossy = has(line, len, ",\"lossy\":true}");

    CHECK(len > 0 && *line == '{' && end == line + len);
    CHECK(is_utf8(line, len));
    if (item && (!lossy || is_utf8(item, item_len))) {
        const char *text = memmem(line, len, input, sizeof input - 1);
        const char *text_end;
        char *plain = malloc(len);
        size_t n;

        CHECK(text && plain);
        text += sizeof input - 1;
        text_end = json_text(text, line + len);
        CHECK(text_end);
        CHECK(locus_unwrap(plain, len, &n, text + 1,
                           (size_t)(text_end - text) - 2, locus_json_raw) == 0);
        CHECK(n == item_len && memcmp(plain, item, n) == 0);
        free(plain);
        /* Records with replaced bytes, and the decoded text of explain. */
        CHECK(!lossy || has(line, len, "\"output\":")
              || has(line, len, "\"syntax\":"));
    }
    CHECK(!lossy || has(line, len, "\xef\xbf\xbd"));
}

/* Items */

struct text {
    const char *at;
    size_t len;
};

/* Removes the next item, or line, from the beginning of `rest`. */
static bool next_item(struct text *item, struct text *rest, char between)
{
    const char *end;

    if (rest->len == 0)
        return false;
    end = memchr(rest->at, between, rest->len);
    item->at = rest->at;
    item->len = end ? (size_t)(end - rest->at) : rest->len;
    rest->at += item->len;
    rest->len -= item->len;
    if (rest->len > 0)
        rest->at++, rest->len--;
    if (between == '\n' && item->len > 0 && item->at[item->len - 1] == '\r')
        item->len--;
    return true;
}

/* The next record: it ends with a newline, and contains no other. */
static struct text next_record(struct text *rest)
{
    const char *end = rest->len > 0 ? memchr(rest->at, '\n', rest->len) : NULL;
    struct text record = { rest->at, 0 };

    CHECK(end);
    record.len = (size_t)(end - rest->at);
    rest->at += record.len + 1;
    rest->len -= record.len + 1;
    return record;
}

static size_t count_tabs(struct text line)
{
    size_t tabs = 0;

    for (size_t i = 0; i < line.len; i++)
        tabs += line.at[i] == '\t';
    return tabs;
}

/* parse, resolve, ... -o json: an object for each item, in order, and the corresponding
   status. */
static void check_items_json(const char *verb, const struct locus_grammar *grammar,
                             const struct command_system *system, bool null)
{
    struct command command = {
        .argument = { "locus", verb, "-o", "json", "-g",
                      locus_grammar_name(grammar) },
        .count = 6,
    };
    struct text rest = { system->data, system->len }, item, output;
    struct command_result r;
    int status = 0;

    if (strcmp(verb, "edit") == 0)
        add(&command, "--set=host=h");
    if (null)
        add(&command, "-0");
    if (strcmp(verb, "resolve") == 0 || strcmp(verb, "relativize") == 0)
        add(&command, "http://a/b/c/d");
    r = run(&command, system);
    if (r.status == 2) {           /* a grammar without references */
        CHECK(strcmp(verb, "parse") != 0 && r.out.len == 0);
        command_forget_result(&r);
        return;
    }
    output = (struct text){ r.out.text, r.out.len };
    while (next_item(&item, &rest, null ? '\0' : '\n')) {
        const struct text record = next_record(&output);
        const bool valid = has(record.at, record.len, "\"valid\":true");
        struct locus_url url;

        check_record(record.at, record.len, item.at, item.len);
        CHECK(valid != has(record.at, record.len, "\"valid\":false"));
        if (strcmp(verb, "parse") == 0)
            CHECK(valid
                  == (locus_parse(&url, item.at, item.len, grammar) == 0));
        status |= !valid;
    }
    CHECK(output.len == 0 && (r.err.len == 0 || warns(&r)) && r.status == status);
    command_forget_result(&r);
}

/* The same for tsv: a header, and for each item a row of eight columns. */
static void check_items_tsv(const struct locus_grammar *grammar,
                            const struct command_system *system, bool null)
{
    struct command command = {
        .argument = { "locus", "parse", "-o", "tsv", "-g",
                      locus_grammar_name(grammar) },
        .count = 6,
    };
    const size_t tabs = LOCUS_GENERIC_PART_COUNT - 1;
    struct text rest = { system->data, system->len }, item, output;
    struct command_result r;

    if (null)
        add(&command, "-0");
    r = run(&command, system);
    output = (struct text){ r.out.text, r.out.len };
    CHECK(count_tabs(next_record(&output)) == tabs);
    while (next_item(&item, &rest, null ? '\0' : '\n'))
        CHECK(count_tabs(next_record(&output)) == tabs);
    CHECK(output.len == 0);
    CHECK(((r.err.len == 0) == (r.status == 0) || warns(&r)) && r.status != 2);
    command_forget_result(&r);
}

/* The counts of top add up to the number of URLs. */
static void check_top(const char *grammar, const char *context,
                      const struct command_system *system, unsigned long count)
{
    struct command command = {
        .argument = { "locus", "top", "-g", grammar, "-x", context, "--by",
                      "url", "-n", "0", "-o", "tsv" },
        .count = 12,
    };
    struct command_result r = run(&command, system);
    struct text output = { r.out.text, r.out.len };
    unsigned long sum = 0;

    CHECK(next_record(&output).len == strlen("count\turl"));
    while (output.len > 0) {
        const struct text record = next_record(&output);

        CHECK(count_tabs(record) == 1);
        sum += strtoul(record.at, NULL, 10);
    }
    CHECK(sum == count);
    CHECK(r.status == 2 || r.status == (count == 0));
    command_forget_result(&r);
}

/* scan -o json writes as many records as scan -c counts. */
static void check_scan(const char *grammar, const char *context,
                       const struct command_system *system)
{
    struct command command = {
        .argument = { "locus", "scan", "-g", grammar, "-x", context, "-o",
                      "json" },
        .count = 8,
    };
    struct command_result r = run(&command, system), counted;
    struct text output = { r.out.text, r.out.len };
    char number[32];
    unsigned long count = 0;

    while (output.len > 0) {
        const struct text record = next_record(&output);

        check_record(record.at, record.len, NULL, 0);
        count++;
    }
    command.argument[6] = "-c";
    command.count = 7;
    counted = run(&command, system);
    snprintf(number, sizeof number, "%lu\n", count);
    CHECK(counted.out.len == strlen(number));
    CHECK(memcmp(counted.out.text, number, strlen(number)) == 0);
    CHECK(r.status == counted.status);
    CHECK(r.status == 2 || r.status == (count == 0));
    command_forget_result(&r);
    command_forget_result(&counted);
    check_top(grammar, context, system, count);
}

/* A byte order mark. */
static bool has_mark(const struct command_system *system)
{
    const unsigned char *data = system->data;

    return system->len > 1
        && (data[0] == 0xef || data[0] >= 0xfe || (data[0] == 0 && data[1] == 0));
}

static void check_verb(const char *verb, unsigned choice,
                       struct command_system system)
{
    const struct locus_grammar *const grammar =
        grammar_at((int)choice % grammar_count());
    const bool null = (int)choice / grammar_count() % 2;

    memset(system.terminal, 0, sizeof system.terminal);
    system.read_error = system.write_error = 0;
    /* Its items differ from the bytes that are read. */
    if (has_mark(&system))
        return;
    if (!locus_has_grammar(grammar) || strcmp(verb, "compare") == 0
        || strcmp(verb, "grammars") == 0)
        return;
    system.read_error = EIO;
    system.bad_at = system.len;
    check_refused(strcmp(verb, "scan") == 0 ? verb : "normalize", &system);
    system.read_error = 0;
    if (strcmp(verb, "top") == 0)
        return;
    if (strcmp(verb, "scan") == 0 && grammar_can_scan(grammar))
        check_scan(locus_grammar_name(grammar),
                   locus_context_name(context_at((int)choice / grammar_count()
                                                 % context_count())), &system);
    if (strcmp(verb, "scan") == 0)
        return;
    check_items_json(verb, grammar, &system, null);
    if (strcmp(verb, "parse") == 0)
        check_items_tsv(grammar, &system, null);
}

static struct command_system system_of(uint8_t how)
{
    static const int write_errors[] = { 0, EPIPE, ENOSPC, 0 };
    struct command_system system = {
        .kernel = locus_kernel_name(0),
        .terminal = { how & 1, how >> 1 & 1, how >> 2 & 1 },
        .read_error = how >> 3 & 1 ? EIO : 0,
        .write_error = write_errors[how >> 4 & 3],
        .pipe = (how >> 4 & 3) == 3,
        .no_color = how >> 6 & 1,
        .columns = how >> 7 & 1 ? 30 : 0,
    };

    return system;
}

/* The arguments of the command line; the input follows them. */
static char *read_arguments(struct command *command, uint8_t choice,
                            struct command_system *system,
                            const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1);
    size_t at = 0;

    CHECK(copy);
    memcpy(copy, data, size);
    copy[size] = '\0';
    add(command, "locus");
    if (choice % 16 < VERBS)
        add(command, verbs[choice % 16]);
    for (int i = 0; i < choice / 16 && at < size; i++) {
        add(command, copy + at);
        at += strlen(copy + at) + 1;
    }
    at = at < size ? at : size;
    system->data = copy + at;
    system->len = size - at;
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct command command = { .count = 0 };
    struct command_system system;
    struct command_result r;
    char *copy;

    if (size < 3 || size > FUZZ_MAX)
        return 0;
    system = system_of(data[1]);
    copy = read_arguments(&command, data[0], &system, data + 3, size - 3);
    /* Threads that still scan must not be left behind. */
    if (is_verb(&command, "scan"))
        system.write_error = 0;
    system.block_size = 1u + data[2] / 4 * 7;
    system.bad_at = data[2] % 3 == 1 ? system.len * (data[2] / 3u) / 85
                                     : system.len;
    /* It may have become longer or shorter since its size was read. */
    system.told_size = system.len + (data[2] % 8 == 6 ? 777 : 0)
                     - (data[2] % 8 == 7 ? system.len / 2 : 0);
    r = run(&command, &system);
    check_contract(&command, &system, &r);
    check_kernels(&r, &command, system);
    check_threads(&r, &command, system);
    check_large(&command, system);
    check_compressed(&r, &command, system, data[2]);
    system.chunk = 1u + data[2] % 61;
    check_same(&r, &command, &system);
    check_threads(&r, &command, system);
    system.chunk = 0;
    if (command.count > 1 && data[0] % 16 < VERBS)
        check_verb(command.argument[1], data[2], system);
    command_forget_result(&r);
    free(copy);
    return 0;
}
