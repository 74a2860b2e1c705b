/**
 * The questions put to PostgreSQL's own catalog. They run with an empty search path, so that every
 * name outside `pg_catalog` comes back qualified. `$1` is the list of exposed schemas.
 */

export interface TableRow {
  oid: number;
  schema: string;
  name: string;
  kind: 'r' | 'p' | 'v' | 'm' | 'f' | 'c';
  guarded: boolean;
  description: string | null;
  updatable: number;
  pk: string[];
  columns: ColumnRow[];
}

export interface ColumnRow {
  number: number;
  name: string;
  type: string;
  base: string;
  nullable: boolean;
  default: string | null;
  maxLength: number | null;
  enum: string[] | null;
  description: string | null;
}

/** The type `t`, or what a domain is made of: a domain may be made of another one. */
const baseType = `case when t.typtype <> 'd' then t.oid else (
  with recursive made_of (oid) as (
    select t.typbasetype
    union all select d.typbasetype from pg_type d join made_of m on m.oid = d.oid where d.typtype = 'd')
  select b.oid from made_of m join pg_type b on b.oid = m.oid where b.typtype <> 'd') end`;

// `enum` and `base` look through a domain to the type it is made of.
export const tablesQuery = `
select c.oid as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
  c.relrowsecurity or c.relkind = 'v' as guarded,
  obj_description(c.oid, 'pg_class') as description,
  case when c.relkind in ('r', 'p') then 28
    when c.relkind in ('v', 'f') then pg_relation_is_updatable(c.oid, true) else 0 end as updatable,
  coalesce((
    select json_agg(a.attname order by k.ord)
    from pg_constraint pk
    cross join lateral unnest(pk.conkey) with ordinality as k(attnum, ord)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where pk.conrelid = c.oid and pk.contype = 'p'), '[]') as pk,
  coalesce((
    select json_agg(json_build_object(
      'number', a.attnum,
      'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod),
      'base', format_type(${baseType}, null),
      'nullable', not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
      'default', case
        when a.attidentity = 'd' then (
          select format('nextval(%L::regclass)', s.oid::regclass::text)
          from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
          where d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.deptype = 'i' limit 1)
        when a.attidentity = 'a' or a.attgenerated <> '' then null
        when ad.adbin is not null then pg_get_expr(ad.adbin, ad.adrelid)
        when t.typtype = 'd' then pg_get_expr(t.typdefaultbin, 0) end,
      'maxLength', information_schema._pg_char_max_length(
        information_schema._pg_truetypid(a.*, t.*), information_schema._pg_truetypmod(a.*, t.*)),
      'enum', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
        where e.enumtypid = ${baseType}),
      'description', col_description(c.oid, a.attnum)) order by a.attnum)
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and not c.relispartition
  and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and not pg_is_other_temp_schema(n.oid)
order by n.nspname, c.relname`;

export interface ForeignKeyRow {
  name: string;
  table: number;
  foreign: number;
  columns: [string, string][];
  unique: boolean;
}

export const foreignKeysQuery = `
select f.conname as name, f.conrelid as table, f.confrelid as foreign,
  (select json_agg(json_build_array(a.attname, b.attname) order by k.ord)
    from unnest(f.conkey, f.confkey) with ordinality as k(own, other, ord)
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
    join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.other) as columns,
  exists (select from pg_constraint u
    where u.conrelid = f.conrelid and u.contype in ('p', 'u')
      and u.conkey @> f.conkey and f.conkey @> u.conkey) as unique
from pg_constraint f
where f.contype = 'f' and f.conparentid = 0
order by f.conrelid, f.conname`;

export interface ViewRow {
  oid: number;
  definition: string;
}

export const viewsQuery = `
select c.oid as oid, r.ev_action::text as definition
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`;

export interface FunctionRow {
  schema: string;
  name: string;
  description: string | null;
  volatility: 'i' | 's' | 'v';
  isSet: boolean;
  rows: number;
  /** `prorettype` looked through domains. */
  returnType: string;
  returnRelation: number;
  /** The domain it returns, where that is named like a media type. */
  mediaType: string | null;
  /** `alter function … set statement_timeout = …`. */
  statementTimeout: string | null;
  hasOut: boolean;
  parameters: {
    name: string;
    type: string;
    mode: 'i' | 'o' | 'b' | 'v' | 't';
    required: boolean;
    relation: number;
  }[];
}

