import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pushProject } from '../server/database/push-project.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { Sql } from '../server/database/sql/sql.ts';
import type { Endpoint } from '../server/database/wire/endpoint.ts';
import { findOldPostgres, startOldPostgres } from '../supabase/tests/old-postgres.ts';
import { TEMPLATE_DATABASE } from './test-database.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** What a hosted project has too; the outbox of live changes is our server's alone. Jobs stand for pg_cron,
 * which has to be enabled before the first push. */
const PLATFORM = [
  '001_roles_and_schemas',
  '003_extensions',
  '100_auth_tables',
  '210_cron',
  '300_storage_tables',
  '400_realtime_messages',
];

/** Added by the owner, who wants mails: docs/scaling.md. */
const MAIL_QUEUE = path.join(ROOT, 'server/platform/200_mail.sql');

/** From here on `001_roles_and_schemas` makes schemas. */
const AS_OWNER = '\nset local role platform_owner;';

const ROLES = `
  create role postgres login createdb createrole replication bypassrls;
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit;
  create role supabase_auth_admin login noinherit createrole;
  create role supabase_storage_admin login noinherit createrole;
  create role supabase_realtime_admin nologin noinherit;
  create role dashboard_user nologin createrole createdb replication;
  grant anon, authenticated, service_role to authenticator, supabase_storage_admin;`;

/** As documented of a hosted project: parts that belong to others, and an owner who is no superuser. */
const HOSTED = `
  alter schema auth owner to supabase_auth_admin;
  alter schema storage owner to supabase_storage_admin;
  do $$ declare item record; begin
    for item in select c.oid::regclass as name, n.nspname as part from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('auth', 'storage') and c.relkind in ('r', 'p', 'v')
    loop execute format('alter table %s owner to supabase_%s_admin', item.name, item.part); end loop;
    for item in select p.oid::regprocedure as name, n.nspname as part from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('auth', 'storage')
    loop execute format('alter function %s owner to supabase_%s_admin', item.name, item.part); end loop;
  end $$;
  grant usage on schema auth, storage, realtime, cron to postgres;
  grant all on all tables in schema cron to postgres;
  grant all on all sequences in schema cron to postgres;
  grant execute on all functions in schema cron to postgres;
  grant all on all tables in schema auth, storage, realtime to postgres, dashboard_user;
  grant all on all sequences in schema auth, storage, realtime to postgres, dashboard_user;
  grant all on all functions in schema auth, storage, realtime to postgres, dashboard_user;
  grant all on all tables in schema storage to anon, authenticated, service_role;
  grant all on all tables in schema auth, storage to service_role;
  grant all on schema extensions, public to postgres;
  -- In place of supautils, which lets postgres make policies on these tables of others.
  grant supabase_storage_admin, supabase_realtime_admin to postgres;
  alter table realtime.messages owner to supabase_realtime_admin;
  grant set on parameter session_replication_role to postgres;
  grant anon, authenticated, service_role to postgres;
  alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
  drop publication if exists supabase_realtime;
  create publication supabase_realtime;
  alter publication supabase_realtime owner to postgres;
  alter schema public owner to pg_database_owner;
  drop schema supabase_migrations cascade;`;

/** Plain PostgreSQL, as near to a hosted Supabase project as it comes, with the migrations pushed. */
export async function startHostedLike(): Promise<{ endpoint: Endpoint; stop(): Promise<void> }> {
  const programs = findOldPostgres();
  if (!programs) throw new Error('TEST_HOSTED needs a PostgreSQL 15 to 17 of the system.');
  const cluster = await startOldPostgres(programs, 'supabase_admin');
  try {
    await prepare(cluster.endpoint);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return { endpoint: { ...cluster.endpoint, user: 'postgres' }, stop: cluster.stop };
}

async function prepare(cluster: Endpoint): Promise<void> {
  const first = connectPlatform(cluster, { max: 1 });
  await first.unsafe(ROLES);
  await first.unsafe(`create database ${TEMPLATE_DATABASE} owner postgres`);
  await first.end();
  const endpoint = { ...cluster, database: TEMPLATE_DATABASE };
  const admin = connectPlatform(endpoint, { max: 1 });
  for (const name of PLATFORM) {
    const text = readFileSync(path.join(ROOT, 'server/platform', `${name}.sql`), 'utf8');
    // Roles and their grants are those above.
    const own = text.slice(text.indexOf(AS_OWNER) + 1);
    await admin.unsafe(`begin; ${own.replaceAll('platform_owner', 'supabase_admin')}; commit;`);
  }
  await admin.unsafe(HOSTED);
  // Its workers are nobody's whom the owner may stop, which dropping a database would do.
  await admin.unsafe('alter system set autovacuum = off');
  await admin.unsafe('select pg_reload_conf()');
  await admin.end();
  await push(connectPlatform({ ...endpoint, user: 'postgres' }, { max: 1 }));
}

/** As the owner, who is no superuser. */
async function push(sql: Sql): Promise<void> {
  const connection = await sql.reserve();
  try {
    await pushProject(connection, path.join(ROOT, 'supabase'));
    await connection.unsafe(readFileSync(MAIL_QUEUE, 'utf8'));
  } finally {
    connection.release();
    await sql.end();
  }
}
