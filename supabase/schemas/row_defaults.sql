-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create or replace function private.fill_company_id() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parent_id uuid;
begin
  if new.company_id is not null then
    return new;
  end if;
  if not private.is_system() then
    new.company_id := private.my_company_id();
  elsif tg_nargs = 2 then
    parent_id := (to_jsonb(new) ->> tg_argv[1])::uuid;
    -- strict: ids are unique per company only, and a guess would be a leak.
    execute format('select company_id from public.%I where id = $1', tg_argv[0])
      into strict new.company_id using parent_id;
  end if;
  return new;
end $$;
comment on function private.fill_company_id() is 'Fills company_id when the client leaves it out.';

create or replace function private.keep_identity() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.id is distinct from old.id or new.company_id is distinct from old.company_id then
    raise exception using errcode = 'P0001', hint = 'identity_fixed',
      message = 'A record cannot be moved to another company or given another id.';
  end if;
  return new;
end $$;
comment on function private.keep_identity() is 'Refuses to change id or company_id of a row.';

create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = 'append_only',
    message = format('Records of %s cannot be changed.', tg_table_name);
end $$;
comment on function private.refuse_change() is 'For append-only tables: holds for every role, the service role included.';

create or replace function private.refuse_non_finite(table_param regclass) returns void
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
comment on function private.refuse_non_finite(regclass) is 'For migrations: gives every timestamp, date and number of a table a rule against infinity and NaN.';

create or replace function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Keeps updated_at.';
