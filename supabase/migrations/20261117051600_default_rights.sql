-- Every start used to give new tables and functions back to everybody by default; today's have their rights explicitly.
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public grant select, update, usage on sequences to service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges revoke all on functions from public;
