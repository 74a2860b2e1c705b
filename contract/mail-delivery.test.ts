import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  call,
  follow,
  fragmentOf,
  mailTo,
  newAccount,
  newClient,
  newEmail,
  PASSWORD,
} from './auth-support.ts';

const project = mkdtempSync(path.join(tmpdir(), 'chalkline-mail-'));
const CONFIG = `
[auth.email]
enable_confirmations = true
[auth.rate_limit]
email_sent = 40
`;
const TEMPLATES: Record<string, string> = {
  'welcome.en.subject.txt': 'Hello {{name}}',
  'welcome.en.txt':
    'Hello {{name}},\n\nyour link: {{action_link}}\n{{#note}}Note: {{note}}{{/note}}',
  'welcome.en.html':
    '<p>Hello {{name}}</p><p><a href="{{action_link}}">Link</a></p>{{#note}}<b>{{note}}</b>{{/note}}',
  'welcome.es.subject.txt': 'Hola {{name}}',
  'welcome.es.txt': 'Hola {{name}}',
};

async function until<T>(
  read: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  let found: T | undefined | false;
  await expect
    .poll(async () => {
      found = await read();
      return found;
    })
    .toBeTruthy();
  return found as T;
}

beforeAll(() => {
  mkdirSync(path.join(project, 'migrations'));
  mkdirSync(path.join(project, 'templates'));
  writeFileSync(path.join(project, 'config.toml'), CONFIG);
  for (const [name, text] of Object.entries(TEMPLATES)) {
    writeFileSync(path.join(project, 'templates', name), text);
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('without a mail server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ supabaseDir: project });
  });
  afterAll(() => server.stop());
  const enqueue = (to: string, language: string, data: object, link: string | null = null) => {
    const { sql } = server.server.dependencies.database;
    return sql`select mail.enqueue(${to}, 'welcome', ${language}, ${sql.json(data as never)}, ${link})`;
  };

  test('a mail of the project is captured, filled in and escaped', async () => {
    const to = newEmail();
    await enqueue(to, 'en', { name: '<b>Ann & Co</b>', note: '<i>x</i>' });
    const mail = await mailTo(to, { api: server });
    expect(mail.subject).toBe('Hello <b>Ann & Co</b>');
    expect(mail.text).toContain('Note: <i>x</i>');
    expect(mail.html).toContain('Hello &lt;b&gt;Ann &amp; Co&lt;/b&gt;');
    expect(mail.html).toContain('<b>&lt;i&gt;x&lt;/i&gt;</b>');
    expect(mail.links[0]).toBe(server.url);
  });

  test('the language is chosen, English where there is no other', async () => {
    const [spanish, french] = [newEmail(), newEmail()];
    await enqueue(spanish, 'es', { name: 'Ana' });
    await enqueue(french, 'fr', { name: 'Anne' });
    expect((await mailTo(spanish, { api: server })).subject).toBe('Hola Ana');
    expect((await mailTo(french, { api: server })).subject).toBe('Hello Anne');
  });

  test('an invitation makes an account whose link leads to choosing a password', async () => {
    const to = newEmail('crew');
    await enqueue(to, 'en', { name: 'Joe' }, 'invite');
    const mail = await mailTo(to, { api: server });
    const target = await follow(mail.links[0] ?? '');
    expect(target.pathname).toBe('/auth/reset-password');
    const client = newClient(server);
    await client.auth.setSession({
      access_token: fragmentOf(target).get('access_token') ?? '',
      refresh_token: fragmentOf(target).get('refresh_token') ?? '',
    });
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    const replay = await follow(mail.links[0] ?? '');
    expect(fragmentOf(replay).get('error_code')).toBe('otp_expired');
  });

  test('an invitation of someone who has an account carries no key to it', async () => {
    const { email } = await newAccount(server);
    await enqueue(email, 'en', { name: 'Joe' }, 'invite');
    const mail = await mailTo(email, { api: server });
    expect(mail.links[0]).toBe(`${server.url}/auth/login`);
  });

  test('a header cannot be smuggled in', async () => {
    const { sql } = server.server.dependencies.database;
    const smuggled = 'a@example.com\r\nBcc: everyone@example.com';
    await expect(sql`select mail.enqueue(${smuggled}, 'welcome', 'en', '{}')`).rejects.toThrow();
    const to = newEmail();
    await enqueue(to, 'en', { name: 'Eve\r\nBcc: everyone' });
    expect((await mailTo(to, { api: server })).subject).toBe('Hello Eve Bcc: everyone');
  });

  test('the page shows it without running anything in it', async () => {
    const to = newEmail();
    await enqueue(to, 'en', { name: '</pre><script>alert(1)</script>' });
    await mailTo(to, { api: server });
    const response = await fetch(`${server.url}/dev/mail`);
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).not.toContain('<script>');
    expect(page).toContain('sandbox="allow-popups');
    expect(page).not.toContain('allow-scripts');
  });
});

