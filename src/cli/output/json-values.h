/* SPDX-License-Identifier: MIT
 *
 * The values of JSON: objects, arrays, strings, numbers.
 */
#ifndef JSON_VALUES_H
#define JSON_VALUES_H

#include "cli/output/output.h"

/* Writes a JSON string. Returns false if some byte was not UTF-8, and so was replaced. */
bool json_string(const char *text, size_t len);

/* Whether all of a text can be copied as it is into a JSON string. Nearly every text
   can. */
bool json_is_clean(const char *text, size_t len);

/* Writes the inside of a string, like json_string(). */
bool json_text(const char *text, size_t len);

/*
 * Objects and arrays, nested to any depth, with the commas between their members:
 *
 *     struct json json = { 0 };
 *
 *     json_open(&json, '{');
 *     JSON_KEY(&json, "port");
 *     json_number(&json, 80);
 *     json_end_record(&json);
 */
struct json {
    bool follows;                 /* a member precedes the next one: a comma is needed */
    bool lossy;                   /* some byte was not UTF-8 */
};

/* Before a value. */
static inline void json_separate(struct json *json)
{
    if (json->follows)
        out_char(',');
    json->follows = true;
}

/* "{" or "[". */
static inline void json_open(struct json *json, char bracket)
{
    json_separate(json);
    out_char(bracket);
    json->follows = false;
}

static inline void json_close(struct json *json, char bracket)
{
    out_char(bracket);
    json->follows = true;
}

/* The value of an input, of a URL or of an argument. */
static inline void json_value(struct json *json, const char *text, size_t len)
{
    json_separate(json);
    json->lossy |= !json_string(text, len);
}

static inline void json_number(struct json *json, uint64_t number)
{
    json_separate(json);
    out_number(number);
}

/* true, false, null, or a number that is text already. */
static inline void json_literal(struct json *json, const char *text, size_t len)
{
    json_separate(json);
    out_write(text, len);
}

#define JSON_LITERAL(json, literal) json_literal(json, "" literal, sizeof(literal) - 1)

/* A name of this program, in which no byte needs an escape. */
static inline void json_name(struct json *json, const char *name)
{
    json_separate(json);
    out_char('"');
    out_string(name);
    out_char('"');
}

/* A sentence of this program. It may quote bytes of the input that are not UTF-8; these alone
   do not make the record "lossy", because the record also contains the input. */
void json_sentence(struct json *json, const char *sentence);

/* The key of the next value, a string literal. */
#define JSON_KEY(json, name) \
    json_key_literal(json, ",\"" name "\":", sizeof(",\"" name "\":") - 1)

/* `text` begins with the comma. */
static inline void json_key_literal(struct json *json, const char *text, size_t len)
{
    const size_t from = json->follows ? 0 : 1;

    out_write(text + from, len - from);
    json->follows = false;
}

/* The same for a name of this program that is not a literal. */
static inline void json_key(struct json *json, const char *name)
{
    json_literal(json, "\"", 1);
    out_string(name);
    OUT_LITERAL("\":");
    json->follows = false;
}

/* The same for a name from the arguments. */
static inline void json_key_value(struct json *json, const char *name, size_t len)
{
    json_value(json, name, len);
    out_char(':');
    json->follows = false;
}

/* The end of the object that is a record, with "lossy" if that is true. */
void json_end_record(struct json *json);

#endif
