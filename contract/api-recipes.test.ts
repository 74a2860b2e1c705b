import { execFile } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { createChalkline, verifyWebhook } from '../clients/typescript/index.ts';
import { buildClient } from '../scripts/client.ts';
import { findPython } from '../scripts/find-python.ts';
import { installPackages } from '../scripts/install-package.ts';
import { adminClient, newAccount, newClient, sharedApi } from './auth-support.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/api.md'), 'utf8');
const RECIPES = PAGE.slice(PAGE.indexOf('## Recipes'));
const folder = mkdtempSync(path.join(ROOT, 'clients/typescript/.test-'));
const DAY = '2026-01-05';
const KEY = 'a secret of 24 bytes long';
const SECRET = `whsec_${Buffer.from(KEY).toString('base64')}`;
const sign = (text: string) => `v1,${createHmac('sha256', KEY).update(text).digest('base64')}`;
let client: { createChalkline: typeof createChalkline; verifyWebhook: typeof verifyWebhook };
let token: string;
let employeeId: string;
let entryId: string;

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
  const added = await adminClient().from('time_entries').insert(entry).select('id').single();
  expect(added.error).toBeNull();
  entryId = added.data?.id;
  employeeId = me.id;
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

test('what is printed in TypeScript: hours of a week, a project once, and who clocked in', async () => {
  const program = [
    'const { CHALKLINE_URL, CHALKLINE_TOKEN, FROM, TO, WEBHOOK_SECRET } = process.env;',
    'const [estimate, body, headers] = [process.env.ESTIMATE, process.env.BODY, process.env.HEADERS].map((text) => JSON.parse(text));',
    ...[...RECIPES.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) =>
      code.replace('@chalkline/client', './dist/index.js'),
    ),
    'console.log(hours);',
  ];
  expect(program).toHaveLength(6);
  const file = path.join(folder, 'recipes.mjs');
  writeFileSync(file, program.join('\n'));
  const estimate = { projectId: randomUUID(), name: 'Annex 2', number: 'E-7', client: 'Hill' };
  const body = JSON.stringify({ type: 'time_entry.started', data: { id: entryId } });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const given = {
    ...env(),
    WEBHOOK_SECRET: SECRET,
    ESTIMATE: JSON.stringify(estimate),
    BODY: JSON.stringify(body),
    HEADERS: JSON.stringify({
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': sign(`msg_1.${timestamp}.${body}`),
    }),
  };
  for (const _ of ['first', 'after a lost answer']) {
    const { stdout } = await run(process.execPath, [file], { env: given });
    expect(stdout).toContain('seconds: 28800');
    expect(stdout).toContain(`${employeeId} started at ${DAY}T14:00:00`);
  }
  const chalkline = client.createChalkline({ url: sharedApi().url, token });
  const { data } = await chalkline.from('projects').select('id, name, client').eq('number', 'E-7');
  expect(data).toEqual([{ id: estimate.projectId, name: 'Annex 2', client: 'Hill' }]);
  // What the token has no scope for.
  expect((await chalkline.from('employee_rates').select('id')).status).toBe(403);
});

test('a webhook is taken with the right signature only', async () => {
  const body = '{"type":"time_entry.started","timestamp":"2026-11-18T14:00:00Z","data":{"id":"1"}}';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,AAAA ${sign(`msg_1.${timestamp}.${body}`)}`,
  };
  expect(await client.verifyWebhook(body, headers, SECRET)).toMatchObject({ data: { id: '1' } });
  await expect(client.verifyWebhook(`${body} `, headers, SECRET)).rejects.toThrow('not signed');
  const old = { ...headers, 'webhook-timestamp': String(Number(timestamp) - 600) };
  await expect(client.verifyWebhook(body, old, SECRET)).rejects.toThrow('too long ago');
});
