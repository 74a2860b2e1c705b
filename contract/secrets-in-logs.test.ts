import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareDataDirectory } from '../testing/prepared-cluster.ts';
import { isRunning, type SpawnedServer, spawnServer } from '../testing/spawn-server.ts';
import {
  type Api,
  adminClient,
  call,
  codeIn,
  follow,
  fragmentOf,
  linkIn,
  mailTo,
  newAccount,
  newClient,
  newEmail,
} from './auth-support.ts';

const PASSWORD = 'a level nobody may read 7';
const NEW_PASSWORD = 'another level, unread 8';
const WRONG_PASSWORD = 'mistyped by its owner 9';
const JWT_SECRET = 'a-secret-of-a-hosted-project-0123456789';

/** Faults as a project may have them, each with a secret where PostgreSQL would quote it. */
const FAULTS = `
create table public.mirror (id uuid, hash text, meta jsonb, constraint mirror_never check (false));
create function public.copy_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.email like 'broken-%' then
    insert into public.mirror values (new.id, new.encrypted_password, new.raw_user_meta_data);
  end if;
  return new;
end $$;
create trigger copy_account after insert on auth.users for each row execute function public.copy_account();
create function public.fail_with_headers() returns void language plpgsql as $$
begin
  raise exception using errcode = 'XX000', message = 'headers: ' || current_setting('request.headers', true);
end $$;
grant execute on function public.fail_with_headers() to anon, authenticated;
`;

/** As the server keeps it in its data directory. */
interface StoredSecrets {
  readonly databasePassword: string;
  readonly keys: {
    readonly publishableKey: string;
    readonly secretKey: string;
    readonly linkSecret: string;
    readonly signingKeys: readonly { readonly d?: string }[];
  };
}

const supabaseDir = mkdtempSync(path.join(tmpdir(), 'chalkline-faults-'));
const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-logs-'));
const secrets = new Map<string, string>();
let server: SpawnedServer;
let api: Api;

function keep<T extends string | undefined | null>(name: string, value: T): NonNullable<T> {
  if (!value) throw new Error(`${name} is empty`);
  secrets.set(`${name} ${secrets.size}`, value);
  return value;
}

beforeAll(async () => {
  cpSync(path.join(import.meta.dirname, '../supabase'), supabaseDir, { recursive: true });
  writeFileSync(path.join(supabaseDir, 'migrations/20990101000000_faults.sql'), FAULTS);
  await prepareDataDirectory(dataDir);

  const outcome = await spawnServer({
    DATA_DIR: dataDir,
    SUPABASE_DIR: supabaseDir,
    LOG_LEVEL: 'debug',
    JWT_SECRET,
  });
  if (!isRunning(outcome)) throw new Error(outcome.output);
  server = outcome;
  const stored = JSON.parse(
    readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'),
  ) as StoredSecrets;
  const { keys, databasePassword } = stored;
  api = { url: server.url, anonKey: keys.publishableKey, serviceKey: keys.secretKey };
  keep('secret of a hosted project', JWT_SECRET);
  keep('database password', databasePassword);
  keep('secret key', keys.secretKey);
  keep('link secret', keys.linkSecret);
  for (const key of keys.signingKeys) keep('signing key', String(key.d));
  for (const password of [PASSWORD, NEW_PASSWORD, WRONG_PASSWORD]) keep('password', password);
});

