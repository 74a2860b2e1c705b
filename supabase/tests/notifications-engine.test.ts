import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { repeats } from '../../testing/test-length.ts';
import {
  as,
  type Company,
  makeCompany,
  openDatabase,
  type Person,
  signUp,
  type Tx,
} from './world.ts';

/** One for each of four hundred people. */
const OCCASIONS = repeats(25, 3);
const NOTIFICATIONS = 400 * OCCASIONS;

const db = await openDatabase();
let us: Company;
beforeEach(async () => {
  us = await makeCompany(db.sql);
  await db.sql`delete from sms.gateway`;
  await db.sql`delete from mail.outbox`;
});

type Channel = 'push' | 'mail' | 'sms';

interface Notice {
  readonly event?: string;
  readonly occasion?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

async function notify(employeeId: string, notice: Notice = {}): Promise<boolean> {
  const { event = 'project_added', occasion = randomUUID(), data = {}, options = {} } = notice;
  const [row] =
    await db.sql`select private.notify_person(${us.id}, ${employeeId}, ${event}, ${occasion}, ${event},
      ${db.sql.json(data as never)}, ${db.sql.json(options as never)}) as news`;
  return row?.['news'];
}

/** What managers see of a person, oldest first. */
async function sentTo(employeeId: string) {
  const rows = await as(
    db.sql,
    us.manager,
    (tx) => tx`select channel, status, error from notifications_sent
      where employee_id = ${employeeId} order by created_at, channel`,
  );
  return rows.map((row) => ({ ...row }));
}

async function addDevice(person: Person): Promise<string> {
  const [row] =
    await db.sql`insert into push_subscriptions (company_id, employee_id, user_id, endpoint, p256dh, auth, device_name)
      values (${person.companyId}, ${person.employeeId}, ${person.userId}, ${`https://push.example/${randomUUID()}`},
        ${`B${'p'.repeat(86)}`}, ${'a'.repeat(22)}, 'Phone') returning id`;
  return row?.['id'];
}

/** A gateway, a company that texts, and a number that agreed. */
async function allowTexts(employeeId: string): Promise<void> {
  await db.sql`insert into sms.gateway (mode) values ('gateway') on conflict do nothing`;
  await db.sql`insert into text_settings (company_id, enabled) values (${us.id}, true) on conflict do nothing`;
  const number = `+1415555${String(Math.floor(Math.random() * 9000) + 1000)}`;
  await db.sql`update employees set phone = ${number} where id = ${employeeId}`;
  await db.sql`insert into text_consents (company_id, employee_id, number, wording, language, given_by, given_on)
    values (${us.id}, ${employeeId}, ${number}, 'I agree to texts about my shifts.', 'en', 'self', '2026-01-05')`;
}

async function addPerson(): Promise<string> {
  const [row] =
    await db.sql`insert into employees (company_id, first_name) values (${us.id}, 'Beto') returning id`;
  return row?.['id'];
}

async function report(channel: Channel, status: string, employeeId: string): Promise<void> {
  await db.sql`select private.note_delivery(d.channel, d.outbox_id, ${status}, null, '{}')
    from (select distinct x.channel, x.outbox_id from private.notification_dispatches x
      join notifications n on n.company_id = x.company_id and n.id = x.notification_id
      where x.channel = ${channel} and n.employee_id = ${employeeId} order by 2 offset 0) d`;
}

const choose = (person: Person, event: string, channel: Channel, on: boolean) =>
  as(
    db.sql,
    person,
    (
      tx,
    ) => tx`insert into notification_choices (event, channel, "on") values (${event}, ${channel}, ${on})
      on conflict (company_id, employee_id, event, channel) do update set "on" = excluded."on"`,
  );
const rule = (event: string, channel: Channel, forced: boolean, on = true) =>
  as(
    db.sql,
    us.owner,
    (tx) => tx`insert into company_notification_rules (event, channel, default_on, forced)
      values (${event}, ${channel}, ${on}, ${forced})`,
  );
const keepQuiet = (person: Person, values: Readonly<Record<string, unknown>>) =>
  as(db.sql, person, (tx) => tx`insert into quiet_hours ${tx(values as never)}`);
const sendWaiting = (moment: Date | string) =>
  db.sql`select private.send_waiting_notifications(${moment})`;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe('an occasion', () => {
  test('is notified of once, in the bell and by mail, and what became of it only goes forward', async () => {
    const { employeeId } = us.employee;
    const occasion = randomUUID();
    expect(await notify(employeeId, { occasion, options: { path: '/projects' } })).toBe(true);
    expect(await notify(employeeId, { occasion })).toBe(false);
    const bell = await as(
      db.sql,
      us.employee,
      (tx) => tx`select event, path, read_at from notifications`,
    );
    expect(bell).toEqual([{ event: 'project_added', path: '/projects', read_at: null }]);
    expect(await sentTo(employeeId)).toEqual([{ channel: 'mail', status: 'waiting', error: null }]);
    for (const status of ['sent', 'sent', 'delivered', 'sent', 'failed', 'delivered']) {
      await report('mail', status, employeeId);
    }
    expect(await sentTo(employeeId)).toEqual([
      { channel: 'mail', status: 'delivered', error: null },
    ]);
    const read = () =>
      as(db.sql, us.employee, (tx) => tx`select mark_notifications_read() as count`);
    expect([await read(), await read()]).toEqual([[{ count: 1 }], [{ count: 0 }]]);
  });

  test('is notified of once when two servers find it at the same moment', async () => {
    const occasion = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => notify(us.employee.employeeId, { occasion })),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('a mail nobody can be sent, a path elsewhere and an unknown id break nothing', async () => {
    await db.sql`update auth.users set email = 'a b@example.com' where id = ${us.employee.userId}`;
    expect(await notify(us.employee.employeeId)).toBe(true);
    expect(await sentTo(us.employee.employeeId)).toEqual([
      { channel: 'mail', status: 'failed', error: 'not_accepted' },
    ]);
    await expect(
      notify(us.colleague.employeeId, { options: { path: '//evil.example' } }),
    ).rejects.toMatchObject({ constraint: 'notifications_path_form' });
    await db.sql`select private.note_delivery('mail', ${randomUUID()}, 'sent', null, '{}')`;
  });
});

describe('people', () => {
  test('without an account get a text, and managers see whom nothing reaches', async () => {
    const [texted, unreached] = [await addPerson(), await addPerson()];
    await allowTexts(texted);
    await notify(texted, { event: 'forgot_clock_out' });
    await notify(unreached, { event: 'forgot_clock_out' });
    expect(await sentTo(texted)).toEqual([{ channel: 'sms', status: 'waiting', error: null }]);
    expect(await sentTo(unreached)).toEqual([
      { channel: 'sms', status: 'failed', error: 'unreachable' },
    ]);
  });

  test('who left is notified of nothing, not even of what waited', async () => {
    expect(await notify(us.deactivated.employeeId)).toBe(false);
    await keepQuiet(us.employee, { snoozed_until: inMinutes(60) });
    await notify(us.employee.employeeId);
    await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${us.employee.employeeId})`);
    await sendWaiting(inMinutes(61));
    const mails = await db.sql`select from mail.outbox where to_address = ${us.employee.email}`;
    expect(mails).toEqual([]);
  });
});

