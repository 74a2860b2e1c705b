-- Gone from supabase/schemas since the last release. A database of the baseline has no record of it: with one, what is
-- made again from the files takes the old one away.
insert into supabase_migrations.schema_objects (kind, name, hash)
select 'function', name, ''
  from unnest(array['private.lock_crew(uuid[])']) as name
 where to_regprocedure(name) is not null
on conflict do nothing;
