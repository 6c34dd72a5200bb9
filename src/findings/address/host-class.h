/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_HOST_CLASS_H
#define LOCUS_HOST_CLASS_H

#include "locus.h"

/* A finding as a bit. */
#define BIT(finding) (UINT64_C(1) << (finding))

/* The findings that the machine findings_host reports for a host. */
uint64_t locus_host_findings(const char *text, size_t len);

#endif
