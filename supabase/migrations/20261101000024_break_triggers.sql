-- Breaks live inside their entry and share its fate: whoever may not change the entry may not change them.

create function private.keep_break_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry public.time_entries;
  company record;
  subject public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and (new.id, new.company_id, new.time_entry_id) is distinct from (old.id, old.company_id, old.time_entry_id) then
    raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'A break cannot be moved to another entry.';
  end if;

  -- The entry's row first, then the person's lock, as every writer of time does.
  perform from public.time_entries e where e.company_id = subject.company_id and e.id = subject.time_entry_id for key share;
  if not found then
    return subject; -- deleted with its entry, or refused by the foreign key
  end if;
  perform private.open_time(subject.company_id);
  perform private.lock_employee_time(subject.company_id,
    (select e.employee_id from public.time_entries e where e.company_id = subject.company_id and e.id = subject.time_entry_id));
  select * into entry from public.time_entries e where e.company_id = subject.company_id and e.id = subject.time_entry_id;
  select c.time_zone, c.edit_reason_required into company from public.companies c where c.id = entry.company_id;

  if private.is_locked(entry.company_id, entry.work_date, (coalesce(entry.clock_out, now()) at time zone company.time_zone)::date) then
    perform private.raise_frozen(true);
  elsif private.is_approved(entry) then
    perform private.raise_frozen(false);
  end if;
  if tg_op <> 'INSERT' then
    perform private.check_reason(entry.company_id, entry.employee_id, company.edit_reason_required);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;

  new.employee_id := entry.employee_id;
  if new.started_at > clock_timestamp() + interval '5 minutes' or new.ended_at > clock_timestamp() + interval '5 minutes' then
    raise exception using errcode = 'P0001', hint = 'time_in_future', message = 'Time cannot be entered ahead.';
  end if;
  if new.started_at < entry.clock_in or coalesce(new.ended_at, new.started_at) > coalesce(entry.clock_out, 'infinity')
    or (new.ended_at is null and entry.clock_out is not null) then
    raise exception using errcode = 'P0001', hint = 'break_outside_entry',
      message = 'A break must lie within the time worked.';
  end if;
  return new;
end $$;
comment on function private.keep_break_rules() is 'Breaks inside their entry, not in frozen time; fills employee_id.';

-- As for entries: a client's break is looked at by the rules only if its entry is the client's to change.
create function private.refuse_breaks_of_others() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('authenticated', 'anon') then
    new.company_id := coalesce(new.company_id, private.my_company_id());
    -- The caller's own policies decide whether the entry is visible here.
    if not exists (select from public.time_entries e where e.company_id = new.company_id and e.id = new.time_entry_id) then
      raise exception using errcode = '42501',
        message = 'new row violates row-level security policy for table "time_entry_breaks"';
    end if;
  elsif new.company_id is null then
    select e.company_id into strict new.company_id from public.time_entries e where e.id = new.time_entry_id;
  end if;
  return new;
end $$;

create trigger a_refuse_breaks_of_others before insert on public.time_entry_breaks
  for each row execute function private.refuse_breaks_of_others();
create trigger b_keep_break_rules before insert or update or delete on public.time_entry_breaks
  for each row execute function private.keep_break_rules();
