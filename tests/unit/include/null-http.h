/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_TESTS_NULL_HTTP_H
#define LOCUS_TESTS_NULL_HTTP_H

void null_parse_target(void);
void null_redact(void);

#endif
