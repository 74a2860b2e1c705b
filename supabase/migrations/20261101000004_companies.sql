create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint companies_name_length check (char_length(btrim(name)) between 1 and 200),
  time_zone text not null default 'America/New_York',
  week_start smallint not null default 0 constraint companies_week_start_is_a_day check (week_start between 0 and 6),
  pay_period_kind text not null default 'weekly' constraint companies_pay_period_kind_known
    check (pay_period_kind in ('weekly', 'biweekly', 'semimonthly', 'monthly')),
  pay_period_anchor date not null default '2026-01-04',
  cost_code_required boolean not null default false,
  team_visible boolean not null default true,
  own_rate_visible boolean not null default true,
  edit_reason_required boolean not null default false,
  capture_location boolean not null default true,
  rounding_minutes smallint constraint companies_rounding_known check (rounding_minutes in (5, 6, 15)),
  auto_meal_minutes smallint constraint companies_auto_meal_length check (auto_meal_minutes between 1 and 120),
  auto_meal_after_minutes smallint constraint companies_auto_meal_after check (auto_meal_after_minutes between 60 and 1440),
  settings jsonb not null default '{}' constraint companies_settings_is_object check (jsonb_typeof(settings) = 'object'),
  billing jsonb not null default '{}' constraint companies_billing_is_object check (jsonb_typeof(billing) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint companies_auto_meal_complete check ((auto_meal_minutes is null) = (auto_meal_after_minutes is null))
);

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
comment on column public.companies.billing is 'Contact data for billing. Never card numbers.';

create function private.check_company() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    if new.id <> old.id then
      raise exception using errcode = 'P0001', hint = 'identity_fixed',
        message = 'A company cannot be given another id.';
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

create trigger check_company before insert or update on public.companies
  for each row execute function private.check_company();

alter table public.companies enable row level security;

create policy "Employees read their own company" on public.companies
  for select to authenticated using (id = (select private.my_company_id()));
create policy "Owners change their own company" on public.companies
  for update to authenticated
  using (id = (select private.my_company_id()) and (select private.is_owner()))
  with check (id = (select private.my_company_id()));

grant select, update on public.companies to authenticated;
grant select, insert, update, delete on public.companies to service_role;
