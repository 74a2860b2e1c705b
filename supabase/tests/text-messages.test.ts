import { beforeEach, describe, expect, test } from 'vitest';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
const WORDING = 'I agree to text messages about my shifts and time. Answer STOP to stop.';
const NUMBER = '+14155550123';
let ana: Person;

beforeEach(async () => {
  await db.sql`delete from text_consents`;
  await db.sql`delete from text_settings`;
  await db.sql`delete from private.text_numbers`;
  await db.sql`delete from private.text_months`;
  await db.sql`delete from sms.outbox`;
  await db.sql`insert into sms.gateway (mode, sender) values ('gateway', '+15005550006')
    on conflict (only_row) do update set mode = excluded.mode, sender = excluded.sender`;
  await db.sql`update employees set phone = null`;
  await db.sql`insert into text_settings (company_id, enabled) values (${us.id}, true), (${them.id}, true)`;
  ana = await hire(db.sql, us.owner, 'employee');
});

const phone = (who: Person, value: string) =>
  db.sql`update employees set phone = ${value} where id = ${who.employeeId}`;
const agree = (who: Person, number: string | null = '(415) 555-0123') =>
  act(who, (tx) => tx`select * from give_text_consent(${WORDING}, 'en', ${number})`);
const numberOf = async (who: Person, company = us.id) =>
  (await db.sql`select private.text_number(${company}, ${who.employeeId}) as number`)[0]?.[
    'number'
  ];
const consents = (who: Person) =>
  db.sql`select number, wording, given_by, ended_by from text_consents
    where employee_id = ${who.employeeId} order by created_at`;

describe('numbers', () => {
  test.each([
    ['(415) 555-0123', 'America/Chicago', NUMBER],
    ['415.555.0123', 'America/Toronto', NUMBER],
    ['1-415-555-0123', 'US/Pacific', NUMBER],
    ['+1 (415) 555‑0123', 'Europe/Madrid', NUMBER],
    ['011 52 55 1234 5678', 'America/New_York', '+525512345678'],
    ['0052 55 1234 5678', 'Europe/Madrid', '+525512345678'],
    ['+44 (0)20 7946 0123', 'America/New_York', '+442079460123'],
    ['415 555 0123', 'America/Mexico_City', null],
    ['(115) 555-0123', 'America/New_York', null],
    ['911 555 0123', 'America/New_York', null],
    ['+1 415 155 0123', 'America/New_York', null],
    ['415-555-0123 ext. 5', 'America/New_York', null],
    ['415-555-012', 'America/New_York', null],
    ['+0415555012', 'America/New_York', null],
    ['call Bob', 'America/New_York', null],
    ['', 'America/New_York', null],
  ])('%s in %s', async (typed, zone, expected) => {
    const [row] = await db.sql`select private.e164(${typed}, ${zone}) as number`;
    expect(row?.['number']).toBe(expected);
  });
});

