/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_TESTS_NULL_QUERY_H
#define LOCUS_TESTS_NULL_QUERY_H

void null_query_find(void);
void null_query_get(void);
void null_query_count(void);
void null_query_set(void);
void null_query_remove(void);
void null_query_select(void);
void null_query_drop_empty(void);
void null_query_sort(void);

#endif
