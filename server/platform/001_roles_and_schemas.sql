-- What every hosted Supabase project has before its first migration: roles, schemas, claims, rights.
-- Run at every start, as the owner of the database, who need not be a superuser. Idempotent.

do $$
declare
  may_bypass_rls boolean := (select rolsuper from pg_roles where rolname = current_user);
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
  end if;
  -- Tables belong to this role. service_role inherits it where it cannot have BYPASSRLS (only a
  -- superuser may grant that): an owner's member passes row-level security as the owner does.
  if not exists (select from pg_roles where rolname = 'platform_owner') then
    create role platform_owner nologin;
  end if;
  -- Owners of parts of a hosted project, whom migrations grant rights to.
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then
    create role supabase_storage_admin nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'dashboard_user') then
    create role dashboard_user nologin noinherit;
  end if;
  if may_bypass_rls then
    alter role service_role bypassrls;
    alter role platform_owner bypassrls;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another server of the same cluster was faster
end $$;

do $$
declare
  wanted record;
begin
  -- Granting what is already granted writes to the shared catalog, and two servers doing that at
  -- once get 'tuple concurrently updated': grant only what is missing.
  for wanted in
    select pairs.member, pairs.granted
      from (values
        ('authenticator', 'anon'), ('authenticator', 'authenticated'), ('authenticator', 'service_role'),
        ('service_role', 'platform_owner'),
        -- Migrations and seeds may act as visitors and users do.
        ('platform_owner', 'anon'), ('platform_owner', 'authenticated'),
        (current_user::text, 'anon'), (current_user::text, 'authenticated'),
        (current_user::text, 'service_role'), (current_user::text, 'platform_owner')
      ) as pairs (member, granted)
     where not exists (
       select from pg_auth_members m
         join pg_roles r on r.oid = m.roleid
         join pg_roles u on u.oid = m.member
        where r.rolname = pairs.granted and u.rolname = pairs.member
          and (current_setting('server_version_num')::int < 160000
            or coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)))
  loop
    execute format('grant %I to %I', wanted.granted, wanted.member);
  end loop;
end $$;

do $$ begin
  if not has_database_privilege('platform_owner', current_database(), 'create') then
    execute format('grant connect, create, temporary on database %I to platform_owner', current_database());
  end if;
  if (select nspowner from pg_namespace where nspname = 'public') <> 'platform_owner'::regrole then
    alter schema public owner to platform_owner;
  end if;
end $$;

set local role platform_owner;

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists supabase_migrations;

grant usage on schema extensions, public, auth, storage, realtime to anon, authenticated, service_role;

create or replace function auth.jwt() returns jsonb
language sql stable parallel safe as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

create or replace function auth.uid() returns uuid
language sql stable parallel safe as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text
language sql stable parallel safe as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create or replace function auth.email() returns text
language sql stable parallel safe as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to public;

-- As on a hosted project: what a migration creates in public is granted to the API roles by default,
-- and row-level security or an explicit revoke decides.
alter default privileges for role platform_owner in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role platform_owner in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges for role platform_owner in schema public
  grant execute on functions to anon, authenticated, service_role;
