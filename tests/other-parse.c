/* SPDX-License-Identifier: MIT
 *
 * For tests/test-runs.c.
 */
#include "other.h"

#include "parse.c"