describe('consent', () => {
  test('a text goes only to an active person who agreed, at that number', async () => {
    await phone(ana, NUMBER);
    expect(await numberOf(ana)).toBeNull();
    await agree(ana, null);
    expect(await numberOf(ana)).toBe(NUMBER);
    expect(await consents(ana)).toEqual([
      { number: NUMBER, wording: WORDING, given_by: 'self', ended_by: null },
    ]);
    await phone(ana, '415-555-0123');
    expect(await numberOf(ana)).toBe(NUMBER);
    await phone(ana, '415-555-0199');
    expect(await numberOf(ana)).toBeNull();
    expect((await consents(ana)).at(-1)).toMatchObject({ ended_by: 'number_changed' });
    await agree(ana, null);
    await db.sql`update employees set active = false where id = ${ana.employeeId}`;
    expect((await consents(ana)).at(-1)).toMatchObject({ ended_by: 'left' });
    expect(await numberOf(ana)).toBeNull();
  });

  test('the number a person types becomes theirs; one that cannot be texted is refused and nothing moves', async () => {
    await expect(agree(ana, '555 0123')).rejects.toMatchObject({ hint: 'phone_not_textable' });
    expect(await consents(ana)).toEqual([]);
    await agree(ana, '(415) 555-0123');
    await agree(ana, '(415) 555-0124');
    expect((await consents(ana)).map((row) => row['ended_by'])).toEqual(['number_changed', null]);
    const [row] = await db.sql`select phone from employees where id = ${ana.employeeId}`;
    expect(row?.['phone']).toBe('(415) 555-0124');
  });

  test('switched off, spent, no gateway, a landline and STOP all mean no text', async () => {
    await agree(ana);
    const without = async (change: Promise<unknown>, undo: () => Promise<unknown>) => {
      await change;
      expect(await numberOf(ana)).toBeNull();
      await undo();
      expect(await numberOf(ana)).toBe(NUMBER);
    };
    await without(
      db.sql`update text_settings set enabled = false`,
      () => db.sql`update text_settings set enabled = true`,
    );
    await without(
      db.sql`update text_settings set monthly_cap_cents = 1`,
      () => db.sql`update text_settings set monthly_cap_cents = 2`,
    );
    await without(
      db.sql`update sms.gateway set mode = 'off'`,
      () => db.sql`update sms.gateway set mode = 'captured'`,
    );
    await without(
      db.sql`insert into private.text_numbers (number, problem) values (${NUMBER}, 'landline')`,
      () => agree(ana),
    );
  });

  test('managers record what people without an account agreed to, with a note and a day', async () => {
    const [row] = await db.sql`insert into employees (company_id, first_name, phone)
      values (${us.id}, 'Paper', '415-555-0177') returning id`;
    const record = (who: Person, fields: { day?: string; note?: string; id?: string } = {}) =>
      act(
        who,
        (
          tx,
        ) => tx`select * from record_text_consent(${fields.id ?? (row?.['id'] as string)}, ${WORDING}, 'es',
          ${fields.day ?? '2026-01-05'}, ${fields.note ?? 'Signed form in the trailer'})`,
      );
    await expect(record(ana)).rejects.toMatchObject({ hint: 'managers_only' });
    await expect(record(them.owner)).rejects.toMatchObject({ hint: 'not_found' });
    await expect(record(us.manager, { note: ' ' })).rejects.toMatchObject({
      hint: 'text_consent_note_missing',
    });
    await expect(record(us.manager, { day: '2999-01-01' })).rejects.toMatchObject({
      hint: 'text_consent_date_wrong',
    });
    await phone(ana, '415-555-0188');
    await expect(record(us.manager, { id: ana.employeeId })).rejects.toMatchObject({
      hint: 'text_consent_by_self',
    });
    expect(await db.sql`select from text_consents`).toHaveLength(0);
    // Left alone until then: the first text waits, though the consent counts at once.
    const later = new Date(Date.now() + 86_400_000);
    await db.sql`insert into quiet_hours (company_id, employee_id, snoozed_until)
      values (${us.id}, ${row?.['id']}, ${later})`;
    await record(us.manager);
    const [welcome] = await db.sql`select send_after, expires_at from sms.outbox`;
    expect(welcome?.['send_after'] >= later && welcome?.['expires_at'] > later).toBe(true);
    expect(
      await db.sql`select number, given_by, language, note from text_consents where employee_id = ${row?.['id']}`,
    ).toEqual([
      {
        number: '+14155550177',
        given_by: 'manager',
        language: 'es',
        note: 'Signed form in the trailer',
      },
    ]);
  });

  test('it is proof: nobody rewrites it, others do not end it', async () => {
    await agree(ana);
    const ben = await hire(db.sql, us.owner, 'employee');
    await expect(
      act(ben, (tx) => tx`select withdraw_text_consent(${ana.employeeId})`),
    ).rejects.toMatchObject({ hint: 'managers_only' });
    await act(them.owner, (tx) => tx`select withdraw_text_consent(${ana.employeeId})`);
    await expect(db.sql`update text_consents set wording = ${`${WORDING}!`}`).rejects.toMatchObject(
      { hint: 'append_only' },
    );
    expect(await numberOf(ana)).toBe(NUMBER);
    await act(ana, (tx) => tx`select withdraw_text_consent()`);
    await act(us.manager, (tx) => tx`select withdraw_text_consent(${ana.employeeId})`);
    expect(await consents(ana)).toEqual([
      { number: NUMBER, wording: WORDING, given_by: 'self', ended_by: 'self' },
    ]);
    await expect(
      db.sql`update text_consents set ended_by = 'left', ended_at = now()`,
    ).rejects.toMatchObject({ hint: 'append_only' });
  });
});

