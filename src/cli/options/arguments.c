/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/options/arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/log/config-format.h"
#include "cli/options/option-values.h"

/* Words */

void read_color(void *member, const struct verb *verb, char *argument)
{
    *(enum color *)member =
        (enum color)read_word(verb, "colour setting", &color_values, argument);
}

void read_context(void *member, const struct verb *verb, char *argument)
{
    *(const struct locus_context **)member =
        locus_context_at((size_t)read_word(verb, "context", &context_values, argument));
}

void read_format(void *member, const struct verb *verb, char *argument)
{
    *(enum format *)member =
        (enum format)read_word(verb, "format", &format_values, argument);
}

void read_generate(void *member, const struct verb *verb, char *argument)
{
    *(enum generated *)member = (enum generated)read_word(verb, "text", &generated_values, argument);
}

void read_input(void *member, const struct verb *verb, char *argument)
{
    *(enum input_format *)member =
        (enum input_format)read_word(verb, "input format", &input_values, argument);
}

_Noreturn static void refuse_two_logs(const struct verb *verb)
{
    usage_error(verb->name, "--log and --log-format cannot be used together, except for an"
                " envelope: --log cri+");
}

void read_log(void *member, const struct verb *verb, char *argument)
{
    struct log_choice *const log = member;
    const struct log_choice named = read_log_name(verb, argument);

    if (!log->is_row)
        *log = named;
    else if (named.is_open)
        log->envelope = named.envelope;
    else
        refuse_two_logs(verb);
}

void read_log_format(void *member, const struct verb *verb, char *argument)
{
    struct log_choice *const log = member;

    if (log->is_row)
        usage_error(verb->name, "--log-format cannot be given twice");
    if (log->given && !log->is_open)
        refuse_two_logs(verb);
    log->given = log->is_row = true;
    log->is_open = false;
    log->format = config_format_read(verb->name, argument);
}

/* A bit for each enum log_of. */
void read_of(void *member, const struct verb *verb, char *argument)
{
    *(unsigned *)member = (unsigned)read_word(verb, "field", &of_values, argument);
}

void refuse_both(const struct verb *verb, const char *get, enum format format)
{
    if (get && format != FORMAT_NONE)
        usage_error(verb->name, "--get and -o cannot be used together");
}

/* Grammars */

void need_grammar(const struct verb *verb, const struct locus_grammar *grammar)
{
    char known[LIST_SIZE];

    if (locus_has_grammar(grammar))
        return;
    list_words(known, verb, &grammar_values);
    usage_error(verb->name, "grammar '%s' is not built in; choose another with"
                " -g (%s)", locus_grammar_name(grammar), known);
}

void need_references(const struct verb *verb, const struct locus_grammar *grammar)
{
    struct locus_url url;

    if (locus_parse_reference(&url, "", 0, grammar) == LOCUS_ERROR_GRAMMAR)
        usage_error(verb->name, "references of '%s' require the grammar of RFC 3986,"
                    " which is not built in", locus_grammar_name(grammar));
}

void read_grammar(void *member, const struct verb *verb, char *argument)
{
    const struct locus_grammar *const named =
        locus_grammar_from_name(argument, strlen(argument));
    const struct locus_grammar *grammar;
    char known[LIST_SIZE];

    if (locus_grammar_traits(named) & verb->unusable) {
        list_words(known, verb, &grammar_values);
        usage_error(verb->name, "grammar '%s' is not supported by this verb (%s)", argument,
                    known);
    }
    grammar = locus_grammar_at((size_t)read_word(verb, "grammar", &grammar_values,
                                                 argument));
    need_grammar(verb, grammar);
    *(const struct locus_grammar **)member = grammar;
}

/* Steps, parts and changes */

void read_steps(void *member, const struct verb *verb, char *argument)
{
    struct steps *const all = member;

    *all = (struct steps){ 0, true };
    for (char *name = argument, *next; name; name = next) {
        next = cut_list(name);
        all->value |= (unsigned)read_word(verb, "step", &step_values, name);
    }
}

void read_component(void *member, const struct verb *verb, char *argument)
{
    *(int *)member = read_word(verb, "part", &component_values, argument);
}

static void add_change(struct changes *changes, const char *text, enum change_kind kind)
{
    changes->change = mem_resize(changes->change,
                                 (changes->count + 1) * sizeof *changes->change);
    changes->change[changes->count++] = (struct change){ text, kind };
}

void read_set(void *member, const struct verb *verb, char *argument)
{
    (void)verb;
    add_change(member, argument, CHANGE_SET);
}

void read_remove(void *member, const struct verb *verb, char *argument)
{
    (void)verb;
    add_change(member, argument, CHANGE_REMOVE);
}

void read_sort_query(void *member, const struct verb *verb, char *argument)
{
    (void)verb;
    add_change(member, argument, CHANGE_SORT_QUERY);
}