// Input arguments are numbered without the OUT ones between them; defaults belong to the last inputs.
export const functionsQuery = `
select n.nspname as schema, p.proname as name, obj_description(p.oid, 'pg_proc') as description,
  p.provolatile as volatility, p.proretset as "isSet", p.prorows::float8 as rows,
  format_type(${baseType}, null) as "returnType",
  coalesce(bt.typrelid, t.typrelid) as "returnRelation",
  case when t.typtype = 'd' and t.typname ~ '^[a-z]+/[a-z0-9.+-]+$' then t.typname end as "mediaType",
  (select substr(s, length('statement_timeout=') + 1) from unnest(p.proconfig) as s
    where s like 'statement\\_timeout=%') as "statementTimeout",
  coalesce(p.proargmodes::text[] && '{t,b,o}', false) as "hasOut",
  coalesce((
    select json_agg(json_build_object(
      'name', coalesce(x.name, ''),
      'type', format_type(x.type, null),
      'mode', x.mode,
      'relation', coalesce(xt.typrelid, 0)::int8,
      'required', x.input <= p.pronargs - p.pronargdefaults) order by x.ord)
    from (
      select u.type, coalesce(u.mode, 'i') as mode, u.name, u.ord,
        count(*) filter (where coalesce(u.mode, 'i') in ('i', 'b', 'v')) over (order by u.ord) as input
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes, p.proargnames)
        with ordinality as u(type, mode, name, ord)) x
    join pg_type xt on xt.oid = x.type), '[]') as parameters
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type t on t.oid = p.prorettype
left join pg_type bt on bt.oid = t.typbasetype
where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  and n.nspname not in ('pg_catalog', 'information_schema')
  and (n.nspname = any($1) or p.pronargs = 1)
order by n.nspname, p.proname, p.pronargs`;

export const typesQuery = `
select n.nspname as schema, t.typname as name
from pg_type t join pg_namespace n on n.oid = t.typnamespace
where t.typtype <> 'p' and n.nspname <> 'information_schema'
  and (n.nspname in ('pg_catalog', 'public', 'extensions') or n.nspname = any($1))
  and (t.typrelid = 0 or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))`;

/**
 * Code of the project's own that a request may run, for what it reads of the request. Policies on files
 * are run by Storage, which shows them the headers itself.
 */
export const codeQuery = `
select p.proname as name, p.prosrc || coalesce(pg_get_function_sqlbody(p.oid), '') as text
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname not in ('pg_catalog', 'information_schema', 'platform_api') and p.prokind in ('f', 'p')
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
union all
select null, coalesce(pg_get_expr(polqual, polrelid), '') || ' ' || coalesce(pg_get_expr(polwithcheck, polrelid), '')
from pg_policy join pg_class c on c.oid = polrelid
where c.relnamespace is distinct from to_regnamespace('storage')
union all
select null, definition from pg_views where schemaname not in ('pg_catalog', 'information_schema')`;

export interface ProjectRow {
  /** Where PostGIS has its `st_asgeojson`. */
  geoJson: string | null;
  asksOnce: boolean;
}

/**
 * How a project configures its data API from a migration, as PostgREST reads it from the database: what
 * is set for this database alone counts before what is set for all of them.
 */
export const settingsQuery = `
select coalesce(json_agg(c order by s.setdatabase <> 0), '[]') as settings
from pg_db_role_setting s
join pg_roles r on r.oid = s.setrole and r.rolname = 'authenticator'
cross join unnest(s.setconfig) as c
where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  and c like 'pgrst.%'`;

/** Requests enter as the one or, where that cannot sign in, as the other. */
const mayAsk = `to_regprocedure('private.who_asks(uuid,text,text)') is not null and to_regclass('private.askers') is not null
  and (select bool_and(has_schema_privilege(user_name, 'private', 'usage')
      and has_function_privilege(user_name, to_regprocedure('private.who_asks(uuid,text,text)'), 'execute')
      and has_table_privilege(user_name, to_regclass('private.askers'), 'select'))
    from unnest(array['authenticator', current_user]) as user_name)`;

export const projectQuery = `
select
  (select n.nspname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proname = 'st_asgeojson' and n.nspname in ('extensions', 'public') limit 1) as "geoJson",
  ${mayAsk} as "asksOnce"`;