afterAll(async () => {
  await server.end('SIGTERM');
  for (const folder of [supabaseDir, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** Of an address someone followed: what stands in its query and its fragment. */
function keepTokens(url: URL): void {
  for (const [name, value] of [...url.searchParams, ...fragmentOf(url)]) {
    if (/token$|^code$/.test(name)) keep(`${name} of a link`, value);
  }
}

async function signIn(email: string, password: string) {
  const client = newClient(api);
  const { data } = await client.auth.signInWithPassword({ email, password });
  if (data.session) {
    keep('access token', data.session.access_token);
    keep('refresh token', data.session.refresh_token);
  }
  return { client, session: data.session };
}

describe('with everything logged, the output holds no secret of', () => {
  test('signing up, in and back in', async () => {
    const email = newEmail();
    await newClient(api).auth.signUp({ email, password: PASSWORD });
    const mail = await mailTo(email, { api });
    keep('code', codeIn(mail));
    keepTokens(new URL(linkIn(mail)));
    keepTokens(await follow(linkIn(mail)));
    await signIn(email, WRONG_PASSWORD);
    const { client, session } = await signIn(email, PASSWORD);
    const { data } = await client.auth.refreshSession();
    keep('access token', data.session?.access_token);
    keep('refresh token', data.session?.refresh_token);
    await newClient(api).auth.refreshSession({ refresh_token: session?.refresh_token ?? '' });
    await client.auth.signOut();
  });

  test('recovering, by link and by code', async () => {
    const { email } = await newAccount(api);
    await newClient(api).auth.resetPasswordForEmail(email);
    const mail = await mailTo(email, { api });
    const link = new URL(linkIn(mail));
    keepTokens(link);
    await call(`/verify?token=${keep('guess', 'a-guess-at-a-link')}&type=recovery`, { api });
    const token = keep('code', codeIn(mail));
    const client = newClient(api);
    await client.auth.verifyOtp({ email, token: '000000', type: 'recovery' });
    const { data } = await client.auth.verifyOtp({ email, token, type: 'recovery' });
    keep('access token', data.session?.access_token);
    await client.auth.updateUser({ password: NEW_PASSWORD });
    const other = await newAccount(api);
    await newClient(api).auth.signInWithOtp({ email: other.email });
    const magic = linkIn(await mailTo(other.email, { api }));
    keepTokens(new URL(magic));
    keepTokens(await follow(magic));
  });

  test('a second factor and its recovery codes', async () => {
    const { email } = await newAccount(api);
    await adminClient(api).auth.admin.updateUserById(
      (await signIn(email, 'plumb line and level 7')).session?.user.id ?? '',
      { password: PASSWORD },
    );
    const { client } = await signIn(email, PASSWORD);
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    const secret = keep('TOTP secret', data?.totp.secret);
    const factorId = data?.id ?? '';
    await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
    const code = keep('TOTP code', new TOTP({ secret }).generate());
    await client.auth.mfa.challengeAndVerify({ factorId, code });
    keep('access token', (await client.auth.getSession()).data.session?.access_token);
    const { data: codes } = await client.rpc('create_recovery_codes');
    for (const one of codes as string[]) keep('recovery code', one);
  });

  test('links to files', async () => {
    const { storage } = adminClient(api);
    await storage.createBucket('plans', { public: false });
    const files = storage.from('plans');
    await files.upload('a.txt', 'content');
    const { data: download } = await files.createSignedUrl('a.txt', 60);
    const address = new URL(download?.signedUrl ?? '');
    keepTokens(address);
    expect((await fetch(address)).status).toBe(200);
    const { data: upload } = await files.createSignedUploadUrl('b.txt');
    const token = keep('upload token', upload?.token);
    await newClient(api).storage.from('plans').uploadToSignedUrl('b.txt', token, 'content');
    await fetch(`${address.href}x`);
  });

  test('calls of the data API, its faults included', async () => {
    const { email } = await newAccount(api);
    const { client, session } = await signIn(email, 'plumb line and level 7');
    await client.from('time_entries').select('id').limit(1);
    await client.from('time_entries').select('nothing');
    const { error } = await client.rpc('fail_with_headers');
    expect(error?.message).toContain('headers:');
    await adminClient(api).rpc('fail_with_headers');
    const hosted = { apikey: api.anonKey, authorization: `Bearer ${session?.access_token}x` };
    expect((await fetch(`${api.url}/rest/v1/time_entries`, { headers: hosted })).status).toBe(401);
    const inQuery = `${api.url}/rest/v1/time_entries?apikey=${api.serviceKey}`;
    await fetch(inQuery, { headers: { apikey: api.anonKey } });
  });

  test('an account that a fault of the project keeps from being made', async () => {
    const email = newEmail('broken');
    const data = { note: keep('metadata', 'written by a person in confidence') };
    const answer = await newClient(api).auth.signUp({
      email,
      password: PASSWORD,
      options: { data },
    });
    expect(answer.error?.status).toBe(500);
    await expect.poll(() => server.output()).toContain('mirror_never');
    expect(server.output()).not.toContain('$argon2id$');
  });

  test('pages whose address is the secret of a link', async () => {
    for (const page of ['portal', 'ticket', 'subcontractor', 'site', 'l']) {
      const secret = keep('secret of a link', `${page}${crypto.randomUUID().replaceAll('-', '')}`);
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        await fetch(`${api.url}/${page}/${secret}`, { method });
      }
    }
    await expect.poll(() => server.output()).toContain('/portal/…');
    // Whatever is no name: an address that lost its question mark on the way.
    await fetch(`${api.url}/]token&password=${keep('in a broken address', 'a7dcded8bf37655711')}`);
    await expect.poll(() => server.output()).toContain('"/…"');
  });

  test('live channels', async () => {
    const { email } = await newAccount(api);
    const { client, session } = await signIn(email, 'plumb line and level 7');
    const joined = new Promise((resolve) => client.channel('room').subscribe(resolve));
    expect(await joined).toBe('SUBSCRIBED');
    await client.removeAllChannels();
    const address = `${api.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0`;
    for (const key of [session?.access_token, api.serviceKey, 'sb_secret_wrong-but-long-enough']) {
      const socket = new WebSocket(`${address}&apikey=${key}&token=${session?.access_token}`);
      await new Promise((resolve) => {
        socket.addEventListener('open', resolve);
        socket.addEventListener('error', resolve);
      });
      socket.close();
    }
    keep('wrong key', 'sb_secret_wrong-but-long-enough');
  });

  test('any of it, up to the end of the process', async () => {
    // Every door was used and seen.
    for (const door of ['/auth/v1/token', '/rest/v1/rpc/', '/storage/v1/object/sign/']) {
      expect(server.output()).toContain(door);
    }
    await server.end('SIGTERM');
    const output = server.output();
    const leaked = [...secrets].filter(([, secret]) =>
      // Six digits may stand in a longer number by chance.
      /^\d{6}$/.test(secret) ? new RegExp(`\\b${secret}\\b`).test(output) : output.includes(secret),
    );
    expect(leaked).toEqual([]);
    expect(secrets.size).toBeGreaterThan(45);
  });
});
