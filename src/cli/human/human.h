/* SPDX-License-Identifier: MIT */
#ifndef HUMAN_H
#define HUMAN_H

#include "cli/record/record.h"

/*
 * The human-readable view: the URL and its parts below it. All of it is made visible
 * (visible.h), whether or not it is written to a terminal.
 */

/* To be called before the first record. */
void human_open(bool color);

/* Writes a record, and its findings if asked to. */
void human_record(const struct record *record, bool findings);

/* Writes a text with all its bytes visible. */
void human_text(const char *text, size_t len);

/* Writes a line for each finding: its name and its sentence. */
void human_findings(uint64_t findings);

#endif
