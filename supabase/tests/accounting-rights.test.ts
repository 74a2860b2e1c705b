import { beforeAll, describe, expect, test } from 'vitest';
import { AccountingStage } from './accounting-stage.ts';
import { openCompanies, type Person, signUp } from './world.ts';

const { db, us, them, act } = await openCompanies();
const stage = new AccountingStage(db.sql, us);
let activity = '';

beforeAll(async () => {
  await (await stage.connect()).mapAll();
  await stage.work('2026-10-05T11:00:00Z', '2026-10-05T15:00:00Z');
  await stage.approve('2026-10-05');
  const [taken] = await stage.take();
  if (!taken) throw new Error('Nothing taken');
  activity = taken.activity_id;
  await stage.note(taken, { kind: 'conflict', reason: 'edited', theirs: { sync_token: '9' } });
});

const TABLES = [
  'accounting_connections',
  'accounting_records',
  'accounting_mappings',
  'accounting_days',
  'accounting_activities',
  'quickbooks_connections',
  'quickbooks_mappings',
  'quickbooks_activities',
] as const;

const outsiders: [string, () => Person | 'anon' | Promise<Person>][] = [
  ['an employee', () => us.employee],
  ['a foreman', () => us.foreman],
  ['somebody who left', () => us.deactivated],
  ['the owner of another company', () => them.owner],
  ['a stranger', () => signUp(db.sql)],
  ['nobody', () => 'anon'],
];

/** Everything that could have moved. */
const everything = async () => [
  await db.sql`select * from accounting_connections where company_id = ${us.id}`,
  await db.sql`select * from accounting_mappings where company_id = ${us.id} order by id`,
  await db.sql`select * from accounting_activities where company_id = ${us.id} order by id`,
  await db.sql`select sealed from private.accounting_secrets where company_id = ${us.id}`,
];

const CALLS: Record<string, (tx: Parameters<Parameters<typeof act>[1]>[0]) => Promise<unknown>> = {
  create_accounting_connection: (tx) => tx`select create_accounting_connection('adp')`,
  set_accounting_state: (tx) => tx`select set_accounting_state(${stage.connection}, 'paused')`,
  send_accounting_now: (tx) => tx`select send_accounting_now(${stage.connection})`,
  set_accounting_mapping: (tx) =>
    tx`select set_accounting_mapping(${stage.connection}, ${tx.json([{ target: 'customer', project_id: us.project }])})`,
  decide_accounting_conflict: (tx) =>
    tx`select decide_accounting_conflict(${activity}, 'send_ours')`,
  retry_accounting_activity: (tx) => tx`select retry_accounting_activity(${activity})`,
  accounting_overview: (tx) =>
    tx`select accounting_overview(${stage.connection}, '2026-10-01', '2026-10-31')`,
  accounting_matching: (tx) => tx`select accounting_matching(${stage.connection})`,
};

describe.each(outsiders)('%s', (_, who) => {
  test('sees nothing of it', async () => {
    const person = await who();
    for (const table of TABLES) {
      const rows = await act(
        person,
        (tx) => tx`select * from ${tx(table)} where company_id = ${us.id}`,
      ).catch(() => []);
      expect(rows, table).toHaveLength(0);
    }
    const suggestions = await act(
      person,
      (tx) => tx`select * from suggest_accounting_mappings(${stage.connection})`,
    ).catch(() => []);
    expect(suggestions).toHaveLength(0);
    const history = await act(
      person,
      (tx) =>
        tx`select * from audit_events where company_id = ${us.id} and entity like 'accounting%'`,
    ).catch(() => []);
    expect(history).toHaveLength(0);
  });

  test('changes nothing of it', async () => {
    const person = await who();
    const before = await everything();
    for (const [name, call] of Object.entries(CALLS)) {
      // The owner of another company may connect their own.
      if (person === them.owner && name === 'create_accounting_connection') continue;
      await expect(act(person, call), name).rejects.toThrow();
    }
    await act(
      person,
      (tx) =>
        tx`update accounting_connections set send_from = '2026-01-01' where id = ${stage.connection}`,
    ).catch(() => undefined);
    expect(await everything()).toEqual(before);
  });
});

