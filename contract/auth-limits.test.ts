import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isLong, repeats } from '../testing/test-length.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  call,
  follow,
  fragmentOf,
  linkIn,
  mailTo,
  newAccount,
  newClient,
  newEmail,
  PASSWORD,
} from './auth-support.ts';

const hashing = vi.hoisted(() => vi.fn((_what: 'hash' | 'verify') => undefined));
vi.mock('@node-rs/argon2', async (load) => {
  const actual = await load<typeof import('@node-rs/argon2')>();
  return {
    ...actual,
    hash: (...args: Parameters<typeof actual.hash>) => {
      hashing('hash');
      return actual.hash(...args);
    },
    verify: (...args: Parameters<typeof actual.verify>) => {
      hashing('verify');
      return actual.verify(...args);
    },
  };
});

const CONFIG = `
[auth]
refresh_token_reuse_interval = 1
additional_redirect_urls = ["https://app.example.com/**", "https://*.example.org/welcome"]
[auth.email]
enable_confirmations = true
max_frequency = "1s"
[auth.rate_limit]
sign_in_sign_ups = 25
token_verifications = 4
token_refresh = 8
`;

const SIGN_INS = repeats(10_000, 140);
const AT_ONCE = Math.ceil(SIGN_INS / 20);

/** Of each of a hundred connections. */
const GUESSES = isLong ? 10 : 2;

const project = mkdtempSync(path.join(tmpdir(), 'chalkline-limits-'));
let server: TestServer;

beforeAll(async () => {
  mkdirSync(path.join(project, 'migrations'));
  writeFileSync(path.join(project, 'config.toml'), CONFIG);
  server = await startTestServer({
    supabaseDir: project,
    env: { TRUSTED_PROXIES: '127.0.0.0/8' },
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(project, { recursive: true, force: true });
});

let nextAddress = 1;
/** A request that a trusted proxy passes on for some client. */
const from = (address: string) => ({ 'x-forwarded-for': address });
function newAddress(): string {
  nextAddress += 1;
  return `10.${nextAddress >> 16}.${(nextAddress >> 8) & 255}.${nextAddress & 255}`;
}

function signIn(email: string, password: string, address: string) {
  return call('/token?grant_type=password', {
    api: server,
    json: { email, password },
    headers: from(address),
  });
}

describe('guessing a password', () => {
  test('is stopped after ten tries with 429 and Retry-After, the owner elsewhere gets in', async () => {
    const { email } = await newAccount(server);
    const thief = newAddress();
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      statuses.push((await signIn(email, `guess ${guess}`, thief)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    const limited = await signIn(email, PASSWORD, thief);
    expect(limited).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(email, PASSWORD, newAddress())).status).toBe(200);
  });

  test('is limited alike for an address without account', async () => {
    const stranger = newAddress();
    const email = newEmail('nobody');
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => signIn(email, `guess ${guess}`, stranger)),
    );
    expect(statuses.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('of many accounts from one address is limited too', async () => {
    const spray = newAddress();
    const answers: number[] = [];
    for (let account = 0; account < 27; account += 1) {
      answers.push((await signIn(newEmail('spray'), 'Summer season 1', spray)).status);
    }
    expect(answers.slice(0, 25)).toEqual(Array(25).fill(400));
    expect(answers[26]).toBe(429);
  });

  test(`${SIGN_INS} sign-ins, many at once: each a session or a clear refusal, and the account is well`, async () => {
    const { email } = await newAccount(server);
    const attempt = (index: number) =>
      signIn(email, index % 2 === 0 ? PASSWORD : 'not this one', newAddress());
    const answers: Awaited<ReturnType<typeof call>>[] = [];
    const knock = async (first: number) => {
      for (let index = first; index < SIGN_INS; index += AT_ONCE)
        answers.push(await attempt(index));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => knock(first)));
    expect(answers).toHaveLength(SIGN_INS);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 400, 429]);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    const { sql } = server.server.dependencies.database;
    await sql`delete from auth.rate_limits where key like ${`password:${email}%`}`;
    expect((await signIn(email, PASSWORD, newAddress())).status).toBe(200);
  }, 300_000);

  test('a storm at many accounts from one address stops there, and others get in meanwhile', async () => {
    const { sql } = server.server.dependencies.database;
    const { email } = await newAccount(server);
    const attacker = newAddress();
    const storm: Awaited<ReturnType<typeof call>>[] = [];
    const honest: number[] = [];
    let raging = true;
    const rows = async () =>
      (
        await sql`select count(*)::int as count from auth.rate_limits where key like '%storm-%'`
      )[0]?.['count'] as number;
    const knock = async () => {
      for (let round = 0; round < GUESSES; round += 1) {
        storm.push(await signIn(newEmail('storm'), 'Summer season 1', attacker));
      }
    };
    const office = async () => {
      while (raging) honest.push((await signIn(email, PASSWORD, newAddress())).status);
    };
    const working = office();
    await Promise.all(Array.from({ length: 100 }, knock));
    raging = false;
    await working;
    const tried = storm.filter(({ status }) => status === 400);
    const refused = storm.filter(({ status }) => status === 429);
    expect(tried.length + refused.length).toBe(100 * GUESSES);
    // Twenty-five at once, and what comes back in the seconds the storm lasts.
    expect(tried.length).toBeGreaterThanOrEqual(25);
    expect(tried.length).toBeLessThan(40);
    for (const { headers, body } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toEqual({
        code: 429,
        error_code: 'over_request_rate_limit',
        msg: 'Request rate limit reached',
      });
    }
    expect(honest.length).toBeGreaterThan(0);
    expect(new Set(honest)).toEqual(new Set([200]));
    // Only what was tried is remembered (twice: by account, and by account and address); what was
    // refused left no trace, so the table grows with the limit and not with the storm.
    expect(await rows()).toBeLessThanOrEqual(2 * tried.length + 20);
  });

  test('what has been counted is forgotten once it no longer matters', async () => {
    const { sql } = server.server.dependencies.database;
    await sql`update auth.rate_limits set expires_at = now() - interval '1 second' where key like '%storm-%'`;
    await sql`select auth.prune()`;
    expect(await sql`select from auth.rate_limits where key like '%storm-%'`).toHaveLength(0);
    const [job] = await sql`select schedule from cron.job where jobname = 'platform: prune auth'`;
    expect(job?.['schedule']).toBe('17 * * * *');
  });

  test('an address that a proxy passes on need not be one', async () => {
    const { email } = await newAccount(server);
    expect((await signIn(email, PASSWORD, "unknown'; --")).status).toBe(200);
  });

  test('successes cost nothing', async () => {
    const { email } = await newAccount(server);
    const office = newAddress();
    for (let time = 0; time < 30; time += 1) {
      expect((await signIn(email, PASSWORD, office)).status).toBe(200);
    }
  });
});

