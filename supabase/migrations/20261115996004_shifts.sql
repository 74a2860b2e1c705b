-- Scheduling: planned shifts of people, crews and machines, when people cannot work, and swaps.

alter table public.companies add column late_after_minutes smallint not null default 15
  constraint companies_late_after_range check (late_after_minutes between 1 and 240);
comment on column public.companies.late_after_minutes is 'After how many minutes someone scheduled who has not clocked in counts as late, and the foreman is told.';

create table public.shifts (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  employee_id uuid,
  crew_id uuid,
  equipment_id uuid,
  project_id uuid,
  cost_code_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  work_date date not null default current_date,
  note text constraint shifts_note_length check (char_length(note) <= 500),
  status text not null default 'draft' constraint shifts_status_known check (status in ('draft', 'published')),
  cancelled boolean not null default false,
  published jsonb,
  previous jsonb,
  acknowledged_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint shifts_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint shifts_crew foreign key (company_id, crew_id) references public.crews (company_id, id) on delete set null (crew_id),
  constraint shifts_equipment foreign key (company_id, equipment_id) references public.equipment (company_id, id) on delete set null (equipment_id),
  constraint shifts_project foreign key (company_id, project_id) references public.projects (company_id, id) on delete set null (project_id),
  constraint shifts_cost_code foreign key (company_id, cost_code_id) references public.cost_codes (company_id, id) on delete set null (cost_code_id),
  constraint shifts_end_after_start check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours')
);
create index shifts_by_date on public.shifts (company_id, work_date);
create index shifts_by_employee on public.shifts (company_id, employee_id, work_date);
create index shifts_by_crew on public.shifts (company_id, crew_id) where crew_id is not null;
create index shifts_by_equipment on public.shifts (company_id, equipment_id) where equipment_id is not null;
create index shifts_by_project on public.shifts (company_id, project_id) where project_id is not null;
create index shifts_by_cost_code on public.shifts (company_id, cost_code_id) where cost_code_id is not null;
comment on table public.shifts is 'Planned work. With neither person nor machine it is an open shift that people can take, those of a crew where crew_id is set.';
comment on column public.shifts.crew_id is 'Planned together with this crew.';
comment on column public.shifts.work_date is 'The day it begins, in the zone of its project; follows by trigger.';
comment on column public.shifts.status is 'A change after publication makes it a draft again; publish_shifts tells what changed.';
comment on column public.shifts.cancelled is 'Was published and will be taken off the schedule by the next publication.';
comment on column public.shifts.published is 'What the person was told last.';
comment on column public.shifts.previous is 'What the person had been told before a change they have not acknowledged yet.';

create table public.availability (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  weekday smallint constraint availability_weekday_range check (weekday between 0 and 6),
  start_date date,
  end_date date,
  start_time time,
  end_time time,
  note text constraint availability_note_length check (char_length(note) <= 200),
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint availability_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint availability_start_before_end check (start_date <= end_date),
  constraint availability_times_in_order check (start_time < end_time)
);
create index availability_by_employee on public.availability (company_id, employee_id);
comment on table public.availability is 'When someone cannot work: every week on a weekday, or from a date to a date; all day, or from a time to a time.';
comment on column public.availability.weekday is '0 is Sunday; null: every day from start_date to end_date.';

create table public.shift_swaps (
  company_id uuid not null default private.my_company_id() references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  shift_id uuid not null,
  employee_id uuid not null,
  to_employee_id uuid not null,
  status text not null default 'asked' constraint shift_swaps_status_known check (status in ('asked', 'accepted', 'approved', 'declined', 'withdrawn')),
  note text constraint shift_swaps_note_length check (char_length(note) <= 500),
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint shift_swaps_shift foreign key (company_id, shift_id) references public.shifts (company_id, id) on delete cascade,
  constraint shift_swaps_employee foreign key (company_id, employee_id) references public.employees (company_id, id) on delete cascade,
  constraint shift_swaps_to_employee foreign key (company_id, to_employee_id) references public.employees (company_id, id) on delete cascade,
  constraint shift_swaps_with_someone_else check (employee_id <> to_employee_id)
);
create unique index shift_swaps_one_open on public.shift_swaps (company_id, shift_id) where status in ('asked', 'accepted');
create index shift_swaps_by_employee on public.shift_swaps (company_id, employee_id);
create index shift_swaps_by_to_employee on public.shift_swaps (company_id, to_employee_id);
comment on table public.shift_swaps is 'Someone asks a colleague to take a shift: asked, accepted by the colleague, approved by a manager. Written by functions only.';

create function private.shift_snapshot(shift public.shifts) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('employee_id', shift.employee_id, 'equipment_id', shift.equipment_id, 'project_id', shift.project_id,
    'cost_code_id', shift.cost_code_id, 'starts_at', to_jsonb(extract(epoch from shift.starts_at)::bigint),
    'ends_at', to_jsonb(extract(epoch from shift.ends_at)::bigint), 'note', shift.note);
$$;
revoke execute on function private.shift_snapshot(public.shifts) from public;
comment on function private.shift_snapshot(public.shifts) is 'What a person is told of a shift; instants as seconds since 1970, so that no zone or format changes them.';

