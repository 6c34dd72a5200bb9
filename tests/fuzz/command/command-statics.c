/* SPDX-License-Identifier: MIT
 *
 * The files of the command that keep state from one record to the next, and functions that
 * reset it: a process runs the command once, a fuzz target many times.
 */
#include "cli/base/progress.c"

#include "cli/human/screen.h"
#include "cli/output/output.h"

void command_forget_statics(void);

void command_forget_statics(void)
{
    if (progress.enabled)
        pthread_mutex_destroy(&progress.lock);
    memset(&progress, 0, sizeof progress);
    memset(&screen, 0, sizeof screen);
    memset(&out, 0, sizeof out);
}
