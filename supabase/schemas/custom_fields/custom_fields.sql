create table public.custom_fields (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  on_table text not null,
  name text not null,
  name_es text,
  kind text not null,
  choices jsonb default '[]'::jsonb not null,
  required boolean default false not null,
  shown text default 'desk' not null,
  "position" integer default 0 not null,
  archived_at timestamptz,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint custom_fields_pkey primary key (company_id, id),
  constraint custom_fields_choices_kind check (jsonb_typeof(choices) = 'array' and (kind = 'choice') = (choices <> '[]'::jsonb)),
  constraint custom_fields_kind_known check (kind in ('text', 'number', 'date', 'choice')),
  constraint custom_fields_name_es_length check (char_length(btrim(name_es)) >= 1 and char_length(btrim(name_es)) <= 60),
  constraint custom_fields_name_length check (char_length(btrim(name)) >= 1 and char_length(btrim(name)) <= 60),
  constraint custom_fields_on_table_known check (on_table in ('employees', 'projects', 'cost_codes', 'equipment', 'time_entries', 'extra_work_tickets')),
  constraint custom_fields_position_range check ("position" >= 0 and "position" <= 10000),
  constraint custom_fields_shown_known check (shown in ('phone', 'desk')),
  constraint custom_fields_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.custom_fields');
create unique index custom_fields_name_once on public.custom_fields (company_id, on_table, lower(name));
comment on table public.custom_fields is 'Fields of a company''s own. Values are in the column custom of the row they are about, by the id of the field: {"id": "text" | 12.5 | "2026-03-01" | "id of a choice"}.';
comment on column public.custom_fields.on_table is 'The table whose rows have it: employees, projects, cost_codes, equipment, time_entries or extra_work_tickets. It stays.';
comment on column public.custom_fields.kind is 'text, number, date or choice; fixed while a row has a value.';
comment on column public.custom_fields.choices is 'Of a choice: [{"id", "name", "name_es", "archived"}]. One that a row has is renamed or archived, not removed.';
comment on column public.custom_fields.required is 'People who fill in the form of the row must answer. A punch is never refused for it.';
comment on column public.custom_fields.shown is 'phone: also asked in the field, with required of time entries before the clock starts; desk: asked and changed by managers only. No secret either way: who reads the row reads its values.';
comment on column public.custom_fields.archived_at is 'No longer asked; values stay.';
alter table public.custom_fields enable row level security;
alter publication supabase_realtime add table public.custom_fields;
grant select, insert, update, delete on table public.custom_fields to authenticated;

create policy "Employees read the custom fields of their company" on public.custom_fields
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create policy "Managers add custom fields" on public.custom_fields
  for insert to authenticated
  with check (company_id = (select private.my_company_id()) and (select private.is_manager()));

create policy "Managers change custom fields" on public.custom_fields
  for update to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()))
  with check (company_id = (select private.my_company_id()));

create policy "Managers delete custom fields" on public.custom_fields
  for delete to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger fill_company_id before insert on public.custom_fields
  for each row execute function private.fill_company_id();

create or replace trigger keep_creator before insert or update on public.custom_fields
  for each row execute function private.lock_creator();

create or replace trigger keep_field before insert or update or delete on public.custom_fields
  for each row execute function private.check_custom_field();

