/* SPDX-License-Identifier: MIT
 *
 * See command-system.h. Only the thread that runs main() may exit: the others only scan.
 */
#define _GNU_SOURCE 1              /* fopencookie */

#include "fuzz/command/command-system.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <getopt.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "fuzz/targets/fuzz.h"

#include <sanitizer/asan_interface.h>

/* More than a scan with a dozen threads uses. */
#define MEMORY_MAX ((size_t)24 << 20)
/* Pieces of at least this size are reused by the next run: every run begins with the same
   few, and allocating them takes time. */
#define LARGE ((size_t)64 << 10)

enum {
    FILE_FD = 1000,                /* the first descriptor */
    PAGE = 4096,
    BAD = 8,                       /* bytes that cannot be read */
    FILES_MAX = 64,
    PIECES_MAX = 4096,             /* of memory */
    SPARE_MAX = 64,
    THREADS_MAX = 4
};

int command_main(int argc, char **argv);
void command_forget_statics(void);

static const struct command_system *given;
static struct command_result *result;
static jmp_buf end;
static pthread_t main_thread;
static unsigned threads;

/* Memory left by an early exit is freed. */

struct piece {
    void *at;
    size_t size;
};

static struct {
    pthread_mutex_t lock;
    struct piece piece[PIECES_MAX];
    size_t count;
    size_t sum;
    struct piece spare[SPARE_MAX]; /* must not be accessed */
    size_t spares;
} memory = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *new_piece(size_t size)
{
    for (size_t i = 0; i < memory.spares; i++)
        if (memory.spare[i].size == size) {
            void *at = memory.spare[i].at;

            memory.spare[i] = memory.spare[--memory.spares];
            ASAN_UNPOISON_MEMORY_REGION(at, size);
            return at;
        }
    return malloc(size);
}

static void end_piece(struct piece piece)
{
    if (piece.size < LARGE || memory.spares == SPARE_MAX) {
        free(piece.at);
        return;
    }
    ASAN_POISON_MEMORY_REGION(piece.at, piece.size);
    memory.spare[memory.spares++] = piece;
}

/* The number of a piece; for NULL, that of a new one. */
static size_t find_piece(const void *at)
{
    size_t i = memory.count;

    if (!at) {
        CHECK(i < PIECES_MAX);
        memory.piece[i] = (struct piece){ NULL, 0 };
        return i;
    }
    while (i-- > 0)
        if (memory.piece[i].at == at)
            return i;
    fputs("the command does not own this memory\n", stderr);
    abort();
}

void *command_realloc(void *old, size_t size);
void *command_realloc(void *old, size_t size)
{
    void *new = NULL;
    size_t i;

    CHECK(size > 0);
    pthread_mutex_lock(&memory.lock);
    i = find_piece(old);
    /* Not in other threads, which must not end the command. */
    if (threads == 0
        && memory.sum - memory.piece[i].size + size > MEMORY_MAX) {
        result->no_memory = true;
        errno = ENOMEM;
    } else {
        const struct piece before = memory.piece[i];

        new = new_piece(size);
        CHECK(new);
        if (old) {
            memcpy(new, old, before.size < size ? before.size : size);
            end_piece(before);
        }
        memory.count += i == memory.count;
        memory.sum += size - before.size;
        memory.piece[i] = (struct piece){ new, size };
    }
    pthread_mutex_unlock(&memory.lock);
    return new;
}

void command_free(void *old);
void command_free(void *old)
{
    size_t i;

    if (!old)
        return;
    pthread_mutex_lock(&memory.lock);
    i = find_piece(old);
    memory.sum -= memory.piece[i].size;
    end_piece(memory.piece[i]);
    memory.piece[i] = memory.piece[--memory.count];
    pthread_mutex_unlock(&memory.lock);
}

static void remember_piece(struct piece piece)
{
    pthread_mutex_lock(&memory.lock);
    CHECK(memory.count < PIECES_MAX);
    memory.piece[memory.count++] = piece;
    memory.sum += piece.size;
    pthread_mutex_unlock(&memory.lock);
}

