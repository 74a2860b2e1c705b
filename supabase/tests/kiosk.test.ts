import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  tablet as newTablet,
  pairingCode,
  pairedTablet as pairTablet,
  workerWithPin,
} from './kiosk-stage.ts';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

const tablet = () => newTablet(db.sql);
const codeOf = () => pairingCode(db.sql, us);
const pairedTablet = () => pairTablet(db.sql, us);
const worker = (pin?: string) => workerWithPin(db.sql, us, pin);

const punch = async (
  kiosk: Pick<Person, 'userId'>,
  who: Person,
  kind: string,
  pin = '4711',
  id: string | null = null,
) =>
  (
    await act(
      kiosk,
      (tx) => tx`select * from kiosk_punch(${who.employeeId}, ${pin}, ${kind}, id_param => ${id})`,
    )
  )[0];

test('in, break, switch and out with the PIN, on the project of the kiosk', async () => {
  const kiosk = await pairedTablet();
  const person = await worker();
  expect(await punch(kiosk, person, 'clock_in')).toMatchObject({ result: 'done' });
  expect(await punch(kiosk, person, 'clock_in')).toMatchObject({ result: 'already_in' });
  await punch(kiosk, person, 'start_break');
  await punch(kiosk, person, 'start_break');
  await punch(kiosk, person, 'end_break');
  expect(await punch(kiosk, person, 'switch')).toMatchObject({ result: 'done' });
  expect(await punch(kiosk, person, 'clock_out')).toMatchObject({ result: 'done' });
  expect(await punch(kiosk, person, 'clock_out')).toMatchObject({ result: 'not_in' });
  const entries = await db.sql`select source, project_id, clock_out is null as running
    from time_entries where employee_id = ${person.employeeId}`;
  expect(entries).toEqual(
    Array.from({ length: 2 }, () => ({
      source: 'kiosk',
      project_id: us.project,
      running: false,
    })),
  );
  const breaks = await db.sql`select ended_at is null as open from time_entry_breaks b
    join time_entries t on t.id = b.time_entry_id where t.employee_id = ${person.employeeId}`;
  expect(breaks).toEqual([{ open: false }]);
});

test('whoever works on a phase reads its full name, in both languages', async () => {
  const kiosk = await pairedTablet();
  const person = await worker();
  const [phase] = await db.sql`insert into projects (company_id, name, name_es, parent_id)
    values (${us.id}, 'Framing', 'Estructura', ${us.project}) returning id`;
  await act(person, (tx) => tx`select clock_in(${phase?.['id'] as string})`);
  const [row] = await act(
    kiosk,
    (tx) => tx`select kiosk_person(${person.employeeId}, '4711') -> 'running' as running`,
  );
  const [top] = await db.sql`select name from projects where id = ${us.project}`;
  expect(row?.['running']).toMatchObject({
    project_name: `${top?.['name']} › Framing`,
    project_name_es: `${top?.['name']} › Estructura`,
  });
});

test('a repeated punch counts once', async () => {
  const kiosk = await pairedTablet();
  const person = await worker();
  const id = randomUUID();
  for (let times = 0; times < 2; times += 1) {
    expect(await punch(kiosk, person, 'clock_in', '4711', id)).toMatchObject({
      result: 'done',
      entry_id: id,
    });
  }
});

test('five wrong PINs lock it until a manager sets a new one', async () => {
  const kiosk = await pairedTablet();
  const person = await worker();
  const tries = [];
  for (let times = 0; times < 5; times += 1) {
    tries.push(await punch(kiosk, person, 'clock_in', '9999'));
  }
  expect(tries.map((row) => [row?.['result'], row?.['tries_left']])).toEqual([
    ['wrong_pin', 4],
    ['wrong_pin', 3],
    ['wrong_pin', 2],
    ['wrong_pin', 1],
    ['locked', 0],
  ]);
  expect(await punch(kiosk, person, 'clock_in')).toMatchObject({ result: 'locked' });
  expect(
    await db.sql`select from time_entries where employee_id = ${person.employeeId}`,
  ).toHaveLength(0);
  // The managers are told, and it waits in Verification until there is a new PIN.
  const told = await db.sql`select to_address as to from mail.outbox
    where template = 'pin_locked' and data ->> 'employee_id' = ${person.employeeId} order by 1`;
  expect(told.map(({ to }) => to)).toEqual([us.manager.email, us.owner.email].sort());
  const open = async () =>
    (
      await act(
        us.manager,
        (tx) => tx`select employee_id from verification_items() where kind = 'pin_locked'`,
      )
    ).map((row) => row['employee_id']);
  expect(await open()).toContain(person.employeeId);
  await act(us.manager, (tx) => tx`select set_employee_pin(${person.employeeId}, '2580')`);
  expect(await open()).not.toContain(person.employeeId);
  expect(await punch(kiosk, person, 'clock_in', '2580')).toMatchObject({ result: 'done' });
});

