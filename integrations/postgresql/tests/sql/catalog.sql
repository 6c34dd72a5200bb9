-- SPDX-License-Identifier: MIT
-- What holds of all functions of the extension. A row is printed only if it is wrong.
\pset null '(null)'

CREATE VIEW functions AS
SELECT p.* FROM pg_depend d JOIN pg_extension e ON d.refobjid = e.oid JOIN pg_proc p ON d.objid = p.oid
WHERE d.refclassid = 'pg_extension'::regclass AND d.classid = 'pg_proc'::regclass
  AND e.extname = 'locus';

-- IMMUTABLE STRICT PARALLEL SAFE, with a cost that is not the default; STABLE if it depends on
-- the encoding of the client
SELECT oid::regprocedure, provolatile, proisstrict, proparallel, procost FROM functions
WHERE prokind = 'f' AND oid <> 'url_under_support(internal)'::regprocedure
  AND (provolatile <> (CASE WHEN proname IN ('url_recv', 'url_send') THEN 's' ELSE 'i' END)::"char"
       OR NOT proisstrict OR proparallel <> 's');
SELECT oid::regprocedure, proparallel FROM functions WHERE prokind = 'a' AND proparallel <> 's';

-- The functions
SELECT proname COLLATE "C" AS name, count(*) FROM functions
WHERE prokind = 'f' AND prorettype <> 'internal'::regtype GROUP BY 1 ORDER BY 1;

-- The operator classes are complete.
SELECT opcname, amname FROM pg_opclass c JOIN pg_am a ON c.opcmethod = a.oid
WHERE opcintype = 'url'::regtype AND opcdefault AND amvalidate(c.oid) ORDER BY 1, 2;

-- It can be moved to another schema, and the planner still finds its functions.
CREATE TABLE moved AS SELECT url('http://example.org/') AS u;
CREATE INDEX ON moved (u);
CREATE SCHEMA elsewhere;
ALTER EXTENSION locus SET SCHEMA elsewhere;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM moved WHERE u OPERATOR(elsewhere.<<) 'example.org';
SELECT * FROM moved WHERE u OPERATOR(elsewhere.<<) 'example.org';
ALTER EXTENSION locus SET SCHEMA public;
