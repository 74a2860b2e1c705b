create table public.companies (
  id uuid default gen_random_uuid() not null,
  name text not null,
  time_zone text default 'America/New_York' not null,
  week_start smallint default 0 not null,
  pay_period_kind text default 'weekly' not null,
  pay_period_anchor date default '2026-01-04'::date not null,
  cost_code_required boolean default false not null,
  team_visible boolean default true not null,
  own_rate_visible boolean default true not null,
  edit_reason_required boolean default false not null,
  capture_location boolean default true not null,
  rounding_minutes smallint,
  auto_meal_minutes smallint,
  auto_meal_after_minutes smallint,
  settings jsonb default '{}'::jsonb not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  location_days smallint default 90 not null,
  own_time_add text default 'allowed' not null,
  own_time_edit text default 'allowed' not null,
  own_time_delete text default 'allowed' not null,
  leaver_access_months smallint default 24 not null,
  late_after_minutes smallint default 15 not null,
  foremen_approve boolean default false not null,
  storage_limit_bytes bigint default '21474836480'::bigint not null,
  document_retention_days smallint default 365 not null,
  budget_alert_points integer default 10 not null,
  kiosk_photos boolean default false not null,
  own_pay_by_others boolean default true not null,
  own_approval_by_others boolean default true not null,
  office_pins_by_owners boolean default true not null,
  late_punch_hours smallint default 48 not null,
  ask_forgotten_punches boolean default true not null,
  forgotten_punch_grace_minutes smallint default 30 not null,
  expenses_on boolean default false not null,
  constraint companies_pkey primary key (id),
  constraint companies_auto_meal_after check (auto_meal_after_minutes >= 60 and auto_meal_after_minutes <= 1440),
  constraint companies_auto_meal_complete check ((auto_meal_minutes is null) = (auto_meal_after_minutes is null)),
  constraint companies_auto_meal_length check (auto_meal_minutes >= 1 and auto_meal_minutes <= 120),
  constraint companies_budget_alert_points_range check (budget_alert_points >= 1 and budget_alert_points <= 100),
  constraint companies_document_retention check (document_retention_days >= 1 and document_retention_days <= 3650),
  constraint companies_forgotten_punch_grace_range check (forgotten_punch_grace_minutes >= 0 and forgotten_punch_grace_minutes <= 240),
  constraint companies_late_after_range check (late_after_minutes >= 1 and late_after_minutes <= 240),
  constraint companies_late_punch_hours_range check (late_punch_hours >= 1 and late_punch_hours <= 720),
  constraint companies_leaver_access check (leaver_access_months >= 0 and leaver_access_months <= 120),
  constraint companies_location_days_range check (location_days >= 1 and location_days <= 3650),
  constraint companies_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 200),
  constraint companies_own_time_add_known check (own_time_add in ('allowed', 'with_reason', 'not_allowed')),
  constraint companies_own_time_delete_known check (own_time_delete in ('allowed', 'with_reason', 'not_allowed')),
  constraint companies_own_time_edit_known check (own_time_edit in ('allowed', 'with_reason', 'not_allowed')),
  constraint companies_pay_period_kind_known check (pay_period_kind in ('weekly', 'biweekly', 'semimonthly', 'monthly')),
  constraint companies_rounding_known check (rounding_minutes = any (array[5, 6, 15])),
  constraint companies_settings_is_object check (jsonb_typeof(settings) = 'object'),
  constraint companies_storage_limit_range check (storage_limit_bytes >= 0 and storage_limit_bytes <= '1125899906842624'::bigint),
  constraint companies_week_start_is_a_day check (week_start >= 0 and week_start <= 6)
);
select private.refuse_non_finite('public.companies');
comment on table public.companies is 'A tenant. Every other row of the product belongs to exactly one.';
comment on column public.companies.time_zone is 'IANA zone in which a work date begins and ends; applies to every period that is not locked.';
comment on column public.companies.week_start is 'First day of the workweek, 0 = Sunday … 6 = Saturday.';
comment on column public.companies.pay_period_anchor is 'First day of any one pay period (weekly, biweekly).';
comment on column public.companies.team_visible is 'Whether employees see names and on-the-clock status of those they share a project with.';
comment on column public.companies.own_rate_visible is 'Whether employees see their own rate. Managers and owners always see rates.';
comment on column public.companies.edit_reason_required is 'Refuse any edit of another person''s time that carries no reason, also by plain update.';
comment on column public.companies.capture_location is 'Whether a location sent with a clock-in or clock-out is stored.';
comment on column public.companies.rounding_minutes is 'Neutral rounding of punches for pay; null is none. Exact time is always stored.';
comment on column public.companies.auto_meal_minutes is 'Unpaid meal deducted when none was punched and work exceeds auto_meal_after_minutes.';
comment on column public.companies.location_days is 'How many days the coordinates of a punch are kept; inside or outside stays.';
comment on column public.companies.own_time_add is 'Whether employees and foremen may add time by hand for themselves: allowed, with_reason, not_allowed.';
comment on column public.companies.own_time_edit is 'Whether employees and foremen may change their own unapproved time. Using the clock is no change.';
comment on column public.companies.own_time_delete is 'Whether employees and foremen may delete their own unapproved time.';
comment on column public.companies.leaver_access_months is 'How many months people who left may read their own past time and pay; 0 is not at all.';
comment on column public.companies.late_after_minutes is 'After how many minutes someone scheduled who has not clocked in counts as late, and the foreman is notified.';
comment on column public.companies.foremen_approve is 'Whether foremen approve the days of the crews they lead.';
comment on column public.companies.storage_limit_bytes is 'How many bytes of photos and documents the company may store; 20 GB unless whoever runs the server says otherwise (npm run owner -- limits).';
comment on column public.companies.document_retention_days is 'For how many days a deleted document is kept, with its versions and signatures, before it is erased.';
comment on column public.companies.budget_alert_points is 'Percentage points by which hours used may be ahead of complete before an alert.';
comment on column public.companies.kiosk_photos is 'Whether kiosks take a photo with the punches of those who agreed.';
comment on column public.companies.own_pay_by_others is 'Whether rates, other pay and time off granted to a manager or owner come from somebody else, where somebody else could.';
comment on column public.companies.own_approval_by_others is 'Whether time, time off and held punches of a manager or owner are approved by somebody else, where somebody else could.';
comment on column public.companies.office_pins_by_owners is 'Whether the PIN of a manager or owner is set only by that person or an owner.';
comment on column public.companies.late_punch_hours is 'A punch without a signal that arrives so many hours after it happened waits for a manager.';
comment on column public.companies.ask_forgotten_punches is 'Whether people whose clock seems forgotten are asked if they still work.';
comment on column public.companies.forgotten_punch_grace_minutes is 'So many minutes after the end of the shift, or the usual end, it is asked.';
comment on column public.companies.expenses_on is 'Whether people find expenses, miles and per diem on their screens.';
alter table public.companies enable row level security;
grant select, update on table public.companies to authenticated;

