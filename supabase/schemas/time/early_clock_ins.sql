create table public.early_clock_ins (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  rule text not null,
  clocked_in_at timestamptz not null,
  shift_starts_at timestamptz not null,
  reason text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint early_clock_ins_pkey primary key (company_id, id),
  constraint early_clock_ins_once unique (company_id, time_entry_id),
  constraint early_clock_ins_reason_length check (char_length(reason) <= 500),
  constraint early_clock_ins_rule_known check (rule in ('ask_reason', 'from_shift')),
  constraint early_clock_ins_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint early_clock_ins_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint early_clock_ins_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.early_clock_ins');
create index early_clock_ins_by_employee on public.early_clock_ins (company_id, employee_id, clocked_in_at desc);
comment on table public.early_clock_ins is 'Clock-ins before the shift that a rule applied to. Written by the clock.';
alter table public.early_clock_ins enable row level security;
alter publication supabase_realtime add table public.early_clock_ins;
grant select on table public.early_clock_ins to authenticated;

create policy "Managers read early clock-ins, others their own" on public.early_clock_ins
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.early_clock_ins
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.early_clock_ins
  for each row execute function private.record_change();

create or replace function public.explain_early_clock_in(time_entry_id_param uuid, reason_param text) returns public.early_clock_ins
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
comment on function public.explain_early_clock_in(uuid,text) is 'Everyone, for themselves: says why they clocked in before their shift.';
grant execute on function public.explain_early_clock_in(uuid,text) to authenticated;

create or replace function private.note_early_clock_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rules record;
  starts timestamptz;
  early public.early_clock_ins;
begin
  if not exists (select from public.clock_in_rules r where r.company_id = new.company_id and r.rule in ('ask_reason', 'from_shift')) then
    return null;
  end if;
  select * into rules from private.clock_rules_for(new.company_id, new.employee_id, new.project_id, new.work_date);
  -- What is refused is not here, or came in by somebody's word, which is noted elsewhere.
  if rules.rule is null or rules.rule in ('allowed', 'refuse') then
    return null;
  end if;
  starts := private.next_shift_start(new.company_id, new.employee_id, new.clock_in, interval '4 hours');
  if starts is null or starts - make_interval(mins => rules.grace_minutes) <= new.clock_in then
    return null;
  end if;
  insert into public.early_clock_ins (company_id, time_entry_id, employee_id, rule, clocked_in_at, shift_starts_at)
    values (new.company_id, new.id, new.employee_id, rules.rule, new.clock_in, starts)
    on conflict on constraint early_clock_ins_once do nothing returning * into early;
  if early.rule = 'ask_reason' then
    perform private.open_verification(early.company_id, 'early_clock_in', early.id, early.employee_id, new.project_id, early.clocked_in_at,
      private.person_name(early.company_id, early.employee_id) || ' clocked in before the shift',
      jsonb_build_object('entry_id', new.id, 'work_date', new.work_date, 'shift_starts_at', early.shift_starts_at));
  end if;
  return null;
end $$;
comment on function private.note_early_clock_in() is 'Notes a clock-in before the shift where a rule asks for it; never refuses.';

create or replace function private.next_shift_start(company_id_param uuid, employee_id_param uuid, moment_param timestamptz, within_param interval) returns timestamptz
language sql stable security definer set search_path = '' as $$
  -- On a shift that runs already nobody is early.
  select min(s.starts) from private.published_shifts(company_id_param, employee_id_param, moment_param, moment_param + within_param) s;
$$;
comment on function private.next_shift_start(uuid,uuid,timestamp with time zone,interval) is 'When the published shift starts that runs at this instant or is the next within so long; null: there is none.';
