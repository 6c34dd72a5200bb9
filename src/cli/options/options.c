/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/options/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/help/suggest.h"
#include "cli/options/arguments.h"
#include "cli/options/verb.h"
#include "cli/output/output.h"

enum { ONCE, MANY };

/* A number as a string. */
#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

static const struct option_row rows[OPTION_COUNT] = {
#define OPTION(id, letter_, name_, argument_, type, reader, values_, times, sentence_) \
    [OPTION_##id] = { \
        .name = (name_), .argument = (argument_), .sentence = (sentence_), \
        .values = (values_), .read = (reader), .letter = (letter_), \
        .repeats = (times) == MANY \
    },
#include "cli/options/options.def"
#undef OPTION
};

const char *option_sentence(const struct option_use *use)
{
    return use->sentence ? use->sentence : rows[use->id].sentence;
}

const struct option_row *option_row(enum option_id id)
{
    return &rows[id];
}

bool verb_takes(const struct verb *verb, enum option_id id)
{
    for (const struct option_use *use = verb->options; use->id != OPTION_COUNT;
         use++)
        if (use->id == id)
            return true;
    return false;
}

/* getopt_long() returns the id of an option plus this. */
enum { FIRST_ID = 256 };

struct request {
    struct option longs[OPTION_COUNT + 1];
    char letters[2 * OPTION_COUNT + 2];
};

/* `letters` begins with ":", so that getopt distinguishes a missing argument. */
static void make_request(struct request *request, const struct verb *verb)
{
    struct option *option = request->longs;
    char *letter = request->letters;

    *letter++ = ':';
    for (const struct option_use *use = verb->options; use->id != OPTION_COUNT;
         use++) {
        const struct option_row *const row = option_row(use->id);

        *option++ = (struct option){
            .name = row->name,
            .has_arg = row->argument ? required_argument : no_argument,
            .val = FIRST_ID + (int)use->id
        };
        if (!row->letter)
            continue;
        *letter++ = row->letter;
        if (row->argument)
            *letter++ = ':';
    }
    *option = (struct option){ .name = NULL };
    *letter = '\0';
}

/* The option of the verb that getopt_long() returned; NULL if it returned ":" or "?". */
static const struct option_use *find_use(const struct verb *verb, int c)
{
    for (const struct option_use *use = verb->options; use->id != OPTION_COUNT;
         use++)
        if (c >= FIRST_ID ? c - FIRST_ID == (int)use->id
                          : option_row(use->id)->letter == c)
            return use;
    return NULL;
}

/* Ends the command if `argument` abbreviates several long options. */
static void refuse_ambiguous(const char *verb, const char *argument,
                             const struct option *longs)
{
    const size_t len = strcspn(argument, "=");
    char list[256] = "";
    size_t at = 0;
    int count = 0;

    for (; longs->name; longs++)
        if (strncmp(longs->name, argument + 2, len - 2) == 0
            && at < sizeof list) {
            at += (size_t)snprintf(list + at, sizeof list - at, "%s--%s",
                                   at ? ", " : "", longs->name);
            count++;
        }
    if (count > 1)
        usage_error(verb, "option '%.*s' is ambiguous: %s", (int)len, argument,
                    list);
}

static void unknown_option(const char *verb, const char *argument,
                           const struct option *longs)
{
    struct suggestion near = { argument + 2, strcspn(argument + 2, "="), NULL, 0 };

    for (; longs->name; longs++)
        suggest(&near, longs->name);
    if (near.name)
        usage_error(verb, "unknown option '--%.*s'; did you mean '--%s'?",
                    (int)near.len, near.word, near.name);
    usage_error(verb, "unknown option '%s'", argument);
}

/* Reports an option that getopt_long() did not accept. */
_Noreturn static void wrong_option(const char *verb, int c, const char *argument,
                                   const struct option *longs)
{
    const bool is_long = strncmp(argument, "--", 2) == 0;

    if (c == ':' && is_long)
        usage_error(verb, "option '%s' requires an argument", argument);
    if (c == ':')
        usage_error(verb, "option '-%c' requires an argument", optopt);
    /* The option is known, so it was given an argument that it does not take. */
    if (is_long && optopt >= FIRST_ID)
        usage_error(verb, "option '%.*s' takes no argument",
                    (int)strcspn(argument, "="), argument);
    if (is_long) {
        refuse_ambiguous(verb, argument, longs);
        unknown_option(verb, argument, longs);
    }
    usage_error(verb, "unknown option '-%c'", optopt);
}

static void read_operands(const struct verb *verb, struct operands *operands,
                          int argc, char **argv)
{
    static char standard_input[] = "-";
    static char *no_operands[] = { standard_input, NULL };

    operands->verb = verb->name;
    operands->before_items = verb->before_items;
    operands->at = argv + optind;
    operands->count = argc - optind;
    operands->given = operands->count > 0;
    if (operands->given && !verb->operands)
        usage_error(verb->name, "unexpected argument '%s'", operands->at[0]);
    if (operands->given)
        return;
    operands->at = no_operands;
    operands->count = 1;
}

_Noreturn static void show_help(const struct verb *verb)
{
    help(verb);
    out_close();
    exit(STATUS_OK);
}

/* The default of -g, from the row of the verb. */
static void set_grammar(const struct verb *verb, void *options)
{
    const struct option_use *const use =
        find_use(verb, FIRST_ID + (int)OPTION_grammar);

    if (use && verb->grammar && !verb->grammar_follows)
        *(const struct locus_grammar **)((char *)options + use->offset) =
            *verb->grammar;
}

void options_read(const struct verb *verb, void *options, struct operands *operands,
                  int argc, char **argv)
{
    struct request request = { .letters = "" };
    int c;

    make_request(&request, verb);
    set_grammar(verb, options);
    opterr = 0;
    while ((c = getopt_long(argc, argv, request.letters, request.longs, NULL))
           != -1) {
        const struct option_use *const use = find_use(verb, c);

        if (!use)
            wrong_option(verb->name, c, argv[optind - 1], request.longs);
        else if (use->id == OPTION_help)
            show_help(verb);
        else
            option_row(use->id)->read((char *)options + use->offset, verb, optarg);
    }
    read_operands(verb, operands, argc, argv);
}
