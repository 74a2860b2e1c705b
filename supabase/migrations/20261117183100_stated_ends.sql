-- Gone from supabase/schemas since the last release, or made there with one more parameter.
insert into supabase_migrations.schema_objects (kind, name, hash)
select 'function', name, ''
  from unnest(array['public.clock_out(uuid,jsonb,boolean)', 'public.crew_clock_out(uuid[])', 'public.kiosk_punch(uuid,text,text,uuid,uuid,uuid)',
    'private.remind_of_running_clocks(timestamptz)']) as name
 where to_regprocedure(name) is not null
on conflict do nothing;
