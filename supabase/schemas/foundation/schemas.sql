create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated;
grant usage on schema private to service_role;
grant usage on schema private to authenticator;
grant usage on schema private to supabase_auth_admin;

create extension if not exists btree_gist with schema extensions;

create extension if not exists pg_trgm with schema extensions;

create extension if not exists pgcrypto with schema extensions;

create extension if not exists unaccent with schema extensions;

alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to service_role;

alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public grant select, update, usage on sequences to service_role;

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to service_role;

alter default privileges revoke all on functions from public;
