-- A project that names its people is closed to others. Those who listen hear of nothing in it from the
-- moment they are taken off: the live updates follow the changes of this table.
do $$ begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.project_members;
  end if;
end $$;
