create table public.certifications (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  type_id uuid not null,
  number text,
  issued_on date,
  expires_on date,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint certifications_pkey primary key (company_id, id),
  constraint certifications_expire_after_issue check (expires_on >= issued_on),
  constraint certifications_note_length check (char_length(note) <= 500),
  constraint certifications_number_length check (char_length(number) <= 100),
  constraint certifications_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint certifications_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint certifications_type foreign key (company_id, type_id) references public.certification_types(company_id, id)
);
select private.refuse_non_finite('public.certifications');
create index certifications_by_employee on public.certifications (company_id, employee_id);
create index certifications_by_end on public.certifications (company_id, expires_on) where expires_on is not null;
create index certifications_by_type on public.certifications (company_id, type_id);
comment on table public.certifications is 'Certificates of people. A renewed one is a new row; what counts is the latest end.';
comment on column public.certifications.expires_on is 'The last day it counts; null: it does not expire.';
alter table public.certifications enable row level security;
alter publication supabase_realtime add table public.certifications;
grant select, insert, update, delete on table public.certifications to authenticated;

create policy "Managers add certificates" on public.certifications
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change certificates" on public.certifications
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete certificates" on public.certifications
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read all certificates, people their own" on public.certifications
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or employee_id = (select private.my_employee_id())));

create or replace trigger fill_company_id before insert on public.certifications
  for each row execute function private.fill_company_id('employees', 'employee_id');

create or replace trigger fill_end before insert on public.certifications
  for each row when (new.expires_on is null and new.issued_on is not null) execute function private.fill_certification_end();

create or replace function private.fill_certification_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.expires_on := (select (new.issued_on + make_interval(months => t.valid_months))::date - 1
    from public.certification_types t where t.company_id = new.company_id and t.id = new.type_id);
  return new;
end $$;
comment on function private.fill_certification_end() is 'Where only the day of issue is known, the end follows from how long this kind lasts.';

create or replace trigger keep_creator before insert or update on public.certifications
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.certifications
  for each row execute function private.lock_identity();

create or replace trigger settle_items after insert or delete or update of expires_on, type_id, employee_id on public.certifications
  for each row execute function private.settle_certificates();

create or replace function private.settle_certificates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject public.certifications := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.settle_verifications(subject.company_id, array['expiring_certificate'], array(
    select c.id from public.certifications c
    where c.company_id = subject.company_id and c.employee_id = subject.employee_id and c.type_id = subject.type_id
    union select subject.id where tg_op = 'DELETE'));
  return null;
end $$;
comment on function private.settle_certificates() is 'A new, changed or deleted certificate closes what was notified; the next morning notifies again of what still ends.';

create or replace trigger touch_updated_at before update on public.certifications
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.certifications
  for each row execute function private.record_change();

create or replace function private.expired_certificates(company_id_param uuid, start_date_param date, end_date_param date) returns table(employee_id uuid, shift_id uuid, work_date date)
language sql stable security definer set search_path = '' as $$
  select s.employee_id, s.id, s.work_date
  from public.shifts s
  where s.company_id = company_id_param and s.work_date between start_date_param and end_date_param and not s.cancelled and s.employee_id is not null
    and exists (
      select from public.certifications k
      join public.certification_types t on t.company_id = k.company_id and t.id = k.type_id and t.active
      where k.company_id = s.company_id and k.employee_id = s.employee_id
      group by k.type_id
      -- A renewed one is a row of its own: the latest end counts, and one without an end always does.
      having bool_and(k.expires_on is not null) and max(k.expires_on) < s.work_date)
  union
  select r.employee_id, r.shift_id, r.work_date from private.required_of_shifts(company_id_param, start_date_param, end_date_param) r
  where private.lacks_certificate(company_id_param, r.employee_id, r.type_id, r.work_date, r.needs_proof);
$$;
comment on function private.expired_certificates(uuid,date,date) is 'Shifts of people of whom some certificate has expired by that day, or one is missing that the shift requires.';

create or replace function private.find_expiring_certificates(moment_param timestamptz default now()) returns bigint
language sql security definer set search_path = '' as $$
  select count(*) from (
    select private.open_verification(c.id, 'expiring_certificate', h.certification_id, h.employee_id, null,
      (h.expires_on - h.warn_days)::timestamp at time zone c.time_zone,
      private.person_name(c.id, h.employee_id) || ': ' || h.name || ' ends on ' || h.expires_on,
      jsonb_build_object('certificate', h.name, 'end_date', h.expires_on))
    from public.companies c
    cross join lateral private.certificates_held(c.id) h
    join public.employees e on e.company_id = c.id and e.id = h.employee_id and e.active
    where extract(hour from moment_param at time zone c.time_zone) = 6
      and h.expires_on - h.warn_days <= (moment_param at time zone c.time_zone)::date
  ) found;
$$;
comment on function private.find_expiring_certificates(timestamp with time zone) is 'Once a morning: certificates that end soon or have ended, into the inbox. A newer one settles it.';
select cron.schedule('expiring-certificates', '43 * * * *', 'select private.find_expiring_certificates()');

create or replace function private.certificates_held(company_id_param uuid) returns table(employee_id uuid, type_id uuid, certification_id uuid, expires_on date, warn_days smallint, name text)
language sql stable set search_path = '' as $$
  -- The latest end counts; one that never ends has none to notify of.
  select distinct on (c.employee_id, c.type_id) c.employee_id, c.type_id, c.id, c.expires_on, t.warn_days, t.name
  from public.certifications c
  join public.certification_types t on t.company_id = c.company_id and t.id = c.type_id and t.active
  where c.company_id = company_id_param
  order by c.employee_id, c.type_id, c.expires_on desc nulls first, c.created_at desc;
$$;
comment on function private.certificates_held(uuid) is 'The certificate that counts of every person and kind.';
