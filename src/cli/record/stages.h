/* SPDX-License-Identifier: MIT */
#ifndef STAGES_H
#define STAGES_H

#include "cli/record/record.h"

/*
 * The stages of a flow (flow.h), in the order in which records pass them.
 */

/* Parses the record by a grammar, its `settings`. */
bool stage_parse(const void *grammar, struct record *record);

/* --method: decides by the method, a string, which form a request target has. */
bool stage_method(const void *method, struct record *record);

/* --valid: drops what is not valid. */
bool stage_valid(const void *nothing, struct record *record);

/* --findings */
bool stage_findings(const void *nothing, struct record *record);

#endif
