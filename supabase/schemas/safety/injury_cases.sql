create table public.safety_officers (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint safety_officers_pkey primary key (company_id, id),
  constraint safety_officers_once unique (company_id, employee_id),
  constraint safety_officers_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint safety_officers_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.safety_officers');
comment on table public.safety_officers is 'Managers who record injuries and illnesses beside the owners. Nobody else reads cases of other people, other managers neither.';
alter table public.safety_officers enable row level security;
grant select, delete on table public.safety_officers to authenticated;
grant insert (company_id, employee_id) on table public.safety_officers to authenticated;

create policy "Owners choose who records injuries" on public.safety_officers
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners end who records injuries" on public.safety_officers
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners read who records injuries, others whether they do" on public.safety_officers
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_owner()) or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.safety_officers
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.safety_officers
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.safety_officers
  for each row execute function private.lock_identity();

create or replace trigger require_manager before insert on public.safety_officers
  for each row execute function private.require_officer_manages();

create or replace function private.require_officer_manages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.employees e where e.company_id = new.company_id and e.id = new.employee_id and e.role in ('employee', 'foreman')) then
    raise exception using errcode = 'P0001', hint = 'officer_not_manager', message = 'Only a manager can record injuries: give the person that role first.';
  end if;
  return new;
end $$;
comment on function private.require_officer_manages() is 'Whoever records injuries sees people and incidents as a manager does.';

create or replace trigger zz_record_change after insert or delete or update on public.safety_officers
  for each row execute function private.record_change();

create or replace function private.records_injuries() returns boolean
language sql stable parallel safe security definer set search_path = '' as $$
  select private.is_owner() or private.is_manager() and exists (select from public.safety_officers s where s.company_id = private.my_company_id() and s.employee_id = private.my_employee_id());
$$;
comment on function private.records_injuries() is 'Whether the caller reads and writes the cases of the company: owners, and the managers they named.';
grant execute on function private.records_injuries() to authenticated, service_role;

create or replace function private.require_injury_recorder() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.records_injuries() then
    raise exception using errcode = '42501', hint = 'injury_recorders_only', message = 'Only owners and the people they named may see cases.';
  end if;
  return private.my_company_id();
end $$;
comment on function private.require_injury_recorder() is 'The company of a caller who may see its cases; refuses everyone else.';

create table public.osha_establishments (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  name text not null,
  legal_name text default '' not null,
  ein text,
  street text default '' not null,
  city text default '' not null,
  state text default '' not null,
  zip text default '' not null,
  naics_code text default '' not null,
  industry text default '' not null,
  kind smallint default 1 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint osha_establishments_pkey primary key (company_id, id),
  constraint osha_establishments_name_once unique (company_id, name),
  constraint osha_establishments_project_once unique nulls not distinct (company_id, project_id),
  constraint osha_establishments_city_length check (char_length(city) <= 100),
  constraint osha_establishments_ein_form check (ein ~ '^[0-9]{9}$'),
  constraint osha_establishments_industry_length check (char_length(industry) <= 300),
  constraint osha_establishments_kind_known check (kind in (1, 2, 3)),
  constraint osha_establishments_legal_name_length check (char_length(legal_name) <= 100),
  constraint osha_establishments_naics_form check (naics_code ~ '^([0-9]{6})?$'),
  constraint osha_establishments_name_length check (char_length(btrim(name)) between 1 and 100),
  constraint osha_establishments_state_form check (state ~ '^([A-Z]{2})?$'),
  constraint osha_establishments_street_length check (char_length(street) <= 100),
  constraint osha_establishments_zip_form check (zip ~ '^([0-9]{5}([0-9]{4})?)?$'),
  constraint osha_establishments_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint osha_establishments_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.osha_establishments');
comment on table public.osha_establishments is 'For what a log is written: the company, and each site that lasts longer than a year (29 CFR 1904.30).';
comment on column public.osha_establishments.project_id is 'The site; null: everything that has no log of its own.';
comment on column public.osha_establishments.kind is '1 private, 2 state, 3 local government.';
alter table public.osha_establishments enable row level security;
grant select, insert, update on table public.osha_establishments to authenticated;

create policy "Who records injuries reads the establishments" on public.osha_establishments
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.records_injuries()));

create policy "Who records injuries adds establishments" on public.osha_establishments
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.records_injuries()));

create policy "Who records injuries changes establishments" on public.osha_establishments
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.records_injuries()))
  with check (company_id = (select private.my_company_id()));

create or replace trigger fill_company_id before insert on public.osha_establishments
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.osha_establishments
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.osha_establishments
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.osha_establishments
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.osha_establishments
  for each row execute function private.record_change();