describe('a text about to be sent', () => {
  const send = async (who: Person) =>
    (
      await db.sql`select private.send_text(${us.id}, ${who.employeeId}, 'text_test', 'en', '{}') as id`
    )[0]?.['id'] as string | null;
  const claim = async (id: string | null, segments = 1) =>
    (await db.sql`select private.claim_text(${id}, ${segments}) as reason`)[0]?.['reason'];
  const note = (id: string | null, status: string, error: string | null = null) =>
    db.sql`select private.note_delivery('sms', ${id}, ${status}, ${error}, '{}')`;
  const spent = async () =>
    (
      await db.sql`select texts, spent_hundredths::int as spent from private.text_months where company_id = ${us.id}`
    )[0];
  const status = async (who: Person) =>
    (await act(who, (tx) => tx`select text_status() as s`))[0]?.['s'];

  test('counts for the month once, and not at all if it surely was not sent', async () => {
    await agree(ana);
    const id = await send(ana);
    expect(await claim(id, 2)).toBeNull();
    expect(await spent()).toEqual({ texts: 1, spent: 220 });
    // Refused for now and tried again: it still counts once.
    expect(await claim(id, 1)).toBeNull();
    expect(await spent()).toEqual({ texts: 1, spent: 110 });
    await note(id, 'failed', 'refused');
    await note(id, 'failed', 'refused');
    expect(await spent()).toEqual({ texts: 0, spent: 0 });
    const second = await send(ana);
    await claim(second);
    await note(second, 'failed', 'unknown_outcome');
    expect(await spent()).toEqual({ texts: 1, spent: 110 });
    await note(second, 'delivered');
    await note(second, 'failed', 'landline');
    expect((await status(ana)).last_text).toMatchObject({ status: 'delivered' });
    expect(await numberOf(ana)).toBe(NUMBER);
  });

  test('stops at the monthly cap, exactly; managers are notified once', async () => {
    await agree(ana);
    await db.sql`update text_settings set monthly_cap_cents = 3`;
    const ids = [await send(ana), await send(ana), await send(ana)];
    expect(await Promise.all(ids.map((id) => claim(id)))).toEqual(
      expect.arrayContaining([null, null, 'cap_reached']),
    );
    expect(await spent()).toEqual({ texts: 2, spent: 220 });
    expect(await numberOf(ana)).toBeNull();
    expect(await claim(ids.at(-1) ?? null)).toBeDefined();
    const bells = await db.sql`select employee_id, count(*)::int as n from notifications
      where company_id = ${us.id} and event = 'text_cap_reached' group by 1`;
    expect(bells.every((row) => row['n'] === 1)).toBe(true);
    expect(bells.map((row) => row['employee_id'])).toContain(us.manager.employeeId);
    expect(bells.map((row) => row['employee_id'])).not.toContain(ana.employeeId);
    expect(await status(ana)).toMatchObject({ cap_reached: true });
  });

  test('is not sent when STOP, another number or the last day came since', async () => {
    await agree(ana);
    const id = await send(ana);
    await phone(ana, '415-555-0100');
    expect(await claim(id)).toBe('no_consent');
    await agree(ana);
    const second = await send(ana);
    await db.sql`update text_settings set enabled = false`;
    expect(await claim(second)).toBe('switched_off');
    expect(await spent()).toBeUndefined();
  });

  test.each([
    ['landline', 'landline'],
    ['invalid_number', 'invalid_number'],
    ['unreachable', 'unreachable'],
    ['no_answer', null],
  ])('that fails with %s says so about the number', async (error, problem) => {
    await agree(ana);
    const id = await send(ana);
    await claim(id);
    await note(id, 'sent');
    await note(id, 'failed', error);
    const [shown] = await act(us.manager, (tx) => tx`select text_status(${ana.employeeId}) as s`);
    expect(shown?.['s']).toMatchObject({ number_problem: problem, last_text: { error } });
    expect(await numberOf(ana)).toBe(problem === null ? NUMBER : null);
  });

  test('the first one says who writes; a test text goes to oneself, three times at most', async () => {
    await agree(ana);
    const [welcome] = await db.sql`select template, to_number, language from sms.outbox`;
    expect(welcome).toEqual({ template: 'text_welcome', to_number: NUMBER, language: 'en' });
    const trySend = () => act(ana, (tx) => tx`select send_test_text()`);
    for (const _ of [1, 2, 3]) await trySend();
    await expect(trySend()).rejects.toMatchObject({ hint: 'too_many_test_texts' });
    await expect(act(us.employee, (tx) => tx`select send_test_text()`)).rejects.toMatchObject({
      hint: 'no_text_number',
    });
    expect(await db.sql`select from sms.outbox where template = 'text_test'`).toHaveLength(3);
  });
});

