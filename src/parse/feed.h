/* SPDX-License-Identifier: MIT
 *
 * What feed.c and the machines that it feeds (feeder.h) share.
 */
#ifndef LOCUS_FEED_H
#define LOCUS_FEED_H

#include "http/http.h"
#include "locus.h"

/* Reads a piece. The last piece is empty and ends at `eof`. */
typedef void locus_feed_machine(struct locus_feeder *restrict feeder,
                                const unsigned char *piece,
                                const unsigned char *pe,
                                const unsigned char *eof);

/* After a failure: looks in this piece for the "@" of a userinfo, and changes the error
   to LOCUS_ERROR_USERINFO_PRESENT if it is there. Keeps its state for the next piece. */
void locus_feed_userinfo(struct locus_feeder *feeder, const unsigned char *piece,
                         const unsigned char *pe);

/* Records the error and discards everything else. */
void locus_feed_fail(struct locus_feeder *feeder, int error, uint32_t offset);

#endif