create policy "Employees read their own company" on public.companies
  for select to authenticated
  using (id = (select private.my_company_id()));

create policy "Owners change their own company" on public.companies
  for update to authenticated
  using (id = (select private.my_company_id()) and (select private.is_owner()))
  with check (id = (select private.my_company_id()));

create or replace trigger check_company before insert or update on public.companies
  for each row execute function private.check_company();

create or replace function private.check_company() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    if new.id <> old.id then
      raise exception using errcode = 'P0001', hint = 'identity_fixed',
        message = 'A company cannot be given another id.';
    end if;
    -- What one company stores, the others on the machine do without.
    if new.storage_limit_bytes <> old.storage_limit_bytes and not private.is_system() then
      raise exception using errcode = '42501', hint = 'operator_only', message = 'Whoever runs the server sets this limit.';
    end if;
    -- Pay periods that begin with the workweek go on doing so: cut weeks would need truing up every time.
    if new.week_start <> old.week_start and new.pay_period_anchor = old.pay_period_anchor
      and extract(dow from old.pay_period_anchor) = old.week_start then
      new.pay_period_anchor := old.pay_period_anchor + (new.week_start - old.week_start + 7) % 7;
    end if;
  end if;
  -- PostgreSQL also takes offsets and POSIX rules for a zone; those have no clock changes, so only names pass.
  if new.time_zone !~ '^[A-Za-z_]+(/[A-Za-z0-9_+-]+)*$' then
    raise exception using errcode = 'P0001', hint = 'unknown_time_zone',
      message = 'This time zone is not known.', detail = new.time_zone;
  end if;
  begin
    perform now() at time zone new.time_zone;
  exception when invalid_parameter_value then
    raise exception using errcode = 'P0001', hint = 'unknown_time_zone',
      message = 'This time zone is not known.', detail = new.time_zone;
  end;
  new.updated_at := now();
  return new;
