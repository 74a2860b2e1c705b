import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOldPostgres, startOldPostgres } from '../../supabase/tests/old-postgres.ts';
import { readProject } from '../config.ts';
import { prepareDatabase } from './prepare-database.ts';
import { connectPlatform } from './sql/connect.ts';
import type { Sql } from './sql/sql.ts';
import type { Endpoint } from './wire/endpoint.ts';

const programs = findOldPostgres();
let cluster: { endpoint: Endpoint; stop(): Promise<void> };
let admin: Sql;
const folders: string[] = [];

beforeAll(async () => {
  if (programs === undefined) return;
  cluster = await startOldPostgres(programs);
  admin = connectPlatform(cluster.endpoint, { max: 1 });
});
afterAll(async () => {
  await admin?.end();
  await cluster?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A project's folder with one migration. */
function project(migration: string, config = ''): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-project-'));
  folders.push(folder);
  mkdirSync(path.join(folder, 'migrations'));
  writeFileSync(path.join(folder, 'migrations/1_first.sql'), migration);
  writeFileSync(path.join(folder, 'config.toml'), config);
  return folder;
}

/** A database of this cluster, before any server saw it. */
async function newDatabase(before = '', user = 'postgres'): Promise<Sql> {
  const database = `d${randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${database} owner ${user}`);
  const owner = connectPlatform({ ...cluster.endpoint, database }, { max: 1 });
  await owner.unsafe(before);
  await owner.end();
  return connectPlatform({ ...cluster.endpoint, user, database }, { max: 2 });
}

const prepare = (sql: Sql, supabaseDir: string) =>
  prepareDatabase(sql, {
    supabaseDir,
    project: readProject(supabaseDir),
    seed: false,
    report: () => undefined,
  });

async function may(sql: Sql, role: string, table: string): Promise<boolean> {
  const [row] = await sql`select has_table_privilege(${role}, ${table}, 'select') as allowed`;
  return row?.['allowed'] as boolean;
}

const ROLES = ['anon', 'authenticated', 'service_role'];
const TABLE = 'create table public.made (id int primary key);';

describe.skipIf(programs === undefined)('on a PostgreSQL that is not ours', () => {
  test.each([
    ['', true],
    ['[api]\nauto_expose_new_tables = true', true],
    ['[api]\nauto_expose_new_tables = false', false],
  ])('tables are open to the API by "%s": %s', async (config, isOpen) => {
    const sql = await newDatabase();
    await prepare(sql, project(TABLE, config));
    // As `supabase db push` makes them, with the same address.
    await sql.unsafe('create table public.pushed (id int primary key)');
    for (const role of ROLES) {
      expect([role, await may(sql, role, 'made')]).toEqual([role, isOpen]);
      expect([role, await may(sql, role, 'pushed')]).toEqual([role, isOpen]);
    }
    await sql.end();
  });

  test('what is revoked from service_role is gone, and policies do not hold it', async () => {
    const sql = await newDatabase();
    await prepare(
      sql,
      project(`${TABLE}
        alter table public.made enable row level security;
        insert into public.made values (1);
        create table public.closed (id int);
        revoke all on public.closed from service_role;`),
    );
    expect(await may(sql, 'service_role', 'closed')).toBe(false);
    expect(await may(sql, 'service_role', 'auth.users')).toBe(true);
    const rows = await sql.begin(async (tx) => {
      await tx`set local role service_role`;
      return tx`select id from public.made`;
    });
    expect(rows).toHaveLength(1);
    await sql.end();
  });

  test('a database of an earlier version loses the membership and keeps the rights it gave', async () => {
    const sql = await newDatabase();
    const folder = project(TABLE);
    await prepare(sql, folder);
    await sql.unsafe(`
      revoke all on all tables in schema auth, storage from service_role;
      grant platform_owner to service_role`);
    await prepare(sql, folder);
    const [membership] =
      await sql`select pg_has_role('service_role', 'platform_owner', 'member') as is`;
    expect(membership?.['is']).toBe(false);
    expect(await may(sql, 'service_role', 'auth.users')).toBe(true);
    // From then on a revoke stays.
    await sql.unsafe('revoke all on auth.users from service_role');
    await prepare(sql, folder);
    expect(await may(sql, 'service_role', 'auth.users')).toBe(false);
    await sql.end();
  });

  test('a superuser creates extensions that only superusers may, wherever they stand', async () => {
    const sql = await newDatabase();
    await prepare(
      sql,
      project(`${TABLE}
        create schema tools;
        create extension if not exists "dblink" with schema tools;
        do $$ begin
          create extension pageinspect;
        end $$;
        -- create extension file_fdw;
        create table public.after (id int);`),
    );
    const rows = await sql`select extname as name from pg_extension order by 1`;
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['dblink', 'pageinspect']));
    expect(rows.map(({ name }) => name)).not.toContain('file_fdw');
    const [after] = await sql`select tableowner as owner from pg_tables where tablename = 'after'`;
    expect(after?.['owner']).toBe('platform_owner');
    await sql.end();
  });

  test('a schema "extensions" that is there already is used, whoever owns it', async () => {
    await admin.unsafe('create role somebody');
    const sql = await newDatabase(`
      create schema extensions authorization somebody;
      create extension hstore with schema extensions;`);
    await prepare(sql, project(`${TABLE} create extension citext with schema extensions;`));
    const [right] = await sql`select has_schema_privilege('anon', 'extensions', 'usage') as is`;
    expect(right?.['is']).toBe(true);
    await sql.end();
  });

  test('an owner who may not use it is told what an administrator runs', async () => {
    await admin.unsafe('create role tenant login createrole');
    const sql = await newDatabase('create schema extensions', 'tenant');
    const folder = project(TABLE);
    await expect(prepare(sql, folder)).rejects.toThrow(
      /^DATABASE_URL: the schema extensions is there already and belongs to postgres\. Run as an administrator: grant usage, create on schema extensions to platform_owner with grant option$/,
    );
    await sql.end();
  });

  test('a database of another backend is left alone', async () => {
    const sql = await newDatabase('create schema auth');
    await expect(prepare(sql, project(TABLE))).rejects.toThrow(
      /^DATABASE_URL: the schema auth is there already and belongs to postgres\. Use a database without it/,
    );
    await sql.end();
  });
});
