-- Gone from supabase/schemas since the last release, or made there with other parameters. A database of the baseline
-- has no record of them: with one, what is made again from the files takes the old ones away.
insert into supabase_migrations.schema_objects (kind, name, hash)
select 'function', name, ''
  from unnest(array['private.lock_employee_time(uuid,uuid)',
    'private.kiosk_problem(public.kiosks,public.synced_events,jsonb)']) as name
 where to_regprocedure(name) is not null
on conflict do nothing;
