/* SPDX-License-Identifier: MIT */
#ifndef STAGES_H
#define STAGES_H

#include "cli/record/record.h"
#include "cli/settings/settings.h"

/*
 * The stages of a pipeline (pipeline.h), in the order in which records pass them.
 */

/* Parses the record by a grammar, its `settings`. */
bool stage_parse(const void *grammar, struct record *record);

/* The same for a line of --stream, which may have no URL, or one that is too long. */
bool stage_parse_row(const void *grammar, struct record *record);

/* Parses a record of a log by the grammars of its fields, a struct log_grammars. The method
   of the line decides which form a target has. */
bool stage_parse_log(const void *grammars, struct record *record);

/* --method: decides by the method, a string, which form a request target has. */
bool stage_method(const void *method, struct record *record);

/* --valid: drops what is not valid. */
bool stage_valid(const void *nothing, struct record *record);

/* --findings */
bool stage_findings(const void *nothing, struct record *record);

#endif
