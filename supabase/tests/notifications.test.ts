import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../../server/config.ts';
import { createLog } from '../../server/http/log.ts';
import { JobRunner } from '../../server/jobs/job-runner.ts';
import { MailDelivery } from '../../server/mail/mail-delivery.ts';
import { renderMail } from '../../server/mail/render-mail.ts';
import {
  as,
  type Company,
  hoursAgo,
  makeCompany,
  openDatabase,
  type Person,
  type Tx,
} from './world.ts';

const SUPABASE = path.join(import.meta.dirname, '..');
const TEMPLATES = path.join(SUPABASE, 'templates');
// A Monday, and New York is at -05:00.
const MONDAY = '2026-01-12';

const db = await openDatabase();
let us: Company;
beforeEach(async () => {
  us = await makeCompany(db.sql);
  await db.sql`delete from mail.outbox`;
});

interface Mail {
  readonly to: string;
  readonly template: string;
  readonly language: string;
  readonly data: Readonly<Record<string, string>>;
}

async function mails(template: string): Promise<Mail[]> {
  return db.sql<Mail[]>`select to_address as to, template, language, data from mail.outbox
    where template = ${template} order by created_at`;
}

const send = (moment: string | Date) => db.sql`select private.send_notifications(${moment})`;

async function prefer(person: Person, values: Record<string, unknown>): Promise<void> {
  await as(db.sql, person, (tx) => tx`update preferences set ${tx(values as never)}`);
}

