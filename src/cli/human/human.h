/* SPDX-License-Identifier: MIT */
#ifndef HUMAN_H
#define HUMAN_H

#include "cli/record/record.h"

/*
 * The view for people: the URL, and under it what its parts are; on a terminal or
 * not, all of it made visible (visible.h).
 */

/* Before the first record. */
void human_open(bool color);

/* Writes a record, and its findings if asked to. */
void human_record(const struct record *record, bool findings);

/* A text with all its bytes visible. */
void human_text(const char *text, size_t len);

/* A line for each finding: its name and its sentence. */
void human_findings(uint64_t findings);

#endif
