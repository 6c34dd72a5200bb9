/* SPDX-License-Identifier: MIT
 *
 * The order, equality and hash of the type url.
 */
#include "pg-locus.h"

#include "common/hashfn.h"
#include "lib/hyperloglog.h"
#include "port/pg_bswap.h"
#include "utils/sortsupport.h"

static int compare(const url *a, const url *b)
{
    const struct key x = pglocus_key(a), y = pglocus_key(b);
    const int order = memcmp(x.at, y.at, Min(x.len, y.len));

    return order != 0 ? order : (x.len > y.len) - (x.len < y.len);
}

/* Compares the arguments, and frees what was detoasted, as an index does not. */
static int compared(FunctionCallInfo fcinfo)
{
    url *a = PG_GETARG_URL(0), *b = PG_GETARG_URL(1);
    const int order = compare(a, b);

    PG_FREE_IF_COPY(a, 0);
    PG_FREE_IF_COPY(b, 1);
    return order;
}

#define COMPARISON(name, condition) \
    PG_FUNCTION_INFO_V1(pglocus_url_##name); \
    Datum pglocus_url_##name(PG_FUNCTION_ARGS) \
    { \
        PG_RETURN_BOOL(compared(fcinfo) condition); \
    }

COMPARISON(lt, < 0)
COMPARISON(le, <= 0)
COMPARISON(eq, == 0)
COMPARISON(ne, != 0)
COMPARISON(ge, >= 0)
COMPARISON(gt, > 0)

PG_FUNCTION_INFO_V1(pglocus_url_cmp);
Datum pglocus_url_cmp(PG_FUNCTION_ARGS)
{
    PG_RETURN_INT32(compared(fcinfo));
}

PG_FUNCTION_INFO_V1(pglocus_url_smaller);
Datum pglocus_url_smaller(PG_FUNCTION_ARGS)
{
    url *a = PG_GETARG_URL(0), *b = PG_GETARG_URL(1);

    PG_RETURN_POINTER(compare(a, b) <= 0 ? a : b);
}

PG_FUNCTION_INFO_V1(pglocus_url_larger);
Datum pglocus_url_larger(PG_FUNCTION_ARGS)
{
    url *a = PG_GETARG_URL(0), *b = PG_GETARG_URL(1);

    PG_RETURN_POINTER(compare(a, b) >= 0 ? a : b);
}

/* The hash is that of the normal form, so that it depends on nothing else. */
PG_FUNCTION_INFO_V1(pglocus_url_hash);
Datum pglocus_url_hash(PG_FUNCTION_ARGS)
{
    url *value = PG_GETARG_URL(0);
    const struct key key = pglocus_key(value);
    size_t len;
    char *normal = pglocus_normal_of(&key, &len);
    const Datum hash = hash_any((unsigned char *)normal, (int)len);

    pfree(normal);
    PG_FREE_IF_COPY(value, 0);
    return hash;
}

PG_FUNCTION_INFO_V1(pglocus_url_hash_extended);
Datum pglocus_url_hash_extended(PG_FUNCTION_ARGS)
{
    url *value = PG_GETARG_URL(0);
    const struct key key = pglocus_key(value);
    size_t len;
    char *normal = pglocus_normal_of(&key, &len);
    const Datum hash = hash_any_extended((unsigned char *)normal, (int)len,
                                         (uint64)PG_GETARG_INT64(1));

    pfree(normal);
    PG_FREE_IF_COPY(value, 0);
    return hash;
}

/* Sorting: the first bytes of a key, as a number, decide most comparisons. */

struct sorting {
    int64 count;                  /* values that were abbreviated */
    bool  estimating;
    hyperLogLogState numbers;     /* how many different abbreviations there are */
    hyperLogLogState keys;        /* how many different keys there are */
};

static int compare_datums(Datum a, Datum b, SortSupport sort)
{
    url *x = (url *)PG_DETOAST_DATUM_PACKED(a), *y = (url *)PG_DETOAST_DATUM_PACKED(b);
    const int order = compare(x, y);

    if (unlikely((Pointer)x != DatumGetPointer(a)))
        pfree(x);
    if (unlikely((Pointer)y != DatumGetPointer(b)))
        pfree(y);
    return order;
}

static int compare_abbreviated(Datum a, Datum b, SortSupport sort)
{
    return (a > b) - (a < b);
}

static Datum abbreviate(Datum original, SortSupport sort)
{
    struct sorting *sorting = sort->ssup_extra;
    url *value = (url *)PG_DETOAST_DATUM_PACKED(original);
    const struct key key = pglocus_key(value);
    Datum number = 0;

    memcpy(&number, key.at, Min(key.len, sizeof number));
    number = DatumBigEndianToNative(number);
    sorting->count++;
    if (sorting->estimating) {
        addHyperLogLog(&sorting->numbers, DatumGetUInt32(
            hash_uint32((uint32)number ^ (uint32)((uint64)number >> 32))));
        addHyperLogLog(&sorting->keys, DatumGetUInt32(
            hash_any(key.at, (int)Min(key.len, PG_CACHE_LINE_SIZE))));
    }
    if (unlikely((Pointer)value != DatumGetPointer(original)))
        pfree(value);
    return number;
}

/* Whether abbreviations do not pay: there is less than one for twenty different keys. */
static bool abort_abbreviation(int count, SortSupport sort)
{
    struct sorting *sorting = sort->ssup_extra;
    double numbers, keys;

    if (count < 100 || sorting->count < 10000 || !sorting->estimating)
        return false;
    numbers = estimateHyperLogLog(&sorting->numbers);
    keys = estimateHyperLogLog(&sorting->keys);
    if (numbers > 100000)
        sorting->estimating = false;
    return numbers < keys * 0.05;
}

PG_FUNCTION_INFO_V1(pglocus_url_sortsupport);
Datum pglocus_url_sortsupport(PG_FUNCTION_ARGS)
{
    SortSupport sort = (SortSupport)PG_GETARG_POINTER(0);
    MemoryContext before = MemoryContextSwitchTo(sort->ssup_cxt);

    sort->comparator = compare_datums;
    if (sort->abbreviate) {
        struct sorting *sorting = palloc0(sizeof *sorting);

        sorting->estimating = true;
        initHyperLogLog(&sorting->numbers, 10);
        initHyperLogLog(&sorting->keys, 10);
        sort->ssup_extra = sorting;
        sort->comparator = compare_abbreviated;
        sort->abbrev_converter = abbreviate;
        sort->abbrev_abort = abort_abbreviation;
        sort->abbrev_full_comparator = compare_datums;
    }
    MemoryContextSwitchTo(before);
    PG_RETURN_VOID();
}