create or replace function private.check_custom_field() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone text;
begin
  if tg_op = 'DELETE' then
    if exists (select from public.companies c where c.id = old.company_id) and private.custom_field_is_used(old, null) then
      raise exception using errcode = 'P0001', hint = 'custom_field_in_use', message = 'This field has values. Archive it instead: the values stay.';
    end if;
    return old;
  end if;
  new.name := btrim(new.name);
  new.name_es := nullif(btrim(new.name_es), '');
  new.choices := private.checked_choices(new.choices);
  -- What stands before everybody's clock is the owner's to decide, on or off.
  if not private.is_system() and not private.is_owner()
    and private.asks_at_the_clock(new) is distinct from (tg_op = 'UPDATE' and private.asks_at_the_clock(old)) then
    raise exception using errcode = '42501', hint = 'owners_only', message = 'Only owners decide what is asked at the clock.';
  end if;
  if new.archived_at is null and (select count(*) from public.custom_fields f
      where f.company_id = new.company_id and f.on_table = new.on_table and f.archived_at is null and f.id <> new.id) >= 30 then
    raise exception using errcode = 'P0001', hint = 'custom_field_limit', message = 'There can be 30 fields at a time. Archive one that is no longer needed.';
  end if;
  if tg_op = 'UPDATE' then
    if new.on_table <> old.on_table then
      raise exception using errcode = 'P0001', hint = 'custom_field_table_fixed', message = 'A field stays where it was made. Make a new one there.';
    elsif new.kind <> old.kind and private.custom_field_is_used(old, null) then
      raise exception using errcode = 'P0001', hint = 'custom_field_kind_in_use', message = 'This field has values, so it keeps its kind. Archive it and make a new one.';
    end if;
    for gone in select o ->> 'id' from jsonb_array_elements(old.choices) o
      where not exists (select from jsonb_array_elements(new.choices) n where n ->> 'id' = o ->> 'id') loop
      if private.custom_field_is_used(old, gone) then
        raise exception using errcode = 'P0001', hint = 'custom_choice_in_use', message = 'A choice that is in use can be renamed or archived, not removed.';
      end if;
    end loop;
  end if;
  return new;
end $$;
comment on function private.check_custom_field() is 'Kind, table and used choices of a field stay; what asks at the clock is the owner''s; at most 30 on a table.';

create or replace function private.asks_at_the_clock(field public.custom_fields) returns boolean
language sql immutable parallel safe
return field.on_table = 'time_entries' and field.required and field.shown = 'phone' and field.archived_at is null;
comment on function private.asks_at_the_clock(public.custom_fields) is 'Whether the app asks for the field once a clock runs.';

create or replace function private.checked_choices(choices_param jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  choices jsonb;
begin
  if jsonb_typeof(choices_param) is distinct from 'array' or jsonb_array_length(choices_param) > 100
    or exists (select from jsonb_array_elements(choices_param) c where jsonb_typeof(c) <> 'object'
      or c - '{id,name,name_es,archived}'::text[] <> '{}' or coalesce(c ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or jsonb_typeof(c -> 'name') is distinct from 'string' or char_length(btrim(c ->> 'name')) not between 1 and 60
      or jsonb_typeof(coalesce(c -> 'name_es', 'null')) not in ('null', 'string') or char_length(c ->> 'name_es') > 60
      or jsonb_typeof(coalesce(c -> 'archived', 'false')) <> 'boolean') then
    raise exception using errcode = 'P0001', hint = 'custom_choices_invalid', message = 'Give each choice a name of up to 60 letters, and at most 100 choices.';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', c ->> 'id', 'name', btrim(c ->> 'name'), 'name_es', nullif(btrim(c ->> 'name_es'), ''),
      'archived', coalesce((c ->> 'archived')::boolean, false)) order by place), '[]')
    into choices from jsonb_array_elements(choices_param) with ordinality as o (c, place);
  if (select count(distinct c ->> 'id') < count(*) or count(distinct lower(c ->> 'name')) < count(*) from jsonb_array_elements(choices) c) then
    raise exception using errcode = 'P0001', hint = 'custom_choices_repeated', message = 'Two choices have the same name.';
  end if;
  return choices;
end $$;
comment on function private.checked_choices(jsonb) is 'Choices as they are stored, or refused.';

create or replace function private.custom_field_is_used(field public.custom_fields, choice_param text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  used boolean;
begin
  execute format('select exists (select from public.%I t where t.company_id = $1 and t.custom <> ''{}'' and %s)', field.on_table,
      case when choice_param is null then 't.custom ? $2' else 't.custom @> jsonb_build_object($2, $3)' end)
    into used using field.company_id, field.id::text, choice_param;
  return used;
end $$;
comment on function private.custom_field_is_used(public.custom_fields,text) is 'Whether a row has a value for the field, or this choice of it.';

create or replace trigger keep_identity before update on public.custom_fields
  for each row execute function private.lock_identity();

create or replace trigger touch_updated_at before update on public.custom_fields
  for each row execute function private.touch_updated_at();

create or replace trigger zz_record_change after insert or delete or update on public.custom_fields
  for each row execute function private.record_change();