describe('texts that come in', () => {
  const answer = async (from: string, body: string) =>
    (await db.sql`select private.answer_text_message(${from}, ${body}) as a`)[0]?.['a'];

  test('STOP holds for everybody with that number, in every company, until START', async () => {
    const other = await hire(db.sql, them.owner, 'employee');
    await agree(ana);
    await agree(other, NUMBER);
    expect(await answer(NUMBER, ' Stop! ')).toMatchObject({
      template: 'text_answer_stop',
      language: 'en',
    });
    expect([await numberOf(ana), await numberOf(other, them.id)]).toEqual([null, null]);
    expect(await answer(NUMBER, 'STOP')).toMatchObject({ template: 'text_answer_stop' });
    expect(await consents(ana)).toMatchObject([{ ended_by: 'stop' }]);
    expect(await answer(NUMBER, 'start')).toMatchObject({ template: 'text_answer_start' });
    expect([await numberOf(ana), await numberOf(other, them.id)]).toEqual([NUMBER, NUMBER]);
    expect(await consents(ana)).toMatchObject([
      { ended_by: 'stop' },
      { given_by: 'start', ended_by: null, wording: WORDING },
    ]);
    await answer(NUMBER, 'START');
    expect(await consents(ana)).toHaveLength(2);
  });

  test('START opens nothing that the person closed otherwise, nor a stranger anything', async () => {
    await agree(ana);
    await act(ana, (tx) => tx`select withdraw_text_consent()`);
    expect(await answer(NUMBER, 'START')).toBeNull();
    expect(await answer('+14155559999', 'START')).toBeNull();
    expect(await answer('+14155559999', 'STOP')).toBeNull();
    expect(await numberOf(ana)).toBeNull();
    expect(await db.sql`select from private.text_numbers`).toHaveLength(0);
  });

  test('after STOP no manager records a consent for that number; the person alone may', async () => {
    await db.sql`insert into employees (company_id, first_name, phone) values (${us.id}, 'Paper', ${NUMBER})`;
    await agree(ana);
    await answer(NUMBER, 'ALTO');
    const [paper] =
      await db.sql`select id from employees where first_name = 'Paper' and phone = ${NUMBER}`;
    await expect(
      act(
        us.manager,
        (tx) =>
          tx`select record_text_consent(${paper?.['id']}, ${WORDING}, 'es', '2026-01-05', 'Form')`,
      ),
    ).rejects.toMatchObject({ hint: 'text_stopped' });
    await agree(ana, null);
    expect(await numberOf(ana)).toBe(NUMBER);
  });

  test.each([
    ['STOPALL', 'stop'],
    ['Unsubscribe', 'stop'],
    ['cancel', 'stop'],
    ['END', 'stop'],
    ['quit.', 'stop'],
    ['Alto', 'stop'],
    ['PARAR', 'stop'],
    ['baja', 'stop'],
    ['stop texting me please', 'stop'],
    ['UNSTOP', 'start'],
    ['ayuda', 'help'],
    ['HELP?', 'help'],
    ['End of shift at five?', null],
    ['I will stop by at the site tomorrow morning', null],
    ['', null],
  ])('"%s" means %s', async (body, command) => {
    const [row] = await db.sql`select private.text_command(${body}) as command`;
    expect(row?.['command']).toBe(command);
  });

  test("answers come in the person's language; HELP reaches strangers too", async () => {
    await db.sql`update employees set language = 'es' where id = ${ana.employeeId}`;
    await db.sql`update preferences set language = 'es' where user_id = ${ana.userId}`;
    await agree(ana);
    expect(await answer(NUMBER, 'HELP')).toMatchObject({
      template: 'text_answer_help',
      language: 'es',
    });
    expect(await answer('+525512345678', 'AYUDA')).toMatchObject({ language: 'es' });
    expect(await answer('not a number', 'HELP')).toBeNull();
  });
});

test('managers see what texts cost; others do not, and nobody of another company', async () => {
  await agree(ana);
  const [row] = await act(us.manager, (tx) => tx`select text_spending() as s`);
  expect(row?.['s']).toMatchObject({
    available: true,
    sender: '+15005550006',
    texts: 0,
    agreed: 1,
  });
  await expect(act(ana, (tx) => tx`select text_spending()`)).rejects.toMatchObject({
    hint: 'managers_only',
  });
  await expect(
    act(us.employee, (tx) => tx`select text_status(${ana.employeeId})`),
  ).rejects.toMatchObject({ hint: 'managers_only' });
  await expect(
    act(them.owner, (tx) => tx`select text_status(${ana.employeeId})`),
  ).rejects.toMatchObject({ hint: 'not_found' });
});
