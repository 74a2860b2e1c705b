create table private.time_edits (
  company_id uuid not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  was jsonb not null,
  changed_by uuid not null,
  send_after timestamptz not null,
  constraint time_edits_pkey primary key (company_id, time_entry_id),
  constraint time_edits_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.time_edits');
create index time_edits_due on private.time_edits (send_after);
comment on table private.time_edits is 'Completed time that somebody else changed or deleted, until its worker is notified. What is put back before that is never mentioned.';
comment on column private.time_edits.was is 'What the worker knows: {"clock_in", "clock_out", "project_id", "break_minutes", "classification_id"}.';
alter table private.time_edits enable row level security;

create or replace trigger note_edit after delete or update of clock_in, clock_out, project_id, cost_code_id, classification_id on public.time_entries
  for each row when (old.clock_out is not null) execute function private.note_time_edit();

create or replace function private.note_time_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The class may follow the cost code. One that was missing and is filled in by the office is no news, for weeks at once.
  if tg_op = 'DELETE' or (new.clock_in, new.clock_out, new.project_id, new.classification_id)
      is distinct from (old.clock_in, old.clock_out, old.project_id, coalesce(old.classification_id, new.classification_id)) then
    perform private.remember_time_edit(old, private.break_minutes(old.company_id, old.id));
  end if;
  return null;
end $$;

create or replace trigger note_edit after insert or delete or update of started_at, ended_at, paid on public.time_entry_breaks
  for each row execute function private.note_break_edit();

create or replace function private.note_break_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
  entry public.time_entries;
  before integer;
begin
  select * into entry from public.time_entries t
    where t.company_id = changed.company_id and t.id = changed.time_entry_id and t.clock_out is not null;
  if entry.id is not null then
    -- The table has the break as it is by now.
    before := private.break_minutes(entry.company_id, entry.id)
      - case when tg_op <> 'DELETE' and not new.paid then coalesce(private.epoch_minute(new.ended_at) - private.epoch_minute(new.started_at), 0) else 0 end
      + case when tg_op <> 'INSERT' and not old.paid then coalesce(private.epoch_minute(old.ended_at) - private.epoch_minute(old.started_at), 0) else 0 end;
    perform private.remember_time_edit(entry, before);
  end if;
  return null;
end $$;

create or replace function private.break_minutes(company_id_param uuid, time_entry_id_param uuid) returns integer
language sql stable set search_path = '' as $$
  select coalesce(sum(private.epoch_minute(b.ended_at) - private.epoch_minute(b.started_at)), 0)::integer from public.time_entry_breaks b
  where b.company_id = company_id_param and b.time_entry_id = time_entry_id_param and not b.paid and b.ended_at is not null;
$$;
comment on function private.break_minutes(uuid,uuid) is 'Unpaid minutes of an entry''s breaks, as entered.';

create or replace function private.remember_time_edit(entry public.time_entries, break_minutes_param integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what a colleague did by hand: imports and the server itself notify nobody.
  if private.is_system() or auth.uid() is null or entry.source = 'import' or exists (select from public.employees e
      where e.company_id = entry.company_id and e.id = entry.employee_id and (e.user_id = auth.uid() or not e.active)) then
    return;
  end if;
  -- What the worker knew before the first of several changes is what counts.
  insert into private.time_edits (company_id, time_entry_id, employee_id, work_date, was, changed_by, send_after)
    values (entry.company_id, entry.id, entry.employee_id, entry.work_date, private.time_snapshot(entry, break_minutes_param), auth.uid(), now() + interval '5 minutes')
    on conflict on constraint time_edits_pkey do update set send_after = excluded.send_after, changed_by = excluded.changed_by;
end $$;
comment on function private.remember_time_edit(public.time_entries,integer) is 'Has a worker notified in five minutes that somebody else changed their time.';

create or replace function private.time_snapshot(entry public.time_entries, break_minutes_param integer) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('clock_in', extract(epoch from entry.clock_in)::bigint, 'clock_out', extract(epoch from entry.clock_out)::bigint,
    'project_id', entry.project_id, 'break_minutes', break_minutes_param)
    || case when entry.classification_id is null then '{}' else jsonb_build_object('classification_id', entry.classification_id) end;
$$;
comment on function private.time_snapshot(public.time_entries,integer) is 'What a worker is notified of about an entry; instants as seconds since 1970.';

create or replace function private.time_text(snapshot_param jsonb, recipient private.notification_recipients) returns text
language sql stable set search_path = '' as $$
  select to_char(to_timestamp((snapshot_param ->> 'clock_in')::bigint) at time zone z.zone, recipient.time_format) || ' – '
    || coalesce(to_char(to_timestamp((snapshot_param ->> 'clock_out')::bigint) at time zone z.zone, recipient.time_format), '…')
    || coalesce(', ' || p.name, '')
    || coalesce(', ' || case recipient.language when 'es' then coalesce(k.name_es, k.name) else k.name end, '')
    || case when (snapshot_param ->> 'break_minutes')::integer > 0 then ', '
      || case recipient.language when 'es' then 'descanso ' else 'break ' end || private.hours_text((snapshot_param ->> 'break_minutes')::integer * 60) else '' end
  from (select private.zone_of(recipient.company_id, (snapshot_param ->> 'project_id')::uuid) as zone) z
  left join public.projects p on p.company_id = recipient.company_id and p.id = (snapshot_param ->> 'project_id')::uuid
  left join public.work_classifications k on k.company_id = recipient.company_id and k.id = (snapshot_param ->> 'classification_id')::uuid;
$$;

create or replace function private.notify_of_time_edits(moment_param timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  notified bigint;
begin
  with due as (
    delete from private.time_edits d where d.send_after <= moment_param returning d.*
  ), news as (
    select d.*, case when t.id is not null then private.time_snapshot(t, private.break_minutes(t.company_id, t.id)) end as now
    from due d left join public.time_entries t on t.company_id = d.company_id and t.id = d.time_entry_id
  ), messages as (
    select r.company_id, r.employee_id, n.work_date, private.day_text(n.work_date, r) as day, max(private.account_name(n.company_id, n.changed_by)) as person,
      string_agg(private.time_text(n.was, r) || ' → ' || coalesce(private.time_text(n.now, r), case r.language when 'es' then 'eliminado' else 'deleted' end),
        E'\n' order by n.was ->> 'clock_in') as change, jsonb_agg(n.time_entry_id) as time_entry_ids
    from news n
    join private.notification_recipients r on r.company_id = n.company_id and r.employee_id = n.employee_id
    where n.now is distinct from n.was
    group by r.company_id, r.employee_id, n.work_date, r order by r.company_id, r.employee_id offset 0
  )
  select count(*) filter (where private.notify_person(m.company_id, m.employee_id, 'time_edited', 'edited ' || m.work_date || ' ' || clock_timestamp(), 'time_edited',
      jsonb_build_object('day', m.day, 'work_date', m.work_date, 'start_date', m.start_date, 'person', m.person, 'change', m.change, 'time_entry_ids', m.time_entry_ids),
      jsonb_build_object('path', '/payroll?from=' || m.start_date, 'tag', 'edited ' || m.work_date)))
    into notified
    from (select g.*, (private.pay_period_at(g.company_id, g.work_date)).start_date from messages g) m;
  return notified;
end $$;
comment on function private.notify_of_time_edits(timestamptz) is 'Notifies workers of their time as it was and as somebody else left it five minutes ago, one message for a day, and asks them to check it.';
