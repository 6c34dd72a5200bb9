/* SPDX-License-Identifier: MIT
 *
 * The command in this process, in a world of its own: standard input and every
 * file hold the same bytes, what is written stays in memory, nothing real is
 * opened, and exit() comes back here. tests/fuzz/command/command.syms names what the
 * command is given instead of the system's.
 */
#ifndef LOCUS_FUZZ_COMMAND_SYSTEM_H
#define LOCUS_FUZZ_COMMAND_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

struct command_system {
    const char *kernel;            /* LOCUS_KERNEL */
    const void *data;              /* what there is to read */
    size_t len;
    size_t chunk;                  /* reads and writes are no longer, and are
                                      interrupted by signals; 0: as asked */
    size_t block_size;             /* LOCUS_BLOCK_SIZE */
    bool pipe;                     /* what is read is no plain file; else */
    size_t told_size;              /* it is said to have so many bytes */
    bool terminal[3];              /* standard input, output, error */
    bool no_color;
    unsigned columns;              /* of the terminal */
    int read_error;                /* of what is at bad_at, as on a bad disk, */
    size_t bad_at;                 /* which may be the end */
    int write_error;               /* of each write to standard output */
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
    struct command_bytes both;     /* in the order in which they came */
    bool wrote_in_vain;            /* write_error was told */
    bool no_memory;                /* more was asked for than there is */
};

/* argv[argc] need not be NULL. Files whose name begins with "missing" are not
   there, and those that begin with "dir" are folders. */
void command_run(struct command_result *result,
                 const struct command_system *system, int argc,
                 const char *const *argv);

void command_forget_result(struct command_result *result);

#endif
