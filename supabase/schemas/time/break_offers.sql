create table public.break_offers (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  time_entry_id uuid not null,
  kind text not null,
  number smallint not null,
  offered_at timestamptz not null,
  answer text not null,
  take_at timestamptz,
  waives boolean default false not null,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint break_offers_pkey primary key (company_id, id),
  constraint break_offers_kind_known check (kind in ('meal', 'rest', 'heat_rest')),
  constraint break_offers_number_range check (number >= 1 and number <= 99),
  constraint break_offers_answer_known check (answer in ('offered', 'taken', 'declined', 'postponed')),
  constraint break_offers_postponed_until check ((answer = 'postponed') = (take_at is not null)),
  constraint break_offers_waives_a_declined_meal check (not waives or kind = 'meal' and answer = 'declined' and note is not null),
  constraint break_offers_note_length check (char_length(btrim(note)) >= 1 and char_length(note) <= 500),
  constraint break_offers_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint break_offers_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint break_offers_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.break_offers');
create index break_offers_by_employee on public.break_offers (company_id, employee_id, offered_at desc);
create index break_offers_by_entry on public.break_offers (company_id, time_entry_id);
comment on table public.break_offers is 'Which break was offered to whom, when, by whom, and what the person said. Written by offer_break and crew_start_break; nothing is changed afterwards.';
comment on column public.break_offers.number is 'The how many-th meal or rest of the shift.';
comment on column public.break_offers.answer is 'offered: no answer yet; taken; declined; postponed to take_at.';
comment on column public.break_offers.waives is 'The person gave up this meal, where the rule lets them; the entry says so, too (meal_waived).';
comment on column public.break_offers.note is 'What the person said.';
alter table public.break_offers enable row level security;
alter publication supabase_realtime add table public.break_offers;
grant select on table public.break_offers to authenticated;

create policy "Foremen read the offered breaks of their crews" on public.break_offers
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((created_by = (select auth.uid())) or ((select private.leads_a_crew()) and (exists ( select
   from public.time_entries t
  where t.company_id = break_offers.company_id and t.id = break_offers.time_entry_id
    and (not (select private.has_a_right('{edit_time,approve_time,payroll}')) or private.leads_on(t.employee_id, t.work_date)))))));

create policy "Managers read the offered breaks of their company, others their own" on public.break_offers
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger keep_identity before update on public.break_offers
  for each row execute function private.lock_identity();

create or replace trigger keep_offer before update on public.break_offers
  for each row execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.break_offers
  for each row execute function private.record_change();

create or replace function public.offer_break(entry_id_param uuid, kind_param text, number_param integer, answer_param text default 'offered'::text, take_at_param timestamptz default null::timestamptz, note_param text default null::text, waives_param boolean default false, offered_at_param timestamptz default null::timestamptz, id_param uuid default null::uuid) returns public.break_offers
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_foreman();
  entry public.time_entries;
  saved public.break_offers;
begin
  if id_param is not null then
    select * into saved from public.break_offers o where o.company_id = me.company_id and o.id = id_param;
    if found then
      return saved;
    end if;
  end if;
  select * into entry from public.time_entries t where t.company_id = me.company_id and t.id = entry_id_param for no key update;
  if entry.id is null then
    raise exception using errcode = 'P0001', hint = 'entry_gone', message = 'This entry no longer exists.';
  elsif entry.employee_id <> me.id and entry.employee_id not in (select private.my_crew()) then
    raise exception using errcode = '42501', hint = 'not_your_crew', message = 'Someone on this list is not in your crew.';
  end if;
  if waives_param then
    perform private.give_reason(coalesce(nullif(btrim(note_param), ''), private.change_reason()));
    perform private.waive_meal(entry, number_param, clock_timestamp());
  end if;
  insert into public.break_offers (company_id, id, employee_id, time_entry_id, kind, number, offered_at, answer, take_at, waives, note)
    values (me.company_id, coalesce(id_param, gen_random_uuid()), entry.employee_id, entry.id, kind_param, number_param,
      -- Recorded without a signal, it was a while ago; never before the clock started.
      least(greatest(coalesce(offered_at_param, now()), entry.clock_in), now()),
      coalesce(answer_param, 'offered'), take_at_param, coalesce(waives_param, false), nullif(btrim(note_param), ''))
    returning * into saved;
  return saved;
exception when check_violation or not_null_violation or numeric_value_out_of_range then
  raise exception using errcode = 'P0001', hint = 'invalid_offer', message = 'Say which break it was and what the person answered.';
