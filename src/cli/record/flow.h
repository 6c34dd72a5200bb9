/* SPDX-License-Identifier: MIT */
#ifndef FLOW_H
#define FLOW_H

#include "cli/record/record.h"

/*
 * The way of a record: the stages, one after the other, and then the sink.
 *
 * Threads take records through a flow at the same time. So a stage has no state (except
 * stage_unique(), which is used with one thread only), and a sink writes to what the thread
 * owns: its output (output.h), or its tables (tally.h).
 */

/* Completes a record. Returns false to drop it. */
struct stage {
    bool (*pass)(const void *settings, struct record *record);
    const void *settings;
};

/* Where records end: a writer, or a table that counts them. */
struct sink {
    /* A record's pointers are valid only during the call. NULL: nothing is done. */
    void (*take)(void *data, const struct record *record);
    void *data;
    bool  parse;                  /* it needs record.url, */
    bool  lines;                  /* record.line */
};

/* More than a flow ever has. */
enum { FLOW_STAGES = 8 };

struct flow {
    struct stage stages[FLOW_STAGES];
    size_t       stage_count;
    struct sink  sink;
};

/* Appends a stage. */
static inline void flow_add(struct flow *flow,
                            bool (*pass)(const void *, struct record *),
                            const void *settings)
{
    flow->stages[flow->stage_count++] = (struct stage){ pass, settings };
}

/* Takes a record through the flow. Returns whether it reached the end. */
static inline bool flow_pass(const struct flow *flow, struct record *record)
{
    for (size_t i = 0; i < flow->stage_count; i++)
        if (!flow->stages[i].pass(flow->stages[i].settings, record))
            return false;
    if (flow->sink.take)
        flow->sink.take(flow->sink.data, record);
    return true;
}

#endif
