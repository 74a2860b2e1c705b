import { randomUUID, webcrypto } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, type Company, makeCompany, openDatabase, type Person } from './world.ts';

const db = await openDatabase();
let us: Company;
let them: Company;
beforeEach(async () => {
  us = await makeCompany(db.sql);
  them = await makeCompany(db.sql);
});

/** With what JSON escapes, and what it leaves alone. */
const NAME = 'Ana “Ñ” O’Neil\t\u0001\\ /\u2028 II';
const WEEK = ['2026-01-04', '2026-01-10'] as const;

async function work(person: Person, company = us): Promise<string> {
  const [entry] =
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
    values (${company.id}, ${person.employeeId}, '2026-01-07 08:00-05', '2026-01-07 16:30-05', ${company.project}) returning id`;
  await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, paid)
    values (${company.id}, ${entry?.['id']}, '2026-01-07 12:00-05', '2026-01-07 12:30-05', false)`;
  return entry?.['id'] as string;
}

/** Keys of an object in order, all the way down: enough of RFC 8785 for texts and whole numbers. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
}

interface Device {
  key: webcrypto.CryptoKey;
  jwk: { crv: string; kty: string; x: string; y: string };
  id: string;
}

async function device(person: Person, name = 'Chrome · Android'): Promise<Device> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const { crv, kty, x, y } = await webcrypto.subtle.exportKey('jwk', pair.publicKey);
  const jwk = { crv, kty, x, y } as Device['jwk'];
  const [row] = await as(
    db.sql,
    person,
    (tx) => tx`select register_device_key(${tx.json(jwk)}, ${name}) as id`,
  );
  return { key: pair.privateKey, jwk, id: row?.['id'] as string };
}

const shown = async (person: Person, employee: string | null = null) => {
  const [row] = await as(
    db.sql,
    person,
    (tx) => tx`select timesheet_shown(${WEEK[0]}, ${WEEK[1]}, ${employee}) as shown`,
  );
  return row?.['shown'] as Record<string, unknown>;
};

const microseconds = (moment = new Date()) => moment.toISOString().replace('Z', '000Z');

const answer = (sheet: Record<string, unknown>, more: object = {}) =>
  canonical({
    ...sheet,
    answer: 'signed',
    name: NAME,
    statement: 'Right.',
    language: 'en',
    version: '1',
    signed_at: microseconds(),
    ...more,
  });

async function signWith({ key }: Device, text: string): Promise<string> {
  const bytes = await webcrypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    new TextEncoder().encode(text),
  );
  return Buffer.from(bytes).toString('base64');
}

const send = (
  person: Person,
  text: string | null,
  id: string | null,
  signature: string | null,
  name = NAME,
) =>
  as(
    db.sql,
    person,
    (tx) => tx`select * from sign_timesheet(${WEEK[0]}, ${WEEK[1]}, ${name}, 'Right.', 'en', '1',
      ${text}, ${id}, ${signature})`,
  );

const stored = () =>
  db.sql`select employee_id, signed_text, device_key, device_signature, signed_through, paper_sha256, invalidated_at
    from timesheet_signatures where company_id = ${us.id} order by signed_at`;

describe('a timesheet signed by a device', () => {
  test('is stored byte for byte as it was shown, with a signature that fits its key', async () => {
    const entry = await work(us.employee);
    const phone = await device(us.employee);
    const sheet = await shown(us.employee);
    expect(sheet).toMatchObject({
      format: 'chalkline-timesheet/1',
      company: { id: us.id },
      person: { id: us.employee.employeeId },
      minutes: 480,
      days: [
        {
          date: '2026-01-07',
          minutes: 480,
          entries: [
            {
              id: entry,
              clock_in: '2026-01-07T13:00:00.000000Z',
              clock_out: '2026-01-07T21:30:00.000000Z',
              breaks: [{ kind: 'unpaid', started_at: '2026-01-07T17:00:00.000000Z' }],
            },
          ],
        },
      ],
    });
    const text = answer(sheet);
    await send(us.employee, text, phone.id, await signWith(phone, text));
    const [row] = await stored();
    expect(row).toMatchObject({
      signed_text: text,
      device_key: phone.jwk,
      signed_through: 'account',
    });
    const key = await webcrypto.subtle.importKey(
      'jwk',
      row?.['device_key'],
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    );
    const fits = (words: string) =>
      webcrypto.subtle.verify(
        { name: 'ECDSA', hash: 'SHA-256' },
        key,
        Buffer.from(row?.['device_signature'], 'base64'),
        new TextEncoder().encode(words),
      );
    expect(await fits(row?.['signed_text'])).toBe(true);
    expect(await fits(row?.['signed_text'].replace('480', '481'))).toBe(false);
    const [event] = await db.sql`select after ->> 'signed_text' as text from audit_events
      where company_id = ${us.id} and entity = 'timesheet_signatures'`;
    expect(event?.['text']).toBe(text);
  });

  test('sent again after a lost answer is the same one; signed anew it is another', async () => {
    await work(us.employee);
    const phone = await device(us.employee);
    const text = answer(await shown(us.employee));
    const signature = await signWith(phone, text);
    const [first] = await send(us.employee, text, phone.id, signature);
    const [again] = await send(us.employee, text, phone.id, signature);
    expect(again).toEqual(first);
    expect(await stored()).toMatchObject([{ invalidated_at: null }]);
    const later = answer(await shown(us.employee), {
      signed_at: microseconds(new Date(Date.now() + 1000)),
    });
    const [anew] = await send(us.employee, later, phone.id, await signWith(phone, later));
    expect(anew?.['id']).not.toBe(first?.['id']);
    expect(await stored()).toMatchObject([
      { invalidated_at: expect.any(Date) },
      { invalidated_at: null },
    ]);
  });

  test('is refused where the time is another by now, and nothing is stored', async () => {
    const entry = await work(us.employee);
    const phone = await device(us.employee);
    const text = answer(await shown(us.employee));
    await db.sql`update time_entries set clock_out = '2026-01-07 16:00-05' where id = ${entry}`;
    await expect(
      send(us.employee, text, phone.id, await signWith(phone, text)),
    ).rejects.toMatchObject({ hint: 'timesheet_changed' });
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['another name than the one sent', { name: 'Somebody' }, 'signed_text_invalid'],
    ['another statement', { statement: 'Wrong.' }, 'signed_text_invalid'],
    ['another answer', { answer: 'disputed' }, 'signed_text_invalid'],
    ['a field nobody knows', { more: 1 }, 'timesheet_changed'],
    ['a time long ago', { signed_at: '2026-01-12T00:00:00.000000Z' }, 'signed_at_differs'],
    ['no time', { signed_at: 'now' }, 'signed_text_invalid'],
    ['a time without end', { signed_at: 'infinity' }, 'signed_text_invalid'],
  ])('with %s is refused', async (_what, more, hint) => {
    await work(us.employee);
    const phone = await device(us.employee);
    const text = answer(await shown(us.employee), more);
    await expect(
      send(us.employee, text, phone.id, await signWith(phone, text)),
    ).rejects.toMatchObject({ hint });
    expect(await stored()).toEqual([]);
  });

  test('must be canonical: other spaces, another order or another number of digits are refused', async () => {
    await work(us.employee);
    const phone = await device(us.employee);
    const text = answer(await shown(us.employee));
    for (const other of [
      text.replace(':480', ': 480'),
      text.replace(':480', ':480.0'),
      JSON.stringify(JSON.parse(text), null, 1),
      'not json',
      '[]',
    ]) {
      await expect(
        send(us.employee, other, phone.id, await signWith(phone, other)),
      ).rejects.toMatchObject({ hint: 'signed_text_invalid' });
    }
    await expect(send(us.employee, null, phone.id, `${'A'.repeat(86)}==`)).rejects.toMatchObject({
      hint: 'signed_text_invalid',
    });
    await expect(send(us.employee, text, phone.id, 'short')).rejects.toMatchObject({
      hint: 'signed_text_invalid',
    });
    expect(await stored()).toEqual([]);
  });

  test('goes on without a key where the page has no secure connection', async () => {
    await work(us.employee);
    const text = answer(await shown(us.employee));
    await send(us.employee, text, null, null);
    expect(await stored()).toMatchObject([{ signed_text: text, device_signature: null }]);
  });

  test('is never changed afterwards, by the service role neither', async () => {
    await work(us.employee);
    await send(us.employee, null, null, null);
    await expect(
      db.sql`update timesheet_signatures set signed_name = 'Another' where company_id = ${us.id}`,
    ).rejects.toMatchObject({ hint: 'append_only' });
    await expect(
      as(db.sql, us.manager, (tx) => tx`update timesheet_signatures set signed_text = 'x'`),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('a dispute is signed the same way', async () => {
    await work(us.employee);
    const phone = await device(us.employee);
    const { name: _none, ...rest } = JSON.parse(
      answer(await shown(us.employee), { answer: 'disputed', note: 'Friday is missing' }),
    );
    const text = canonical(rest);
    const signature = await signWith(phone, text);
    await as(
      db.sql,
      us.employee,
      (tx) =>
        tx`select dispute_timesheet(${WEEK[0]}, ${WEEK[1]}, 'Friday is missing', 'Right.', 'en', '1', ${text}, ${phone.id}, ${signature})`,
    );
    expect(await stored()).toMatchObject([{ signed_text: text, device_signature: signature }]);
  });
});

describe('keys of devices', () => {
  const keys = (who: Person | 'anon') =>
    as(
      db.sql,
      who,
      (tx) => tx`select device_name, fingerprint, ended_at from device_keys order by created_at`,
    );

  test('each device has its own; the person and managers see them, nobody else', async () => {
    const phone = await device(us.employee);
    const tablet = await device(us.employee, 'Safari · iPad');
    expect(tablet.id).not.toBe(phone.id);
    for (const who of [us.employee, us.manager, us.owner])
      expect(await keys(who)).toMatchObject([
        { device_name: 'Chrome · Android' },
        { device_name: 'Safari · iPad' },
      ]);
    for (const who of [us.colleague, us.foreman, us.deactivated, them.owner])
      expect(await keys(who)).toEqual([]);
    await expect(keys('anon')).rejects.toMatchObject({ code: '42501' });
    const [again] = await as(
      db.sql,
      us.employee,
      (tx) => tx`select register_device_key(${tx.json(phone.jwk)}, 'Again') as id`,
    );
    expect(again?.['id']).toBe(phone.id);
    expect((await keys(us.employee))[0]?.['fingerprint']).toBe(
      Buffer.from(
        await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(phone.jwk))),
      ).toString('hex'),
    );
  });

  test('one that was lost is ended by the person or a manager, for good, and signs no more', async () => {
    await work(us.employee);
    const phone = await device(us.employee);
    const text = answer(await shown(us.employee));
    const signature = await signWith(phone, text);
    const end = (who: Person | 'anon') =>
      as(db.sql, who, (tx) => tx`select end_device_key(${phone.id})`);
    for (const who of [us.colleague, us.foreman, them.owner])
      await expect(end(who)).rejects.toMatchObject({ hint: 'not_found' });
    await expect(end(us.deactivated)).rejects.toMatchObject({ hint: 'no_employee' });
    await expect(end('anon')).rejects.toMatchObject({ code: '42501' });
    expect(await keys(us.employee)).toMatchObject([{ ended_at: null }]);
    await end(us.manager);
    await end(us.employee);
    expect(await keys(us.employee)).toMatchObject([{ ended_at: expect.any(Date) }]);
    await expect(send(us.employee, text, phone.id, signature)).rejects.toMatchObject({
      hint: 'device_key_ended',
    });
    await expect(
      as(
        db.sql,
        us.employee,
        (tx) => tx`select register_device_key(${tx.json(phone.jwk)}, 'Found again')`,
      ),
    ).rejects.toMatchObject({ hint: 'device_key_ended' });
    await expect(
      db.sql`update device_keys set ended_at = null where id = ${phone.id}`,
    ).rejects.toMatchObject({ hint: 'append_only' });
    await expect(as(db.sql, us.owner, (tx) => tx`delete from device_keys`)).rejects.toMatchObject({
      code: '42501',
    });
    expect(await stored()).toEqual([]);
  });

  test('nobody signs with the key of somebody else, and only P-256 keys are taken', async () => {
    await work(us.employee);
    const other = await device(us.colleague);
    const text = answer(await shown(us.employee));
    await expect(
      send(us.employee, text, other.id, await signWith(other, text)),
    ).rejects.toMatchObject({ hint: 'device_key_ended' });
    for (const key of [{}, [], 'x', { ...other.jwk, crv: 'P-384' }, { ...other.jwk, x: '<b>' }])
      await expect(
        as(
          db.sql,
          us.employee,
          (tx) => tx`select register_device_key(${tx.json(key as never)}, 'Phone')`,
        ),
      ).rejects.toMatchObject({ hint: 'invalid_device_key' });
    const [row] = await as(
      db.sql,
      us.employee,
      (tx) => tx`select register_device_key(${tx.json({ ...other.jwk, d: 'secret' })}, null) as id`,
    );
    expect(
      await db.sql`select public_key, device_name from device_keys where id = ${row?.['id']}`,
    ).toEqual([{ public_key: other.jwk, device_name: '–' }]);
  });
});

describe('what is shown to be signed', () => {
  test('is one’s own, or anybody’s for managers', async () => {
    await work(us.employee);
    expect(await shown(us.manager, us.employee.employeeId)).toEqual(await shown(us.employee));
    for (const who of [us.colleague, us.foreman])
      await expect(shown(who, us.employee.employeeId)).rejects.toMatchObject({
        hint: 'managers_only',
      });
    await expect(shown(them.owner, us.employee.employeeId)).rejects.toMatchObject({
      hint: 'not_found',
    });
    await expect(shown(us.deactivated)).rejects.toMatchObject({ hint: 'no_employee' });
    await expect(shown(us.manager, randomUUID())).rejects.toMatchObject({ hint: 'not_found' });
  });
});

describe('a sheet signed on paper', () => {
  const HASH = 'ab'.repeat(32);
  const path = (person: Person) => `${us.id}/${person.employeeId}/${randomUUID()}.jpg`;
  const store = (who: Person, name: string) =>
    as(
      db.sql,
      who,
      (tx) => tx`insert into storage.objects (bucket_id, name, metadata)
        values ('signed-sheets', ${name}, ${tx.json({ eTag: `"${HASH}"`, size: 1000, mimetype: 'image/jpeg' })})`,
    );
  const attach = (who: Person, name: string, hash: string | null = HASH, person = us.employee) =>
    as(
      db.sql,
      who,
      (tx) =>
        tx`select id from attach_paper_timesheet(${person.employeeId}, ${WEEK[0]}, ${WEEK[1]}, 'Sam Reed', ${name}, ${hash}, 'en')`,
    );

  test('is attached by a manager with its picture and hash, once, and shown to the person', async () => {
    await work(us.employee);
    const name = path(us.employee);
    await expect(attach(us.manager, name)).rejects.toMatchObject({ hint: 'file_missing' });
    await store(us.manager, name);
    await expect(attach(us.manager, name, 'cd'.repeat(32))).rejects.toMatchObject({
      hint: 'file_differs',
    });
    for (const who of [us.employee, us.foreman])
      await expect(attach(who, name)).rejects.toMatchObject({ hint: 'managers_only' });
    await expect(attach(them.owner, name)).rejects.toMatchObject({ hint: 'not_found' });
    expect(await stored()).toEqual([]);
    const [first] = await attach(us.manager, name);
    const [again] = await attach(us.manager, name);
    expect(again).toEqual(first);
    expect(await stored()).toMatchObject([{ signed_through: 'paper', paper_sha256: HASH }]);
    const files = (who: Person) =>
      as(
        db.sql,
        who,
        (tx) => tx`select name from storage.objects where bucket_id = 'signed-sheets'`,
      );
    expect(await files(us.employee)).toEqual([{ name }]);
    for (const who of [us.colleague, us.foreman, them.owner, us.deactivated])
      expect(await files(who)).toEqual([]);
  });

  test('never takes the place of the person’s own answer, nor of one’s own signature', async () => {
    await work(us.employee);
    await send(us.employee, null, null, null, 'Ana');
    const name = path(us.employee);
    await store(us.manager, name);
    await expect(attach(us.manager, name)).rejects.toMatchObject({ hint: 'already_answered' });
    const own = path(us.manager);
    await store(us.manager, own);
    await expect(attach(us.manager, own, HASH, us.manager)).rejects.toMatchObject({
      hint: 'not_for_yourself',
    });
    expect(await stored()).toMatchObject([{ signed_through: 'account', invalidated_at: null }]);
  });

  test('is stored by managers, for people of their own company', async () => {
    for (const who of [us.employee, us.foreman, them.owner])
      await expect(store(who, path(us.employee))).rejects.toMatchObject({ code: '42501' });
    for (const name of [
      `${us.id}/${randomUUID()}/${randomUUID()}.jpg`,
      `${us.id}/${us.employee.employeeId}/../x.jpg`,
    ])
      await expect(store(us.manager, name)).rejects.toMatchObject({ code: '42501' });
  });
});
