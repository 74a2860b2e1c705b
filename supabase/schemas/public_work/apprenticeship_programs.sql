create table public.apprenticeship_programs (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  registered_with text default 'OA' not null,
  occupation text not null,
  ratio_apprentices smallint default 1 not null,
  ratio_journeyworkers smallint default 1 not null,
  fringe_rule text default 'full' not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint apprenticeship_programs_pkey primary key (company_id, id),
  constraint apprenticeship_programs_once unique (company_id, name, occupation),
  constraint apprenticeship_programs_text_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 200 and char_length(btrim(occupation)) >= 1 and char_length(occupation) <= 200),
  constraint apprenticeship_programs_registered_known check (registered_with in ('OA', 'SAA')),
  constraint apprenticeship_programs_ratio check (ratio_apprentices >= 1 and ratio_apprentices <= 100 and ratio_journeyworkers >= 1 and ratio_journeyworkers <= 100),
  constraint apprenticeship_programs_fringe_known check (fringe_rule in ('program', 'full')),
  constraint apprenticeship_programs_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.apprenticeship_programs');
comment on table public.apprenticeship_programs is 'Registered apprenticeship programs, with how many apprentices may work beside how many journeyworkers.';
alter table public.apprenticeship_programs enable row level security;
grant select, insert, update, delete on table public.apprenticeship_programs to authenticated;

create policy "Managers add apprenticeship programs" on public.apprenticeship_programs
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change apprenticeship programs" on public.apprenticeship_programs
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete apprenticeship programs" on public.apprenticeship_programs
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read apprenticeship programs, people their own" on public.apprenticeship_programs
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or id in ( select a.program_id
   from public.apprenticeships a
  where a.company_id = (select private.my_company_id()) and a.employee_id = (select private.my_employee_id()))));

create or replace trigger fill_company_id before insert on public.apprenticeship_programs
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.apprenticeship_programs
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.apprenticeship_programs
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.apprenticeship_programs
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after insert or delete or update on public.apprenticeship_programs
  for each row execute function private.public_work_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.apprenticeship_programs
  for each row execute function private.record_change();
