/* SPDX-License-Identifier: MIT
 *
 * locus_scan_next() with each kernel: what it finds in various texts (scan-texts.c) and in
 * windows of various sizes (windows.c). The contexts have their own tests
 * (tests/unit/contexts/).
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"
#include "unit/contexts/prose-oracle.h"
#include "support/unit.h"
#include "unit/scan/scan.h"

void begin(struct locus_scan *scan, const struct scan_case *c)
{
    ck_assert_int_eq(locus_scan_init(scan, *c->grammar, *c->context), 0);
    scan->schemes = c->schemes;
    scan->scheme_count = c->scheme_count;
}

/* Scans with the text arriving `piece` bytes at a time, except the first piece, which
   has `first` bytes. Each window is a separate allocation of its exact size, so that
   nothing is read outside and nothing is kept. */
void scan_pieces(struct hits *hits, const struct scan_case *c,
                 size_t first, size_t piece)
{
    struct locus_scan scan;
    size_t have = first;

    hits->count = 0;
    begin(&scan, c);
    for (;;) {
        size_t base = (size_t)scan.base;
        size_t len = have - base;
        char *window = malloc(len);
        struct locus_found found;
        int result;

        memcpy(window, c->text + base, len);
        while ((result = locus_scan_next(&scan, window, len, have == c->len,
                                         &found)) == 1) {
            ck_assert_uint_eq(found.offset, base + found.off);
            ck_assert_uint_le(found.off, len);
            ck_assert_uint_le(found.len, len - found.off);
            ck_assert_uint_lt(hits->count, COUNT(hits->hit));
            hits->hit[hits->count].offset = found.offset;
            hits->hit[hits->count].len = found.len;
            ++hits->count;
        }
        free(window);
        ck_assert_int_eq(result, 0);
        if (have == c->len)
            return;
        ck_assert_uint_le(scan.drop, len);
        ck_assert_uint_eq(scan.base, base + scan.drop);
        have += c->len - have < piece ? c->len - have : piece;
    }
}

/* Checks that each URL found is valid or fails in its authority, follows the previous
   one, and is what is wanted. */
static void check_hits(const struct hits *hits, const struct scan_case *c)
{
    const char *want = c->want;
    uint64_t end = 0;

    for (size_t i = 0; i < hits->count; ++i) {
        const struct hit *hit = &hits->hit[i];
        const char *text = c->text + hit->offset;
        size_t len = strcspn(want, " ");

        ck_assert_uint_ge(hit->offset, end);
        end = hit->offset + hit->len;
        ck_assert_msg(prose_is_url(text, hit->len, *c->grammar),
                      "in \"%s\": \"%.*s\" is not valid", c->text,
                      (int)hit->len, text);
        ck_assert_msg(hit->len == len && memcmp(text, want, len) == 0,
                      "in \"%s\": found \"%.*s\", but it is \"%.*s\"", c->text,
                      (int)hit->len, text, (int)len, want);
        want += len;
        want += *want == ' ';
    }
    ck_assert_msg(*want == '\0', "in \"%s\": \"%s\" is not found", c->text,
                  want);
}

static void check_same(const struct hits *hits, const struct hits *whole,
                       const struct scan_case *c, const char *how, size_t at)
{
    bool same = hits->count == whole->count;

    for (size_t i = 0; same && i < whole->count; ++i)
        same = hits->hit[i].offset == whole->hit[i].offset &&
               hits->hit[i].len == whole->hit[i].len;
    ck_assert_msg(same, "in \"%s\": other URLs in %s %zu", c->text, how, at);
}

/* Scans the whole text, two pieces cut at each offset, and pieces of each small size. */
void check_scan(const struct scan_case *c)
{
    static struct hits whole;
    static struct hits pieces;

    scan_pieces(&whole, c, c->len, 0);
    check_hits(&whole, c);
    for (size_t cut = 0; cut < c->len; ++cut) {
        scan_pieces(&pieces, c, cut, c->len);
        check_same(&pieces, &whole, c, "two pieces, cut at", cut);
    }
    for (size_t piece = 1; piece <= 9; ++piece) {
        scan_pieces(&pieces, c, 0, piece);
        check_same(&pieces, &whole, c, "pieces of", piece);
    }
}

static Suite *scan(void)
{
    static char name[64];          /* Check keeps the pointer */
    Suite *suite;

    snprintf(name, sizeof name, "scan, %s", locus_kernel());
    suite = suite_create(name);
    suite_add_tcase(suite, text_tests());
    suite_add_tcase(suite, window_tests());
    return suite;
}

int main(void)
{
    need_all_grammars();
    return run_with_each_kernel(scan);
}
