-- What happens when someone clocks in before their shift: nothing, a reason is asked for, or time counts from the shift's start.
-- Owners set it for the company, a project or a person. The clock always starts, and the person is always told.

create table public.clock_in_rules (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  project_id uuid,
  employee_id uuid,
  rule text not null constraint clock_in_rules_rule_known check (rule in ('allowed', 'ask_reason', 'from_shift')),
  grace_minutes smallint not null default 5 constraint clock_in_rules_grace_range check (grace_minutes between 0 and 120),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint clock_in_rules_one_each unique nulls not distinct (company_id, project_id, employee_id),
  constraint clock_in_rules_one_subject check (project_id is null or employee_id is null),
  constraint clock_in_rules_project foreign key (company_id, project_id) references public.projects (company_id, id) on delete cascade,
  constraint clock_in_rules_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
comment on table public.clock_in_rules is 'What a clock-in before the shift does: for a person, else for the project, else for the company; without a rule nothing.';
comment on column public.clock_in_rules.rule is 'allowed; ask_reason: the person is asked why; from_shift: time counts from the start of the shift.';
comment on column public.clock_in_rules.grace_minutes is 'So many minutes before the shift are not early.';

create table public.early_clock_ins (
  company_id uuid not null references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  time_entry_id uuid not null,
  employee_id uuid not null,
  rule text not null constraint early_clock_ins_rule_known check (rule in ('ask_reason', 'from_shift')),
  clocked_in_at timestamptz not null,
  shift_starts_at timestamptz not null,
  reason text constraint early_clock_ins_reason_length check (char_length(reason) <= 500),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint early_clock_ins_once unique (company_id, time_entry_id),
  constraint early_clock_ins_entry foreign key (company_id, time_entry_id) references public.time_entries (company_id, id) on delete cascade,
  constraint early_clock_ins_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade
);
create index early_clock_ins_by_employee on public.early_clock_ins (company_id, employee_id, clocked_in_at desc);
comment on table public.early_clock_ins is 'Clock-ins before the shift that a rule applied to. Written by the clock.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['clock_in_rules', 'early_clock_ins'] loop
    execute format('alter table public.%I enable row level security', table_name);
    perform private.refuse_non_finite(format('public.%I', table_name)::regclass);
    execute format('create trigger keep_identity before update on public.%I for each row execute function private.keep_identity()', table_name);
    execute format('create trigger zz_record_change after insert or update or delete on public.%I for each row execute function private.record_change()', table_name);
    execute format('grant select, insert, update, delete on public.%I to service_role', table_name);
    if exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table public.%I', table_name);
    end if;
  end loop;
end $$;
grant select, insert, update, delete on public.clock_in_rules to authenticated;
grant select on public.early_clock_ins to authenticated;
create trigger fill_company_id before insert on public.clock_in_rules for each row execute function private.fill_company_id();
create trigger keep_creator before insert or update on public.clock_in_rules for each row execute function private.keep_creator();
create trigger touch_updated_at before update on public.clock_in_rules for each row execute function private.touch_updated_at();

create policy "Managers read the rules of clocking in, others those about them" on public.clock_in_rules
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id is null or employee_id = (select private.my_employee_id())));
create policy "Owners add rules of clocking in" on public.clock_in_rules
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_owner()));
create policy "Owners change rules of clocking in" on public.clock_in_rules
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));
create policy "Owners delete rules of clocking in" on public.clock_in_rules
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_owner()));
create policy "Managers read early clock-ins, others their own" on public.early_clock_ins
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create function private.note_early_clock_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_rule public.clock_in_rules;
  starts timestamptz;
  early public.early_clock_ins;
