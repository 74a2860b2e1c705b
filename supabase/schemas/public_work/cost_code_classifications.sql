create table public.cost_code_classifications (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  cost_code_id uuid not null,
  classification_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint cost_code_classifications_pkey primary key (company_id, id),
  constraint cost_code_classifications_once unique (company_id, project_id, cost_code_id),
  constraint cost_code_classifications_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade,
  constraint cost_code_classifications_cost_code foreign key (company_id, cost_code_id) references public.cost_codes(company_id, id) on delete cascade,
  constraint cost_code_classifications_classification foreign key (company_id, classification_id) references public.work_classifications(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.cost_code_classifications');
comment on table public.cost_code_classifications is 'The class that work on a cost code of a public project belongs to, where nobody chose one.';
alter table public.cost_code_classifications enable row level security;
alter publication supabase_realtime add table public.cost_code_classifications;
grant select, insert, update, delete on table public.cost_code_classifications to authenticated;

create policy "Managers add the classes of cost codes" on public.cost_code_classifications
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change the classes of cost codes" on public.cost_code_classifications
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete the classes of cost codes" on public.cost_code_classifications
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers read the classes of cost codes" on public.cost_code_classifications
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.cost_code_classifications
  for each row execute function private.fill_company_id('projects', 'project_id');

create or replace trigger keep_creator before insert or update on public.cost_code_classifications
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.cost_code_classifications
  for each row execute function private.lock_identity();

create or replace trigger class_of_project before insert or update on public.cost_code_classifications
  for each row execute function private.check_class_of_project();

create or replace trigger touch_updated_at before update on public.cost_code_classifications
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.cost_code_classifications
  for each row execute function private.record_change();

create or replace function private.check_class_of_project() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_day date := coalesce((to_jsonb(new) ->> 'from_date')::date, current_date);
  ends_on date;
begin
  if tg_op = 'UPDATE' and new.classification_id = old.classification_id and new.project_id = old.project_id then
    return new;
  end if;
  select k.ends_on into ends_on
  from public.work_classifications k
  join public.wage_determinations d on d.company_id = k.company_id and d.id = k.determination_id
  where k.company_id = new.company_id and k.id = new.classification_id and d.project_id = new.project_id;
  if not found then
    raise exception using errcode = 'P0001', hint = 'classification_not_on_project', message = 'This class is not one of this project''s.';
  end if;
  if ends_on < first_day then
    raise exception using errcode = 'P0001', hint = 'classification_not_in_force', message = 'This class has ended.';
  end if;
  return new;
end $$;
comment on function private.check_class_of_project() is 'Of the maps of codes and people: the class is of the same project and has not ended.';
