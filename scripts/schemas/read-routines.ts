// Functions, triggers, policies and views.
import type { Queryable } from '../../server/database/sql/sql.ts';
import type { Definition } from './definition.ts';

/** Written as `create or replace`, so that a block can be run again as it is. */
export function readFunctions(sql: Queryable): Promise<Definition[]> {
  return sql<Definition[]>`
    with described as (
      select p.oid, p.oid::regprocedure::text as name,
        concat_ws(' ', 'language ' || l.lanname,
          case p.provolatile when 'i' then 'immutable' when 's' then 'stable' end,
          case when p.proisstrict then 'strict' end, case when p.proleakproof then 'leakproof' end,
          case p.proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
          case when p.prosecdef then 'security definer' end,
          case when p.procost <> 100 then 'cost ' || p.procost end,
          case when p.proretset and p.prorows <> 1000 then 'rows ' || p.prorows end,
          case when p.prosupport <> 0 then 'support ' || p.prosupport::regproc end,
          (select string_agg('set ' || split_part(s, '=', 1) || ' = '
              || case when s = 'search_path=""' then ''''''
                 when s like 'search_path=%' then substr(s, 13)
                 else quote_literal(substr(s, strpos(s, '=') + 1)) end, ' ' order by i)
            from unnest(p.proconfig) with ordinality as setting (s, i))) as traits,
        case when position('$$' in p.prosrc) = 0 then '$$' else '$function$' end as quote,
        p.prosrc, p.prosqlbody is not null as is_atomic, p.prokind, p.pronamespace, p.proacl, p.proowner
        from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind <> 'a'
         and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    ), written as (
      select d.*, format(E'create or replace %s %s(%s)%s\n%s%s;',
          case prokind when 'p' then 'procedure' else 'function' end, oid::regproc, pg_get_function_arguments(oid),
          coalesce(' returns ' || pg_get_function_result(oid), ''), traits,
          case when is_atomic then E'\n' || pg_get_function_sqlbody(oid) else ' as ' || quote || prosrc || quote end) as body,
        pg_temp.rights('function ' || name, 'f', proacl, proowner, pronamespace) as rights,
        pg_temp.remark('function ' || name, obj_description(oid, 'pg_proc')) as remark
        from described d
    )
    select 'pg_proc:' || oid as id, 'function' as kind, name,
      (select min(t.tgrelid::regclass::text) from pg_trigger t where t.tgfoid = w.oid and not t.tgisinternal
        having count(distinct t.tgrelid) = 1) as table,
      concat_ws(E'\n', body, case when obj_description(oid, 'pg_proc') is not null then remark end, rights) as sql,
      pg_temp.needs_of('pg_proc', oid) as needs,
      json_build_object('function ' || name, body, 'rights on function ' || name, coalesce(rights, ''),
        'comment on function ' || name, coalesce(remark, '')) as facts
    from written w order by oid::regproc::text, name`;
}

export function readTriggers(sql: Queryable): Promise<Definition[]> {
  return sql<Definition[]>`
    with written as (
      select t.oid, t.tgname, t.tgrelid::regclass::text as table,
        regexp_replace(replace(pg_get_triggerdef(t.oid, true), ' FOR EACH ', E'\n  for each '),
          '^CREATE (CONSTRAINT )?TRIGGER', case when t.tgconstraint = 0 then 'create or replace trigger' else 'create constraint trigger' end) || ';'
          || case t.tgenabled when 'O' then '' else format(E'\nalter table %s %s trigger %I;', t.tgrelid::regclass,
            case t.tgenabled when 'D' then 'disable' when 'A' then 'enable always' else 'enable replica' end, t.tgname) end as sql
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where not t.tgisinternal and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    )
    select 'pg_trigger:' || oid as id, 'trigger' as kind, tgname as name, w.table, sql,
      pg_temp.needs_of('pg_trigger', oid) as needs,
      json_build_object(format('trigger %I on %s', tgname, w.table), sql) as facts
    from written w order by w.table, tgname`;
}

/** Those of the platform itself are taken away by the caller, who knows them. */
export function readPolicies(sql: Queryable): Promise<Definition[]> {
  return sql<Definition[]>`
    with written as (
      select p.oid, p.polname, p.polrelid::regclass::text as table,
        format('create policy %I on %s', p.polname, p.polrelid::regclass)
          || case when p.polpermissive then '' else ' as restrictive' end
          || E'\n  for ' || case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end
          || ' to ' || (select string_agg(case r when 0 then 'public' else r::regrole::text end, ', ' order by r::regrole::text) from unnest(p.polroles) r)
          || coalesce(E'\n  using (' || pg_get_expr(p.polqual, p.polrelid, true) || ')', '')
          || coalesce(E'\n  with check (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')', '') || ';' as sql
        from pg_policy p
    )
    select 'pg_policy:' || oid as id, 'policy' as kind, polname as name, w.table, sql,
      pg_temp.needs_of('pg_policy', oid) as needs,
      json_build_object(format('policy %I on %s', polname, w.table), sql) as facts
    from written w order by w.table, polname`;
}

export function readViews(sql: Queryable): Promise<Definition[]> {
  return sql<Definition[]>`
    with written as (
      select c.oid, c.oid::regclass::text as name,
        format(E'create %s %s%s as\n%s', case c.relkind when 'm' then 'materialized view' else 'or replace view' end, c.oid::regclass,
          coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''), pg_get_viewdef(c.oid, true)) as body,
        pg_temp.rights('table ' || c.oid::regclass, 'r', c.relacl, c.relowner, c.relnamespace) as rights,
        case when obj_description(c.oid, 'pg_class') is not null then pg_temp.remark('view ' || c.oid::regclass, obj_description(c.oid, 'pg_class')) end as remark
        from pg_class c
       where c.relkind in ('v', 'm') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    )
    select 'pg_class:' || oid as id, 'view' as kind, name, concat_ws(E'\n', body, remark, rights) as sql,
      array(select distinct x from pg_rewrite r, unnest(pg_temp.needs_of('pg_rewrite', r.oid)) x where r.ev_class = w.oid and x <> 'pg_class:' || w.oid) as needs,
      json_build_object('view ' || name, body, 'rights on ' || name, coalesce(rights, ''), 'comment on view ' || name, coalesce(remark, '')) as facts
    from written w order by name`;
}
