/* SPDX-License-Identifier: MIT
 *
 * The library's machines once more, the other way round: without runs if it
 * has them, with runs if it has none, and under other names. To be included
 * before src/parse.c, src/match.c or src/scan.c; LOCUS_RUNS says what the
 * library has.
 */
#if LOCUS_RUNS
#undef LOCUS_RUNS
#define LOCUS_RUNS 0
#else
#undef LOCUS_RUNS
#define LOCUS_RUNS 1
#endif

#define locus_parse      other_parse
#define locus_kernel     other_kernel
#define locus_codegen    other_codegen
#define locus_match      other_match
#define locus_text       other_text
#define locus_quote      other_quote
#define locus_scan_init  other_scan_init
#define locus_scan_next  other_scan_next
#define locus_scan_skip  other_scan_skip
