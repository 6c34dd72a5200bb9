/* SPDX-License-Identifier: MIT
 *
 *     hyperscan [-l] FILE
 *
 * Writes the URLs of a file like `locus scan -x raw --schemes http,https`, but finds
 * them with Hyperscan or Vectorscan: with the whole pattern, asking for the start of
 * each match; or with -l only with "http://" and "https://", from which a table reads
 * to the end of the URL, which is faster.
 */
#include <fcntl.h>
#include <hs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file and the current URL, which grows: a match is reported for every byte at
   which it might end. */
struct urls {
    const char *text;
    unsigned long long size;
    unsigned long long from, to;
};

static void write_url(const struct urls *urls)
{
    if (urls->to) {
        fwrite(urls->text + urls->from, 1, urls->to - urls->from, stdout);
        putchar('\n');
    }
}

static int on_match(unsigned id, unsigned long long from,
                    unsigned long long to, unsigned flags, void *context)
{
    struct urls *const urls = context;

    (void)id, (void)flags;
    if (from != urls->from || !urls->to) {
        write_url(urls);
        urls->from = from;
    }
    urls->to = to;
    return 0;
}

/* The same with -l, where only the beginning of a URL is a match. */
static int on_beginning(unsigned id, unsigned long long from,
                        unsigned long long to, unsigned flags, void *context)
{
    static const char is_end[256] = {
        [' '] = 1, ['"'] = 1, ['<'] = 1, ['>'] = 1, ['\n'] = 1
    };
    struct urls *const urls = context;
    const char *const text = urls->text;

    (void)from, (void)flags;
    from = to - id;
    if (from < urls->to || to == urls->size || is_end[(unsigned char)text[to]])
        return 0;
    while (to < urls->size && !is_end[(unsigned char)text[to]])
        to++;
    urls->from = from;
    urls->to = to;
    write_url(urls);
    return 0;
}

static void check(int is_right, const char *what)
{
    if (!is_right) {
        fprintf(stderr, "hyperscan: %s fails\n", what);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    static const char *const beginnings[] = { "http://", "https://" };
    static const unsigned lengths[] = { 7, 8 };     /* also their ids in a match */
    const int is_literal = argc == 3 && strcmp(argv[1], "-l") == 0;
    hs_database_t *database = NULL;
    hs_compile_error_t *error = NULL;
    hs_scratch_t *scratch = NULL;
    struct urls urls = { 0 };
    const size_t block = (size_t)1 << 30;
    struct stat status;
    size_t size;
    void *text;
    int file;

    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return puts(hs_version()) < 0;
    check(argc == 2 || is_literal, "usage: hyperscan [-l] FILE; it");
    file = open(argv[argc - 1], O_RDONLY);
    check(file >= 0 && fstat(file, &status) == 0, argv[argc - 1]);
    size = (size_t)status.st_size;
    check(size > 0 && size <= block, "a file of no or over 1 GiB");
    text = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    check(text != MAP_FAILED, "mmap");
    if (is_literal)
        check(hs_compile_multi(beginnings, NULL, lengths, 2, HS_MODE_BLOCK,
                               NULL, &database, &error) == HS_SUCCESS,
              "hs_compile_multi");
    else
        check(hs_compile("https?://[^ \"<>\\n]+",
                         HS_FLAG_SOM_LEFTMOST, HS_MODE_BLOCK, NULL, &database,
                         &error) == HS_SUCCESS, "hs_compile");
    check(hs_alloc_scratch(database, &scratch) == HS_SUCCESS,
          "hs_alloc_scratch");
    urls.text = text;
    urls.size = size;
    check(hs_scan(database, text, (unsigned)size, 0, scratch,
                  is_literal ? on_beginning : on_match, &urls) == HS_SUCCESS,
          "hs_scan");
    if (!is_literal)
        write_url(&urls);
    return fflush(stdout) != 0;
}
