-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table public.bulletin_reads (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  bulletin_id uuid not null,
  employee_id uuid not null,
  read_at timestamptz,
  acknowledged_at timestamptz,
  postponed_at timestamptz,
  postponed_count integer default 0 not null,
  reminded_at timestamptz,
  language text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint bulletin_reads_pkey primary key (company_id, id),
  constraint bulletin_reads_once unique (company_id, bulletin_id, employee_id),
  constraint bulletin_reads_language_known check (language = any (array['en'::text, 'es'::text])),
  constraint finite_acknowledged_at check (isfinite(acknowledged_at)),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_postponed_at check (isfinite(postponed_at)),
  constraint finite_read_at check (isfinite(read_at)),
  constraint finite_reminded_at check (isfinite(reminded_at)),
  constraint bulletin_reads_bulletin foreign key (company_id, bulletin_id) references public.bulletins(company_id, id) on delete cascade,
  constraint bulletin_reads_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
create index bulletin_reads_by_employee on public.bulletin_reads using btree (company_id, employee_id);
comment on table public.bulletin_reads is 'Who has read, put off and acknowledged a bulletin, in which language. Written by functions only.';
comment on column public.bulletin_reads.postponed_at is 'When Later was last tapped at the clock.';
alter table public.bulletin_reads enable row level security;
grant select on table public.bulletin_reads to authenticated;

create policy "Managers read who has read, others their own" on public.bulletin_reads
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

alter publication supabase_realtime add table public.bulletin_reads;

create or replace trigger fill_company_id before insert on public.bulletin_reads
  for each row execute function private.fill_company_id('bulletins', 'bulletin_id');

create or replace trigger keep_identity before update on public.bulletin_reads
  for each row execute function private.keep_identity();

create or replace trigger zz_record_change after insert or delete or update on public.bulletin_reads
  for each row execute function private.record_change();

create or replace function public.acknowledge_bulletin(bulletin_id_param uuid, language_param text default null::text) returns public.bulletin_reads
language sql security definer set search_path = '' as $$
  select private.note_reading(bulletin_id_param, language_param, true, true, false);
$$;
comment on function public.acknowledge_bulletin(uuid,text) is 'Everyone, for themselves: says that they have read a bulletin, in which language. Repeated, the first time stays.';
grant execute on function public.acknowledge_bulletin(uuid,text) to authenticated;

create or replace function public.postpone_bulletin(bulletin_id_param uuid, language_param text default null::text) returns public.bulletin_reads
language sql security definer set search_path = '' as $$
  select private.note_reading(bulletin_id_param, language_param, false, false, true);
$$;
comment on function public.postpone_bulletin(uuid,text) is 'Everyone, for themselves: notes that a bulletin was put off at the clock. The clock never waits for it.';
grant execute on function public.postpone_bulletin(uuid,text) to authenticated;

create or replace function public.read_bulletin(bulletin_id_param uuid, language_param text default null::text) returns public.bulletin_reads
language sql security definer set search_path = '' as $$
  select private.note_reading(bulletin_id_param, language_param, true, false, false);
$$;
comment on function public.read_bulletin(uuid,text) is 'Everyone, for themselves: notes that a bulletin was opened.';
grant execute on function public.read_bulletin(uuid,text) to authenticated;
