/* SPDX-License-Identifier: MIT
 *
 * url << domain: whether the host of the URL is the domain, or a name under it. The URLs of
 * a domain are adjacent in the order of URLs, so a condition with << is also a range:
 *
 *     u >= url_domain_first(domain) AND u < url_domain_end(domain)
 */
#include "pg-locus.h"

#include "catalog/pg_opfamily.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "access/stratnum.h"
#include "optimizer/optimizer.h"
#include "parser/parse_func.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "catalog/pg_proc.h"

/* The key of a domain: its labels in reversed order, as in the key of a URL. Returns false
   if the text is not a host, or is the root. */
static bool domain_key(StringInfo key, const struct input *domain)
{
    static const char before[] = "x://";
    StringInfoData text;
    struct locus_url url;
    struct locus_span host;
    char *normal;
    size_t len;
    bool final_dot;

    initStringInfo(&text);
    appendStringInfoString(&text, before);
    appendBinaryStringInfo(&text, domain->at, (int)domain->len);
    /* The grammar says whether it is a host and nothing else. */
    if (locus_parse(&url, text.data, (size_t)text.len, locus_web) != 0
        || url.host_kind == LOCUS_HOST_EMPTY
        || url.part[LOCUS_HOST].off != strlen(before)
        || url.part[LOCUS_HOST].len != domain->len)
        return false;
    normal = pglocus_normal(&url, text.data, (size_t)text.len, &len);
    if (locus_parse(&url, normal, len, locus_web) != 0)
        return false;
    host = url.part[LOCUS_HOST];
    initStringInfo(key);
    pglocus_append_host(key, normal + host.off, host.len, url.host_kind, &final_dot);
    /* The names under the root are no range: addresses are among them. */
    return key->len > 0;
}

/* The domain of the last call: in a query it is mostly a constant. */
struct domain {
    bool  known;
    bool  valid;
    StringInfoData as_given, key;
};

static const struct domain *domain_of(FunctionCallInfo fcinfo, int n)
{
    text *given = PG_GETARG_TEXT_PP(n);
    const char *const at = VARDATA_ANY(given);
    const int len = (int)VARSIZE_ANY_EXHDR(given);
    struct domain *domain = fcinfo->flinfo->fn_extra;
    StringInfoData key;
    struct input in;

    if (domain == NULL) {
        MemoryContext before = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);

        domain = palloc0(sizeof *domain);
        initStringInfo(&domain->as_given);
        initStringInfo(&domain->key);
        fcinfo->flinfo->fn_extra = domain;
        MemoryContextSwitchTo(before);
    }
    if (domain->known && domain->as_given.len == len
        && memcmp(domain->as_given.data, at, (size_t)len) == 0)
        return domain;
    domain->known = false;
    resetStringInfo(&domain->as_given);
    resetStringInfo(&domain->key);
    appendBinaryStringInfo(&domain->as_given, at, len);
    /* All other memory is that of the call, because the domain may change with each row. */
    in = pglocus_input(given);
    domain->valid = domain_key(&key, &in);
    if (domain->valid)
        appendBinaryStringInfo(&domain->key, key.data, key.len);
    domain->known = true;
    return domain;
}

static Datum under(FunctionCallInfo fcinfo, int url_argument)
{
    url *value = PG_GETARG_URL(url_argument);
    const struct domain *domain = domain_of(fcinfo, 1 - url_argument);
    const struct key key = pglocus_key(value);
    const size_t len = (size_t)domain->key.len;
    bool result;

    if (!domain->valid)
        PG_RETURN_NULL();
    result = key.len > len && memcmp(key.at, domain->key.data, len) == 0
             && (key.at[len] == KEY_END || key.at[len] == KEY_PART);
    PG_FREE_IF_COPY(value, url_argument);
    PG_RETURN_BOOL(result);
}

PG_FUNCTION_INFO_V1(pglocus_url_under);
Datum pglocus_url_under(PG_FUNCTION_ARGS)
{
    return under(fcinfo, 0);
}