create table public.injury_cases (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  establishment_id uuid not null,
  year smallint default 0 not null,
  number integer default 0 not null,
  incident_id uuid,
  employee_id uuid not null,
  job_title text default '' not null,
  happened_on date not null,
  happened_time time,
  began_work_time time,
  place text default '' not null,
  description text default '' not null,
  illness smallint default 1 not null,
  private_name boolean default false not null,
  died_on date,
  stopped_on date,
  doing_before text default '' not null,
  what_happened text default '' not null,
  injury text default '' not null,
  object text default '' not null,
  physician text default '' not null,
  facility text default '' not null,
  emergency_room boolean default false not null,
  hospitalized boolean default false not null,
  home_address text default '' not null,
  born_on date,
  sex text,
  voided_at timestamptz,
  void_reason text,
  content_hash text default '' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint injury_cases_pkey primary key (company_id, id),
  constraint injury_cases_number_once unique (company_id, establishment_id, year, number),
  constraint injury_cases_born_before check (born_on < happened_on),
  constraint injury_cases_death_after check (died_on >= happened_on),
  constraint injury_cases_form_length check (char_length(doing_before) <= 2000 and char_length(what_happened) <= 2000 and char_length(injury) <= 2000 and char_length(object) <= 2000),
  constraint injury_cases_illness_known check (illness between 1 and 6),
  constraint injury_cases_log_length check (char_length(job_title) <= 100 and char_length(place) <= 300 and char_length(description) <= 1000),
  constraint injury_cases_people_length check (char_length(physician) <= 200 and char_length(facility) <= 300 and char_length(home_address) <= 300),
  constraint injury_cases_sex_known check (sex in ('F', 'M')),
  constraint injury_cases_stop_after check (stopped_on >= happened_on),
  constraint injury_cases_void_has_reason check ((voided_at is null) = (void_reason is null) and char_length(btrim(void_reason)) between 1 and 500),
  constraint injury_cases_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint injury_cases_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint injury_cases_establishment foreign key (company_id, establishment_id) references public.osha_establishments(company_id, id),
  constraint injury_cases_incident foreign key (company_id, incident_id) references public.incidents(company_id, id) on delete set null (incident_id)
);
select private.refuse_non_finite('public.injury_cases');
create index injury_cases_by_employee on public.injury_cases (company_id, employee_id);
create index injury_cases_by_incident on public.injury_cases (company_id, incident_id) where incident_id is not null;
comment on table public.injury_cases is 'Recordable injuries and illnesses: a line of the OSHA 300 log and the form 301 behind it. A case that was none is voided with a reason and stays in the log, struck out.';
comment on column public.injury_cases.year is 'The year of the injury: its log has the case for good, also the days of later years.';
comment on column public.injury_cases.illness is 'Column M: 1 injury, 2 skin disorder, 3 respiratory condition, 4 poisoning, 5 hearing loss, 6 other illness.';
comment on column public.injury_cases.private_name is 'A privacy concern case (29 CFR 1904.29(b)(7)): the log says so instead of the name.';
comment on column public.injury_cases.stopped_on is 'The person left for a reason that has nothing to do with the injury: days after it do not count.';
comment on column public.injury_cases.content_hash is 'SHA-256 of everything the case and its days say; the history has it instead of what concerns somebody''s health.';
alter table public.injury_cases enable row level security;
grant select on table public.injury_cases to authenticated;
grant insert (company_id, id, establishment_id, incident_id, employee_id, job_title, happened_on, happened_time, began_work_time, place, description, illness, private_name, died_on, stopped_on, doing_before, what_happened, injury, object, physician, facility, emergency_room, hospitalized, home_address, born_on, sex) on table public.injury_cases to authenticated;
grant update (establishment_id, job_title, happened_on, happened_time, began_work_time, place, description, illness, private_name, died_on, stopped_on, doing_before, what_happened, injury, object, physician, facility, emergency_room, hospitalized, home_address, born_on, sex) on table public.injury_cases to authenticated;

create policy "People read their own case, who records injuries all" on public.injury_cases
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.records_injuries()) or employee_id = (select private.my_employee_id())));

create policy "Who records injuries adds cases" on public.injury_cases
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.records_injuries()));

create policy "Who records injuries changes cases" on public.injury_cases
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.records_injuries()))
  with check (company_id = (select private.my_company_id()));

create or replace trigger fill_company_id before insert on public.injury_cases
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.injury_cases
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.injury_cases
  for each row execute function private.lock_identity();

create or replace trigger number_case before insert or update on public.injury_cases
  for each row execute function private.number_injury_case();

create or replace trigger touch_updated_at before update on public.injury_cases
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.injury_cases
  for each row execute function private.record_change('employee_id', 'incident_id', 'job_title', 'happened_time', 'began_work_time', 'place', 'description', 'illness', 'private_name', 'died_on', 'stopped_on',
    'doing_before', 'what_happened', 'injury', 'object', 'physician', 'facility', 'emergency_room', 'hospitalized', 'home_address', 'born_on', 'sex', 'void_reason');

