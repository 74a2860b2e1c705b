-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.incidents (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  number text default ''::text not null,
  employee_id uuid default private.my_employee_id() not null,
  project_id uuid,
  answer_id uuid,
  happened_at timestamptz default now() not null,
  status text default 'open'::text not null,
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
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_happened_at check (isfinite(happened_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint incidents_body_part_length check (char_length(body_part) <= 200),
  constraint incidents_description_length check (char_length(description) <= 5000),
  constraint incidents_place_length check (char_length(place) <= 300),
  constraint incidents_status_known check (status = any (array['open'::text, 'closed'::text])),
  constraint incidents_treatment_known check (treatment = any (array['none'::text, 'first_aid'::text, 'clinic'::text, 'hospital'::text])),
  constraint incidents_witnesses_length check (char_length(witnesses) <= 1000),
  constraint incidents_answer foreign key (company_id, answer_id) references public.clock_answers(company_id, id),
  constraint incidents_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint incidents_employee foreign key (company_id, employee_id) references public.employees(company_id, id),
  constraint incidents_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
create index incidents_by_employee on public.incidents using btree (company_id, employee_id);
create index incidents_by_project on public.incidents using btree (company_id, project_id, happened_at) where project_id is not null;
create index incidents_by_time on public.incidents using btree (company_id, happened_at desc);
comment on table public.incidents is 'Injuries and other incidents: a short form, and a timeline in incident_notes. A closed one stays as it is.';
alter table public.incidents enable row level security;
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

alter publication supabase_realtime add table public.incidents;

create or replace trigger fill_company_id before insert on public.incidents
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger keep_identity before update on public.incidents
  for each row execute function private.keep_identity();

create or replace function private.keep_incident() returns trigger
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

create or replace trigger keep_incident before insert or update on public.incidents
  for each row execute function private.keep_incident();

create or replace function private.tell_incident_story() returns trigger
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

create or replace trigger tell_incident_story after insert or update on public.incidents
  for each row execute function private.tell_incident_story();

create or replace trigger touch_updated_at before update on public.incidents
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.incidents
  for each row execute function private.record_change();
