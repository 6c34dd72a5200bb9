/* SPDX-License-Identifier: MIT
 *
 * A shared object that contains the static library (tests/package/embedded.sh); its only
 * symbol is embedded_check(). Each object made from this file has its own library,
 * whatever else defines the same names.
 */
#include <locus.h>
#include <locus/schemes.h>
#include <string.h>

__attribute__((visibility("default")))
const char *embedded_check(void);

#define REQUIRE(CONDITION) \
    do \
        if (!(CONDITION)) \
            return #CONDITION; \
    while (0)

/* Returns NULL, or a description of the failure. Afterwards this object uses the slowest
   kernel; another object that does the same must not change this one's kernel. */
const char *embedded_check(void)
{
    static const char text[] = "see http://user@h.example:8080/%2e/?q#f now";
    struct locus_scan scan;
    struct locus_found found;
    struct locus_feeder feeder;
    struct locus_url url;
    struct locus_url fed;
    struct locus_meaning meaning;
    char buf[64];
    size_t len;
    size_t last = 0;

    while (locus_kernel_name(last + 1))
        last++;
    REQUIRE(strcmp(locus_kernel(), locus_kernel_name(0)) == 0);
    REQUIRE(locus_use_kernel(locus_kernel_name(last)) == 0);
    REQUIRE(strcmp(locus_kernel(), locus_kernel_name(last)) == 0);
    REQUIRE(strcmp(locus_version(), LOCUS_VERSION) == 0);
    REQUIRE(locus_scan_init(&scan, locus_web, locus_text) == 0);
    REQUIRE(locus_scan_next(&scan, text, strlen(text), 1, &found) == 1);
    REQUIRE(found.off == 4 && found.len == strlen(text) - 8);
    REQUIRE(locus_parse(&url, text + 4, found.len, locus_web) == 0);
    REQUIRE(url.part[LOCUS_HOST].len == strlen("h.example"));
    REQUIRE(locus_port(&url, text + 4) == 8080);
    REQUIRE(locus_default_port("http", 4) == 80);
    REQUIRE(locus_meaning_of(&meaning, &url, text + 4, NULL) == 0);
    REQUIRE(meaning.syntax == LOCUS_SYNTAX_HTTP);
    REQUIRE(locus_findings(&url, text + 4, found.len, NULL) != 0);
    REQUIRE(locus_normalize(buf, sizeof buf, &len, &url, text + 4,
                            LOCUS_STEPS) == 0);
    REQUIRE(locus_compare(&url, text + 4, &url, text + 4, LOCUS_STEPS) == 0);
    REQUIRE(locus_decode(buf, sizeof buf, &len, "%41", 3, LOCUS_ANY, 0,
                         NULL) == 0);
    REQUIRE(len == 1 && buf[0] == 'A');
    REQUIRE(locus_feed_begin(&feeder, locus_web) == 0);
    REQUIRE(locus_feed(&feeder, text + 4, found.len) == 0);
    REQUIRE(locus_feed_finish(&feeder, &fed) == 0);
    REQUIRE(memcmp(&fed, &url, sizeof url) == 0);
    return NULL;
}
