-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.incident_notes (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  incident_id uuid not null,
  kind text default 'note'::text not null,
  body text default ''::text not null,
  changes jsonb default '{}'::jsonb not null,
  author text default ''::text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint incident_notes_pkey primary key (company_id, id),
  constraint finite_created_at check (isfinite(created_at)),
  constraint incident_notes_body_length check (char_length(body) <= 5000),
  constraint incident_notes_changes_size check (pg_column_size(changes) < 30000),
  constraint incident_notes_kind_known check (kind = any (array['opened'::text, 'note'::text, 'changed'::text, 'closed'::text, 'reopened'::text])),
  constraint incident_notes_incident foreign key (company_id, incident_id) references public.incidents(company_id, id) on delete cascade
);
create index incident_notes_by_incident on public.incident_notes using btree (company_id, incident_id, created_at);
comment on table public.incident_notes is 'The timeline of an incident; every change of its form is in it. Append-only.';
comment on column public.incident_notes.author is 'The name at that time.';
alter table public.incident_notes enable row level security;
grant select, insert on table public.incident_notes to authenticated;

create policy "Whoever reads an incident adds to its timeline" on public.incident_notes
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (incident_id in ( select i.id
   from public.incidents i)));

create policy "Whoever reads an incident reads its timeline" on public.incident_notes
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (incident_id in ( select i.id
   from public.incidents i)));

alter publication supabase_realtime add table public.incident_notes;

create or replace trigger fill_company_id before insert on public.incident_notes
  for each row execute function private.fill_company_id('incidents', 'incident_id');

create or replace trigger keep_creator before insert or update on public.incident_notes
  for each row execute function private.keep_creator();

create or replace trigger keep_identity before update on public.incident_notes
  for each row execute function private.keep_identity();

create or replace trigger keep_note before update on public.incident_notes
  for each row execute function private.refuse_change();

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

create or replace trigger name_author before insert on public.incident_notes
  for each row execute function private.name_author();

create or replace trigger zz_record_change after insert or delete or update on public.incident_notes
  for each row execute function private.record_change();