static void free_all(void)
{
    while (memory.count > 0)
        end_piece(memory.piece[--memory.count]);
    memory.sum = 0;
}

/* What is read */

struct reading {
    bool open;
    bool folder;
    size_t at;
};

static struct {
    struct reading input;          /* standard input */
    struct reading file[FILES_MAX];
    unsigned calls;
} reading;
static pthread_mutex_t reading_lock = PTHREAD_MUTEX_INITIALIZER;

static bool begins(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool is_missing(const char *name)
{
    return *name == '\0' || begins(name, "missing");
}

int command_open(const char *name, int flags, ...);
int command_open(const char *name, int flags, ...)
{
    int i = 0;

    CHECK(flags == (O_RDONLY | O_CLOEXEC));
    if (is_missing(name)) {
        errno = ENOENT;
        return -1;
    }
    pthread_mutex_lock(&reading_lock);
    while (reading.file[i].open)
        CHECK(++i < FILES_MAX);
    reading.file[i] = (struct reading){ true, begins(name, "dir"), 0 };
    pthread_mutex_unlock(&reading_lock);
    return FILE_FD + i;
}

static struct reading *reading_of(int fd)
{
    if (fd == STDIN_FILENO)
        return &reading.input;
    CHECK(fd >= FILE_FD && fd < FILE_FD + FILES_MAX);
    CHECK(reading.file[fd - FILE_FD].open);
    return &reading.file[fd - FILE_FD];
}

/* Reads up to `size` bytes at an offset; every fourth call is interrupted or would
   block. */
static ssize_t read_at(const struct reading *from, void *buffer, size_t size,
                       size_t at)
{
    size_t n = at < given->len ? given->len - at : 0;
    bool bad = false;
    unsigned call;

    CHECK(size > 0);
    pthread_mutex_lock(&reading_lock);
    call = ++reading.calls;
    pthread_mutex_unlock(&reading_lock);
    if (given->read_error && at < given->bad_at + BAD) {
        bad = at >= given->bad_at;
        if (!bad && n > given->bad_at - at)
            n = given->bad_at - at;
    }
    errno = from->folder ? EISDIR
          : given->chunk > 0 && call % 4 == 0 ? (call % 8 == 0 ? EAGAIN : EINTR)
          : bad ? given->read_error : 0;
    if (errno != 0)
        return -1;
    n = n < size ? n : size;
    if (given->chunk > 0 && n > given->chunk)
        n = given->chunk;
    if (n > 0)
        memcpy(buffer, (const char *)given->data + at, n);
    return (ssize_t)n;
}

ssize_t command_read(int fd, void *buffer, size_t size);
ssize_t command_read(int fd, void *buffer, size_t size)
{
    struct reading *from = reading_of(fd);
    const ssize_t n = read_at(from, buffer, size, from->at);

    if (n > 0)
        from->at += (size_t)n;
    return n;
}

/* Some files are not in the page cache; for others this is unknown. */
ssize_t command_preadv2(int fd, const struct iovec *to, int count, off_t place,
                        int flags);
ssize_t command_preadv2(int fd, const struct iovec *to, int count, off_t place,
                        int flags)
{
    CHECK(!given->pipe && flags == RWF_NOWAIT);
    CHECK(to && count == 1 && place >= 0);
    reading_of(fd);
    errno = given->chunk % 2 ? EAGAIN : EOPNOTSUPP;
    return -1;
}

/* Returns exactly what can be read, copied so that ASan knows its end. */
void *command_mmap(void *address, size_t size, int protection, int flags,
                   int fd, off_t place);
void *command_mmap(void *address, size_t size, int protection, int flags,
                   int fd, off_t place)
{
    void *pages = NULL;

    CHECK(!address && protection == PROT_READ && flags == MAP_PRIVATE);
    CHECK(!given->pipe && size > 0 && place % PAGE == 0);
    if (reading_of(fd)->folder || given->read_error
        || given->told_size != given->len) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    CHECK((size_t)place + size == given->len);
    CHECK(posix_memalign(&pages, PAGE, size) == 0);
    memcpy(pages, (const char *)given->data + place, size);
    remember_piece((struct piece){ pages, size });
    return pages;
}

int command_munmap(void *pages, size_t size);
int command_munmap(void *pages, size_t size)
{
    CHECK(size > 0);
    command_free(pages);
    return 0;
}

int command_madvise(void *pages, size_t size, int advice);
int command_madvise(void *pages, size_t size, int advice)
{
    CHECK(pages && size > 0 && (advice == MADV_SEQUENTIAL || advice == MADV_DONTNEED));
    return 0;
}

int command_sigaction(int number, const struct sigaction *action,
                      struct sigaction *before);
int command_sigaction(int number, const struct sigaction *action,
                      struct sigaction *before)
{
    CHECK(number == SIGBUS && action && !before);
    return 0;
}

/* Without it signals have their default effect, and none arrives. */
int command_pipe(int fds[2]);
int command_pipe(int fds[2])
{
    CHECK(fds);
    errno = ENFILE;
    return -1;
}

int command_poll(struct pollfd *fds, nfds_t count, int timeout);
int command_poll(struct pollfd *fds, nfds_t count, int timeout)
{
    if (timeout == -1)             /* a call that would have blocked */
        return 1;
    CHECK(count == 1 && timeout == 0);
    reading_of(fds->fd);
    return given->chunk > 0 ? reading.calls % 2 : 1;
}

static int tell_size(struct stat *st, bool folder)
{
    memset(st, 0, sizeof *st);
    st->st_mode = folder ? S_IFDIR : given->pipe ? S_IFIFO : S_IFREG;
    st->st_size = given->pipe ? 0 : (off_t)given->told_size;
    st->st_blocks = (blkcnt_t)(st->st_size / 512 + 1);
    return 0;
}

int command_stat(const char *name, struct stat *st);
int command_stat(const char *name, struct stat *st)
{
    if (!is_missing(name))
        return tell_size(st, begins(name, "dir"));
    errno = ENOENT;
    return -1;
}

int command_fstat(int fd, struct stat *st);
int command_fstat(int fd, struct stat *st)
{
    if (fd != STDOUT_FILENO)
        return tell_size(st, reading_of(fd)->folder);
    memset(st, 0, sizeof *st);
    st->st_mode = S_IFIFO;
    st->st_ino = 1;                /* not a file that is read */
    return 0;
}

off_t command_lseek(int fd, off_t offset, int whence);
off_t command_lseek(int fd, off_t offset, int whence)
{
    struct reading *of = reading_of(fd);

    CHECK(offset >= 0);
    CHECK(whence == SEEK_SET || (whence == SEEK_CUR && offset == 0));
    if (given->pipe) {
        errno = ESPIPE;
        return -1;
    }
    if (whence == SEEK_SET)
        of->at = (size_t)offset;
    return (off_t)of->at;
}

/* No directory can be walked. */
FTS *command_fts_open(char *const *paths, int options,
                      int (*compare)(const FTSENT **, const FTSENT **));
FTS *command_fts_open(char *const *paths, int options,
                      int (*compare)(const FTSENT **, const FTSENT **))
{
    CHECK(paths[0] && !paths[1] && options & FTS_NOCHDIR && compare);
    errno = EACCES;
    return NULL;
}

FTSENT *command_fts_read(FTS *fts);
FTSENT *command_fts_read(FTS *fts)
{
    CHECK(!fts);
    return NULL;
}

int command_fts_set(FTS *fts, FTSENT *entry, int instruction);
int command_fts_set(FTS *fts, FTSENT *entry, int instruction)
{
    CHECK(!fts && !entry && !instruction);
    return 0;
}

int command_fts_close(FTS *fts);
int command_fts_close(FTS *fts)
{
    CHECK(!fts);
    return 0;
}

/* What is written */

static struct {
    pthread_mutex_t lock;
    bool closed;
    FILE *err;                     /* the command's stderr */
    unsigned calls;
} writing = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void append(struct command_bytes *to, const void *bytes, size_t n)
{
    if (to->len + n > to->size) {
        to->size = (to->len + n) * 2;
        to->text = realloc(to->text, to->size);
        CHECK(to->text);
    }
    memcpy(to->text + to->len, bytes, n);
    to->len += n;
}

static void keep(struct command_bytes *to, const void *bytes, size_t n)
{
    pthread_mutex_lock(&writing.lock);
    append(to, bytes, n);
    append(&result->both, bytes, n);
    pthread_mutex_unlock(&writing.lock);
}

ssize_t command_write(int fd, const void *bytes, size_t n);
ssize_t command_write(int fd, const void *bytes, size_t n)
{
    CHECK(fd == STDOUT_FILENO && n > 0 && !writing.closed);
    /* It is recorded once. */
    CHECK(!result->wrote_in_vain);
    if (given->write_error) {
        result->wrote_in_vain = true;
        errno = given->write_error;
        return -1;
    }
    if (given->chunk > 0 && ++writing.calls % 4 == 0) {
        errno = writing.calls % 8 == 0 ? EAGAIN : EINTR;
        return -1;
    }
    if (given->chunk > 0 && n > 64 * given->chunk)
        n = 64 * given->chunk;
    keep(&result->out, bytes, n);
    if (threads > 0)
        sched_yield();             /* another thread may run now */
    return (ssize_t)n;
}

static ssize_t write_err(void *cookie, const char *bytes, size_t n)
{
    (void)cookie;
    keep(&result->err, bytes, n);
    return (ssize_t)n;
}

int command_close(int fd);
int command_close(int fd)
{
    if (fd == STDOUT_FILENO) {
        CHECK(!writing.closed);
        writing.closed = true;
    } else {
        CHECK(fd != STDIN_FILENO);
        reading_of(fd)->open = false;
    }
    return 0;
}

/* Terminals, the environment, time, threads, the end */

int command_isatty(int fd);
int command_isatty(int fd)
{
    CHECK(fd >= 0 && fd <= 2);
    return given->terminal[fd];
}

int command_ioctl(int fd, unsigned long request, ...);
int command_ioctl(int fd, unsigned long request, ...)
{
    struct winsize *size;
    va_list arguments;

    CHECK(fd == STDOUT_FILENO && request == TIOCGWINSZ);
    va_start(arguments, request);
    size = va_arg(arguments, struct winsize *);
    va_end(arguments);
    if (!given->terminal[fd])
        return -1;
    memset(size, 0, sizeof *size);
    size->ws_col = (unsigned short)given->columns;
    return 0;
}

char *command_getenv(const char *name);
char *command_getenv(const char *name)
{
    static char value[32];

    if (strcmp(name, "LOCUS_KERNEL") == 0)
        snprintf(value, sizeof value, "%s", given->kernel);
    else if (strcmp(name, "LOCUS_BLOCK_SIZE") == 0)
        snprintf(value, sizeof value, "%zu", given->block_size);
    else if (strcmp(name, "COLUMNS") == 0 && given->columns > 0)
        snprintf(value, sizeof value, "%u", given->columns);
    else if (strcmp(name, "NO_COLOR") == 0 && given->no_color)
        snprintf(value, sizeof value, "1");
    else if (strcmp(name, "TERM") == 0)
        snprintf(value, sizeof value, "vt100");
    else
        return NULL;
    return value;
}

/* The same in every run, so that findings can be reproduced. */
int command_getentropy(void *bytes, size_t size);
int command_getentropy(void *bytes, size_t size)
{
    unsigned char *const to = bytes;

    for (size_t i = 0; i < size; i++)
        to[i] = (unsigned char)(i * 167 + 13);
    return 0;
}

/* As where the kernel's set of processors is larger: so the command asks sysconf(). */
int command_sched_getaffinity(pid_t process, size_t size, void *set);
int command_sched_getaffinity(pid_t process, size_t size, void *set)
{
    (void)process, (void)size, (void)set;
    errno = EINVAL;
    return -1;
}

long command_sysconf(int name);
long command_sysconf(int name)
{
    switch (name) {
    case _SC_NPROCESSORS_ONLN: return 2;
    /* Of a few files open at the same time, some are read instead of mapped. */
    case _SC_OPEN_MAX: return FILE_FD + 6;
    case _SC_PAGESIZE: return PAGE;
    default: CHECK(!"known");
    }
    return -1;
}

void (*command_signal(int number, void (*handler)(int)))(int);
void (*command_signal(int number, void (*handler)(int)))(int)
{
    CHECK(number == SIGPIPE && handler == SIG_IGN);
    return SIG_DFL;
}

/* Each call advances the clock by a third of a second, so that progress is shown. */
int command_clock_gettime(clockid_t clock, struct timespec *now);
int command_clock_gettime(clockid_t clock, struct timespec *now)
{
    static uint64_t looks;

    CHECK(clock == CLOCK_MONOTONIC);
    looks++;
    now->tv_sec = (time_t)(looks / 3);
    now->tv_nsec = (long)(looks % 3) * 333333333;
    return 0;
}

int command_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                           void *(*run)(void *), void *argument);
int command_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                           void *(*run)(void *), void *argument)
{
    if (threads == THREADS_MAX)
        return EAGAIN;
    threads++;
    if (pthread_create(thread, attributes, run, argument) != 0)
        return EAGAIN;
    sched_yield();                 /* so that it does some of the work */
    return 0;
}

