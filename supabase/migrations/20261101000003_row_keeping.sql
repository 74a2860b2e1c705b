-- Small triggers that many tables share.

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Keeps updated_at.';

-- Trigger arguments: the parent table and the column that points to it.
-- A client's row gets the client's own company, whatever it points to: a foreign parent then fails
-- the composite foreign key exactly as a parent that does not exist, so nothing can be learned.
create function private.fill_company_id() returns trigger
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

create function private.keep_identity() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.id is distinct from old.id or new.company_id is distinct from old.company_id then
    raise exception using errcode = 'P0001', hint = 'identity_fixed',
      message = 'A record cannot be moved to another company or given another id.';
  end if;
  return new;
end $$;
comment on function private.keep_identity() is 'Refuses to change id or company_id of a row.';