begin
  select * into found_rule from public.clock_in_rules r
    where r.company_id = new.company_id and (r.employee_id = new.employee_id or r.project_id = new.project_id or num_nonnulls(r.employee_id, r.project_id) = 0)
    order by r.employee_id is null, r.project_id is null limit 1;
  if found_rule.id is null or found_rule.rule = 'allowed' then
    return null;
  end if;
  -- The shift as it was told; on a shift that runs already nobody is early.
  select min(told.starts) into starts
    from public.shifts s
    cross join lateral (select to_timestamp((s.published ->> 'starts_at')::bigint) as starts, to_timestamp((s.published ->> 'ends_at')::bigint) as ends) told
    where s.company_id = new.company_id and s.published ->> 'employee_id' = new.employee_id::text
      and s.work_date between new.work_date - 1 and new.work_date + 1
      and told.ends > new.clock_in and told.starts <= new.clock_in + interval '4 hours';
  if starts is null or starts - make_interval(mins => found_rule.grace_minutes) <= new.clock_in then
    return null;
  end if;
  insert into public.early_clock_ins (company_id, time_entry_id, employee_id, rule, clocked_in_at, shift_starts_at)
    values (new.company_id, new.id, new.employee_id, found_rule.rule, new.clock_in, starts)
    on conflict on constraint early_clock_ins_once do nothing returning * into early;
  if early.rule = 'ask_reason' then
    perform private.open_verification(early.company_id, 'early_clock_in', early.id, early.employee_id, new.project_id, early.clocked_in_at,
      private.person_name(early.company_id, early.employee_id) || ' clocked in before the shift',
      jsonb_build_object('entry_id', new.id, 'work_date', new.work_date, 'shift_starts_at', early.shift_starts_at));
  end if;
  return null;
end $$;
comment on function private.note_early_clock_in() is 'Notes a clock-in before the shift where a rule asks for it; never refuses.';
revoke execute on function private.note_early_clock_in() from public;
create trigger w_note_early_clock_in after insert on public.time_entries for each row
  when (new.clock_out is null) execute function private.note_early_clock_in();

create function private.count_from_shift() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  starts timestamptz;
begin
  select e.shift_starts_at into starts from public.early_clock_ins e
    where e.company_id = new.company_id and e.time_entry_id = new.id and e.rule = 'from_shift' and e.clocked_in_at = new.clock_in;
  -- Whoever left before the shift, or took a break before it, keeps their time: somebody has to look at it.
  if starts is null or starts >= new.clock_out or exists (select from public.time_entry_breaks b
      where b.company_id = new.company_id and b.time_entry_id = new.id and b.started_at < starts) then
    return new;
  end if;
  perform private.give_reason('Counts from the start of the shift');
  new.clock_in := starts;
  new.work_date := (starts at time zone private.zone_of(new.company_id, new.project_id))::date;
  return new;
end $$;
comment on function private.count_from_shift() is 'When the clock stops, time counts from the start of the shift where the rule says so. The history keeps when the person clocked in.';
revoke execute on function private.count_from_shift() from public;
-- After the rights over one's own time were checked: this is the company's rule, not an edit.
create trigger e_count_from_shift before update on public.time_entries for each row
  when (old.clock_out is null and new.clock_out is not null) execute function private.count_from_shift();

create function public.explain_early_clock_in(time_entry_id_param uuid, reason_param text) returns public.early_clock_ins
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_employee();
  early public.early_clock_ins;
begin
  update public.early_clock_ins e set reason = left(nullif(btrim(reason_param), ''), 500)
    where e.company_id = me.company_id and e.employee_id = me.id and e.time_entry_id = time_entry_id_param returning * into early;
  if early.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This clock-in was not found.';
  end if;
  update public.verifications v set detail = v.detail || jsonb_build_object('note', early.reason)
    where v.company_id = early.company_id and v.kind = 'early_clock_in' and v.subject_id = early.id;
  return early;
end $$;
comment on function public.explain_early_clock_in(uuid, text) is 'Everyone, for themselves: says why they clocked in before their shift.';
revoke execute on function public.explain_early_clock_in(uuid, text) from public, anon;
grant execute on function public.explain_early_clock_in(uuid, text) to authenticated;
