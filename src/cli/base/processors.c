/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <sched.h>
#include <unistd.h>

static unsigned processors_online(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors < 1 ? 1 : (unsigned)processors;
}

unsigned processors_allowed(void)
{
#ifdef CPU_COUNT
    cpu_set_t allowed;

    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return (unsigned)CPU_COUNT(&allowed);
#endif
    return processors_online();
}
