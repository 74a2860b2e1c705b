-- A short number, a schema of its own, and a commit in the middle.
create schema private;
create table private.settings (key text primary key);
create table public.before_commit (id int primary key);
commit;
create table public.after_commit (id int primary key, changed_at timestamptz);
grant usage on schema private to supabase_auth_admin, supabase_storage_admin, dashboard_user;
grant select on private.settings to dashboard_user;
