// Grants as statements: what differs from the rights a new object of that kind gets by default.
import type { Queryable } from '../../server/database/sql/sql.ts';

/** A temporary function, so that every query of the catalog can ask for it. */
export async function prepareRights(sql: Queryable): Promise<void> {
  await sql.unsafe(`
    create or replace function pg_temp.rights(object text, is_kind "char", acl aclitem[], owner oid, namespace oid)
    returns text language sql as $$
      with standard as (
        select coalesce(
            (select d.defaclacl from pg_default_acl d
              where d.defaclrole = owner and d.defaclnamespace = 0 and d.defaclobjtype = is_kind),
            acldefault(case is_kind when 'S' then 's' else is_kind end, owner))
          || coalesce((select d.defaclacl from pg_default_acl d
              where d.defaclrole = owner and d.defaclnamespace = namespace and d.defaclobjtype = is_kind), '{}') as acl
      ), usual as (
        select distinct x.grantee, x.privilege_type from standard, aclexplode(standard.acl) x where x.grantee <> owner
      ), actual as (
        select distinct x.grantee, x.privilege_type
          from standard, aclexplode(coalesce(rights.acl, standard.acl)) x where x.grantee <> owner
      ), changes as (
        select 1 as step, 'revoke ' as verb, ' from ' as link, u.grantee, u.privilege_type from usual u
          where (u.grantee, u.privilege_type) not in (select a.grantee, a.privilege_type from actual a)
        union all
        select 2, 'grant ', ' to ', a.grantee, a.privilege_type from actual a
          where (a.grantee, a.privilege_type) not in (select u.grantee, u.privilege_type from usual u)
      ), lines as (
        select step, verb, link, grantee, string_agg(lower(privilege_type), ', '
            order by array_position(array['SELECT','INSERT','UPDATE','DELETE'], privilege_type), privilege_type) as privileges
          from changes group by step, verb, link, grantee
      ), statements as (
        select step, verb || privileges || ' on ' || object || link || string_agg(
            case grantee when 0 then 'public' else grantee::regrole::text end, ', '
            order by case grantee when 0 then '' else grantee::regrole::text end) || ';' as statement
          from lines group by step, verb, link, privileges
      )
      select string_agg(statement, E'\\n' order by step, statement) from statements
    $$;
    create or replace function pg_temp.column_rights(relation oid) returns text language sql as $$
      with lines as (
        select x.grantee, x.privilege_type, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
          from pg_attribute a, aclexplode(a.attacl) x
         where a.attrelid = relation and not a.attisdropped group by x.grantee, x.privilege_type
      )
      select string_agg(format('grant %s (%s) on %s to %s;', lower(privilege_type), columns,
          relation::regclass, case grantee when 0 then 'public' else grantee::regrole::text end), E'\\n'
          order by grantee::regrole::text, privilege_type) from lines
    $$;
    create or replace function pg_temp.remark(what text, remark text) returns text language sql as $$
      select format('comment on %s is %L;', what, remark)
    $$`);
}
