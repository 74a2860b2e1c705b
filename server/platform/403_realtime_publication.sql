-- Tables in the publication supabase_realtime announce their changes, as on a hosted project. There
-- the log is read; here a trigger writes the outbox, because reading the log needs rights
-- (REPLICATION, wal_level) that managed databases seldom give.

do $$ begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another server of the same database was faster
end $$;

create or replace view realtime.published_tables as
  select c.oid as relation, n.nspname as schema, c.relname as name,
         concat_ws(' or ',
           case when bool_or(p.pubinsert) then 'insert' end,
           case when bool_or(p.pubupdate) then 'update' end,
           case when bool_or(p.pubdelete) then 'delete' end) as events
    from pg_publication p
    join pg_publication_tables t on t.pubname = p.pubname
    join pg_namespace n on n.nspname = t.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = t.tablename
   where p.pubname = 'supabase_realtime' and c.relkind in ('r', 'p')
   group by c.oid, n.nspname, c.relname;

-- Brings triggers and policy checks in line with the publication and the policies. Cheap when there
-- is nothing to do; the server calls it at the start and every few seconds.
create or replace function realtime.sync() returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry record;
begin
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtext('realtime.sync')) then
    return;
  end if;
  perform pg_catalog.set_config('lock_timeout', '2s', true);
  for entry in
    select p.*, t.tgname is not null as has_trigger, pg_catalog.obj_description(t.oid, 'pg_trigger') as installed
      from realtime.published_tables p
      left join pg_catalog.pg_trigger t on t.tgrelid = p.relation and t.tgname = 'zz_realtime_capture'
  loop
    begin
      if entry.installed is distinct from entry.events then
        execute format('create or replace trigger zz_realtime_capture after %s on %s
                        for each row execute function realtime.capture_change()',
                       entry.events, entry.relation::regclass);
        execute format('comment on trigger zz_realtime_capture on %s is %L', entry.relation::regclass, entry.events);
      end if;
      perform realtime.install_policy_check('check_' || entry.relation, entry.relation, 'r');
    exception when others then
      raise warning 'realtime.sync: %.%: %', entry.schema, entry.name, sqlerrm;
    end;
  end loop;
  for entry in
    select t.tgrelid as relation from pg_catalog.pg_trigger t
     where t.tgname = 'zz_realtime_capture'
       and not exists (select from realtime.published_tables p where p.relation = t.tgrelid)
  loop
    execute format('drop trigger zz_realtime_capture on %s', entry.relation::regclass);
  end loop;
  for entry in
    select proname from pg_catalog.pg_proc
     where pronamespace = 'realtime'::regnamespace and proname ~ '^check_[0-9]+$'
       and not exists (select from realtime.published_tables p where 'check_' || p.relation = proname)
  loop
    execute format('drop function realtime.%I(text, text[], text[], json[])', entry.proname);
  end loop;
  perform realtime.install_policy_check('check_messages_read', 'realtime.messages'::regclass, 'r');
  perform realtime.install_policy_check('check_messages_write', 'realtime.messages'::regclass, 'a');
end $$;

revoke all on realtime.published_tables from public, anon, authenticated;
revoke all on function realtime.sync() from public;
select realtime.sync();
