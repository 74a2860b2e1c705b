-- Where service_role passes row-level security by itself, it has rights of its own instead of the
-- owner's, so that a project can revoke them. What it had as the owner's member in the platform's own
-- schemas it is given once: in a new database, and in one of an earlier version.
do $$
declare
  is_new boolean := to_regclass('supabase_migrations.schema_migrations') is null;
  is_member boolean := exists (
    select from pg_auth_members
     where member = 'service_role'::regrole and roleid = 'platform_owner'::regrole);
begin
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    return;
  end if;
  if is_new or is_member then
    grant all on all tables in schema auth, storage to service_role;
    grant all on all sequences in schema auth, storage to service_role;
  end if;
end $$;

reset role;

do $$ begin
  if (select rolbypassrls from pg_roles where rolname = 'service_role') and exists (
    select from pg_auth_members
     where member = 'service_role'::regrole and roleid = 'platform_owner'::regrole) then
    revoke platform_owner from service_role;
  end if;
end $$;
