-- Written so that the planner can put it into the statement that asks: the first screen called it twice for every project
-- and person changed today, each time as a statement of its own.
create or replace function private.counts_as_active(entity_param text, row_param jsonb) returns boolean
language sql immutable
return case when row_param is null then false
  when entity_param = 'projects' then row_param ->> 'status' = 'active' and row_param ->> 'archived_at' is null
  else (row_param ->> 'active')::boolean end;