/** Works from eight to noon, New York time. */
async function work(person: Person, day: string, project: string | null = us.project) {
  await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
    values (${us.id}, ${person.employeeId}, ${`${day} 08:00-05`}, ${`${day} 12:00-05`}, ${project})`;
}

describe('Project Updates', () => {
  const add = (...people: Person[]) =>
    as(
      db.sql,
      us.manager,
      (tx) =>
        tx`insert into project_members ${tx(
          people.map((one) => ({ project_id: us.project, employee_id: one.employeeId })) as never,
        )}`,
    );

  test('tell who is added, in their language, and not who added them', async () => {
    await prefer(us.employee, { language: 'es' });
    await add(us.manager, us.employee);
    expect(await mails('project_added')).toMatchObject([
      { to: us.employee.email, language: 'es', data: { project_name: 'Harbor Point' } },
    ]);
  });

  test('come once although someone is taken out and put back', async () => {
    await add(us.employee);
    await as(db.sql, us.manager, (tx) => tx`delete from project_members`);
    await add(us.employee);
    expect(await mails('project_added')).toHaveLength(1);
  });

  test('tell the team of a new status and deadline, and of nothing else', async () => {
    await add(us.employee);
    await prefer(us.employee, { date_format: 'YYYY-MM-DD' });
    const change = (values: Record<string, unknown>) =>
      as(db.sql, us.manager, (tx) => tx`update projects set ${tx(values as never)}`);
    await change({ name: 'Harbor Point II', percent_complete: 40 });
    expect(await mails('project_changed')).toEqual([]);
    await change({ status: 'on_hold', deadline: '2027-03-01' });
    await change({ status: 'on_hold', deadline: '2027-03-01' });
    expect(await mails('project_changed')).toMatchObject([
      { to: us.employee.email, data: { status_on_hold: true, deadline: '2027-03-01' } },
    ]);
  });

  test('stay away when switched off', async () => {
    await prefer(us.employee, { notify_project_updates: false });
    await add(us.employee);
    await as(db.sql, us.manager, (tx) => tx`update projects set status = 'completed'`);
    expect(await mails('project_added')).toEqual([]);
    expect(await mails('project_changed')).toEqual([]);
  });
});

describe('Time Tracking Reminders', () => {
  const start = (person: Person, at: Date) =>
    as(
      db.sql,
      person,
      (tx) => tx`insert into time_entries (employee_id, clock_in, project_id)
        values (${person.employeeId}, ${at}, ${us.project})`,
    );

  test('tell once of a clock that has run over ten hours, however many servers ask', async () => {
    await start(us.employee, hoursAgo(10.1));
    await start(us.colleague, hoursAgo(9.9));
    await Promise.all(Array.from({ length: 6 }, () => send(new Date())));
    await send(new Date());
    const told = await mails('forgot_clock_out');
    expect(told).toMatchObject([{ to: us.employee.email, data: { project_name: 'Harbor Point' } }]);
  });

  test('name the start in the zone and format of the person, and survive a zone that is none', async () => {
    const at = new Date(Date.now() - 11 * 3_600_000);
    await start(us.employee, at);
    await start(us.colleague, at);
    await prefer(us.employee, { time_zone: 'Asia/Tokyo', time_format: '24h' });
    await db.sql`update preferences set time_zone = 'Moon/Crater' where user_id = ${us.colleague.userId}`;
    await send(new Date());
    const [tokyo] = (await mails('forgot_clock_out')).filter(({ to }) => to === us.employee.email);
    const clock = { timeZone: 'Asia/Tokyo', hourCycle: 'h23', timeStyle: 'short' } as const;
    expect(tokyo?.data['started_at']).toBe(new Intl.DateTimeFormat('en', clock).format(at));
    expect(await mails('forgot_clock_out')).toHaveLength(2);
  });

  test('stay away when switched off', async () => {
    await start(us.employee, hoursAgo(12));
    await prefer(us.employee, { notify_time_reminders: false });
    await send(new Date());
    expect(await mails('forgot_clock_out')).toEqual([]);
  });

  describe('without time by mid-morning', () => {
    const usual = ['2025-12-15', '2025-12-29', '2026-01-05'];

    test('come at ten in the zone of the person, on a day they usually work', async () => {
      for (const day of usual) await work(us.employee, day);
      for (const day of usual) await work(us.foreman, day);
      for (const day of usual.slice(1)) await work(us.colleague, day);
      await prefer(us.foreman, { time_zone: 'America/Chicago' });
      await send(`${MONDAY} 09:55-05`);
      expect(await mails('time_missing')).toEqual([]);
      await send(`${MONDAY} 10:05-05`);
      await send(`${MONDAY} 10:10-05`);
      expect((await mails('time_missing')).map(({ to }) => to)).toEqual([us.employee.email]);
      await send(`${MONDAY} 11:05-05`);
      expect((await mails('time_missing')).map(({ to }) => to)).toEqual([
        us.employee.email,
        us.foreman.email,
      ]);
    });

    test('stay away from who has time, on holidays, in the afternoon and on other days', async () => {
      for (const day of [...usual, MONDAY]) await work(us.employee, day);
      await send(`${MONDAY} 10:05-05`);
      await db.sql`delete from time_entries where company_id = ${us.id} and work_date = ${MONDAY}`;
      await send(`${MONDAY} 13:00-05`);
      await send('2026-01-13 10:05-05');
      await db.sql`insert into holidays (company_id, date) values (${us.id}, ${MONDAY})`;
      await send(`${MONDAY} 10:05-05`);
      expect(await mails('time_missing')).toEqual([]);
    });
  });
});

describe('Team Activity', () => {
  test('tells managers once each morning who worked where the day before', async () => {
    for (const one of [us.manager, us.owner, us.foreman]) {
      await prefer(one, { notify_team_activity: true });
    }
    await prefer(us.owner, { time_zone: 'America/Los_Angeles' });
    await work(us.employee, MONDAY);
    await send('2026-01-13 05:55-05');
    expect(await mails('team_activity')).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => send('2026-01-13 06:00-05')));
    expect(await mails('team_activity')).toMatchObject([
      {
        to: us.manager.email,
        data: {
          day: 'Monday 01/12/2026',
          summary: 'employee Example: Harbor Point 4 h',
          total: '4 h',
        },
      },
    ]);
    await send('2026-01-13 09:00-05');
    expect((await mails('team_activity')).map(({ to }) => to)).toContain(us.owner.email);
    await send('2026-01-14 09:00-05');
    expect(await mails('team_activity')).toHaveLength(2);
  });
});

describe('Email Digests', () => {
  test('come on Monday with the hours of the last week, to those who want them', async () => {
    await prefer(us.employee, { notify_email_digests: true, language: 'es', week_start: 1 });
    await prefer(us.owner, { notify_email_digests: true, week_start: 1 });
    for (const day of ['2026-01-04', '2026-01-06', '2026-01-11', MONDAY]) {
      await work(us.employee, day);
    }
    await work(us.colleague, '2026-01-06');
    await send(`${MONDAY} 06:55-05`);
    await send('2026-01-11 09:00-05');
    await send('2026-01-13 09:00-05');
    expect(await mails('email_digest')).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => send(`${MONDAY} 07:00-05`)));
    const told = new Map((await mails('email_digest')).map((mail) => [mail.to, mail]));
    expect(told.size).toBe(2);
    expect(await mails('email_digest')).toHaveLength(2);
    expect(told.get(us.employee.email)).toMatchObject({
      language: 'es',
      data: { total: '8 h', days: 'martes 01/06/2026: 4 h\ndomingo 01/11/2026: 4 h' },
    });
    expect(told.get(us.owner.email)?.data).toMatchObject({ total: '0 min', company_total: '12 h' });
  });
});

describe('unsubscribe', () => {
  const unsubscribe = (token: string) =>
    as(db.sql, 'anon', (tx) => tx`select unsubscribe(${token}) as kind`);
  const tokenFor = async (person: Person, kind: string): Promise<string> => {
    const [row] =
      await db.sql`select private.unsubscribe_token(${person.userId}, ${kind}) as token`;
    return row?.['token'];
  };
  const switches = async (person: Person) => {
    const [row] =
      await db.sql`select notify_project_updates as projects, notify_time_reminders as reminders
      from preferences where user_id = ${person.userId}`;
    return row;
  };

  test('works without an account, for this kind and person only, and twice', async () => {
    const token = await tokenFor(us.employee, 'time_reminders');
    for (const _ of [1, 2]) expect(await unsubscribe(token)).toEqual([{ kind: 'time_reminders' }]);
    expect(await switches(us.employee)).toEqual({ projects: true, reminders: false });
    expect(await switches(us.colleague)).toEqual({ projects: true, reminders: true });
  });

  test('refuses every other token', async () => {
    const mine = await tokenFor(us.employee, 'time_reminders');
    const wrong = [
      '',
      'nonsense',
      mine.slice(0, -1) + (mine.endsWith('0') ? '1' : '0'),
      mine.replace('time_reminders', 'project_updates'),
      mine.replace(us.employee.userId, us.colleague.userId),
    ];
    for (const token of wrong) {
      await expect(unsubscribe(token)).rejects.toMatchObject({ hint: 'unsubscribe_link_invalid' });
    }
    expect(await switches(us.employee)).toEqual({ projects: true, reminders: true });
    expect(await switches(us.colleague)).toEqual({ projects: true, reminders: true });
  });

  test('no client can make a token or send', async () => {
    for (const who of ['anon', us.employee, us.owner] as const) {
      const attempts = [
        (tx: Tx) => tx`select private.unsubscribe_token(${us.employee.userId}, 'x')`,
        (tx: Tx) => tx`select private.send_notifications()`,
        (tx: Tx) => tx`select * from private.notification_secret`,
        (tx: Tx) => tx`select * from private.notification_recipients`,
      ];
      for (const attempt of attempts) {
        await expect(as(db.sql, who, attempt)).rejects.toMatchObject({ code: '42501' });
      }
    }
  });
});

test('two servers on one database send what is due once', async () => {
  await as(
    db.sql,
    us.employee,
    (tx) =>
      tx`insert into time_entries (employee_id, clock_in, project_id) values (${us.employee.employeeId}, ${hoursAgo(11)}, ${us.project})`,
  );
  await db.sql`update cron.job set next_run_at = now() where jobname = 'notifications'`;
  const log = createLog('silent');
  const servers = [1, 2].map(() => ({
    jobs: new JobRunner(db.sql, log),
    mail: new MailDelivery({
      sql: db.sql,
      config: {
        mailFrom: 'Chalkline <time@example.com>',
        supabaseDir: SUPABASE,
        project: { raw: { notifications: { outcome: 'private.note_delivery' } } },
      } as unknown as Config,
      log,
      links: async () => 'obsolete',
      attachments: async () => undefined,
      queueSeconds: async () => 0,
      siteUrl: () => 'https://time.example.com',
    }),
  }));
  await Promise.all(servers.map(({ jobs }) => jobs.runDue()));
  await Promise.all(servers.map(({ mail }) => mail.drain()));
  await Promise.all(servers.map(({ mail }) => mail.stop()));
  const captured = await db.sql`select subject, text_body from mail.captured
    where to_address = ${us.employee.email}`;
  expect(captured.map(({ subject }) => subject)).toEqual(['Still working? Your clock is running']);
  const token = /unsubscribe\?token=(\S+)/.exec(captured[0]?.['text_body'])?.[1] ?? '';
  expect(await as(db.sql, 'anon', (tx) => tx`select unsubscribe(${token}) as kind`)).toEqual([
    { kind: 'time_reminders' },
  ]);
});

/** To people without an account, who chose nothing here: each is sent by somebody, once. */
const TO_OUTSIDERS = [
  'certified_payroll',
  'portal_code',
  'portal_link',
  'subcontractor_invitation',
  'subcontractor_missing',
  'subcontractor_returned',
  'ticket_copy',
  'ticket_link',
];

test('every mail can be read in both languages and carries its link to unsubscribe', () => {
  const { mails } = JSON.parse(readFileSync(path.join(TEMPLATES, 'mails.en.json'), 'utf8'));
  const names = Object.keys(mails).filter((name) => name !== 'employee_invitation');
  expect(names.length).toBeGreaterThan(15);
  for (const template of names) {
    for (const language of ['en', 'es']) {
      const values = { first_name: 'Ana', unsubscribe_token: 'abc', summary: 'A: B\nC: D' };
      const siteUrl = 'https://time.example.com';
      const mail = renderMail(TEMPLATES, {
        template,
        language,
        values,
        appName: 'Chalkline',
        siteUrl,
      });
      // A backup that does not restore is said to its owners whatever they chose; a test was asked for.
      if (
        ![
          'history_changed',
          'restore_test_failed',
          'test',
          'webhook_off',
          'accounting_sign_in',
          'token_created',
          'owner_added',
          ...TO_OUTSIDERS,
        ].includes(template)
      ) {
        expect(mail.links).toContain(`${siteUrl}/unsubscribe?token=abc`);
        expect(mail.html).toContain(`href="${siteUrl}/unsubscribe?token=abc"`);
      }
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('{{');
    }
  }
});
