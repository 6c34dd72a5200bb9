/* SPDX-License-Identifier: MIT
 *
 *     measure [OPTION...] CORPUS PEER.so...
 *     measure -O OPERATION [-b OTHER] [OPTION...] CORPUS PEER.so...
 *
 * Times parsers against each other on a list of texts, one per line, and writes every
 * single measurement as JSON. bench.py turns it into tables. With -O it times an operation
 * of those peers that have it (operation.h); OTHER has the second text of each line, or one
 * for all. The results of each peer are compared once with those of the first peer.
 *
 * To make the comparison fair, the process stays on one processor, and the time of
 * other processes is not counted. All peers read the same texts in place, from one
 * buffer. The peers take turns, in a new random order in each round, and are compared
 * only within a round, so that a temporary slowdown of the machine affects all of them.
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#endif

#include "measuring.h"
#include "operations/operation.h"
#include "peers/peer.h"

enum {
    MAX_PEERS = 128,
    MAX_ROUNDS = 10000,
    MIN_ROUNDS = 3,
    COLD_CALLS = 25,           /* how many processes are started for each peer */
    SLICE = 1000000            /* the least duration of a measurement, in ns */
};

struct text {
    const char *at;
    size_t len;
};

struct corpus {
    struct text *text;
    const struct text *other;  /* the second text of each; NULL if it is not needed */
    char *out;                 /* what an operation writes */
    size_t out_size;
    const char *buffer;        /* all texts, */
    uint64_t *begin, *end;     /* and where each is in it */
    size_t count;
    size_t bytes;              /* without the line ends */
};

/* Counters of the processor, while a peer runs. */
struct counters {
    int cycles, instructions;  /* file descriptors; -1: not available */
};

struct subject {
    const struct bench_peer *peer;             /* or */
    const struct bench_operation *operation;
    int64_t valid;             /* how many texts; or the sum of an operation's results */
    uint64_t *results;         /* an operation's: a hash of each; 0: refused */
    size_t done, same, different;  /* how many were not refused, and how many of them are
                                  equal to the first subject's, or not */
    unsigned passes;           /* over the corpus, for one measurement */
    double *ns;                /* for one text, by round */
    double cycles, instructions;       /* in all rounds */
    double first[COLD_CALLS];  /* ns of the first call in a process */
    double evicted[COLD_CALLS];        /* ns of a call with cold caches */
};

static void die(const char *format, ...)
    __attribute__((noreturn, format(printf, 1, 2)));