PG_FUNCTION_INFO_V1(pglocus_url_over);
Datum pglocus_url_over(PG_FUNCTION_ARGS)
{
    return under(fcinfo, 1);
}

/* The text of a bound is refused as a URL, so that none is read back as a value that lies
   elsewhere in the order. */
static Datum bound(FunctionCallInfo fcinfo, char last, const char *name)
{
    const struct input domain = pglocus_argument(fcinfo, 0);
    StringInfoData key, text;

    if (!domain_key(&key, &domain))
        PG_RETURN_NULL();
    appendStringInfoChar(&key, last);
    initStringInfo(&text);
    appendStringInfo(&text, "%s of ", name);
    appendBinaryStringInfo(&text, domain.at, (int)domain.len);
    PG_RETURN_POINTER(pglocus_bound(&key, text.data));
}

PG_FUNCTION_INFO_V1(pglocus_url_domain_first);
Datum pglocus_url_domain_first(PG_FUNCTION_ARGS)
{
    return bound(fcinfo, KEY_END, "first");
}

PG_FUNCTION_INFO_V1(pglocus_url_domain_end);
Datum pglocus_url_domain_end(PG_FUNCTION_ARGS)
{
    return bound(fcinfo, KEY_PART + 1, "end");
}

/* For the planner */

/* The function of that name in the schema of this one, with an argument of type text. */
static Oid neighbour(Oid function, const char *name)
{
    const Oid argument = TEXTOID;
    oidvector *arguments = buildoidvector(&argument, 1);

    return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                           PointerGetDatum(arguments),
                           ObjectIdGetDatum(get_func_namespace(function)));
}

/* `column OPERATOR name(domain)`, or NULL. */
static Expr *condition(Oid function, Oid family, int strategy, Node *column, Node *domain,
                       const char *name, Oid collation)
{
    const Oid type = exprType(column);
    const Oid operator = get_opfamily_member(family, type, type, (int16)strategy);
    const Oid limit = neighbour(function, name);

    if (!OidIsValid(operator) || !OidIsValid(limit))
        return NULL;
    return make_opclause(operator, BOOLOID, false, (Expr *)column,
                         (Expr *)makeFuncExpr(limit, type, list_make1(copyObject(domain)),
                                              InvalidOid, InvalidOid,
                                              COERCE_EXPLICIT_CALL),
                         InvalidOid, collation);
}

/* Indexes that order URLs, btree and BRIN, find the URLs of a domain as a range. */
static List *index_conditions(SupportRequestIndexCondition *request)
{
    List *arguments = is_opclause(request->node) ? ((OpExpr *)request->node)->args
                      : is_funcclause(request->node) ? ((FuncExpr *)request->node)->args
                                                     : NIL;
    Node *column, *domain;
    Expr *first, *end;

    if (list_length(arguments) != 2)
        return NIL;
    column = list_nth(arguments, request->indexarg);
    domain = list_nth(arguments, 1 - request->indexarg);
    if (exprType(domain) != TEXTOID
        || !is_pseudo_constant_for_index(request->root, domain, request->index))
        return NIL;
    first = condition(request->funcid, request->opfamily, BTGreaterEqualStrategyNumber,
                      column, domain, "url_domain_first", request->indexcollation);
    end = condition(request->funcid, request->opfamily, BTLessStrategyNumber, column, domain,
                    "url_domain_end", request->indexcollation);
    if (first == NULL || end == NULL)
        return NIL;
    request->lossy = false;
    return list_make2(first, end);
}

PG_FUNCTION_INFO_V1(pglocus_url_under_support);
Datum pglocus_url_under_support(PG_FUNCTION_ARGS)
{
    Node *request = (Node *)PG_GETARG_POINTER(0);

    if (IsA(request, SupportRequestIndexCondition))
        PG_RETURN_POINTER(index_conditions((SupportRequestIndexCondition *)request));
    PG_RETURN_POINTER(NULL);
}
