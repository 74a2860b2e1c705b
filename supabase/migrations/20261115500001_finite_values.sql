-- PostgreSQL knows timestamps and dates beyond all time and numbers that are none. One such value in a
-- row stops every sum it takes part in, so no column takes one.

create function private.refuse_non_finite(table_param regclass) returns void
language plpgsql set search_path = '' as $$
declare
  found record;
begin
  for found in
    select a.attname as name, t.typname in ('numeric', 'float8', 'float4') as is_number
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = table_param and a.attnum > 0 and not a.attisdropped
       and t.typname in ('timestamptz', 'timestamp', 'date', 'numeric', 'float8', 'float4')
       and not exists (select from pg_constraint k where k.conrelid = table_param and k.conname = 'finite_' || a.attname)
     order by a.attnum
  loop
    execute format('alter table %s add constraint %I check (%s)', table_param, 'finite_' || found.name,
      case when found.is_number then format('%1$I > ''-Infinity'' and %1$I < ''Infinity''', found.name)
        else format('isfinite(%I)', found.name) end);
  end loop;
end $$;
comment on function private.refuse_non_finite(regclass) is
  'For migrations: gives every timestamp, date and number of a table a rule against infinity and NaN.';
revoke execute on function private.refuse_non_finite(regclass) from public, anon, authenticated, service_role;

-- What is stored: time without a real beginning or end is no time, and a rate that is no number is none.
-- The triggers of these tables fail on such rows, so they rest; the sums are counted anew afterwards.
do $$
declare
  repaired boolean := false;
begin
  alter table public.time_entries disable trigger user;
  alter table public.time_entry_breaks disable trigger user;
  alter table public.employee_rates disable trigger user;
  delete from public.time_entry_breaks b where not isfinite(b.started_at) or not isfinite(b.ended_at);
  repaired := found;
  delete from public.time_entry_breaks b using public.time_entries t
    where t.company_id = b.company_id and t.id = b.time_entry_id and (not isfinite(t.clock_in) or not isfinite(t.clock_out));
  delete from public.time_entries t where not isfinite(t.clock_in) or not isfinite(t.clock_out);
  repaired := repaired or found;
  delete from public.employee_rates r where not (r.hourly_rate > '-Infinity' and r.hourly_rate < 'Infinity') or not isfinite(r.effective_from);
  alter table public.time_entries enable trigger user;
  alter table public.time_entry_breaks enable trigger user;
  alter table public.employee_rates enable trigger user;
  if repaired then
    perform private.recount_work();
  end if;
end $$;

-- Everywhere else: nothing where nothing is allowed, else what a new row would get.
do $$
declare
  found record;
begin
  for found in
    select c.oid::regclass as relation, a.attname as name, not a.attnotnull as optional,
        pg_get_expr(d.adbin, d.adrelid) as standard,
        case when t.typname in ('numeric', 'float8', 'float4') then format('not (%1$I > ''-Infinity'' and %1$I < ''Infinity'')', a.attname)
          else format('not isfinite(%I)', a.attname) end as condition
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and t.typname in ('timestamptz', 'timestamp', 'date', 'numeric', 'float8', 'float4')
       and (not a.attnotnull or d.oid is not null) and a.attgenerated = ''
  loop
    execute format('alter table %s disable trigger user', found.relation);
    execute format('update %s set %I = %s where %s', found.relation, found.name,
      case when found.optional then 'null' else found.standard end, found.condition);
    execute format('alter table %s enable trigger user', found.relation);
  end loop;
end $$;

select private.refuse_non_finite(c.oid::regclass) from pg_class c
  where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace);
