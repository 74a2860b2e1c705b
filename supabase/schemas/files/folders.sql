create table public.folders (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  name text not null,
  audience jsonb default '{"everyone": true}'::jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint folders_pkey primary key (company_id, id),
  constraint folders_audience_known check (jsonb_typeof(audience) = 'object' and pg_column_size(audience) < 60000 and (audience - '{everyone,roles,projects,crews,employees}'::text[]) = '{}'::jsonb and (coalesce(audience ->> 'everyone', '') = 'true' or audience ?| '{roles,projects,crews,employees}'::text[])),
  constraint folders_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 100),
  constraint folders_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint folders_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.folders');
create unique index folders_name_once on public.folders (company_id, project_id, lower(btrim(name))) nulls not distinct;
comment on table public.folders is 'A folder of documents: of a project, or of the company where project_id is null.';
comment on column public.folders.audience is 'Who sees it, shaped as in bulletins. Of a project''s folder: those of them who see the project.';
alter table public.folders enable row level security;
alter publication supabase_realtime add table public.folders;
grant select, insert, delete on table public.folders to authenticated;
grant update (name, audience) on public.folders to authenticated;

create policy "Managers add folders" on public.folders
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change folders" on public.folders
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete folders" on public.folders
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read all folders, others those meant for them" on public.folders
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or (id in (select private.folders_for_me()))));

create or replace trigger fill_company_id before insert on public.folders
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.folders
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.folders
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.folders
  for each row execute function private.record_change();

create or replace function private.folders_for_me() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me public.employees := private.me();
begin
  return query
    select f.id from public.folders f
    where f.company_id = me.company_id and (me.role in ('owner', 'manager')
      or ((f.project_id is null or f.project_id not in (select private.projects_closed_to_me()))
        and (f.audience ->> 'everyone' = 'true' or me.id in (select private.audience_people(me.company_id, f.audience)))));
end $$;
comment on function private.folders_for_me() is 'Ids of the folders the caller sees.';
grant execute on function private.folders_for_me() to authenticated, service_role;