test('a manager connects and disconnects nothing, and nobody reads secrets', async () => {
  const before = await everything();
  await expect(
    act(us.manager, CALLS['create_accounting_connection'] as never),
  ).rejects.toMatchObject({
    hint: 'owners_only',
  });
  await expect(
    act(us.manager, (tx) => tx`select set_accounting_state(${stage.connection}, 'disconnected')`),
  ).rejects.toMatchObject({ hint: 'owners_only' });
  for (const who of [us.owner, us.manager, 'service_role'] as const) {
    await expect(
      act(who as Person, (tx) => tx`select * from private.accounting_secrets`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      act(who as Person, (tx) => tx`select private.accounting_read_secret(${stage.connection})`),
    ).rejects.toMatchObject({ code: '42501' });
    if (who === 'service_role') continue;
    await expect(
      act(who as Person, (tx) => tx`update accounting_connections set state = 'disconnected'`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      act(who as Person, (tx) => tx`update accounting_activities set problem = 'x'`),
    ).rejects.toMatchObject({ code: '42501' });
  }
  expect(await everything()).toEqual(before);
});

test('records of another company or connection are no match; two people are not one', async () => {
  const theirs = await new AccountingStage(db.sql, them).connect();
  await theirs.read('employee', ['Foreign']);
  await expect(
    stage.map([
      {
        target: 'person',
        employee_id: us.employee.employeeId,
        record_id: theirs.records.get('Foreign'),
      },
    ]),
  ).rejects.toMatchObject({ hint: 'accounting_record_unknown' });
  await expect(
    stage.map([
      {
        target: 'person',
        employee_id: us.colleague.employeeId,
        record_id: stage.records.get('Emp'),
      },
    ]),
  ).rejects.toMatchObject({ hint: 'accounting_person_taken' });
  await expect(
    stage.map([
      { target: 'customer', project_id: them.project, record_id: stage.records.get('Harbor') },
    ]),
  ).rejects.toMatchObject({ hint: 'not_found' });
  // Swapped in one go.
  await stage.map([
    { target: 'person', employee_id: us.employee.employeeId, record_id: null },
    { target: 'person', employee_id: us.colleague.employeeId, record_id: stage.records.get('Emp') },
  ]);
});

test('suggestions are by e-mail address, number or name, and only where one fits', async () => {
  await stage.read('employee', [
    'Emp',
    'Col',
    'Manager Example',
    'Example, Manager',
    'Example, Foreman',
  ]);
  await stage.read('customer', ['Harbor', 'Owner LLC:Harbor Point']);
  const rows = await act(
    us.manager,
    (
      tx,
    ) => tx`select g.target, r.name, g.reason from suggest_accounting_mappings(${stage.connection}) g
      join accounting_records r on r.id = g.record_id order by 1, 2`,
  );
  // Of two managers there a person chooses.
  expect(rows).toEqual([{ target: 'person', name: 'Example, Foreman', reason: 'name' }]);
});

test('an id there is no number of ours: only what is noted as the id elsewhere suggests by it', async () => {
  await db.sql`update cost_codes set code = 'item-Nails', external_id = null where id = ${us.costCode}`;
  await stage.read('item', ['Nails']);
  const suggested = async () =>
    (
      await act(
        us.manager,
        (tx) => tx`select r.name, g.reason from suggest_accounting_mappings(${stage.connection}) g
          join accounting_records r on r.id = g.record_id where g.cost_code_id = ${us.costCode}`,
      )
    ).map(({ name, reason }) => [name, reason]);
  await stage.map([{ target: 'item', cost_code_id: us.costCode, record_id: null }], us.manager);
  expect(await suggested()).toEqual([]);
  await db.sql`update cost_codes set external_id = 'item-Nails' where id = ${us.costCode}`;
  expect(await suggested()).toEqual([['Nails', 'number']]);
});

test('classes are matched with projects and cost codes, where the company uses any', async () => {
  const matching = async () => {
    const [row] = await act(
      us.manager,
      (tx) => tx`select accounting_matching(${stage.connection}) as matching`,
    );
    return row?.['matching'] as {
      targets: string[];
      subjects: { target: string; id: string; is_a: string | null; record_id: string | null }[];
    };
  };
  expect((await matching()).targets).not.toContain('class');
  await stage.read('class', ['North']);
  const record = stage.records.get('North') ?? '';
  await stage.map(
    [
      { target: 'class', project_id: us.project, record_id: record },
      { target: 'class', cost_code_id: us.costCode, record_id: record },
    ],
    us.manager,
  );
  const { targets, subjects } = await matching();
  expect(targets).toContain('class');
  expect(subjects.filter(({ target, record_id: id }) => target === 'class' && id)).toEqual([
    expect.objectContaining({ id: us.project, is_a: 'project', record_id: record }),
    expect.objectContaining({ id: us.costCode, is_a: 'cost_code', record_id: record }),
  ]);
});

test('an owner disconnects: the secrets go, what was sent stays listed', async () => {
  await act(us.owner, (tx) => tx`select set_accounting_state(${stage.connection}, 'disconnected')`);
  const [secret] =
    await db.sql`select from private.accounting_secrets where connection_id = ${stage.connection}`;
  expect(secret).toBeUndefined();
  expect(
    await act(us.manager, (tx) => tx`select id from accounting_activities where id = ${activity}`),
  ).toHaveLength(1);
  expect(await stage.due()).toBe(0);
});