void read_drop_empty(void *member, const struct verb *verb, char *argument)
{
    (void)verb;
    add_change(member, argument, CHANGE_DROP_EMPTY);
}

void read_keys(void *member, const struct verb *verb, char *argument)
{
    struct keys *const keys = member;

    (void)verb;
    for (char *name = argument, *next; name; name = next) {
        next = cut_list(name);
        keys->key = mem_resize(keys->key, (keys->count + 1) * sizeof *keys->key);
        keys->key[keys->count++] = (struct locus_slice){ name, strlen(name) };
    }
}

/* Numbers */

/* More threads than this are of no use. */
#define THREADS_MAX 1024

/* 0 stands for the number of processors that the command may use. */
void read_threads(void *member, const struct verb *verb, char *argument)
{
    const size_t digits = strspn(argument, "0123456789");
    unsigned long threads;

    errno = 0;
    threads = strtoul(argument, NULL, 10);
    if (digits == 0 || argument[digits] || errno != 0 || threads > THREADS_MAX)
        usage_error(verb->name, "-%c: invalid number of threads '%s' (0 to %d)",
                    option_row(OPTION_threads)->letter, argument, THREADS_MAX);
    if (threads == 0)
        threads = processors_allowed();
    *(unsigned *)member = threads < THREADS_MAX ? (unsigned)threads : THREADS_MAX;
}

/* 0 stands for all values. */
void read_limit(void *member, const struct verb *verb, char *argument)
{
    const size_t digits = strspn(argument, "0123456789");
    unsigned long long limit;

    errno = 0;
    limit = strtoull(argument, NULL, 10);
    if (digits == 0 || argument[digits] || errno != 0)
        usage_error(verb->name, "-%c: invalid number of values '%s' (0: all)",
                    option_row(OPTION_limit)->letter, argument);
    *(uint64_t *)member = limit > 0 ? limit : UINT64_MAX;
}

/* A number of bytes: digits, optionally with a unit K, M, G or T. These are powers of
   1024 (also written KiB) or, with a "B", of 1000 (kB), as in the GNU tools. Must not be
   0. */
static uint64_t read_size(const char *verb, enum option_id id, const char *text)
{
    static const char units[] = "KMGT";
    const size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits;
    const char *unit = strchr(units, *rest == 'k' ? 'K' : *rest);
    unsigned long long size;
    unsigned powers = 0, base = 1024;

    errno = 0;
    size = strtoull(text, NULL, 10);
    if (*rest && unit) {
        powers = (unsigned)(unit - units) + 1;
        rest++;
        if (strcmp(rest, "B") == 0)
            base = 1000;
        if (strcmp(rest, "B") == 0 || strcmp(rest, "iB") == 0)
            rest = "";
    }
    for (; powers > 0 && size <= UINT64_MAX / base; powers--)
        size *= base;
    if (digits == 0 || *rest || errno != 0 || powers > 0 || size == 0)
        usage_error(verb, "--%s: invalid size '%s' (examples: 4096, 64K, 128M, 2G)",
                    option_row(id)->name, text);
    return size;
}

/* The smallest and the largest value; the latter is what the 32-bit offsets in a URL
   allow. */
#define MAX_URL_LEAST ((uint64_t)1 << 10)
#define MAX_URL_MOST ((uint64_t)LOCUS_MAX_LENGTH)

void read_max_url(void *member, const struct verb *verb, char *argument)
{
    const uint64_t size = read_size(verb->name, OPTION_max_url, argument);

    if (size < MAX_URL_LEAST || size > MAX_URL_MOST)
        usage_error(verb->name, "--%s: '%s' is out of range (%" PRIu64 " to %" PRIu64
                    " bytes)", option_row(OPTION_max_url)->name, argument, MAX_URL_LEAST,
                    MAX_URL_MOST);
    *(uint64_t *)member = size;
}

void read_max_window(void *member, const struct verb *verb, char *argument)
{
    *(uint64_t *)member = read_size(verb->name, OPTION_max_window, argument);
}

void read_max_memory(void *member, const struct verb *verb, char *argument)
{
    const uint64_t size = read_size(verb->name, OPTION_max_memory, argument);

    if (size > PTRDIFF_MAX)
        usage_error(verb->name, "--%s: '%s' exceeds the address space",
                    option_row(OPTION_max_memory)->name, argument);
    *(uint64_t *)member = size;
}

/* Arguments that are stored as they are */

void read_flag(void *member, const struct verb *verb, char *argument)
{
    (void)verb, (void)argument;
    *(bool *)member = true;
}

void read_texts(void *member, const struct verb *verb, char *argument)
{
    struct texts *const texts = member;

    (void)verb;
    texts->text = mem_resize(texts->text, (texts->count + 1) * sizeof *texts->text);
    texts->text[texts->count++] = argument;
}

void read_text(void *member, const struct verb *verb, char *argument)
{
    (void)verb;
    *(const char **)member = argument;
}
