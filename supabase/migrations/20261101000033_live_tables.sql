-- Tables whose changes open screens want to hear of at once. Who hears of a row is decided by the
-- policies that decide who reads it.

do $$
declare
  live text;
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    return; -- a database without realtime: screens ask again instead
  end if;
  foreach live in array array['time_entries', 'time_entry_breaks', 'employees', 'projects', 'approvals', 'pay_periods'] loop
    if not exists (select from pg_publication_tables t
        where t.pubname = 'supabase_realtime' and t.schemaname = 'public' and t.tablename = live) then
      execute format('alter publication supabase_realtime add table public.%I', live);
    end if;
  end loop;
end $$;
