-- What every hosted Supabase project has before its first migration: roles, schemas, claims, rights.
-- Run at every start, as the owner of the database, who need not be a superuser. Idempotent.

do $$
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
  -- Callers with an API token. Has no right but those a project gives it (decision 435).
  if not exists (select from pg_roles where rolname = 'api_token') then
    create role api_token nologin noinherit;
  end if;
  -- Tables belong to this role.
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
exception when duplicate_object or unique_violation then
  null; -- another server of the same cluster was faster
end $$;

-- Superusers may give this right, and since PostgreSQL 16 whoever has it and the role.
do $$
declare
  wanted name;
begin
  for wanted in
    select rolname from pg_roles where rolname in ('service_role', 'platform_owner') and not rolbypassrls
  loop
    execute format('alter role %I bypassrls', wanted);
  end loop;
exception when insufficient_privilege then
  null;
end $$;

-- Migrations may make roles, as those of a hosted project may. Since PostgreSQL 16 that reaches only roles
-- made by oneself; before, and where somebody else administers the cluster, it would be too much.
do $$ begin
  if current_setting('server_version_num')::int >= 160000 and current_setting('is_superuser') = 'on'
    and not (select rolcreaterole from pg_roles where rolname = 'platform_owner') then
    alter role platform_owner createrole;
  end if;
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
        ('authenticator', 'anon'), ('authenticator', 'authenticated'), ('authenticator', 'service_role'), ('authenticator', 'api_token'),
        -- Migrations and seeds may act as visitors and users do.
        ('platform_owner', 'anon'), ('platform_owner', 'authenticated'), ('platform_owner', 'api_token'),
        (current_user::text, 'anon'), (current_user::text, 'authenticated'), (current_user::text, 'api_token'),
        (current_user::text, 'service_role'), (current_user::text, 'platform_owner')
        union all
        -- An owner's member passes row-level security as the owner does, and has the owner's rights:
        -- only where there is no other way past it, because no revoke reaches those.
        select rolname::text, 'platform_owner' from pg_roles where rolname = 'service_role' and not rolbypassrls
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

-- A database that was there before may have some of the schemas.
do $$
declare
  existing record;
begin
  for existing in
    select n.nspname as name, pg_get_userbyid(n.nspowner) as owner,
      pg_has_role(current_user, n.nspowner, 'usage') as is_ours
    from pg_namespace n
    where n.nspname in ('extensions', 'auth', 'storage', 'realtime', 'supabase_migrations')
      and n.nspowner <> 'platform_owner'::regrole
  loop
    if existing.name <> 'extensions' then
      raise exception 'the schema % is there already and belongs to %. Use a database without it, or run as an administrator: alter schema % owner to platform_owner',
        existing.name, existing.owner, existing.name;
    end if;
    if existing.is_ours then
      grant usage, create on schema extensions to platform_owner with grant option;
    elsif not has_schema_privilege('platform_owner', 'extensions', 'usage with grant option')
      or not has_schema_privilege('platform_owner', 'extensions', 'create') then
      raise exception 'the schema extensions is there already and belongs to %. Run as an administrator: grant usage, create on schema extensions to platform_owner with grant option',
        existing.owner;
    end if;
  end loop;
end $$;

set local role platform_owner;

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists supabase_migrations;

grant usage on schema extensions, public, auth, storage, realtime to anon, authenticated, service_role, api_token;

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
