create table public.minimum_wages (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  state text not null,
  place text,
  from_date date not null,
  rate numeric(10,4) not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint minimum_wages_pkey primary key (company_id, id),
  constraint minimum_wages_once_a_day unique nulls not distinct (company_id, state, place, from_date),
  constraint minimum_wages_place_length check (char_length(btrim(place)) >= 1 and char_length(place) <= 100),
  constraint minimum_wages_rate_range check (rate > 0 and rate <= 100),
  constraint minimum_wages_state_code check (state ~ '^[A-Z]{2}$'),
  constraint minimum_wages_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.minimum_wages');
comment on table public.minimum_wages is 'Minimum wages that the company adds to those of the country and the states (private.state_minimum_wages): of a city, or of a state that has a new one. Of those for a place the highest applies.';
comment on column public.minimum_wages.place is 'A city or county as it stands in the address of a project, between commas; null: the complete state.';
alter table public.minimum_wages enable row level security;
alter publication supabase_realtime add table public.minimum_wages;
grant select, insert, update, delete on table public.minimum_wages to authenticated;

create policy "Employees read the minimum wages of their company" on public.minimum_wages
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Owners add minimum wages" on public.minimum_wages
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_owner()));

create policy "Owners change minimum wages" on public.minimum_wages
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()))
  with check (company_id = (select private.my_company_id()));

create policy "Owners delete minimum wages" on public.minimum_wages
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_owner()));

create or replace trigger fill_company_id before insert on public.minimum_wages
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.minimum_wages
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.minimum_wages
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.minimum_wages
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.minimum_wages
  for each row execute function private.record_change();

create or replace view private.state_minimum_wages as
  select * from (values
    -- docs/rules/pay.md#minimum-wage. States without a row have the federal one.
    ('US', date '2009-07-24', 7.25),
    ('AK', date '2025-01-01', 11.91), ('AK', date '2025-07-01', 13.00), ('AK', date '2026-07-01', 14.00),
    ('AR', date '2021-01-01', 11.00), ('AZ', date '2025-01-01', 14.70), ('AZ', date '2026-01-01', 15.15),
    ('CA', date '2025-01-01', 16.50), ('CA', date '2026-01-01', 16.90), ('CO', date '2025-01-01', 14.81), ('CO', date '2026-01-01', 15.16),
    ('CT', date '2025-01-01', 16.35), ('CT', date '2026-01-01', 16.94), ('DC', date '2024-07-01', 17.50), ('DC', date '2025-07-01', 17.95),
    ('DE', date '2025-01-01', 15.00), ('FL', date '2024-09-30', 13.00), ('FL', date '2025-09-30', 14.00), ('FL', date '2026-09-30', 15.00),
    ('HI', date '2024-01-01', 14.00), ('HI', date '2026-01-01', 16.00), ('IL', date '2025-01-01', 15.00), ('MA', date '2023-01-01', 15.00),
    ('MD', date '2024-01-01', 15.00), ('ME', date '2025-01-01', 14.65), ('ME', date '2026-01-01', 15.10),
    ('MI', date '2025-01-01', 10.56), ('MI', date '2025-02-21', 12.48), ('MI', date '2026-01-01', 13.73),
    ('MN', date '2025-01-01', 11.13), ('MN', date '2026-01-01', 11.41), ('MO', date '2025-01-01', 13.75), ('MO', date '2026-01-01', 15.00),
    ('MT', date '2025-01-01', 10.55), ('MT', date '2026-01-01', 10.85), ('NE', date '2025-01-01', 13.50), ('NE', date '2026-01-01', 15.00),
    ('NJ', date '2025-01-01', 15.49), ('NJ', date '2026-01-01', 15.92), ('NM', date '2023-01-01', 12.00), ('NV', date '2024-07-01', 12.00),
    ('NY', date '2025-01-01', 15.50), ('NY', date '2026-01-01', 16.00), ('OH', date '2025-01-01', 10.70), ('OH', date '2026-01-01', 11.00),
    ('OR', date '2024-07-01', 14.70), ('OR', date '2025-07-01', 15.05), ('RI', date '2025-01-01', 15.00), ('RI', date '2026-01-01', 16.00),
    ('SD', date '2025-01-01', 11.50), ('SD', date '2026-01-01', 11.85), ('VA', date '2025-01-01', 12.41), ('VA', date '2026-01-01', 12.77),
    ('VT', date '2025-01-01', 14.01), ('VT', date '2026-01-01', 14.42), ('WA', date '2025-01-01', 16.66), ('WA', date '2026-01-01', 17.13),
    ('WV', date '2016-01-01', 8.75)
  ) as r (state, from_date, rate);
comment on view private.state_minimum_wages is 'The minimum wages an installation comes with, each from a date on; US is the federal one.';

