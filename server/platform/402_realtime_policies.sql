-- Who may hear of a row: the table's own policies, asked about the row as the change left it, for
-- many callers in one call.

-- The policies for a command ('r' select, 'a' insert), as SQL text over the table's own name: to whom
-- each applies, and its condition. pg_has_role is asked at run time, because the role is set there.
create or replace function realtime.policies_of(table_param oid, command_param "char")
returns table (permissive boolean, applies text, condition text) language sql stable set search_path = '' as $$
  select p.polpermissive,
         case
           when p.polroles = '{0}' then 'true'
           else (
             select pg_catalog.string_agg(
                      pg_catalog.format('(select pg_catalog.pg_has_role(current_user, %s::oid, ''USAGE''))', role),
                      ' or ')
               from pg_catalog.unnest(p.polroles) as role)
         end,
         coalesce(
           pg_catalog.pg_get_expr(
             case when command_param = 'a' then coalesce(p.polwithcheck, p.polqual) else p.polqual end,
             p.polrelid),
           'true')
    from pg_catalog.pg_policy p
   where p.polrelid = table_param and p.polcmd in (command_param, '*')
$$;

-- The condition row-level security would add for a command.
create or replace function realtime.policy_condition(table_param oid, command_param "char")
returns text language sql stable set search_path = '' as $$
  select pg_catalog.format('(%s) and %s',
    coalesce(
      pg_catalog.string_agg(pg_catalog.format('((%s) and (%s))', applies, condition), ' or ' order by applies, condition)
        filter (where permissive), 'false'),
    coalesce(
      pg_catalog.string_agg(pg_catalog.format('(not (%s) or (%s))', applies, condition), ' and ' order by applies, condition)
        filter (where not permissive), 'true'))
  from realtime.policies_of(table_param, command_param)
$$;

-- The rows under the table's own name, numbered. A policy that takes the whole row (f(entries.*))
-- needs the table's row type, which numbering in one go would lose.
create or replace function realtime.policy_rows(table_param oid, condition_param text)
returns text language sql stable set search_path = '' as $$
  select case
    when pg_catalog.strpos(condition_param, pg_catalog.format('%I.*', c.relname)) > 0 then
      pg_catalog.format(
        'generate_subscripts(realtime_rows_, 1) as realtime_row_ cross join lateral
         unnest(realtime_rows_[realtime_row_:realtime_row_]) as %I', c.relname)
    else
      pg_catalog.format(
        'unnest(realtime_rows_) with ordinality as %I (%s, realtime_row_)', c.relname,
        (select pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by a.attnum)
           from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))
    end
    from pg_catalog.pg_class c where c.oid = table_param
$$;

-- The source of a function that tells, for each caller, which of the rows the policies let through.
-- A caller whose policy raises sees nothing and disturbs nobody else.
create or replace function realtime.policy_check_source(table_param oid, command_param "char")
returns text language sql stable set search_path = '' as $$
  select pg_catalog.format($source$
#variable_conflict use_column
declare
  realtime_rows_ %1$s[] := array(
    select json_populate_record(null::%1$s, r.row) from unnest(records_param) with ordinality as r (row, n) order by n);
  realtime_claims_ text;
  realtime_setting_ text; -- assigning a setting is several times faster than performing it
begin
  caller_ := 0;
  perform set_config('role', role_param, true);
  foreach realtime_claims_ in array claims_param loop
    caller_ := caller_ + 1;
    begin
      realtime_setting_ := set_config('request.jwt.claims', realtime_claims_, true);
      if topics_param <> '{}' then
        realtime_setting_ := set_config('realtime.topic', topics_param[caller_], true);
      end if;
      visible_ := array(
        select realtime_row_ from %2$s where %3$s);
      if visible_ <> '{}' then
        return next;
      end if;
    exception when others then
      raise warning 'policy of %%: %%', %4$L, sqlerrm;
    end;
  end loop;
  perform set_config('role', 'none', true);
end $source$, c.oid::pg_catalog.regclass, realtime.policy_rows(c.oid, condition), condition,
    c.oid::pg_catalog.regclass::text)
  from pg_catalog.pg_class c, realtime.policy_condition(c.oid, command_param) as condition
 where c.oid = table_param
