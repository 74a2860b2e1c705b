// What is neither table nor code: schemas, extensions, default rights, types, foreign keys, publications.
import type { Queryable } from '../../server/database/sql/sql.ts';
import type { Definition } from './definition.ts';

export async function readFoundations(sql: Queryable): Promise<Definition[]> {
  const schemas = await sql<Definition[]>`
    select 'pg_namespace:' || n.oid as id, 'schema' as kind, n.nspname as name,
      concat_ws(E'\n', format('create schema if not exists %I;', n.nspname), 'revoke all on schema ' || quote_ident(n.nspname) || ' from public;',
        (select string_agg(format('grant %s on schema %I to %s;', lower(x.privilege_type), n.nspname, x.grantee::regrole), E'\n'
            order by x.grantee::regrole::text, x.privilege_type)
          from aclexplode(n.nspacl) x where x.grantee not in (0, n.nspowner))) as sql, '{}'::text[] as needs,
      json_build_object('schema ' || n.nspname, (select array_agg(x order by x::text) from unnest(n.nspacl) x)::text) as facts
    from pg_namespace n where n.nspname = 'private'`;
  const extensions = await sql<Definition[]>`
    select 'pg_extension:' || oid as id, 'extension' as kind, extname as name,
      format('create extension if not exists %I with schema extensions;', extname) as sql, '{}'::text[] as needs,
      json_build_object('extension ' || extname, extnamespace::regnamespace::text) as facts
    from pg_extension where extnamespace = 'extensions'::regnamespace and extname <> 'uuid-ossp' order by extname`;
  const rights = await sql<Definition[]>`
    select 'pg_default_acl:' || d.oid as id, 'default rights' as kind,
      coalesce('in schema ' || n.nspname || ' ', '') || 'on ' || k.name as name,
      concat_ws(E'\n',
        format('alter default privileges %srevoke all on %s from %s;', coalesce('in schema ' || n.nspname || ' ', ''), k.name,
          case when n.nspname is null then 'public' else 'anon, authenticated, service_role' end),
        (select string_agg(format('alter default privileges %sgrant %s on %s to %s;', coalesce('in schema ' || n.nspname || ' ', ''), p.privileges, k.name, p.grantee), E'\n' order by p.grantee)
          from (select x.grantee::regrole::text as grantee, string_agg(lower(x.privilege_type), ', ' order by x.privilege_type) as privileges
            from aclexplode(d.defaclacl) x where x.grantee not in (0, d.defaclrole) group by x.grantee) p)) as sql,
      '{}'::text[] as needs,
      json_build_object('default rights ' || coalesce('in ' || n.nspname || ' ', '') || 'on ' || k.name,
        (select array_agg(x::text order by x::text) from unnest(d.defaclacl) x)::text) as facts
    from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
    join (values ('r', 'tables'), ('S', 'sequences'), ('f', 'functions'), ('T', 'types')) k (type, name) on k.type = d.defaclobjtype::text
    where n.nspname is null or n.nspname in ('public', 'private') order by name`;
  return [...schemas, ...extensions, ...rights];
}

export function readTypes(sql: Queryable): Promise<Definition[]> {
  return sql<Definition[]>`
    with written as (
      select t.oid, t.typrelid, t.oid::regtype::text as name, case t.typtype
          when 'e' then format('create type %s as enum (%s);', t.oid::regtype,
            (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
          when 'd' then format('create domain %s as %s%s%s%s;', t.oid::regtype, format_type(t.typbasetype, t.typtypmod),
            coalesce(' default ' || t.typdefault, ''), case when t.typnotnull then ' not null' else '' end,
            (select string_agg(format(E'\n  constraint %I %s', k.conname, pg_get_constraintdef(k.oid, true)), '' order by k.conname)
              from pg_constraint k where k.contypid = t.oid and k.contype = 'c'))
          else format(E'create type %s as (\n%s\n);', t.oid::regtype,
            (select string_agg(format('  %I %s', a.attname, format_type(a.atttypid, a.atttypmod)), E',\n' order by a.attnum)
              from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped)) end as body,
        pg_temp.rights('type ' || t.oid::regtype, 'T', t.typacl, t.typowner, t.typnamespace) as rights,
        case when obj_description(t.oid, 'pg_type') is not null then pg_temp.remark('type ' || t.oid::regtype, obj_description(t.oid, 'pg_type')) end as remark
        from pg_type t left join pg_class c on c.oid = t.typrelid
       where t.typnamespace in ('public'::regnamespace, 'private'::regnamespace)
         and (t.typtype in ('e', 'd') or c.relkind = 'c')
    )
    select 'pg_type:' || oid as id, 'type' as kind, name, concat_ws(E'\n', body, remark, rights) as sql,
      array(select distinct x from unnest(pg_temp.needs_of('pg_type', oid) || case when typrelid <> 0 then pg_temp.needs_of('pg_class', typrelid) else '{}' end) x
        where x <> 'pg_type:' || oid) as needs,
      json_build_object('type ' || name, body, 'rights on type ' || name, coalesce(rights, ''), 'comment on type ' || name, coalesce(remark, '')) as facts
    from written w order by name`;
}

export function readForeignKeys(sql: Queryable): Promise<Definition[]> {
  return sql<Definition[]>`
    with written as (
      select k.oid, k.conname, k.conrelid::regclass::text as table,
        format(E'alter table %s add constraint %I\n  %s;', k.conrelid::regclass, k.conname,
          pg_get_constraintdef(k.oid, true)) as sql
        from pg_constraint k
       where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
    )
    select 'pg_constraint:' || oid as id, 'foreign key' as kind, conname as name, w.table, sql,
      pg_temp.needs_of('pg_constraint', oid) as needs,
      json_build_object(format('foreign key %s on %s', conname, w.table), sql) as facts
    from written w order by w.table, conname`;
}

export function readPublications(sql: Queryable): Promise<Definition[]> {
  return sql<Definition[]>`
    select 'pg_publication_rel:' || r.oid as id, 'publication' as kind, p.pubname as name, r.prrelid::regclass::text as table,
      format('alter publication %I add table %s;', p.pubname, r.prrelid::regclass) as sql, array['pg_class:' || r.prrelid] as needs,
      json_build_object(format('publication %s of %s', p.pubname, r.prrelid::regclass), 'yes') as facts
    from pg_publication_rel r join pg_publication p on p.oid = r.prpubid order by 3, 4`;
}
