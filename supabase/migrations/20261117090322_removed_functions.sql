-- Gone from supabase/schemas since the last release, or made there with other parameters. A database of that release
-- has no record of them: with one, what is made again from the files takes the old ones away.
insert into supabase_migrations.schema_objects (kind, name, hash)
select 'function', name, ''
  from unnest(array['private.require_reason(uuid,text)', 'public.publish_shifts(date,date)']) as name
 where to_regprocedure(name) is not null
on conflict do nothing;