$$;

create or replace function realtime.install_policy_check(name_param text, table_param oid, command_param "char")
returns void language plpgsql security definer set search_path = '' as $$
declare
  source text := realtime.policy_check_source(table_param, command_param);
begin
  if exists (
    select from pg_catalog.pg_proc
     where pronamespace = 'realtime'::regnamespace and proname = name_param and prosrc = source
  ) then
    return;
  end if;
  execute format(
    'create or replace function realtime.%I(role_param text, claims_param text[], topics_param text[], records_param json[])
     returns table (caller_ int, visible_ int[]) language plpgsql
     set plan_cache_mode = force_generic_plan as %L', name_param, source);
  execute format('revoke all on function realtime.%I(text, text[], text[], json[]) from public', name_param);
end $$;

-- What expressions of policies come to for each caller; no row for a caller they fail for.
create or replace function realtime.policy_values(
  role_param text, claims_param text[], expressions_param text[]
) returns table (caller_ int, values_ text[]) language plpgsql as $$
declare
  statement text := 'select array[' ||
    (select string_agg('(' || e || ')::text', ', ') from unnest(expressions_param) as e) || ']';
  claims text;
begin
  caller_ := 0;
  perform set_config('role', role_param, true);
  foreach claims in array claims_param loop
    caller_ := caller_ + 1;
    begin
      perform set_config('request.jwt.claims', claims, true);
      execute statement into values_;
      return next;
    exception when others then
      null; -- such a caller is asked about every row
    end;
  end loop;
  perform set_config('role', 'none', true);
end $$;

-- The tables that expressions of policies read, through all functions they call, as far as their
-- texts name them; null where one cannot be read (another language) or reads a view. Names too many
-- rather than too few: a word that is also the name of a table counts.
create or replace function realtime.tables_behind(expressions_param text[]) returns int[]
language sql stable set search_path = '' as $$
  with recursive sources as (
    select 0::pg_catalog.oid as id, 'sql'::pg_catalog.name as language, pg_catalog.array_to_string(expressions_param, ' ') collate "C" as source
    union
    select p.oid, l.lanname, p.prosrc || ' ' || coalesce(pg_catalog.pg_get_function_sqlbody(p.oid), '')
      from sources s
     cross join lateral (
       select distinct word[1] as name from pg_catalog.regexp_matches(s.source, '\w+', 'g') as word) as words
      join pg_catalog.pg_proc p on p.proname = words.name and p.prokind = 'f'
      join pg_catalog.pg_language l on l.oid = p.prolang
     where p.pronamespace <> 'pg_catalog'::pg_catalog.regnamespace
  ), named as (
    select distinct word[1] as name from sources s, pg_catalog.regexp_matches(s.source, '\w+', 'g') as word
  ), relations as (
    select c.oid, c.relkind from pg_catalog.pg_class c join named on named.name = c.relname
     where c.relnamespace not in ('pg_catalog'::pg_catalog.regnamespace, 'information_schema'::pg_catalog.regnamespace)
  )
  select case
    when exists (select from sources where language not in ('sql', 'plpgsql')) then null
    when exists (select from relations where relkind in ('v', 'm', 'f')) then null
    else coalesce((select pg_catalog.array_agg(oid::int) from relations where relkind in ('r', 'p')), '{}')
  end
$$;

revoke all on function
  realtime.tables_behind(text[]),
  realtime.policy_rows(oid, text),
  realtime.policy_values(text, text[], text[]),
  realtime.policies_of(oid, "char"),
  realtime.policy_condition(oid, "char"),
  realtime.policy_check_source(oid, "char"),
  realtime.install_policy_check(text, oid, "char")
from public;