end $$;
comment on function public.offer_break(uuid,text,integer,text,timestamptz,text,boolean,timestamptz,uuid) is 'Foremen for their crew, managers: records that a break was offered and what the person said. waives: the person gives up the meal; refused where the rule allows no waiver. A repeated id changes nothing.';
grant execute on function public.offer_break(uuid,text,integer,text,timestamptz,text,boolean,timestamptz,uuid) to authenticated;

create or replace function private.waive_meal(entry public.time_entries, number_param integer, moment_param timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  state record;
begin
  select * into state from private.break_states(entry.company_id, array[entry.employee_id], moment_param) s where s.entry_id = entry.id;
  -- docs/rules/breaks.md: the first meal of a shift of up to 6 hours, the second up to 12 if the first was taken.
  if state.entry_id is null or not state.meal_rule or not (
      number_param = 1 and state.meals = 0 and state.worked <= private.meal_limit(1, true)
      or number_param = 2 and state.meals = 1 and state.by_fifth_hour > 0 and state.worked <= private.meal_limit(2, true)) then
    raise exception using errcode = 'P0001', hint = 'waiver_not_allowed', message = 'The rule does not allow giving up this meal.';
  end if;
  update public.time_entries t set meal_waived = true where t.company_id = entry.company_id and t.id = entry.id and not t.meal_waived;
end $$;
comment on function private.waive_meal(public.time_entries,integer,timestamptz) is 'Notes on the running entry that a meal was given up; pay judges at the end whether the shift stayed short enough.';

create or replace function public.crew_start_break(employee_ids_param uuid[], kind_param text, ids_param uuid[] default null::uuid[]) returns table(employee_id uuid, break_id uuid, result text, hint text, message text, detail jsonb)
language sql security definer set search_path = '' as $$
  select * from private.clock_crew('start_break', employee_ids_param, ids_param, jsonb_build_object('kind', kind_param));
$$;
comment on function public.crew_start_break(uuid[],text,uuid[]) is 'Foremen for their crew, managers: starts a meal or a rest. ids_param, in the same order, makes a repeated call change nothing. Result: started, on_break, not_running, refused. Refused: this person only, with hint and message; where nobody could be done the call fails.';
grant execute on function public.crew_start_break(uuid[],text,uuid[]) to authenticated;

create or replace function private.start_break_of_crew(person public.employees, id_param uuid, kind_param text, moment_param timestamptz, out id uuid, out result text)
language plpgsql security definer set search_path = '' as $$
declare
  running public.time_entries := private.running_entry(person.company_id, person.id);
begin
  if coalesce(kind_param not in ('meal', 'rest'), true) then
    raise exception using errcode = 'P0001', hint = 'invalid_offer', message = 'Say which break it was and what the person answered.';
  end if;
  select b.id into id from public.time_entry_breaks b
    where b.company_id = person.company_id and (b.id = id_param or b.time_entry_id = running.id and b.ended_at is null)
    order by b.id <> id_param limit 1;
  result := case when running.id is null and id is null then 'not_running'
    when id = id_param then 'started'
    when id is not null then 'on_break' end;
  if result is null then
    insert into public.time_entry_breaks (company_id, id, time_entry_id, employee_id, started_at, kind, paid)
      values (person.company_id, coalesce(id_param, gen_random_uuid()), running.id, person.id, greatest(moment_param, running.clock_in),
        kind_param, kind_param = 'rest')
      returning time_entry_breaks.id into id;
    result := 'started';
  end if;
end $$;

create or replace function public.crew_end_break(employee_ids_param uuid[]) returns table(employee_id uuid, break_id uuid, result text, hint text, message text, detail jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  -- As with the clock: going off a break is no correction, whatever the company asks of those.
  if private.change_reason() is null then
    perform private.give_reason('Ended for the crew');
  end if;
  return query select * from private.clock_crew('end_break', employee_ids_param, null);
end $$;
comment on function public.crew_end_break(uuid[]) is 'Foremen for their crew, managers: ends the open break. Result: ended, not_on_break, refused. Refused: this person only, with hint and message; where nobody could be done the call fails.';
grant execute on function public.crew_end_break(uuid[]) to authenticated;

create or replace function private.end_break_of_crew(person public.employees, out id uuid, out result text)
language plpgsql security definer set search_path = '' as $$
begin
  update public.time_entry_breaks b set ended_at = greatest(clock_timestamp(), b.started_at + interval '1 microsecond')
    where b.company_id = person.company_id and b.ended_at is null
      and b.time_entry_id = (private.running_entry(person.company_id, person.id)).id
    returning b.id into id;
  result := case when id is null then 'not_on_break' else 'ended' end;
end $$;
