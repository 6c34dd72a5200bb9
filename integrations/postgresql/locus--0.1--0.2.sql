-- SPDX-License-Identifier: MIT
--
-- The type url: a URL that is valid in the grammar web. It is equal to others, and hashed, by
-- its normal form, and ordered by the labels of the host from the last one, path and query.

\echo Use "ALTER EXTENSION locus UPDATE TO '0.2'" to load this file. \quit

CREATE TYPE url;

CREATE FUNCTION url_in(cstring) RETURNS url
AS 'MODULE_PATHNAME', 'pglocus_url_in'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;

CREATE FUNCTION url_out(url) RETURNS cstring
AS 'MODULE_PATHNAME', 'pglocus_url_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- These depend on the encoding of the client.
CREATE FUNCTION url_recv(internal) RETURNS url
AS 'MODULE_PATHNAME', 'pglocus_url_recv'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 20;

CREATE FUNCTION url_send(url) RETURNS bytea
AS 'MODULE_PATHNAME', 'pglocus_url_send'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;

-- It is collatable, although no collation changes its order: postgres_fdw sends a condition
-- on a text to another server only if its collation is that of a column.
CREATE TYPE url (
    INPUT = url_in,
    OUTPUT = url_out,
    RECEIVE = url_recv,
    SEND = url_send,
    INTERNALLENGTH = VARIABLE,
    ALIGNMENT = int4,
    STORAGE = extended,
    COLLATABLE = true
);

-- ------------------------------------------------------------------------
-- Casts
-- ------------------------------------------------------------------------

CREATE FUNCTION url(text) RETURNS url
AS 'MODULE_PATHNAME', 'pglocus_url_from_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;

CREATE FUNCTION text(url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_to_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- NULL if it is not valid.
CREATE FUNCTION url_try(url text) RETURNS url
AS 'MODULE_PATHNAME', 'pglocus_url_try'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;

CREATE CAST (text AS url) WITH FUNCTION url(text) AS ASSIGNMENT;
CREATE CAST (varchar AS url) WITH FUNCTION url(text) AS ASSIGNMENT;
CREATE CAST (url AS text) WITH FUNCTION text(url) AS ASSIGNMENT;
CREATE CAST (url AS varchar) WITH FUNCTION text(url) AS ASSIGNMENT;

-- ------------------------------------------------------------------------
-- Order, equality, hash
-- ------------------------------------------------------------------------

CREATE FUNCTION url_lt(url, url) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_lt'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE FUNCTION url_le(url, url) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_le'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE FUNCTION url_eq(url, url) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_eq'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE FUNCTION url_ne(url, url) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_ne'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE FUNCTION url_ge(url, url) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_ge'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE FUNCTION url_gt(url, url) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_gt'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE FUNCTION url_cmp(url, url) RETURNS integer
AS 'MODULE_PATHNAME', 'pglocus_url_cmp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE FUNCTION url_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'pglocus_url_sortsupport'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE FUNCTION url_hash(url) RETURNS integer
AS 'MODULE_PATHNAME', 'pglocus_url_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_hash_extended(url, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'pglocus_url_hash_extended'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE OPERATOR < (
    FUNCTION = url_lt, LEFTARG = url, RIGHTARG = url,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);

CREATE OPERATOR <= (
    FUNCTION = url_le, LEFTARG = url, RIGHTARG = url,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);

CREATE OPERATOR = (
    FUNCTION = url_eq, LEFTARG = url, RIGHTARG = url,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);

CREATE OPERATOR <> (
    FUNCTION = url_ne, LEFTARG = url, RIGHTARG = url,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);

CREATE OPERATOR >= (
    FUNCTION = url_ge, LEFTARG = url, RIGHTARG = url,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel
);

CREATE OPERATOR > (
    FUNCTION = url_gt, LEFTARG = url, RIGHTARG = url,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);

