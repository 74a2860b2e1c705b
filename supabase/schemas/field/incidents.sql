create table public.incidents (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  number text default '' not null,
  employee_id uuid default private.my_employee_id() not null,
  project_id uuid,
  answer_id uuid,
  happened_at timestamptz default now() not null,
  status text default 'open' not null,
  description text,
  body_part text,
  place text,
  witnesses text,
  treatment text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint incidents_pkey primary key (company_id, id),
  constraint incidents_answer_once unique (company_id, answer_id),
  constraint incidents_number_once unique (company_id, number),
  constraint incidents_body_part_length check (char_length(body_part) <= 200),
  constraint incidents_description_length check (char_length(description) <= 5000),
  constraint incidents_place_length check (char_length(place) <= 300),
  constraint incidents_status_known check (status in ('open', 'closed')),
  constraint incidents_treatment_known check (treatment in ('none', 'first_aid', 'clinic', 'hospital')),
  constraint incidents_witnesses_length check (char_length(witnesses) <= 1000),
  constraint incidents_answer foreign key (company_id, answer_id) references public.clock_answers(company_id, id),
  constraint incidents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint incidents_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint incidents_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.incidents');
create index incidents_by_employee on public.incidents (company_id, employee_id);
create index incidents_by_project on public.incidents (company_id, project_id, happened_at) where project_id is not null;
create index incidents_by_time on public.incidents (company_id, happened_at desc);
comment on table public.incidents is 'Injuries and other incidents: a short form, and a timeline in incident_notes. A closed one stays as it is.';
alter table public.incidents enable row level security;
alter publication supabase_realtime add table public.incidents;
grant select, insert, update on table public.incidents to authenticated;

create policy "Managers read incidents, others their own" on public.incidents
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "People complete their own incidents, managers all" on public.incidents
  for update to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())))
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create policy "People report their own incidents, managers anyone's" on public.incidents
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.incidents
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_creator before insert or update on public.incidents
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.incidents
  for each row execute function private.lock_identity();

create or replace trigger keep_incident before insert or update on public.incidents
  for each row execute function private.check_incident();

create or replace function private.check_incident() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if not private.is_system() then
      new.status := 'open';
    end if;
    -- One number after the other, also when two are reported at once.
    perform pg_advisory_xact_lock(hashtextextended('incidents:' || new.company_id, 0));
    select format('INC-%s-%s', year, lpad((coalesce(max(right(i.number, 4)::integer), 0) + 1)::text, 4, '0')) into new.number
      from (select extract(year from new.happened_at at time zone private.zone_of(new.company_id, null))::integer as year) y
      left join public.incidents i on i.company_id = new.company_id and i.number like 'INC-' || year || '-%' group by year;
    return new;
  end if;
  if (new.number, new.employee_id, new.answer_id) is distinct from (old.number, old.employee_id, old.answer_id) then
    raise exception using errcode = 'P0001', hint = 'identity_fixed', message = 'The number and the person of an incident stay.';
  end if;
  if new.status <> old.status and not private.is_system() and not private.is_manager() then
    raise exception using errcode = '42501', hint = 'managers_only', message = 'Only managers and owners close incidents.';
  end if;
  if old.status = 'closed' and new.status = 'closed' and to_jsonb(new) - 'updated_at' <> to_jsonb(old) - 'updated_at' then
    raise exception using errcode = 'P0001', hint = 'incident_closed', message = 'This incident is closed. Reopen it first.';
  end if;
  return new;
end $$;

create or replace trigger tell_incident_story after insert or update on public.incidents
  for each row execute function private.record_incident_history();

create or replace function private.record_incident_history() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb;
begin
  if tg_op = 'INSERT' then
    insert into public.incident_notes (company_id, incident_id, kind) values (new.company_id, new.id, 'opened');
    return null;
  end if;
  select coalesce(jsonb_object_agg(n.key, jsonb_build_object('before', to_jsonb(old) -> n.key, 'after', n.value)), '{}') into changed
    from jsonb_each(to_jsonb(new)) n
    where n.key not in ('updated_at', 'status') and n.value is distinct from to_jsonb(old) -> n.key;
  if changed <> '{}' then
    insert into public.incident_notes (company_id, incident_id, kind, changes) values (new.company_id, new.id, 'changed', changed);
  end if;
  if new.status <> old.status then
    insert into public.incident_notes (company_id, incident_id, kind)
      values (new.company_id, new.id, case new.status when 'closed' then 'closed' else 'reopened' end);
  end if;
  return null;
end $$;

create or replace trigger touch_updated_at before update on public.incidents
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.incidents
  for each row execute function private.record_change();

create table public.incident_notes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  incident_id uuid not null,
  kind text default 'note' not null,
  body text default '' not null,
  changes jsonb default '{}'::jsonb not null,
  author text default '' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint incident_notes_pkey primary key (company_id, id),
  constraint incident_notes_body_length check (char_length(body) <= 5000),
  constraint incident_notes_changes_size check (pg_column_size(changes) < 30000),
  constraint incident_notes_kind_known check (kind in ('opened', 'note', 'changed', 'closed', 'reopened')),
  constraint incident_notes_incident foreign key (company_id, incident_id) references public.incidents(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.incident_notes');
create index incident_notes_by_incident on public.incident_notes (company_id, incident_id, created_at);
comment on table public.incident_notes is 'The timeline of an incident; every change of its form is in it. Append-only.';
comment on column public.incident_notes.author is 'The name at that time.';
alter table public.incident_notes enable row level security;
alter publication supabase_realtime add table public.incident_notes;
grant select, insert on table public.incident_notes to authenticated;

create policy "Whoever reads an incident adds to its timeline" on public.incident_notes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (incident_id in ( select i.id
   from public.incidents i)));

create policy "Whoever reads an incident reads its timeline" on public.incident_notes
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (incident_id in ( select i.id
   from public.incidents i)));

create or replace trigger fill_company_id before insert on public.incident_notes
  for each row execute function private.fill_company_id('incidents', 'incident_id');

create or replace trigger keep_creator before insert or update on public.incident_notes
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.incident_notes
  for each row execute function private.lock_identity();

create or replace trigger keep_note before update on public.incident_notes
  for each row execute function private.refuse_change();

create or replace trigger name_author before insert on public.incident_notes
  for each row execute function private.name_author();

create or replace function private.name_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_trigger_depth() = 1 and not private.is_system() then
    new.kind := 'note';
    new.changes := '{}';
    if btrim(new.body) = '' then
      raise exception using errcode = 'P0001', hint = 'note_required', message = 'Write a note first.';
    end if;
  end if;
  new.author := coalesce((select btrim(concat_ws(' ', e.first_name, e.last_name)) from public.employees e
    where e.company_id = new.company_id and e.user_id = auth.uid()), new.author);
  return new;
end $$;

create or replace trigger zz_record_change after insert or delete or update on public.incident_notes
  for each row execute function private.record_change();
