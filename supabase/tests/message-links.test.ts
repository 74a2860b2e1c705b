import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, type Company, makeCompany, openDatabase, type Person } from './world.ts';

const db = await openDatabase();
const PIN = '2580';
const WEEK = { start_date: '2026-01-04', end_date: '2026-01-10' };
let us: Company;
beforeEach(async () => {
  us = await makeCompany(db.sql);
  await as(
    db.sql,
    us.manager,
    (tx) => tx`select set_employee_pin(${us.employee.employeeId}, ${PIN})`,
  );
});

type Answer = Record<string, unknown> & { content?: Record<string, unknown> };

async function link(purpose: string, subject: object, person = us.employee): Promise<string> {
  const [row] = await db.sql`select private.make_message_link(${us.id}, ${person.employeeId},
    ${purpose}, ${db.sql.json(subject as never)}) as path`;
  return String(row?.['path']).replace('/l/', '');
}
const visit = async (code: string, who: Person | 'anon' = 'anon') =>
  (await as(db.sql, who, (tx) => tx`select message_link(${code}) as answer`))[0]?.[
    'answer'
  ] as Answer;
const open = async (code: string, secret: string, kind = 'pin') =>
  (
    await as(
      db.sql,
      'anon',
      (tx) => tx`select open_message_link(${code}, ${kind}, ${secret}) as answer`,
    )
  )[0]?.['answer'] as Answer;
const answer = async (code: string, pass: unknown, given: object) =>
  (
    await as(
      db.sql,
      'anon',
      (tx) =>
        tx`select answer_message_link(${code}, ${pass as string}, ${db.sql.json(given as never)}) as answer`,
    )
  )[0]?.['answer'] as Answer;
