-- What the servers note about themselves for whoever looks after them: answers of 500 and above, jobs
-- that failed, and how the database grows. Shared by all servers on the database. No personal data: a
-- route is the pattern it was registered with, an error its class and code.

create schema if not exists monitoring;
revoke all on schema monitoring from public;

create table if not exists monitoring.failures (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null,
  kind text not null check (kind in ('request', 'job')),
  -- Of a request its method and pattern, of a job its name.
  name text not null,
  status integer,
  request_id text,
  error_class text not null,
  server text not null
);
create index if not exists failures_happened_at_idx on monitoring.failures (happened_at);

-- Every failure counts, also where so many came that not each has a row.
create table if not exists monitoring.failure_counts (
  hour timestamptz not null,
  kind text not null,
  count bigint not null,
  primary key (hour, kind)
);

create table if not exists monitoring.size_samples (
  sampled_on date not null primary key,
  database_bytes bigint not null,
  files_bytes bigint not null
);

create or replace function monitoring.record_failures(failures_param jsonb, requests_param bigint, jobs_param bigint) returns void
language plpgsql set search_path = '' as $$
begin
  -- Servers take turns, so that two that delete the same rows do not wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('monitoring.failures', 0));
  insert into monitoring.failures (happened_at, kind, name, status, request_id, error_class, server)
    select clock_timestamp() - make_interval(secs => f.age_seconds), f.kind, f.name, f.status, f.request_id, f.error_class, f.server
    from jsonb_to_recordset(failures_param) as f (age_seconds double precision, kind text, name text, status integer,
      request_id text, error_class text, server text);
  insert into monitoring.failure_counts as counted (hour, kind, count)
    select date_trunc('hour', clock_timestamp(), 'utc'), kind, count
    from (values ('request', requests_param), ('job', jobs_param)) as given (kind, count) where count > 0
    on conflict (hour, kind) do update set count = counted.count + excluded.count;
  delete from monitoring.failures where happened_at < now() - interval '7 days';
  delete from monitoring.failure_counts where hour < now() - interval '7 days';
  -- At most 500 a day, and of the same fault 50: one that comes a thousand times must not hide the others.
  delete from monitoring.failures f using (
    select id,
      row_number() over (partition by day, kind, name, error_class order by happened_at desc, id desc) as of_its_kind,
      row_number() over (partition by day order by happened_at desc, id desc) as of_all
    from (select *, date_trunc('day', happened_at, 'utc') as day from monitoring.failures) as recorded) as numbered
    where f.id = numbered.id and (of_its_kind > 50 or of_all > 500);
end
$$;
comment on function monitoring.record_failures(jsonb, bigint, bigint) is
  'Adds what one server noted since it last did, and removes what is older than a week or too much.';

create or replace function monitoring.files_bytes() returns bigint
language plpgsql stable set search_path = '' as $$
declare
  bytes bigint := 0;
begin
  -- Made by a later file, so a new database has none yet.
  if to_regclass('storage.objects') is not null then
    execute $sum$select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects
      where metadata ->> 'size' ~ '^[0-9]{1,15}$'$sum$ into bytes;
  end if;
  return bytes;
end
$$;
comment on function monitoring.files_bytes() is 'How large all stored files are together.';

create or replace function monitoring.sample_sizes() returns void
language plpgsql set search_path = '' as $$
begin
  insert into monitoring.size_samples (sampled_on, database_bytes, files_bytes)
    values ((now() at time zone 'utc')::date, pg_database_size(current_database()), monitoring.files_bytes())
    on conflict (sampled_on) do update set database_bytes = excluded.database_bytes, files_bytes = excluded.files_bytes;
  delete from monitoring.size_samples where sampled_on < now() - interval '400 days';
end
$$;
comment on function monitoring.sample_sizes() is 'One row a day: how large the database and the stored files are.';

revoke all on function monitoring.record_failures(jsonb, bigint, bigint) from public;
revoke all on function monitoring.files_bytes() from public;
revoke all on function monitoring.sample_sizes() from public;

do $do$
begin
  -- Where the real pg_cron is installed it is left alone, as in 210_cron.sql.
  if not exists (select from pg_extension where extname = 'pg_cron' and extversion <> 'platform') then
    perform cron.schedule('platform: sample sizes', '7 1 * * *', 'select monitoring.sample_sizes()');
  end if;
  -- An update or a first start begins the series; a server that starts often adds nothing.
  if not exists (select from monitoring.size_samples where sampled_on >= (now() at time zone 'utc')::date) then
    perform monitoring.sample_sizes();
  end if;
end
$do$;
