/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/base/descriptor.h"
#include "cli/base/progress.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

/* Work that is over sooner shows nothing. */
#define PATIENCE 1.0
/* The time between two updates. */
#define INTERVAL 0.25

static struct {
    bool     enabled;             /* set once, before there are threads */
    pthread_mutex_t lock;         /* of what follows, and of the line itself */
    bool     shown;
    uint64_t done;
    uint64_t total;
    double   begin;
    double   next;                /* when to update the line */
} progress;

static double now(void)
{
    struct timespec t;

    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* "1.5 GB": decimal units, as for the sizes of disks. */
static void print_bytes(double bytes)
{
    static const char units[][3] = { "B", "kB", "MB", "GB", "TB", "PB", "EB" };
    size_t unit = 0;

    while (bytes >= 999.5 && unit + 1 < sizeof units / sizeof *units) {
        bytes /= 1000;
        unit++;
    }
    err_print("%.*f %s", unit > 0 && bytes < 99.95 ? 1 : 0, bytes,
            units[unit]);
}

static void print_time(double seconds)
{
    const uint64_t s = (uint64_t)(seconds + 0.5);

    if (s >= 3600)
        err_print("%" PRIu64 ":%02u:%02u", s / 3600,
                (unsigned)(s / 60 % 60), (unsigned)(s % 60));
    else
        err_print("%u:%02u", (unsigned)(s / 60), (unsigned)(s % 60));
}

static void show(double elapsed)
{
    const double done = (double)progress.done;
    const double total = (double)progress.total;

    err_print("\r\033[K");
    print_bytes(done);
    if (progress.total >= progress.done) {
        err_print(" of ");
        print_bytes(total);
    }
    err_print(", ");
    print_bytes(done / elapsed);
    err_print("/s");
    if (progress.total >= progress.done && progress.done > 0) {
        err_print(", ");
        print_time((total - done) / done * elapsed);
        err_print(" left");
    }
    progress.shown = true;
}

void progress_begin(uint64_t total)
{
    pthread_mutexattr_t attributes;

    /* Recursive, because a failure to write may itself be reported. */
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&progress.lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    progress.enabled = true;
    progress.total = total;
    progress.begin = now();
    progress.next = progress.begin + PATIENCE;
}

void progress_add(uint64_t bytes)
{
    double t;

    if (!progress.enabled)
        return;
    pthread_mutex_lock(&progress.lock);
    progress.done += bytes;
    t = now();
    if (t >= progress.next) {
        progress.next = t + INTERVAL;
        show(t - progress.begin);
    }
    pthread_mutex_unlock(&progress.lock);
}

void progress_pause(void)
{
    if (!progress.enabled)
        return;
    pthread_mutex_lock(&progress.lock);
    if (!progress.shown)
        return;
    progress.shown = false;
    err_print("\r\033[K");
}

void progress_resume(void)
{
    if (progress.enabled)
        pthread_mutex_unlock(&progress.lock);
}