static void die(const char *format, ...)
{
    va_list arguments;

    fputs("measure: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(2);
}

static void *allocate(size_t count, size_t size)
{
    void *const memory = calloc(count ? count : 1, size);

    if (!memory)
        die("no memory");
    return memory;
}

/* Wall-clock time, for limits and for times too short to be interrupted. */
static double now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

/* Processor time of this process, without that of other processes. */
static double used(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

/* Corpus and peers */

/* Every line of the file becomes a NUL-terminated text. */
static struct corpus read_corpus(const char *path)
{
    FILE *const file = fopen(path, "rb");
    struct corpus corpus = { 0 };
    char *buffer, *line, *end;
    size_t size = 0, got;

    if (!file)
        die("%s: %s", path, strerror(errno));
    if (fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0)
        size = (size_t)ftell(file);
    rewind(file);
    buffer = allocate(size + 1, 1);
    got = fread(buffer, 1, size, file);
    if (got != size || ferror(file))
        die("%s: cannot be read", path);
    fclose(file);
    if (size && buffer[size - 1] == '\n')
        size--;
    end = buffer + size;
    *end = '\n';

    for (line = buffer; line <= end; line++)
        corpus.count += *line == '\n';
    corpus.text = allocate(corpus.count, sizeof *corpus.text);
    corpus.begin = allocate(corpus.count, sizeof *corpus.begin);
    corpus.end = allocate(corpus.count, sizeof *corpus.end);
    corpus.buffer = buffer;
    corpus.count = 0;
    for (line = buffer; line <= end;) {
        char *const stop = memchr(line, '\n', (size_t)(end - line) + 1);
        struct text *const text = &corpus.text[corpus.count];

        *stop = '\0';
        text->at = line;
        text->len = (size_t)(stop - line);
        corpus.begin[corpus.count] = (uint64_t)(line - buffer);
        corpus.end[corpus.count++] = (uint64_t)(stop - buffer);
        corpus.bytes += text->len;
        line = stop + 1;
    }
    if (!corpus.bytes)
        die("%s: no text in it", path);
    return corpus;
}

static void *open_object(const char *path)
{
    void *const object = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (!object)
        die("%s", dlerror());
    return object;
}

static size_t load_peers(struct subject *subjects, size_t count,
                         const char *path)
{
    const struct bench_peer *(*peers)(unsigned);
    void *const symbol = dlsym(open_object(path), "bench_peer");

    if (!symbol)
        die("%s", dlerror());
    memcpy(&peers, &symbol, sizeof peers);
    for (unsigned i = 0;; i++) {
        const struct bench_peer *const peer = peers(i);

        if (!peer)
            return count;
        if (peer->version != BENCH_PEER_VERSION)
            die("%s: made for version %" PRIu32 " of peer.h, this is %d",
                path, peer->version, BENCH_PEER_VERSION);
        if (!peer->name || !peer->takes || !peer->parse)
            die("%s: a peer without a name, a language or a function", path);
        if (count == MAX_PEERS)
            die("more than %d peers", MAX_PEERS);
        subjects[count++].peer = peer;
    }
}

/* Loads the operations of that name; an object may have none. */
static size_t load_operations(struct subject *subjects, size_t count, const char *path,
                              const char *wanted)
{
    const struct bench_operation *(*operations)(unsigned);
    void *const symbol = dlsym(open_object(path), "bench_operation");

    if (!symbol)
        return count;
    memcpy(&operations, &symbol, sizeof operations);
    for (unsigned i = 0;; i++) {
        const struct bench_operation *const operation = operations(i);

        if (!operation)
            return count;
        if (operation->version != BENCH_OPERATION_VERSION)
            die("%s: made for version %" PRIu32 " of operation.h, this is %d",
                path, operation->version, BENCH_OPERATION_VERSION);
        if (!operation->operation || !operation->name || !operation->does || !operation->run)
            die("%s: an operation without a name, a description or a function", path);
        if (strcmp(operation->operation, wanted) != 0)
            continue;
        if (count == MAX_PEERS)
            die("more than %d peers", MAX_PEERS);
        subjects[count++].operation = operation;
    }
}

/* Adds to the corpus the second text of each text, and a buffer for what is written. */
static void add_other(struct corpus *corpus, const char *path)
{
    struct text *const other = allocate(corpus->count, sizeof *other);
    size_t longest = 0;

    if (path) {
        const struct corpus second = read_corpus(path);

        if (second.count != 1 && second.count != corpus->count)
            die("%s: %zu texts for %zu", path, second.count, corpus->count);
        for (size_t i = 0; i < corpus->count; i++)
            other[i] = second.text[second.count == 1 ? 0 : i];
    }
    corpus->other = other;
    for (size_t i = 0; i < corpus->count; i++)
        if (longest < corpus->text[i].len + other[i].len)
            longest = corpus->text[i].len + other[i].len;
    /* Encoding turns a byte into three, and a line break into six. */
    corpus->out_size = 6 * longest + 64;
    corpus->out = allocate(corpus->out_size, 1);
}

/* Counters */

#ifdef __linux__

static int open_counter(uint64_t what)
{
    struct perf_event_attr attr;

    memset(&attr, 0, sizeof attr);
    attr.size = sizeof attr;
    attr.type = PERF_TYPE_HARDWARE;
    attr.config = what;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

static struct counters open_counters(void)
{
    return (struct counters){
        .cycles = open_counter(PERF_COUNT_HW_CPU_CYCLES),
        .instructions = open_counter(PERF_COUNT_HW_INSTRUCTIONS)
    };
}

#else

static struct counters open_counters(void)
{
    return (struct counters){ -1, -1 };
}

#endif

static double count_of(int counter)
{
    uint64_t value;

    return counter >= 0 && read(counter, &value, sizeof value) == sizeof value
        ? (double)value : 0;
}

/* Measuring */

static const char *name_of(const struct subject *subject)
{
    return subject->peer ? subject->peer->name : subject->operation->name;
}

/* FNV-1a */
static uint64_t hash_of(const char *text, size_t len)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static int64_t run_one(const struct bench_operation *operation, const struct corpus *corpus,
                       size_t i)
{
    return operation->run(corpus->out, corpus->out_size, corpus->text[i].at,
                          corpus->text[i].len, corpus->other[i].at, corpus->other[i].len);
}

/* The first pass of an operation, which keeps a hash of each result. */
static int64_t first_results(struct subject *subject, const struct corpus *corpus)
{
    const struct bench_operation *const operation = subject->operation;
    int64_t sum = 0;

    subject->results = allocate(corpus->count, sizeof *subject->results);
    for (size_t i = 0; i < corpus->count; i++) {
        const int64_t result = run_one(operation, corpus, i);

        if (result < BENCH_REFUSED
            || (operation->flags & BENCH_WRITES && result > (int64_t)corpus->out_size))
            die("%s: returns %" PRId64, operation->name, result);
        sum += result;
        if (result == BENCH_REFUSED)
            continue;
        subject->results[i] = operation->flags & BENCH_WRITES
            ? hash_of(corpus->out, (size_t)result) : (uint64_t)result + 1;
        subject->done++;
    }
    return sum;
}

static void compare_results(struct subject *subject, const struct subject *first,
                            size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (subject->results[i] && first->results[i]) {
            subject->same += subject->results[i] == first->results[i];
            subject->different += subject->results[i] != first->results[i];
        }
}

/* The first pass of a parser, which checks each result. */
static int64_t first_pass(const struct bench_peer *peer, const struct corpus *corpus)
{
    size_t valid = 0;

    if (peer->parse_all) {
        valid = peer->parse_all(corpus->buffer, corpus->begin, corpus->end,
                                corpus->count);
        if (valid > corpus->count)
            die("%s: takes %zu of %zu texts", peer->name, valid, corpus->count);
    } else {
        for (size_t i = 0; i < corpus->count; i++) {
            const int is_valid = peer->parse(corpus->text[i].at,
                                             corpus->text[i].len);

            if (is_valid != 0 && is_valid != 1)
                die("%s: returns %d, not 0 or 1", peer->name, is_valid);
            valid += (size_t)is_valid;
        }
    }
    return (int64_t)valid;
}

static int64_t parse_pass(const struct bench_peer *peer, const struct corpus *corpus)
{
    int (*const parse)(const char *, size_t) = peer->parse;
    size_t valid = 0;

    if (peer->parse_all)
        return (int64_t)peer->parse_all(corpus->buffer, corpus->begin, corpus->end,
                                        corpus->count);
    for (size_t i = 0; i < corpus->count; i++)
        valid += (size_t)parse(corpus->text[i].at, corpus->text[i].len);
    return (int64_t)valid;
}

static int64_t pass(const struct subject *subject, const struct corpus *corpus)
{
    int64_t sum = 0;

    if (subject->peer)
        return parse_pass(subject->peer, corpus);
    for (size_t i = 0; i < corpus->count; i++)
        sum += run_one(subject->operation, corpus, i);
    return sum;
}

static void begin(const struct subject *subject)
{
    if (subject->peer && subject->peer->begin)
        subject->peer->begin(subject->peer);
    if (subject->operation && subject->operation->begin)
        subject->operation->begin(subject->operation);
}

/* One measurement: ns for one text. */
static double measure(struct subject *subject, const struct corpus *corpus,
                      const struct counters *counters)
{
    const double texts = (double)subject->passes * (double)corpus->count;
    int64_t valid = 0;
    double cycles, instructions, start, time;

    begin(subject);
    cycles = count_of(counters->cycles);
    instructions = count_of(counters->instructions);
    start = used();
    for (unsigned i = 0; i < subject->passes; i++)
        valid += pass(subject, corpus);
    time = used() - start;
    subject->cycles += (count_of(counters->cycles) - cycles) / texts;
    subject->instructions +=
        (count_of(counters->instructions) - instructions) / texts;
    if (valid != (int64_t)subject->passes * subject->valid)
        die("%s: the results of two passes differ", name_of(subject));
    return time / texts;
}

/* Makes a pass that is not measured, and computes how many passes a measurement
   needs. */
static void warm_up(struct subject *subject, const struct corpus *corpus)
{
    double start, time;

    begin(subject);
    subject->valid = subject->peer ? first_pass(subject->peer, corpus)
                                   : first_results(subject, corpus);
    start = used();
    pass(subject, corpus);
    time = used() - start;
    subject->passes = time >= SLICE ? 1 : (unsigned)(SLICE / (time + 1)) + 1;
}

/* measure(), `depth` bytes deeper on the stack. Speed depends on where a peer's
   variables are, so each round uses a different depth. */
static __attribute__((noinline)) double
measure_deeper(struct subject *subject, const struct corpus *corpus,
               const struct counters *counters, size_t depth)
{
    char room[depth];

    bench_keep(room);
    return measure(subject, corpus, counters);
}

static size_t measure_all(struct subject *subjects, size_t count,
                          const struct corpus *corpus,
                          const struct counters *counters,
                          double seconds, uint64_t seed)
{
    const double stop = now() + seconds * 1e9;
    size_t order[MAX_PEERS];
    size_t round = 0;

    for (size_t i = 0; i < count; i++)
        order[i] = i;
    while (round < MAX_ROUNDS && (round < MIN_ROUNDS || now() < stop)) {
        for (size_t i = count; i-- > 1;) {
            const size_t j = draw(&seed) % (i + 1);
            const size_t swapped = order[i];

            order[i] = order[j];
            order[j] = swapped;
        }
        const size_t depth = (draw(&seed) % 256 + 1) * 16;

        for (size_t i = 0; i < count; i++) {
            struct subject *const s = &subjects[order[i]];

            s->ns[round] = measure_deeper(s, corpus, counters, depth);
        }
        round++;
    }
    return round;
}

/* Cold calls: the first call of a process, and a call after more memory was written
   than the processor's own caches hold. Each is made in a new process, which has loaded
   the peer but not called it. */
static void measure_cold(struct subject *subject, const struct corpus *corpus)
{
    const size_t evict = (size_t)16 << 20;

    for (int i = 0; i < COLD_CALLS; i++) {
        const struct text *const text =
            &corpus->text[(size_t)i * corpus->count / COLD_CALLS];
        double times[2];
        int ends[2], status;
        pid_t child;

        if (pipe(ends) != 0 || (child = fork()) < 0)
            die("%s", strerror(errno));
        if (child == 0) {
            volatile char *const memory = allocate(evict, 1);
            double start;

            begin(subject);
            start = now();
            subject->peer->parse(text->at, text->len);
            times[0] = now() - start;
            for (size_t j = 0; j < evict; j += 64)
                memory[j] = (char)j;
            start = now();
            subject->peer->parse(text->at, text->len);
            times[1] = now() - start;
            _exit(write(ends[1], times, sizeof times) != sizeof times);
        }
        close(ends[1]);
        if (read(ends[0], times, sizeof times) != sizeof times
            || waitpid(child, &status, 0) < 0 || status != 0)
            die("%s: fails in a process of its own", subject->peer->name);
        close(ends[0]);
        subject->first[i] = times[0];
        subject->evicted[i] = times[1];
    }
}

/* Writing */

static void write_string(const char *string)
{
    putchar('"');
    for (; *string; string++)
        if (*string == '"' || *string == '\\')
            printf("\\%c", *string);
        else if ((unsigned char)*string < 0x20)
            printf("\\u%04x", (unsigned)*string);
        else
            putchar(*string);
    putchar('"');
}

static void write_numbers(const char *name, const double *numbers, size_t count)
{
    printf(", \"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        printf("%s%.3f", i ? ", " : "", numbers[i]);
    putchar(']');
}

/* What a parser accepts and does. */
static void write_traits(const struct bench_peer *peer)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } traits[] = {
        { BENCH_VALIDATES, "validates" },
        { BENCH_OFFSETS, "offsets" },
        { BENCH_HOST_KIND, "host_kind" },
        { BENCH_ALLOCATES, "allocates" },
        { BENCH_NORMALIZES, "normalizes" }
    };

    printf(", \"takes\": ");
    write_string(peer->takes);
    for (size_t i = 0; i < sizeof traits / sizeof *traits; i++)
        printf(", \"%s\": %s", traits[i].name,
               peer->does & traits[i].bit ? "true" : "false");
}

static void write_results(const struct subject *s)
{
    printf(", \"does\": ");
    write_string(s->operation->does);
    printf(", \"part\": %s, \"done\": %zu",
           s->operation->flags & BENCH_ONLY_A_PART ? "true" : "false", s->done);
    if (!(s->operation->flags & BENCH_ONLY_A_PART))
        printf(", \"same\": %zu, \"different\": %zu", s->same, s->different);
}

static void write_subject(const struct subject *s, size_t rounds,
                          const struct counters *counters, int cold)
{
    printf("  {\"name\": ");
    write_string(name_of(s));
    if (s->peer)
        write_traits(s->peer);
    else
        write_results(s);
    printf(", \"%s\": %" PRId64 ", \"passes\": %u", s->peer ? "valid" : "sum", s->valid,
           s->passes);
    if (counters->cycles >= 0)
        printf(", \"cycles\": %.2f", s->cycles / (double)rounds);
    if (counters->instructions >= 0)
        printf(", \"instructions\": %.2f", s->instructions / (double)rounds);
    write_numbers("ns", s->ns, rounds);
    if (cold && s->peer && !s->peer->parse_all) {
        write_numbers("first", s->first, COLD_CALLS);
        write_numbers("evicted", s->evicted, COLD_CALLS);
    }
    putchar('}');
}

/* The command */

/* Binds the process to one processor. Returns its number, or -1 if that failed. */
static int pin(int processor)
{
#ifdef __linux__
    cpu_set_t set;

    if (processor < 0)
        processor = sched_getcpu();
    if (processor < 0 || processor >= CPU_SETSIZE)
        return -1;
    CPU_ZERO(&set);
    CPU_SET((size_t)processor, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? processor : -1;
#else
    (void)processor;
    return -1;
#endif
}

static double number(const char *text, double least)
{
    char *end;
    const double value = strtod(text, &end);

    if (end == text || *end || !(value >= least && value <= 1e9))
        die("\"%s\" is not a number in the allowed range", text);
    return value;
}

static void usage(void)
{
    fputs("usage: measure [-s SECONDS] [-r SEED] [-p PROCESSOR] [-c]\n"
          "               [-n PASSES -o PEER] [-O OPERATION [-b OTHER]]\n"
          "               CORPUS PEER.so...\n"
          "  -c  time cold calls, too\n"
          "  -O  time this operation instead of parsing; -b: its second texts\n"
          "  -n  do not time anything: run PASSES passes of PEER\n",
          stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    static struct subject subjects[MAX_PEERS];
    static struct corpus corpus;
    struct counters counters;
    const char *only = NULL, *operation = NULL, *other = NULL;
    double seconds = 10;
    uint64_t seed = 3986;
    size_t count = 0, rounds;
    int processor = -1, pinned, passes = 0, cold = 0, option;

    while ((option = getopt(argc, argv, "s:r:p:cn:o:O:b:")) != -1)
        switch (option) {
        case 's':
            seconds = number(optarg, 0);
            break;
        case 'r':
            seed = (uint64_t)number(optarg, 0);
            break;
        case 'p':
            processor = (int)number(optarg, 0);
            break;
        case 'c':
            cold = 1;
            break;
        case 'n':
            passes = (int)number(optarg, 0);
            break;
        case 'o':
            only = optarg;
            break;
        case 'O':
            operation = optarg;
            break;
        case 'b':
            other = optarg;
            break;
        default:
            usage();
        }
    if (argc - optind < 2)
        usage();
    corpus = read_corpus(argv[optind]);
    for (int i = optind + 1; i < argc; i++)
        count = operation ? load_operations(subjects, count, argv[i], operation)
                          : load_peers(subjects, count, argv[i]);
    if (count == 0 && operation)
        die("no peer has the operation %s", operation);
    if (count == 0)
        die("no peer");
    if (operation)
        add_other(&corpus, other);

    if (only) {
        for (size_t i = 0; i < count; i++)
            if (strcmp(name_of(&subjects[i]), only) == 0) {
                begin(&subjects[i]);
                while (passes-- > 0)
                    pass(&subjects[i], &corpus);
                return 0;
            }
        die("no peer is called \"%s\"", only);
    }

    pinned = pin(processor);
    if (pinned < 0 && processor >= 0)
        die("there is no processor %d for this process", processor);
    counters = open_counters();
    for (size_t i = 0; i < count; i++)
        subjects[i].ns = allocate(MAX_ROUNDS, sizeof *subjects[i].ns);
    if (cold && !operation)
        for (size_t i = 0; i < count; i++)
            if (!subjects[i].peer->parse_all)
                measure_cold(&subjects[i], &corpus);
    for (size_t i = 0; i < count; i++)
        warm_up(&subjects[i], &corpus);
    if (operation)
        for (size_t i = 0; i < count; i++)
            compare_results(&subjects[i], &subjects[0], corpus.count);
    rounds = measure_all(subjects, count, &corpus, &counters, seconds, seed);

    printf("{\"texts\": %zu, \"bytes\": %zu, \"rounds\": %zu, "
           "\"processor\": %d, \"peers\": [\n",
           corpus.count, corpus.bytes, rounds, pinned);
    for (size_t i = 0; i < count; i++) {
        write_subject(&subjects[i], rounds, &counters, cold);
        puts(i + 1 < count ? "," : "");
    }
    puts("]}");
    if (fflush(stdout) != 0)
        die("%s", strerror(errno));
    return 0;
}
