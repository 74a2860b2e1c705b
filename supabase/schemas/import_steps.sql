-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create table private.import_steps (
  company_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  part smallint default 1 not null,
  result text not null,
  message text,
  entity text,
  row_id uuid,
  before jsonb,
  after jsonb,
  undone boolean default false not null,
  kept text,
  constraint import_steps_pkey primary key (company_id, import_id, row_number, part),
  constraint import_steps_import foreign key (company_id, import_id) references public.imports(company_id, id) on delete cascade
);
create index import_steps_to_undo on private.import_steps using btree (company_id, import_id, row_number desc, part desc) where (result = any (array['new'::text, 'changed'::text])) and not undone and kept is null;
create index import_steps_undone on private.import_steps using btree (company_id, import_id) where undone;
comment on table private.import_steps is 'What became of every row of an import, as it was before and after; kept for as long as it can be undone.';
comment on column private.import_steps.kept is 'Why it could not be taken back.';
alter table private.import_steps enable row level security;

create or replace function private.note_import_step(import_id_param uuid, row_number_param integer, part_param smallint, entity_param text, step_param jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.import_steps as s (company_id, import_id, row_number, part, result, message, entity, row_id, before, after)
  values (private.my_company_id(), import_id_param, row_number_param, part_param, step_param ->> 'result', step_param ->> 'message',
    entity_param, (step_param ->> 'id')::uuid, step_param -> 'before', step_param -> 'after')
  on conflict on constraint import_steps_pkey do update set result = excluded.result, message = excluded.message,
    entity = excluded.entity, row_id = excluded.row_id, before = excluded.before, after = excluded.after;
$$;
grant execute on function private.note_import_step(uuid,integer,smallint,text,jsonb) to authenticated;

create or replace function private.steps_to_undo(import_id_param uuid, limit_param integer) returns setof private.import_steps
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  known public.imports;
begin
  select * into known from public.imports i where i.company_id = company and i.id = import_id_param for update;
  if known.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This import was not found.';
  elsif known.created_at < now() - interval '7 days' then
    raise exception using errcode = 'P0001', hint = 'import_undo_too_late', message = 'An import can be undone for a week.';
  end if;
  -- What could not be taken back before is tried again.
  if not exists (select from private.import_steps s where s.company_id = company and s.import_id = known.id
      and s.result in ('new', 'changed') and not s.undone and s.kept is null) then
    update private.import_steps s set kept = null where s.company_id = company and s.import_id = known.id and not s.undone and s.kept is not null;
  end if;
  return query select s.* from private.import_steps s
    where s.company_id = company and s.import_id = known.id and s.result in ('new', 'changed') and not s.undone and s.kept is null
    order by s.row_number desc, s.part desc limit limit_param;
end $$;
grant execute on function private.steps_to_undo(uuid,integer) to authenticated;

create or replace function private.undo_new_time(import_id_param uuid, steps_param private.import_steps[]) returns integer[]
language plpgsql set search_path = '' as $$
declare
  company uuid := private.my_company_id();
  half integer := cardinality(steps_param) / 2;
  gone integer[];
  state text;
begin
  with untouched as materialized (
    select s.row_number, s.row_id from unnest(steps_param) s
      join private.entries_with_breaks(company, array(select i.row_id from unnest(steps_param) i)) e on e.id = s.row_id
     where s.entity = 'time_entries' and s.result = 'new' and private.import_as_left(e.entry) = private.import_as_left(s.after)
  ), removed as (
    delete from public.time_entries t using untouched u where t.company_id = company and t.id = u.row_id returning u.row_number
  )
  select coalesce(array_agg(r.row_number), '{}') into gone from removed r;
  perform private.note_undone_rows(import_id_param, gone);
  return gone;
exception when others then
  get stacked diagnostics state = returned_sqlstate;
  if left(state, 2) in ('40', '53', '54', '57', '58', 'XX') then
    raise;
  elsif half < 12 then
    return '{}';
  end if;
  return private.undo_new_time(import_id_param, steps_param[:half]) || private.undo_new_time(import_id_param, steps_param[half + 1:]);
end $$;
comment on function private.undo_new_time(uuid,private.import_steps[]) is 'Deletes the time of these steps that nobody touched since, with one statement; returns the numbers of their rows. The others are left to undo_import_row(), which says why.';
grant execute on function private.undo_new_time(uuid,private.import_steps[]) to authenticated;
