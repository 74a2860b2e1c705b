create table public.quantities (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  cost_code_id uuid not null,
  work_date date not null,
  quantity numeric(16,4) not null,
  area text,
  note text,
  photo_id uuid,
  status text default 'entered' not null,
  approved_by uuid,
  approved_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint quantities_pkey primary key (company_id, id),
  constraint quantities_area_length check (char_length(area) <= 200),
  constraint quantities_note_length check (char_length(note) <= 2000),
  constraint quantities_status_known check (status in ('entered', 'approved')),
  constraint quantities_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint quantities_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.quantities');
create index quantities_by_cost_code on public.quantities (company_id, cost_code_id);
create index quantities_by_photo on public.quantities (company_id, photo_id) where photo_id is not null;
create index quantities_by_project on public.quantities (company_id, project_id, cost_code_id, work_date);
comment on table public.quantities is 'Work put in place on a day, in the unit of the budget line; corrections are negative rows. Rows count before they are approved.';
comment on column public.quantities.photo_id is 'A photo that was taken with it and is sent by itself. All photos of a quantity are those that name it.';
alter table public.quantities enable row level security;
alter publication supabase_realtime add table public.quantities;
grant select, insert on table public.quantities to authenticated;
grant update (status) on public.quantities to authenticated;

create policy "Employees add quantities, foremen approved ones too" on public.quantities
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))) and (status = 'entered' or (((select private.my_role())) in ('owner', 'manager', 'foreman'))));

create policy "Employees read the quantities of projects they see" on public.quantities
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "Foremen approve quantities" on public.quantities
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (((select private.my_role())) in ('owner', 'manager', 'foreman')) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))))
  with check (company_id = (select private.my_company_id()));

create or replace trigger check_quantity_sums after insert on public.quantities referencing new table as new_rows
  for each statement execute function private.check_quantity_sums();

create or replace function private.check_quantity_sums() returns trigger
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

create or replace trigger fill_company_id before insert on public.quantities
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.quantities
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.quantities
  for each row execute function private.lock_identity();

create or replace trigger keep_quantity before insert or update on public.quantities
  for each row execute function private.check_quantity();

create or replace function private.check_quantity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - array['status', 'approved_by', 'approved_at'] <> to_jsonb(old) - array['status', 'approved_by', 'approved_at'] then
      raise exception using errcode = 'P0001', hint = 'quantity_fixed', message = 'A quantity cannot be changed. Add a correction.';
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
comment on function private.check_quantity() is 'Keeps a quantity as entered, and notes who approved it when.';

create or replace trigger link_photo_of_quantity after insert on public.quantities
  for each row when (new.photo_id is not null) execute function private.link_photo_of_quantity();

create or replace function private.link_photo_of_quantity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.photos p set quantity_id = new.id
    where p.company_id = new.company_id and p.id = new.photo_id and p.project_id = new.project_id and p.quantity_id is null;
  return null;
end $$;
comment on function private.link_photo_of_quantity() is 'A photo that arrived before its quantity.';

create or replace trigger refresh_percent after insert on public.quantities referencing new table as new_rows
  for each statement execute function private.quantities_change_percent();

create or replace function private.quantities_change_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_percent(n.company_id, array_agg(distinct n.project_id)) from new_rows n group by n.company_id;
  return null;
end $$;

create or replace trigger zz_record_change after insert or delete or update on public.quantities
  for each row execute function private.record_change();
