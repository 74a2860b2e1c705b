-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.shift_swaps (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  shift_id uuid not null,
  employee_id uuid not null,
  to_employee_id uuid not null,
  status text default 'asked'::text not null,
  note text,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint shift_swaps_pkey primary key (company_id, id),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_decided_at check (isfinite(decided_at)),
  constraint finite_updated_at check (isfinite(updated_at)),
  constraint shift_swaps_note_length check (char_length(note) <= 500),
  constraint shift_swaps_status_known check (status = any (array['asked'::text, 'accepted'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text])),
  constraint shift_swaps_with_someone_else check (employee_id <> to_employee_id),
  constraint shift_swaps_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint shift_swaps_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint shift_swaps_shift foreign key (company_id, shift_id) references public.shifts(company_id, id) on delete cascade,
  constraint shift_swaps_to_employee foreign key (company_id, to_employee_id) references public.employees(company_id, id) on delete cascade
);
create index shift_swaps_by_employee on public.shift_swaps using btree (company_id, employee_id);
create index shift_swaps_by_to_employee on public.shift_swaps using btree (company_id, to_employee_id);
create unique index shift_swaps_one_open on public.shift_swaps using btree (company_id, shift_id) where status = any (array['asked'::text, 'accepted'::text]);
comment on table public.shift_swaps is 'Someone asks a colleague to take a shift: asked, accepted by the colleague, approved by a manager. Written by functions only.';
alter table public.shift_swaps enable row level security;
grant select on table public.shift_swaps to authenticated;

create policy "Managers read swaps, others those they take part in" on public.shift_swaps
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id()) or to_employee_id = (select private.my_employee_id())));

alter publication supabase_realtime add table public.shift_swaps;

create or replace trigger fill_company_id before insert on public.shift_swaps
  for each row execute function private.fill_company_id('shifts', 'shift_id');

create or replace trigger keep_identity before update on public.shift_swaps
  for each row execute function private.keep_identity();

create or replace trigger touch_updated_at before update on public.shift_swaps
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.shift_swaps
  for each row execute function private.record_change();
