-- What became of the nightly backups, and of testing them: the server writes it, and Settings › System
-- shows it.

create schema if not exists backup;
revoke all on schema backup from public;

create table if not exists backup.runs (
  id bigint generated always as identity primary key,
  file text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  bytes bigint,
  error text,
  attempts integer not null default 1
);
comment on table backup.runs is 'One row for each backup, and one for each that could not be written, however often it was tried.';
create unique index if not exists runs_once on backup.runs (file, (error is null));

create table if not exists backup.restore_tests (
  id bigint generated always as identity primary key,
  file text not null,
  file_bytes bigint not null,
  backup_at timestamptz,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null,
  difference jsonb,
  figures jsonb not null default '{}',
  notified_at timestamptz,
  constraint restore_tests_outcome_known check (outcome in ('passed', 'partly', 'failed', 'skipped'))
);
comment on table backup.restore_tests is 'Each time a backup was restored into a scratch database and compared.';
comment on column backup.restore_tests.difference is 'The first one: "kind", "subject", "expected", "found".';

create or replace function backup.last_restore_test() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('file', t.file, 'outcome', t.outcome, 'backup_at', t.backup_at, 'finished_at', t.finished_at,
      'difference', t.difference)
    from backup.restore_tests t where t.outcome <> 'skipped' order by t.id desc limit 1;
$$;
comment on function backup.last_restore_test() is 'The last test that came to a result; null before the first.';

create or replace function backup.take_failed_restore_test() returns jsonb
language plpgsql set search_path = '' as $$
declare
  failed backup.restore_tests;
begin
  select * into failed from backup.restore_tests t
   where t.id = (select max(n.id) from backup.restore_tests n) and t.outcome = 'failed' and t.notified_at is null
     and not exists (select from backup.restore_tests e where e.file = t.file and e.notified_at is not null)
     for update skip locked;
  if failed.id is null then
    return null;
  end if;
  update backup.restore_tests t set notified_at = now() where t.id = failed.id;
  return jsonb_build_object('file', failed.file, 'backup_at', failed.backup_at, 'difference', failed.difference);
end
$$;
comment on function backup.take_failed_restore_test() is 'The last test, if it failed and nobody was notified of this file yet; marks it as notified. For the project, which knows whom to notify.';

create table if not exists backup.restores (
  id bigint generated always as identity primary key,
  file text not null,
  backup_at timestamptz not null,
  restored_at timestamptz not null default clock_timestamp()
);
comment on table backup.restores is 'Each time the data of this database came from a backup, and of which moment it is.';

create or replace function backup.last_restore() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('file', r.file, 'backup_at', r.backup_at, 'restored_at', r.restored_at) from backup.restores r order by r.id desc limit 1;
$$;
comment on function backup.last_restore() is 'The last restore of this database; null where it never came from a backup.';

revoke all on function backup.last_restore() from public;
revoke all on function backup.last_restore_test() from public;
revoke all on function backup.take_failed_restore_test() from public;
