-- Who may add, change and delete their own time: a rule of the company, an exception per person.

alter table public.companies
  add column own_time_add text not null default 'allowed',
  add column own_time_edit text not null default 'allowed',
  add column own_time_delete text not null default 'allowed',
  add constraint companies_own_time_add_known check (own_time_add in ('allowed', 'with_reason', 'not_allowed')),
  add constraint companies_own_time_edit_known check (own_time_edit in ('allowed', 'with_reason', 'not_allowed')),
  add constraint companies_own_time_delete_known check (own_time_delete in ('allowed', 'with_reason', 'not_allowed'));
comment on column public.companies.own_time_add is 'Whether employees and foremen may add time by hand for themselves: allowed, with_reason, not_allowed.';
comment on column public.companies.own_time_edit is 'Whether employees and foremen may change their own unapproved time. Using the clock is no change.';
comment on column public.companies.own_time_delete is 'Whether employees and foremen may delete their own unapproved time.';

alter table public.employees
  add column own_time_add text,
  add column own_time_edit text,
  add column own_time_delete text,
  add constraint employees_own_time_add_known check (own_time_add in ('allowed', 'with_reason', 'not_allowed')),
  add constraint employees_own_time_edit_known check (own_time_edit in ('allowed', 'with_reason', 'not_allowed')),
  add constraint employees_own_time_delete_known check (own_time_delete in ('allowed', 'with_reason', 'not_allowed'));
comment on column public.employees.own_time_add is 'Exception from companies.own_time_add for this person; null follows the company.';
comment on column public.employees.own_time_edit is 'Exception from companies.own_time_edit for this person; null follows the company.';
comment on column public.employees.own_time_delete is 'Exception from companies.own_time_delete for this person; null follows the company.';
grant insert (own_time_add, own_time_edit, own_time_delete), update (own_time_add, own_time_edit, own_time_delete)
  on public.employees to authenticated;

create function private.require_own_time_right(action_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.me();
  rule text;
begin
  if me.id is null or me.role in ('owner', 'manager') then
    return; -- managers answer to the rules about other people's time
  end if;
  select case action_param
      when 'add' then coalesce(me.own_time_add, c.own_time_add)
      when 'edit' then coalesce(me.own_time_edit, c.own_time_edit)
      else coalesce(me.own_time_delete, c.own_time_delete) end
    into rule from public.companies c where c.id = me.company_id;
  if rule = 'not_allowed' then
    raise exception using errcode = 'P0001', hint = format('own_time_%s_refused', action_param),
      message = format('Your company does not let you %s your own time. Ask a manager.', action_param);
  elsif rule = 'with_reason' and private.change_reason() is null then
    raise exception using errcode = 'P0001', hint = 'own_reason_required',
      message = format('Say why you %s this time.', action_param);
  end if;
end $$;
comment on function private.require_own_time_right(text) is 'Refuses what the company does not let this person do with their own time, or asks for the reason. add, edit or delete.';
revoke execute on function private.require_own_time_right(text) from public, anon;
grant execute on function private.require_own_time_right(text) to authenticated, service_role;

create function private.is_now(moment_param timestamptz) returns boolean
language sql volatile set search_path = '' as $$
  select coalesce(moment_param between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes', false);
$$;
comment on function private.is_now(timestamptz) is 'Whether an instant that a client sent means this moment: the clock, not a time by hand.';
revoke execute on function private.is_now(timestamptz) from public, anon;
grant execute on function private.is_now(timestamptz) to authenticated, service_role;

-- Not security definer: what the clock's own functions write runs as their owner and is not asked.
create function private.keep_own_time_rights() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    if tg_op = 'INSERT' then
      if not (new.clock_out is null and private.is_now(new.clock_in)) then
        perform private.require_own_time_right('add');
      end if;
    elsif tg_op = 'DELETE' then
      perform private.require_own_time_right('delete');
    elsif (new.clock_in, new.clock_out, new.project_id, new.cost_code_id, new.equipment_id)
        is distinct from (old.clock_in, old.clock_out, old.project_id, old.cost_code_id, old.equipment_id)
      and not (old.clock_out is null and private.is_now(new.clock_out)
        and (new.clock_in, new.project_id, new.cost_code_id, new.equipment_id)
          is not distinct from (old.clock_in, old.project_id, old.cost_code_id, old.equipment_id)) then
      perform private.require_own_time_right('edit');
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_own_time_rights() is 'Starting and stopping the clock, notes, place and waiving a meal are always open; times and bookings by hand follow the rule.';

create trigger c_keep_own_time_rights before insert or update or delete on public.time_entries
  for each row execute function private.keep_own_time_rights();

create function private.keep_own_break_rights() returns trigger
language plpgsql set search_path = '' as $$
declare
  subject public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
begin
  if current_user = 'authenticated'
    and not (tg_op = 'INSERT' and new.ended_at is null and private.is_now(new.started_at))
    and not (tg_op = 'UPDATE' and old.ended_at is null and private.is_now(new.ended_at)
      and (new.started_at, new.kind, new.paid) is not distinct from (old.started_at, old.kind, old.paid))
    -- Breaks that come with an entry added in the same call belong to the adding.
    and not exists (select from public.time_entries e
      where e.company_id = subject.company_id and e.id = subject.time_entry_id and e.created_at >= now()) then
    perform private.require_own_time_right('edit');
  end if;
  return subject;
end $$;
comment on function private.keep_own_break_rights() is 'As for entries: going on and off a break is the clock, changing one by hand is an edit.';

create trigger c_keep_own_break_rights before insert or update or delete on public.time_entry_breaks
  for each row execute function private.keep_own_break_rights();
