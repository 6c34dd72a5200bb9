/* SPDX-License-Identifier: MIT */
#ifndef PIPELINE_H
#define PIPELINE_H

#include "cli/record/record.h"

/*
 * The path of a record: the stages, one after another, and then the sink.
 *
 * Threads take records through a pipeline at the same time. So a stage has no state (except
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

/* More than a pipeline ever has. */
enum { PIPELINE_STAGES = 8 };

struct pipeline {
    struct stage stages[PIPELINE_STAGES];
    size_t       stage_count;
    struct sink  sink;
};

/* Appends a stage. */
static inline void pipeline_add(struct pipeline *pipeline,
                                bool (*pass)(const void *, struct record *),
                                const void *settings)
{
    pipeline->stages[pipeline->stage_count++] = (struct stage){ pass, settings };
}

/* Whether nothing is done with a record: all that matters is how many there are. */
static inline bool pipeline_only_counts(const struct pipeline *pipeline)
{
    return pipeline->stage_count == 0 && !pipeline->sink.take;
}

/* Takes a record through the pipeline. Returns whether it reached the end. */
static inline bool pipeline_run(const struct pipeline *pipeline, struct record *record)
{
    for (size_t i = 0; i < pipeline->stage_count; i++)
        if (!pipeline->stages[i].pass(pipeline->stages[i].settings, record))
            return false;
    if (pipeline->sink.take)
        pipeline->sink.take(pipeline->sink.data, record);
    return true;
}

#endif
