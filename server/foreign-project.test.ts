import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { skippedMigrations } from './database/migrations.ts';
import { startServer } from './server.ts';

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
  const dataDir = folder();
  cpSync(path.join(PROJECT, 'extension'), path.join(dataDir, 'extension'), { recursive: true });
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
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
});
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

test('An extension in SQL is found in the data directory', async () => {
  expect((await client.rpc('welcome')).data).toBe('Hello Ana');
});

test('An extension we do not have is named with what to do', async () => {
  const project = folder();
  cpSync(PROJECT, project, { recursive: true });
  writeFileSync(path.join(project, 'migrations/3_vector.sql'), 'create extension vector;');
  await expect(start(project)).rejects.toThrow(
    'Migration 3_vector.sql failed: the embedded PostgreSQL does not have the extension "vector". Put its files into DATA_DIR/extension if it is written in SQL alone (pgTAP is)',
  );
});

test('A seed that fails is told in one line', async () => {
  const project = folder();
  cpSync(PROJECT, project, { recursive: true });
  writeFileSync(path.join(project, 'seed.sql'), 'insert into public.nowhere values (1);');
  await expect(start(project)).rejects.toThrow(
    /^Seed seed.sql failed: relation "public.nowhere" does not exist$/,
  );
});
