import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Config } from '../config.ts';
import { createLog } from '../http/log.ts';
import { MailDelivery } from './mail-delivery.ts';

let database: TestDatabase;
let smtp: SmtpServer;

beforeAll(async () => {
  database = await createTestDatabase();
  smtp = await startSmtpServer();
});
afterAll(async () => {
  await smtp.stop();
  await database.drop();
});

function server(sql = database.sql, notifications = {}): MailDelivery {
  const config = {
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    mailFrom: 'Crew Time <time@example.com>',
    supabaseDir: '/nowhere',
    project: { raw: { notifications } },
  } as unknown as Config;
  return new MailDelivery({
    sql,
    config,
    log: createLog('silent'),
    links: async (_sql, mail) =>
      mail.to.startsWith('gone') ? 'obsolete' : { actionLink: 'https://x.example', code: '1' },
    attachments: async () => undefined,
    queueSeconds: async () => 0,
    siteUrl: () => 'https://time.example.com',
  });
}

test('several servers on one database send each mail once', async () => {
  await database.sql`
    select mail.enqueue('crew' || n || '@example.com', 'auth_password_changed', 'en', '{}')
      from generate_series(1, 60) as n`;
  const servers = [server(), server(), server(), server()];
  await Promise.all(servers.map((one) => one.drain()));
  await Promise.all(servers.map((one) => one.stop()));
  const recipients = smtp.received.flatMap(({ to }) => to);
  expect(recipients).toHaveLength(60);
  expect(new Set(recipients).size).toBe(60);
});

test('a mail whose server died while sending is sent by another one', async () => {
  await database.sql`
    insert into mail.outbox (to_address, template, claimed_until, attempts)
    values ('orphan@example.com', 'auth_password_changed', now() - interval '1 second', 1),
           ('held@example.com', 'auth_password_changed', now() + interval '1 minute', 1)`;
  const one = server();
  await one.drain();
  await one.stop();
  const recipients = smtp.received.flatMap(({ to }) => to);
  expect(recipients).toContain('orphan@example.com');
  expect(recipients).not.toContain('held@example.com');
});

test('a mail that was handed over while the database went away is noted later, not sent again', async () => {
  const { sql } = database;
  await sql`select mail.enqueue('failover@example.com', 'auth_password_changed', 'en', '{}')`;
  let isAway = true;
  const breaking = new Proxy(sql, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      const isNote = String(args[0]).includes('set sent_at');
      if (isNote && isAway) return Promise.reject(new Error('the database is away'));
      return Reflect.apply(target, self, args);
    },
  });
  const one = server(breaking);
  await one.drain();
  await sql`update mail.outbox set send_after = now() where to_address = 'failover@example.com'`;
  isAway = false;
  await one.drain();
  await one.stop();
  const recipients = smtp.received.flatMap(({ to }) => to);
  expect(recipients.filter((to) => to === 'failover@example.com')).toHaveLength(1);
  const [row] = await sql`
    select sent_at from mail.outbox where to_address = 'failover@example.com'`;
  expect(row?.['sent_at']).not.toBeNull();
});

test('a mail that has lost its point is not sent', async () => {
  await database.sql`select mail.enqueue('gone@example.com', 'auth_signup', 'en', '{}', 'signup')`;
  const one = server();
  await one.drain();
  await one.stop();
  expect(smtp.received.flatMap(({ to }) => to)).not.toContain('gone@example.com');
  const [row] = await database.sql`
    select sent_at from mail.outbox where to_address = 'gone@example.com'`;
  expect(row?.['sent_at']).not.toBeNull();
});

test('a mail without template waits, with the reason', async () => {
  await database.sql`select mail.enqueue('lost@example.com', 'no_such_template', 'en', '{}')`;
  const one = server();
  await one.drain();
  await one.stop();
  const [row] = await database.sql`
    select sent_at, last_error, send_after > now() as later
      from mail.outbox where to_address = 'lost@example.com'`;
  expect(row).toMatchObject({ sent_at: null, later: true });
  expect(row?.['last_error']).toContain('no_such_template');
});

test('the project is notified of what became of each mail', async () => {
  const { sql } = database;
  await sql.unsafe(`
    create table public.mail_outcomes (channel text, id uuid, status text, error text);
    create function public.note_mail(a text, b uuid, c text, d text, e jsonb) returns void language sql as $$
      insert into public.mail_outcomes values (a, b, c, d) $$;`);
  const note = async (to: string, attempts = 0) => {
    const [mail] = await sql`
      insert into mail.outbox (to_address, template, attempts)
      values (${to}, 'auth_password_changed', ${attempts}) returning id`;
    const one = server(sql, { outcome: 'public.note_mail' });
    await one.drain();
    await one.stop();
    return mail?.['id'];
  };
  const taken = await note('noted@example.com');
  smtp.refuseRecipients('550 no such mailbox');
  const refused = await note('refused@example.com', 4);
  await note('first-try@example.com');
  smtp.refuseRecipients(undefined);
  expect(
    await sql`select channel, id, status, error is null as fine from mail_outcomes order by status`,
  ).toEqual([
    { channel: 'mail', id: refused, status: 'failed', fine: false },
    { channel: 'mail', id: taken, status: 'sent', fine: true },
  ]);
});