create or replace function private.number_injury_case() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.happened_on > private.company_today(new.company_id) then
    raise exception using errcode = 'P0001', hint = 'case_in_future', message = 'The day of the injury is in the future.';
  end if;
  if tg_op = 'UPDATE' and old.voided_at is not null and new.voided_at is not null then
    raise exception using errcode = 'P0001', hint = 'case_voided', message = 'This case was struck out. Restore it first.';
  end if;
  if tg_op = 'UPDATE' and new.employee_id <> old.employee_id then
    raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'The person of a case stays. Strike it out and open another.';
  end if;
  if new.incident_id is not null and not exists (select from public.incidents i where i.company_id = new.company_id and i.id = new.incident_id and i.employee_id = new.employee_id) then
    raise exception using errcode = 'P0001', hint = 'case_of_another', message = 'The incident is about another person.';
  end if;
  new.year := extract(year from new.happened_on);
  if tg_op = 'INSERT' or (new.establishment_id, new.year) is distinct from (old.establishment_id, old.year) then
    -- One number after the other, also when two are recorded at once; a number is never given twice.
    perform pg_advisory_xact_lock(hashtextextended('injury_cases:' || new.establishment_id || new.year, 0));
    select coalesce(max(n.number), 0) + 1 into new.number from (
      select c.number from public.injury_cases c where c.company_id = new.company_id and c.establishment_id = new.establishment_id and c.year = new.year
      union all
      -- Of a case that moved to another log meanwhile.
      select (a.after ->> 'number')::integer from public.audit_events a where a.company_id = new.company_id and a.entity = 'injury_cases'
        and a.after ->> 'establishment_id' = new.establishment_id::text and (a.after ->> 'year')::integer = new.year) n;
  end if;
  new.content_hash := private.sha256_hex(private.canonical_json(to_jsonb(new) - '{content_hash,created_at,created_by,updated_at}'::text[] || jsonb_build_object('days', (
    select coalesce(jsonb_agg(jsonb_build_array(d.kind, d.from_date, d.to_date) order by d.from_date), '[]') from public.injury_case_days d
    where d.company_id = new.company_id and d.case_id = new.id))));
  return new;
end $$;
comment on function private.number_injury_case() is 'Gives a case its year and number, and the hash of what it and its days say.';

create table public.injury_case_days (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  case_id uuid not null,
  kind text not null,
  from_date date not null,
  to_date date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint injury_case_days_pkey primary key (company_id, id),
  constraint injury_case_days_no_overlap exclude using gist (company_id with =, case_id with =, daterange(from_date, to_date, '[]') with &&),
  constraint injury_case_days_kind_known check (kind in ('away', 'restricted')),
  constraint injury_case_days_start_before_end check (from_date <= to_date),
  constraint injury_case_days_case foreign key (company_id, case_id) references public.injury_cases(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.injury_case_days');
comment on table public.injury_case_days is 'From when to when somebody could not work, or not as usual. Calendar days; without an end: until today.';
alter table public.injury_case_days enable row level security;
grant select, delete on table public.injury_case_days to authenticated;
grant insert (company_id, id, case_id, kind, from_date, to_date), update (kind, from_date, to_date) on table public.injury_case_days to authenticated;

create policy "Who reads a case reads its days" on public.injury_case_days
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (case_id in ( select c.id
   from public.injury_cases c)));

create policy "Who records injuries adds days" on public.injury_case_days
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.records_injuries()));

create policy "Who records injuries changes days" on public.injury_case_days
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.records_injuries()))
  with check (company_id = (select private.my_company_id()));

create policy "Who records injuries removes days" on public.injury_case_days
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.records_injuries()));

create or replace trigger fill_company_id before insert on public.injury_case_days
  for each row execute function private.fill_company_id('injury_cases', 'case_id');

create or replace trigger keep_creator before insert or update on public.injury_case_days
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.injury_case_days
  for each row execute function private.lock_identity();

create or replace trigger touch_case after insert or delete or update on public.injury_case_days
  for each row execute function private.touch_injury_case();

create or replace function private.touch_injury_case() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.injury_cases c set updated_at = now()
    where c.company_id = coalesce(new.company_id, old.company_id) and c.id = coalesce(new.case_id, old.case_id);
  return null;
end $$;
comment on function private.touch_injury_case() is 'The hash of a case covers its days; of a case that was struck out they stay as they are.';

-- How long somebody could not work is their health: the history has it in the hash of the case alone.
create or replace trigger zz_record_change after insert or delete or update on public.injury_case_days
  for each row execute function private.record_change('kind', 'from_date', 'to_date');
