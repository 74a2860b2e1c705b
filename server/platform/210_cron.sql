-- The part of pg_cron that migrations use: cron.schedule, cron.unschedule, cron.job,
-- cron.job_run_details. The servers run what is due, each run once however many servers there are.
-- Where the real extension is installed it is left alone.

do $do$
begin
  if exists (select from pg_extension where extname = 'pg_cron' and extversion <> 'platform') then
    return;
  end if;

  create schema if not exists cron;
  revoke all on schema cron from public;

  create table if not exists cron.job (
    jobid bigint generated always as identity primary key,
    schedule text not null,
    command text not null,
    nodename text not null default 'localhost',
    nodeport integer not null default 5432,
    database text not null default current_database(),
    username text not null default current_user,
    active boolean not null default true,
    jobname text,
    -- Ours: when it runs next, by the database's clock.
    next_run_at timestamptz,
    constraint job_jobname_username_uniq unique (jobname, username)
  );

  create table if not exists cron.job_run_details (
    jobid bigint,
    runid bigint generated always as identity primary key,
    job_pid integer,
    database text,
    username text,
    command text,
    status text,
    return_message text,
    start_time timestamptz,
    end_time timestamptz
  );
  create index if not exists job_run_details_start_time_idx on cron.job_run_details (start_time);
  create index if not exists job_run_details_jobid_idx on cron.job_run_details (jobid, runid);

  create or replace function cron.schedule(job_name text, schedule text, command text) returns bigint
  language sql set search_path = '' as $$
    insert into cron.job as job (jobname, schedule, command)
    values (job_name, schedule, command)
    on conflict on constraint job_jobname_username_uniq do update
      set schedule = excluded.schedule, command = excluded.command, active = true,
          next_run_at = case when job.schedule = excluded.schedule then job.next_run_at end
    returning jobid
  $$;

  create or replace function cron.schedule(schedule text, command text) returns bigint
  language sql set search_path = '' as $$
    insert into cron.job (schedule, command) values (schedule, command) returning jobid
  $$;

  create or replace function cron.unschedule(job_name text) returns boolean
  language plpgsql set search_path = '' as $$
  begin
    delete from cron.job where jobname = job_name;
    if not found then
      raise exception 'could not find valid entry for job ''%''', job_name;
    end if;
    return true;
  end
  $$;

  create or replace function cron.unschedule(job_id bigint) returns boolean
  language plpgsql set search_path = '' as $$
  begin
    delete from cron.job where jobid = job_id;
    if not found then
      raise exception 'could not find valid entry for job %', job_id;
    end if;
    return true;
  end
  $$;

  revoke all on all functions in schema cron from public;

  perform cron.schedule('platform: prune auth', '17 * * * *', 'select auth.prune()');
  perform cron.schedule('platform: prune mail', '37 * * * *', 'select mail.prune()');
  perform cron.schedule('platform: prune job runs', '47 3 * * *',
    $$delete from cron.job_run_details where start_time < now() - interval '14 days'$$);
end
$do$;
