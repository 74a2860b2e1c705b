create table public.work_classifications (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  determination_id uuid not null,
  code text not null,
  name text not null,
  name_es text,
  craft text,
  base_rate numeric(10,4) not null,
  fringe_rate numeric(10,4) default 0 not null,
  zone_add numeric(10,4) default 0 not null,
  overtime jsonb,
  ends_on date,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint work_classifications_pkey primary key (company_id, id),
  constraint work_classifications_code_once unique (company_id, determination_id, code),
  constraint work_classifications_code_length check (char_length(btrim(code)) >= 1 and char_length(code) <= 60),
  constraint work_classifications_name_length check (char_length(btrim(name)) >= 1 and char_length(name) <= 300 and char_length(name_es) <= 300 and char_length(craft) <= 200),
  constraint work_classifications_base_positive check (base_rate > 0 and base_rate < 10000),
  constraint work_classifications_fringe_not_negative check (fringe_rate >= 0 and fringe_rate < 10000),
  constraint work_classifications_zone_not_negative check (zone_add >= 0 and zone_add < 10000),
  constraint work_classifications_overtime_object check (overtime is null or jsonb_typeof(overtime) = 'object'),
  constraint work_classifications_determination foreign key (company_id, determination_id) references public.wage_determinations(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.work_classifications');
comment on table public.work_classifications is 'What a determination requires for a kind of work, per hour.';
comment on column public.work_classifications.code is 'Names the class across the modifications of a determination.';
comment on column public.work_classifications.name_es is 'What a crew calls it in Spanish; null: the name.';
comment on column public.work_classifications.craft is 'What apprentices are counted against journeyworkers in; null: the name.';
comment on column public.work_classifications.zone_add is 'Added to the base by the zone of the site; part of the basic rate.';
comment on column public.work_classifications.overtime is 'Rules of the determination itself: {"daily": [{"after", "mult"}], "day_rules": [{"dow" | "holiday", "mult"}]}; null: those of the law.';
comment on column public.work_classifications.ends_on is 'Last day on which it may be chosen.';
alter table public.work_classifications enable row level security;
grant select, insert, update, delete on table public.work_classifications to authenticated;

create policy "Managers add classifications" on public.work_classifications
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change classifications" on public.work_classifications
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete classifications" on public.work_classifications
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read classifications" on public.work_classifications
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.work_classifications
  for each row execute function private.fill_company_id('wage_determinations', 'determination_id');

create or replace trigger keep_creator before insert or update on public.work_classifications
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.work_classifications
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.work_classifications
  for each row execute function private.touch_updated_at();

create or replace trigger x_changes_pay after insert or delete or update on public.work_classifications
  for each row execute function private.public_work_changes_pay();

create or replace trigger zz_record_change after insert or delete or update on public.work_classifications
  for each row execute function private.record_change();

create or replace trigger keep_overtime_rules before insert or update on public.work_classifications
  for each row when (new.overtime is not null) execute function private.check_classification_overtime();

create or replace function private.check_classification_overtime() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown_key text := (select k from jsonb_object_keys(new.overtime) k where k not in ('daily', 'day_rules') limit 1);
begin
  if unknown_key is not null then
    perform private.refuse_overtime_policy(unknown_key, 'nothing: there is no such field');
  end if;
  perform private.check_overtime_rules(private.overtime_policy_defaults() || new.overtime);
  return new;
end $$;
comment on function private.check_classification_overtime() is 'Refuses rules that pay could not apply, naming the field.';

create or replace function private.classification_terms(company_id_param uuid) returns table(classification_id uuid, effective_classification_id uuid, project_id uuid, determination_id uuid, craft text, base_e4 integer, fringe_e4 integer, overtime jsonb, valid_from date, valid_to date)
language sql stable rows 100 set search_path = '' as $$
  with classes as materialized (
    select d.project_id, d.number, d.effective_from, k.*
    from public.work_classifications k
    join public.wage_determinations d on d.company_id = k.company_id and d.id = k.determination_id
    where k.company_id = company_id_param
  ), terms as materialized (
    -- A code that a newer modification lacks goes on under the older one.
    select k.*, case when row_number() over series = 1 then '-infinity'::date else k.effective_from end as valid_from,
      lead(k.effective_from, 1, 'infinity'::date) over series as valid_to
    from classes k
    window series as (partition by k.project_id, k.number, k.code order by k.effective_from)
  )
  select named.id, t.id, t.project_id, t.determination_id, coalesce(t.craft, t.name), ((t.base_rate + t.zone_add) * 10000)::integer,
    (t.fringe_rate * 10000)::integer, t.overtime, t.valid_from, t.valid_to
  from classes named
  join terms t on t.project_id = named.project_id and t.number = named.number and t.code = named.code;
$$;
comment on function private.classification_terms(uuid) is 'What each classification requires from valid_from up to, not including, valid_to: an entry names a class by its code, and the modification in effect on the day decides. Rates in 1/10000 of a dollar.';

create or replace function public.project_classifications() returns table(project_id uuid, classification_id uuid, code text, name text, name_es text, craft text, determination_number text, valid_from date, valid_to date)
language sql stable security definer set search_path = '' as $$
  select d.project_id, k.id, k.code, k.name, coalesce(k.name_es, k.name), coalesce(k.craft, k.name), d.number, d.effective_from,
    least(k.ends_on, (
      select min(n.effective_from) - 1 from public.wage_determinations n
      where n.company_id = d.company_id and n.project_id = d.project_id and n.number = d.number and n.effective_from > d.effective_from))
  from public.work_classifications k
  join public.wage_determinations d on d.company_id = k.company_id and d.id = k.determination_id
  join public.public_contracts c on c.company_id = d.company_id and c.project_id = d.project_id
  where k.company_id = (select private.my_company_id())
    and ((select private.is_manager()) or d.project_id not in (select private.projects_closed_to_me()))
  order by d.project_id, k.name, k.code, d.effective_from;
$$;
comment on function public.project_classifications() is 'Everyone: the classes of work on the public projects open to them, without rates. valid_to is the last day, null while it goes on.';
grant execute on function public.project_classifications() to authenticated;

create or replace function public.classification_defaults() returns table(project_id uuid, cost_code_id uuid, employee_id uuid, classification_id uuid, from_date date)
language sql stable security definer set search_path = '' as $$
  select m.project_id, m.cost_code_id, null::uuid, m.classification_id, null::date
  from public.cost_code_classifications m
  where m.company_id = (select private.my_company_id())
    and ((select private.is_manager()) or m.project_id not in (select private.projects_closed_to_me()))
  union all
  select u.project_id, null, u.employee_id, u.classification_id, u.from_date
  from public.employee_classifications u
  where u.company_id = (select private.my_company_id())
    and ((select private.is_manager()) or u.employee_id = (select private.my_employee_id()) or (select private.leads_a_crew()) and exists (
      select from public.crew_members m join public.crews c on c.company_id = m.company_id and c.id = m.crew_id
      where m.company_id = u.company_id and m.employee_id = u.employee_id and c.foreman_id = (select private.my_employee_id())
        and daterange(m.from_date, m.to_date, '[]') @> current_date));
$$;
comment on function public.classification_defaults() is 'Everyone: which class a cost code of a project stands for, and the usual class of oneself, of one''s crew, or for managers of everybody.';
grant execute on function public.classification_defaults() to authenticated;

create or replace function private.public_work_changes_pay() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What it changes reaches everyone on the project. A note waits for nobody; rows of a whole crew might be locked in another order.
  insert into private.pay_weeks_outdated (company_id, employee_id, first_date, last_date)
  values (coalesce(new.company_id, old.company_id), null, '0001-01-01', '9999-12-31');
  return null;
end $$;
comment on function private.public_work_changes_pay() is 'Contracts, determinations, classes, maps, plans and programs: cached pay of the company does not hold.';