create function private.keep_shift() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.starts_at := date_trunc('minute', new.starts_at);
  new.ends_at := date_trunc('minute', new.ends_at);
  new.work_date := (new.starts_at at time zone private.zone_of(new.company_id, new.project_id))::date;
  new.note := nullif(btrim(new.note), '');
  if tg_op = 'INSERT' then
    if not private.is_system() then
      new.status := 'draft';
    elsif new.status = 'published' then
      new.published := coalesce(new.published, private.shift_snapshot(new));
    end if;
  elsif new.published is not null and new.published is not distinct from old.published then
    -- Moved back to where it was: nothing to tell.
    new.status := case when not new.cancelled and private.shift_snapshot(new) = new.published then 'published' else 'draft' end;
  end if;
  return new;
end $$;
revoke execute on function private.keep_shift() from public;

create function private.rezone_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.shifts s set updated_at = now()
  where s.company_id = case tg_table_name when 'companies' then new.id else (to_jsonb(new) ->> 'company_id')::uuid end
    and (tg_table_name = 'companies' or s.project_id = new.id) and s.ends_at > now();
  return null;
end $$;
revoke execute on function private.rezone_shifts() from public;
create trigger rezone_shifts after update of time_zone on public.companies
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.rezone_shifts();
create trigger rezone_shifts after update of time_zone on public.projects
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.rezone_shifts();

create trigger keep_creator before insert or update on public.shifts for each row execute function private.keep_creator();
create trigger fill_company_id before insert on public.shifts for each row execute function private.fill_company_id('projects', 'project_id');
create trigger keep_identity before update on public.shifts for each row execute function private.keep_identity();
create trigger keep_shift before insert or update on public.shifts for each row execute function private.keep_shift();
create trigger touch_updated_at before update on public.shifts for each row execute function private.touch_updated_at();
create trigger zz_record_change after insert or update or delete on public.shifts for each row execute function private.record_change();
create trigger keep_creator before insert or update on public.availability for each row execute function private.keep_creator();
create trigger fill_company_id before insert on public.availability for each row execute function private.fill_company_id('employees', 'employee_id');
create trigger keep_identity before update on public.availability for each row execute function private.keep_identity();
create trigger zz_record_change after insert or update or delete on public.availability for each row execute function private.record_change();
create trigger keep_creator before insert or update on public.shift_swaps for each row execute function private.keep_creator();
create trigger fill_company_id before insert on public.shift_swaps for each row execute function private.fill_company_id('shifts', 'shift_id');
create trigger keep_identity before update on public.shift_swaps for each row execute function private.keep_identity();
create trigger touch_updated_at before update on public.shift_swaps for each row execute function private.touch_updated_at();
create trigger zz_record_change after insert or update or delete on public.shift_swaps for each row execute function private.record_change();

create function private.my_crew_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(m.crew_id), '{}') from public.crew_members m
  where m.company_id = (select private.my_company_id()) and m.employee_id = (select private.my_employee_id())
    and (m.to_date is null or m.to_date >= current_date - 1);
$$;
revoke execute on function private.my_crew_ids() from public;
grant execute on function private.my_crew_ids() to authenticated, service_role;

alter table public.shifts enable row level security;
create policy "Managers read shifts, foremen the published ones, others their own and open ones" on public.shifts
  for select to authenticated using (company_id = (select private.my_company_id()) and ((select private.is_manager())
    or status = 'published' and ((select private.my_role()) = 'foreman' or employee_id = (select private.my_employee_id())
      or employee_id is null and equipment_id is null and (crew_id is null or crew_id = any ((select private.my_crew_ids())::uuid[])))));
create policy "Managers plan shifts" on public.shifts
  for insert to authenticated with check (company_id = (select private.my_company_id()) and (select private.is_manager()) and status = 'draft');
create policy "Managers change shifts" on public.shifts
  for update to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));
create policy "Managers delete shifts nobody was told of" on public.shifts
  for delete to authenticated using (company_id = (select private.my_company_id()) and (select private.is_manager()) and published is null);
grant select, delete on public.shifts to authenticated;
grant insert (company_id, id, employee_id, crew_id, equipment_id, project_id, cost_code_id, starts_at, ends_at, note, status),
  update (employee_id, crew_id, equipment_id, project_id, cost_code_id, starts_at, ends_at, note, cancelled) on public.shifts to authenticated;
grant select, insert, update, delete on public.shifts to service_role;

alter table public.availability enable row level security;
create policy "Foremen and managers read when people cannot work, others their own" on public.availability
  for select to authenticated using (company_id = (select private.my_company_id())
    and ((select private.my_role()) <> 'employee' or employee_id = (select private.my_employee_id())));
create policy "Managers add when people cannot work, others their own" on public.availability
  for insert to authenticated with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
create policy "Managers delete when people cannot work, others their own" on public.availability
  for delete to authenticated using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));
grant select, insert, delete on public.availability to authenticated;
grant select, insert, update, delete on public.availability to service_role;

alter table public.shift_swaps enable row level security;
create policy "Managers read swaps, others those they take part in" on public.shift_swaps
  for select to authenticated using (company_id = (select private.my_company_id()) and ((select private.is_manager())
    or employee_id = (select private.my_employee_id()) or to_employee_id = (select private.my_employee_id())));
grant select on public.shift_swaps to authenticated;
grant select, insert, update, delete on public.shift_swaps to service_role;

select private.refuse_non_finite('public.shifts'), private.refuse_non_finite('public.availability'),
  private.refuse_non_finite('public.shift_swaps'), private.refuse_non_finite('public.companies');

do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.shifts;
    alter publication supabase_realtime add table public.availability;
    alter publication supabase_realtime add table public.shift_swaps;
  end if;
end $$;