test('guesses sent all at once are counted', async () => {
  const kiosk = await pairedTablet();
  const person = await worker();
  const rows = await Promise.all(
    Array.from({ length: 8 }, () => punch(kiosk, person, 'clock_in', '9999')),
  );
  expect(rows.filter((row) => row?.['result'] === 'wrong_pin')).toHaveLength(4);
  expect(rows.filter((row) => row?.['result'] === 'locked')).toHaveLength(4);
});

test('nobody reads a PIN, not even its hash', async () => {
  const person = await worker();
  const [row] = await act(
    us.owner,
    (tx) => tx`select * from employee_pins where employee_id = ${person.employeeId}`,
  );
  expect(JSON.stringify(row)).not.toMatch(/4711|\$2/);
  await expect(
    act(us.owner, (tx) => tx`select * from private.employee_pin_hashes`),
  ).rejects.toMatchObject({ code: '42501' });
});

test('one sets the own PIN; that of others is for managers', async () => {
  const person = await worker();
  await act(person, (tx) => tx`select set_employee_pin(${person.employeeId}, '8024')`);
  for (const who of [us.employee, us.foreman]) {
    await expect(
      act(who, (tx) => tx`select set_employee_pin(${person.employeeId}, '1357')`),
    ).rejects.toMatchObject({ code: '42501' });
  }
  await expect(
    act(them.owner, (tx) => tx`select set_employee_pin(${person.employeeId}, '1357')`),
  ).rejects.toMatchObject({ hint: 'not_found' });
  for (const pin of ['12', 'abcd', '123456789']) {
    await expect(
      act(person, (tx) => tx`select set_employee_pin(${person.employeeId}, ${pin})`),
    ).rejects.toMatchObject({ hint: 'pin_form' });
  }
  for (const pin of ['0000', '1234', '4321']) {
    await expect(
      act(person, (tx) => tx`select set_employee_pin(${person.employeeId}, ${pin})`),
    ).rejects.toMatchObject({ hint: 'pin_too_simple' });
  }
  const kiosk = await pairedTablet();
  expect(await punch(kiosk, person, 'clock_in', '8024')).toMatchObject({ result: 'done' });
});

test('a code pairs one tablet, once and in time', async () => {
  const code = await codeOf();
  const first = await tablet();
  const second = await tablet();
  await act(first, (tx) => tx`select pair_kiosk(${code.toLowerCase().replace('-', ' ')})`);
  const [again] = await act(second, (tx) => tx`select pair_kiosk(${code}) as kiosk`);
  expect(again?.['kiosk']).toBeNull();
  const late = await codeOf();
  await db.sql`update private.kiosk_codes set expires_at = now() - interval '1 second'`;
  const [tooLate] = await act(second, (tx) => tx`select pair_kiosk(${late}) as kiosk`);
  expect(tooLate?.['kiosk']).toBeNull();
  expect(await act(second, (tx) => tx`select my_kiosk() as kiosk`)).toEqual([{ kiosk: null }]);
  const third = await codeOf();
  await expect(act(us.employee, (tx) => tx`select pair_kiosk(${third})`)).rejects.toMatchObject({
    hint: 'kiosk_needs_own_account',
  });
});

test('a kiosk reads names and nothing else', async () => {
  const kiosk = await pairedTablet();
  const person = await worker();
  const people = await act(kiosk, (tx) => tx`select * from kiosk_people()`);
  expect(people.find((one) => one['employee_id'] === person.employeeId)).toMatchObject({
    status: 'out',
    has_pin: true,
  });
  expect(JSON.stringify(people)).not.toMatch(/rate|seconds|minutes|since/);
  for (const table of ['employees', 'time_entries', 'projects', 'companies', 'employee_pins']) {
    expect(await act(kiosk, (tx) => tx.unsafe(`select * from ${table}`))).toHaveLength(0);
  }
  await expect(act(kiosk, (tx) => tx`select create_company('Mine')`)).rejects.toMatchObject({
    hint: 'account_needs_address',
  });
  await expect(
    act(
      kiosk,
      (tx) =>
        tx`insert into storage.objects (bucket_id, name) values ('avatars', ${`${kiosk.userId}/a.png`})`,
    ),
  ).rejects.toMatchObject({ code: '42501' });
  expect(await punch(kiosk, them.employee, 'clock_in')).toMatchObject({ result: 'no_pin' });
});

