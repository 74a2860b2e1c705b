create table public.talk_signatures (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  bulletin_id uuid not null,
  project_id uuid,
  employee_id uuid,
  signed_name text not null,
  strokes jsonb default '[]'::jsonb not null,
  language text default 'en' not null,
  held_by uuid default private.my_employee_id() not null,
  held_on date default CURRENT_DATE not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint talk_signatures_pkey primary key (company_id, id),
  constraint talk_signatures_once unique (company_id, bulletin_id, held_on, employee_id),
  constraint talk_signatures_language_known check (language in ('en', 'es')),
  constraint talk_signatures_name_length check (char_length(btrim(signed_name)) >= 1 and char_length(btrim(signed_name)) <= 200),
  constraint talk_signatures_strokes check (jsonb_typeof(strokes) = 'array' and pg_column_size(strokes) < 30000),
  constraint talk_signatures_bulletin foreign key (company_id, bulletin_id) references public.bulletins(company_id, id) on delete cascade,
  constraint talk_signatures_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint talk_signatures_held_by foreign key (company_id, held_by) references public.employees(company_id, id),
  constraint talk_signatures_project foreign key (company_id, project_id) references public.projects(company_id, id)
);
select private.refuse_non_finite('public.talk_signatures');
create index talk_signatures_by_employee on public.talk_signatures (company_id, employee_id);
comment on table public.talk_signatures is 'Attendance of a toolbox talk, signed one after another on one phone. Kept as signed.';
comment on column public.talk_signatures.employee_id is 'Null for a visitor or a worker of another company.';
comment on column public.talk_signatures.strokes is 'The signature as drawn: [[[x, y], …], …] in a box of 300 by 100; empty where only the name was typed.';
alter table public.talk_signatures enable row level security;
alter publication supabase_realtime add table public.talk_signatures;
grant select, insert on table public.talk_signatures to authenticated;

create policy "Foremen and managers collect attendance of talks" on public.talk_signatures
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.my_role())) <> 'employee' and (exists ( select
   from public.bulletins b
  where b.company_id = talk_signatures.company_id and b.id = talk_signatures.bulletin_id and b.kind = 'talk')));

create policy "Foremen and managers read attendance, others their own" on public.talk_signatures
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (((select private.my_role())) <> 'employee' or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.talk_signatures
  for each row execute function private.fill_company_id('bulletins', 'bulletin_id');

create or replace trigger keep_creator before insert or update on public.talk_signatures
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.talk_signatures
  for each row execute function private.lock_identity();

create or replace trigger keep_signature before update on public.talk_signatures
  for each row execute function private.refuse_change();

create or replace trigger note_who_holds_the_talk before insert on public.talk_signatures
  for each row execute function private.note_who_holds_the_talk();

create or replace function private.note_who_holds_the_talk() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_system() then
    new.held_by := private.my_employee_id();
  end if;
  return new;
end $$;

create or replace trigger zz_record_change after insert or delete or update on public.talk_signatures
  for each row execute function private.record_change();
