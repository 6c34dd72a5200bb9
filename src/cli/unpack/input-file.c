/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/unpack/input-file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/descriptor.h"

/* The unit of st_blocks. */
#define BLOCKS_UNIT 512

void input_file_begin(struct input_file *file, int fd)
{
    struct stat st;
    off_t at;

    *file = (struct input_file){ .fd = fd };
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return;
    at = lseek(fd, 0, SEEK_CUR);
    if (at < 0 || at > st.st_size)
        return;
    file->regular = true;
    file->has_holes = st.st_blocks < st.st_size / BLOCKS_UNIT;
    file->place = (uint64_t)at;
    file->size = (uint64_t)st.st_size;
}

/* Whether the file was truncated since it was opened, and so ends here. The size of
   /proc files and the like is arbitrary, so the current size is compared as well. */
static bool is_truncated(const struct input_file *file)
{
    struct stat st;

    return file->regular && file->place < file->size && fstat(file->fd, &st) == 0
        && (uint64_t)st.st_size < file->size;
}

ptrdiff_t input_file_read(struct input_file *file, void *buffer, size_t size,
                          char message[INPUT_MESSAGE])
{
    const ssize_t n = fd_read(file->fd, buffer, size);

    if (n > 0) {
        file->place += (uint64_t)n;
        return n;
    }
    if (n == 0) {
        file->end = true;
        if (!is_truncated(file))
            return 0;
        snprintf(message, INPUT_MESSAGE, INPUT_TRUNCATED);
    } else {
        snprintf(message, INPUT_MESSAGE, "%s", strerror(errno));
    }
    return -1;
}
