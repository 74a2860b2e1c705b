-- How Supabase's guides configure the data API from a migration: a check before each request, further
-- schemas, fewer rows at once; and a role of the project's own.
alter role authenticator set pgrst.db_pre_request = 'public.check_request';
alter role authenticator set pgrst.db_schemas = 'public, reports';
alter role authenticator set pgrst.db_max_rows = '100';

create function public.check_request() returns void language plpgsql as $$
declare
  asked json := current_setting('request.headers', true)::json;
begin
  if asked ->> 'x-blocked' is not null then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'BLOCKED', 'message', 'Not today, ' || current_user)::text,
      detail = '{"status": 429, "headers": {"Retry-After": "60"}}';
  end if;
  perform set_config('response.headers', json_build_array(json_build_object('x-checked', current_setting('request.method', true)))::text, true);
end $$;

create schema reports;
grant usage on schema reports to anon;
create view reports.numbers as select n from generate_series(1, 250) as n;
grant select on reports.numbers to anon;

create role manager nologin;
grant manager to authenticator;
grant usage on schema reports to manager;
create table reports.wages (id integer primary key, cents integer not null);
insert into reports.wages values (1, 5200);
grant select on reports.wages to manager;
