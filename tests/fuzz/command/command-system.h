/* SPDX-License-Identifier: MIT
 *
 * The command in this process, in a simulated environment: standard input and every file
 * have the same contents, output stays in memory, no real file is opened, and exit()
 * returns here. tests/fuzz/command/command.syms lists the functions that replace those of
 * the system.
 */
#ifndef LOCUS_FUZZ_COMMAND_SYSTEM_H
#define LOCUS_FUZZ_COMMAND_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

struct command_system {
    const char *kernel;            /* LOCUS_KERNEL */
    const void *data;              /* the contents of standard input and of every file */
    size_t len;
    size_t chunk;                  /* reads and writes are no longer, and are
                                      interrupted by signals; 0: as asked */
    size_t block_size;             /* LOCUS_BLOCK_SIZE */
    bool pipe;                     /* the input is not a regular file; otherwise */
    size_t told_size;              /* it is reported to have this many bytes */
    bool terminal[3];              /* standard input, output, error */
    bool no_color;
    unsigned columns;              /* of the terminal */
    int read_error;                /* for reading at bad_at, as on a bad disk; */
    size_t bad_at;                 /* this may be the end */
    int write_error;               /* for each write to standard output */
};

struct command_bytes {
    char *text;
    size_t len;
    size_t size;
};

struct command_result {
    int status;
    struct command_bytes out;
    struct command_bytes err;
    struct command_bytes both;     /* in the order in which it was written */
    bool wrote_in_vain;            /* write_error was returned */
    bool no_memory;                /* more memory was requested than there is */
};

/* argv[argc] need not be NULL. Files whose names begin with "missing" do not exist, and
   those that begin with "dir" are directories. */
void command_run(struct command_result *result,
                 const struct command_system *system, int argc,
                 const char *const *argv);

void command_forget_result(struct command_result *result);

#endif
