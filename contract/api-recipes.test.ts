import { execFile } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { createChalkline, verifyWebhook } from '../clients/typescript/index.ts';
import { RECIPES } from '../scripts/api-recipes.ts';
import { buildClient } from '../scripts/client.ts';
import { findPython } from '../scripts/find-python.ts';
import { installPackages } from '../scripts/install-package.ts';
import { adminClient, newAccount, newClient, sharedApi } from './auth-support.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(ROOT, 'clients/typescript/.test-'));
const DAY = '2026-01-05';
let client: { createChalkline: typeof createChalkline; verifyWebhook: typeof verifyWebhook };
let token: string;

const hasCurl = async (): Promise<boolean> =>
  (await run('curl', ['--version']).catch(() => null)) !== null ||
  installPackages({ purpose: 'curl for recipes', file: '/usr/bin/curl', packages: ['curl'] });

/** The block of a language, as docs/api.md prints it. */
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(RECIPES)?.[1] ?? '';
const env = () => ({
  ...process.env,
  CHALKLINE_URL: sharedApi().url,
  CHALKLINE_TOKEN: token,
  FROM: DAY,
  TO: DAY,
});

beforeAll(async () => {
  const account = await newAccount(sharedApi(), { user_metadata: { first_name: 'Ana' } });
  const owner = newClient();
  expect((await owner.auth.signInWithPassword(account)).error).toBeNull();
  const made = await owner.rpc('create_company', { name_param: `Recipes ${randomUUID()}` });
  const me = made.data as { id: string; company_id: string };
  const project = await owner.from('projects').insert({ name: 'Annex' }).select('id').single();
  const entry = {
    company_id: me.company_id,
    employee_id: me.id,
    project_id: project.data?.id,
    clock_in: `${DAY}T14:00:00Z`,
    clock_out: `${DAY}T22:00:00Z`,
  };
  expect((await adminClient().from('time_entries').insert(entry)).error).toBeNull();
  const answer = await owner.rpc('create_api_token', {
    name_param: 'Recipes',
    scopes_param: ['time:read', 'projects:read', 'projects:write'],
  });
  expect(answer.error).toBeNull();
  token = (answer.data as { token: string }).token;
  buildClient(folder);
  client = await import(path.join(folder, 'dist/index.js'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the hours of a week by curl', async () => {
  if (!(await hasCurl())) throw new Error('The tests of recipes need curl. Install it.');
  const { stdout } = await run('sh', ['-c', block('sh')], { env: env() });
  expect(stdout.split('\n')[0]).toContain('seconds');
  expect(stdout).toContain('28800');
});

test('the hours of a week by Python', async () => {
  const { stdout } = await run(await findPython(), ['-c', block('python')], { env: env() });
  expect(stdout).toContain("'seconds': 28800");
});

test('the hours of a week, and a project once, by the typed client', async () => {
  const chalkline = client.createChalkline({ url: sharedApi().url, token });
  const hours = await chalkline.rpc('hours_report', {
    start_date_param: DAY,
    end_date_param: DAY,
    group_by_param: 'employee',
    then_by_param: 'day',
  });
  expect(hours.error).toBeNull();
  expect(hours.data?.map(({ seconds }) => seconds)).toEqual([28_800]);
  const id = randomUUID();
  for (const name of ['Annex 2', 'Annex 2']) {
    const { error } = await chalkline
      .from('projects')
      .upsert({ id, name }, { onConflict: 'company_id,id', ignoreDuplicates: true });
    expect(error).toBeNull();
  }
  const { data } = await chalkline.from('projects').select('id, name').eq('name', 'Annex 2');
  expect(data).toEqual([{ id, name: 'Annex 2' }]);
  // What the token has no scope for.
  expect((await chalkline.from('employee_rates').select('id')).status).toBe(403);
});

test('a webhook is taken with the right signature only', async () => {
  const secret = `whsec_${Buffer.from('a secret of 24 bytes long').toString('base64')}`;
  const body = '{"type":"time_entry.started","timestamp":"2026-11-18T14:00:00Z","data":{"id":"1"}}';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const sign = (text: string) =>
    `v1,${createHmac('sha256', 'a secret of 24 bytes long').update(text).digest('base64')}`;
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,AAAA ${sign(`msg_1.${timestamp}.${body}`)}`,
  };
  expect(await client.verifyWebhook(body, headers, secret)).toMatchObject({ data: { id: '1' } });
  await expect(client.verifyWebhook(`${body} `, headers, secret)).rejects.toThrow('not signed');
  const old = { ...headers, 'webhook-timestamp': String(Number(timestamp) - 600) };
  await expect(client.verifyWebhook(body, old, secret)).rejects.toThrow('too long ago');
});
