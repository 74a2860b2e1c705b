import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { as, hire, openCompanies, type Person, signUp, type Tx } from './world.ts';

const { db, us, them } = await openCompanies();

const KEYS = { p256dh: `B${'k'.repeat(86)}`, auth: 's'.repeat(22) };
const address = () => `https://push.example/${randomUUID()}`;

async function startSession(person: Pick<Person, 'userId'>): Promise<string> {
  const [row] = await db.sql`insert into auth.sessions (id, user_id, created_at, updated_at)
    values (gen_random_uuid(), ${person.userId}, now(), now()) returning id`;
  return row?.['id'];
}

interface Saved {
  endpoint: string;
  keys?: typeof KEYS;
  name?: string;
  details?: boolean | null;
  replaces?: string | null;
  session?: string;
}
async function save(who: Person | 'anon', saved: Saved): Promise<string> {
  const { endpoint, keys = KEYS, name = 'Phone', details = null, replaces = null } = saved;
  const rows = await as(db.sql, who, async (tx: Tx) => {
    if (saved.session && typeof who !== 'string') {
      const claims = { role: 'authenticated', sub: who.userId, session_id: saved.session };
      await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    }
    return tx`select save_push_subscription(${endpoint}, ${keys.p256dh}, ${keys.auth}, ${name}, ${details}, ${replaces}) as id`;
  });
  return rows[0]?.['id'];
}
const stored = (endpoint: string) =>
  db.sql`select employee_id, device_name, details, p256dh, failures from push_subscriptions where endpoint = ${endpoint}`;

test('a device is saved once, and only its person reads, renames and removes it', async () => {
  const endpoint = address();
  const id = await save(us.employee, { endpoint, name: '  Pixel 9 ' });
  expect(await save(us.employee, { endpoint, name: 'Other' })).toBe(id);
  expect(await stored(endpoint)).toMatchObject([{ device_name: 'Pixel 9', details: false }]);
  for (const other of [
    us.owner,
    us.manager,
    us.foreman,
    us.colleague,
    us.deactivated,
    them.owner,
  ]) {
    const act = (story: (tx: Tx) => Promise<unknown>) => as(db.sql, other, story);
    expect(await act((tx) => tx`select from push_subscriptions where id = ${id}`)).toEqual([]);
    expect(
      await act(
        (tx) => tx`update push_subscriptions set details = true where id = ${id} returning id`,
      ),
    ).toEqual([]);
    expect(
      await act((tx) => tx`delete from push_subscriptions where id = ${id} returning id`),
    ).toEqual([]);
  }
  await as(
    db.sql,
    us.employee,
    (tx) => tx`update push_subscriptions set device_name = 'Work phone', details = true`,
  );
  await save(us.employee, { endpoint, name: 'Pixel 9' });
  expect(await stored(endpoint)).toMatchObject([{ device_name: 'Work phone', details: true }]);
  await as(db.sql, us.employee, (tx) => tx`delete from push_subscriptions where id = ${id}`);
  expect(await stored(endpoint)).toEqual([]);
});

test('visitors, kiosks and leavers save nothing', async () => {
  const endpoint = address();
  const kiosk = await signUp(db.sql);
  for (const who of ['anon', kiosk, us.deactivated] as const) {
    await expect(save(who, { endpoint })).rejects.toMatchObject({ code: '42501' });
  }
  expect(await stored(endpoint)).toEqual([]);
});

test('an address moves to another account only with the keys of the browser', async () => {
  const endpoint = address();
  await save(us.employee, { endpoint });
  for (const thief of [us.colleague, us.owner, them.owner]) {
    await expect(
      save(thief, { endpoint, keys: { ...KEYS, auth: 'x'.repeat(22) } }),
    ).rejects.toMatchObject({ hint: 'invalid_push_subscription' });
    await save(thief, { endpoint: address(), replaces: endpoint });
  }
  expect(await stored(endpoint)).toMatchObject([{ employee_id: us.employee.employeeId }]);
  await save(us.colleague, { endpoint, name: 'Shared tablet' });
  expect(await stored(endpoint)).toMatchObject([
    { employee_id: us.colleague.employeeId, device_name: 'Shared tablet', details: false },
  ]);
});