test('a revoked kiosk can do nothing', async () => {
  const kiosk = await pairedTablet();
  const person = await worker();
  const [row] = await db.sql`select id from kiosks where user_id = ${kiosk.userId}`;
  const revoke = (who: Person) =>
    act(who, (tx) => tx`select revoke_kiosk(${row?.['id'] as string})`);
  await expect(revoke(us.foreman)).rejects.toMatchObject({ code: '42501' });
  await revoke(them.owner);
  expect(await punch(kiosk, person, 'clock_in')).toMatchObject({ result: 'done' });
  await revoke(us.manager);
  await expect(punch(kiosk, person, 'clock_out')).rejects.toMatchObject({
    hint: 'kiosk_not_paired',
  });
  expect(await act(kiosk, (tx) => tx`select * from kiosk_people()`)).toHaveLength(0);
  expect((await act(kiosk, (tx) => tx`select my_kiosk()`))[0]).toEqual({ my_kiosk: null });
});

test('the clock of a company that asks for reasons stops at the kiosk too', async () => {
  const kiosk = await pairedTablet();
  const person = await worker();
  await db.sql`update companies set edit_reason_required = true where id = ${us.id}`;
  await punch(kiosk, person, 'in');
  expect(await punch(kiosk, person, 'out')).toMatchObject({ result: 'done' });
  await db.sql`update companies set edit_reason_required = false where id = ${us.id}`;
});

test('questions are answered at the kiosk with the PIN; an injury opens an incident', async () => {
  const kiosk = await pairedTablet();
  const person = await worker();
  const [question] = await act(
    us.owner,
    (tx) => tx`insert into clock_questions (moment, text_en, text_es, alarm_answer, opens_incident)
      values ('out', 'Were you injured?', '¿Te lastimaste?', 'yes', true) returning id`,
  );
  const [opened] = await act(
    kiosk,
    (tx) => tx`select kiosk_person(${person.employeeId}, '4711') as person`,
  );
  expect(opened?.['person'].questions).toEqual([
    {
      id: question?.['id'],
      moment: 'out',
      text_en: 'Were you injured?',
      text_es: '¿Te lastimaste?',
    },
  ]);
  await punch(kiosk, person, 'clock_in');
  const entry = (await punch(kiosk, person, 'clock_out'))?.['entry_id'] as string;
  const answer = async (said: string, { pin = '4711', who = person, by = kiosk } = {}) =>
    (
      await act(
        by,
        (tx) => tx`select answer_kiosk_questions(${who.employeeId}, ${pin}, ${entry},
          ${tx.json([{ question_id: question?.['id'], answer: said }])}, 'es') as result`,
      )
    )[0]?.['result'];
  const kept = () => db.sql`select answer, language, employee_id from clock_answers
    where time_entry_id = ${entry}`;
  expect(await answer('yes', { pin: '9999' })).toBe('wrong_pin');
  // Nobody answers about the time of somebody else.
  const other = await worker();
  expect(await answer('yes', { who: other })).toBe('ok');
  await expect(answer('yes', { by: us.owner })).rejects.toMatchObject({ hint: 'kiosk_not_paired' });
  expect(await kept()).toEqual([]);
  expect(await answer('yes')).toBe('ok');
  expect(await answer('no')).toBe('ok');
  expect(await kept()).toEqual([{ answer: 'yes', language: 'es', employee_id: person.employeeId }]);
  const incidents = await db.sql`select project_id from incidents
    where employee_id = ${person.employeeId}`;
  expect(incidents).toEqual([{ project_id: us.project }]);
});

test('the account of a kiosk gets no address, phone or password, by whatever way', async () => {
  const kiosk = await pairedTablet();
  const change = (set: string) =>
    db.sql.unsafe(`update auth.users set ${set} where id = '${kiosk.userId}'`);
  for (const set of [
    "email = 'thief@example.com'",
    "email_change = 'thief@example.com'",
    "phone = '15550001'",
    "phone_change = '15550001'",
    "encrypted_password = 'x'",
    'is_anonymous = false',
  ]) {
    await expect(change(set), set).rejects.toMatchObject({ hint: 'kiosk_account_fixed' });
  }
  await expect(
    db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
      select gen_random_uuid(), k.user_id, 'totp', 'unverified' from kiosks k where k.revoked_at is null and k.user_id is not null limit 1`,
  ).rejects.toMatchObject({ hint: 'kiosk_account_fixed' });
  await change('last_sign_in_at = now()');
  const other = await tablet();
  await db.sql`update auth.users set email = ${`${randomUUID()}@example.com`}, is_anonymous = false
    where id = ${other.userId}`;
});