end $$;

create or replace trigger keep_a_cost_code after update on public.companies
  for each row when (new.cost_code_required and not old.cost_code_required) execute function private.require_a_cost_code();

create or replace trigger lock_time_for_new_zone before update on public.companies
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.lock_time_for_new_zone();

create or replace trigger move_work_dates after update on public.companies
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.move_work_dates();

create or replace trigger rezone_shifts after update of time_zone on public.companies
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.rezone_shifts();

create or replace trigger x_changes_pay after update on public.companies
  for each row when (old.time_zone is distinct from new.time_zone or old.week_start is distinct from new.week_start or old.rounding_minutes is distinct from new.rounding_minutes or old.auto_meal_minutes is distinct from new.auto_meal_minutes or old.auto_meal_after_minutes is distinct from new.auto_meal_after_minutes) execute function private.company_changes_pay();

create or replace trigger zy_count_company_anew after update on public.companies
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.recount_company();

create or replace trigger zz_record_change after insert or delete or update on public.companies
  for each row execute function private.record_change();

create or replace function public.create_company(name_param text, time_zone_param text default 'America/New_York'::text) returns public.employees
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  company_id uuid;
  founder public.employees;
begin
  perform private.require_second_factor();
  select u.id, lower(u.email) as email, u.is_anonymous, p.first_name, p.last_name, p.phone, p.language into account
    from auth.users u left join public.profiles p on p.id = u.id where u.id = auth.uid();
  if not found then
    raise exception using errcode = '42501', hint = 'sign_in_first', message = 'Please sign in first.';
  end if;
  if account.is_anonymous then
    raise exception using errcode = 'P0001', hint = 'account_needs_address', message = 'Sign up with an email address first.';
  end if;
  -- An account may work in several companies: of two that are founded at once no index refuses the second.
  perform pg_advisory_xact_lock(hashtextextended('found:' || account.id::text, 0));
  if private.my_company_id() is not null or exists (select from public.employees e where e.user_id = account.id and e.active) then
    raise exception using errcode = 'P0001', hint = 'already_employed', message = 'Your account already belongs to a company.';
  end if;
  insert into public.companies (name, time_zone) values (btrim(name_param), coalesce(time_zone_param, 'America/New_York'))
    returning id into company_id;
  insert into public.employees (company_id, user_id, first_name, last_name, email, phone, language, role)
    values (company_id, account.id, coalesce(nullif(btrim(account.first_name), ''), split_part(account.email, '@', 1), 'Owner'),
      coalesce(account.last_name, ''), account.email, account.phone, coalesce(account.language, 'en'), 'owner')
    returning * into founder;
  return founder;
end $$;
comment on function public.create_company(text,text) is 'Makes a company with the caller as its owner; for accounts that belong to none.';
grant execute on function public.create_company(text,text) to authenticated;