test('a browser with a new address takes its name and choice along', async () => {
  const [before, after] = [address(), address()];
  const id = await save(us.foreman, { endpoint: before, name: 'Truck tablet', details: true });
  await db.sql`select private.note_push_delivery(${us.id}, ${id}, 'failed')`;
  expect(await save(us.foreman, { endpoint: after, name: 'Chrome', replaces: before })).toBe(id);
  expect(await stored(before)).toEqual([]);
  expect(await stored(after)).toMatchObject([
    { device_name: 'Truck tablet', details: true, failures: 0 },
  ]);
});

test('what is no subscription is refused', async () => {
  const bad: Partial<Saved>[] = [
    { endpoint: 'http://push.example/x' },
    { endpoint: 'https://user@push.example/x' },
    { endpoint: 'javascript:alert(1)' },
    { endpoint: `https://push.example/${'x'.repeat(1000)}` },
    { keys: { ...KEYS, p256dh: 'short' } },
    { keys: { ...KEYS, auth: '' } },
    { name: '   ' },
  ];
  for (const part of bad) {
    await expect(save(us.employee, { endpoint: address(), ...part })).rejects.toMatchObject({
      hint: 'invalid_push_subscription',
    });
  }
});

test('a device goes with its session, its account and its job', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  const session = await startSession(worker);
  const [signedOut, deactivated] = [address(), address()];
  await save(worker, { endpoint: signedOut, session });
  await save(worker, { endpoint: deactivated, session: await startSession(worker) });
  await as(db.sql, worker, (tx) => tx`select end_my_session(${session})`);
  expect(await stored(signedOut)).toEqual([]);
  expect(await stored(deactivated)).toHaveLength(1);
  await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${worker.employeeId})`);
  expect(await stored(deactivated)).toEqual([]);
});

test('a session of somebody else is not taken for one of the own', async () => {
  const session = await startSession(us.colleague);
  const endpoint = address();
  await save(us.manager, { endpoint, session });
  await db.sql`delete from auth.sessions where id = ${session}`;
  expect(await stored(endpoint)).toHaveLength(1);
});

test('twenty devices at most: what was reached longest ago goes', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  const all = Array.from({ length: 21 }, address);
  for (const endpoint of all.slice(0, 20)) await save(worker, { endpoint });
  await db.sql`update push_subscriptions set last_success_at = case when endpoint = ${all[3] as string}
    then now() - interval '1 year' else now() end where employee_id = ${worker.employeeId}`;
  await save(worker, { endpoint: all[20] as string });
  const left =
    await db.sql`select endpoint from push_subscriptions where employee_id = ${worker.employeeId}`;
  expect(new Set(left.map((row) => row['endpoint']))).toEqual(
    new Set(all.filter((endpoint) => endpoint !== all[3])),
  );
});

test('what became of a sending is noted; an address that is gone goes', async () => {
  const endpoint = address();
  const id = await save(us.employee, { endpoint });
  const note = (status: string) =>
    db.sql`select private.note_push_delivery(${us.id}, ${id}, ${status})`;
  await note('failed');
  expect(await stored(endpoint)).toMatchObject([{ failures: 1 }]);
  await note('sent');
  const [row] =
    await db.sql`select failures, last_success_at from push_subscriptions where id = ${id}`;
  expect(row).toMatchObject({ failures: 0, last_success_at: expect.anything() });
  await note('gone');
  expect(await stored(endpoint)).toEqual([]);
});

const answer = (endpoint: string, auth: string, action: string, subject: object) =>
  as(
    db.sql,
    'anon',
    (tx) =>
      tx`select answer_from_device(${endpoint}, ${auth}, ${action}, ${tx.json(subject as never)})`,
  );

test('a tap on a notification answers for the person of that device, and for nobody else', async () => {
  const endpoint = address();
  await save(us.employee, { endpoint });
  const [bulletin] = await as(
    db.sql,
    us.manager,
    (tx) =>
      tx`insert into bulletins (title, must_acknowledge) values ('Trench', true) returning id`,
  );
  const subject = { bulletin_id: bulletin?.['id'], language: 'es' };
  for (const [place, secret] of [
    [endpoint, 'x'.repeat(22)],
    [address(), KEYS.auth],
  ] as const) {
    await expect(answer(place, secret, 'acknowledge', subject)).rejects.toMatchObject({
      hint: 'unknown_push_device',
    });
  }
  expect(await db.sql`select from bulletin_reads`).toEqual([]);
  await answer(endpoint, KEYS.auth, 'acknowledge', subject);
  await answer(endpoint, KEYS.auth, 'acknowledge', subject);
  expect(
    await db.sql`select employee_id, language from bulletin_reads where acknowledged_at is not null`,
  ).toEqual([{ employee_id: us.employee.employeeId, language: 'es' }]);
  const bad = [{ shift_ids: 'x' }, { shift_ids: [] }, {}, { bulletin_id: 'x' }];
  for (const each of bad) {
    await expect(answer(endpoint, KEYS.auth, 'confirm', each)).rejects.toMatchObject({
      hint: 'unknown_push_action',
    });
  }
  await expect(
    answer(endpoint, KEYS.auth, 'confirm', { shift_ids: [randomUUID()] }),
  ).rejects.toMatchObject({ hint: 'shift_not_found' });
});

test('a second factor that the session has not passed is not passed by a device', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  const endpoint = address();
  await save(worker, { endpoint, session: await startSession(worker) });
  await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (${randomUUID()}, ${worker.userId}, 'totp', 'verified')`;
  const [bulletin] = await as(
    db.sql,
    us.manager,
    (tx) => tx`insert into bulletins (title) values ('Crane') returning id`,
  );
  await expect(
    answer(endpoint, KEYS.auth, 'acknowledge', { bulletin_id: bulletin?.['id'] }),
  ).rejects.toMatchObject({ hint: 'no_employee' });
});

