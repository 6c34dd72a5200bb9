/* SPDX-License-Identifier: MIT
 *
 * Looks for texts on which a scan is slow: composes pieces at random, repeats each
 * composition, and scans it with some context, grammar and kernel.
 *
 *     bench/search-hard [-s SECONDS] [-r SEED] [-n COUNT]
 *
 * Half of the compositions are new, the others are changes of slow ones. Processor time
 * is measured, and what seems slow is measured again: the best time counts. The COUNT
 * slowest compositions (default: 20) are written as JSON, slowest first, each with the
 * context, grammar and kernel with which it is slow; progress goes to standard error.
 */
#define _GNU_SOURCE 1

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "locus.h"
#include "measuring.h"

static const char *const pieces[] = {
    /* schemes, with and without a delimiter or more after them */
    "a://", "x://", "http://", "https://", "ftp://", "://", "news:", "mid:", "cid:", "urn:",
    "tel:", "mailto:", "wais://h/", "prospero://h/", "gopher://", "nntp://", "data:",
    "file:/", "file://", "javascript:", "http:", "h", "s", "news", "mailto", "sip:",
    "wais://", "telnet://", "afs:", "z39.50s://", "x-a:", "rlogin://", "tn3270://",
    /* what URLs consist of */
    ":", "/", "//", "?", "#", "@", "%", "%4", "%41", ".", "..", "-", "+", "_", "~", "!", "*",
    ",", ";", "=", "&", "$", "|", "\\", "^", "a", "b", "1", "0", "h/", "a.b", "1.2.3.", "[",
    "]", "[::1]", "[h", "é", "ä", "燈", "=a;", ";a=1", "&quot;", "&lt;", "&#", "&amp;",
    "localhost", "example.org/", "a@b", "/d/t/1=a;",
    /* marks */
    "\"", "'", "`", "(", ")", "{", "}", "<", ">", "‘", "’", "‚", "“", "”", "„", "«", "»",
    "‹", "›", "「", "」", "（", "）", "【", "】", "。", "、", "…", "'s", "’s", "()", "{}", "[]",
    /* white space and invisible characters */
    " ", "\t", "\n", "\r\n", "\xc2\xa0", "\u3000", "\u200b", "\ufeff", "\xc2\x9b", "> ", "<URL:",
    /* control sequences and escapes */
    "\x1b", "\x1b[m", "\x1b[K", "\x1b[31m", "\x1b[0;1m", "\x1b]8;;", "\x1b[2J", "\\u001b[m",
    "\\u001b", "\\u001b[K", "\\/", "\\/\\/", "\\\"", "\\'", "\\n", "\\u003a", "\\u0061",
    "\\u002f", "\\u2018", "\\u201c", "\\ud83d\\ude00", "\\u0022", "\\\\", "\\x41", "\\t",
    /* words */
    " a ", "the ", "aaaaaaaaaaaaaaaa", "\n\n", ", ", "\":\"", "\",\"",
};

enum {
    PIECES = sizeof pieces / sizeof *pieces,
    MOST = 8,                      /* pieces in a composition, */
    LONGEST = 512,                 /* and bytes */
    SIZE = 32 * 1024,              /* of the text scanned */
    POOL = 64,                     /* slow compositions that are changed */
    TIMES = 7                      /* how often a slow one is measured */
};

/* How a text is scanned. */
struct choice {
    const struct locus_context *context;
    const struct locus_grammar *grammar;
    const char *kernel;
    const char *delimiters;
};

struct composition {
    unsigned piece[MOST];
    unsigned count;
    struct choice choice;
    double mb_s;
};

static struct composition pool[POOL];
static size_t pooled;

/* The processor time used so far, in seconds. */
static double used(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID) / 1e9;
}

static uint64_t dice;

static unsigned below(size_t n)
{
    return (unsigned)(draw(&dice) % n);
}

static struct choice any_choice(void)
{
    struct choice choice = { 0 };
    struct locus_scan scan;
    size_t contexts = 0, grammars = 0, kernels = 0;

    while (locus_context_at(contexts))
        contexts++;
    while (locus_grammar_at(grammars))
        grammars++;
    while (locus_kernel_name(kernels))
        kernels++;
    choice.context = locus_context_at(below(contexts));
    choice.kernel = locus_kernel_name(below(kernels));
    choice.delimiters = below(8) == 0 ? "," : "";
    do
        choice.grammar = locus_grammar_at(below(grammars));
    while (locus_scan_init(&scan, choice.grammar, choice.context) != 0);
    return choice;
}

static size_t spell(char *text, const struct composition *made)
{
    size_t len = 0;

    for (unsigned i = 0; i < made->count; i++) {
        const size_t n = strlen(pieces[made->piece[i]]);

        memcpy(text + len, pieces[made->piece[i]], n);
        len += n;
    }
    return len;
}

/* The processor time of one scan of text[0..len). */
static double scan_once(const char *text, size_t len, const struct choice *choice)
{
    struct locus_scan scan;
    struct locus_found found;
    const double begin = used();

    locus_scan_init(&scan, choice->grammar, choice->context);
    scan.delimiters = choice->delimiters;
    scan.delimiter_count = strlen(choice->delimiters);
    while (locus_scan_next(&scan, text, len, 1, &found) == 1)
        continue;
    return used() - begin;
}

/* How fast the composition is scanned, in MB/s; measured again while it seems slower than
   `least`. */
