-- SPDX-License-Identifier: MIT
--
-- Functions on texts. What is not valid in the grammar web gives NULL; the same function
-- with _strict after its name raises an error, which names the rule that failed and its
-- offset. A part that is absent is NULL, one that is empty ''. doc/postgresql.md is the
-- manual.

\echo Use "CREATE EXTENSION locus VERSION '0.1'" to load this file. \quit

-- ------------------------------------------------------------------------
-- What a URL has
-- ------------------------------------------------------------------------

-- The scheme (RFC 3986, section 3.1).
CREATE FUNCTION url_scheme(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_scheme'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

CREATE FUNCTION url_scheme_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_scheme_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- The userinfo up to the first ":" (section 3.2.1).
CREATE FUNCTION url_user(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_user'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

CREATE FUNCTION url_user_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_user_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- The host, an IP literal with its brackets (section 3.2.2).
CREATE FUNCTION url_host(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_host'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

CREATE FUNCTION url_host_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_host_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- The port that applies: the one in the URL or, if that is absent or empty, the
-- default of the scheme.
CREATE FUNCTION url_port(url text) RETURNS integer
AS 'MODULE_PATHNAME', 'pglocus_url_port'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

CREATE FUNCTION url_port_strict(url text) RETURNS integer
AS 'MODULE_PATHNAME', 'pglocus_url_port_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- The path, which is never absent (section 3.3).
CREATE FUNCTION url_path(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_path'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

CREATE FUNCTION url_path_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_path_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- The query (section 3.4).
CREATE FUNCTION url_query(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_query'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

CREATE FUNCTION url_query_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_query_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- The fragment (section 3.5).
CREATE FUNCTION url_fragment(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_fragment'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

CREATE FUNCTION url_fragment_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_fragment_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- The part of a name: scheme, user, password, host, port, path, query, fragment.
CREATE FUNCTION url_part(url text, name text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_part'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 6;

CREATE FUNCTION url_part_strict(url text, name text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_part_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 6;

-- The parts that the URL has.
CREATE FUNCTION url_parts(url text) RETURNS jsonb
AS 'MODULE_PATHNAME', 'pglocus_url_parts'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 25;

CREATE FUNCTION url_parts_strict(url text) RETURNS jsonb
AS 'MODULE_PATHNAME', 'pglocus_url_parts_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 25;

-- The value of the first parameter of the query whose key, decoded, is this, decoded.
CREATE FUNCTION url_param(url text, key text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_param'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_param_strict(url text, key text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_param_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- The segments of the path, unchanged.
CREATE FUNCTION url_segments(url text) RETURNS text[]
AS 'MODULE_PATHNAME', 'pglocus_url_segments'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 15;

CREATE FUNCTION url_segments_strict(url text) RETURNS text[]
AS 'MODULE_PATHNAME', 'pglocus_url_segments_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 15;

-- The origin (RFC 6454), NULL if no other origin is equal to it.
CREATE FUNCTION url_origin(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_origin'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40;

CREATE FUNCTION url_origin_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_origin_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40;

-- The address that the host is, also in the forms that inet_aton() reads.
CREATE FUNCTION url_inet(url text) RETURNS inet
AS 'MODULE_PATHNAME', 'pglocus_url_inet'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 8;

CREATE FUNCTION url_inet_strict(url text) RETURNS inet
AS 'MODULE_PATHNAME', 'pglocus_url_inet_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 8;

-- The class of that address: "private", "loopback", ... (RFC 6890).
CREATE FUNCTION url_address_class(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_address_class'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 7;

CREATE FUNCTION url_address_class_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_address_class_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 7;

-- The normal form (RFC 3986, section 6.2; RFC 5952).
CREATE FUNCTION url_normalize(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_normalize'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 8;

CREATE FUNCTION url_normalize_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_normalize_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 8;

-- The parameters of the query, decoded, with their positions from 1. The value of one
-- without "=" is NULL.
CREATE FUNCTION url_params(url text, OUT key text, OUT value text, OUT "position" integer)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'pglocus_url_params'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 5;

CREATE FUNCTION url_params_strict(url text, OUT key text, OUT value text, OUT "position" integer)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'pglocus_url_params_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 5;

-- ------------------------------------------------------------------------
-- Validity
-- ------------------------------------------------------------------------

-- Whether the text is a URL of the grammar, by default web.
CREATE FUNCTION url_valid(url text) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_valid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

CREATE FUNCTION url_valid(url text, grammar text) RETURNS boolean
AS 'MODULE_PATHNAME', 'pglocus_url_valid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- The rule that fails, and after how many characters; NULL for a URL.
CREATE FUNCTION url_error(url text, OUT code text, OUT "offset" integer, OUT message text)
RETURNS record
AS 'MODULE_PATHNAME', 'pglocus_url_error'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 60;

CREATE FUNCTION url_error(url text, grammar text, OUT code text, OUT "offset" integer,
    OUT message text)
RETURNS record
AS 'MODULE_PATHNAME', 'pglocus_url_error'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 60;

-- ------------------------------------------------------------------------
-- What follows from a URL, or is made from it
-- ------------------------------------------------------------------------

-- Signs of an attack, or of something that deserves a second look.
CREATE FUNCTION url_findings(url text) RETURNS text[]
AS 'MODULE_PATHNAME', 'pglocus_url_findings'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION url_findings_strict(url text) RETURNS text[]
AS 'MODULE_PATHNAME', 'pglocus_url_findings_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

-- The target of a reference (RFC 3986, section 5.2).
CREATE FUNCTION url_resolve(base text, reference text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_resolve'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 15;

CREATE FUNCTION url_resolve_strict(base text, reference text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_resolve_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 15;

-- The shortest reference that resolves to the target.
CREATE FUNCTION url_relativize(base text, target text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_relativize'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 75;

CREATE FUNCTION url_relativize_strict(base text, target text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_relativize_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 75;

-- Sets the value of the first parameter of that key, and removes the others.
CREATE FUNCTION url_set_param(url text, key text, value text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_set_param'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40;

CREATE FUNCTION url_set_param_strict(url text, key text, value text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_set_param_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 40;

-- Removes all parameters of these keys.
CREATE FUNCTION url_remove_params(url text, VARIADIC keys text[]) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_remove_params'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_remove_params_strict(url text, VARIADIC keys text[]) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_remove_params_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

-- Removes all parameters whose keys begin in one of these ways.
CREATE FUNCTION url_remove_prefixed(url text, VARIADIC prefixes text[]) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_remove_prefixed'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_remove_prefixed_strict(url text, VARIADIC prefixes text[]) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_remove_prefixed_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

-- The URL with a mask in place of user, password and the values of these parameters.
CREATE FUNCTION url_redact(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_redact'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_redact_strict(url text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_redact_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_redact(url text, keys text[]) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_redact'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_redact_strict(url text, keys text[]) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_redact_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_redact(url text, keys text[], mask text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_redact'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_redact_strict(url text, keys text[], mask text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_redact_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

-- Percent-decodes a part. Octets that no text of this database has stay encoded.
CREATE FUNCTION url_decode(part text) RETURNS text
AS 'MODULE_PATHNAME', 'pglocus_url_decode'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- The same as octets.
CREATE FUNCTION url_decode_octets(part text) RETURNS bytea
AS 'MODULE_PATHNAME', 'pglocus_url_decode_octets'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

-- ------------------------------------------------------------------------
-- Texts and logs
-- ------------------------------------------------------------------------

-- The URLs in a text, and after which character they begin, from 1. The context says where
-- they end: text (as a reader would say), raw, wrapped, json, json-raw.
CREATE FUNCTION url_find(document text, OUT url text, OUT "position" integer)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'pglocus_url_find'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 600 ROWS 3;

CREATE FUNCTION url_find(document text, context text, OUT url text, OUT "position" integer)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'pglocus_url_find'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 600 ROWS 3;

-- A line of an access log. "time" is NULL if the line does not say its time zone.
CREATE TYPE access_log AS (
    client text,
    "user" text,
    "time" timestamp with time zone,
    local_time timestamp without time zone,
    request text,
    method text,
    target text,
    protocol text,
    status integer,
    bytes bigint,
    referer text,
    agent text,
    vhost text,
    duration numeric,
    other jsonb
);

-- Reads a line of a format, which may be in an envelope. NULL if it is not a record.
CREATE FUNCTION url_log(line text, format text) RETURNS access_log
AS 'MODULE_PATHNAME', 'pglocus_url_log'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_log_strict(line text, format text) RETURNS access_log
AS 'MODULE_PATHNAME', 'pglocus_url_log_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_log(line text, format text, envelope text) RETURNS access_log
AS 'MODULE_PATHNAME', 'pglocus_url_log'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;

CREATE FUNCTION url_log_strict(line text, format text, envelope text) RETURNS access_log
AS 'MODULE_PATHNAME', 'pglocus_url_log_strict'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30;
