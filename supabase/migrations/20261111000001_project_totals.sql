-- Hours of projects as sums that are kept, so that cards and details cost what a project has people and
-- cost codes, not what it has history. Triggers book what is finished: closed entries, less the unpaid
-- breaks that have ended. Time that runs is added when somebody looks, so clocking in writes nothing here.

create table private.project_totals (
  company_id uuid not null,
  employee_id uuid not null,
  project_id uuid not null,
  cost_code_id uuid,
  seconds numeric not null,
  entries bigint not null,
  constraint project_totals_one_of_a_kind unique nulls not distinct (company_id, employee_id, project_id, cost_code_id),
  constraint project_totals_project foreign key (company_id, project_id)
    references public.projects (company_id, id) on delete cascade
) with (fillfactor = 80);
create index project_totals_by_project on private.project_totals (company_id, project_id);
comment on table private.project_totals is 'Finished time by person, project and cost code; kept by triggers, rebuilt by private.recount_project_time().';
alter table private.project_totals enable row level security;
revoke all on private.project_totals from public, anon, authenticated;

create function private.recount_project_time() returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.project_totals;
  insert into private.project_totals (company_id, employee_id, project_id, cost_code_id, seconds, entries)
    select t.company_id, t.employee_id, t.project_id, t.cost_code_id,
      coalesce(sum(extract(epoch from t.clock_out - t.clock_in)), 0) - coalesce(sum(b.seconds), 0), count(t.clock_out)
    from public.time_entries t
    left join (
      select company_id, time_entry_id, sum(extract(epoch from ended_at - started_at)) as seconds
        from public.time_entry_breaks where not paid and ended_at is not null group by company_id, time_entry_id
    ) b on b.company_id = t.company_id and b.time_entry_id = t.id
    where t.project_id is not null
    group by t.company_id, t.employee_id, t.project_id, t.cost_code_id;
$$;
comment on function private.recount_project_time() is 'Builds the sums anew, for time that was loaded with triggers off.';

create function private.book_project_time(entry public.time_entries, seconds_param numeric, entries_param integer) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if entry.project_id is null or (seconds_param = 0 and entries_param = 0) then
    return;
  end if;
  insert into private.project_totals as total (company_id, employee_id, project_id, cost_code_id, seconds, entries)
    values (entry.company_id, entry.employee_id, entry.project_id, entry.cost_code_id, seconds_param, entries_param)
    on conflict on constraint project_totals_one_of_a_kind
    do update set seconds = total.seconds + excluded.seconds, entries = total.entries + excluded.entries;
end $$;

create function private.ended_unpaid_seconds(entry public.time_entries) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(sum(extract(epoch from b.ended_at - b.started_at)), 0) from public.time_entry_breaks b
   where b.company_id = entry.company_id and b.time_entry_id = entry.id and not b.paid and b.ended_at is not null;
$$;

create function private.count_project_time() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gross_before numeric := 0;
  gross_after numeric := 0;
  unpaid numeric;
begin
  if tg_op <> 'INSERT' then
    gross_before := coalesce(extract(epoch from old.clock_out - old.clock_in), 0);
  end if;
  if tg_op <> 'DELETE' then
    gross_after := coalesce(extract(epoch from new.clock_out - new.clock_in), 0);
  end if;
  if tg_op = 'UPDATE' and (old.project_id, old.cost_code_id) is not distinct from (new.project_id, new.cost_code_id) then
    perform private.book_project_time(new, gross_after - gross_before,
      (new.clock_out is not null)::integer - (old.clock_out is not null)::integer);
    return null;
  end if;
  -- Moved to another project or code, or gone: its breaks go with it.
  if tg_op <> 'INSERT' then
    unpaid := private.ended_unpaid_seconds(old);
    perform private.book_project_time(old, unpaid - gross_before, -(old.clock_out is not null)::integer);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  perform private.book_project_time(new, gross_after - coalesce(unpaid, 0), (new.clock_out is not null)::integer);
  return null;
end $$;

create function private.count_break_time() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject public.time_entry_breaks := case when tg_op = 'DELETE' then old else new end;
  entry public.time_entries;
  change numeric := 0;
begin
  if tg_op <> 'INSERT' and not old.paid then
    change := coalesce(extract(epoch from old.ended_at - old.started_at), 0);
  end if;
  if tg_op <> 'DELETE' and not new.paid then
    change := change - coalesce(extract(epoch from new.ended_at - new.started_at), 0);
  end if;
  if change <> 0 then
    select * into entry from public.time_entries e where e.company_id = subject.company_id and e.id = subject.time_entry_id;
    -- Deleted with its entry: that has been counted already.
    if found then
      perform private.book_project_time(entry, change, 0);
    end if;
  end if;
  return null;
end $$;

-- Before breaks are cut to a new end (keep_breaks_inside), which books the cut by itself; and before an
-- entry is gone, while its breaks are still there.
create trigger a_count_project_time after insert on public.time_entries
  for each row when (new.clock_out is not null) execute function private.count_project_time();
create trigger a_recount_project_time after update on public.time_entries
  for each row when ((old.clock_in, old.clock_out, old.project_id, old.cost_code_id) is distinct from (new.clock_in, new.clock_out, new.project_id, new.cost_code_id))
  execute function private.count_project_time();
create trigger c_uncount_project_time before delete on public.time_entries
  for each row execute function private.count_project_time();
create trigger count_break_time after insert or update or delete on public.time_entry_breaks
  for each row execute function private.count_break_time();

select private.recount_project_time();

create function private.running_seconds(entry public.time_entries) returns numeric
language sql stable set search_path = '' as $$
  select extract(epoch from now() - entry.clock_in) - coalesce((
    select extract(epoch from now() - b.started_at) from public.time_entry_breaks b
     where b.company_id = entry.company_id and b.time_entry_id = entry.id and not b.paid and b.ended_at is null), 0);
$$;
comment on function private.running_seconds(public.time_entries) is 'What a running entry adds to the sums, in which its ended breaks are already taken off.';

-- All time of a company or of one person (then with an employee), as the sums and what runs now.
create function private.project_time(company_id_param uuid, employee_id_param uuid, project_id_param uuid default null)
returns table (project_id uuid, employee_id uuid, cost_code_id uuid, seconds numeric, entries bigint)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select s.project_id, s.employee_id, s.cost_code_id, s.seconds, s.entries
      from private.project_totals s
     where s.company_id = company_id_param and (employee_id_param is null or s.employee_id = employee_id_param)
       and (project_id_param is null or s.project_id = project_id_param)
    union all
    select t.project_id, t.employee_id, t.cost_code_id, private.running_seconds(t), 1
      from public.time_entries t
     where t.company_id = company_id_param and t.clock_out is null and t.project_id is not null
       and (employee_id_param is null or t.employee_id = employee_id_param)
       and (project_id_param is null or t.project_id = project_id_param);
end $$;

revoke execute on function private.recount_project_time(), private.book_project_time(public.time_entries, numeric, integer),
  private.ended_unpaid_seconds(public.time_entries), private.count_project_time(), private.count_break_time(),
  private.running_seconds(public.time_entries), private.project_time(uuid, uuid, uuid) from public;