test('a browser announces its new address with the secret of the old one only', async () => {
  const [before, after, other] = [address(), address(), address()];
  await save(us.employee, { endpoint: before, name: 'Tablet' });
  await save(us.colleague, { endpoint: other });
  const renew = (secret: string, next: string, auth = 'n'.repeat(22)) =>
    as(
      db.sql,
      'anon',
      (tx) =>
        tx`select renew_push_subscription(${before}, ${secret}, ${next}, ${KEYS.p256dh}, ${auth})`,
    );
  await expect(renew('x'.repeat(22), after)).rejects.toMatchObject({ hint: 'unknown_push_device' });
  for (const [next, auth] of [
    [other, 'n'.repeat(22)],
    ['http://127.0.0.1/', 'n'.repeat(22)],
    [after, ''],
  ] as const) {
    await expect(renew(KEYS.auth, next, auth)).rejects.toMatchObject({
      hint: 'invalid_push_subscription',
    });
  }
  await renew(KEYS.auth, after);
  expect(await stored(before)).toEqual([]);
  expect(await stored(after)).toMatchObject([
    { employee_id: us.employee.employeeId, device_name: 'Tablet' },
  ]);
});

test('neither the history nor live updates have any of it', async () => {
  const events = await db.sql`select from audit_events where entity = 'push_subscriptions'
    or (before || after)::text like ${`%${KEYS.auth}%`}`;
  expect(events).toEqual([]);
  const published =
    await db.sql`select from pg_publication_tables where tablename = 'push_subscriptions'`;
  expect(published).toEqual([]);
});