static double rate(const struct composition *made, double least)
{
    static char text[SIZE + LONGEST];
    const size_t piece = spell(text, made);
    size_t len = piece;
    double best;

    while (len < SIZE) {
        memcpy(text + len, text, piece);
        len += piece;
    }
    locus_use_kernel(made->choice.kernel);
    best = scan_once(text, len, &made->choice);
    for (int i = 1; i < TIMES && (double)len / 1e6 / best < least; i++) {
        const double seconds = scan_once(text, len, &made->choice);

        if (seconds < best)
            best = seconds;
    }
    return (double)len / 1e6 / best;
}

static struct composition compose(void)
{
    struct composition made = { .count = 1 + below(5) };

    for (unsigned i = 0; i < made.count; i++)
        made.piece[i] = below(PIECES);
    made.choice = any_choice();
    return made;
}

/* One of the slow compositions with a piece replaced, added or removed, or with another
   choice. */
static struct composition change(void)
{
    struct composition made = pool[below(pooled)];
    unsigned at = below(made.count);

    switch (below(4)) {
    case 0:
        made.piece[at] = below(PIECES);
        break;
    case 1:
        if (made.count == MOST)
            break;
        memmove(made.piece + at + 1, made.piece + at, (made.count - at) * sizeof *made.piece);
        made.piece[at] = below(PIECES);
        made.count++;
        break;
    case 2:
        if (made.count == 1)
            break;
        made.count--;
        memmove(made.piece + at, made.piece + at + 1, (made.count - at) * sizeof *made.piece);
        break;
    default:
        made.choice = any_choice();
    }
    return made;
}

/* Whether the compositions have the same context and share most of their pieces, as a
   composition and its changes do. */
static int is_similar(const struct composition *a, const struct composition *b)
{
    unsigned same = 0;

    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count; j++)
            if (a->piece[i] == b->piece[j]) {
                same++;
                break;
            }
    return a->choice.context == b->choice.context && 2 * same > a->count
        && 2 * same > b->count;
}

/* Keeps the slowest compositions, and of similar ones only the slowest. */
static void keep(const struct composition *made)
{
    size_t i = pooled, fastest = 0;

    for (size_t n = 0; n < pooled; n++) {
        if (is_similar(&pool[n], made))
            i = n;
        if (pool[n].mb_s > pool[fastest].mb_s)
            fastest = n;
    }
    if (i == pooled && pooled == POOL)
        i = fastest;
    else if (i == pooled)
        pool[pooled++].mb_s = made->mb_s + 1;
    if (made->mb_s < pool[i].mb_s)
        pool[i] = *made;
}

static int compare(const void *a, const void *b)
{
    const double x = ((const struct composition *)a)->mb_s;
    const double y = ((const struct composition *)b)->mb_s;

    return (x > y) - (x < y);
}

/* Writes the text as in a JSON string. It may go to a terminal, so all controls are
   escaped. */
static void print_json(FILE *file, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const unsigned char byte = (unsigned char)text[i];
        const unsigned char next = i + 1 < len ? (unsigned char)text[i + 1] : 0;

        if (byte < 0x20)
            fprintf(file, "\\u%04x", byte);
        else if (byte == 0xC2 && next < 0xA0)      /* U+0080 to U+009F */
            fprintf(file, "\\u%04x", (unsigned char)text[++i]);
        else if (byte == '"' || byte == '\\')
            fprintf(file, "\\%c", byte);
        else
            putc(byte, file);
    }
}

static void print_pool(size_t count)
{
    char text[LONGEST];

    qsort(pool, pooled, sizeof *pool, compare);
    printf("[");
    for (size_t i = 0; i < pooled && i < count; i++) {
        printf("%s\n {\"piece\": \"", i > 0 ? "," : "");
        print_json(stdout, text, spell(text, &pool[i]));
        printf("\", \"context\": \"%s\", \"delimiters\": \"%s\", \"grammar\": \"%s\", "
               "\"kernel\": \"%s\", \"mb_s\": %.1f}",
               locus_context_name(pool[i].choice.context), pool[i].choice.delimiters,
               locus_grammar_name(pool[i].choice.grammar), pool[i].choice.kernel,
               pool[i].mb_s);
    }
    printf("\n]\n");
}

int main(int argc, char **argv)
{
    double seconds = 60, slowest = 1e9;
    size_t count = 20, tried = 0;
    int option;

    dice = 3986;
    while ((option = getopt(argc, argv, "s:r:n:")) != -1)
        switch (option) {
        case 's': seconds = strtod(optarg, NULL); break;
        case 'r': dice = strtoull(optarg, NULL, 10); break;
        case 'n': count = strtoul(optarg, NULL, 10); break;
        default:
            errx(EXIT_FAILURE, "usage: bench/search-hard [-s SECONDS] [-r SEED] [-n COUNT]");
        }
    for (; used() < seconds; tried++) {
        struct composition made = pooled > 0 && below(2) ? change() : compose();
        char text[LONGEST];

        made.mb_s = rate(&made, pooled < POOL ? 1e9 : 100);
        keep(&made);
        if (made.mb_s < slowest) {
            slowest = made.mb_s;
            fprintf(stderr, "%8zu %6.1f MB/s %-8s %-10s %-8s ", tried, slowest,
                    locus_context_name(made.choice.context),
                    locus_grammar_name(made.choice.grammar), made.choice.kernel);
            print_json(stderr, text, spell(text, &made));
            fputc('\n', stderr);
        }
    }
    fprintf(stderr, "%zu compositions\n", tried);
    print_pool(count);
    return EXIT_SUCCESS;
}
