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
create index import_steps_to_undo on private.import_steps (company_id, import_id, row_number desc, part desc) where (result in ('new', 'changed')) and not undone and kept is null;
create index import_steps_undone on private.import_steps (company_id, import_id) where undone;
comment on table private.import_steps is 'What became of every row of an import, as it was before and after; stored for as long as it can be undone.';
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