_Noreturn void command_exit(int status);
_Noreturn void command_exit(int status)
{
    CHECK(pthread_equal(pthread_self(), main_thread));
    result->status = status;
    longjmp(end, 1);
}

/* A run */

/* The command may write to its arguments: these are copies, each of its exact size. */
static char **copy_arguments(int argc, const char *const *argv)
{
    char **copy = calloc((size_t)argc + 1, sizeof *copy);

    CHECK(copy);
    for (int i = 0; i < argc; i++) {
        copy[i] = strdup(argv[i]);
        CHECK(copy[i]);
    }
    return copy;
}

static void begin(void)
{
    static const cookie_io_functions_t functions = { .write = write_err };

    if (!writing.err) {
        writing.err = fopencookie(NULL, "w", functions);
        CHECK(writing.err);
        setvbuf(writing.err, NULL, _IONBF, 0);
    }
    memset(&reading, 0, sizeof reading);
    writing.closed = false;
    writing.calls = 0;
    threads = 0;
    main_thread = pthread_self();
    optind = 0;                    /* restarts getopt */
    command_forget_statics();
}

void command_run(struct command_result *r, const struct command_system *system,
                 int argc, const char *const *argv)
{
    static char **arguments, **moved;  /* longjmp() preserves statics */
    static FILE *real_err;

    memset(r, 0, sizeof *r);
    result = r;
    given = system;
    begin();
    arguments = copy_arguments(argc, argv);
    /* getopt reorders them. */
    moved = calloc((size_t)argc + 1, sizeof *moved);
    CHECK(moved);
    memcpy(moved, arguments, (size_t)argc * sizeof *moved);
    real_err = stderr;
    stderr = writing.err;
    if (setjmp(end) == 0) {
        result->status = command_main(argc, moved);
        for (int i = 0; i < FILES_MAX; i++)
            CHECK(!reading.file[i].open);
    }
    stderr = real_err;
    for (int i = 0; arguments[i]; i++)
        free(arguments[i]);
    free(arguments);
    free(moved);
    free_all();
    /* A run that ended early has left its buffer to this thread. */
    command_forget_statics();
}

void command_forget_result(struct command_result *r)
{
    free(r->out.text);
    free(r->err.text);
    free(r->both.text);
    memset(r, 0, sizeof *r);
}
