-- Work put in place, by day and cost code. A row never changes: a correction is a row of its own.

create table public.quantities (
  company_id uuid not null default private.my_company_id(),
  id uuid not null default gen_random_uuid(),
  project_id uuid not null,
  cost_code_id uuid not null,
  work_date date not null,
  quantity numeric(16, 4) not null,
  area text constraint quantities_area_length check (char_length(area) <= 200),
  note text constraint quantities_note_length check (char_length(note) <= 2000),
  photo_id uuid,
  status text not null default 'entered' constraint quantities_status_known check (status in ('entered', 'approved')),
  approved_by uuid,
  approved_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint quantities_project foreign key (company_id, project_id) references public.projects (company_id, id) on delete cascade,
  constraint quantities_cost_code foreign key (company_id, cost_code_id) references public.cost_codes (company_id, id)
);
create index quantities_by_project on public.quantities (company_id, project_id, cost_code_id, work_date);
create index quantities_by_cost_code on public.quantities (company_id, cost_code_id);
comment on table public.quantities is 'Work put in place on a day, in the unit of the budget line; corrections are negative rows. Rows count before they are approved.';
comment on column public.quantities.photo_id is 'A photo of the work, if any.';
select private.refuse_non_finite('public.quantities');

create function private.cost_code_roots(company_id_param uuid) returns table (id uuid, root uuid)
language sql stable rows 500 set search_path = '' as $$
  with recursive roots as (
    select k.id, k.id as root from public.cost_codes k where k.company_id = company_id_param and k.merged_into is null
    union all
    select k.id, r.root from roots r join public.cost_codes k on k.company_id = company_id_param and k.merged_into = r.id
  )
  select r.id, r.root from roots r;
$$;
comment on function private.cost_code_roots(uuid) is 'Every cost code of a company with the one that stands for it: itself, or the one it was merged into.';
revoke execute on function private.cost_code_roots(uuid) from public;

create function private.keep_quantity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - array['status', 'approved_by', 'approved_at'] <> to_jsonb(old) - array['status', 'approved_by', 'approved_at'] then
      raise exception using errcode = 'P0001', hint = 'quantity_fixed', message = 'A quantity stays as entered. Add a correction.';
    end if;
    if old.status = 'approved' then
      return old;
    end if;
  end if;
  if new.status = 'entered' then
    new.approved_by := null;
    new.approved_at := null;
  else
    new.approved_by := case when private.is_system() then new.approved_by else auth.uid() end;
    new.approved_at := case when private.is_system() then coalesce(new.approved_at, now()) else now() end;
  end if;
  return new;
end $$;
comment on function private.keep_quantity() is 'Keeps a quantity as entered, and notes who approved it when.';
revoke execute on function private.keep_quantity() from public;

create function private.check_quantity_sums() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Writers of one project wait for each other, so no two corrections pass each other.
  perform from public.projects p
    where (p.company_id, p.id) in (select n.company_id, n.project_id from new_rows n)
    order by p.company_id, p.id for no key update;
  if exists (
    select from (select distinct n.company_id from new_rows n where n.quantity < 0) company
    cross join lateral private.cost_code_roots(company.company_id) k
    join public.quantities q on q.company_id = company.company_id and q.cost_code_id = k.id
      and q.project_id in (select n.project_id from new_rows n where n.quantity < 0)
    group by company.company_id, q.project_id, k.root having sum(q.quantity) < 0
  ) then
    raise exception using errcode = 'P0001', hint = 'quantity_below_zero', message = 'A correction cannot take off more than was entered.';
  end if;
  return null;
end $$;
comment on function private.check_quantity_sums() is 'Refuses corrections that take off more than is there.';
revoke execute on function private.check_quantity_sums() from public;

create trigger fill_company_id before insert on public.quantities
  for each row execute function private.fill_company_id('projects', 'project_id');
create trigger keep_creator before insert or update on public.quantities
  for each row execute function private.keep_creator();
create trigger keep_identity before update on public.quantities
  for each row execute function private.keep_identity();
create trigger keep_quantity before insert or update on public.quantities
  for each row execute function private.keep_quantity();
create trigger check_quantity_sums after insert on public.quantities referencing new table as new_rows
  for each statement execute function private.check_quantity_sums();
create trigger zz_record_change after insert or update or delete on public.quantities
  for each row execute function private.record_change();

alter table public.quantities enable row level security;
create policy "Employees read the quantities of projects they see" on public.quantities
  for select to authenticated
  using (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));
create policy "Employees add quantities, foremen approved ones too" on public.quantities
  for insert to authenticated
  with check (company_id = (select private.my_company_id())
    and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me())))
    and (status = 'entered' or (select private.my_role()) in ('owner', 'manager', 'foreman')));
create policy "Foremen approve quantities" on public.quantities
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.my_role()) in ('owner', 'manager', 'foreman')
    and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))))
  with check (company_id = (select private.my_company_id()));
grant select, insert on public.quantities to authenticated;
grant update (status) on public.quantities to authenticated;
grant select, insert, update, delete on public.quantities to service_role;

-- A merge adds quantities up, which only makes sense in one unit.
create function private.check_merged_units() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.budget_lines a
    join public.budget_lines b on b.company_id = a.company_id and b.budget_id = a.budget_id
    join private.cost_code_roots(new.company_id) ka on ka.id = a.cost_code_id
    join private.cost_code_roots(new.company_id) kb on kb.id = b.cost_code_id
    join public.cost_codes ca on ca.company_id = a.company_id and ca.id = ka.id
    join public.cost_codes cb on cb.company_id = b.company_id and cb.id = kb.id
    where a.company_id = new.company_id and ka.root = old.id and kb.root = new.merged_into
      and a.quantity > 0 and b.quantity > 0
      and lower(coalesce(a.unit, ca.unit, '')) <> lower(coalesce(b.unit, cb.unit, ''))
  ) then
    raise exception using errcode = 'P0001', hint = 'cost_code_units_differ',
      message = 'A budget counts these two codes in different units, so they cannot become one.';
  end if;
  return new;
end $$;
comment on function private.check_merged_units() is 'Refuses to merge two codes that one budget counts in different units.';
revoke execute on function private.check_merged_units() from public;
create trigger check_merged_units before update on public.cost_codes
  for each row when (old.merged_into is null and new.merged_into is not null) execute function private.check_merged_units();

do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.quantities;
  end if;
end $$;
