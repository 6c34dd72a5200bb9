/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_REPORT_H
#define LOCUS_REPORT_H

#include "locus.h"

/* Clears the caller's report. If there is none, `unwanted` is used instead. */
static inline struct locus_report *
locus_report_begin(struct locus_report *report, struct locus_report *unwanted)
{
    if (!report)
        report = unwanted;
    report->found = 0;
    report->part = -1;
    report->offset = 0;
    return report;
}

#endif