const work = (day: string) =>
  db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
    values (${us.id}, ${us.employee.employeeId}, ${`${day} 08:00-05`}, ${`${day} 12:00-05`}, ${us.project})`;
const signatures = () =>
  db.sql`select signed_name, disputed, note, signed_through, signed_by, hours, statement
    from timesheet_signatures where company_id = ${us.id} and invalidated_at is null`;
const SIGNED = {
  action: 'sign',
  name: 'E. Mployee',
  statement: 'Right.',
  language: 'es',
  version: '1',
};

describe('a timesheet by link', () => {
  test('says little before the PIN, shows the hours after it, and is signed once', async () => {
    await work('2026-01-07');
    const code = await link('timesheet', WEEK);
    expect(code).toMatch(/^[\w-]{16}$/);
    expect(await visit(code)).toEqual({
      state: 'open',
      purpose: 'timesheet',
      language: 'en',
      company_name: 'Test Builders',
      has_pin: true,
      phone_ends_with: null,
      path: null,
    });
    const opened = await open(code, PIN);
    expect(opened).toMatchObject({
      result: 'ok',
      content: {
        ...WEEK,
        signer: 'employee Example',
        hours: { '2026-01-07': 240 },
        entries: [{ project_name: 'Harbor Point', time_zone: 'America/New_York' }],
      },
    });
    expect(await answer(code, 'f'.repeat(48), SIGNED)).toEqual({ result: 'pass_expired' });
    expect(await signatures()).toEqual([]);
    expect(await answer(code, opened['pass'], SIGNED)).toEqual({ result: 'done' });
    expect(await signatures()).toEqual([
      {
        signed_name: 'E. Mployee',
        disputed: false,
        note: null,
        signed_through: 'pin',
        signed_by: null,
        hours: { '2026-01-07': 240 },
        statement: 'Right.',
      },
    ]);
    expect(await answer(code, opened['pass'], SIGNED)).toEqual({ result: 'used' });
    expect(await open(code, PIN)).toEqual({ result: 'used' });
    expect(await visit(code)).toMatchObject({ state: 'used' });
  });

  test('is disputed with a reason, and needs a name to be signed', async () => {
    await work('2026-01-07');
    const code = await link('timesheet', WEEK);
    const { pass } = await open(code, PIN);
    const dispute = { ...SIGNED, action: 'dispute', note: ' ' };
    await expect(answer(code, pass, dispute)).rejects.toMatchObject({ hint: 'note_required' });
    await expect(answer(code, pass, { ...SIGNED, name: '' })).rejects.toMatchObject({
      hint: 'name_required',
    });
    expect(await answer(code, pass, { ...dispute, note: 'Friday is missing' })).toEqual({
      result: 'done',
    });
    expect(await signatures()).toMatchObject([{ disputed: true, note: 'Friday is missing' }]);
  });

  test('that changed since it was shown is shown again instead of signed', async () => {
    await work('2026-01-07');
    const code = await link('timesheet', WEEK);
    const { pass } = await open(code, PIN);
    await work('2026-01-08');
    expect(await answer(code, pass, SIGNED)).toMatchObject({
      result: 'changed',
      content: { hours: { '2026-01-07': 240, '2026-01-08': 240 } },
    });
    expect(await signatures()).toEqual([]);
    expect(await answer(code, pass, SIGNED)).toEqual({ result: 'done' });
  });
});

describe('a link', () => {
  test('ends after five wrong PINs, which count for the kiosk as well', async () => {
    const code = await link('timesheet', WEEK);
    for (const tries_left of [4, 3, 2, 1]) {
      expect(await open(code, '1111')).toEqual({ result: 'wrong', tries_left });
    }
    expect(await open(code, '1111')).toEqual({ result: 'pin_locked' });
    expect(await open(code, PIN)).toEqual({ result: 'pin_locked' });
    const next = await link('timesheet', WEEK);
    expect(await open(next, PIN)).toEqual({ result: 'pin_locked' });
    expect(await visit(next)).toMatchObject({ state: 'open', has_pin: false });
  });

  test('cannot be guessed for free: a call that asks to be undone is refused', async () => {
    const code = await link('timesheet', WEEK);
    await expect(
      as(db.sql, 'anon', (tx) => tx`select open_message_link(${code}, 'pin', '1111')`, {
        prefer: 'tx=rollback',
      }),
    ).rejects.toMatchObject({ hint: 'cannot_be_undone' });
  });

  test('is for one person: unknown, ended and those of leavers open nothing', async () => {
    const unknown = randomUUID().replaceAll('-', '').slice(0, 16);
    expect(await visit(unknown)).toEqual({ state: 'unknown' });
    expect(await open(unknown, PIN)).toEqual({ result: 'unknown' });
    expect(await answer(unknown, 'x', SIGNED)).toEqual({ result: 'unknown' });
    const ended = await link('timesheet', WEEK);
    await db.sql`update private.message_links set expires_at = now() where company_id = ${us.id}`;
    expect(await open(ended, PIN)).toEqual({ result: 'expired' });
    const code = await link('timesheet', WEEK);
    const { pass } = await open(code, PIN);
    await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${us.employee.employeeId})`);
    expect(await answer(code, pass, SIGNED)).toEqual({ result: 'expired' });
    expect(await open(code, PIN)).toEqual({ result: 'expired' });
    expect(await signatures()).toEqual([]);
  });

  test('leads its own person, signed in, to the same thing in the app', async () => {
    const code = await link('timesheet', WEEK);
    expect(await visit(code, us.employee)).toMatchObject({ path: '/payroll?from=2026-01-04' });
    expect(await visit(code, us.colleague)).toMatchObject({ path: null });
    expect(await visit(code, us.owner)).toMatchObject({ path: null });
  });

  test('is in no table a client can read, and no client makes one', async () => {
    await link('timesheet', WEEK);
    for (const who of ['anon', us.employee, us.owner] as const) {
      await expect(
        as(db.sql, who, (tx) => tx`select * from private.message_links`),
      ).rejects.toMatchObject({ code: '42501' });
      await expect(
        as(
          db.sql,
          who,
          (tx) =>
            tx`select private.make_message_link(${us.id}, ${us.employee.employeeId}, 'timesheet', '{}')`,
        ),
      ).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('a code sent to the phone', () => {
  const send = async (code: string) =>
    (await as(db.sql, 'anon', (tx) => tx`select send_link_code(${code}) as answer`))[0]?.[
      'answer'
    ] as Answer;
  const lastCode = async () =>
    (
      await db.sql`select data ->> 'code' as code from sms.outbox where template = 'link_code'
        order by created_at desc limit 1`
    )[0]?.['code'] as string;

  beforeEach(async () => {
    await db.sql`insert into sms.gateway (mode) values ('gateway')
      on conflict (only_row) do update set mode = excluded.mode`;
    await db.sql`insert into text_settings (company_id, enabled) values (${us.id}, true)`;
    await as(
      db.sql,
      us.employee,
      (tx) => tx`select give_text_consent('I agree to text messages.', 'en', '(415) 555-0123')`,
    );
  });

  test('opens the link once, instead of the PIN', async () => {
    await work('2026-01-07');
    const code = await link('timesheet', WEEK);
    expect(await visit(code)).toMatchObject({ phone_ends_with: '23' });
    expect(await open(code, '', 'text_code')).toMatchObject({ result: 'wrong' });
    expect(await send(code)).toEqual({ result: 'sent', phone_ends_with: '23' });
    expect(await send(code)).toEqual({ result: 'wait' });
    const sent = await lastCode();
    expect(sent).toMatch(/^\d{6}$/);
    const opened = await open(code, ` ${sent.slice(0, 3)} ${sent.slice(3)}`, 'text_code');
    expect(opened).toMatchObject({ result: 'ok' });
    expect(await open(code, sent, 'text_code')).toMatchObject({ result: 'wrong' });
    expect(await answer(code, opened['pass'], SIGNED)).toEqual({ result: 'done' });
    expect(await signatures()).toMatchObject([{ signed_through: 'text_code' }]);
  });

  test('is sent three times, works for ten minutes and only for its own link', async () => {
    const code = await link('timesheet', WEEK);
    const other = await link('timesheet', WEEK, us.colleague);
    expect(await send(other)).toEqual({ result: 'no_phone' });
    const later = () =>
      db.sql`update private.message_links set text_code_sent_at = text_code_sent_at - interval '11 minutes'`;
    for (let time = 0; time < 3; time += 1) {
      expect(await send(code)).toMatchObject({ result: 'sent' });
      await later();
    }
    expect(await send(code)).toEqual({ result: 'too_many' });
    expect(await open(code, await lastCode(), 'text_code')).toMatchObject({ result: 'wrong' });
    expect(await open(other, await lastCode(), 'text_code')).toMatchObject({ result: 'wrong' });
  });

  test('guessed five times ends the link', async () => {
    const code = await link('timesheet', WEEK);
    await send(code);
    const right = await lastCode();
    const guess = right === '000000' ? '000001' : '000000';
    for (let time = 0; time < 5; time += 1) await open(code, guess, 'text_code');
    expect(await open(code, right, 'text_code')).toEqual({ result: 'locked' });
    expect(await open(code, PIN)).toEqual({ result: 'locked' });
  });
});

describe('a document and a bulletin by link', () => {
  const sees = async (bucket: string, path: string, header: string) =>
    (
      await as(
        db.sql,
        'anon',
        async (tx) => {
          await tx`select set_config('storage.operation', 'storage.object.get_authenticated', true)`;
          return tx`select from storage.objects where bucket_id = ${bucket} and name = ${path}`;
        },
        { 'x-message-link': header },
      )
    ).length;

  async function document(name = 'Crane plan'): Promise<{ version: string; path: string }> {
    const version = randomUUID();
    const path = `${us.id}/company/${version}.pdf`;
    await as(db.sql, us.manager, async (tx) => {
      const [made] =
        await tx`insert into documents (name, required_reading) values (${name}, true) returning id`;
      await tx`insert into storage.objects (bucket_id, name, version) values ('documents', ${path}, ${randomUUID()})`;
      await tx`insert into document_versions (id, document_id, path) values (${version}, ${made?.['id']}, ${path})`;
    });
    return { version, path };
  }

  test('the file opens with the pass alone, and the signature says how it was given', async () => {
    const { version, path } = await document();
    const other = await document('Lift plan');
    const code = await link('document', { version_id: version });
    expect(await sees('documents', path, `${code}.`)).toBe(0);
    const { pass, content } = await open(code, PIN);
    expect(content).toMatchObject({ name: 'Crane plan', signer: 'employee Example', path });
    expect(await sees('documents', path, `${code}.${pass}`)).toBe(1);
    expect(await sees('documents', other.path, `${code}.${pass}`)).toBe(0);
    expect(await answer(code, pass, { language: 'es' })).toEqual({ result: 'done' });
    expect(
      await db.sql`select employee_id, language, signed_through, signed_name from document_signatures where version_id = ${version}`,
    ).toEqual([
      {
        employee_id: us.employee.employeeId,
        language: 'es',
        signed_through: 'pin',
        signed_name: 'employee Example',
      },
    ]);
    expect(await sees('documents', path, `${code}.${pass}`)).toBe(0);
  });

  test('what was replaced meanwhile is gone, not signed', async () => {
    const { version } = await document();
    const code = await link('document', { version_id: version });
    const { pass } = await open(code, PIN);
    await db.sql`update documents set deleted_at = now() where company_id = ${us.id}`;
    expect(await answer(code, pass, { language: 'en' })).toEqual({ result: 'gone' });
    expect(await db.sql`select from document_signatures where version_id = ${version}`).toEqual([]);
  });

  test('a bulletin is read when opened and acknowledged by the tap', async () => {
    const [bulletin] = await as(
      db.sql,
      us.manager,
      (tx) =>
        tx`insert into bulletins (title, body, audience, must_acknowledge, publish_at)
          values ('Ice', 'Salt the stairs.', '{"everyone": true}', true, now() - interval '1 hour') returning id`,
    );
    const id = bulletin?.['id'] as string;
    const read = () =>
      db.sql`select read_at is not null as read, acknowledged_at is not null as acknowledged, acknowledged_through
        from bulletin_reads where bulletin_id = ${id} and employee_id = ${us.employee.employeeId}`;
    const code = await link('bulletin', { id });
    const { pass, content } = await open(code, PIN);
    expect(content).toMatchObject({ title: 'Ice', body: 'Salt the stairs.' });
    expect(await read()).toMatchObject([{ read: true, acknowledged: false }]);
    expect(await answer(code, pass, { language: 'en' })).toEqual({ result: 'done' });
    expect(await read()).toEqual([{ read: true, acknowledged: true, acknowledged_through: 'pin' }]);
  });
});
