create table public.location_views (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  viewer_id uuid not null,
  employee_id uuid not null,
  viewed_at timestamptz default now() not null,
  purpose text not null,
  start_date date not null,
  end_date date not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint location_views_pkey primary key (company_id, id),
  constraint location_views_purpose_length check (char_length(purpose) >= 1 and char_length(purpose) <= 200),
  constraint location_views_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint location_views_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint location_views_viewer foreign key (company_id, viewer_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.location_views');
create index location_views_by_employee on public.location_views (company_id, employee_id, viewed_at desc);
create index location_views_by_viewer on public.location_views (company_id, viewer_id);
comment on table public.location_views is 'Every view of the locations of someone else. Written by punch_locations_for only, read by the person looked at.';
comment on column public.location_views.start_date is 'First day of what was looked at.';
alter table public.location_views enable row level security;
alter publication supabase_realtime add table public.location_views;
grant select on table public.location_views to authenticated;

create policy "People read who looked at their locations" on public.location_views
  for select to authenticated
  using (company_id = (select private.my_company_id()) and employee_id = (select private.my_employee_id()));

create or replace trigger refuse_change before update on public.location_views
  for each row execute function private.refuse_change();

create or replace function public.my_location_views() returns table(id uuid, viewer_id uuid, viewer_name text, viewer_role text, viewed_at timestamptz, purpose text, start_date date, end_date date)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me public.employees := private.require_employee();
begin
  return query
    select v.id, v.viewer_id, btrim(concat_ws(' ', e.first_name, e.last_name)), e.role, v.viewed_at, v.purpose, v.start_date, v.end_date
    from public.location_views v
    join public.employees e on e.company_id = v.company_id and e.id = v.viewer_id
    where v.company_id = me.company_id and v.employee_id = me.id
    order by v.viewed_at desc, v.id limit 500;
end $$;
comment on function public.my_location_views() is 'Who looked at the caller''s locations, when and why; the newest 500.';
grant execute on function public.my_location_views() to authenticated;
