/* SPDX-License-Identifier: MIT */
#include "locus.h"

const char *locus_version(void)
{
    return LOCUS_VERSION;
}
