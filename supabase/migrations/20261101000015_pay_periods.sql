create table public.pay_periods (
  company_id uuid not null references public.companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  start_date date not null,
  end_date date not null,
  status text not null default 'open' constraint pay_periods_status_known check (status in ('open', 'locked')),
  locked_at timestamptz,
  locked_by uuid,
  unlocked_at timestamptz,
  unlocked_by uuid,
  unlock_reason text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint pay_periods_start_before_end check (start_date <= end_date),
  constraint pay_periods_locked_has_time check ((status = 'locked') = (locked_at is not null)),
  constraint pay_periods_no_overlap exclude using gist
    (company_id extensions.gist_uuid_ops with operator(pg_catalog.=),
     daterange(start_date, end_date, '[]') with operator(pg_catalog.&&))
);

comment on table public.pay_periods is
  'Periods that were locked at least once. A locked one freezes every entry that touches its dates. Written by lock_pay_period and unlock_pay_period only, under private.close_time(). Locking is refused while an entry still runs in the period: nobody could stop it.';

alter table public.pay_periods enable row level security;

create policy "Employees read the pay periods of their company" on public.pay_periods
  for select to authenticated using (company_id = (select private.my_company_id()));

grant select on public.pay_periods to authenticated;
grant select, insert, update, delete on public.pay_periods to service_role;

-- Time is written under a shared lock per company and closed (approved, locked) under an exclusive one.
-- So a period is never frozen with a half-done edit in it, and an edit that waited sees the lock.
create function private.open_time(company_id_param uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock_shared(hashtextextended('time:' || company_id_param::text, 0));
$$;
comment on function private.open_time(uuid) is 'Taken by every write of time: shared, until the transaction ends.';

create function private.close_time(company_id_param uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('time:' || company_id_param::text, 0));
$$;
comment on function private.close_time(uuid) is
  'Taken first by whatever approves, locks or unlocks time: exclusive, until the transaction ends. Read entries in a statement after it.';
