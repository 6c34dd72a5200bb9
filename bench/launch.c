/* SPDX-License-Identifier: MIT
 *
 *     launch [-p PROCESSORS] [-i FILE] [-o FILE] COMMAND...
 *
 * Runs a command and writes its costs as JSON: wall-clock and processor time, peak
 * memory, and how many bytes it wrote to standard output. This program is small because
 * Linux counts the memory of the process that forked as that of the new one.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measuring.h"

static void fail(const char *what)
{
    fprintf(stderr, "launch: %s: %s\n", what, strerror(errno));
    exit(126);
}

static double of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* Binds this process and its children to a list of processors, "0,1". */
static void pin(const char *list)
{
#ifdef __linux__
    cpu_set_t set;
    char *end;

    CPU_ZERO(&set);
    do {
        const long processor = strtol(list, &end, 10);

        if (end == list || processor < 0 || processor >= CPU_SETSIZE) {
            errno = EINVAL;
            fail(list);
        }
        CPU_SET((size_t)processor, &set);
        list = end + 1;
    } while (*end == ',');
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        fail("sched_setaffinity");
#else
    (void)list;
#endif
}

static void redirect(const char *path, int flags, int to)
{
    const int file = open(path, flags, 0666);

    if (file < 0 || dup2(file, to) < 0)
        fail(path);
    if (file != to)
        close(file);
}

int main(int argc, char **argv)
{
    const char *processors = NULL, *input = NULL, *output = NULL;
    struct rusage usage;
    int option, status, report;
    double start, seconds;
    off_t written;
    FILE *out;
    pid_t child;

    while ((option = getopt(argc, argv, "+p:i:o:")) != -1)
        switch (option) {
        case 'p':
            processors = optarg;
            break;
        case 'i':
            input = optarg;
            break;
        case 'o':
            output = optarg;
            break;
        default:
            return 126;
        }
    if (optind == argc) {
        fputs("usage: launch [-p PROCESSORS] [-i FILE] [-o FILE] COMMAND...\n",
              stderr);
        return 126;
    }
    report = dup(STDOUT_FILENO);
    if (report < 0 || fcntl(report, F_SETFD, FD_CLOEXEC) != 0)
        fail("standard output");
    if (processors)
        pin(processors);
    if (input)
        redirect(input, O_RDONLY, STDIN_FILENO);
    /* The file is not truncated first: then its memory is already allocated, and
       writing costs the same every time. */
    if (output)
        redirect(output, O_WRONLY | O_CREAT, STDOUT_FILENO);

    start = read_clock(CLOCK_MONOTONIC);
    child = fork();
    if (child < 0)
        fail("fork");
    if (child == 0) {
        execvp(argv[optind], argv + optind);
        fail(argv[optind]);
    }
    if (wait4(child, &status, 0, &usage) < 0)
        fail("wait4");
    seconds = (read_clock(CLOCK_MONOTONIC) - start) / 1e9;

    /* The command wrote through the same open file and moved its offset. */
    written = lseek(STDOUT_FILENO, 0, SEEK_CUR);
    if (output && written >= 0 && ftruncate(STDOUT_FILENO, written) != 0)
        written = -1;
    out = fdopen(report, "w");
    if (!out
        || fprintf(out, "{\"seconds\": %.9f, \"used\": %.6f,"
                   " \"rss\": %ld, \"written\": %lld, \"status\": %d}\n",
                   seconds,
                   of(usage.ru_utime) + of(usage.ru_stime),
                   usage.ru_maxrss * 1024L, (long long)written,
                   WIFEXITED(status) ? WEXITSTATUS(status)
                                     : 128 + WTERMSIG(status)) < 0
        || fclose(out) != 0)
        fail("report");
    return 0;
}
