-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

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
  status text default 'entered'::text not null,
  approved_by uuid,
  approved_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint quantities_pkey primary key (company_id, id),
  constraint finite_approved_at check (isfinite(approved_at)),
  constraint finite_created_at check (isfinite(created_at)),
  constraint finite_quantity check (quantity > '-Infinity'::numeric and quantity < 'Infinity'::numeric),
  constraint finite_work_date check (isfinite(work_date)),
  constraint quantities_area_length check (char_length(area) <= 200),
  constraint quantities_note_length check (char_length(note) <= 2000),
  constraint quantities_status_known check (status = any (array['entered'::text, 'approved'::text])),
  constraint quantities_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id),
  constraint quantities_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
create index quantities_by_cost_code on public.quantities using btree (company_id, cost_code_id);
create index quantities_by_photo on public.quantities using btree (company_id, photo_id) where photo_id is not null;
create index quantities_by_project on public.quantities using btree (company_id, project_id, cost_code_id, work_date);
comment on table public.quantities is 'Work put in place on a day, in the unit of the budget line; corrections are negative rows. Rows count before they are approved.';
comment on column public.quantities.photo_id is 'A photo that was taken with it and is sent by itself. All photos of a quantity are those that name it.';
alter table public.quantities enable row level security;
grant select, insert on table public.quantities to authenticated;
grant update (status) on public.quantities to authenticated;

create policy "Employees add quantities, foremen approved ones too" on public.quantities
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))) and (status = 'entered'::text or (((select private.my_role())) = any (array['owner'::text, 'manager'::text, 'foreman'::text]))));

create policy "Employees read the quantities of projects they see" on public.quantities
  for select to authenticated
  using (company_id = (select private.my_company_id()) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))));

create policy "Foremen approve quantities" on public.quantities
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (((select private.my_role())) = any (array['owner'::text, 'manager'::text, 'foreman'::text])) and ((select private.is_manager()) or not (project_id in (select private.projects_closed_to_me()))))
  with check (company_id = (select private.my_company_id()));

alter publication supabase_realtime add table public.quantities;

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

create or replace trigger check_quantity_sums after insert on public.quantities referencing new table as new_rows
  for each statement execute function private.check_quantity_sums();

create or replace trigger fill_company_id before insert on public.quantities
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_identity before update on public.quantities
  for each row execute function private.keep_identity();

create or replace function private.keep_quantity() returns trigger
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
comment on function private.keep_quantity() is 'Keeps a quantity as entered, and notes who approved it when.';

create or replace trigger keep_quantity before insert or update on public.quantities
  for each row execute function private.keep_quantity();

create or replace function private.link_photo_of_quantity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.photos p set quantity_id = new.id
    where p.company_id = new.company_id and p.id = new.photo_id and p.project_id = new.project_id and p.quantity_id is null;
  return null;
end $$;
comment on function private.link_photo_of_quantity() is 'A photo that arrived before its quantity.';

create or replace trigger link_photo_of_quantity after insert on public.quantities
  for each row when (new.photo_id is not null) execute function private.link_photo_of_quantity();

create or replace function private.quantities_change_percent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_percent(n.company_id, array_agg(distinct n.project_id)) from new_rows n group by n.company_id;
  return null;
end $$;

create or replace trigger refresh_percent after insert on public.quantities referencing new table as new_rows
  for each statement execute function private.quantities_change_percent();

create or replace trigger zz_record_change after insert or delete or update on public.quantities
  for each row execute function private.record_change();

create or replace function private.apply_quantity(event public.synced_events) returns text
language plpgsql security definer set search_path = '' as $$
declare
  entered public.quantities;
begin
  entered := jsonb_populate_record(null::public.quantities,
    event.payload || jsonb_build_object('id', event.payload -> 'quantity_id', 'company_id', event.company_id));
  if exists (select from public.quantities q where q.company_id = event.company_id and q.id = entered.id) then
    return 'repeated'; -- entered with signal, and the answer was lost
  elsif event.employee_id is distinct from (select e.id from public.employees e
      where e.company_id = event.company_id and e.user_id = event.created_by) then
    perform private.hold('not_allowed'); -- one's own only: nobody enters for the crew
  elsif not exists (select from public.projects p where p.company_id = event.company_id and p.id = entered.project_id)
    or not exists (select from public.cost_codes c where c.company_id = event.company_id and c.id = entered.cost_code_id) then
    perform private.hold('unreadable');
  elsif not private.is_manager() and entered.project_id in (select private.projects_closed_to_me()) then
    perform private.hold('project_not_open_to_you');
  end if;
  insert into public.quantities (company_id, id, project_id, cost_code_id, work_date, quantity, area, note, photo_id)
    values (event.company_id, coalesce(entered.id, event.id), entered.project_id, entered.cost_code_id, entered.work_date,
      entered.quantity, entered.area, entered.note, entered.photo_id);
  return 'applied';
end $$;
comment on function private.apply_quantity(public.synced_events) is 'Enters a quantity of the sender, once; what the table refuses is raised.';
