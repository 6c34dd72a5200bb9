/* SPDX-License-Identifier: MIT */
#ifndef DOMAIN_H
#define DOMAIN_H

#include "cli/views/scratch.h"

/*
 * Registrable domains, by libpsl and its Public Suffix List.
 */

/* Loads the list, before threads use it. Ends the command if that fails, or if locus was
   built without libpsl. */
void domains_open(const char *verb, const char *option);

/* Replaces a host by its registrable domain, in lower case and without a final ".". Returns
   false if it has none: an address, a name of one label, a public suffix. */
bool domain_of(struct value_text *host, struct scratch *scratch);

#endif
