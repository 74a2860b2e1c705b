import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminClient, newAccount, newClient, sharedApi } from './auth-support.ts';

/**
 * Every call to tables and functions that the customer's own client makes, as it makes them: plain
 * inserts and updates with ids and states of its own. Our app uses functions instead; both must work.
 */
interface Caller {
  readonly id: string;
  readonly client: SupabaseClient;
  readonly employeeId: string;
}

const DAY = '2026-01-05';
const at = (time: string) => `${DAY}T${time}:00+00:00`;
let company: string;
let project: string;
let costCode: string;
let manager: Caller;
let worker: Caller;

function first<Row>({ data, error }: { data: Row; error: unknown }): NonNullable<Row> {
  expect(error).toBeNull();
  return data as NonNullable<Row>;
}

async function signedIn() {
  const account = await newAccount(sharedApi(), { user_metadata: { first_name: 'Ana' } });
  const client = newClient();
  expect((await client.auth.signInWithPassword(account)).error).toBeNull();
  return { id: account.id, client };
}

async function hired(who: { id: string; client: SupabaseClient }, role: string): Promise<Caller> {
  const person = {
    company_id: company,
    user_id: who.id,
    first_name: 'Ana',
    last_name: 'Ruiz',
    role,
  };
  const row = first(await adminClient().from('employees').insert(person).select('id').single());
  return { ...who, employeeId: row.id };
}

beforeAll(async () => {
  const owner = await signedIn();
  const made = first(await owner.client.rpc('create_company', { name_param: 'Reyes Concrete' }));
  company = (made as { company_id: string }).company_id;
  manager = await hired(await signedIn(), 'manager');
  worker = await hired(await signedIn(), 'employee');
  project = first(
    await owner.client.from('projects').insert({ name: 'Annex' }).select('id').single(),
  ).id;
  costCode = first(
    await owner.client
      .from('cost_codes')
      .insert({ code: '03', name: 'Concrete' })
      .select('id')
      .single(),
  ).id;
});

test('profiles: one’s own row is there after sign-up, a second insert is 23505', async () => {
  const { client, id } = worker;
  const profile = first(await client.from('profiles').select('*').eq('id', id).single());
  expect(profile).toMatchObject({ id, first_name: 'Ana' });
  const again = await client.from('profiles').insert({ id, first_name: 'A', last_name: 'R' });
  expect(again.error?.code).toBe('23505');
});

test('employees: oneself, and all of the company for managers only', async () => {
  for (const { client, id, employeeId } of [worker, manager]) {
    const columns = 'id, role, company_id';
    const me = first(await client.from('employees').select(columns).eq('user_id', id).single());
    expect(me).toMatchObject({ id: employeeId, company_id: company });
    const company_id = first(
      await client.from('employees').select('company_id').eq('id', employeeId).single(),
    );
    expect(company_id).toEqual({ company_id: company });
  }
  const all = (client: SupabaseClient) =>
    client.from('employees').select('id').eq('company_id', company);
  expect(first(await all(manager.client))).toHaveLength(3);
  expect(first(await all(worker.client))).toEqual([{ id: worker.employeeId }]);
});

describe('time_entries', () => {
  const running = () =>
    worker.client
      .from('time_entries')
      .select('*')
      .eq('employee_id', worker.employeeId)
      .is('clock_out', null)
      .single();

  test('start, find the running one, stop', async () => {
    expect((await running()).error?.code).toBe('PGRST116');
    const started = first(
      await worker.client
        .from('time_entries')
        .insert({
          employee_id: worker.employeeId,
          clock_in: new Date().toISOString(),
          notes: 'Slab',
          project_id: project,
          cost_code_id: costCode,
          status: 'active',
        })
        .select('id')
        .single(),
    );
    expect(first(await running())).toMatchObject({ id: started.id, status: 'active' });
    const stop = { clock_out: new Date(Date.now() + 60_000).toISOString(), status: 'completed' };
    expect(
      (await worker.client.from('time_entries').update(stop).eq('id', started.id)).error,
    ).toBeNull();
    expect((await running()).error?.code).toBe('PGRST116');
  });

  test('add by hand, change, list newest first, delete', async () => {
    const { client, employeeId } = worker;
    const fields = {
      employee_id: employeeId,
      clock_in: at('12:00'),
      clock_out: at('16:00'),
      notes: 'By hand',
      project_id: project,
      cost_code_id: costCode,
      status: 'completed',
    };
    expect((await client.from('time_entries').insert(fields)).error).toBeNull();
    const later = { ...fields, clock_in: at('17:00'), clock_out: at('18:00') };
    expect((await client.from('time_entries').insert(later)).error).toBeNull();
    const list = async (who: Caller) =>
      first(
        await who.client
          .from('time_entries')
          .select('id, clock_in, clock_out, notes, project_id, cost_code_id, status, employee_id')
          .gte('clock_in', at('00:00'))
          .lt('clock_in', '2026-01-06T00:00:00+00:00')
          .order('clock_in', { ascending: false }),
      );
    const [second, one] = await list(worker);
    expect([second, one]).toMatchObject([later, fields]);
    expect(await list(manager)).toHaveLength(2);
    const id = one?.id as string;
    const changed = { ...fields, notes: 'Changed' };
    expect((await client.from('time_entries').update(changed).eq('id', id)).error).toBeNull();
    expect((await list(worker))[1]).toMatchObject({ notes: 'Changed', status: 'completed' });
    expect((await client.from('time_entries').delete().eq('id', id)).error).toBeNull();
    expect(await list(worker)).toHaveLength(1);
  });
});

describe('payroll', () => {
  const range = { start_date: DAY, end_date: DAY };
  const rows = ({ client }: Caller) =>
    client.rpc('generate_payroll_export_data', {
      company_id_param: company,
      start_date_param: DAY,
      end_date_param: DAY,
    });

  test('rows for managers alone', async () => {
    expect(first(await rows(manager))).toMatchObject([
      {
        first_name: 'Ana',
        last_name: 'Ruiz',
        total_hours: 1,
        hourly_rate: null,
        total_earnings: null,
      },
    ]);
    expect((await rows(worker)).error?.code).toBe('42501');
  });

  test('an export is recorded by managers alone', async () => {
    const record = ({ client, id }: Caller) =>
      client
        .from('payroll_exports')
        .insert({ company_id: company, exported_by: id, ...range, format: 'csv' });
    expect((await record(manager)).status).toBe(201);
    expect((await record(worker)).error?.code).toBe('42501');
    const kept = first(await manager.client.from('payroll_exports').select('exported_by, format'));
    expect(kept).toEqual([{ exported_by: manager.id, format: 'csv' }]);
  });
});

test('signing out ends every session of the account', async () => {
  const { client, id } = await signedIn();
  expect((await client.auth.getUser()).data.user?.id).toBe(id);
  const { data } = await client.auth.refreshSession();
  expect(data.session?.expires_in).toBe(3600);
  expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull();
  const late = await newClient().auth.refreshSession({
    refresh_token: data.session?.refresh_token ?? '',
  });
  expect(late.error).not.toBeNull();
});