CREATE OPERATOR CLASS url_ops DEFAULT FOR TYPE url USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 url_cmp(url, url),
    FUNCTION 2 url_sortsupport(internal);

CREATE OPERATOR CLASS url_ops DEFAULT FOR TYPE url USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 url_hash(url),
    FUNCTION 2 url_hash_extended(url, bigint);

CREATE OPERATOR CLASS url_minmax_ops DEFAULT FOR TYPE url USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal),
    STORAGE url;

CREATE FUNCTION url_smaller(url, url) RETURNS url
AS 'MODULE_PATHNAME', 'pglocus_url_smaller'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE FUNCTION url_larger(url, url) RETURNS url
AS 'MODULE_PATHNAME', 'pglocus_url_larger'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE AGGREGATE min(url) (
    SFUNC = url_smaller, STYPE = url, COMBINEFUNC = url_smaller, SORTOP = <, PARALLEL = SAFE
);

CREATE AGGREGATE max(url) (
    SFUNC = url_larger, STYPE = url, COMBINEFUNC = url_larger, SORTOP = >, PARALLEL = SAFE
);

-- ------------------------------------------------------------------------
-- Domains
-- ------------------------------------------------------------------------

-- The URLs of a domain lie between these two, which are not URLs; they are for the planner.
CREATE FUNCTION url_domain_first(domain text) RETURNS url
AS 'MODULE_PATHNAME', 'pglocus_url_domain_first'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_domain_end(domain text) RETURNS url
AS 'MODULE_PATHNAME', 'pglocus_url_domain_end'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_under_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pglocus_url_under_support'
LANGUAGE C STRICT;

-- Whether the host is the domain, or a name under it.
CREATE FUNCTION url_under(url, domain text) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_under'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2
SUPPORT url_under_support;

CREATE FUNCTION url_over(domain text, url) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_over'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2
SUPPORT url_under_support;

CREATE OPERATOR << (
    FUNCTION = url_under, LEFTARG = url, RIGHTARG = text, COMMUTATOR = >>,
    RESTRICT = matchingsel, JOIN = matchingjoinsel
);

CREATE OPERATOR >> (
    FUNCTION = url_over, LEFTARG = text, RIGHTARG = url, COMMUTATOR = <<,
    RESTRICT = matchingsel, JOIN = matchingjoinsel
);

-- ------------------------------------------------------------------------
-- The functions on texts that take one URL. They read its normal form, except for
-- url_findings(), which reads what was entered.
-- ------------------------------------------------------------------------

CREATE FUNCTION url_scheme(url url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_scheme_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_user(url url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_user_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_host(url url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_host_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_port(url url) RETURNS integer
AS 'MODULE_PATHNAME', 'pglocus_url_port_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_path(url url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_path_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_query(url url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_query_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_fragment(url url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_fragment_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_part(url url, name text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_part_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 12;

CREATE FUNCTION url_parts(url url) RETURNS jsonb
AS 'MODULE_PATHNAME', 'pglocus_url_parts_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 35;

CREATE FUNCTION url_param(url url, key text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_param_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 15;

CREATE FUNCTION url_segments(url url) RETURNS text[]
AS 'MODULE_PATHNAME', 'pglocus_url_segments_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20;

CREATE FUNCTION url_origin(url url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_origin_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 45;

CREATE FUNCTION url_inet(url url) RETURNS inet
AS 'MODULE_PATHNAME', 'pglocus_url_inet_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 13;

CREATE FUNCTION url_address_class(url url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_address_class_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 13;

CREATE FUNCTION url_normalize(url url) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_normalize_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 15;

CREATE FUNCTION url_params(url url, OUT key text, OUT value text, OUT "position" integer)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'pglocus_url_params_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 105 ROWS 5;

CREATE FUNCTION url_findings(url url) RETURNS text[]
AS 'MODULE_PATHNAME', 'pglocus_url_findings_of'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 15;
