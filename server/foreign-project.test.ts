import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { skippedMigrations } from './database/migrations.ts';
import { startServer } from './server.ts';

vi.setConfig({ hookTimeout: 60_000 });

const PROJECT = path.join(import.meta.dirname, '../contract/foreign-project');
const folders: string[] = [];
let stop: () => Promise<void>;
let client: SupabaseClient;
const steps: string[] = [];

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'chalkline-foreign-'));
  folders.push(made);
  return made;
}

function start(supabaseDir: string, report: (step: string) => void = () => undefined) {
  const env = {
    PORT: '0',
    DATA_DIR: folder(),
    DEMO: 'on',
    LOG_LEVEL: 'silent',
    SUPABASE_DIR: supabaseDir,
  };
  return startServer(readConfig(env, PROJECT), report);
}

beforeAll(async () => {
  const server = await start(PROJECT, (step) => steps.push(step));
  stop = server.stop;
  client = createClient(server.url, server.dependencies.keys.secretKey, {
    auth: { persistSession: false },
  });
}, 120_000);
afterAll(async () => {
  await stop?.();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

test('Confirmation of addresses is off unless the project asks for it, as with the CLI', () => {
  const ours = path.join(import.meta.dirname, '../supabase');
  const confirmation = (SUPABASE_DIR: string) =>
    readConfig({ SUPABASE_DIR }, PROJECT).emailConfirmation;
  expect([confirmation(PROJECT), confirmation(ours)]).toEqual(['off', 'required']);
});

test('A file that is no migration by its name is named', () => {
  expect(skippedMigrations(PROJECT)).toEqual(['notes.sql']);
  expect(steps.join()).toContain('Skipping notes.sql');
});

test('What comes after a commit belongs to the owner, and the seed and its trigger ran', async () => {
  const { data, error } = await client.from('after_commit').select();
  expect(error).toBeNull();
  expect(data).toEqual([{ id: 2, changed_at: expect.any(String) }]);
  expect((await client.from('before_commit').select()).error).toBeNull();
});

test('Tokens are signed and verified in SQL', async () => {
  expect((await client.rpc('token')).data).toBe(true);
});

test('A migration may act as the service role', async () => {
  expect((await client.from('made_as').select()).data).toEqual([{ role: 'service_role' }]);
});

test('Tests in SQL run with pgTAP and tell what fails', async () => {
  const { data, error } = await client.rpc('run_tests');
  expect(error).toBeNull();
  expect(data[0]).toBe('ok 1 - the table is there');
  expect(data[1]).toContain('not ok 2 - one is two');
  expect(data.at(-1)).toContain('failed 1 test of 2');
});

test('An extension we do not have is named with what to do', async () => {
  const project = folder();
  cpSync(PROJECT, project, { recursive: true });
  writeFileSync(path.join(project, 'migrations/3_vector.sql'), 'create extension vector;');
  await expect(start(project)).rejects.toThrow(
    'Migration 3_vector.sql failed: the embedded PostgreSQL does not have the extension "vector"',
  );
}, 60_000);

test('A seed that fails is told in one line', async () => {
  const project = folder();
  cpSync(PROJECT, project, { recursive: true });
  writeFileSync(path.join(project, 'seed.sql'), 'insert into public.nowhere values (1);');
  await expect(start(project)).rejects.toThrow(
    /^Seed seed.sql failed: relation "public.nowhere" does not exist$/,
  );
}, 60_000);
