import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminClient, newAccount, newClient, sharedApi } from './auth-support.ts';

const DAY = '2026-01-05';
const owner = newClient();
const tokens = { reads: '', writes: '', projects: '' };
let projectId: string;
let employeeId: string;

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what each test looks at
  readonly json: any;
}

async function post(
  body: unknown,
  { token = tokens.reads, headers = {} as Record<string, string> } = {},
): Promise<Reply> {
  const answer = await fetch(`${sharedApi().url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
}

const ask = (method: string, params: object = {}, token = tokens.reads) =>
  post({ jsonrpc: '2.0', id: 1, method, params }, { token });

async function call(name: string, given: object = {}, token = tokens.reads) {
  const { json } = await ask('tools/call', { name, arguments: given }, token);
  return { isError: json.result.isError, value: json.result.structuredContent };
}

beforeAll(async () => {
  const account = await newAccount(sharedApi(), { user_metadata: { first_name: 'Ana' } });
  expect((await owner.auth.signInWithPassword(account)).error).toBeNull();
  const made = await owner.rpc('create_company', { name_param: `Agents ${randomUUID()}` });
  const me = made.data as { id: string; company_id: string };
  employeeId = me.id;
  const project = await owner
    .from('projects')
    .insert({ name: 'Harbor Annex', client: 'City, "Port"' })
    .select('id')
    .single();
  projectId = project.data?.id;
  const added = await adminClient()
    .from('time_entries')
    .insert({
      company_id: me.company_id,
      employee_id: me.id,
      project_id: projectId,
      clock_in: `${DAY}T14:00:00Z`,
      clock_out: `${DAY}T22:00:00Z`,
    });
  expect(added.error).toBeNull();
  const make = async (name: string, scopes: string[]) => {
    const { data, error } = await owner.rpc('create_api_token', {
      name_param: name,
      scopes_param: scopes,
    });
    expect(error).toBeNull();
    return (data as { token: string }).token;
  };
  tokens.reads = await make('Reader', ['time:read', 'people:read', 'projects:read']);
  tokens.writes = await make('Assistant', ['time:write']);
  tokens.projects = await make('Projects', ['projects:read']);
});

describe('the protocol', () => {
  test('begins with a version both know, and what this server has', async () => {
    const begin = (protocolVersion: string) =>
      ask('initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      });
    expect((await begin('2025-06-18')).json.result).toMatchObject({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'chalkline' },
    });
    expect((await begin('1999-01-01')).json.result.protocolVersion).toBe('2025-11-25');
    expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual({
      status: 202,
      json: undefined,
    });
    expect((await ask('ping')).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  test('says what it does not know', async () => {
    expect((await ask('resources/list')).json.error.code).toBe(-32601);
    expect((await ask('tools/call', { name: 'drop_table' })).json.error.code).toBe(-32602);
    expect(await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }])).toMatchObject({
      status: 400,
      json: { error: { code: -32600 } },
    });
    expect((await fetch(`${sharedApi().url}/mcp`)).status).toBe(405);
  });

  test('is for tokens, and not for pages of other sites', async () => {
    for (const token of ['', `${tokens.reads}x`, 'chl_pat_nothing']) {
      expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { token })).status).toBe(401);
    }
    const foreign = await post(
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { headers: { origin: 'https://evil.example' } },
    );
    expect(foreign.status).toBe(403);
  });

  test('lists tools with what they take', async () => {
    const { tools } = (await ask('tools/list')).json.result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'who_is_on_the_clock',
      'find_people',
      'find_projects',
      'hours',
      'time_entries',
      'needs_a_decision',
      'budget',
      'payroll_period',
      'schedule',
      'draft_shift',
      'draft_time_entry',
      'approve_time',
    ]);
    const writing = tools.filter(
      ({ annotations }: { annotations: { readOnlyHint: boolean } }) => !annotations.readOnlyHint,
    );
    for (const { inputSchema } of writing)
      expect(inputSchema.properties.confirm.type).toBe('boolean');
    expect(writing).toHaveLength(3);
  });
});

describe('reading', () => {
  test('people and projects by words of their names', async () => {
    const people = await call('find_people', { text: 'ana' });
    expect(people.value.people).toMatchObject([{ id: employeeId, first_name: 'Ana' }]);
    for (const text of ['annex harbor', 'city, "port', 'HARB']) {
      const found = await call('find_projects', { text });
      expect(found.value.projects).toMatchObject([{ id: projectId }]);
    }
    expect((await call('find_projects', { text: 'harbor stadium' })).value.projects).toEqual([]);
    expect((await call('find_projects')).value.projects).toHaveLength(1);
  });

  test('hours and entries of a period', async () => {
    const hours = await call('hours', { from: DAY, to: DAY, by: 'project' });
    expect(hours.value.rows).toMatchObject([{ group_key: projectId, seconds: 28_800 }]);
    const entries = await call('time_entries', {
      from: `${DAY}T00:00:00Z`,
      to: `${DAY}T23:59:00Z`,
      person_id: employeeId,
    });
    expect(entries.value.entries.entries).toHaveLength(1);
    expect((await call('who_is_on_the_clock')).value).toEqual({ people: [] });
    expect((await call('schedule', { from: DAY, to: DAY })).isError).toBe(false);
    expect((await call('needs_a_decision')).value).toEqual({ approval_steps: [], time_off: [] });
  });

  test('nothing beyond the scopes of the token', async () => {
    const given = { from: DAY, to: DAY };
    const pay = await call('payroll_period', given);
    expect(pay.value.people).toMatchObject({ hint: 'insufficient_scope' });
    const hours = await call('hours', { ...given, by: 'day' }, tokens.projects);
    expect([hours.isError, hours.value.rows.hint]).toEqual([true, 'insufficient_scope']);
    const refused = await call('approve_time', { person_id: employeeId, ...given, confirm: true });
    expect([refused.isError, refused.value.days.hint]).toEqual([true, 'insufficient_scope']);
  });

  test('what a tool does not take is said, not dropped', async () => {
    const unknown = await call('hours', { from: DAY, to: DAY, by: 'day', employee: 'Ana' });
    expect(unknown).toEqual({ isError: true, value: { message: 'hours does not take employee.' } });
    expect((await call('hours', { from: DAY })).value.message).toBe('Missing: to, by.');
    const wrong = await call('hours', { from: 'someday', to: DAY, by: 'day' });
    expect([wrong.isError, wrong.value.rows.code]).toEqual([true, '22007']);
  });
});

describe('changing', () => {
  const entry = () => ({
    person_id: employeeId,
    project_id: projectId,
    starts_at: '2026-01-06T14:00:00Z',
    ends_at: '2026-01-06T18:00:00Z',
    reason: 'Told by radio',
  });
  const stored = async () =>
    (await owner.from('time_entries').select('id').gte('clock_in', '2026-01-06')).data ?? [];

  test('without confirm nothing is changed, and what would be is shown', async () => {
    const dry = await call('draft_time_entry', entry(), tokens.writes);
    expect(dry.value).toMatchObject({
      done: false,
      would: {
        entry: {
          url: '/rest/v1/rpc/save_time_entry',
          body: { employee_id_param: employeeId, reason_param: 'Told by radio' },
        },
      },
    });
    for (const confirm of ['true', 1, false]) {
      const again = await call('draft_time_entry', { ...entry(), confirm }, tokens.writes);
      expect(again.value.done).toBe(false);
    }
    expect(await stored()).toEqual([]);
  });

  test('with confirm it is, and the history names token and tool', async () => {
    const made = await call('draft_time_entry', { ...entry(), confirm: true }, tokens.writes);
    expect([made.isError, (await stored()).length]).toEqual([false, 1]);
    const [{ id } = { id: '' }] = await stored();
    const history = await owner.rpc('time_entry_history', { entry_id_param: id });
    expect(JSON.stringify(history.data)).toContain(
      'Told by radio · API token: Assistant, tool: draft_time_entry',
    );
  });
});
