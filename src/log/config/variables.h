/* SPDX-License-Identifier: MIT
 *
 * The variables of each dialect. The last row of a table has no name.
 */
#ifndef LOCUS_LOG_VARIABLES_H
#define LOCUS_LOG_VARIABLES_H

#include "log/config/build-format.h"

#define NO_FIELD LOCUS_LOG_FIELD_LIMIT

extern const struct variable locus_log_variables_apache[];
extern const struct variable locus_log_variables_nginx[];
extern const struct variable locus_log_variables_haproxy[];

#endif
