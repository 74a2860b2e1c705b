-- Editing by hand: entry, breaks and reason in one transaction. The caller's own policies decide.
-- The spec's plain insert, update and delete work beside these and obey the same rules.

create function private.require_reason(employee_id_param uuid, reason_param text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.give_reason(reason_param);
  if employee_id_param is distinct from private.my_employee_id() and private.change_reason() is null then
    raise exception using errcode = 'P0001', hint = 'reason_required',
      message = 'Say why you change the time of someone else.';
  end if;
end $$;
comment on function private.require_reason(uuid, text) is 'Sets the reason of the change; refuses a change of another person''s time without one.';
grant execute on function private.require_reason(uuid, text) to authenticated;

create function public.save_time_entry(id_param uuid, employee_id_param uuid, clock_in_param timestamptz, clock_out_param timestamptz,
  project_id_param uuid, cost_code_id_param uuid default null, notes_param text default null, breaks_param jsonb default null,
  reason_param text default null, meal_waived_param boolean default null) returns public.time_entries
language plpgsql volatile security invoker set search_path = '' as $$
declare
  entry public.time_entries;
  known boolean;
begin
  select * into entry from public.time_entries e
    where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  if not found then
    -- The same call may be under way on another connection, after a lost answer: wait for it and look again.
    perform private.lock_employee_time(private.my_company_id(), coalesce(employee_id_param, private.my_employee_id()));
    select * into entry from public.time_entries e
      where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  end if;
  known := found;
  if known then
    perform private.require_reason(entry.employee_id, reason_param);
  else
    perform private.give_reason(reason_param);
  end if;

  -- Breaks that stay untouched leave no trace in the history.
  if breaks_param is not null and known then
    delete from public.time_entry_breaks b
      where b.company_id = entry.company_id and b.time_entry_id = entry.id
        and not exists (select from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
          where (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;

  if known then
    update public.time_entries e
      set employee_id = coalesce(employee_id_param, e.employee_id), clock_in = clock_in_param, clock_out = clock_out_param,
        project_id = project_id_param, cost_code_id = cost_code_id_param, notes = notes_param,
        meal_waived = coalesce(meal_waived_param, e.meal_waived)
      where e.company_id = entry.company_id and e.id = entry.id returning * into entry;
  else
    insert into public.time_entries (id, employee_id, clock_in, clock_out, project_id, cost_code_id, notes, meal_waived)
      values (coalesce(id_param, gen_random_uuid()), coalesce(employee_id_param, private.my_employee_id()), clock_in_param, clock_out_param,
        project_id_param, cost_code_id_param, notes_param, coalesce(meal_waived_param, false))
      returning * into entry;
  end if;

  if breaks_param is not null then
    insert into public.time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      select entry.company_id, entry.id, w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)
      from jsonb_to_recordset(breaks_param) as w (started_at timestamptz, ended_at timestamptz, kind text, paid boolean)
      where not exists (select from public.time_entry_breaks b
        where b.company_id = entry.company_id and b.time_entry_id = entry.id
          and (w.started_at, w.ended_at, coalesce(w.kind, 'meal'), coalesce(w.paid, false)) is not distinct from (b.started_at, b.ended_at, b.kind, b.paid));
  end if;
  return entry;
end $$;
comment on function public.save_time_entry(uuid, uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, boolean) is
  'Adds or changes an entry with its breaks: [{"started_at", "ended_at", "kind", "paid"}], null leaves them. Idempotent by id. Changing someone else''s time needs a reason.';

create function public.delete_time_entry(id_param uuid, reason_param text default null) returns boolean
language plpgsql volatile security invoker set search_path = '' as $$
declare
  owner_id uuid;
begin
  select e.employee_id into owner_id from public.time_entries e
    where e.company_id = (select private.my_company_id()) and e.id = id_param for update;
  if not found then
    return false;
  end if;
  perform private.require_reason(owner_id, reason_param);
  delete from public.time_entries e where e.company_id = (select private.my_company_id()) and e.id = id_param;
  return true;
end $$;
comment on function public.delete_time_entry(uuid, text) is 'Deletes an entry with its breaks; false if there is none (any more). Deleting someone else''s needs a reason.';

create function public.time_entry_history(entry_id_param uuid)
returns table (occurred_at timestamptz, action text, entity text, actor_name text, source text, before jsonb, after jsonb, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
begin
  return query
    select a.occurred_at, a.action, a.entity, btrim(concat_ws(' ', who.first_name, who.last_name)), a.source, a.before, a.after, a.reason
    from public.audit_events a
    left join public.employees who on who.company_id = a.company_id and who.user_id = a.actor_id
    where a.company_id = me.company_id
      and (me.role in ('owner', 'manager') or a.employee_id = me.id)
      and (a.entity_id = entry_id_param
        or (a.entity = 'time_entry_breaks' and coalesce(a.after, a.before) ->> 'time_entry_id' = entry_id_param::text))
    order by a.sequence;
end $$;
comment on function public.time_entry_history(uuid) is 'Who changed an entry and its breaks, when and why, oldest first. For the person and for managers.';

grant execute on function public.save_time_entry(uuid, uuid, timestamptz, timestamptz, uuid, uuid, text, jsonb, text, boolean),
  public.delete_time_entry(uuid, text), public.time_entry_history(uuid) to authenticated;