describe('with a mail server', () => {
  let smtp: SmtpServer;
  let server: TestServer;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    server = await startTestServer({
      supabaseDir: project,
      env: {
        SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        MAIL_FROM: 'Crew Time <time@example.com>',
        LOG_LEVEL: 'silent',
        TRUSTED_PROXIES: '127.0.0.0/8',
      },
    });
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
  });
  const mailOf = (address: string) => smtp.received.filter(({ to }) => to.includes(address));

  test('mail goes out in both parts, and nothing is captured', async () => {
    const email = newEmail();
    await newClient(server).auth.signUp({ email, password: PASSWORD });
    const [mail] = await until(() => mailOf(email).length > 0 && mailOf(email));
    expect(mail?.source).toContain('From: Crew Time <time@example.com>');
    expect(mail?.source).toContain('Content-Type: text/plain');
    expect(mail?.source).toContain('Content-Type: text/html');
    expect(mail?.source).toContain('Auto-Submitted: auto-generated');
    expect((await fetch(`${server.url}/dev/mail.json`)).status).toBe(404);
  });

  test('a mail that can be stopped says how to a mail program, others do not', async () => {
    const { sql } = server.server.dependencies.database;
    const [digest, other] = [newEmail(), newEmail()];
    const token = `${crypto.randomUUID()}.email_digests.${'ab'.repeat(32)}`;
    await sql`select mail.enqueue(${digest}, 'welcome', 'en', ${sql.json({ unsubscribe_token: token })})`;
    await sql`select mail.enqueue(${other}, 'welcome', 'en', '{}')`;
    const source = async (address: string) =>
      (await until(() => mailOf(address)[0]))?.source.replaceAll(/\r\n\s+/g, ' ');
    expect(await source(digest)).toContain(
      `List-Unsubscribe: <${server.url}/unsubscribe?token=${token}>`,
    );
    expect(await source(digest)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(await source(other)).not.toContain('List-Unsubscribe');
    // This project offers no such function.
    expect((await fetch(`${server.url}/unsubscribe?token=x`, { method: 'POST' })).status).toBe(404);
  });

  test('no usable link is stored, only its hash', async () => {
    const email = newEmail();
    await newClient(server).auth.signUp({ email, password: PASSWORD });
    const [mail] = await until(() => mailOf(email).length > 0 && mailOf(email));
    const token =
      /token=3D([\w=\r\n-]+?)&/.exec(mail?.source ?? '')?.[1]?.replaceAll(/=\r\n/g, '') ?? '';
    expect(token.length).toBeGreaterThan(40);
    const { sql } = server.server.dependencies.database;
    const stored = await sql`
      select (select string_agg(o::text, '') from mail.outbox o) as outbox,
             (select string_agg(t::text, '') from auth.one_time_tokens t) as tokens,
             (select string_agg(u::text, '') from auth.users u) as users`;
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('a mail server that is down delays mail and loses none', async () => {
    const { port } = smtp;
    await smtp.stop();
    const emails = [newEmail(), newEmail(), newEmail()];
    for (const email of emails) await newClient(server).auth.signUp({ email, password: PASSWORD });
    const { sql } = server.server.dependencies.database;
    await until(async () => {
      const [row] = await sql`
        select count(*)::int as count from mail.outbox where sent_at is null and last_error is not null`;
      return row?.['count'] === 3;
    });
    smtp = await startSmtpServer(port);
    await sql`update mail.outbox set send_after = now() where sent_at is null`;
    await sql`notify mail_outbox`;
    await until(() => emails.every((email) => mailOf(email).length === 1));
    const source = mailOf(emails[0] ?? '')[0]?.source ?? '';
    expect(source).toContain('Confirm your email address');
  });

  test('a recipient that is refused for good is given up, others are not held up', async () => {
    smtp.refuseRecipients('550 no such mailbox');
    const email = newEmail('gone');
    await newClient(server).auth.signUp({ email, password: PASSWORD });
    const { sql } = server.server.dependencies.database;
    await until(async () => {
      await sql`update mail.outbox set send_after = now() where sent_at is null and given_up_at is null`;
      await sql`notify mail_outbox`;
      const [row] = await sql`select given_up_at from mail.outbox where to_address = ${email}`;
      return row?.['given_up_at'] !== null && row;
    });
    smtp.refuseRecipients(undefined);
    const other = newEmail();
    await newClient(server).auth.signUp({ email: other, password: PASSWORD });
    await until(() => mailOf(other).length === 1);
  });

  test('invitations take at most half of what may be sent in an hour; the others wait', async () => {
    const { sql } = server.server.dependencies.database;
    await sql`delete from auth.rate_limits where key like 'mail:%'`;
    const crew = Array.from({ length: 30 }, () => newEmail('crew'));
    for (const email of crew) {
      await sql`select mail.enqueue(${email}, 'welcome', 'en', '{"name": "Joe"}', 'invite')`;
    }
    const waiting = () => sql`
      select to_address, attempts, send_after > now() + interval '1 minute' as later
        from mail.outbox where to_address = any(${crew}) and sent_at is null`;
    await until(async () => (await waiting()).length === 10);
    await until(async () => (await waiting()).every(({ later }) => later));
    // Nothing failed, so nothing is counted as a try.
    expect((await waiting()).every(({ attempts }) => attempts === 0)).toBe(true);
    // The other half is for people who wait at the sign-in.
    const email = newEmail();
    await newClient(server).auth.signUp({ email, password: PASSWORD });
    await until(() => mailOf(email).length === 1);
    const [total] = await sql`select tokens from auth.rate_limits where key = 'mail:total'`;
    expect(total?.['tokens']).toBeLessThan(20);
  });

  describe('one stranger', () => {
    let next = 0;
    const from = (address = `10.9.${++next >> 8}.${next & 255}`) => ({
      'x-forwarded-for': address,
    });
    const recover = (email: string, headers = from()) =>
      call('/recover', { api: server, json: { email }, headers });
    const signUp = (email: string, headers = from()) =>
      call('/signup', { api: server, json: { email, password: PASSWORD }, headers });
    const times = async <T>(count: number, work: () => Promise<T>) => {
      const done: T[] = [];
      for (let time = 0; time < count; time += 1) done.push(await work());
      return done;
    };
    const left = async () => {
      const { sql } = server.server.dependencies.database;
      const [row] = await sql`select tokens from auth.rate_limits where key = 'mail:total'`;
      return row === undefined ? 40 : Number(row['tokens']);
    };
    beforeAll(async () => {
      const { sql } = server.server.dependencies.database;
      await sql`delete from auth.rate_limits where key like 'mail:%'`;
    });

    test('asks for mails to unknown addresses: none is sent, none is counted', async () => {
      const answers = await times(60, () => recover(newEmail('nobody')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await left()).toBeGreaterThanOrEqual(40);
    });

    test('from one network asks for a few an hour, known or not', async () => {
      const headers = from();
      const known = await newAccount(server);
      const answers = await times(10, () => recover(newEmail('nobody'), headers));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      for (const email of [newEmail('nobody'), known.email]) {
        expect(await recover(email, headers)).toMatchObject({
          status: 429,
          body: { error_code: 'over_email_send_rate_limit' },
        });
      }
      expect((await recover(known.email)).status).toBe(200);
      await until(() => mailOf(known.email).length === 1);
    });

    test('signs up everywhere: others with an account still get theirs', async () => {
      const owner = await newAccount(server);
      const answers = await times(40, () => signUp(newEmail('planted')));
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(21);
      expect(answers.at(-1)).toMatchObject({ body: { error_code: 'over_email_send_rate_limit' } });
      expect((await recover(owner.email)).status).toBe(200);
      await until(() => mailOf(owner.email).length === 1);
    });

    test('does not flood one address, by whichever way', async () => {
      const { sql } = server.server.dependencies.database;
      await sql`delete from auth.rate_limits where key like 'mail:%'`;
      const victim = newEmail('victim');
      const change = async () => {
        const account = await newAccount(server);
        const { data } = await newClient(server).auth.signInWithPassword(account);
        return call('/user', {
          api: server,
          method: 'PUT',
          json: { email: victim },
          token: data.session?.access_token ?? '',
          headers: from(),
        });
      };
      const statuses = (await times(3, change)).map(({ status }) => status);
      expect(statuses).toEqual([200, 429, 429]);
      await until(() => mailOf(victim).length === 1);
    });
  });
});
