/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/record/view.h"

#include <ctype.h>
#include <string.h>

#include "cli/values/address.h"
#include "cli/views/domain.h"
#include "cli/views/shape.h"

/* "404" is "4xx". */
static void class_of_status(struct value_text *value)
{
    static const char classes[] = "0xx1xx2xx3xx4xx5xx6xx7xx8xx9xx";

    if (value->len != 3 || !isdigit((unsigned char)*value->at))
        return;
    value->at = classes + 3 * (*value->at - '0');
    value->len = 3;
}

/* The class of an address, as of a host; false if the text is not an address. */
static bool class_of_address(struct value_text *value, struct scratch *scratch)
{
    char *const buf = scratch_for(scratch, SCRATCH_ADDRESS, HOST_SIZE(value->len));
    struct locus_url url;
    int class;

    if (!address_parse(&url, buf, value->at, value->len))
        return false;
    class = locus_host_class(&url, buf);
    if (class < 0)
        return false;
    value->at = locus_class_name((enum locus_class)class);
    value->len = strlen(value->at);
    return true;
}

/* The first bytes of a time in ISO 8601. */
static void cut_time(struct value_text *value, size_t len)
{
    if (value->len > len)
        value->len = len;
}

static void shape_of(struct value_text *value, struct scratch *scratch)
{
    char *const buf = scratch_for(scratch, SCRATCH_SHAPE, SHAPE_SIZE(value->len));

    value->len = write_shape(buf, value->at, value->len);
    value->at = buf;
}

static bool is_status(const struct selector *selector, const struct record *record)
{
    return selector->value == VALUE_FIELD && selector->part == LOCUS_PART_COUNT
        && selector->field[record->log->format] == LOCUS_LOG_STATUS;
}

bool view_of(struct value_text *value, const struct selector *selector,
             const struct record *record)
{
    if (selector->views & 1u << VIEW_DOMAIN)
        return domain_of(value, record->scratch);
    if (selector->views & 1u << VIEW_SHAPE)
        shape_of(value, record->scratch);
    else if (selector->views & 1u << VIEW_HOUR)
        cut_time(value, sizeof "2015-03-23T17" - 1);
    else if (selector->views & 1u << VIEW_DAY)
        cut_time(value, sizeof "2015-03-23" - 1);
    else if (!(selector->views & 1u << VIEW_CLASS))
        return true;
    else if (!is_status(selector, record))
        return class_of_address(value, record->scratch);
    else
        class_of_status(value);
    return true;
}
