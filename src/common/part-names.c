/* SPDX-License-Identifier: MIT
 *
 * The names of the parts, of the kinds of hosts and of the forms of targets.
 */
#include "common/find-name.h"
#include "locus.h"

static const char *const part_names[LOCUS_PART_COUNT] = {
    [LOCUS_SCHEME] = "scheme",
    [LOCUS_USER] = "user",
    [LOCUS_PASSWORD] = "password",
    [LOCUS_HOST] = "host",
    [LOCUS_PORT] = "port",
    [LOCUS_PATH] = "path",
    [LOCUS_QUERY] = "query",
    [LOCUS_FRAGMENT] = "fragment",
    [LOCUS_TYPE] = "type",
    [LOCUS_GTYPE] = "gtype",
    [LOCUS_SELECTOR] = "selector",
    [LOCUS_SEARCH] = "search",
    [LOCUS_PLUS] = "plus",
    [LOCUS_ADDRESS] = "address",
    [LOCUS_GROUP] = "group",
    [LOCUS_ARTICLE] = "article",
    [LOCUS_NUMBER] = "number",
    [LOCUS_DATABASE] = "database",
    [LOCUS_WTYPE] = "wtype",
    [LOCUS_WPATH] = "wpath",
    [LOCUS_HSONAME] = "hsoname",
    [LOCUS_FIELDS] = "fields",
};

static const char *const host_kind_names[LOCUS_HOST_KIND_COUNT] = {
    [LOCUS_HOST_NONE] = "none",
    [LOCUS_HOST_NAME] = "name",
    [LOCUS_HOST_IPV4] = "ipv4",
    [LOCUS_HOST_IPV6] = "ipv6",
    [LOCUS_HOST_IPVFUTURE] = "ipvfuture",
    [LOCUS_HOST_EMPTY] = "empty",
};

static const char *const form_names[LOCUS_FORM_COUNT] = {
    [LOCUS_FORM_NONE] = "none",
    [LOCUS_FORM_ORIGIN] = "origin",
    [LOCUS_FORM_ABSOLUTE] = "absolute",
    [LOCUS_FORM_AUTHORITY] = "authority",
    [LOCUS_FORM_ASTERISK] = "asterisk",
};

const char *locus_part_name(enum locus_part part)
{
    return (unsigned)part < LOCUS_PART_COUNT ? part_names[part] : NULL;
}

int locus_part_from_name(const char *name, size_t len)
{
    return find_name(part_names, LOCUS_PART_COUNT, name, len);
}

const char *locus_host_kind_name(enum locus_host_kind kind)
{
    return (unsigned)kind < LOCUS_HOST_KIND_COUNT ? host_kind_names[kind]
                                                  : NULL;
}

const char *locus_form_name(enum locus_form form)
{
    return (unsigned)form < LOCUS_FORM_COUNT ? form_names[form] : NULL;
}
