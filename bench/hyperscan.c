/* SPDX-License-Identifier: MIT
 *
 *     hyperscan FILE
 *
 * Writes the URLs of a file as `locus scan -x raw --schemes http,https` does,
 * found by Hyperscan or Vectorscan with the start of each match.
 */
#include <fcntl.h>
#include <hs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file and the URL that is growing: one match is reported for every byte
   at which it might end. */
struct urls {
    const char *text;
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

static void check(int is_right, const char *what)
{
    if (!is_right) {
        fprintf(stderr, "hyperscan: %s fails\n", what);
        exit(2);
    }
}

int main(int argc, char **argv)
{
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
    check(argc == 2, "usage: hyperscan FILE; it");
    file = open(argv[1], O_RDONLY);
    check(file >= 0 && fstat(file, &status) == 0, argv[1]);
    size = (size_t)status.st_size;
    check(size > 0 && size <= block, "a file of no or over 1 GiB");
    text = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    check(text != MAP_FAILED, "mmap");
    check(hs_compile("https?://[^ \"<>\\n]+",
                     HS_FLAG_SOM_LEFTMOST, HS_MODE_BLOCK, NULL, &database,
                     &error) == HS_SUCCESS, "hs_compile");
    check(hs_alloc_scratch(database, &scratch) == HS_SUCCESS,
          "hs_alloc_scratch");
    urls.text = text;
    check(hs_scan(database, text, (unsigned)size, 0, scratch, on_match, &urls)
          == HS_SUCCESS, "hs_scan");
    write_url(&urls);
    return fflush(stdout) != 0;
}