describe('other limits', () => {
  test('sign-ups from one address', async () => {
    const address = newAddress();
    const statuses: number[] = [];
    for (let account = 0; account < 26; account += 1) {
      const answer = await call('/recover', {
        api: server,
        json: { email: newEmail('many') },
        headers: from(address),
      });
      statuses.push(answer.status);
    }
    expect(statuses.slice(0, 25)).toEqual(Array(25).fill(200));
    expect(statuses[25]).toBe(429);
  });

  test('wrong links from one address', async () => {
    const headers = from(newAddress());
    const statuses: unknown[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const answer = await call(`/verify`, {
        api: server,
        json: { type: 'recovery', token_hash: `guess-${guess}` },
        headers,
      });
      statuses.push(answer.body['error_code']);
    }
    expect(statuses.slice(0, 4)).toEqual(Array(4).fill('otp_expired'));
    expect(statuses[5]).toBe('over_request_rate_limit');
  });

  test('renewing: failures from one address are counted, what succeeds is not', async () => {
    const account = await newAccount(server);
    const { data } = await newClient(server).auth.signInWithPassword(account);
    const headers = from(newAddress());
    const renew = async (refresh_token: string) => {
      const json = { refresh_token };
      return call('/token?grant_type=refresh_token', { api: server, json, headers });
    };
    let token = data.session?.refresh_token ?? '';
    for (let turn = 0; turn < 12; turn += 1) {
      const { status, body } = await renew(token);
      expect(status).toBe(200);
      token = String(body['refresh_token']);
    }
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess += 1) statuses.push((await renew(`no-${guess}`)).status);
    expect(statuses).toEqual([...Array(8).fill(400), 429, 429]);
    expect((await renew(token)).status).toBe(429);
  });

  test('are kept in the database, for restarts and other servers', async () => {
    const [before] = await server.server.dependencies.database.sql`
      select count(*)::int as count from auth.rate_limits where tokens < 1`;
    expect(before?.['count']).toBeGreaterThan(0);
  });
});

describe('the work behind an answer', () => {
  /** Hashing takes nearly all the time of an answer: as much of it is as long. */
  const hashesFor = async (work: () => Promise<unknown>) => {
    hashing.mockClear();
    await work();
    return hashing.mock.calls.map(([what]) => what);
  };

  test('does not tell whether an address has an account', async () => {
    const { email } = await newAccount(server);
    const known = await hashesFor(() => signIn(email, 'wrong wrong', newAddress()));
    const unknown = await hashesFor(() => signIn(newEmail(), 'wrong wrong', newAddress()));
    expect(known).toEqual(['verify']);
    expect(unknown).toEqual(known);
  });

  test.each(['/recover', '/signup'])('nor does %s', async (route) => {
    const { email } = await newAccount(server);
    const ask = (address: string) =>
      call(route, {
        api: server,
        json: { email: address, password: PASSWORD },
        headers: from(newAddress()),
      });
    const known = await hashesFor(() => ask(email));
    expect(known).toEqual(route === '/signup' ? ['hash'] : []);
    expect(await hashesFor(() => ask(newEmail()))).toEqual(known);
  });
});