create or replace function public.companies_listing_me() returns table(employee_id uuid, company_name text, asked_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.my_company_id() is not null then
    return;
  end if;
  return query select e.id, c.name, e.join_asked_at from private.listings_of_me() e join public.companies c on c.id = e.company_id order by c.name, e.id;
end $$;
comment on function public.companies_listing_me() is 'For accounts without a company: those that list the caller''s confirmed address and have not invited it.';
grant execute on function public.companies_listing_me() to authenticated;

create or replace function public.delete_empty_company() returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
begin
  perform private.require_second_factor();
  perform private.lock_time_exclusive(company);
  if exists (select from public.time_entries t where t.company_id = company)
    or exists (select from public.pay_periods p where p.company_id = company)
    or exists (select from public.payroll_exports x where x.company_id = company)
    or exists (select from public.certified_payrolls p where p.company_id = company)
    or exists (select from public.employees e where e.company_id = company and e.user_id is not null and e.user_id <> auth.uid()) then
    raise exception using errcode = 'P0001', hint = 'company_not_empty',
      message = 'Others have accounts here or time was recorded, so this company cannot be deleted.';
  end if;
  delete from public.companies c where c.id = company;
end $$;
comment on function public.delete_empty_company() is 'Owner: deletes the company while nobody else has an account in it and no time was recorded.';
grant execute on function public.delete_empty_company() to authenticated;

create or replace function private.own_rate_visible() returns boolean
language plpgsql stable parallel safe security definer set search_path = '' as $$
begin
  return coalesce((select c.own_rate_visible from public.companies c where c.id = private.my_company_id()), false);
end $$;
grant execute on function private.own_rate_visible() to authenticated, service_role;

create or replace function private.move_work_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'companies' then
    update public.time_entries e set work_date = (e.clock_in at time zone private.zone_of(e.company_id, e.project_id))::date
      where e.company_id = new.id and e.work_date <> (e.clock_in at time zone private.zone_of(e.company_id, e.project_id))::date;
  else
    update public.time_entries e set work_date = (e.clock_in at time zone private.zone_of(e.company_id, e.project_id))::date
      where e.company_id = new.company_id and e.project_id = new.id
        and e.work_date <> (e.clock_in at time zone private.zone_of(e.company_id, e.project_id))::date;
  end if;
  return null;
end $$;
comment on function private.move_work_dates() is 'Recomputes work dates after a change of the company''s or a project''s zone; locked periods keep theirs.';

create or replace function private.zone_of(company_id_param uuid, project_id_param uuid) returns text
language sql stable parallel safe
return (select coalesce((select p.time_zone from public.projects p where ((p.company_id = zone_of.company_id_param) and (p.id = zone_of.project_id_param))), (select c.time_zone from public.companies c where (c.id = zone_of.company_id_param))) as "coalesce");
comment on function private.zone_of(uuid,uuid) is 'Zone in which the work date of an entry on this project, or on none, begins and ends.';
grant execute on function private.zone_of(uuid,uuid) to authenticated, service_role;

create or replace function private.company_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.invalidate_pay(
    (to_jsonb(new) ->> case tg_table_name when 'companies' then 'id' else 'company_id' end)::uuid, null, '-infinity', 'infinity');
  return null;
end $$;

create or replace function private.site_zones(company_id_param uuid) returns table(project_id uuid, time_zone text)
language sql stable parallel safe rows 1 set search_path = '' as $$
  select p.id, p.time_zone
  from public.projects p
  join public.companies c on c.id = p.company_id
  where p.company_id = company_id_param and p.time_zone is not null and p.time_zone <> c.time_zone;
$$;
comment on function private.site_zones(uuid) is 'Projects in another zone than the company''s. Most companies have none.';

create or replace function private.has_site_zones(company_id_param uuid) returns boolean
language sql stable parallel safe
return (exists (select from (public.projects p join public.companies c on ((c.id = p.company_id))) where ((p.company_id = has_site_zones.company_id_param) and (p.time_zone is not null) and (p.time_zone <> c.time_zone))));
