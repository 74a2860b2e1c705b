create table public.forms (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  name text not null,
  name_es text default '' not null,
  category text default 'other' not null,
  series text,
  series_position smallint,
  template_id text,
  archived_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint forms_pkey primary key (company_id, id),
  constraint forms_category_known check (category in ('toolbox_talk', 'hazard_analysis', 'equipment_check', 'near_miss', 'sign_in', 'other')),
  constraint forms_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name_es) <= 200),
  constraint forms_series_known check (series = 'toolbox_talks'),
  constraint forms_series_position check ((series is null) = (series_position is null) and series_position between 1 and 520),
  constraint forms_template_length check (char_length(template_id) between 1 and 100),
  constraint forms_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.forms');
create index forms_by_series on public.forms (company_id, series, series_position) where series is not null;
comment on table public.forms is 'Forms of a company: talks, checks of machines, hazard analyses, near misses. Archived, never deleted: what was filled stays readable.';
comment on column public.forms.series is 'Talks that follow each other week by week, in the order of series_position.';
comment on column public.forms.template_id is 'The template it was made from; a copy that is the company''s own.';
alter table public.forms enable row level security;
alter publication supabase_realtime add table public.forms;
grant select on table public.forms to authenticated;
grant update (archived_at) on table public.forms to authenticated;

create policy "Employees read the forms of their company" on public.forms
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers archive forms" on public.forms
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create or replace trigger keep_creator before insert or update on public.forms
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.forms
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.forms
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.forms
  for each row execute function private.record_change();

create table public.form_versions (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  form_id uuid not null,
  number integer not null,
  definition jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint form_versions_pkey primary key (company_id, id),
  constraint form_versions_once unique (company_id, form_id, number),
  constraint form_versions_number check (number >= 1),
  constraint form_versions_form foreign key (company_id, form_id) references public.forms(company_id, id) on delete cascade
);
select private.refuse_non_finite('public.form_versions');
comment on table public.form_versions is 'What a form asked, version by version. A version never changes: whoever filled it saw exactly this.';
alter table public.form_versions enable row level security;
grant select on table public.form_versions to authenticated;

create policy "Employees read the versions of their company's forms" on public.form_versions
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create or replace trigger check_definition before insert on public.form_versions
  for each row execute function private.check_form_version();

create or replace function private.check_form_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_form_definition(new.definition);
  return new;
end $$;

create or replace trigger keep_creator before insert or update on public.form_versions
  for each row execute function private.lock_creator();

create or replace trigger keep_version before update on public.form_versions
  for each row execute function private.refuse_change();

create or replace trigger zz_record_change after insert or delete or update on public.form_versions
  for each row execute function private.record_change();

create or replace function private.form_version(company_id_param uuid, form_id_param uuid) returns public.form_versions
language sql stable security definer set search_path = '' as $$
  select v.* from public.form_versions v where v.company_id = company_id_param and v.form_id = form_id_param order by v.number desc limit 1;
$$;
comment on function private.form_version(uuid,uuid) is 'The newest version of a form.';

create or replace function public.add_forms(forms_param jsonb) returns setof public.forms
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  item jsonb;
  added public.forms;
begin
  if jsonb_array_length(private.form_list(forms_param)) not between 1 and 100 then
    perform private.refuse_form('Add 1 to 100 forms at a time.');
  end if;
  for item in select * from jsonb_array_elements(forms_param) loop
    added := null;
    insert into public.forms (company_id, id, name, name_es, category, series, series_position, template_id)
      values (company, coalesce(private.uuid_or_null(item ->> 'id'), gen_random_uuid()), btrim(coalesce(item ->> 'name', '')), btrim(coalesce(item ->> 'name_es', '')),
        coalesce(item ->> 'category', 'other'), item ->> 'series', (item ->> 'series_position')::smallint, item ->> 'template_id')
      on conflict on constraint forms_pkey do nothing returning * into added;
    if added.id is not null then
      insert into public.form_versions (company_id, form_id, number, definition) values (company, added.id, 1, item -> 'definition');
      return next added;
    end if;
  end loop;
end $$;
comment on function public.add_forms(jsonb) is 'Managers: adds forms, each with its first version. [{"id", "name", "name_es", "category", "series", "series_position", "template_id", "definition": {"sections": […]}}]. Idempotent by id; refuses in words what nobody could fill.';
grant execute on function public.add_forms(jsonb) to authenticated;

create or replace function public.change_form(id_param uuid, form_param jsonb, based_on_param integer) returns public.form_versions
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := (private.require_manager()).company_id;
  newest public.form_versions;
begin
  perform from public.forms f where f.company_id = company and f.id = id_param for update;
  if not found then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This form was not found.';
  end if;
  newest := private.form_version(company, id_param);
  if newest.number is distinct from based_on_param then
    raise exception using errcode = 'P0001', hint = 'changed_meanwhile', message = 'Someone else changed this form meanwhile. Open it again.';
  end if;
  update public.forms f set name = btrim(coalesce(form_param ->> 'name', f.name)), name_es = btrim(coalesce(form_param ->> 'name_es', f.name_es)), category = coalesce(form_param ->> 'category', f.category)
    where f.company_id = company and f.id = id_param;
  if newest.definition is distinct from form_param -> 'definition' then
    insert into public.form_versions (company_id, form_id, number, definition) values (company, id_param, newest.number + 1, form_param -> 'definition')
      returning * into newest;
  end if;
  return newest;
end $$;
comment on function public.change_form(uuid,jsonb,integer) is 'Managers: changes name, category and questions of a form. Other questions make the next version; what was filled keeps the version it was filled with. based_on_param: the number of the version that was opened.';
grant execute on function public.change_form(uuid,jsonb,integer) to authenticated;