describe('a refresh token used again after the window', () => {
  test('ends the session, its newest token included', async () => {
    const account = await newAccount(server);
    const client = newClient(server);
    const { data } = await client.auth.signInWithPassword(account);
    const stolen = data.session?.refresh_token ?? '';
    const { data: rotated } = await client.auth.refreshSession();
    // Within the window it is answered as a request that was sent twice.
    const reuse = async () =>
      (await newClient(server).auth.refreshSession({ refresh_token: stolen })).error;
    await expect.poll(reuse, { interval: 200 }).toMatchObject({
      status: 400,
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
    });
    const newest = await newClient(server).auth.refreshSession({
      refresh_token: rotated.session?.refresh_token ?? '',
    });
    expect(newest.error).toMatchObject({ code: 'refresh_token_not_found' });
    const user = await call('/user', {
      api: server,
      token: rotated.session?.access_token ?? '',
    });
    expect(user).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  });
});

describe('with a shorter interval between mails', () => {
  test('resend sends, and signing up again takes the newest password', async () => {
    const email = newEmail();
    await newClient(server).auth.signUp({ email, password: 'the first one 1' });
    const resend = async () =>
      (await newClient(server).auth.resend({ type: 'signup', email })).error;
    await expect.poll(resend, { interval: 200 }).toBeNull();
    await mailTo(email, { count: 2, api: server });
    const signUpAgain = async () =>
      (await newClient(server).auth.signUp({ email, password: 'the second one 2' })).error;
    await expect.poll(signUpAgain, { interval: 200 }).toBeNull();
    await follow(linkIn(await mailTo(email, { count: 3, api: server })));
    const signInAgain = { email, password: 'the second one 2' };
    expect((await newClient(server).auth.signInWithPassword(signInAgain)).error).toBeNull();
  });

  test.each([
    ['https://app.example.com/deep/er?x=1', true],
    ['https://crew.example.org/welcome', true],
    ['https://a.b.example.org/welcome', false],
    ['https://crew.example.org/other', false],
    ['http://app.example.com/', false],
    ['https://app.example.com.evil.example/', false],
  ])('a configured redirect to %s is allowed: %s', async (redirectTo, allowed) => {
    const { email } = await newAccount(server);
    await newClient(server).auth.resetPasswordForEmail(email, { redirectTo });
    const target = await follow(linkIn(await mailTo(email, { api: server })));
    expect(target.href.startsWith(redirectTo)).toBe(allowed);
    expect(fragmentOf(target).get('access_token')).toBeTruthy();
  });
});

describe('what is stored', () => {
  const stored = () => server.server.dependencies.database.sql;

  test('passwords as argon2id, imported bcrypt hashes replaced at sign-in', async () => {
    const { email, id } = await newAccount(server);
    const { hash } = await import('@node-rs/bcrypt');
    const bcrypt = await hash(PASSWORD, 5);
    const [fresh] = await stored()`select encrypted_password from auth.users where id = ${id}`;
    expect(fresh?.['encrypted_password']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await stored()`update auth.users set encrypted_password = ${bcrypt} where id = ${id}`;
    expect((await signIn(email, PASSWORD, newAddress())).status).toBe(200);
    const [replaced] = await stored()`select encrypted_password from auth.users where id = ${id}`;
    expect(replaced?.['encrypted_password']).toMatch(/^\$argon2id\$/);
  });

  test('refresh tokens as hashes only', async () => {
    const { email } = await newAccount(server);
    const { body } = await signIn(email, PASSWORD, newAddress());
    const rows = await stored()`select t::text as row from auth.refresh_tokens t`;
    expect(JSON.stringify(rows)).not.toContain(body['refresh_token']);
  });

  test('who did what, from where and with which program', async () => {
    const { email, id } = await newAccount(server);
    const address = newAddress();
    const headers = { ...from(address), 'user-agent': 'Hammer/1.0' };
    const send = (password: string) =>
      call('/token?grant_type=password', { api: server, json: { email, password }, headers });
    await send('not this one');
    const { body } = await send(PASSWORD);
    const token = String(body['access_token']);
    await call('/user', {
      api: server,
      method: 'PUT',
      json: { password: 'another level 9' },
      token,
      headers,
    });
    await call('/logout', { api: server, json: {}, token, headers });
    const entries = await stored()`
      select payload ->> 'action' as action, payload -> 'traits' ->> 'user_agent' as agent
        from auth.audit_log_entries
       where payload ->> 'actor_id' = ${id} and ip_address = ${address} order by created_at`;
    expect(entries.map((entry) => entry['action'])).toEqual([
      'login_failed',
      'login',
      'user_updated_password',
      'user_modified',
      'logout',
    ]);
    expect(new Set(entries.map((entry) => entry['agent']))).toEqual(new Set(['Hammer/1.0']));
  });
});