create or replace function private.work_sites(company_id_param uuid) returns table(project_id uuid, state text, places text[])
language sql stable set search_path = '' as $$
  with recursive sites as (
    select p.id, p.address, coalesce(upper(btrim(c.state)), private.address_state(p.address)) as state
    from public.projects p left join public.public_contracts c on c.company_id = p.company_id and c.project_id = p.id
    where p.company_id = company_id_param and p.parent_id is null
    union all
    -- A phase is where its project is.
    select p.id, coalesce(nullif(p.address, ''), s.address), coalesce(upper(btrim(c.state)), private.address_state(p.address), s.state)
    from sites s
    join public.projects p on p.company_id = company_id_param and p.parent_id = s.id
    left join public.public_contracts c on c.company_id = p.company_id and c.project_id = p.id
  )
  select s.id, s.state, regexp_split_to_array(lower(btrim(s.address)), '\s*,\s*') from sites s;
$$;
comment on function private.work_sites(uuid) is 'The state of every project, where a contract or its address names one, and the parts of its address.';

create or replace function private.address_state(address_param text) returns text
language sql immutable parallel safe
return substring(address_param from ',\s*([A-Z]{2})(?:,?\s+\d{5}(?:-\d{4})?)?(?:,?\s+USA?)?\s*$');
comment on function private.address_state(text) is 'The state at the end of an address such as "120 Main St, Denver, CO 80202".';

create or replace function private.below_minimum_wage(company_id_param uuid, employee_id_param uuid, first_date_param date, last_date_param date) returns table(employee_id uuid, work_date date, state text, minimum numeric, missing_cents bigint)
language plpgsql set search_path = '' as $$
declare
  highest numeric := (select max(w.rate) from (
    select s.rate from private.state_minimum_wages s union all
    select m.rate from public.minimum_wages m where m.company_id = company_id_param) w);
  company_state text := (select d.state from public.contractor_details d where d.company_id = company_id_param);
begin
  -- Most companies pay everybody more than the highest of them.
  if not exists (select from public.employee_rates r where r.company_id = company_id_param and r.hourly_rate < highest
      and (employee_id_param is null or r.employee_id = employee_id_param)) then
    return;
  end if;
  return query
  with wages as materialized (
    select s.state, null::text as place, s.from_date, s.rate from private.state_minimum_wages s
    union all
    select m.state, lower(btrim(m.place)), m.from_date, m.rate from public.minimum_wages m where m.company_id = company_id_param
  ), policies as materialized (
    select p.* from private.payroll_policies(company_id_param) p
  ), work as (
    select l.employee_id, l.work_date, l.project_id, l.hourly_rate, sum(l.minutes) as minutes
    from private.payroll_lines_between(company_id_param, first_date_param, last_date_param, employee_id_param, null) l
    join public.employees e on e.company_id = company_id_param and e.id = l.employee_id
    where l.pay_code in ('REG', 'OT', 'DT') and l.hourly_rate < highest
      -- An owner's own hours are no wages; who is exempt has a rule of their own that says so.
      and not (e.role = 'owner' and l.hourly_rate = 0)
      and not exists (select from policies p where p.employee_id = l.employee_id and p.preset = 'NONE'
        and l.work_date >= p.valid_from and l.work_date < p.valid_to)
    group by l.employee_id, l.work_date, l.project_id, l.hourly_rate
  ), placed as (
    select w.*, s.places, coalesce(s.state, (
      -- As pay: the rules of a site, a person, the company, where they are those of a state.
      select left(p.preset, 2) from policies p
      where p.preset in ('CA', 'CA_4x10', 'AK', 'NV', 'CO') and w.work_date >= p.valid_from and w.work_date < p.valid_to
        and (p.project_id is null or p.project_id = w.project_id) and (p.employee_id is null or p.employee_id = w.employee_id)
      order by p.project_id is null, p.employee_id is null limit 1), company_state, 'US') as state
    from work w
    left join private.work_sites(company_id_param) s on s.project_id = w.project_id
  ), judged as (
    select p.employee_id, p.work_date, p.state, p.hourly_rate, p.minutes, (
      select max(m.rate) from (
        select distinct on (g.state, g.place) g.rate from wages g
        where g.from_date <= p.work_date and (g.state = 'US' or g.state = p.state and (g.place is null or g.place = any (p.places)))
        order by g.state, g.place, g.from_date desc, g.rate desc) m) as minimum
    from placed p
  )
  select j.employee_id, j.work_date, j.state, j.minimum, private.half_up((sum(j.minutes * (j.minimum - j.hourly_rate)) * 10000)::bigint, 6000)
  from judged j where j.hourly_rate < j.minimum
  group by j.employee_id, j.work_date, j.state, j.minimum;
end $$;
comment on function private.below_minimum_wage(uuid,uuid,date,date) is 'Days on which somebody is paid less an hour than the minimum wage of the place, and what is missing. employee null is everyone.';
