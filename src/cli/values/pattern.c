/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/values/pattern.h"

#include <stdio.h>

#ifdef HAVE_PCRE2

#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* The most work for one value: a few milliseconds, even if a hostile log makes a pattern try
   all ways to match. The memory limit is for builds of PCRE2 without JIT. */
#define MATCH_LIMIT 1000000
#define HEAP_LIMIT_KIB (64 << 10)
#define JIT_STACK_FIRST ((size_t)32 << 10)
#define JIT_STACK_MOST ((size_t)1 << 20)

struct pattern {
    pcre2_code *code;
};

struct pattern_memory {
    pcre2_match_data    *data;
    pcre2_match_context *context;
    pcre2_jit_stack     *stack;   /* NULL: without JIT */
};

_Noreturn static void no_memory(void)
{
    die("out of memory (PCRE2)");
}

struct pattern *pattern_read(const char *verb, const char *text, bool ignore_case)
{
    struct pattern *const pattern = mem_resize(NULL, sizeof *pattern);
    char sentence[PATTERN_ERROR_SIZE];
    PCRE2_SIZE offset;
    int error;

    pattern->code = pcre2_compile((PCRE2_SPTR)text, strlen(text),
                                  PCRE2_UTF | PCRE2_MATCH_INVALID_UTF
                                  | PCRE2_NEVER_BACKSLASH_C
                                  | (ignore_case ? PCRE2_CASELESS : 0),
                                  &error, &offset, NULL);
    if (!pattern->code) {
        pattern_error(sentence, error);
        usage_error(verb, "--where: '%s' is not a regular expression: offset %zu: %s", text,
                    (size_t)offset, sentence);
    }
    /* If that fails, PCRE2 interprets the pattern. */
    pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
    return pattern;
}

static struct pattern_memory *memory_open(void)
{
    struct pattern_memory *const memory = mem_resize(NULL, sizeof *memory);

    /* Only whether it matches is needed, not where. */
    memory->data = pcre2_match_data_create(1, NULL);
    memory->context = pcre2_match_context_create(NULL);
    memory->stack = pcre2_jit_stack_create(JIT_STACK_FIRST, JIT_STACK_MOST, NULL);
    if (!memory->data || !memory->context)
        no_memory();
    pcre2_set_match_limit(memory->context, MATCH_LIMIT);
    pcre2_set_heap_limit(memory->context, HEAP_LIMIT_KIB);
    if (memory->stack)
        pcre2_jit_stack_assign(memory->context, NULL, memory->stack);
    return memory;
}

enum pattern_result pattern_match(const struct pattern *pattern,
                                  struct pattern_memory **memory, const char *text,
                                  size_t len, int *error)
{
    int result;

    if (!*memory)
        *memory = memory_open();
    result = pcre2_match(pattern->code, (PCRE2_SPTR)text, len, 0, 0, (*memory)->data,
                         (*memory)->context);
    if (result >= 0)
        return PATTERN_MATCHES;
    if (result == PCRE2_ERROR_NOMATCH)
        return PATTERN_DIFFERS;
    if (result == PCRE2_ERROR_NOMEMORY)
        no_memory();
    *error = result;
    return PATTERN_UNDECIDED;
}

void pattern_error(char sentence[PATTERN_ERROR_SIZE], int error)
{
    pcre2_get_error_message(error, (PCRE2_UCHAR *)sentence, PATTERN_ERROR_SIZE);
}

void pattern_free(struct pattern *pattern)
{
    if (pattern)
        pcre2_code_free(pattern->code);
    free(pattern);
}

void pattern_memory_free(struct pattern_memory *memory)
{
    if (!memory)
        return;
    pcre2_match_data_free(memory->data);
    pcre2_match_context_free(memory->context);
    pcre2_jit_stack_free(memory->stack);
    free(memory);
}

#else

struct pattern *pattern_read(const char *verb, const char *text, bool ignore_case)
{
    (void)ignore_case;
    usage_error(verb, "--where: '%s' is a regular expression, but locus was built without PCRE2"
                " (install libpcre2-dev, configure --with-pcre2)", text);
}

enum pattern_result pattern_match(const struct pattern *pattern,
                                  struct pattern_memory **memory, const char *text,
                                  size_t len, int *error)
{
    (void)pattern, (void)memory, (void)text, (void)len, (void)error;
    return PATTERN_DIFFERS;
}

void pattern_error(char sentence[PATTERN_ERROR_SIZE], int error)
{
    snprintf(sentence, PATTERN_ERROR_SIZE, "error %d", error);
}

void pattern_free(struct pattern *pattern)
{
    (void)pattern;
}

void pattern_memory_free(struct pattern_memory *memory)
{
    (void)memory;
}

#endif