describe('channels', () => {
  const tableOf = async (person: Person, event: string) => {
    const rows = await as(
      db.sql,
      person,
      (tx) =>
        tx`select channel, "on", company_default, forced, forced_by, reason from notification_table() where event = ${event}`,
    );
    return Object.fromEntries(rows.map(({ channel, ...row }) => [channel, row]));
  };

  test('own choice, then a switch that was touched, then the company, then the product', async () => {
    const mail = async () => (await tableOf(us.employee, 'bulletin'))['mail']?.['on'];
    expect(await mail()).toBe(false);
    await rule('bulletin', 'mail', false);
    expect(await mail()).toBe(true);
    await as(db.sql, us.employee, (tx) => tx`update preferences set notify_email_digests = true`);
    await as(db.sql, us.employee, (tx) => tx`update preferences set notify_email_digests = false`);
    expect(await mail()).toBe(false);
    await choose(us.employee, 'bulletin', 'mail', true);
    expect(await mail()).toBe(true);
    await choose(us.employee, 'bulletin', 'mail', false);
    expect(await mail()).toBe(false);
    await notify(us.employee.employeeId, { event: 'bulletin' });
    expect(await sentTo(us.employee.employeeId)).toEqual([]);
  });

  test('what an owner forces cannot be switched off, and who switched it off before gets it', async () => {
    await choose(us.employee, 'shift_changed', 'mail', false);
    await rule('shift_changed', 'mail', true);
    await expect(choose(us.employee, 'shift_changed', 'mail', false)).rejects.toMatchObject({
      hint: 'notification_forced',
    });
    expect((await tableOf(us.employee, 'shift_changed'))['mail']).toMatchObject({
      on: true,
      forced: true,
      forced_by: 'Sam Reed',
    });
    await notify(us.employee.employeeId, { event: 'shift_changed' });
    expect(await sentTo(us.employee.employeeId)).toMatchObject([{ channel: 'mail' }]);
    await expect(rule('weekly_summary', 'mail', true)).rejects.toMatchObject({
      hint: 'notification_not_forceable',
    });
  });

  test('say why they cannot reach a person', async () => {
    expect(await tableOf(us.employee, 'shift_changed')).toMatchObject({
      push: { on: true, reason: 'no_device' },
      mail: { on: true, reason: null },
      sms: { on: false, reason: 'not_set_up' },
    });
    await addDevice(us.employee);
    expect((await tableOf(us.employee, 'shift_changed'))['push']?.['reason']).toBeNull();
  });

  test('only what concerns their role is in the table of a person', async () => {
    const events = async (person: Person, of: string | null = null) => {
      const rows = await as(
        db.sql,
        person,
        (tx) => tx`select distinct event from notification_table(${of})`,
      );
      return rows.map(({ event }) => event as string);
    };
    expect(await events(us.employee)).not.toContain('person_late');
    expect(await events(us.foreman)).toContain('person_late');
    expect(await events(us.foreman)).not.toContain('approval_needed');
    expect(await events(us.manager)).not.toContain('restore_test_failed');
    expect(await events(us.owner)).toContain('restore_test_failed');
    expect(await events(us.manager, us.foreman.employeeId)).toContain('person_late');
    await expect(events(us.foreman, us.employee.employeeId)).rejects.toMatchObject({
      code: '42501',
    });
    for (const nothing of ['test', 'daily_digest']) {
      expect(await events(us.owner)).not.toContain(nothing);
    }
  });

  test('push that fails on every device becomes a mail, then a text; one device is enough', async () => {
    const { employeeId } = us.employee;
    await addDevice(us.employee);
    await rule('break_due', 'mail', false, false);
    await allowTexts(employeeId);
    await notify(employeeId, { event: 'break_due' });
    expect(await sentTo(employeeId)).toEqual([{ channel: 'push', status: 'waiting', error: null }]);
    await report('push', 'gone', employeeId);
    expect(await sentTo(employeeId)).toEqual([
      { channel: 'push', status: 'failed', error: 'gone' },
      { channel: 'mail', status: 'waiting', error: null },
    ]);
    const devices = await db.sql`select from push_subscriptions where employee_id = ${employeeId}`;
    expect(devices).toEqual([]);
    await report('mail', 'failed', employeeId);
    await report('mail', 'failed', employeeId);
    expect((await sentTo(employeeId)).at(-1)).toMatchObject({ channel: 'sms', status: 'waiting' });
    await report('sms', 'failed', employeeId);
    expect((await sentTo(employeeId)).map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
  });

  test('a push that one of two devices took is sent, whichever answers first', async () => {
    await addDevice(us.employee);
    await addDevice(us.employee);
    await choose(us.employee, 'break_due', 'mail', false);
    await notify(us.employee.employeeId, { event: 'break_due' });
    const [one, two] = await db.sql`select outbox_id from private.notification_dispatches
      where company_id = ${us.id} order by outbox_id`;
    const note = (id: unknown, status: string) =>
      db.sql`select private.note_delivery('push', ${id as string}, ${status}, null, '{}')`;
    await Promise.all([note(one?.['outbox_id'], 'failed'), note(two?.['outbox_id'], 'sent')]);
    expect(await sentTo(us.employee.employeeId)).toEqual([
      { channel: 'push', status: 'sent', error: null },
    ]);
  });

  test('a switch that is off is no reason to mail, also where no device is', async () => {
    await as(db.sql, us.employee, (tx) => tx`update preferences set notify_time_reminders = false`);
    await notify(us.employee.employeeId, { event: 'break_due' });
    expect(await sentTo(us.employee.employeeId)).toEqual([]);
    expect(await as(db.sql, us.employee, (tx) => tx`select event from notifications`)).toHaveLength(
      1,
    );
  });

  test('an installation without a way out to the push services falls back', async () => {
    await addDevice(us.employee);
    await db.sql`insert into push.way_out (is_open, checked_at) values (false, now())`;
    await notify(us.employee.employeeId, { event: 'break_due' });
    await db.sql`delete from push.way_out`;
    expect(await sentTo(us.employee.employeeId)).toMatchObject([{ channel: 'mail' }]);
  });
});

describe('quiet hours', () => {
  const freeAt = async (moment: string, channel: Channel = 'push', person = us.employee) => {
    const [row] = await db.sql`select private.quiet_until(r, q, ${channel}, ${moment}) as until
        from private.notification_recipients r
        left join quiet_hours q on q.company_id = r.company_id and q.employee_id = r.employee_id
        where r.company_id = ${us.id} and r.employee_id = ${person.employeeId}`;
    return (row?.['until'] as Date | null)?.toISOString() ?? null;
  };

  test('end on the clock of the person, over midnight, on chosen days and across a clock change', async () => {
    await as(db.sql, us.employee, (tx) => tx`update preferences set time_zone = 'America/Chicago'`);
    await keepQuiet(us.employee, {
      starts_at: '20:00',
      ends_at: '06:00',
      weekdays: '{1,2,3,4,5,6}',
    });
    expect(await freeAt('2026-01-12 19:59-06')).toBeNull();
    expect(await freeAt('2026-01-12 20:00-06')).toBe('2026-01-13T12:00:00.000Z');
    expect(await freeAt('2026-01-13 05:59-06')).toBe('2026-01-13T12:00:00.000Z');
    expect(await freeAt('2026-01-13 06:00-06')).toBeNull();
    // Sunday evening is free; the hours of Saturday end on Sunday, an hour earlier by the sun.
    expect(await freeAt('2026-03-08 21:00-05')).toBeNull();
    expect(await freeAt('2026-03-07 23:00-06')).toBe('2026-03-08T11:00:00.000Z');
  });

  test('a snooze that ends in them goes on to their end; without any, only texts wait at night', async () => {
    expect(await freeAt('2026-01-12 23:00-05', 'mail')).toBeNull();
    expect(await freeAt('2026-01-12 23:00-05', 'sms')).toBe('2026-01-13T11:00:00.000Z');
    await keepQuiet(us.employee, {
      starts_at: '20:00',
      ends_at: '06:00',
      snoozed_until: '2026-01-12 21:00-05',
    });
    expect(await freeAt('2026-01-12 12:00-05')).toBe('2026-01-13T11:00:00.000Z');
  });

  test('hold what is not urgent back; what was read, switched off or lost its point is not sent after them', async () => {
    const { employeeId } = us.employee;
    await keepQuiet(us.employee, { snoozed_until: inMinutes(60) });
    await notify(employeeId, { event: 'forgot_clock_out' });
    expect((await sentTo(employeeId)).map(({ status }) => status)).toEqual(['waiting']);
    const mails = async () =>
      (
        await db.sql`select template from mail.outbox where to_address = ${us.employee.email} order by created_at`
      ).map(({ template }) => template);
    expect(await mails()).toEqual(['forgot_clock_out']);
    for (const event of ['project_added', 'project_changed', 'shift_changed', 'question_asked']) {
      const options = event === 'shift_changed' ? { expires_at: inMinutes(30) } : {};
      await notify(employeeId, { event, options });
    }
    await choose(us.employee, 'project_changed', 'mail', false);
    await as(
      db.sql,
      us.employee,
      (tx) =>
        tx`select mark_notifications_read(array(select id from notifications where event = 'question_asked'))`,
    );
    await sendWaiting(inMinutes(59));
    expect(await mails()).toHaveLength(1);
    await Promise.all([sendWaiting(inMinutes(61)), sendWaiting(inMinutes(61))]);
    await sendWaiting(inMinutes(62));
    expect(await mails()).toEqual(['forgot_clock_out', 'project_added']);
    expect(await sentTo(employeeId)).toEqual(
      expect.arrayContaining([{ channel: 'mail', status: 'failed', error: 'expired' }]),
    );
    expect(await sentTo(employeeId)).toHaveLength(3);
  });

  test('one message a day has what gathered; a single one comes as itself', async () => {
    const { employeeId } = us.employee;
    await keepQuiet(us.employee, { digest_at: '18:00' });
    for (const event of ['project_added', 'project_changed', 'time_edited', 'shift_changed']) {
      await notify(employeeId, { event });
    }
    await keepQuiet(us.colleague, { digest_at: '18:00' });
    await notify(us.colleague.employeeId);
    const mails = async (person: Person) =>
      db.sql`select id, template, data from mail.outbox where to_address = ${person.email} order by created_at`;
    expect((await mails(us.employee)).map(({ template }) => template)).toEqual(['shift_changed']);
    await Promise.all([sendWaiting(inMinutes(24 * 60)), sendWaiting(inMinutes(24 * 60))]);
    const [, digest, ...others] = await mails(us.employee);
    expect(others).toEqual([]);
    expect(digest).toMatchObject({
      template: 'daily_digest',
      data: { count: 3, project_added: true, time_edited: true },
    });
    expect(await mails(us.colleague)).toMatchObject([{ template: 'project_added' }]);
    await report('mail', 'sent', employeeId);
    expect((await sentTo(employeeId)).map(({ status }) => status)).toEqual([
      'sent',
      'sent',
      'sent',
      'sent',
    ]);
    const { unsubscribe_token: token } = digest?.['data'] ?? {};
    await as(db.sql, 'anon', (tx) => tx`select unsubscribe(${token})`);
    for (const event of ['project_added', 'project_changed']) await notify(employeeId, { event });
    await sendWaiting(inMinutes(48 * 60));
    expect(await mails(us.employee)).toHaveLength(2);
  });
});

test('a link to unsubscribe also ends what was switched on for single events of its kind', async () => {
  await choose(us.employee, 'shift_changed', 'mail', true);
  const [row] =
    await db.sql`select private.unsubscribe_token(${us.employee.userId}, 'project_updates') as token`;
  await as(db.sql, 'anon', (tx) => tx`select unsubscribe(${row?.['token']})`);
  await notify(us.employee.employeeId, { event: 'shift_changed' });
  expect(await sentTo(us.employee.employeeId)).toEqual([]);
});

describe('nobody else', () => {
  test('reads or writes what somebody is notified of, chose, or is sent', async () => {
    await addDevice(us.employee);
    await notify(us.employee.employeeId, { event: 'shift_changed' });
    await choose(us.employee, 'bulletin', 'push', false);
    await keepQuiet(us.employee, { digest_at: '18:00' });
    const them = await makeCompany(db.sql, 'Others');
    const kiosk = { ...(await signUp(db.sql)), companyId: us.id };
    await db.sql`update auth.users set is_anonymous = true where id = ${kiosk.userId}`;
    const tables = ['notifications', 'notification_choices', 'quiet_hours', 'notifications_sent'];
    const everything = async () => {
      const all = await Promise.all(
        tables.map((table) =>
          db.sql.unsafe(`select * from ${table} where company_id = '${us.id}' order by id`),
        ),
      );
      return JSON.stringify(all);
    };
    const before = await everything();
    const strangers = [
      us.colleague,
      us.foreman,
      us.deactivated,
      them.owner,
      kiosk,
      'anon',
    ] as const;
    for (const who of strangers) {
      for (const table of tables) {
        const seen = await as(db.sql, who, (tx) =>
          tx.unsafe(`select * from ${table} where company_id = '${us.id}'`),
        ).catch((error: { code: string }) => (error.code === '42501' ? [] : Promise.reject(error)));
        expect(seen, table).toEqual([]);
      }
      const attempts = [
        (tx: Tx) => tx`update notifications set read_at = now() where company_id = ${us.id}`,
        (tx: Tx) =>
          tx`update notifications_sent set status = 'delivered' where company_id = ${us.id}`,
        (tx: Tx) => tx`delete from notification_choices where company_id = ${us.id} returning 1`,
        (tx: Tx) =>
          tx`update quiet_hours set digest_at = null where company_id = ${us.id} returning 1`,
        (
          tx: Tx,
        ) => tx`insert into notification_choices (company_id, employee_id, event, channel, "on")
          values (${us.id}, ${us.employee.employeeId}, 'bulletin', 'mail', true)`,
        (tx: Tx) => tx`select mark_notifications_read(array(select id from notifications))`,
        (tx: Tx) => tx`select private.note_delivery('mail', ${randomUUID()}, 'sent', null, '{}')`,
        (tx: Tx) =>
          tx`select private.notify_person(${us.id}, ${us.employee.employeeId}, 'test', 'x', 'test', '{}')`,
      ];
      for (const attempt of attempts) await as(db.sql, who, attempt).catch(() => undefined);
    }
    for (const who of [us.owner, us.manager, us.employee]) {
      await expect(
        as(db.sql, who, (tx) => tx`update notifications_sent set status = 'delivered'`),
      ).rejects.toMatchObject({ code: '42501' });
    }
    expect(await everything()).toBe(before);
  });

  test('below an owner changes the rules of the company', async () => {
    for (const who of [us.manager, us.foreman, us.employee]) {
      await expect(
        as(
          db.sql,
          who,
          (tx) =>
            tx`insert into company_notification_rules (event, channel, default_on) values ('bulletin', 'push', false)`,
        ),
      ).rejects.toMatchObject({ code: '42501' });
    }
    await rule('bulletin', 'push', false, false);
    const seen = await as(
      db.sql,
      us.employee,
      (tx) => tx`select event from company_notification_rules`,
    );
    expect(seen).toEqual([{ event: 'bulletin' }]);
  });
});

test('after 90 days all of it is gone', async () => {
  await notify(us.employee.employeeId);
  await report('mail', 'sent', us.employee.employeeId);
  await db.sql`select private.prune_notifications(now() + interval '89 days')`;
  expect(await sentTo(us.employee.employeeId)).toHaveLength(1);
  await db.sql`select private.prune_notifications(now() + interval '91 days')`;
  expect(await sentTo(us.employee.employeeId)).toEqual([]);
  const [left] =
    await db.sql`select (select count(*) from notifications) + (select count(*) from private.notification_occasions)
    + (select count(*) from private.notification_deliveries) + (select count(*) from private.notification_dispatches) as rows`;
  expect(left).toEqual({ rows: '0' });
});

test(`${NOTIFICATIONS}, with channels that fail, from two servers: each is sent once or marked failed`, async () => {
  const { id } = us;
  // A hundred of each: with a device and an address, with a device, with a text, and with nothing that reaches them.
  await db.sql`with people as (
      insert into employees (company_id, first_name, phone, employee_number)
      select ${id}, 'P' || n, '+1415556' || lpad(n::text, 4, '0'), n::text from generate_series(1, 400) n
      returning company_id, id, phone, employee_number::integer % 4 as kind
    ), accounts as (
      insert into auth.users (id, email, email_confirmed_at, aud, role)
      select id, case kind when 0 then id || '@example.com' end, now(), 'authenticated', 'authenticated' from people where kind < 2 returning id
    ) insert into text_consents (company_id, employee_id, number, wording, language, given_by, given_on)
      select company_id, id, phone, 'I agree to texts about my shifts.', 'en', 'self', '2026-01-05' from people where kind in (1, 2)`;
  await db.sql`update employees e set user_id = u.id from auth.users u where e.company_id = ${id} and u.id = e.id`;
  await db.sql`insert into push_subscriptions (company_id, employee_id, user_id, endpoint, p256dh, auth, device_name)
    select company_id, id, user_id, 'https://push.example/' || id, ${`B${'p'.repeat(86)}`}, ${'a'.repeat(22)}, 'Phone'
    from employees where company_id = ${id} and user_id = id`;
  await db.sql`insert into company_notification_rules (company_id, event, channel, default_on) values (${id}, 'forgot_clock_out', 'mail', false)`;
  await db.sql`insert into sms.gateway (mode) values ('gateway')`;
  await db.sql`insert into text_settings (company_id, enabled, monthly_cap_cents) values (${id}, true, 10000000)`;
  const job = (
    n: number,
  ) => db.sql`select count(*) filter (where private.notify_person(p.company_id, p.id, 'forgot_clock_out', ${`job ${n}`}, 'forgot_clock_out', '{}')) as news
    from (select e.company_id, e.id from employees e where e.company_id = ${id} and e.employee_number is not null order by e.id offset 0) p`;
  const analyze = () => db.sql`analyze`;
  await analyze();
  let news = 0;
  for (let n = 1; n <= OCCASIONS; n++) {
    const servers = await Promise.all([job(n), job(n)]);
    news += servers.reduce((sum, [row]) => sum + Number(row?.['news']), 0);
    if (n === 1) await analyze();
  }
  expect(news).toBe(NOTIFICATIONS);
  // Every third fails, each report comes from two servers at once; then the next channel, until nothing is queued.
  for (const channel of ['push', 'mail', 'sms'] as const) {
    await analyze();
    const answer = () => db.sql`select private.note_delivery(x.channel, x.outbox_id,
        case get_byte(uuid_send(x.outbox_id), 0) % 3 when 0 then 'failed' when 1 then 'sent' else 'delivered' end, null, '{}')
      from (select channel, outbox_id from private.notification_dispatches d
        where d.company_id = ${id} and d.channel = ${channel} order by outbox_id offset 0) x`;
    await Promise.all([answer(), answer()]);
  }
  const [result] = await db.sql`select
    count(*) as notified,
    count(*) filter (where arrived = 0 and failed = 0) as forgotten,
    count(*) filter (where arrived = 0 and failed > 1) as tried_more,
    count(*) filter (where arrived > 1) as twice,
    count(*) filter (where arrived = 1) as arrived,
    sum(waiting) as waiting
    from (select n.id, count(*) filter (where s.status in ('sent', 'delivered')) as arrived,
        count(*) filter (where s.status = 'failed') as failed, count(*) filter (where s.status = 'waiting') as waiting
      from notifications n left join notifications_sent s on s.company_id = n.company_id and s.notification_id = n.id
      where n.company_id = ${id} group by n.id) each_one`;
  expect(result).toMatchObject({
    notified: String(NOTIFICATIONS),
    forgotten: '0',
    twice: '0',
    waiting: '0',
  });
  expect(Number(result?.['arrived'])).toBeGreaterThan(NOTIFICATIONS / 2);
  expect(Number(result?.['tried_more'])).toBeGreaterThan(NOTIFICATIONS / 100);
  const [texts] =
    await db.sql`select count(*) - count(distinct (company_id, notification_id)) as repeated
    from private.notification_dispatches where company_id = ${id} and channel = 'sms'`;
  expect(texts).toEqual({ repeated: '0' });
});
